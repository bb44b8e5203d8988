//! What a search aims at.

use super::standing::Standing;
use crate::options::named;
use gongzhu::{BySeat, Rules, Seat, View};

named! {
    /// What a bot makes as large as it can.
    pub enum Goal {
        /// Its expected gain in the hand: own score less the mean of the opponents'.
        Gain = "gain",
        /// Its expected score in the hand.
        Score = "score",
        /// Its chance to win the match.
        Match = "match",
    }
}

/// The worth of scores for one seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Valuation<'r> {
    weights: [f32; 4],
    standing: Option<Standing<'r>>,
}

impl<'r> Valuation<'r> {
    pub(crate) fn new(view: &View<'r>, goal: Goal) -> Valuation<'r> {
        let standing = (goal == Goal::Match).then(|| Standing::new(view));
        Valuation { weights: weights(view.rules(), view.seat(), goal), standing }
    }

    /// What the scores are worth: in points, or for the match its chance, in percent, with a thousandth of the gain where that
    /// makes no difference.
    pub(crate) fn of(&self, scores: &BySeat<i16>) -> f32 {
        let points = self.of_mean(&scores.0.map(f32::from));
        self.standing.map_or(points, |standing| 100.0 * standing.chance(scores) + points / 1000.0)
    }

    /// What each seat aims at when all have the same goal, but for a part of `paranoid` percent of the opponents of the seat of
    /// `view`: that part only wants that seat to fail.
    pub(crate) fn of_all(view: &View<'r>, goal: Goal, paranoid: u32) -> BySeat<Valuation<'r>> {
        let (rules, me) = (view.rules(), view.seat());
        let mine = weights(rules, me, goal);
        BySeat::from_fn(|seat| {
            let part = if view.is_ally(seat) { 0.0 } else { paranoid as f32 / 100.0 };
            let own = weights(rules, seat, goal);
            let weights = std::array::from_fn(|of| (1.0 - part) * own[of] - part * mine[of]);
            Valuation { weights, standing: None }
        })
    }

    /// What mean scores are worth, in points.
    pub(crate) fn of_mean(&self, scores: &[f32; 4]) -> f32 {
        self.weights.iter().zip(scores).map(|(weight, score)| weight * score).sum()
    }
}

fn weights(rules: &Rules, me: Seat, goal: Goal) -> [f32; 4] {
    let sign = if rules.higher_is_better() { 1.0 } else { -1.0 };
    let mut weights = [0.0; 4];
    weights[me.index()] = sign;
    if goal != Goal::Score {
        // In a partnership both seats of a side carry the side's score.
        let others = if rules.partnership() { 1..2 } else { 1..4 };
        let share = sign / others.len() as f32;
        others.for_each(|steps| weights[me.offset(steps).index()] = -share);
    }
    weights
}
