//! Line-ups: which bots sit at a table, and the distinct ways to seat them.

use crate::error::RunError;
use clap::ValueEnum;

/// Which line-ups a tournament plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Each pair of bots as A A B B: six seatings, in partnerships the two with A against B.
    Pairs,
    /// The first bot with each other bot as A A B B.
    Gauntlet,
    /// Each bot against three of each other bot: four seatings.
    OneAgainstThree,
    /// The first bot against three of each other bot: four seatings.
    FirstAgainstThree,
    /// Each four different bots: 24 seatings.
    Four,
}

impl Format {
    /// The name on the command line and in requests.
    pub fn name(self) -> &'static str {
        match self {
            Format::Pairs => "pairs",
            Format::Gauntlet => "gauntlet",
            Format::OneAgainstThree => "one-against-three",
            Format::FirstAgainstThree => "first-against-three",
            Format::Four => "four",
        }
    }
}

/// A line-up and its seatings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lineup {
    /// The bots in it, each once, as numbers into the bots of the tournament.
    pub bots: Vec<u8>,
    /// The bot of each seat, seating by seat, in ascending order.
    pub seatings: Vec<[u8; 4]>,
}

impl Lineup {
    fn new(seats: [u8; 4], keep: impl Fn(&[u8; 4]) -> bool) -> Lineup {
        let mut seatings: Vec<[u8; 4]> = permutations().map(|order| order.map(|i| seats[i])).filter(keep).collect();
        seatings.sort_unstable();
        seatings.dedup();
        let mut bots = seats.to_vec();
        bots.dedup();
        Lineup { bots, seatings }
    }
}

fn permutations() -> impl Iterator<Item = [usize; 4]> {
    (0..256).map(|code: usize| [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6]).filter(|order| {
        let seen = order.iter().fold(0, |seen, &i| seen | 1 << i);
        seen == 0b1111
    })
}

/// The line-ups of a tournament of `bots` bots.
///
/// # Errors
/// Too few bots for the format.
pub fn lineups(bots: usize, format: Format, partnership: bool) -> Result<Vec<Lineup>, RunError> {
    let needed = if format == Format::Four { 4 } else { 2 };
    if bots < needed {
        let name = format.name();
        return Err(RunError::Request(format!(
            "a tournament of {name} needs at least {needed} different bots, not {bots}"
        )));
    }
    let bots = 0..bots as u8;
    let all = |_: &[u8; 4]| true;
    let against = |seats: &[u8; 4]| seats[0] == seats[2] && seats[1] == seats[3];
    let later = |bot: u8| bot + 1..bots.end;
    let pair = |a: u8, b: u8| {
        let seats = [a, a, b, b];
        if partnership { Lineup::new(seats, against) } else { Lineup::new(seats, all) }
    };
    Ok(match format {
        Format::Pairs => bots.clone().flat_map(|a| later(a).map(move |b| (a, b))).map(|(a, b)| pair(a, b)).collect(),
        Format::Gauntlet => later(0).map(|b| pair(0, b)).collect(),
        Format::OneAgainstThree => bots
            .clone()
            .flat_map(|a| bots.clone().filter(move |&b| b != a).map(move |b| [a, b, b, b]))
            .map(|seats| Lineup::new(seats, all))
            .collect(),
        Format::FirstAgainstThree => later(0).map(|b| Lineup::new([0, b, b, b], all)).collect(),
        Format::Four => bots
            .clone()
            .flat_map(|a| later(a).map(move |b| (a, b)))
            .flat_map(|(a, b)| later(b).map(move |c| (a, b, c)))
            .flat_map(|(a, b, c)| later(c).map(move |d| [a, b, c, d]))
            .map(|seats| Lineup::new(seats, all))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seatings_are_distinct_and_complete() {
        let count = |bots, format, partnership| -> Vec<usize> {
            let lineups = lineups(bots, format, partnership).expect("enough bots");
            lineups.iter().map(|lineup| lineup.seatings.len()).collect()
        };
        assert_eq!(count(2, Format::Pairs, false), [6]);
        assert_eq!(count(2, Format::Pairs, true), [2]);
        assert_eq!(count(4, Format::Gauntlet, false), [6; 3]);
        assert_eq!(count(3, Format::OneAgainstThree, true), [4; 6]);
        assert_eq!(count(3, Format::FirstAgainstThree, false), [4; 2]);
        assert_eq!(count(5, Format::Four, false), [24; 5]);
        assert!(lineups(1, Format::Pairs, false).is_err() && lineups(3, Format::Four, false).is_err());
    }

    #[test]
    fn every_bot_sits_in_every_seat_equally_often() {
        for format in
            [Format::Pairs, Format::Gauntlet, Format::OneAgainstThree, Format::FirstAgainstThree, Format::Four]
        {
            for partnership in [false, true] {
                for lineup in lineups(4, format, partnership).expect("enough bots") {
                    for &bot in &lineup.bots {
                        let at = |seat: usize| lineup.seatings.iter().filter(|seating| seating[seat] == bot).count();
                        assert!((1..4).all(|seat| at(seat) == at(0)), "{format:?} {lineup:?}");
                    }
                }
            }
        }
    }
}
