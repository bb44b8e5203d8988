//! The options of `ismcts`.

use crate::options::{Configuration, Setting, switch, switched, whole};
use crate::pimc::{Opening, PimcOptions};
use crate::search::{Budget, Goal, Rollout, millis};

/// How [`Ismcts`](super::Ismcts) searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IsmctsOptions {
    /// Iterations, or time, of a decision.
    pub budget: Budget,
    /// How hands are played to their end from the leaves.
    pub rollout: Rollout,
    /// How many percent of what an opponent aims at is the failure of the bot's seat.
    pub paranoid: u32,
    /// How much the search tries what looks worse: the weight of the confidence bound, in percent of the spread of values.
    pub exploration: u32,
    /// Whether the plays of others say something of their hands.
    pub belief: bool,
    /// How many percent of the plays of others are taken to be random.
    pub noise: u32,
    /// How passes are decided.
    pub pass: Opening,
    /// How reveals are decided.
    pub reveal: Opening,
    /// What the bot, and in its tree every seat, aims at.
    pub goal: Goal,
}

impl Default for IsmctsOptions {
    fn default() -> IsmctsOptions {
        IsmctsOptions {
            budget: Budget::Count(400),
            rollout: Rollout::Sensible,
            paranoid: 0,
            exploration: 150,
            belief: true,
            noise: 20,
            pass: Opening::Search,
            reveal: Opening::Search,
            goal: Goal::Gain,
        }
    }
}

impl IsmctsOptions {
    /// The options of the flat search that decides passes and reveals: as many worlds as iterations, or the same time.
    pub(super) fn flat(&self) -> PimcOptions {
        PimcOptions {
            budget: self.budget,
            rollout: self.rollout,
            belief: self.belief,
            noise: self.noise,
            pass: self.pass,
            reveal: self.reveal,
            goal: self.goal,
            ..PimcOptions::default()
        }
    }
}

impl Configuration for IsmctsOptions {
    const EXCLUSIVE: &'static [&'static str] = &["iterations", "ms"];
    const SETTINGS: &'static [Setting<IsmctsOptions>] = &[
        Setting {
            name: "iterations",
            values: "a number from 0 to 1000000",
            summary: "iterations of the search; a pass or reveal is tried in as many worlds",
            get: |options| options.budget.count_text(),
            set: |options, text| Some(options.budget = Budget::Count(whole(text, 0..=1_000_000)?)),
        },
        Setting {
            name: "ms",
            values: "a number from 0 to 60000",
            summary: "milliseconds of processor time a decision, instead of iterations; play then differs from run to run",
            get: |options| options.budget.millis_text(),
            set: |options, text| Some(options.budget = millis(text)?),
        },
        Setting {
            name: "rollout",
            values: "uniform, sensible or heuristic",
            summary: "how hands are played to their end from the leaves of the tree",
            get: |options| Some(options.rollout.name().to_owned()),
            set: |options, text| Some(options.rollout = Rollout::named(text)?),
        },
        Setting {
            name: "paranoid",
            values: "a number from 0 to 100",
            summary: "percent of an opponent's aim that is to make the bot's seat fail, the rest being its own goal",
            get: |options| Some(options.paranoid.to_string()),
            set: |options, text| Some(options.paranoid = whole(text, 0..=100)?),
        },
        Setting {
            name: "exploration",
            values: "a number from 0 to 1000",
            summary: "weight of the confidence bound, in percent of the spread of the values",
            get: |options| Some(options.exploration.to_string()),
            set: |options, text| Some(options.exploration = whole(text, 0..=1000)?),
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
            summary: "whether passes are searched for, as pimc does, or made like the heuristic's",
            get: |options| Some(options.pass.name().to_owned()),
            set: |options, text| Some(options.pass = Opening::named(text)?),
        },
        Setting {
            name: "reveal",
            values: "search or rule",
            summary: "whether reveals are searched for, as pimc does, or made like the heuristic's",
            get: |options| Some(options.reveal.name().to_owned()),
            set: |options, text| Some(options.reveal = Opening::named(text)?),
        },
        Setting {
            name: "goal",
            values: "gain or score",
            summary: "what to make large: own score less the mean of the opponents', or own score",
            get: |options| Some(options.goal.name().to_owned()),
            // The chance to win is no mean of scores, which is what the tree keeps.
            set: |options, text| Some(options.goal = Goal::named(text).filter(|goal| *goal != Goal::Match)?),
        },
    ];
}
