//! The file of one part: what its footer says, and its rows as a stream.

use super::batch::BatchReader;
use super::column::{Spec, Table};
use super::error::{DatasetError, Result};
use super::plan::{Plan, TablePlan};
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
    ParquetRecordBatchReaderBuilder::try_new(file).map_err(DatasetError::parquet("read", path))
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
    if let Some(expected) = plan.hand_ids.rows(part).filter(|&expected| expected != rows) {
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

/// Calls `each` with every hand id of a file.
pub(super) fn read_ids(path: &Path, each: &mut impl FnMut(i64)) -> Result<()> {
    let builder = open(path)?;
    let ids = ProjectionMask::leaves(builder.parquet_schema(), [0]);
    read_batches(path, builder.with_projection(ids), |batch| {
        BatchReader::new(path, batch, &[]).hand_ids()?.iter().for_each(|&id| each(id));
        Ok(())
    })
}

fn read_batches<E: From<DatasetError>>(
    path: &Path,
    builder: ParquetRecordBatchReaderBuilder<File>,
    mut each: impl FnMut(&RecordBatch) -> Result<(), E>,
) -> Result<(), E> {
    let batches = builder.with_batch_size(READ_ROWS).build().map_err(DatasetError::parquet("read", path))?;
    for batch in batches {
        each(&batch.map_err(|error| DatasetError::file(path, error.to_string()))?)?;
    }
    Ok(())
}
