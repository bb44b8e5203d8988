//! What depends on a few small numbers alone, computed before the program runs. Every entry is what the expression in its
//! comment gives in `f32`, operation by operation.

use super::learned::{self, LONG, Learned};
use super::relief::STATES;
use super::weights::{self, Weights};
use crate::heuristic::kind::KINDS;

/// The tables of edition 1.
pub(in crate::heuristic) static FIRST: Tables = Tables::new(weights::FIRST, &Learned::NOTHING);
/// The tables of edition 2.
pub(in crate::heuristic) static SECOND: Tables = Tables::new(weights::SECOND, &learned::SECOND);

/// How much the seats behind want a trick.
#[derive(Clone, Copy)]
pub(super) enum Mood {
    Bad,
    Plain,
    Good,
}

/// A number for each count of unseen cards of a suit and each count of those that are lower than a card.
type ByUnseen = [[f32; 16]; 16];

/// The weights of an edition with what follows from them alone.
pub(in crate::heuristic) struct Tables {
    pub(super) weights: Weights,
    /// By mood and number of followers.
    stays: [[ByUnseen; 4]; 3],
    /// By suit.
    rank_relief: [ByUnseen; 4],
    /// The share of all relief that is left after so many tricks.
    pub(super) phase: [f32; 16],
    /// The relief of a suit that gets shorter, by the number of its cards in the hand (RULES.md §6 b).
    pub(super) short: [f32; 16],
    /// What was learned, in points: by suit, state, kind of play and place.
    place: [[[[f32; 3]; KINDS]; STATES]; 4],
    /// The same by suit, length and kind of play.
    length: [[[f32; KINDS]; 16]; 4],
}

impl Tables {
    pub(super) const fn new(weights: Weights, learned: &Learned) -> Tables {
        let mut short = [0.0; 16];
        (short[0], short[1], short[2]) = (weights.void, weights.void, weights.single);
        Tables {
            stays: stays(&weights),
            rank_relief: rank_relief(&weights),
            phase: phase(&weights),
            short,
            place: place(learned),
            length: length(learned),
            weights,
        }
    }

    /// The chance that none of the seats that follow suit beats a card with `lower` of `count` unseen cards below it: only
    /// who must when the trick is bad, more of them the better it is.
    #[inline]
    pub(super) fn stays(&self, mood: Mood, followers: usize, count: usize, lower: usize) -> f32 {
        self.stays[mood as usize][followers & 3][count & 15][lower & 15]
    }

    /// What was learned of the cards of a suit in this state.
    #[inline]
    pub(super) fn place(&self, suit: usize, state: usize) -> &[[f32; 3]; KINDS] {
        &self.place[suit & 3][state]
    }

    /// What was learned of a suit with so many cards in hand.
    #[inline]
    pub(super) fn length(&self, suit: usize, length: usize) -> &[f32; KINDS] {
        &self.length[suit & 3][length & 15]
    }

    /// The relief of a card for its rank alone, by how many of the suit's `count` unseen cards are below it.
    #[inline]
    pub(super) fn rank_relief(&self, suit: usize, count: usize) -> &[f32; 16] {
        &self.rank_relief[suit & 3][count & 15]
    }
}

const fn stays(weights: &Weights) -> [[ByUnseen; 4]; 3] {
    let eager = [weights.eager_bad, weights.eager_plain, weights.eager_good];
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
}

const fn rank_relief(weights: &Weights) -> [ByUnseen; 4] {
    let mut table = [[[0.0; 16]; 16]; 4];
    let mut i = 0;
    while i < 4 * 14 * 14 {
        let (suit, count, lower) = (i / 196, i / 14 % 14, i % 14);
        if lower <= count {
            let wins = (1.0 - none_of(lower)) * none_of(count - lower);
            table[suit][count][lower] = weights.rank[suit] * 0.1 * lower as f32 + weights.top[suit] * wins;
        }
        i += 1;
    }
    table
}

const fn phase(weights: &Weights) -> [f32; 16] {
    let mut table = [0.0; 16];
    let mut tricks = 0;
    while tricks < 16 {
        table[tricks] = 1.0 - (1.0 - weights.relief_floor) / 12.0 * tricks as f32;
        tricks += 1;
    }
    table
}

const fn place(learned: &Learned) -> [[[[f32; 3]; KINDS]; STATES]; 4] {
    let mut table = [[[[0.0; 3]; KINDS]; STATES]; 4];
    let mut i = 0;
    while i < KINDS * 4 * STATES * 3 {
        let (kind, suit, state, place) = (i / 60, i / 15 % 4, i / 3 % STATES, i % 3);
        table[suit][state][kind][place] = 0.1 * learned.place[kind][suit][state][place] as f32;
        i += 1;
    }
    table
}

const fn length(learned: &Learned) -> [[[f32; KINDS]; 16]; 4] {
    let mut table = [[[0.0; KINDS]; 16]; 4];
    let mut i = 0;
    while i < KINDS * 4 * 13 {
        let (kind, suit, length) = (i / 52, i / 13 % 4, 1 + i % 13);
        let known = if length < LONG { length } else { LONG };
        table[suit][length][kind] = 0.1 * learned.length[kind][suit][known - 1] as f32;
        i += 1;
    }
    table
}

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
