//! What reports say of external bots.

use crate::output::{milliseconds, number, table};
use comfy_table::Table;
use gongzhu_strategies::BotSpec;
use gongzhu_strategies::external::{ExternalReport, Fault};
use serde::Serialize;
use std::time::Duration;

/// What became of the decisions that an external bot was asked for.
#[derive(Clone, Debug, Serialize)]
pub struct ExternalRow {
    /// The bot.
    pub bot: String,
    /// The decisions with more than one choice.
    pub decisions: u64,
    /// The mean time on the wall from a request to its answer, in milliseconds.
    pub ms_per_decision: Option<f64>,
    /// The longest.
    pub ms_max: Option<f64>,
    /// How many processes were started.
    pub processes: u64,
    /// How often each kind of fault occurred, by its name.
    #[serde(flatten)]
    pub faults: std::collections::BTreeMap<&'static str, u64>,
    /// The decisions that chance took after the bot had forfeited.
    pub forfeited: u64,
    /// The file with the standard error of its processes, if they wrote any or had faults.
    pub log: Option<String>,
}

/// The rows of those bots that are external.
pub fn external_rows(bots: &[BotSpec], reports: &[Option<ExternalReport>]) -> Vec<ExternalRow> {
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    let row = |(bot, report): (&BotSpec, &ExternalReport)| ExternalRow {
        bot: bot.to_string(),
        decisions: report.decisions,
        ms_per_decision: report.mean().map(millis),
        ms_max: report.mean().map(|_| millis(report.longest)),
        processes: report.processes,
        faults: Fault::ALL.into_iter().map(|fault| (fault.name(), report.count(fault))).collect(),
        forfeited: report.forfeited,
        log: report.log.as_ref().map(|path| path.display().to_string()),
    };
    bots.iter().zip(reports).filter_map(|(bot, report)| report.as_ref().map(|report| (bot, report))).map(row).collect()
}

/// The header of a table of the rows, and its cells; the first column and the last are text.
pub fn external_cells(rows: &[ExternalRow]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let mut header = vec!["external bot", "decisions", "ms", "max", "processes"];
    header.extend(Fault::ALL.map(Fault::name));
    header.extend(["forfeited", "log"]);
    let cells = |row: &ExternalRow| {
        let mut cells = vec![row.bot.clone(), number(row.decisions)];
        cells.extend([row.ms_per_decision, row.ms_max].map(milliseconds));
        cells.push(number(row.processes));
        cells.extend(Fault::ALL.map(|fault| number(row.faults.get(fault.name()).copied().unwrap_or_default())));
        cells.extend([number(row.forfeited), row.log.clone().unwrap_or_else(|| "–".to_owned())]);
        cells
    };
    (header, rows.iter().map(cells).collect())
}

/// The rows as a table for people.
pub fn external_table(rows: &[ExternalRow]) -> Table {
    let (header, cells) = external_cells(rows);
    table(&header, &[0, header.len() - 1], cells.into_iter())
}

/// Tells on standard error of external bots for which chance had to decide: for commands whose result has no room for it.
pub fn tell_of_faults(bots: &[BotSpec], reports: &[Option<ExternalReport>]) {
    for row in external_rows(bots, reports) {
        let faults = Fault::ALL.map(Fault::name).map(|name| (name, row.faults.get(name).copied().unwrap_or_default()));
        let all = faults.into_iter().chain([("forfeited", row.forfeited)]);
        let counts: Vec<String> =
            all.filter(|&(_, n)| n > 0).map(|(name, n)| format!("{name} {}", number(n))).collect();
        if !counts.is_empty() {
            let log = row.log.map(|log| format!("; {log} says more")).unwrap_or_default();
            let (bot, decisions) = (row.bot, number(row.decisions));
            eprintln!("gongzhu: of {decisions} decisions of {bot} chance took some: {}{log}", counts.join(", "));
        }
    }
}
