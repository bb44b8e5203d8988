//! What depends on a few small numbers alone, computed before the program runs. Every entry is what the expression in its
//! comment gives in `f32`, operation by operation.

use super::weights::WEIGHTS;

/// (2/3)^n: the chance that one of the three other seats holds none of n unseen cards. The last two entries are never
/// asked for; a table of sixteen needs no check of its bounds.
const NONE_OF: [f32; 16] = {
    let mut table = [1.0; 16];
    let mut n = 1;
    while n < 16 {
        table[n] = table[n - 1] * 2.0 / 3.0;
        n += 1;
    }
    table
};

/// The chance that one of the three other seats holds none of `n` unseen cards.
#[inline]
pub(super) const fn none_of(n: usize) -> f32 {
    NONE_OF[n & 15]
}

/// How much the seats behind want a trick.
#[derive(Clone, Copy)]
pub(super) enum Mood {
    Bad,
    Plain,
    Good,
}

/// A number for each count of unseen cards of a suit and each count of those that are lower than a card.
type ByUnseen = [[f32; 16]; 16];

/// By mood and number of followers.
static STAYS: [[ByUnseen; 4]; 3] = {
    let eager = [WEIGHTS.eager_bad, WEIGHTS.eager_plain, WEIGHTS.eager_good];
    let mut table = [[[[0.0; 16]; 16]; 4]; 3];
    let mut i = 0;
    while i < 3 * 14 * 14 {
        let (mood, count, lower) = (i / 196, i / 14 % 14, i % 14);
        if lower <= count {
            let ducks = 1.0 - none_of(lower) + none_of(count);
            let one = (ducks + eager[mood] * (none_of(count - lower) - ducks)).max(0.0);
            table[mood][0][count][lower] = 1.0;
            table[mood][1][count][lower] = one;
            table[mood][2][count][lower] = one * one;
            table[mood][3][count][lower] = one * one * one;
        }
        i += 1;
    }
    table
};

/// The chance that none of the seats that follow suit beats a card with `lower` of `count` unseen cards below it: only who
/// must when the trick is bad, more of them the better it is.
#[inline]
pub(super) fn stays(mood: Mood, followers: usize, count: usize, lower: usize) -> f32 {
    STAYS[mood as usize][followers & 3][count & 15][lower & 15]
}

/// By suit.
static RANK_RELIEF: [ByUnseen; 4] = {
    let mut table = [[[0.0; 16]; 16]; 4];
    let mut i = 0;
    while i < 4 * 14 * 14 {
        let (suit, count, lower) = (i / 196, i / 14 % 14, i % 14);
        if lower <= count {
            let wins = (1.0 - none_of(lower)) * none_of(count - lower);
            table[suit][count][lower] = WEIGHTS.rank[suit] * 0.1 * lower as f32 + WEIGHTS.top[suit] * wins;
        }
        i += 1;
    }
    table
};

/// The relief of a card for its rank alone, by how many of the suit's `count` unseen cards are below it.
#[inline]
pub(super) fn rank_relief(suit: usize, count: usize) -> &'static [f32; 16] {
    &RANK_RELIEF[suit & 3][count & 15]
}

/// The share of all relief that is left after so many tricks.
pub(super) static PHASE: [f32; 16] = {
    let mut table = [0.0; 16];
    let mut tricks = 0;
    while tricks < 16 {
        table[tricks] = 1.0 - (1.0 - WEIGHTS.relief_floor) / 12.0 * tricks as f32;
        tricks += 1;
    }
    table
};

/// The relief of a suit that gets shorter, by the number of its cards in the hand (RULES.md §6 b).
pub(super) static SHORT: [f32; 16] =
    [WEIGHTS.void, WEIGHTS.void, WEIGHTS.single, 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.];

/// For each set of seats, as four bits: 1 for those within.
pub(super) static WITHIN: [[f32; 4]; 16] = by_seats([1.0; 5]);

/// For each set of seats: an equal share for those within.
pub(super) static SHARES: [[f32; 4]; 16] = by_seats([0.0, 1.0, 0.5, 1.0 / 3.0, 0.0]);

/// For each set of seats: `value` of their number for those within, 0 for the others.
const fn by_seats(value: [f32; 5]) -> [[f32; 4]; 16] {
    let mut table = [[0.0; 4]; 16];
    let mut i = 0;
    while i < 64 {
        let (seats, seat) = (i / 4, i % 4);
        if seats >> seat & 1 == 1 {
            table[seats][seat] = value[seats.count_ones() as usize];
        }
        i += 1;
    }
    table
}
