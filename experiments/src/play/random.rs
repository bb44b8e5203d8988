//! Independent hands of four `random` bots, which the bulk kernel plays: they come from its own stream, see [`gongzhu::kernel`].

use crate::dataset::{BLOCK_HANDS, GroupEncoder, HandBlock, HandColumns, HandRow};
use crate::error::RunError;
use gongzhu::kernel::{Block, Bulk, Detail};
use gongzhu::rules::{Book, gong_zhu::LaterHands};
use gongzhu::{Deal, Game, Rules, Seat, Setup};
use gongzhu_strategies::BotSpec;
use std::ops::Range;

/// The hands of one rule set and seed; hand *i* is the same whatever is played beside it.
pub struct RandomHands<'r> {
    rules: &'r Rules,
    bulk: Bulk<'r>,
    seed: u64,
    /// The bot of each seat, as an index into the bots of the dataset.
    bot: [u8; 4],
    /// Whether the seat that is drawn took the pig in the hand before; else it opens.
    draws_pig_taker: bool,
}

impl<'r> RandomHands<'r> {
    /// Whether these bots all choose uniformly, so that the kernel may play for them.
    pub fn plays_for<'b>(bots: impl IntoIterator<Item = &'b BotSpec>) -> bool {
        bots.into_iter().all(|bot| bot.info().name == "random")
    }

    /// The hands under `seed`, as far as `detail` says.
    pub fn new(rules: &'r Rules, bot: [u8; 4], seed: u64, detail: Detail) -> RandomHands<'r> {
        let draws_pig_taker = matches!(rules.book(), Book::GongZhu(o) if o.later_hands == LaterHands::PigTaker);
        RandomHands { rules, bulk: Bulk::new(rules).with(detail), seed, bot, draws_pig_taker }
    }

    /// Adds the rows of these hands, whose first number has to be a multiple of sixteen.
    pub fn fill(&self, ids: Range<u64>, group: &mut GroupEncoder<'_, HandColumns>) -> Result<(), RunError> {
        let block_hands = BLOCK_HANDS as u64;
        let mut filled = Ok(());
        self.bulk.play(self.seed, ids.start / block_hands..ids.end.div_ceil(block_hands), &mut |block| {
            if filled.is_ok() {
                filled = self.push(block, ids.end, group);
            }
        });
        filled
    }

    fn push(&self, block: &Block, end: u64, group: &mut GroupEncoder<'_, HandColumns>) -> Result<(), RunError> {
        let count = BLOCK_HANDS.min((end - block.first) as usize);
        let hands = self.block(block);
        if self.rules.game() == Game::Tantony {
            for lane in 0..count {
                let assigned = |trick: usize| (block.assigned[lane] >> (2 * trick) & 3) as u8;
                group.push(&HandRow { assign: Some(std::array::from_fn(assigned)), ..hands.row(lane) })?;
            }
            return Ok(());
        }
        Ok(group.push_block(&hands, count)?)
    }

    fn block(&self, block: &Block) -> HandBlock {
        let drawn = block.drawn_seat.map(|seat| seat.map(|seat| seat.index() as u8));
        let (opening_seat, pig_taker) =
            if self.draws_pig_taker { ([None; BLOCK_HANDS], drawn) } else { (drawn, [None; BLOCK_HANDS]) };
        let mut plays = [[0; 52]; BLOCK_HANDS];
        block.write_plays(&mut plays);
        HandBlock {
            first_id: block.first as i64,
            bot: self.bot,
            hand_number: std::array::from_fn(|lane| self.number(block, lane) as i32),
            opening_seat,
            pig_taker,
            deal: block.dealt.0,
            passes: block.passes,
            pass: block.passed.0,
            revealed: block.revealed,
            plays,
            winners: block.winners.map(|winners| winners as i32),
            taken: block.taken.0,
            score: block.scores.0,
        }
    }

    fn number(&self, block: &Block, lane: usize) -> u32 {
        self.rules.independent_number(block.first + lane as u64)
    }

    /// What the hands of the block of hand `index` begin with.
    pub fn setups(&self, index: u64) -> [Setup<'r>; BLOCK_HANDS] {
        let block = index / BLOCK_HANDS as u64;
        let mut setups = [Setup::first(self.rules, Deal::default()); BLOCK_HANDS];
        self.bulk.play(self.seed, block..block + 1, &mut |block| {
            for (lane, setup) in setups.iter_mut().enumerate() {
                let drawn: Option<Seat> = block.drawn_seat[lane];
                let hands = block.dealt.map(|seat| seat[lane]);
                *setup = Setup {
                    number: self.number(block, lane),
                    opening_seat: drawn.filter(|_| !self.draws_pig_taker),
                    pig_taker: drawn.filter(|_| self.draws_pig_taker),
                    ..Setup::first(self.rules, Deal::new(hands).unwrap_or_default())
                };
            }
        });
        setups
    }
}
