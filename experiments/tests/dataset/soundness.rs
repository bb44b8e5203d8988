//! Files that lie: altered parts, damaged footers, rows that do not follow from the request.

use super::*;
use gongzhu_experiments::dataset::{Info, check_parts};
use gongzhu_experiments::row_check::{Expectation, RowCheck};

/// The command with these words: its exit status and what it said.
pub(super) fn command(words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_gongzhu")).args(words).output().expect("the command starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Plays a small dataset with a command line.
pub(super) fn played(dir: &Path, words: &str) -> Manifest {
    let mut words: Vec<&str> = words.split(' ').collect();
    let out = dir.display().to_string();
    words.extend(["--out", &out, "--threads", "1"]);
    let (status, _, error) = command(&words);
    assert_eq!(status, Some(0), "{words:?}: {error}");
    Manifest::load(dir).expect("a manifest")
}

pub(super) fn write_part<T: Table>(dataset: &mut Dataset, rows: &[T::Row]) {
    let encoder = dataset.encoder::<T>().expect("a table of the plan");
    let mut writer = dataset.part(&encoder, 0).expect("a new file");
    let mut group = encoder.group().expect("memory");
    rows.iter().try_for_each(|row| group.push(row)).expect("memory");
    writer.append(group.finish().expect("memory")).expect("room");
    dataset.record(writer.finish().expect("room"));
}

/// What verifying says of a dataset by its request.
pub(super) fn faults(dir: &Path) -> Vec<String> {
    let expected = Expectation::new(&Manifest::load(dir).expect("a manifest"));
    let report = verify(dir, |_| RowCheck::new(expected.as_ref())).expect("a readable directory");
    report.problems.into_iter().map(|problem| format!("{}: {}", problem.file, problem.message)).collect()
}

/// The plan of the same dataset without table `matches`, which would tell of a changed hand before the check of hands does.
fn without_matches(manifest: &Manifest) -> Plan {
    let mut plan = manifest.plan().expect("a plan");
    plan.tables.retain(|table| table.kind.name != "matches");
    plan
}

/// Writes a dataset anew with changed rows, hashes and all, and verifies it.
fn forged(from: &Path, change: impl Fn(&mut Vec<HandRow>, &mut Vec<ResultRow>)) -> Vec<String> {
    let manifest = Manifest::load(from).expect("a manifest");
    let (mut hands, mut results) = (Vec::new(), Vec::new());
    let each = |row: &HandRow| -> Result<(), DatasetError> {
        hands.push(*row);
        Ok(())
    };
    read_hands(from, each).expect("a complete dataset");
    let plan = without_matches(&manifest);
    let paired = plan.has::<ResultColumns>();
    if paired {
        let each = |row: &ResultRow| -> Result<(), DatasetError> {
            results.push(*row);
            Ok(())
        };
        read_table::<ResultColumns, DatasetError>(from, each).expect("a complete dataset");
    }
    change(&mut hands, &mut results);
    let (_guard, dir) = place();
    let mut dataset = Dataset::create(&dir, plan).expect("an empty directory");
    write_part::<HandColumns>(&mut dataset, &hands);
    if paired {
        write_part::<ResultColumns>(&mut dataset, &results);
    }
    dataset.finish().expect("room");
    faults(&dir)
}

pub(super) fn assert_fault(faults: &[String], wanted: &str) {
    assert!(faults.iter().any(|fault| fault.contains(wanted)), "{wanted} in {faults:?}");
}

/// Another hand under this one's numbers.
fn other_deal(row: &mut HandRow, other: &HandRow) {
    let (hand_id, match_id) = (row.hand_id, row.match_id);
    *row = HandRow { hand_id, match_id, hand_number: row.hand_number, ..*other };
}

#[test]
fn hands_follow_from_the_request() {
    let (_guard, set) = place();
    played(&set, "simulate --rules classic --hands 40 --players heuristic,random,heuristic,random");
    assert_eq!(forged(&set, |_, _| ()), [""; 0]);
    let one = |change: &dyn Fn(&mut HandRow)| forged(&set, |hands, _| change(&mut hands[9]));
    assert_fault(&one(&|row| row.match_id = Some(1)), "hand 9: has a match");
    assert_fault(&one(&|row| row.bot.swap(0, 1)), "hand 9: other bots");
    assert_fault(&one(&|row| row.seating = 1), "another seating");
    assert_fault(&one(&|row| row.hand_number = 2), "hand 9: is hand 2");
    assert_fault(&one(&|row| row.total_before[2] = 5), "total_before");
    assert_fault(&one(&|row| row.pass = Some([7; 4])), "pass, reveals");
    assert_fault(&one(&|row| row.assign = Some([0; 12])), "assignments");
    let swapped = forged(&set, |hands, _| {
        let other = hands[13];
        other_deal(&mut hands[9], &other);
    });
    assert_fault(&swapped, "hand 9: the deal is not the one of the seed");

    // The same with deals from a file: they are not known, and the rest is.
    let deals = set.with_extension("txt");
    let (_, lines, _) = command(&["dataset", "export", &set.display().to_string()]);
    fs::write(&deals, lines).expect("room");
    let (_guard, listed) = place();
    played(&listed, &format!("simulate --rules classic --players random --deals {}", deals.display()));
    assert_eq!(faults(&listed), [""; 0]);
}

#[test]
fn matches_go_on_from_hand_to_hand() {
    for rules in ["classic", "hearts", "tantony"] {
        let (_guard, set) = place();
        played(&set, &format!("simulate --rules {rules} --matches 6 --players random --seed 3"));
        assert_eq!(forged(&set, |_, _| ()), [""; 0], "{rules}");
        let one = |change: &dyn Fn(&mut HandRow)| forged(&set, |hands, _| change(&mut hands[1]));
        assert_fault(&one(&|row| row.match_id = None), "has no match");
        assert_fault(&one(&|row| row.total_before[0] += 1), "total_before");
        assert_fault(&one(&|row| row.hand_number += 1), "another id");
        assert_fault(&forged(&set, |hands, _| hands.drain(..1).for_each(|_| ())), "has not begun");
        assert_fault(&forged(&set, |hands, _| hands.truncate(hands.len() - 1)), "is not over");
        let last = |hands: &[HandRow]| hands.iter().rposition(|row| row.hand_number == 0).expect("a match");
        assert_fault(&forged(&set, |hands, _| hands.truncate(last(hands))), "ends before match 5");
        let second = |hands: &[HandRow]| hands.iter().position(|row| row.match_id == Some(1)).expect("a match");
        assert_fault(&forged(&set, |hands, _| hands.retain(|row| row.match_id != Some(1))), "begins match 2");
        let swapped = forged(&set, |hands, _| {
            let at = second(hands);
            hands[at] = HandRow { hand_id: hands[at].hand_id, match_id: Some(1), ..hands[0] };
        });
        assert_fault(&swapped, "the deal is not the one of the seed");
    }
}

#[test]
fn sequences_are_checked_without_cards() {
    let (_guard, set) = place();
    let manifest = played(&set, "simulate --matches 3 --players random --columns results");
    assert_eq!(faults(&set), [""; 0]);
    let (_guard, whole) = place();
    played(&whole, "simulate --matches 3 --players random");
    let mut rows = Vec::new();
    read_hands::<DatasetError>(&whole, |row| {
        rows.push(*row);
        Ok(())
    })
    .expect("a complete dataset");
    rows[2].total_before[1] -= 1;
    let (_guard, dir) = place();
    let mut dataset = Dataset::create(&dir, without_matches(&manifest)).expect("an empty directory");
    write_part::<HandColumns>(&mut dataset, &rows);
    dataset.finish().expect("room");
    assert_fault(&faults(&dir), "hand 2: total_before");
}

#[test]
fn results_repeat_the_hands() {
    for (rules, format) in [("classic", ""), ("tantony", ""), ("hearts", " --one-against-three")] {
        let (_guard, set) = place();
        let players = "heuristic,random";
        played(&set, &format!("tournament --rules {rules} --players {players} --hands 5{format}"));
        assert_eq!(forged(&set, |_, _| ()), [""; 0], "{rules}");
        let one = |change: &dyn Fn(&mut ResultRow)| forged(&set, |_, results| change(&mut results[3]));
        assert_fault(&one(&|row| row.score[0] += 1), "hand 3: is not as in table hands");
        assert_fault(&one(&|row| row.bot = [0; 4]), "hand 3: is not as in table hands");
        assert_fault(&one(&|row| row.gain[2] += 0.25), "hand 3: the gain");
        assert_fault(&one(&|row| row.deal_id += 1), "hand 3: belongs to another deal");
        assert_fault(&one(&|row| row.lineup += 1), "hand 3: belongs to another line-up");
    }
}

/// Writes a part anew with another name of the rules in its rows, under the metadata that it has.
fn rename_rules(part: &Path) {
    use arrow::array::{ArrayRef, DictionaryArray, RecordBatch};
    use arrow::datatypes::UInt8Type;
    use parquet::arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder};
    use parquet::file::properties::{EnabledStatistics, WriterProperties};
    let reader =
        ParquetRecordBatchReaderBuilder::try_new(fs::File::open(part).expect("a file")).expect("a Parquet file");
    let pairs = reader.metadata().file_metadata().key_value_metadata().cloned();
    let batch = reader.build().expect("a Parquet file").next().expect("rows").expect("sound rows");
    let at = batch.schema().index_of("rules").expect("a column");
    let mut columns: Vec<ArrayRef> = batch.columns().to_vec();
    let names: DictionaryArray<UInt8Type> = (0..batch.num_rows()).map(|_| "hearts").collect();
    columns[at] = std::sync::Arc::new(names);
    let batch = RecordBatch::try_new(batch.schema(), columns).expect("the same columns");
    let pairs = pairs.map(|pairs| pairs.into_iter().filter(|pair| pair.key != "ARROW:schema").collect());
    let properties = WriterProperties::builder()
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_key_value_metadata(pairs)
        .build();
    let file = fs::File::create(part).expect("room");
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).expect("room");
    writer.write(&batch).expect("room");
    writer.close().expect("room");
}

#[test]
fn every_row_names_the_rules() {
    let (_guard, dir) = place();
    drop(make(&dir, plan(5)));
    // An incomplete manifest takes the file as it is, and resuming lists it.
    let part = dir.join("hands/part-00000.parquet");
    let (_guard, forged) = place();
    drop(Dataset::create(&forged, plan(5)).expect("an empty directory"));
    fs::copy(&part, forged.join("hands/part-00000.parquet")).expect("room");
    rename_rules(&forged.join("hands/part-00000.parquet"));
    let dataset = Dataset::resume(&forged, plan(5)).expect("the same request");
    assert_eq!(dataset.pending(), [0; 0]);
    dataset.finish().expect("room");
    let report = check(&forged);
    assert_eq!(kinds(&report), [ProblemKind::Unreadable]);
    assert!(report.problems[0].message.contains("column rules says \"hearts\""), "{:?}", report.problems);
}

#[test]
fn resuming_makes_altered_parts_again() {
    let (_guard, dir) = place();
    make(&dir, plan(2 * PART));
    let whole = contents(&dir);
    let part = dir.join("hands/part-00001.parquet");
    let resume = || Dataset::resume(&dir, plan(2 * PART)).expect("the same request");

    // One bit; and a sound file of other rows.
    flip(&part);
    let dataset = resume();
    assert_eq!(dataset.pending(), [1]);
    assert!(!part.exists() && !Manifest::load(&dir).expect("a manifest").complete);
    // The hashes outlive an interruption.
    drop(dataset);
    fill(resume()).expect("room");
    assert_eq!(contents(&dir), whole);

    let mut dataset = {
        fs::remove_file(&part).expect("a file");
        resume()
    };
    let mut rows = rows_of(&dataset, 1);
    rows[0].score[0] ^= 1;
    write_hands(&mut dataset, 1, &rows).expect("room");
    let refused = dataset.finish().expect_err("another content");
    assert!(refused.to_string().contains("with another content"), "{refused}");
    assert!(!Manifest::load(&dir).expect("a manifest").complete);
    assert_eq!(resume().pending(), [1]);
    fill(resume()).expect("room");
    assert_eq!(contents(&dir), whole);
}

#[test]
fn resuming_decodes_parts_without_a_hash() {
    let (_guard, dir) = place();
    let mut dataset = Dataset::create(&dir, plan(2 * PART)).expect("an empty directory");
    let rows = rows_of(&dataset, 0);
    write_hands(&mut dataset, 0, &rows).expect("room");
    drop(dataset);
    let part = dir.join("hands/part-00000.parquet");
    let mut content = fs::read(&part).expect("a file");
    content[4..1000].fill(0xFF);
    fs::write(&part, content).expect("room");
    assert_eq!(Dataset::resume(&dir, plan(2 * PART)).expect("the same request").pending(), [0, 1]);
}

#[test]
fn any_damage_of_a_footer_is_an_error_of_one_line() {
    let (_guard, dir) = place();
    make(&dir, plan(20));
    let (_guard, begun) = place();
    drop(Dataset::create(&begun, plan(20)).expect("an empty directory"));
    let name = "hands/part-00000.parquet";
    let sound = fs::read(dir.join(name)).expect("a file");
    let length = u32::from_le_bytes(sound[sound.len() - 8..sound.len() - 4].try_into().expect("four bytes")) as usize;
    let footer = sound.len() - 8 - length;
    let mut panics = 0;
    for at in (footer..sound.len()).step_by(5) {
        let mut content = sound.clone();
        content[at] ^= 0x15;
        fs::write(dir.join(name), &content).expect("room");
        if let Err(error) = read_hands::<DatasetError>(&dir, |_| Ok(())) {
            let told = error.to_string();
            assert!(!told.contains('\n'), "{told}");
            panics += usize::from(told.contains("is damaged"));
        }
        let found = info(&dir).expect("a manifest");
        assert!(found.on_disk[0].odd.iter().all(|odd| odd.file == name));
        assert_eq!(kinds(&check(&dir)), [ProblemKind::Hash]);
        // Without a hash to compare with.
        fs::write(begun.join(name), &content).expect("room");
        let pending = Dataset::resume(&begun, plan(20)).expect("the same request").pending();
        assert_eq!(pending.is_empty(), begun.join(name).exists());
    }
    assert!(panics > 0, "the library panics on some of it");
}

#[test]
fn info_and_export_tell_of_missing_and_odd_parts() {
    let (_guard, dir) = place();
    make(&dir, plan(3 * PART));
    assert!(info(&dir).expect("a dataset").is_complete());
    fs::remove_file(dir.join("hands/part-00001.parquet")).expect("a file");
    fs::write(dir.join("hands/part-00002.parquet"), "PAR1").expect("room");
    let found: Info = info(&dir).expect("a dataset");
    assert!(!found.is_complete());
    assert_eq!(found.on_disk[0].missing, ["hands/part-00001.parquet"]);
    assert_eq!(found.on_disk[0].odd[0].file, "hands/part-00002.parquet");
    let name = dir.display().to_string();
    let (status, text, _) = command(&["dataset", "info", &name]);
    assert_eq!(status, Some(0));
    assert!(
        text.contains("complete  no: parts hands/part-00001.parquet are missing; hands/part-00002.parquet"),
        "{text}"
    );
    let (status, text, error) = command(&["dataset", "export", &name]);
    assert_eq!((status, text.as_str(), error.lines().count()), (Some(1), "", 1), "{error}");
    assert!(error.contains("part-00001.parquet"), "{error}");
    check_parts(&dir, Some(&[0])).expect("part 0 is there");
}

#[test]
fn merging_checks_before_it_makes() {
    let dir = tempdir().expect("a temporary directory");
    let shards: Vec<PathBuf> = (0..2).map(|index| dir.path().join(format!("shard-{index}"))).collect();
    for (index, shard) in (0..).zip(&shards) {
        make(shard, Plan { shard: Shard { index, count: 2 }, ..plan(4 * PART) });
    }
    let out = dir.path().join("out");
    let part = shards[1].join("hands/part-00003.parquet");
    let sound = fs::read(&part).expect("a file");
    flip(&part);
    assert!(matches!(merge(&shards, &out), Err(DatasetError::File { .. })));
    assert!(!out.exists());
    fs::remove_file(&part).expect("a file");
    assert!(matches!(merge(&shards, &out), Err(DatasetError::Io { .. })));
    assert!(!out.exists());
    fs::write(&part, sound).expect("room");

    for nested in [shards[0].join("hands/out"), shards[0].join("out"), dir.path().to_path_buf()] {
        let refused = merge(&shards, &nested).expect_err("one in the other");
        assert!(refused.to_string().contains("one in the other"), "{refused}");
    }
    let words = ["dataset", "merge", "--out", &shards[0].join("out").display().to_string()].map(str::to_owned);
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let paths: Vec<String> = shards.iter().map(|path| path.display().to_string()).collect();
    words.extend(paths.iter().map(String::as_str));
    assert_eq!(command(&words).0, Some(2));

    // A merge that was killed goes on; a dataset that was completed is not touched.
    drop(Dataset::create(&out, plan(4 * PART)).expect("a new directory"));
    fs::write(out.join("hands/part-00000.parquet"), "half").expect("room");
    merge(&shards, &out).expect("sound shards");
    assert!(check(&out).is_sound());
    assert!(matches!(merge(&shards, &out), Err(DatasetError::NotEmpty { .. })));
}

#[test]
fn messages_say_what_to_do_on_one_line() {
    let (_guard, dir) = place();
    make(&dir, plan(5));
    let told = |hands: u64, change: &dyn Fn(&mut Plan)| {
        let mut other = plan(hands);
        change(&mut other);
        Dataset::resume(&dir, other).map(drop).expect_err("another request").to_string()
    };
    let gone = told(5, &|plan| drop(plan.origin.request.remove("hands")));
    assert!(gone.contains("request.hands is 5 in") && gone.contains("but was not asked for now"), "{gone}");
    let long = told(5, &|plan| plan.origin.rules.toml = "x".repeat(5000));
    assert!(long.len() < 500, "{long}");

    for text in ["", "{", "[1, 2]"] {
        fs::write(dir.join(MANIFEST), text).expect("room");
        let broken = Manifest::load(&dir).expect_err("no manifest").to_string();
        assert!(broken.contains("was damaged") && broken.contains("restore it"), "{broken}");
    }
    let odd = Manifest::load(Path::new("no\nsuch")).expect_err("no dataset").to_string();
    assert!(odd.contains("no\\nsuch") && !odd.contains('\n'), "{odd}");
    let file = Manifest::load(&dir.join(MANIFEST)).expect_err("a plain file").to_string();
    assert!(file.contains("holds no dataset") && !file.contains("another directory"), "{file}");
}
