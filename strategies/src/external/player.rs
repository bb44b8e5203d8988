//! The player of an external bot, and the bot itself.

use super::command::Invocation;
use super::message::Choice;
use super::pool::{Pool, Session};
use super::report::{ExternalReport, Fault};
use crate::Random;
use crate::registry::BotError;
use gongzhu::rng::Rng;
use gongzhu::{Card, CardSet, Seat, SeatSet, Strategy, View};
use std::fmt;
use std::sync::Arc;

/// An external bot with its processes. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Program(Arc<Pool>);

impl Program {
    /// Reads what stands behind `exec:`.
    pub(crate) fn read(bot: &'static str, text: &str) -> Result<Program, BotError> {
        let invocation = Invocation::read(bot, text)?;
        invocation.check_program(bot)?;
        Ok(Program(Arc::new(Pool::new(invocation))))
    }

    /// The same with processes of its own.
    pub(crate) fn fresh(&self) -> Program {
        Program(Arc::new(Pool::new(self.0.invocation.clone())))
    }

    /// A player for a seat, in a unit (deal, number of matches) of which a process sees only one seating.
    pub(crate) fn player(&self, unit: Option<u64>) -> External {
        let report = ExternalReport::default();
        External { pool: Arc::clone(&self.0), unit, session: None, report, faults: 0 }
    }

    /// Ends the processes that nobody plays with, and says what became of all decisions.
    pub(crate) fn finish(&self) -> ExternalReport {
        self.0.finish()
    }
}

impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        self.0.invocation == other.0.invocation
    }
}

impl Eq for Program {}

/// What stands behind `exec`.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.invocation.fmt(f)
    }
}

/// A player that asks a process. Where the process fails it chooses as [`Random`] does, from the stream of its seat.
#[derive(Debug)]
pub struct External {
    pool: Arc<Pool>,
    unit: Option<u64>,
    /// Its process, from the first decision on.
    session: Option<Session>,
    report: ExternalReport,
    /// The faults since they were last asked for.
    faults: u8,
}

impl External {
    /// Asks for a decision with more than one choice. Nothing where the answer fails.
    fn ask<C: Choice>(&mut self, view: &View<'_>, is_legal: impl Fn(&C) -> bool) -> Option<C> {
        self.report.decisions += 1;
        let choice = if self.pool.has_forfeited() {
            self.report.forfeited += 1;
            None
        } else {
            self.choose(view, is_legal).inspect_err(|&fault| self.report.add(fault)).ok()
        };
        self.faults = self.faults.saturating_add(u8::from(choice.is_none()));
        choice
    }

    fn choose<C: Choice>(&mut self, view: &View<'_>, is_legal: impl Fn(&C) -> bool) -> Result<C, Fault> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.pool.take(view.rules().to_json(), view.seat(), self.unit, &mut self.report)?,
        };
        let time = self.pool.invocation.time();
        let answer = session.ask(view, view.legal(), time, &mut self.report);
        let choice = match answer {
            Err(failure) if !failure.usable => {
                self.pool.discard(session, failure.fault);
                return Err(failure.fault);
            }
            Err(failure) => Err(failure.fault),
            Ok(action) => match C::read(&action) {
                None => Err(Fault::Malformed),
                Some(choice) if is_legal(&choice) => Ok(choice),
                Some(_) => Err(Fault::Illegal),
            },
        };
        if let Err(fault) = choice {
            self.pool.note(&session, fault);
        }
        self.session = Some(session);
        choice
    }
}

impl Strategy for External {
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        let chosen = self.ask(view, |cards: &CardSet| cards.len() == 3 && cards.is_subset(view.hand()));
        chosen.unwrap_or_else(|| Random.pass(view, rng))
    }

    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        if revealable.is_empty() {
            return revealable;
        }
        let chosen = self.ask(view, |cards: &CardSet| cards.is_subset(revealable));
        chosen.unwrap_or_else(|| Random.reveal(view, revealable, rng))
    }

    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        match legal.first() {
            Some(only) if legal.len() == 1 => only,
            _ => self.ask(view, |&card: &Card| legal.has(card)).unwrap_or_else(|| Random.play(view, legal, rng)),
        }
    }

    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        match legal.nth(0) {
            Some(only) if legal.len() == 1 => only,
            _ => self.ask(view, |&seat: &Seat| legal.has(seat)).unwrap_or_else(|| Random.assign(view, legal, rng)),
        }
    }

    fn take_faults(&mut self) -> u8 {
        std::mem::take(&mut self.faults)
    }
}

/// The process waits for the next hand.
impl Drop for External {
    fn drop(&mut self) {
        self.pool.add(&self.report);
        if let Some(session) = self.session.take() {
            self.pool.give(session);
        }
    }
}
