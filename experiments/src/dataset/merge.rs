//! Joining the shards of a dataset.

use super::error::{DatasetError, Result, shown};
use super::files::{Digesting, TempFile, digest, list, make_directory, sync_directory};
use super::manifest::{FileEntry, MANIFEST, Manifest};
use super::plan::{Plan, Shard, TableKind, part_name};
use super::store::{README, complete};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file of a shard that goes into the whole.
struct Source<'a> {
    table: &'static TableKind,
    path: PathBuf,
    entry: &'a FileEntry,
}

/// Joins the complete shards of one request in a directory that is new or empty, or in which this was begun. The result is
/// byte for byte the dataset that one run makes. Files are linked where the file system can, else copied; either way their
/// hashes are checked, before anything is made. What a failure leaves in a new directory is removed.
pub fn merge(inputs: &[PathBuf], out: &Path) -> Result<Manifest> {
    let shards =
        inputs.iter().map(|dir| Ok((dir.as_path(), Manifest::load_complete(dir)?))).collect::<Result<Vec<_>>>()?;
    let plan = whole_plan(&shards)?;
    inputs.iter().try_for_each(|dir| refuse_nested(dir, out))?;
    let begun = refuse_full(out, &plan)?;
    let sources = sources(&plan, &shards)?;
    sources.par_iter().try_for_each(check_source)?;

    let made = Made::new(out, &plan, begun);
    let manifest = join(&plan, &sources, out)?;
    made.keep();
    Ok(manifest)
}

/// Makes the whole dataset of files that were checked.
fn join(plan: &Plan, sources: &[Source<'_>], out: &Path) -> Result<Manifest> {
    make_directory(out)?;
    Manifest::begun(plan).store(out)?;
    let mut files: BTreeMap<&'static str, Vec<FileEntry>> = BTreeMap::new();
    for table in &plan.tables {
        make_directory(&out.join(table.kind.name))?;
    }
    for Source { table, path, entry } in sources {
        place(path, &out.join(table.name).join(&entry.name), entry)?;
        files.entry(table.name).or_default().push((*entry).clone());
    }
    plan.tables.iter().try_for_each(|table| sync_directory(&out.join(table.kind.name)))?;
    let manifest = Manifest::completed(plan, files);
    complete(out, &manifest)?;
    Ok(manifest)
}

/// Refuses to make the whole below a shard, or around one.
fn refuse_nested(shard: &Path, out: &Path) -> Result<()> {
    let (inner, outer) = (resolved(shard), resolved(out));
    if inner != outer && (inner.starts_with(&outer) || outer.starts_with(&inner)) {
        let (inner, outer) = (shown(shard), shown(out));
        return Err(DatasetError::Merge(format!("{inner} and {outer} lie one in the other; choose another directory")));
    }
    Ok(())
}

/// The path without links and dots, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let known = absolute.ancestors().find_map(|known| Some((known, known.canonicalize().ok()?)));
    match known {
        Some((known, real)) => absolute.strip_prefix(known).map_or(real.clone(), |rest| real.join(rest)),
        None => absolute,
    }
}

/// Refuses a directory that holds something else than the beginning of this dataset; says whether it holds that.
fn refuse_full(out: &Path, plan: &Plan) -> Result<bool> {
    if !out.exists() || out.is_dir() && list(out)?.is_empty() {
        return Ok(false);
    }
    if Manifest::load(out).is_ok_and(|manifest| manifest == Manifest::begun(plan)) {
        return Ok(true);
    }
    Err(DatasetError::NotEmpty { path: out.to_path_buf() })
}

/// What a merge makes; dropped before [`Made::keep`] it is removed, unless an earlier run began it.
struct Made<'a> {
    out: &'a Path,
    tables: Vec<&'static str>,
    keep: bool,
    keep_directory: bool,
}

impl<'a> Made<'a> {
    fn new(out: &'a Path, plan: &Plan, begun: bool) -> Made<'a> {
        let tables = plan.tables.iter().map(|table| table.kind.name).collect();
        Made { out, tables, keep: begun, keep_directory: out.exists() }
    }

    fn keep(mut self) {
        self.keep = true;
    }
}

impl Drop for Made<'_> {
    fn drop(&mut self) {
        if self.keep {
            return;
        }
        // Where removing fails the error that led here is still the one to tell.
        for name in [MANIFEST, README] {
            let _ = fs::remove_file(self.out.join(name));
        }
        for table in &self.tables {
            let _ = fs::remove_dir_all(self.out.join(table));
        }
        if !self.keep_directory {
            let _ = fs::remove_dir(self.out);
        }
    }
}

/// The plan of the whole dataset, if the shards are of one request, each once, and none is missing.
fn whole_plan(shards: &[(&Path, Manifest)]) -> Result<Plan> {
    let refuse = |message: String| Err(DatasetError::Merge(message));
    let Some((first_dir, first)) = shards.first() else {
        return refuse("there is nothing to join".to_string());
    };
    let count = first.shard.count;
    let mut owners: BTreeMap<u64, &Path> = BTreeMap::new();
    for (dir, manifest) in shards {
        let alike = |manifest: &Manifest| Manifest { shard: Shard::WHOLE, ..manifest.clone().without_files() };
        if let Err(DatasetError::Differs { field, stored, given, .. }) = alike(manifest).check_same(dir, &alike(first))
        {
            let (dir, first_dir) = (shown(dir), shown(first_dir));
            return refuse(format!("{dir} was made with {field} {stored}, {first_dir} with {given}"));
        }
        let Shard { index, count: other } = manifest.shard;
        if other != count {
            return refuse(format!("{} is one of {other} shards, {} one of {count}", shown(dir), shown(first_dir)));
        }
        if let Some(before) = owners.insert(index, dir) {
            return refuse(format!("{} and {} are both shard {index} of {count}", shown(before), shown(dir)));
        }
    }
    let missing: Vec<String> = (0..count).filter(|i| !owners.contains_key(i)).map(|i| format!("{i}/{count}")).collect();
    if !missing.is_empty() {
        return refuse(format!("missing shards: {}", missing.join(", ")));
    }
    Ok(Plan { shard: Shard::WHOLE, ..first.plan()? })
}

/// The files of all tables in the order of their parts.
fn sources<'a>(plan: &Plan, shards: &'a [(&'a Path, Manifest)]) -> Result<Vec<Source<'a>>> {
    let find = |table: &'static TableKind, part: u64| {
        let name = part_name(part);
        let of = |(dir, manifest): &'a (&'a Path, Manifest)| {
            let entry = manifest.tables.get(table.name)?.files.iter().find(|file| file.name == name)?;
            Some(Source { table, path: dir.join(table.name).join(&name), entry })
        };
        shards
            .iter()
            .find_map(of)
            .ok_or_else(|| DatasetError::Merge(format!("no shard lists {}/{name}; make its shard again", table.name)))
    };
    plan.tables.iter().flat_map(|table| plan.parts().map(|part| find(table.kind, part))).collect()
}

/// Checks that a file of a shard has the content that the manifest lists.
fn check_source(source: &Source<'_>) -> Result<()> {
    let found = digest(&source.path)?;
    if (found.bytes, &found.sha256) == (source.entry.bytes, &source.entry.sha256) {
        return Ok(());
    }
    let message = "its content is not what the manifest of the shard says; make the shard again";
    Err(DatasetError::file(&source.path, message))
}

/// Puts a file of a shard under its name in the whole dataset.
fn place(from: &Path, to: &Path, entry: &FileEntry) -> Result<()> {
    if to.exists() {
        fs::remove_file(to).map_err(DatasetError::io("remove", to))?;
    }
    if fs::hard_link(from, to).is_ok() {
        return Ok(());
    }
    let (temp, target) = TempFile::create(to)?;
    let mut target = Digesting::new(target);
    let copied = File::open(from).and_then(|mut source| io::copy(&mut source, &mut target));
    copied.map_err(DatasetError::io("copy to", &temp.temp))?;
    if target.digested().sha256 != entry.sha256 {
        return Err(DatasetError::file(from, "changed while it was copied"));
    }
    temp.publish(target.inner())
}
