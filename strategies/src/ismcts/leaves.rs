//! Worlds, and what the leaves of the tree are worth in them.

use crate::Heuristic;
use crate::search::{Belief, Rollout};
use gongzhu::kernel::Rollouts;
use gongzhu::rng::{Purpose, Rng, stream};
use gongzhu::sample::Constraints;
use gongzhu::table::play_hand;
use gongzhu::{BySeat, CardSet, Game, Phase, Seat, State, View};

/// The most worlds that are drawn for a decision; a longer search meets them again.
const MOST: usize = 2048;
/// The fewest and the most worlds that are drawn at a time.
const DRAWN: (usize, usize) = (32, 128);
/// How many worlds a leaf is played out in, where the kernel plays that many in the time of one, and where it does not.
const LANES: usize = 16;
const TANTONY_LANES: usize = 4;

/// The worlds of a decision.
#[derive(Debug)]
pub(super) struct Pool {
    belief: Belief,
    worlds: Vec<BySeat<CardSet>>,
}

impl Pool {
    pub(super) fn new(belief: Belief) -> Pool {
        Pool { belief, worlds: Vec::new() }
    }

    /// The place of world `number` of a sequence without end, which has been drawn then.
    pub(super) fn place(&mut self, number: usize, rng: &mut Rng) -> usize {
        let start = number * LANES;
        while self.worlds.len() < MOST.min(start + LANES) {
            let drawn = self.worlds.len();
            self.worlds.resize(drawn + drawn.clamp(DRAWN.0, DRAWN.1), BySeat::default());
            self.belief.fill(rng, &mut self.worlds[drawn..]);
        }
        // Every time around one further, so that each world has its turn to be the first.
        (start + start / MOST) % MOST
    }

    pub(super) fn world(&self, place: usize) -> &BySeat<CardSet> {
        &self.worlds[place]
    }
}

/// Plays hands out from the leaves of a tree.
#[derive(Debug)]
pub(super) struct Leaves<'v> {
    /// `None` where the hands are played by [`Heuristic`].
    kernel: Option<Rollouts<'v>>,
    lanes: usize,
    me: Seat,
    worlds: Vec<BySeat<CardSet>>,
    scores: Vec<BySeat<i16>>,
    rngs: BySeat<Rng>,
}

impl<'v> Leaves<'v> {
    pub(super) fn new(view: &View<'v>, rollout: Rollout) -> Leaves<'v> {
        Leaves {
            kernel: rollout.playout(view).map(|playout| Rollouts::new(view, &playout)),
            lanes: if view.game() == Game::Tantony { TANTONY_LANES } else { LANES },
            me: view.seat(),
            worlds: Vec::new(),
            scores: Vec::new(),
            // The heuristic takes nothing from its stream.
            rngs: BySeat::from_fn(|seat| stream(0, 0, Purpose::Seat { table: 0, seat })),
        }
    }

    /// The mean scores at the end of hands that are played on from `state`, a leaf that was reached in the world at `place`, in
    /// that world and in others of the pool that agree with the way there.
    pub(super) fn scores(&mut self, state: &State<'_>, pool: &Pool, place: usize, key: u64) -> [f32; 4] {
        self.scores.clear();
        if state.phase() == Phase::Over {
            self.scores.push(state.scores());
        } else if self.kernel.is_some() {
            self.gather(state, pool, place);
            if let Some(kernel) = &mut self.kernel {
                kernel.move_to(&View::new(state, self.me));
                kernel.play(None, &self.worlds, key, &mut self.scores);
            }
        } else {
            let mut state = *state;
            play_hand(&mut state, &mut BySeat([Heuristic; 4]), &mut self.rngs);
            self.scores.push(state.scores());
        }
        let mut sums = [0.0; 4];
        for scores in &self.scores {
            for (sum, &score) in sums.iter_mut().zip(&scores.0) {
                *sum += f32::from(score);
            }
        }
        sums.map(|sum| sum / self.scores.len() as f32)
    }

    /// The hands left in the first worlds from `place` on in which all that was played could have been played, at most one time
    /// around.
    fn gather(&mut self, state: &State<'_>, pool: &Pool, place: usize) {
        self.worlds.clear();
        self.worlds.push(*state.hands());
        let constraints = Constraints::of(&View::new(state, self.me));
        let may = BySeat::from_fn(|seat| constraints.may_hold(seat));
        let first = pool.world(place);
        let played = BySeat::from_fn(|seat| first[seat] - state.hands()[seat]);
        let (before, after) = pool.worlds.split_at(place);
        for world in after.iter().skip(1).chain(before) {
            if self.worlds.len() == self.lanes {
                break;
            }
            let left = BySeat::from_fn(|seat| world[seat] - played[seat]);
            let agrees = |seat: Seat| played[seat].is_subset(world[seat]) && left[seat].is_subset(may[seat]);
            if Seat::ALL.into_iter().all(agrees) {
                self.worlds.push(left);
            }
        }
    }
}
