//! How long a search may think.

use crate::clock::Clock;
use std::time::Duration;

/// What a search may spend on one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many worlds or iterations: the same on every machine.
    Count(u32),
    /// So many microseconds of this thread's processor time: how far that goes, and so what is played, differs from run to run.
    Micros(u32),
}

impl Budget {
    /// The most worlds or iterations that a search by time makes.
    const MOST: u32 = 1 << 16;

    /// How many worlds or iterations there are at most.
    pub(crate) fn count(self) -> u32 {
        match self {
            Budget::Count(count) => count,
            Budget::Micros(0) => 0,
            Budget::Micros(_) => Budget::MOST,
        }
    }

    /// Whether the same decision always gets the same search.
    pub(crate) fn is_repeatable(self) -> bool {
        matches!(self, Budget::Count(_))
    }

    /// The count as an option's value.
    pub(crate) fn count_text(self) -> Option<String> {
        match self {
            Budget::Count(count) => Some(count.to_string()),
            Budget::Micros(_) => None,
        }
    }

    /// The time as an option's value, in milliseconds.
    pub(crate) fn millis_text(self) -> Option<String> {
        match self {
            Budget::Count(_) => None,
            Budget::Micros(micros) => Some((f64::from(micros) / 1000.0).to_string()),
        }
    }
}

/// A budget of so many milliseconds, up to a minute.
pub(crate) fn millis(text: &str) -> Option<Budget> {
    let millis: f64 = text.parse().ok()?;
    (0.0..=60_000.0).contains(&millis).then(|| Budget::Micros((millis * 1000.0).round() as u32))
}

/// Watches the time of one decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    /// When to stop; `None` without a limit, and then no clock is read.
    end: Option<Duration>,
}

impl Timer {
    pub(crate) fn start(budget: Budget) -> Timer {
        match budget {
            Budget::Count(_) => Timer { end: None },
            Budget::Micros(micros) => {
                Timer { end: Some(Clock::Thread.now() + Duration::from_micros(u64::from(micros))) }
            }
        }
    }

    /// Whether there is a limit.
    pub(crate) fn is_limited(&self) -> bool {
        self.end.is_some()
    }

    /// What is left, or `None` where there is no limit.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_sub(Clock::Thread.now()))
    }

    /// Whether the time is up.
    pub(crate) fn is_over(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }
}
