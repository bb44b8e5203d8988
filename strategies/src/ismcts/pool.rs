//! The worlds of a decision, and which of them agree with what was played on the way to a leaf.

use crate::search::Belief;
use gongzhu::rng::Rng;
use gongzhu::sample::Constraints;
use gongzhu::{BySeat, CardSet, Seat, State, View};

/// The most worlds that are drawn for a decision; a longer search meets them again.
const MOST: usize = 2048;
/// The fewest and the most worlds that are drawn at a time.
const DRAWN: (usize, usize) = (32, 128);
/// How far apart the worlds are in which iterations begin: as many as the kernel plays in the time of one.
pub(super) const LANES: usize = 16;

/// A bit for each place of the pool, 64 to a word.
type Places = [u64; MOST / 64];

/// The worlds of a decision.
#[derive(Debug)]
pub(super) struct Pool {
    belief: Belief,
    me: Seat,
    /// What each seat may hold before any card is played in the tree.
    may_hold: BySeat<CardSet>,
    worlds: Vec<BySeat<CardSet>>,
    /// For each of the other seats and each bit of a [`CardSet`] the places of the worlds in which the seat holds that card. All
    /// worlds are asked by every iteration; so they answer 64 at a time.
    holders: Vec<[Places; 64]>,
}

impl Pool {
    /// A pool of what the seat of `view` believes, without worlds yet.
    pub(super) fn new(view: &View<'_>, belief: Belief) -> Pool {
        let constraints = Constraints::of(view);
        Pool {
            belief,
            me: view.seat(),
            may_hold: BySeat::from_fn(|seat| constraints.may_hold(seat)),
            worlds: Vec::new(),
            holders: vec![[[0; MOST / 64]; 64]; 3],
        }
    }

    /// The place of world `number` of a sequence without end, which has been drawn then.
    pub(super) fn place(&mut self, number: usize, rng: &mut Rng) -> usize {
        let start = number * LANES;
        while self.worlds.len() < MOST.min(start + LANES) {
            let drawn = self.worlds.len();
            self.worlds.resize(drawn + drawn.clamp(DRAWN.0, DRAWN.1), BySeat::default());
            self.belief.fill(rng, &mut self.worlds[drawn..]);
            self.enter(drawn);
        }
        // Every time around one further, so that each world has its turn to be the first.
        (start + start / MOST) % MOST
    }

    pub(super) fn world(&self, place: usize) -> &BySeat<CardSet> {
        &self.worlds[place]
    }

    /// Enters the worlds from `drawn` on in the table of holders.
    fn enter(&mut self, drawn: usize) {
        for (word, worlds) in self.worlds.chunks(64).enumerate().skip(drawn / 64) {
            for (seat, holders) in others(self.me).into_iter().zip(&mut self.holders) {
                let mut table = [0; 64];
                for (row, world) in table.iter_mut().zip(worlds) {
                    *row = world[seat].bits();
                }
                transpose(&mut table);
                for (places, row) in holders.iter_mut().zip(table) {
                    places[word] = row;
                }
            }
        }
    }

    /// Appends to `worlds`, until they are `most`, what is left of the hands of those worlds after `place`, at most one time
    /// around, in which all that was played on the way to `state` could have been played. It was reached in the world at `place`.
    pub(super) fn gather(&self, state: &State<'_>, place: usize, most: usize, worlds: &mut Vec<BySeat<CardSet>>) {
        let first = self.world(place);
        let played = BySeat::from_fn(|seat| first[seat] - state.hands()[seat]);
        let agreeing = self.agreeing(&Constraints::of(&View::new(state, self.me)), &played);
        let (start, bit) = (place / 64, place % 64);
        for step in 0..=agreeing.len() {
            let word = (start + step) % agreeing.len();
            let turn = match step {
                0 => !0 << bit << 1,
                _ if word == start => (1 << bit) - 1,
                _ => !0,
            };
            let mut places = agreeing[word] & turn;
            while places != 0 {
                if worlds.len() == most {
                    return;
                }
                let world = &self.worlds[64 * word + places.trailing_zeros() as usize];
                worlds.push(BySeat::from_fn(|seat| world[seat] - played[seat]));
                places &= places - 1;
            }
        }
    }

    /// The places of the worlds in which the seats held the cards that they have `played`, and what they have left agrees with
    /// the constraints after it.
    fn agreeing(&self, after: &Constraints, played: &BySeat<CardSet>) -> Places {
        let mut agreeing: Places = std::array::from_fn(|word| match self.worlds.len().saturating_sub(64 * word) {
            worlds @ 0..64 => (1 << worlds) - 1,
            _ => !0,
        });
        let [a, b, c, d] = played.0;
        for (seat, holders) in others(self.me).into_iter().zip(&self.holders) {
            for card in played[seat] {
                let holds = &holders[card.bit() as usize];
                agreeing.iter_mut().zip(holds).for_each(|(places, holds)| *places &= holds);
            }
            for card in self.may_hold[seat] - after.may_hold(seat) - (a | b | c | d) {
                let holds = &holders[card.bit() as usize];
                agreeing.iter_mut().zip(holds).for_each(|(places, holds)| *places &= !holds);
            }
        }
        agreeing
    }
}

/// The seats whose cards `me` does not see.
fn others(me: Seat) -> [Seat; 3] {
    [1, 2, 3].map(|steps| me.offset(steps))
}

/// Bit i of word j becomes bit j of word i.
fn transpose(table: &mut [u64; 64]) {
    let (mut width, mut low) = (32, !0 >> 32);
    while width > 0 {
        // In squares of twice the width, the upper right quarter changes places with the lower left one.
        for rows in table.chunks_exact_mut(2 * width) {
            let (upper, lower) = rows.split_at_mut(width);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let changed = (*upper >> width ^ *lower) & low;
                *upper ^= changed << width;
                *lower ^= changed;
            }
        }
        width /= 2;
        low ^= low << width;
    }
}
