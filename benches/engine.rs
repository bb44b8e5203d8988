//! The parts of a hand, one by one: dealing, legal cards, a trick, the score, and whole hands through `Strategy` and `View`.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use gongzhu::rng::{Purpose, Rng, choose, stream};
use gongzhu::table::play_hand;
use gongzhu::{BySeat, Card, CardSet, Deal, Rules, Setup, State, Strategy, View};
use gongzhu_strategies::{Heuristic, Random};
use std::hint::black_box;

const PRESETS: [&str; 6] = ["classic", "swap", "pagat", "scrofa", "hearts", "tantony"];

/// Plays its first legal card: what is left is the cost of the table, the views and the state.
#[derive(Clone, Copy, Default)]
struct First;

impl Strategy for First {
    #[inline]
    fn play(&mut self, _: &View<'_>, legal: CardSet, _: &mut Rng) -> Card {
        legal.first().unwrap_or(Card::TWO_OF_CLUBS)
    }
}

fn deals() -> Vec<Deal> {
    let mut rng = stream(1, 0, Purpose::Deal);
    (0..1024).map(|_| Deal::random(&mut rng)).collect()
}

fn rngs() -> BySeat<Rng> {
    BySeat::from_fn(|seat| stream(1, 1, Purpose::Seat { table: 0, seat }))
}

fn setup(rules: &Rules, deal: Deal) -> Setup<'_> {
    Setup::first(rules, deal)
}

fn parts(c: &mut Criterion) {
    let mut rng = stream(1, 2, Purpose::Deal);
    c.bench_function("deal", |b| b.iter(|| Deal::random(&mut rng)));
    c.bench_function("stream", |b| {
        let mut index = 0;
        b.iter(|| {
            index += 1;
            stream(1, black_box(index), Purpose::Deal)
        });
    });

    let rules = Rules::parse("classic").expect("a preset");
    let setup = setup(&rules, deals()[0]);
    let mut state = State::new(&setup).expect("a first hand");
    while state.tricks_played() < 5 {
        let action = state.legal().iter().next().expect("an action");
        state.play_unchecked(action);
    }
    c.bench_function("legal, leading", |b| b.iter(|| black_box(&state).legal_cards()));
    let mut following = state;
    following.play_unchecked(following.legal().iter().next().expect("an action"));
    c.bench_function("legal, following", |b| b.iter(|| black_box(&following).legal_cards()));
    c.bench_function("trick", |b| {
        b.iter_batched_ref(
            || state,
            |state| {
                for _ in 0..4 {
                    let card = state.legal_cards().first().unwrap_or(Card::TWO_OF_CLUBS);
                    state.play_card(card);
                }
            },
            BatchSize::SmallInput,
        );
    });
    let mut over = state;
    while let Some(action) = over.legal().iter().next() {
        over.play_unchecked(action);
    }
    c.bench_function("score", |b| b.iter(|| black_box(&over).scores()));
}

fn hands_of<S: Strategy + Default>(c: &mut Criterion, bot: &str) {
    let deals = deals();
    let mut group = c.benchmark_group(format!("hand, four {bot}"));
    group.throughput(Throughput::Elements(1));
    for name in PRESETS {
        let rules = Rules::parse(name).expect("a preset");
        let (mut bots, mut rngs) = (BySeat::from_fn(|_| S::default()), rngs());
        let mut next = deals.iter().cycle();
        group.bench_function(name, |b| {
            b.iter(|| {
                let setup = setup(&rules, *next.next().expect("a cycle"));
                let mut state = State::new(&setup).expect("a first hand");
                play_hand(&mut state, &mut bots, &mut rngs);
                state.scores()
            });
        });
    }
    group.finish();
}

/// Whole hands as they are played in bulk: with their streams and the deal.
fn bulk(c: &mut Criterion) {
    let mut group = c.benchmark_group("hand from its number, four random");
    group.throughput(Throughput::Elements(1));
    for name in PRESETS {
        let rules = Rules::parse(name).expect("a preset");
        let mut index = 0;
        group.bench_function(name, |b| {
            b.iter(|| {
                index += 1;
                let mut rngs = BySeat::from_fn(|seat| stream(1, index, Purpose::Seat { table: 0, seat }));
                let setup = setup(&rules, Deal::random(&mut stream(1, index, Purpose::Deal)));
                let mut state = State::new(&setup).expect("a first hand");
                play_hand(&mut state, &mut BySeat::splat(Random), &mut rngs);
                state.scores()
            });
        });
    }
    group.finish();
}

fn hands(c: &mut Criterion) {
    hands_of::<First>(c, "first-legal");
    hands_of::<Random>(c, "random");
    hands_of::<Heuristic>(c, "heuristic");
}

fn chooses(c: &mut Criterion) {
    let mut rng = stream(1, 3, Purpose::Deal);
    c.bench_function("choose", |b| b.iter(|| choose(&mut rng, black_box(CardSet::HEARTS))));
}

criterion_group!(benches, parts, chooses, hands, bulk);
criterion_main!(benches);
