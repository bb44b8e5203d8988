//! Killing and resuming: whatever the moment, the bytes come out as without.

mod common;

use common::{assert_same, gongzhu, stdout};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// Hands of a run of four parts and a bit.
const HANDS: &str = "1060000";

/// Players whose hands are made in bulk, and players who play hand after hand.
const PLAYERS: [&str; 2] = ["random", "random,random,heuristic,random"];

/// Moments at which runs of each kind are killed.
const MOMENTS: u32 = 16;

fn words(players: &str, out: &Path) -> Vec<String> {
    let words = ["simulate", "--hands", HANDS, "--players", players, "--columns", "results", "--out"];
    words.into_iter().map(str::to_owned).chain([out.display().to_string()]).collect()
}

fn run_whole(players: &str, out: &Path, more: &[&str]) {
    let words = words(players, out);
    let words: Vec<&str> = words.iter().map(String::as_str).chain(more.iter().copied()).collect();
    stdout(&words);
}

/// Starts or resumes a run and kills it after a while; whether that was before its end.
fn kill_after(players: &str, set: &Path, wait: Duration) -> bool {
    let words = words(players, set);
    let words: Vec<&str> = words.iter().map(String::as_str).chain(["--resume"]).collect();
    let mut child = gongzhu(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts");
    std::thread::sleep(wait);
    child.kill().expect("a kill");
    !child.wait().expect("an end").success()
}

/// Each run is killed at another moment, from its start almost to its end, and resumed; every other one is killed a second
/// time while it resumes.
#[test]
fn a_killed_run_resumes_to_the_same_bytes() {
    for players in PLAYERS {
        let dir = tempdir().expect("a directory");
        let whole = dir.path().join("whole");
        let start = Instant::now();
        run_whole(players, &whole, &[]);
        let mut took = start.elapsed();

        for moment in 0..MOMENTS {
            let set = dir.path().join(format!("killed-{moment}"));
            while !kill_after(players, &set, took.mul_f64(0.9 * f64::from(moment) / f64::from(MOMENTS))) {
                // The run was over before its kill: the machine has become faster since the time was taken.
                took = took.mul_f64(0.8);
                std::fs::remove_dir_all(&set).expect("a dataset");
            }
            if moment % 2 == 1 {
                kill_after(players, &set, took.mul_f64(0.1));
            }
            run_whole(players, &set, &["--resume"]);
            assert_same(&whole, &set);
            std::fs::remove_dir_all(&set).expect("a dataset");
        }
    }
}

#[test]
fn shards_merge_to_the_whole() {
    for players in PLAYERS {
        let dir = tempdir().expect("a directory");
        let path = |name: &str| dir.path().join(name);
        run_whole(players, &path("whole"), &[]);
        for shard in ["0/3", "1/3", "2/3"] {
            run_whole(players, &path(&shard[..1]), &["--shard", shard]);
        }
        let merge = |out: &str, shards: &[&str]| {
            let out = path(out).display().to_string();
            let shards: Vec<String> = shards.iter().map(|shard| path(shard).display().to_string()).collect();
            let shards: Vec<&str> = shards.iter().map(String::as_str).collect();
            gongzhu(&[&["dataset", "merge", "--out", &out], &shards[..]].concat()).output().expect("the command starts")
        };
        assert!(merge("merged", &["2", "0", "1"]).status.success());
        assert_same(&path("whole"), &path("merged"));
        let refused = merge("less", &["0", "2"]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains("missing shards: 1/3"));
    }
}

/// What a processor can do changes no byte.
#[test]
fn a_processor_without_special_instructions_writes_the_same() {
    let dir = tempdir().expect("a directory");
    for (rules, players) in [
        ("classic", "random"),
        ("hearts", "random"),
        ("tantony", "random"),
        ("swap+pass", "heuristic,random,random,random"),
    ] {
        let out = |name: &str| dir.path().join(format!("{rules}-{name}")).display().to_string();
        for name in ["fast", "plain"] {
            let words = ["simulate", "--rules", rules, "--hands", "20000", "--players", players, "--out", &out(name)];
            let mut command = gongzhu(&words);
            if name == "plain" {
                command.env("GONGZHU_PORTABLE", "1");
            }
            assert!(command.output().expect("the command starts").status.success());
        }
        assert_same(Path::new(&out("fast")), Path::new(&out("plain")));
        assert!(stdout(&["dataset", "verify", &out("plain")]).contains("20,000 hands played again"));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let dir = tempdir().expect("a directory");
    let set = dir.path().join("set");
    let out = set.display().to_string();
    let words = ["simulate", "--hands", "100000000", "--players", "random", "--columns", "results", "--out", &out];
    let child = gongzhu(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    // Wait for the first finished part, so that there is something to keep.
    let first = set.join("hands/part-00000.parquet");
    let patience = Instant::now() + Duration::from_secs(120);
    while !first.exists() && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    let killed = std::process::Command::new("kill").args(["-INT", &pid]).status().expect("kill");
    assert!(killed.success());
    let output = child.wait_with_output().expect("an end");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("--resume") && error.contains("gongzhu simulate --hands 100000000"), "{error}");
    assert!(first.exists());
    let files = common::tree(&set);
    assert!(files.keys().all(|name| !name.ends_with(".tmp")), "{:?}", files.keys());
    let info = stdout(&["dataset", "info", &out]);
    assert!(info.contains("complete  no"), "{info}");
}
