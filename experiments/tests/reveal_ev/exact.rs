//! A deal on which everything is known: what random players score is computed by hand.

use crate::{decisions, report, trial};
use gongzhu::Rules;
use gongzhu_experiments::play::Deals;
use gongzhu_experiments::reveal_ev::{Subset, Trial};
use gongzhu_experiments::stats::Moments;

/// Seat 3 opens with 2C and seat 0 takes the trick with its only club. Seats 1 and 2 discard a random heart and a random
/// diamond. Seat 3 takes the next trick with its only spade and then, with clubs, all the rest.
const DEAL: &str = "S:KQJT98765432 C:K | H:AKQJT98765432 | D:AKQJT98765432 | S:A C:AQJT98765432\n";

fn deals(rules: &Rules) -> Deals {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("deals.txt");
    std::fs::write(&path, DEAL).expect("a file");
    Deals::read(&path, rules).expect("a deal")
}

/// The expected scores of the four seats where these numbers are what the pig, the hearts, the sheep and the transformer
/// count, against not being revealed. The mean heart counts -200 / 13.
fn expected([pig, hearts, sheep, transformer]: [f64; 4]) -> [f64; 4] {
    let mean_heart = -200.0 / 13.0;
    let first = hearts * mean_heart + sheep * 100.0 / 13.0;
    let rest = hearts * (-200.0 - mean_heart) - pig * 100.0 + sheep * 100.0 * 12.0 / 13.0;
    [first, 0.0, 0.0, 2.0 * transformer * rest]
}

/// The factors if a seat decides about one card and the others reveal theirs with a probability of one half.
fn factors(card: usize, revealed: bool) -> [f64; 4] {
    let mut factors = [1.5; 4];
    factors[card] = if revealed { 2.0 } else { 1.0 };
    factors
}

#[test]
fn scores_are_those_of_an_exact_calculation() {
    for freeze_others in [false, true] {
        let trial = Trial { freeze_others, playouts: 2, ..trial("classic", "random", 8) };
        let found = decisions(&trial, &deals(&trial.rules), 4000);
        assert_eq!(found.len(), 4 * 4000);
        for card in 0..4 {
            for choice in [Subset::NOTHING, Subset::single(card)] {
                let mut scores: [Moments; 4] = Default::default();
                for decision in found.iter().filter(|decision| decision.seen.held == Subset::single(card)) {
                    scores
                        .iter_mut()
                        .zip(decision.scores[choice.index()])
                        .for_each(|(sum, score)| sum.add(score.into()));
                }
                let wanted = expected(factors(card, !choice.is_empty()));
                for (seat, (moments, wanted)) in scores.iter().zip(wanted).enumerate() {
                    let estimate = moments.estimate(2.0);
                    let (mean, error) = estimate.mean.zip(estimate.error).expect("deals");
                    assert!(
                        (mean - wanted).abs() <= 4.5 * error,
                        "{choice} seat {seat}: {mean} ± {error}, not {wanted}"
                    );
                    assert_eq!(error == 0.0, wanted == 0.0);
                }
            }
        }
    }
}

#[test]
fn intervals_cover_the_exact_change_as_often_as_they_say() {
    const RUNS: u64 = 400;
    const DEALS: u64 = 60;
    let rules = Rules::parse("classic").expect("a preset");
    let deals = deals(&rules);
    let change = |card: usize| {
        let [without, with] = [false, true].map(|revealed| expected(factors(card, revealed)));
        std::array::from_fn::<f64, 4, _>(|seat| with[seat] - without[seat])
    };
    // The transformer changes its holder's score; the ace of hearts, for its holder, only what the others have.
    let score = change(3)[3];
    let gain = -change(1).iter().sum::<f64>() / 3.0;
    let mut covered = [0; 3];
    for seed in 0..RUNS {
        let report = report(&trial("classic", "random", seed), &deals, DEALS);
        let within = |low: Option<f64>, high: Option<f64>, truth: f64| {
            low.zip(high).is_some_and(|(low, high)| low <= truth && truth <= high)
        };
        let [_, ace, _, transformer] = &report.subsets[..] else { panic!("four cards, each alone") };
        let always = &report.policies[0];
        let hits = [
            within(transformer.low, transformer.high, score),
            within(ace.gain_low, ace.gain_high, gain),
            // Of the four decisions of a deal one changes the own score.
            within(always.over_never_low, always.over_never_high, score / 4.0),
        ];
        covered.iter_mut().zip(hits).for_each(|(covered, hit)| *covered += u64::from(hit));
    }
    for covered in covered {
        // Within three and a half standard errors of 95 %.
        let rate = covered as f64 / RUNS as f64;
        assert!(
            (rate - 0.95).abs() < 3.5 * (0.95 * 0.05 / RUNS as f64).sqrt(),
            "intervals cover in {rate} of the runs"
        );
    }
}
