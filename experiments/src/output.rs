//! How results are printed: tables for people, JSON and CSV for programs.

use crate::error::RunError;
use clap::ValueEnum;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde::Serialize;
use std::io::Write;

/// The form of what a command prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum OutputFormat {
    /// For people.
    Table,
    /// One JSON value.
    Json,
    /// Comma-separated values with a header.
    Csv,
}

/// A table for people. The columns `left` are text; the others are numbers and stand right.
pub fn table<R: Into<Vec<String>>>(header: &[&str], left: &[usize], rows: impl Iterator<Item = R>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header.to_vec());
    table.add_rows(rows.map(Into::into));
    for (number, column) in table.column_iter_mut().enumerate() {
        if !left.contains(&number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A table in Markdown, of which no line depends on the length of a cell. The columns `left` are text; the others are
/// numbers and stand right.
pub fn markdown<R: Into<Vec<String>>>(header: &[&str], left: &[usize], rows: impl Iterator<Item = R>) -> String {
    // A bar would end its cell.
    let line = |cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = (0..header.len()).map(|column| if left.contains(&column) { "---" } else { "---:" });
    let mut text = line(header.iter().map(ToString::to_string).collect());
    text.push_str(&format!("|{}|\n", rule.collect::<Vec<_>>().join("|")));
    text.extend(rows.map(|cells| line(cells.into())));
    text
}

/// Rows as CSV with the names of their fields as header.
///
/// # Errors
/// The output cannot be written.
pub fn write_csv<T: Serialize>(out: &mut impl Write, rows: &[T]) -> Result<(), RunError> {
    let mut writer = csv::Writer::from_writer(out);
    let failed = |error: csv::Error| match error.into_kind() {
        csv::ErrorKind::Io(error) => RunError::from(error),
        other => RunError::Failed(format!("cannot write CSV: {other:?}")),
    };
    for row in rows {
        writer.serialize(row).map_err(failed)?;
    }
    Ok(writer.flush()?)
}

/// A number with its thousands set apart.
pub fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in percent with its standard error.
pub fn percent(share: Option<f64>, error: Option<f64>) -> String {
    let text = |share: f64| format!("{:.1}", 100.0 * share);
    match (share.map(text), error.map(text)) {
        (Some(share), Some(error)) => format!("{share} ± {error} %"),
        (Some(share), None) => format!("{share} %"),
        (None, _) => "–".to_owned(),
    }
}

/// A p-value.
pub fn probability(p: f64) -> String {
    if p < 1e-4 { "<0.0001".to_owned() } else { format!("{p:.4}") }
}

/// A time in milliseconds to two significant digits.
pub fn milliseconds(time: Option<f64>) -> String {
    let Some(time) = time else { return "–".to_owned() };
    // Reading the clock takes longer than that.
    if time < 1e-4 {
        return "<0.0001".to_owned();
    }
    let decimals = (1.0 - time.log10().floor()).max(0.0) as usize;
    format!("{time:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_two_digits() {
        let found = [None, Some(0.0), Some(0.000_521), Some(0.0139), Some(1.26), Some(24.7), Some(1234.5)];
        let wanted = ["–", "<0.0001", "0.00052", "0.014", "1.3", "25", "1234"];
        assert_eq!(found.map(milliseconds), wanted);
    }

    #[test]
    fn thousands_are_set_apart() {
        let found = [0, 999, 1000, 65_536, 1_234_567].map(number);
        assert_eq!(found, ["0", "999", "1,000", "65,536", "1,234,567"]);
    }
}
