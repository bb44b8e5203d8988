//! Datasets of reveals: they tell the same as the run itself, whatever interrupted or divided it, and damage is found.

use crate::common::{assert_same, run, stdout, tree};
use std::fs;
use tempfile::tempdir;

const REQUEST: [&str; 9] = [
    "reveal-ev",
    "--rules",
    "swap+pass",
    "--players",
    "heuristic,random,heuristic,random",
    "--hands",
    "900",
    "--seed",
    "3",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&REQUEST[..], more].concat()
}

#[test]
fn a_dataset_tells_the_same_as_the_run() {
    let dir = tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (whole, again) = (path("whole"), path("again"));
    for more in
        [&["--format", "json"][..], &["--format", "json", "--playouts", "3"], &["--format", "json", "--freeze-others"]]
    {
        let out = path(&format!("{more:?}").replace(['"', ' ', '[', ']', ','], ""));
        let plain = stdout(&with(more));
        assert_eq!(plain, stdout(&[&with(more)[..], &["--out", &out, "--part", "250"]].concat()), "{more:?}");
        let verified = stdout(&["dataset", "verify", &out]);
        assert!(verified.contains("8 files") && verified.contains("900 hands played again"), "{verified}");
    }

    // The same bytes on any number of threads, and after parts were lost.
    stdout(&with(&["--out", &whole, "--part", "250", "--threads", "1"]));
    stdout(&with(&["--out", &again, "--part", "250", "--threads", "3"]));
    assert_same(whole.as_ref(), again.as_ref());
    fs::remove_file(format!("{again}/reveals/part-00001.parquet")).expect("a part");
    fs::remove_file(format!("{again}/hands/part-00003.parquet")).expect("a part");
    let resumed = stdout(&with(&["--out", &again, "--part", "250", "--resume"]));
    assert_same(whole.as_ref(), again.as_ref());
    assert_eq!(resumed, stdout(&with(&[])));

    // Shards, joined.
    let shards = ["0/2", "1/2"].map(|shard| {
        let out = path(&format!("shard-{}", &shard[..1]));
        stdout(&with(&["--out", &out, "--part", "250", "--shard", shard]));
        out
    });
    let joined = path("joined");
    stdout(&["dataset", "merge", &shards[0], &shards[1], "--out", &joined]);
    assert_same(whole.as_ref(), joined.as_ref());
}

#[test]
fn another_request_does_not_resume() {
    let dir = tempdir().expect("a directory");
    let out = dir.path().join("set").display().to_string();
    stdout(&with(&["--out", &out]));
    let before = tree(out.as_ref());
    for other in [&["--playouts", "2"][..], &["--freeze-others"]] {
        let output = run(&[&with(&["--out", &out, "--resume"])[..], other].concat());
        assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(before, tree(out.as_ref()));
}
