//! The command line: its commands and where they are.

use crate::bench::BenchCommand;
#[cfg(unix)]
use crate::bot_cmd::BotCommand;
use crate::bots_cmd::BotsCommand;
use crate::dataset::ignore_file_size_signal;
use crate::dataset_cmd::DatasetCommand;
use crate::error::RunError;
use crate::progress;
use crate::referee;
use crate::referee_cmd::{RefereeCommand, ReplayCommand, SolveCommand};
use crate::reveal_ev::RevealEv;
use crate::rules_cmd::RulesCommand;
use crate::run::RunCommand;
use crate::simulate::Simulate;
use crate::sprt_cmd::SprtCommand;
use crate::tournament::Tournament;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;
use std::io::{self, Write};
use std::process::ExitCode;

/// Play, search and measure the trick-taking games Gong Zhu, Hearts and Tantony.
#[derive(Parser, Debug)]
#[command(name = "gongzhu", version, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List the rule sets, or print one in full as TOML with a comment per option
    Rules(RulesCommand),
    /// List the bots
    Bots(BotsCommand),
    /// Check external bots
    #[cfg(unix)]
    #[command(subcommand)]
    Bot(BotCommand),
    /// Play hands or matches of any four bots into a dataset
    Simulate(Simulate),
    /// Play bots against each other on duplicate deals
    Tournament(Tournament),
    /// Play a bot against another until it is clear whether it is better
    Sprt(SprtCommand),
    /// Play every choice of cards to reveal out on the same deals and say what each is worth
    RevealEv(RevealEv),
    /// Play the experiments of a file and tell their results in one table
    Run(RunCommand),
    /// Score piles: JSON lines in, JSON lines out
    Score(RefereeCommand),
    /// Say which actions are legal: JSON lines in, JSON lines out
    Legal(RefereeCommand),
    /// Play hand records again: JSON lines in, JSON lines out
    Replay(ReplayCommand),
    /// Solve positions with all cards known: JSON lines in, JSON lines out
    Solve(SolveCommand),
    /// Look at, check, join and print datasets
    #[command(subcommand)]
    Dataset(DatasetCommand),
    /// Measure how fast each path is on this machine, or print the signature of this version's play
    Bench(BenchCommand),
    /// Print a completion script for a shell
    Completions(Completions),
}

#[derive(Args, Debug)]
struct Completions {
    shell: Shell,
}

/// Runs the program on the command line of this process.
pub fn main() -> ExitCode {
    let result = parse().and_then(|cli| {
        ignore_file_size_signal();
        progress::catch_interrupts()?;
        run(&cli.command)
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !matches!(error, RunError::BrokenPipe) {
                eprintln!("gongzhu: {}", one_line(&error.to_string()));
            }
            ExitCode::from(error.status())
        }
    }
}

/// The command line; help and version are printed here and end the program.
fn parse() -> Result<Cli, RunError> {
    Cli::try_parse().map_err(|error| {
        let asked = [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion];
        if asked.contains(&error.kind()) || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            error.exit();
        }
        let text = error.to_string();
        // clap explains at length; the message and its tips stand before the usage.
        let lines = text.lines().take_while(|line| !line.starts_with("Usage:")).map(str::trim);
        let message: Vec<&str> =
            lines.filter(|line| !line.is_empty() && !line.starts_with("For more information")).collect();
        let message = message.join(" ");
        RunError::Request(format!("{} (--help says more)", message.trim_start_matches("error: ")))
    })
}

/// The message with what would break its line or disturb a terminal made visible.
fn one_line(message: &str) -> String {
    message.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

fn run(command: &Command) -> Result<(), RunError> {
    let mut out = io::BufWriter::new(io::stdout());
    let result = match command {
        Command::Rules(command) => command.run(&mut out),
        Command::Bots(command) => command.run(&mut out),
        #[cfg(unix)]
        Command::Bot(command) => command.run(&mut out),
        Command::Simulate(command) => command.run(&mut out),
        Command::Tournament(command) => command.run(&mut out),
        Command::Sprt(command) => command.run(&mut out),
        Command::RevealEv(command) => command.run(&mut out),
        Command::Run(command) => command.run(&mut out),
        // The referee answers each line at once, as standard output does by itself.
        Command::Score(command) => command.run(referee::Command::Score, io::stdout()),
        Command::Legal(command) => command.run(referee::Command::Legal, io::stdout()),
        Command::Replay(command) => command.run(io::stdout()),
        Command::Solve(command) => command.run(io::stdout()),
        Command::Dataset(command) => command.run(&mut out),
        Command::Bench(command) => command.run(&mut out),
        Command::Completions(Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "gongzhu", &mut script);
            out.write_all(&script).map_err(RunError::from)
        }
    };
    // What was printed before a failure is still the user's.
    let flushed = out.flush();
    result.and_then(|()| Ok(flushed?))
}
