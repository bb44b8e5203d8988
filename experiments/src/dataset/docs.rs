//! The documentation that follows from the definition of the tables.

use super::column::Spec;
use super::error::Result;
use super::manifest::Manifest;
use super::plan::{TABLES, TableKind};
use std::fmt::Write;

/// The columns of every table in Markdown, for the documentation of the project.
pub fn column_tables() -> String {
    let mut text = String::new();
    for kind in &TABLES {
        let _ = write!(text, "### {}\n\n{}\n\n{}\n", heading(kind), kind.about, column_table(&(kind.specs)(), true));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn heading(kind: &TableKind) -> String {
    format!("Table `{}` (schema `{}`)", kind.name, kind.schema)
}

/// A Markdown table of columns; `sets` adds which of them `--columns results` leaves out.
fn column_table(specs: &[Spec], sets: bool) -> String {
    let mut text = String::from("| column | type | unit | meaning |");
    text.push_str(if sets { " in `results` |\n|---|---|---|---|---|\n" } else { "\n|---|---|---|---|\n" });
    for spec in specs.iter().filter(|spec| spec.seat.unwrap_or(0) == 0) {
        let name = match spec.seat {
            Some(_) => format!("`{0}_0` … `{0}_3`", spec.base),
            None => format!("`{}`", spec.base),
        };
        let null = if spec.nullable { ", null" } else { "" };
        let unit = if spec.unit.is_empty() { "–" } else { spec.unit };
        let _ = write!(text, "| {name} | {}{null} | {unit} | {} |", spec.type_name(), spec.meaning);
        text.push_str(match (sets, spec.detail) {
            (false, _) => "\n",
            (true, false) => " yes |\n",
            (true, true) => " – |\n",
        });
    }
    text
}

/// The explanation that lies in the directory of a dataset.
pub(super) fn readme(manifest: &Manifest) -> Result<String> {
    let plan = manifest.plan()?;
    let origin = &plan.origin;
    let mut text = format!(
        "# Dataset: {rules}, seed {seed}\n\nMade by gongzhu {version}. `manifest.json` has the request, the rules in full, and \
         the rows and SHA-256 of every file; so has the metadata of every Parquet file, except for the hashes.\n\n\
         - rules: {rules}\n- bots: {bots}\n- seed: {seed}\n",
        rules = origin.rules.name,
        seed = origin.seed,
        version = origin.version,
        bots = origin.bots.join(", "),
    );
    if !origin.deterministic {
        text.push_str(
            "- the request does not repeat: made again, it gives other hands, since not all bots repeat their play\n",
        );
    }
    if !plan.shard.is_whole() {
        let _ = writeln!(text, "- shard {} of {}, counted from 0", plan.shard.index, plan.shard.count);
    }
    for table in &plan.tables {
        let name = table.kind.name;
        let rows = manifest.tables.get(name).map_or(0, |entry| entry.rows);
        let columns = column_table(&table.specs(), false);
        let _ = write!(text, "\n## {}\n\n{} {rows} rows.\n\n{columns}", heading(table.kind), table.kind.about);
    }
    text.push_str(NOTES);
    if let Some(table) = plan.tables.first() {
        text.push_str(&SNIPPET.replace("TABLE", table.kind.name));
    }
    Ok(text)
}

const NOTES: &str = "
Cards are numbers 0–51: suit × 13 + rank, suits in the order S H D C, ranks from 2 (0) to ace (12). A card mask has bit
2^card for every card in a set. Seats are 0–3 in the order of turns. pandas makes floats of whole numbers where some are
null; all values here are small enough to stay exact.
";

const SNIPPET: &str = "
```python
import duckdb, pandas, polars
pandas.read_parquet(\"TABLE\")
polars.scan_parquet(\"TABLE/*.parquet\")
duckdb.sql(\"SELECT avg(score_0) FROM 'TABLE/*.parquet'\")
```
";
