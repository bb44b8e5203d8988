//! How long bots thought, beside the datasets: a run that reads finished datasets still tells of it.

use crate::dataset::write_whole;
use crate::error::RunError;
use crate::play::Times;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The name of the file in the directory of a run.
const NAME: &str = "times.json";

/// The file of times, by the directory of the dataset.
pub(super) struct TimesFile {
    path: PathBuf,
    times: BTreeMap<String, Vec<Times>>,
}

impl TimesFile {
    /// Reads the file, if it is there. One that was damaged counts as none: times decide nothing.
    pub(super) fn open(dir: &Path) -> Result<TimesFile, RunError> {
        let path = dir.join(NAME);
        let times = match std::fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text).unwrap_or_default(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(RunError::unreadable(&path, &error)),
        };
        Ok(TimesFile { path, times })
    }

    /// Adds the times of a dataset's bots to those of earlier runs, and returns all.
    pub(super) fn merge(&mut self, dataset: &Path, new: &[Times]) -> Result<Vec<Times>, RunError> {
        let key = dataset.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        let stored = self.times.entry(key).or_default();
        stored.resize(new.len(), Times::default());
        if new.iter().any(|times| *times != Times::default()) {
            stored.iter_mut().zip(new).for_each(|(stored, new)| stored.merge(new));
            let all = stored.clone();
            let text = serde_json::to_vec_pretty(&self.times).map_err(|error| RunError::Failed(error.to_string()))?;
            write_whole(&self.path, &text)?;
            return Ok(all);
        }
        Ok(stored.clone())
    }
}
