//! External bots in tournaments and datasets: whatever they do wrong, the result is complete, the faults are told apart and
//! counted, and no process stays.

#![cfg(unix)]

use gongzhu_experiments::dataset::{HandColumns, HandRow, Manifest, read_table};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// A run that takes longer hangs, as the bots here do for an hour. The slowest waits for about ten seconds.
const LIMIT: Duration = Duration::from_secs(600);

const FAULTS: [&str; 7] = ["start", "crash", "disconnect", "stall", "late", "malformed", "illegal"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The bot that goes wrong in some way on every k-th request and writes that down in a file.
fn mock(options: &str, kind: &str, log: &Path, k: u32) -> String {
    let mock = root().join("strategies/tests/mock/mock.py");
    format!("exec:{options}python3 '{}' {kind} '{}' {k}", mock.display(), log.display())
}

fn lines(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap_or_default().lines().map(ToOwned::to_owned).collect()
}

/// Whether a process has `mark` among its arguments.
fn is_running(mark: &Path) -> bool {
    let found = Command::new("ps").args(["-A", "-o", "args"]).output().expect("ps");
    let mark = mark.display().to_string();
    String::from_utf8_lossy(&found.stdout).lines().any(|line| line.contains(&mark))
}

/// Runs the command with its logs in a directory.
fn run_in(dir: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gongzhu")).args(words).env("TMPDIR", dir).output().expect("the command starts")
}

/// The standard output of a command that must succeed.
fn stdout(dir: &Path, words: &[&str]) -> String {
    let output = run_in(dir, words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A tournament against `random`, as JSON.
fn tournament(dir: &Path, bot: &str, words: &[&str]) -> Value {
    let players = format!("random,{bot}");
    let report = stdout(dir, &[&["tournament", "--players", &players, "--format", "json"], words].concat());
    serde_json::from_str(&report).expect("JSON")
}

fn count(report: &Value, key: &str) -> u64 {
    report["external"][0][key].as_u64().unwrap_or_else(|| panic!("no {key} in {report}"))
}

/// What goes wrong in a tournament of four deals: the bot's options, what it does and on every which request, how that is
/// counted, and how many processes may be lost.
fn goes_wrong(options: &str, kind: &str, k: u32, fault: &str, lost: Option<u64>) -> Value {
    let dir = tempdir().expect("a directory");
    let log = dir.path().join("log");
    let start = Instant::now();
    let threads = if lost.is_some() { "1" } else { "2" };
    let report = tournament(dir.path(), &mock(options, kind, &log, k), &["--hands", "4", "--threads", threads]);
    assert!(start.elapsed() < LIMIT, "{kind} took {:?}", start.elapsed());
    assert!(!is_running(&log), "{kind} left a process");
    assert_eq!((report["deals"].as_u64(), report["hands"].as_u64()), (Some(4), Some(24)), "{kind}");
    assert!(report["lineups"].as_array().is_some_and(|rows| rows.iter().all(|row| row["gain"].is_f64())));
    let wrong = lines(&log).len() as u64;
    assert!(wrong > 0, "{kind} did nothing wrong");
    for name in FAULTS {
        let expected = if name == fault { wrong } else { 0 };
        assert_eq!(count(&report, name), expected, "{kind}: {name} in {}", report["external"]);
    }
    match lost {
        // All processes were lost that could be.
        Some(lost) => {
            assert_eq!(wrong, lost, "{kind}");
            assert!(count(&report, "forfeited") > 100, "{kind}");
        }
        None => assert_eq!(count(&report, "forfeited"), 0, "{kind}"),
    }
    report
}

#[test]
fn failures_to_start_are_counted_until_the_bot_forfeits() {
    let all_failed = |report: &Value| {
        assert_eq!((count(report, "processes"), count(report, "forfeited")), (3, count(report, "decisions") - 3));
    };
    for kind in ["start-crash", "start-protocol"] {
        all_failed(&goes_wrong("restarts=2:", kind, 0, "start", Some(3)));
    }
    // On a busy machine it may not even get to write down what it does.
    let dir = tempdir().expect("a directory");
    let bot = mock("start-ms=1000:restarts=2:", "start-hang", &dir.path().join("log"), 0);
    let report = tournament(dir.path(), &bot, &["--hands", "4", "--threads", "1"]);
    assert_eq!(count(&report, "start"), 3);
    all_failed(&report);
    assert!(!is_running(dir.path()));
}

#[test]
fn crashes_are_counted_and_processes_replaced() {
    for kind in ["crash", "fork"] {
        let report = goes_wrong("restarts=1000:", kind, 30, "crash", None);
        assert!(count(&report, "crash") >= 10, "{report}");
        assert!(count(&report, "processes") > count(&report, "crash"), "{report}");
        goes_wrong("restarts=2:", kind, 10, "crash", Some(3));
    }
}

#[test]
fn hang_ups_are_told_from_crashes() {
    goes_wrong("restarts=1000:", "close", 25, "disconnect", None);
    goes_wrong("restarts=0:", "close", 10, "disconnect", Some(1));
}

#[test]
fn stalls_end_in_time() {
    goes_wrong("ms=1000:restarts=1:", "hang", 10, "stall", Some(2));
}

#[test]
fn late_answers_cost_a_decision_each() {
    let report = goes_wrong("ms=1500:", "late", 40, "late", None);
    assert!(report["external"][0]["ms_max"].as_f64().is_some_and(|longest| longest > 2000.0), "{report}");
}

#[test]
fn rubbish_other_ids_and_forbidden_actions_are_told_apart() {
    for kind in ["rubbish", "other-id", "no-action"] {
        let report = goes_wrong("", kind, 1, "malformed", None);
        assert_eq!(count(&report, "malformed"), count(&report, "decisions"));
    }
    // What follows is in step again.
    for kind in ["rubbish", "id-before"] {
        goes_wrong("", kind, 3, "malformed", None);
    }
    goes_wrong("restarts=1000:", "endless", 30, "malformed", None);
    for k in [1, 3] {
        goes_wrong("", "illegal", k, "illegal", None);
    }
}

/// One that writes all the time and never reads: each decision gets rubbish, until a request finds no room in the pipe.
#[test]
fn a_bot_that_does_not_listen_is_replaced() {
    let dir = tempdir().expect("a directory");
    let start = Instant::now();
    let bot = mock("restarts=2:", "deaf", &dir.path().join("log"), 0);
    let report = tournament(dir.path(), &bot, &["--hands", "60", "--threads", "1"]);
    assert_eq!(count(&report, "malformed") + count(&report, "forfeited"), count(&report, "decisions"), "{report}");
    assert!(count(&report, "malformed") > 100 && count(&report, "forfeited") > 100, "{report}");
    assert!(!is_running(dir.path()) && start.elapsed() < LIMIT);
}

#[test]
fn a_flood_of_errors_is_logged_within_bounds() {
    let dir = tempdir().expect("a directory");
    let log = dir.path().join("log");
    let report = tournament(dir.path(), &mock("", "flood", &log, 3), &["--hands", "4", "--threads", "2"]);
    assert!(lines(&log).len() > 100 && FAULTS.iter().all(|fault| count(&report, fault) == 0), "{report}");
    let path = report["external"][0]["log"].as_str().expect("a log");
    let length = fs::metadata(path).expect("the log").len();
    assert!((1 << 20..(1 << 20) + 100).contains(&length), "{length}");
}

#[test]
fn processes_that_stay_are_killed() {
    let dir = tempdir().expect("a directory");
    let log = dir.path().join("log");
    let start = Instant::now();
    let report = tournament(dir.path(), &mock("", "stay", &log, 0), &["--hands", "4", "--threads", "2"]);
    assert!(FAULTS.iter().all(|fault| count(&report, fault) == 0), "{report}");
    assert_eq!(lines(&log).len() as u64, count(&report, "processes"));
    assert!(!is_running(&log) && start.elapsed() < LIMIT);
}

/// Who interrupts a second time does not wait for a bot that hangs; it is killed all the same.
#[test]
fn two_interruptions_leave_no_process() {
    let dir = tempdir().expect("a directory");
    let log = dir.path().join("log");
    let players = format!("random,{}", mock("ms=600000:", "hang", &log, 1));
    let mut command = Command::new(env!("CARGO_BIN_EXE_gongzhu"));
    let mut running = command.args(["tournament", "--players", &players, "--threads", "1"]).spawn().expect("a start");
    let patience = Instant::now() + LIMIT;
    while lines(&log).is_empty() {
        assert!(Instant::now() < patience, "the bot was not asked");
        sleep(Duration::from_millis(20));
    }
    for _ in 0..2 {
        let sent = Command::new("kill").args(["-INT", &running.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        sleep(Duration::from_millis(500));
    }
    assert_eq!(running.wait().expect("an end").code(), Some(130));
    while is_running(&log) {
        assert!(Instant::now() < patience, "a process stays");
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn what_chance_decides_follows_from_the_seed() {
    let dir = tempdir().expect("a directory");
    let log = dir.path().join("log");
    let gain = |threads: &str, seed: &str| {
        let words = ["--hands", "6", "--threads", threads, "--seed", seed, "--rules", "classic+pass"];
        tournament(dir.path(), &mock("", "rubbish", &log, 1), &words)["lineups"][0]["gain"].clone()
    };
    assert_eq!(gain("1", "1"), gain("3", "1"));
    assert_ne!(gain("1", "1"), gain("1", "2"));
}

/// Each process decides for one seat, and plays no deal at two tables, though the deal is played in six seatings.
#[test]
fn no_process_sees_a_deal_twice() {
    let dir = tempdir().expect("a directory");
    let log = dir.path().join("log");
    tournament(
        dir.path(),
        &mock("", "spy", &log, 0),
        &["--hands", "12", "--threads", "3", "--rules", "classic+no-reveal"],
    );
    let mut seats: BTreeMap<u64, u64> = BTreeMap::new();
    let mut tricks: BTreeMap<(u64, String), Vec<u64>> = BTreeMap::new();
    let mut hands: BTreeMap<String, u64> = BTreeMap::new();
    for line in lines(&log) {
        let (process, seat, trick, hand): (u64, u64, u64, String) = serde_json::from_str(&line).expect("an entry");
        assert_eq!(*seats.entry(process).or_insert(seat), seat, "a process of two seats");
        tricks.entry((process, hand.clone())).or_default().push(trick);
        *hands.entry(hand).or_default() += u64::from(trick == 6);
    }
    for ((process, hand), tricks) in &tricks {
        assert!(tricks.is_sorted_by(|a, b| a < b), "{process} had {hand} twice: {tricks:?}");
    }
    assert!(seats.len() <= 8 + 4 * 3, "{} processes for three threads", seats.len());
    assert!(hands.values().any(|&times| times >= 2), "each deal is played in several seatings");
    assert!(tricks.len() > 2 * seats.len(), "a process plays many hands");
}

#[test]
fn arguments_and_environment_are_the_users() {
    let dir = tempdir().expect("a directory");
    let seen = dir.path().join("seen").display().to_string();
    let script = r#"env -0 > "$0.env"; printf "%s\n" "$@" > "$0.words""#;
    let bot = format!("exec:restarts=0:sh -c '{script}' '{seen}' 'two words' \"a,b\" it\\'s");
    let report = tournament(dir.path(), &bot, &["--hands", "1"]);
    assert_eq!((count(&report, "start"), count(&report, "processes")), (1, 1));
    assert_eq!(lines(Path::new(&format!("{seen}.words"))), ["two words", "a,b", "it's"]);
    let mut ours: BTreeMap<String, String> = std::env::vars().collect();
    ours.insert("TMPDIR".to_owned(), dir.path().display().to_string());
    let environment = fs::read_to_string(format!("{seen}.env")).expect("the environment");
    let variables: Vec<(&str, &str)> = environment.split('\0').filter_map(|entry| entry.split_once('=')).collect();
    assert!(variables.len() > 3, "{environment}");
    // Shells keep their own books.
    let of_shells = ["PWD", "OLDPWD", "SHLVL", "_"];
    for (name, value) in variables.into_iter().filter(|(name, _)| !of_shells.contains(name)) {
        assert_eq!(ours.get(name).map(String::as_str), Some(value), "{name}");
    }
}

#[test]
fn datasets_count_faults_and_say_that_they_do_not_repeat() {
    let dir = tempdir().expect("a directory");
    let (log, out) = (dir.path().join("log"), dir.path().join("data"));
    let out_text = out.display().to_string();
    let players = format!("random,{},heuristic,heuristic", mock("", "illegal", &log, 2));
    let words = ["simulate", "--players", &players, "--hands", "12", "--rules", "swap+pass", "--out", &out_text];
    let made = run_in(dir.path(), &words);
    let told = String::from_utf8_lossy(&made.stderr).into_owned();
    let wrong = lines(&log).len() as u64;
    assert!(made.status.success() && told.contains(&format!("illegal {wrong}")), "{told}");
    let mut faults = [0; 4];
    let add = |row: &HandRow| {
        faults.iter_mut().zip(row.faults).for_each(|(sum, count)| *sum += u64::from(count));
        Ok::<(), gongzhu_experiments::dataset::DatasetError>(())
    };
    read_table::<HandColumns, _>(&out, add).expect("a dataset");
    assert_eq!(faults, [0, wrong, 0, 0]);
    assert!(!Manifest::load(&out).expect("a manifest").origin.deterministic);
    assert!(fs::read_to_string(out.join("README.md")).expect("a README").contains("does not repeat"));
    stdout(dir.path(), &["dataset", "verify", &out_text]);
    // A part that is missing is played anew, whatever the manifest recorded of it.
    fs::write(out.join("hands/part-00000.parquet"), "damaged").expect("a file");
    let resumed = run_in(dir.path(), &[&words[..], &["--resume"]].concat());
    let told = String::from_utf8_lossy(&resumed.stderr).into_owned();
    assert!(resumed.status.success() && told.contains("is played anew"), "{told}");
    stdout(dir.path(), &["dataset", "verify", &out_text]);
    let timed = ["simulate", "--players", "pimc:ms=0.1", "--hands", "1", "--out"];
    let timed_out = dir.path().join("timed");
    stdout(dir.path(), &[&timed[..], &[&timed_out.display().to_string()]].concat());
    assert!(!Manifest::load(&timed_out).expect("a manifest").origin.deterministic);
}

#[test]
fn the_check_tells_good_bots_from_bad_ones() {
    let dir = tempdir().expect("a directory");
    let first = format!("python3 '{}'", root().join("strategies/tests/mock/first.py").display());
    let items = stdout(dir.path(), &["bot", "check", &first, "--format", "json"]);
    let items: Value = serde_json::from_str(&items).expect("JSON");
    assert!(items.as_array().is_some_and(|items| items.len() == 8 && items.iter().all(|item| item["ok"] == true)));
    for (kind, k, failed) in [
        ("start-crash", 0, &["starts"][..]),
        ("illegal", 20, &["plays classic", "plays swap+pass", "plays hearts", "plays tantony", "speed"]),
        ("stay", 0, &["ends after quit"]),
    ] {
        let bot = mock("restarts=0:", kind, &dir.path().join("log"), k);
        let output = run_in(dir.path(), &["bot", "check", &bot, "--format", "json"]);
        assert_eq!(output.status.code(), Some(1), "{kind}");
        let items: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
        let found: Vec<&str> =
            items.iter().filter(|item| item["ok"] == false).filter_map(|item| item["item"].as_str()).collect();
        let all = failed.iter().all(|item| found.contains(item));
        assert!(all && (kind == "illegal" || found.len() == failed.len()), "{kind}: {found:?}");
    }
}

/// The bot in `docs/protocol.md`.
#[test]
fn the_bot_of_the_page_passes_the_check() {
    let page = fs::read_to_string(root().join("docs/protocol.md")).expect("the page");
    let program = page.split_once("```perl\n").and_then(|(_, rest)| rest.split_once("```")).expect("a bot").0;
    let dir = tempdir().expect("a directory");
    let path = dir.path().join("bot.pl");
    fs::write(&path, program).expect("a file");
    stdout(dir.path(), &["bot", "check", &format!("perl '{}'", path.display())]);
}

/// Plays the first legal card, and crashes at what it could only know from another play-out: the same view twice.
const KNOWING: &str = r#"
import json, sys
seen = set()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "quit":
        break
    if message["type"] == "hello":
        print('{"type": "hello", "protocol": 1}', flush=True)
        continue
    view = json.dumps(message["view"], sort_keys=True)
    if view in seen:
        sys.exit(1)
    seen.add(view)
    action = [] if message["view"]["phase"] == "reveal" else message["legal"][0]
    print(json.dumps({"type": "action", "id": message["id"], "action": action}), flush=True)
"#;

#[test]
fn no_process_plays_a_deal_out_twice() {
    let dir = tempdir().expect("a directory");
    let script = dir.path().join("knowing.py");
    fs::write(&script, KNOWING).expect("a script");
    let bot = format!("exec:ms=60000:start-ms=60000:python3 '{}'", script.display());
    let words = ["reveal-ev", "--hands", "2", "--threads", "1", "--players", &bot];
    let output = run_in(dir.path(), &words);
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "nothing went wrong");
    // What goes wrong is told.
    let log = dir.path().join("log");
    let bad = mock("ms=60000:start-ms=60000:", "illegal", &log, 5);
    let output = run_in(dir.path(), &["reveal-ev", "--hands", "1", "--threads", "1", "--players", &bad]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && told.contains("illegal"), "{told}");
}
