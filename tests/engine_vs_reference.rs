//! The engine side by side with the slow reference, decision by decision, on whole hands and whole matches.
//!
//! Each test plays at least [`HANDS`] hands of a preset, or of a game with every option drawn at random; the variants of a
//! preset share as many. `GONGZHU_TEST_HANDS=20000 cargo test --release --test engine_vs_reference` plays that many
//! instead. Deals and play are skewed, and what must have happened is counted: a test fails when an event never happened.
//! `-- --nocapture` prints the counts. A failure names the seed, the case, the hand, and the fewest settings under which
//! the same case fails.

mod common;
mod reference;

use common::events::Events;
use common::suite::{hands_to_play, play_named, play_random};
use gongzhu::Game;
use gongzhu::rules::{Book, PRESETS, VARIANTS};

/// How many hands each test plays by default.
const HANDS: u64 = 2000;

/// Events of every Gong Zhu preset.
const GONG_ZHU: &[&str] = &["moon", "the transformer doubles", "the transformer is alone", "matches"];

/// Events of the presets with reveals.
const REVEALS: &[&str] = &[
    "all four cards are revealed",
    "a revealed card is locked on a lead",
    "a revealed card is locked when following",
    "the transformer counts four times",
    "moon with the ace revealed",
    "slam",
    "opening_seat names the opener",
];

fn preset(name: &str, required: &[&[&str]]) {
    preset_with(HANDS, name, required);
}

fn preset_with(hands: u64, name: &str, required: &[&[&str]]) {
    play_named(name, hands_to_play(hands)).require(name, &required.concat());
}

#[test]
fn classic() {
    let more = &[
        "hearts may not be led",
        "the ban on hearts is void",
        "the lock bites and the ban on hearts is void",
        "the opening card is forced",
        "the opening card is with another seat",
        "all hearts without the pig are no moon",
        "the low limit ends a match",
    ];
    preset("classic", &[GONG_ZHU, REVEALS, more]);
}

#[test]
fn swap() {
    let more = &[
        "the pig counts plus beside a moon",
        "the sheep counts minus",
        "the pig taker opens",
        "moon without the pig",
        "the transformer is alone beside hearts without value",
        "the high limit ends a match",
    ];
    preset("swap", &[GONG_ZHU, REVEALS, more]);
}

#[test]
fn swap_short() {
    preset("swap-short", &[GONG_ZHU, REVEALS, &["the low limit ends a match", "the high limit ends a match"]]);
}

#[test]
fn swap_off() {
    preset("swap-off", &[GONG_ZHU, REVEALS, &["the shooter's pig counts minus", "moon without the pig"]]);
}

#[test]
fn pagat() {
    preset("pagat", &[GONG_ZHU, REVEALS, &["the shooter's pig counts plus", "the pig taker opens"]]);
}

#[test]
fn scrofa() {
    let more = &["all counting cards without the slam rule", "the next seat opens", "the number of hands ends a match"];
    preset("scrofa", &[GONG_ZHU, more]);
}

/// Events of both Hearts presets.
const HEARTS: &[&str] = &[
    "moon",
    "hearts may not be led",
    "the ban on hearts is void",
    "points may not be discarded on trick 1",
    "the ban on points is void",
    "QS is forced before hearts are broken",
    "pass to the left",
    "pass to the right",
    "pass across",
    "hand without a pass",
];

/// Events of a moon under `exception`.
const EXCEPTION: &[&str] = &[
    "the exception applies",
    "no exception: the shooter is lowest",
    "no exception: the shooter ties for lowest",
    "no exception: nobody passes the target",
    "no exception: 26 reaches the target exactly",
];

#[test]
fn hearts() {
    preset_with(3 * HANDS, "hearts", &[HEARTS, EXCEPTION, &["a total above the target ends a match"]]);
}

#[test]
fn hearts_openspiel() {
    preset("hearts-openspiel", &[HEARTS]);
}

/// Events of Tantony.
const TANTONY: &[&str] = &[
    "hog",
    "hog in trick 13",
    "sow and runt are exchanged in trick 13",
    "sow and runt of trick 13 are with partners",
    "trick kept",
    "trick to the partner",
    "trick to an opponent",
    "opening_seat names the opener",
    "win after hand 1",
    "win after hand 2 or 3",
    "double win after hand 4",
    "single win after hand 4",
    "both sides are past the mark",
    "both sides are past the mark, equal",
    "draw",
];

#[test]
fn tantony() {
    preset_with(4 * HANDS, "tantony", &[TANTONY]);
}

#[test]
fn every_variant_of_every_preset() {
    let presets: Vec<_> = PRESETS.iter().filter(|preset| matches!(preset.book(), Book::GongZhu(_))).collect();
    let mut events = Events::default();
    for preset in &presets {
        for variant in VARIANTS {
            let name = format!("{}+{}", preset.name, variant.name.replace('N', "3"));
            events.add(&play_named(&name, hands_to_play(HANDS) / VARIANTS.len() as u64));
        }
    }
    events.require("variants", &["the cap bites", "QD scores", "the number of hands ends a match", "slam", "moon"]);
}

/// At least six in ten random option sets must be valid.
fn require_random(game: Game, hands: u64, required: &[&[&str]]) {
    let events = play_random(game, hands_to_play(hands));
    events.require(&format!("{game} with random options"), &required.concat());
    let (valid, invalid) = (events.get("valid options"), events.get("invalid options"));
    assert!(invalid * 6 <= valid * 4, "{invalid} of {} option sets are invalid", valid + invalid);
}

#[test]
fn gong_zhu_with_random_options() {
    let events = &[
        "invalid options",
        "a place is shared at once",
        "a revealed card is locked on a lead",
        "a revealed card is locked when following",
        "a tie in the middle is not played off",
        "all counting cards without the slam rule",
        "all hearts without the pig are no moon",
        "decider between sides",
        "hearts may not be led",
        "moon of a side",
        "moon with pig and sheep",
        "moon with the ace revealed",
        "moon with the pig",
        "moon without the pig",
        "one decider",
        "opening_seat names the opener",
        "points may not be discarded on trick 1",
        "QD scores",
        "several deciders",
        "slam",
        "spades may not be led to trick 1",
        "ten deciders and a shared place",
        "the ace's lock on its suit bites",
        "the ace's lock on its suit is void",
        "the ban on hearts is void",
        "the ban on leading spades is void",
        "the ban on points is void",
        "the cap bites",
        "the fourth card is revealed by itself",
        "the high limit ends a match",
        "the high limit is met exactly",
        "the lock bites and the ban on hearts is void",
        "the low limit ends a match",
        "the low limit is met exactly",
        "the next seat opens",
        "the number of hands ends a match",
        "the opening card is forced",
        "the opening card is with another seat",
        "the pig counts plus beside a moon",
        "the pig taker opens",
        "the sheep counts minus",
        "the shooter's pig counts minus",
        "the shooter's pig counts plus",
        "the transformer counts four times",
        "the transformer doubles",
        "the transformer is alone",
        "the transformer is alone beside hearts without value",
    ];
    require_random(Game::GongZhu, 2 * HANDS, &[events]);
}

#[test]
fn hearts_with_random_options() {
    let events = &[
        "a total at the target plays on",
        "bonus for taking no trick",
        "bonus for JD",
        "moon with JD",
        "no bonus beside a moon",
        "QS and hearts alone may lead hearts",
    ];
    require_random(Game::Hearts, HANDS, &[HEARTS, EXCEPTION, events]);
}

#[test]
fn tantony_with_random_options() {
    require_random(Game::Tantony, 5 * HANDS, &[TANTONY]);
}
