//! Gains, and their moments over deals.

use super::lineup::Lineup;
use crate::dataset::ResultRow;
use crate::stats::{Estimate, Moments};
use gongzhu::{Rules, Seat};

/// Gains are counted in whole twelfths of a point: means over one, two or three opponents are exact.
pub(super) const UNIT: f64 = 12.0;

/// The gain of each seat in a hand, in twelfths of a point: its score less the mean of its opponents', more being better
/// in every game. Opponents are the other side in a partnership, else the seats of other bots.
pub fn gains(rules: &Rules, bots: &[u8; 4], scores: &[i16; 4]) -> [i64; 4] {
    let sign = if rules.higher_is_better() { 1 } else { -1 };
    let opposed = |a: Seat, b: Seat| {
        if rules.partnership() { a.side() != b.side() } else { bots[a.index()] != bots[b.index()] }
    };
    Seat::ALL.map(|seat| {
        let own = i64::from(scores[seat.index()]);
        let (mut sum, mut count) = (0, 0);
        for other in Seat::ALL.into_iter().filter(|&other| opposed(seat, other)) {
            sum += i64::from(scores[other.index()]);
            count += 1;
        }
        // Without opponents (one bot in all seats) there is nothing to gain.
        if count == 0 { 0 } else { sign * (12 * own - 12 / count * sum) }
    })
}

/// The moments of every bot's gain, line-up by line-up and over all. A deal is one observation: the mean over the bot's
/// hands of the deal.
#[derive(Clone, Debug)]
pub struct Tally<'a> {
    rules: &'a Rules,
    lineups: &'a [Lineup],
    bots: usize,
    /// The deal that is being added up, and in it the gains of each line-up's bots.
    deal: Option<i64>,
    open: Vec<Vec<i64>>,
    by_lineup: Vec<Vec<Moments>>,
    overall: Vec<Moments>,
}

impl<'a> Tally<'a> {
    /// A tally of no hand.
    pub fn new(rules: &'a Rules, lineups: &'a [Lineup], bots: usize) -> Tally<'a> {
        Tally {
            rules,
            lineups,
            bots,
            deal: None,
            open: vec![vec![0; bots]; lineups.len()],
            by_lineup: vec![vec![Moments::default(); bots]; lineups.len()],
            overall: vec![Moments::default(); bots],
        }
    }

    /// Adds a hand. All hands of a deal come one after another.
    pub fn add(&mut self, row: &ResultRow) {
        if self.deal != Some(row.deal_id) {
            self.close();
            self.deal = Some(row.deal_id);
        }
        let gains = gains(self.rules, &row.bot, &row.score);
        for (bot, gain) in row.bot.iter().zip(gains) {
            self.open[row.lineup as usize][usize::from(*bot)] += gain;
        }
    }

    /// Ends the deal that is being added up.
    fn close(&mut self) {
        if self.deal.take().is_none() {
            return;
        }
        let mut all = vec![0; self.bots];
        for ((open, moments), lineup) in self.open.iter_mut().zip(&mut self.by_lineup).zip(self.lineups) {
            for &bot in &lineup.bots {
                let bot = usize::from(bot);
                let gain = std::mem::take(&mut open[bot]);
                moments[bot].add(gain);
                all[bot] += gain * weight(lineup, bot);
            }
        }
        for (moments, gain) in self.overall.iter_mut().zip(all) {
            moments.add(gain);
        }
    }

    /// The estimated gain a hand of each bot of a line-up.
    pub fn lineup(&mut self, number: usize) -> Vec<(u8, Estimate)> {
        self.close();
        let lineup = &self.lineups[number];
        let estimate = |&bot: &u8| {
            let index = usize::from(bot);
            (bot, self.by_lineup[number][index].estimate(UNIT * hands(lineup, index) as f64))
        };
        lineup.bots.iter().map(estimate).collect()
    }

    /// The estimated gain a hand of each bot, each of its line-ups counting the same.
    pub fn overall(&mut self) -> Vec<(u8, Estimate)> {
        self.close();
        let estimate = |bot: usize| {
            let lineups = self.lineups.iter().filter(|lineup| lineup.bots.contains(&(bot as u8))).count();
            (bot as u8, self.overall[bot].estimate(UNIT * 24.0 * lineups as f64))
        };
        (0..self.bots).map(estimate).collect()
    }
}

/// How often a bot sits down in all seatings of a line-up.
fn hands(lineup: &Lineup, bot: usize) -> usize {
    lineup.seatings.iter().flatten().filter(|&&seated| usize::from(seated) == bot).count()
}

/// What makes a line-up's sum of gains comparable with that of another in which the bot has other seats.
fn weight(lineup: &Lineup, bot: usize) -> i64 {
    // 24 is a multiple of every number of seats that a bot has in all seatings of a line-up.
    24 / hands(lineup, bot) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{Format, lineups};

    /// Every bot always scores its worth in `worths`, plus a share of luck that depends on the deal alone.
    fn tally_of(rules: &Rules, format: Format, worths: &[i16], check: impl Fn(&mut Tally<'_>, &[Lineup])) {
        let lineups = lineups(worths.len(), format, rules.partnership()).expect("enough bots");
        let mut tally = Tally::new(rules, &lineups, worths.len());
        for deal in 0..10 {
            for (lineup, seats) in (0..).zip(&lineups) {
                for (seating, &bot) in (0..).zip(&seats.seatings) {
                    let luck = [5, -3, 40, 0].map(|luck: i16| luck * (deal as i16 % 3));
                    let mut score = bot.map(|bot| worths[usize::from(bot)]);
                    score.iter_mut().zip(luck).for_each(|(score, luck)| *score += luck);
                    if rules.partnership() {
                        score = [score[0] + score[2], score[1] + score[3], score[0] + score[2], score[1] + score[3]];
                    }
                    tally.add(&ResultRow { hand_id: 0, deal_id: deal, lineup, seating, bot, score, gain: [0.0; 4] });
                }
            }
        }
        check(&mut tally, &lineups);
    }

    fn close(estimate: Estimate, wanted: f64) {
        let mean = estimate.mean.expect("a mean");
        assert!((mean - wanted).abs() < 1e-9, "{mean} is not {wanted}");
        // The luck of the seats cancels within each deal, so that deals do not differ.
        assert!(estimate.error.is_some_and(|error| error < 1e-9));
        assert_eq!(estimate.count, 10);
    }

    #[test]
    fn gains_are_differences_and_the_luck_of_the_deal_cancels() {
        let classic = Rules::parse("classic").expect("a preset");
        tally_of(&classic, Format::Pairs, &[30, -10, 4], |tally, _| {
            for (lineup, (a, b)) in [(30.0, -10.0), (30.0, 4.0), (-10.0, 4.0)].into_iter().enumerate() {
                let found = tally.lineup(lineup);
                close(found[0].1, a - b);
                close(found[1].1, b - a);
            }
            let overall = tally.overall();
            close(overall[0].1, (40.0 + 26.0) / 2.0);
            close(overall[1].1, (-40.0 - 14.0) / 2.0);
            close(overall[2].1, (-26.0 + 14.0) / 2.0);
        });
        tally_of(&classic, Format::Four, &[30, -10, 4, 0], |tally, lineups| {
            assert_eq!(lineups.len(), 1);
            close(tally.overall()[0].1, 30.0 - (-10.0 + 4.0 + 0.0) / 3.0);
        });
        tally_of(&classic, Format::OneAgainstThree, &[30, -10], |tally, _| {
            close(tally.lineup(0)[0].1, 40.0);
            close(tally.lineup(0)[1].1, -40.0);
            close(tally.overall()[0].1, 40.0);
        });
    }

    #[test]
    fn fewer_points_are_more_in_hearts_and_sides_are_compared_in_partnerships() {
        let hearts = Rules::parse("hearts").expect("a preset");
        tally_of(&hearts, Format::Pairs, &[3, 9], |tally, _| close(tally.lineup(0)[0].1, 6.0));
        let scrofa = Rules::parse("scrofa").expect("a preset");
        tally_of(&scrofa, Format::Pairs, &[30, -10], |tally, _| close(tally.lineup(0)[0].1, 80.0));
        tally_of(&scrofa, Format::OneAgainstThree, &[30, -10], |tally, _| close(tally.lineup(0)[0].1, 40.0));
    }
}
