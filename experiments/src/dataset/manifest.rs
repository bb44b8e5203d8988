//! The file `manifest.json`: what a dataset holds, and whether all of it is there.

use super::column::ColumnSet;
use super::error::{DatasetError, Result};
use super::files::{Digested, write_whole};
use super::plan::{HandIds, Origin, Plan, Shard, TABLES, TableKind, TablePlan, part_name};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The name of the manifest in the directory of a dataset.
pub const MANIFEST: &str = "manifest.json";

/// How messages name the value of a field that is not there.
pub(super) const NOTHING: &str = "nothing";

/// The id of the form of the manifest.
const FORMAT: &str = "gongzhu-dataset/1";

/// The content of `manifest.json`. It is written without files when a dataset is begun, so that a later run knows what the
/// directory is for, and again with all of them as the last step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The id of this form.
    pub format: String,
    /// Whether every file is there.
    pub complete: bool,
    /// What the data depends on.
    #[serde(flatten)]
    pub origin: Origin,
    /// The hand ids and parts.
    pub hand_ids: HandIds,
    /// The share of the parts, where it is not the whole.
    #[serde(default, skip_serializing_if = "Shard::is_whole")]
    pub shard: Shard,
    /// The tables by name.
    pub tables: BTreeMap<String, TableEntry>,
}

/// A table in the manifest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableEntry {
    /// The schema id.
    pub schema: String,
    /// The columns kept.
    pub columns: ColumnSet,
    /// The number of rows of all files.
    pub rows: u64,
    /// The files, in the order of their parts; none while the dataset is not complete.
    pub files: Vec<FileEntry>,
}

/// A data file in the manifest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileEntry {
    /// The name in the directory of the table.
    pub name: String,
    /// The number of rows.
    pub rows: u64,
    /// The size in bytes.
    pub bytes: u64,
    /// The SHA-256 of the content, in hexadecimal.
    pub sha256: String,
}

impl FileEntry {
    pub(super) fn new(part: u64, rows: u64, Digested { bytes, sha256 }: Digested) -> FileEntry {
        FileEntry { name: part_name(part), rows, bytes, sha256 }
    }
}

impl Manifest {
    /// The manifest of a dataset of which nothing is known to be there.
    pub(super) fn begun(plan: &Plan) -> Manifest {
        let entry = |table: &TablePlan| TableEntry {
            schema: table.kind.schema.to_string(),
            columns: table.columns,
            rows: 0,
            files: Vec::new(),
        };
        Manifest {
            format: FORMAT.to_string(),
            complete: false,
            origin: plan.origin.clone(),
            hand_ids: plan.hand_ids,
            shard: plan.shard,
            tables: plan.tables.iter().map(|table| (table.kind.name.to_string(), entry(table))).collect(),
        }
    }

    /// The manifest of the complete dataset; `files` has the files of each table in the order of their parts.
    pub(super) fn completed(plan: &Plan, mut files: BTreeMap<&'static str, Vec<FileEntry>>) -> Manifest {
        let mut manifest = Manifest { complete: true, ..Manifest::begun(plan) };
        for (name, table) in &mut manifest.tables {
            table.files = files.remove(name.as_str()).unwrap_or_default();
            table.rows = table.files.iter().map(|file| file.rows).sum();
        }
        manifest
    }

    /// The same without what becomes known while the data is made.
    pub(super) fn without_files(mut self) -> Manifest {
        self.complete = false;
        for table in self.tables.values_mut() {
            (table.rows, table.files) = (0, Vec::new());
        }
        self
    }

    /// Reads the manifest of a dataset.
    pub fn load(dir: &Path) -> Result<Manifest> {
        let path = dir.join(MANIFEST);
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => DatasetError::NoDataset { path: dir.to_path_buf() },
            _ => DatasetError::io("read", &path)(error),
        })?;
        Manifest::parse(&path, &text)
    }

    /// The manifest in this text.
    pub(super) fn parse(path: &Path, text: &str) -> Result<Manifest> {
        let manifest: Manifest =
            serde_json::from_str(text).map_err(|error| DatasetError::file(path, broken(&error)))?;
        if manifest.format != FORMAT {
            let message = format!("the form {:?} is not known; this version reads {FORMAT}", manifest.format);
            return Err(DatasetError::file(path, message));
        }
        let plan = manifest.plan().map_err(|error| DatasetError::file(path, error.to_string()))?;
        plan.check().map_err(|error| DatasetError::file(path, error.to_string()))?;
        Ok(manifest)
    }

    /// Reads the manifest of a dataset that has to be complete.
    pub(super) fn load_complete(dir: &Path) -> Result<Manifest> {
        let manifest = Manifest::load(dir)?;
        if manifest.complete {
            return Ok(manifest);
        }
        let plan = manifest.plan()?;
        let there = |part: &u64| plan.tables.iter().all(|t| dir.join(t.kind.name).join(part_name(*part)).exists());
        let parts = plan.parts().count() as u64;
        let missing = parts - plan.parts().filter(there).count() as u64;
        Err(DatasetError::Incomplete { path: dir.to_path_buf(), missing, parts })
    }

    /// The text of the file.
    pub(super) fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a manifest has only string keys and finite numbers");
        text + "\n"
    }

    /// Writes the file.
    pub(super) fn store(&self, dir: &Path) -> Result<()> {
        write_whole(&dir.join(MANIFEST), self.text().as_bytes())
    }

    /// The plan that the dataset was made by.
    pub fn plan(&self) -> Result<Plan> {
        let tables = self.tables.iter().map(|(name, entry)| {
            let kind = TableKind::named(name).filter(|kind| kind.schema == entry.schema);
            let kind = kind.ok_or_else(|| {
                DatasetError::Request(format!("table {name} of schema {} is not known to this version", entry.schema))
            })?;
            Ok(TablePlan { kind, columns: entry.columns })
        });
        let mut tables: Vec<TablePlan> = tables.collect::<Result<_>>()?;
        tables.sort_by_key(|table| TABLES.iter().position(|kind| kind.name == table.kind.name));
        Ok(Plan { origin: self.origin.clone(), hand_ids: self.hand_ids, shard: self.shard, tables })
    }

    /// The first field in which this manifest of a dataset in `dir` differs from what a request would make, as an error.
    pub(super) fn check_same(&self, dir: &Path, wanted: &Manifest) -> Result<()> {
        let value = |manifest: &Manifest| serde_json::to_value(manifest).unwrap_or_default();
        match difference("", &value(self), &value(wanted)) {
            None => Ok(()),
            Some((field, stored, given)) => {
                Err(DatasetError::Differs { path: dir.to_path_buf(), field, stored, given })
            }
        }
    }
}

/// The path and the two texts of the first place in which two JSON values differ.
fn difference(path: &str, a: &Value, b: &Value) -> Option<(String, String, String)> {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) => {
            let more = y.keys().filter(|key| !x.contains_key(*key));
            x.keys().chain(more).find_map(|key| {
                let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                match (x.get(key), y.get(key)) {
                    (Some(a), Some(b)) => difference(&inner, a, b),
                    (a, b) => Some((inner, describe(a), describe(b))),
                }
            })
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            x.iter().zip(y).enumerate().find_map(|(i, (a, b))| difference(&format!("{path}[{i}]"), a, b))
        }
        _ if a == b => None,
        _ => Some((path.to_string(), describe(Some(a)), describe(Some(b)))),
    }
}

/// What to do about text that is no manifest.
fn broken(error: &serde_json::Error) -> String {
    format!("was damaged ({error}); restore it from a copy, or delete the directory and make the dataset again")
}

/// A JSON value for a message: of a long one the beginning.
fn describe(value: Option<&Value>) -> String {
    const LONGEST: usize = 80;
    let text = value.map_or_else(|| NOTHING.to_string(), Value::to_string);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::difference;
    use serde_json::json;

    #[test]
    fn the_first_difference_is_named() {
        let a = json!({"seed": 1, "request": {"players": ["a", "b"], "hands": 5}});
        let same = |b| difference("", &a, &b);
        assert_eq!(same(a.clone()), None);
        let found = same(json!({"seed": 1, "request": {"players": ["a", "c"], "hands": 5}}));
        assert_eq!(found, Some(("request.players[1]".into(), "\"b\"".into(), "\"c\"".into())));
        let found = same(json!({"seed": 1, "request": {"players": ["a", "b"]}}));
        assert_eq!(found, Some(("request.hands".into(), "5".into(), "nothing".into())));
    }
}
