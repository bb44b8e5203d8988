//! Ratings from places: how often bots finish ahead of each other, whatever the points.

use super::contest::Contest;
use crate::stats::{Finish, plackett_luce, quantile};
use gongzhu::rng::{Purpose, Rng, below, stream};
use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use std::collections::HashMap;

/// The rating of a bot.
#[derive(Clone, Debug, Serialize)]
pub struct Rating {
    /// The bot.
    pub bot: String,
    /// Its Weng–Lin rating after all tables in their order, from 25 on.
    pub rating: f64,
    /// What the Weng–Lin update takes for the uncertainty of the rating, from 25/3 on.
    pub uncertainty: f64,
    /// Its Plackett–Luce strength in Elo points, the mean of all bots being 0: 400 more are ten times the odds to finish ahead.
    /// None where it has no finite value, because some bots never finished behind others, or where different bots are partners.
    pub strength: Option<f64>,
    /// The lower end of the 95 % interval of the strength, by the bootstrap over deals or numbers of matches.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
}

/// How often deals are drawn anew for the intervals of strengths.
const RESAMPLES: usize = 400;
/// Elo points in a unit of log-strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// What ratings are made of, added up table by table.
#[derive(Clone, Debug)]
pub(super) struct Ratings<'a> {
    contest: &'a Contest,
    weng_lin: Vec<WengLinRating>,
    config: WengLinConfig,
    /// The different orders of finish.
    finishes: HashMap<Finish, u32>,
    /// The number of the order of finish at each table.
    seen: Vec<u32>,
    /// Where in `seen` each deal, or number of matches, begins.
    units: Vec<usize>,
    last_unit: Option<i64>,
}

impl<'a> Ratings<'a> {
    /// Ratings of nothing.
    pub(super) fn new(contest: &'a Contest) -> Ratings<'a> {
        Ratings {
            contest,
            weng_lin: vec![WengLinRating::new(); contest.bots.len()],
            config: WengLinConfig::new(),
            finishes: HashMap::new(),
            seen: Vec::new(),
            units: Vec::new(),
            last_unit: None,
        }
    }

    /// Adds a table: the bots of its seats and their places.
    pub(super) fn add(&mut self, unit: i64, bots: [u8; 4], places: [u8; 4]) {
        if self.last_unit != Some(unit) {
            self.last_unit = Some(unit);
            self.units.push(self.seen.len());
        }
        let teams = self.teams(bots, places);
        self.update(&teams);
        let finish = if self.contest.rules.partnership() {
            // Sides finish; of partners that are different bots nobody knows who earned it.
            Finish::new(teams.iter().filter(|team| team.0.len() == 1).map(|team| (team.0[0], team.1)))
        } else {
            Finish::new(bots.into_iter().zip(places))
        };
        let next = self.finishes.len() as u32;
        self.seen.push(*self.finishes.entry(finish).or_insert(next));
    }

    /// Who is rated as one, with their rank: the bots of a side, or all seats of a bot by the sum of their places.
    fn teams(&self, bots: [u8; 4], places: [u8; 4]) -> Vec<(Vec<u8>, u8)> {
        if self.contest.rules.partnership() {
            return [0, 1]
                .into_iter()
                .map(|side| {
                    let mut team = vec![bots[side], bots[side + 2]];
                    team.dedup();
                    (team, places[side])
                })
                .collect();
        }
        let mut teams: Vec<(Vec<u8>, u8)> = Vec::new();
        for bot in bots {
            if teams.iter().any(|team| team.0[0] == bot) {
                continue;
            }
            let of = || bots.iter().zip(places).filter(|&(&other, _)| other == bot);
            // Twelfths: exact for one to four seats.
            let mean = of().map(|(_, place)| 12 * u32::from(place)).sum::<u32>() / of().count() as u32;
            teams.push((vec![bot], mean as u8));
        }
        teams
    }

    /// The update of Weng & Lin (2011) for one table.
    fn update(&mut self, teams: &[(Vec<u8>, u8)]) {
        // A bot on both sides tells nothing.
        let rated: Vec<u8> = teams.iter().flat_map(|team| &team.0).copied().collect();
        if rated.iter().enumerate().any(|(at, bot)| rated[..at].contains(bot)) {
            return;
        }
        let before: Vec<Vec<WengLinRating>> =
            teams.iter().map(|team| team.0.iter().map(|&bot| self.weng_lin[usize::from(bot)]).collect()).collect();
        let ranked: Vec<_> = before
            .iter()
            .zip(teams)
            .map(|(ratings, team)| (ratings.as_slice(), MultiTeamOutcome::new(usize::from(team.1))))
            .collect();
        let after = weng_lin_multi_team(&ranked, &self.config);
        for (bot, rating) in teams.iter().flat_map(|team| &team.0).zip(after.into_iter().flatten()) {
            self.weng_lin[usize::from(*bot)] = rating;
        }
    }

    /// The ratings, best first.
    pub(super) fn finish(self) -> Vec<Rating> {
        let bots = self.contest.bots.len();
        let mut finishes: Vec<(Finish, u32)> = self.finishes.into_iter().collect();
        finishes.sort_unstable_by_key(|(_, number)| *number);
        let finishes: Vec<Finish> = finishes.into_iter().map(|(finish, _)| finish).collect();
        let ends = self.units.iter().skip(1).copied().chain([self.seen.len()]);
        let units: Vec<&[u32]> = self.units.iter().zip(ends).map(|(&from, to)| &self.seen[from..to]).collect();
        let fit = |chosen: &mut dyn Iterator<Item = usize>| {
            let mut counts = vec![0.0; finishes.len()];
            chosen.for_each(|unit| units[unit].iter().for_each(|&number| counts[number as usize] += 1.0));
            let counted: Vec<(Finish, f64)> = finishes.iter().cloned().zip(counts).collect();
            plackett_luce(bots, &counted)
        };
        let strengths = fit(&mut (0..units.len()));
        // Streams 0 … are those of the gains' intervals (Tally), which number line-ups and bots.
        let mut rng = stream(self.contest.seed, u64::MAX, Purpose::Resampling);
        let drawn = strengths.as_ref().map(|_| resample(&mut rng, units.len(), fit));
        let mut ratings: Vec<Rating> = self
            .contest
            .bots
            .iter()
            .zip(&self.weng_lin)
            .enumerate()
            .map(|(bot, (name, rating))| {
                let mut of: Vec<f64> = drawn.iter().flatten().map(|drawn| drawn[bot]).collect();
                of.sort_unstable_by(f64::total_cmp);
                let end = |level: f64| (of.len() == RESAMPLES).then(|| ELO * quantile(&of, level, |strength| strength));
                Rating {
                    bot: name.to_string(),
                    rating: rating.rating,
                    uncertainty: rating.uncertainty,
                    strength: strengths.as_ref().map(|strengths| ELO * strengths[bot]),
                    low: end(0.025),
                    high: end(0.975),
                }
            })
            .collect();
        let worth = |rating: &Rating| rating.strength.unwrap_or(rating.rating);
        ratings.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        ratings
    }
}

/// The strengths of samples drawn from the units with replacement, where they have finite ones.
fn resample(
    rng: &mut Rng,
    units: usize,
    fit: impl Fn(&mut dyn Iterator<Item = usize>) -> Option<Vec<f64>>,
) -> Vec<Vec<f64>> {
    (0..RESAMPLES).filter_map(|_| fit(&mut (0..units).map(|_| below(rng, units)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Deals;
    use crate::tournament::{Amount, Format, Score};
    use gongzhu::Rules;

    fn contest(rules: &str, bots: &[&str], format: Format) -> Contest {
        let bots = bots.iter().map(|bot| bot.parse().expect("a bot")).collect();
        let amount = Amount::Deals { deals: Deals::Seeded(1), count: 1 };
        Contest::new(Rules::parse(rules).expect("a preset"), bots, format, amount, Score::default(), 1).expect("bots")
    }

    /// Tables of four bots whose order is drawn with known strengths.
    #[test]
    fn planted_strengths_are_found() {
        let contest = contest("classic", &["random", "heuristic", "pimc", "ismcts"], Format::Four);
        let planted = [1.0, 2.0, 4.0, 0.5];
        let mut rng = stream(3, 0, Purpose::Deal);
        let mut ratings = Ratings::new(&contest);
        for unit in 0..4000 {
            let mut left: Vec<u8> = vec![0, 1, 2, 3];
            let mut places = [0; 4];
            for place in 1..=4 {
                let sum: f64 = left.iter().map(|&bot| planted[usize::from(bot)]).sum();
                let mut at = sum * below(&mut rng, 1 << 30) as f64 / f64::from(1 << 30);
                let chosen = left.iter().position(|&bot| {
                    at -= planted[usize::from(bot)];
                    at < 0.0
                });
                let bot = left.remove(chosen.unwrap_or(0));
                places[usize::from(bot)] = place;
            }
            ratings.add(unit, [0, 1, 2, 3], places);
        }
        let found = ratings.finish();
        let names: Vec<&str> = found.iter().map(|rating| rating.bot.as_str()).collect();
        assert_eq!(names, ["pimc", "heuristic", "random", "ismcts"]);
        // Log2 strengths 2, 1, 0, -1, their mean being a half.
        for (rating, log2) in found.iter().zip([1.5, 0.5, -0.5, -1.5]) {
            let wanted = 400.0 * 2f64.log10() * log2;
            let (low, high) = rating.low.zip(rating.high).expect("an interval");
            assert!(low < wanted && wanted < high && high - low < 30.0, "{rating:?} {wanted}");
        }
        assert!(found.windows(2).all(|pair| pair[0].rating > pair[1].rating + 1.0), "{found:?}");
    }

    #[test]
    fn sides_are_rated_where_partners_are_one_bot() {
        let contest = contest("scrofa", &["random", "heuristic"], Format::Pairs);
        let mut ratings = Ratings::new(&contest);
        for unit in 0..40 {
            let won = unit % 4 != 0;
            let places = if won { [3, 1, 3, 1] } else { [1, 3, 1, 3] };
            ratings.add(unit, [0, 1, 0, 1], places);
            // Mixed sides do not tell whose merit it was.
            ratings.add(unit, [0, 1, 1, 0], places);
        }
        let found = ratings.finish();
        let strength = found[0].strength.expect("both won");
        assert!((strength - 200.0 * 3f64.log10()).abs() < 1e-6 && found[0].bot == "heuristic", "{found:?}");
    }
}
