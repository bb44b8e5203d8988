//! The order of a tournament's hands: deal after deal, or number after number of matches, in each all line-ups, in each all
//! seatings.

use super::contest::{Amount, Contest};
use super::score::{UNIT, gains};
use crate::dataset::{HandIds, HandRow, MatchRow, PART_HANDS, ResultRow};
use crate::error::RunError;
use crate::play::{Crew, Deals, LONGEST_MATCH, PART_MATCHES, Players, Seating, USUAL_MATCH};
use gongzhu::{BySeat, MatchResult, Rules};

impl Contest {
    /// At how many tables a deal, or a number of matches, is played.
    pub fn tables(&self) -> u64 {
        self.lineups().iter().map(|lineup| lineup.seatings.len() as u64).sum()
    }

    /// How many hand ids a deal, or a number of matches, has.
    pub(super) fn ids_per_unit(&self) -> u64 {
        match self.amount {
            Amount::Deals { .. } => self.tables(),
            Amount::Matches(_) => self.tables() * LONGEST_MATCH,
        }
    }

    /// About in how many hands a deal, or a number of matches, is played.
    pub(super) fn hands_per_unit(&self) -> u64 {
        match self.amount {
            Amount::Deals { .. } => self.tables(),
            Amount::Matches(_) => self.tables() * USUAL_MATCH,
        }
    }

    /// The hand ids of the tournament; a part holds whole units.
    pub(super) fn hand_ids(&self) -> HandIds {
        let ids = self.ids_per_unit();
        let (usual, dense) = match self.amount {
            Amount::Deals { .. } => (PART_HANDS / ids, true),
            Amount::Matches(_) => (LONGEST_MATCH * PART_MATCHES / ids, false),
        };
        let units = self.part.unwrap_or(usual).min(usual).max(1);
        HandIds { count: self.amount.units() * ids, per_part: units * ids, dense }
    }

    /// The line-up of a table, by its number within its unit.
    fn lineup_of(&self, mut table: u64) -> i32 {
        for (number, lineup) in (0..).zip(self.lineups()) {
            let seatings = lineup.seatings.len() as u64;
            if table < seatings {
                return number;
            }
            table -= seatings;
        }
        0
    }

    /// Plays a deal, or the matches of a number, in all line-ups and seatings and appends the hands to `rows`. Seating s of
    /// every line-up draws from the same streams, so that line-ups differ by their bots alone.
    ///
    /// # Errors
    /// The deal lacks what the rules need of an earlier hand, or a match does not end.
    pub(super) fn play_unit(&self, unit: u64, crew: &Crew, rows: &mut Vec<HandRow>) -> Result<(), RunError> {
        let stopwatch = crew.stopwatch(unit);
        let setup = match &self.amount {
            Amount::Deals { deals, .. } => Some(deals.setup(&self.rules, unit)),
            Amount::Matches(_) => None,
        };
        let mut table_id = unit * self.tables();
        for lineup in self.lineups() {
            for (table, &bots) in (0u32..).zip(&lineup.seatings) {
                let seating = Seating { table, bots };
                let players = Players { crew, seating, seed: self.seed, stopwatch };
                match &setup {
                    Some(setup) => {
                        rows.push(HandRow { hand_id: table_id as i64, ..players.play_single(setup, unit)? });
                    }
                    None => players.play_match(&self.rules, unit, table_id, rows)?,
                }
                table_id += 1;
            }
        }
        Ok(())
    }

    /// The row of table `results` that goes with a hand of a tournament of deals.
    pub(super) fn result(&self, row: &HandRow) -> ResultRow {
        let (deal, table) = self.unit_and_table(row.hand_id as u64);
        let gains = gains(&self.rules, &row.bot, &row.score);
        ResultRow {
            hand_id: row.hand_id,
            deal_id: deal as i64,
            lineup: self.lineup_of(table),
            seating: row.seating,
            bot: row.bot,
            score: row.score,
            gain: gains.map(|gain| gain as f64 / UNIT),
        }
    }

    /// The row of table `matches` that goes with all hands of a match.
    ///
    /// # Panics
    /// If there is no hand.
    pub(super) fn outcome(&self, hands: &[HandRow]) -> MatchRow {
        let (number, table) = self.unit_and_table(hands[0].match_id.unwrap_or_default() as u64);
        match_row(&self.rules, number, self.lineup_of(table), hands)
    }

    /// The unit of a table, by the number of the table in the tournament, and its number in the unit.
    fn unit_and_table(&self, table_id: u64) -> (u64, u64) {
        (table_id / self.tables(), table_id % self.tables())
    }
}

/// The row of table `matches` that goes with all hands of a match, which has a number and was played by a line-up.
///
/// # Panics
/// If there is no hand.
pub fn match_row(rules: &Rules, number: u64, lineup: i32, hands: &[HandRow]) -> MatchRow {
    let (first, last) = (&hands[0], &hands[hands.len() - 1]);
    let total = BySeat::from_fn(|seat| last.total_before[seat.index()] + i32::from(last.score[seat.index()]));
    let result = MatchResult::of(rules, total, hands.len() as u32);
    let gains = gains(rules, &first.bot, &total.0);
    MatchRow {
        hand_id: first.hand_id,
        match_id: first.match_id.unwrap_or_default(),
        match_number: number as i64,
        lineup,
        seating: first.seating,
        bot: first.bot,
        hands: hands.len() as i32,
        weight: result.weight,
        total: total.0,
        place: result.places.0,
        gain: gains.map(|gain| gain as f64 / UNIT),
    }
}

impl Amount {
    /// How many deals, or numbers of matches, are played.
    pub fn units(&self) -> u64 {
        match *self {
            Amount::Deals { count, .. } | Amount::Matches(count) => count,
        }
    }

    /// What they are called.
    pub fn unit_name(&self) -> &'static str {
        match self {
            Amount::Deals { .. } => "deals",
            Amount::Matches(_) => "matches",
        }
    }

    /// Deals that follow from a seed.
    pub fn seeded(seed: u64, count: u64) -> Amount {
        Amount::Deals { deals: Deals::Seeded(seed), count }
    }
}
