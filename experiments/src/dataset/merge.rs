//! Joining the shards of a dataset.

use super::error::{DatasetError, Result};
use super::files::{TempFile, digest, list, make_directory, sync_directory};
use super::manifest::{FileEntry, Manifest};
use super::plan::{Plan, Shard, part_name};
use super::store::complete;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Joins the complete shards of one request in a directory that is new or empty. The result is byte for byte the dataset
/// that one run makes. Files are linked where the file system can, else copied; either way their hashes are checked.
pub fn merge(inputs: &[PathBuf], out: &Path) -> Result<Manifest> {
    let shards =
        inputs.iter().map(|dir| Ok((dir.as_path(), Manifest::load_complete(dir)?))).collect::<Result<Vec<_>>>()?;
    let plan = whole_plan(&shards)?;
    make_directory(out)?;
    if !list(out)?.is_empty() {
        return Err(DatasetError::NotEmpty { path: out.to_path_buf() });
    }
    Manifest::begun(&plan).store(out)?;
    let mut files: BTreeMap<&'static str, Vec<FileEntry>> = BTreeMap::new();
    for table in &plan.tables {
        let name = table.kind.name;
        let target = out.join(name);
        make_directory(&target)?;
        let entries = files.entry(name).or_default();
        for (dir, entry) in in_order(&plan, name, &shards)? {
            place(&dir.join(name).join(&entry.name), &target.join(&entry.name), entry)?;
            entries.push(entry.clone());
        }
        sync_directory(&target)?;
    }
    let manifest = Manifest::completed(&plan, files);
    complete(out, &manifest)?;
    Ok(manifest)
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
            let (dir, first_dir) = (dir.display(), first_dir.display());
            return refuse(format!("{dir} was made with {field} {stored}, {first_dir} with {given}"));
        }
        let Shard { index, count: other } = manifest.shard;
        if other != count {
            return refuse(format!(
                "{} is one of {other} shards, {} one of {count}",
                dir.display(),
                first_dir.display()
            ));
        }
        if let Some(before) = owners.insert(index, dir) {
            return refuse(format!("{} and {} are both shard {index} of {count}", before.display(), dir.display()));
        }
    }
    let missing: Vec<String> = (0..count).filter(|i| !owners.contains_key(i)).map(|i| format!("{i}/{count}")).collect();
    if !missing.is_empty() {
        return refuse(format!("missing shards: {}", missing.join(", ")));
    }
    Ok(Plan { shard: Shard::WHOLE, ..first.plan()? })
}

/// The files of a table in the order of their parts, each with the shard it is in.
fn in_order<'a>(
    plan: &Plan,
    table: &str,
    shards: &'a [(&'a Path, Manifest)],
) -> Result<Vec<(&'a Path, &'a FileEntry)>> {
    let find = |part: u64| {
        let name = part_name(part);
        let of = |(dir, manifest): &'a (&'a Path, Manifest)| {
            Some((*dir, manifest.tables.get(table)?.files.iter().find(|file| file.name == name)?))
        };
        shards.iter().find_map(of).ok_or_else(|| DatasetError::Merge(format!("no shard lists {table}/{name}")))
    };
    plan.parts().map(find).collect()
}

/// Puts a file of a shard under its name in the whole dataset.
fn place(from: &Path, to: &Path, entry: &FileEntry) -> Result<()> {
    let found = digest(from)?;
    if (found.bytes, &found.sha256) != (entry.bytes, &entry.sha256) {
        let message = "its content is not what the manifest of the shard says; make the shard again";
        return Err(DatasetError::file(from, message));
    }
    if fs::hard_link(from, to).is_ok() {
        return Ok(());
    }
    let (temp, mut target) = TempFile::create(to)?;
    let copied = File::open(from).and_then(|mut source| io::copy(&mut source, &mut target));
    copied.map_err(DatasetError::io("copy to", &temp.temp))?;
    temp.publish(&target)
}
