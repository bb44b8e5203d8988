//! What a search does at a decision: worlds that agree with a view, and roll-outs from them.

use super::SEED;
use super::measure::{Budget, Speed};
use crate::error::RunError;
use crate::play::Deals;
use gongzhu::kernel::{Playout, Processor, Rollouts};
use gongzhu::rng::{Purpose, below, stream};
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{BySeat, CardSet, Rules, Setup, State, View};
use std::hint::black_box;

/// Tricks played before the decision.
const TRICKS: usize = 5;

/// Random hands whose views are used in turn: they differ in what is known. A call takes all, so that slices are alike.
const HANDS: u64 = 32;

/// Worlds that are drawn, and played out, at a time.
const WORLDS: usize = 128;

/// How roll-outs choose their cards.
#[derive(Clone, Copy, Debug)]
pub(super) enum Policy {
    Uniform,
    Sensible,
}

/// From a view to a sampler: collecting what is certain, and counting the worlds.
pub(super) fn set_up(budget: &Budget<'_>, rules: &Rules) -> Result<Speed, RunError> {
    let setups = setups(rules);
    let states = positions(&setups)?;
    budget.measure(|| {
        for state in &states {
            let constraints = Constraints::of(&View::new(black_box(state), state.turn()));
            black_box(&Sampler::new(&constraints));
        }
        HANDS
    })
}

/// Worlds alone.
pub(super) fn sample(budget: &Budget<'_>, rules: &Rules) -> Result<Speed, RunError> {
    let setups = setups(rules);
    let samplers = positions(&setups)?.iter().map(sampler).collect::<Result<Vec<_>, _>>()?;
    let (mut rng, mut worlds) = (stream(SEED, 0, Purpose::Deal), worlds());
    budget.measure(|| {
        for sampler in &samplers {
            sampler.fill(&mut rng, &mut worlds);
            black_box(&worlds);
        }
        HANDS * WORLDS as u64
    })
}

/// Roll-outs to the end of the hand, each from a world of its own.
pub(super) fn roll_out(
    budget: &Budget<'_>,
    rules: &Rules,
    policy: Policy,
    processor: Processor,
) -> Result<Speed, RunError> {
    let setups = setups(rules);
    let states = positions(&setups)?;
    let samplers = states.iter().map(sampler).collect::<Result<Vec<_>, _>>()?;
    let playout = match policy {
        Policy::Uniform => Playout::Uniform,
        Policy::Sensible => Playout::sensible(rules),
    };
    let roll_outs = |state| Rollouts::new(&View::new(state, state.turn()), &playout).on(processor);
    let roll_outs: Vec<Rollouts<'_>> = states.iter().map(roll_outs).collect();
    let (mut rng, mut worlds) = (stream(SEED, 0, Purpose::Deal), worlds());
    let (mut scores, mut key) = (Vec::with_capacity(WORLDS), 0);
    budget.measure(|| {
        for (sampler, roll_outs) in samplers.iter().zip(&roll_outs) {
            sampler.fill(&mut rng, &mut worlds);
            scores.clear();
            key += 1;
            roll_outs.play(None, &worlds, key, &mut scores);
            black_box(&scores);
        }
        HANDS * WORLDS as u64
    })
}

fn worlds() -> Vec<BySeat<CardSet>> {
    vec![BySeat::default(); WORLDS]
}

fn setups(rules: &Rules) -> Vec<Setup<'_>> {
    (0..HANDS).map(|index| Deals::Seeded(SEED).setup(rules, index)).collect()
}

/// The hands after some tricks of random play.
fn positions<'a>(setups: &'a [Setup<'a>]) -> Result<Vec<State<'a>>, RunError> {
    (0..)
        .zip(setups)
        .map(|(index, setup)| {
            let mut state = State::new(setup)?;
            let mut rng = stream(SEED + 1, index, Purpose::Deal);
            while state.tricks_played() < TRICKS {
                let legal = state.legal();
                let Some(action) = legal.iter().nth(below(&mut rng, legal.len())) else { break };
                state.play_unchecked(action);
            }
            Ok(state)
        })
        .collect()
}

fn sampler(state: &State<'_>) -> Result<Sampler, RunError> {
    let constraints = Constraints::of(&View::new(state, state.turn()));
    Sampler::new(&constraints).map_err(|error| RunError::Failed(error.to_string()))
}
