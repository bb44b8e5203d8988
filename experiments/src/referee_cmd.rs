//! `gongzhu score`, `legal` and `replay`: the referee on files and pipes.

use crate::error::RunError;
use crate::referee::{self, Command, Format};
use crate::request::load_rules;
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// What all referee commands take.
#[derive(Args, Clone, Debug)]
pub struct RefereeCommand {
    /// JSON lines; standard input with none or -
    file: Option<PathBuf>,
    /// Judge by these rules, whatever the lines say: a preset with +variants, or a TOML file
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Set an option of the rules; may be given again
    #[arg(long, value_name = "KEY=VALUE", requires = "rules")]
    set: Vec<String>,
}

/// `gongzhu replay`.
#[derive(Args, Clone, Debug)]
pub struct ReplayCommand {
    #[command(flatten)]
    input: RefereeCommand,
    /// Add the legal set before each play
    #[arg(long)]
    legal: bool,
    /// Form of the answer
    #[arg(long, default_value = "json", value_name = "FORM")]
    format: ReplayFormat,
}

/// How a replayed hand is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ReplayFormat {
    /// A record a line.
    Json,
    /// Trick by trick with the settlement, for people.
    Table,
}

impl RefereeCommand {
    /// Runs a referee command on the input.
    ///
    /// # Errors
    /// Bad flags, an unreadable file, a first line without rules (status 2); error lines in the output (status 1).
    pub fn run(&self, command: Command, out: &mut impl Write) -> Result<(), RunError> {
        let rules = self.rules.as_ref().map(|name| load_rules(name, &self.set)).transpose()?;
        let stdin = Path::new("-");
        let path = self.file.as_deref().unwrap_or(stdin);
        let input: Box<dyn BufRead> = if path == stdin {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(path).map_err(|error| RunError::unreadable(path, &error))?;
            if file.metadata().is_ok_and(|meta| meta.is_dir()) {
                return Err(RunError::Request(format!("cannot read {}: it is a directory", path.display())));
            }
            Box::new(BufReader::new(file))
        };
        // Whoever asks line by line gets each answer before the next question.
        let summary = referee::run(command, input, io::LineWriter::new(&mut *out), rules.as_ref())?;
        match (summary.without_rules, summary.errors) {
            (Some(line), _) => {
                Err(RunError::Request(format!("line {line} names no rules; give --rules, or \"rules\" in every line")))
            }
            (None, 0) => Ok(()),
            (None, 1) => Err(RunError::Failed("1 line is in error".to_owned())),
            (None, errors) => Err(RunError::Failed(format!("{errors} lines are in error"))),
        }
    }
}

impl ReplayCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// As [`RefereeCommand::run`].
    pub fn run(&self, out: &mut impl Write) -> Result<(), RunError> {
        let format = match self.format {
            ReplayFormat::Json => Format::Json,
            ReplayFormat::Table => Format::Table,
        };
        self.input.run(Command::Replay { legal: self.legal, format }, out)
    }
}
