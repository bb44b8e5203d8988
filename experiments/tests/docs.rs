//! Documentation that follows from code, and examples that are real.

use gongzhu_experiments::dataset::column_tables;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// `docs/columns.md` is what the code says of the columns. Set GONGZHU_WRITE_DOCS=1 to write it anew.
#[test]
fn the_column_tables_are_those_of_the_code() {
    const ABOUT: &str = "[DATA.md](DATA.md) §5 says what datasets are.";
    let path = root().join("docs/columns.md");
    let text = format!("# Columns of datasets\n\nGenerated from the code; {ABOUT}\n\n{}", column_tables());
    if std::env::var_os("GONGZHU_WRITE_DOCS").is_some() {
        std::fs::write(&path, &text).expect("docs can be written");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == text,
        "docs/columns.md is out of date: run GONGZHU_WRITE_DOCS=1 cargo test --release --test docs"
    );
}

/// The commands of README with what it shows of their output, in order: those of its `console` blocks, and before them the
/// main job with the `text` block under it.
fn readme_commands(readme: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut block = "";
    for line in readme.lines() {
        if let Some(name) = line.strip_prefix("```") {
            block = if block.is_empty() { name } else { "" };
            continue;
        }
        let main_job = line.strip_prefix("cargo run --release -- ").filter(|_| block == "sh");
        let started = main_job.map(|words| format!("gongzhu {words}"));
        let started = started.or_else(|| Some(line.strip_prefix("$ ").filter(|_| block == "console")?.to_owned()));
        match (started, commands.last_mut()) {
            (Some(command), _) => commands.push((command, String::new())),
            (None, Some((_, output))) if matches!(block, "console" | "text") => *output += &format!("{line}\n"),
            _ => {}
        }
    }
    commands
}

#[test]
#[cfg(unix)]
fn the_readme_shows_real_output() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("a README");
    let commands = readme_commands(&readme);
    assert!(commands.len() >= 6, "{commands:?}");
    let dir = tempfile::tempdir().expect("a directory");
    let bin = Path::new(env!("CARGO_BIN_EXE_gongzhu")).parent().expect("a directory");
    let path = std::env::join_paths(
        [bin.to_path_buf()].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    for (command, shown) in commands {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(dir.path()).env("PATH", path.as_ref().expect("a path"));
        let output = shell.output().expect("a shell");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let trimmed = |text: &str| text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(trimmed(&text), trimmed(&shown), "{command}");
    }
}
