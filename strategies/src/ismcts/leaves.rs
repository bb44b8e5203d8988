//! What the leaves of the tree are worth.

use super::pool::{LANES, Pool};
use crate::Heuristic;
use crate::search::Rollout;
use gongzhu::kernel::Rollouts;
use gongzhu::rng::{Purpose, Rng, stream};
use gongzhu::table::play_hand;
use gongzhu::{BySeat, CardSet, Game, Phase, Seat, State, View};

/// How many worlds a leaf is played out in where the kernel does not play [`LANES`] in the time of one.
const TANTONY_LANES: usize = 4;

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
        } else if let Some(kernel) = &mut self.kernel {
            self.worlds.clear();
            self.worlds.push(*state.hands());
            pool.gather(state, place, self.lanes, &mut self.worlds);
            kernel.move_to(&View::new(state, self.me));
            kernel.play(None, &self.worlds, key, &mut self.scores);
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
}
