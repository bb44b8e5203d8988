//! Blocks as the kernels play them against the protocol, on every processor that this machine can stand for.

use super::protocol::{self, Draws, Hand, LANES, Watch};
use crate::common::suite::simplify;
use gongzhu::kernel::{Block, Bulk, Detail, Processor};
use gongzhu::{BySeat, Rules};
use std::ops::Range;

/// What this machine can do. Others of its kind fall back to the best of these.
pub(crate) fn processors() -> Vec<Processor> {
    let all = [Processor::Portable, Processor::Bmi2, Processor::Avx2];
    all.into_iter().filter(|&processor| processor <= Processor::detect()).collect()
}

/// The blocks of a range.
pub(crate) fn blocks(rules: &Rules, on: Processor, detail: Detail, seed: u64, range: Range<u64>) -> Vec<Block> {
    let mut blocks = Vec::new();
    Bulk::new(rules).on(on).with(detail).play(seed, range, &mut |block| blocks.push(block.clone()));
    blocks
}

/// The hand that a block shows in `lane`.
pub(crate) fn shown(block: &Block, lane: usize) -> Hand {
    Hand {
        dealt: BySeat::from_fn(|seat| block.dealt[seat][lane]),
        passed: block.passes[lane].then(|| BySeat::from_fn(|seat| block.passed[seat][lane])),
        revealed: block.revealed[lane],
        drawn_seat: block.drawn_seat[lane],
        plays: block.plays(lane).expect("the plays were asked for"),
        winners: block.winners[lane],
        assigned: block.assigned[lane],
        taken: BySeat::from_fn(|seat| block.taken[seat][lane]),
        scores: BySeat::from_fn(|seat| block.scores[seat][lane]),
    }
}

/// What differs between a kernel's hand and the expected one.
fn difference(kernel: &Hand, expected: &Hand) -> Option<String> {
    let parts = [
        ("dealt", kernel.dealt == expected.dealt),
        ("passed", kernel.passed == expected.passed),
        ("revealed", kernel.revealed == expected.revealed),
        ("drawn seat", kernel.drawn_seat == expected.drawn_seat),
        ("plays", kernel.plays == expected.plays),
        ("winners", kernel.winners == expected.winners),
        ("assigned", kernel.assigned == expected.assigned),
        ("taken", kernel.taken == expected.taken),
        ("scores", kernel.scores == expected.scores),
    ];
    let differ: Vec<_> = parts.iter().filter(|part| !part.1).map(|part| part.0).collect();
    if differ.is_empty() {
        return None;
    }
    let first = (0..52).find(|&i| kernel.plays[i] != expected.plays[i]);
    Some(format!("{differ:?}, first other card {first:?}\nkernel   {kernel:?}\nexpected {expected:?}"))
}

/// Compares a range hand by hand: the portable kernel's cards, played by the protocol, against every kernel.
pub(crate) fn compare(rules: &Rules, seed: u64, range: Range<u64>, watch: &mut dyn Watch) -> Result<(), String> {
    let played: Vec<_> =
        processors().into_iter().map(|on| (on, blocks(rules, on, Detail::Plays, seed, range.clone()))).collect();
    for (on, blocks) in &played {
        let first: Vec<u64> = blocks.iter().map(|block| block.first).collect();
        let due: Vec<u64> = range.clone().map(|block| block * LANES as u64).collect();
        if first != due {
            return Err(format!("{on:?} shows the blocks from {first:?} for {range:?}"));
        }
    }
    for (i, number) in range.enumerate() {
        let draws = Draws::new(rules, seed, number);
        for lane in 0..LANES {
            let dealt = shown(&played[0].1[i], lane).dealt;
            if !draws.deals(lane, &dealt) {
                return Err(format!("seed {seed}, block {number}, lane {lane}: another deal than {dealt:?}"));
            }
            let expected = protocol::play(rules, dealt, &draws, lane, watch);
            for (on, blocks) in &played {
                if let Some(difference) = difference(&shown(&blocks[i], lane), &expected) {
                    return Err(format!("{on:?}, seed {seed}, block {number}, lane {lane}: {difference}"));
                }
            }
        }
    }
    Ok(())
}

/// Compares a range, and fails with the fewest settings under which it fails.
pub(crate) fn require_equal(rules: &Rules, seed: u64, range: Range<u64>, watch: &mut dyn Watch) {
    if let Err(message) = compare(rules, seed, range.clone(), watch) {
        let simplest = simplify(rules, |rules| compare(rules, seed, range.clone(), &mut ()).is_err());
        panic!("{message}\nrules {}\nalso under {simplest}", rules.spec());
    }
}
