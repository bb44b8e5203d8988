//! What a search aims at.

use crate::options::named;
use gongzhu::{BySeat, Rules, Seat, View};

named! {
    /// What a bot makes as large as it can.
    pub enum Goal {
        /// Its expected gain in the hand: own score less the mean of the opponents'.
        Gain = "gain",
        /// Its expected score in the hand.
        Score = "score",
    }
}

/// The worth of scores for one seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Valuation {
    weights: [f32; 4],
}

impl Valuation {
    pub(crate) fn new(view: &View<'_>, goal: Goal) -> Valuation {
        Valuation { weights: weights(view.rules(), view.seat(), goal) }
    }

    /// What the scores are worth, in points.
    pub(crate) fn of(&self, scores: &BySeat<i16>) -> f32 {
        self.weights.iter().zip(scores.0).map(|(weight, score)| weight * f32::from(score)).sum()
    }
}

fn weights(rules: &Rules, me: Seat, goal: Goal) -> [f32; 4] {
    let sign = if rules.higher_is_better() { 1.0 } else { -1.0 };
    let mut weights = [0.0; 4];
    weights[me.index()] = sign;
    if goal == Goal::Gain {
        // In a partnership both seats of a side carry the side's score.
        let others = if rules.partnership() { 1..2 } else { 1..4 };
        let share = sign / others.len() as f32;
        others.for_each(|steps| weights[me.offset(steps).index()] = -share);
    }
    weights
}
