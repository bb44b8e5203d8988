//! Reading files that may be damaged: the Parquet library panics on some of them, and here that is an error like others.

use super::error::{DatasetError, Result};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread is caught and told as an error.
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Runs `read`, which reads the file at `path` and nothing else. A panic in it is an error that names the file, and is not
/// printed; panics of other threads are printed as ever.
pub(super) fn guarded<T>(path: &Path, read: impl FnOnce() -> Result<T>) -> Result<T> {
    hush_caught_panics();
    let before = CAUGHT.replace(true);
    // What `read` worked on is given up after a panic.
    let result = catch_unwind(AssertUnwindSafe(read));
    CAUGHT.set(before);
    result.unwrap_or_else(|_| Err(DatasetError::file(path, "is damaged: it cannot be read as a Parquet file")))
}

/// Makes the panic hook leave out the panics that are caught here.
fn hush_caught_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if !CAUGHT.get() {
                before(info);
            }
        }));
    });
}
