//! Seats, a different one in every lane, and where cards lie.

use super::lanes::Lanes;
use crate::kernel::LANES;

/// A seat in every lane: its number's two bits as masks.
#[derive(Clone, Copy)]
pub(super) struct Seats {
    pub(super) low: Lanes,
    pub(super) high: Lanes,
}

impl Seats {
    /// The seat with this number.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn of(seats: &[u8; LANES]) -> Seats {
        let bit = |bit: u8| Lanes::from_array(&seats.map(|seat| u16::from(seat >> bit & 1).wrapping_neg()));
        Seats { low: bit(0), high: bit(1) }
    }

    /// The same seat in every lane.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn splat(seat: usize) -> Seats {
        let bit = |bit: usize| Lanes::splat((seat as u16 >> bit & 1).wrapping_neg());
        Seats { low: bit(0), high: bit(1) }
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn next(self) -> Seats {
        Seats { low: !self.low, high: self.high ^ self.low }
    }

    /// The seat so many turns after.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn plus(self, steps: Seats) -> Seats {
        Seats { low: self.low ^ steps.low, high: self.high ^ steps.high ^ (self.low & steps.low) }
    }

    /// Each lane's seat's value.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn pick(self, of: &[Lanes; 4]) -> Lanes {
        self.high.choose(self.low.choose(of[3], of[2]), self.low.choose(of[1], of[0]))
    }

    /// A mask: the same seat.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn is(self, other: Seats) -> Lanes {
        !((self.low ^ other.low) | (self.high ^ other.high))
    }
}

/// Where the cards of a set of planes lie: the two bits of each card's seat.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pub(super) low: [Lanes; 4],
    pub(super) high: [Lanes; 4],
}

impl Places {
    /// The places of cards by the sets of the seats.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn of(sets: &[[u64; LANES]; 4]) -> Places {
        let (mut low, mut high) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            low[lane] = sets[1][lane] | sets[3][lane];
            high[lane] = sets[2][lane] | sets[3][lane];
        }
        Places { low: Lanes::planes(&low), high: Lanes::planes(&high) }
    }

    /// The cards of a suit among `cards` that lie with `seats`.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn with(&self, suit: usize, cards: Lanes, seats: Seats) -> Lanes {
        cards & !(self.low[suit] ^ seats.low) & !(self.high[suit] ^ seats.high)
    }
}
