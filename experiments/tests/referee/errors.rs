//! Error lines of `replay`: each rule's name, with trick and card.

use crate::{REPLAY, TABLE, answer, json, judge, random_records};
use gongzhu::Rules;
use gongzhu_experiments::referee::Command;
use serde_json::{Value, json as value};

/// Seat 0 holds 2C, 2S and QS; every seat can follow every suit at first.
const DEAL: [&str; 4] =
    ["S:QJT2 H:A32 D:432 C:432", "S:A543 H:KQJ D:765 C:765", "S:K76 H:T987 D:T98 C:T98", "S:98 H:654 D:AKQJ C:AKQJ"];

/// `{"rules":rules,"deal":DEAL}` and the fields of `more`.
fn record(rules: &str, more: &str) -> Value {
    let mut record = value!({"rules": json(rules), "deal": DEAL});
    record.as_object_mut().unwrap().extend(json(more).as_object().unwrap().clone());
    record
}

#[test]
fn every_rule_has_its_line() {
    let classic = r#""classic""#;
    let cases = [
        (classic, r#"{"plays":["2S"]}"#, "opening_card", Some(1), Some("2S")),
        (classic, r#"{"plays":["2C","5S"]}"#, "follow", Some(1), Some("5S")),
        (classic, r#"{"plays":["2C","9C"]}"#, "not_held", Some(1), Some("9C")),
        (classic, r#"{"plays":["2C","5C","8C","AC","AC"]}"#, "not_held", Some(2), Some("AC")),
        (classic, r#"{"plays":["2C","5C","8C","AC","4H"]}"#, "hearts_not_broken", Some(2), Some("4H")),
        (
            classic,
            r#"{"plays":["2C","5C","8C","AC","9S","QS"],"reveal":[["QS"],[],[],[]]}"#,
            "revealed_lock",
            Some(2),
            Some("QS"),
        ),
        (
            r#"{"preset":"pagat","set":{"no_spade_lead_first_trick":true}}"#,
            r#"{"plays":["2S"]}"#,
            "first_trick",
            Some(1),
            Some("2S"),
        ),
        (classic, r#"{"plays":["2C","5C"],"seats":[0,2]}"#, "turn", Some(1), Some("5C")),
        (classic, r#"{"plays":["2C"],"next":{"seat":2,"phase":"play","legal":["5C","6C","7C"]}}"#, "turn", None, None),
        (classic, r#"{"plays":["2C","5C"],"legal":[["2C"],["5C","6C","7C","AS"]]}"#, "follow", Some(1), Some("AS")),
        (classic, r#"{"plays":["2C","5C"],"legal":[["2C"],["5C","6C"]]}"#, "score", Some(1), Some("7C")),
        (classic, r#"{"plays":["2C","5C","8C","AC"],"winners":[2]}"#, "score", Some(1), None),
        (classic, r#"{"plays":["2C","5C","8C","AC"],"taken":[[],["2C"],[],[]]}"#, "score", None, Some("2C")),
        (classic, r#"{"plays":["2C"],"scores":[0,0,0,0]}"#, "score", None, None),
        (classic, r#"{"plays":["2C"],"seats":[0,1]}"#, "score", None, None),
        (classic, r#"{"pass":[["2C"],[],[],[]]}"#, "pass", None, Some("2C")),
        (r#""classic+pass""#, r#"{"plays":["2C"]}"#, "pass", None, None),
        (r#""classic+pass""#, r#"{"pass":[[],["AS","3S","2S"],[],[]]}"#, "pass", None, Some("2S")),
        (r#""classic+pass""#, r#"{"pass":[[],["AS","3S","4S","5S"],[],[]]}"#, "pass", None, None),
        (r#""classic+pass""#, r#"{"pass":[[],["AS","3S"],["KS"],[]]}"#, "pass", None, None),
        (r#""classic+pass""#, r#"{"pass":[[],["AS","AS"],[],[]]}"#, "pass", None, Some("AS")),
        (classic, r#"{"reveal":[[],["QS"],[],[]]}"#, "reveal", None, Some("QS")),
        (classic, r#"{"reveal":[["2S"],[],[],[]]}"#, "reveal", None, Some("2S")),
        (classic, r#"{"reveal":[[],null,[],[]]}"#, "reveal", None, None),
        (classic, r#"{"reveal":[null,[],[],[]],"plays":["2C"]}"#, "reveal", None, None),
        (r#""classic+no-reveal""#, r#"{"reveal":[["QS"],[],[],[]]}"#, "reveal", None, Some("QS")),
        (r#""tantony""#, r#"{"plays":["5C","8C","AC","2C","2S"]}"#, "assign", Some(1), None),
        (r#""tantony""#, r#"{"plays":["5C","8C","AC","2C"],"assign":[1,1]}"#, "assign", None, None),
        (classic, r#"{"plays":[],"assign":[1]}"#, "assign", None, None),
        (classic, r#"{"plays":["2X"]}"#, "syntax", None, None),
        (classic, r#"{"plyas":[]}"#, "syntax", None, None),
        (classic, r#"{"hand":-1}"#, "syntax", None, None),
        (classic, r#"{"totals":[0,0,0]}"#, "syntax", None, None),
        (classic, r#"{"totals":[0,0,0,1e300]}"#, "syntax", None, None),
        (r#""swap""#, r#"{"hand":1}"#, "syntax", None, None),
        (r#""clasic""#, "{}", "syntax", None, None),
        (r#"{"preset":"classic","set":{"moon.pig":"often"}}"#, "{}", "syntax", None, None),
        (classic, r#"{"deal":null}"#, "syntax", None, None),
        (
            classic,
            r#"{"deal":["S:QJT2 H:A32 D:432 C:432","S:A543 H:KQJ D:765 C:765","S:K76 H:T987 D:T98 C:T98","S:98 H:654 D:AKQJ C:AKQ2"]}"#,
            "deal",
            None,
            Some("2C"),
        ),
    ];
    for (rules, more, rule, trick, card) in cases {
        let line = record(rules, more);
        let answer = answer(REPLAY, &line, None);
        assert_eq!(answer["rule"], rule, "{line}: {answer}");
        assert_eq!(answer.get("trick").and_then(Value::as_u64), trick, "{line}: {answer}");
        assert_eq!(answer.get("card").and_then(Value::as_str), card, "{line}: {answer}");
        assert_eq!(answer["line"], 1);
        let (text, summary) = judge(TABLE, line.to_string().as_bytes(), None);
        assert!(text.starts_with("line 1: ") && summary.errors == 1, "{text}");
    }
}

#[test]
fn a_fourth_trick_for_a_seat_is_refused() {
    let record = random_records(&Rules::parse("tantony").unwrap(), 1, 1).remove(0);
    let mut seats: Vec<u64> = record["assign"].as_array().unwrap().iter().map(|seat| seat.as_u64().unwrap()).collect();
    let last = seats.pop().unwrap();
    let mut wrong = value!({"rules": "tantony", "deal": record["deal"], "plays": record["plays"]});
    seats.push((last + 1) % 4);
    wrong["assign"] = value!(seats);
    let answer = answer(REPLAY, &wrong, None);
    assert_eq!((&answer["rule"], &answer["trick"]), (&value!("assign"), &value!(12)), "{answer}");
}

#[test]
fn messages_say_where_and_what() {
    for (more, says) in [
        (r#"{"plyas":[]}"#, "a record has no field 'plyas'; did you mean 'plays'?"),
        (r#"{"plays":["2C","AC"]}"#, "seat 1 plays AC, which it does not hold: it is held by seat 3"),
        (
            r#"{"plays":["2C","5C","8C","AC","2C"]}"#,
            "seat 3 plays 2C, which it does not hold: it was played in trick 1",
        ),
        (r#"{"plays":["2C","5C"],"seats":[0,2]}"#, "seats: 5C is seat 2's here, but it was seat 1's turn"),
        (
            r#"{"plays":["2C","5C","8C","AC"],"winners":[2]}"#,
            "winners: seat 2 wins trick 1 here, but the highest card is seat 3's",
        ),
        (r#"{"totals":["x",0,0,0]}"#, "totals: seat 0: 'x' is not a whole number from -1000000000 to 1000000000"),
        (r#"{"plays":["2C","ZZ"]}"#, "plays: entry 2: 'ZZ' is not a card; write rank then suit, like QS, TC or 10C"),
    ] {
        assert_eq!(answer(REPLAY, &record(r#""classic""#, more), None)["error"], says);
    }
    let hand = random_records(&Rules::parse("classic").unwrap(), 3, 1).remove(0);
    let score = hand["scores"][2].as_i64().unwrap();
    for (path, says) in [("/scores/2", "scores: seat 2 scores"), ("/lines/2/total", "lines: seat 2's total is")] {
        let mut hand = hand.clone();
        *hand.pointer_mut(path).unwrap() = value!(score + 10);
        let says = format!("{says} {} here, but {score} by the cards", score + 10);
        hand.as_object_mut()
            .unwrap()
            .retain(|key, _| !["scores", "lines"].contains(&key.as_str()) || path[1..].starts_with(key));
        assert_eq!(answer(REPLAY, &hand, None)["error"], says);
    }
}

#[test]
fn lines_are_counted_and_blank_ones_skipped() {
    let good = r#"{"taken":[]}"#;
    let input = format!("\u{feff}{good}\r\n\n   \n{{\n\"\u{e9}\"\n{good}\nnull");
    let classic = Rules::parse("classic").unwrap();
    let (output, summary) = judge(Command::Score, input.as_bytes(), Some(&classic));
    let lines: Vec<Value> = output.lines().map(json).collect();
    assert_eq!((summary.lines, summary.errors, lines.len()), (5, 3, 5));
    let numbers: Vec<_> = lines.iter().filter_map(|line| line.get("line")?.as_u64()).collect();
    assert_eq!(numbers, [4, 5, 7]);
    assert_eq!(lines[1]["error"], "no JSON at column 1: EOF while parsing an object");
}

#[test]
fn rules_come_from_the_caller_or_the_line() {
    let swap = Rules::parse("swap").unwrap();
    let line = r#"{"rules":"classic","taken":["TC","3H"]}"#;
    assert_eq!(answer(Command::Score, &json(line), None)["scores"][0], 0);
    assert_eq!(answer(Command::Score, &json(line), Some(&swap))["scores"][0], 50);
    let input = format!("{line}\n{{\"taken\":[]}}\n{{\"rules\":null,\"taken\":[]}}\n");
    let (output, summary) = judge(Command::Score, input.as_bytes(), None);
    assert_eq!((summary.lines, summary.errors, summary.without_rules), (3, 2, Some(2)));
    assert!(output.lines().nth(2).unwrap().contains("give --rules"), "{output}");
    assert_eq!(judge(Command::Score, b"[]", None).1.without_rules, None);
}
