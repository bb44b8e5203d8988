//! Sixteen hands at a time in the vector registers of AVX2.

mod lanes;
mod play;
mod policy;
mod run;
mod seats;
mod sensible;
mod settle;
mod suits;
mod words;

pub(super) use sensible::WeightTables;
pub(super) use settle::Settlement;

use super::LANES;
use super::bits::{Bits, Pdep, Portable};
use super::bulk::{Block, Bulk, Detail};
use super::rollout::{Entry, Public, Rollouts};
use super::start::Start;
use super::words::block_key;
use crate::{BySeat, CardSet};
use lanes::Lanes;
use play::{Limits, Play};
use policy::{Policy, Uniform};
use run::Run;
use seats::{Places, Seats};
use sensible::Sensible;
use std::ops::Range;
use words::Words;

/// Plays blocks of random hands; the processor has to have AVX2.
#[allow(unsafe_code)]
pub(super) fn play_blocks(
    bulk: &Bulk<'_>,
    seed: u64,
    blocks: Range<u64>,
    out: &mut Block,
    each: &mut dyn FnMut(&Block),
) {
    assert!(super::detect::avx2(), "the processor has no AVX2");
    // SAFETY: the processor has the features, as asserted; that includes those of `Pdep`.
    unsafe {
        if super::detect::fast_deposit() {
            play_blocks_with::<Pdep>(bulk, seed, blocks, out, each);
        } else {
            play_blocks_with::<Portable>(bulk, seed, blocks, out, each);
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn play_blocks_with<B: Bits>(
    bulk: &Bulk<'_>,
    seed: u64,
    blocks: Range<u64>,
    out: &mut Block,
    each: &mut dyn FnMut(&Block),
) {
    let limits = Limits {
        rules: &bulk.rules.play,
        lead_rule: &bulk.opening.lead_rule,
        counts_tricks: bulk.rules.counts_tricks(),
        weights: None,
    };
    let mut starts = [Start::EMPTY, Start::EMPTY];
    let run = || Run::new(Play::empty(), Uniform, Words::from_key(0), out.plays.clone());
    let mut runs = [run(), run()];
    let mut block = blocks.start;
    while block < blocks.end {
        for (number, (run, start)) in (block..).zip(runs.iter_mut().zip(&mut starts)) {
            run.words = Words::from_key(block_key(seed, number));
            start.fill::<B>(&bulk.opening, &mut run.words);
            run.play.begin(&limits, &bulk.opening, start);
        }
        run::finish(&mut runs, 0, &limits);
        // A last single block was played beside one that nobody sees.
        for (number, (run, start)) in (block..blocks.end).zip(runs.iter_mut().zip(&starts)) {
            out.begin(number, &bulk.opening, start);
            let (rules, settlement) = (bulk.rules, &bulk.settlement);
            out.scores = BySeat(settle::settle(rules, settlement, &BySeat::default(), &run.play, &start.revealed));
            if out.detail > Detail::Scores {
                run.play.write::<B>(out);
            }
            std::mem::swap(&mut out.plays, &mut run.log);
            each(out);
            std::mem::swap(&mut out.plays, &mut run.log);
        }
        block += 2;
    }
}

/// Plays a block of worlds to the end; the processor has to have AVX2.
#[allow(unsafe_code)]
pub(super) fn roll_out(
    rollouts: &Rollouts<'_>,
    entry: Entry<'_>,
    public: &Public,
    worlds: &[BySeat<CardSet>],
    key: u64,
    scores: &mut Vec<BySeat<i16>>,
) {
    assert!(super::detect::avx2(), "the processor has no AVX2");
    // SAFETY: the processor has the features, as asserted; that includes those of `Pdep`.
    unsafe {
        if super::detect::fast_deposit() {
            roll_out_with::<Pdep>(rollouts, entry, public, worlds, key, scores);
        } else {
            roll_out_with::<Portable>(rollouts, entry, public, worlds, key, scores);
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn roll_out_with<B: Bits>(
    rollouts: &Rollouts<'_>,
    entry: Entry<'_>,
    public: &Public,
    worlds: &[BySeat<CardSet>],
    key: u64,
    scores: &mut Vec<BySeat<i16>>,
) {
    let rules = rollouts.rules;
    let mut words = Words::from_key(key);
    let ready = rollouts.prepare::<B>(entry, public, worlds, &mut words);
    let lead_rule = [u16::from(ready.opening_rule).wrapping_neg(); LANES];
    let limits = Limits {
        rules: &rules.play,
        lead_rule: &lead_rule,
        counts_tricks: rules.counts_tricks(),
        weights: rollouts.weights.as_ref(),
    };
    let revealed = Lanes::from_array(&ready.revealed.map(u16::from));
    let mut play = Play::empty();
    if rollouts.in_play() {
        play = Play::resumed(public, &ready.hands);
    } else {
        play.first(&limits, Places::of(&ready.hands), Seats::of(&ready.leader), revealed);
    }
    let play = match &rollouts.weights {
        Some(tables) => {
            let held = ready.hands.iter().fold(0, |held, lanes| held | lanes[0]);
            let held = CardSet::from_bits_truncate(held);
            let sensible = Sensible::new(tables, revealed, &public.hand.piles.taken, held);
            roll(Run::new(play, sensible, words, None), public, &limits)
        }
        None => roll(Run::new(play, Uniform, words, None), public, &limits),
    };
    let settled = settle::settle(rules, &rollouts.settlement, &rollouts.totals, &play, &ready.revealed);
    let by_lane = |lane: usize| BySeat(settled.map(|seat| seat[lane]));
    scores.extend((0..worlds.len()).map(by_lane));
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn roll<P: Policy>(mut run: Run<P>, public: &Public, limits: &Limits<'_>) -> Play {
    let (mut trick, position) = (public.trick, public.table.position);
    if position > 0 {
        run.table = run.play.begun(&public.table);
        run.finish_trick(trick, position, limits);
        trick += 1;
    }
    let mut runs = [run];
    run::finish(&mut runs, trick, limits);
    let [run] = runs;
    run.play
}

impl Play {
    /// Writes down who took what.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn write<B: Bits>(&self, out: &mut Block) {
        let (low, high) = (Lanes::sets(&self.taken.low), Lanes::sets(&self.taken.high));
        let (winners_low, winners_high) = (self.winners.low.to_array(), self.winners.high.to_array());
        let [a, b, c, d] = &mut out.taken.0;
        let set = CardSet::from_bits_truncate;
        for lane in 0..LANES {
            let (l, h) = (low[lane], high[lane]);
            a[lane] = set(!(l | h));
            b[lane] = set(l & !h);
            c[lane] = set(h & !l);
            d[lane] = set(l & h);
            let even = B::deposit(winners_low[lane].into(), 0x0155_5555);
            let odd = B::deposit(winners_high[lane].into(), 0x02AA_AAAA);
            out.winners[lane] = (even | odd) as u32;
        }
    }
}
