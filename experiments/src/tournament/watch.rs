//! Standings while a tournament is played, for who sits before the terminal.

use super::contest::{Amount, Contest};
use super::score::{UNIT, gains};
use super::tally::{Per, Tally};
use crate::dataset::HandRow;
use crate::output::number;
use indicatif::ProgressBar;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much time passes between two lines.
const PAUSE: Duration = Duration::from_secs(15);

/// Adds up units as threads finish them, in any order, and prints a line above the progress bar now and then. Where the bar is
/// hidden nothing is added up.
pub(super) struct Watch<'a> {
    contest: &'a Contest,
    bar: &'a ProgressBar,
    seen: Option<Mutex<Seen<'a>>>,
}

struct Seen<'a> {
    tally: Tally<'a>,
    units: u64,
    last: Instant,
}

impl<'a> Watch<'a> {
    /// A watch on the units that `bar` counts.
    pub(super) fn new(contest: &'a Contest, bar: &'a ProgressBar) -> Watch<'a> {
        Watch { contest, bar, seen: (!bar.is_hidden()).then(|| Mutex::new(Seen::new(contest))) }
    }

    /// Adds the hands of a whole unit.
    pub(super) fn add(&self, unit: u64, rows: &[HandRow]) {
        let Some(seen) = &self.seen else { return };
        // Another thread's panic ends the run; until then the sums are as good as before.
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.add(self.contest, unit, rows);
        if seen.last.elapsed() >= PAUSE {
            seen.last = Instant::now();
            self.bar.println(seen.line(self.contest));
        }
    }
}

impl<'a> Seen<'a> {
    fn new(contest: &'a Contest) -> Seen<'a> {
        let unit = match contest.amount {
            Amount::Deals { .. } => UNIT,
            Amount::Matches(_) => contest.score.unit(),
        };
        let tally = Tally::new(contest.lineups(), contest.bots.len(), Per::Seat, unit);
        Seen { tally, units: 0, last: Instant::now() }
    }

    fn add(&mut self, contest: &Contest, unit: u64, rows: &[HandRow]) {
        self.units += 1;
        match contest.amount {
            Amount::Deals { .. } => {
                for row in rows {
                    let lineup = contest.result(row).lineup as usize;
                    self.tally.add(unit as i64, lineup, row.bot, gains(&contest.rules, &row.bot, &row.score));
                }
            }
            Amount::Matches(_) => {
                for hands in rows.chunk_by(|a, b| a.match_id == b.match_id) {
                    let row = contest.outcome(hands);
                    let gains = contest.score.gains(&contest.rules, &row);
                    self.tally.add(unit as i64, row.lineup as usize, row.bot, gains);
                }
            }
        }
    }

    /// Every bot's gain so far over all its line-ups, the best first.
    fn line(&mut self, contest: &Contest) -> String {
        let decimals = match contest.amount {
            Amount::Deals { .. } => 1,
            Amount::Matches(_) => contest.score.decimals(),
        };
        let gains = (0u8..).zip(&contest.bots).filter_map(|(bot, name)| {
            let estimate = self.tally.overall(bot).mean;
            Some((name, estimate.mean?, estimate.error?))
        });
        let mut gains: Vec<_> = gains.collect();
        gains.sort_by(|a, b| b.1.total_cmp(&a.1));
        let gains: Vec<String> = gains
            .into_iter()
            .map(|(bot, gain, error)| format!("{bot} {gain:+.decimals$} ± {error:.decimals$}"))
            .collect();
        format!("after {} {}: {}", number(self.units), contest.amount.unit_name(), gains.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Crew;
    use crate::tournament::{Format, Report, Score};
    use gongzhu::Rules;

    /// Units that are added in any order give the standings of the report.
    #[test]
    fn the_last_line_is_the_report() {
        for amount in [Amount::seeded(3, 20), Amount::Matches(4)] {
            let bots = ["heuristic", "random"].map(|bot| bot.parse().expect("a bot")).to_vec();
            let rules = Rules::parse("hearts").expect("a preset");
            let contest = Contest::new(rules, bots, Format::Pairs, amount, Score::Points, 3).expect("two bots");
            let (crew, mut seen) = (Crew::new(&contest.bots), Seen::new(&contest));
            for unit in (0..contest.amount.units()).rev() {
                let mut rows = Vec::new();
                contest.play_unit(unit, &crew, &mut rows).expect("a unit");
                seen.add(&contest, unit, &rows);
            }
            let report = Report::new(&contest, contest.play().expect("nothing stops it"));
            let line = seen.line(&contest);
            let decimals = if report.deals.is_some() { 1 } else { 2 };
            for row in &report.overall {
                let (gain, error) = row.gain.zip(row.std_error).expect("an estimate");
                let shown = format!("{} {gain:+.decimals$} ± {error:.decimals$}", row.bot);
                assert!(line.contains(&shown), "{line} lacks {shown}");
            }
            let start = if report.deals.is_some() { "after 20 deals: heuristic" } else { "after 4 matches: heuristic" };
            assert!(line.starts_with(start), "{line}");
        }
    }

    #[test]
    fn nothing_is_added_up_in_a_pipe() {
        let bots = ["heuristic", "random"].map(|bot| bot.parse().expect("a bot")).to_vec();
        let rules = Rules::parse("hearts").expect("a preset");
        let contest =
            Contest::new(rules, bots, Format::Pairs, Amount::seeded(1, 1), Score::Points, 1).expect("two bots");
        assert!(Watch::new(&contest, &ProgressBar::hidden()).seen.is_none());
    }
}
