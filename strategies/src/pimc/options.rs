//! The options of `pimc`.

use crate::handicap::{self, Handicap};
use crate::options::{Configuration, Setting, switch, switched, whole};
use crate::search::{Budget, Goal, SearchOptions, options};

/// How [`Pimc`](super::Pimc) searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PimcOptions {
    /// What all searching bots are told; the budget counts worlds.
    pub search: SearchOptions,
    /// Whether hopeless choices drop out.
    pub cull: bool,
    /// With at most so many cards in hand, worlds are solved.
    pub solve: u32,
}

impl Default for PimcOptions {
    fn default() -> PimcOptions {
        PimcOptions { search: SearchOptions::new(Budget::Count(256)), cull: true, solve: 0 }
    }
}

impl AsRef<SearchOptions> for PimcOptions {
    fn as_ref(&self) -> &SearchOptions {
        &self.search
    }
}

impl AsMut<SearchOptions> for PimcOptions {
    fn as_mut(&mut self) -> &mut SearchOptions {
        &mut self.search
    }
}

impl AsRef<Handicap> for PimcOptions {
    fn as_ref(&self) -> &Handicap {
        &self.search.handicap
    }
}

impl AsMut<Handicap> for PimcOptions {
    fn as_mut(&mut self) -> &mut Handicap {
        &mut self.search.handicap
    }
}

impl Configuration for PimcOptions {
    const EXCLUSIVE: &'static [&'static str] = &["worlds", "ms"];
    const SETTINGS: &'static [Setting<PimcOptions>] = &[
        options::count("worlds", "worlds that a choice is tried in at most"),
        options::time(),
        options::rollout(),
        Setting {
            name: "cull",
            values: "on or off",
            summary: "whether hopeless choices drop out",
            get: |options| switched(options.cull),
            set: |options, text| Some(options.cull = switch(text)?),
        },
        options::belief(),
        options::noise(),
        options::pass(),
        options::reveal(),
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
            get: |options| Some(options.search.goal.name().to_owned()),
            set: |options, text| Some(options.search.goal = Goal::named(text)?),
        },
        handicap::memory(),
        handicap::random(),
    ];
}
