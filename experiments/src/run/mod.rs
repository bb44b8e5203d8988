//! `gongzhu run`: the experiments of a file, and their results in one table.

mod config;
mod duel;
mod report;
mod section;
mod times;

use crate::dataset::{Dataset, DatasetError, Shard, write_result, write_whole};
use crate::error::RunError;
use crate::external::tell_of_faults;
use crate::play::Performance;
use crate::request::{WorkFlags, note_resumed, stopped};
use clap::Args;
use config::Config;
use duel::Duel;
use gongzhu_strategies::BotSpec;
use report::{Format, Report, Row};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use times::TimesFile;

/// The copy of the file in the directory of its datasets.
const COPY: &str = "config.toml";

/// Play the experiments of a TOML file: ladders of bots, and lists of bots against others.
#[derive(Args, Clone, Debug)]
pub struct RunCommand {
    /// The file; docs/experiments.md says what it may hold
    config: PathBuf,
    /// Play only the experiment of this name; may be given again
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Directory of the datasets, one for each line of the result; created, refused when not empty unless --resume
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with what was begun in --out; what is finished there is read and not played again
    #[arg(long, requires = "out")]
    resume: bool,
    /// Write the result to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    work: WorkFlags,
    /// Form of the result
    #[arg(long, default_value = "table", value_name = "FORM")]
    format: Format,
}

impl RunCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// A bad file or request, a failure to write, an interruption.
    pub fn run(&self, out: &mut impl Write) -> Result<(), RunError> {
        let Config { title, text, duels } = Config::read(&self.config, &self.only)?;
        if self.resume && !duels.iter().all(|duel| duel.contest.bots.iter().all(BotSpec::is_repeatable)) {
            note_resumed();
        }
        let mut store = self.out.as_ref().map(|dir| Store::open(dir, self.resume, &text)).transpose()?;
        if let Some(path) = &self.report {
            // Before hours of work.
            let opened = OpenOptions::new().append(true).create(true).open(path);
            opened.map_err(|error| RunError::Request(format!("cannot write {}: {error}", path.display())))?;
        }
        let rows = self.work.run(|| {
            let lines = (1..).zip(&duels);
            lines.map(|(number, duel)| self.play(duel, (number, duels.len()), store.as_mut())).collect()
        })?;
        store.map_or(Ok(()), |store| store.keep(&text))?;
        let report = Report { title, rows };
        match &self.report {
            None => report.write(self.format, out),
            Some(path) => {
                let mut text = Vec::new();
                report.write(self.format, &mut text)?;
                Ok(write_result(path, &text)?)
            }
        }
    }

    /// Plays a duel, or reads it, and tells of it.
    fn play(&self, duel: &Duel, (number, of): (usize, usize), store: Option<&mut Store>) -> Result<Row, RunError> {
        let start = Instant::now();
        let stopped = |why| stopped(self.out.as_deref(), self.resume, why);
        let contest = &duel.contest;
        let outcome = match store {
            None => contest.play().map_err(stopped)?,
            Some(store) => {
                let dir = store.dir.join(duel.directory());
                let mut dataset = Dataset::resume(&dir, contest.plan(duel.columns, Shard::WHOLE))?;
                let performance = contest.fill(&mut dataset).map_err(stopped)?;
                dataset.finish()?;
                let times = store.times.merge(&duel.directory(), &performance.times)?;
                contest.read(&dir, Performance { times, ..performance })?
            }
        };
        tell_of_faults(&contest.bots, &outcome.performance.external);
        let row = Row::new(duel, outcome);
        eprintln!("gongzhu: {number} of {of}: {duel}: {} ({:.1} s)", row.result(), start.elapsed().as_secs_f64());
        Ok(row)
    }
}

/// The directory of a run.
struct Store {
    dir: PathBuf,
    times: TimesFile,
}

impl Store {
    /// Begins or goes on.
    fn open(dir: &Path, resume: bool, config: &str) -> Result<Store, RunError> {
        let failed = |error| RunError::Request(format!("cannot use {}: {error}", dir.display()));
        std::fs::create_dir_all(dir).map_err(failed)?;
        let empty = std::fs::read_dir(dir).map_err(failed)?.next().is_none();
        let copy = dir.join(COPY);
        match (empty, resume) {
            (false, false) => return Err(DatasetError::NotEmpty { path: dir.to_path_buf() }.into()),
            (false, true) if !copy.is_file() => {
                let dir = dir.display();
                return Err(RunError::Request(format!(
                    "{dir} holds no run: it has no {COPY}; choose another directory"
                )));
            }
            _ => {}
        }
        let store = Store { dir: dir.to_path_buf(), times: TimesFile::open(dir)? };
        if empty {
            store.keep(config)?;
        }
        Ok(store)
    }

    /// Keeps a copy of the file. One that goes on with another file has first to fit what is there.
    fn keep(&self, config: &str) -> Result<(), RunError> {
        Ok(write_whole(&self.dir.join(COPY), config.as_bytes())?)
    }
}
