//! `gongzhu reveal-ev`: what revealing cards is worth.

use super::hand::Question;
use super::play::Trial;
use super::report::Report;
use crate::error::RunError;
use crate::external::tell_of_faults;
use crate::output::OutputFormat;
use crate::play::{Control, Deals, Stopped};
use crate::progress;
use crate::request::{OutFlags, RulesFlags, WorkFlags, parse_seats, stopped};
use clap::Args;
use gongzhu_strategies::BotSpec;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Play every choice of cards to reveal out on the same deals and say what each is worth.
#[derive(Args, Clone, Debug)]
pub struct RevealEv {
    #[command(flatten)]
    rules: RulesFlags,
    /// One bot for all seats, or four separated by commas; `gongzhu bots` lists them
    #[arg(long, default_value = "heuristic", value_name = "BOTS")]
    players: String,
    /// Play N deals [default: 10000, or all of --deals]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    hands: Option<u64>,
    /// Take the deals from a file, one a line: in notation, or as hand records
    #[arg(long, value_name = "FILE")]
    deals: Option<PathBuf>,
    /// Play each choice out N times on a deal, for bots that draw lots
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    playouts: u32,
    /// Let the other seats decide as if the seat had revealed nothing: the direct effect, without how they react
    #[arg(long)]
    freeze_others: bool,
    /// Show the effects in all buckets of all splits, not only of the split that explains most
    #[arg(long)]
    all_splits: bool,
    /// Answer for one hand instead, with hidden hands drawn anew for each deal: the thirteen cards, like S:AQ3 H:KT98 D:- C:J87542
    #[arg(long, value_name = "HAND", requires = "seat", conflicts_with_all = ["deals", "all_splits", "out"])]
    hand: Option<String>,
    /// The seat that holds the hand, in hand 0 of a match: seat 1 decides first unless --set first_dealer says otherwise
    #[arg(long, value_name = "SEAT", requires = "hand", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..4))]
    seat: Option<u8>,
    /// A card that an earlier seat has revealed, and the seat, like QS:2; may be given again
    #[arg(long, value_name = "CARD:SEAT", requires = "hand")]
    revealed: Vec<String>,
    /// Play until each choice's expected score is known within so many points to either side (95 %), at most --hands deals
    /// [default: 2, of at most 1,000,000 deals]
    #[arg(long, value_name = "POINTS", requires = "hand", allow_negative_numbers = true)]
    precision: Option<f64>,
    /// Seed of all random streams
    #[arg(long, default_value_t = 1, value_name = "SEED", allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    work: WorkFlags,
    #[command(flatten)]
    out: OutFlags,
    /// At most N deals in a part of the dataset: what an interruption of slow bots loses at most, and what shards share
    /// [default: 262144]
    #[arg(long, value_name = "N", requires = "out", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    part: Option<u64>,
    /// Form of the result
    #[arg(long, default_value = "table", value_name = "FORM")]
    format: OutputFormat,
}

/// Hidden hands at most, of a request that does not say how many …
const MOST_WORLDS: u64 = 1_000_000;

/// … and how well it wants to know the answer, in points.
const DEFAULT_PRECISION: f64 = 2.0;

/// Deals of a request that does not say how many.
const DEFAULT_DEALS: u64 = 10_000;

impl RevealEv {
    /// Runs the command.
    ///
    /// # Errors
    /// A bad request, an interruption.
    pub fn run(&self, out: &mut impl Write) -> Result<(), RunError> {
        let rules = self.rules.load()?;
        let (bots, seating) = parse_seats(&self.players)?;
        let mut trial = Trial::new(rules, bots, seating, self.seed)?;
        trial.playouts = self.playouts;
        trial.freeze_others = self.freeze_others;
        match (&self.hand, self.seat) {
            (Some(hand), Some(seat)) => {
                self.refuse_dataset_flags()?;
                let question = Question::new(&trial.rules, hand, seat, &self.revealed)?;
                let precision = self.precision.unwrap_or(DEFAULT_PRECISION);
                if !(precision > 0.0 && precision.is_finite()) {
                    return Err(RunError::Request(format!("--precision {precision} has to be a number above 0")));
                }
                let most = self.hands.unwrap_or(MOST_WORLDS);
                let report = self.work.run(|| {
                    let control = Control { stop: progress::stop_flag(), bar: progress::counter("hidden hands") };
                    let report = question.answer(&trial, precision, most, &control).map_err(interrupted)?;
                    control.bar.finish_and_clear();
                    Ok(report)
                })?;
                tell(&trial);
                report.write(self.format, out)
            }
            _ => {
                let path = self.deals.as_deref();
                let (deals, count) = Deals::wanted(path, self.hands, DEFAULT_DEALS, self.seed, &trial.rules)?;
                let report = self.work.run(|| match &self.out.out {
                    Some(dir) => self.play_into(&trial, &deals, count, dir),
                    None => {
                        let control = Control { stop: progress::stop_flag(), bar: progress::bar(count, "deals") };
                        let report = trial.report(&deals, count, &control).map_err(interrupted)?;
                        control.bar.finish_and_clear();
                        Ok(report)
                    }
                })?;
                tell(&trial);
                report.write(self.format, self.all_splits, out)
            }
        }
    }
}

impl RevealEv {
    /// Refuses what tells of a dataset, of which one hand makes none.
    fn refuse_dataset_flags(&self) -> Result<(), RunError> {
        if self.out.resume || !self.out.shard().is_whole() || self.part.is_some() {
            let why = "--resume, --shard and --part need a dataset (--out), which --hand makes none of";
            return Err(RunError::Request(why.to_owned()));
        }
        Ok(())
    }

    /// Plays into a dataset and reads the results from it.
    fn play_into(&self, trial: &Trial, deals: &Deals, count: u64, dir: &Path) -> Result<Report, RunError> {
        let shard = self.out.shard();
        let plan = trial.plan(deals, count, self.out.columns, shard, self.part);
        let mut dataset = self.out.open(dir, plan)?;
        trial.fill(deals, &mut dataset).map_err(|why| self.out.stopped(why))?;
        if !shard.is_whole() {
            eprintln!(
                "gongzhu: this is one shard; join the shards with gongzhu dataset merge, then the same command with --resume \
                 on the joined dataset reports all of it"
            );
        }
        dataset.finish()?;
        trial.read(dir, count)
    }
}

/// Tells of what external bots did wrong.
fn tell(trial: &Trial) {
    let reports: Vec<_> = trial.bots.iter().map(BotSpec::finish).collect();
    tell_of_faults(&trial.bots, &reports);
}

fn interrupted(why: Stopped) -> RunError {
    stopped(None, false, why)
}
