//! What is added up over deals.

use super::measure::{ByMeasure, Measure, worths};
use super::play::{Decision, Trial};
use super::policy::{Learned, Policy};
use super::split::Split;
use super::subset::Subset;
use crate::stats::{Clusters, Moments};
use gongzhu::REVEALABLE;

/// Shares of being best are counted in parts of this, the least common multiple of 1 to 16: ties are split evenly.
pub(super) const BEST: i64 = 720_720;

/// What revealing certain cards changes, against revealing nothing. No two seats hold the same cards: each deal is one
/// observation at most.
#[derive(Clone, Debug, Default)]
pub(super) struct Effect {
    /// The change of each measure.
    pub(super) change: ByMeasure<Moments>,
    /// How often the own score was better, and worse.
    pub(super) better: u64,
    pub(super) worse: u64,
    /// How often the bots reveal these cards.
    pub(super) revealed: u64,
}

impl Effect {
    fn add(&mut self, change: ByMeasure<i64>, revealed: bool) {
        self.change.iter_mut().zip(change).for_each(|(moments, change)| moments.add(change));
        self.better += u64::from(change[Measure::Score.index()] > 0);
        self.worse += u64::from(change[Measure::Score.index()] < 0);
        self.revealed += u64::from(revealed);
    }

    fn merge(&mut self, other: &Effect) {
        self.change.iter_mut().zip(&other.change).for_each(|(mine, other)| mine.merge(other));
        self.better += other.better;
        self.worse += other.worse;
        self.revealed += other.revealed;
    }
}

/// A subset that seats could reveal.
#[derive(Clone, Debug, Default)]
pub(super) struct OfSubset {
    /// What it changes; for nothing, how often the bots reveal nothing and no more.
    pub(super) effect: Effect,
    /// The score with it, and with nothing.
    pub(super) with: Moments,
    pub(super) without: Moments,
    /// How often it was best of all subsets that the seat could reveal.
    pub(super) best: Clusters,
}

/// A policy against two others.
#[derive(Clone, Debug, Default)]
pub(super) struct Value {
    pub(super) over_never: ByMeasure<Clusters>,
    pub(super) over_always: ByMeasure<Clusters>,
    /// How often it reveals something.
    pub(super) reveals: ByMeasure<Clusters>,
}

/// A bot's own decisions.
#[derive(Clone, Debug, Default)]
pub(super) struct OfBot {
    /// How often it reveals something.
    pub(super) reveals: Clusters,
    pub(super) over_never: ByMeasure<Clusters>,
    pub(super) over_always: ByMeasure<Clusters>,
    /// How much more the policy by shape makes of the same decisions.
    pub(super) regret: ByMeasure<Clusters>,
}

/// What is added up over deals.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub(super) deals: u64,
    pub(super) decisions: u64,
    pub(super) playouts: u64,
    pub(super) subsets: [OfSubset; Subset::COUNT],
    /// By card, split and bucket.
    splits: [[Vec<Effect>; Split::ALL.len()]; REVEALABLE.len()],
    /// By card and split: what revealing the card where the bucket says so adds to never revealing it.
    pub(super) split_values: [[ByMeasure<Moments>; Split::ALL.len()]; REVEALABLE.len()],
    /// By what could be revealed and what was: the change.
    pub(super) of_holding: Vec<[ByMeasure<Moments>; Subset::COUNT]>,
    pub(super) policies: [Value; Policy::ALL.len()],
    pub(super) bots: Vec<OfBot>,
}

impl Tally {
    /// A tally of nothing, of so many bots.
    pub(super) fn new(bots: usize) -> Tally {
        let buckets = |split: Split| vec![Effect::default(); split.buckets()];
        Tally {
            deals: 0,
            decisions: 0,
            playouts: 0,
            subsets: Default::default(),
            splits: std::array::from_fn(|_| Split::ALL.map(buckets)),
            split_values: Default::default(),
            of_holding: vec![Default::default(); Subset::COUNT],
            policies: Default::default(),
            bots: vec![OfBot::default(); bots],
        }
    }

    /// A bucket of a card's hands.
    pub(super) fn bucket(&self, card: usize, split: Split, bucket: usize) -> &Effect {
        &self.splits[card][split.index()][bucket]
    }

    /// Adds the decisions of one deal. What was learned of other deals, if anything, is judged by them.
    pub(super) fn add_deal(&mut self, trial: &Trial, decisions: &[Decision], learned: Option<&Learned>) {
        self.deals += 1;
        self.decisions += decisions.len() as u64;
        let mut of_deal = Sums::new(self.bots.len());
        for decision in decisions {
            self.playouts += u64::from(trial.playouts) << decision.seen.held.len();
            let worths = worths(&trial.rules, decision);
            self.add_effects(decision, &worths, learned);
            of_deal.add(decision, &worths, learned);
        }
        of_deal.close(self);
    }

    fn add_effects(
        &mut self,
        decision: &Decision,
        worths: &ByMeasure<[i64; Subset::COUNT]>,
        learned: Option<&Learned>,
    ) {
        let (seen, nothing) = (&decision.seen, Subset::NOTHING.index());
        for choice in seen.held.subsets() {
            let at = choice.index();
            let change = Measure::ALL.map(|measure| worths[measure.index()][at] - worths[measure.index()][nothing]);
            let totals = self.of_holding[seen.held.index()][at].iter_mut();
            totals.zip(change).for_each(|(total, change)| total.add(change));
            if choice.is_empty() {
                continue;
            }
            let revealed = choice.is_within(decision.own);
            let subset = &mut self.subsets[at];
            subset.effect.add(change, revealed);
            subset.with.add(worths[Measure::Score.index()][at]);
            subset.without.add(worths[Measure::Score.index()][nothing]);
            if choice.len() > 1 {
                continue;
            }
            for card in choice.indices() {
                for split in Split::ALL {
                    let bucket = split.bucket(card, seen);
                    self.splits[card][split.index()][bucket].add(change, revealed);
                    let Some(learned) = learned else { continue };
                    for measure in Measure::ALL {
                        let reveal = learned.by_split(measure, card, split, bucket);
                        let value = if reveal { change[measure.index()] } else { 0 };
                        self.split_values[card][split.index()][measure.index()].add(value);
                    }
                }
            }
        }
    }

    /// Adds what others have added up.
    #[must_use]
    pub(super) fn merged(mut self, other: &Tally) -> Tally {
        self.deals += other.deals;
        self.decisions += other.decisions;
        self.playouts += other.playouts;
        for (mine, other) in self.subsets.iter_mut().zip(&other.subsets) {
            mine.effect.merge(&other.effect);
            mine.with.merge(&other.with);
            mine.without.merge(&other.without);
            mine.best.merge(&other.best);
        }
        let effects = self.splits.as_flattened_mut().iter_mut().flatten();
        effects.zip(other.splits.as_flattened().iter().flatten()).for_each(|(mine, other)| mine.merge(other));
        let values = self.split_values.as_flattened_mut().as_flattened_mut().iter_mut();
        values.zip(other.split_values.as_flattened().as_flattened()).for_each(|(mine, other)| mine.merge(other));
        let totals = self.of_holding.as_flattened_mut().as_flattened_mut().iter_mut();
        totals.zip(other.of_holding.as_flattened().as_flattened()).for_each(|(mine, other)| mine.merge(other));
        for (mine, other) in self.policies.iter_mut().zip(&other.policies) {
            merge(&mut mine.over_never, &other.over_never);
            merge(&mut mine.over_always, &other.over_always);
            merge(&mut mine.reveals, &other.reveals);
        }
        for (mine, other) in self.bots.iter_mut().zip(&other.bots) {
            mine.reveals.merge(&other.reveals);
            merge(&mut mine.over_never, &other.over_never);
            merge(&mut mine.over_always, &other.over_always);
            merge(&mut mine.regret, &other.regret);
        }
        self
    }
}

fn merge(mine: &mut ByMeasure<Clusters>, other: &ByMeasure<Clusters>) {
    mine.iter_mut().zip(other).for_each(|(mine, other)| mine.merge(other));
}

/// Sums over the decisions of one deal, which are one cluster.
#[derive(Clone, Copy, Default)]
struct Sum {
    size: u32,
    sum: i64,
}

impl Sum {
    fn add(&mut self, value: i64) {
        self.size += 1;
        self.sum += value;
    }

    fn close(self, into: &mut Clusters) {
        into.add(self.size, self.sum);
    }
}

struct Sums {
    best: [Sum; Subset::COUNT],
    nothing: u64,
    /// Over never, over always, reveals.
    policies: [ByMeasure<[Sum; 3]>; Policy::ALL.len()],
    /// Over never, over always, regret.
    bots: Vec<(Sum, ByMeasure<[Sum; 3]>)>,
}

impl Sums {
    fn new(bots: usize) -> Sums {
        Sums {
            best: Default::default(),
            nothing: 0,
            policies: Default::default(),
            bots: vec![Default::default(); bots],
        }
    }

    fn add(&mut self, decision: &Decision, worths: &ByMeasure<[i64; Subset::COUNT]>, learned: Option<&Learned>) {
        let (seen, own) = (&decision.seen, decision.own);
        let bot = &mut self.bots[usize::from(decision.bot)];
        self.nothing += u64::from(own.is_empty());
        bot.0.add(i64::from(!own.is_empty()));
        for measure in Measure::ALL {
            let worth = &worths[measure.index()];
            let value = |choice: Subset| worth[choice.index()];
            let best = |best: Subset, choice| if value(choice) > value(best) { choice } else { best };
            let hindsight = seen.held.subsets().fold(Subset::NOTHING, best);
            if measure == Measure::Score {
                let ties = seen.held.subsets().filter(|&choice| value(choice) == value(hindsight)).count();
                for choice in seen.held.subsets() {
                    let share = if value(choice) == value(hindsight) { BEST / ties as i64 } else { 0 };
                    self.best[choice.index()].add(share);
                }
            }
            let (never, always) = (value(Subset::NOTHING), value(seen.held));
            for policy in Policy::ALL {
                let choice = match (policy, learned) {
                    (Policy::Always, _) => seen.held,
                    (Policy::Bots, _) => own,
                    (Policy::Hindsight, _) => hindsight,
                    (Policy::Holding, Some(learned)) => learned.by_holding(measure, seen),
                    (Policy::Shape, Some(learned)) => learned.by_shape(measure, seen),
                    (Policy::Holding | Policy::Shape, None) => continue,
                };
                let [over_never, over_always, reveals] = &mut self.policies[policy.index()][measure.index()];
                over_never.add(value(choice) - never);
                over_always.add(value(choice) - always);
                reveals.add(i64::from(!choice.is_empty()));
            }
            let [over_never, over_always, regret] = &mut bot.1[measure.index()];
            over_never.add(value(own) - never);
            over_always.add(value(own) - always);
            if let Some(learned) = learned {
                regret.add(value(learned.by_shape(measure, seen)) - value(own));
            }
        }
    }

    fn close(self, tally: &mut Tally) {
        tally.subsets[Subset::NOTHING.index()].effect.revealed += self.nothing;
        for (sum, subset) in self.best.into_iter().zip(&mut tally.subsets) {
            sum.close(&mut subset.best);
        }
        for (sums, value) in self.policies.into_iter().zip(&mut tally.policies) {
            for measure in Measure::ALL.map(Measure::index) {
                let [over_never, over_always, reveals] = sums[measure];
                over_never.close(&mut value.over_never[measure]);
                over_always.close(&mut value.over_always[measure]);
                reveals.close(&mut value.reveals[measure]);
            }
        }
        for ((reveals, sums), bot) in self.bots.into_iter().zip(&mut tally.bots) {
            reveals.close(&mut bot.reveals);
            for measure in Measure::ALL.map(Measure::index) {
                let [over_never, over_always, regret] = sums[measure];
                over_never.close(&mut bot.over_never[measure]);
                over_always.close(&mut bot.over_always[measure]);
                regret.close(&mut bot.regret[measure]);
            }
        }
    }
}
