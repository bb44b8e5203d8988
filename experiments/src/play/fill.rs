//! Filling a dataset from units that are played one by one: waves of rows are played and written one after another, the next
//! being played while one is written.

use super::files::Files;
use super::hand::Played;
use super::produce::{Control, Rows, Stopped, produce};
use crate::dataset::{
    Dataset, DatasetError, DecisionColumns, Encoder, FinishedPart, GROUP_ROWS, GroupEncoder, HandColumns, HandRow,
    MatchColumns, MatchRow, ResultColumns, ResultRow, Table,
};
use crate::error::RunError;
use rayon::prelude::*;
use std::ops::Range;

/// About how many rows are played before they are written: they are all in memory.
const WAVE_ROWS: u64 = 2 * GROUP_ROWS as u64;

/// Makes the row that goes with a hand.
pub type OfHand<'a> = &'a (dyn Fn(&HandRow) -> ResultRow + Sync);

/// Makes the row that goes with the hands of a match.
pub type OfMatch<'a> = &'a (dyn Fn(&[HandRow]) -> MatchRow + Sync);

/// What makes the rows of a dataset.
pub struct Job<'a, U> {
    /// Appends the hands of one unit: a hand, a match, a deal or a number of matches in all its seatings; and their decisions, in
    /// datasets that have the table.
    pub unit: U,
    /// How many hand ids a unit has.
    pub ids_per_unit: u64,
    /// About how many rows a unit has in the table where it has most.
    pub rows_per_unit: u64,
    /// The row of table `results` that goes with a hand, in datasets that have the table.
    pub result: Option<OfHand<'a>>,
    /// The row of table `matches` that goes with the hands of a match, in datasets that have the table.
    pub outcome: Option<OfMatch<'a>>,
}

/// A stretch of the units of a part.
struct Wave {
    part: u64,
    units: Range<u64>,
    /// Whether the part ends with it.
    last: bool,
}

impl<U> Job<'_, U> {
    fn units(&self, ids: Range<u64>) -> Range<u64> {
        ids.start / self.ids_per_unit..ids.end / self.ids_per_unit
    }

    /// How many units of the plan are still to be played.
    pub fn pending_units(&self, dataset: &Dataset) -> u64 {
        let ids = dataset.plan().hand_ids;
        dataset.pending().into_iter().map(|part| self.units(ids.range(part))).map(|units| units.end - units.start).sum()
    }

    fn waves(&self, dataset: &Dataset) -> impl Iterator<Item = Wave> + use<'_, U> {
        let ids = dataset.plan().hand_ids;
        let step = (WAVE_ROWS / self.rows_per_unit).max(1);
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
pub fn fill<U>(dataset: &mut Dataset, control: &Control<'_>, job: &Job<'_, U>) -> Result<(), Stopped>
where
    U: Fn(u64, &mut Played) -> Result<(), RunError> + Sync,
{
    for finished in play_and_write(dataset, control, job)? {
        dataset.record(finished);
    }
    Ok(())
}

fn play_and_write<U>(dataset: &Dataset, control: &Control<'_>, job: &Job<'_, U>) -> Result<Vec<FinishedPart>, Stopped>
where
    U: Fn(u64, &mut Played) -> Result<(), RunError> + Sync,
{
    let failed = |error: DatasetError| Stopped::from(RunError::from(error));
    let hand_encoder = dataset.encoder::<HandColumns>().map_err(failed)?;
    let mut hands = Writer::new(dataset, &hand_encoder);
    let result_encoder = job.result.map(|_| dataset.encoder::<ResultColumns>()).transpose().map_err(failed)?;
    let mut results =
        result_encoder.as_ref().zip(job.result).map(|(encoder, row)| (Writer::new(dataset, encoder), row));
    let match_encoder = job.outcome.map(|_| dataset.encoder::<MatchColumns>()).transpose().map_err(failed)?;
    let mut matches =
        match_encoder.as_ref().zip(job.outcome).map(|(encoder, row)| (Writer::new(dataset, encoder), row));

    let decision_encoder = dataset.plan().has::<DecisionColumns>().then(|| dataset.encoder::<DecisionColumns>());
    let decision_encoder = decision_encoder.transpose().map_err(failed)?;
    let mut decisions = decision_encoder.as_ref().map(|encoder| Writer::new(dataset, encoder));

    // The rows that were played and are not written. The last row group of a wave waits there until it is full.
    let mut rows = Played::default();
    let mut match_rows: Vec<MatchRow> = Vec::new();
    let mut played: Option<Wave> = None;
    for wave in job.waves(dataset).map(Some).chain([None]) {
        let write = || {
            let Some(Wave { part, last, .. }) = played.take() else { return Ok(()) };
            let ready = hands.write(part, last, &rows.hands, |row, group| group.push(row))?;
            if let Some((results, row_of)) = &mut results {
                results.write(part, last, &rows.hands, |row, group| group.push(&row_of(row)))?;
            }
            rows.hands.drain(..ready);
            if let Some((matches, _)) = &mut matches {
                let ready = matches.write(part, last, &match_rows, |row, group| group.push(row))?;
                match_rows.drain(..ready);
            }
            if let Some(decisions) = &mut decisions {
                let ready = decisions.write(part, last, &rows.decisions, |row, group| group.push(row))?;
                rows.decisions.drain(..ready);
            }
            Ok(())
        };
        let play = || wave.as_ref().map(|wave| produce(wave.units.clone(), control, &job.unit)).transpose();
        let (written, next) = rayon::join(write, play);
        written.map_err(failed)?;
        if let Some(next) = next? {
            if let Some((_, outcome)) = &matches {
                // A wave has whole units, and so whole matches.
                match_rows.extend(next.hands.chunk_by(|a, b| a.match_id == b.match_id).map(outcome));
            }
            rows.add(next);
        }
        played = wave;
    }
    let mut finished = hands.finish().map_err(failed)?;
    if let Some((results, _)) = results {
        finished.extend(results.finish().map_err(failed)?);
    }
    if let Some((matches, _)) = matches {
        finished.extend(matches.finish().map_err(failed)?);
    }
    if let Some(decisions) = decisions {
        finished.extend(decisions.finish().map_err(failed)?);
    }
    Ok(finished)
}

/// Writes the rows of a table.
pub struct Writer<'a, T: Table> {
    encoder: &'a Encoder<T>,
    files: Files<'a, T>,
}

impl<'a, T: Table> Writer<'a, T> {
    /// A writer of what the table still lacks.
    pub fn new(dataset: &'a Dataset, encoder: &'a Encoder<T>) -> Writer<'a, T> {
        Writer { encoder, files: Files::new(dataset, encoder) }
    }

    /// Encodes row groups on all threads, each row by `push`, and appends them in their order; a row group that is not full is
    /// left out unless the part ends with it. Returns how many rows were written.
    ///
    /// # Errors
    /// The rows cannot be encoded, or the files not be written.
    pub fn write<S: Sync>(
        &mut self,
        part: u64,
        last: bool,
        rows: &[S],
        push: impl Fn(&S, &mut GroupEncoder<'_, T>) -> Result<(), DatasetError> + Sync,
    ) -> Result<usize, DatasetError> {
        let ready = if last { rows.len() } else { rows.len() / GROUP_ROWS * GROUP_ROWS };
        let encode = |rows: &[S]| {
            let mut group = self.encoder.group()?;
            rows.iter().try_for_each(|row| push(row, &mut group))?;
            group.finish()
        };
        let groups = rows[..ready].par_chunks(GROUP_ROWS).map(encode).collect::<Result<Vec<_>, _>>()?;
        groups.into_iter().try_for_each(|group| self.files.append(part, group))?;
        if last {
            self.files.end(part)?;
        }
        Ok(ready)
    }

    /// All finished parts.
    ///
    /// # Errors
    /// A file could not be put on the disk.
    pub fn finish(self) -> Result<Vec<FinishedPart>, DatasetError> {
        self.files.finish()
    }
}
