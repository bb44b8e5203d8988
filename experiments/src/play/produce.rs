//! Rows in parallel, in order, until the user interrupts.

use crate::error::RunError;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many units a thread takes at a time: few, so that slow bots keep all threads busy to the end.
const CHUNK: u64 = 16;

/// What a run shares with the user: whether to stop, and how far it is.
#[derive(Debug)]
pub struct Control<'a> {
    /// Set when the run is to stop.
    pub stop: &'a AtomicBool,
    /// Counts units.
    pub bar: ProgressBar,
}

/// Why rows were not produced.
#[derive(Debug)]
pub enum Stopped {
    /// The user interrupted the run.
    Interrupted,
    /// A unit failed.
    Failed(RunError),
}

impl From<RunError> for Stopped {
    fn from(error: RunError) -> Stopped {
        Stopped::Failed(error)
    }
}

/// The rows of the units in `range`, made on all threads of the pool, in the order of the units. `unit` appends the rows of
/// one unit; it must depend on nothing but the number of the unit, so that threads do not change the result.
pub fn produce<R: Send>(
    range: Range<u64>,
    control: &Control<'_>,
    unit: &(impl Fn(u64, &mut Vec<R>) -> Result<(), RunError> + Sync),
) -> Result<Vec<R>, Stopped> {
    let chunks = (range.end - range.start).div_ceil(CHUNK);
    let made: Vec<Vec<R>> = (0..chunks)
        .into_par_iter()
        .map(|chunk| {
            let first = range.start + chunk * CHUNK;
            let units = first..range.end.min(first + CHUNK);
            let mut rows = Vec::with_capacity(CHUNK as usize);
            for index in units.clone() {
                if control.stop.load(Ordering::Relaxed) {
                    return Err(Stopped::Interrupted);
                }
                unit(index, &mut rows)?;
            }
            control.bar.inc(units.end - units.start);
            Ok(rows)
        })
        .collect::<Result<_, _>>()?;
    Ok(made.into_iter().flatten().collect())
}
