//! Checking a dataset against its manifest, and every hand by a check of the caller's.

use super::column::{ColumnSet, Table};
use super::docs::readme;
use super::error::{DatasetError, Result};
use super::files::{digest, list};
use super::hands::{HandColumns, HandRow};
use super::manifest::{FileEntry, MANIFEST, Manifest, TableEntry};
use super::part::{check_part, read_ids, read_rows};
use super::plan::{Plan, TablePlan, part_name};
use super::store::{README, is_beside_tables};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
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
        write!(f, "{}: {}", self.file, self.message)
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

/// Checks hashes, counts, schema ids, metadata and the order of hand ids, and gives every hand to a check of the caller's
/// that `checker` makes anew for each file; it says what is wrong with a hand. Files are checked on the threads of rayon's
/// pool. An error only where the directory can't be read or has no manifest.
pub fn verify<C>(dir: &Path, checker: impl Fn(&Manifest) -> C + Sync) -> Result<Report>
where
    C: FnMut(&HandRow) -> Result<(), String>,
{
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
        let entry = &manifest.tables[table.kind.name];
        check_list(table, entry, &plan, &mut report);
        let parts: Vec<(u64, &FileEntry)> = plan.parts().zip(&entry.files).collect();
        let checked = parts.par_iter().map(|&(part, file)| {
            let mut report = Report { files: 1, ..Report::default() };
            check_file(dir, &plan, table, part, file, &mut checker(&manifest), &mut report);
            report
        });
        for one in checked.collect::<Vec<Report>>() {
            report.files += one.files;
            report.rows += one.rows;
            report.hands_checked += one.hands_checked;
            report.problems.extend(one.problems);
        }
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

/// Checks one data file.
fn check_file(
    dir: &Path,
    plan: &Plan,
    table: &TablePlan,
    part: u64,
    file: &FileEntry,
    check: &mut impl FnMut(&HandRow) -> Result<(), String>,
    report: &mut Report,
) {
    let name = format!("{}/{}", table.kind.name, file.name);
    let path = dir.join(&name);
    if !path.is_file() {
        return report.add(&name, ProblemKind::Missing, "is missing");
    }
    match digest(&path) {
        Err(error) => return report.add(&name, ProblemKind::Unreadable, error.to_string()),
        Ok(found) if (found.bytes, &found.sha256) != (file.bytes, &file.sha256) => {
            // The content is not what was written, so there is no sense in reading rows from it.
            let message = format!("has SHA-256 {} and {} bytes, unlike the manifest", found.sha256, found.bytes);
            return report.add(&name, ProblemKind::Hash, message);
        }
        Ok(_) => {}
    }
    match check_part(&path, plan, table, part) {
        Ok(rows) if rows == file.rows => report.rows += rows,
        Ok(rows) => {
            return report.add(
                &name,
                ProblemKind::Rows,
                format!("has {rows} rows, not {} as in the manifest", file.rows),
            );
        }
        Err(DatasetError::File { message, .. }) => return report.add(&name, ProblemKind::Footer, message),
        Err(error) => return report.add(&name, ProblemKind::Unreadable, error.to_string()),
    }
    check_rows(&path, &name, plan, table, part, check, report);
}

/// Reads the rows of a file: hand ids in order and, where the columns are there, each hand for the caller.
fn check_rows(
    path: &Path,
    name: &str,
    plan: &Plan,
    table: &TablePlan,
    part: u64,
    check: &mut impl FnMut(&HandRow) -> Result<(), String>,
    report: &mut Report,
) {
    let mut problems = Vec::new();
    let mut next = plan.hand_ids.range(part).start as i64;
    let mut check_id = |id: i64| {
        let fits = if plan.hand_ids.dense { id == next } else { id >= next };
        let problem = (!fits).then(|| (ProblemKind::Order, format!("has hand {id} where {next} follows")));
        next = id + 1;
        problem
    };
    let read = if table.kind.name == HandColumns::NAME && table.columns == ColumnSet::All {
        read_rows::<HandColumns, DatasetError>(path, &plan.origin.bots, None, &mut |row| {
            report.hands_checked += 1;
            if problems.len() < MAX_PROBLEMS {
                problems.extend(check_id(row.hand_id));
                let fault = |message| (ProblemKind::Hand, format!("hand {}: {message}", row.hand_id));
                problems.extend(check(row).err().map(fault));
            }
            Ok(())
        })
    } else {
        read_ids(path, &mut |id| {
            if problems.len() < MAX_PROBLEMS {
                problems.extend(check_id(id));
            }
        })
    };
    for (kind, message) in problems {
        report.add(name, kind, message);
    }
    if let Err(error) = read {
        report.add(name, ProblemKind::Unreadable, error.to_string());
    }
}
