//! The processes of a bot: who gets which, when one is replaced, and when there are none any more.

use super::command::Invocation;
use super::log::Log;
use super::message::{self, QUIT};
use super::process::{Broken, Process};
use super::report::{ExternalReport, Fault};
use gongzhu::{ActionSet, Seat, View};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long after the time to decide an answer is waited for, so that the process can be asked again.
const GRACE: Duration = Duration::from_secs(1);

/// How long processes may take to end when they are asked to.
const FAREWELL: Duration = Duration::from_secs(1);

/// So many of its latest units a process isn't seated at again. Many more than are ever in play at a time.
const REMEMBERED: usize = 4096;

/// The processes of a bot.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) invocation: Invocation,
    log: Arc<Log>,
    idle: Mutex<Vec<Session>>,
    /// How many processes were lost.
    lost: AtomicU32,
    report: Mutex<ExternalReport>,
}

impl Pool {
    pub(super) fn new(invocation: Invocation) -> Pool {
        Pool {
            invocation,
            log: Arc::default(),
            idle: Mutex::default(),
            lost: AtomicU32::new(0),
            report: Mutex::default(),
        }
    }

    /// A process that decides for a seat under some rules: an idle one that has not seen the unit (a deal in all its
    /// seatings), or a new one.
    pub(super) fn take(
        &self,
        rules: Value,
        seat: Seat,
        unit: Option<u64>,
        report: &mut ExternalReport,
    ) -> Result<Session, Fault> {
        let fits = |session: &Session| {
            session.seat == seat && session.rules == rules && !unit.is_some_and(|unit| session.units.contains(&unit))
        };
        let mut idle = lock(&self.idle);
        let found = idle.iter().rposition(fits).map(|at| idle.remove(at));
        drop(idle);
        let mut session = match found {
            Some(session) => session,
            None => {
                report.processes += 1;
                self.start(rules, seat).inspect_err(|_| self.lose())?
            }
        };
        if let Some(unit) = unit {
            session.units.truncate(REMEMBERED - 1);
            session.units.push_front(unit);
        }
        Ok(session)
    }

    fn start(&self, rules: Value, seat: Seat) -> Result<Session, Fault> {
        let failed = |reason: String| {
            self.log.note(&format!("seat {seat}: not started: {reason}"));
            Fault::Start
        };
        let until = Instant::now() + self.invocation.start_time();
        let mut process = Process::start(&self.invocation.words, Arc::clone(&self.log))
            .map_err(|error| failed(format!("{}: {error}", self.invocation.words[0])))?;
        let hello = message::hello(&rules, seat);
        let answer = process.exchange(hello.as_bytes(), until).map_err(|broken| match broken {
            Broken::Ended => "it ended".to_owned(),
            Broken::HungUp => "it closed its input or output".to_owned(),
            Broken::Silent => format!("no hello within {} ms", self.invocation.options.start_ms),
            Broken::Endless => "its first line does not end".to_owned(),
        });
        match answer.and_then(|line| message::is_hello(&line)) {
            Ok(()) => Ok(Session { process, rules, seat, units: VecDeque::new(), asked: 0, owed: None }),
            Err(reason) => Err(failed(format!("{reason} ({})", process.end()))),
        }
    }

    /// Takes back a process that is fit for further hands.
    pub(super) fn give(&self, session: Session) {
        lock(&self.idle).push(session);
    }

    /// Takes note of a process that is gone.
    fn lose(&self) {
        self.lost.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether more processes were lost than may be replaced.
    pub(super) fn has_forfeited(&self) -> bool {
        self.lost.load(Ordering::Relaxed) > self.invocation.options.restarts
    }

    /// Ends a process with which something went wrong.
    pub(super) fn discard(&self, session: Session, fault: Fault) {
        let (seat, id) = (session.seat, session.asked);
        let status = session.process.end();
        self.log.note(&format!("seat {seat}, request {id}: {}; the process is gone ({status})", fault.name()));
        self.lose();
    }

    /// Writes down a fault of a process that stays.
    pub(super) fn note(&self, session: &Session, fault: Fault) {
        self.log.note(&format!("seat {}, request {}: {}", session.seat, session.asked, fault.name()));
    }

    pub(super) fn add(&self, report: &ExternalReport) {
        lock(&self.report).merge(report);
    }

    /// Ends the idle processes, and says what became of all decisions.
    pub(super) fn finish(&self) -> ExternalReport {
        self.end_all();
        let mut report = lock(&self.report).clone();
        report.log = self.log.path();
        report
    }

    /// Asks all idle processes to end, and kills those that don't.
    fn end_all(&self) {
        let mut sessions = std::mem::take(&mut *lock(&self.idle));
        sessions.iter_mut().for_each(|session| session.process.ask_to_end(QUIT));
        let until = Instant::now() + FAREWELL;
        for mut session in sessions {
            let ended = session.process.ends_until(until);
            let status = session.process.end();
            if !ended {
                lock(&self.report).killed += 1;
                self.log.note(&format!("seat {}: did not end when asked to ({status})", session.seat));
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.end_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process that has said hello.
#[derive(Debug)]
pub(super) struct Session {
    process: Process,
    rules: Value,
    seat: Seat,
    /// The units that it was seated at, the latest first.
    units: VecDeque<u64>,
    /// How many requests it got: their ids are 1, 2, 3, …
    asked: u64,
    /// The request before, if its answer may still come.
    owed: Option<u64>,
}

/// What came instead of an answer.
pub(super) struct Failure {
    pub(super) fault: Fault,
    /// Whether the process can be asked again.
    pub(super) usable: bool,
}

impl Session {
    /// Asks for a decision.
    pub(super) fn ask(
        &mut self,
        view: &View<'_>,
        legal: ActionSet,
        time: Duration,
        report: &mut ExternalReport,
    ) -> Result<Value, Failure> {
        self.asked += 1;
        let start = Instant::now();
        let request = message::decide(self.asked, time, view, legal);
        let mut output = request.as_bytes();
        loop {
            let line = self.process.exchange(output, start + time + GRACE).map_err(Failure::from)?;
            output = &[];
            match message::action(&line) {
                Some((id, action)) if id == self.asked => {
                    let waited = start.elapsed();
                    report.add_answer(waited);
                    return if waited <= time { Ok(action) } else { Err(Failure { fault: Fault::Late, usable: true }) };
                }
                // Something else came first, and was what counted.
                Some((id, _)) if self.owed == Some(id) => self.owed = None,
                _ => {
                    self.owed = Some(self.asked);
                    // One that talks and does not listen never would.
                    return Err(Failure { fault: Fault::Malformed, usable: !self.process.is_behind() });
                }
            }
        }
    }
}

impl From<Broken> for Failure {
    fn from(broken: Broken) -> Failure {
        let fault = match broken {
            Broken::Ended => Fault::Crash,
            Broken::HungUp => Fault::Disconnect,
            Broken::Silent => Fault::Stall,
            Broken::Endless => Fault::Malformed,
        };
        Failure { fault, usable: false }
    }
}
