//! Sequential tests of real bots: they end alike on any number of threads, and err as often as they say.

use crate::common::{gongzhu, run, stdout};
use gongzhu::Rules;
use gongzhu_experiments::play::Control;
use gongzhu_experiments::stats::{Sprt, Verdict};
use gongzhu_experiments::tournament::{Amount, Contest, Format, Score, Sequential};
use indicatif::ProgressBar;
use std::sync::atomic::AtomicBool;

fn contest(rules: &Rules, seed: u64, deals: u64) -> Contest {
    let bots = ["heuristic", "heuristic:random=20"].map(|name| name.parse().expect("a bot")).to_vec();
    let amount = Amount::seeded(seed, deals);
    Contest::new(rules.clone(), bots, Format::Pairs, amount, Score::Points, seed).expect("two bots")
}

fn played(rules: &Rules, seed: u64, test: &Sprt) -> Sequential {
    let control = Control { stop: &AtomicBool::new(false), bar: ProgressBar::hidden() };
    contest(rules, seed, 1 << 20).play_sequentially(test, &control).expect("nothing stops it")
}

/// The gain of `heuristic` against itself with chance in a fifth of the decisions, in Hearts, as pairs, is known well enough to be both hypotheses in turn.
#[test]
fn real_bots_are_judged_at_the_promised_rates() {
    const TESTS: u64 = 300;
    const RATE: f64 = 0.05;
    let hearts = Rules::parse("hearts").expect("a preset");
    // With a standard error of 0.011 points, under 3 % of the distance between the hypotheses.
    let truth =
        contest(&hearts, 99, 60_000).play().expect("nothing stops it").lineup(0)[0].1.gain.mean.expect("a mean");
    let most = RATE + 3.0 * (RATE * (1.0 - RATE) / TESTS as f64).sqrt();
    for (null, alternative, wrong) in [(truth, truth + 0.4, Verdict::H1), (truth - 0.4, truth, Verdict::H0)] {
        let test = Sprt::new(null, alternative, RATE, RATE).expect("sound");
        let wrongs = (0..TESTS).filter(|&seed| played(&hearts, seed, &test).verdict == Some(wrong)).count();
        let rate = wrongs as f64 / TESTS as f64;
        assert!(rate <= most, "{wrong:?} is accepted falsely at {rate}");
    }
}

#[test]
fn threads_change_nothing() {
    let words =
        ["sprt", "heuristic", "random", "--rules", "classic", "--elpd0", "190", "--elpd1", "200", "--format", "json"];
    let timeless = |threads: &str| {
        let text = stdout(&[&words[..], &["--threads", threads]].concat());
        let mut report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        for key in ["cpu_ms_per_decision", "cpu_ms_max"] {
            assert!(report.as_object_mut().is_some_and(|report| report.remove(key).is_some()));
        }
        report
    };
    let one = timeless("1");
    assert_eq!(one["verdict"], "h1");
    assert!(one["deals"].as_u64().is_some_and(|deals| deals > 32));
    assert_eq!(one, timeless("2"));
    assert_eq!(one, timeless("7"));

    // The tournament of as many deals finds the same gain.
    let deals = one["deals"].to_string();
    let report = stdout(&["tournament", "--hands", &deals, "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    for key in ["gain", "std_error", "low", "high"] {
        assert_eq!(report["lineups"][0][key], one[key]);
    }
}

#[test]
#[cfg(unix)]
fn a_test_can_be_interrupted() {
    let words = ["sprt", "heuristic", "random", "--elpd0", "207.9", "--elpd1", "207.9001", "--max-hands", "4000000000"];
    let child = gongzhu(&words).stderr(std::process::Stdio::piped()).spawn().expect("the command starts");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let undecided = run(&["sprt", "heuristic", "random", "--elpd0", "207", "--elpd1", "208", "--max-hands", "40"]);
    assert!(undecided.status.success());
    assert!(String::from_utf8_lossy(&undecided.stdout).contains("not decided after 40 deals"));
}
