//! What `verify` finds.

use super::*;

/// Replaces text in a file, which has to have it.
fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("a file");
    assert!(text.contains(from), "{from} in {text}");
    fs::write(path, text.replacen(from, to, 1)).expect("room");
}

#[test]
fn verify_finds_damage() {
    let damage = |harm: &dyn Fn(&Path)| {
        let (_guard, dir) = place();
        make(&dir, plan(1500));
        assert_eq!(check(&dir).problems, []);
        harm(&dir);
        check(&dir)
    };
    let first = "hands/part-00000.parquet";
    let report = damage(&|dir| flip(&dir.join(first)));
    assert_eq!((kinds(&report), report.problems[0].file.as_str()), (vec![ProblemKind::Hash], first));
    assert_eq!(report.rows, 500, "the other file is still checked");

    let report = damage(&|dir| fs::remove_file(dir.join(first)).expect("a file"));
    assert_eq!(kinds(&report), [ProblemKind::Missing]);
    let report = damage(&|dir| fs::remove_dir_all(dir.join("hands")).expect("a directory"));
    assert_eq!(kinds(&report), [ProblemKind::Missing; 3]);
    let report = damage(&|dir| fs::write(dir.join("hands/_SUCCESS"), "").expect("room"));
    assert_eq!(kinds(&report), [ProblemKind::Unexpected]);
    let report = damage(&|dir| fs::write(dir.join("notes.txt"), "").expect("room"));
    assert_eq!(kinds(&report), [ProblemKind::Unexpected]);
    let report = damage(&|dir| edit(&dir.join(README), "seed 7", "seed 8"));
    assert_eq!(kinds(&report), [ProblemKind::Readme]);

    // A manifest that tells another story: counts, seed, request, rules, form.
    let altered = |from: &str, to: &str| kinds(&damage(&|dir| edit(&dir.join(MANIFEST), from, to)));
    assert_eq!(altered("\"rows\": 500,", "\"rows\": 501,"), [ProblemKind::Rows; 2]);
    assert!(altered("\"rows\": 1500", "\"rows\": 1501").contains(&ProblemKind::Rows));
    assert!(altered("\"seed\": 7", "\"seed\": 8").contains(&ProblemKind::Footer));
    assert!(altered("\"hands\": 1500", "\"hands\": 1501").contains(&ProblemKind::Footer));
    assert!(altered("\"b:worlds=2\"", "\"b:worlds=3\"").contains(&ProblemKind::Footer));
    assert!(altered("\"columns\": \"all\"", "\"columns\": \"results\"").contains(&ProblemKind::Footer));
    assert_eq!(
        altered("part-00001.parquet", "part-00002.parquet")[..2],
        [ProblemKind::Unexpected, ProblemKind::Manifest]
    );
    assert_eq!(altered("\"complete\": true", "\"complete\": false"), [ProblemKind::Manifest]);
    assert_eq!(altered("  \"seed\"", "   \"seed\""), [ProblemKind::Manifest]);
    assert_eq!(altered("\"complete\"", "\"done\""), [ProblemKind::Manifest]);
    assert_eq!(altered("gongzhu-dataset/1", "gongzhu-dataset/2"), [ProblemKind::Manifest]);
    assert_eq!(altered("hands/1", "hands/2"), [ProblemKind::Manifest]);
}

#[test]
fn verify_finds_wrong_order_and_wrong_hands() {
    let (_guard, dir) = place();
    let mut dataset = Dataset::create(&dir, plan(10)).expect("an empty directory");
    let mut rows = rows_of(&dataset, 0);
    rows.swap(3, 7);
    rows[5].score[0] ^= 1;
    write_hands(&mut dataset, 0, &rows).expect("room");
    dataset.finish().expect("room");
    let report = check(&dir);
    assert_eq!(report.problems.iter().filter(|problem| problem.kind == ProblemKind::Order).count(), 4);
    let hands: Vec<&str> =
        report.problems.iter().filter(|p| p.kind == ProblemKind::Hand).map(|p| p.message.as_str()).collect();
    assert_eq!(hands, ["hand 5: another"]);
}
