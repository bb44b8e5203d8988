//! `legal`.

use crate::{answer, json, random_match, rule_sets};
use gongzhu::{Fragment, Rules, View};
use gongzhu_experiments::referee::Command;
use serde_json::Value;

fn legal(rules: &str, line: &str) -> Value {
    answer(Command::Legal, &json(line), Some(&Rules::parse(rules).unwrap()))
}

fn assert_legal(rules: &str, line: &str, expected: &str) {
    assert_eq!(legal(rules, line), json(&format!(r#"{{"legal":{expected}}}"#)), "{rules}: {line}");
}

#[test]
fn playing() {
    let locked = r#"{"seat":1,"hand":["QS","5S","2D"],"revealed":["QS"],"hand_no":0,"trick":[0,"AS"]}"#;
    assert_legal("classic", locked, r#"["5S"]"#);
    // The opening card, and its absence; the number of the hand.
    assert_legal("classic", r#"{"seat":0,"hand":["2C","AH"],"trick":[0]}"#, r#"["2C"]"#);
    assert_legal("classic", r#"{"seat":0,"hand":["3C","4S"],"trick":[0.0]}"#, r#"["4S","3C"]"#);
    assert_legal("swap", r#"{"seat":0,"hand":"S:4 H:- D:- C:2","trick":[0],"hand_no":1}"#, r#"["4S","2C"]"#);
    // Hearts: broken by a discard on another suit, not by a lead.
    let hand = r#""seat":2,"hand":["4H","5S"],"trick":[2]"#;
    for (tricks, expected) in [
        ("[]", r#"["5S"]"#),
        (r#"[[0,"2C","3C","4C","5C"]]"#, r#"["5S"]"#),
        (r#"[[0,"AH","KH","QH","JH"]]"#, r#"["5S"]"#),
        (r#"[[0,"2C","3C","2H","5C"]]"#, r#"["5S","4H"]"#),
    ] {
        assert_legal("classic", &format!(r#"{{{hand},"tricks":{tricks}}}"#), expected);
    }
    // A heart on the table breaks nothing yet, but what follows is free anyway; the lock ends with the trick led in its suit.
    let after =
        r#"{"seat":1,"hand":["QS","5S","2D"],"revealed":["QS"],"tricks":[[1,"AS","KS","2S","3S"]],"trick":[0,"JS"]}"#;
    assert_legal("classic", after, r#"["5S","QS"]"#);
    let on_table =
        r#"{"seat":3,"hand":["QS","5S"],"revealed":["QS"],"tricks":[[0,"2C","3C","4C","5C"]],"trick":[2,"AS"]}"#;
    assert_legal("classic", on_table, r#"["5S"]"#);
    // AH and 2H left, AH revealed, nothing broken: the ban on hearts is void after the lock.
    let void = r#"{"seat":0,"hand":["AH","2H"],"revealed_by":{"AH":0},"tricks":[[0,"2C","3C","4C","5C"]],"trick":[0]}"#;
    assert_legal("classic", void, r#"["2H"]"#);
    // With the lock on the suit, no heart may be led before one is played.
    let suit = r#"{"seat":0,"hand":["3H","4S"],"revealed":["AH"],"tricks":[[0,"2C","3C","4C","5C"]],"trick":[0]}"#;
    assert_legal("pagat", suit, r#"["4S","3H"]"#);
    assert_legal("pagat{revealed_ace_lock=suit}", suit, r#"["4S"]"#);
    assert_legal("hearts", r#"{"seat":1,"hand":["QS","3D","AH"],"trick":[0,"2C"]}"#, r#"["3D"]"#);
    assert_legal("classic", r#"{"seat":1,"hand":[],"trick":[0,"2C"]}"#, "[]");
}

#[test]
fn the_other_phases() {
    let hand = r#""seat":1,"hand":["QS","JD","4H","2C"]"#;
    assert_legal("classic", &format!(r#"{{{hand},"phase":"reveal"}}"#), r#"["QS","JD","done"]"#);
    assert_legal("classic", &format!(r#"{{{hand},"phase":"reveal","revealed":["QS","AH"]}}"#), r#"["JD","done"]"#);
    assert_legal("classic+pass", &format!(r#"{{{hand},"phase":"pass"}}"#), r#"["QS","4H","JD","2C"]"#);
    assert_legal("hearts", &format!(r#"{{{hand},"phase":"pass","passed":["QS"]}}"#), r#"["4H","JD","2C"]"#);
    assert_legal("tantony", r#"{"seat":3,"phase":"assign"}"#, "[0,1,2,3]");
    assert_legal("tantony", r#"{"seat":3,"phase":"assign","assign":[1,1,0,1.0]}"#, "[0,2,3]");
    for (rules, line, rule) in [
        ("classic", format!(r#"{{{hand},"phase":"pass"}}"#), "pass"),
        ("hearts", format!(r#"{{{hand},"phase":"pass","hand_no":3}}"#), "pass"),
        ("hearts", format!(r#"{{{hand},"phase":"pass","passed":["QS","JD","4H"]}}"#), "pass"),
        ("hearts", format!(r#"{{{hand},"phase":"reveal"}}"#), "reveal"),
        ("classic", format!(r#"{{{hand},"phase":"assign"}}"#), "assign"),
        ("classic", format!(r#"{{{hand},"phase":"over"}}"#), "syntax"),
    ] {
        assert_eq!(legal(rules, &line)["rule"], rule, "{rules}: {line}");
    }
}

#[test]
fn what_is_no_fragment_is_refused() {
    for (line, rule, card) in [
        (r#"{"seat":1,"hand":["5S"],"trick":[1,"AS"]}"#, "turn", None),
        (r#"{"seat":1,"hand":["5S"],"trick":[1,"AS","KS","QS","JS"]}"#, "turn", None),
        (r#"{"seat":1,"hand":["5S"],"trick":[0,"5S"]}"#, "deal", Some("5S")),
        (r#"{"seat":1,"hand":["5S","5S"],"trick":[1]}"#, "deal", Some("5S")),
        (r#"{"seat":1,"hand":["5S"],"tricks":[[0,"2C","3C","4C","2C"]],"trick":[1]}"#, "deal", Some("2C")),
        (r#"{"seat":1,"hand":["5S"],"tricks":[[0,"2C","3C","4C"]],"trick":[1]}"#, "syntax", None),
        (r#"{"seat":1,"hand":["5X"],"trick":[1]}"#, "syntax", None),
        (r#"{"seat":4,"hand":["5S"],"trick":[1]}"#, "syntax", None),
        (r#"{"seat":1.5,"hand":["5S"],"trick":[1]}"#, "syntax", None),
        (r#"{"seat":1,"hand":["5S"]}"#, "syntax", None),
        (r#"{"seat":1,"trick":[1]}"#, "syntax", None),
        (r#"{"seat":1,"hand":["5S"],"trick":[1],"revealed_by":["QS"]}"#, "syntax", None),
        (r#"{"seat":1,"hand":["5S"],"trik":[1]}"#, "syntax", None),
    ] {
        let answer = legal("classic", line);
        assert_eq!(answer["rule"], rule, "{line}: {answer}");
        assert_eq!(answer.get("card").and_then(Value::as_str), card, "{line}: {answer}");
    }
}

/// The fragment made of a view has the legal set of the state, in every phase of every game.
#[test]
fn a_view_as_a_fragment_gives_the_legal_set_of_the_state() {
    let mut phases = std::collections::HashSet::new();
    for (rules, seed) in rule_sets().iter().zip(100..) {
        random_match(rules, seed, 4, |state| {
            if state.legal().is_empty() {
                return;
            }
            let fragment = Fragment::of(&View::new(state, state.turn()));
            let line = fragment.to_json();
            assert_eq!(Fragment::from_json(&line), Ok(fragment));
            let answer = answer(Command::Legal, &line, None);
            assert_eq!(answer["legal"], state.legal().to_json(), "{line}");
            phases.insert((rules.game(), state.phase()));
        });
    }
    assert_eq!(phases.len(), 3 + 2 + 2, "{phases:?}");
}
