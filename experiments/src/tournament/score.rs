//! What a bot gets out of a hand or a match, as whole numbers, so that sums are exact in any order.

use crate::dataset::MatchRow;
use clap::ValueEnum;
use gongzhu::{Rules, Seat};
use serde::Serialize;

/// Gains are counted in whole twelfths of a point: means over one, two or three opponents are exact.
pub(super) const UNIT: f64 = 12.0;

/// Shares of a place that up to four seats have in common are counted in whole twelfths too.
const SHARE: i64 = 12;

/// What counts in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// The total.
    #[default]
    Points,
    /// The place.
    Places,
    /// The win, of which those who tie for it have equal shares; a match of double weight is two wins.
    WinnerTakesAll,
}

impl Score {
    /// All of them, for lists.
    pub const ALL: [Score; 3] = [Score::Points, Score::Places, Score::WinnerTakesAll];

    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Score::Points => "points",
            Score::Places => "places",
            Score::WinnerTakesAll => "winner-takes-all",
        }
    }

    /// How many digits tables show behind the point.
    pub fn decimals(self) -> usize {
        match self {
            Score::Points => 2,
            Score::Places | Score::WinnerTakesAll => 3,
        }
    }

    /// What tables call the gain in matches.
    pub fn heading(self) -> &'static str {
        match self {
            Score::Points => "gain/match",
            Score::Places => "places gained",
            Score::WinnerTakesAll => "wins gained",
        }
    }

    /// The gain of each seat in a match, and the unit that it is counted in.
    pub(super) fn gains(self, rules: &Rules, row: &MatchRow) -> [i64; 4] {
        match self {
            Score::Points => gains(rules, &row.bot, &row.total),
            // The first place is the smallest number and the best.
            Score::Places => contrasts(rules, &row.bot, row.place.map(|place| -i64::from(place))),
            Score::WinnerTakesAll => {
                let wins = shares(&row.place, Share::Wins).map(|share| share * i64::from(row.weight));
                contrasts(rules, &row.bot, wins)
            }
        }
    }

    /// How many of the units in which [`Score::gains`] counts make one point, place or win.
    pub(super) fn unit(self) -> f64 {
        match self {
            Score::Points | Score::Places => UNIT,
            Score::WinnerTakesAll => UNIT * SHARE as f64,
        }
    }
}

/// The gain of each seat in a hand or a match, in twelfths of a point: its score less the mean of its opponents', more being
/// better in every game. Opponents are the other side in a partnership, else the seats of other bots.
pub fn gains<S: Copy + Into<i64>>(rules: &Rules, bots: &[u8; 4], scores: &[S; 4]) -> [i64; 4] {
    let sign = if rules.higher_is_better() { 1 } else { -1 };
    contrasts(rules, bots, scores.map(|score| sign * score.into()))
}

/// Twelve times the difference of each seat's value to the mean of its opponents'.
fn contrasts(rules: &Rules, bots: &[u8; 4], values: [i64; 4]) -> [i64; 4] {
    let opposed = |a: Seat, b: Seat| {
        if rules.partnership() { a.side() != b.side() } else { bots[a.index()] != bots[b.index()] }
    };
    Seat::ALL.map(|seat| {
        let (mut sum, mut count) = (0, 0);
        for other in Seat::ALL.into_iter().filter(|&other| opposed(seat, other)) {
            sum += values[other.index()];
            count += 1;
        }
        // Without opponents (one bot in all seats) there is nothing to gain.
        if count == 0 { 0 } else { 12 * values[seat.index()] - 12 / count * sum }
    })
}

/// The place of each seat in a hand, from 1: one more than the number of seats that did better.
pub(super) fn places(rules: &Rules, scores: &[i16; 4]) -> [u8; 4] {
    let better = |a: i16, b: i16| if rules.higher_is_better() { a > b } else { a < b };
    scores.map(|score| 1 + scores.iter().filter(|&&other| better(other, score)).count() as u8)
}

/// An end of the ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Share {
    /// The first place.
    Wins,
    /// The last place.
    Lasts,
}

/// Each seat's share of a place, in twelfths: those who tie for it, and the two partners of a side, have equal shares.
pub(super) fn shares(places: &[u8; 4], of: Share) -> [i64; 4] {
    let end = match of {
        Share::Wins => places.iter().min(),
        Share::Lasts => places.iter().max(),
    };
    let sharing = places.iter().filter(|place| Some(*place) == end).count() as i64;
    [0, 1, 2, 3].map(|seat: usize| if Some(&places[seat]) == end { SHARE / sharing } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(total: [i32; 4], place: [u8; 4], weight: u8) -> MatchRow {
        MatchRow {
            hand_id: 0,
            match_id: 0,
            match_number: 0,
            lineup: 0,
            seating: 0,
            bot: [0, 1, 1, 0],
            hands: 1,
            weight,
            total,
            place,
            gain: [0.0; 4],
        }
    }

    #[test]
    fn shares_are_split() {
        assert_eq!(shares(&[1, 2, 3, 4], Share::Wins), [12, 0, 0, 0]);
        assert_eq!(shares(&[1, 1, 3, 4], Share::Wins), [6, 6, 0, 0]);
        assert_eq!(shares(&[1, 2, 2, 2], Share::Lasts), [0, 4, 4, 4]);
        assert_eq!(shares(&[1, 1, 1, 1], Share::Lasts), [3; 4]);
        // Sides.
        assert_eq!(shares(&[1, 2, 1, 2], Share::Wins), [6, 0, 6, 0]);
        assert_eq!(shares(&[1, 2, 1, 2], Share::Lasts), [0, 6, 0, 6]);
    }

    #[test]
    fn a_match_is_scored_by_points_places_or_wins() {
        let classic = Rules::parse("classic").expect("a preset");
        let won = row([300, -1000, 100, 100], [1, 4, 2, 2], 1);
        let gains = |rules: &Rules, score: Score, row: &MatchRow| {
            score.gains(rules, row).map(|gain| gain as f64 / score.unit())
        };
        // Opponents of seats 0 and 3 are 1 and 2, with -450 points, place 3 and no win in the mean.
        assert_eq!(gains(&classic, Score::Points, &won), [750.0, -1200.0, -100.0, 550.0]);
        assert_eq!(gains(&classic, Score::Places, &won), [2.0, -2.5, -0.5, 1.0]);
        assert_eq!(gains(&classic, Score::WinnerTakesAll, &won), [1.0, -0.5, -0.5, 0.0]);
        let tied = row([100, 100, 100, -1000], [1, 1, 1, 4], 1);
        let third = 1.0 / 3.0;
        let wins = gains(&classic, Score::WinnerTakesAll, &tied);
        for (found, wanted) in wins.into_iter().zip([0.0, third / 2.0, third / 2.0, -third]) {
            assert!((found - wanted).abs() < 1e-12, "{wins:?}");
        }
        // In Hearts fewer points are better; in Tantony the sides are compared, and an early win counts twice.
        let hearts = Rules::parse("hearts").expect("a preset");
        assert_eq!(gains(&hearts, Score::Points, &row([10, 20, 30, 101], [1, 2, 3, 4], 1))[0], 15.0);
        let tantony = Rules::parse("tantony").expect("a preset");
        let early = row([70, 40, 70, 40], [1, 2, 1, 2], 2);
        assert_eq!(gains(&tantony, Score::Points, &early), [30.0, -30.0, 30.0, -30.0]);
        assert_eq!(gains(&tantony, Score::WinnerTakesAll, &early), [1.0, -1.0, 1.0, -1.0]);
    }
}
