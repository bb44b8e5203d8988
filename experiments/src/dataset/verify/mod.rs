//! Checking a dataset against its manifest, and every hand by a check of the caller's.

mod part;

use super::decisions::DecisionRow;
use super::docs::readme;
use super::error::{DatasetError, Result, one_line};
use super::files::list;
use super::hands::{HandOutline, HandRow};
use super::manifest::{MANIFEST, Manifest, TableEntry};
use super::matches::MatchRow;
use super::plan::{Plan, TablePlan, part_name};
use super::results::ResultRow;
use super::reveals::RevealRow;
use super::store::{README, is_beside_tables};
use part::PartCheck;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// What [`verify`] found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    /// The number of data files that the manifest lists.
    pub files: u64,
    /// The rows of the sound files.
    pub rows: u64,
    /// The hands that were read and given to the check.
    pub hands_checked: u64,
    /// What is wrong; empty for a sound dataset. At most [`MAX_PROBLEMS`] per file.
    pub problems: Vec<Problem>,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.problems.is_empty()
    }

    fn add(&mut self, file: &str, kind: ProblemKind, message: impl Into<String>) {
        self.problems.push(Problem { file: file.to_string(), kind, message: message.into() });
    }
}

/// The problems reported of one file, after which the rest of it is not looked at.
pub const MAX_PROBLEMS: usize = 20;

/// Something wrong with a dataset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// The file, from the directory of the dataset.
    pub file: String,
    /// The kind.
    pub kind: ProblemKind,
    /// What is wrong, in words.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", one_line(&self.file), one_line(&self.message))
    }
}

/// The kinds of [`Problem`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProblemKind {
    /// The manifest is not one that the program writes, or says that the dataset is not complete.
    Manifest,
    /// The explanation is not the one that belongs to the manifest.
    Readme,
    /// A file is not there.
    Missing,
    /// A file is there that is no part of the dataset.
    Unexpected,
    /// The content of a file has another hash than the manifest says.
    Hash,
    /// The number of rows is another than the manifest says.
    Rows,
    /// The footer of a file doesn't fit the manifest: columns, metadata, hand ids.
    Footer,
    /// Hand ids don't ascend or, where every id has its hand, some are missing.
    Order,
    /// The rows of a file can't be read.
    Unreadable,
    /// The check of the caller found fault with a hand.
    Hand,
}

/// The checks of the caller's for the rows of one part, in their order; each says what is wrong. A closure is one that looks
/// at hands alone.
pub trait Check {
    /// Told before the rows: the hand ids of the part.
    fn begin(&mut self, _ids: Range<i64>) {}

    /// A hand of table `hands`, whichever columns it keeps.
    fn outline(&mut self, _hand: &HandOutline) -> Result<(), String> {
        Ok(())
    }

    /// A hand of a table with all columns, after its outline.
    fn hand(&mut self, row: &HandRow) -> Result<(), String>;

    /// Told after the last hand.
    fn end(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// A row of table `results`; that it repeats the hand's seating, bots and score is checked elsewhere.
    fn result(&mut self, _row: &ResultRow) -> Result<(), String> {
        Ok(())
    }

    /// A row of table `reveals`; that it repeats the seat's bot, and where it is the hand as played the scores, is checked
    /// elsewhere.
    fn reveal(&mut self, _row: &RevealRow) -> Result<(), String> {
        Ok(())
    }

    /// All rows of a hand in table `decisions`, with its row of table `hands`. That they are there is checked elsewhere, what they
    /// say is not.
    fn decisions(&mut self, _hand: &HandRow, _rows: &[DecisionRow]) -> Result<(), String> {
        Ok(())
    }

    /// A row of table `matches`; that it sums up the match's hands is checked elsewhere.
    fn outcome(&mut self, _row: &MatchRow) -> Result<(), String> {
        Ok(())
    }
}

impl<F: FnMut(&HandRow) -> Result<(), String>> Check for F {
    fn hand(&mut self, row: &HandRow) -> Result<(), String> {
        self(row)
    }
}

/// Checks hashes, counts, schema ids, metadata, the order of hand ids, the names of the rules, and tables `results`, `matches`,
/// `reveals` and `decisions` against table `hands`; and gives every row to checks of the caller's that `checker` makes anew for each
/// part. Parts are checked on the threads of rayon's pool. An error only where the directory can't be read or has no manifest.
pub fn verify<C: Check>(dir: &Path, checker: impl Fn(&Manifest) -> C + Sync) -> Result<Report> {
    let mut report = Report::default();
    let path = dir.join(MANIFEST);
    let manifest = match Manifest::load(dir) {
        Ok(manifest) => manifest,
        Err(DatasetError::File { message, .. }) => {
            report.add(MANIFEST, ProblemKind::Manifest, message);
            return Ok(report);
        }
        Err(error) => return Err(error),
    };
    if fs::read_to_string(&path).map_err(DatasetError::io("read", &path))? != manifest.text() {
        report.add(MANIFEST, ProblemKind::Manifest, "was changed: its text is not as the program writes it");
    }
    if !manifest.complete {
        report.add(MANIFEST, ProblemKind::Manifest, "the dataset is not complete; resume it");
        return Ok(report);
    }
    let plan = manifest.plan()?;
    if fs::read_to_string(dir.join(README)).ok() != Some(readme(&manifest)?) {
        report.add(README, ProblemKind::Readme, "is not the text that belongs to the manifest");
    }
    check_names(dir, &manifest, &mut report)?;
    for table in &plan.tables {
        check_list(table, &manifest.tables[table.kind.name], &plan, &mut report);
    }
    let parts: Vec<(usize, u64)> = plan.parts().enumerate().collect();
    let checked = parts.par_iter().map(|&(index, part)| {
        let mut one = PartCheck::new(dir, &plan, part, checker(&manifest));
        for table in &plan.tables {
            if let Some(file) = manifest.tables[table.kind.name].files.get(index) {
                one.check_file(table, file);
            }
        }
        one.report()
    });
    for one in checked.collect::<Vec<Report>>() {
        report.files += one.files;
        report.rows += one.rows;
        report.hands_checked += one.hands_checked;
        report.problems.extend(one.problems);
    }
    Ok(report)
}

/// Compares the names in the directory with those in the manifest.
fn check_names(dir: &Path, manifest: &Manifest, report: &mut Report) -> Result<()> {
    for path in list(dir)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !is_beside_tables(&name) && !manifest.tables.contains_key(&name) {
            report.add(&name, ProblemKind::Unexpected, "is no part of the dataset");
        }
    }
    for (table, entry) in &manifest.tables {
        let known: BTreeSet<&str> = entry.files.iter().map(|file| file.name.as_str()).collect();
        let path = dir.join(table);
        if !path.is_dir() {
            report.add(table, ProblemKind::Missing, "the directory is missing");
            continue;
        }
        for path in list(&path)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !known.contains(&*name) {
                report.add(&format!("{table}/{name}"), ProblemKind::Unexpected, "is no part of the dataset");
            }
        }
    }
    Ok(())
}

/// Compares the files that the manifest lists with the parts of the dataset.
fn check_list(table: &TablePlan, entry: &TableEntry, plan: &Plan, report: &mut Report) {
    let name = table.kind.name;
    if !entry.files.iter().map(|file| file.name.as_str()).eq(plan.parts().map(part_name)) {
        let message = format!("lists {} files of table {name}, which are not its parts", entry.files.len());
        report.add(MANIFEST, ProblemKind::Manifest, message);
    }
    let rows = entry.files.iter().map(|file| file.rows).sum::<u64>();
    if rows != entry.rows {
        let message = format!("says that table {name} has {} rows; its files have {rows}", entry.rows);
        report.add(MANIFEST, ProblemKind::Rows, message);
    }
}
