//! No process of an external bot is left behind, neither running nor as a zombie. The only test of its program: it looks at
//! all children.

#![cfg(target_os = "linux")]

use gongzhu::rng::{Purpose, stream};
use gongzhu::table::play_hand;
use gongzhu::{BySeat, Deal, Rules, Setup, State};
use gongzhu_strategies::BotSpec;
use gongzhu_strategies::external::Fault;
use std::fs;
use std::time::{Duration, Instant};

/// The processes whose parent this one is, and those that were given `mark` as an argument.
fn left(mark: &str) -> Vec<String> {
    let me = std::process::id().to_string();
    let processes = fs::read_dir("/proc").expect("a list of processes").filter_map(|entry| Some(entry.ok()?.path()));
    let ours = processes.filter_map(|path| {
        let status = fs::read_to_string(path.join("stat")).ok()?;
        // The name in parentheses may hold anything; the state and the parent follow.
        let parent = status.rsplit(')').next()?.split_whitespace().nth(1)?;
        let command = fs::read_to_string(path.join("cmdline")).unwrap_or_default();
        (parent == me || command.contains(mark)).then(|| format!("{status} {command}"))
    });
    ours.collect()
}

#[test]
fn nothing_is_left_behind() {
    let (rules, deal) = (Rules::parse("classic").expect("a preset"), Deal::random(&mut stream(1, 0, Purpose::Deal)));
    let log = std::env::temp_dir().join(format!("gongzhu-reaping-{}", std::process::id()));
    let (mark, directory) = (log.display().to_string(), env!("CARGO_MANIFEST_DIR"));
    let cases = [
        ("none 0", None),
        ("start-crash 0", Some(Fault::Start)),
        ("start-hang 0", Some(Fault::Start)),
        ("crash 5", Some(Fault::Crash)),
        ("fork 5", Some(Fault::Crash)),
        ("hang 7", Some(Fault::Stall)),
        ("close 5", Some(Fault::Disconnect)),
        ("endless 5", Some(Fault::Malformed)),
        ("stay 0", None),
    ];
    for (kind, fault) in cases {
        let (kind, k) = kind.split_once(' ').expect("two words");
        let options = "exec:ms=200:start-ms=1000:restarts=3";
        let options = if kind.starts_with("start") { options } else { "exec:ms=2000:restarts=3" };
        let text = format!("{options}:python3 '{directory}/tests/mock/mock.py' {kind} '{mark}' {k}");
        let bot: BotSpec = text.parse().expect("a bot");
        let start = Instant::now();
        let setup = Setup::first(&rules, deal);
        let mut state = State::new(&setup).expect("a complete setup");
        let mut rngs = BySeat::from_fn(|seat| stream(1, 0, Purpose::Seat { table: 0, seat }));
        let faults = play_hand(&mut state, &mut BySeat::from_fn(|_| bot.build()), &mut rngs);
        let report = bot.finish().expect("an external bot");
        assert_eq!(left(&mark), Vec::<String>::new(), "{kind}");
        assert!(start.elapsed() < Duration::from_secs(60), "{kind} took {:?}", start.elapsed());
        let logged = fs::read_to_string(&log).unwrap_or_default().lines().count() as u64;
        let _ = fs::remove_file(&log);
        let counts = Fault::ALL.map(|fault| report.count(fault));
        match fault {
            Some(fault) => assert!(logged > 0 && report.count(fault) == logged, "{kind}: {logged} and {counts:?}"),
            None => assert_eq!(counts, [0; 7], "{kind}"),
        }
        assert_eq!(report.killed, if kind == "stay" { 4 } else { 0 }, "{kind}");
        assert_eq!(faults.0.iter().map(|&count| u64::from(count)).sum::<u64>(), report.taken_over(), "{kind}");
        report.log.map(fs::remove_file);
    }
}
