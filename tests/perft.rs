//! Counts of action sequences (`perft/*.perft`): the engine and the slow reference must both find the counts in the files.
//!
//! `cargo test --release --test perft -- --ignored --nocapture` prints all files again with the counts of the reference.

mod common;
mod reference;

use common::{convert, script};
use gongzhu::{Action, BySeat, Deal, Rules, Seat, Setup, State, perft};
use reference::hand::Hand;
use std::fmt::Write;

const FILES: [(&str, &str); 3] = [
    ("gong_zhu", include_str!("perft/gong_zhu.perft")),
    ("hearts", include_str!("perft/hearts.perft")),
    ("tantony", include_str!("perft/tantony.perft")),
];

/// A block of a file. The text is kept, so that it can be printed again.
struct Position<'t> {
    name: &'t str,
    text: &'t str,
    rules: Rules,
    deal: Deal,
    number: u32,
    opening_seat: Option<Seat>,
    pig_taker: Option<Seat>,
    actions: Vec<Action>,
    counts: Vec<(u32, u64)>,
}

/// The positions of a file: blocks of `key value` lines between blank lines, `#` begins a comment.
fn positions(text: &str) -> Vec<Position<'_>> {
    text.split("\n\n").filter(|block| block.lines().any(|line| !line.starts_with('#'))).map(position).collect()
}

fn position(text: &str) -> Position<'_> {
    let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
    let needed = |key: &str| value(key).unwrap_or_else(|| panic!("no '{key}' in\n{text}"));
    let seat = |key: &str| value(key).and_then(|text| Seat::new(text.parse().expect("a number")));
    Position {
        name: needed("position"),
        text,
        rules: Rules::parse(needed("rules")).expect("rules"),
        deal: needed("deal").parse().expect("a deal"),
        number: value("hand").map_or(0, |text| text.parse().expect("a number")),
        opening_seat: seat("opening_seat"),
        pig_taker: seat("pig_taker"),
        actions: value("actions").unwrap_or("").split_whitespace().map(script::action).collect(),
        counts: text.lines().filter_map(count).collect(),
    }
}

/// A line `depth=count`.
fn count(line: &str) -> Option<(u32, u64)> {
    let (depth, count) = line.split_once('=')?;
    Some((depth.parse().ok()?, count.parse().ok()?))
}

impl Position<'_> {
    fn setup(&self) -> Setup<'_> {
        let Position { rules, deal, number, opening_seat, pig_taker, .. } = self;
        Setup {
            rules,
            deal: *deal,
            number: *number,
            totals: BySeat::default(),
            opening_seat: *opening_seat,
            pig_taker: *pig_taker,
        }
    }

    /// The position in the reference.
    fn hand(&self) -> Hand {
        let mut hand = Hand::new(&convert::rules(&self.rules), convert::setup(&self.setup())).expect("a hand");
        for &action in &self.actions {
            let (_, phase) = hand.to_act().expect("a decision");
            let action = convert::action(action, convert::phase(Some(phase))).expect("an action of the phase");
            hand.apply(action).expect("a legal action");
        }
        hand
    }
}

/// The same count by the reference.
fn slow_perft(hand: &Hand, depth: u32) -> u64 {
    if depth == 0 || hand.is_over() {
        return 1;
    }
    let mut count = 0;
    for action in hand.legal() {
        if depth == 1 {
            count += 1;
            continue;
        }
        let mut next = hand.clone();
        next.apply(action).expect("a legal action");
        count += slow_perft(&next, depth - 1);
    }
    count
}

fn each_position(mut check: impl FnMut(&str, &Position<'_>)) {
    for (file, text) in FILES {
        positions(text).iter().for_each(|position| check(file, position));
    }
}

#[test]
fn the_engine_counts_what_the_files_say() {
    each_position(|file, position| {
        let setup = position.setup();
        let mut state = State::new(&setup).expect("a hand");
        for &action in &position.actions {
            state.play(action).expect("a legal action");
        }
        for &(depth, count) in &position.counts {
            assert_eq!(perft(&state, depth), count, "{file}: {}, depth {depth}", position.name);
        }
    });
}

#[test]
fn the_reference_counts_what_the_files_say() {
    each_position(|file, position| {
        let hand = position.hand();
        for &(depth, count) in &position.counts {
            assert_eq!(slow_perft(&hand, depth), count, "the reference, {file}: {}, depth {depth}", position.name);
        }
    });
}

/// The files hold what they are meant to hold: positions of every game and phase, each with several depths.
#[test]
fn the_files_are_complete() {
    let mut phases = Vec::new();
    each_position(|file, position| {
        assert!(position.counts.len() >= 3, "{file}: {} has too few counts", position.name);
        assert!(
            position.counts.windows(2).all(|pair| pair[0].0 < pair[1].0),
            "{file}: {} is not in order",
            position.name
        );
        let game = convert::rules(&position.rules);
        phases.push((game.is_partnership(), position.hand().to_act().map(|due| due.1)));
    });
    for phase in [reference::Phase::Pass, reference::Phase::Reveal, reference::Phase::Play, reference::Phase::Assign] {
        assert!(phases.iter().any(|(_, found)| *found == Some(phase)), "no position in the phase {phase:?}");
    }
    assert!(phases.len() >= 30, "{} positions", phases.len());
}

#[test]
#[ignore = "prints the files again with the counts of the reference"]
fn recount() {
    each_position(|file, position| {
        let kept = position.text.lines().filter(|line| count(line).is_none());
        let mut block: String = kept.fold(String::new(), |block, line| block + line + "\n");
        let hand = position.hand();
        for (depth, _) in &position.counts {
            writeln!(block, "{depth}={}", slow_perft(&hand, *depth)).expect("a string takes all");
        }
        println!("{file}\n{block}");
    });
}
