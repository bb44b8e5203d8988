//! One hand after another, on any processor, in all games.

mod hand;
mod sensible;

pub(super) use hand::{Hand, Table, Uniform, suit_of};

use super::bits::{BitTask, Bits, Portable, with_bits};
use super::bulk::{Block, Bulk};
use super::rollout::{Entry, Playout, Public, Rollouts};
use super::start::{Start, lanes_of};
use super::words::{Source, Words, block_key};
use super::{LANES, Processor};
use crate::action::revealed_set;
use crate::{BySeat, CardSet, Game, Rules, Seat};
use hand::{Choose, Log};
use sensible::Sensible;
use std::ops::Range;

/// Plays blocks of random hands.
pub(super) fn play_blocks(
    bulk: &Bulk<'_>,
    processor: Processor,
    seed: u64,
    blocks: Range<u64>,
    out: &mut Block,
    each: &mut dyn FnMut(&Block),
) {
    let task = Blocks { bulk, seed, blocks, out, each };
    if processor == Processor::Portable { task.run::<Portable>() } else { with_bits(task) }
}

struct Blocks<'a> {
    bulk: &'a Bulk<'a>,
    seed: u64,
    blocks: Range<u64>,
    out: &'a mut Block,
    each: &'a mut dyn FnMut(&Block),
}

impl BitTask for Blocks<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let rules = self.bulk.rules;
        let tantony = rules.game() == Game::Tantony;
        let mut start = Start::EMPTY;
        for block in self.blocks {
            let mut words = Words::from_key(block_key(self.seed, block));
            start.fill::<B>(&self.bulk.opening, &mut words);
            let fractions: [[[u64; 4]; 4]; 12] = std::array::from_fn(|_| std::array::from_fn(|_| words.next()));
            self.out.begin(block, &self.bulk.opening, &start);
            for lane in 0..LANES {
                let hands = BySeat(start.hands().0.map(|lanes| CardSet::from_bits_truncate(lanes[lane])));
                let leader = start.leader(&self.bulk.opening, lane);
                let mut hand = Hand::new(rules, hands, self.out.revealed[lane], leader);
                let mut log = Log { plays: self.out.plays.as_deref_mut(), lane };
                let opening_rule = self.bulk.opening.lead_rule[lane] != 0;
                let draw = |trick: usize| {
                    let half = |step: usize| (fractions[trick][step][lane / 4] >> (16 * (lane % 4))) as u32 & 0xFFFF;
                    [half(0) << 16 | half(1), half(2) << 16 | half(3)]
                };
                if tantony {
                    hand.finish::<B, true>(rules, 0, opening_rule, &mut Uniform, draw, &mut log);
                } else {
                    hand.finish::<B, false>(rules, 0, opening_rule, &mut Uniform, draw, &mut log);
                }
                let scores = rules.scores(&hand.piles, &BySeat::default());
                for seat in 0..4 {
                    self.out.taken.0[seat][lane] = hand.piles.taken.0[seat];
                    self.out.scores.0[seat][lane] = scores.0[seat];
                }
                self.out.winners[lane] = hand.winners;
                self.out.assigned[lane] = hand.assigned;
            }
            (self.each)(self.out);
        }
    }
}

/// Plays a block of worlds to the end.
pub(super) fn roll_out(
    rollouts: &Rollouts<'_>,
    processor: Processor,
    entry: Entry<'_>,
    public: &Public,
    worlds: &[BySeat<CardSet>],
    key: u64,
    scores: &mut Vec<BySeat<i16>>,
) {
    let task = RollOut { rollouts, entry, public, worlds, key, scores };
    if processor == Processor::Portable { task.run::<Portable>() } else { with_bits(task) }
}

struct RollOut<'a> {
    rollouts: &'a Rollouts<'a>,
    entry: Entry<'a>,
    public: &'a Public,
    worlds: &'a [BySeat<CardSet>],
    key: u64,
    scores: &'a mut Vec<BySeat<i16>>,
}

impl BitTask for RollOut<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let RollOut { rollouts, entry, public, worlds, key, scores } = self;
        let rules = rollouts.rules;
        let mut words = Words::from_key(key);
        let ready = rollouts.prepare::<B>(entry, public, worlds, &mut words);
        // Two fractions a trick; of a trick begun with two or more cards, one.
        let mut fractions = [[0; LANES]; 26];
        for fraction in &mut fractions[..public.fractions()] {
            let (high, low) = (lanes_of(words.next()), lanes_of(words.next()));
            *fraction = std::array::from_fn(|lane| u32::from(high[lane]) << 16 | u32::from(low[lane]));
        }
        for lane in 0..worlds.len() {
            let hands = BySeat(ready.hands.map(|lanes| CardSet::from_bits_truncate(lanes[lane])));
            let mut hand = if rollouts.in_play() {
                Hand { cards: std::array::from_fn(|i| hands[public.hand.leader.offset(i)]), ..public.hand }
            } else {
                let leader = Seat::wrapping(usize::from(ready.leader[lane]));
                Hand::new(rules, hands, revealed_set(ready.revealed[lane]), leader)
            };
            let luck = fractions.map(|lanes| lanes[lane]);
            match &rollouts.playout {
                Playout::Uniform => hand.roll_out::<B>(rules, public, ready.opening_rule, &mut Uniform, &luck),
                Playout::Sensible(weights) => {
                    let mut sensible = Sensible::new(weights, &hand.piles);
                    hand.roll_out::<B>(rules, public, ready.opening_rule, &mut sensible, &luck);
                }
            }
            scores.push(rules.scores(&hand.piles, &rollouts.totals));
        }
    }
}

impl Public {
    /// How many random fractions a roll-out from here takes.
    fn fractions(&self) -> usize {
        let begun = match self.table.position {
            0 => 0,
            1 => 2,
            _ => 1,
        };
        begun + 2 * 12usize.saturating_sub(self.trick + usize::from(begun > 0))
    }
}

impl Hand {
    #[inline(always)]
    fn roll_out<B: Bits>(
        &mut self,
        rules: &Rules,
        public: &Public,
        opening_rule: bool,
        policy: &mut impl Choose,
        luck: &[u32; 26],
    ) {
        if rules.game() == Game::Tantony {
            self.roll_out_in::<B, true>(rules, public, opening_rule, policy, luck);
        } else {
            self.roll_out_in::<B, false>(rules, public, opening_rule, policy, luck);
        }
    }

    #[inline(always)]
    fn roll_out_in<B: Bits, const TANTONY: bool>(
        &mut self,
        rules: &Rules,
        public: &Public,
        opening_rule: bool,
        policy: &mut impl Choose,
        luck: &[u32; 26],
    ) {
        let (mut table, mut trick) = (public.table, public.trick);
        let mut next = 0;
        let log = &mut Log { plays: None, lane: 0 };
        if table.position > 0 {
            let mut first = luck[0];
            next = if table.position == 1 { 2 } else { 1 };
            let mut second = luck[next - 1];
            while table.position < 4 {
                let fraction = if table.position == 1 { &mut first } else { &mut second };
                if trick == 0 {
                    self.follow::<B, true>(rules, trick, &mut table, policy, fraction, log);
                } else {
                    self.follow::<B, false>(rules, trick, &mut table, policy, fraction, log);
                }
            }
            if trick == 12 {
                self.end(rules, &table);
            } else {
                self.take::<TANTONY>(rules, trick, &table, policy, &mut second);
            }
            trick += 1;
        }
        let from = trick;
        let draw = |trick: usize| {
            let at = next + 2 * (trick - from);
            [luck[at], luck[at + 1]]
        };
        self.finish::<B, TANTONY>(rules, from, opening_rule, policy, draw, log);
    }
}
