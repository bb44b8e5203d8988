//! Records of hands: what was dealt and done, as one line of JSON (docs/DATA.md §2).

mod check;
pub(crate) mod json;
mod piles;
mod read;
mod replay;
mod write;

use crate::rules::Game;
use crate::{ActionSet, BySeat, Card, CardSet, Deal, Phase, RuleId, Seat, SeatSet, State};
use serde_json::Value;
use std::fmt;

/// A hand from its deal on, as far as it was played: the source of truth of files and bug reports (docs/DATA.md §2).
///
/// [`Record::of`] takes one from a state, [`Record::from_json`] and [`Record::to_json`] are its text,
/// [`Record::replay`] plays it again and checks it.
///
/// ```
/// use gongzhu::{Deal, Record, Rules, Setup, State, rng};
/// let rules = Rules::parse("pagat")?;
/// let setup = Setup::first(&rules, Deal::random(&mut rng::stream(1, 0, rng::Purpose::Deal)));
/// let mut state = State::new(&setup)?;
/// while let Some(action) = state.legal().iter().last() {
///     state.play(action)?;
/// }
/// let line = Record::of(&state).with_results(&state, None).to_json().to_string();
///
/// let record = Record::from_json(&serde_json::from_str(&line)?)?;
/// let setup = record.setup(&rules);
/// let again = record.replay(&setup)?;
/// assert_eq!((again.plays(), again.scores()), (state.plays(), state.scores()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The rule set as [`Rules::from_json`](crate::Rules::from_json) reads it, where the record names one.
    pub rules: Option<Value>,
    /// The number of the hand in its match.
    pub hand: u32,
    /// The totals before the hand.
    pub totals: BySeat<i32>,
    /// The cards, before any pass.
    pub deal: Deal,
    /// The opener where it is told.
    pub opening_seat: Option<Seat>,
    /// The seat that took the pig in the hand before.
    pub pig_taker: Option<Seat>,
    /// What each seat passes, where the hand has a pass. In turn order from the seat after the dealer on, each seat has
    /// all three before the next has any.
    pub pass: Option<BySeat<CardSet>>,
    /// What each seat reveals. `None`: nobody anything, or, where no card is played, nobody has decided yet.
    pub reveal: Option<Reveals>,
    /// The cards in the order played; fewer than 52 in a position in mid-hand.
    pub plays: Vec<Card>,
    /// The seats to which tricks were assigned (Tantony).
    pub assign: Option<Vec<Seat>>,
    /// What the record says of the outcome.
    pub claims: Claims,
}

/// The cards that were revealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reveals {
    /// The cards of each seat.
    pub cards: BySeat<CardSet>,
    /// The seats that have not finished their decision; the last ones in turn order from the seat after the dealer on.
    pub undecided: SeatSet,
}

/// What follows from the actions of a hand, as a record states it. [`Record::replay`] checks whatever is there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// The seat of each play.
    pub seats: Option<Vec<Seat>>,
    /// The player of the highest card of each finished trick.
    pub winners: Option<Vec<Seat>>,
    /// The pile of each seat.
    pub taken: Option<BySeat<CardSet>>,
    /// The lines of each seat's settlement sheet by name, all or some.
    pub lines: Option<BySeat<Vec<(String, i32)>>>,
    /// The legal cards before each play.
    pub legal: Option<Vec<CardSet>>,
    /// The score of each seat.
    pub scores: Option<BySeat<i32>>,
    /// The decision that is due, where the hand is not over.
    pub next: Option<Next>,
}

/// The decision that is due in mid-hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Next {
    /// Whose it is.
    pub seat: Seat,
    /// What is decided.
    pub phase: Phase,
    /// What may be chosen.
    pub legal: ActionSet,
}

impl Next {
    /// The decision that is due in `state`, or `None` where the hand is over.
    pub fn of(state: &State<'_>) -> Option<Next> {
        (state.phase() != Phase::Over).then(|| Next { seat: state.turn(), phase: state.phase(), legal: state.legal() })
    }
}

impl Record {
    /// The record of what has happened in `state`, without claims. A position in mid-hand, in any phase, gives one that
    /// replays to the same position.
    pub fn of(state: &State<'_>) -> Record {
        let setup = state.setup();
        Record {
            rules: Some(setup.rules.to_json()),
            hand: setup.number,
            totals: setup.totals,
            deal: setup.deal,
            opening_seat: setup.opening_seat,
            pig_taker: setup.pig_taker,
            pass: setup.pass_offset().map(|_| *state.passed()),
            reveal: Reveals::of(state),
            plays: state.plays().to_vec(),
            assign: (setup.rules.game() == Game::Tantony).then(|| state.assigned().collect()),
            claims: Claims::default(),
        }
    }

    /// The record with everything that follows from `state`, which it replays to: seats, winners, piles, and scores or
    /// the decision that is due. `legal`, the legal cards before each play, is not known to a state and is taken as
    /// given.
    #[must_use]
    pub fn with_results(self, state: &State<'_>, legal: Option<Vec<CardSet>>) -> Record {
        let over = state.phase() == Phase::Over;
        let named =
            || state.lines().named().map(|lines| lines.into_iter().map(|(name, n)| (name.to_owned(), n)).collect());
        let claims = Claims {
            seats: Some(state.tricks().flat_map(|trick| trick.plays()).map(|(seat, _)| seat).collect()),
            winners: Some(state.winners().collect()),
            taken: Some(*state.taken()),
            lines: over.then(named),
            legal,
            scores: over.then(|| state.scores().map(i32::from)),
            next: Next::of(state),
        };
        Record { claims, ..self }
    }
}

impl Reveals {
    /// The reveals of `state` so far, or `None` before their phase and in games without one.
    fn of(state: &State<'_>) -> Option<Reveals> {
        if state.phase() == Phase::Pass || state.setup().rules.play.revealable.is_empty() {
            return None;
        }
        let shown = |seat| state.revealed().iter().filter(move |&card| state.revealed_by(card) == Some(seat));
        let cards = BySeat::from_fn(|seat| shown(seat).collect::<CardSet>() | state.pending_reveals(seat));
        let mut undecided = SeatSet::EMPTY;
        if state.phase() == Phase::Reveal {
            let mut seat = state.setup().dealer();
            while !undecided.has(state.turn()) {
                undecided = undecided.with(seat);
                seat = seat.offset(3);
            }
        }
        Some(Reveals { cards, undecided })
    }
}

/// Why a record, a pile or a fragment was refused (docs/DATA.md §3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// What is wrong, on one line.
    pub message: String,
    /// The trick in which it is wrong, counted from 1.
    pub trick: Option<u8>,
    /// The card that it is about.
    pub card: Option<Card>,
    /// The rule that is broken.
    pub rule: RuleId,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RecordError {}

impl RecordError {
    /// An error that is about no trick and no card.
    pub fn new(rule: RuleId, message: impl Into<String>) -> RecordError {
        RecordError { message: message.into(), trick: None, card: None, rule }
    }

    /// A text that cannot be read.
    pub fn syntax(message: impl Into<String>) -> RecordError {
        RecordError::new(RuleId::Syntax, message)
    }

    /// The error of a line as the referee prints it: `{"error":"…","line":n,"trick":t,"card":"…","rule":"follow"}`,
    /// trick and card only where it is about one.
    pub fn to_json(&self, line: u64) -> Value {
        let mut fields = vec![("error", Value::from(self.message.as_str())), ("line", Value::from(line))];
        fields.extend(self.trick.map(|trick| ("trick", Value::from(trick))));
        fields.extend(self.card.map(|card| ("card", Value::from(card.to_string()))));
        fields.push(("rule", Value::from(self.rule.name())));
        Value::from_iter(fields)
    }

    fn about(self, card: Card) -> RecordError {
        RecordError { card: Some(card), ..self }
    }

    fn in_trick(self, trick: usize) -> RecordError {
        RecordError { trick: u8::try_from(trick).ok(), ..self }
    }

    fn placed(self, place: impl fmt::Display) -> RecordError {
        RecordError { message: format!("{place}: {}", self.message), ..self }
    }
}
