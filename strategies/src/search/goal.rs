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
        let points = self.weights.iter().zip(scores.0).map(|(weight, score)| weight * f32::from(score)).sum();
        self.standing.map_or(points, |standing| 100.0 * standing.chance(scores) + points / 1000.0)
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
