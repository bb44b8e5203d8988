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
pub fn table<const N: usize>(header: &[&str; N], left: &[usize], rows: impl Iterator<Item = [String; N]>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header.to_vec());
    table.add_rows(rows);
    for (number, column) in table.column_iter_mut().enumerate() {
        if !left.contains(&number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let found = [0, 999, 1000, 65_536, 1_234_567].map(number);
        assert_eq!(found, ["0", "999", "1,000", "65,536", "1,234,567"]);
    }
}
