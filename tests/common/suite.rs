//! Suites: many cases under a rule set or under random options, each a match or a single hand, with its own random stream.

use super::deals::random_deal;
use super::events::Events;
use super::lockstep::Table;
use super::options::random_book;
use super::player::Players;
use super::{chance, convert, matches, pick};
use crate::reference::hand::Hand;
use gongzhu::rng::{Purpose, Rng, below, stream};
use gongzhu::rules::Book;
use gongzhu::{Action, BySeat, Game, Rules, Seat, Setup};
use std::fmt;

/// How many hands a suite plays: `GONGZHU_TEST_HANDS`, or `default`.
pub fn hands_to_play(default: u64) -> u64 {
    match std::env::var("GONGZHU_TEST_HANDS") {
        Ok(text) => text.parse().expect("GONGZHU_TEST_HANDS is a whole number"),
        Err(_) => default,
    }
}

/// A hand in which engine and reference differ.
pub struct Failure {
    hand: String,
    message: String,
}

impl Failure {
    /// After `actions` of a hand.
    pub fn new(setup: &Setup<'_>, actions: &[Action], message: String) -> Failure {
        let Setup { deal, number, totals, opening_seat, pig_taker, .. } = setup;
        let hand = format!(
            "hand {number}, totals {:?}, opening seat {opening_seat:?}, pig taker {pig_taker:?}\n{deal}\nactions {actions:?}",
            totals.0
        );
        Failure { hand, message }
    }

    /// Between two hands of a match.
    pub fn between_hands(hands: u32, message: String) -> Failure {
        Failure { hand: format!("after {hands} hands of a match"), message }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.message, self.hand)
    }
}

/// Plays at least `hands` hands under `rules`, or under fresh rules each case, and counts what happens.
pub fn play(title: &str, hands: u64, rules: impl Fn(u64, &mut Events) -> Option<Rules>) -> Events {
    let seed = title.bytes().fold(7u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut events = Events::default();
    let mut index = 0;
    while events.get("hands") < hands {
        if let Some(rules) = rules(index, &mut events)
            && let Err(failure) = play_case(&rules, seed, index, &mut events)
        {
            let fails = |rules: &Rules| play_case(rules, seed, index, &mut Events::default()).is_err();
            let simplest = simplify(&rules, fails);
            panic!("{title}, seed {seed}, case {index}: {failure}\nrules {}\nalso under {simplest}", rules.spec());
        }
        index += 1;
    }
    events
}

/// Plays at least `hands` hands of a preset with variants, whose options must be those of the reference too.
pub fn play_named(name: &str, hands: u64) -> Events {
    let rules = Rules::parse(name).expect("a rule set");
    let theirs = crate::reference::Rules::by_name(name).expect("a rule set of the reference");
    assert_eq!(convert::rules(&rules), theirs, "the options of {name}");
    play(name, hands, |_, _| Some(rules.clone()))
}

/// Plays at least `hands` hands of a game with every option drawn at random, again for each case.
pub fn play_random(game: Game, hands: u64) -> Events {
    let title = format!("{game} with random options");
    play(&title, hands, |index, events| {
        let book = random_book(&mut stream(3, index, Purpose::Deal), game);
        let rules = Rules::new(book.clone());
        compare_validity(&book, rules.as_ref().err().map(ToString::to_string));
        let rules = rules.ok();
        events.count(if rules.is_some() { "valid options" } else { "invalid options" });
        rules
    })
}

/// What the reference refuses the engine refuses too, and more only for reasons that the reference does not look at.
fn compare_validity(book: &Book, refused: Option<String>) {
    const MORE: [&str; 2] = ["hand would score", "option 'target' cannot be '0'"];
    let theirs = match convert::book(book) {
        crate::reference::Rules::GongZhu(options) => options.check().err(),
        _ => None,
    };
    match (refused, theirs) {
        (None, Some(reason)) => panic!("the reference refuses {book:?}: {reason}"),
        (Some(reason), None) => assert!(MORE.iter().any(|more| reason.contains(more)), "{book:?}: {reason}"),
        (None, None) | (Some(_), Some(_)) => {}
    }
}

/// The settings among those of `rules` that are needed for `fails`.
pub fn simplify(rules: &Rules, fails: impl Fn(&Rules) -> bool) -> String {
    let base = Rules::parse(rules.spec().base()).expect("a preset");
    let mut kept: Vec<&str> = rules.spec().settings().iter().map(|(key, _)| *key).collect();
    let with = |keys: &[&str]| base.with_settings(keys.iter().map(|key| (*key, rules.get(key).unwrap_or_default())));
    let mut simplest = rules.clone();
    for key in kept.clone() {
        let fewer: Vec<&str> = kept.iter().copied().filter(|kept| *kept != key).collect();
        if let Ok(rules) = with(&fewer)
            && fails(&rules)
        {
            (kept, simplest) = (fewer, rules);
        }
    }
    simplest.spec().to_string()
}

fn play_case(rules: &Rules, seed: u64, index: u64, events: &mut Events) -> Result<(), Failure> {
    let mut rng = stream(seed, index, Purpose::Deal);
    // One case in so many is a whole match, the others are single hands.
    let match_every = if rules.game() == Game::Tantony { 2 } else { 6 };
    if index.is_multiple_of(match_every) {
        return matches::play(rules, &mut rng, events);
    }
    let target = pick(&mut rng, &Seat::ALL);
    let setup = random_setup(rules, &mut rng, target);
    let hand = Hand::new(&convert::rules(rules), convert::setup(&setup));
    let at_start = |message| Failure::new(&setup, &[], message);
    let Some(mut table) = Table::new(&setup, hand).map_err(at_start)? else {
        events.count("a hand that needs more of the hand before");
        return Ok(());
    };
    let players = Players::random(&mut rng, target);
    let played = table.play_out(&players, &mut rng, events);
    played.map_err(|message| Failure::new(&setup, &table.actions, message))
}

/// A hand somewhere in a match.
fn random_setup<'r>(rules: &'r Rules, rng: &mut Rng, target: Seat) -> Setup<'r> {
    let number = below(rng, 8) as u32;
    let seat = |rng: &mut Rng, percent| chance(rng, percent).then(|| pick(rng, &Seat::ALL));
    // Totals near the target, some of them just where a moon of Hearts matters.
    let target_total = match rules.book() {
        Book::Hearts(options) => options.target,
        Book::GongZhu(_) | Book::Tantony(_) => 50,
    };
    let total = |rng: &mut Rng| {
        let below_target = if chance(rng, 50) { below(rng, 51) as i32 } else { pick(rng, &[0, 25, 26, 27, 50, 52]) };
        if chance(rng, 20) { 0 } else { target_total - below_target }
    };
    Setup {
        rules,
        deal: random_deal(rng, target),
        number,
        totals: BySeat::from_fn(|_| total(rng)),
        opening_seat: seat(rng, 25),
        pig_taker: seat(rng, 95),
    }
}
