//! What a reveal is to improve, in whole numbers, so that sums are exact in any order.

use super::play::Decision;
use super::subset::Subset;
use crate::tournament::gains;
use gongzhu::Rules;
use serde::Serialize;

/// Values are counted in twelfths of a point, because means over one, two or three opponents are.
pub(super) const UNIT: f64 = 12.0;

/// What is counted of a seat's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Its own score, in a partnership the side's.
    Score,
    /// Its own score less the mean of its opponents'.
    Gain,
}

impl Measure {
    /// Both.
    pub const ALL: [Measure; 2] = [Measure::Score, Measure::Gain];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Score => "score",
            Measure::Gain => "gain",
        }
    }

    /// The number of the measure.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// One number for each measure.
pub(super) type ByMeasure<T> = [T; Measure::ALL.len()];

/// The worth of each choice of a decision to its seat, summed over the play-outs, in twelfths of a point, by measure and by
/// the index of the choice.
pub(super) fn worths(rules: &Rules, decision: &Decision) -> ByMeasure<[i64; Subset::COUNT]> {
    let seat = decision.seat.index();
    let mut worths = [[0; Subset::COUNT]; Measure::ALL.len()];
    for choice in decision.seen.held.subsets().map(Subset::index) {
        let scores = &decision.scores[choice];
        worths[Measure::Score.index()][choice] = UNIT as i64 * i64::from(scores[seat]);
        // As if four bots played: every seat outside its own side is an opponent.
        worths[Measure::Gain.index()][choice] = gains(rules, &[0, 1, 2, 3], scores)[seat];
    }
    worths
}
