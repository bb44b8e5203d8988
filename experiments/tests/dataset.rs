//! Datasets: what is written comes back, the bytes depend on the rows alone, and damage is found.

use gongzhu_experiments::dataset::{
    ColumnSet, Dataset, DatasetError, GROUP_ROWS, HandColumns, HandIds, HandRow, MANIFEST, Manifest, Origin, Plan,
    ProblemKind, README, Report, ResultColumns, ResultRow, RulesText, Shard, Table, TablePlan, column_tables,
    ignore_file_size_signal, info, merge, read_hands, read_hands_in, read_table, verify,
};
use proptest::prelude::*;
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::{TempDir, tempdir};

#[path = "dataset/bulk.rs"]
mod bulk;
#[path = "dataset/damage.rs"]
mod damage;
#[path = "dataset/decisions.rs"]
mod decisions;
#[path = "dataset/failure.rs"]
mod failure;
#[path = "dataset/matches.rs"]
mod matches;
#[path = "dataset/resume.rs"]
mod resume;
#[path = "dataset/reveals.rs"]
mod reveals;
#[path = "dataset/soundness.rs"]
mod soundness;

/// Rows in a part of the small datasets here.
const PART: u64 = 1000;

fn plan(hands: u64) -> Plan {
    let request = json!({"command": "simulate", "rules": "classic", "players": ["a", "b", "a", "b"], "hands": hands});
    Plan {
        origin: Origin {
            version: "1.2.3".into(),
            request: request.as_object().cloned().unwrap_or_default(),
            seed: 7,
            rules: RulesText { name: "classic".into(), toml: "preset = \"classic\"\n".into() },
            bots: vec!["a".into(), "b:worlds=2".into(), "c".into()],
            deterministic: true,
        },
        hand_ids: HandIds { count: hands, per_part: PART, dense: true },
        shard: Shard::WHOLE,
        tables: vec![TablePlan::hands(ColumnSet::All)],
    }
}

/// A row that is a function of the hand id and has all the shapes of rows: with and without each optional value.
fn row(id: u64) -> HandRow {
    let mut state = id;
    let mut next = || {
        state = (state ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xD605_1BC5_EA65_71A3).rotate_left(29);
        state
    };
    let mask = |bits: u64| bits & ((1 << 52) - 1);
    HandRow {
        hand_id: id as i64,
        match_id: (!id.is_multiple_of(3)).then_some(id as i64 / 3),
        seating: (id % 6) as u8,
        hand_number: (id % 4) as i32,
        bot: [0, 1, 2, 3].map(|seat| ((id + seat) % 3) as u8),
        total_before: [(); 4].map(|()| next() as i16).map(i32::from),
        opening_seat: id.is_multiple_of(5).then_some((id % 4) as u8),
        pig_taker: id.is_multiple_of(2).then_some((id % 4) as u8),
        deal: [(); 4].map(|()| mask(next())),
        pass: (id % 4 < 3).then(|| [(); 4].map(|()| mask(next()))),
        revealed: mask(next()),
        plays: [(); 52].map(|()| (next() % 52) as u8),
        assign: id.is_multiple_of(7).then(|| [(); 12].map(|()| (next() % 4) as u8)),
        winners: [(); 13].map(|()| (next() % 4) as u8),
        taken: [(); 4].map(|()| mask(next())),
        score: [(); 4].map(|()| next() as i16),
        faults: [(); 4].map(|()| (next() % 3) as u8),
    }
}

fn result_row(id: u64) -> ResultRow {
    let hand = row(id);
    let gain = hand.score.map(|score| f64::from(score) / 3.0);
    let (deal_id, lineup) = (id as i64 / 6, (id % 2) as i32);
    ResultRow { hand_id: hand.hand_id, deal_id, lineup, seating: hand.seating, bot: hand.bot, score: hand.score, gain }
}

/// Writes one part of table `hands`.
fn write_hands(dataset: &mut Dataset, part: u64, rows: &[HandRow]) -> Result<(), DatasetError> {
    let encoder = dataset.encoder::<HandColumns>()?;
    let mut writer = dataset.part(&encoder, part)?;
    for rows in rows.chunks(GROUP_ROWS) {
        let mut group = encoder.group()?;
        rows.iter().try_for_each(|row| group.push(row))?;
        writer.append(group.finish()?)?;
    }
    dataset.record(writer.finish()?);
    Ok(())
}

/// All rows of a table of a finished dataset.
fn rows_in<T: Table>(dir: &Path) -> Vec<T::Row>
where
    T::Row: Clone,
{
    let mut rows = Vec::new();
    let each = |row: &T::Row| -> Result<(), DatasetError> {
        rows.push(row.clone());
        Ok(())
    };
    read_table::<T, DatasetError>(dir, each).expect("a complete dataset");
    rows
}

fn rows_of(dataset: &Dataset, part: u64) -> Vec<HandRow> {
    dataset.plan().hand_ids.range(part).map(row).collect()
}

/// Writes all pending parts and completes the dataset.
fn fill(mut dataset: Dataset) -> Result<Manifest, DatasetError> {
    for part in dataset.pending() {
        let rows = rows_of(&dataset, part);
        write_hands(&mut dataset, part, &rows)?;
    }
    dataset.finish()
}

fn make(dir: &Path, plan: Plan) -> Manifest {
    fill(Dataset::create(dir, plan).expect("an empty directory")).expect("room on the disk")
}

/// Every file below a directory with its content.
fn contents(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut stack = vec![dir.to_path_buf()];
    while let Some(path) = stack.pop() {
        for entry in fs::read_dir(path).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                stack.push(path);
            } else {
                let name = path.strip_prefix(dir).expect("below the directory").to_path_buf();
                files.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    files
}

fn names(dir: &Path) -> Vec<String> {
    contents(dir).into_keys().map(|path| path.display().to_string()).collect()
}

fn place() -> (TempDir, PathBuf) {
    let dir = tempdir().expect("a temporary directory");
    let path = dir.path().join("data");
    (dir, path)
}

fn check(dir: &Path) -> Report {
    verify(dir, |_| {
        |hand: &HandRow| if *hand == row(hand.hand_id as u64) { Ok(()) } else { Err("another".to_string()) }
    })
    .expect("a readable directory")
}

fn kinds(report: &Report) -> Vec<ProblemKind> {
    report.problems.iter().map(|problem| problem.kind).collect()
}

/// Changes one bit in the middle of a file.
fn flip(path: &Path) {
    let mut content = fs::read(path).expect("a file");
    let middle = content.len() / 2;
    content[middle] ^= 1;
    fs::write(path, content).expect("room");
}

prop_compose! {
    /// Any row at all, meaningful or not.
    fn any_row()(
        numbers in any::<(i64, Option<i64>, u8, i32, [i32; 4], Option<u8>, Option<u8>)>(),
        masks in any::<([u64; 4], Option<[u64; 4]>, u64, [u64; 4])>(),
        cards in any::<([[u8; 26]; 2], Option<[u8; 12]>)>(),
        bot in prop::array::uniform4(0..3u8),
        winners in prop::array::uniform13(0..4u8),
        score in any::<[i16; 4]>(),
        faults in any::<[u8; 4]>(),
    ) -> HandRow {
        let (hand_id, match_id, seating, hand_number, total_before, opening_seat, pig_taker) = numbers;
        let (deal, pass, revealed, taken) = masks;
        let (halves, assign) = cards;
        let plays = std::array::from_fn(|i| halves[i / 26][i % 26]);
        HandRow { hand_id, match_id, seating, hand_number, bot, total_before, opening_seat, pig_taker, deal, pass, revealed,
            plays, assign, winners, taken, score, faults }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_rows_come_back(rows in prop::collection::vec(any_row(), 1..200)) {
        let (_guard, dir) = place();
        let mut rows = rows;
        for (id, row) in rows.iter_mut().enumerate() {
            row.hand_id = id as i64;
        }
        let mut dataset = Dataset::create(&dir, plan(rows.len() as u64))?;
        write_hands(&mut dataset, 0, &rows)?;
        dataset.finish()?;
        let mut back = Vec::new();
        read_hands(&dir, |row| -> Result<(), DatasetError> { back.push(*row); Ok(()) })?;
        prop_assert_eq!(back, rows);
    }
}

#[test]
fn both_tables_come_back_over_several_parts() {
    let (_guard, dir) = place();
    let hands = 2 * PART + 10;
    let plan = Plan { tables: vec![TablePlan::hands(ColumnSet::All), TablePlan::results()], ..plan(hands) };
    let mut dataset = Dataset::create(&dir, plan).expect("an empty directory");
    let encoder = dataset.encoder::<ResultColumns>().expect("a table of the plan");
    assert_eq!(dataset.pending(), [0, 1, 2]);
    for part in dataset.pending() {
        let mut writer = dataset.part(&encoder, part).expect("a new file");
        let mut group = encoder.group().expect("memory");
        dataset.plan().hand_ids.range(part).map(result_row).for_each(|row| group.push(&row).expect("memory"));
        writer.append(group.finish().expect("memory")).expect("room");
        dataset.record(writer.finish().expect("room"));
    }
    assert_eq!(dataset.pending(), [0, 1, 2], "the other table is still to be written");
    fill(dataset).expect("room");

    let mut next = 0;
    let each = |row: &ResultRow| -> Result<(), DatasetError> {
        assert_eq!(*row, result_row(next));
        next += 1;
        Ok(())
    };
    read_table::<ResultColumns, DatasetError>(&dir, each).expect("a complete dataset");
    assert_eq!(next, hands);
    let report = check(&dir);
    assert_eq!((report.problems, report.files, report.hands_checked), (vec![], 6, hands));
    assert_eq!(info(&dir).expect("a dataset").on_disk.iter().map(|table| table.rows).collect::<Vec<_>>(), [hands; 2]);
}

#[test]
fn the_first_error_of_the_reader_ends_reading() {
    let (_guard, dir) = place();
    make(&dir, plan(5));
    let mut seen = 0;
    let end = read_hands(&dir, |_| {
        seen += 1;
        Err(DatasetError::Request("enough".into()))
    });
    assert!(matches!(end, Err(DatasetError::Request(text)) if text == "enough"));
    assert_eq!(seen, 1);
}

#[test]
fn a_range_of_hands_is_read_alone() {
    let (_guard, dir) = place();
    make(&dir, plan(3 * PART));
    fs::remove_file(dir.join("hands/part-00000.parquet")).expect("a file that is not to be read");
    let ids = |range: std::ops::Range<i64>| {
        let mut ids = Vec::new();
        let mut each = |row: &HandRow| -> Result<(), DatasetError> {
            ids.push(row.hand_id);
            Ok(())
        };
        read_hands_in(&dir, range, &mut each).map(|()| ids)
    };
    let across = 2 * PART as i64 - 3..2 * PART as i64 + 3;
    assert_eq!(ids(across.clone()).expect("sound parts"), across.collect::<Vec<_>>());
    assert_eq!(ids(9 * PART as i64..i64::MAX).expect("no part"), [0; 0]);
    assert!(matches!(ids(0..1), Err(DatasetError::Io { action: "open", .. })));
}

#[test]
fn bytes_do_not_depend_on_where_groups_are_encoded() {
    let hands = 2 * GROUP_ROWS as u64 + 777;
    let one_part = || Plan { hand_ids: HandIds::dense(hands), ..plan(hands) };
    let (_guard, plain) = place();
    make(&plain, one_part());

    let (_guard, dir) = place();
    let mut dataset = Dataset::create(&dir, one_part()).expect("an empty directory");
    let encoder = dataset.encoder::<HandColumns>().expect("a table of the plan");
    let rows = rows_of(&dataset, 0);
    let chunks: Vec<&[HandRow]> = rows.chunks(GROUP_ROWS).rev().collect();
    let encode = |rows: &&[HandRow]| {
        let mut group = encoder.group()?;
        rows.iter().try_for_each(|row| group.push(row))?;
        group.finish()
    };
    let groups: Vec<_> = chunks.par_iter().map(encode).collect::<Result<_, _>>().expect("memory");
    let mut writer = dataset.part(&encoder, 0).expect("a new file");
    groups.into_iter().rev().try_for_each(|group| writer.append(group)).expect("room");
    dataset.record(writer.finish().expect("room"));
    dataset.finish().expect("room");
    assert_eq!(contents(&dir), contents(&plain));
}

#[test]
#[should_panic(expected = "only the last row group")]
fn a_group_after_a_short_one_is_refused() {
    let (_guard, dir) = place();
    let dataset = Dataset::create(&dir, plan(5)).expect("an empty directory");
    let encoder = dataset.encoder::<HandColumns>().expect("a table of the plan");
    let mut writer = dataset.part(&encoder, 0).expect("a new file");
    for id in 0..2 {
        let mut group = encoder.group().expect("memory");
        group.push(&row(id)).expect("memory");
        writer.append(group.finish().expect("memory")).expect("room");
    }
}

#[test]
fn columns_of_results_leave_out_the_cards() {
    let (_guard, dir) = place();
    make(&dir, Plan { tables: vec![TablePlan::hands(ColumnSet::Results)], ..plan(1500) });
    let columns: Vec<String> =
        info(&dir).expect("a dataset").on_disk[0].columns.iter().map(|c| c.column.clone()).collect();
    for base in ["deal_0", "pass_3", "plays", "assign", "winners", "taken_1"] {
        assert!(!columns.contains(&base.to_string()), "{base}");
    }
    for base in ["hand_id", "bot_2", "revealed", "score_0", "faults_3"] {
        assert!(columns.contains(&base.to_string()), "{base}");
    }
    let read = read_hands::<DatasetError>(&dir, |_| Ok(()));
    assert!(matches!(read, Err(DatasetError::LeftOut { table: "hands", .. })));
    let report = check(&dir);
    assert_eq!((report.problems, report.rows, report.hands_checked), (vec![], 1500, 0));
}

#[test]
fn matches_leave_hand_ids_unused() {
    let (_guard, dir) = place();
    let hand_ids = HandIds::matches(10, 8, 34);
    assert_eq!((hand_ids.parts(), hand_ids.range(0), hand_ids.range(2)), (3, 0..32, 64..80));
    let mut dataset = Dataset::create(&dir, Plan { hand_ids, ..plan(80) }).expect("an empty directory");
    for part in dataset.pending() {
        let rows: Vec<HandRow> = rows_of(&dataset, part).into_iter().filter(|row| row.hand_id % 8 < 5).collect();
        write_hands(&mut dataset, part, &rows).expect("room");
    }
    dataset.finish().expect("room");
    let report = check(&dir);
    assert_eq!((report.problems, report.rows), (vec![], 50));
}

#[test]
fn more_bots_than_a_dictionary_holds_are_refused() {
    let (_guard, dir) = place();
    let mut plan = plan(5);
    plan.origin.bots = (0..257).map(|number| number.to_string()).collect();
    assert!(matches!(Dataset::create(&dir, plan), Err(DatasetError::Request(_))));
    assert!(!dir.exists());
}

#[test]
fn the_documentation_has_every_column() {
    let text = column_tables();
    for column in ["`hand_id`", "`deal_0` … `deal_3`", "`plays`", "`gain_0` … `gain_3`", "hands/1", "results/1"] {
        assert!(text.contains(column), "{column} in {text}");
    }
}

#[test]
fn files_tell_where_they_come_from() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let (_guard, dir) = place();
    make(&dir, plan(5));
    let file = fs::File::open(dir.join("hands/part-00000.parquet")).expect("a file");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    let meta = reader.metadata().file_metadata();
    assert_eq!(meta.created_by(), Some("gongzhu version 1.2.3"));
    let pairs = meta.key_value_metadata().expect("metadata");
    let value = |key: &str| pairs.iter().find(|pair| pair.key == key).and_then(|pair| pair.value.as_deref());
    assert_eq!(value("gongzhu.schema"), Some("hands/1"));
    assert_eq!(value("gongzhu.rules"), Some("preset = \"classic\"\n"));
    assert_eq!(value("gongzhu.seed"), Some("7"));
    assert_eq!(value("gongzhu.request"), Some(&*serde_json::Value::Object(plan(5).origin.request).to_string()));
}
