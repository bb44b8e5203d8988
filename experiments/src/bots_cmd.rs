//! `gongzhu bots`: what bots there are.

use crate::error::RunError;
use crate::output::table;
use clap::Args;
use gongzhu_strategies::{BOTS, BotSpec};
use std::io::Write;

/// List the bots.
#[derive(Args, Clone, Debug)]
pub struct BotsCommand {
    /// Tell of this bot alone
    name: Option<String>,
}

impl BotsCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// An unknown bot.
    pub fn run(&self, out: &mut impl Write) -> Result<(), RunError> {
        match &self.name {
            Some(name) => {
                // An external bot is told of without its command.
                let (bot, info) = match BOTS.iter().find(|info| info.name == name) {
                    Some(info) => (name.clone(), info),
                    None => name.parse::<BotSpec>().map(|bot| (bot.to_string(), bot.info()))?,
                };
                writeln!(out, "{bot}: {}", info.summary)?;
                let options = info.options();
                if options.is_empty() {
                    writeln!(out, "options: none")?;
                } else {
                    let rows = options.into_iter().map(|option| {
                        [option.name.to_owned(), option.values.to_owned(), option.default, option.summary.to_owned()]
                    });
                    writeln!(out, "{}", table(&["option", "may be", "default", "what it does"], &[0, 1, 2, 3], rows))?;
                }
            }
            None => {
                let bots = BOTS.iter().map(|bot| [bot.name.to_owned(), bot.summary.to_owned()]);
                writeln!(out, "{}", table(&["bot", "what it does"], &[0, 1], bots))?;
            }
        }
        Ok(())
    }
}
