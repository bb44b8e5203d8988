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

/// A tournament of matches is killed between its parts and resumed, and made in shards.
#[test]
fn a_tournament_of_matches_resumes_to_the_same_bytes() {
    let dir = tempdir().expect("a directory");
    let out = |name: &str| dir.path().join(name).display().to_string();
    let words = ["tournament", "--rules", "classic+hands-1", "--matches", "6000", "--columns", "results", "--out"];
    let start = Instant::now();
    stdout(&[&words[..], &[&out("whole")]].concat());
    let took = start.elapsed();
    assert!(dir.path().join("whole/matches/part-00002.parquet").exists(), "several parts");
    for moment in 0..6 {
        let killed = out(&format!("killed-{moment}"));
        let words = [&words[..], &[&killed, "--resume"]].concat();
        let mut child =
            gongzhu(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts");
        std::thread::sleep(took.mul_f64(0.15 * f64::from(moment)));
        child.kill().expect("a kill");
        child.wait().expect("an end");
        stdout(&words);
        assert_same(&dir.path().join("whole"), Path::new(&killed));
    }
    for shard in ["0/2", "1/2"] {
        stdout(&[&words[..], &[&out(&shard[..1]), "--shard", shard]].concat());
    }
    stdout(&["dataset", "merge", "--out", &out("merged"), &out("1"), &out("0")]);
    assert_same(&dir.path().join("whole"), &dir.path().join("merged"));
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

/// Small parts of a tournament, killed and resumed, sharded and merged.
#[test]
fn a_tournament_in_small_parts_resumes_to_the_same_bytes() {
    let dir = tempdir().expect("a directory");
    let out = |name: &str| dir.path().join(name).display().to_string();
    for amount in ["--hands", "--matches"] {
        let words = ["tournament", "--rules", "tantony", amount, "50", "--part", "8", "--out"];
        let whole = out(&format!("whole{amount}"));
        stdout(&[&words[..], &[&whole]].concat());
        let parts = common::tree(Path::new(&whole)).into_keys().filter(|name| name.starts_with("hands/")).count();
        assert_eq!(parts, 7);
        let cut = out(&format!("cut{amount}"));
        stdout(&[&words[..], &[&cut]].concat());
        std::fs::remove_file(Path::new(&cut).join("hands/part-00003.parquet")).expect("a part");
        stdout(&[&words[..], &[&cut, "--resume"]].concat());
        assert_same(Path::new(&whole), Path::new(&cut));
        let shards = ["0/2", "1/2"].map(|shard| {
            let to = out(&format!("{}{amount}", &shard[..1]));
            stdout(&[&words[..], &[&to, "--shard", shard]].concat());
            to
        });
        let merged = out(&format!("merged{amount}"));
        stdout(&["dataset", "merge", "--out", &merged, &shards[0], &shards[1]]);
        assert_same(Path::new(&whole), Path::new(&merged));
        stdout(&["dataset", "verify", &merged]);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_experiment_says_how_to_go_on() {
    let dir = tempdir().expect("a directory");
    let (file, set) = (dir.path().join("long.toml"), dir.path().join("set"));
    let text =
        "[[tournament]]\nname = \"long\"\nrules = [\"hearts\", \"classic\"]\nsteps = [\"random\", \"heuristic\"]\n";
    std::fs::write(&file, format!("{text}hands = 4000000\npart = 500\n")).expect("a file");
    let words = ["run", &file.display().to_string(), "--out", &set.display().to_string()];
    let child = gongzhu(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    let first = set.join("long/hearts_pair_heuristic_random/results/part-00000.parquet");
    let patience = Instant::now() + Duration::from_secs(120);
    while !first.exists() && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let output = child.wait_with_output().expect("an end");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("gongzhu run") && error.contains("--resume") && error.lines().count() == 1, "{error}");
    assert!(first.exists() && output.stdout.is_empty());
}

/// A run that is interrupted or grows goes on from its datasets, and tells the same as one without.
#[test]
fn a_run_resumes_from_its_datasets() {
    let dir = tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).display().to_string();
    let file = |name: &str, steps: &str| {
        let text = format!(
            "[[tournament]]\nname = \"steps\"\nrules = [{steps}]\nformats = [\"one-against-three\", \"pairs\"]\n\
             steps = [\"random\", \"heuristic\"]\nhands = 60\n"
        );
        std::fs::write(path(name), text).expect("a file");
        path(name)
    };
    let (short, long) = (file("short.toml", "\"classic\""), file("long.toml", "\"classic\", \"hearts\""));
    let result = |words: &[&str]| -> Vec<serde_json::Value> {
        let text = stdout(&[&["run"][..], words, &["--format", "json"]].concat());
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        report["rows"].as_array().cloned().unwrap_or_default()
    };
    let untimed = |rows: &[serde_json::Value]| -> Vec<serde_json::Value> {
        let mut rows = rows.to_vec();
        for row in &mut rows {
            let row = row.as_object_mut().expect("an object");
            assert!(row.remove("cpu_ms_per_decision").is_some_and(|time| time.is_f64()), "{row:?}");
            row.remove("cpu_ms_max");
        }
        rows
    };
    let whole = result(&[&long]);
    assert_eq!(whole.len(), 4);

    let (a, b) = (path("a"), path("b"));
    result(&[&long, "--out", &a]);
    let first = result(&[&short, "--out", &b]);
    // One dataset that a kill left half done.
    let sets = common::tree(Path::new(&b));
    let manifest = sets.keys().find(|name| name.ends_with("manifest.json")).expect("a dataset");
    let set = Path::new(&b).join(manifest).parent().expect("a directory").to_path_buf();
    std::fs::remove_file(set.join("hands/part-00000.parquet")).expect("a part");
    let resumed = result(&[&long, "--out", &b, "--resume"]);
    assert_eq!(untimed(&resumed), untimed(&whole));
    // Nothing is played that was finished: the times are those of the first run.
    let kept = |rows: &[serde_json::Value]| rows[1]["cpu_ms_max"].clone();
    assert_eq!(kept(&resumed), kept(&first));
    std::fs::remove_file(Path::new(&a).join("times.json")).expect("times");
    std::fs::remove_file(Path::new(&b).join("times.json")).expect("times");
    assert_same(Path::new(&a), Path::new(&b));
    assert!(stdout(&["dataset", "verify", &set.display().to_string()]).contains("played again"));

    for (words, part) in [
        (&["run", &long, "--out", &b][..], "is not empty"),
        (&["run", &long, "--out", &set.display().to_string(), "--resume"], "holds no run"),
        (&["run", &long, "--report", &path("no/where")], "cannot write"),
    ] {
        let output = common::run(words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(part) && error.lines().count() == 1, "{error}");
    }
    let report = path("report.csv");
    assert_eq!(stdout(&["run", &short, "--format", "csv", "--report", &report]), "");
    assert_eq!(std::fs::read_to_string(&report).expect("a report").lines().count(), 3);
}
