//! The messages of the protocol (docs/protocol.md).

use gongzhu::{ActionSet, Card, CardSet, Fragment, Seat, View};
use serde_json::{Value, json};
use std::time::Duration;

/// The version of the protocol.
pub const PROTOCOL: u64 = 1;

/// The last message.
pub(super) const QUIT: &[u8] = b"{\"type\":\"quit\"}\n";

/// The first message, to a process that decides for a seat under some rules.
pub(super) fn hello(rules: &Value, seat: Seat) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let hello =
        json!({"type": "hello", "protocol": PROTOCOL, "version": version, "rules": rules, "seat": seat.index()});
    format!("{hello}\n")
}

/// Asks for a decision.
pub(super) fn decide(id: u64, time: Duration, view: &View<'_>, legal: ActionSet) -> String {
    let (view, legal) = (Fragment::of(view).to_json(), legal.to_json());
    let ms = time.as_millis();
    format!("{{\"type\":\"decide\",\"id\":{id},\"ms\":{ms},\"view\":{view},\"legal\":{legal}}}\n")
}

/// Whether a line answers [`hello`]; if not, why.
pub(super) fn is_hello(line: &[u8]) -> Result<(), String> {
    let message: Value = serde_json::from_slice(line).map_err(|error| format!("its hello is no JSON: {error}"))?;
    if message["type"] != "hello" {
        return Err("its first message is no hello".to_owned());
    }
    match message["protocol"].as_u64() {
        Some(PROTOCOL) => Ok(()),
        _ => Err(format!("it speaks protocol {}, this version speaks {PROTOCOL}", message["protocol"])),
    }
}

/// An answer: the id of its request and what it chooses.
pub(super) fn action(line: &[u8]) -> Option<(u64, Value)> {
    let mut message: Value = serde_json::from_slice(line).ok()?;
    let id = message["id"].as_u64()?;
    let known = message["type"] == "action";
    known.then(|| (id, message["action"].take()))
}

/// What can be chosen: how it is read from an answer.
pub(super) trait Choice: Sized {
    /// The choice in a JSON value, if it is one.
    fn read(action: &Value) -> Option<Self>;
}

impl Choice for Card {
    fn read(action: &Value) -> Option<Card> {
        action.as_str()?.parse().ok()
    }
}

/// Cards in a list, each once.
impl Choice for CardSet {
    fn read(action: &Value) -> Option<CardSet> {
        let cards = action.as_array()?.iter().map(Card::read);
        cards
            .into_iter()
            .try_fold(CardSet::EMPTY, |set, card| card.filter(|&card| !set.has(card)).map(|card| set.with(card)))
    }
}

impl Choice for Seat {
    fn read(action: &Value) -> Option<Seat> {
        let seat = usize::try_from(action.as_u64()?).ok()?;
        Seat::ALL.get(seat).copied()
    }
}
