//! How long bots think: the CPU time of their decisions, measured on a sample because reading the clock takes longer than
//! a fast bot.

use gongzhu::rng::Rng;
use gongzhu::{BySeat, Card, CardSet, Seat, SeatSet, Strategy, View};
use gongzhu_strategies::clock::Clock;
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Units whose number is a multiple of it are timed …
const EVERY: u64 = 16;

/// … below this number: what a long run of fast bots loses has a bound, and slow bots rarely get there.
const BELOW: u64 = 1024;

/// The times of decisions of one bot. They differ from run to run, so they belong in no data file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Times {
    decisions: u64,
    /// The sum, in nanoseconds. A single time may come out below zero, as what the clock takes is subtracted.
    total: i64,
    longest: i64,
}

impl Times {
    fn add(&mut self, nanoseconds: i64) {
        self.merge(&Times { decisions: 1, total: nanoseconds, longest: nanoseconds });
    }

    /// Adds other decisions of the bot.
    pub fn merge(&mut self, other: &Times) {
        self.decisions += other.decisions;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// The mean CPU time of a decision in milliseconds; none if no decision was timed.
    pub fn mean_ms(&self) -> Option<f64> {
        (self.decisions > 0).then(|| (self.total as f64 / self.decisions as f64).max(0.0) / 1e6)
    }

    /// The longest CPU time of a decision in milliseconds; none if no decision was timed.
    pub fn longest_ms(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.longest as f64 / 1e6)
    }
}

/// Collects the times of the bots of a run, from all threads.
#[derive(Debug)]
pub struct Stopwatch {
    bots: Vec<Mutex<Times>>,
    /// What measuring nothing takes at least, in nanoseconds.
    idle: i64,
}

impl Stopwatch {
    /// A stopwatch for so many bots.
    pub fn new(bots: usize) -> Stopwatch {
        const TRIES: usize = 101;
        let idle = (0..TRIES).map(|_| {
            let start = Clock::Thread.now();
            nanoseconds(Clock::Thread.now().saturating_sub(start))
        });
        // The least, because whatever else the machine does only adds to it.
        Stopwatch { bots: (0..bots).map(|_| Mutex::default()).collect(), idle: idle.min().unwrap_or_default() }
    }

    /// Itself, if the unit (deal, match) of this number is one of those that are timed.
    pub fn for_unit(&self, unit: u64) -> Option<&Stopwatch> {
        (unit < BELOW && unit.is_multiple_of(EVERY)).then_some(self)
    }

    /// The players of a table, each with its own clock.
    pub(super) fn start<S>(&self, players: BySeat<S>) -> BySeat<Timed<S>> {
        BySeat(players.0.map(|player| Timed { player, idle: self.idle, times: Times::default() }))
    }

    /// Takes the times of the players of a table; `bots` says which bot sits where.
    pub(super) fn stop<S>(&self, players: &BySeat<Timed<S>>, bots: [u8; 4]) {
        for (player, bot) in players.0.iter().zip(bots) {
            if let Some(times) = self.bots.get(usize::from(bot)) {
                times.lock().unwrap_or_else(PoisonError::into_inner).merge(&player.times);
            }
        }
    }

    /// The times of each bot so far.
    pub fn times(&self) -> Vec<Times> {
        self.bots.iter().map(|times| *times.lock().unwrap_or_else(PoisonError::into_inner)).collect()
    }
}

fn nanoseconds(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}

/// A player whose decisions are timed, except where it has no choice.
pub(super) struct Timed<S> {
    player: S,
    idle: i64,
    times: Times,
}

impl<S> Timed<S> {
    fn decide<T>(&mut self, choices: usize, decide: impl FnOnce(&mut S) -> T) -> T {
        if choices < 2 {
            return decide(&mut self.player);
        }
        let start = Clock::Thread.now();
        let decision = decide(&mut self.player);
        let spent = Clock::Thread.now().saturating_sub(start);
        self.times.add(nanoseconds(spent) - self.idle);
        decision
    }
}

impl<S: Strategy> Strategy for Timed<S> {
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        self.decide(view.hand().len(), |player| player.pass(view, rng))
    }
    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        // Every subset is a choice.
        self.decide(1 << revealable.len(), |player| player.reveal(view, revealable, rng))
    }
    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        self.decide(legal.len(), |player| player.play(view, legal, rng))
    }
    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        self.decide(legal.len(), |player| player.assign(view, legal, rng))
    }
    fn take_faults(&mut self) -> u8 {
        self.player.take_faults()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_add_up_and_keep_the_longest() {
        let mut times = Times::default();
        assert_eq!((times.mean_ms(), times.longest_ms()), (None, None));
        [4_000_000, -1_000_000, 6_000_000].into_iter().for_each(|time| times.add(time));
        assert_eq!((times.mean_ms(), times.longest_ms()), (Some(3.0), Some(6.0)));
        let twice = {
            let mut twice = times;
            twice.merge(&times);
            twice
        };
        assert_eq!((twice.decisions, twice.mean_ms(), twice.longest_ms()), (6, Some(3.0), Some(6.0)));
    }

    #[test]
    fn forced_decisions_are_not_timed() {
        let stopwatch = Stopwatch::new(2);
        let mut players = stopwatch.start(BySeat([(); 4]));
        players.0[1].decide(1, |()| ());
        players.0[2].decide(2, |()| std::hint::black_box((0..100_000u64).map(std::hint::black_box).sum::<u64>()));
        stopwatch.stop(&players, [0, 1, 0, 1]);
        let [first, second] = stopwatch.times()[..] else { panic!("two bots") };
        assert_eq!((first.decisions, second), (1, Times::default()));
        assert!(first.total > 0 && first.total == first.longest);
    }

    #[test]
    fn the_sample_is_sparse_and_begins_with_the_first_unit() {
        let stopwatch = Stopwatch::new(0);
        let timed: Vec<u64> = (0..1 << 20).filter(|&unit| stopwatch.for_unit(unit).is_some()).collect();
        assert_eq!((timed[0], timed[1], timed.len() as u64), (0, EVERY, BELOW / EVERY));
    }
}
