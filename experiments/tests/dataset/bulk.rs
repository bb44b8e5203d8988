//! Hands in bulk: blocks give the bytes of their rows, whoever writes them, on any number of threads.

use super::*;
use gongzhu::{Card, CardSet};
use gongzhu_experiments::dataset::{BLOCK_HANDS, GroupEncoder, HandBlock, PART_HANDS};
use gongzhu_experiments::error::RunError;
use gongzhu_experiments::play::{Control, Job, Played, Stopped, fill, fill_in_bulk};
use indicatif::ProgressBar;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A run of two parts, the second with one full row group and an odd rest.
const HANDS: u64 = PART_HANDS + GROUP_ROWS as u64 + 4099;

fn bulk_plan(hands: u64, columns: ColumnSet) -> Plan {
    Plan { hand_ids: HandIds::dense(hands), tables: vec![TablePlan::hands(columns)], ..plan(hands) }
}

/// Some block that is a function of its first id, with and without each value that hands may lack.
fn block(first: u64) -> HandBlock {
    let mut state = first;
    let mut next = || {
        state = (state ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xD605_1BC5_EA65_71A3).rotate_left(29);
        state
    };
    let mut set = || CardSet::from_mask(next() >> 12).expect("52 bits");
    let [deal, taken, pass] = [(); 3].map(|()| [(); 4].map(|()| [(); BLOCK_HANDS].map(|()| set())));
    let revealed = [(); BLOCK_HANDS].map(|()| set() & CardSet::of(Card::PIG));
    let passing = first / 1024 % 3;
    let number = |hand: usize| (first as usize + hand) % 4;
    let per_hand = |of: fn(usize) -> bool| std::array::from_fn(|hand| of(number(hand)).then_some(number(hand) as u8));
    HandBlock {
        first_id: first as i64,
        bot: [0, 1, (first / 4096 % 2) as u8, 1],
        hand_number: std::array::from_fn(|hand| number(hand) as i32),
        opening_seat: per_hand(|number| number > 0),
        pig_taker: per_hand(|_| false),
        deal,
        passes: std::array::from_fn(|hand| passing == 2 || passing == 1 && number(hand) < 3),
        pass,
        revealed,
        plays: [(); BLOCK_HANDS].map(|()| [(); 52].map(|()| (next() % 52) as u8)),
        winners: [(); BLOCK_HANDS].map(|()| (next() >> 38) as i32),
        taken,
        score: [(); 4].map(|()| [(); BLOCK_HANDS].map(|()| (next() % 500) as i16 - 250)),
    }
}

fn bulk_row(id: u64) -> HandRow {
    let hand = id % BLOCK_HANDS as u64;
    block(id - hand).row(hand as usize)
}

/// A source as a kernel will be one.
fn source(ids: Range<u64>, group: &mut GroupEncoder<'_, HandColumns>) -> Result<(), RunError> {
    for first in ids.clone().step_by(BLOCK_HANDS) {
        let hands = BLOCK_HANDS.min((ids.end - first) as usize);
        group.push_block(&block(first), hands)?;
    }
    Ok(())
}

fn on_threads<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(run)
}

/// Fills a dataset from the source on some threads.
fn fill_on(threads: usize, dir: &Path, plan: Plan, stop: &AtomicBool) -> Result<(), Stopped> {
    let control = Control { stop, bar: ProgressBar::hidden() };
    let mut dataset = Dataset::resume(dir, plan).expect("a new directory or one that was begun");
    on_threads(threads, || fill_in_bulk(&mut dataset, &control, &source))?;
    dataset.finish().expect("all parts");
    Ok(())
}

#[test]
fn bytes_do_not_depend_on_threads_or_on_blocks() {
    let never = AtomicBool::new(false);
    for columns in [ColumnSet::All, ColumnSet::Results] {
        let (_guard, by_row) = place();
        let mut dataset = Dataset::create(&by_row, bulk_plan(HANDS, columns)).expect("a new directory");
        let unit = |id, played: &mut Played| {
            played.hands.push(bulk_row(id));
            Ok(())
        };
        let job = Job { unit, ids_per_unit: 1, rows_per_unit: 1, result: None, outcome: None };
        let control = Control { stop: &never, bar: ProgressBar::hidden() };
        fill(&mut dataset, &control, &job).expect("room");
        dataset.finish().expect("all parts");
        for threads in [1, 2, 8] {
            let (_guard, dir) = place();
            fill_on(threads, &dir, bulk_plan(HANDS, columns), &never).expect("room");
            assert!(contents(&dir) == contents(&by_row), "{threads} threads");
        }
        if columns == ColumnSet::All {
            let mut next = 0;
            let each = |read: &HandRow| -> Result<(), RunError> {
                assert_eq!(*read, bulk_row(next));
                next += 1;
                Ok(())
            };
            read_hands(&by_row, each).expect("a complete dataset");
            assert_eq!(next, HANDS);
        }
    }
}

#[test]
fn blocks_may_follow_single_rows() {
    // So few that blocks lie across the ends of pages.
    const SINGLE: u64 = 5;
    const BLOCKS: u64 = 1200;
    let write = |dir: &Path, whole_blocks: bool| {
        let hands = SINGLE + BLOCKS * BLOCK_HANDS as u64;
        let mut dataset = Dataset::create(dir, bulk_plan(hands, ColumnSet::All)).expect("a new directory");
        let encoder = dataset.encoder::<HandColumns>().expect("a table of the plan");
        let mut group = encoder.group().expect("memory");
        (0..SINGLE).for_each(|id| group.push(&bulk_row(id)).expect("memory"));
        for first in (0..BLOCKS).map(|number| number * BLOCK_HANDS as u64) {
            let block = HandBlock { first_id: (SINGLE + first) as i64, ..block(first) };
            if whole_blocks {
                group.push_block(&block, BLOCK_HANDS).expect("memory");
            } else {
                (0..BLOCK_HANDS).for_each(|hand| group.push(&block.row(hand)).expect("memory"));
            }
        }
        assert_eq!(group.rows() as u64, hands);
        let mut writer = dataset.part(&encoder, 0).expect("a new file");
        writer.append(group.finish().expect("memory")).expect("room");
        dataset.record(writer.finish().expect("room"));
        dataset.finish().expect("all parts");
    };
    let ((_guard, rows), (_other, blocks)) = (place(), place());
    write(&rows, false);
    write(&blocks, true);
    assert!(contents(&blocks) == contents(&rows));
}

#[test]
fn an_interrupted_run_goes_on_to_the_same_bytes() {
    let never = AtomicBool::new(false);
    let (_guard, whole) = place();
    fill_on(2, &whole, bulk_plan(HANDS, ColumnSet::Results), &never).expect("room");
    for after in [0, PART_HANDS / 2, PART_HANDS + 5000] {
        let (_guard, dir) = place();
        let (stop, made) = (AtomicBool::new(after == 0), AtomicU64::new(0));
        let control = Control { stop: &stop, bar: ProgressBar::hidden() };
        let mut dataset = Dataset::create(&dir, bulk_plan(HANDS, ColumnSet::Results)).expect("a new directory");
        let counting = |ids: Range<u64>, group: &mut GroupEncoder<'_, HandColumns>| {
            let made = made.fetch_add(ids.end - ids.start, Ordering::Relaxed);
            stop.fetch_or(made > after, Ordering::Relaxed);
            source(ids, group)
        };
        let end = on_threads(3, || fill_in_bulk(&mut dataset, &control, &counting));
        assert!(matches!(end, Err(Stopped::Interrupted)), "{end:?}");
        drop(dataset);
        assert!(names(&dir).iter().all(|name| !name.ends_with(".tmp")), "{:?}", names(&dir));
        fill_on(2, &dir, bulk_plan(HANDS, ColumnSet::Results), &never).expect("room");
        assert!(contents(&dir) == contents(&whole));
    }
}

#[test]
fn a_source_that_fails_ends_all_threads() {
    for panics in [false, true] {
        let (_guard, dir) = place();
        let stop = AtomicBool::new(false);
        let control = Control { stop: &stop, bar: ProgressBar::hidden() };
        let mut dataset =
            Dataset::create(&dir, bulk_plan(4 * PART_HANDS, ColumnSet::Results)).expect("a new directory");
        let failing = |ids: Range<u64>, group: &mut GroupEncoder<'_, HandColumns>| {
            if ids.contains(&(GROUP_ROWS as u64 + 5)) {
                assert!(!panics, "a fault of the source");
                return Err(RunError::Failed("no more hands".into()));
            }
            source(ids, group)
        };
        let run = || on_threads(3, || fill_in_bulk(&mut dataset, &control, &failing));
        let end = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        match end {
            Ok(Err(Stopped::Failed(error))) => {
                assert!(!panics && error.to_string().contains("no more hands"), "{error}");
            }
            Ok(other) => panic!("{other:?}"),
            Err(_) => assert!(panics),
        }
        drop(dataset);
        assert!(names(&dir).iter().all(|name| !name.ends_with(".tmp")), "{:?}", names(&dir));
    }
}
