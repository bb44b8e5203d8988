//! The options of `ismcts`.

use crate::handicap::{self, Handicap};
use crate::options::{Configuration, Setting, whole};
use crate::pimc::PimcOptions;
use crate::search::{Budget, Goal, SearchOptions, options};

/// How [`Ismcts`](super::Ismcts) searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IsmctsOptions {
    /// What all searching bots are told; the budget counts iterations, and in the tree every seat has the bot's goal.
    pub search: SearchOptions,
    /// How many percent of what an opponent aims at is the failure of the bot's seat.
    pub paranoid: u32,
    /// How much the search tries what looks worse: the weight of the confidence bound, in percent of the spread of values.
    pub exploration: u32,
}

impl Default for IsmctsOptions {
    fn default() -> IsmctsOptions {
        IsmctsOptions { search: SearchOptions::new(Budget::Count(400)), paranoid: 0, exploration: 150 }
    }
}

impl IsmctsOptions {
    /// The options of the flat search that decides passes and reveals: as many worlds as iterations, or the same time.
    pub(super) fn flat(&self) -> PimcOptions {
        PimcOptions { search: self.search.clone(), ..PimcOptions::default() }
    }
}

impl AsRef<SearchOptions> for IsmctsOptions {
    fn as_ref(&self) -> &SearchOptions {
        &self.search
    }
}

impl AsMut<SearchOptions> for IsmctsOptions {
    fn as_mut(&mut self) -> &mut SearchOptions {
        &mut self.search
    }
}

impl AsRef<Handicap> for IsmctsOptions {
    fn as_ref(&self) -> &Handicap {
        &self.search.handicap
    }
}

impl AsMut<Handicap> for IsmctsOptions {
    fn as_mut(&mut self) -> &mut Handicap {
        &mut self.search.handicap
    }
}

impl Configuration for IsmctsOptions {
    const EXCLUSIVE: &'static [&'static str] = &["iterations", "ms"];
    const SETTINGS: &'static [Setting<IsmctsOptions>] = &[
        options::count("iterations", "iterations of the search; a pass or reveal is tried in as many worlds"),
        options::time(),
        options::rollout(),
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
        options::belief(),
        options::noise(),
        options::pass(),
        options::reveal(),
        Setting {
            name: "goal",
            values: "gain or score",
            summary: "what to make large: own score less the mean of the opponents', or own score",
            get: |options| Some(options.search.goal.name().to_owned()),
            // The chance to win is no mean of scores, which is what the tree keeps.
            set: |options, text| Some(options.search.goal = Goal::named(text).filter(|goal| *goal != Goal::Match)?),
        },
        handicap::memory(),
        handicap::random(),
    ];
}
