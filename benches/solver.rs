//! The value of the rest of a hand, by game and by the cards that each seat has left.

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use gongzhu::rng::{Purpose, stream};
use gongzhu::table::play_hand;
use gongzhu::{ActionKind, BySeat, Deal, Phase, Rules, Setup, State};
use gongzhu_strategies::Heuristic;
use gongzhu_strategies::solver::{Limits, Solver};
use std::time::Duration;

/// Rule sets, and the most cards a hand that are measured in each.
const RULES: [(&str, usize); 6] =
    [("classic", 6), ("swap", 6), ("classic+partnership", 7), ("scrofa", 7), ("hearts", 7), ("tantony", 6)];

/// How many positions are solved, all of them in every sample; fewer where they take long.
fn count(cards: usize) -> usize {
    match cards {
        ..5 => 256,
        5 => 64,
        _ => 16,
    }
}

fn setups<'r>(rules: &'r Rules, count: u64) -> Vec<Setup<'r>> {
    let setup = |index| Setup::first(rules, Deal::random(&mut stream(1, index, Purpose::Deal)));
    (0..count).map(setup).collect()
}

/// The hand as four `heuristic` bots play it, until each seat has `cards` cards and a lead is due.
fn position<'s>(setup: &'s Setup<'_>, cards: usize) -> State<'s> {
    let mut hand = State::new(setup).expect("a first hand");
    let mut rngs = BySeat::from_fn(|seat| stream(1, 0, Purpose::Seat { table: 0, seat }));
    play_hand(&mut hand, &mut BySeat::splat(Heuristic), &mut rngs);
    let record = gongzhu::Record::of(&hand);
    let mut found = None;
    let at_lead = |state: &State<'_>| state.phase() == Phase::Play && state.plays().len() == 4 * (13 - cards);
    record
        .replay_with(setup, |state, action| {
            if at_lead(state) && matches!(action.kind(), ActionKind::Card(_)) {
                found = Some(*state);
            }
        })
        .expect("a hand that was played");
    found.expect("a position in mid-hand")
}

fn positions(c: &mut Criterion) {
    for (name, most) in RULES {
        let rules = Rules::parse(name).expect("a preset");
        let setups = setups(&rules, 256);
        let mut group = c.benchmark_group(format!("solve, {name}"));
        group.sampling_mode(SamplingMode::Flat).sample_size(10);
        group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(1));
        for cards in 1..=most {
            let positions: Vec<State<'_>> =
                setups.iter().take(count(cards)).map(|setup| position(setup, cards)).collect();
            let mut solver = Solver::with_limits(&rules, Limits { nodes: u64::MAX, ..Limits::default() });
            group.throughput(Throughput::Elements(positions.len() as u64));
            group.bench_function(format!("{cards} cards"), |b| {
                b.iter(|| positions.iter().filter_map(|position| solver.scores(position)).count());
            });
        }
        group.finish();
    }
}

criterion_group!(benches, positions);
criterion_main!(benches);
