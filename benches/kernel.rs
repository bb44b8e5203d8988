//! The kernels: blocks of random hands and roll-outs, on each kind of processor that this machine can stand for.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gongzhu::kernel::{Bulk, Detail, LANES, Playout, Processor, Rollouts};
use gongzhu::rng::{Purpose, below, stream};
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{BySeat, CardSet, Deal, Game, Phase, Rules, Setup, State, View};
use std::hint::black_box;

/// Blocks that are played at a call.
const BLOCKS: u64 = 16;

/// Random hands, of which the views are used in turn: what is left to play differs from hand to hand.
const HANDS: u64 = 16;

/// Worlds that are played out at a call.
const WORLDS: usize = 64;

/// The processors that play hands of a game differently, the best first.
fn processors(game: Game) -> impl Iterator<Item = (&'static str, Processor)> {
    let all = [("lock-step", Processor::Avx2), ("scalar", Processor::Bmi2), ("portable", Processor::Portable)];
    all.into_iter().filter(move |&(_, processor)| {
        processor <= Processor::detect() && (processor < Processor::Avx2 || game != Game::Tantony)
    })
}

fn blocks(c: &mut Criterion) {
    for (what, detail) in [("scores", Detail::Scores), ("piles", Detail::Piles), ("plays", Detail::Plays)] {
        let mut group = c.benchmark_group(format!("random hands, {what}"));
        group.throughput(Throughput::Elements(BLOCKS * LANES as u64));
        for name in ["classic", "classic+pass", "swap", "pagat", "scrofa", "hearts", "tantony"] {
            let rules = Rules::parse(name).expect("a rule set");
            for (processor, on) in processors(rules.game()) {
                let bulk = Bulk::new(&rules).with(detail).on(on);
                let mut first = 0;
                group.bench_function(BenchmarkId::new(processor, name), |b| {
                    b.iter(|| {
                        first += BLOCKS;
                        bulk.play(1, first..first + BLOCKS, &mut |block| {
                            black_box(block);
                        });
                    });
                });
            }
        }
        group.finish();
    }
}

fn roll_outs(c: &mut Criterion) {
    for name in ["classic", "scrofa", "hearts", "tantony"] {
        let rules = Rules::parse(name).expect("a preset");
        let deals = (0..HANDS).map(|index| Deal::random(&mut stream(1, index, Purpose::Deal)));
        let setups: Vec<_> = deals.map(|deal| Setup::first(&rules, deal)).collect();
        let mut group = c.benchmark_group(format!("roll-outs, {name}"));
        group.throughput(Throughput::Elements(WORLDS as u64));
        for tricks in [0, 5, 9] {
            let states: Vec<State<'_>> = (0..).zip(&setups).map(|(index, setup)| after(setup, index, tricks)).collect();
            let worlds: Vec<_> = (0..).zip(&states).map(|(index, state)| worlds(state, index)).collect();
            for (policy, playout) in [("uniform", Playout::Uniform), ("sensible", Playout::sensible(&rules))] {
                for (processor, on) in processors(rules.game()) {
                    let roll_outs = |state| Rollouts::new(&View::new(state, state.turn()), &playout).on(on);
                    let roll_outs: Vec<_> = states.iter().map(roll_outs).collect();
                    let mut next = roll_outs.iter().zip(&worlds).cycle();
                    let (mut key, mut scores) = (0, Vec::with_capacity(WORLDS));
                    let id = BenchmarkId::new(format!("{policy}, {processor}"), format!("after {tricks} tricks"));
                    group.bench_function(id, |b| {
                        b.iter(|| {
                            let (roll_outs, worlds) = next.next().expect("a cycle");
                            key += 1;
                            scores.clear();
                            roll_outs.play(None, worlds, key, &mut scores);
                            black_box(&scores);
                        });
                    });
                }
            }
        }
        let setup = setups[0];
        let state = after(&setup, 0, 5);
        let view = View::new(&state, state.turn());
        group.throughput(Throughput::Elements(1));
        for (policy, playout) in [("uniform", Playout::Uniform), ("sensible", Playout::sensible(&rules))] {
            group.bench_function(format!("set-up, {policy}"), |b| {
                b.iter(|| Rollouts::new(black_box(&view), &playout));
            });
        }
        group.finish();
    }
}

/// The hand after so many tricks of random play, when a card is to be played.
fn after<'a>(setup: &'a Setup<'a>, index: u64, tricks: usize) -> State<'a> {
    let mut state = State::new(setup).expect("a first hand");
    let mut rng = stream(3, index, Purpose::Deal);
    while state.tricks_played() < tricks || state.phase() != Phase::Play {
        let legal = state.legal();
        let action = legal.iter().nth(below(&mut rng, legal.len())).expect("an action");
        state.play_unchecked(action);
    }
    state
}

fn worlds(state: &State<'_>, index: u64) -> Vec<BySeat<CardSet>> {
    let mut worlds = vec![BySeat::default(); WORLDS];
    let sampler = Sampler::new(&Constraints::of(&View::new(state, state.turn()))).expect("the true hands");
    sampler.fill(&mut stream(2, index, Purpose::Deal), &mut worlds);
    worlds
}

criterion_group!(benches, blocks, roll_outs);
criterion_main!(benches);
