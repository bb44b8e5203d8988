//! Time that the processor spent on this thread: on a shared machine it says more of a bot than time on the wall.

use std::time::Duration;

/// The time that the calling thread has spent so far. Where the system does not tell it is time on the wall.
#[cfg(unix)]
pub fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    // This clock is never negative.
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// The time that the calling thread has spent so far. Where the system does not tell it is time on the wall.
#[cfg(not(unix))]
pub fn thread_time() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
