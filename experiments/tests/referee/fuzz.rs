//! Noise: no input makes the referee panic, and every line has its answer.

use crate::{REPLAY, REPLAY_LEGAL, SOLVE, TABLE, judge, pick, random_match, random_records, rule_sets};
use gongzhu::rng::{self, Purpose, Rng, below};
use gongzhu::{Fragment, Record, Rules, View};
use gongzhu_experiments::referee::Command;
use proptest::prelude::*;
use serde_json::{Value, json as value};

/// One answer a line from every command, with and without rules.
fn survives(input: &[u8]) {
    let lines = input.split(|&byte| byte == b'\n').map(|line| line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line));
    let filled = lines.filter(|line| !line.trim_ascii().is_empty()).count();
    for rules in [None, Some("classic+queen-of-diamonds"), Some("hearts"), Some("tantony")] {
        let rules = rules.map(|name| Rules::parse(name).unwrap());
        for command in [Command::Score, Command::Legal, REPLAY, REPLAY_LEGAL, TABLE, SOLVE] {
            let (output, summary) = judge(command, input, rules.as_ref());
            assert!(summary.errors <= summary.lines);
            if command != TABLE {
                assert_eq!(output.lines().count() as u64, summary.lines);
                assert!(summary.lines.abs_diff(filled as u64) <= 1);
            }
        }
    }
}

/// Lines that all commands know: records, positions in every phase, views, piles.
fn seeds() -> Vec<Value> {
    let mut seeds = vec![
        value!({"taken": [["QS", "5H"], ["QD"], [], ["TC"]], "revealed": ["QS"], "tricks_after_qd": [0, 4, 0, 0]}),
        value!({"taken": ["QS", "5H"], "trick_counts": [1, 2, 3, 4], "totals": [1, 2, 3, 4], "rules": "hearts"}),
        value!({"face_up": [["AS"], [], [], []], "single": [[], ["2C"], [], []], "rules": "tantony"}),
    ];
    for (rules, seed) in rule_sets().iter().zip(200..) {
        seeds.extend(random_records(rules, seed, 2));
        let mut rng = rng::stream(seed, 1, Purpose::Deal);
        random_match(rules, seed, 2, |state| {
            if below(&mut rng, 12) == 0 {
                seeds.push(Fragment::of(&View::new(state, state.turn())).to_json());
                seeds.push(Record::of(state).with_results(state, None).to_json());
            }
        });
    }
    seeds
}

/// Values that a careless or hostile writer puts somewhere.
fn odd(rng: &mut Rng) -> Value {
    let deep = (0..below(rng, 200)).fold(value!([]), |inner, _| value!([inner]));
    let odd = [
        Value::Null,
        value!(true),
        value!(-1),
        value!(4),
        value!(1.5),
        value!(1e308),
        value!(-1e18),
        value!(i64::MIN),
        value!(u64::MAX),
        value!(i32::MAX),
        value!(1_000_000_000),
        value!(""),
        value!("QS"),
        value!("10♣"),
        value!("done"),
        value!("S:AKQ H: D:- C:2"),
        value!("é\u{0}\n\u{202e}"),
        value!("x".repeat(5000)),
        value!([]),
        value!([[], [], [], []]),
        value!(["QS", "QS"]),
        value!([0, 1, 2, 3]),
        value!([1e9, 1e9, -1e9, 1e9]),
        value!({}),
        value!({"QS": 1}),
        value!({"preset": "tantony", "set": {"memory": "none"}}),
        value!({"seat": 0, "phase": "reveal", "legal": ["done"]}),
        deep,
    ];
    pick(rng, &odd).clone()
}

/// A place in a value: a random walk down.
fn place<'a>(value: &'a mut Value, rng: &mut Rng) -> &'a mut Value {
    let inside = match value {
        Value::Array(values) => values.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    };
    if inside == 0 || below(rng, 4) == 0 {
        return value;
    }
    let at = below(rng, inside);
    match value {
        Value::Array(values) => place(&mut values[at], rng),
        Value::Object(fields) => place(fields.values_mut().nth(at).unwrap(), rng),
        other => other,
    }
}

fn mutate(line: &mut Value, rng: &mut Rng) {
    let odd = odd(rng);
    let choice = below(rng, 7);
    let place = place(line, rng);
    match (place, choice) {
        (Value::Array(values), 0) if !values.is_empty() => drop(values.remove(below(rng, values.len()))),
        (Value::Array(values), 1) if !values.is_empty() => values.push(pick(rng, values).clone()),
        (Value::Array(values), 2) => values.push(odd),
        (Value::Array(values), 3) => values.reverse(),
        (Value::Array(values), 4) if !values.is_empty() => values.truncate(below(rng, values.len())),
        (Value::Object(fields), 0 | 1) if !fields.is_empty() => {
            let key = fields.keys().nth(below(rng, fields.len())).unwrap().clone();
            fields.remove(&key);
        }
        (Value::Object(fields), 2) => drop(fields.insert("tricks".to_owned(), odd)),
        (Value::Object(fields), 3) => {
            let names = ["pass", "reveal", "assign", "opening_seat", "pig_taker", "hand", "legal", "next", "phase"];
            fields.insert((*pick(rng, &names)).to_owned(), odd);
        }
        (place, 4) if !place.is_null() => *place = Value::from(place.to_string()),
        (place, 5) => *place = value!([place.clone()]),
        (place, _) => *place = odd,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn bytes(input in prop::collection::vec(any::<u8>(), 0..300)) {
        survives(&input);
    }

    #[test]
    fn text_like_json(input in "[\\[\\]{}:,\"0-9a-zQSHDC\\- \n\\\\.e+]{0,200}") {
        survives(input.as_bytes());
    }
}

#[test]
fn mutated_lines() {
    let seeds = seeds();
    let mut rng = rng::stream(77, 0, Purpose::Deal);
    for _ in 0..3000 {
        let mut line = pick(&mut rng, &seeds).clone();
        for _ in 0..=below(&mut rng, 3) {
            mutate(&mut line, &mut rng);
        }
        survives(line.to_string().as_bytes());
    }
}

#[test]
fn mutated_bytes() {
    let seeds = seeds();
    let mut rng = rng::stream(78, 0, Purpose::Deal);
    for _ in 0..1000 {
        let mut line = pick(&mut rng, &seeds).to_string().into_bytes();
        for _ in 0..=below(&mut rng, 3) {
            let at = below(&mut rng, line.len());
            match below(&mut rng, 4) {
                0 => drop(line.drain(at..)),
                1 => line[at] = below(&mut rng, 256) as u8,
                2 => line.insert(at, *pick(&mut rng, b"\n\"[]{}-9.\xff\x80\0")),
                _ => drop(line.remove(at)),
            }
            if line.is_empty() {
                break;
            }
        }
        survives(&line);
    }
}

#[test]
fn deep_nesting_and_huge_numbers() {
    for text in [
        "[".repeat(100_000),
        "{\"a\":".repeat(100_000),
        format!("{{\"hand\":{}}}", "9".repeat(100_000)),
        "1e999999".to_owned(),
        "{\"hand\":1e999}".to_owned(),
        "\"\\ud800\"".to_owned(),
        "\u{feff}\u{feff}{}".to_owned(),
    ] {
        survives(text.as_bytes());
    }
    survives(b"\xff\xfe{}\n\xc3\x28\n\x00\n");
}
