//! What became of the decisions that an external bot was asked for.

use std::path::PathBuf;
use std::time::Duration;

/// What goes wrong with an external bot. Each costs it one decision: a uniformly random legal action is taken in its place,
/// drawn from the stream of its seat (RULES.md §1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program could not be started, or said no fitting hello in time.
    Start,
    /// The process ended.
    Crash,
    /// The process closed its input or output and lives on.
    Disconnect,
    /// No answer within the time to decide and a second more.
    Stall,
    /// An answer after the time to decide.
    Late,
    /// A line that is no answer to the request.
    Malformed,
    /// An answer that the rules forbid.
    Illegal,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 7] =
        [Fault::Start, Fault::Crash, Fault::Disconnect, Fault::Stall, Fault::Late, Fault::Malformed, Fault::Illegal];

    /// What reports call it.
    pub fn name(self) -> &'static str {
        ["start", "crash", "disconnect", "stall", "late", "malformed", "illegal"][self as usize]
    }
}

/// What became of the decisions that an external bot was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExternalReport {
    /// The decisions with more than one choice.
    pub decisions: u64,
    /// Those among them that were not asked for any more, since the bot had forfeited: random legal actions were taken.
    pub forfeited: u64,
    /// How many processes were started.
    pub processes: u64,
    /// How many of them had to be killed at the end, since they did not end when asked to.
    pub killed: u64,
    faults: [u64; Fault::ALL.len()],
    /// The time on the wall between requests and their answers, late ones included.
    pub(super) waited: Duration,
    pub(super) answers: u64,
    /// The longest time between a request and its answer.
    pub longest: Duration,
    /// Where the standard error of its processes is, and what went wrong with them; none if there was nothing to write.
    pub log: Option<PathBuf>,
}

impl ExternalReport {
    /// How often something went wrong.
    pub fn count(&self, fault: Fault) -> u64 {
        self.faults[fault as usize]
    }

    /// The decisions that a random legal action was taken for.
    pub fn taken_over(&self) -> u64 {
        self.forfeited + self.faults.iter().sum::<u64>()
    }

    /// The mean time on the wall between a request and its answer; none without an answer.
    pub fn mean(&self) -> Option<Duration> {
        let nanos = self.waited.as_nanos().checked_div(u128::from(self.answers))?;
        Some(Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX)))
    }

    pub(super) fn add(&mut self, fault: Fault) {
        self.faults[fault as usize] += 1;
    }

    pub(super) fn add_answer(&mut self, waited: Duration) {
        self.answers += 1;
        self.waited += waited;
        self.longest = self.longest.max(waited);
    }

    pub(super) fn merge(&mut self, other: &ExternalReport) {
        self.decisions += other.decisions;
        self.forfeited += other.forfeited;
        self.processes += other.processes;
        self.killed += other.killed;
        self.faults.iter_mut().zip(other.faults).for_each(|(sum, count)| *sum += count);
        self.waited += other.waited;
        self.answers += other.answers;
        self.longest = self.longest.max(other.longest);
    }
}
