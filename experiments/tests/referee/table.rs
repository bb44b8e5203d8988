//! `replay --format table`.

use crate::{TABLE, json, judge, random_match, random_records, rule_sets};
use gongzhu::{Phase, Record, Rules, Seat, Setup, State};
use serde_json::{Value, json as value};

fn drawn(record: &Value) -> String {
    let (text, summary) = judge(TABLE, record.to_string().as_bytes(), None);
    assert_eq!(summary.errors, 0, "{text}");
    text
}

/// The lines of the drawing without blanks at either end.
fn assert_drawn(record: &Value, expected: &str) {
    let lines = |text: &str| text.trim().lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    let text = drawn(record);
    assert_eq!(lines(&text), lines(expected), "{text}");
}

#[test]
fn a_hand_of_gong_zhu() {
    let record = json(
        r#"{"rules":"classic","totals":[100,0,-500,0],
            "deal":["S:AT87532 H:AJ7 D:A3 C:K","S:J94 H:KT82 D:K765 C:J5","S:K H:Q9643 D:JT9 C:T963","S:Q6 H:5 D:Q842 C:AQ8742"],
            "reveal":[["AH"],[],["JD","TC"],[]],
            "plays":["2C","KC","JC","9C","AD","5D","TD","8D","AS","4S","KS","6S","TS","JS","TC","QS","7C","7S","5C","3C","AC",
                     "JH","KD","6C","2D","3D","6D","JD","6H","5H","7H","2H","8S","9S","9H","4C","TH","4H","QD","AH","5S","KH",
                     "3H","8C","2S","8H","9D","QC","3S","7D","QH","4D"]}"#,
    );
    let expected = "
        Hand 0 of classic; seat 0 deals

                spades   hearts  diamonds  clubs   reveals
        seat 0  AT87532  AJ7     A3        K       AH
        seat 1  J94      KT82    K765      J5      -
        seat 2  K        Q9643   JT9       T963    JD TC
        seat 3  Q6       5       Q842      AQ8742  -

        trick  seat 0  seat 1  seat 2  seat 3   points  score 0  score 1  score 2  score 3
        1         KC*     JC      9C     >2C         0        0        0        0        0
        2        >AD*     5D      TD      8D         0        0        0        0        0
        3        >AS*     4S      KS      6S         0        0        0        0        0
        4        >TS      JS      TC      QS*  -100 ×4        0        0        0     -400
        5         7S      5C      3C     >7C*        0        0        0        0     -400
        6         JH      KD      6C     >AC*      -40        0        0        0     -560
        7         3D      6D      JD*    >2D       200        0        0      200     -560
        8         7H*     2H     >6H      5H       -60      -60        0      200     -560
        9        >8S      9S*     9H      4C       -20      -60      -20      200     -560
        10        AH*    >TH      4H      QD      -120     -180      -20      200     -560
        11       >5S*     KH      3H      8C       -80     -260      -20      200     -560
        12       >2S*     8H      9D      QC       -20     -280      -20      200     -560
        13       >3S*     7D      QH      4D       -60     -340      -20      200     -560
        > leads   * highest of the led suit   score: the hand's, if it ended there

        settlement   seat 0  seat 1  seat 2  seat 3
        hearts         -340     -20       0     -40
        pig               0       0       0    -100
        sheep             0       0     200       0
        base           -340     -20     200    -140
        transformer       -       -       -      ×4
        hand total     -340     -20     200    -560
        match total    -240     -20    -300    -560
        ";
    assert_drawn(&record, expected);
}

#[test]
fn positions_in_every_phase() {
    let deal = value!([
        "S:QJT2 H:A32 D:432 C:432",
        "S:A543 H:KQJ D:765 C:765",
        "S:K76 H:T987 D:T98 C:T98",
        "S:98 H:654 D:AKQJ C:AKQJ"
    ]);
    for (rules, more, says) in [
        (
            "classic+pass",
            r#"{"pass":[[],["AS","3S"],[],[]]}"#,
            "next: seat 1 passes, of 4S 5S JH QH KH 5D 6D 7D 5C 6C 7C\n",
        ),
        ("classic", r#"{"reveal":[null,[],[],["JD",null]]}"#, "next: seat 3 may reveal -\n"),
        ("classic", r#"{"reveal":[["QS",null],[],[],["JD"]]}"#, "next: seat 0 may reveal AH\n"),
        ("classic", r#"{"plays":["2C","5C","8C"]}"#, "next: seat 3 plays, of JC QC KC AC\n"),
        ("classic", r#"{"plays":["2C","5C","8C"]}"#, "\n1        >2C      5C      8C\n"),
        ("tantony", r#"{"plays":["5C","8C","AC","2C"]}"#, "next: seat 3 gives trick 1 to a seat of 0 1 2 3\n"),
    ] {
        let mut record = value!({"rules": rules, "deal": deal});
        record.as_object_mut().unwrap().extend(json(more).as_object().unwrap().clone());
        let text = drawn(&record);
        assert!(text.contains(says), "{text}");
    }
    let record = value!({"rules": "classic", "deal": deal, "reveal": json(r#"[["QS",null],[],[],["JD"]]"#)});
    assert!(drawn(&record).contains("QS …\n"), "{}", drawn(&record));
}

/// The settlement row `name` as numbers.
fn row(text: &str, name: &str) -> Vec<i64> {
    let row = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("no {name}:\n{text}"));
    row.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

#[test]
fn sheets_of_every_game() {
    for (rules, seed) in rule_sets().iter().zip(400..) {
        for record in random_records(rules, seed, 3) {
            let text = drawn(&record);
            let numbers =
                |field: &Value| -> Vec<i64> { field.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect() };
            let (totals, scores) = (numbers(&record["totals"]), numbers(&record["scores"]));
            let sums: Vec<i64> = totals.iter().zip(&scores).map(|(total, score)| total + score).collect();
            assert_eq!(row(&text, "match total"), sums, "{text}");
            let hand = if text.contains("side total") { "side total" } else { "hand total" };
            assert_eq!(row(&text, hand), scores, "{text}");
            let last = text.lines().find(|line| line.starts_with("13 ")).unwrap();
            let running: Vec<i64> = last.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            let shown = if rules.partnership() { &scores[..2] } else { &scores };
            assert!(running.ends_with(shown), "{text}");
            assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
            assert!(text.lines().skip(1).all(|line| line.chars().count() < 100), "{text}");
        }
    }
}

#[test]
fn names_of_the_lines() {
    for (rules, lines) in [
        ("hearts", "hearts queen jack bonus moon hand match"),
        ("tantony", "tricks single hand match"),
        ("scrofa", "hearts pig sheep base transformer hand side match"),
        ("classic+queen-of-diamonds", "hearts pig sheep base transformer, hand match"),
    ] {
        let text = drawn(&random_records(&Rules::parse(rules).unwrap(), 2, 1).remove(0));
        let sheet = text.split("settlement").nth(1).unwrap();
        let names: Vec<&str> =
            sheet.lines().skip(1).filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty()).collect();
        assert_eq!(names.join(" "), lines, "{text}");
    }
}

#[test]
fn a_cap_is_shown() {
    let rules = Rules::parse("classic+cap-800").unwrap();
    // Seat 0 holds every card that takes a trick; everything is revealed.
    let deal =
        "S:AKQ H:AKQJ D:AKQ C:AKQ | S:JT9 H:T98 D:JT9 C:JT92 | S:876 H:765 D:8765 C:876 | S:5432 H:432 D:432 C:543";
    let setup = Setup { opening_seat: Some(Seat::ALL[0]), ..Setup::first(&rules, deal.parse().unwrap()) };
    let mut state = State::new(&setup).unwrap();
    while let Some(first) = state.legal().iter().next() {
        let last = state.legal().iter().last().unwrap();
        state.play(if state.phase() == Phase::Reveal { first } else { last }).unwrap();
    }
    let text = drawn(&Record::of(&state).to_json());
    assert!(text.contains("\ntransformer  ×4 cap 800       -       -       -\n"), "{text}");
    assert_eq!(row(&text, "hand total"), [800, 0, 0, 0]);
}

#[test]
fn several_hands_are_apart() {
    let mut lines = String::new();
    random_match(&Rules::parse("hearts").unwrap(), 1, 2, |state| {
        if state.legal().is_empty() {
            lines += &format!("{}\n", Record::of(state).to_json());
        }
    });
    let (text, summary) = judge(TABLE, lines.as_bytes(), None);
    assert_eq!((summary.lines, text.matches("\n\nHand ").count()), (2, 1), "{text}");
}
