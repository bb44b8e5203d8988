//! The files of one table, one part after another.

use crate::dataset::{Dataset, DatasetError, EncodedGroup, Encoder, FinishedPart, PartWriter, Table};
use std::thread::JoinHandle;

/// Takes the row groups of a table in order and writes the files of its parts. A finished file goes to the disk on a thread
/// of its own, which waits there instead of one that could play.
pub(super) struct Files<'a, T: Table> {
    dataset: &'a Dataset,
    encoder: &'a Encoder<T>,
    open: Option<PartWriter>,
    closing: Option<JoinHandle<Result<FinishedPart, DatasetError>>>,
    finished: Vec<FinishedPart>,
}

impl<'a, T: Table> Files<'a, T> {
    pub(super) fn new(dataset: &'a Dataset, encoder: &'a Encoder<T>) -> Files<'a, T> {
        Files { dataset, encoder, open: None, closing: None, finished: Vec::new() }
    }

    /// Appends the next row group of a part.
    pub(super) fn append(&mut self, part: u64, group: EncodedGroup) -> Result<(), DatasetError> {
        let mut writer = match self.open.take() {
            Some(writer) => writer,
            None => self.dataset.part(self.encoder, part)?,
        };
        writer.append(group)?;
        self.open = Some(writer);
        Ok(())
    }

    /// Ends a part.
    pub(super) fn end(&mut self, part: u64) -> Result<(), DatasetError> {
        let writer = match self.open.take() {
            Some(writer) => writer,
            None => self.dataset.part(self.encoder, part)?,
        };
        self.wait()?;
        self.closing = Some(std::thread::spawn(|| writer.finish()));
        Ok(())
    }

    /// Waits until the part that was ended last is on the disk.
    fn wait(&mut self) -> Result<(), DatasetError> {
        if let Some(closing) = self.closing.take() {
            let finished = closing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            self.finished.push(finished?);
        }
        Ok(())
    }

    /// All finished parts.
    pub(super) fn finish(mut self) -> Result<Vec<FinishedPart>, DatasetError> {
        self.wait()?;
        Ok(std::mem::take(&mut self.finished))
    }
}

impl<T: Table> Drop for Files<'_, T> {
    /// What was ended is to be on the disk also where the run stops.
    fn drop(&mut self) {
        if let Some(closing) = self.closing.take() {
            // The reason of the stop is told already.
            let _ = closing.join();
        }
    }
}
