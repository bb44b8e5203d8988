//! Filling a dataset: parts are played and written one after another, the next part being played while one is written.

use super::produce::{Control, Stopped, produce};
use crate::dataset::{
    Dataset, Encoder, FinishedPart, GROUP_ROWS, HandColumns, HandRow, ResultColumns, ResultRow, Table,
};
use crate::error::RunError;
use rayon::prelude::*;
use std::ops::Range;

/// What makes the rows of a dataset.
pub struct Job<U, R> {
    /// Appends the hands of one unit: a hand, a match, a deal in all its seatings.
    pub unit: U,
    /// How many hand ids a unit has.
    pub ids_per_unit: u64,
    /// The row of table `results` that goes with a hand, in datasets that have the table.
    pub result: Option<R>,
}

impl<U, R> Job<U, R> {
    fn units(&self, ids: Range<u64>) -> Range<u64> {
        ids.start / self.ids_per_unit..ids.end / self.ids_per_unit
    }

    /// How many units of the plan are still to be played.
    pub fn pending_units(&self, dataset: &Dataset) -> u64 {
        let ids = dataset.plan().hand_ids;
        dataset.pending().into_iter().map(|part| self.units(ids.range(part))).map(|units| units.end - units.start).sum()
    }
}

/// Plays and writes all pending parts. Parts that are finished stay whatever happens; the bytes do not depend on threads.
pub fn fill<U, R>(dataset: &mut Dataset, control: &Control<'_>, job: &Job<U, R>) -> Result<(), Stopped>
where
    U: Fn(u64, &mut Vec<HandRow>) -> Result<(), RunError> + Sync,
    R: Fn(&HandRow) -> ResultRow + Sync,
{
    let mut played: Option<(u64, Vec<HandRow>)> = None;
    let ids = dataset.plan().hand_ids;
    for part in dataset.pending().into_iter().map(Some).chain([None]) {
        let write = || played.take().map(|(part, rows)| write_part(dataset, part, &rows, job));
        let play = || part.map(|part| produce(job.units(ids.range(part)), control, &job.unit));
        let (written, next) = rayon::join(write, play);
        for finished in written.transpose()?.into_iter().flatten() {
            dataset.record(finished);
        }
        played = match (part, next.transpose()?) {
            (Some(part), Some(rows)) => Some((part, rows)),
            _ => None,
        };
    }
    Ok(())
}

fn write_part<U, R>(
    dataset: &Dataset,
    part: u64,
    rows: &[HandRow],
    job: &Job<U, R>,
) -> Result<Vec<FinishedPart>, RunError>
where
    R: Fn(&HandRow) -> ResultRow + Sync,
{
    let mut finished = vec![write_table::<HandColumns>(dataset, part, rows, |row| *row)?];
    if let Some(result) = &job.result {
        finished.push(write_table::<ResultColumns>(dataset, part, rows, result)?);
    }
    Ok(finished)
}

/// Encodes the row groups of a part on all threads and writes them in their order.
fn write_table<T: Table>(
    dataset: &Dataset,
    part: u64,
    rows: &[HandRow],
    row_of: impl Fn(&HandRow) -> T::Row + Sync,
) -> Result<FinishedPart, RunError> {
    let encoder: Encoder<T> = dataset.encoder()?;
    let encode = |rows: &[HandRow]| {
        let mut group = encoder.group()?;
        rows.iter().try_for_each(|row| group.push(&row_of(row)))?;
        group.finish()
    };
    let groups = rows.par_chunks(GROUP_ROWS).map(encode).collect::<Result<Vec<_>, _>>()?;
    let mut writer = dataset.part(&encoder, part)?;
    groups.into_iter().try_for_each(|group| writer.append(group))?;
    Ok(writer.finish()?)
}
