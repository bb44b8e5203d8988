//! The kernels for hands in bulk against the plain engine, hand by hand and on every processor.
//!
//! `GONGZHU_TEST_HANDS=1000000 cargo test --release --test kernel` plays that many hands a test; `-- --nocapture` prints how
//! often what happened. A failure names seed, block and lane, and the fewest settings under which the same block fails.

mod common;
#[path = "kernel/compare.rs"]
mod compare;
#[path = "kernel/dealing.rs"]
mod dealing;
#[path = "kernel/draws.rs"]
mod draws;
#[path = "kernel/first_lead.rs"]
mod first_lead;
#[path = "kernel/fixed.rs"]
mod fixed;
#[path = "kernel/moons.rs"]
mod moons;
#[path = "kernel/protocol.rs"]
mod protocol;
mod reference;
#[path = "kernel/watch.rs"]
mod watch;

use common::events::Events;
use common::options::random_book;
use common::suite::hands_to_play;
use compare::require_equal;
use gongzhu::rng::{Purpose, stream};
use gongzhu::rules::{Book, PRESETS, VARIANTS};
use gongzhu::{Game, Rules};

/// How many hands each test plays by default.
const HANDS: u64 = 8000;

/// A seed that no other test has.
fn seed_of(title: &str) -> u64 {
    title.bytes().fold(11, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)))
}

/// Plays `hands` hands of named rules.
fn play_named(name: &str, hands: u64, events: &mut Events) {
    let rules = Rules::parse(name).expect("a rule set");
    let seed = seed_of(name);
    // In parts, so that a failure leaves little to play again.
    let mut block = seed % 1000;
    let end = block + hands.div_ceil(16);
    while block < end {
        let next = (block + 50).min(end);
        require_equal(&rules, seed, block..next, events);
        block = next;
    }
}

/// Plays at least `hands` hands with every option drawn at random, again for every one to four blocks.
fn play_random(game: Game, hands: u64) -> Events {
    let mut events = Events::default();
    let mut index = 0;
    while events.get("hands") < hands {
        if let Ok(rules) = Rules::new(random_book(&mut stream(4, index, Purpose::Deal), game)) {
            events.count("option sets");
            require_equal(&rules, index, index..index + 1 + index % 4, &mut events);
        }
        index += 1;
    }
    events
}

/// Events of Gong Zhu.
const GONG_ZHU: &[&str] = &[
    "a revealed card is locked on a lead",
    "a revealed card is locked when following",
    "all four cards are revealed",
    "hearts may not be led",
    "hearts may not be led although some were played",
    "moon",
    "moon with the ace revealed",
    "moon with the pig",
    "pass to the next seat",
    "QD scores",
    "slam",
    "sum partnership",
    "the ban on hearts is void",
    "the cap bites",
    "the lock of a lone card is void",
    "the opening card is forced",
    "the pig taker is drawn",
    "the transformer counts four times",
    "the transformer doubles",
    "the transformer is alone",
    "the transformer is alone beside hearts without value",
];

/// Events of Hearts.
const HEARTS: &[&str] = &[
    "hand without a pass",
    "hearts may not be led",
    "moon",
    "pass across",
    "pass to the next seat",
    "pass to the seat before",
    "points may not be discarded on trick 1",
    "QS is forced",
    "the ban on hearts is void",
    "the opening card is forced",
];

/// Events of Tantony.
const TANTONY: &[&str] = &[
    "hog",
    "hog in trick 13",
    "one seat is left for the trick",
    "sow and runt are exchanged in trick 13",
    "trick kept",
    "trick to an opponent",
    "trick to the partner",
];

#[test]
fn every_preset() {
    let mut events = Events::default();
    for preset in PRESETS {
        play_named(preset.name, hands_to_play(HANDS), &mut events);
    }
    events.require("presets", &[HEARTS, TANTONY].concat());
}

#[test]
fn every_variant_of_every_preset() {
    let mut events = Events::default();
    for preset in PRESETS.iter().filter(|preset| matches!(preset.book(), Book::GongZhu(_))) {
        for variant in VARIANTS {
            let name = format!("{}+{}", preset.name, variant.name.replace('N', "3"));
            play_named(&name, hands_to_play(HANDS) / VARIANTS.len() as u64, &mut events);
        }
    }
    events.require("variants", GONG_ZHU);
}

#[test]
fn gong_zhu_with_random_options() {
    let more = &[
        "moon of a side",
        "points may not be discarded on trick 1",
        "pool partnership",
        "slam of a side",
        "spades may not be led to trick 1",
        "the ace's lock on its suit bites",
        "the ace's lock on its suit is void",
        "the ban on leading spades is void",
        "the fourth card is revealed by itself",
        "the opener is drawn",
    ];
    play_random(Game::GongZhu, hands_to_play(4 * HANDS)).require("Gong Zhu", &[GONG_ZHU, more].concat());
}

#[test]
fn hearts_with_random_options() {
    let more = &["bonus for JD", "bonus for taking no trick", "QS and hearts alone may lead hearts"];
    play_random(Game::Hearts, hands_to_play(2 * HANDS)).require("Hearts", &[HEARTS, more].concat());
}

#[test]
fn tantony_with_random_options() {
    play_random(Game::Tantony, hands_to_play(2 * HANDS)).require("Tantony", TANTONY);
}
