//! How a trick ends: every later player makes the reply that would be best for its side if the trick ended there.
//!
//! Of a trick only ranks of the led suit matter. A standing and what it is worth fit in one number, so that the best of the
//! replies is the greatest of their numbers, without a branch that nobody can predict.

use crate::heuristic::ranks::highest;
use gongzhu::rules::tantony::points;
use gongzhu::{Card, CardSet, Suit};
use std::hint::select_unpredictable;

/// What a slot is filled with on average, in points, in hand 0 and later: a trick worth more is kept, one worth less is
/// given away. Collected suits make more hogs, so that it rises after hand 0. The last one is for a bot that knows nothing of it.
const AVERAGE: [i32; 3] = [7, 9, 0];

/// One of these averages.
#[derive(Clone, Copy)]
pub(super) struct Average(usize);

impl Average {
    /// Nothing, so that every trick is worth more.
    pub(super) const NOTHING: Average = Average(2);
}

/// What a slot is filled with in hand 0 and later.
pub(super) const AVERAGES: [Average; 2] = [Average(0), Average(1)];

/// A forecast counts a point as this much, so that its mean over one, two or three ways of lying is whole, and smaller
/// worths fit between.
pub(super) const POINT: i32 = 24;

/// Cards of the led suit as thirteen bits, bit 0 for the two.
type Ranks = u32;

/// Added to a worth, to make it positive.
const BIAS: i32 = 64;
/// Where a number has the worth, which of equal replies is preferred, and who holds the trick. The lowest card is below.
const WORTH: u32 = 8;
const PREFERRED: u32 = 6;
const HOLDER: u32 = 4;

/// The numbers of standings by holder and lowest card, for a side that counts worths in its own favour.
type Numbers = [u16; 32];

/// By average, by whose slots are left (both sides', the other's, the own), by whose favour: the other's, the own.
static NUMBERS: [[[Numbers; 2]; 3]; 3] = {
    let mut table = [[[[0; 32]; 2]; 3]; 3];
    let mut i = 0;
    while i < 3 * 3 * 2 * 2 * 13 {
        let (average, slots, favour, ours, low) = (i / 156, i / 52 % 3, i / 26 % 2, i / 13 % 2, i % 13);
        let gain = value(low) - AVERAGE[average];
        // Skill "keep or give": the taker's side keeps a trick worth more than the average and fills a slot of the others
        // with one worth less, while both sides have slots left.
        let worth = match (slots, ours) {
            (0, 1) => gain.abs(),
            (0, _) => -gain.abs(),
            (1, _) => -gain,
            _ => gain,
        };
        let worth = if favour == 1 { worth } else { -worth };
        table[average][slots][favour][ours << HOLDER | low] =
            ((worth + BIAS) << WORTH) as u16 | (ours << HOLDER | low) as u16;
        i += 1;
    }
    table
};

/// The points of the card with this rank, as [`points`].
const fn value(rank: usize) -> i32 {
    match rank {
        12 => 30,
        11 => 25,
        10 => 20,
        9 => 15,
        pips => pips as i32 + 2,
    }
}

/// What tricks are worth, in points of the difference between the sides, in favour of the side of the seat that decides.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    average: i32,
    numbers: &'static [Numbers; 2],
}

impl Scale {
    /// The scale of a hand in which this is the average, with these slots left to this side and to the other.
    #[inline]
    pub(super) fn new(Average(average): Average, slots: [usize; 2]) -> Scale {
        let case = match slots {
            [0, _] => 1,
            [_, 0] => 2,
            _ => 0,
        };
        Scale { average: AVERAGE[average], numbers: &NUMBERS[average][case] }
    }

    /// How much more than the average a trick with this runt is worth.
    #[inline]
    pub(super) fn gain(&self, runt: Option<Card>) -> i32 {
        runt.map_or(0, points) - self.average
    }

    /// What a trick is worth.
    #[inline]
    pub(super) fn worth(&self, trick: Standing) -> i32 {
        i32::from(self.numbers[1][trick.state as usize & 31] >> WORTH) - BIAS
    }
}

/// How a trick stands: its highest and lowest card of the led suit, and whether this side holds it.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    /// The highest card, as a set of it alone.
    high: Ranks,
    /// The lowest card, and from bit [`HOLDER`] who holds the trick.
    state: u32,
}

impl Standing {
    #[inline]
    pub(super) fn new(high: Card, low: Card, ours: bool) -> Standing {
        Standing { high: 1 << high.rank().index(), state: u32::from(ours) << HOLDER | low.rank().index() as u32 }
    }

    /// A trick with nothing but its lead.
    #[inline]
    pub(super) fn led(card: Card, ours: bool) -> Standing {
        Standing::new(card, card, ours)
    }

    #[inline]
    fn low(self) -> u32 {
        self.state & 15
    }

    /// The standing after this side follows with a card of this rank.
    #[inline]
    pub(super) fn after(self, card: Card) -> Standing {
        let rank = card.rank().index() as u32;
        if 1 << rank > self.high {
            Standing { high: 1 << rank, state: 1 << HOLDER | self.low() }
        } else {
            Standing { high: self.high, state: self.state & !15 | rank.min(self.low()) }
        }
    }
}

/// The cards of the led suit in the hands of the three seats after the leader or player, in each way in which they may lie:
/// the one way where the hands are known, else dealt out evenly from the top to those who may hold the suit, in rotation.
pub(super) struct Spread {
    held: [[Ranks; 3]; 3],
    ways: usize,
    /// Whether the seat after the leader or player is of this side.
    allied: usize,
    /// How many of the three still play: one at least.
    later: usize,
    /// The cards of all three.
    unseen: Ranks,
}

impl Spread {
    /// `may` are the cards that each of the three may hold, or does where the hands are `open`; the first of them is `from`
    /// steps and one after the deciding seat.
    #[inline]
    pub(super) fn new(may: [CardSet; 3], open: bool, from: usize, suit: Suit, later: usize) -> Spread {
        let may = may.map(|cards| Ranks::from(cards.ranks(suit)));
        let unseen = may[0] | may[1] | may[2];
        let mut spread = Spread { held: [may; 3], ways: 1, allied: from & 1, later, unseen };
        let holders = may.iter().filter(|&&cards| cards != 0).count();
        if open {
            return spread;
        }
        match holders {
            3 => {
                let [c, b, a] = dealt_out(unseen);
                spread.held = [[a, b, c], [b, c, a], [c, a, b]];
                spread.ways = 3;
            }
            2 => {
                let [a, b] = dealt_out(unseen);
                // The seat that is void among them has nothing either way.
                let lie = |a: Ranks, b: Ranks| match may {
                    [0, _, _] => [0, a, b],
                    [_, 0, _] => [a, 0, b],
                    _ => [a, b, 0],
                };
                spread.held[0] = lie(a, b);
                spread.held[1] = lie(b, a);
                spread.ways = 2;
            }
            // The only one that may hold the suit has all of it.
            _ => {}
        }
        spread
    }

    /// Whether the later seats see no difference between two standings, of which the second is not the lower one: whoever
    /// can beat the one can beat the other.
    #[inline]
    pub(super) fn same_for_all(&self, one: Standing, other: Standing) -> bool {
        one.state == other.state && (other.high - one.high) & self.unseen == 0
    }

    /// The worth of the trick, in parts of [`POINT`], once the later seats have played, on average over the ways in which
    /// the cards may lie.
    #[inline]
    pub(super) fn forecast(&self, scale: Scale, now: Standing) -> i32 {
        match self.later {
            1 => self.forecast_after::<1>(scale, now),
            2 => self.forecast_after::<2>(scale, now),
            _ => self.forecast_after::<3>(scale, now),
        }
    }

    /// The same where `LATER` seats play after this one, so that nothing has to be asked on the way.
    #[inline]
    pub(super) fn forecast_after<const LATER: usize>(&self, scale: Scale, now: Standing) -> i32 {
        const SHARE: [i32; 4] = [0, POINT, POINT / 2, POINT / 3];
        let mut total = 0;
        for held in &self.held[..self.ways] {
            let mut end = now;
            for (i, &cards) in held[..LATER].iter().enumerate() {
                end = reply(scale, end, cards, self.allied ^ i & 1);
            }
            total += scale.worth(end);
        }
        total * SHARE[self.ways & 3]
    }
}

/// Cards dealt out to so many seats, in either direction: from the top or, which gives the same rotations, the bottom.
#[inline]
fn dealt_out<const SEATS: usize>(mut cards: Ranks) -> [Ranks; SEATS] {
    let mut piles = [0; SEATS];
    while cards != 0 {
        for pile in &mut piles {
            let lowest = cards & cards.wrapping_neg();
            *pile |= lowest;
            cards ^= lowest;
        }
    }
    piles
}

/// Skill "expect the best reply": of the cards that make a difference, the one after which the trick is worth most to the
/// side of its player: the highest, which takes the trick, the highest below its highest card, or the lowest.
#[inline(always)]
fn reply(scale: Scale, now: Standing, cards: Ranks, ours: usize) -> Standing {
    let numbers = &scale.numbers[ours & 1];
    let (holder, low) = (now.state & 16, now.low());
    let number = |holder: u32, low: u32| u32::from(numbers[(holder | low) as usize & 31]);
    // No card is the highest one on the table: a greater set has a higher card in it.
    let take = number((ours as u32) << HOLDER, low) | 2 << PREFERRED;
    let take = select_unpredictable(cards > now.high, take, now.state);
    let below = cards & (now.high - 1);
    let duck = number(holder, highest(below).min(low)) | 1 << PREFERRED;
    let sink = number(holder, (below | 1 << 15).trailing_zeros().min(low));
    let under = select_unpredictable(below == 0, 0, duck.max(sink));
    let best = take.max(under);
    let takes = best >> PREFERRED & 2 == 2;
    Standing { high: select_unpredictable(takes, 1 << highest(cards), now.high), state: best & 31 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_points_of_the_rules() {
        assert!(Card::all().all(|card| value(card.rank().index()) == points(card)));
    }

    #[test]
    fn dealing_out_from_the_bottom_gives_the_rotations_of_dealing_out_from_the_top() {
        for cards in 0..1 << 13 {
            let from_top = (0..13).rev().filter(|rank| cards >> rank & 1 == 1).enumerate();
            let mut piles: [Ranks; 3] = [0; 3];
            from_top.for_each(|(i, rank)| piles[i % 3] |= 1 << rank);
            let [c, b, a] = dealt_out(cards);
            assert!([[a, b, c], [b, c, a], [c, a, b]].contains(&piles), "{cards:b}");
        }
    }
}
