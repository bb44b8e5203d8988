//! The referee: scores piles, judges fragments and replays hands, JSON lines in and JSON lines out (docs/DATA.md §3).
//!
//! ```
//! use gongzhu::Rules;
//! use gongzhu_experiments::referee::{Command, run};
//! let (rules, mut output) = (Rules::parse("classic")?, Vec::new());
//! let input = br#"{"taken":["TC","KH","7H"],"revealed":["TC"]}"#;
//! let summary = run(Command::Score, &input[..], &mut output, Some(&rules))?;
//! assert!(output.starts_with(br#"{"scores":[-200,0,0,0],"lines":[{"hearts":-50,"#));
//! assert_eq!((summary.lines, summary.errors), (1, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod legal;
mod replay;
mod score;
mod solve;
mod table;

use gongzhu::{RecordError, Rules};
use gongzhu_strategies::solver::Solver;
use serde_json::Value;
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

/// What the referee does with each line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Piles to scores and settlement lines; see [`gongzhu::Piles::from_json`] for the fields.
    Score,
    /// Fragments of hands to legal sets, in every phase: `{"legal":["5S"]}`, to reveal `{"legal":["QS","done"]}`, to
    /// assign `{"legal":[0,2]}`; see [`gongzhu::Fragment::from_json`] for the fields.
    Legal,
    /// Records to records with everything that follows from them; see [`gongzhu::Record::from_json`] for the fields.
    Replay {
        /// Whether to list the legal cards before each play.
        legal: bool,
        /// What to print of each record.
        format: Format,
    },
    /// Records of positions to their values with all cards known, and a best line (docs/solver.md).
    Solve {
        /// The decisions that each of the two questions, values and line, may look at.
        nodes: u64,
        /// What to print of each position.
        format: Format,
    },
}

/// How [`Command::Replay`] prints a record and [`Command::Solve`] a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// One line of JSON.
    #[default]
    Json,
    /// Many lines for a person: the hand trick by trick and its settlement, or the values of the actions and the best line; an
    /// error is one line of text.
    Table,
}

/// What [`run`] has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The lines judged, blank ones not counted.
    pub lines: u64,
    /// Those among them that were answered with an error.
    pub errors: u64,
    /// The first line (counted from 1, blank ones too) that neither named its rules nor had any given: a bad request.
    pub without_rules: Option<u64>,
}

/// Answers every line of `input` by one line of `output`, in order, errors included; blank lines are skipped. Lines are
/// read one at a time, and `output` is flushed at the end: who asks line by line wraps it in an [`io::LineWriter`].
///
/// `rules` override what a line says; where they are not given and a line names none, its answer is an error and
/// [`Summary::without_rules`] tells so.
///
/// # Errors
/// Reading or writing failed; a closed output gives [`io::ErrorKind::BrokenPipe`]. Whatever a line says is no such
/// error.
pub fn run(
    command: Command,
    mut input: impl BufRead,
    mut output: impl Write,
    rules: Option<&Rules>,
) -> io::Result<Summary> {
    let mut summary = Summary::default();
    let mut referee = Referee { command, book: RuleBook { given: rules, read: HashMap::new() }, solver: None };
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let text = line.strip_prefix(b"\xef\xbb\xbf").filter(|_| number == 1).unwrap_or(&line).trim_ascii();
        if text.is_empty() {
            continue;
        }
        summary.lines += 1;
        let answer = referee.answer(text).unwrap_or_else(|refusal| {
            summary.errors += 1;
            if matches!(refusal, Refusal::NoRules) {
                summary.without_rules.get_or_insert(number);
            }
            referee.error_line(refusal, number)
        });
        writeln!(output, "{answer}")?;
    }
    output.flush()?;
    Ok(summary)
}

struct Referee<'r> {
    command: Command,
    book: RuleBook<'r>,
    /// The solver of the latest rules.
    solver: Option<Solver>,
}

impl Referee<'_> {
    fn answer(&mut self, line: &[u8]) -> Result<String, Refusal> {
        let value = parse(line)?;
        let rules = self.book.rules(&value)?;
        Ok(match self.command {
            Command::Score => score::answer(&value, rules)?.to_string(),
            Command::Legal => legal::answer(&value, rules)?.to_string(),
            Command::Replay { legal, format } => replay::answer(&value, rules, legal, format)?,
            Command::Solve { nodes, format } => solve::answer(&value, rules, &mut self.solver, nodes, format)?,
        })
    }

    fn error_line(&self, refusal: Refusal, line: u64) -> String {
        let error = match refusal {
            Refusal::NoRules => RecordError::syntax("no rules: give --rules, or name them in the field 'rules'"),
            Refusal::Wrong(error) => error,
            Refusal::Nodes(nodes) => return solve::limit_line(self.is_table(), nodes, line),
        };
        if self.is_table() { table::error_line(&error, line) } else { error.to_json(line).to_string() }
    }

    fn is_table(&self) -> bool {
        matches!(
            self.command,
            Command::Replay { format: Format::Table, .. } | Command::Solve { format: Format::Table, .. }
        )
    }
}

/// Why a line has no answer.
enum Refusal {
    NoRules,
    Wrong(RecordError),
    /// The position needs more nodes than these.
    Nodes(u64),
}

impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Refusal {
        Refusal::Wrong(error)
    }
}

fn parse(line: &[u8]) -> Result<Value, RecordError> {
    serde_json::from_slice(line).map_err(|error| {
        let message = error.to_string();
        // Its line number is that within this one line.
        let message = message.split(" at line ").next().unwrap_or_default();
        RecordError::syntax(format!("no JSON at column {}: {message}", error.column()))
    })
}

/// The rules of lines: those given for all, or each line's own, read once.
struct RuleBook<'r> {
    given: Option<&'r Rules>,
    read: HashMap<String, Rules>,
}

impl RuleBook<'_> {
    /// More rule sets than a file has, short of one that is made to fill the memory.
    const MOST: usize = 256;

    fn rules(&mut self, line: &Value) -> Result<&Rules, Refusal> {
        if let Some(rules) = self.given {
            return Ok(rules);
        }
        let Some(spec) = line.get("rules").filter(|spec| !spec.is_null()) else {
            let known = if line.is_object() { Refusal::NoRules } else { not_an_object().into() };
            return Err(known);
        };
        let key = spec.to_string();
        if !self.read.contains_key(&key) {
            let rules = Rules::from_json(spec).map_err(|error| RecordError::syntax(format!("rules: {error}")))?;
            if self.read.len() == Self::MOST {
                self.read.clear();
            }
            self.read.insert(key.clone(), rules);
        }
        self.read.get(&key).ok_or(Refusal::NoRules)
    }
}

fn not_an_object() -> RecordError {
    RecordError::syntax("a line is one JSON object")
}
