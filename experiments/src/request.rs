//! The flags that the playing commands share, and what they make of them.

use crate::dataset::{ColumnSet, Dataset, Origin, Plan, RulesText, Shard};
use crate::error::RunError;
use crate::play::Stopped;
use clap::Args;
use gongzhu::Rules;
use gongzhu_strategies::BotSpec;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Which rules.
#[derive(Args, Clone, Debug)]
pub struct RulesFlags {
    /// Rule set: a preset with +variants (classic+pass), or a TOML file; `gongzhu rules` lists them
    #[arg(long, default_value = "classic", value_name = "RULES")]
    pub rules: String,
    /// Set an option of the rules; may be given again
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl RulesFlags {
    /// The rules that were asked for.
    ///
    /// # Errors
    /// An unknown rule set or option, an unreadable file, a combination that the rules refuse.
    pub fn load(&self) -> Result<Rules, RunError> {
        load_rules(&self.rules, &self.set)
    }
}

/// The rules that `name`, a preset with variants or a TOML file, and settings make.
///
/// # Errors
/// As [`RulesFlags::load`].
pub fn load_rules(name: &str, settings: &[String]) -> Result<Rules, RunError> {
    let rules = if is_rules_file(name) {
        let text = std::fs::read_to_string(name).map_err(|error| RunError::unreadable(Path::new(name), &error))?;
        Rules::from_toml(&text).map_err(|error| RunError::Request(format!("{name}: {error}")))?
    } else {
        Rules::parse(name)?
    };
    if settings.is_empty() {
        return Ok(rules);
    }
    let settings = settings.iter().map(|setting| Rules::split_setting(setting)).collect::<Result<Vec<_>, _>>()?;
    Ok(rules.with_settings(settings)?)
}

/// Whether a name of rules is that of a TOML file.
pub fn is_rules_file(name: &str) -> bool {
    name.ends_with(".toml") || name.contains(std::path::MAIN_SEPARATOR)
}

/// How the work is done; nothing of it changes results.
#[derive(Args, Clone, Debug)]
pub struct WorkFlags {
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl WorkFlags {
    /// Runs `work` on the threads that were asked for.
    ///
    /// # Errors
    /// The system refuses the threads, or `work` fails.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> Result<T, RunError> + Send) -> Result<T, RunError> {
        let threads = self.threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|error| RunError::Failed(format!("cannot start threads: {error}")))?.install(work)
    }
}

/// Where the dataset goes.
#[derive(Args, Clone, Debug)]
pub struct OutFlags {
    /// Directory of the dataset; created, refused when not empty unless --resume
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with the dataset that the same command began in --out
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Make only every n-th part, from part i (0-based); `gongzhu dataset merge` joins the shards
    #[arg(long, value_name = "I/N", requires = "out")]
    pub shard: Option<ShardFlag>,
    /// Columns of table hands: all, or results (without cards and play order)
    #[arg(long, value_name = "SET", default_value = "all", requires = "out")]
    pub columns: ColumnFlag,
}

/// `--shard i/n`.
#[derive(Clone, Copy, Debug)]
pub struct ShardFlag(pub Shard);

impl FromStr for ShardFlag {
    type Err = String;
    fn from_str(text: &str) -> Result<ShardFlag, String> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        let shard = numbers.and_then(|(index, count)| Shard::new(index, count));
        shard.map(ShardFlag).ok_or_else(|| "write i/n with i from 0 to n - 1, like 0/4".to_owned())
    }
}

/// `--columns all|results`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum ColumnFlag {
    /// Everything.
    All,
    /// Without deal, pass, play order, winners and piles.
    Results,
}

impl ColumnFlag {
    /// The columns that the dataset keeps.
    pub fn set(self) -> ColumnSet {
        match self {
            ColumnFlag::All => ColumnSet::All,
            ColumnFlag::Results => ColumnSet::Results,
        }
    }

    /// The name in requests.
    pub fn name(self) -> &'static str {
        match self {
            ColumnFlag::All => "all",
            ColumnFlag::Results => "results",
        }
    }
}

impl OutFlags {
    /// The share of the dataset that is to be made.
    pub fn shard(&self) -> Shard {
        self.shard.map_or(Shard::WHOLE, |flag| flag.0)
    }

    /// What to tell of a run with these flags that stopped early.
    pub fn stopped(&self, why: Stopped) -> RunError {
        stopped(self.out.as_deref(), self.resume, why)
    }

    /// Begins the dataset in `dir`, or goes on with it.
    ///
    /// # Errors
    /// The directory cannot be used, or was begun with another request.
    pub fn open(&self, dir: &Path, plan: Plan) -> Result<Dataset, RunError> {
        if !self.resume {
            return Ok(Dataset::create(dir, plan)?);
        }
        if !plan.origin.deterministic {
            note_resumed();
        }
        Ok(Dataset::resume(dir, plan)?)
    }
}

/// Bots in a list separated by commas, each checked. A comma in quotes, or behind a backslash, belongs to a bot's command.
///
/// # Errors
/// An unknown bot or option.
pub fn parse_bots(list: &str) -> Result<Vec<BotSpec>, RunError> {
    Ok(split_bots(list).into_iter().map(str::parse).collect::<Result<_, _>>()?)
}

fn split_bots(list: &str) -> Vec<&str> {
    let (mut bots, mut start) = (Vec::new(), 0);
    let (mut quote, mut escaped) = (None, false);
    for (at, c) in list.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (None | Some('"'), '\\') => escaped = true,
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, ',') => {
                bots.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    bots.push(&list[start..]);
    bots
}

/// One bot for all seats or four in the order of the seats, separated by commas: the different ones, and who of them sits where.
///
/// # Errors
/// An unknown bot or option, another number of bots.
pub fn parse_seats(list: &str) -> Result<(Vec<BotSpec>, [u8; 4]), RunError> {
    let named = parse_bots(list)?;
    match named.len() {
        1 => Ok((named, [0; 4])),
        4 => Ok(distinct(&named)),
        n => Err(RunError::Request(format!("--players takes one bot or four, not {n}: '{list}'"))),
    }
}

/// The different ones of four bots, and who of them sits where.
fn distinct(named: &[BotSpec]) -> (Vec<BotSpec>, [u8; 4]) {
    let mut bots: Vec<BotSpec> = Vec::new();
    let mut seats = [0; 4];
    for (seat, bot) in seats.iter_mut().zip(named) {
        let at = bots.iter().position(|known| known == bot).unwrap_or_else(|| {
            bots.push(bot.clone());
            bots.len() - 1
        });
        *seat = at as u8;
    }
    (bots, seats)
}

/// What a dataset depends on. `request` is the canonical request, without what does not change the data.
pub fn origin(rules: &Rules, bots: &[BotSpec], seed: u64, request: Map<String, Value>) -> Origin {
    Origin {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        request,
        seed,
        rules: RulesText { name: rules.spec().to_string(), toml: rules.to_toml() },
        bots: bots.iter().map(ToString::to_string).collect(),
        deterministic: bots.iter().all(BotSpec::is_repeatable),
    }
}

/// Tells what it means to go on with bots that may decide otherwise when they are asked again.
pub fn note_resumed() {
    eprintln!(
        "gongzhu: not all of these bots repeat their play (exec, ms=): finished parts are kept as they are, and what is missing \
         is played anew, not as it would have been"
    );
}

/// What to tell of a run that stopped early. `out` is where its finished parts are, `resume` whether the command line says
/// already that it goes on.
pub fn stopped(out: Option<&Path>, resume: bool, why: Stopped) -> RunError {
    match why {
        Stopped::Interrupted => interrupted(out, resume),
        Stopped::Failed(error) => error,
    }
}

/// What to tell a user who stopped a run: the command that goes on with it, or that nothing was kept.
fn interrupted(out: Option<&Path>, resume: bool) -> RunError {
    let Some(dir) = out else {
        return RunError::Interrupted("interrupted; without --out nothing was kept".to_owned());
    };
    let mut words: Vec<String> = std::env::args().collect();
    words[0] = "gongzhu".to_owned();
    if !resume {
        words.push("--resume".to_owned());
    }
    let command = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    RunError::Interrupted(format!("interrupted; {} keeps its finished parts, go on with: {command}", dir.display()))
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./:,%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::split_bots;

    #[test]
    fn commas_in_quotes_belong_to_commands() {
        let list = r#"heuristic,exec:bot "a, b" 'c,"d',exec:x \,y,random"#;
        assert_eq!(split_bots(list), ["heuristic", r#"exec:bot "a, b" 'c,"d'"#, r"exec:x \,y", "random"]);
        assert_eq!(split_bots("a,,b"), ["a", "", "b"]);
    }
}
