//! The order of a tournament's hands: deal after deal, in each all line-ups, in each all seatings.

use super::lineup::Lineup;
use super::tally::gains;
use crate::dataset::{HandIds, HandRow, PART_HANDS, ResultRow};
use crate::error::RunError;
use crate::play::{Deals, Seating, play_single};
use gongzhu::Rules;
use gongzhu_strategies::BotSpec;

/// All that a tournament plays.
#[derive(Clone, Debug)]
pub struct Schedule<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The bots.
    pub bots: &'a [BotSpec],
    /// The line-ups.
    pub lineups: &'a [Lineup],
    /// Where the deals come from.
    pub deals: &'a Deals,
    /// The seed of the seats' streams.
    pub seed: u64,
}

impl Schedule<'_> {
    /// How many hands a deal is played in.
    pub fn hands_per_deal(&self) -> u64 {
        self.lineups.iter().map(|lineup| lineup.seatings.len() as u64).sum()
    }

    /// The hand ids of a tournament of so many deals; a part holds whole deals.
    pub fn hand_ids(&self, deals: u64) -> HandIds {
        let hands = self.hands_per_deal();
        HandIds { count: deals * hands, per_part: (PART_HANDS / hands).max(1) * hands, dense: true }
    }

    /// The line-up and the seating of a hand, by its number within its deal.
    fn place(&self, mut hand: u64) -> (usize, usize) {
        for (number, lineup) in self.lineups.iter().enumerate() {
            let seatings = lineup.seatings.len() as u64;
            if hand < seatings {
                return (number, hand as usize);
            }
            hand -= seatings;
        }
        (0, 0)
    }

    /// Plays a deal in all line-ups and seatings and appends the hands to `rows`. Seating s of every line-up draws from
    /// the same streams, so that line-ups differ by their bots alone.
    ///
    /// # Errors
    /// The deal lacks what the rules need of an earlier hand.
    pub fn play_deal(&self, deal: u64, rows: &mut Vec<HandRow>) -> Result<(), RunError> {
        let setup = self.deals.setup(self.rules, deal);
        let mut hand_id = (deal * self.hands_per_deal()) as i64;
        for lineup in self.lineups {
            for (table, &bots) in (0u32..).zip(&lineup.seatings) {
                let row = play_single(&setup, self.bots, &Seating { table, bots }, self.seed, deal)?;
                rows.push(HandRow { hand_id, ..row });
                hand_id += 1;
            }
        }
        Ok(())
    }

    /// The row of table `results` that goes with a hand.
    pub fn result(&self, row: &HandRow) -> ResultRow {
        let hands = self.hands_per_deal();
        let (deal, hand) = (row.hand_id as u64 / hands, row.hand_id as u64 % hands);
        let gains = gains(self.rules, &row.bot, &row.score);
        ResultRow {
            hand_id: row.hand_id,
            deal_id: deal as i64,
            lineup: self.place(hand).0 as i32,
            seating: row.seating,
            bot: row.bot,
            score: row.score,
            gain: gains.map(|gain| gain as f64 / super::tally::UNIT),
        }
    }
}
