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

/// The lines of an output as far as they are the same in every run: tables with times are compared cell by cell, without
/// the times.
fn comparable(text: &str) -> Vec<String> {
    let mut timed: Vec<usize> = Vec::new();
    let mut in_table = false;
    let line = |line: &str| {
        if !line.starts_with('|') {
            in_table = false;
            return line.trim_end().to_owned();
        }
        let mut cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if !std::mem::replace(&mut in_table, true) {
            timed = (0..cells.len()).filter(|&at| cells[at].starts_with("CPU")).collect();
        }
        if timed.is_empty() {
            return line.trim_end().to_owned();
        }
        timed.iter().for_each(|&at| cells[at] = "time");
        let rule = |cell: &&str| !cell.is_empty() && cell.bytes().all(|byte| b"-:".contains(&byte));
        cells.iter().filter(|cell| !rule(cell)).copied().collect::<Vec<_>>().join("|")
    };
    text.trim_end().lines().map(line).collect()
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

/// The pages that show output: what stands between marks is what the command prints, run in the root of the repository.
#[test]
fn the_pages_show_real_output() {
    const BEGIN: &str = "<!-- BEGIN OUTPUT: gongzhu ";
    const END: &str = "<!-- END OUTPUT -->";
    for page in ["docs/strategies.md", "docs/experiments.md", "docs/reveal.md", "docs/advice.md"] {
        let path = root().join(page);
        let mut text = std::fs::read_to_string(&path).expect("a page");
        let mut commands = 0;
        let mut at = 0;
        while let Some(begin) = text[at..].find(BEGIN).map(|begin| at + begin) {
            let words = begin + BEGIN.len();
            let shown = words + text[words..].find(" -->\n").expect("the end of the mark") + " -->\n".len();
            let end = shown + text[shown..].find(END).expect("the end of the output");
            let command: Vec<&str> = text[words..shown].trim_end().trim_end_matches("-->").split_whitespace().collect();
            let output = Command::new(env!("CARGO_BIN_EXE_gongzhu")).args(&command).current_dir(root()).output();
            let output = output.expect("the command starts");
            assert!(output.status.success(), "{page}: {command:?}: {}", String::from_utf8_lossy(&output.stderr));
            let printed = String::from_utf8_lossy(&output.stdout);
            let printed = if command.contains(&"markdown") {
                format!("\n{printed}\n")
            } else {
                format!("\n```console\n$ gongzhu {}\n{printed}```\n\n", command.join(" "))
            };
            if std::env::var_os("GONGZHU_WRITE_DOCS").is_some() {
                text.replace_range(shown..end, &printed);
                std::fs::write(&path, &text).expect("docs can be written");
            } else {
                assert_eq!(comparable(&text[shown..end]), comparable(&printed), "{page}: {command:?}");
            }
            commands += 1;
            at = shown;
        }
        assert!(commands > 0, "{page} has the marks");
    }
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
        assert_eq!(comparable(&text), comparable(&shown), "{command}");
    }
}
