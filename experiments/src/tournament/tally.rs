//! Moments over deals, or over numbers of matches.

use super::lineup::Lineup;
use crate::stats::{Estimate, Moments, bootstrap, superiority};
use gongzhu::rng::{Purpose, below, stream};

/// What a mean is taken over, within a deal or a number of matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Per {
    /// Each seat of the bot, in each seating.
    Seat,
    /// Each seating: the values of the bot's seats are added.
    Table,
}

/// What is estimated of a bot's value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Measured {
    /// Its mean.
    pub(super) mean: Estimate,
    /// The probability that it is above zero, ties counting half.
    pub(super) superiority: Estimate,
    /// How many tables with deals of their own would tell as much as a table of these; none over all line-ups, or where
    /// observations do not differ.
    pub(super) duplicate_factor: Option<f64>,
}

/// The observations of a bot.
#[derive(Clone, Debug, Default)]
struct Sample {
    moments: Moments,
    /// What they add to the probability of superiority.
    superiority: Moments,
    /// The observations themselves, where they are to be resampled.
    values: Vec<i64>,
}

impl Sample {
    fn add(&mut self, value: i64, keep: bool) {
        self.moments.add(value);
        self.superiority.add(superiority(value));
        if keep {
            self.values.push(value);
        }
    }

    /// What follows from observations / `unit`; `resampling` has the seed and the index of the stream.
    fn measure(&self, unit: f64, resampling: Option<(u64, u64)>) -> Measured {
        let mut mean = self.moments.estimate(unit);
        if let Some((seed, index)) = resampling {
            let mut rng = stream(seed, index, Purpose::Resampling);
            // Equal observations leave nothing to resample.
            mean.interval = bootstrap(&self.values, unit, |n| below(&mut rng, n)).or(mean.interval);
        }
        Measured { mean, superiority: self.superiority.estimate(2.0), duplicate_factor: None }
    }
}

/// The observations of a value of every bot, line-up by line-up and over all. A deal, or a number of matches, is one
/// observation: the mean over the bot's hands or matches.
#[derive(Clone, Debug)]
pub(super) struct Tally<'a> {
    lineups: &'a [Lineup],
    per: Per,
    /// How many of the added values make one.
    unit: f64,
    /// The seed of the resampling that intervals are made by, if they are.
    resampling: Option<u64>,
    /// The number that is being added up, and in it the values of each line-up's bots.
    open_number: Option<i64>,
    open: Vec<Vec<i64>>,
    by_lineup: Vec<Vec<Sample>>,
    /// The values at single tables, those of a bot's seats added.
    tables: Vec<Vec<Moments>>,
    overall: Vec<Sample>,
}

impl<'a> Tally<'a> {
    /// A tally of nothing.
    pub(super) fn new(lineups: &'a [Lineup], bots: usize, per: Per, unit: f64) -> Tally<'a> {
        Tally {
            lineups,
            per,
            unit,
            resampling: None,
            open_number: None,
            open: vec![vec![0; bots]; lineups.len()],
            tables: vec![vec![Moments::default(); bots]; lineups.len()],
            by_lineup: vec![vec![Sample::default(); bots]; lineups.len()],
            overall: vec![Sample::default(); bots],
        }
    }

    /// The same with intervals by the bootstrap, for which all observations are kept.
    #[must_use]
    pub(super) fn resampled(self, seed: u64) -> Tally<'a> {
        Tally { resampling: Some(seed), ..self }
    }

    /// Adds the values of the seats at a table. All tables of a number come one after another.
    pub(super) fn add(&mut self, number: i64, lineup: usize, bots: [u8; 4], values: [i64; 4]) {
        if self.open_number != Some(number) {
            self.close();
            self.open_number = Some(number);
        }
        for (seat, bot) in bots.into_iter().enumerate() {
            self.open[lineup][usize::from(bot)] += values[seat];
            if !bots[..seat].contains(&bot) {
                let of_bot = bots.iter().zip(values).filter(|&(&seated, _)| seated == bot);
                self.tables[lineup][usize::from(bot)].add(of_bot.map(|(_, value)| value).sum());
            }
        }
    }

    /// Ends the number that is being added up.
    fn close(&mut self) {
        if self.open_number.take().is_none() {
            return;
        }
        let keep = self.resampling.is_some();
        let mut all = vec![0; self.overall.len()];
        for ((open, samples), lineup) in self.open.iter_mut().zip(&mut self.by_lineup).zip(self.lineups) {
            for &bot in &lineup.bots {
                let index = usize::from(bot);
                let value = std::mem::take(&mut open[index]);
                samples[index].add(value, keep);
                // COMMON is a multiple of every number of seats and of seatings: the line-ups of a bot weigh the same.
                all[index] += value * (COMMON / self.per.count(lineup, bot) as i64);
            }
        }
        for (sample, value) in self.overall.iter_mut().zip(all) {
            sample.add(value, keep);
        }
    }

    /// What is estimated of a bot's value in a line-up.
    pub(super) fn lineup(&mut self, number: usize, bot: u8) -> Measured {
        self.close();
        let count = self.per.count(&self.lineups[number], bot);
        let measured =
            self.by_lineup[number][usize::from(bot)].measure(self.unit * count as f64, self.stream(number, bot));
        Measured { duplicate_factor: self.duplicate_factor(number, bot), ..measured }
    }

    /// The variance that the sum over a number's tables would have if each had a deal of its own, over the variance that it
    /// has.
    fn duplicate_factor(&self, number: usize, bot: u8) -> Option<f64> {
        let (_, single) = self.tables[number][usize::from(bot)].mean_and_variance(1.0)?;
        let (_, summed) = self.by_lineup[number][usize::from(bot)].moments.mean_and_variance(1.0)?;
        let tables = self.lineups[number].seatings.len() as f64;
        (summed > 0.0).then(|| tables * single / summed)
    }

    /// What is estimated of a bot's value, each of its line-ups counting the same.
    pub(super) fn overall(&mut self, bot: u8) -> Measured {
        self.close();
        let lineups = self.lineups.iter().filter(|lineup| lineup.bots.contains(&bot)).count();
        let unit = self.unit * COMMON as f64 * lineups as f64;
        self.overall[usize::from(bot)].measure(unit, self.stream(self.lineups.len(), bot))
    }

    /// The stream that resamples a bot's observations in a line-up; each has its own.
    fn stream(&self, lineup: usize, bot: u8) -> Option<(u64, u64)> {
        self.resampling.map(|seed| (seed, (lineup as u64) << 8 | u64::from(bot)))
    }
}

const COMMON: i64 = 24;

impl Per {
    /// How many values a mean is over in a line-up: how often the bot sits down in all its seatings, or how many these are.
    fn count(self, lineup: &Lineup, bot: u8) -> usize {
        match self {
            Per::Seat => lineup.seatings.iter().flatten().filter(|&&seated| seated == bot).count(),
            Per::Table => lineup.seatings.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::score::{UNIT, gains};
    use crate::tournament::{Format, lineups};
    use gongzhu::Rules;

    /// Every bot always scores its worth in `worths`, plus a share of luck that depends on the deal alone.
    fn tally_of(rules: &Rules, format: Format, worths: &[i16], check: impl Fn(&mut Tally<'_>, &[Lineup])) {
        let lineups = lineups(worths.len(), format, rules.partnership()).expect("enough bots");
        let mut tally = Tally::new(&lineups, worths.len(), Per::Seat, UNIT);
        for deal in 0..10 {
            for (lineup, seats) in lineups.iter().enumerate() {
                for &bot in &seats.seatings {
                    let luck = [5, -3, 40, 0].map(|luck: i16| luck * (deal as i16 % 3));
                    let mut score = bot.map(|bot| worths[usize::from(bot)]);
                    score.iter_mut().zip(luck).for_each(|(score, luck)| *score += luck);
                    if rules.partnership() {
                        score = [score[0] + score[2], score[1] + score[3], score[0] + score[2], score[1] + score[3]];
                    }
                    tally.add(deal, lineup, bot, gains(rules, &bot, &score));
                }
            }
        }
        check(&mut tally, &lineups);
    }

    fn close(Measured { mean: estimate, superiority, duplicate_factor }: Measured, wanted: f64) {
        // Without luck between deals nothing is left to compare.
        assert_eq!(duplicate_factor, None);
        let better = [0.0, 0.5, 1.0][(1 + wanted.total_cmp(&0.0) as i8) as usize];
        assert_eq!(superiority.mean, Some(better));
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
                let [first, second] = [(0, 1), (0, 2), (1, 2)][lineup].into();
                close(tally.lineup(lineup, first), a - b);
                close(tally.lineup(lineup, second), b - a);
            }
            close(tally.overall(0), (40.0 + 26.0) / 2.0);
            close(tally.overall(1), (-40.0 - 14.0) / 2.0);
            close(tally.overall(2), (-26.0 + 14.0) / 2.0);
        });
        tally_of(&classic, Format::Four, &[30, -10, 4, 0], |tally, lineups| {
            assert_eq!(lineups.len(), 1);
            close(tally.overall(0), 30.0 - (-10.0 + 4.0 + 0.0) / 3.0);
        });
        tally_of(&classic, Format::OneAgainstThree, &[30, -10], |tally, _| {
            close(tally.lineup(0, 0), 40.0);
            close(tally.lineup(0, 1), -40.0);
            close(tally.overall(0), 40.0);
        });
    }

    #[test]
    fn fewer_points_are_more_in_hearts_and_sides_are_compared_in_partnerships() {
        let hearts = Rules::parse("hearts").expect("a preset");
        tally_of(&hearts, Format::Pairs, &[3, 9], |tally, _| close(tally.lineup(0, 0), 6.0));
        let scrofa = Rules::parse("scrofa").expect("a preset");
        tally_of(&scrofa, Format::Pairs, &[30, -10], |tally, _| close(tally.lineup(0, 0), 80.0));
        tally_of(&scrofa, Format::OneAgainstThree, &[30, -10], |tally, _| close(tally.lineup(0, 0), 40.0));
    }

    #[test]
    fn values_of_a_table_are_added() {
        let lineups = lineups(2, Format::Pairs, false).expect("enough bots");
        let mut tally = Tally::new(&lineups, 2, Per::Table, 12.0);
        for number in 0..3 {
            for &bots in &lineups[0].seatings {
                // The first seat wins.
                tally.add(number, 0, bots, [12, 0, 0, 0]);
            }
        }
        for bot in [0, 1] {
            assert_eq!((tally.lineup(0, bot).mean.mean, tally.overall(bot).mean.mean), (Some(0.5), Some(0.5)));
        }
    }

    /// Tables whose values share a part have the variance of the sum that statistics says: with variances a of the part of the
    /// deal and b of that of the table, six tables vary by 36 a + 6 b, and with deals of their own by 6 (a + b).
    #[test]
    fn duplicate_play_is_compared_with_independent_deals() {
        let lineups = lineups(2, Format::Pairs, false).expect("enough bots");
        let factor = |deal: i64, table: i64| {
            let mut tally = Tally::new(&lineups, 2, Per::Seat, UNIT);
            let mut rng = stream(7, 0, Purpose::Deal);
            let mut draw = |size: i64| if size > 0 { below(&mut rng, 2 * size as usize) as i64 } else { 0 };
            for number in 0..4000 {
                let part = draw(deal);
                for &bots in &lineups[0].seatings {
                    let value = part + draw(table);
                    tally.add(number, 0, bots, bots.map(|bot| if bot == 0 { value } else { -value }));
                }
            }
            tally.lineup(0, 0).duplicate_factor.expect("different values")
        };
        for (deal, table) in [(0, 1000), (1000, 1000), (300, 1000)] {
            let (a, b) = ((deal * deal) as f64, (table * table) as f64);
            let wanted = 6.0 * (a + b) / (36.0 * a + 6.0 * b);
            let found = factor(deal, table);
            assert!((found / wanted - 1.0).abs() < 0.06, "{found} is not {wanted}");
        }
    }

    #[test]
    fn intervals_are_resampled_on_request() {
        let lineups = lineups(2, Format::Pairs, true).expect("enough bots");
        let interval = |seed: Option<u64>| {
            let plain = Tally::new(&lineups, 2, Per::Seat, UNIT);
            let mut tally = seed.into_iter().fold(plain, Tally::resampled);
            for number in 0..40 {
                for &bots in &lineups[0].seatings {
                    // Rarely a lot: the mean is skewed to the right.
                    let gain = if number % 20 == 7 { 6000 } else { -12 * (number % 3) };
                    tally.add(number, 0, bots, bots.map(|bot| if bot == 0 { gain } else { -gain }));
                }
            }
            let Measured { mean: Estimate { mean, interval, .. }, .. } = tally.lineup(0, 0);
            let ((low, high), mean) = (interval.expect("observations"), mean.expect("observations"));
            (mean - low, high - mean)
        };
        let (below, above) = interval(None);
        assert!((below - above).abs() < 1e-9);
        let (below, above) = interval(Some(1));
        assert!(above > 1.5 * below, "{below} {above}");
        assert_eq!(interval(Some(1)), (below, above));
        assert_ne!(interval(Some(2)), (below, above));
    }
}
