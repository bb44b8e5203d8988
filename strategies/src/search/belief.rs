//! What a seat takes the hidden hands to be.

use super::evidence::Evidence;
use gongzhu::rng::Rng;
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{BySeat, CardSet, View};
use rand_core::Rng as _;

/// How many uniform worlds are looked at for each world that is drawn.
const POOL: usize = 8;

/// The worlds that a seat thinks possible: all that agree with its view, equally likely or by what the plays of others tell.
#[derive(Debug)]
pub(crate) struct Belief {
    sampler: Sampler,
    evidence: Option<Evidence>,
    pool: Vec<BySeat<CardSet>>,
    weights: Vec<f32>,
}

impl Belief {
    /// The belief of the seat of `view`; `None` where no world agrees with it. With `noise`, the plays of others count, so many
    /// percent of which are taken to be random.
    pub(crate) fn new(view: &View<'_>, noise: Option<u32>) -> Option<Belief> {
        let sampler = Sampler::new(&Constraints::of(view)).ok()?;
        let evidence = noise.filter(|_| sampler.worlds() > 1).map(|noise| Evidence::new(view, noise));
        Some(Belief {
            sampler,
            evidence: evidence.filter(|evidence| !evidence.is_empty()),
            pool: Vec::new(),
            weights: Vec::new(),
        })
    }

    /// Draws a world for each place.
    pub(crate) fn fill(&mut self, rng: &mut Rng, worlds: &mut [BySeat<CardSet>]) {
        let Some(evidence) = &self.evidence else { return self.sampler.fill(rng, worlds) };
        self.pool.resize(worlds.len() * POOL, BySeat::default());
        self.sampler.fill(rng, &mut self.pool);
        self.weights.clear();
        self.weights.extend(self.pool.iter().map(|world| evidence.log_likelihood(world)));
        let most = self.weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for weight in &mut self.weights {
            *weight = (*weight - most).exp();
            sum += *weight;
        }
        // Systematic resampling: one draw, equal steps.
        let step = sum / worlds.len() as f32;
        let mut at = step * ((rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32);
        let (mut place, mut up_to) = (0, self.weights[0]);
        for world in worlds {
            while up_to < at && place + 1 < self.pool.len() {
                place += 1;
                up_to += self.weights[place];
            }
            *world = self.pool[place];
            at += step;
        }
    }
}
