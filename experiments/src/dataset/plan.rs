//! What a dataset is to hold: where its hands come from, which tables, and how hands are cut into parts.

use super::column::{ColumnSet, Spec, Table, specs};
use super::decisions::DecisionColumns;
use super::error::{DatasetError, Result};
use super::hands::HandColumns;
use super::matches::MatchColumns;
use super::results::ResultColumns;
use super::reveals::RevealColumns;
use super::series::Names;
use parquet::file::metadata::KeyValue;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::Range;

/// The number of hand ids in a part of a dataset of independent hands: part k has the hands from k · 2^18.
pub const PART_HANDS: u64 = 1 << 18;

/// Everything that the bytes of the data files depend on. Nothing of threads, paths, shards, hosts or time belongs here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The version of the program that made the dataset.
    pub version: String,
    /// The canonical request: subcommand, rules, players, count, seed.
    pub request: Map<String, Value>,
    /// The seed of all random streams.
    pub seed: u64,
    /// The rules.
    pub rules: RulesText,
    /// The bots, in the order of the numbers that rows use for them.
    pub bots: Vec<String>,
    /// Whether the request gives the same data whenever it is made: not with bots that are given time, or are external.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub deterministic: bool,
}

fn yes() -> bool {
    true
}

/// The rules of a dataset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulesText {
    /// The name, such as `classic+no-reveal`; column `rules` holds it.
    pub name: String,
    /// Every option, as TOML.
    pub toml: String,
}

/// The hand ids of a dataset and how parts share them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandIds {
    /// Ids are below this number.
    pub count: u64,
    /// Part k holds the hands whose ids are from k · `per_part` up to the next part's.
    pub per_part: u64,
    /// Whether every id has its hand. Whole matches leave ids unused.
    pub dense: bool,
}

impl HandIds {
    /// Independent hands 0 to `count` − 1.
    pub fn dense(count: u64) -> HandIds {
        HandIds { count, per_part: PART_HANDS, dense: true }
    }

    /// `matches` matches of at most `longest` hands: hand j of match i has id i · `longest` + j, and a part holds the matches
    /// that fit in `per_part` ids.
    pub fn matches(matches: u64, longest: u64, per_part: u64) -> HandIds {
        let longest = longest.max(1);
        HandIds {
            count: matches.saturating_mul(longest),
            per_part: (per_part / longest).max(1) * longest,
            dense: false,
        }
    }

    /// The number of parts.
    pub fn parts(&self) -> u64 {
        self.count.div_ceil(self.per_part.max(1))
    }

    /// The hand ids of a part.
    pub fn range(&self, part: u64) -> Range<u64> {
        let start = |part: u64| part.saturating_mul(self.per_part).min(self.count);
        start(part)..start(part.saturating_add(1))
    }

    /// The number of rows of a part of a table, where it is known before the hands are played.
    pub(super) fn rows(&self, kind: &TableKind, part: u64) -> Option<u64> {
        let range = self.range(part);
        (self.dense && kind.one_a_hand).then_some(range.end - range.start)
    }
}

/// One of `count` equal shares of the parts; share `index` owns the parts k with k mod `count` = `index`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the shard, from 0.
    pub index: u64,
    /// The number of shards.
    pub count: u64,
}

impl Shard {
    /// The whole dataset.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Shard `index` of `count`, or `None` where there is no such shard.
    pub fn new(index: u64, count: u64) -> Option<Shard> {
        (index < count).then_some(Shard { index, count })
    }

    /// Whether the shard is the whole dataset.
    pub fn is_whole(&self) -> bool {
        self.count == 1
    }

    /// The parts that the shard owns out of the parts of a dataset.
    pub fn parts(&self, hand_ids: &HandIds) -> impl Iterator<Item = u64> + use<> {
        (self.index..hand_ids.parts()).step_by(self.count.max(1) as usize)
    }
}

impl Default for Shard {
    fn default() -> Shard {
        Shard::WHOLE
    }
}

/// A table of a dataset.
#[derive(Clone, Copy, Debug)]
pub struct TablePlan {
    /// The kind of table.
    pub kind: &'static TableKind,
    /// The columns that it keeps.
    pub columns: ColumnSet,
}

impl TablePlan {
    /// Table `hands`.
    pub fn hands(columns: ColumnSet) -> TablePlan {
        TablePlan { kind: &TABLES[0], columns }
    }

    /// Table `results`.
    pub fn results() -> TablePlan {
        TablePlan { kind: &TABLES[1], columns: ColumnSet::All }
    }

    /// Table `matches`.
    pub fn matches() -> TablePlan {
        TablePlan { kind: &TABLES[2], columns: ColumnSet::All }
    }

    /// Table `reveals`.
    pub fn reveals() -> TablePlan {
        TablePlan { kind: &TABLES[3], columns: ColumnSet::All }
    }

    /// Table `decisions`.
    pub fn decisions() -> TablePlan {
        TablePlan { kind: &TABLES[4], columns: ColumnSet::All }
    }

    /// The columns that the table keeps.
    pub fn specs(&self) -> Vec<Spec> {
        (self.kind.specs)().into_iter().filter(|spec| self.columns.keeps(spec)).collect()
    }
}

/// What is known of a table without its rows.
#[derive(Debug)]
pub struct TableKind {
    /// The name of the table and of its directory.
    pub name: &'static str,
    /// The schema id.
    pub schema: &'static str,
    /// What one row is.
    pub about: &'static str,
    /// See [`Table::ONE_A_HAND`].
    pub one_a_hand: bool,
    /// The descriptions of all columns.
    pub specs: fn() -> Vec<Spec>,
}

impl TableKind {
    const fn of<T: Table>() -> TableKind {
        TableKind { name: T::NAME, schema: T::SCHEMA, about: T::ABOUT, one_a_hand: T::ONE_A_HAND, specs: specs::<T> }
    }

    /// The table of that name.
    pub fn named(name: &str) -> Option<&'static TableKind> {
        TABLES.iter().find(|kind| kind.name == name)
    }
}

/// The tables that a dataset may have, the one that others are compared with first.
pub static TABLES: [TableKind; 5] = [
    TableKind::of::<HandColumns>(),
    TableKind::of::<ResultColumns>(),
    TableKind::of::<MatchColumns>(),
    TableKind::of::<RevealColumns>(),
    TableKind::of::<DecisionColumns>(),
];

/// What a run is to write.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What the data depends on.
    pub origin: Origin,
    /// The hand ids and parts.
    pub hand_ids: HandIds,
    /// The share of the parts.
    pub shard: Shard,
    /// The tables; each has all the parts of the shard.
    pub tables: Vec<TablePlan>,
}

impl Plan {
    /// The numbers of the parts of this run.
    pub fn parts(&self) -> impl Iterator<Item = u64> + use<> {
        self.shard.parts(&self.hand_ids)
    }

    /// The names that dictionary columns use.
    pub(super) fn names(&self) -> Names {
        Names::new(&self.origin.rules.name, &self.origin.bots)
    }

    /// Whether the dataset has a table.
    pub fn has<T: Table>(&self) -> bool {
        self.tables.iter().any(|table| table.kind.name == T::NAME)
    }

    /// The plan of a table, or an error where the dataset doesn't have it.
    pub(super) fn table<T: Table>(&self) -> Result<TablePlan> {
        let found = self.tables.iter().find(|table| table.kind.name == T::NAME);
        found.copied().ok_or_else(|| DatasetError::Request(format!("the dataset has no table {}", T::NAME)))
    }

    /// Refuses what the files can't hold.
    pub(super) fn check(&self) -> Result<()> {
        if self.origin.bots.len() > Names::MAX {
            return Err(DatasetError::Request(format!("a dataset can name at most {} bots", Names::MAX)));
        }
        if i64::try_from(self.hand_ids.count).is_err() {
            return Err(DatasetError::Request("a dataset can number at most 2^63 - 1 hands".to_string()));
        }
        if self.hand_ids.per_part == 0 {
            return Err(DatasetError::Request("a part holds at least one hand id".to_string()));
        }
        if self.shard.index >= self.shard.count {
            let Shard { index, count } = self.shard;
            return Err(DatasetError::Request(format!("there is no shard {index} of {count}: shards count from 0")));
        }
        Ok(())
    }
}

impl Origin {
    /// The metadata of every data file of a table with this schema id, so that a file says what it is by itself.
    pub(super) fn metadata(&self, schema: &str) -> Vec<KeyValue> {
        let pair = |key: &str, value: String| KeyValue::new(format!("gongzhu.{key}"), value);
        vec![
            pair("schema", schema.to_string()),
            pair("version", self.version.clone()),
            pair("request", Value::Object(self.request.clone()).to_string()),
            pair("seed", self.seed.to_string()),
            pair("rules_name", self.rules.name.clone()),
            pair("rules", self.rules.toml.clone()),
            pair("bots", Value::from(self.bots.clone()).to_string()),
        ]
    }
}

/// The name of a part's file in the directory of a table.
pub fn part_name(part: u64) -> String {
    format!("part-{part:05}.parquet")
}
