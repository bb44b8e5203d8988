//! The random streams. Every stream is made from (seed, index, purpose), never from a thread or a clock, so that a hand
//! is the same wherever and whenever it is played (DESIGN.md §3).

use crate::{Card, CardSet, Seat};
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of all streams.
pub type Rng = Xoshiro256PlusPlus;

/// What a stream is for. The numbers are part of the file format: changing one changes every result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The cards, and what a hand outside a match draws beside them.
    Deal,
    /// The decisions of the bot in one seat at one table; tables are the seatings in which the same deal is played.
    Seat {
        /// The number of the seating.
        table: u32,
        /// The seat.
        seat: Seat,
    },
    /// A block of hands of the bulk kernel ([`kernel`](crate::kernel)); the index is the number of the block.
    Block,
    /// What a statistic draws from results.
    Resampling,
}

impl Purpose {
    const fn code(self) -> u64 {
        match self {
            Purpose::Deal => 0,
            Purpose::Seat { table, seat } => 1 + seat.index() as u64 + 4 * table as u64,
            // Seats of tables reach up to 2^34.
            Purpose::Block => 1 << 40,
            Purpose::Resampling => 1 << 41,
        }
    }
}

/// The stream of `purpose` for the deal or match with number `index` under `seed`.
///
/// Seed, index and purpose are mixed one after another with the finalizer of SplitMix64 (Steele, Lea & Flood 2014); the
/// result seeds Xoshiro256++ in the way its authors recommend.
#[inline]
pub fn stream(seed: u64, index: u64, purpose: Purpose) -> Rng {
    let key = key(seed, index, purpose);
    // What `Rng::seed_from_u64(key)` does, in a form that compiles to the twelve multiplications that it is.
    let mut words = [0; 32];
    for (i, word) in words.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        *word = mix(key.wrapping_add((i as u64).wrapping_mul(GOLDEN_GAMMA))).to_le_bytes();
    }
    Rng::from_seed(words)
}

/// The number that stands for seed, index and purpose.
#[inline]
pub(crate) const fn key(seed: u64, index: u64, purpose: Purpose) -> u64 {
    mix(mix(mix(seed) ^ index) ^ purpose.code())
}

/// The step of SplitMix64.
pub(crate) const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// One step of SplitMix64 and its output.
#[inline]
pub(crate) const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(GOLDEN_GAMMA);
    let x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

/// A number below `n`, from one word by multiply-high; the deviation from uniform is below n / 2^64.
#[inline]
pub fn below(rng: &mut Rng, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}

/// A uniformly random card of `cards`, or `None` of no card.
#[inline]
pub fn choose(rng: &mut Rng, cards: CardSet) -> Option<Card> {
    cards.nth(below(rng, cards.len()))
}

/// `count` different random cards of `cards`, uniformly, or all where there are fewer.
pub fn choose_many(rng: &mut Rng, cards: CardSet, count: usize) -> CardSet {
    let mut chosen = CardSet::EMPTY;
    while chosen.len() < count {
        let Some(card) = choose(rng, cards - chosen) else { break };
        chosen = chosen.with(card);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_values_are_frozen() {
        let first = |seed, index, purpose| stream(seed, index, purpose).next_u64();
        let seat = |table, seat| Purpose::Seat { table, seat: Seat::ALL[seat] };
        let found = [
            first(1, 0, Purpose::Deal),
            first(1, 1, Purpose::Deal),
            first(2, 0, Purpose::Deal),
            first(1, 0, seat(0, 0)),
            first(1, 0, seat(0, 3)),
            first(1, 0, seat(5, 1)),
        ];
        assert_eq!(found, FROZEN);
    }

    const FROZEN: [u64; 6] = [
        3825626967351844277,
        4768342884129243497,
        5833392984499759070,
        15953810294117694994,
        12158700461126246642,
        14158753223405809136,
    ];

    #[test]
    fn seeding_is_that_of_the_generator() {
        for index in 0..100 {
            let key = mix(mix(mix(1) ^ index) ^ Purpose::Deal.code());
            assert_eq!(stream(1, index, Purpose::Deal), Rng::seed_from_u64(key));
        }
    }

    #[test]
    fn below_is_even() {
        let mut rng = stream(7, 0, Purpose::Deal);
        let mut counts = [0u32; 13];
        for _ in 0..130_000 {
            counts[below(&mut rng, 13)] += 1;
        }
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi2 < 40.0, "chi-square {chi2} with 12 degrees of freedom");
    }

    #[test]
    fn chosen_cards_are_different_and_enough() {
        let mut rng = stream(7, 1, Purpose::Deal);
        let from = CardSet::HEARTS;
        let chosen = choose_many(&mut rng, from, 3);
        assert!(chosen.len() == 3 && chosen.is_subset(from));
        assert_eq!(choose_many(&mut rng, crate::cards![QS 2H], 3).len(), 2);
    }
}
