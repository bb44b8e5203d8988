//! Hands of Hearts played in another engine (`data/README.md`): who plays, what is legal and what the hands score must be
//! the same here.

use gongzhu::{Action, Card, CardSet, Deal, Phase, Rules, Seat, Setup, State};
use serde_json::Value;

const HANDS: &str = include_str!("data/hearts-openspiel.jsonl");

/// The field of a record; panics where it is missing.
fn list<'a>(record: &'a Value, field: &str) -> &'a [Value] {
    record[field].as_array().unwrap_or_else(|| panic!("no list '{field}'"))
}

fn card(value: &Value) -> Card {
    value.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no card: {value}"))
}

fn deal(record: &Value) -> Deal {
    let hands: Vec<&str> = list(record, "deal").iter().map(|hand| hand.as_str().expect("a hand")).collect();
    hands.join(" | ").parse().expect("a deal")
}

/// Passes the cards of the record in the order in which the seats decide.
fn pass(state: &mut State<'_>, record: &Value) {
    while state.phase() == Phase::Pass {
        let chosen = &list(record, "pass")[state.turn().index()];
        for card in chosen.as_array().expect("three cards").iter().map(card) {
            state.play(Action::card(card)).expect("a legal pass");
        }
    }
}

/// Replays a record; gives how many plays and how many legal cards were compared.
fn replay(record: &Value) -> (usize, usize) {
    let rules = Rules::from_json(&record["rules"]).expect("rules");
    let number = record["hand"].as_u64().expect("a number") as u32;
    let setup = Setup { number, ..Setup::first(&rules, deal(record)) };
    let mut state = State::new(&setup).expect("a hand");
    assert_eq!(state.phase() == Phase::Pass, record.get("pass").is_some(), "a pass");
    pass(&mut state, record);
    let (plays, seats, legal) = (list(record, "plays"), list(record, "seats"), list(record, "legal"));
    assert_eq!((plays.len(), seats.len(), legal.len()), (52, 52, 52));
    let mut compared = 0;
    for ((play, seat), legal) in plays.iter().zip(seats).zip(legal) {
        let at = state.plays().len();
        assert_eq!(state.turn().index() as u64, seat.as_u64().expect("a seat"), "the seat of play {at}");
        let legal: CardSet = legal.as_array().expect("a list").iter().map(card).collect();
        assert_eq!(state.legal_cards(), legal, "the legal cards of play {at}");
        compared += legal.len();
        state.play(Action::card(card(play))).expect("a legal play");
    }
    assert_eq!(state.phase(), Phase::Over);
    let scores = state.scores();
    for (seat, score) in Seat::ALL.into_iter().zip(list(record, "scores")) {
        assert_eq!(i64::from(scores[seat]), score.as_i64().expect("a score"), "the score of {seat:?}");
    }
    (plays.len(), compared)
}

#[test]
fn all_hands_are_the_same() {
    let (mut hands, mut plays, mut cards) = (0, 0, 0);
    for line in HANDS.lines() {
        let record: Value = serde_json::from_str(line).expect("a record");
        hands += 1;
        println!("hand {hands}, rules {}", record["rules"]);
        let (played, compared) = replay(&record);
        (plays, cards) = (plays + played, cards + compared);
    }
    assert_eq!((hands, plays), (460, 460 * 52));
    assert!(cards > plays, "some seats have a choice");
}
