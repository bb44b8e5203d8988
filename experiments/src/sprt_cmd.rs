//! `gongzhu sprt`: two bots until it is clear which is better.

use crate::error::RunError;
use crate::external::tell_of_faults;
use crate::output::{OutputFormat, milliseconds, number, table, write_csv};
use crate::play::Control;
use crate::progress;
use crate::request::{RulesFlags, WorkFlags, stopped};
use crate::stats::{Sprt, Verdict};
use crate::tournament::{Amount, Contest, Format, Score, Sequential};
use clap::Args;
use gongzhu_strategies::BotSpec;
use serde::Serialize;
use std::io::Write;

/// Play a bot against another on duplicate deals until it is clear whether it is better.
#[derive(Args, Clone, Debug)]
pub struct SprtCommand {
    /// The bot in question; `gongzhu bots` lists them
    bot: String,
    /// The bot that it is to be better than
    against: String,
    #[command(flatten)]
    rules: RulesFlags,
    /// Gain in points a hand under the hypothesis H0
    #[arg(long, default_value_t = 0.0, value_name = "POINTS", allow_negative_numbers = true)]
    elpd0: f64,
    /// Gain in points a hand under the hypothesis H1
    #[arg(long, default_value_t = 5.0, value_name = "POINTS", allow_negative_numbers = true)]
    elpd1: f64,
    /// Probability of accepting H1 where H0 holds
    #[arg(long, default_value_t = 0.05, value_name = "RATE", allow_negative_numbers = true)]
    alpha: f64,
    /// Probability of accepting H0 where H1 holds
    #[arg(long, default_value_t = 0.05, value_name = "RATE", allow_negative_numbers = true)]
    beta: f64,
    /// Give up after N deals, each in all distinct seatings
    #[arg(long, default_value_t = 1_000_000, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    max_hands: u64,
    /// The bot alone against three of the other, in four seatings, instead of a pair against a pair
    #[arg(long)]
    one_against_three: bool,
    /// Seed of all random streams
    #[arg(long, default_value_t = 1, value_name = "SEED", allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    work: WorkFlags,
    /// Form of the result
    #[arg(long, default_value = "table", value_name = "FORM")]
    format: OutputFormat,
}

impl SprtCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// A bad request, an interruption.
    pub fn run(&self, out: &mut impl Write) -> Result<(), RunError> {
        let rules = self.rules.load()?;
        let bots = [&self.bot, &self.against].map(|name| name.parse::<BotSpec>());
        let bots = bots.into_iter().collect::<Result<Vec<_>, _>>()?;
        let format = if self.one_against_three { Format::FirstAgainstThree } else { Format::Pairs };
        let amount = Amount::seeded(self.seed, self.max_hands);
        let contest = Contest::new(rules, bots, format, amount, Score::Points, self.seed)?;
        let test = Sprt::new(self.elpd0, self.elpd1, self.alpha, self.beta).ok_or_else(|| {
            RunError::Request(format!(
                "--elpd0 {} has to be below --elpd1 {}, and --alpha {} and --beta {} between 0 and 0.5",
                self.elpd0, self.elpd1, self.alpha, self.beta
            ))
        })?;
        let result = self.work.run(|| {
            let control = Control { stop: progress::stop_flag(), bar: progress::counter("deals") };
            let result = contest.play_sequentially(&test, &control).map_err(|why| stopped(None, false, why))?;
            control.bar.finish_and_clear();
            tell_of_faults(&contest.bots, &result.performance.external);
            Ok(result)
        })?;
        Report::new(&contest, &test, self, &result).write(self.format, out)
    }
}

/// What the command tells.
#[derive(Clone, Debug, Serialize)]
struct Report {
    rules: String,
    seed: u64,
    format: &'static str,
    bot: String,
    against: String,
    elpd0: f64,
    elpd1: f64,
    alpha: f64,
    beta: f64,
    deals: u64,
    hands: u64,
    gain: Option<f64>,
    std_error: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    llr: f64,
    lower: f64,
    upper: f64,
    /// `h0`, `h1`, or nothing where the deals did not suffice.
    verdict: Option<Verdict>,
    cpu_ms_per_decision: Option<f64>,
    cpu_ms_max: Option<f64>,
}

impl Report {
    fn new(contest: &Contest, test: &Sprt, flags: &SprtCommand, result: &Sequential) -> Report {
        let Sequential { deals, gain, llr, verdict, performance } = result;
        let times = performance.times.first().copied().unwrap_or_default();
        Report {
            rules: contest.rules.spec().to_string(),
            seed: contest.seed,
            format: contest.format.name(),
            bot: contest.bots[0].to_string(),
            against: contest.bots[1].to_string(),
            elpd0: test.null,
            elpd1: test.alternative,
            alpha: flags.alpha,
            beta: flags.beta,
            deals: *deals,
            hands: deals * contest.tables(),
            gain: gain.mean,
            std_error: gain.error,
            low: gain.interval.map(|interval| interval.0),
            high: gain.interval.map(|interval| interval.1),
            llr: *llr,
            lower: test.lower,
            upper: test.upper,
            verdict: *verdict,
            cpu_ms_per_decision: times.mean_ms(),
            cpu_ms_max: times.longest_ms(),
        }
    }

    fn write(&self, format: OutputFormat, out: &mut impl Write) -> Result<(), RunError> {
        match format {
            OutputFormat::Json => writeln!(out, "{}", serde_json::json!(self))?,
            OutputFormat::Csv => write_csv(out, std::slice::from_ref(self))?,
            OutputFormat::Table => {
                let (deals, hands) = (number(self.deals), number(self.hands));
                writeln!(out, "{}, {}, seed {}: {deals} deals, {hands} hands", self.rules, self.format, self.seed)?;
                let points = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:+.2}"));
                let error = self.std_error.map_or("–".to_owned(), |error| format!("{error:.2}"));
                let cells = [
                    self.bot.clone(),
                    self.against.clone(),
                    points(self.gain),
                    error,
                    points(self.low),
                    points(self.high),
                    format!("{:+.2}", self.llr),
                    format!("{:+.2} … {:+.2}", self.lower, self.upper),
                    milliseconds(self.cpu_ms_per_decision),
                ];
                let header = ["bot", "against", "gain/hand", "std error", "95 % from", "to", "LLR", "bounds", "CPU ms"];
                writeln!(out, "{}", table(&header, &[0, 1], std::iter::once(cells)))?;
                writeln!(out, "{}", self.words())?;
            }
        }
        Ok(())
    }

    /// The verdict for people.
    fn words(&self) -> String {
        let Report { bot, against, elpd0, elpd1, .. } = self;
        match self.verdict {
            Some(Verdict::H1) => {
                format!(
                    "H1 accepted: {bot} rather gains {elpd1:+} points a hand or more against {against} than {elpd0:+}"
                )
            }
            Some(Verdict::H0) => {
                format!(
                    "H0 accepted: {bot} rather gains {elpd0:+} points a hand or less against {against} than {elpd1:+}"
                )
            }
            None => format!("not decided after {} deals; --max-hands allows more", number(self.deals)),
        }
    }
}
