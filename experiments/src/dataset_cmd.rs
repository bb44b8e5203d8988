//! `gongzhu dataset`: look at, check, join and print datasets.

use crate::dataset::{HandRow, Info, Manifest, check_parts, info, merge, read_hands, read_hands_in, shown, verify};
use crate::error::RunError;
use crate::output::{OutputFormat, number, table, write_csv};
use crate::play::{replay_row, row_setup};
use crate::request::WorkFlags;
use crate::row_check::{Expectation, RowCheck};
use clap::{Args, Subcommand};
use gongzhu::{Record, Rules};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Look at, check, join and print datasets.
#[derive(Subcommand, Clone, Debug)]
pub enum DatasetCommand {
    /// Say what a dataset holds and what each column costs
    Info(InfoCommand),
    /// Recompute hashes and counts and play every hand again
    Verify(VerifyCommand),
    /// Join the shards of one request
    Merge(MergeCommand),
    /// Print hands as records, one a line
    Export(ExportCommand),
}

/// Say what a dataset holds.
#[derive(Args, Clone, Debug)]
pub struct InfoCommand {
    /// The dataset
    dir: PathBuf,
    /// Form of the answer
    #[arg(long, default_value = "table", value_name = "FORM")]
    format: OutputFormat,
}

/// Check a dataset.
#[derive(Args, Clone, Debug)]
pub struct VerifyCommand {
    /// The dataset
    dir: PathBuf,
    #[command(flatten)]
    work: WorkFlags,
}

/// Join shards.
#[derive(Args, Clone, Debug)]
pub struct MergeCommand {
    /// The shards
    #[arg(required = true)]
    shards: Vec<PathBuf>,
    /// Directory of the joined dataset; created, refused when not empty
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Print hands as records.
#[derive(Args, Clone, Debug)]
pub struct ExportCommand {
    /// The dataset
    dir: PathBuf,
    /// Print only this hand; may be given again
    #[arg(long, value_name = "ID")]
    hand_id: Vec<i64>,
}

impl DatasetCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// A directory that is no dataset; for `verify`, a dataset that is not sound.
    pub fn run(&self, out: &mut impl Write) -> Result<(), RunError> {
        match self {
            DatasetCommand::Info(command) => write_info(&command.dir, command.format, out),
            DatasetCommand::Verify(command) => check(command, out),
            DatasetCommand::Merge(command) => {
                let manifest = merge(&command.shards, &command.out)?;
                let rows = manifest.tables.get("hands").map_or(0, |table| table.rows);
                writeln!(out, "{}: {} hands from {} shards", shown(&command.out), number(rows), command.shards.len())?;
                Ok(())
            }
            DatasetCommand::Export(command) => export(command, out),
        }
    }
}

#[derive(Serialize)]
struct ColumnRow<'a> {
    table: &'a str,
    column: &'a str,
    bytes: u64,
    bytes_per_row: f64,
}

fn write_info(dir: &Path, format: OutputFormat, out: &mut impl Write) -> Result<(), RunError> {
    let info = info(dir)?;
    let complete = completeness(&info);
    let Info { manifest, on_disk } = info;
    let columns = on_disk.iter().flat_map(|info| {
        info.columns.iter().map(|size| ColumnRow {
            table: &info.table,
            column: &size.column,
            bytes: size.bytes,
            bytes_per_row: size.bytes as f64 / info.rows.max(1) as f64,
        })
    });
    match format {
        OutputFormat::Json => writeln!(out, "{}", serde_json::json!(Info { manifest, on_disk }))?,
        OutputFormat::Csv => write_csv(out, &columns.collect::<Vec<_>>())?,
        OutputFormat::Table => {
            writeln!(out, "request   {}", serde_json::Value::Object(manifest.origin.request.clone()))?;
            writeln!(out, "version   {}", manifest.origin.version)?;
            writeln!(out, "rules     {}", manifest.origin.rules.name)?;
            writeln!(out, "bots      {}", manifest.origin.bots.join(" "))?;
            writeln!(out, "seed      {}", manifest.origin.seed)?;
            for info in &on_disk {
                let (parts, rows, bytes) = (number(info.parts), number(info.rows), number(info.bytes));
                let expected = number(info.parts_expected);
                writeln!(out, "{:<9} {parts} of {expected} parts, {rows} rows, {bytes} bytes", info.table)?;
            }
            writeln!(out, "complete  {complete}")?;
            let cells = columns.map(|row| {
                [row.table.to_owned(), row.column.to_owned(), number(row.bytes), format!("{:.2}", row.bytes_per_row)]
            });
            writeln!(out, "{}", table(&["table", "column", "bytes", "bytes/row"], &[0, 1], cells))?;
        }
    }
    Ok(())
}

/// Whether all of a dataset is there, and if not, what is wrong.
fn completeness(info: &Info) -> String {
    const NAMED: usize = 5;
    if info.is_complete() {
        return "yes".to_owned();
    }
    if !info.manifest.complete {
        let odd: Vec<String> = odd_files(info).collect();
        return if odd.is_empty() {
            "no; resume it".to_owned()
        } else {
            format!("no; resume it: {}", listed(&odd, NAMED))
        };
    }
    let missing = info.on_disk.iter().flat_map(|table| table.missing.iter().cloned()).collect::<Vec<_>>();
    let odd = odd_files(info).collect::<Vec<_>>();
    let mut faults = Vec::new();
    if !missing.is_empty() {
        faults.push(format!("parts {} are missing", listed(&missing, NAMED)));
    }
    if !odd.is_empty() {
        faults.push(listed(&odd, NAMED));
    }
    format!("no: {}; resuming makes parts again", faults.join("; "))
}

/// The files that are no sound parts, each with what is wrong.
fn odd_files(info: &Info) -> impl Iterator<Item = String> {
    let odd = info.on_disk.iter().flat_map(|table| &table.odd);
    odd.map(|odd| format!("{} {}", shown(Path::new(&odd.file)), odd.message))
}

/// The first items, and how many more there are.
fn listed(items: &[String], most: usize) -> String {
    let first = items[..items.len().min(most)].join(", ");
    if items.len() > most { format!("{first} and {} more", items.len() - most) } else { first }
}

/// The rules of a dataset.
fn rules_of(manifest: &Manifest) -> Result<Rules, RunError> {
    Rules::from_toml(&manifest.origin.rules.toml)
        .map_err(|error| RunError::Failed(format!("the rules in the manifest cannot be read: {error}")))
}

fn check(command: &VerifyCommand, out: &mut impl Write) -> Result<(), RunError> {
    let report = command.work.run(|| {
        let manifest = Manifest::load(&command.dir).map_err(|error| error.to_string());
        let expected = manifest.and_then(|manifest| Expectation::new(&manifest));
        Ok(verify(&command.dir, |_| RowCheck::new(expected.as_ref()))?)
    })?;
    for problem in &report.problems {
        writeln!(out, "{problem}")?;
    }
    let (files, rows, hands) = (number(report.files), number(report.rows), number(report.hands_checked));
    if !report.is_sound() {
        let problems = report.problems.len();
        return Err(RunError::Failed(format!("{} is not sound: {problems} problems", shown(&command.dir))));
    }
    writeln!(out, "sound: {files} files, {rows} rows, {hands} hands played again")?;
    Ok(())
}

fn export(command: &ExportCommand, out: &mut impl Write) -> Result<(), RunError> {
    let manifest = Manifest::load(&command.dir)?;
    let rules = rules_of(&manifest)?;
    let mut print = |row: &HandRow| -> Result<(), RunError> {
        let broken = |message: String| RunError::Failed(format!("hand {}: {message}", row.hand_id));
        let setup = row_setup(&rules, row).map_err(broken)?;
        let state = replay_row(&setup, row).map_err(broken)?;
        Ok(writeln!(out, "{}", Record::of(&state).to_json())?)
    };
    // Before anything is printed.
    check_parts(&command.dir, (!command.hand_id.is_empty()).then_some(&command.hand_id))?;
    if command.hand_id.is_empty() {
        return read_hands(&command.dir, print);
    }
    for &id in &command.hand_id {
        let mut found = false;
        read_hands_in(&command.dir, id..id.saturating_add(1), |row| {
            found = true;
            print(row)
        })?;
        if !found {
            return Err(RunError::Request(format!("{} has no hand {id}", shown(&command.dir))));
        }
    }
    Ok(())
}
