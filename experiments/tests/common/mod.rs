//! Running the command `gongzhu` in tests.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

/// The command with these words, without threads' worth of noise.
pub(crate) fn gongzhu(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gongzhu"));
    command.args(words);
    command
}

/// What the command printed and how it ended.
pub(crate) fn run(words: &[&str]) -> Output {
    gongzhu(words).output().expect("the command starts")
}

/// The standard output of a command that must succeed.
pub(crate) fn stdout(words: &[&str]) -> String {
    let output = run(words);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "gongzhu {words:?} ended with {}: {error}", output.status);
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Every file below a directory by its path from there, with its bytes.
pub(crate) fn tree(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    fn walk(root: &Path, dir: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
        for entry in std::fs::read_dir(dir).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(root, &path, files);
            } else {
                let name = path.strip_prefix(root).expect("below the root").display().to_string();
                files.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    let mut files = BTreeMap::new();
    walk(dir, dir, &mut files);
    files
}

/// Asserts that two datasets have the same files with the same bytes.
pub(crate) fn assert_same(left: &Path, right: &Path) {
    let (left, right) = (tree(left), tree(right));
    assert_eq!(left.keys().collect::<Vec<_>>(), right.keys().collect::<Vec<_>>());
    for (name, bytes) in &left {
        assert!(*bytes == right[name], "{name} differs");
    }
}
