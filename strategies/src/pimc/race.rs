//! A race between choices: all are tried in the same worlds, the hopeless drop out.

use crate::search::{Batch, Belief, Budget, Playouts, Timer};
use gongzhu::Judged;
use gongzhu::kernel::Choice;
use gongzhu::rng::Rng;
use rand_core::Rng as _;
use std::time::Duration;

/// A choice drops out when the leader is ahead of it by so many standard errors of the difference, over the same worlds.
const HOPELESS: f64 = 2.5;
/// The fewest worlds after which a choice drops out.
const FEWEST: usize = 24;
/// Of more choices than this, the worse half drops out after each batch.
const FIELD: usize = 16;
/// The most worlds of a batch.
const BATCH: usize = 256;

/// The choices in a race, each with its values in the worlds tried so far.
#[derive(Debug)]
pub(super) struct Race<'a> {
    choices: &'a [Choice],
    values: Vec<Vec<f32>>,
    sums: Vec<f64>,
    /// In how many worlds each was tried.
    tried: Vec<usize>,
    /// Who is still in it, in the order of the choices.
    running: Vec<usize>,
    worlds: usize,
}

impl<'a> Race<'a> {
    pub(super) fn new(choices: &'a [Choice]) -> Race<'a> {
        Race {
            choices,
            values: vec![Vec::new(); choices.len()],
            sums: vec![0.0; choices.len()],
            tried: vec![0; choices.len()],
            running: (0..choices.len()).collect(),
            worlds: 0,
        }
    }

    /// Runs until the budget is spent or one choice is left, and returns the best; on equal values the first.
    pub(super) fn run(
        &mut self,
        playouts: &mut Playouts<'_>,
        belief: &Belief,
        budget: Budget,
        timer: Timer,
        cull: bool,
        rng: &mut Rng,
    ) -> Choice {
        let limit = budget.count() as usize;
        let mut batch = Batch::default();
        // What one choice in one world takes.
        let mut cost = Duration::ZERO;
        while self.running.len() > 1 && self.worlds < limit {
            let first = match (timer.is_limited(), self.running.len() > FIELD) {
                (true, _) => playouts.grain(),
                (false, true) => 16,
                (false, false) => 32,
            };
            let mut size = self.worlds.clamp(first, BATCH);
            if let Some(left) = timer.left() {
                let round = cost * self.running.len() as u32;
                let affordable = left.as_nanos().checked_div(round.as_nanos()).map_or(size, |worlds| worlds as usize);
                size = size.min(affordable);
            }
            let size = size.min(limit - self.worlds);
            if size == 0 {
                break;
            }
            belief.fill(rng, batch.room(size));
            batch.key = rng.next_u64();
            playouts.prepare(&mut batch);
            let before = timer.left();
            if !self.round(playouts, &batch, timer) {
                break;
            }
            if let (Some(before), Some(after)) = (before, timer.left()) {
                cost = before.saturating_sub(after) / (size * self.running.len()) as u32;
            }
            if cull {
                self.cull();
            }
        }
        self.choices[self.leader()]
    }

    /// Tries all that are running in a batch. Without time for all of them the batch does not count, unless it is the first: then
    /// the rest is out.
    fn round(&mut self, playouts: &mut Playouts<'_>, batch: &Batch, timer: Timer) -> bool {
        for place in 0..self.running.len() {
            if place > 0 && timer.is_over() {
                if self.worlds == 0 {
                    self.running.truncate(place);
                    self.count(batch.worlds.len());
                }
                return false;
            }
            playouts.play(self.choices[self.running[place]], batch, &mut self.values[self.running[place]]);
        }
        self.count(batch.worlds.len());
        true
    }

    fn count(&mut self, worlds: usize) {
        for &arm in &self.running {
            let new = &self.values[arm][self.worlds..self.worlds + worlds];
            self.sums[arm] += new.iter().map(|&value| f64::from(value)).sum::<f64>();
            self.tried[arm] += worlds;
        }
        self.worlds += worlds;
    }

    /// The mean value of each choice over the worlds that it was tried in.
    pub(super) fn judgement(&self) -> Vec<Judged> {
        let arms = self.choices.iter().zip(&self.sums).zip(&self.tried).filter(|(_, tried)| **tried > 0);
        arms.map(|((choice, sum), &tried)| Judged {
            choice: choice.actions(),
            value: sum / tried as f64,
            visits: tried as u32,
        })
        .collect()
    }

    /// The best of those running, the first of equals.
    fn leader(&self) -> usize {
        let better = |best: usize, &arm: &usize| if self.sums[arm] > self.sums[best] { arm } else { best };
        self.running.iter().fold(self.running[0], better)
    }

    /// Drops the hopeless.
    fn cull(&mut self) {
        if self.running.len() > FIELD {
            let keep = (self.running.len() / 2).max(FIELD);
            let mut order = self.running.clone();
            order.sort_by(|&a, &b| self.sums[b].total_cmp(&self.sums[a]));
            order.truncate(keep);
            order.sort_unstable();
            self.running = order;
        }
        if self.worlds < FEWEST {
            return;
        }
        let leader = self.leader();
        let best = &self.values[leader][..self.worlds];
        let (values, worlds) = (&self.values, self.worlds);
        self.running.retain(|&arm| {
            let differences = best.iter().zip(&values[arm][..worlds]).map(|(a, b)| f64::from(a - b));
            arm == leader || !is_ahead(differences, worlds as f64)
        });
    }
}

/// Whether the mean of `n` differences is clearly above zero.
fn is_ahead(differences: impl Iterator<Item = f64>, n: f64) -> bool {
    let (mut sum, mut squares) = (0.0, 0.0);
    for difference in differences {
        sum += difference;
        squares += difference * difference;
    }
    let mean = sum / n;
    let variance = (squares / n - mean * mean).max(0.0);
    mean > 0.0 && mean * mean * n > HOPELESS * HOPELESS * variance
}
