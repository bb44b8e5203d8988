//! The command line: bad requests end with one clear line and the right status, good ones print what they promise.

#[path = "cli/bench.rs"]
mod bench;
mod common;
#[path = "cli/page.rs"]
mod page;
#[path = "cli/sprt.rs"]
mod sprt;

use common::{assert_same, run, stdout, tree};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// Runs a request that must be refused: the status, one line on standard error with all of `parts`, nothing on standard
/// output.
fn refused(status: i32, words: &[&str], parts: &[&str]) {
    let output = run(words);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "gongzhu {words:?}: {error}");
    for part in parts {
        assert!(error.contains(part), "gongzhu {words:?} says {error:?}, without {part:?}");
    }
    assert!(error.starts_with("gongzhu: ") && error.trim_end().lines().count() == 1, "not one line: {error}");
    assert!(output.stdout.is_empty());
    assert!(!error.contains("panicked"), "{error}");
}

#[test]
fn bad_rules_name_the_key_and_the_way_out() {
    refused(2, &["rules", "clasic"], &["clasic", "did you mean 'classic'"]);
    refused(2, &["rules", "classic", "--set", "mon.pig=never"], &["mon.pig", "did you mean 'moon.pig'"]);
    refused(2, &["rules", "classic", "--set", "moon.pig=nevr"], &["moon.pig", "nevr", "did you mean 'never'"]);
    refused(2, &["rules", "classic", "--set", "moon.pig"], &["key=value"]);
    refused(2, &["rules", "classic", "--set", "low=5"], &["low"]);
    refused(2, &["rules", "classic", "--set", "team_score=pool"], &["team_score", "partnership"]);
    refused(2, &["rules", "hearts+pass"], &["pass", "hearts"]);
}

#[test]
fn a_bad_rules_file_names_file_and_line() {
    let dir = tempdir().expect("a directory");
    let path = dir.path().join("house.toml");
    let name = path.display().to_string();
    refused(2, &["rules", &name], &[&name, "cannot read"]);
    fs::write(&path, "preset = \"classic\"\n[moon]\npig = \"nevr\"\n").expect("a file");
    refused(2, &["rules", &name], &[&name, "line 3", "moon.pig", "never"]);
    fs::write(&path, "preset = \"classic\"\npass = = true\n").expect("a file");
    refused(2, &["rules", &name], &[&name, "line 2"]);
    fs::write(&path, "preset = \"classic\"\npass = true\n").expect("a file");
    assert!(stdout(&["rules", &name]).contains("\npass = true\n"));
}

#[test]
fn bad_requests_say_what_to_do() {
    let dir = tempdir().expect("a directory");
    let out = dir.path().join("set").display().to_string();
    let out = out.as_str();
    refused(2, &["simulate", "--hands", "10"], &["--out DIR"]);
    refused(2, &["simulate", "--out", out], &["--hands N", "--matches N"]);
    refused(2, &["simulate", "--hands", "0", "--out", out], &["0", "1.."]);
    refused(2, &["simulate", "--hands", "-3", "--out", out], &["-3", "--hands"]);
    refused(2, &["tournament", "--seed", "-1"], &["-1", "--seed"]);
    refused(2, &["rules", "no\nname"], &["no\\nname"]);
    refused(2, &["simulate", "--hands", "9", "--matches", "9", "--out", out], &["cannot be used with"]);
    refused(2, &["simulate", "--hands", "9", "--players", "heuristik", "--out", out], &["did you mean 'heuristic'"]);
    refused(2, &["simulate", "--hands", "9", "--players", "random,random", "--out", out], &["one bot or four, not 2"]);
    refused(2, &["simulate", "--hands", "9", "--players", "random:x=1", "--out", out], &["random", "x=1"]);
    refused(2, &["simulate", "--hands", "9", "--shard", "4/4", "--out", out], &["0 to n - 1"]);
    refused(2, &["simulate", "--hands", "9", "--threads", "0", "--out", out], &["0"]);
    refused(2, &["tournament", "--players", "random"], &["at least 2"]);
    refused(2, &["tournament", "--players", "random,random"], &["named twice"]);
    refused(2, &["tournament", "--players", "random,heuristic", "--four"], &["at least 4"]);
    refused(2, &["tournament", "--resume"], &["--out"]);
    refused(2, &["dataset", "info", out], &["holds no dataset", out]);
    refused(2, &["no-such-command"], &["no-such-command"]);
    assert!(!Path::new(out).exists(), "a refused request leaves nothing");
}

#[test]
fn output_directories_are_guarded() {
    let dir = tempdir().expect("a directory");
    let full = dir.path().join("full");
    fs::create_dir(&full).expect("a directory");
    fs::write(full.join("precious.txt"), "mine").expect("a file");
    let simulate = |out: &Path, more: &[&str]| {
        let out = out.display().to_string();
        let words = [&["simulate", "--hands", "9", "--players", "random", "--out", &out], more].concat();
        run(&words)
    };
    let output = simulate(&full, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not empty"));
    assert_eq!(tree(&full).len(), 1);

    let below_file = full.join("precious.txt").join("set");
    let output = simulate(&below_file, &[]);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stderr).contains("plain file"));

    let set = dir.path().join("set");
    assert!(simulate(&set, &[]).status.success());
    let before = tree(&set);
    let output = simulate(&set, &["--resume", "--seed", "2"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("seed"));
    assert!(simulate(&set, &["--resume"]).status.success());
    assert_eq!(tree(&set), before);
}

/// The limit on file sizes stands for a full disk: the tests may run as a user whom no other limit stops.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_nothing_half_written() {
    let dir = tempdir().expect("a directory");
    let set = dir.path().join("set").display().to_string();
    let command = format!(
        "ulimit -f 100; exec '{}' simulate --hands 20000 --players random --out '{set}'",
        env!("CARGO_BIN_EXE_gongzhu")
    );
    let output = std::process::Command::new("sh").args(["-c", &command]).output().expect("a shell");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("ulimit -f") && error.trim_end().lines().count() == 1, "{error}");
    let names: Vec<String> = tree(Path::new(&set)).into_keys().collect();
    assert_eq!(names, ["manifest.json"], "only the note of what was begun is left");
    stdout(&["simulate", "--hands", "20000", "--players", "random", "--out", &set, "--resume"]);
    stdout(&["dataset", "verify", &set]);
}

#[test]
fn deals_come_from_files() {
    let dir = tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).display().to_string();
    stdout(&["simulate", "--hands", "6", "--rules", "swap", "--players", "heuristic", "--out", &path("a")]);
    let records = stdout(&["dataset", "export", &path("a")]);
    assert_eq!(records.lines().count(), 6);
    fs::write(path("deals.jsonl"), &records).expect("a file");
    let args = |out: &str| {
        let (deals, out) = (path("deals.jsonl"), path(out));
        stdout(&["simulate", "--deals", &deals, "--rules", "swap", "--players", "heuristic", "--out", &out]);
        stdout(&["dataset", "export", &out])
    };
    assert_eq!(args("b"), records, "the same deals and streams give the same hands");

    fs::write(path("bad.txt"), "# two hands only\nS:A | H:A\n").expect("a file");
    refused(2, &["tournament", "--deals", &path("bad.txt")], &["bad.txt:2:", "four hands"]);
    fs::write(path("empty.txt"), "\n").expect("a file");
    refused(2, &["tournament", "--deals", &path("empty.txt")], &["no deal"]);
}

#[test]
fn the_referee_reads_files_and_ends_with_the_right_status() {
    let dir = tempdir().expect("a directory");
    let file = dir.path().join("lines.jsonl").display().to_string();
    fs::write(&file, "{\"taken\":[\"QS\",\"5H\"]}\n").expect("a file");
    let answer = stdout(&["score", "--rules", "classic", &file]);
    assert!(answer.contains("\"scores\":[-110,0,0,0]"), "{answer}");
    let output = run(&["score", &file]);
    assert_eq!(output.status.code(), Some(2));
    fs::write(&file, "{\"taken\":[\"QS\",\"QS\"]}\n").expect("a file");
    let output = run(&["score", "--rules", "classic", &file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"error\""));
    refused(2, &["replay", "no-such-file.jsonl"], &["no-such-file.jsonl"]);
    refused(2, &["replay", "--rules", "classic", &dir.path().display().to_string()], &["cannot read", "directory"]);
}

#[test]
fn intervals_come_from_the_bootstrap_on_request() {
    let report = |more: &[&str]| -> serde_json::Value {
        let words = ["tournament", "--hands", "60", "--rules", "swap", "--format", "json"];
        serde_json::from_str(&without_times(&stdout(&[&words[..], more].concat()))).expect("JSON")
    };
    let (plain, resampled) = (report(&[]), report(&["--bootstrap"]));
    assert_eq!((&plain["interval"], &resampled["interval"]), (&"student".into(), &"bootstrap".into()));
    let number = |report: &serde_json::Value, key: &str| report["lineups"][0][key].as_f64().expect("a number");
    assert_eq!(number(&plain, "gain"), number(&resampled, "gain"));
    for end in ["low", "high"] {
        let (plain, resampled, error) = (number(&plain, end), number(&resampled, end), number(&plain, "std_error"));
        assert!(plain != resampled && (plain - resampled).abs() < error, "{end}: {plain} {resampled}");
    }
    assert_eq!(resampled, report(&["--bootstrap", "--threads", "1"]));
    assert!(number(&plain, "superiority") > 0.9 && number(&plain, "superiority_error") < 0.05);
}

/// A report in JSON without what differs from run to run.
fn without_times(json: &str) -> String {
    let timed = |line: &&str| line.trim_start().starts_with("\"cpu_ms");
    let lines: Vec<&str> = json.lines().filter(|line| !timed(line)).collect();
    // What stood before the times ends with a comma now.
    lines.join("\n").replace(",\n    }", "\n    }")
}

#[test]
fn a_tournament_is_the_same_in_memory_and_on_disk() {
    let dir = tempdir().expect("a directory");
    let set = dir.path().join("set").display().to_string();
    let words = ["tournament", "--hands", "50", "--rules", "hearts", "--format", "json"];
    let memory = stdout(&words);
    let disk = stdout(&[&words[..], &["--out", &set]].concat());
    let again = stdout(&[&words[..], &["--out", &set, "--resume"]].concat());
    let times = |text: &str| -> Vec<serde_json::Value> {
        let report: serde_json::Value = serde_json::from_str(text).expect("JSON");
        report["lineups"].as_array().into_iter().flatten().map(|row| row["cpu_ms_per_decision"].clone()).collect()
    };
    for played in [&memory, &disk] {
        assert!(times(played).iter().all(|time| time.as_f64().is_some_and(|time| time < 1.0)), "{played}");
    }
    assert!(times(&again).iter().all(serde_json::Value::is_null), "nothing was played: {again}");
    let [memory, disk, again] = [memory, disk, again].map(|text| without_times(&text));
    assert_eq!(memory, disk);
    assert_eq!(memory, again);
    let report: serde_json::Value = serde_json::from_str(&memory).expect("JSON");
    assert_eq!(report["hands"], 300);
    let gains: Vec<f64> =
        report["lineups"].as_array().into_iter().flatten().filter_map(|row| row["gain"].as_f64()).collect();
    assert!(gains[0] > 0.0 && (gains[0] + gains[1]).abs() < 1e-9, "A gains what B loses: {gains:?}");
    assert!(stdout(&["dataset", "verify", &set]).contains("300 hands played again"));
    let csv = stdout(&["tournament", "--hands", "50", "--rules", "hearts", "--format", "csv"]);
    assert!(
        csv.starts_with("bot,seats,against,deals,gain,std_error,low,high,superiority,superiority_error,duplicate_factor,cpu_ms_per_decision,cpu_ms_max\n"),
        "{csv}"
    );
}

#[test]
fn a_tournament_of_matches_is_the_same_in_memory_and_on_disk() {
    let dir = tempdir().expect("a directory");
    for (rules, score, format) in [
        ("hearts", "points", "--one-against-three"),
        ("classic", "places", "--columns=all"),
        ("tantony", "winner-takes-all", "--columns=results"),
    ] {
        let set = dir.path().join(rules).display().to_string();
        let words = ["tournament", "--matches", "12", "--rules", rules, "--score", score, "--format", "json"];
        let (format, columns): (&[&str], &[&str]) =
            if format == "--one-against-three" { (&["--one-against-three"], &[]) } else { (&[], &[format]) };
        let memory = stdout(&[&words[..], format].concat());
        let disk = stdout(&[&words[..], format, columns, &["--out", &set]].concat());
        assert_eq!(without_times(&memory), without_times(&disk));
        let report: serde_json::Value = serde_json::from_str(&memory).expect("JSON");
        assert_eq!((&report["matches"], &report["score"]), (&12.into(), &score.into()));
        let lineups = report["lineups"].as_array().expect("rows");
        for pair in lineups.chunks(2) {
            let sum = |key: &str| pair.iter().filter_map(|row| row[key].as_f64()).sum::<f64>();
            assert!((sum("win_share") - 1.0).abs() < 1e-9 && (sum("last_share") - 1.0).abs() < 1e-9, "{memory}");
            assert!(pair[0]["gain"].as_f64() > pair[1]["gain"].as_f64() || pair[0]["bot"] == "random", "{memory}");
        }
        stdout(&["dataset", "verify", &set]);
    }
    let csv = stdout(&["tournament", "--matches", "5", "--rules", "hearts", "--format", "csv"]);
    assert!(
        csv.starts_with("bot,seats,against,matches,gain,std_error,low,high,superiority,superiority_error,duplicate_factor,win_share,win_share_error,place,"),
        "{csv}"
    );
    refused(2, &["tournament", "--matches", "9", "--hands", "9"], &["--matches", "--hands"]);
    refused(2, &["tournament", "--score", "places"], &["--matches"]);
    refused(2, &["tournament", "--matches", "9", "--score", "place"], &["places"]);
}

#[test]
fn threads_do_not_change_a_byte() {
    let dir = tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name);
    for (kind, words) in [
        ("hands", &["simulate", "--hands", "70000", "--players", "random"][..]),
        ("matches", &["simulate", "--matches", "300", "--rules", "tantony"]),
        ("tournament", &["tournament", "--hands", "400", "--rules", "classic+partnership"]),
        ("match-tournament", &["tournament", "--matches", "40", "--rules", "swap-short"]),
    ] {
        for threads in ["1", "2", "8"] {
            let out = path(&format!("{kind}-{threads}")).display().to_string();
            stdout(&[words, &["--threads", threads, "--out", &out]].concat());
        }
        assert_same(&path(&format!("{kind}-1")), &path(&format!("{kind}-2")));
        assert_same(&path(&format!("{kind}-1")), &path(&format!("{kind}-8")));
    }
}

#[test]
fn verify_finds_a_flipped_byte() {
    let dir = tempdir().expect("a directory");
    let set = dir.path().join("set");
    let name = set.display().to_string();
    stdout(&["simulate", "--hands", "500", "--out", &name]);
    assert!(stdout(&["dataset", "verify", &name]).contains("500 hands played again"));
    let part = set.join("hands/part-00000.parquet");
    let mut bytes = fs::read(&part).expect("a part");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&part, bytes).expect("a part");
    let output = run(&["dataset", "verify", &name]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("hands/part-00000.parquet"));
}

#[test]
fn dry_runs_leave_nothing() {
    let dir = tempdir().expect("a directory");
    let set = dir.path().join("set");
    let name = set.display().to_string();
    let answer = stdout(&["simulate", "--hands", "600000", "--out", &name, "--dry-run", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!((&answer["rows"], &answer["parts"]), (&600_000.into(), &3.into()));
    assert!(!set.exists());
}

/// A change of play needs a reason, and a new value in that file.
#[test]
fn the_signature_is_the_expected_one() {
    assert_eq!(stdout(&["bench", "--signature"]), include_str!("../../tests/signature.txt"));
}

#[test]
fn commands_look_as_documented() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}

#[test]
fn a_gauntlet_is_the_first_bot_against_each_other() {
    let dir = tempdir().expect("a directory");
    let set = dir.path().join("set").display().to_string();
    let words = ["tournament", "--gauntlet", "--players", "heuristic,random,pimc:worlds=2", "--hands", "4"];
    for (more, rows) in [(&["--out", &set][..], 4), (&["--one-against-three"], 4)] {
        let report = stdout(&[&words[..], more, &["--format", "json"]].concat());
        let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
        let lineups = report["lineups"].as_array().expect("rows");
        assert_eq!(lineups.len(), rows);
        for pair in lineups.chunks(2) {
            assert_eq!((&pair[0]["bot"], &pair[1]["against"]), (&"heuristic".into(), &"heuristic".into()));
        }
    }
    assert!(stdout(&["dataset", "verify", &set]).contains("48 hands played again"));
    refused(2, &["tournament", "--gauntlet", "--four"], &["--gauntlet", "--four"]);
}
