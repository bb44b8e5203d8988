//! `gongzhu tournament`: bots against bots on duplicate deals.

use super::contest::{Amount, Contest};
use super::html::page;
use super::lineup::Format;
use super::outcome::Outcome;
use super::report::Report;
use super::score::Score;
use crate::dataset::{parent, write_result};
use crate::error::RunError;
use crate::output::OutputFormat;
use crate::play::Deals;
use crate::request::{OutFlags, RulesFlags, WorkFlags, parse_bots};
use clap::Args;
use gongzhu::Rules;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Play bots against each other on duplicate deals and say who is better, by how much, how surely.
#[derive(Args, Clone, Debug)]
pub struct Tournament {
    #[command(flatten)]
    rules: RulesFlags,
    /// Two or more different bots separated by commas; `gongzhu bots` lists them
    #[arg(long, default_value = "heuristic,random", value_name = "BOTS")]
    players: String,
    /// Play N deals, each in all distinct seatings of every line-up [default: 1000, or all of --deals]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    hands: Option<u64>,
    /// Play whole matches of N numbers, each in all distinct seatings with the same deals, instead of single deals
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with_all = ["hands", "deals"], value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    matches: Option<u64>,
    /// What counts in matches
    #[arg(long, value_name = "SCORE", default_value = "points", requires = "matches")]
    score: Score,
    /// Each bot against three of each other bot, in four seatings, instead of pairs as A A B B
    #[arg(long, conflicts_with = "four")]
    one_against_three: bool,
    /// The first bot against each of the others, which do not play each other
    #[arg(long, conflicts_with = "four")]
    gauntlet: bool,
    /// Each four different bots in their 24 seatings, instead of pairs as A A B B
    #[arg(long)]
    four: bool,
    /// Take the deals from a file, one a line: in notation, or as hand records
    #[arg(long, value_name = "FILE")]
    deals: Option<PathBuf>,
    /// 95 % intervals of gains by the bootstrap (BCa), for few deals or skewed scores
    #[arg(long)]
    bootstrap: bool,
    /// Rate the bots by places: Weng-Lin ratings and Plackett-Luce strengths
    #[arg(long)]
    ratings: bool,
    /// Write a report with plots to FILE too, one page of HTML that needs nothing else
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Seed of all random streams
    #[arg(long, default_value_t = 1, value_name = "SEED", allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    work: WorkFlags,
    #[command(flatten)]
    out: OutFlags,
    /// At most N deals, or numbers of matches, in a part of the dataset: what an interruption of slow bots loses at most, and
    /// what shards share [default: as many as are about 262,144 hands]
    #[arg(long, value_name = "N", requires = "out", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    part: Option<u64>,
    /// Form of the result
    #[arg(long, default_value = "table", value_name = "FORM")]
    format: OutputFormat,
}

/// Deals of a tournament that does not say how many.
const DEFAULT_DEALS: u64 = 1000;

impl Tournament {
    /// Runs the command.
    ///
    /// # Errors
    /// A bad request, a failure to write, an interruption.
    pub fn run(&self, out: &mut impl Write) -> Result<(), RunError> {
        let contest = self.check()?;
        let outcome = self.work.run(|| match &self.out.out {
            Some(dir) => self.play_into(&contest, dir),
            None => contest.play().map_err(|why| self.out.stopped(why)),
        })?;
        let report = Report::new(&contest, outcome);
        if let Some(path) = &self.html {
            write_result(path, page(&report).as_bytes())?;
        }
        report.write(self.format, out)
    }

    fn check(&self) -> Result<Contest, RunError> {
        let rules = self.rules.load()?;
        if self.ratings && self.format == OutputFormat::Csv {
            let why = "--ratings has no place in CSV: choose --format table or json";
            return Err(RunError::Request(why.to_owned()));
        }
        if let Some(path) = &self.html {
            check_writable(path)?;
        }
        let bots = parse_bots(&self.players)?;
        let format = match (self.one_against_three, self.four, self.gauntlet) {
            (true, _, true) => Format::FirstAgainstThree,
            (true, _, false) => Format::OneAgainstThree,
            (_, true, _) => Format::Four,
            (.., true) => Format::Gauntlet,
            _ => Format::Pairs,
        };
        let amount = match self.matches {
            Some(matches) => Amount::Matches(matches),
            None => self.deals(&rules)?,
        };
        let mut contest = Contest::new(rules, bots, format, amount, self.score, self.seed)?;
        contest.bootstrap = self.bootstrap;
        contest.ratings = self.ratings;
        contest.distributions = self.html.is_some();
        contest.part = self.part;
        Ok(contest)
    }

    fn deals(&self, rules: &Rules) -> Result<Amount, RunError> {
        let (deals, count) = Deals::wanted(self.deals.as_deref(), self.hands, DEFAULT_DEALS, self.seed, rules)?;
        Ok(Amount::Deals { deals, count })
    }

    /// Plays into a dataset and reads the outcome from it.
    fn play_into<'a>(&self, contest: &'a Contest, dir: &Path) -> Result<Outcome<'a>, RunError> {
        let shard = self.out.shard();
        let mut dataset = self.out.open(dir, contest.plan(self.out.columns, shard))?;
        let performance = contest.fill(&mut dataset).map_err(|why| self.out.stopped(why))?;
        if !shard.is_whole() {
            eprintln!(
                "gongzhu: this is one shard; join the shards with gongzhu dataset merge, then the same command with --resume \
                 on the joined dataset reports all of it"
            );
        }
        dataset.finish()?;
        contest.read(dir, performance)
    }
}

/// Refuses a file that could not be written once everything is played.
fn check_writable(path: &Path) -> Result<(), RunError> {
    if path.is_dir() || !parent(path).is_dir() {
        let why = if path.is_dir() { "it is a directory" } else { "its directory does not exist" };
        return Err(RunError::Request(format!("--html {}: {why}", path.display())));
    }
    Ok(())
}
