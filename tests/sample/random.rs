//! Random constraints: small ones by enumeration of all worlds, full hands by counts of a plain method.

use super::every_way;
use crate::common::suite::hands_to_play;
use crate::common::{chance, pick};
use gongzhu::rng::{Purpose, Rng, below, choose_many, stream};
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{BySeat, CardSet, Seat};
use std::collections::HashMap;

/// Constraints of a random kind, with what was told of each seat.
struct Case {
    constraints: Constraints,
    known: BySeat<CardSet>,
    barred: BySeat<CardSet>,
}

/// `most` is the largest number of hidden cards of a seat; hands may differ by one card, as they do within a trick.
fn case(rng: &mut Rng, most: usize) -> Case {
    let seat = pick(rng, &Seat::ALL);
    let base = 1 + below(rng, most);
    let sizes = BySeat::from_fn(|_| base - usize::from(chance(rng, 30)));
    let hand = choose_many(rng, CardSet::ALL, sizes[seat]);
    let others = sizes.0.iter().sum::<usize>() - sizes[seat];
    let unseen = choose_many(rng, !hand, others);
    let mut case = Case {
        constraints: Constraints::new(seat, hand, unseen, sizes),
        known: BySeat::default(),
        barred: BySeat::default(),
    };
    let all = every_seat_but(seat);
    let bars = pick(rng, &[0, 1, 2, 3, 5]);
    for _ in 0..bars {
        let other = pick(rng, &all);
        let count = below(rng, 1 + others / 2);
        case.barred[other] |= choose_many(rng, unseen, count);
    }
    if chance(rng, 50) {
        let other = pick(rng, &all);
        let count = below(rng, 3);
        case.known[other] |= choose_many(rng, unseen, count);
    }
    for other in all {
        case.constraints = case.constraints.know(other, case.known[other]).bar(other, case.barred[other]);
    }
    case
}

fn every_seat_but(seat: Seat) -> [Seat; 3] {
    [1, 2, 3].map(|steps| seat.offset(steps))
}

/// The worlds of a case out of all ways to give the cards.
fn worlds(case: &Case) -> Vec<BySeat<CardSet>> {
    let c = &case.constraints;
    let mut ways = every_way(c.seat(), c.hand(), c.unseen(), c.sizes());
    ways.retain(|way| {
        way.iter().all(|(seat, &hand)| case.known[seat].is_subset(hand) && !case.barred[seat].meets(hand))
    });
    ways
}

#[test]
fn small_cases_are_uniform_over_all_worlds() {
    let (mut cases, mut impossible, mut sum, mut freedom) = (0, 0, 0.0, 0.0);
    for index in 0..hands_to_play(1_500) {
        let mut rng = stream(31, index, Purpose::Deal);
        let case = case(&mut rng, 3);
        let expected = worlds(&case);
        let sampler = match Sampler::new(&case.constraints) {
            Ok(sampler) => sampler,
            Err(error) => {
                assert_eq!(expected.len(), 0, "case {index}: {error}");
                impossible += 1;
                continue;
            }
        };
        assert_eq!(sampler.worlds(), expected.len() as u64, "case {index}");
        if expected.len() > 400 || expected.len() == 1 {
            continue;
        }
        let each = 60;
        let mut counts: HashMap<[CardSet; 4], u32> = expected.iter().map(|world| (world.0, 0)).collect();
        let mut samples = vec![BySeat::default(); each * expected.len()];
        sampler.fill(&mut rng, &mut samples);
        for sample in &samples {
            *counts.get_mut(&sample.0).unwrap_or_else(|| panic!("case {index}: {sample:?} is no world")) += 1;
        }
        let each = each as f64;
        let chi2: f64 = counts.values().map(|&count| (f64::from(count) - each).powi(2) / each).sum();
        let free = expected.len() as f64 - 1.0;
        // The cube root is close to normal (Wilson & Hilferty 1931).
        let variance = 2.0 / (9.0 * free);
        let z = ((chi2 / free).cbrt() - (1.0 - variance)) / variance.sqrt();
        assert!(z.abs() < 6.0, "case {index}: chi-square {chi2} with {free} degrees of freedom");
        (cases, sum, freedom) = (cases + 1, sum + chi2, freedom + free);
    }
    let z = (sum - freedom) / (2.0 * freedom).sqrt();
    println!(
        "{cases} cases, {impossible} impossible ones; chi-square {sum:.0}, {freedom} degrees of freedom, z {z:+.2}"
    );
    assert!(cases >= 500 && impossible >= 50, "{cases} cases, {impossible} impossible ones");
    assert!(z.abs() < 5.0, "chi-square {sum} with {freedom} degrees of freedom");
}

/// The number of worlds, card by card.
fn count(case: &Case) -> u64 {
    let c = &case.constraints;
    let seats = every_seat_but(c.seat());
    let room = seats.map(|seat| c.sizes()[seat]);
    let mut ways = HashMap::from([([0usize; 3], 1u64)]);
    for card in c.unseen() {
        let mut next = HashMap::new();
        for (held, count) in ways {
            for (i, &seat) in seats.iter().enumerate() {
                let elsewhere = seats.iter().any(|&other| other != seat && case.known[other].has(card));
                if held[i] < room[i] && !elsewhere && !case.barred[seat].has(card) {
                    let mut more = held;
                    more[i] += 1;
                    *next.entry(more).or_insert(0) += count;
                }
            }
        }
        ways = next;
    }
    ways.get(&room).copied().unwrap_or(0)
}

#[test]
fn full_hands_have_exact_counts_and_marginal_probabilities() {
    const SAMPLES: usize = 20_000;
    let (mut positions, mut terms, mut excess) = (0, 0, Vec::new());
    let mut samples = vec![BySeat::default(); SAMPLES];
    for index in 0..hands_to_play(400) {
        let mut rng = stream(32, index, Purpose::Deal);
        let case = case(&mut rng, 13);
        let worlds = count(&case);
        let sampler = match Sampler::new(&case.constraints) {
            Ok(sampler) => sampler,
            Err(error) => {
                assert_eq!(worlds, 0, "case {index}: {error}");
                continue;
            }
        };
        assert_eq!(sampler.worlds(), worlds, "case {index}");
        if index % 4 != 0 {
            continue;
        }
        sampler.fill(&mut rng, &mut samples);
        let (mut sum, mut of_case) = (0.0, 0.0);
        for card in case.constraints.unseen() {
            for seat in every_seat_but(case.constraints.seat()) {
                let mut with = Case { known: case.known, barred: case.barred, constraints: case.constraints };
                with.known[seat] = with.known[seat].with(card);
                let p = count(&with) as f64 / worlds as f64;
                let found = samples.iter().filter(|world| world[seat].has(card)).count() as f64;
                if p == 0.0 || p == 1.0 {
                    assert_eq!(found, p * SAMPLES as f64, "case {index}: {card} at seat {seat}");
                    continue;
                }
                let n = SAMPLES as f64;
                // A continuity correction, for events that are expected hardly once.
                let z = ((found - n * p).abs() - 0.5).max(0.0) / (n * p * (1.0 - p)).sqrt().max(1.0);
                assert!(z < 6.0, "case {index}: {card} at seat {seat} {found} times, expected {}", n * p);
                sum += (found - n * p).powi(2) / (n * p * (1.0 - p));
                of_case += 1.0;
            }
        }
        positions += 1;
        if of_case > 0.0 {
            terms += of_case as u32;
            excess.push(sum / of_case - 1.0);
        }
    }
    // Within a position the terms depend on each other; between positions they don't.
    let n = excess.len() as f64;
    let mean = excess.iter().sum::<f64>() / n;
    let error = (excess.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n * (n - 1.0))).sqrt();
    println!("{positions} positions, {terms} marginals: mean square of z {:.4} ± {error:.4}", 1.0 + mean);
    assert!(positions >= 50, "{positions} positions");
    assert!(mean.abs() < 5.0 * error, "mean square of z {} ± {error}", 1.0 + mean);
}
