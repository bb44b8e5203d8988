//! The directory of a dataset while it is being written: begun, continued after an interruption, completed.

use super::column::Table;
use super::docs::readme;
use super::error::{DatasetError, Result};
use super::files::{digest, is_temp, list, make_directory, sync_directory, write_whole};
use super::manifest::{FileEntry, MANIFEST, Manifest};
use super::part::{check_part, check_readable};
use super::plan::{Plan, TablePlan, part_name};
use super::writer::{Encoder, FinishedPart, PartWriter};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long to wait for the lock of a dataset. A program that is just starting another one holds its locks twice for a
/// moment, also those that it has given up.
const PATIENCE: Duration = Duration::from_secs(1);

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
    /// What the manifest says of the files, where the dataset was complete once: they are to have this content.
    recorded: BTreeMap<(&'static str, u64), FileEntry>,
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
    /// are kept, files that were being written removed. Parts of which the manifest has the hash are kept only if they have
    /// that content; the others if their footers are those of the plan and all their columns decode.
    pub fn resume(dir: &Path, plan: Plan) -> Result<Dataset> {
        let lock = Dataset::open(dir, &plan)?;
        for path in list(dir)?.iter().filter(|path| is_temp(path)) {
            fs::remove_file(path).map_err(DatasetError::io("remove", path))?;
        }
        if list(dir)?.is_empty() {
            return Dataset::begin(dir, plan, lock);
        }
        let stored = Manifest::load(dir)?;
        stored.clone().without_files().check_same(dir, &Manifest::begun(&plan))?;
        let recorded = recorded_files(&plan, &stored);
        let mut dataset = Dataset { dir: dir.to_path_buf(), plan, done: BTreeMap::new(), recorded, _lock: lock };
        dataset.make_table_directories()?;
        let damaged = dataset.keep_finished_parts()?;
        if stored.complete && !(damaged.is_empty() && dataset.pending().is_empty()) {
            // The hashes stay in it: they hold for the parts that are made again.
            Manifest { complete: false, ..stored }.store(dir)?;
        }
        for path in damaged {
            fs::remove_file(&path).map_err(DatasetError::io("remove", &path))?;
        }
        Ok(dataset)
    }

    /// Makes and locks the directory.
    fn open(dir: &Path, plan: &Plan) -> Result<File> {
        plan.check()?;
        make_directory(dir)?;
        let handle = File::open(dir).map_err(DatasetError::io("open", dir))?;
        let patience = Instant::now() + PATIENCE;
        loop {
            match handle.try_lock() {
                Err(TryLockError::WouldBlock) if Instant::now() < patience => sleep(PATIENCE / 50),
                Err(TryLockError::WouldBlock) => return Err(DatasetError::Busy { path: dir.to_path_buf() }),
                // A file system without locks can't tell; writing is possible all the same.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(handle),
            }
        }
    }

    fn begin(dir: &Path, plan: Plan, lock: File) -> Result<Dataset> {
        // The manifest comes first: whatever else is in the directory belongs to a known request.
        Manifest::begun(&plan).store(dir)?;
        let (dir, done, recorded) = (dir.to_path_buf(), BTreeMap::new(), BTreeMap::new());
        let dataset = Dataset { dir, plan, done, recorded, _lock: lock };
        dataset.make_table_directories()?;
        Ok(dataset)
    }

    fn make_table_directories(&self) -> Result<()> {
        self.plan.tables.iter().try_for_each(|table| make_directory(&self.dir.join(table.kind.name)))?;
        sync_directory(&self.dir)
    }

    /// Looks at the files of the tables: keeps the sound ones and returns the others that a run can have left.
    fn keep_finished_parts(&mut self) -> Result<Vec<PathBuf>> {
        let (mut damaged, mut parts) = (Vec::new(), Vec::new());
        for table in &self.plan.tables {
            let names: BTreeMap<String, u64> = self.plan.parts().map(|part| (part_name(part), part)).collect();
            for path in list(&self.dir.join(table.kind.name))? {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                match names.get(&name) {
                    Some(&part) => parts.push((table, part, path)),
                    None if is_temp(&path) => damaged.push(path),
                    None => {
                        return Err(DatasetError::file(
                            &path,
                            "is no part of this dataset; move it elsewhere, then resume",
                        ));
                    }
                }
            }
        }
        let judged = parts.into_par_iter().map(|(table, part, path)| {
            let kept = self.judge(table, part, &path);
            (table.kind.name, part, path, kept)
        });
        for (table, part, path, kept) in judged.collect::<Vec<_>>() {
            match kept {
                Ok(done) => drop(self.done.insert((table, part), done)),
                Err(DatasetError::Io { action: "open" | "read", source, .. })
                    if source.kind() == ErrorKind::PermissionDenied =>
                {
                    return Err(DatasetError::io("read", &path)(source));
                }
                Err(_) => damaged.push(path),
            }
        }
        Ok(damaged)
    }

    /// What is kept of a part that is there, or why it is not.
    fn judge(&self, table: &TablePlan, part: u64, path: &Path) -> Result<Done> {
        if let Some(recorded) = self.recorded.get(&(table.kind.name, part)) {
            let entry = |rows| Ok::<_, DatasetError>(FileEntry::new(part, rows, digest(path)?));
            // The hash first: a file that has it is safe to open.
            if entry(recorded.rows)? == *recorded && check_part(path, &self.plan, table, part)? == recorded.rows {
                return Ok(Done::Written(recorded.clone()));
            }
            return Err(DatasetError::file(path, "is not the file that the manifest lists"));
        }
        let rows = check_part(path, &self.plan, table, part)?;
        check_readable(path, &self.plan, table.kind, part)?;
        Ok(Done::Kept(rows))
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
            let remade = self.recorded.get(&(table, part)).is_some_and(|recorded| *recorded != entry);
            if remade && self.plan.origin.deterministic {
                return Err(DatasetError::file(&self.dir.join(table).join(entry.name), REMADE));
            }
            files.entry(table).or_default().push(entry);
        }
        let manifest = Manifest::completed(&self.plan, files);
        complete(&self.dir, &manifest)?;
        Ok(manifest)
    }
}

/// A part that was made again by bots that repeat their play is not what it was: the manifest can't be trusted, and neither can the other parts.
const REMADE: &str = "was made again, and the manifest lists it with another content: manifest.json was altered, or another \
                      build made the dataset; delete the directory and make the dataset anew";

/// The files that a manifest lists, as far as they are of the plan.
fn recorded_files(plan: &Plan, stored: &Manifest) -> BTreeMap<(&'static str, u64), FileEntry> {
    let mut recorded = BTreeMap::new();
    for table in &plan.tables {
        let listed = stored.tables.get(table.kind.name).map_or(&[][..], |entry| &entry.files);
        let by_name: BTreeMap<&str, &FileEntry> = listed.iter().map(|file| (file.name.as_str(), file)).collect();
        let found = plan.parts().filter_map(|part| Some((part, (*by_name.get(part_name(part).as_str())?).clone())));
        recorded.extend(found.map(|(part, file)| ((table.kind.name, part), file)));
    }
    recorded
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
