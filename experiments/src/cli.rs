//! The command line: its commands and where they are.

use crate::bots_cmd::BotsCommand;
use crate::dataset::ignore_file_size_signal;
use crate::dataset_cmd::DatasetCommand;
use crate::error::RunError;
use crate::referee_cmd::RefereeCommand;
use crate::rules_cmd::RulesCommand;
use crate::signature::BenchCommand;
use crate::simulate::Simulate;
use crate::tournament::Tournament;
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
    /// Play hands or matches of any four bots into a dataset
    Simulate(Simulate),
    /// Play bots against each other on duplicate deals
    Tournament(Tournament),
    /// Score piles: JSON lines in, JSON lines out
    Score(RefereeCommand),
    /// Say which actions are legal: JSON lines in, JSON lines out
    Legal(RefereeCommand),
    /// Play hand records again: JSON lines in, JSON lines out
    Replay(crate::referee_cmd::ReplayCommand),
    /// Look at, check, join and print datasets
    #[command(subcommand)]
    Dataset(DatasetCommand),
    /// Print the signature of this version's play
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
    let cli = Cli::parse();
    ignore_file_size_signal();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = run(&cli.command, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // What was printed before the failure is still the user's; a reader that went away wants nothing more.
            let _ = out.flush();
            if !matches!(error, RunError::BrokenPipe) {
                eprintln!("gongzhu: {error}");
            }
            ExitCode::from(error.status())
        }
    }
}

fn run(command: &Command, out: &mut impl Write) -> Result<(), RunError> {
    match command {
        Command::Rules(command) => command.run(out),
        Command::Bots(command) => command.run(out),
        Command::Simulate(command) => command.run(out),
        Command::Tournament(command) => command.run(out),
        Command::Score(command) => command.run(crate::referee::Command::Score, out),
        Command::Legal(command) => command.run(crate::referee::Command::Legal, out),
        Command::Replay(command) => command.run(out),
        Command::Dataset(command) => command.run(out),
        Command::Bench(command) => command.run(out),
        Command::Completions(Completions { shell }) => {
            clap_complete::generate(*shell, &mut Cli::command(), "gongzhu", out);
            Ok(())
        }
    }
}
