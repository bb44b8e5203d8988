//! What can go wrong with a dataset, with the path and what to do.

use super::manifest::NOTHING;
use parquet::errors::ParquetError;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The result of a dataset function.
pub type Result<T, E = DatasetError> = std::result::Result<T, E>;

/// A dataset could not be written, continued, joined or read.
#[derive(thiserror::Error, Debug)]
#[non_exhaustive]
pub enum DatasetError {
    /// The system refused an operation on a file.
    #[error("cannot {action} {}: {source}{}", shown(path), advice(action, source))]
    Io {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The answer of the system.
        source: io::Error,
    },
    /// A file is no sound Parquet file, or not one of this dataset.
    #[error("{}: {}", shown(path), one_line(message))]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// A new dataset was to be made in a directory that holds something.
    #[error("{} is not empty; choose another directory, or resume the dataset that was begun there", shown(path))]
    NotEmpty {
        /// The directory.
        path: PathBuf,
    },
    /// The directory holds no dataset.
    #[error("{} holds no dataset: it has no manifest.json", shown(path))]
    NoDataset {
        /// The directory.
        path: PathBuf,
    },
    /// Another process writes the dataset.
    #[error("another process is writing {}; wait for it or stop it", shown(path))]
    Busy {
        /// The directory.
        path: PathBuf,
    },
    /// The dataset was begun with another request.
    #[error(
        "{}; repeat the request that the dataset was made with, or choose another directory",
        differs(path, field, stored, given)
    )]
    Differs {
        /// The directory.
        path: PathBuf,
        /// The field of the manifest that differs, such as `request.players[2]`.
        field: String,
        /// Its value in the dataset.
        stored: String,
        /// Its value in the request.
        given: String,
    },
    /// The dataset is not complete, and the operation needs a complete one.
    #[error("{} is not complete: {missing} of {parts} parts are missing; resume it first", shown(path))]
    Incomplete {
        /// The directory.
        path: PathBuf,
        /// The number of parts that are not there.
        missing: u64,
        /// The number of parts in all.
        parts: u64,
    },
    /// The request asks for something that a dataset can't hold.
    #[error("{0}")]
    Request(String),
    /// The shards do not make up a dataset.
    #[error("cannot merge: {0}")]
    Merge(String),
    /// The columns that were asked for had been left out when the dataset was made.
    #[error("table {table} of {} was made without cards and play order (columns = results)", shown(path))]
    LeftOut {
        /// The directory.
        path: PathBuf,
        /// The table.
        table: &'static str,
    },
}

impl DatasetError {
    /// For `map_err`: an operation on `path` failed.
    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> DatasetError {
        move |source| DatasetError::Io { action, path: path.to_path_buf(), source }
    }

    /// A file that is not what it should be.
    pub(super) fn file(path: &Path, message: impl Into<String>) -> DatasetError {
        DatasetError::File { path: path.to_path_buf(), message: message.into() }
    }

    /// For `map_err`: the Parquet library failed on `path`. What the system refused comes out as [`DatasetError::Io`].
    pub(super) fn parquet(action: &'static str, path: &Path) -> impl FnOnce(ParquetError) -> DatasetError {
        move |error| match error {
            ParquetError::External(inner) => match inner.downcast::<io::Error>() {
                Ok(source) => DatasetError::Io { action, path: path.to_path_buf(), source: *source },
                Err(other) => DatasetError::file(path, other.to_string()),
            },
            other => DatasetError::file(path, other.to_string()),
        }
    }
}

/// A path for a message: on one line, whatever is in the name.
pub fn shown(path: &Path) -> String {
    one_line(&path.to_string_lossy())
}

/// Text with its line breaks and other control characters escaped.
pub(super) fn one_line(text: &str) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escaped).collect()
}

/// How a dataset differs from a request.
fn differs(path: &Path, field: &str, stored: &str, given: &str) -> String {
    let dir = shown(path);
    match (stored, given) {
        (_, NOTHING) => format!("{field} is {stored} in {dir} but was not asked for now"),
        (NOTHING, _) => format!("{field} is {given} now and is not in {dir}"),
        _ => format!("{field} is {stored} in {dir}, not {given}"),
    }
}

/// What to do about a system error, as the end of a sentence.
fn advice(action: &str, error: &io::Error) -> &'static str {
    let reading = matches!(action, "open" | "read" | "list");
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "; free some space, then resume",
        ErrorKind::FileTooLarge => "; raise the limit on file sizes (ulimit -f), then resume",
        ErrorKind::PermissionDenied if reading => "; allow reading it",
        ErrorKind::PermissionDenied => "; allow writing there, or choose another directory",
        ErrorKind::ReadOnlyFilesystem => "; choose a directory that can be written",
        ErrorKind::NotADirectory if reading => "",
        ErrorKind::NotADirectory => "; a part of the path is a plain file: choose another directory",
        ErrorKind::AlreadyExists => "; a file of that name is in the way: choose another directory",
        _ => "",
    }
}
