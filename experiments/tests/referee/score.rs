//! `score`.

use crate::{answer, json};
use gongzhu::Rules;
use gongzhu_experiments::referee::Command;
use serde_json::{Value, json as value};

const HEARTS: &str = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H";

fn list(cards: &str) -> Value {
    cards.replace("hearts", HEARTS).split_whitespace().collect()
}

fn score(rules: &str, line: &Value) -> Value {
    answer(Command::Score, line, Some(&Rules::parse(rules).unwrap()))
}

fn scores(rules: &str, line: &Value) -> Vec<i64> {
    let answer = score(rules, line);
    let scores = answer["scores"].as_array().unwrap_or_else(|| panic!("{line}: {answer}"));
    scores.iter().map(|score| score.as_i64().unwrap()).collect()
}

#[test]
fn the_examples_of_the_rules() {
    // Pile, another seat's pile, revealed, and the first pile's score under classic, swap, swap-off, pagat.
    let rows: [(&str, &str, &str, [i64; 4]); 21] = [
        ("5H 6H JH JD", "", "", [60, 60, 60, 60]),
        ("QS KH AH 2H", "", "", [-190, -190, -190, -190]),
        ("TC 3H", "", "", [0, 50, 50, 0]),
        ("TC", "", "", [50, 50, 50, 50]),
        ("TC", "", "TC", [100, 100, 100, 100]),
        ("TC 2H", "", "TC", [0, 100, 100, 0]),
        ("TC KH 7H", "", "", [-100, -100, -100, -100]),
        ("TC KH 7H", "", "TC", [-200, -200, -200, -200]),
        ("TC KH 7H", "", "AH", [-200, -200, -200, -200]),
        ("QS", "", "QS", [-200, -200, -200, -200]),
        ("JD TC", "", "JD", [400, 400, 400, 400]),
        ("hearts", "QS", "", [-200, 200, 200, 200]),
        ("QS", "hearts", "", [-100, 100, -100, -100]),
        ("QS JD", "hearts", "", [0, 0, 0, 0]),
        ("JD", "hearts QS", "", [100, -100, 100, 100]),
        ("hearts QS", "", "", [300, 300, 100, 300]),
        ("hearts QS", "", "AH QS", [600, 600, 200, 600]),
        ("hearts QS JD", "", "", [400, 200, 200, 400]),
        ("hearts QS JD TC", "", "", [800, 800, 800, 800]),
        ("hearts QS JD TC", "", "QS AH JD TC", [3200, 3200, 3200, 3200]),
        ("hearts TC", "QS", "", [-400, 400, 400, 400]),
    ];
    for (pile, other, revealed, expected) in rows {
        for (rules, expected) in ["classic", "swap", "swap-off", "pagat"].into_iter().zip(expected) {
            let line = value!({"taken": [[], list(other), list(pile), []], "revealed": list(revealed)});
            assert_eq!(scores(rules, &line)[2], expected, "{rules}: {line}");
            if other.is_empty() {
                let flat = value!({"taken": list(pile), "revealed": list(revealed)});
                assert_eq!(scores(rules, &flat), [expected, 0, 0, 0], "{rules}: {flat}");
            }
        }
    }
    assert_eq!(scores("scrofa", &value!({"taken": list("hearts QS JD TC")})), [400, 0, 400, 0]);
    assert_eq!(scores("scrofa", &value!({"taken": list("hearts QS")})), [100, 0, 100, 0]);
}

#[test]
fn lines_stand_in_their_order_and_plain_cards_change_nothing() {
    let line = r#"{"taken":[["5h","6H","J♥","jd"],[],[],[]]}"#;
    let expected = r#"{"scores":[60,0,0,0],"lines":[{"hearts":-40,"pig":0,"sheep":100,"base":60,"multiplier":1,"bonus":0,"total":60},"#;
    let short = score("classic", &json(line));
    assert!(short.to_string().starts_with(expected), "{short}");
    let long = json(r#"{"taken":["S:KJ2 H:J65 D:J C:9","","C:2",[]],"revealed":null}"#);
    assert_eq!(score("classic", &long), short);
    let own = json(r#"{"rules":"classic","taken":["TC",  "10c"]}"#);
    assert_eq!(answer(Command::Score, &own, None)["rule"], "deal");
}

#[test]
fn the_queen_of_diamonds_counts_the_tricks_after_her() {
    let rules = "classic+queen-of-diamonds";
    for after in [value!(3), value!(3.0), value!([0, 3, 1, 0])] {
        let line = value!({"taken": [[], ["QD", "JD"], [], []], "tricks_after_qd": after});
        assert_eq!(scores(rules, &line), [0, 130, 0, 0], "{line}");
    }
    assert_eq!(scores(rules, &json(r#"{"taken":["QD"]}"#)), [0, 0, 0, 0]);
    let pool = "classic+queen-of-diamonds{partnership=true team_score=pool}";
    let line = json(r#"{"taken":[["QD"],[],["QS"],[]],"tricks_after_qd":[2,5,3,0]}"#);
    assert_eq!(scores(pool, &line), [-50, 0, -50, 0]);
    for (after, rule) in [("13", "syntax"), ("[7,7,0,0]", "score"), ("[1,2,3]", "syntax"), ("-1", "syntax")] {
        let line = json(&format!(r#"{{"taken":["QD"],"tricks_after_qd":{after}}}"#));
        assert_eq!(score(rules, &line)["rule"], rule, "{line}");
    }
    assert_eq!(score(rules, &json(r#"{"taken":["QS"],"tricks_after_qd":2}"#))["rule"], "score");
}

#[test]
fn a_side_shows_its_score_at_both_seats() {
    let line = value!({"taken": [list("AH KH QH JH TH 9H 8H"), ["JD"], list("7H 6H 5H 4H 3H 2H QS"), []]});
    assert_eq!(scores("classic+partnership", &line), [-300, 100, -300, 100]);
    assert_eq!(scores("classic{partnership=true team_score=pool}", &line), [300, 100, 300, 100]);
    let lines = &score("classic{partnership=true team_score=pool}", &line)["lines"];
    assert_eq!(lines[0], lines[2]);
    assert_eq!(lines[0]["hearts"], 200);
    assert_eq!(score("classic+partnership", &line)["lines"][0]["total"], -170);
}

#[test]
fn three_reveals_imply_the_fourth() {
    let line = json(r#"{"taken":["TC"],"revealed":["QS","AH","JD"]}"#);
    assert_eq!(scores("classic", &line)[0], 50);
    assert_eq!(scores("classic{reveal_fourth=true}", &line)[0], 100);
}

#[test]
fn hearts() {
    let moon = value!({"taken": [[], list("hearts QS"), [], []]});
    assert_eq!(scores("hearts", &moon), [26, 0, 26, 26]);
    let exception = value!({"taken": [[], list("hearts QS"), [], []], "totals": [80, 90, 10, 10]});
    assert_eq!(scores("hearts", &exception), [0, -26, 0, 0]);
    let line = json(r#"{"taken":[["QS","JD"],["2H","3H"],[],[]],"trick_counts":[6,7,0,0]}"#);
    assert_eq!(scores("hearts", &line), [13, 2, 0, 0]);
    assert_eq!(scores("hearts{jd_bonus=true no_tricks_bonus=true}", &line), [3, 2, -5, -5]);
    let uncounted = json(r#"{"taken":[["QS","JD"],["2H","3H"],[],[]]}"#);
    assert_eq!(scores("hearts{no_tricks_bonus=true}", &uncounted), [13, 2, 0, 0]);
    let answer = score("hearts{jd_bonus=true no_tricks_bonus=true}", &line);
    assert_eq!(answer["lines"][2].to_string(), r#"{"hearts":0,"queen":0,"jack":0,"bonus":-5,"moon":0,"total":-5}"#);
}

#[test]
fn tantony() {
    let line = json(r#"{"face_up":[["AS","2S"],["KD"],["5H"],[]],"single":[[],[],[],["JC"]]}"#);
    let answer = score("tantony", &line);
    assert_eq!(answer["scores"], json("[37,40,37,40]"));
    assert_eq!(answer["lines"][3].to_string(), r#"{"tricks":25,"single":15,"total":40}"#);
    assert_eq!(scores("tantony", &json(r#"{"taken":["AS"]}"#)), [0, 0, 0, 0]);
    assert_eq!(score("tantony", &json(r#"{"face_up":[["AS"],["AS"],[],[]]}"#))["rule"], "deal");
}

#[test]
fn what_is_no_pile_is_refused() {
    for (line, rule, says) in [
        (r#"{"taken":[["QS"],["2H"],["QS"],[]]}"#, "deal", "QS lies in two piles"),
        (r#"{"taken":["QS","QS"]}"#, "deal", "QS is listed twice"),
        (r#"{"taken":["QS","1C"]}"#, "syntax", "'1C' is not a card"),
        (r#"{"taken":[["QS"],[]]}"#, "syntax", "a list of four"),
        (r#"{"revealed":[]}"#, "syntax", "'taken' is missing"),
        (r#"{"taken":[],"revealed":["QD"]}"#, "reveal", "let nobody reveal QD"),
        (r#"{"taken":[],"reveald":["QS"]}"#, "syntax", "did you mean 'revealed'?"),
        (r#"{"taken":{}}"#, "syntax", "a list of four"),
        (r#"{"taken":[],"trick_counts":[9,9,0,0]}"#, "score", "18 tricks"),
        (r#"[]"#, "syntax", "a JSON object"),
    ] {
        let answer = score("classic", &json(line));
        assert_eq!(answer["rule"], rule, "{line}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains(says), "{line}: {answer}");
    }
}
