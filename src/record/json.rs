//! Reading JSON: typed access with messages that say where a value stands and what was expected of it.

use super::RecordError;
use crate::rules::{did_you_mean, quoted};
use crate::{ActionKind, ActionSet, BySeat, Card, CardSet, NotationError, Phase, RuleId, Seat};
use serde_json::{Map, Value};
use std::fmt;
use std::ops::RangeInclusive;

/// Totals and numbers of hands beyond this are refused: no sum of them and of scores leaves 32 bits.
const MOST: i64 = 1_000_000_000;

/// The numbers that a total or a score may be.
pub(crate) const SCORES: RangeInclusive<i64> = -MOST..=MOST;
/// The numbers that a hand may have.
pub(crate) const HANDS: RangeInclusive<i64> = 0..=MOST;

type Read<T> = Result<T, RecordError>;

/// The fields of an object that has only known ones. A field that is `null` counts as absent.
pub(crate) struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// The object `value`, which messages call `what`; a field that is not in `known` is refused with the nearest one
    /// that is.
    pub(crate) fn new(value: &'a Value, what: &str, known: &[&str]) -> Read<Fields<'a>> {
        let Value::Object(object) = value else {
            return Err(RecordError::syntax(format!("{what} is a JSON object, not {}", shown(value))));
        };
        match object.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(Fields(object)),
            Some(key) => {
                let hint = did_you_mean(key, known);
                Err(RecordError::syntax(format!("{what} has no field {}{hint}", quoted(key))))
            }
        }
    }

    /// The field `key` as it stands.
    pub(crate) fn raw(&self, key: &str) -> Option<&'a Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    /// The field `key` read by `read`, or `None` where it is absent.
    pub(crate) fn maybe<T>(&self, key: &str, read: impl FnOnce(&Value) -> Read<T>) -> Read<Option<T>> {
        self.raw(key).map(|value| within(key, read(value))).transpose()
    }

    /// The field `key` read by `read`; its absence is an error.
    pub(crate) fn need<T>(&self, key: &str, read: impl FnOnce(&Value) -> Read<T>) -> Read<T> {
        self.maybe(key, read)?.ok_or_else(|| RecordError::syntax(format!("the field '{key}' is missing")))
    }
}

/// `result`, its message told to be about `place`.
pub(crate) fn within<T>(place: impl fmt::Display, result: Read<T>) -> Read<T> {
    result.map_err(|error| RecordError { message: format!("{place}: {}", error.message), ..error })
}

/// A value as messages show it.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(values) if values.len() > 8 => format!("a list of {}", values.len()),
        Value::Object(_) => "an object".to_owned(),
        other => {
            let text = other.to_string();
            if text.chars().count() > 40 { "a longer value".to_owned() } else { text }
        }
    }
}

fn wrong(value: &Value, expected: &str) -> RecordError {
    RecordError::syntax(format!("{} is not {expected}", shown(value)))
}

/// A whole number within `range`; `3.0` is one.
pub(crate) fn whole(value: &Value, range: RangeInclusive<i64>) -> Read<i64> {
    let exact = |number: f64| number.fract() == 0.0 && number.abs() < 1e15;
    let number = value.as_i64().or_else(|| value.as_f64().filter(|&number| exact(number)).map(|number| number as i64));
    number
        .filter(|number| range.contains(number))
        .ok_or_else(|| wrong(value, &format!("a whole number from {} to {}", range.start(), range.end())))
}

/// A total or a score.
pub(crate) fn score(value: &Value) -> Read<i32> {
    whole(value, SCORES).map(|score| score as i32)
}

/// A seat, 0–3.
pub(crate) fn seat(value: &Value) -> Read<Seat> {
    whole(value, 0..=3).map(|seat| Seat::wrapping(seat as usize)).map_err(|_| wrong(value, "a seat, 0 to 3"))
}

/// A card.
pub(crate) fn card(value: &Value) -> Read<Card> {
    let card = value.as_str().and_then(|text| text.parse().ok());
    card.ok_or_else(|| wrong(value, "a card; write rank then suit, like QS, TC or 10C"))
}

/// A set of cards: a list of cards in any order, or a hand like `S:AQ3 H:KT D:- C:82`.
pub(crate) fn cards(value: &Value) -> Read<CardSet> {
    match value {
        Value::String(text) => hand(text),
        Value::Array(_) => set(&list(value, card)?),
        _ => Err(wrong(value, "a list of cards or a hand like S:AQ3 H:KT D:- C:82")),
    }
}

/// The cards of a list as a set; a card that stands there twice is no part of any deal.
pub(crate) fn set(cards: &[Card]) -> Read<CardSet> {
    let mut set = CardSet::EMPTY;
    for &card in cards {
        if set.has(card) {
            return Err(RecordError::new(RuleId::Deal, format!("{card} is listed twice")).about(card));
        }
        set = set.with(card);
    }
    Ok(set)
}

/// A hand like `S:AQ3 H:KT D:- C:82`.
pub(crate) fn hand(text: &str) -> Read<CardSet> {
    text.parse().map_err(|error| match error {
        NotationError::Twice(card) => {
            let error = RecordError::new(RuleId::Deal, format!("{card} is given twice"));
            RecordError { card: card.parse().ok(), ..error }
        }
        NotationError::Rank(rank) => RecordError::syntax(format!("{} is no rank", quoted(&rank.to_string()))),
        _ => RecordError::syntax(format!("{} is no hand; write one like S:AQ3 H:KT D:- C:82", quoted(text))),
    })
}

/// A list.
pub(crate) fn list<T>(value: &Value, read: impl Fn(&Value) -> Read<T>) -> Read<Vec<T>> {
    let entries = value.as_array().ok_or_else(|| wrong(value, "a list"))?;
    let entries = entries.iter().enumerate();
    entries.map(|(i, entry)| read(entry).map_err(|error| error.placed(format!("entry {}", i + 1)))).collect()
}

/// A list of four, one for each seat.
pub(crate) fn by_seat<T>(value: &Value, read: impl Fn(Seat, &Value) -> Read<T>) -> Read<BySeat<T>> {
    let Some([a, b, c, d]) = value.as_array().map(Vec::as_slice) else {
        return Err(wrong(value, "a list of four, one for each seat"));
    };
    let read = |seat: Seat, value| read(seat, value).map_err(|error| error.placed(format!("seat {seat}")));
    let [s, t, u, v] = Seat::ALL;
    Ok(BySeat([read(s, a)?, read(t, b)?, read(u, c)?, read(v, d)?]))
}

/// The names of the phases that have decisions.
const PHASES: [(Phase, &str); 4] =
    [(Phase::Pass, "pass"), (Phase::Reveal, "reveal"), (Phase::Play, "play"), (Phase::Assign, "assign")];

/// A phase by its name.
pub(crate) fn phase(value: &Value) -> Read<Phase> {
    let phase = PHASES.into_iter().find(|(_, name)| value.as_str() == Some(name));
    phase.map(|(phase, _)| phase).ok_or_else(|| wrong(value, "a phase: pass, reveal, play or assign"))
}

/// The name of a phase.
pub(crate) fn phase_name(phase: Phase) -> &'static str {
    PHASES.into_iter().find(|&(known, _)| known == phase).map_or("over", |(_, name)| name)
}

/// Cards as a list, in ascending order.
pub(crate) fn of_cards(cards: impl IntoIterator<Item = Card>) -> Value {
    cards.into_iter().map(|card| card.to_string()).collect()
}

/// Seats as a list.
pub(crate) fn of_seats(seats: impl IntoIterator<Item = Seat>) -> Value {
    seats.into_iter().map(Seat::index).collect()
}

/// A list of four sets of cards.
pub(crate) fn of_piles(piles: &BySeat<CardSet>) -> Value {
    piles.0.into_iter().map(of_cards).collect()
}

impl ActionSet {
    /// The legal actions as the referee writes them: cards to pass, play or reveal by name, `"done"` for revealing
    /// nothing more, and the seats that may receive a trick as numbers. `["QS","TC","done"]`, `[0,2,3]`.
    pub fn to_json(self) -> Value {
        let action = |action: crate::Action| match action.kind() {
            ActionKind::Card(card) | ActionKind::Reveal(card) => Value::from(card.to_string()),
            ActionKind::Done => Value::from("done"),
            ActionKind::Assign(seat) => Value::from(seat.index()),
        };
        self.iter().map(action).collect()
    }
}
