//! The result as table, JSON and CSV.

use super::measure::Speed;
use super::paths::Path;
use crate::error::RunError;
use crate::output::{OutputFormat, number, table, write_csv};
use serde::Serialize;
use std::io::Write;

/// What was measured of a path.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row {
    path: &'static str,
    rules: &'static str,
    unit: &'static str,
    /// Nanoseconds of the processor a unit: the median over slices.
    cpu_ns: f64,
    /// The units that a core makes in a second of its time, by that median.
    per_second_per_core: u64,
    /// Nanoseconds of the processor a unit in the best slices: a tenth of them is faster.
    best_cpu_ns: f64,
    /// How many threads worked, on paths that use several.
    threads: Option<usize>,
    /// There: units a second by the clock on the wall.
    per_second: Option<u64>,
    /// In the rows that compare numbers of threads: how many times as fast as one thread.
    speedup: Option<f64>,
}

impl Row {
    /// The row of a path that one thread takes.
    pub(super) fn on_one(path: &Path, speed: Speed) -> Row {
        Row {
            path: path.name,
            rules: path.rules,
            unit: path.unit,
            cpu_ns: round(speed.cpu),
            per_second_per_core: per_second(speed.cpu),
            best_cpu_ns: round(speed.best_cpu),
            threads: None,
            per_second: None,
            speedup: None,
        }
    }

    /// The row of a path that several threads take.
    pub(super) fn on_threads(path: &Path, speed: Speed, threads: usize, speedup: Option<f64>) -> Row {
        Row {
            threads: Some(threads),
            per_second: Some(per_second(speed.wall)),
            speedup: speedup.map(round),
            ..Row::on_one(path, speed)
        }
    }

    fn cells(&self) -> [String; 6] {
        [
            self.path.to_owned(),
            self.rules.to_owned(),
            self.unit.to_owned(),
            format!("{:.1}", self.cpu_ns),
            format!("{:.1}", self.best_cpu_ns),
            number(self.per_second_per_core),
        ]
    }

    fn thread_cells(&self) -> [String; 8] {
        let [path, rules, unit, cpu, best, _] = self.cells();
        let threads = self.threads.map_or(String::new(), |threads| threads.to_string());
        let speedup = self.speedup.map_or("–".to_owned(), |speedup| format!("{speedup:.2}"));
        [path, rules, unit, cpu, best, threads, number(self.per_second.unwrap_or_default()), speedup]
    }
}

/// Hundredths are far below what a machine repeats.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn per_second(nanoseconds: f64) -> u64 {
    (1e9 / nanoseconds).round() as u64
}

const HEADER: [&str; 6] = ["path", "rules", "unit", "CPU ns", "best", "a second and core"];
const THREADS_HEADER: [&str; 8] = ["path", "rules", "unit", "CPU ns", "best", "threads", "a second", "× one thread"];

/// Writes the rows.
///
/// # Errors
/// The output cannot be written.
pub(super) fn write(rows: &[Row], format: OutputFormat, out: &mut impl Write) -> Result<(), RunError> {
    match format {
        OutputFormat::Json => {
            let text = serde_json::to_string_pretty(rows).map_err(|error| RunError::Failed(error.to_string()))?;
            writeln!(out, "{text}")?;
        }
        OutputFormat::Csv => write_csv(out, rows)?,
        OutputFormat::Table => {
            let (threads, one): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.threads.is_some());
            if !one.is_empty() {
                writeln!(out, "{}", table(&HEADER, &[0, 1, 2], one.iter().map(|row| row.cells())))?;
            }
            if !one.is_empty() && !threads.is_empty() {
                writeln!(out)?;
            }
            if !threads.is_empty() {
                writeln!(out, "{}", table(&THREADS_HEADER, &[0, 1, 2], threads.iter().map(|row| row.thread_cells())))?;
            }
        }
    }
    Ok(())
}
