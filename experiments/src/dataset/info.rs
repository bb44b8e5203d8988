//! A summary of a dataset, complete or not.

use super::error::{DatasetError, Result};
use super::files::{is_temp, list};
use super::manifest::Manifest;
use super::part::{check_listed, footer};
use super::plan::{Plan, TablePlan, part_name};
use serde::Serialize;
use std::path::Path;

/// What [`info`] tells of a dataset.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Info {
    /// The manifest: request, rules, bots, seed, complete or not.
    #[serde(flatten)]
    pub manifest: Manifest,
    /// What is on the disk, table by table.
    pub on_disk: Vec<TableInfo>,
}

/// The files of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableInfo {
    /// The name.
    pub table: String,
    /// The number of parts that are there.
    pub parts: u64,
    /// The number of parts of the complete dataset or shard.
    pub parts_expected: u64,
    /// The number of rows.
    pub rows: u64,
    /// The size of the files in bytes.
    pub bytes: u64,
    /// The columns.
    pub columns: Vec<ColumnSize>,
    /// The files that a complete dataset lacks.
    pub missing: Vec<String>,
    /// The files that are no sound parts of the dataset, and what is wrong with them.
    pub odd: Vec<OddFile>,
}

/// A file that is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OddFile {
    /// The file, from the directory of the dataset.
    pub file: String,
    /// What is wrong.
    pub message: String,
}

impl Info {
    /// Whether the manifest says that every file is there, and every file is. Their content is not looked at.
    pub fn is_complete(&self) -> bool {
        self.manifest.complete && self.on_disk.iter().all(|table| table.missing.is_empty() && table.odd.is_empty())
    }
}

/// The size of a column in all files of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ColumnSize {
    /// The name.
    pub column: String,
    /// The compressed size in bytes.
    pub bytes: u64,
}

/// Reads the manifest and the footers of the data files.
pub fn info(dir: &Path) -> Result<Info> {
    let manifest = Manifest::load(dir)?;
    let plan = manifest.plan()?;
    let parts_expected = plan.parts().count() as u64;
    let mut on_disk = Vec::new();
    for table in &plan.tables {
        let columns = table.specs().iter().map(|spec| ColumnSize { column: spec.name(), bytes: 0 }).collect();
        let name = table.kind.name.to_string();
        let (missing, odd) = (Vec::new(), Vec::new());
        let mut info = TableInfo { table: name, parts: 0, parts_expected, rows: 0, bytes: 0, columns, missing, odd };
        let path = dir.join(table.kind.name);
        let paths = if path.is_dir() { list(&path)? } else { Vec::new() };
        for path in paths.iter().filter(|path| !is_temp(path)) {
            let fault = match add_file(path, &mut info) {
                Ok(()) => fault(path, &manifest, &plan, table)?,
                Err(DatasetError::File { message, .. }) => Some(message),
                Err(error) => return Err(error),
            };
            if let Some(message) = fault {
                info.odd.push(OddFile { file: name_below(table, path), message });
            }
        }
        if manifest.complete {
            let lacks = |part: &u64| !path.join(part_name(*part)).exists();
            info.missing =
                plan.parts().filter(lacks).map(|p| format!("{}/{}", table.kind.name, part_name(p))).collect();
        }
        on_disk.push(info);
    }
    Ok(Info { manifest, on_disk })
}

fn name_below(table: &TablePlan, path: &Path) -> String {
    format!("{}/{}", table.kind.name, path.file_name().unwrap_or_default().to_string_lossy())
}

/// What is wrong with a file of a complete dataset, as far as its footer tells.
fn fault(path: &Path, manifest: &Manifest, plan: &Plan, table: &TablePlan) -> Result<Option<String>> {
    if !manifest.complete {
        return Ok(None);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let files = manifest.tables.get(table.kind.name).map_or(&[][..], |entry| &entry.files);
    let listed = plan.parts().zip(files).find(|(_, entry)| entry.name == name);
    match listed.map(|(part, entry)| check_listed(path, plan, table, part, entry)) {
        None => Ok(Some("is no part of the dataset".to_string())),
        Some(Ok(())) => Ok(None),
        Some(Err(DatasetError::File { message, .. })) => Ok(Some(message)),
        Some(Err(error)) => Err(error),
    }
}

fn add_file(path: &Path, info: &mut TableInfo) -> Result<()> {
    let meta = footer(path)?;
    info.parts += 1;
    info.rows += u64::try_from(meta.file_metadata().num_rows()).unwrap_or_default();
    info.bytes += path.metadata().map_err(DatasetError::io("read", path))?.len();
    for group in meta.row_groups() {
        for (size, column) in info.columns.iter_mut().zip(group.columns()) {
            size.bytes += u64::try_from(column.compressed_size()).unwrap_or_default();
        }
    }
    Ok(())
}
