//! Rows in parallel, in order, until the user interrupts.

use crate::error::RunError;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most units that a thread takes at a time …
const CHUNK: u64 = 16;

/// … and into how many chunks for each thread units are cut at least, where there are enough: slow bots then keep all
/// threads busy almost to the end.
const CHUNKS_PER_THREAD: u64 = 16;

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

/// Rows of one kind or several, to which others can be added.
pub trait Rows: Default + Send {
    /// Adds the rows of later units.
    fn add(&mut self, later: Self);
}

impl<T: Send> Rows for Vec<T> {
    fn add(&mut self, mut later: Self) {
        self.append(&mut later);
    }
}

/// The rows of the units in `range`, made on all threads of the pool, in the order of the units. `unit` appends the rows of
/// one unit; it must depend on nothing but the number of the unit, so that threads do not change the result.
pub fn produce<R: Rows>(
    range: Range<u64>,
    control: &Control<'_>,
    unit: &(impl Fn(u64, &mut R) -> Result<(), RunError> + Sync),
) -> Result<R, Stopped> {
    let units = range.end - range.start;
    let size = (units / (CHUNKS_PER_THREAD * rayon::current_num_threads() as u64)).clamp(1, CHUNK);
    let chunks = units.div_ceil(size);
    let made: Vec<R> = (0..chunks)
        .into_par_iter()
        .map(|chunk| {
            let first = range.start + chunk * size;
            let units = first..range.end.min(first + size);
            let mut rows = R::default();
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
    Ok(made.into_iter().fold(R::default(), |mut all, rows| {
        all.add(rows);
        all
    }))
}
