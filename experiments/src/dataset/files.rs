//! Files that appear under their name only when they are whole and on the disk.

use super::error::{DatasetError, Result};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Makes writing past the limit on file sizes (`ulimit -f`) an error of the write, as a full disk is, instead of the end
/// of the process. A program that writes datasets calls it once at its start; without it the signal kills the process, and
/// the dataset has to be resumed.
pub fn ignore_file_size_signal() {
    #[cfg(unix)]
    #[allow(unsafe_code)]
    // SAFETY: `SIG_IGN` runs no code of ours, and no other part of the program handles this signal.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// The ending of files that are being written.
pub(super) const TEMP: &str = "tmp";

/// The name under which a file is written before it is whole.
pub(super) fn temp_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(TEMP);
    PathBuf::from(name)
}

/// Makes the directory and what leads to it.
pub(super) fn make_directory(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(DatasetError::io("make directory", path))
}

/// Puts the names in a directory on the disk.
pub(super) fn sync_directory(path: &Path) -> Result<()> {
    if cfg!(unix) {
        File::open(path).and_then(|directory| directory.sync_all()).map_err(DatasetError::io("sync", path))?;
    }
    Ok(())
}

/// The directory that a file is in; of a mere name it is the current one.
pub(crate) fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file under its temporary name; dropped before [`TempFile::publish`] it is removed.
pub(super) struct TempFile {
    pub(super) temp: PathBuf,
    path: PathBuf,
    published: bool,
}

impl TempFile {
    /// Makes the file for `path`, and the handle to write it with.
    pub(super) fn create(path: &Path) -> Result<(TempFile, File)> {
        let temp = temp_path(path);
        let file = File::create(&temp).map_err(DatasetError::io("create", &temp))?;
        Ok((TempFile { temp, path: path.to_path_buf(), published: false }, file))
    }

    /// Puts the content on the disk and gives the file its name.
    pub(super) fn publish(mut self, file: &File) -> Result<()> {
        file.sync_all().map_err(DatasetError::io("sync", &self.temp))?;
        fs::rename(&self.temp, &self.path).map_err(DatasetError::io("rename", &self.temp))?;
        self.published = true;
        sync_directory(parent(&self.path))
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        if !self.published {
            // Nothing is lost where this fails: resuming removes the file.
            let _ = fs::remove_file(&self.temp);
        }
    }
}

/// Writes a small file as a whole, replacing one of that name.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    let (temp, mut file) = TempFile::create(path)?;
    file.write_all(content).map_err(DatasetError::io("write", &temp.temp))?;
    temp.publish(&file)
}

/// Writes a result into the file that a user named: as a whole, but straight into what is no regular file, such as a pipe. A
/// link stays one.
pub(crate) fn write_result(path: &Path, content: &[u8]) -> Result<()> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    if fs::metadata(&real).is_ok_and(|there| !there.is_file()) {
        return fs::OpenOptions::new()
            .write(true)
            .open(&real)
            .and_then(|mut file| file.write_all(content))
            .map_err(DatasetError::io("write", path));
    }
    write_whole(&real, content)
}

/// Whether the name is that of a file that was being written.
pub(super) fn is_temp(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == TEMP)
}

/// The paths in a directory, sorted.
pub(super) fn list(path: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(path)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<PathBuf>>>());
    let mut paths = entries.map_err(DatasetError::io("list", path))?;
    paths.sort();
    Ok(paths)
}

/// The size and the SHA-256 of content that was written or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Digested {
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

/// A writer that digests what passes through to another.
pub(super) struct Digesting<W> {
    inner: W,
    hasher: Sha256,
    bytes: u64,
}

impl<W> Digesting<W> {
    pub(super) fn new(inner: W) -> Digesting<W> {
        Digesting { inner, hasher: Sha256::new(), bytes: 0 }
    }

    /// The other writer.
    pub(super) fn inner(&self) -> &W {
        &self.inner
    }

    /// The digest of what has passed so far.
    pub(super) fn digested(&self) -> Digested {
        let sha256 = self.hasher.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Digested { bytes: self.bytes, sha256 }
    }
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        let n = self.inner.write(content)?;
        self.hasher.update(&content[..n]);
        self.bytes += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Digests a file.
pub(super) fn digest(path: &Path) -> Result<Digested> {
    let mut sink = Digesting::new(io::sink());
    let read = File::open(path).and_then(|mut file| io::copy(&mut file, &mut sink));
    read.map_err(DatasetError::io("read", path))?;
    Ok(sink.digested())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mere_name_is_in_the_current_directory() {
        assert_eq!(parent(Path::new("report.html")), Path::new("."));
        assert_eq!(parent(Path::new("a/report.html")), Path::new("a"));
    }

    #[test]
    #[cfg(unix)]
    fn results_go_through_links_and_into_devices() {
        let dir = tempfile::tempdir().expect("a directory");
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        fs::write(&file, "before").expect("a file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        write_result(&link, b"after").expect("written");
        assert_eq!(fs::read(&file).expect("a file"), b"after");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        // A full device is an error, and stays a device; only a link to it is given away if it were not.
        let full = dir.path().join("full");
        std::os::unix::fs::symlink("/dev/full", &full).expect("a link");
        assert!(write_result(&full, b"page").is_err());
        assert!(!fs::metadata("/dev/full").expect("a device").is_file());
    }
}
