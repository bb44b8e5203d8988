//! What came of a tournament.

use super::contest::{Amount, Contest};
use super::ratings::{Rating, Ratings};
use super::score::{Score, Share, UNIT, gains, places, shares};
use super::tally::{Measured, Per, Tally};
use crate::dataset::{MatchRow, ResultRow};
use crate::play::Performance;
use crate::stats::Estimate;
use std::collections::BTreeMap;

/// What came of a tournament: hands or matches are added in the order of their units (deals, or numbers of matches).
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    contest: &'a Contest,
    tables: u64,
    hands: u64,
    gains: Tally<'a>,
    matches: Option<MatchTallies<'a>>,
    ratings: Option<Ratings<'a>>,
    /// How often each bot had each score in a hand, or total in a match, where it is counted.
    distributions: Option<Vec<BTreeMap<i32, u64>>>,
    /// How the bots did their work, as far as this run played.
    pub performance: Performance,
}

#[derive(Clone, Debug)]
struct MatchTallies<'a> {
    wins: Tally<'a>,
    places: Tally<'a>,
    lasts: Tally<'a>,
}

/// What a bot reached, in a line-up or over all.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The gain, for each seat of the bot.
    pub gain: Estimate,
    /// The probability that it gains from a deal, or a number of matches; gaining nothing counts half.
    pub superiority: Estimate,
    /// How many independent hands, or matches, tell as much of the gain as one of these on duplicate deals; none over all
    /// line-ups.
    pub duplicate_factor: Option<f64>,
    /// In matches: wins, places and last places.
    pub places: Option<PlaceEstimates>,
}

/// Estimates of how a bot's matches ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlaceEstimates {
    /// The share of the matches that one of the bot's seats won; of a tie its part.
    pub wins: Estimate,
    /// The mean place of the bot's seats.
    pub place: Estimate,
    /// The share of the matches in which one of the bot's seats was last; of a tie its part.
    pub lasts: Estimate,
}

impl<'a> Outcome<'a> {
    /// Nothing played so far.
    pub(super) fn new(contest: &'a Contest) -> Outcome<'a> {
        let (lineups, bots) = (contest.lineups(), contest.bots.len());
        let tally = |per, unit| Tally::new(lineups, bots, per, unit);
        let matches = match contest.amount {
            Amount::Deals { .. } => None,
            Amount::Matches(_) => Some(MatchTallies {
                wins: tally(Per::Table, UNIT),
                places: tally(Per::Seat, 1.0),
                lasts: tally(Per::Table, UNIT),
            }),
        };
        let unit = if matches.is_some() { contest.score.unit() } else { UNIT };
        let gains = tally(Per::Seat, unit);
        let gains = if contest.bootstrap { gains.resampled(contest.seed) } else { gains };
        let distributions = contest.distributions.then(|| vec![BTreeMap::new(); bots]);
        let ratings = contest.ratings.then(|| Ratings::new(contest));
        Outcome {
            contest,
            tables: 0,
            hands: 0,
            gains,
            matches,
            ratings,
            distributions,
            performance: Performance::default(),
        }
    }

    /// Adds a hand of a tournament of deals.
    pub(super) fn add_hand(&mut self, row: &ResultRow) {
        self.tables += 1;
        self.hands += 1;
        let gains = gains(&self.contest.rules, &row.bot, &row.score);
        self.gains.add(row.deal_id, row.lineup as usize, row.bot, gains);
        self.distribute(row.bot, row.score.map(i32::from));
        if let Some(ratings) = &mut self.ratings {
            ratings.add(row.deal_id, row.bot, places(&self.contest.rules, &row.score));
        }
    }

    /// Adds a match of a tournament of matches.
    pub(super) fn add_match(&mut self, row: &MatchRow) {
        self.tables += 1;
        self.hands += row.hands as u64;
        let (unit, lineup) = (row.match_number, row.lineup as usize);
        self.gains.add(unit, lineup, row.bot, self.contest.score.gains(&self.contest.rules, row));
        self.distribute(row.bot, row.total);
        if let Some(ratings) = &mut self.ratings {
            ratings.add(unit, row.bot, row.place);
        }
        if let Some(MatchTallies { wins, places, lasts }) = &mut self.matches {
            wins.add(unit, lineup, row.bot, shares(&row.place, Share::Wins));
            places.add(unit, lineup, row.bot, row.place.map(i64::from));
            lasts.add(unit, lineup, row.bot, shares(&row.place, Share::Lasts));
        }
    }

    fn distribute(&mut self, bots: [u8; 4], scores: [i32; 4]) {
        if let Some(counts) = &mut self.distributions {
            for (bot, score) in bots.into_iter().zip(scores) {
                *counts[usize::from(bot)].entry(score).or_default() += 1;
            }
        }
    }

    /// How often each bot had each score in a hand, or total in a match, where it is counted.
    pub(super) fn distributions(&self) -> Option<&[BTreeMap<i32, u64>]> {
        self.distributions.as_deref()
    }

    /// How many deals, or numbers of matches, were played, each at all tables.
    pub fn units(&self) -> u64 {
        self.tables / self.contest.tables()
    }

    /// How many hands were played.
    pub fn hands(&self) -> u64 {
        self.hands
    }

    /// What counted in matches; nothing in a tournament of deals.
    pub fn score(&self) -> Option<Score> {
        self.matches.as_ref().map(|_| self.contest.score)
    }

    /// What each bot of a line-up reached.
    pub fn lineup(&mut self, number: usize) -> Vec<(u8, Standing)> {
        let bots = &self.contest.lineups()[number].bots;
        self.standings(bots, |tally, bot| tally.lineup(number, bot))
    }

    /// What each bot reached, each of its line-ups counting the same.
    pub fn overall(&mut self) -> Vec<(u8, Standing)> {
        let bots: Vec<u8> = (0..self.contest.bots.len() as u8).collect();
        self.standings(&bots, Tally::overall)
    }

    /// The ratings of the bots, best first, where they were asked for.
    pub(super) fn ratings(&mut self) -> Option<Vec<Rating>> {
        self.ratings.take().map(Ratings::finish)
    }

    fn standings(&mut self, bots: &[u8], measure: impl Fn(&mut Tally<'a>, u8) -> Measured) -> Vec<(u8, Standing)> {
        let standing = |&bot: &u8| {
            let places = self.matches.as_mut().map(|MatchTallies { wins, places, lasts }| PlaceEstimates {
                wins: measure(wins, bot).mean,
                place: measure(places, bot).mean,
                lasts: measure(lasts, bot).mean,
            });
            let Measured { mean: gain, superiority, duplicate_factor } = measure(&mut self.gains, bot);
            (bot, Standing { gain, superiority, duplicate_factor, places })
        };
        bots.iter().map(standing).collect()
    }
}
