//! One hand: thirteen clubs take every trick, whatever is hidden, so that the scores of random players are known.

use crate::trial;
use gongzhu_experiments::play::Control;
use gongzhu_experiments::reveal_ev::{HandReport, Question};
use indicatif::ProgressBar;
use std::sync::atomic::AtomicBool;

const CLUBS: &str = "C:AKQJT98765432";

fn answer(seat: u8, revealed: &[&str], precision: f64, most: u64, seed: u64) -> HandReport {
    let trial = trial("classic", "random", seed);
    let revealed: Vec<String> = revealed.iter().map(ToString::to_string).collect();
    let question = Question::new(&trial.rules, CLUBS, seat, &revealed).expect("a hand");
    let control = Control { stop: &AtomicBool::new(false), bar: ProgressBar::hidden() };
    question.answer(&trial, precision, most, &control).expect("nothing stops it")
}

/// The score of a slam: hearts, pig and sheep count so many times, the transformer doubles.
fn slam(hearts: f64, pig: f64, sheep: f64) -> f64 {
    2.0 * (200.0 * hearts + 100.0 * pig + 100.0 * sheep)
}

fn check(report: &HandReport, nothing: f64) {
    let [first, second] = &report.choices[..] else { panic!("nothing or the transformer") };
    assert_eq!([first, second].map(|row| row.reveal.to_string()), ["nothing", "TC"]);
    for (row, wanted) in [(first, nothing), (second, 2.0 * nothing)] {
        let (low, high) = row.score_low.zip(row.score_high).expect("an interval");
        let score = row.score.expect("a mean");
        assert!((score - wanted).abs() < 2.3 * (high - score), "{score} in {low} … {high}, not {wanted}");
        assert!((high - low) / 2.0 <= report.precision);
    }
    // Nobody reacts, so that the transformer always doubles what there is, for its seat alone.
    assert_eq!((second.better, second.worse), (1.0, 0.0));
    assert!((second.change.expect("a mean") - first.score.expect("a mean")).abs() < 1e-6);
    assert!((second.gain_change.expect("a mean") - second.change.expect("a mean")).abs() < 1e-6);
}

#[test]
fn expected_scores_are_those_of_an_exact_calculation() {
    // The three others reveal what they hold with a probability of one half.
    let report = answer(1, &[], 15.0, 1 << 20, 1);
    assert!(report.reached && report.worlds < 1 << 14);
    check(&report, slam(1.5, 1.5, 1.5));
    // Seat 1 has shown the pig and, where it holds them, neither ace of hearts nor sheep: 12 of its 38 unknown cards.
    let shown = 1.0 + 0.5 * 26.0 / 38.0;
    check(&answer(2, &["QS:1"], 15.0, 1 << 20, 2), slam(shown, 2.0, shown));
    // Both others before it have shown something; what is left may be revealed by the last.
    let report = answer(3, &["QS:1", "JD:2"], 15.0, 1 << 20, 3);
    check(&report, slam(1.0 + 0.5 * 13.0 / 37.0, 2.0, 2.0));
    assert_eq!(report.revealed.to_string(), "QS+JD");
}

#[test]
fn intervals_cover_as_often_as_they_say_where_the_precision_ends_the_run() {
    const RUNS: u64 = 300;
    let mut covered = 0;
    let mut worlds = Vec::new();
    for seed in 0..RUNS {
        let report = answer(1, &[], 50.0, 1 << 20, seed);
        worlds.push(report.worlds);
        let (low, high) = report.choices[1].score_low.zip(report.choices[1].score_high).expect("an interval");
        covered += u64::from(low <= 2400.0 && 2400.0 <= high);
    }
    let rate = covered as f64 / RUNS as f64;
    assert!((rate - 0.95).abs() < 3.5 * (0.95 * 0.05 / RUNS as f64).sqrt(), "intervals cover in {rate} of the runs");
    worlds.sort_unstable();
    assert!(worlds[0] < worlds[worlds.len() - 1], "runs end when the precision is reached");
}

#[test]
fn too_few_hidden_hands_are_told() {
    let report = answer(1, &[], 0.1, 500, 1);
    assert!(!report.reached && report.worlds == 500);
}
