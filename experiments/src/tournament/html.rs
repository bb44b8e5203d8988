//! The result of a tournament as one page of HTML that needs nothing else: no script, no font, no network. Plots are inline
//! SVG; the page is readable on a phone, in light and in dark.

use super::plot::{self, Interval, escape};
use super::report::{NO_STRENGTHS, Report, ReportRow, ratings_are_missing};
use crate::external::external_cells;
use crate::output::{milliseconds, number, percent, probability};

/// The page.
pub(super) fn page(report: &Report) -> String {
    let rules = report.rules.as_str().map_or_else(|| report.rules.to_string(), str::to_owned);
    let units = match (report.deals, report.matches) {
        (Some(deals), _) => format!("{} deals", number(deals)),
        (None, matches) => format!("{} matches in all seatings", number(matches.unwrap_or_default())),
    };
    let sections = [
        section("Standings", &standings(report)),
        cross_table(report),
        section("Line-ups", &lineups(report)),
        report.ratings.as_ref().map_or(String::new(), |_| section("Ratings by places", &ratings(report))),
        section(if report.matches.is_some() { "Totals of matches" } else { "Scores of hands" }, &distributions(report)),
        section("Time", &times(report)),
        if report.external.is_empty() { String::new() } else { section("External bots", &external(report)) },
    ];
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p>{format}, seed {seed}: {units}, {hands} hands.</p>\n{sections}</body>\n</html>\n",
        title = escape(&format!("Tournament of {rules}")),
        format = report.format,
        seed = report.seed,
        hands = number(report.hands),
        sections = sections.concat(),
    )
}

const STYLE: &str = include_str!("report.css");

fn section(title: &str, content: &str) -> String {
    format!("<section>\n<h2>{title}</h2>\n{content}</section>\n")
}

/// A table whose first `text` columns are text, in a box that scrolls where the screen is narrow. Cells are HTML.
fn table(header: &[&str], text: usize, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let class = |column: usize| if column < text { "" } else { " class=\"n\"" };
    let line = |cells: &[String], tag: &str| {
        let cells = cells.iter().enumerate();
        let cells: String = cells.map(|(column, cell)| format!("<{tag}{}>{cell}</{tag}>", class(column))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let header: Vec<String> = header.iter().map(|cell| escape(cell)).collect();
    let rows: String = rows.into_iter().map(|cells| line(&cells, "td")).collect();
    format!(
        "<div class=\"scroll\"><table>\n<thead>{}</thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n",
        line(&header, "th")
    )
}

fn signed(report: &Report, value: Option<f64>) -> String {
    let decimals = report.score.unwrap_or_default().decimals();
    value.map_or("–".to_owned(), |value| format!("{value:+.decimals$}").replace('-', "−"))
}

fn with_error(report: &Report, row: &ReportRow) -> String {
    let decimals = report.score.unwrap_or_default().decimals();
    let error = row.std_error.map_or(String::new(), |error| format!(" ± {error:.decimals$}"));
    format!("{}{error}", signed(report, row.gain))
}

fn interval(report: &Report, row: &ReportRow) -> String {
    format!("{} … {}", signed(report, row.low), signed(report, row.high))
}

fn standings(report: &Report) -> String {
    let gain = report.score.map_or("gain a hand", super::Score::heading);
    let rows = report.overall.iter().enumerate().map(|(place, row)| {
        let mut cells = vec![(place + 1).to_string(), escape(&row.bot), with_error(report, row), interval(report, row)];
        cells.push(percent(row.superiority, row.superiority_error));
        if report.matches.is_some() {
            cells.push(percent(row.win_share.flatten(), row.win_share_error.flatten()));
        }
        cells
    });
    let mut header = vec!["", "bot", gain, "95 % interval", "better"];
    if report.matches.is_some() {
        header.push("won");
    }
    let intervals: Vec<Interval<'_>> = report.overall.iter().filter_map(of_row).collect();
    let note = format!(
        "<p>A bot's gain is its own score less the mean of its opponents'; <em>better</em> is the probability that it gains from a \
         {}. Intervals: {}.</p>\n",
        if report.matches.is_some() { "number of matches" } else { "deal" },
        if report.interval == "bootstrap" { "bootstrap (BCa)" } else { "Student's distribution over deals" },
    );
    table(&header, 2, rows) + &plot::intervals(&intervals, gain) + &note
}

fn of_row(row: &ReportRow) -> Option<Interval<'_>> {
    Some(Interval { name: &row.bot, mean: row.gain?, low: row.low?, high: row.high? })
}

/// Each bot's gain against each other one, in line-ups of two bots.
fn cross_table(report: &Report) -> String {
    if !report.lineups.iter().any(|row| report.overall.iter().any(|other| other.bot == row.against)) {
        return String::new();
    }
    let bots: Vec<&str> = report.overall.iter().map(|row| row.bot.as_str()).collect();
    let rows = bots.iter().map(|&bot| {
        let mut cells = vec![escape(bot)];
        cells.extend(bots.iter().map(|&other| {
            // One bot alone stands for itself; as one of three it is in the row of the other.
            let of = |row: &&ReportRow| row.bot == bot && row.against == other && row.seats != Some(3);
            report.lineups.iter().find(of).map_or(String::new(), |row| with_error(report, row))
        }));
        cells
    });
    let mut header = vec!["gain of ↓ against →"];
    header.extend(&bots);
    section("Against each other", &table(&header, 1, rows))
}

fn lineups(report: &Report) -> String {
    let rows = report.lineups.iter().map(|row| {
        let p = row.p_holm.flatten().map_or("–".to_owned(), |p| escape(&probability(p)));
        let seats = row.seats.map_or(String::new(), |seats| seats.to_string());
        let factor = row.duplicate_factor.map_or("–".to_owned(), |factor| format!("{factor:.1}"));
        let better = percent(row.superiority, row.superiority_error);
        vec![
            escape(&row.bot),
            escape(&row.against),
            seats,
            with_error(report, row),
            interval(report, row),
            better,
            p,
            factor,
        ]
    });
    let header = ["bot", "against", "seats", "gain", "95 % interval", "better", "p (Holm)", "duplicate ×"];
    let note = "<p><em>duplicate ×</em>: how many independent hands would tell as much as one of these.</p>\n";
    table(&header, 2, rows) + note
}

fn ratings(report: &Report) -> String {
    let elo = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:+.0}").replace('-', "−"));
    let ratings = report.ratings.iter().flatten();
    let rows = ratings.clone().map(|rating| {
        let range = format!("{} … {}", elo(rating.low), elo(rating.high));
        let weng_lin = format!("{:.1} ± {:.1}", rating.rating, rating.uncertainty);
        vec![escape(&rating.bot), elo(rating.strength), range, weng_lin]
    });
    let intervals: Vec<Interval<'_>> = ratings
        .filter_map(|rating| {
            let (mean, low, high) = (rating.strength?, rating.low?, rating.high?);
            Some(Interval { name: &rating.bot, mean, low, high })
        })
        .collect();
    let note = if ratings_are_missing(report) { format!("<p>{NO_STRENGTHS}</p>\n") } else { String::new() };
    let header = ["bot", "Plackett–Luce (Elo)", "95 % interval", "Weng–Lin"];
    table(&header, 1, rows) + &plot::intervals(&intervals, "Plackett–Luce (Elo)") + &note
}

fn distributions(report: &Report) -> String {
    let all = report.distributions.iter().flatten();
    let range = all.flat_map(|(_, counts)| counts.keys().copied()).fold(None, |range: Option<(i32, i32)>, score| {
        Some(range.map_or((score, score), |(low, high)| (low.min(score), high.max(score))))
    });
    let Some(range) = range else { return String::new() };
    let plots = report.distributions.iter().flatten();
    plots.map(|(bot, counts)| plot::histogram(bot, counts, range)).collect()
}

fn times(report: &Report) -> String {
    let rows = report.overall.iter().map(|row| {
        vec![escape(&row.bot), escape(&milliseconds(row.cpu_ms_per_decision)), escape(&milliseconds(row.cpu_ms_max))]
    });
    let note = "<p>Time of the processor for a decision with a choice, from a sample of this run; it differs from run to \
                run.</p>\n";
    table(&["bot", "mean ms", "longest ms"], 1, rows) + note
}

fn external(report: &Report) -> String {
    let (header, rows) = external_cells(&report.external);
    let note = "<p>Faults: decisions that chance took in the place of the bot, by what went wrong.</p>\n";
    table(&header, 1, rows.iter().map(|cells| cells.iter().map(|cell| escape(cell)).collect())) + note
}
