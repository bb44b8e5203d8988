//! Hidden hands: collecting what a view tells, setting up the sampler, and drawing worlds, at several stages of a hand.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gongzhu::rng::{Purpose, below, stream};
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{BySeat, Deal, Phase, Rules, Setup, State, View};
use std::hint::black_box;

/// How many worlds `fill` draws at once.
const WORLDS: usize = 256;

/// Random hands of `classic`, of which the views are used in turn: how many splits there are differs from hand to hand.
const HANDS: u64 = 64;

fn stages(c: &mut Criterion) {
    let rules = Rules::parse("classic").expect("a preset");
    let deals = (0..HANDS).map(|index| Deal::random(&mut stream(1, index, Purpose::Deal)));
    let setups: Vec<_> = deals.map(|deal| Setup::first(&rules, deal)).collect();
    let mut group = c.benchmark_group("hidden hands");
    for tricks in [0, 3, 5, 7, 9] {
        let states: Vec<State<'_>> =
            setups.iter().enumerate().map(|(index, setup)| after(setup, index as u64, tricks)).collect();
        let constraints: Vec<_> = states.iter().map(|state| Constraints::of(&View::new(state, state.turn()))).collect();
        let samplers: Vec<_> = constraints.iter().map(|one| Sampler::new(one).expect("the true hands")).collect();
        let id = |what: &str| BenchmarkId::new(what, format!("after {tricks} tricks"));

        group.throughput(Throughput::Elements(1));
        let mut next = states.iter().cycle();
        group.bench_function(id("constraints"), |b| {
            b.iter(|| {
                let state = next.next().expect("a cycle");
                Constraints::of(&View::new(black_box(state), state.turn()))
            });
        });
        let mut next = constraints.iter().cycle();
        group.bench_function(id("set-up"), |b| b.iter(|| Sampler::new(next.next().expect("a cycle"))));
        let mut rng = stream(2, 0, Purpose::Deal);
        let mut next = samplers.iter().cycle();
        group.bench_function(id("sample"), |b| b.iter(|| next.next().expect("a cycle").sample(&mut rng)));

        group.throughput(Throughput::Elements(WORLDS as u64));
        let mut worlds = vec![BySeat::default(); WORLDS];
        let mut next = samplers.iter().cycle();
        group.bench_function(id("fill"), |b| b.iter(|| next.next().expect("a cycle").fill(&mut rng, &mut worlds)));
    }
    group.finish();
}

/// The hand after so many tricks of random play.
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

criterion_group!(benches, stages);
criterion_main!(benches);
