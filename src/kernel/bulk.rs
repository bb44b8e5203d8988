//! Random hands in bulk.

#[cfg(target_arch = "x86_64")]
use super::lockstep::{self, Settlement};
use super::scalar;
use super::start::{Opening, Start};
use super::{LANES, Processor};
use crate::action::revealed_set;
use crate::{BySeat, Card, CardSet, Rules, Seat};
use std::ops::Range;

/// What of a hand a block shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// Only the scores, the revealed cards and the seats that were drawn.
    Scores,
    /// All but the order of play: what was dealt and passed, who won each trick, and the piles, too.
    Piles,
    /// Everything.
    Plays,
}

/// The cards played in a block, in their order, as numbers suit × 16 + rank.
pub(super) type Plays = [[u16; LANES]; 52];

/// Hands of four players that choose uniformly among the legal actions, sixteen at a time.
///
/// Hand *i* is lane *i* mod 16 of block ⌊*i* / 16⌋, whatever is played beside it, and on every machine; the
/// [module](crate::kernel) says how random words become hands.
///
/// ```
/// use gongzhu::{Rules, kernel::Bulk};
/// let rules = Rules::parse("classic")?;
/// let mut sum = 0;
/// Bulk::new(&rules).play(1, 0..1000, &mut |block| sum += block.scores.0[0].iter().map(|&x| i64::from(x)).sum::<i64>());
/// assert!((-120 * 16_000..-110 * 16_000).contains(&sum));
/// # Ok::<(), gongzhu::RulesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bulk<'r> {
    pub(super) rules: &'r Rules,
    pub(super) opening: Opening,
    #[cfg(target_arch = "x86_64")]
    pub(super) settlement: Settlement,
    pub(super) detail: Detail,
    processor: Processor,
}

impl<'r> Bulk<'r> {
    /// Hands of these rules: independent ones, without totals, hand *i* having the number *i* mod 4 in its match. What the
    /// rules need of the hand before — the opener, the pig taker — is drawn.
    pub fn new(rules: &'r Rules) -> Bulk<'r> {
        Bulk {
            rules,
            opening: Opening::new(rules),
            #[cfg(target_arch = "x86_64")]
            settlement: Settlement::new(rules),
            detail: Detail::Scores,
            processor: Processor::detect(),
        }
    }

    /// The same hands with more or less written down.
    #[must_use]
    pub fn with(self, detail: Detail) -> Bulk<'r> {
        Bulk { detail, ..self }
    }

    /// The same hands as that processor plays them: for tests and comparisons. What this machine can't do is left out.
    #[must_use]
    pub fn on(self, processor: Processor) -> Bulk<'r> {
        Bulk { processor: processor.min(Processor::detect()), ..self }
    }

    /// Plays the blocks in `blocks`, numbers below 2^60, under `seed` and shows each to `each`, in order.
    pub fn play(&self, seed: u64, blocks: Range<u64>, each: &mut dyn FnMut(&Block)) {
        let mut out = Block::new(self.detail);
        #[cfg(target_arch = "x86_64")]
        if self.processor == Processor::Avx2 && self.rules.game() != crate::Game::Tantony {
            return lockstep::play_blocks(self, seed, blocks, &mut out, each);
        }
        scalar::play_blocks(self, self.processor, seed, blocks, &mut out, each);
    }
}

/// Sixteen finished hands, lane by lane.
#[derive(Clone, Debug)]
pub struct Block {
    /// The number of the first hand.
    pub first: u64,
    /// The cards dealt to each seat.
    pub dealt: BySeat<[CardSet; LANES]>,
    /// The cards that each seat passed on, in lanes with a pass.
    pub passed: BySeat<[CardSet; LANES]>,
    /// Whether there was a pass.
    pub passes: [bool; LANES],
    /// The revealed cards.
    pub revealed: [CardSet; LANES],
    /// The opener, or the pig taker, where the rules need one of the hand before.
    pub drawn_seat: [Option<Seat>; LANES],
    /// The seats of the highest cards: two bits a trick, the first lowest.
    pub winners: [u32; LANES],
    /// The seats to which tricks 1–12 were assigned (Tantony), two bits a trick.
    pub assigned: [u32; LANES],
    /// The cards in each seat's pile at the end.
    pub taken: BySeat<[CardSet; LANES]>,
    /// The score of each seat.
    pub scores: BySeat<[i16; LANES]>,
    pub(super) detail: Detail,
    pub(super) plays: Option<Box<Plays>>,
}

impl Block {
    fn new(detail: Detail) -> Block {
        Block {
            detail,
            first: 0,
            dealt: BySeat([[CardSet::EMPTY; LANES]; 4]),
            passed: BySeat([[CardSet::EMPTY; LANES]; 4]),
            passes: [false; LANES],
            revealed: [CardSet::EMPTY; LANES],
            drawn_seat: [None; LANES],
            winners: [0; LANES],
            assigned: [0; LANES],
            taken: BySeat([[CardSet::EMPTY; LANES]; 4]),
            scores: BySeat([[0; LANES]; 4]),
            plays: (detail == Detail::Plays).then(|| Box::new([[0; LANES]; 52])),
        }
    }

    /// The cards of the hand in `lane` in the order played, or `None` where they were not asked for.
    #[inline]
    pub fn plays(&self, lane: usize) -> Option<[Card; 52]> {
        let plays = self.plays.as_ref()?;
        Some(std::array::from_fn(|i| Card::from_bit(u32::from(plays[i][lane]))))
    }

    /// Writes the cards of every hand in the order played, as their [numbers](Card::index); nothing where they were not asked
    /// for.
    pub fn write_plays(&self, to: &mut [[u8; 52]; LANES]) {
        let Some(plays) = &self.plays else { return };
        for (i, lanes) in plays.iter().enumerate() {
            for (hand, &card) in to.iter_mut().zip(lanes) {
                // Suit × 16 + rank becomes suit × 13 + rank.
                hand[i] = (card - 3 * (card >> 4)) as u8;
            }
        }
    }

    /// Writes down what came before the first card.
    #[inline(always)]
    pub(super) fn begin(&mut self, block: u64, opening: &Opening, start: &Start) {
        self.first = block * LANES as u64;
        for (to, &from) in self.revealed.iter_mut().zip(&start.revealed) {
            *to = revealed_set(from);
        }
        if opening.any_drawn {
            self.drawn_seat = std::array::from_fn(|lane| opening.drawn(start, lane));
        }
        if self.detail == Detail::Scores {
            return;
        }
        copy_sets(&mut self.dealt, &start.dealt);
        if opening.any_pass {
            copy_sets(&mut self.passed, &start.passed);
            self.passes = std::array::from_fn(|lane| opening.has_pass(lane));
        }
    }
}

#[inline(always)]
fn copy_sets(to: &mut BySeat<[CardSet; LANES]>, from: &BySeat<[u64; LANES]>) {
    for (to, from) in to.0.iter_mut().zip(&from.0) {
        for (to, &from) in to.iter_mut().zip(from) {
            *to = CardSet::from_bits_truncate(from);
        }
    }
}
