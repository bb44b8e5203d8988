//! Table `decisions`: it tells how the hands came about, lies about it are found, and writing it changes no play.

use super::soundness::{assert_fault, command, faults, played, write_part};
use super::*;
use gongzhu_experiments::dataset::{DecisionColumns, DecisionKind, DecisionRow, JudgedChoice};

/// Writes a dataset anew with changed rows, hashes and all, and verifies it.
fn forged(from: &Path, change: impl Fn(&mut Vec<HandRow>, &mut Vec<DecisionRow>)) -> Vec<String> {
    let (mut hands, mut decisions) = (rows_in::<HandColumns>(from), rows_in::<DecisionColumns>(from));
    change(&mut hands, &mut decisions);
    let (_guard, dir) = place();
    let plan = Manifest::load(from).expect("a manifest").plan().expect("a plan");
    let mut dataset = Dataset::create(&dir, plan).expect("an empty directory");
    write_part::<HandColumns>(&mut dataset, &hands);
    write_part::<DecisionColumns>(&mut dataset, &decisions);
    dataset.finish().expect("room");
    faults(&dir)
}

const SEARCHING: &str = "pimc:worlds=16,heuristic,ismcts:iterations=24,random";

/// With reveals that others complete, faults of no bot, and all kinds of decision.
const RULES: [&str; 5] = ["classic+pass", "swap", "scrofa", "hearts", "tantony"];

#[test]
fn decisions_are_those_of_the_hands() {
    for rules in RULES {
        let (_guard, set) = place();
        played(&set, &format!("simulate --rules {rules} --players {SEARCHING} --hands 12 --decisions"));
        assert_eq!(faults(&set), [""; 0], "{rules}");
        let (hands, decisions) = (rows_in::<HandColumns>(&set), rows_in::<DecisionColumns>(&set));
        let (_guard, plain) = place();
        played(&plain, &format!("simulate --rules {rules} --players {SEARCHING} --hands 12"));
        assert_eq!(hands, rows_in::<HandColumns>(&plain), "{rules}: keeping decisions changes no play");
        for (hand, decisions) in hands.iter().zip(decisions.chunk_by(|a, b| a.hand_id == b.hand_id)) {
            let of = |kind| decisions.iter().filter(move |row| row.kind == kind);
            let cards: Vec<u8> = of(DecisionKind::Play).map(|row| row.action.trailing_zeros() as u8).collect();
            assert_eq!(cards, hand.plays, "{rules}");
            let given: Vec<u8> = of(DecisionKind::Assign).map(|row| row.action.trailing_zeros() as u8 - 57).collect();
            assert_eq!(given, hand.assign.map_or(Vec::new(), |assign| assign.to_vec()), "{rules}");
            for row in of(DecisionKind::Pass) {
                assert_eq!(hand.pass.expect("a pass")[usize::from(row.seat)], row.action);
                assert_eq!((hand.deal[usize::from(row.seat)], row.legal), (row.hand, row.hand));
            }
            let mut before_play = of(DecisionKind::Pass).chain(of(DecisionKind::Reveal));
            assert!(before_play.all(|row| row.trick.is_none() && row.hand.count_ones() == 13));
            assert!(of(DecisionKind::Play).enumerate().all(|(at, row)| row.trick == Some(at as u8 / 4 + 1)));
        }
        assert_eq!(decisions.chunk_by(|a, b| a.hand_id == b.hand_id).count(), hands.len());
    }
}

/// Bots that search tell what they found of every choice that they weighed, and others tell nothing.
#[test]
fn judgements_are_those_of_searching_bots() {
    let (_guard, set) = place();
    let bots = "pimc:worlds=16:cull=off,heuristic,ismcts:iterations=24,random";
    let manifest = played(&set, &format!("simulate --rules classic+pass --players {bots} --hands 8 --decisions"));
    let decisions = rows_in::<DecisionColumns>(&set);
    let of = |name: &str| {
        let bot = manifest.origin.bots.iter().position(|bot| bot.starts_with(name)).expect("a bot") as u8;
        decisions.iter().filter(move |row| row.bot == bot)
    };
    assert!(of("heuristic").chain(of("random")).all(|row| row.judged.is_empty()));
    let best = |row: &DecisionRow| row.judged.iter().map(|judged| judged.value).fold(f64::MIN, f64::max);
    let chosen = |row: &DecisionRow| *row.judged.iter().find(|judged| judged.choice == row.action).expect("the choice");
    for kind in [DecisionKind::Pass, DecisionKind::Reveal, DecisionKind::Play] {
        let of_kind = |name| of(name).filter(|row| row.kind == kind && row.legal.count_ones() > 1);
        assert!(of_kind("pimc").any(|row| row.judged.len() > 1) && of_kind("ismcts").any(|row| row.judged.len() > 1));
    }
    for row in of("pimc").filter(|row| !row.judged.is_empty()) {
        assert!(row.judged.iter().all(|judged| judged.visits == 16));
        assert_eq!(chosen(row).value, best(row));
    }
    let searched = of("ismcts").filter(|row| row.kind == DecisionKind::Play && !row.judged.is_empty());
    for row in searched {
        assert_eq!(chosen(row).value, best(row));
        assert!(row.judged.iter().map(|judged| judged.visits).sum::<i32>() >= 24);
    }
}

#[test]
fn lies_about_decisions_are_found() {
    let (_guard, set) = place();
    played(
        &set,
        "simulate --rules classic+pass --players pimc:worlds=8,heuristic,random,heuristic --hands 5 --decisions",
    );
    assert_eq!(forged(&set, |_, _| ()), [""; 0]);
    let weighed = |row: &DecisionRow| row.hand_id == 2 && row.kind == DecisionKind::Play && row.judged.len() > 1;
    let one = |change: &dyn Fn(&mut DecisionRow)| {
        forged(&set, |_, rows| change(rows.iter_mut().find(|row| weighed(row)).expect("a searched decision")))
    };
    assert_fault(&one(&|row| row.step += 1), "step is not what");
    assert_fault(&one(&|row| row.kind = DecisionKind::Assign), "kind is not what");
    assert_fault(&one(&|row| row.trick = None), "trick is not what");
    assert_fault(&one(&|row| row.seat ^= 1), "seat is not what");
    assert_fault(&one(&|row| row.bot += 1), "bot is not what");
    assert_fault(&one(&|row| row.hand ^= 1), "hand is not what");
    assert_fault(&one(&|row| row.legal &= row.legal - 1), "legal is not what");
    assert_fault(&one(&|row| row.action = row.legal), "is no legal choice");
    assert_fault(&one(&|row| row.action = 1 << 56), "is no legal choice");
    assert_fault(&one(&|row| row.action = 1 << 63), "is no legal choice");
    assert_fault(&one(&|row| row.judged[0].choice = row.legal), "choices has one that is not legal");
    assert_fault(&one(&|row| row.judged.reverse()), "choices do not ascend");
    assert_fault(&one(&|row| row.judged.retain(|judged| judged.choice != row.action)), "choices lack what");
    assert_fault(&one(&|row| row.judged[0].value = f64::NAN), "no number");
    assert_fault(&one(&|row| row.judged[0].visits = 0), "below 1");
    let other = |row: &mut DecisionRow| {
        let choice = row.judged.iter().map(|judged| judged.choice).find(|&choice| choice != row.action);
        row.action = choice.expect("another choice");
    };
    assert_fault(&one(&other), "hand 2: decision ");
    assert_fault(&forged(&set, |_, rows| rows.truncate(rows.len() - 1)), "hand 4: has 59 decisions, and is not over");
    assert_fault(&forged(&set, |_, rows| rows.push(rows[rows.len() - 1].clone())), "follows the end of the hand");
    assert_fault(&forged(&set, |_, rows| rows.retain(|row| row.hand_id != 4)), "of 4 hands, of the 5");
    assert_fault(&forged(&set, |_, rows| rows.retain(|row| row.hand_id != 1)), "has hand 2 where 1 follows");
    assert_fault(&forged(&set, |_, rows| rows.swap(9, 70)), "has hand 0 where 2 follows");
    assert_fault(&forged(&set, |hands, _| hands[3].score[0] += 1), "hand 3: its decisions lead to another hand");
    let reveal = |rows: &mut Vec<DecisionRow>| {
        rows.iter_mut().find(|row| row.kind == DecisionKind::Reveal).expect("a decision to reveal").action = 0;
    };
    assert_fault(&forged(&set, |_, rows| reveal(rows)), "is no legal choice");
}

/// Rows with and without lists, of any length, over several row groups and with all pages the same and not.
#[test]
fn lists_come_back() {
    let judged = |id: u64, step: u64| {
        let count = if id < 1500 { 0 } else { (id * 7 + step * step) % 23 };
        let one = |at: u64| JudgedChoice {
            choice: 1u64 << at | id,
            value: at as f64 / 3.0 - id as f64,
            visits: at as i32 + 1,
        };
        (0..count).map(one).collect::<Vec<_>>()
    };
    let row = |id: u64, step: u64| DecisionRow {
        hand_id: id as i64,
        step: step as u8,
        kind: [DecisionKind::Pass, DecisionKind::Reveal, DecisionKind::Play, DecisionKind::Assign][step as usize % 4],
        trick: (step > 8).then_some(step as u8 / 4),
        seat: (step % 4) as u8,
        bot: (step % 3) as u8,
        hand: id << 13 | step,
        legal: step << 55 | 1,
        action: 1 << step,
        judged: judged(id, step),
    };
    let hands = 3000;
    let rows: Vec<DecisionRow> =
        (0..hands).flat_map(|id| (0..60).map(move |step| (id, step))).map(|(a, b)| row(a, b)).collect();
    assert!(rows.len() > 2 * GROUP_ROWS);
    let (_guard, dir) = place();
    let plan = Plan { hand_ids: HandIds::dense(hands), tables: vec![TablePlan::decisions()], ..plan(hands) };
    let mut dataset = Dataset::create(&dir, plan).expect("an empty directory");
    let encoder = dataset.encoder::<DecisionColumns>().expect("a table of the plan");
    let mut writer = dataset.part(&encoder, 0).expect("a new file");
    for rows in rows.chunks(GROUP_ROWS) {
        let mut group = encoder.group().expect("memory");
        rows.iter().try_for_each(|row| group.push(row)).expect("memory");
        writer.append(group.finish().expect("memory")).expect("room");
    }
    dataset.record(writer.finish().expect("room"));
    dataset.finish().expect("room");
    assert!(rows_in::<DecisionColumns>(&dir) == rows);
    let columns: Vec<String> =
        info(&dir).expect("a dataset").on_disk[0].columns.iter().map(|c| c.column.clone()).collect();
    assert_eq!(columns[8..], ["action", "choices", "values", "visits"]);
}

/// On any number of threads, in shards and after an interruption the files are the same.
#[test]
fn bytes_do_not_depend_on_how_the_work_is_done() {
    let (_guard, dir) = place();
    let path = |name: &str| dir.with_file_name(name);
    let text = |name: &str| path(name).display().to_string();
    let run = |words: &str, out: &str| {
        let out = text(out);
        let words: Vec<&str> = words.split(' ').chain(["--out", &out]).collect();
        let (status, _, error) = command(&words);
        assert_eq!(status, Some(0), "{words:?}: {error}");
    };
    let searched = format!("simulate --rules swap+pass --players {SEARCHING} --hands 40 --decisions");
    // More than a part of matches.
    let matches = "simulate --rules classic+hands-1 --players random --matches 17000 --decisions";
    for (kind, words) in [("searched", searched.as_str()), ("matches", matches)] {
        run(&format!("{words} --threads 1"), kind);
        let other = format!("{kind}-2");
        run(&format!("{words} --threads 3"), &other);
        assert!(contents(&path(kind)) == contents(&path(&other)), "{kind} on threads");
    }
    assert_eq!(faults(&path("matches")), [""; 0]);
    for shard in 0..2 {
        run(&format!("{matches} --shard {shard}/2"), &format!("shard-{shard}"));
    }
    let (whole, shards) = (text("merged"), [text("shard-0"), text("shard-1")]);
    assert_eq!(command(&["dataset", "merge", "--out", &whole, &shards[0], &shards[1]]).0, Some(0));
    assert!(contents(&path("merged")) == contents(&path("matches")));
    let lost = path("matches").join("decisions/part-00001.parquet");
    fs::remove_file(lost).expect("a part");
    run(&format!("{matches} --resume"), "matches");
    assert!(contents(&path("merged")) == contents(&path("matches")));
}

#[test]
fn columns_of_results_have_no_decisions() {
    let (_guard, dir) = place();
    let out = dir.display().to_string();
    let words = ["simulate", "--hands", "9", "--decisions", "--columns", "results", "--out", &out];
    let (status, _, error) = command(&words);
    assert_eq!(status, Some(2));
    assert!(error.contains("--columns results") && error.contains("--decisions"), "{error}");
    assert!(!dir.exists());
}
