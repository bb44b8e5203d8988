//! Datasets: directories of Parquet files that hold the hands of a run, with a manifest and an explanation.
//!
//! ```text
//! NAME/manifest.json            what it is, and the hash of every file
//! NAME/README.md                the same for people, with the columns
//! NAME/hands/part-00000.parquet one row a hand
//! NAME/results/…                one row a hand of a tournament
//! NAME/matches/…                one row a match
//! NAME/reveals/…                one row for each subset of cards that a seat could reveal
//! NAME/decisions/…              one row a decision
//! ```
//!
//! The bytes of a dataset follow from its [`Plan`] and its rows alone. [`Dataset`] writes one, [`read_hands`] reads it,
//! [`verify`], [`merge`] and [`info`] check, join and describe it.

mod batch;
mod block;
mod chunk;
mod column;
mod decisions;
mod docs;
mod error;
mod files;
mod guard;
mod hands;
mod info;
mod manifest;
mod matches;
mod merge;
mod number;
mod part;
mod plan;
mod read;
mod results;
mod reveals;
mod series;
mod store;
mod verify;
mod writer;

pub use batch::BatchReader;
pub use block::{BLOCK_HANDS, HandBlock};
pub use column::{Column, ColumnSet, Packing, Spec, Table, specs};
pub use decisions::{DecisionColumns, DecisionKind, DecisionRow, JudgedChoice};
pub use docs::column_tables;
pub use error::{DatasetError, Result, shown};
pub use files::ignore_file_size_signal;
pub(crate) use files::{parent, write_result, write_whole};
pub use hands::{HandColumns, HandOutline, HandRow};
pub use info::{ColumnSize, Info, OddFile, TableInfo, info};
pub use manifest::{FileEntry, MANIFEST, Manifest, TableEntry};
pub use matches::{MatchColumns, MatchRow};
pub use merge::merge;
pub use plan::{HandIds, Origin, PART_HANDS, Plan, RulesText, Shard, TABLES, TableKind, TablePlan, part_name};
pub use read::{check_parts, read_hands, read_hands_in, read_table};
pub use results::{ResultColumns, ResultRow};
pub use reveals::{RevealColumns, RevealRow};
pub use series::Names;
pub use store::{Dataset, README};
pub use verify::{Check, MAX_PROBLEMS, Problem, ProblemKind, Report, verify};
pub use writer::{EncodedGroup, Encoder, FinishedPart, GROUP_ROWS, GroupEncoder, PartWriter};
