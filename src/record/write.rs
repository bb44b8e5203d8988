//! Records to JSON.

use super::json::{of_cards, of_piles, of_seats, phase_name};
use super::{Claims, Next, Record, Reveals};
use crate::CardSet;
use serde_json::{Map, Value};

impl Record {
    /// The record as a JSON object: its fields in canonical order, those that it lacks left out (docs/DATA.md §2).
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                object.insert(key.to_owned(), value);
            }
        };
        put("rules", self.rules.clone());
        put("hand", Some(self.hand.into()));
        put("totals", Some(self.totals.0.into_iter().collect()));
        put("deal", Some(self.deal.hands().0.into_iter().map(|hand| hand.to_string()).collect()));
        put("opening_seat", self.opening_seat.map(|seat| seat.index().into()));
        put("pig_taker", self.pig_taker.map(|seat| seat.index().into()));
        put("pass", self.pass.as_ref().map(of_piles));
        put("reveal", self.reveal.map(Reveals::to_json));
        put("plays", Some(of_cards(self.plays.iter().copied())));
        put("assign", self.assign.as_ref().map(|seats| of_seats(seats.iter().copied())));
        self.claims.put(&mut put);
        Value::Object(object)
    }
}

impl Reveals {
    fn to_json(self) -> Value {
        let seat = |(seat, cards): (_, &CardSet)| match (self.undecided.has(seat), cards.is_empty()) {
            (true, true) => Value::Null,
            (true, false) => cards.iter().map(|card| Value::from(card.to_string())).chain([Value::Null]).collect(),
            (false, _) => of_cards(*cards),
        };
        self.cards.iter().map(seat).collect()
    }
}

impl Claims {
    fn put(&self, put: &mut impl FnMut(&str, Option<Value>)) {
        let lines = |lines: &Vec<(String, i32)>| {
            Value::Object(lines.iter().map(|(name, value)| (name.clone(), Value::from(*value))).collect())
        };
        put("seats", self.seats.as_ref().map(|seats| of_seats(seats.iter().copied())));
        put("winners", self.winners.as_ref().map(|seats| of_seats(seats.iter().copied())));
        put("taken", self.taken.as_ref().map(of_piles));
        put("lines", self.lines.as_ref().map(|seats| seats.0.iter().map(lines).collect()));
        put("legal", self.legal.as_ref().map(|legal| legal.iter().map(|&cards| of_cards(cards)).collect()));
        put("scores", self.scores.map(|scores| scores.0.into_iter().collect()));
        put("next", self.next.map(Next::to_json));
    }
}

impl Next {
    /// `{"seat":1,"phase":"play","legal":["5S"]}`; see [`ActionSet::to_json`](crate::ActionSet::to_json).
    pub fn to_json(self) -> Value {
        Value::from_iter([
            ("seat", Value::from(self.seat.index())),
            ("phase", Value::from(phase_name(self.phase))),
            ("legal", self.legal.to_json()),
        ])
    }
}
