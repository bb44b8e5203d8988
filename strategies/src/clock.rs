//! Time that the processor spent: on a shared machine it says more of a bot than time on the wall.

use std::time::Duration;

/// Whose time it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// The calling thread's.
    Thread,
    /// That of all threads of the process.
    Process,
}

impl Clock {
    /// The time spent so far. Where the system does not tell it is time on the wall.
    #[cfg(unix)]
    pub fn now(self) -> Duration {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(match self {
            Clock::Thread => ClockId::ThreadCPUTime,
            Clock::Process => ClockId::ProcessCPUTime,
        });
        // No clock of these is negative.
        Duration::try_from(time).unwrap_or_default()
    }

    /// The time spent so far. Where the system does not tell it is time on the wall.
    #[cfg(not(unix))]
    pub fn now(self) -> Duration {
        use std::sync::OnceLock;
        use std::time::Instant;
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed()
    }
}
