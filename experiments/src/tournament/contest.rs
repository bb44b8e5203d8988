//! A checked tournament: playing it in memory or into a dataset.

use super::lineup::{Format, Lineup, lineups};
use super::outcome::Outcome;
use super::score::Score;
use super::watch::Watch;
use crate::dataset::{
    Dataset, HandRow, MatchColumns, MatchRow, Plan, ResultColumns, ResultRow, Shard, TablePlan, read_table,
};
use crate::error::RunError;
use crate::play::{Control, Crew, Deals, Job, Performance, Played, Stopped, fill, produce};
use crate::progress;
use crate::request::{ColumnFlag, origin};
use gongzhu::Rules;
use gongzhu_strategies::BotSpec;
use serde_json::{Map, Value};
use std::ops::Range;
use std::path::Path;

/// About how many hands are played between two looks at the tally when nothing is written.
const BATCH_HANDS: u64 = 1 << 16;

/// How much is played.
#[derive(Clone, Debug)]
pub enum Amount {
    /// Deals, each a hand in every seating.
    Deals {
        /// Where they come from.
        deals: Deals,
        /// How many.
        count: u64,
    },
    /// So many numbers of whole matches; a number stands for the same deals in every seating.
    Matches(u64),
}

/// What is played, all of it checked.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The rules.
    pub rules: Rules,
    /// The bots, each once.
    pub bots: Vec<BotSpec>,
    /// Which line-ups they play.
    pub format: Format,
    lineups: Vec<Lineup>,
    /// How much they play.
    pub amount: Amount,
    /// What counts in matches; nothing that is played depends on it.
    pub score: Score,
    /// The seed of all streams.
    pub seed: u64,
    /// Whether intervals of gains are made by the bootstrap, for which all gains are kept in memory.
    pub bootstrap: bool,
    /// Whether the distributions of scores are counted.
    pub distributions: bool,
    /// Whether bots are rated by places, for which the order of finish at every table is kept in memory.
    pub ratings: bool,
    /// How many deals, or numbers of matches, a part of the dataset has at most, if fewer than usual.
    pub part: Option<u64>,
}

impl Contest {
    /// A tournament of these bots.
    ///
    /// # Errors
    /// A bot that is named twice, or too few of them for the format.
    pub fn new(
        rules: Rules,
        bots: Vec<BotSpec>,
        format: Format,
        amount: Amount,
        score: Score,
        seed: u64,
    ) -> Result<Contest, RunError> {
        if let Some(twice) = bots.iter().enumerate().find(|(i, bot)| bots[..*i].contains(bot)) {
            return Err(RunError::Request(format!("bot '{}' is named twice; name each once", twice.1)));
        }
        let lineups = lineups(bots.len(), format, rules.partnership())?;
        Ok(Contest {
            rules,
            bots,
            format,
            lineups,
            amount,
            score,
            seed,
            bootstrap: false,
            distributions: false,
            ratings: false,
            part: None,
        })
    }

    /// The line-ups.
    pub fn lineups(&self) -> &[Lineup] {
        &self.lineups
    }

    /// Plays in memory.
    ///
    /// # Errors
    /// The user interrupts, or a hand cannot be played.
    pub fn play(&self) -> Result<Outcome<'_>, Stopped> {
        let crew = Crew::new(&self.bots);
        let mut outcome = Outcome::new(self);
        let units = self.amount.units();
        let control = Control { stop: progress::stop_flag(), bar: progress::bar(units, self.amount.unit_name()) };
        let watch = Watch::new(self, &control.bar);
        let batch = (BATCH_HANDS / self.hands_per_unit()).max(1);
        for first in (0..units).step_by(batch as usize) {
            let range = first..units.min(first + batch);
            let rows = produce(range, &control, &|unit, rows: &mut _| self.play_watched(unit, &crew, &watch, rows))?;
            match self.amount {
                Amount::Deals { .. } => rows.iter().for_each(|row| outcome.add_hand(&self.result(row))),
                Amount::Matches(_) => {
                    let matches = rows.chunk_by(|a, b| a.match_id == b.match_id);
                    matches.for_each(|hands| outcome.add_match(&self.outcome(hands)));
                }
            }
        }
        control.bar.finish_and_clear();
        outcome.performance = crew.finish();
        Ok(outcome)
    }

    /// Plays a unit before the eyes of the user.
    fn play_watched(&self, unit: u64, crew: &Crew, watch: &Watch<'_>, rows: &mut Vec<HandRow>) -> Result<(), RunError> {
        let before = rows.len();
        self.play_unit(unit, crew, rows)?;
        watch.add(unit, &rows[before..]);
        Ok(())
    }

    /// Plays a range of deals, or of numbers of matches, on all threads.
    pub(super) fn play_units(
        &self,
        units: Range<u64>,
        crew: &Crew,
        control: &Control<'_>,
    ) -> Result<Vec<HandRow>, Stopped> {
        produce(units, control, &|unit, rows: &mut Vec<HandRow>| self.play_unit(unit, crew, rows))
    }

    /// Plays into a dataset what it lacks.
    ///
    /// # Errors
    /// The user interrupts, a hand cannot be played, or the dataset not be written.
    pub fn fill(&self, dataset: &mut Dataset) -> Result<Performance, Stopped> {
        let crew = Crew::new(&self.bots);
        let control = Control { stop: progress::stop_flag(), bar: progress::bar(0, self.amount.unit_name()) };
        let watch = Watch::new(self, &control.bar);
        let of_matches = matches!(self.amount, Amount::Matches(_));
        let (result, outcome) = (|row: &HandRow| self.result(row), |hands: &[HandRow]| self.outcome(hands));
        let job = Job {
            unit: |unit, played: &mut Played| self.play_watched(unit, &crew, &watch, &mut played.hands),
            ids_per_unit: self.ids_per_unit(),
            rows_per_unit: self.hands_per_unit(),
            result: if of_matches { None } else { Some(&result) },
            outcome: if of_matches { Some(&outcome) } else { None },
        };
        control.bar.set_length(job.pending_units(dataset));
        fill(dataset, &control, &job)?;
        control.bar.finish_and_clear();
        Ok(crew.finish())
    }

    /// The outcome that a finished dataset holds, so that it is the same after any interruption.
    ///
    /// # Errors
    /// The dataset cannot be read.
    pub fn read(&self, dir: &Path, performance: Performance) -> Result<Outcome<'_>, RunError> {
        let mut outcome = Outcome::new(self);
        outcome.performance = performance;
        match self.amount {
            Amount::Deals { .. } => read_table::<ResultColumns, RunError>(dir, |row: &ResultRow| {
                outcome.add_hand(row);
                Ok(())
            })?,
            Amount::Matches(_) => read_table::<MatchColumns, RunError>(dir, |row: &MatchRow| {
                outcome.add_match(row);
                Ok(())
            })?,
        }
        Ok(outcome)
    }

    /// The plan of the dataset.
    pub fn plan(&self, columns: ColumnFlag, shard: Shard) -> Plan {
        let mut request = Map::new();
        request.insert("command".into(), "tournament".into());
        request.insert("rules".into(), self.rules.to_json());
        let players: Vec<Value> = self.bots.iter().map(|bot| bot.to_string().into()).collect();
        request.insert("players".into(), players.into());
        request.insert("format".into(), self.format.name().into());
        request.insert(self.amount.unit_name().into(), self.amount.units().into());
        if let Amount::Deals { deals: Deals::Listed { sha256, .. }, .. } = &self.amount {
            request.insert("deals_sha256".into(), sha256.as_str().into());
        }
        request.insert("seed".into(), self.seed.into());
        request.insert("columns".into(), columns.name().into());
        let second = match self.amount {
            Amount::Deals { .. } => TablePlan::results(),
            Amount::Matches(_) => TablePlan::matches(),
        };
        Plan {
            origin: origin(&self.rules, &self.bots, self.seed, request),
            hand_ids: self.hand_ids(),
            shard,
            tables: vec![TablePlan::hands(columns.set()), second],
        }
    }
}
