//! `gongzhu bench`: how fast each path is on this machine, and the signature of play.

mod hidden;
mod measure;
mod parquet;
mod paths;
mod report;
mod seats;
mod signature;
mod threads;

use crate::error::RunError;
use crate::output::OutputFormat;
use crate::progress;
use crate::request::WorkFlags;
use clap::Args;
use gongzhu::kernel::Processor;
use measure::Budget;
use report::Row;
use std::io::Write;
use std::str::FromStr;
use std::time::Duration;

/// The seed of everything that is measured.
const SEED: u64 = 1;

/// Measure how fast each path is on this machine, or print the signature of this version's play.
#[derive(Args, Clone, Debug)]
pub struct BenchCommand {
    /// Measure nothing, but hash seeded hands of fixed line-ups in every rule set
    #[arg(long, conflicts_with_all = ["seconds", "only", "threads", "format"])]
    signature: bool,
    /// Measure each path for S seconds; a fraction is enough for a try
    #[arg(long, default_value = "2", value_name = "S", allow_negative_numbers = true)]
    seconds: Seconds,
    /// Measure only paths with TEXT in their name or rule set
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    #[command(flatten)]
    work: WorkFlags,
    /// Form of the result
    #[arg(long, default_value = "table", value_name = "FORM")]
    format: OutputFormat,
}

/// `--seconds S`.
#[derive(Clone, Copy, Debug)]
struct Seconds(Duration);

impl FromStr for Seconds {
    type Err = String;
    fn from_str(text: &str) -> Result<Seconds, String> {
        let seconds = text.parse().ok().filter(|seconds| (0.001..=3600.0).contains(seconds));
        seconds
            .map(|seconds| Seconds(Duration::from_secs_f64(seconds)))
            .ok_or_else(|| "write a number of seconds from 0.001 to 3600".to_owned())
    }
}

impl BenchCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// The output cannot be written, no path has the text of `--only`, an interruption.
    pub fn run(&self, out: &mut impl Write) -> Result<(), RunError> {
        if self.signature {
            writeln!(out, "{}", signature::signature()?)?;
            return Ok(());
        }
        let rows = self.work.run(|| self.measure())?;
        report::write(&rows, self.format, out)
    }

    fn measure(&self) -> Result<Vec<Row>, RunError> {
        let only = self.only.as_deref().unwrap_or_default();
        let mut paths = paths::all(Processor::detect());
        paths.retain(|path| path.name.contains(only) || path.rules.contains(only));
        if paths.is_empty() {
            return Err(RunError::Request(format!(
                "no path has '{only}' in its name or rule set; gongzhu bench --seconds 0.01 lists all"
            )));
        }
        let budget = Budget { time: self.seconds.0, stop: progress::stop_flag() };
        let bar = progress::bar(paths.len() as u64, "paths");
        let mut rows = Vec::new();
        for path in &paths {
            rows.extend(path.measure(&budget)?);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(rows)
    }
}
