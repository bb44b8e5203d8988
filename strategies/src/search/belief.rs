//! What a seat takes the hidden hands to be.

use super::evidence::Evidence;
use gongzhu::rng::Rng;
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{BySeat, CardSet, View};
use rand_core::Rng as _;

/// How many uniform worlds are weighed for each world that is drawn.
const POOL: usize = 6;
/// The fewest worlds that the weights may leave to count, for each world that is drawn.
const FEWEST: f32 = 0.5;

/// The worlds that a seat thinks possible: all that agree with its view, equally likely or by what the plays of others tell.
///
/// In the second case worlds are drawn by importance resampling: six times as many uniform ones, each weighed with the
/// likelihood of all plays seen. The effective sample size (Kish) of the weights is (Σw)² / Σw². Where it falls below half of what is
/// to be drawn, a few worlds would stand for all: the weights are then flattened, w^½ and again, until it does not.
#[derive(Debug)]
pub struct Belief {
    sampler: Sampler,
    evidence: Option<Evidence>,
    pool: Vec<BySeat<CardSet>>,
    weights: Vec<f32>,
    effective: f32,
}

impl Belief {
    /// The belief of the seat of `view`; `None` where no world agrees with it. With `noise`, the plays of others count, so many
    /// percent of which are taken to be random.
    pub fn new(view: &View<'_>, noise: Option<u32>) -> Option<Belief> {
        let sampler = Sampler::new(&Constraints::of(view)).ok()?;
        let evidence = noise.filter(|_| sampler.worlds() > 1).and_then(|noise| Evidence::new(view, noise));
        Some(Belief { sampler, evidence, pool: Vec::new(), weights: Vec::new(), effective: 1.0 })
    }

    /// The effective part of the worlds weighed last: 1 where all count the same.
    pub fn effective(&self) -> f32 {
        self.effective
    }

    /// Draws a world for each place.
    pub fn fill(&mut self, rng: &mut Rng, worlds: &mut [BySeat<CardSet>]) {
        let Some(evidence) = self.evidence.as_ref().filter(|_| !worlds.is_empty()) else {
            return self.sampler.fill(rng, worlds);
        };
        self.pool.resize(worlds.len() * POOL, BySeat::default());
        self.sampler.fill(rng, &mut self.pool);
        let logs: Vec<f32> = self.pool.iter().map(|world| evidence.log_likelihood(world)).collect();
        weigh(&logs, 1.0, &mut self.weights);
        self.effective = effective(&self.weights);
        let mut power = 1.0;
        while effective(&self.weights) * (POOL as f32) < FEWEST {
            power /= 2.0;
            weigh(&logs, power, &mut self.weights);
        }
        self.resample(rng, worlds);
    }

    /// Systematic resampling: one draw, then equal steps through the weights.
    fn resample(&self, rng: &mut Rng, worlds: &mut [BySeat<CardSet>]) {
        let step = self.weights.iter().sum::<f32>() / worlds.len() as f32;
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

/// The weights of worlds from the logarithms of their likelihoods, that of the likeliest being 1. They become equal as `power` falls,
/// those too that are too small for a number at first.
fn weigh(logs: &[f32], power: f32, weights: &mut Vec<f32>) {
    let most = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    weights.clear();
    weights.extend(logs.iter().map(|log| (power * (log - most)).exp()));
}

/// The effective part of weights.
fn effective(weights: &[f32]) -> f32 {
    let (sum, squares) = weights.iter().fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
    sum * sum / squares / weights.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_world_that_outweighs_all_does_not_stay_alone() {
        let mut logs = vec![-280.0; 6 * 32];
        logs[7] = -1.0;
        let mut weights = Vec::new();
        weigh(&logs, 1.0, &mut weights);
        assert!(effective(&weights) * (POOL as f32) < FEWEST);
        let mut power = 1.0;
        for _ in 0..20 {
            power /= 2.0;
            weigh(&logs, power, &mut weights);
        }
        assert!(effective(&weights) > 0.9, "{}", effective(&weights));
    }
}
