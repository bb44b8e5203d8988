//! The contract that every registered bot keeps in every game: it chooses legally, depends on nothing but its view and its
//! stream, and leaves all points on the table.

use gongzhu::rng::{Purpose, Rng, below, choose, stream};
use gongzhu::rules::PRESETS;
use gongzhu::table::play_hand;
use gongzhu::{
    Action, ActionKind, BySeat, Card, CardSet, Deal, Match, Phase, Rules, Seat, SeatSet, Setup, State, Strategy, View,
};
use gongzhu_strategies::{BOTS, BotSpec};
use std::cell::Cell;

/// Rule sets in which every bot is tried: the presets, and variants that add a pass, sides and hidden reveals.
fn rule_sets() -> Vec<Rules> {
    let variants = ["classic+pass", "swap+pass+partnership", "pagat+queen-of-diamonds", "hearts{jd_bonus=true}"];
    let names = PRESETS.iter().map(|preset| preset.name).chain(variants);
    names.map(|name| Rules::parse(name).unwrap_or_else(|error| panic!("{name}: {error}"))).collect()
}

/// Every registered bot, and its editions; those that search with budgets that a test can afford.
const BOT_SPECS: [&str; 10] = [
    "random",
    "heuristic",
    "heuristic:edition=1",
    "heuristic:reveal=learned",
    "heuristic:without=dump",
    "heuristic:edition=1:reveal=always",
    "heuristic:memory=off:random=10",
    "pimc:worlds=16",
    "ismcts:iterations=8",
    concat!("exec:ms=60000:python3 '", env!("CARGO_MANIFEST_DIR"), "/../scripts/bots/ducker.py'"),
];

fn bots() -> impl Iterator<Item = BotSpec> {
    BOT_SPECS.iter().map(|spec| spec.parse().expect("a bot"))
}

/// How many hands of `all` a bot plays in a rule set: one that searches plays fewer.
fn share(bot: &BotSpec, all: u64) -> u64 {
    if matches!(bot.info().name, "random" | "heuristic") { all } else { all / 10 }
}

#[test]
fn every_registered_bot_is_tried() {
    let mut tried: Vec<&str> = bots().map(|bot| bot.info().name).collect();
    tried.dedup();
    let registered: Vec<&str> = BOTS.iter().map(|bot| bot.name).collect();
    assert_eq!(tried, registered);
}

/// Hand `index` of a rule set, with what the rules need of an earlier hand.
fn setup(rules: &Rules, index: u64) -> Setup<'_> {
    let mut rng = stream(11, index, Purpose::Deal);
    let mut setup = Setup::first(rules, Deal::random(&mut rng));
    setup.number = (index % 4) as u32;
    setup.pig_taker = Some(Seat::wrapping(below(&mut rng, 4)));
    setup.totals = BySeat([40, -60, 0, 90]);
    setup
}

fn streams(index: u64) -> BySeat<Rng> {
    BySeat::from_fn(|seat| stream(11, index, Purpose::Seat { table: 0, seat }))
}

#[test]
fn bots_choose_legally_and_again_the_same() {
    for bot in bots() {
        for rules in rule_sets() {
            for index in 0..share(&bot, 100) {
                let setup = setup(&rules, index);
                let play = || {
                    let mut state = State::new(&setup).expect("a complete setup");
                    let mut players = BySeat::from_fn(|_| bot.build());
                    let faults = play_hand(&mut state, &mut players, &mut streams(index));
                    assert_eq!(faults, BySeat::default(), "{bot} in {} hand {index}", rules.spec());
                    state
                };
                let (first, second) = (play(), play());
                assert_eq!(first.plays(), second.plays(), "{bot} in {} hand {index}", rules.spec());
                assert_eq!((first.revealed(), first.passed()), (second.revealed(), second.passed()));
            }
        }
    }
}

#[test]
fn every_card_ends_in_one_pile() {
    for bot in bots() {
        for rules in rule_sets() {
            for index in 0..share(&bot, 50) {
                let setup = setup(&rules, index);
                let mut state = State::new(&setup).expect("a complete setup");
                play_hand(&mut state, &mut BySeat::from_fn(|_| bot.build()), &mut streams(index));
                let [a, b, c, d] = state.taken().0;
                assert_eq!(a | b | c | d, CardSet::ALL);
                assert_eq!(a.len() + b.len() + c.len() + d.len(), 52);
                assert_eq!(state.winners().count(), 13);
            }
        }
    }
}

#[test]
fn whole_matches_end() {
    for bot in bots() {
        for rules in rule_sets() {
            let mut deals = stream(12, 0, Purpose::Deal);
            let mut game = Match::new(&rules);
            let (mut players, mut rngs) = (BySeat::from_fn(|_| bot.build()), streams(0));
            while let Some(setup) = game.next_hand(|| Deal::random(&mut deals)) {
                let mut state = State::new(&setup).expect("a match gives complete setups");
                assert_eq!(play_hand(&mut state, &mut players, &mut rngs), BySeat::default());
                game.finish_hand(&state);
                assert!(setup.number < 1000, "{bot} in {}", rules.spec());
            }
            assert!(game.result().is_some_and(|result| result.places.0.contains(&1)));
        }
    }
}

/// What a strategy decided, for comparing.
fn decide(bot: &mut impl Strategy, state: &State<'_>, rng: &mut Rng) -> (CardSet, Option<Seat>) {
    let view = View::new(state, state.turn());
    match state.phase() {
        Phase::Pass => (bot.pass(&view, rng), None),
        Phase::Reveal => (bot.reveal(&view, state.legal_reveals(), rng), None),
        Phase::Play => (bot.play(&view, state.legal_cards(), rng).into(), None),
        Phase::Assign => (CardSet::EMPTY, Some(bot.assign(&view, state.legal_seats(), rng))),
        Phase::Over => (CardSet::EMPTY, None),
    }
}

/// Two cards that the seat in turn has not seen and that two other seats hold.
fn hidden_pair(state: &State<'_>, rng: &mut Rng) -> Option<(Card, Card)> {
    let me = state.turn();
    let view = View::new(state, me);
    let others = [me.next(), me.across(), me.offset(3)];
    let (x, y) = [(0, 1), (0, 2), (1, 2)][below(rng, 3)];
    let hidden = |seat: Seat| state.hands()[seat] - view.known_cards(seat);
    Some((choose(rng, hidden(others[x]))?, choose(rng, hidden(others[y]))?))
}

/// The deal and the actions with two hidden cards exchanged, wherever nobody but their holders saw them.
fn exchanged(setup: &Setup<'_>, actions: &[Action], a: Card, b: Card) -> Option<(Deal, Vec<Action>)> {
    let swap = |card: Card| match card {
        card if card == a => b,
        card if card == b => a,
        card => card,
    };
    let deal = Deal::new(setup.deal.hands().map(|hand| hand.iter().map(swap).collect())).ok()?;
    let actions = actions.iter().map(|&action| match action.kind() {
        ActionKind::Card(card) => Action::card(swap(card)),
        _ => action,
    });
    Some((deal, actions.collect()))
}

/// Asks `bot` at every decision of a random hand, and again after exchanging two cards that the seat has not seen. Returns
/// how many exchanges were tried and in how many the answer changed.
fn peeks<S: Strategy>(rules: &Rules, index: u64, new_bot: &impl Fn() -> S, about: &impl Fn(&State<'_>)) -> (u32, u32) {
    let setup = setup(rules, index);
    let mut state = State::new(&setup).expect("a complete setup");
    let mut rng = stream(13, index, Purpose::Deal);
    let mut actions: Vec<Action> = Vec::new();
    let (mut tried, mut changed) = (0, 0);
    while state.phase() != Phase::Over {
        if let Some((a, b)) = hidden_pair(&state, &mut rng)
            && let Some((deal, others)) = exchanged(&setup, &actions, a, b)
        {
            let setup = Setup { deal, ..setup };
            let mut twin = State::new(&setup).expect("a complete setup");
            // An exchange that contradicts a void or another rule is no state that the seat could be in.
            if others.iter().all(|&action| twin.play(action).is_ok()) && twin.turn() == state.turn() {
                let stream = stream(14, index, Purpose::Seat { table: tried, seat: state.turn() });
                about(&state);
                let here = decide(&mut new_bot(), &state, &mut stream.clone());
                about(&twin);
                let there = decide(&mut new_bot(), &twin, &mut stream.clone());
                tried += 1;
                changed += u32::from(here != there);
            }
        }
        let legal = state.legal();
        let action = legal.iter().nth(below(&mut rng, legal.len())).expect("an action");
        state.play(action).expect("a legal action");
        actions.push(action);
    }
    (tried, changed)
}

fn all_peeks<S: Strategy>(new_bot: impl Fn() -> S, about: impl Fn(&State<'_>)) -> (u32, u32) {
    let mut sum = (0, 0);
    for rules in rule_sets() {
        for index in 0..12 {
            let (tried, changed) = peeks(&rules, index, &new_bot, &about);
            sum = (sum.0 + tried, sum.1 + changed);
        }
    }
    sum
}

#[test]
fn bots_do_not_see_hidden_cards() {
    for bot in bots() {
        let (tried, changed) = all_peeks(|| bot.build(), |_| ());
        assert!(tried >= 1000, "{bot}: only {tried} exchanges");
        assert_eq!(changed, 0, "{bot} answers otherwise after {changed} of {tried} exchanges of unseen cards");
    }
}

thread_local! {
    /// The next seat's hand, which no view shows; the peeking bot below gets it by foul play.
    static STOLEN: Cell<CardSet> = const { Cell::new(CardSet::EMPTY) };
}

struct Peeker;

impl Strategy for Peeker {
    fn play(&mut self, _: &View<'_>, legal: CardSet, _: &mut Rng) -> Card {
        let stolen = STOLEN.get();
        let under = |card: &Card| (CardSet::above(*card) & stolen).len();
        legal.iter().min_by_key(under).expect("a legal card")
    }
    fn pass(&mut self, view: &View<'_>, _: &mut Rng) -> CardSet {
        view.hand().iter().take(3).collect()
    }
    fn assign(&mut self, _: &View<'_>, legal: SeatSet, _: &mut Rng) -> Seat {
        legal.iter().next().expect("a seat")
    }
}

#[test]
fn a_peeking_bot_is_caught() {
    let (tried, changed) = all_peeks(|| Peeker, |state| STOLEN.set(state.hands()[state.turn().next()]));
    assert!(changed > 20, "{changed} of {tried}");
}
