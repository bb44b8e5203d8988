//! The result over many deals, written.

use super::report::{BotRow, EffectRow, PolicyRow, Report, SplitRow};
use super::split::Split;
use super::subset::Subset;
use crate::error::RunError;
use crate::output::{OutputFormat, number, percent, table, write_csv};
use std::io::Write;

impl Report {
    /// Writes the report; a table has all buckets only with `all_splits`, else those of the split that explains most of a card.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn write(&self, format: OutputFormat, all_splits: bool, out: &mut impl Write) -> Result<(), RunError> {
        match format {
            OutputFormat::Json => {
                let text = serde_json::to_string_pretty(self).map_err(|error| RunError::Failed(error.to_string()))?;
                Ok(writeln!(out, "{text}")?)
            }
            OutputFormat::Csv => {
                let rows: Vec<EffectRow> = self.subsets.iter().chain(&self.buckets).cloned().collect();
                write_csv(out, &rows)
            }
            OutputFormat::Table => self.write_tables(all_splits, out),
        }
    }

    fn write_tables(&self, all_splits: bool, out: &mut impl Write) -> Result<(), RunError> {
        let rules = self.rules.as_str().map_or_else(|| self.rules.to_string(), str::to_owned);
        writeln!(
            out,
            "{rules}, {}, seed {}: {} deals, {} decisions, {} play-outs",
            setting(&self.players, self.freeze_others),
            self.seed,
            number(self.deals),
            number(self.decisions),
            number(self.playouts)
        )?;
        self.write_effects(out)?;
        self.write_policies(out)?;
        self.write_bots(out)?;
        self.write_splits(out)?;
        self.write_buckets(all_splits, out)
    }

    fn write_effects(&self, out: &mut impl Write) -> Result<(), RunError> {
        writeln!(out, "\nchange against revealing nothing, in points")?;
        let header = [
            "reveal",
            "deals",
            "score",
            "std error",
            "95 % from",
            "to",
            "gain",
            "std error",
            "better",
            "worse",
            "best",
            "bots do",
            "pairing",
        ];
        let mut nothing = vec![String::new(); header.len()];
        nothing[0] = Subset::NOTHING.to_string();
        nothing[10] = percent(self.nothing.best, None);
        nothing[11] = percent(self.nothing.bots_reveal, None);
        let cells = |row: &EffectRow| {
            let mut cells = effect_cells(row.reveal.to_string(), row);
            cells.insert(10, percent(row.best, None));
            cells.push(row.pairing_factor.map_or("–".to_owned(), |factor| format!("× {factor:.1}")));
            cells
        };
        let rows = std::iter::once(nothing).chain(self.subsets.iter().map(cells));
        Ok(writeln!(out, "{}", table(&header, &[0], rows))?)
    }

    fn write_policies(&self, out: &mut impl Write) -> Result<(), RunError> {
        writeln!(out, "\nways to decide, in points a decision")?;
        let header = [
            "policy",
            "counts",
            "reveals",
            "deals",
            "over never",
            "std error",
            "95 % from",
            "to",
            "over always",
            "std error",
        ];
        let cells = |row: &PolicyRow| {
            vec![
                row.policy.name().to_owned(),
                row.measure.name().to_owned(),
                percent(row.reveals, None),
                number(row.deals),
                points(row.over_never),
                error(row.over_never_error),
                points(row.over_never_low),
                points(row.over_never_high),
                points(row.over_always),
                error(row.over_always_error),
            ]
        };
        Ok(writeln!(out, "{}", table(&header, &[0, 1], self.policies.iter().map(cells)))?)
    }

    fn write_bots(&self, out: &mut impl Write) -> Result<(), RunError> {
        writeln!(out, "\nthe bots' own decisions, in points a decision; regret is what the policy by shape would add")?;
        let header = [
            "bot",
            "counts",
            "decisions",
            "reveals",
            "over never",
            "std error",
            "over always",
            "std error",
            "regret",
            "std error",
            "95 % from",
            "to",
        ];
        let cells = |row: &BotRow| {
            vec![
                row.bot.clone(),
                row.measure.name().to_owned(),
                number(row.decisions),
                percent(row.reveals, None),
                points(row.over_never),
                error(row.over_never_error),
                points(row.over_always),
                error(row.over_always_error),
                points(row.regret),
                error(row.regret_error),
                points(row.regret_low),
                points(row.regret_high),
            ]
        };
        Ok(writeln!(out, "{}", table(&header, &[0, 1], self.bots.iter().map(cells)))?)
    }

    fn write_splits(&self, out: &mut impl Write) -> Result<(), RunError> {
        writeln!(out, "\nwhat a split explains of a card's effect on the score, and is worth, in points a deal")?;
        let header = ["reveal", "split", "buckets", "explained", "score", "std error", "gain", "std error"];
        let cells = |row: &SplitRow| {
            vec![
                row.reveal.to_string(),
                row.split.name().to_owned(),
                row.buckets.to_string(),
                // What chance would explain is taken off, which may leave a little less than nothing.
                percent(row.explained.map(|share| (1000.0 * share).round() / 1000.0 + 0.0), None),
                points(row.value),
                error(row.value_error),
                points(row.gain_value),
                error(row.gain_value_error),
            ]
        };
        Ok(writeln!(out, "{}", table(&header, &[0, 1], self.splits.iter().map(cells)))?)
    }

    fn write_buckets(&self, all_splits: bool, out: &mut impl Write) -> Result<(), RunError> {
        let header = [
            "split",
            "bucket",
            "deals",
            "score",
            "std error",
            "95 % from",
            "to",
            "gain",
            "std error",
            "better",
            "worse",
            "bots do",
        ];
        for (at, split) in self.splits.iter().enumerate() {
            // The shape has too many buckets to be looked at, and is made of the others.
            let rivals = || self.splits.iter().filter(|row| row.reveal == split.reveal && row.split != Split::Shape);
            let most = |other: &SplitRow| other.explained <= split.explained;
            let shown = all_splits || split.split != Split::Shape && rivals().all(most);
            if !shown {
                continue;
            }
            if at == 0 || self.splits[at - 1].reveal != split.reveal || !all_splits {
                writeln!(out, "\n{} by what a player sees", split.reveal)?;
            }
            let rows = self.buckets.iter().filter(|row| row.reveal == split.reveal && row.split == Some(split.split));
            let cells = |row: &EffectRow| {
                let mut cells = effect_cells(row.bucket.clone().unwrap_or_default(), row);
                cells.insert(0, split.split.name().to_owned());
                cells
            };
            writeln!(out, "{}", table(&header, &[0, 1], rows.map(cells)))?;
        }
        Ok(())
    }
}

/// Who played and what is measured.
pub(super) fn setting(players: &[String; 4], freeze_others: bool) -> String {
    let same = players.iter().all(|player| *player == players[0]);
    let players = if same { players[0].clone() } else { players.join(",") };
    format!("{players}, {}", if freeze_others { "others frozen" } else { "others react" })
}

pub(super) fn points(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:+.2}"))
}

fn error(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.2}"))
}

fn effect_cells(name: String, row: &EffectRow) -> Vec<String> {
    vec![
        name,
        number(row.deals),
        points(row.change),
        error(row.std_error),
        points(row.low),
        points(row.high),
        points(row.gain_change),
        error(row.gain_std_error),
        percent(row.better, None),
        percent(row.worse, None),
        percent(row.bots_reveal, None),
    ]
}
