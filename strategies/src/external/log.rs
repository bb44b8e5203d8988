//! What the processes of a bot write to standard error, and what went wrong with them, in a file.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a log keeps at most, in bytes; the rest is dropped.
const MOST: usize = 1 << 20;

/// Distinguishes the logs of this program.
static NUMBER: AtomicU32 = AtomicU32::new(1);

/// The log of a bot. The file is made in the directory for temporary files when there is something to write.
#[derive(Debug, Default)]
pub(super) struct Log(Mutex<Content>);

#[derive(Debug, Default)]
struct Content {
    file: Option<(PathBuf, File)>,
    written: usize,
}

impl Log {
    /// Adds a line of our own.
    pub(super) fn note(&self, text: &str) {
        self.write(format!("[gongzhu] {text}\n").as_bytes());
    }

    /// Adds what a process wrote. A file that can't be made or written loses its text, and nothing else.
    pub(super) fn write(&self, text: &[u8]) {
        let mut content = self.content();
        let room = MOST - content.written;
        if room == 0 {
            return;
        }
        content.written += text.len().min(room);
        if content.file.is_none() {
            content.file = new_file();
        }
        if let Some((_, file)) = &mut content.file {
            let _ = file.write_all(&text[..text.len().min(room)]);
            if text.len() >= room {
                let _ = writeln!(file, "\n[gongzhu] the log is full; what follows is dropped");
            }
        }
    }

    /// The file, if there is one.
    pub(super) fn path(&self) -> Option<PathBuf> {
        self.content().file.as_ref().map(|(path, _)| path.clone())
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn new_file() -> Option<(PathBuf, File)> {
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = |again: u32| format!("gongzhu-bot-{}-{number}-{again}.log", std::process::id());
    let path = |again| Path::join(&std::env::temp_dir(), name(again));
    // Never a file that is there already: who made it may have made it a link.
    let open = |path: PathBuf| {
        let file = OpenOptions::new().append(true).create_new(true).open(&path).ok()?;
        Some((path, file))
    };
    (0..100).map(path).find_map(open)
}
