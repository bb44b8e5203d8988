//! What a seat takes the hidden hands to be.

use super::whereabouts::Whereabouts;
use gongzhu::rng::Rng;
use gongzhu::sample::{Constraints, Sampler, WeightedSampler};
use gongzhu::{BySeat, CardSet, Phase, View};

/// The worlds that a seat thinks possible: all that agree with its view, equally likely or by what it has seen of the others' ways.
#[derive(Clone, Debug)]
pub struct Belief(Worlds);

#[derive(Clone, Debug)]
enum Worlds {
    Alike(Sampler),
    Weighted(WeightedSampler),
}

impl Belief {
    /// The belief of the seat of `view`; `None` where no world agrees with it. With `noise`, the [`Whereabouts`] of cards count once
    /// tricks are played, their logarithms so many percent less than in full.
    pub fn new(view: &View<'_>, noise: Option<u32>) -> Option<Belief> {
        let constraints = Constraints::of(view);
        let sampler = Sampler::new(&constraints).ok()?;
        let seen = noise.filter(|_| view.phase() == Phase::Play && sampler.worlds() > 1);
        let Some((noise, whereabouts)) = seen.and_then(|noise| Some((noise, Whereabouts::of(view)?))) else {
            return Some(Belief(Worlds::Alike(sampler)));
        };
        let power = 1.0 - noise as f32 / 100.0;
        let weighted = WeightedSampler::new(&constraints, |seat, card| {
            power * whereabouts.log_weight((seat.index() + 4 - view.seat().index()) & 3, card)
        });
        weighted.ok().map(|sampler| Belief(Worlds::Weighted(sampler)))
    }

    /// Draws a world for each place.
    pub fn fill(&self, rng: &mut Rng, worlds: &mut [BySeat<CardSet>]) {
        match &self.0 {
            Worlds::Alike(sampler) => sampler.fill(rng, worlds),
            Worlds::Weighted(sampler) => sampler.fill(rng, worlds),
        }
    }
}
