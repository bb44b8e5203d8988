//! The weighted sampler against plain enumeration.

use super::{every_way, three_each};
use gongzhu::rng::{Purpose, Rng, below, choose_many, stream};
use gongzhu::sample::{Constraints, Sampler, WeightedSampler};
use gongzhu::{BySeat, Card, CardSet, Seat};
use std::collections::HashMap;

/// A weight for each seat and card, as its logarithm.
struct Weights(BySeat<[f32; 52]>);

impl Weights {
    fn random(rng: &mut Rng) -> Weights {
        Weights(BySeat::from_fn(|_| std::array::from_fn(|_| below(rng, 601) as f32 / 200.0 - 1.5)))
    }

    fn of(&self, seat: Seat, card: Card) -> f32 {
        self.0[seat][usize::from(card.index())]
    }

    /// The logarithm of a world's weight.
    fn of_world(&self, world: &BySeat<CardSet>, unseen: CardSet) -> f64 {
        let of_hand = |(seat, hand): (Seat, &CardSet)| -> f64 {
            (*hand & unseen).iter().map(|card| f64::from(self.of(seat, card))).sum()
        };
        world.iter().map(of_hand).sum()
    }
}

#[test]
fn worlds_come_in_proportion_to_their_weights() {
    let [_, a, b, c] = Seat::ALL;
    let start = three_each();
    let hearts = CardSet::HEARTS;
    for (case, constraints) in
        [start, start.bar(a, hearts), start.bar(b, hearts & start.unseen()), start.know(c, hearts & start.unseen())]
            .into_iter()
            .enumerate()
    {
        let mut rng = stream(31, case as u64, Purpose::Deal);
        let weights = Weights::random(&mut rng);
        let mut expected: HashMap<[u64; 4], f64> = HashMap::new();
        for world in every_way(start.seat(), start.hand(), start.unseen(), start.sizes()) {
            if constraints.allow(&world) {
                expected.insert(world.0.map(CardSet::bits), weights.of_world(&world, start.unseen()).exp());
            }
        }
        let sum: f64 = expected.values().sum();
        let sampler = WeightedSampler::new(&constraints, |seat, card| weights.of(seat, card)).expect("a world");
        let mut worlds = vec![BySeat::default(); 400_000];
        sampler.fill(&mut rng, &mut worlds);
        let draws = worlds.len() as f64;
        let mut counts: HashMap<[u64; 4], f64> = HashMap::new();
        for world in worlds {
            *counts.entry(world.0.map(CardSet::bits)).or_default() += 1.0;
        }
        assert!(counts.keys().all(|world| expected.contains_key(world)), "case {case}: no world but those allowed");
        // Worlds that are hardly expected count together.
        let (mut chi2, mut cells, mut rare) = (0.0, 0.0, (0.0, 0.0));
        for (world, weight) in &expected {
            let (count, mean) = (counts.get(world).copied().unwrap_or(0.0), draws * weight / sum);
            if mean < 10.0 {
                rare = (rare.0 + count, rare.1 + mean);
            } else {
                chi2 += (count - mean).powi(2) / mean;
                cells += 1.0;
            }
        }
        if rare.1 > 10.0 {
            chi2 += (rare.0 - rare.1).powi(2) / rare.1;
            cells += 1.0;
        }
        let freedom: f64 = f64::max(cells - 1.0, 1.0);
        assert!((chi2 - freedom).abs() <= 6.0 * (2.0 * freedom).sqrt(), "case {case}: chi-square {chi2} of {freedom}");
    }
}

/// From hands of any size and constraints of any kind: worlds where the uniform sampler finds worlds, its error where it does not, and with
/// weights that leave no doubt the likeliest world.
#[test]
fn random_constraints_are_kept() {
    let (mut possible, mut impossible) = (0, 0);
    for case in 0..3_000 {
        let mut rng = stream(32, case, Purpose::Deal);
        let size = 1 + below(&mut rng, 13);
        let hand = choose_many(&mut rng, CardSet::ALL, size);
        let unseen = choose_many(&mut rng, !hand, 3 * size);
        let mut constraints = Constraints::new(Seat::ALL[2], hand, unseen, BySeat::splat(size));
        for seat in Seat::ALL.into_iter().filter(|&seat| seat != Seat::ALL[2]) {
            let (bars, known) = (below(&mut rng, 14), usize::from(below(&mut rng, 4) == 0));
            constraints = constraints.bar(seat, choose_many(&mut rng, unseen, bars.min(unseen.len())));
            constraints = constraints.know(seat, choose_many(&mut rng, unseen, known));
        }
        let weights = Weights::random(&mut rng);
        let weighted = WeightedSampler::new(&constraints, |seat, card| 20.0 * weights.of(seat, card));
        let uniform = Sampler::new(&constraints);
        match (weighted, uniform) {
            (Ok(weighted), Ok(uniform)) => {
                possible += 1;
                let mut worlds = [BySeat::default(); 21];
                weighted.fill(&mut rng.clone(), &mut worlds);
                assert!(worlds.iter().all(|world| constraints.allow(world)), "{constraints:?}");
                let mut again = rng.clone();
                assert_eq!(worlds, std::array::from_fn(|_| weighted.sample(&mut again)), "however many at a time");
                let truth = uniform.sample(&mut rng);
                let certain = |seat: Seat, card| if truth[seat].has(card) { 0.0 } else { f32::NEG_INFINITY };
                let weighted = WeightedSampler::new(&constraints, certain).expect("the same worlds");
                let found = (0..20).filter(|_| weighted.sample(&mut rng) == truth).count();
                assert!(found >= 18, "{found} of 20 in {constraints:?}");
            }
            (Err(weighted), Err(uniform)) => {
                impossible += 1;
                assert_eq!(weighted, uniform);
            }
            (weighted, uniform) => panic!("{:?} against {:?}", weighted.err(), uniform.err()),
        }
    }
    assert!(possible > 500 && impossible > 500, "{possible} and {impossible}");
}
