//! The file of one part: what its footer says, and its rows as a stream.

use super::batch::BatchReader;
use super::column::{Spec, Table};
use super::error::{DatasetError, Result};
use super::guard::guarded;
use super::hands::HandOutline;
use super::manifest::FileEntry;
use super::plan::{Plan, TableKind, TablePlan};
use arrow::array::RecordBatch;
use arrow::datatypes::Field;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::statistics::Statistics;
use std::fs::File;
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::sync::Arc;

/// The rows that are read at a time.
const READ_ROWS: usize = 8192;

fn open(path: &Path) -> Result<ParquetRecordBatchReaderBuilder<File>> {
    let file = File::open(path).map_err(DatasetError::io("open", path))?;
    guarded(path, || ParquetRecordBatchReaderBuilder::try_new(file).map_err(DatasetError::parquet("read", path)))
}

/// The footer of a file.
pub(super) fn footer(path: &Path) -> Result<Arc<ParquetMetaData>> {
    Ok(Arc::clone(open(path)?.metadata()))
}

/// Checks that a file is the part of the table that the plan asks for, as far as its footer tells: number of rows, columns,
/// metadata, hand ids. Returns the number of rows.
pub(super) fn check_part(path: &Path, plan: &Plan, table: &TablePlan, part: u64) -> Result<u64> {
    let wrong = |message: String| Err(DatasetError::file(path, message));
    let reader = open(path)?;
    let meta = reader.metadata();
    let rows = u64::try_from(meta.file_metadata().num_rows()).unwrap_or_default();
    if let Some(expected) = plan.hand_ids.rows(table.kind, part).filter(|&expected| expected != rows) {
        return wrong(format!("has {rows} rows, not {expected}"));
    }
    let (fields, specs) = (reader.schema().fields(), table.specs());
    if fields.len() != specs.len() || !fields.iter().zip(&specs).all(|(field, spec)| describes(spec, field)) {
        return wrong(format!("its columns are not those of {}", table.kind.schema));
    }
    let stored = meta.file_metadata().key_value_metadata().map_or(&[][..], Vec::as_slice);
    if let Some(lacking) = plan.origin.metadata(table.kind.schema).iter().find(|pair| !stored.contains(pair)) {
        return wrong(format!("its metadata {} is not that of the dataset", lacking.key));
    }
    let ids = plan.hand_ids.range(part);
    let inside = |id: &i64| u64::try_from(*id).is_ok_and(|id| ids.contains(&id));
    let all_inside = |group| id_range(group).is_some_and(|range| inside(range.start()) && inside(range.end()));
    if !meta.row_groups().iter().all(all_inside) {
        return wrong(format!("has hand ids other than {} to {}", ids.start, ids.end.saturating_sub(1)));
    }
    Ok(rows)
}

/// Checks, without reading the whole file, that it is the one that a complete manifest lists.
pub(super) fn check_listed(path: &Path, plan: &Plan, table: &TablePlan, part: u64, entry: &FileEntry) -> Result<()> {
    let rows = check_part(path, plan, table, part)?;
    let bytes = path.metadata().map_err(DatasetError::io("read", path))?.len();
    if (rows, bytes) == (entry.rows, entry.bytes) {
        return Ok(());
    }
    let message = format!("has {rows} rows in {bytes} bytes, unlike the manifest; resuming makes it again");
    Err(DatasetError::file(path, message))
}

/// The faults in the order of a part's hand ids.
pub(super) struct IdOrder {
    dense: bool,
    /// Whether rows may have the id of the row before.
    repeats: bool,
    next: i64,
}

impl IdOrder {
    /// Before the first hand of a part.
    pub(super) fn new(plan: &Plan, table: &TableKind, part: u64) -> IdOrder {
        let next = plan.hand_ids.range(part).start as i64;
        IdOrder { dense: plan.hand_ids.dense, repeats: !table.one_a_hand, next }
    }

    /// What is wrong with the id that follows.
    pub(super) fn check(&mut self, id: i64) -> Option<String> {
        let follows = if self.dense { id == self.next } else { id >= self.next };
        // The id before the first is another part's, and the footer has been asked about those.
        let fits = follows || self.repeats && id == self.next - 1;
        let fault = (!fits).then(|| format!("has hand {id} where {} follows", self.next));
        self.next = id.saturating_add(1);
        fault
    }
}

/// Decodes all columns of a file whose hash is not known, and checks the order of its hand ids: what is left after damage
/// rarely decodes.
pub(super) fn check_readable(path: &Path, plan: &Plan, table: &TableKind, part: u64) -> Result<()> {
    let mut order = IdOrder::new(plan, table, part);
    read_batches(path, open(path)?, |batch| {
        let ids = BatchReader::new(path, batch, &[]).hand_ids()?;
        match ids.iter().find_map(|&id| order.check(id)) {
            Some(fault) => Err(DatasetError::file(path, fault)),
            None => Ok(()),
        }
    })
}

/// Checks that every row of table `hands` names the rules of the dataset.
pub(super) fn check_rules(path: &Path, rules: &str) -> Result<()> {
    let builder = open(path)?;
    let column = ProjectionMask::columns(builder.parquet_schema(), ["rules"]);
    read_batches(path, builder.with_projection(column), |batch| {
        BatchReader::new(path, batch, &[]).check_name("rules", rules)
    })
}

/// Calls `each` with what every table `hands` tells of a hand, whichever columns it keeps.
pub(super) fn read_outlines(path: &Path, bots: &[String], each: &mut impl FnMut(&HandOutline)) -> Result<()> {
    read_batches(path, open(path)?, |batch| HandOutline::read(&BatchReader::new(path, batch, bots), each))
}

fn describes(spec: &Spec, field: &Field) -> bool {
    *field.name() == spec.name() && *field.data_type() == spec.data_type && field.is_nullable() == spec.nullable
}

/// The smallest and the largest hand id of a row group; the first column of every table is `hand_id`.
fn id_range(group: &RowGroupMetaData) -> Option<RangeInclusive<i64>> {
    match group.columns().first()?.statistics()? {
        Statistics::Int64(values) => Some(*values.min_opt()?..=*values.max_opt()?),
        _ => None,
    }
}

/// Calls `each` with every row of a file that is in a row group with some of the hand ids; with none given, with every row.
pub(super) fn read_rows<T: Table, E: From<DatasetError>>(
    path: &Path,
    bots: &[String],
    ids: Option<&Range<i64>>,
    each: &mut impl FnMut(&T::Row) -> Result<(), E>,
) -> Result<(), E> {
    let mut builder = open(path)?;
    if let Some(ids) = ids {
        let groups = builder.metadata().row_groups().iter().enumerate();
        let meets = |group| id_range(group).is_none_or(|range| *range.start() < ids.end && *range.end() >= ids.start);
        let groups = groups.filter(|(_, group)| meets(group)).map(|(index, _)| index).collect();
        builder = builder.with_row_groups(groups);
    }
    read_batches(path, builder, |batch| T::read(&BatchReader::new(path, batch, bots), each))
}

fn read_batches<E: From<DatasetError>>(
    path: &Path,
    builder: ParquetRecordBatchReaderBuilder<File>,
    mut each: impl FnMut(&RecordBatch) -> Result<(), E>,
) -> Result<(), E> {
    let build = || builder.with_batch_size(READ_ROWS).build().map_err(DatasetError::parquet("read", path));
    let mut batches = guarded(path, build)?;
    let mut next = || {
        let batch = guarded(path, || Ok(batches.next()))?;
        batch.transpose().map_err(|error| DatasetError::file(path, error.to_string()))
    };
    while let Some(batch) = next()? {
        each(&batch)?;
    }
    Ok(())
}
