//! The result over many deals as table, JSON and CSV.

use super::measure::{ByMeasure, Measure, UNIT};
use super::play::Trial;
use super::policy::Policy;
use super::split::Split;
use super::subset::Subset;
use super::tally::{BEST, Effect, Tally};
use crate::stats::{Clusters, Estimate, Moments};
use gongzhu::REVEALABLE;
use serde::Serialize;

/// The result over many deals.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The rules, as records write them.
    pub rules: serde_json::Value,
    /// The bot of each seat.
    pub players: [String; 4],
    /// The seed.
    pub seed: u64,
    /// Whether the others decide as if the seat in question had revealed nothing.
    pub freeze_others: bool,
    /// How often each subset was played out on a deal.
    pub playouts_per_subset: u32,
    /// How many deals were played.
    pub deals: u64,
    /// How many seats could reveal something.
    pub decisions: u64,
    /// How many play-outs the results rest on.
    pub playouts: u64,
    /// What revealing each subset changes.
    pub subsets: Vec<EffectRow>,
    /// How often revealing nothing is best, and what the bots do.
    pub nothing: NothingRow,
    /// The worth of ways to decide.
    pub policies: Vec<PolicyRow>,
    /// The worth of the bots' own decisions.
    pub bots: Vec<BotRow>,
    /// How much what a player sees explains of a card's effect.
    pub splits: Vec<SplitRow>,
    /// The effect of a card in each bucket of each split.
    pub buckets: Vec<EffectRow>,
}

/// What revealing a subset changes against revealing nothing, in points.
#[derive(Clone, Debug, Serialize)]
pub struct EffectRow {
    /// The cards revealed.
    pub reveal: Subset,
    /// What the hands have in common; nothing over all hands that hold the cards.
    pub split: Option<Split>,
    /// The bucket of the split.
    pub bucket: Option<String>,
    /// How many deals the row rests on: those in which a seat could reveal these cards.
    pub deals: u64,
    /// The mean change of the own score, with standard error and 95 % interval.
    pub change: Option<f64>,
    /// See `change`.
    pub std_error: Option<f64>,
    /// See `change`.
    pub low: Option<f64>,
    /// See `change`.
    pub high: Option<f64>,
    /// The mean change of the gain: own score less the mean of the opponents'.
    pub gain_change: Option<f64>,
    /// See `gain_change`.
    pub gain_std_error: Option<f64>,
    /// See `gain_change`.
    pub gain_low: Option<f64>,
    /// See `gain_change`.
    pub gain_high: Option<f64>,
    /// The share of the deals in which the own score was higher with the reveal.
    pub better: Option<f64>,
    /// The share in which it was lower.
    pub worse: Option<f64>,
    /// The share in which no other subset had a higher score in the same play-outs, ties being split; with hindsight, so more
    /// than a player can know.
    pub best: Option<f64>,
    /// The share in which the seat's bot reveals these cards.
    pub bots_reveal: Option<f64>,
    /// How many times as many deals it would take to know the change as well if the two were played on different deals.
    pub pairing_factor: Option<f64>,
}

/// How often revealing nothing is best.
#[derive(Clone, Debug, Serialize)]
pub struct NothingRow {
    /// See [`EffectRow::best`]; of all decisions.
    pub best: Option<f64>,
    /// The share of the decisions in which the bot reveals nothing.
    pub bots_reveal: Option<f64>,
}

/// The worth of a way to decide, in points a decision.
#[derive(Clone, Debug, Serialize)]
pub struct PolicyRow {
    /// The policy.
    pub policy: Policy,
    /// What is counted, and what a learned policy was chosen for.
    pub measure: Measure,
    /// How many deals judged it.
    pub deals: u64,
    /// The share of the decisions in which it reveals something.
    pub reveals: Option<f64>,
    /// How much better it is than revealing nothing, with standard error and 95 % interval.
    pub over_never: Option<f64>,
    /// See `over_never`.
    pub over_never_error: Option<f64>,
    /// See `over_never`.
    pub over_never_low: Option<f64>,
    /// See `over_never`.
    pub over_never_high: Option<f64>,
    /// How much better it is than revealing all that can be.
    pub over_always: Option<f64>,
    /// See `over_always`.
    pub over_always_error: Option<f64>,
    /// See `over_always`.
    pub over_always_low: Option<f64>,
    /// See `over_always`.
    pub over_always_high: Option<f64>,
}

/// The worth of a bot's own decisions, in points a decision.
#[derive(Clone, Debug, Serialize)]
pub struct BotRow {
    /// The bot.
    pub bot: String,
    /// What is counted.
    pub measure: Measure,
    /// How many decisions it had.
    pub decisions: u64,
    /// The share in which it reveals something.
    pub reveals: Option<f64>,
    /// How much better they are than revealing nothing.
    pub over_never: Option<f64>,
    /// See `over_never`.
    pub over_never_error: Option<f64>,
    /// How much better they are than revealing all that can be.
    pub over_always: Option<f64>,
    /// See `over_always`.
    pub over_always_error: Option<f64>,
    /// How much more the policy by shape makes of the same decisions, with standard error and 95 % interval.
    pub regret: Option<f64>,
    /// See `regret`.
    pub regret_error: Option<f64>,
    /// See `regret`.
    pub regret_low: Option<f64>,
    /// See `regret`.
    pub regret_high: Option<f64>,
}

/// How much a split explains of the effect of a card.
#[derive(Clone, Debug, Serialize)]
pub struct SplitRow {
    /// The card.
    pub reveal: Subset,
    /// The split.
    pub split: Split,
    /// How many buckets have hands.
    pub buckets: usize,
    /// The share of the variance of the change of the score that lies between the buckets, less what chance would put there.
    pub explained: Option<f64>,
    /// What is won, in points of score for each deal, by revealing the card where the bucket says so instead of never, with its
    /// standard error. What the buckets say was learned of other deals.
    pub value: Option<f64>,
    /// See `value`.
    pub value_error: Option<f64>,
    /// The same in points of gain.
    pub gain_value: Option<f64>,
    /// See `gain_value`.
    pub gain_value_error: Option<f64>,
}

/// The share of `part` in `whole`.
fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn low(estimate: &Estimate) -> Option<f64> {
    estimate.interval.map(|interval| interval.0)
}

fn high(estimate: &Estimate) -> Option<f64> {
    estimate.interval.map(|interval| interval.1)
}

/// The share of the variance of a change that lies between buckets: ε² = 1 − (SSW / (n − k)) / (SST / (n − 1)) for n
/// observations in k buckets, with the sums of squares within buckets and in total (Kelley 1935, *An unbiased correlation ratio
/// measure*).
fn explained(total: &Moments, buckets: &[&Moments]) -> Option<f64> {
    let (_, variance) = total.mean_and_variance(UNIT)?;
    let freedom = total.count().checked_sub(buckets.len() as u64).filter(|&freedom| freedom > 0)?;
    let squares = |bucket: &&Moments| {
        bucket.mean_and_variance(UNIT).map_or(0.0, |(_, variance)| variance * (bucket.count() - 1) as f64)
    };
    let within: f64 = buckets.iter().map(squares).sum();
    (variance > 0.0).then(|| 1.0 - within / freedom as f64 / variance)
}

impl EffectRow {
    fn new(reveal: Subset, split: Option<(Split, usize)>, effect: &Effect, unit: f64) -> EffectRow {
        let [score, gain] = Measure::ALL.map(|measure| effect.change[measure.index()].estimate(unit));
        let deals = score.count;
        EffectRow {
            reveal,
            split: split.map(|(split, _)| split),
            bucket: split.map(|(split, bucket)| split.label(bucket)),
            deals,
            change: score.mean,
            std_error: score.error,
            low: low(&score),
            high: high(&score),
            gain_change: gain.mean,
            gain_std_error: gain.error,
            gain_low: low(&gain),
            gain_high: high(&gain),
            better: share(effect.better, deals),
            worse: share(effect.worse, deals),
            best: None,
            bots_reveal: share(effect.revealed, deals),
            pairing_factor: None,
        }
    }

    fn of_subset(reveal: Subset, tally: &Tally, unit: f64) -> EffectRow {
        let subset = &tally.subsets[reveal.index()];
        let variance = |moments: &Moments| moments.mean_and_variance(unit).map(|(_, variance)| variance);
        let paired = variance(&subset.effect.change[Measure::Score.index()]).filter(|&paired| paired > 0.0);
        let apart = variance(&subset.with).zip(variance(&subset.without)).map(|(with, without)| with + without);
        EffectRow {
            best: subset.best.estimate(BEST as f64).mean,
            pairing_factor: apart.zip(paired).map(|(apart, paired)| apart / paired),
            ..EffectRow::new(reveal, None, &subset.effect, unit)
        }
    }
}

impl Report {
    /// The report of what was added up.
    pub(super) fn new(trial: &Trial, tally: &Tally) -> Report {
        let unit = UNIT * f64::from(trial.playouts);
        let subsets = Subset::all().filter(|&reveal| tally.subsets[reveal.index()].with.count() > 0);
        let subsets: Vec<EffectRow> = subsets.map(|reveal| EffectRow::of_subset(reveal, tally, unit)).collect();
        let nothing = &tally.subsets[Subset::NOTHING.index()];
        let cards = (0..REVEALABLE.len()).filter(|&card| tally.subsets[Subset::single(card).index()].with.count() > 0);
        let (mut splits, mut buckets) = (Vec::new(), Vec::new());
        for (card, split) in cards.flat_map(|card| Split::ALL.map(|split| (card, split))) {
            let reveal = Subset::single(card);
            let effects = (0..split.buckets()).map(|bucket| (bucket, tally.bucket(card, split, bucket)));
            let effects: Vec<_> =
                effects.filter(|(_, effect)| effect.change[Measure::Score.index()].count() > 0).collect();
            // A split that shows the same of every hand says nothing.
            if effects.len() < 2 {
                continue;
            }
            let [value, gain] = &tally.split_values[card][split.index()];
            let (value, gain) = (value.estimate(unit), gain.estimate(unit));
            let changes: Vec<&Moments> =
                effects.iter().map(|(_, effect)| &effect.change[Measure::Score.index()]).collect();
            let total = &tally.subsets[reveal.index()].effect.change[Measure::Score.index()];
            splits.push(SplitRow {
                reveal,
                split,
                buckets: effects.len(),
                explained: explained(total, &changes),
                value: value.mean,
                value_error: value.error,
                gain_value: gain.mean,
                gain_value_error: gain.error,
            });
            let rows = effects.into_iter();
            buckets.extend(rows.map(|(bucket, effect)| EffectRow::new(reveal, Some((split, bucket)), effect, unit)));
        }
        Report {
            rules: trial.rules.to_json(),
            players: trial.players(),
            seed: trial.seed,
            freeze_others: trial.freeze_others,
            playouts_per_subset: trial.playouts,
            deals: tally.deals,
            decisions: tally.decisions,
            playouts: tally.playouts,
            subsets,
            nothing: NothingRow {
                best: nothing.best.estimate(BEST as f64).mean,
                bots_reveal: share(nothing.effect.revealed, tally.decisions),
            },
            policies: policies(tally, unit),
            bots: bots(trial, tally, unit),
            splits,
            buckets,
        }
    }
}

fn policies(tally: &Tally, unit: f64) -> Vec<PolicyRow> {
    let row = |(policy, measure): (Policy, Measure)| {
        let value = &tally.policies[policy.index()];
        let of = |clusters: &ByMeasure<Clusters>, unit: f64| clusters[measure.index()].estimate(unit);
        let (never, always) = (of(&value.over_never, unit), of(&value.over_always, unit));
        PolicyRow {
            policy,
            measure,
            deals: never.count,
            reveals: of(&value.reveals, 1.0).mean,
            over_never: never.mean,
            over_never_error: never.error,
            over_never_low: low(&never),
            over_never_high: high(&never),
            over_always: always.mean,
            over_always_error: always.error,
            over_always_low: low(&always),
            over_always_high: high(&always),
        }
    };
    let all = Measure::ALL.into_iter().flat_map(|measure| Policy::ALL.map(|policy| (policy, measure)));
    all.map(row).collect()
}

fn bots(trial: &Trial, tally: &Tally, unit: f64) -> Vec<BotRow> {
    let all = trial.bots.iter().zip(&tally.bots).flat_map(|bot| Measure::ALL.map(|measure| (bot, measure)));
    let row = |((bot, own), measure): ((&gongzhu_strategies::BotSpec, &super::tally::OfBot), Measure)| {
        let of = |clusters: &ByMeasure<Clusters>| clusters[measure.index()].estimate(unit);
        let (never, always, regret) = (of(&own.over_never), of(&own.over_always), of(&own.regret));
        BotRow {
            bot: bot.to_string(),
            measure,
            decisions: own.reveals.observations(),
            reveals: own.reveals.estimate(1.0).mean,
            over_never: never.mean,
            over_never_error: never.error,
            over_always: always.mean,
            over_always_error: always.error,
            regret: regret.mean,
            regret_error: regret.error,
            regret_low: low(&regret),
            regret_high: high(&regret),
        }
    };
    all.map(row).collect()
}
