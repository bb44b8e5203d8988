//! Documentation that follows from code.

use gongzhu_experiments::dataset::column_tables;
use std::path::Path;

/// `docs/columns.md` is what the code says of the columns. Set GONGZHU_WRITE_DOCS=1 to write it anew.
#[test]
fn the_column_tables_are_those_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/columns.md");
    let text = format!("# Columns of datasets\n\nGenerated from the code; {}\n\n{}", ABOUT, column_tables());
    if std::env::var_os("GONGZHU_WRITE_DOCS").is_some() {
        std::fs::write(&path, &text).expect("docs can be written");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == text,
        "docs/columns.md is out of date: run GONGZHU_WRITE_DOCS=1 cargo test --release --test docs"
    );
}

const ABOUT: &str = "[DATA.md](DATA.md) §5 says what datasets are.";
