//! Records from JSON.

use super::json::{self, Fields};
use super::{Claims, Next, Record, RecordError, Reveals};
use crate::{Action, ActionSet, BySeat, Card, CardSet, Deal, Misdeal, Phase, RuleId, Seat, SeatSet};
use serde_json::Value;

/// The fields of a record in their canonical order.
const FIELDS: [&str; 17] = [
    "rules",
    "hand",
    "totals",
    "deal",
    "opening_seat",
    "pig_taker",
    "pass",
    "reveal",
    "plays",
    "assign",
    "seats",
    "winners",
    "taken",
    "lines",
    "legal",
    "scores",
    "next",
];

type Read<T> = Result<T, RecordError>;

impl Record {
    /// The record in a JSON object (docs/DATA.md §2).
    ///
    /// Only `deal` must be there. Whole numbers may be written `3.0`, cards and hands in every spelling of docs/DATA.md §1,
    /// a set of cards as a list or as a hand, and the deal also as one text of four hands joined by `|`. A field that
    /// is `null` counts as absent.
    ///
    /// In mid-hand: `pass` lists may be short, and in `reveal` a seat that has not decided has `null`, or a list that
    /// ends in `null` where it has revealed something and may reveal more.
    ///
    /// # Errors
    /// An unknown field (a slip of the pen would otherwise change the meaning unseen; the message names the nearest
    /// known field), a value of the wrong kind, or cards that are no deal. Whether the hand keeps the rules is for
    /// [`Record::replay`].
    pub fn from_json(value: &Value) -> Read<Record> {
        let fields = Fields::new(value, "a record", &FIELDS)?;
        Ok(Record {
            rules: fields.raw("rules").cloned(),
            hand: fields.maybe("hand", |value| json::whole(value, json::HANDS))?.unwrap_or(0) as u32,
            totals: fields
                .maybe("totals", |value| json::by_seat(value, |_, total| json::score(total)))?
                .unwrap_or_default(),
            deal: fields.need("deal", deal)?,
            opening_seat: fields.maybe("opening_seat", json::seat)?,
            pig_taker: fields.maybe("pig_taker", json::seat)?,
            pass: fields.maybe("pass", |value| json::by_seat(value, |_, cards| pass(cards)))?,
            reveal: fields.maybe("reveal", reveals)?,
            plays: fields.maybe("plays", plays)?.unwrap_or_default(),
            assign: fields.maybe("assign", |value| json::list(value, json::seat))?,
            claims: claims(&fields)?,
        })
    }
}

fn claims(fields: &Fields<'_>) -> Read<Claims> {
    Ok(Claims {
        seats: fields.maybe("seats", |value| json::list(value, json::seat))?,
        winners: fields.maybe("winners", |value| json::list(value, json::seat))?,
        taken: fields.maybe("taken", |value| json::by_seat(value, |_, cards| json::cards(cards)))?,
        lines: fields.maybe("lines", |value| json::by_seat(value, |_, lines| named(lines)))?,
        legal: fields.maybe("legal", |value| json::list(value, json::cards))?,
        scores: fields.maybe("scores", |value| json::by_seat(value, |_, score| json::score(score)))?,
        next: fields.maybe("next", next)?,
    })
}

/// Four hands, in a list or joined by `|`.
fn deal(value: &Value) -> Read<Deal> {
    let hands = match value {
        Value::String(text) => {
            let hands: Vec<Value> = text.split('|').map(Value::from).collect();
            json::by_seat(&Value::from(hands), |_, hand| json::cards(hand))
        }
        value => json::by_seat(value, |_, hand| json::cards(hand)),
    }?;
    Deal::new(hands).map_err(|misdeal| {
        let error = RecordError::new(RuleId::Deal, misdeal.to_string());
        match misdeal {
            Misdeal::Duplicate { card, .. } => error.about(card),
            Misdeal::Count { missing, .. } => RecordError { card: missing, ..error },
        }
    })
}

/// The cards of one seat's pass; `null` for none yet.
fn pass(value: &Value) -> Read<CardSet> {
    if value.is_null() {
        return Ok(CardSet::EMPTY);
    }
    json::cards(value).map_err(|error| match error.rule {
        RuleId::Deal => RecordError { rule: RuleId::Pass, ..error },
        _ => error,
    })
}

fn reveals(value: &Value) -> Read<Reveals> {
    let seats = json::by_seat(value, |_, cards| reveal(cards))?;
    let undecided: SeatSet = seats.iter().filter(|(_, (_, done))| !done).map(|(seat, _)| seat).collect();
    Ok(Reveals { cards: seats.map(|(cards, _)| cards), undecided })
}

/// The cards that one seat reveals, and whether that is all.
fn reveal(value: &Value) -> Read<(CardSet, bool)> {
    let (cards, done) = match value {
        Value::Null => return Ok((CardSet::EMPTY, false)),
        Value::Array(cards) if cards.last().is_some_and(Value::is_null) => {
            (json::cards(&Value::from(&cards[..cards.len() - 1])), false)
        }
        cards => (json::cards(cards), true),
    };
    let cards = cards.map_err(|error| match error.rule {
        RuleId::Deal => RecordError { rule: RuleId::Reveal, ..error },
        _ => error,
    })?;
    Ok((cards, done))
}

fn plays(value: &Value) -> Read<Vec<Card>> {
    let plays = json::list(value, json::card)?;
    match plays.get(52) {
        None => Ok(plays),
        Some(&card) => {
            let message = format!("{} cards are played, but a hand is over after 52", plays.len());
            Err(RecordError::new(RuleId::Turn, message).about(card))
        }
    }
}

/// Numbers by name.
fn named(value: &Value) -> Read<Vec<(String, i32)>> {
    let Value::Object(lines) = value else {
        return Err(RecordError::syntax(format!("{} is not an object of numbers", json::shown(value))));
    };
    lines
        .iter()
        .map(|(name, value)| Ok((name.clone(), json::within(crate::rules::quoted(name), json::score(value))?)))
        .collect()
}

fn next(value: &Value) -> Read<Next> {
    let fields = Fields::new(value, "the next decision", &["seat", "phase", "legal"])?;
    let phase = fields.need("phase", json::phase)?;
    let legal = fields.need("legal", |value| match phase {
        Phase::Reveal => json::list(value, reveal_action)
            .map(|cards| cards.into_iter().flatten().collect())
            .map(ActionSet::of_reveals),
        Phase::Assign => json::list(value, json::seat).map(|seats| ActionSet::of_seats(seats.into_iter().collect())),
        Phase::Pass | Phase::Play | Phase::Over => json::cards(value).map(ActionSet::of_cards),
    })?;
    Ok(Next { seat: fields.need("seat", json::seat)?, phase, legal })
}

/// A card to reveal, or `None` for `"done"`.
fn reveal_action(value: &Value) -> Read<Option<Card>> {
    if value.as_str() == Some("done") {
        return Ok(None);
    }
    let card = json::card(value)?;
    match Action::reveal(card) {
        Some(_) => Ok(Some(card)),
        None => Err(RecordError::new(RuleId::Reveal, format!("{card} cannot be revealed")).about(card)),
    }
}

/// The numbers of each seat: tricks, points.
pub(super) fn counts(value: &Value, most: i64) -> Read<BySeat<u8>> {
    json::by_seat(value, |_: Seat, count| json::whole(count, 0..=most).map(|count| count as u8))
}
