//! `gongzhu rules`: what rule sets there are, and what each option does.

use crate::error::RunError;
use crate::output::table;
use crate::request::load_rules;
use clap::Args;
use gongzhu::rules::{PRESETS, VARIANTS};
use std::io::Write;

/// List the rule sets, or print one in full as TOML with a comment per option.
#[derive(Args, Clone, Debug)]
pub struct RulesCommand {
    /// A preset with +variants, or a TOML file
    name: Option<String>,
    /// Set an option of the rules; may be given again
    #[arg(long, value_name = "KEY=VALUE", requires = "name")]
    set: Vec<String>,
}

impl RulesCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// An unknown rule set, option or value.
    pub fn run(&self, out: &mut impl Write) -> Result<(), RunError> {
        if let Some(name) = &self.name {
            write!(out, "{}", load_rules(name, &self.set)?.to_toml())?;
            return Ok(());
        }
        let presets = PRESETS.iter().map(|preset| [preset.name.to_owned(), preset.summary.to_owned()]);
        writeln!(out, "{}\n", table(&["rule set", "what it is"], &[0, 1], presets))?;
        let variants = VARIANTS.iter().map(|variant| [format!("+{}", variant.name), variant.summary.to_owned()]);
        writeln!(out, "{}\n", table(&["variant", "of Gong Zhu"], &[0, 1], variants))?;
        writeln!(out, "gongzhu rules NAME prints a rule set in full; --set KEY=VALUE changes an option.")?;
        Ok(())
    }
}
