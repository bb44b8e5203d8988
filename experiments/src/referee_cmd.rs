//! `gongzhu score`, `legal`, `replay` and `solve`: the referee on files and pipes.

use crate::error::RunError;
use crate::referee::{self, Command, Format};
use crate::request::load_rules;
use clap::{Args, ValueEnum};
use gongzhu_strategies::solver::Limits;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
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
    format: AnswerFormat,
}

/// `gongzhu solve`.
#[derive(Args, Clone, Debug)]
pub struct SolveCommand {
    #[command(flatten)]
    input: RefereeCommand,
    /// Give a position up after so many decisions, for its values and again for its best line
    #[arg(long, default_value_t = Limits::default().nodes, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Form of the answer
    #[arg(long, default_value = "json", value_name = "FORM")]
    format: AnswerFormat,
}

/// How a hand or a position is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum AnswerFormat {
    /// A JSON object a line.
    Json,
    /// Trick by trick, for people.
    Table,
}

impl From<AnswerFormat> for Format {
    fn from(format: AnswerFormat) -> Format {
        match format {
            AnswerFormat::Json => Format::Json,
            AnswerFormat::Table => Format::Table,
        }
    }
}

/// An input whose failures are told from those of the output.
struct Input<R>(R);

/// A failure to read.
#[derive(thiserror::Error, Debug)]
#[error("cannot read the input: {0}")]
struct Unreadable(io::Error);

fn unreadable(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Interrupted => error,
        _ => io::Error::other(Unreadable(error)),
    }
}

impl<R: BufRead> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(unreadable)
    }
}

impl<R: BufRead> BufRead for Input<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.fill_buf().map_err(unreadable)
    }

    fn consume(&mut self, bytes: usize) {
        self.0.consume(bytes);
    }
}

impl RefereeCommand {
    /// Runs a referee command on the input.
    ///
    /// # Errors
    /// Bad flags, an unreadable file, a first line without rules (status 2); error lines in the output (status 1).
    pub fn run(&self, command: Command, out: impl Write) -> Result<(), RunError> {
        let rules = self.rules.as_ref().map(|name| load_rules(name, &self.set)).transpose()?;
        let stdin = Path::new("-");
        let path = self.file.as_deref().unwrap_or(stdin);
        let input: Box<dyn BufRead> = if path == stdin {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(path).map_err(|error| RunError::unreadable(path, &error))?;
            Box::new(BufReader::new(file))
        };
        let summary = referee::run(command, Input(input), out, rules.as_ref()).map_err(|error| {
            match error.downcast::<Unreadable>() {
                Ok(unreadable) => RunError::Request(unreadable.to_string()),
                Err(error) => RunError::from(error),
            }
        })?;
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
    pub fn run(&self, out: impl Write) -> Result<(), RunError> {
        let format = self.format.into();
        self.input.run(Command::Replay { legal: self.legal, format }, out)
    }
}

impl SolveCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// As [`RefereeCommand::run`].
    pub fn run(&self, out: impl Write) -> Result<(), RunError> {
        self.input.run(Command::Solve { nodes: self.nodes, format: self.format.into() }, out)
    }
}
