//! Rules for what to reveal, learned from deals that were played before.

use super::measure::{ByMeasure, Measure};
use super::play::Seen;
use super::split::Split;
use super::subset::Subset;
use super::tally::Tally;
use crate::stats::Moments;
use gongzhu::REVEALABLE;
use serde::Serialize;

/// Fewer deals than these say nothing of a holding or a bucket.
const FEWEST: u64 = 30;

/// Whether a change is an improvement by more than its standard error: what is less may be chance.
fn pays(change: &Moments) -> bool {
    let estimate = change.estimate(1.0);
    estimate.mean.zip(estimate.error).is_some_and(|(mean, error)| mean > error)
}

/// A way to choose what to reveal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// All that can be revealed.
    Always,
    /// What the bot of the seat reveals.
    Bots,
    /// For each set of cards that could be revealed the subset that was best for such hands.
    Holding,
    /// Each card that was worth revealing in hands of its shape.
    Shape,
    /// The subset that turned out best in these very play-outs: a bound that nobody who sees one hand can reach.
    Hindsight,
}

impl Policy {
    /// All of them.
    pub const ALL: [Policy; 5] = [Policy::Always, Policy::Bots, Policy::Holding, Policy::Shape, Policy::Hindsight];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Always => "always",
            Policy::Bots => "the bots",
            Policy::Holding => "holding",
            Policy::Shape => "shape",
            Policy::Hindsight => "hindsight",
        }
    }

    /// The number of the policy.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// What was learned for each measure.
#[derive(Clone, Debug)]
pub(super) struct Learned(ByMeasure<Choices>);

#[derive(Clone, Debug)]
struct Choices {
    /// The best subset of each holding.
    of_holding: [Subset; Subset::COUNT],
    /// Whether to reveal a card, by its number, the split and the bucket.
    of_bucket: [[Vec<bool>; Split::ALL.len()]; REVEALABLE.len()],
}

impl Learned {
    /// What the deals of a tally teach.
    pub(super) fn from(tally: &Tally) -> Learned {
        Learned(Measure::ALL.map(|measure| Choices {
            of_holding: std::array::from_fn(|held| {
                let change = |choice: Subset| &tally.of_holding[held][choice.index()][measure.index()];
                let known = |choice: &Subset| change(*choice).count() >= FEWEST && pays(change(*choice));
                let paying = Subset::from_index(held).subsets().filter(known);
                // All were seen in the same deals, so that the greatest sum is the greatest mean.
                paying.max_by_key(|&choice| change(choice).sum()).unwrap_or_default()
            }),
            of_bucket: std::array::from_fn(|card| {
                let change = |split: Split, bucket: usize| tally.bucket(card, split, bucket).change[measure.index()];
                let overall = pays(&tally.subsets[Subset::single(card).index()].effect.change[measure.index()]);
                let of_bucket = |split, bucket, otherwise| {
                    let change = change(split, bucket);
                    if change.count() < FEWEST { otherwise } else { pays(&change) }
                };
                Split::ALL.map(|split| {
                    let choose = |bucket| {
                        let coarser = split.coarser(bucket);
                        let otherwise = coarser.map_or(overall, |(split, bucket)| of_bucket(split, bucket, overall));
                        of_bucket(split, bucket, otherwise)
                    };
                    (0..split.buckets()).map(choose).collect()
                })
            }),
        }))
    }

    /// The subset that did best for the cards that can be revealed.
    pub(super) fn by_holding(&self, measure: Measure, seen: &Seen) -> Subset {
        self.0[measure.index()].of_holding[seen.held.index()]
    }

    /// Whether to reveal a card for what a split shows.
    pub(super) fn by_split(&self, measure: Measure, card: usize, split: Split, bucket: usize) -> bool {
        self.0[measure.index()].of_bucket[card][split.index()][bucket]
    }

    /// Each card that pays in hands of this shape.
    pub(super) fn by_shape(&self, measure: Measure, seen: &Seen) -> Subset {
        let pays = |&card: &usize| self.by_split(measure, card, Split::Shape, Split::Shape.bucket(card, seen));
        seen.held.indices().filter(pays).fold(Subset::NOTHING, |chosen, card| chosen.with(Subset::single(card)))
    }
}
