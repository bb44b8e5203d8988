//! The options that all searching bots have.

use super::{Budget, Goal, Rollout, millis};
use crate::RevealPolicy;
use crate::handicap::Handicap;
use crate::options::{Setting, named, switch, switched, whole};

named! {
    /// How a searching bot decides what it passes.
    pub enum Opening {
        /// By search.
        Search = "search",
        /// Like the bot `heuristic`.
        Rule = "rule",
    }
}

/// What all searching bots are told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// Worlds or iterations, or time, of a decision.
    pub budget: Budget,
    /// How hands are played to their end.
    pub rollout: Rollout,
    /// Whether the plays of others say something of their hands.
    pub belief: bool,
    /// How many percent less the plays of others count than they seem to tell.
    pub noise: u32,
    /// How passes are decided.
    pub pass: Opening,
    /// How reveals are decided, or `None` for by search.
    pub reveal: Option<RevealPolicy>,
    /// What the bot aims at.
    pub goal: Goal,
    /// What the bot is kept from.
    pub handicap: Handicap,
}

impl SearchOptions {
    /// The usual options with a budget.
    pub(crate) fn new(budget: Budget) -> SearchOptions {
        SearchOptions {
            budget,
            rollout: Rollout::Sensible,
            belief: true,
            noise: 0,
            pass: Opening::Search,
            reveal: None,
            goal: Goal::Gain,
            handicap: Handicap::NONE,
        }
    }

    /// The noise of the belief, or `None` where the plays of others do not count.
    pub(crate) fn noise(&self) -> Option<u32> {
        self.belief.then_some(self.noise)
    }
}

/// A configuration with these options.
pub(crate) trait Searching: AsRef<SearchOptions> + AsMut<SearchOptions> + 'static {}

impl<C: AsRef<SearchOptions> + AsMut<SearchOptions> + 'static> Searching for C {}

pub(crate) const fn count<C: Searching>(name: &'static str, summary: &'static str) -> Setting<C> {
    Setting {
        name,
        values: "a number from 0 to 1000000",
        summary,
        get: |options| options.as_ref().budget.count_text(),
        set: |options, text| Some(options.as_mut().budget = Budget::Count(whole(text, 0..=1_000_000)?)),
    }
}

pub(crate) const fn time<C: Searching>() -> Setting<C> {
    Setting {
        name: "ms",
        values: "a number from 0 to 60000",
        summary: "milliseconds of processor time a decision, instead of a count; play then differs from run to run",
        get: |options| options.as_ref().budget.millis_text(),
        set: |options, text| Some(options.as_mut().budget = millis(text)?),
    }
}

pub(crate) const fn rollout<C: Searching>() -> Setting<C> {
    Setting {
        name: "rollout",
        values: "uniform, sensible or heuristic",
        summary: "how worlds are played to their end",
        get: |options| Some(options.as_ref().rollout.name().to_owned()),
        set: |options, text| Some(options.as_mut().rollout = Rollout::named(text)?),
    }
}

pub(crate) const fn belief<C: Searching>() -> Setting<C> {
    Setting {
        name: "belief",
        values: "on or off",
        summary: "whether the plays of others say something of their hands",
        get: |options| switched(options.as_ref().belief),
        set: |options, text| Some(options.as_mut().belief = switch(text)?),
    }
}

pub(crate) const fn noise<C: Searching>() -> Setting<C> {
    Setting {
        name: "noise",
        values: "a number from 0 to 100",
        summary: "how many percent less the plays of others count than they seem to tell",
        get: |options| Some(options.as_ref().noise.to_string()),
        set: |options, text| Some(options.as_mut().noise = whole(text, 0..=100)?),
    }
}

pub(crate) const fn pass<C: Searching>() -> Setting<C> {
    Setting {
        name: "pass",
        values: "search or rule",
        summary: "whether passes are searched for or made like the heuristic's",
        get: |options| Some(options.as_ref().pass.name().to_owned()),
        set: |options, text| Some(options.as_mut().pass = Opening::named(text)?),
    }
}

pub(crate) const fn reveal<C: Searching>() -> Setting<C> {
    Setting {
        name: "reveal",
        values: "search, rule, learned, never or always",
        summary: "whether reveals are searched for or made by one of the heuristic's policies",
        get: |options| Some(options.as_ref().reveal.map_or(SEARCH, RevealPolicy::name).to_owned()),
        set: |options, text| {
            let policy = RevealPolicy::named(text);
            Some(options.as_mut().reveal = if text == SEARCH { None } else { Some(policy?) })
        },
    }
}

/// What stands for a search in place of a policy.
const SEARCH: &str = "search";
