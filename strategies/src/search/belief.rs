//! What a seat takes the hidden hands to be.

use gongzhu::rng::Rng;
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{BySeat, CardSet, View};

/// The worlds that a seat thinks possible.
#[derive(Debug)]
pub(crate) struct Belief {
    sampler: Sampler,
}

impl Belief {
    /// The belief of the seat of `view`; `None` where no world agrees with it.
    pub(crate) fn new(view: &View<'_>) -> Option<Belief> {
        Some(Belief { sampler: Sampler::new(&Constraints::of(view)).ok()? })
    }

    /// How many worlds there are.
    pub(crate) fn worlds(&self) -> u64 {
        self.sampler.worlds()
    }

    /// Draws a world for each place.
    pub(crate) fn fill(&mut self, rng: &mut Rng, worlds: &mut [BySeat<CardSet>]) {
        self.sampler.fill(rng, worlds);
    }
}
