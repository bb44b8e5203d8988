//! The options of `pimc`.

use super::Opening;
use crate::options::{Configuration, Setting, switch, switched, whole};
use crate::search::{Budget, Goal, Rollout, millis};

/// How [`Pimc`](super::Pimc) searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PimcOptions {
    /// Worlds, or time, of a decision.
    pub budget: Budget,
    /// How worlds are played to their end.
    pub rollout: Rollout,
    /// Whether hopeless choices drop out.
    pub cull: bool,
    /// Whether the plays of others say something of their hands.
    pub belief: bool,
    /// How many percent of the plays of others are taken to be random.
    pub noise: u32,
    /// How passes are decided.
    pub pass: Opening,
    /// How reveals are decided.
    pub reveal: Opening,
    /// With at most so many cards in hand, worlds are solved.
    pub solve: u32,
    /// What the bot aims at.
    pub goal: Goal,
}

impl Default for PimcOptions {
    fn default() -> PimcOptions {
        PimcOptions {
            budget: Budget::Count(256),
            rollout: Rollout::Sensible,
            cull: true,
            belief: true,
            noise: 20,
            pass: Opening::Search,
            reveal: Opening::Search,
            solve: 0,
            goal: Goal::Gain,
        }
    }
}

impl Configuration for PimcOptions {
    const EXCLUSIVE: &'static [&'static str] = &["worlds", "ms"];
    const SETTINGS: &'static [Setting<PimcOptions>] = &[
        Setting {
            name: "worlds",
            values: "a number from 0 to 1000000",
            summary: "worlds that a choice is tried in at most",
            get: |options| options.budget.count_text(),
            set: |options, text| Some(options.budget = Budget::Count(whole(text, 0..=1_000_000)?)),
        },
        Setting {
            name: "ms",
            values: "a number from 0 to 60000",
            summary: "milliseconds of processor time a decision, instead of worlds; play then differs from run to run",
            get: |options| options.budget.millis_text(),
            set: |options, text| Some(options.budget = millis(text)?),
        },
        Setting {
            name: "rollout",
            values: "uniform, sensible or heuristic",
            summary: "how worlds are played to their end",
            get: |options| Some(options.rollout.name().to_owned()),
            set: |options, text| Some(options.rollout = Rollout::named(text)?),
        },
        Setting {
            name: "cull",
            values: "on or off",
            summary: "whether hopeless choices drop out",
            get: |options| switched(options.cull),
            set: |options, text| Some(options.cull = switch(text)?),
        },
        Setting {
            name: "belief",
            values: "on or off",
            summary: "whether the plays of others say something of their hands",
            get: |options| switched(options.belief),
            set: |options, text| Some(options.belief = switch(text)?),
        },
        Setting {
            name: "noise",
            values: "a number from 1 to 100",
            summary: "percent of the plays of others that are taken to be random",
            get: |options| Some(options.noise.to_string()),
            set: |options, text| Some(options.noise = whole(text, 1..=100)?),
        },
        Setting {
            name: "pass",
            values: "search or rule",
            summary: "whether passes are searched for or made like the heuristic's",
            get: |options| Some(options.pass.name().to_owned()),
            set: |options, text| Some(options.pass = Opening::named(text)?),
        },
        Setting {
            name: "reveal",
            values: "search or rule",
            summary: "whether reveals are searched for or made like the heuristic's",
            get: |options| Some(options.reveal.name().to_owned()),
            set: |options, text| Some(options.reveal = Opening::named(text)?),
        },
        Setting {
            name: "solve",
            values: "a number from 0 to 6",
            summary: "with at most so many cards in hand, worlds are solved instead of played out",
            get: |options| Some(options.solve.to_string()),
            set: |options, text| Some(options.solve = whole(text, 0..=6)?),
        },
        Setting {
            name: "goal",
            values: "gain, score or match",
            summary: "what to make large: own score less the mean of the opponents', own score, or the chance to win the match",
            get: |options| Some(options.goal.name().to_owned()),
            set: |options, text| Some(options.goal = Goal::named(text)?),
        },
    ];
}
