//! The chance to win the match, from totals.

use gongzhu::rules::Book;
use gongzhu::{BySeat, Rules, Seat, View};

/// How far a hand moves a total, in points: the standard deviation that is expected of good players.
fn swing(rules: &Rules) -> f32 {
    match rules.book() {
        Book::GongZhu(_) => 110.0,
        Book::Hearts(_) => 7.0,
        Book::Tantony(_) => 20.0,
    }
}

/// What a seat's chance to win depends on beside its totals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing<'r> {
    rules: &'r Rules,
    totals: BySeat<i32>,
    /// The number of hands played once this one is over.
    hands: u32,
    me: Seat,
}

impl<'r> Standing<'r> {
    pub(super) fn new(view: &View<'r>) -> Standing<'r> {
        Standing { rules: view.rules(), totals: *view.totals(), hands: view.hand_number() + 1, me: view.seat() }
    }

    /// The chance that the seat wins the match if the hand ends with these scores. A match that is over is won or lost, a tie for the
    /// first place shared. One that goes on is won with the weight exp(total / scale) of its total among all, where the scale grows
    /// with the root of the hands that are still to come.
    pub(super) fn chance(&self, scores: &BySeat<i16>) -> f32 {
        let sign = if self.rules.higher_is_better() { 1 } else { -1 };
        let totals = BySeat::from_fn(|seat| self.totals[seat] + i32::from(scores[seat]));
        let units = if self.rules.partnership() { 2 } else { 4 };
        // In a partnership both seats of a side carry the side's total.
        let rivals = (1..units).map(|steps| sign * totals[self.me.offset(steps)]);
        let own = sign * totals[self.me];
        let left = self.hands_left(&totals);
        if left <= 0.0 {
            let (ahead, level) = rivals.fold((0, 1), |(ahead, level), rival| {
                (ahead + i32::from(rival > own), level + i32::from(rival == own))
            });
            return if ahead > 0 { 0.0 } else { 1.0 / level as f32 };
        }
        let scale = swing(self.rules) * left.sqrt();
        1.0 / rivals.fold(1.0, |sum, rival| sum + ((rival - own) as f32 / scale).clamp(-30.0, 30.0).exp())
    }

    /// About how many hands the match still has; none where it is over but for a decider.
    fn hands_left(&self, totals: &BySeat<i32>) -> f32 {
        let (most, least) = (totals.0.into_iter().max().unwrap_or(0), totals.0.into_iter().min().unwrap_or(0));
        let up_to = |hands: Option<u32>| hands.map_or(f32::INFINITY, |hands| hands.saturating_sub(self.hands) as f32);
        // So many points a hand bring the nearest total to its limit.
        let toward = |distance: i32, points: f32| if distance <= 0 { 0.0 } else { (distance as f32 / points).max(1.0) };
        match self.rules.book() {
            Book::GongZhu(options) => {
                let low = options.low.map_or(f32::INFINITY, |low| toward(least - low, 60.0));
                let high = options.high.map_or(f32::INFINITY, |high| toward(high - most, 60.0));
                low.min(high).min(up_to(options.max_hands))
            }
            Book::Hearts(options) => toward(options.target + 1 - most, 9.0).min(up_to(options.max_hands)),
            Book::Tantony(_) => {
                let reached = most >= 60 * self.hands as i32 && most != least;
                if reached { 0.0 } else { 4u32.saturating_sub(self.hands) as f32 }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(rules: &Rules, totals: [i32; 4], hands: u32) -> Standing<'_> {
        Standing { rules, totals: BySeat(totals), hands, me: Seat::ALL[0] }
    }

    #[test]
    fn a_match_that_is_over_is_won_shared_or_lost() {
        let rules = Rules::parse("classic").expect("a preset");
        let at = standing(&rules, [100, 0, 0, -900], 5);
        assert_eq!(at.chance(&BySeat([0, 0, 0, -100])), 1.0);
        assert_eq!(at.chance(&BySeat([-50, 50, 0, -100])), 0.5);
        assert_eq!(at.chance(&BySeat([-50, 60, 0, -100])), 0.0);
        let hearts = Rules::parse("hearts").expect("a preset");
        assert_eq!(standing(&hearts, [60, 99, 70, 61], 9).chance(&BySeat([0, 13, 13, 0])), 1.0);
        let tantony = Rules::parse("tantony").expect("a preset");
        assert_eq!(standing(&tantony, [0; 4], 1).chance(&BySeat([61, 20, 61, 20])), 1.0);
    }

    #[test]
    fn chances_of_a_match_that_goes_on_add_up_and_follow_the_totals() {
        let rules = Rules::parse("swap").expect("a preset");
        for totals in [[0, 0, 0, 0], [300, -200, 100, 50], [-800, 400, 0, 0]] {
            let chances: Vec<f32> = Seat::ALL
                .into_iter()
                .map(|me| Standing { me, ..standing(&rules, totals, 3) }.chance(&BySeat([0; 4])))
                .collect();
            assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{chances:?}");
            let order = |a: usize, b: usize| totals[a] < totals[b] && chances[a] >= chances[b];
            assert!(!(0..4).any(|a| (0..4).any(|b| order(a, b))), "{totals:?}: {chances:?}");
        }
        // A lead is worth more the fewer hands are left.
        let lead = [200, 0, 0, 0];
        let late = standing(&rules, lead, 28).chance(&BySeat([0; 4]));
        assert!(late > standing(&rules, lead, 3).chance(&BySeat([0; 4])));
    }
}
