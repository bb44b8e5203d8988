//! Writing that fails: the error says what to do, and no half file is left.

use super::*;

#[test]
fn a_directory_with_something_in_it_is_refused() {
    let (_guard, dir) = place();
    fs::create_dir(&dir).expect("a new directory");
    fs::write(dir.join("letter.txt"), "dear").expect("room");
    assert!(matches!(Dataset::create(&dir, plan(5)), Err(DatasetError::NotEmpty { .. })));
    assert!(matches!(Dataset::resume(&dir, plan(5)), Err(DatasetError::NoDataset { .. })));
    assert_eq!(names(&dir), ["letter.txt"]);
    let below = Dataset::create(&dir.join("letter.txt/data"), plan(5)).map(drop).expect_err("a plain file");
    assert!(below.to_string().contains("plain file"), "{below}");
    let itself = Dataset::create(&dir.join("letter.txt"), plan(5)).map(drop).expect_err("a plain file");
    assert!(matches!(itself, DatasetError::Io { .. }), "{itself}");
}

#[test]
fn two_writers_do_not_share_a_directory() {
    let (_guard, dir) = place();
    let first = Dataset::create(&dir, plan(5)).expect("an empty directory");
    assert!(matches!(Dataset::resume(&dir, plan(5)), Err(DatasetError::Busy { .. })));
    drop(first);
    fill(Dataset::resume(&dir, plan(5)).expect("no other writer")).expect("room");
}

#[test]
fn a_part_that_fails_leaves_no_file() {
    let (_guard, dir) = place();
    let mut dataset = Dataset::create(&dir, plan(2 * PART)).expect("an empty directory");
    let encoder = dataset.encoder::<HandColumns>().expect("a table of the plan");
    let mut writer = dataset.part(&encoder, 0).expect("a new file");
    let mut group = encoder.group().expect("memory");
    group.push(&row(0)).expect("memory");
    writer.append(group.finish().expect("memory")).expect("room");
    assert_eq!(names(&dir), ["hands/part-00000.parquet.tmp", MANIFEST]);
    drop(writer);
    assert_eq!(names(&dir), [MANIFEST]);

    // A directory in the way: the file is written and can't be given its name.
    let rows = rows_of(&dataset, 1);
    fs::create_dir_all(dir.join("hands/part-00001.parquet/x")).expect("room");
    let refused = write_hands(&mut dataset, 1, &rows).expect_err("a directory in the way");
    assert!(matches!(refused, DatasetError::Io { action: "rename", .. }), "{refused}");
    assert_eq!(names(&dir), [MANIFEST]);
    assert!(matches!(dataset.finish(), Err(DatasetError::Incomplete { missing: 2, parts: 2, .. })));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_says_so() {
    let (_guard, dir) = place();
    let mut dataset = Dataset::create(&dir, plan(PART)).expect("an empty directory");
    std::os::unix::fs::symlink("/dev/full", dir.join("hands/part-00000.parquet.tmp")).expect("room");
    let rows = rows_of(&dataset, 0);
    let error = write_hands(&mut dataset, 0, &rows).expect_err("a full disk");
    let kind = |error: &DatasetError| match error {
        DatasetError::Io { source, .. } => Some(source.kind()),
        _ => None,
    };
    assert_eq!(kind(&error), Some(ErrorKind::StorageFull), "{error}");
    assert!(error.to_string().contains("part-00000.parquet.tmp") && error.to_string().contains("free some space"));
    assert_eq!(names(&dir), [MANIFEST]);
}

/// The variable that makes the next test write, in a process of its own under a limit.
const LIMITED: &str = "GONGZHU_TEST_LIMITED_DIR";

#[cfg(unix)]
#[test]
fn a_limit_on_file_sizes_is_an_error_that_says_so() {
    if let Some(dir) = std::env::var_os(LIMITED) {
        ignore_file_size_signal();
        let refused = fill(Dataset::create(Path::new(&dir), plan(PART)).expect("an empty directory"));
        assert!(refused.expect_err("a limit").to_string().contains("ulimit -f"));
        return;
    }
    let (_guard, dir) = place();
    let test = std::env::current_exe().expect("a test program");
    let run = format!(
        "ulimit -f 16 && exec '{}' --exact failure::a_limit_on_file_sizes_is_an_error_that_says_so",
        test.display()
    );
    let output = Command::new("sh").args(["-c", &run]).env(LIMITED, &dir).output().expect("a shell");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(names(&dir), [MANIFEST]);
    fill(Dataset::resume(&dir, plan(PART)).expect("the same request")).expect("room");
    assert!(check(&dir).is_sound());
}
