//! A summary of a dataset, complete or not.

use super::error::Result;
use super::files::{is_temp, list};
use super::manifest::Manifest;
use super::part::footer;
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
        let mut info = TableInfo { table: name, parts: 0, parts_expected, rows: 0, bytes: 0, columns };
        let path = dir.join(table.kind.name);
        let paths = if path.is_dir() { list(&path)? } else { Vec::new() };
        for path in paths.iter().filter(|path| !is_temp(path)) {
            add_file(path, &mut info)?;
        }
        on_disk.push(info);
    }
    Ok(Info { manifest, on_disk })
}

fn add_file(path: &Path, info: &mut TableInfo) -> Result<()> {
    let meta = footer(path)?;
    info.parts += 1;
    info.rows += u64::try_from(meta.file_metadata().num_rows()).unwrap_or_default();
    info.bytes += path.metadata().map_err(super::error::DatasetError::io("read", path))?.len();
    for group in meta.row_groups() {
        for (size, column) in info.columns.iter_mut().zip(group.columns()) {
            size.bytes += u64::try_from(column.compressed_size()).unwrap_or_default();
        }
    }
    Ok(())
}
