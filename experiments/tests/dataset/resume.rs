//! Resuming and merging end in the bytes of one run.

use super::*;

#[test]
fn resuming_ends_in_the_same_bytes() {
    let (_guard, whole) = place();
    make(&whole, plan(3 * PART + 5));

    let (_guard, dir) = place();
    let mut dataset = Dataset::create(&dir, plan(3 * PART + 5)).expect("an empty directory");
    let rows = [0, 1, 2].map(|part| rows_of(&dataset, part));
    write_hands(&mut dataset, 2, &rows[2]).expect("room");
    write_hands(&mut dataset, 1, &rows[1]).expect("room");
    drop(dataset);
    // What a kill can leave, and a part that was damaged since.
    fs::write(dir.join("manifest.json.tmp"), "{").expect("room");
    fs::write(dir.join("hands/part-00000.parquet.tmp"), "PAR1").expect("room");
    let damaged = dir.join("hands/part-00001.parquet");
    let content = fs::read(&damaged).expect("a file");
    fs::write(&damaged, &content[..content.len() / 2]).expect("room");
    assert!(!Manifest::load(&dir).expect("a manifest").complete);
    let read = read_hands::<DatasetError>(&dir, |_| Ok(()));
    assert!(matches!(read, Err(DatasetError::Incomplete { missing: 2, parts: 4, .. })));

    let dataset = Dataset::resume(&dir, plan(3 * PART + 5)).expect("the same request");
    assert_eq!(dataset.pending(), [0, 1, 3]);
    fill(dataset).expect("room");
    assert_eq!(contents(&dir), contents(&whole));

    let again = Dataset::resume(&dir, plan(3 * PART + 5)).expect("the same request");
    assert_eq!(again.pending(), [0; 0]);
    fill(again).expect("room");
    assert_eq!(contents(&dir), contents(&whole));

    // A file lost after the dataset was complete is made again.
    fs::remove_file(dir.join("hands/part-00003.parquet")).expect("a file");
    let again = Dataset::resume(&dir, plan(3 * PART + 5)).expect("the same request");
    assert_eq!(again.pending(), [3]);
    assert!(!Manifest::load(&dir).expect("a manifest").complete);
    fill(again).expect("room");
    assert_eq!(contents(&dir), contents(&whole));
}

#[test]
fn resuming_begins_where_nothing_was_begun() {
    let (_guard, whole) = place();
    make(&whole, plan(5));
    let (_guard, dir) = place();
    fs::create_dir(&dir).expect("a new directory");
    fs::write(dir.join("manifest.json.tmp"), "").expect("room");
    fill(Dataset::resume(&dir, plan(5)).expect("the same request")).expect("room");
    assert_eq!(contents(&dir), contents(&whole));
}

#[test]
fn resuming_another_request_names_the_field() {
    let (_guard, dir) = place();
    make(&dir, plan(5));
    let before = contents(&dir);
    let differs = |change: &dyn Fn(&mut Plan)| {
        let mut other = plan(5);
        change(&mut other);
        match Dataset::resume(&dir, other).map(drop).expect_err("another request") {
            DatasetError::Differs { field, stored, given, .. } => (field, stored, given),
            error => panic!("{error}"),
        }
    };
    let found = differs(&|plan| plan.origin.request["players"][2] = json!("c"));
    assert_eq!(found, ("request.players[2]".into(), "\"a\"".into(), "\"c\"".into()));
    assert_eq!(differs(&|plan| plan.origin.seed = 8), ("seed".into(), "7".into(), "8".into()));
    assert_eq!(differs(&|plan| plan.origin.version = "1.2.4".into()).0, "version");
    assert_eq!(differs(&|plan| plan.origin.rules.toml = "x".into()).0, "rules.toml");
    assert_eq!(differs(&|plan| plan.hand_ids.count = 6), ("hand_ids.count".into(), "5".into(), "6".into()));
    assert_eq!(differs(&|plan| plan.shard = Shard { index: 0, count: 2 }).0, "shard");
    assert_eq!(differs(&|plan| plan.tables = vec![TablePlan::hands(ColumnSet::Results)]).0, "tables.hands.columns");
    assert_eq!(differs(&|plan| plan.tables.push(TablePlan::results())).0, "tables.results");
    assert_eq!(contents(&dir), before);
}

#[test]
fn resuming_refuses_files_that_it_cannot_explain() {
    let (_guard, dir) = place();
    drop(Dataset::create(&dir, plan(5)).expect("an empty directory"));
    fs::write(dir.join("hands/part-00001.parquet"), "mine").expect("room");
    let refused = Dataset::resume(&dir, plan(5)).map(drop).expect_err("a strange file");
    assert!(refused.to_string().contains("no part of this dataset"), "{refused}");
    assert_eq!(names(&dir), ["hands/part-00001.parquet", MANIFEST]);
}

fn shards(count: u64, hands: u64) -> (TempDir, Vec<PathBuf>) {
    let dir = tempdir().expect("a temporary directory");
    let paths = (0..count).map(|index| {
        let path = dir.path().join(format!("shard-{index}"));
        make(&path, Plan { shard: Shard { index, count }, ..plan(hands) });
        path
    });
    let paths = paths.collect();
    (dir, paths)
}

#[test]
fn merged_shards_are_the_whole() {
    let (_guard, whole) = place();
    make(&whole, plan(4 * PART + 5));
    // With six shards one has no part at all.
    for count in [1, 2, 3, 6] {
        let (_guard, mut paths) = shards(count, 4 * PART + 5);
        assert!(paths.iter().all(|path| check(path).is_sound()));
        paths.reverse();
        let (_guard, out) = place();
        merge(&paths, &out).expect("shards of one request");
        assert_eq!(contents(&out), contents(&whole), "{count} shards");
        assert!(check(&out).is_sound());
    }
}

#[test]
fn shards_that_do_not_fit_are_refused() {
    let (guard, paths) = shards(3, 2500);
    let [a, b, c] = [&paths[0], &paths[1], &paths[2]].map(Clone::clone);
    let refused = |inputs: &[&PathBuf]| {
        let inputs: Vec<PathBuf> = inputs.iter().map(|path| (*path).clone()).collect();
        let (_guard, out) = place();
        let error = merge(&inputs, &out).expect_err("no whole");
        assert!(!out.join(MANIFEST).exists() || !Manifest::load(&out).expect("a manifest").complete);
        error.to_string()
    };
    assert!(refused(&[]).contains("nothing"));
    assert!(refused(&[&a, &c]).contains("missing shards: 1/3"));
    assert!(refused(&[&a, &b, &c, &b]).contains("are both shard 1 of 3"));

    let mut other = Plan { shard: Shard { index: 1, count: 3 }, ..plan(2500) };
    other.origin.seed = 8;
    let other_seed = guard.path().join("other");
    make(&other_seed, other);
    assert!(refused(&[&a, &other_seed, &c]).contains("seed 8"));

    let half = guard.path().join("half");
    make(&half, Plan { shard: Shard { index: 1, count: 2 }, ..plan(2500) });
    assert!(refused(&[&a, &half]).contains("one of 2 shards"));

    let begun = guard.path().join("begun");
    drop(Dataset::create(&begun, Plan { shard: Shard { index: 1, count: 3 }, ..plan(2500) }).expect("a new directory"));
    assert!(refused(&[&a, &begun, &c]).contains("not complete"));

    assert!(matches!(merge(&[a.clone(), b.clone(), c.clone()], &a), Err(DatasetError::NotEmpty { .. })));
    flip(&b.join("hands/part-00001.parquet"));
    assert!(refused(&[&a, &b, &c]).contains("make the shard again"));
}
