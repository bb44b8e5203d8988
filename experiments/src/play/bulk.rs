//! Filling a dataset from a source that makes hands by the million: each thread plays and encodes whole row groups.

use super::files::Files;
use super::produce::{Control, Stopped};
use crate::dataset::{
    Dataset, DatasetError, EncodedGroup, Encoder, FinishedPart, GROUP_ROWS, GroupEncoder, HandColumns,
};
use crate::error::RunError;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The hands that a source makes at a time; between them a thread looks whether it is to stop. Row groups are multiples, so
/// that only the last stretch of a dataset is shorter.
const STRETCH: u64 = 1 << 12;

/// A row group that is to be made.
struct Group {
    part: u64,
    ids: Range<u64>,
    /// Whether the part ends with it.
    last: bool,
}

/// Fills all pending parts of a dataset of independent hands that has table `hands` alone. `source` adds the rows of a range
/// of hand ids, in their order, and nothing else; it runs on all threads of the pool, and the rows must depend on their ids
/// alone. Parts that are finished stay whatever happens; the bytes do not depend on threads, and memory grows with threads
/// and not with hands.
///
/// # Panics
/// If the hand ids of the plan have gaps.
pub fn fill_in_bulk<S>(dataset: &mut Dataset, control: &Control<'_>, source: &S) -> Result<(), Stopped>
where
    S: Fn(Range<u64>, &mut GroupEncoder<'_, HandColumns>) -> Result<(), RunError> + Sync,
{
    for finished in make_parts(dataset, control, source)? {
        dataset.record(finished);
    }
    Ok(())
}

fn make_parts<S>(dataset: &Dataset, control: &Control<'_>, source: &S) -> Result<Vec<FinishedPart>, Stopped>
where
    S: Fn(Range<u64>, &mut GroupEncoder<'_, HandColumns>) -> Result<(), RunError> + Sync,
{
    assert!(dataset.plan().hand_ids.dense, "hands in bulk have ids without gaps");
    let encoder = dataset.encoder::<HandColumns>().map_err(failed)?;
    let groups = Mutex::new((0..).zip(groups(dataset)));
    let line = Line::new(Files::new(dataset, &encoder), 2 * rayon::current_num_threads());
    let work = || {
        loop {
            let next = groups.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((number, group)) = next else { return Ok(()) };
            let Some(encoded) = encode(&encoder, &group.ids, control, source, &line)? else { return Ok(()) };
            line.put(number, group, encoded).map_err(failed)?;
        }
    };
    let ends = rayon::broadcast(|_| {
        // However a thread ends, if not after the last group the others do not wait for it.
        let stop = StopOthers(&line);
        let end = work();
        if end.is_ok() {
            std::mem::forget(stop);
        }
        end
    });
    ends.into_iter().collect::<Result<(), Stopped>>()?;
    line.finish().map_err(failed)
}

fn failed(error: DatasetError) -> Stopped {
    Stopped::Failed(error.into())
}

/// The row groups of the pending parts, in order.
fn groups(dataset: &Dataset) -> impl Iterator<Item = Group> + use<> {
    let hand_ids = dataset.plan().hand_ids;
    dataset.pending().into_iter().flat_map(move |part| {
        let ids = hand_ids.range(part);
        ids.clone().step_by(GROUP_ROWS).map(move |first| {
            let end = ids.end.min(first + GROUP_ROWS as u64);
            Group { part, ids: first..end, last: end == ids.end }
        })
    })
}

/// Makes a row group; nothing if another thread has failed.
fn encode<S>(
    encoder: &Encoder<HandColumns>,
    ids: &Range<u64>,
    control: &Control<'_>,
    source: &S,
    line: &Line<'_>,
) -> Result<Option<EncodedGroup>, Stopped>
where
    S: Fn(Range<u64>, &mut GroupEncoder<'_, HandColumns>) -> Result<(), RunError>,
{
    let mut group = encoder.group().map_err(failed)?;
    for first in ids.clone().step_by(STRETCH as usize) {
        if control.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        if line.lock().broken {
            return Ok(None);
        }
        let stretch = first..ids.end.min(first + STRETCH);
        let hands = stretch.end - stretch.start;
        source(stretch, &mut group)?;
        control.bar.inc(hands);
    }
    group.finish().map(Some).map_err(failed)
}

/// Row groups that wait for their turn to be written. The thread that comes with the next one writes it, and those that
/// wait behind it.
struct Line<'a> {
    state: Mutex<State<'a>>,
    moved: Condvar,
    /// How many groups may wait.
    limit: usize,
}

struct State<'a> {
    /// Nothing while a thread writes.
    files: Option<Files<'a, HandColumns>>,
    /// The number of the group that is written next.
    next: u64,
    waiting: BTreeMap<u64, (Group, EncodedGroup)>,
    /// Whether a thread has given up: groups will be missing.
    broken: bool,
}

impl<'a> Line<'a> {
    fn new(files: Files<'a, HandColumns>, limit: usize) -> Line<'a> {
        let state = State { files: Some(files), next: 0, waiting: BTreeMap::new(), broken: false };
        Line { state: Mutex::new(state), moved: Condvar::new(), limit }
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a group, and returns when not too many wait.
    fn put(&self, number: u64, group: Group, encoded: EncodedGroup) -> Result<(), DatasetError> {
        let mut state = self.lock();
        state.waiting.insert(number, (group, encoded));
        if let Some(mut files) = state.files.take() {
            loop {
                let next = state.next;
                let Some((group, encoded)) = state.waiting.remove(&next) else { break };
                state.next += 1;
                drop(state);
                self.moved.notify_all();
                files.append(group.part, encoded)?;
                if group.last {
                    files.end(group.part)?;
                }
                state = self.lock();
            }
            state.files = Some(files);
        }
        // The next group is not among those that wait, or a thread is writing it: there is always one that does not wait here.
        while state.waiting.len() >= self.limit && !state.broken {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        Ok(())
    }

    /// All finished parts.
    fn finish(self) -> Result<Vec<FinishedPart>, DatasetError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.files.map_or(Ok(Vec::new()), Files::finish)
    }
}

/// Lets the other threads end when it is dropped.
struct StopOthers<'a, 'b>(&'a Line<'b>);

impl Drop for StopOthers<'_, '_> {
    fn drop(&mut self) {
        self.0.lock().broken = true;
        self.0.moved.notify_all();
    }
}
