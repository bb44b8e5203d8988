//! How a command ends when it does not succeed.

use crate::dataset::DatasetError;
use gongzhu::{RulesError, SetupError};
use gongzhu_strategies::BotError;
use std::io;

/// Why a command did not do what it was asked, in one line: what, where, what to do.
#[derive(thiserror::Error, Debug)]
#[non_exhaustive]
pub enum RunError {
    /// The request makes no sense as it stands; nothing was done.
    #[error("{0}")]
    Request(String),
    /// The request was sound, and something failed on the way.
    #[error("{0}")]
    Failed(String),
    /// The user stopped it; the text says what was kept and how to go on.
    #[error("{0}")]
    Interrupted(String),
    /// The reader of the output went away.
    #[error("the reader of the output went away")]
    BrokenPipe,
}

impl RunError {
    /// The exit status of the program.
    pub fn status(&self) -> u8 {
        match self {
            RunError::Request(_) => 2,
            RunError::Failed(_) => 1,
            RunError::Interrupted(_) => 130,
            RunError::BrokenPipe => 0,
        }
    }

    /// A file that the request names cannot be read.
    pub fn unreadable(path: &std::path::Path, source: &io::Error) -> RunError {
        RunError::Request(format!("cannot read {}: {source}", path.display()))
    }
}

impl From<DatasetError> for RunError {
    fn from(error: DatasetError) -> RunError {
        match error {
            DatasetError::File { .. } => RunError::Failed(error.to_string()),
            // A directory that cannot be made is a bad choice of the user's; other refusals come up in the middle of work.
            DatasetError::Io { action, .. } if action != "make directory" => RunError::Failed(error.to_string()),
            _ => RunError::Request(error.to_string()),
        }
    }
}

impl From<RulesError> for RunError {
    fn from(error: RulesError) -> RunError {
        RunError::Request(error.to_string())
    }
}

impl From<BotError> for RunError {
    fn from(error: BotError) -> RunError {
        RunError::Request(error.to_string())
    }
}

impl From<SetupError> for RunError {
    fn from(error: SetupError) -> RunError {
        RunError::Request(error.to_string())
    }
}

/// For output: a reader that stops reading is no failure.
impl From<io::Error> for RunError {
    fn from(error: io::Error) -> RunError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => RunError::BrokenPipe,
            _ => RunError::Failed(format!("cannot write the output: {error}")),
        }
    }
}
