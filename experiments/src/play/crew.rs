//! The bots of a run at work, and what is known of their work beside its results.

use super::timing::{Stopwatch, Times};
use gongzhu_strategies::BotSpec;
use gongzhu_strategies::external::ExternalReport;

/// The bots of a run. External ones have processes of their own, which end with it.
#[derive(Debug)]
pub struct Crew {
    /// The bots.
    pub(super) bots: Vec<BotSpec>,
    stopwatch: Stopwatch,
}

/// How the bots of a run did their work: nothing of it is the same in every run, so it belongs in no data file.
#[derive(Clone, Debug, Default)]
pub struct Performance {
    /// How long each bot thought.
    pub times: Vec<Times>,
    /// What went right and wrong with each bot, as far as they are external.
    pub external: Vec<Option<ExternalReport>>,
}

impl Crew {
    /// These bots, before their first hand.
    pub fn new(bots: &[BotSpec]) -> Crew {
        Crew { bots: bots.iter().map(BotSpec::fresh).collect(), stopwatch: Stopwatch::new(bots.len()) }
    }

    /// What times decisions in the unit (deal, match) of this number, if it is one of those that are timed.
    pub fn stopwatch(&self, unit: u64) -> Option<&Stopwatch> {
        self.stopwatch.for_unit(unit)
    }

    /// Ends the work.
    pub fn finish(self) -> Performance {
        Performance { times: self.stopwatch.times(), external: self.bots.iter().map(BotSpec::finish).collect() }
    }
}
