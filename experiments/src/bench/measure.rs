//! Measuring in slices: the work is done in many short pieces, of which the median and the best are told, because what else
//! the machine does slows some of them down.

use crate::error::RunError;
use gongzhu_strategies::clock::Clock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a slice takes: much longer than reading the clock, and often shorter than the time between two disturbances.
const SLICE: Duration = Duration::from_millis(10);

/// A budget has at least about so many slices.
const FEWEST_SLICES: u32 = 5;

/// How long a path is measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget<'a> {
    /// Time on the wall.
    pub(super) time: Duration,
    /// Set when the user interrupts.
    pub(super) stop: &'a AtomicBool,
}

/// A piece of work and the time that it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    /// How many hands, samples or the like.
    pub(super) units: u64,
    /// Time of the processor.
    pub(super) cpu: Duration,
    /// Time on the wall.
    pub(super) wall: Duration,
}

impl Slice {
    /// Does `work`, which says how many units it did, and takes the time.
    pub(super) fn time(clock: Clock, work: impl FnOnce() -> u64) -> Slice {
        let (start, cpu) = (Instant::now(), clock.now());
        let units = work();
        Slice { units, cpu: clock.now().saturating_sub(cpu), wall: start.elapsed() }
    }
}

/// Nanoseconds a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speed {
    /// Time of the processor: the median over slices.
    pub(super) cpu: f64,
    /// That of the best slices: a tenth of them is faster.
    pub(super) best_cpu: f64,
    /// Time on the wall: the median over slices.
    pub(super) wall: f64,
}

impl Speed {
    /// The speed of some slices, of which there has to be one.
    pub(super) fn of(slices: &[Slice]) -> Speed {
        let cpu = sorted(slices, |slice| slice.cpu);
        let wall = sorted(slices, |slice| slice.wall);
        Speed { cpu: cpu[cpu.len() / 2], best_cpu: cpu[cpu.len() / 10], wall: wall[wall.len() / 2] }
    }
}

fn sorted(slices: &[Slice], time: impl Fn(&Slice) -> Duration) -> Vec<f64> {
    let mut times: Vec<f64> = slices.iter().map(|slice| time(slice).as_nanos() as f64 / slice.units as f64).collect();
    times.sort_by(f64::total_cmp);
    times
}

impl Budget<'_> {
    /// How long a slice takes within this budget.
    pub(super) fn slice(&self) -> Duration {
        SLICE.min(self.time / FEWEST_SLICES)
    }

    /// Takes slices until the time is over.
    ///
    /// # Errors
    /// A slice fails, or the user interrupts.
    pub(super) fn slices(&self, mut slice: impl FnMut() -> Result<Slice, RunError>) -> Result<Vec<Slice>, RunError> {
        let start = Instant::now();
        let mut slices = Vec::new();
        while slices.is_empty() || start.elapsed() < self.time {
            self.check()?;
            slices.push(slice()?);
        }
        Ok(slices)
    }

    /// Does `work`, which says how many units it did, again and again in the calling thread.
    ///
    /// # Errors
    /// The user interrupts.
    pub(super) fn measure(&self, mut work: impl FnMut() -> u64) -> Result<Speed, RunError> {
        let mut time = |calls: u64| Slice::time(Clock::Thread, || (0..calls).map(|_| work()).sum());
        // The first slices warm up, and find how often to call.
        let mut calls = 1;
        while time(calls).cpu < self.slice() / 2 {
            self.check()?;
            calls *= 2;
        }
        Ok(Speed::of(&self.slices(|| Ok(time(calls)))?))
    }

    /// # Errors
    /// The user has interrupted.
    pub(super) fn check(&self) -> Result<(), RunError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(interrupted());
        }
        Ok(())
    }
}

/// What to tell a user who interrupts.
pub(super) fn interrupted() -> RunError {
    RunError::Interrupted("interrupted; nothing was kept".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disturbed_slices_do_not_count() {
        let slice =
            |nanos| Slice { units: 10, cpu: Duration::from_nanos(nanos), wall: Duration::from_nanos(2 * nanos) };
        let mut slices: Vec<Slice> = (0..18).map(|_| slice(1000)).collect();
        slices.extend([slice(1_000_000), slice(900), slice(900)]);
        let speed = Speed::of(&slices);
        assert_eq!((speed.cpu, speed.best_cpu, speed.wall), (100.0, 100.0, 200.0));
        slices.push(slice(900));
        assert_eq!(Speed::of(&slices).best_cpu, 90.0);
    }

    #[test]
    fn an_interruption_ends_the_measurement() {
        let stop = AtomicBool::new(true);
        let budget = Budget { time: Duration::from_secs(3600), stop: &stop };
        assert!(matches!(budget.measure(|| 1), Err(RunError::Interrupted(_))));
    }
}
