//! Filling a dataset from units that are played one by one: waves of rows are played and written one after another, the next
//! being played while one is written.

use super::files::Files;
use super::produce::{Control, Stopped, produce};
use crate::dataset::{
    Dataset, DatasetError, Encoder, FinishedPart, GROUP_ROWS, HandColumns, HandRow, ResultColumns, ResultRow, Table,
};
use crate::error::RunError;
use rayon::prelude::*;
use std::ops::Range;

/// About how many rows are played before they are written: they are all in memory.
const WAVE_ROWS: u64 = 2 * GROUP_ROWS as u64;

/// What makes the rows of a dataset.
pub struct Job<U, R> {
    /// Appends the hands of one unit: a hand, a match, a deal in all its seatings.
    pub unit: U,
    /// How many hand ids a unit has.
    pub ids_per_unit: u64,
    /// About how many hands a unit has.
    pub hands_per_unit: u64,
    /// The row of table `results` that goes with a hand, in datasets that have the table.
    pub result: Option<R>,
}

/// A stretch of the units of a part.
struct Wave {
    part: u64,
    units: Range<u64>,
    /// Whether the part ends with it.
    last: bool,
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

    fn waves(&self, dataset: &Dataset) -> impl Iterator<Item = Wave> + use<'_, U, R> {
        let ids = dataset.plan().hand_ids;
        let step = (WAVE_ROWS / self.hands_per_unit).max(1);
        dataset.pending().into_iter().flat_map(move |part| {
            let units = self.units(ids.range(part));
            units.clone().step_by(step as usize).map(move |first| {
                let end = units.end.min(first + step);
                Wave { part, units: first..end, last: end == units.end }
            })
        })
    }
}

/// Plays and writes all pending parts. Parts that are finished stay whatever happens; the bytes do not depend on threads.
pub fn fill<U, R>(dataset: &mut Dataset, control: &Control<'_>, job: &Job<U, R>) -> Result<(), Stopped>
where
    U: Fn(u64, &mut Vec<HandRow>) -> Result<(), RunError> + Sync,
    R: Fn(&HandRow) -> ResultRow + Sync,
{
    for finished in play_and_write(dataset, control, job)? {
        dataset.record(finished);
    }
    Ok(())
}

fn play_and_write<U, R>(dataset: &Dataset, control: &Control<'_>, job: &Job<U, R>) -> Result<Vec<FinishedPart>, Stopped>
where
    U: Fn(u64, &mut Vec<HandRow>) -> Result<(), RunError> + Sync,
    R: Fn(&HandRow) -> ResultRow + Sync,
{
    let failed = |error: DatasetError| Stopped::from(RunError::from(error));
    let hand_encoder = dataset.encoder::<HandColumns>().map_err(failed)?;
    let mut hands = Files::new(dataset, &hand_encoder);
    let result_encoder = job.result.as_ref().map(|_| dataset.encoder::<ResultColumns>()).transpose().map_err(failed)?;
    let mut results = result_encoder.as_ref().map(|encoder| Files::new(dataset, encoder));

    // The rows that were played and are not written. The last row group of a wave waits there until it is full.
    let mut rows: Vec<HandRow> = Vec::new();
    let mut played: Option<Wave> = None;
    for wave in job.waves(dataset).map(Some).chain([None]) {
        let write = || {
            let Some(Wave { part, last, .. }) = played.take() else { return Ok(()) };
            let ready = if last { rows.len() } else { rows.len() / GROUP_ROWS * GROUP_ROWS };
            write_rows(&mut hands, &hand_encoder, part, &rows[..ready], |row| *row)?;
            if last {
                hands.end(part)?;
            }
            if let (Some(results), Some(encoder), Some(result)) = (&mut results, &result_encoder, &job.result) {
                write_rows(results, encoder, part, &rows[..ready], result)?;
                if last {
                    results.end(part)?;
                }
            }
            rows.drain(..ready);
            Ok(())
        };
        let play = || wave.as_ref().map(|wave| produce(wave.units.clone(), control, &job.unit)).transpose();
        let (written, next) = rayon::join(write, play);
        written.map_err(failed)?;
        match next? {
            Some(next) if rows.is_empty() => rows = next,
            Some(next) => rows.extend(next),
            None => {}
        }
        played = wave;
    }
    let mut finished = hands.finish().map_err(failed)?;
    if let Some(results) = results {
        finished.extend(results.finish().map_err(failed)?);
    }
    Ok(finished)
}

/// Encodes row groups on all threads and appends them in their order.
fn write_rows<T: Table>(
    files: &mut Files<'_, T>,
    encoder: &Encoder<T>,
    part: u64,
    rows: &[HandRow],
    row_of: impl Fn(&HandRow) -> T::Row + Sync,
) -> Result<(), DatasetError> {
    let encode = |rows: &[HandRow]| {
        let mut group = encoder.group()?;
        rows.iter().try_for_each(|row| group.push(&row_of(row)))?;
        group.finish()
    };
    let groups = rows.par_chunks(GROUP_ROWS).map(encode).collect::<Result<Vec<_>, _>>()?;
    groups.into_iter().try_for_each(|group| files.append(part, group))
}
