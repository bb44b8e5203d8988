//! `gongzhu bench`: every path is measured, in every form of the result; bad flags end with one line.

use crate::common::stdout;
use crate::refused;
use gongzhu::kernel::Processor;
use serde_json::Value;
use std::collections::BTreeSet;

/// The paths that every processor has, with how many rule sets each.
const PATHS: [(&str, usize); 12] = [
    ("dealing", 1),
    ("random play in bulk", 3),
    ("random play in bulk, portable", 4),
    ("four first-legal bots", 4),
    ("four random bots", 4),
    ("four heuristic bots", 4),
    ("sampler set-up from a view", 1),
    ("sampling hidden hands", 1),
    ("uniform roll-outs", 2),
    ("sensible roll-outs", 2),
    ("random hands to Parquet, all columns", 1),
    ("random hands to Parquet, results", 1),
];

/// Those that take the bit instructions of BMI2.
const SCALAR_PATHS: [(&str, usize); 3] =
    [("random play in bulk, scalar", 4), ("uniform roll-outs, scalar", 2), ("sensible roll-outs, scalar", 2)];

/// That of which there is a row for each number of threads.
const THREADS: &str = "random play in bulk on threads";

fn rows(words: &[&str]) -> Vec<Value> {
    let answer = stdout(&[&["bench", "--format", "json"], words].concat());
    serde_json::from_str::<Vec<Value>>(&answer).expect("an array")
}

#[test]
fn every_path_is_measured() {
    let rows = rows(&["--seconds", "0.01", "--threads", "3"]);
    let mut expected = PATHS.to_vec();
    if Processor::detect() >= Processor::Bmi2 {
        expected.extend(SCALAR_PATHS);
    }
    for (path, rule_sets) in &expected {
        let of_path: Vec<&Value> = rows.iter().filter(|row| row["path"] == *path).collect();
        let different: BTreeSet<&str> = of_path.iter().filter_map(|row| row["rules"].as_str()).collect();
        assert_eq!((of_path.len(), different.len()), (*rule_sets, *rule_sets), "{path}");
    }
    let by_threads: Vec<&Value> = rows.iter().filter(|row| row["path"] == THREADS).collect();
    let threads: Vec<u64> = by_threads.iter().filter_map(|row| row["threads"].as_u64()).collect();
    assert_eq!(threads, [1, 2, 3]);
    assert_eq!(by_threads[0]["speedup"], 1.0);
    assert_eq!(rows.len(), expected.iter().map(|(_, rule_sets)| rule_sets).sum::<usize>() + threads.len());
    for row in &rows {
        let positive = |field: &str| assert!(row[field].as_f64().is_some_and(|x| x > 0.0), "{field}: {row}");
        ["cpu_ns", "per_second_per_core", "best_cpu_ns"].into_iter().for_each(positive);
        assert!(row["best_cpu_ns"].as_f64() <= row["cpu_ns"].as_f64(), "{row}");
        assert!(["deals", "hands", "set-ups", "samples", "roll-outs"].contains(&row["unit"].as_str().unwrap_or("")));
        let on_threads = row["path"] == THREADS || row["path"].as_str().is_some_and(|path| path.contains("Parquet"));
        assert_eq!(row["threads"].is_null(), !on_threads, "{row}");
        if on_threads {
            positive("per_second");
        }
        if row["path"] == THREADS {
            positive("speedup");
        }
    }
}

#[test]
fn some_paths_in_every_form() {
    let only = |text| ["bench", "--seconds", "0.01", "--threads", "1", "--only", text];
    let text = stdout(&only("dealing"));
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.starts_with("| path ") && text.contains("| dealing | any   | deals |"), "{text}");
    let text = stdout(&only("in bulk on threads"));
    assert!(text.contains("× one thread") && text.contains("1.00"), "{text}");
    let csv = stdout(&[&only("scrofa")[..], &["--format", "csv"]].concat());
    let header = "path,rules,unit,cpu_ns,per_second_per_core,best_cpu_ns,threads,per_second,speedup\n";
    assert!(csv.starts_with(header), "{csv}");
    assert!(csv.lines().skip(1).all(|line| line.contains("scrofa")) && csv.lines().count() >= 6, "{csv}");
}

#[test]
fn bad_flags_end_with_one_line() {
    for (words, part) in [
        (&["--seconds", "0"][..], "0.001 to 3600"),
        (&["--seconds", "-1"], "0.001 to 3600"),
        (&["--seconds", "NaN"], "0.001 to 3600"),
        (&["--seconds", "soon"], "0.001 to 3600"),
        (&["--only", "no such path"], "no such path"),
        (&["--threads", "0"], "--threads"),
        (&["--format", "xml"], "--format"),
        (&["--signature", "--seconds", "1"], "cannot be used with"),
        (&["--signature", "--format", "json"], "cannot be used with"),
        (&["--seed", "1"], "--seed"),
    ] {
        refused(2, &[&["bench"], words].concat(), &[part]);
    }
}
