//! The directory of a dataset while it is being written: begun, continued after an interruption, completed.

use super::column::Table;
use super::docs::readme;
use super::error::{DatasetError, Result};
use super::files::{digest, is_temp, list, make_directory, sync_directory, write_whole};
use super::manifest::{FileEntry, MANIFEST, Manifest};
use super::part::check_part;
use super::plan::{Plan, part_name};
use super::writer::{Encoder, FinishedPart, PartWriter};
use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The name of the explanation in the directory of a dataset.
pub const README: &str = "README.md";

/// A dataset that is being written. The files of finished parts stay when the program ends at any moment; resuming then
/// makes the missing ones, and the directory comes out byte for byte as without the interruption.
///
/// The caller makes the rows of each of the [`Dataset::pending`] parts, in any order and on any threads: row groups with
/// [`Encoder::group`], appended in their order to [`Dataset::part`]; it tells the finished parts to [`Dataset::record`] and
/// ends with [`Dataset::finish`].
pub struct Dataset {
    dir: PathBuf,
    plan: Plan,
    done: BTreeMap<(&'static str, u64), Done>,
    // Held, never read: the lock ends with the handle.
    _lock: File,
}

/// A part whose file is there.
enum Done {
    /// Left by an earlier run: its rows.
    Kept(u64),
    /// Written by this run.
    Written(FileEntry),
}

impl Dataset {
    /// Begins a dataset in a directory that is new or empty.
    pub fn create(dir: &Path, plan: Plan) -> Result<Dataset> {
        let lock = Dataset::open(dir, &plan)?;
        if !list(dir)?.is_empty() {
            return Err(DatasetError::NotEmpty { path: dir.to_path_buf() });
        }
        Dataset::begin(dir, plan, lock)
    }

    /// Continues a dataset that the same request began, or begins it where the directory is new or empty. Finished parts
    /// are kept, files that were being written removed.
    pub fn resume(dir: &Path, plan: Plan) -> Result<Dataset> {
        let lock = Dataset::open(dir, &plan)?;
        for path in list(dir)?.iter().filter(|path| is_temp(path)) {
            fs::remove_file(path).map_err(DatasetError::io("remove", path))?;
        }
        if list(dir)?.is_empty() {
            return Dataset::begin(dir, plan, lock);
        }
        let stored = Manifest::load(dir)?;
        let complete = stored.complete;
        let begun = Manifest::begun(&plan);
        stored.without_files().check_same(dir, &begun)?;
        let mut dataset = Dataset { dir: dir.to_path_buf(), plan, done: BTreeMap::new(), _lock: lock };
        dataset.make_table_directories()?;
        dataset.keep_finished_parts()?;
        if complete && !dataset.pending().is_empty() {
            begun.store(dir)?;
        }
        Ok(dataset)
    }

    /// Makes and locks the directory.
    fn open(dir: &Path, plan: &Plan) -> Result<File> {
        plan.check()?;
        make_directory(dir)?;
        let handle = File::open(dir).map_err(DatasetError::io("open", dir))?;
        match handle.try_lock() {
            Err(TryLockError::WouldBlock) => Err(DatasetError::Busy { path: dir.to_path_buf() }),
            // A file system without locks can't tell; writing is possible all the same.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(handle),
        }
    }

    fn begin(dir: &Path, plan: Plan, lock: File) -> Result<Dataset> {
        // The manifest comes first: whatever else is in the directory belongs to a known request.
        Manifest::begun(&plan).store(dir)?;
        let dataset = Dataset { dir: dir.to_path_buf(), plan, done: BTreeMap::new(), _lock: lock };
        dataset.make_table_directories()?;
        Ok(dataset)
    }

    fn make_table_directories(&self) -> Result<()> {
        self.plan.tables.iter().try_for_each(|table| make_directory(&self.dir.join(table.kind.name)))?;
        sync_directory(&self.dir)
    }

    /// Looks at the files of the tables: keeps the sound ones, removes the others that a run can have left.
    fn keep_finished_parts(&mut self) -> Result<()> {
        for table in &self.plan.tables {
            let names: BTreeMap<String, u64> = self.plan.parts().map(|part| (part_name(part), part)).collect();
            for path in list(&self.dir.join(table.kind.name))? {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let part = names.get(&name).copied();
                let sound = part.and_then(|part| Some((part, check_part(&path, &self.plan, table, part).ok()?)));
                if let Some((part, rows)) = sound {
                    self.done.insert((table.kind.name, part), Done::Kept(rows));
                } else if part.is_some() || is_temp(&path) {
                    fs::remove_file(&path).map_err(DatasetError::io("remove", &path))?;
                } else {
                    return Err(DatasetError::file(
                        &path,
                        "is no part of this dataset; move it elsewhere, then resume",
                    ));
                }
            }
        }
        Ok(())
    }

    /// What is to be written.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The parts that a table still lacks, ascending. All tables of such a part are to be written.
    pub fn pending(&self) -> Vec<u64> {
        let lacks = |part: &u64| self.plan.tables.iter().any(|t| !self.done.contains_key(&(t.kind.name, *part)));
        self.plan.parts().filter(lacks).collect()
    }

    /// The encoder of a table of the plan.
    pub fn encoder<T: Table>(&self) -> Result<Encoder<T>> {
        Encoder::new(&self.plan)
    }

    /// Begins the file of a part.
    pub fn part<T: Table>(&self, encoder: &Encoder<T>, part: u64) -> Result<PartWriter> {
        PartWriter::new(&self.dir, &self.plan, encoder, part)
    }

    /// Takes note of a finished part.
    pub fn record(&mut self, finished: FinishedPart) {
        self.done.insert((finished.table, finished.part), Done::Written(finished.entry));
    }

    /// Writes the explanation and the manifest, which makes the dataset complete. An error where parts are pending.
    pub fn finish(self) -> Result<Manifest> {
        let missing = self.pending().len() as u64;
        if missing > 0 {
            let parts = self.plan.parts().count() as u64;
            return Err(DatasetError::Incomplete { path: self.dir, missing, parts });
        }
        let mut files: BTreeMap<&'static str, Vec<FileEntry>> = BTreeMap::new();
        for ((table, part), done) in self.done {
            let entry = match done {
                Done::Written(entry) => entry,
                Done::Kept(rows) => FileEntry::new(part, rows, digest(&self.dir.join(table).join(part_name(part)))?),
            };
            files.entry(table).or_default().push(entry);
        }
        let manifest = Manifest::completed(&self.plan, files);
        complete(&self.dir, &manifest)?;
        Ok(manifest)
    }
}

/// Writes the files beside the tables, the manifest last.
pub(super) fn complete(dir: &Path, manifest: &Manifest) -> Result<()> {
    write_whole(&dir.join(README), readme(manifest)?.as_bytes())?;
    manifest.store(dir)
}

/// Whether a name belongs in the directory of a dataset beside its tables.
pub(super) fn is_beside_tables(name: &str) -> bool {
    name == MANIFEST || name == README
}
