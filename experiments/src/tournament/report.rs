//! The result of a tournament as table, JSON and CSV.

use super::contest::Contest;
use super::outcome::{Outcome, PlaceEstimates, Standing};
use super::ratings::Rating;
use super::score::Score;
use crate::error::RunError;
use crate::external::{ExternalRow, external_rows, external_table};
use crate::output::{OutputFormat, milliseconds, number, percent, probability, table, write_csv};
use crate::play::{Performance, Times};
use crate::stats::{Estimate, RESAMPLES, holm};
use gongzhu_strategies::external::{ExternalReport, Fault};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
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
    /// What counted in matches; absent where single deals were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// How many deals were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deals: Option<u64>,
    /// How many numbers of matches were played, each in all seatings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<u64>,
    /// How many hands were played.
    pub hands: u64,
    /// How the 95 % intervals were made: `student` or `bootstrap`.
    pub interval: &'static str,
    /// Each bot over all its line-ups, best first.
    pub overall: Vec<ReportRow>,
    /// Each bot in each line-up.
    pub lineups: Vec<ReportRow>,
    /// The ratings of the bots by places, best first, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Vec<Rating>>,
    /// How often each bot had each score in a hand, or total in a match, where it was counted.
    #[serde(skip)]
    pub(super) distributions: Option<Vec<(String, BTreeMap<i32, u64>)>>,
    /// What became of the decisions that external bots were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub external: Vec<ExternalRow>,
}

/// The gain of a bot: in points a hand, or in what counts in a match.
#[derive(Clone, Debug, Serialize)]
pub struct ReportRow {
    /// The bot.
    pub bot: String,
    /// How many of the four seats it has in a seating of the line-up; none over all line-ups.
    pub seats: Option<usize>,
    /// The bots against which it played, each once.
    pub against: String,
    /// How many deals the estimate rests on; absent where matches were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deals: Option<u64>,
    /// How many numbers of matches the estimate rests on; absent where single deals were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<u64>,
    /// The mean gain: what the bot got less the mean of what its opponents got, more being better.
    pub gain: Option<f64>,
    /// The standard error over deals or numbers of matches.
    pub std_error: Option<f64>,
    /// The lower end of the 95 % interval.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
    /// The share of the deals, or numbers of matches, from which the bot gained; those that gained it nothing count half.
    pub superiority: Option<f64>,
    /// The standard error of `superiority`.
    pub superiority_error: Option<f64>,
    /// How many independent hands, or matches, tell as much of the gain as one of these on duplicate deals: the variance of
    /// the mean of as many independent ones, over the variance that the gain has. None over all line-ups.
    pub duplicate_factor: Option<f64>,
    /// The p-value of the hypothesis that the gain in the line-up is zero, adjusted after Holm for all line-ups; absent with
    /// one pair of bots, and where line-ups have more than two bots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_holm: Cell,
    /// The share of the matches that the bot won, and its standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_share: Cell,
    /// See `win_share`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_share_error: Cell,
    /// The mean place of the bot's seats, and its standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Cell,
    /// See `place`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place_error: Cell,
    /// The share of the matches in which the bot was last, and its standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_share: Cell,
    /// See `last_share`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_share_error: Cell,
    /// The mean CPU time of the bot's decisions in the whole tournament, forced ones left out, as measured on a sample; none
    /// if nothing of the sample was played by this run.
    pub cpu_ms_per_decision: Option<f64>,
    /// The longest CPU time of a decision in the sample.
    pub cpu_ms_max: Option<f64>,
    /// In reports with external bots, how often each kind of fault occurred in the whole tournament; none for other bots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_faults: Count,
    /// See `start_faults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crashes: Count,
    /// See `start_faults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disconnects: Count,
    /// See `start_faults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stalls: Count,
    /// See `start_faults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub late_answers: Count,
    /// See `start_faults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub malformed_answers: Count,
    /// See `start_faults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal_actions: Count,
    /// The decisions that chance took after the bot had forfeited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeited: Count,
}

/// A count of a column that only reports with external bots have; there it is missing for other bots.
type Count = Option<Option<u64>>;

/// A value of a column that only reports of matches have; there it may be missing for want of observations.
type Cell = Option<Option<f64>>;

/// A bot, and how it did its work.
struct Entrant {
    name: String,
    times: Times,
    external: Option<ExternalReport>,
}

impl ReportRow {
    fn new(
        bots: &[Entrant],
        bot: u8,
        seats: Option<usize>,
        against: impl Iterator<Item = u8>,
        standing: Standing,
    ) -> ReportRow {
        let against: Vec<&str> =
            against.filter(|&other| other != bot).map(|other| bots[usize::from(other)].name.as_str()).collect();
        let Entrant { name, times, external } = &bots[usize::from(bot)];
        let Standing { gain, superiority, duplicate_factor, places } = standing;
        let mean = |of: fn(&PlaceEstimates) -> Estimate| places.as_ref().map(|places| of(places).mean);
        let error = |of: fn(&PlaceEstimates) -> Estimate| places.as_ref().map(|places| of(places).error);
        let shown = bots.iter().any(|entrant| entrant.external.is_some());
        let count = |of: &dyn Fn(&ExternalReport) -> u64| shown.then(|| external.as_ref().map(of));
        let faults = |fault| count(&|report| report.count(fault));
        ReportRow {
            bot: name.clone(),
            seats,
            against: against.join(" "),
            deals: places.is_none().then_some(gain.count),
            matches: places.is_some().then_some(gain.count),
            gain: gain.mean,
            std_error: gain.error,
            low: gain.interval.map(|interval| interval.0),
            high: gain.interval.map(|interval| interval.1),
            superiority: superiority.mean,
            superiority_error: superiority.error,
            duplicate_factor,
            p_holm: None,
            win_share: mean(|places| places.wins),
            win_share_error: error(|places| places.wins),
            place: mean(|places| places.place),
            place_error: error(|places| places.place),
            last_share: mean(|places| places.lasts),
            last_share_error: error(|places| places.lasts),
            cpu_ms_per_decision: times.mean_ms(),
            cpu_ms_max: times.longest_ms(),
            start_faults: faults(Fault::Start),
            crashes: faults(Fault::Crash),
            disconnects: faults(Fault::Disconnect),
            stalls: faults(Fault::Stall),
            late_answers: faults(Fault::Late),
            malformed_answers: faults(Fault::Malformed),
            illegal_actions: faults(Fault::Illegal),
            forfeited: count(&|report| report.forfeited),
        }
    }

    fn cells(&self, score: Option<Score>) -> Vec<String> {
        let decimals = score.unwrap_or_default().decimals();
        let points = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:+.decimals$}"));
        let error = self.std_error.map_or("–".to_owned(), |error| format!("{error:.decimals$}"));
        let seats = self.seats.map_or(String::new(), |seats| seats.to_string());
        let units = number(self.deals.or(self.matches).unwrap_or_default());
        let mut cells = vec![
            self.bot.clone(),
            seats,
            self.against.clone(),
            units,
            points(self.gain),
            error,
            points(self.low),
            points(self.high),
            percent(self.superiority, self.superiority_error),
        ];
        cells.extend(self.p_holm.map(|p| p.map_or("–".to_owned(), probability)));
        if self.matches.is_some() {
            let place = |value: Cell| value.flatten().map_or("–".to_owned(), |place| format!("{place:.2}"));
            cells.push(percent(self.win_share.flatten(), self.win_share_error.flatten()));
            cells.push(format!("{} ± {}", place(self.place), place(self.place_error)));
            cells.push(percent(self.last_share.flatten(), self.last_share_error.flatten()));
        }
        cells.extend([self.cpu_ms_per_decision, self.cpu_ms_max].map(milliseconds));
        cells
    }
}

/// The p-value of each line-up, adjusted for all of them. Where a line-up has two bots, one gains what the other loses, up to
/// a factor: there is one hypothesis to a line-up. Nothing for one line-up or pair, or line-ups of more bots.
fn adjusted(standings: &[Vec<(u8, Standing)>]) -> Option<Vec<f64>> {
    let bots: BTreeSet<u8> = standings.iter().flatten().map(|&(bot, _)| bot).collect();
    if bots.len() < 3 || standings.iter().any(|lineup| lineup.len() != 2) {
        return None;
    }
    let p_values: Option<Vec<f64>> = standings.iter().map(|lineup| lineup.first()?.1.gain.p_value).collect();
    // Without p-values, for want of observations, the column is empty.
    Some(p_values.map_or(Vec::new(), |p_values| holm(&p_values)))
}

/// The header of the table.
fn header(score: Option<Score>, rows: &[ReportRow]) -> Vec<&'static str> {
    let (units, gain) = score.map_or(("deals", "gain/hand"), |score| ("matches", score.heading()));
    let mut header = vec!["bot", "seats", "against", units, gain, "std error", "95 % from", "to", "better"];
    if rows.iter().any(|row| row.p_holm.is_some()) {
        header.push("p (Holm)");
    }
    if score.is_some() {
        header.extend(["won", "place", "last"]);
    }
    header.extend(["CPU ms", "CPU max"]);
    header
}

/// Why there may be no strengths.
pub(super) const NO_STRENGTHS: &str =
    "no Plackett-Luce strengths: some bots never finished behind others, or partners are different bots";

/// Whether there are ratings, but no strengths.
pub(super) fn ratings_are_missing(report: &Report) -> bool {
    report.ratings.iter().flatten().any(|rating| rating.strength.is_none())
}

/// The header of the table of ratings.
const RATINGS: [&str; 6] = ["bot", "Weng-Lin", "uncertainty", "Plackett-Luce (Elo)", "95 % from", "to"];

fn rating_cells(rating: &Rating) -> Vec<String> {
    let elo = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:+.1}"));
    let mut cells = vec![rating.bot.clone(), format!("{:.2}", rating.rating), format!("{:.2}", rating.uncertainty)];
    cells.extend([rating.strength, rating.low, rating.high].map(elo));
    cells
}

impl Report {
    /// The report of what was played.
    pub fn new(contest: &Contest, mut outcome: Outcome<'_>) -> Report {
        let Performance { times, external } = std::mem::take(&mut outcome.performance);
        let external_rows = external_rows(&contest.bots, &external);
        let entrants = contest.bots.iter().map(ToString::to_string).zip(times).zip(external);
        let bots: Vec<Entrant> = entrants.map(|((name, times), external)| Entrant { name, times, external }).collect();
        let standings: Vec<_> = (0..contest.lineups().len()).map(|number| outcome.lineup(number)).collect();
        let adjusted = adjusted(&standings);
        let mut by_lineup = Vec::new();
        for (number, (lineup, standings)) in contest.lineups().iter().zip(standings).enumerate() {
            for (bot, standing) in standings {
                let seats = lineup.seatings.first().map(|seats| seats.iter().filter(|&&seat| seat == bot).count());
                let row = ReportRow::new(&bots, bot, seats, lineup.bots.iter().copied(), standing);
                by_lineup
                    .push(ReportRow { p_holm: adjusted.as_ref().map(|adjusted| adjusted.get(number).copied()), ..row });
            }
        }
        let mut overall: Vec<ReportRow> = outcome
            .overall()
            .into_iter()
            .map(|(bot, standing)| ReportRow::new(&bots, bot, None, 0..bots.len() as u8, standing))
            .collect();
        overall.sort_by(|a, b| b.gain.unwrap_or(f64::NEG_INFINITY).total_cmp(&a.gain.unwrap_or(f64::NEG_INFINITY)));
        let ratings = outcome.ratings();
        let named = |(counts, bot): (&BTreeMap<i32, u64>, &Entrant)| (bot.name.clone(), counts.clone());
        let distributions = outcome.distributions().map(|counts| counts.iter().zip(&bots).map(named).collect());
        let (score, units) = (outcome.score(), outcome.units());
        Report {
            rules: contest.rules.to_json(),
            seed: contest.seed,
            format: contest.format.name(),
            score,
            deals: score.is_none().then_some(units),
            matches: score.is_some().then_some(units),
            hands: outcome.hands(),
            interval: if contest.bootstrap { "bootstrap" } else { "student" },
            overall,
            lineups: by_lineup,
            ratings,
            distributions,
            external: external_rows,
        }
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
                let units = match (self.deals, self.matches) {
                    (Some(deals), _) => format!("{} deals", number(deals)),
                    (None, matches) => format!("{} matches in all seatings", number(matches.unwrap_or_default())),
                };
                writeln!(out, "{rules}, {}, seed {}: {units}, {} hands", self.format, self.seed, number(self.hands))?;
                let cells = |row: &ReportRow| row.cells(self.score);
                let results = |rows: &[ReportRow]| table(&header(self.score, rows), &[0, 2], rows.iter().map(cells));
                writeln!(out, "{}", results(&self.lineups))?;
                if self.overall.len() > 2 {
                    writeln!(out, "over all line-ups")?;
                    writeln!(out, "{}", results(&self.overall))?;
                }
                if let Some(ratings) = &self.ratings {
                    writeln!(out, "ratings by places")?;
                    writeln!(out, "{}", table(&RATINGS, &[0], ratings.iter().map(rating_cells)))?;
                    if ratings_are_missing(self) {
                        writeln!(out, "{NO_STRENGTHS}")?;
                    }
                }
                if !self.external.is_empty() {
                    writeln!(out, "{}", external_table(&self.external))?;
                }
                if self.interval == "bootstrap" {
                    writeln!(out, "95 % intervals by bootstrap (BCa, {} resamples)", number(RESAMPLES as u64))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Moments;

    fn lineup(bots: &[u8], gains: [i64; 4]) -> Vec<(u8, Standing)> {
        let mut moments = Moments::default();
        gains.into_iter().for_each(|gain| moments.add(gain));
        let gain = moments.estimate(1.0);
        bots.iter()
            .map(|&bot| (bot, Standing { gain, superiority: gain, duplicate_factor: None, places: None }))
            .collect()
    }

    #[test]
    fn p_values_are_adjusted_where_pairs_are_compared() {
        let (sure, unsure) = ([10, 11, 12, 11], [-3, 4, 5, -2]);
        assert_eq!(adjusted(&[lineup(&[0, 1], sure)]), None);
        // One bot alone, and three of it: still one pair of bots.
        assert_eq!(adjusted(&[lineup(&[0, 1], sure), lineup(&[1, 0], unsure)]), None);
        assert_eq!(adjusted(&[lineup(&[0, 1, 2, 3], sure)]), None);
        let all = [lineup(&[0, 1], sure), lineup(&[0, 2], unsure), lineup(&[1, 2], unsure)];
        let plain: Vec<f64> = all.iter().filter_map(|lineup| lineup[0].1.gain.p_value).collect();
        let adjusted = adjusted(&all).expect("three bots");
        assert_eq!(adjusted[0], 3.0 * plain[0]);
        assert!(plain[0] < 1e-3 && plain[1] > 0.5);
        assert_eq!(adjusted[1..], [1.0, 1.0]);
        assert_eq!(header(None, &[]).len() + 1, {
            let entrant = |name: &str| Entrant { name: name.to_owned(), times: Times::default(), external: None };
            let (bots, row) = ([entrant("a"), entrant("b")], &all[0][0]);
            let row = ReportRow::new(&bots, 0, Some(2), [1].into_iter(), row.1);
            let row = ReportRow { p_holm: Some(Some(adjusted[0])), ..row };
            assert_eq!(row.cells(None).len(), header(None, std::slice::from_ref(&row)).len());
            row.cells(None).len()
        });
    }
}
