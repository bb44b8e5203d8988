//! `gongzhu tournament`: bots against bots on duplicate deals.

use super::lineup::{Format, Lineup, lineups};
use super::report::Report;
use super::schedule::Schedule;
use super::tally::Tally;
use crate::dataset::{HandRow, Plan, ResultColumns, ResultRow, TablePlan, read_table};
use crate::error::RunError;
use crate::output::OutputFormat;
use crate::play::{Control, Deals, Job, fill, produce};
use crate::progress;
use crate::request::{OutFlags, RulesFlags, WorkFlags, origin, parse_bots, stopped};
use clap::Args;
use gongzhu::Rules;
use gongzhu_strategies::BotSpec;
use serde_json::{Map, Value};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Deals that are played between two looks at the tally when nothing is written.
const BATCH_HANDS: u64 = 1 << 16;

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
    /// Each bot against three of each other bot, in four seatings, instead of pairs as A A B B
    #[arg(long, conflicts_with = "four")]
    one_against_three: bool,
    /// Each four different bots in their 24 seatings, instead of pairs as A A B B
    #[arg(long)]
    four: bool,
    /// Take the deals from a file, one a line: in notation, or as hand records
    #[arg(long, value_name = "FILE")]
    deals: Option<PathBuf>,
    /// Seed of all random streams
    #[arg(long, default_value_t = 1, value_name = "SEED", allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    work: WorkFlags,
    #[command(flatten)]
    out: OutFlags,
    /// Form of the result
    #[arg(long, default_value = "table", value_name = "FORM")]
    format: OutputFormat,
}

/// Deals of a tournament that does not say how many.
const DEFAULT_DEALS: u64 = 1000;

/// A checked request.
struct Run {
    rules: Rules,
    bots: Vec<BotSpec>,
    format: Format,
    lineups: Vec<Lineup>,
    deals: Deals,
    count: u64,
    seed: u64,
}

impl Tournament {
    /// Runs the command.
    ///
    /// # Errors
    /// A bad request, a failure to write, an interruption.
    pub fn run(&self, out: &mut impl Write) -> Result<(), RunError> {
        let run = self.check()?;
        let report = self.work.run(|| match &self.out.out {
            Some(dir) => self.play_into(&run, dir),
            None => self.play(&run),
        })?;
        report.write(self.format, out)
    }

    fn check(&self) -> Result<Run, RunError> {
        let rules = self.rules.load()?;
        let bots = parse_bots(&self.players)?;
        if let Some(twice) = bots.iter().enumerate().find(|(i, bot)| bots[..*i].contains(bot)) {
            return Err(RunError::Request(format!("bot '{}' is named twice in --players; name each once", twice.1)));
        }
        let format = match (self.one_against_three, self.four) {
            (true, _) => Format::OneAgainstThree,
            (_, true) => Format::Four,
            _ => Format::Pairs,
        };
        let lineups = lineups(bots.len(), format, rules.partnership())?;
        let deals = match &self.deals {
            Some(path) => Deals::read(path, &rules)?,
            None => Deals::Seeded(self.seed),
        };
        let count = match (self.hands, deals.count()) {
            (Some(hands), Some(listed)) if hands > listed => {
                return Err(RunError::Request(format!("--hands {hands}, but the file has {listed} deals")));
            }
            (Some(hands), _) => hands,
            (None, listed) => listed.unwrap_or(DEFAULT_DEALS),
        };
        Ok(Run { rules, bots, format, lineups, deals, count, seed: self.seed })
    }

    /// Plays in memory.
    fn play(&self, run: &Run) -> Result<Report, RunError> {
        let schedule = run.schedule();
        let mut tally = run.tally();
        let control = Control { stop: progress::stop_flag(), bar: progress::bar(run.count, "deals") };
        let batch = (BATCH_HANDS / schedule.hands_per_deal()).max(1);
        for first in (0..run.count).step_by(batch as usize) {
            let deals = first..run.count.min(first + batch);
            let unit = |deal, rows: &mut Vec<HandRow>| schedule.play_deal(deal, rows);
            let rows = produce(deals, &control, &unit).map_err(|why| stopped(&self.out, why))?;
            rows.iter().for_each(|row| tally.add(&schedule.result(row)));
        }
        control.bar.finish_and_clear();
        Ok(run.report(run.count, tally))
    }

    /// Plays into a dataset and reads the result from it, so that it is the same after any interruption.
    fn play_into(&self, run: &Run, dir: &Path) -> Result<Report, RunError> {
        let schedule = run.schedule();
        let mut dataset = self.out.open(dir, run.plan(self))?;
        let job = Job {
            unit: |deal, rows: &mut Vec<HandRow>| schedule.play_deal(deal, rows),
            ids_per_unit: schedule.hands_per_deal(),
            hands_per_unit: schedule.hands_per_deal(),
            result: Some(|row: &HandRow| schedule.result(row)),
        };
        let bar = progress::bar(job.pending_units(&dataset), "deals");
        let control = Control { stop: progress::stop_flag(), bar };
        fill(&mut dataset, &control, &job).map_err(|why| stopped(&self.out, why))?;
        control.bar.finish_and_clear();
        if !self.out.shard().is_whole() {
            eprintln!(
                "gongzhu: this is one shard; join the shards with gongzhu dataset merge, then the same command with --resume \
                 on the joined dataset reports all of it"
            );
        }
        let hands = dataset.finish()?.tables.get("results").map_or(0, |table| table.rows);
        let mut tally = run.tally();
        read_table::<ResultColumns, RunError>(dir, |row: &ResultRow| {
            tally.add(row);
            Ok(())
        })?;
        Ok(run.report(hands / schedule.hands_per_deal(), tally))
    }
}

impl Run {
    fn schedule(&self) -> Schedule<'_> {
        Schedule { rules: &self.rules, bots: &self.bots, lineups: &self.lineups, deals: &self.deals, seed: self.seed }
    }

    fn tally(&self) -> Tally<'_> {
        Tally::new(&self.rules, &self.lineups, self.bots.len())
    }

    fn report(&self, deals: u64, tally: Tally<'_>) -> Report {
        let names: Vec<String> = self.bots.iter().map(ToString::to_string).collect();
        Report::new(&self.rules, self.seed, self.format, &names, &self.lineups, deals, tally)
    }

    fn plan(&self, flags: &Tournament) -> Plan {
        let mut request = Map::new();
        request.insert("command".into(), "tournament".into());
        request.insert("rules".into(), self.rules.to_json());
        let players: Vec<Value> = self.bots.iter().map(|bot| bot.to_string().into()).collect();
        request.insert("players".into(), players.into());
        request.insert("format".into(), self.format.name().into());
        request.insert("deals".into(), self.count.into());
        if let Deals::Listed { sha256, .. } = &self.deals {
            request.insert("deals_sha256".into(), sha256.as_str().into());
        }
        request.insert("seed".into(), self.seed.into());
        request.insert("columns".into(), flags.out.columns.name().into());
        Plan {
            origin: origin(&self.rules, &self.bots, self.seed, request),
            hand_ids: self.schedule().hand_ids(self.count),
            shard: flags.out.shard(),
            tables: vec![TablePlan::hands(flags.out.columns.set()), TablePlan::results()],
        }
    }
}
