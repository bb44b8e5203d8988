//! Hearts: legal cards, scores and the moon (section 3).

use super::hearts::*;
use super::*;

const ALL_POINTS: &str = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H QS";

fn settle(options: &HeartsOptions, pile: &str, other: &str, counts: [u32; 4], totals: [i32; 4]) -> [i32; 4] {
    let piles = [cards(pile), cards(other), Vec::new(), Vec::new()];
    let settled = score_piles(options, &piles, counts, totals);
    for line in settled.lines {
        assert_eq!(line.total, line.hearts + line.queen + line.jack + line.bonus + line.moon);
    }
    settled.scores
}

const COUNTS: [u32; 4] = [7, 2, 2, 2];

#[test]
fn plain_points() {
    let options = HeartsOptions::hearts();
    assert_eq!(settle(&options, "QS 2H JD", "AH KH", COUNTS, [0; 4]), [14, 2, 0, 0]);
}

#[test]
fn moon_kinds() {
    let mut options = HeartsOptions::openspiel();
    assert_eq!(settle(&options, ALL_POINTS, "", COUNTS, [99, 99, 0, 0]), [0, 26, 26, 26]);
    options.moon = HeartsMoon::ShooterMinus;
    assert_eq!(settle(&options, ALL_POINTS, "", COUNTS, [0; 4]), [-26, 0, 0, 0]);
}

#[test]
fn moon_exception() {
    let options = HeartsOptions::hearts();
    let plus = [0, 26, 26, 26];
    let minus = [-26, 0, 0, 0];
    // Nobody past the target.
    assert_eq!(settle(&options, ALL_POINTS, "", COUNTS, [60, 74, 20, 20]), plus);
    // Past it, and the shooter would not have the lowest total.
    assert_eq!(settle(&options, ALL_POINTS, "", COUNTS, [60, 75, 20, 20]), minus);
    // Past it, but the shooter would win, or tie for it.
    assert_eq!(settle(&options, ALL_POINTS, "", COUNTS, [30, 75, 20, 20]), plus);
    assert_eq!(settle(&options, ALL_POINTS, "", COUNTS, [46, 75, 20, 20]), plus);
    assert_eq!(settle(&options, ALL_POINTS, "", COUNTS, [47, 75, 20, 20]), minus);
}

#[test]
fn bonuses() {
    let mut options = HeartsOptions::hearts();
    options.jd_bonus = -10;
    options.no_tricks_bonus = -5;
    let counts = [9, 4, 0, 0];
    assert_eq!(settle(&options, "QS JD", "2H", counts, [0; 4]), [3, 1, -5, -5]);
    // JD comes after the moon; no bonus for having no trick then.
    assert_eq!(settle(&options, ALL_POINTS, "JD", counts, [0; 4]), [0, 16, 26, 26]);
}

#[test]
fn passing_cycle() {
    let mut options = HeartsOptions::hearts();
    let cycle = |options: &HeartsOptions| [0, 1, 2, 3, 4].map(|hand| pass_offset(options, hand));
    assert_eq!(cycle(&options), [Some(1), Some(3), Some(2), None, Some(1)]);
    options.direction = Direction::Anticlockwise;
    assert_eq!(cycle(&options), [Some(3), Some(1), Some(2), None, Some(3)]);
    options.pass = false;
    assert_eq!(cycle(&options), [None; 5]);
}

#[track_caller]
fn legal(options: &HeartsOptions, hand: &str, finished: &[&str], trick: &str, expected: &str) {
    let seated = |text: &&str| cards(text).into_iter().enumerate().collect::<Trick>();
    let finished: Vec<Trick> = finished.iter().map(seated).collect();
    let mut found = legal_plays(options, &cards(hand), &finished, &seated(&trick));
    let mut expected = cards(expected);
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

const PLAIN: &str = "2C 3C 4C 5C";

#[test]
fn opening() {
    let mut options = HeartsOptions::hearts();
    legal(&options, "2C 3C AS", &[], "", "2C");
    options.opening = HeartsOpening::AnyClub;
    legal(&options, "2C 3C AS", &[], "", "2C 3C");
}

#[test]
fn first_trick_points() {
    let mut options = HeartsOptions::hearts();
    legal(&options, "QS 2H JD 3S", &[], "2C", "JD 3S");
    legal(&options, "QS 2H", &[], "2C", "QS 2H");
    legal(&options, "QS 2H JD 3S", &[PLAIN], "6C", "QS 2H JD 3S");
    options.no_points_first_trick = false;
    legal(&options, "QS 2H JD 3S", &[], "2C", "QS 2H JD 3S");
}

#[test]
fn breaking_hearts() {
    let mut options = HeartsOptions::hearts();
    legal(&options, "QS 2H 3H", &[PLAIN], "", "QS");
    legal(&options, "2H 3H", &[PLAIN], "", "2H 3H");
    legal(&options, "AS 2H 3H", &["6C 7C 4H 8C"], "", "AS 2H 3H");
    // A heart that was led counts here.
    legal(&options, "AS 2H 3H", &["4H 5H 6H 7H"], "", "AS 2H 3H");
    legal(&options, "AS 2H 3H", &["6C 7C QS 8C"], "", "AS");
    options.qs_breaks_hearts = true;
    legal(&options, "AS 2H 3H", &["6C 7C QS 8C"], "", "AS 2H 3H");
    options.lead_hearts_instead_of_qs = true;
    legal(&options, "QS 2H 3H", &[PLAIN], "", "QS 2H 3H");
    legal(&options, "QS 2S 3H", &[PLAIN], "", "QS 2S");
    legal(&options, "AS 2H 3H", &[PLAIN], "", "AS");
    options.break_hearts = false;
    legal(&options, "AS 2H 3H", &[PLAIN], "", "AS 2H 3H");
}
