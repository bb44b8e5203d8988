//! Streaming the rows of a complete dataset.

use super::column::{ColumnSet, Table};
use super::error::{DatasetError, Result};
use super::hands::{HandColumns, HandRow};
use super::manifest::Manifest;
use super::part::{check_listed, read_rows};
use super::plan::part_name;
use std::ops::Range;
use std::path::Path;

/// Calls `each` with every row of a table, in the order of hand ids, with a few thousand rows in memory. The first error of
/// `each` ends it. The numbers in [`HandRow::bot`] refer to [`Origin::bots`](super::Origin::bots) of the manifest.
pub fn read_table<T: Table, E: From<DatasetError>>(
    dir: &Path,
    mut each: impl FnMut(&T::Row) -> Result<(), E>,
) -> Result<(), E> {
    read::<T, E>(dir, None, &mut each)
}

/// Calls `each` with every hand of a dataset; see [`read_table`].
pub fn read_hands<E: From<DatasetError>>(dir: &Path, each: impl FnMut(&HandRow) -> Result<(), E>) -> Result<(), E> {
    read_table::<HandColumns, E>(dir, each)
}

/// Calls `each` with the hands of a dataset whose ids are in a range, reading only the parts and row groups that have some.
pub fn read_hands_in<E: From<DatasetError>>(
    dir: &Path,
    ids: Range<i64>,
    mut each: impl FnMut(&HandRow) -> Result<(), E>,
) -> Result<(), E> {
    let mut inside = |row: &HandRow| if ids.contains(&row.hand_id) { each(row) } else { Ok(()) };
    read::<HandColumns, E>(dir, Some(&ids), &mut inside)
}

/// Checks, by their footers, that the parts of table `hands` with some of these ids, or with none given all parts, are
/// there and are those of the manifest; reading them then fails only where their content was damaged.
pub fn check_parts(dir: &Path, ids: Option<&[i64]>) -> Result<()> {
    let manifest = Manifest::load_complete(dir)?;
    let plan = manifest.plan()?;
    let table = plan.table::<HandColumns>()?;
    let files = manifest.tables.get(table.kind.name).map_or(&[][..], |entry| &entry.files);
    for (index, part) in plan.parts().enumerate() {
        let range = plan.hand_ids.range(part);
        let inside = |id: &i64| u64::try_from(*id).is_ok_and(|id| range.contains(&id));
        if ids.is_none_or(|ids| ids.iter().any(inside)) {
            let path = dir.join(table.kind.name).join(part_name(part));
            let listed = files.get(index).ok_or_else(|| DatasetError::file(&path, "is not in the manifest"))?;
            check_listed(&path, &plan, &table, part, listed)?;
        }
    }
    Ok(())
}

fn read<T: Table, E: From<DatasetError>>(
    dir: &Path,
    ids: Option<&Range<i64>>,
    each: &mut impl FnMut(&T::Row) -> Result<(), E>,
) -> Result<(), E> {
    let manifest = Manifest::load_complete(dir)?;
    let plan = manifest.plan()?;
    if plan.table::<T>()?.columns != ColumnSet::All {
        return Err(DatasetError::LeftOut { path: dir.to_path_buf(), table: T::NAME }.into());
    }
    let wanted = |part: u64| {
        let range = plan.hand_ids.range(part);
        ids.is_none_or(|ids| (range.start as i64) < ids.end && (range.end as i64) > ids.start)
    };
    for part in plan.parts().filter(|&part| wanted(part)) {
        read_rows::<T, E>(&dir.join(T::NAME).join(part_name(part)), &plan.origin.bots, ids, each)?;
    }
    Ok(())
}
