//! The result of a tournament as table, JSON and CSV.

use super::lineup::{Format, Lineup};
use super::tally::Tally;
use crate::error::RunError;
use crate::output::{OutputFormat, number, table, write_csv};
use crate::stats::Estimate;
use gongzhu::Rules;
use serde::Serialize;
use std::io::Write;

/// The result of a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The rules, as records write them.
    pub rules: serde_json::Value,
    /// The seed.
    pub seed: u64,
    /// The format.
    pub format: &'static str,
    /// How many deals were played.
    pub deals: u64,
    /// How many hands were played.
    pub hands: u64,
    /// Each bot over all its line-ups, best first.
    pub overall: Vec<ReportRow>,
    /// Each bot in each line-up.
    pub lineups: Vec<ReportRow>,
}

/// The gain of a bot, in points a hand.
#[derive(Clone, Debug, Serialize)]
pub struct ReportRow {
    /// The bot.
    pub bot: String,
    /// How many of the four seats it has in a seating of the line-up; none over all line-ups.
    pub seats: Option<usize>,
    /// The bots against which it played, each once.
    pub against: String,
    /// How many deals the estimate rests on.
    pub deals: u64,
    /// The mean gain: own score less the mean of the opponents', more being better.
    pub gain: Option<f64>,
    /// The standard error over deals.
    pub std_error: Option<f64>,
    /// The lower end of the 95 % interval.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
}

impl ReportRow {
    fn new(
        bots: &[String],
        bot: u8,
        seats: Option<usize>,
        against: impl Iterator<Item = u8>,
        estimate: Estimate,
    ) -> ReportRow {
        let against: Vec<&str> =
            against.filter(|&other| other != bot).map(|other| bots[usize::from(other)].as_str()).collect();
        ReportRow {
            bot: bots[usize::from(bot)].clone(),
            seats,
            against: against.join(" "),
            deals: estimate.count,
            gain: estimate.mean,
            std_error: estimate.error,
            low: estimate.interval.map(|interval| interval.0),
            high: estimate.interval.map(|interval| interval.1),
        }
    }

    fn cells(&self) -> [String; 8] {
        let points = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:+.2}"));
        let error = self.std_error.map_or("–".to_owned(), |error| format!("{error:.2}"));
        let seats = self.seats.map_or(String::new(), |seats| seats.to_string());
        [
            self.bot.clone(),
            seats,
            self.against.clone(),
            number(self.deals),
            points(self.gain),
            error,
            points(self.low),
            points(self.high),
        ]
    }
}

const HEADER: [&str; 8] = ["bot", "seats", "against", "deals", "gain/hand", "std error", "95 % from", "to"];

impl Report {
    /// The report of a finished tally.
    pub fn new(
        rules: &Rules,
        seed: u64,
        format: Format,
        bots: &[String],
        lineups: &[Lineup],
        deals: u64,
        mut tally: Tally<'_>,
    ) -> Report {
        let mut by_lineup = Vec::new();
        for (number, lineup) in lineups.iter().enumerate() {
            for (bot, estimate) in tally.lineup(number) {
                let seats = lineup.seatings.first().map(|seats| seats.iter().filter(|&&seat| seat == bot).count());
                by_lineup.push(ReportRow::new(bots, bot, seats, lineup.bots.iter().copied(), estimate));
            }
        }
        let mut overall: Vec<ReportRow> = tally
            .overall()
            .into_iter()
            .map(|(bot, estimate)| ReportRow::new(bots, bot, None, 0..bots.len() as u8, estimate))
            .collect();
        overall.sort_by(|a, b| b.gain.unwrap_or(f64::NEG_INFINITY).total_cmp(&a.gain.unwrap_or(f64::NEG_INFINITY)));
        let hands_per_deal: u64 = lineups.iter().map(|lineup| lineup.seatings.len() as u64).sum();
        let rules = rules.to_json();
        Report { rules, seed, format: format.name(), deals, hands: deals * hands_per_deal, overall, lineups: by_lineup }
    }

    /// Writes the report.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn write(&self, format: OutputFormat, out: &mut impl Write) -> Result<(), RunError> {
        match format {
            OutputFormat::Json => {
                let text = serde_json::to_string_pretty(self).map_err(|error| RunError::Failed(error.to_string()))?;
                writeln!(out, "{text}")?;
            }
            OutputFormat::Csv => write_csv(out, &self.lineups)?,
            OutputFormat::Table => {
                let rules = self.rules.as_str().map_or_else(|| self.rules.to_string(), str::to_owned);
                let (deals, hands) = (number(self.deals), number(self.hands));
                writeln!(out, "{rules}, {}, seed {}: {deals} deals, {hands} hands", self.format, self.seed)?;
                writeln!(out, "{}", table(&HEADER, &[0, 2], self.lineups.iter().map(ReportRow::cells)))?;
                if self.overall.len() > 2 {
                    writeln!(out, "over all line-ups")?;
                    writeln!(out, "{}", table(&HEADER, &[0, 2], self.overall.iter().map(ReportRow::cells)))?;
                }
            }
        }
        Ok(())
    }
}
