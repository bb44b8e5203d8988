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
