//! `replay`.

use crate::{REPLAY, REPLAY_LEGAL, answer, json, judge, random_match, random_records, rule_sets};
use gongzhu::rng::{self, Purpose, Rng, below};
use gongzhu::{Phase, Record, Rules};
use serde_json::{Value, json as value};

fn openspiel() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/hearts-openspiel.jsonl");
    std::fs::read_to_string(path).unwrap().lines().map(json).collect()
}

/// 460 hands of another program, with legal sets and scores.
#[test]
fn hands_of_another_program_agree() {
    let hands = openspiel();
    assert_eq!(hands.len(), 460);
    for hand in &hands {
        let out = answer(REPLAY_LEGAL, hand, None);
        assert!(out.get("error").is_none(), "{out}");
        for field in ["deal", "plays", "seats", "scores"] {
            assert_eq!(out[field], hand[field], "{field}");
        }
        assert_eq!(out["legal"].as_array().unwrap().len(), 52);
        assert_eq!(answer(REPLAY_LEGAL, &out, None), out);
    }
}

/// Another value in place of the one at `path`.
fn corrupt(hand: &Value, path: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut hand = hand.clone();
    change(hand.pointer_mut(path).unwrap());
    hand
}

fn corruptions(hand: &Value, rng: &mut Rng) -> Vec<Value> {
    let mut any = |n: usize| below(rng, n);
    let next_seat = |seat: &mut Value| *seat = value!((seat.as_u64().unwrap() + 1) % 4);
    let (k, seat) = (any(52), any(4));
    let mut wrong = vec![
        corrupt(hand, &format!("/scores/{seat}"), |score| *score = value!(score.as_i64().unwrap() + 1)),
        corrupt(hand, &format!("/seats/{k}"), next_seat),
        corrupt(hand, &format!("/legal/{k}/0"), |card| *card = value!("XX")),
        corrupt(hand, &format!("/legal/{k}"), |cards| *cards = value!([])),
        corrupt(hand, "/legal", |legal| drop(legal.as_array_mut().unwrap().pop())),
        corrupt(hand, "/seats", |seats| seats.as_array_mut().unwrap().push(value!(0))),
        corrupt(hand, "/plays", |plays| plays.as_array_mut().unwrap().swap(0, 1)),
        corrupt(hand, "/plays", |plays| plays[k] = plays[(k + 1) % 52].clone()),
        corrupt(hand, "/deal", |deal| deal.as_array_mut().unwrap().swap(seat, (seat + 1) % 4)),
        corrupt(hand, "/deal/3", |cards| *cards = value!(cards.as_str().unwrap().replace("S:", "S:A"))),
        corrupt(hand, "/rules", |rules| *rules = value!("hearts-openspeil")),
    ];
    if let Some(count) = hand.get("pass").map(|pass| pass.as_array().unwrap().len()) {
        wrong.push(corrupt(hand, &format!("/pass/{seat}"), |cards| drop(cards.as_array_mut().unwrap().pop())));
        wrong.push(corrupt(hand, "/pass", |pass| pass.as_array_mut().unwrap().swap(seat, (seat + 1) % count)));
        wrong.push(corrupt(hand, "/hand", |number| *number = value!(3)));
    }
    wrong
}

#[test]
fn one_corrupted_field_is_an_error() {
    let mut rng = rng::stream(9, 0, Purpose::Deal);
    for hand in openspiel() {
        for wrong in corruptions(&hand, &mut rng) {
            assert!(answer(REPLAY, &wrong, None).get("error").is_some(), "{wrong}");
        }
    }
}

/// Every state of random matches, in every phase, is a record that replays to itself.
#[test]
fn every_position_replays_to_itself() {
    for (rules, seed) in rule_sets().iter().zip(0..) {
        random_match(rules, seed, 3, |state| {
            let bare = Record::of(state);
            let full = bare.clone().with_results(state, None).to_json();
            assert_eq!(answer(REPLAY, &bare.to_json(), None), full);
            assert_eq!(answer(REPLAY, &full, None), full);
            assert_eq!(full.get("next").is_none(), state.phase() == Phase::Over, "{full}");
            assert_eq!(full.get("scores").is_some(), state.phase() == Phase::Over, "{full}");
            if let Some(next) = full.get("next") {
                assert_eq!(next["legal"], state.legal().to_json());
            }
            let setup = bare.setup(rules);
            let again = bare.replay(&setup).unwrap();
            assert_eq!((again.phase(), again.legal()), (state.phase(), state.legal()));
        });
    }
}

#[test]
fn finished_hands_round_trip_with_their_legal_sets() {
    for (rules, seed) in rule_sets().iter().zip(50..) {
        for hand in random_records(rules, seed, 4) {
            let out = answer(REPLAY_LEGAL, &hand, None);
            assert_eq!(answer(REPLAY_LEGAL, &out, None), out);
            assert_eq!(answer(REPLAY, &out, None), hand);
            assert_eq!(out["legal"].as_array().unwrap().len(), 52);
            assert_eq!(Record::from_json(&out).unwrap().to_json(), out);
            // Numbers of other writers: 3.0.
            let floats = floated(&hand);
            assert_eq!(answer(REPLAY, &floats, None), hand);
        }
    }
}

fn floated(value: &Value) -> Value {
    match value {
        Value::Number(number) => value!(number.as_f64().unwrap()),
        Value::Array(values) => values.iter().map(floated).collect(),
        Value::Object(fields) => {
            let keep = |key: &str| key == "rules";
            let field =
                |(key, value): (&String, &Value)| (key.clone(), if keep(key) { value.clone() } else { floated(value) });
            Value::Object(fields.iter().map(field).collect())
        }
        other => other.clone(),
    }
}

#[test]
fn prefixes_of_every_length() {
    for name in ["classic", "swap+pass", "hearts", "tantony", "scrofa"] {
        let rules = Rules::parse(name).unwrap();
        for hand in random_records(&rules, 7, 2) {
            for length in 0..52 {
                let mut prefix = hand.clone();
                let fields = prefix.as_object_mut().unwrap();
                fields.retain(|key, _| !["seats", "winners", "taken", "lines", "scores"].contains(&key.as_str()));
                fields["plays"].as_array_mut().unwrap().truncate(length);
                if let Some(assign) = fields.get_mut("assign") {
                    assign.as_array_mut().unwrap().truncate(length.saturating_sub(1) / 4);
                }
                let out = answer(REPLAY_LEGAL, &prefix, None);
                assert!(out.get("error").is_none() && out.get("scores").is_none(), "{out}");
                let assigns = name == "tantony" && length > 0 && length % 4 == 0 && length < 52;
                assert_eq!(out["next"]["phase"], if assigns { "assign" } else { "play" });
                if !assigns {
                    assert!(out["next"]["legal"].as_array().unwrap().contains(&hand["plays"][length]));
                }
                assert_eq!(out["seats"].as_array().unwrap().len(), length);
                assert_eq!(out["winners"].as_array().unwrap().len(), length / 4);
                assert_eq!(out["legal"].as_array().unwrap().len(), length);
                assert_eq!(answer(REPLAY_LEGAL, &out, None), out);
            }
        }
    }
}

/// A card that is revealed by itself may be listed or not.
#[test]
fn the_fourth_reveal_may_be_listed_or_not() {
    let rules = Rules::parse("pagat{reveal_fourth=true}").unwrap();
    let mut listed = json(
        r#"{"deal":["S:Q98765432 H:5432 D:- C:-","S:- H:A876 D:Q98765432 C:-","S:AKJT H:9 D:J C:J987654","S:- H:KQJT D:AKT C:AKQT32"],
            "reveal":[["QS"],["AH"],["JD"],["TC"]]}"#,
    );
    let all = answer(REPLAY, &listed, Some(&rules));
    assert!(all.get("error").is_none(), "{all}");
    for seat in 0..4 {
        let card = listed["reveal"][seat].take();
        listed["reveal"][seat] = value!([]);
        assert_eq!(answer(REPLAY, &listed, Some(&rules)), all);
        listed["reveal"][seat] = card;
    }
}

#[test]
fn generous_spellings() {
    let hand = random_records(&Rules::parse("pagat").unwrap(), 4, 1).remove(0);
    let mut loose = hand.clone();
    let deal: Vec<&str> = hand["deal"].as_array().unwrap().iter().map(|hand| hand.as_str().unwrap()).collect();
    loose["deal"] = value!(deal.join(" | ").replace('T', "10").replace("S:", "♠:").to_lowercase());
    loose["opening_seat"] = Value::Null;
    loose["plays"] =
        hand["plays"].as_array().unwrap().iter().map(|card| value!(card.as_str().unwrap().to_lowercase())).collect();
    loose.as_object_mut().unwrap().remove("hand");
    loose.as_object_mut().unwrap().remove("totals");
    assert_eq!(answer(REPLAY, &loose, None), hand);
}

/// The rules that judge stand in the output.
#[test]
fn given_rules_replace_those_of_the_record() {
    let classic = Rules::parse("classic").unwrap();
    let hand = random_records(&classic, 11, 1).remove(0);
    let mut bare = hand.clone();
    bare.as_object_mut().unwrap().retain(|key, _| ["rules", "deal", "plays", "reveal"].contains(&key.as_str()));
    bare["rules"] = value!("swap");
    assert_eq!(answer(REPLAY, &bare, Some(&classic)), hand);
    let (output, summary) = judge(REPLAY, b"{}\n", None);
    assert_eq!((summary.errors, summary.without_rules), (1, Some(1)), "{output}");
}
