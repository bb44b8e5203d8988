//! The result of a run as table, Markdown, JSON and CSV.

use super::duel::Duel;
use crate::error::RunError;
use crate::output::{markdown, milliseconds, number, percent, table, write_csv};
use crate::stats::Estimate;
use crate::tournament::{Outcome, PlaceEstimates, Score};
use clap::ValueEnum;
use serde::Serialize;
use std::io::Write;

/// The form of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Format {
    /// For people.
    Table,
    /// For documents.
    Markdown,
    /// One JSON value.
    Json,
    /// Comma-separated values with a header.
    Csv,
}

/// All results.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    pub(super) title: Option<String>,
    pub(super) rows: Vec<Row>,
}

/// The result of a duel: the gain of the bot in points a hand, or in what counts in a match.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row {
    experiment: String,
    rules: String,
    format: &'static str,
    bot: String,
    against: String,
    seed: u64,
    /// One of `deals` and `matches` is there; `score`, and what follows `z`, only with `matches`.
    deals: Option<u64>,
    matches: Option<u64>,
    score: Option<Score>,
    gain: Option<f64>,
    std_error: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    /// The gain in standard errors.
    z: Option<f64>,
    win_share: Option<f64>,
    win_share_error: Option<f64>,
    place: Option<f64>,
    place_error: Option<f64>,
    last_share: Option<f64>,
    last_share_error: Option<f64>,
    cpu_ms_per_decision: Option<f64>,
    cpu_ms_max: Option<f64>,
    #[serde(skip)]
    line_up: &'static str,
}

/// The header of the table of an experiment.
fn header(score: Option<Score>) -> Vec<&'static str> {
    let (units, gain) = score.map_or(("deals", "gain/hand"), |score| ("matches", score.heading()));
    let mut header = vec!["rules", "line-up", "bot", "against", units, gain, "95 % interval", "z"];
    if score.is_some() {
        header.extend(["won", "place", "last"]);
    }
    header.push("CPU ms");
    header
}

/// The columns that are text.
const LEFT: [usize; 4] = [0, 1, 2, 3];

impl Row {
    pub(super) fn new(duel: &Duel, mut outcome: Outcome<'_>) -> Row {
        let [bot, against] = duel.bots();
        let standing = outcome.lineup(0).first().map(|&(_, standing)| standing);
        let gain = standing.map(|standing| standing.gain);
        let (mean, error) = (gain.and_then(|gain| gain.mean), gain.and_then(|gain| gain.error));
        let interval = gain.and_then(|gain| gain.interval);
        let places = standing.and_then(|standing| standing.places);
        let of = |of: fn(PlaceEstimates) -> Estimate| {
            let estimate = places.map(of);
            (estimate.and_then(|estimate| estimate.mean), estimate.and_then(|estimate| estimate.error))
        };
        let (wins, place, lasts) = (of(|places| places.wins), of(|places| places.place), of(|places| places.lasts));
        let times = outcome.performance.times.first().copied().unwrap_or_default();
        let (score, units) = (outcome.score(), outcome.units());
        Row {
            experiment: duel.experiment.clone(),
            rules: duel.rules(),
            format: duel.line_up.name(),
            bot,
            against,
            seed: duel.contest.seed,
            deals: score.is_none().then_some(units),
            matches: score.is_some().then_some(units),
            score,
            gain: mean,
            std_error: error,
            low: interval.map(|interval| interval.0),
            high: interval.map(|interval| interval.1),
            z: mean.zip(error).filter(|&(_, error)| error > 0.0).map(|(mean, error)| mean / error),
            win_share: wins.0,
            win_share_error: wins.1,
            place: place.0,
            place_error: place.1,
            last_share: lasts.0,
            last_share_error: lasts.1,
            cpu_ms_per_decision: times.mean_ms(),
            cpu_ms_max: times.longest_ms(),
            line_up: duel.line_up.short(),
        }
    }

    /// The gain with its standard error.
    pub(super) fn result(&self) -> String {
        let decimals = self.decimals();
        match (self.gain, self.std_error) {
            (Some(gain), Some(error)) => format!("{gain:+.decimals$} ± {error:.decimals$}"),
            (Some(gain), None) => format!("{gain:+.decimals$}"),
            (None, _) => "–".to_owned(),
        }
    }

    fn decimals(&self) -> usize {
        self.score.unwrap_or_default().decimals()
    }

    fn cells(&self) -> Vec<String> {
        let decimals = self.decimals();
        let interval = self.low.zip(self.high).map(|(low, high)| format!("{low:+.decimals$} … {high:+.decimals$}"));
        let mut cells = vec![
            self.rules.clone(),
            self.line_up.to_owned(),
            self.bot.clone(),
            self.against.clone(),
            number(self.deals.or(self.matches).unwrap_or_default()),
            self.result(),
            interval.unwrap_or("–".to_owned()),
            self.z.map_or("–".to_owned(), |z| format!("{z:+.1}")),
        ];
        if self.matches.is_some() {
            let place = |value: Option<f64>| value.map_or("–".to_owned(), |place| format!("{place:.2}"));
            cells.push(percent(self.win_share, self.win_share_error));
            cells.push(format!("{} ± {}", place(self.place), place(self.place_error)));
            cells.push(percent(self.last_share, self.last_share_error));
        }
        cells.push(milliseconds(self.cpu_ms_per_decision));
        cells
    }
}

impl Report {
    /// Writes the report.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(super) fn write(&self, format: Format, out: &mut impl Write) -> Result<(), RunError> {
        match format {
            Format::Json => {
                let text = serde_json::to_string_pretty(self).map_err(|error| RunError::Failed(error.to_string()))?;
                writeln!(out, "{text}")?;
            }
            Format::Csv => write_csv(out, &self.rows)?,
            Format::Table => {
                self.title.iter().try_for_each(|title| writeln!(out, "{title}"))?;
                for rows in self.by_experiment() {
                    writeln!(out, "{}, seed {}", rows[0].experiment, rows[0].seed)?;
                    writeln!(out, "{}", table(&header(rows[0].score), &LEFT, rows.iter().map(Row::cells)))?;
                }
            }
            Format::Markdown => {
                self.title.iter().try_for_each(|title| writeln!(out, "{title}\n"))?;
                for (number, rows) in self.by_experiment().enumerate() {
                    let space = if number > 0 { "\n" } else { "" };
                    writeln!(out, "{space}**{}**, seed {}:\n", rows[0].experiment, rows[0].seed)?;
                    write!(out, "{}", markdown(&header(rows[0].score), &LEFT, rows.iter().map(Row::cells)))?;
                }
            }
        }
        Ok(())
    }

    /// The rows, experiment by experiment.
    fn by_experiment(&self) -> impl Iterator<Item = &[Row]> {
        self.rows.chunk_by(|a, b| a.experiment == b.experiment)
    }
}
