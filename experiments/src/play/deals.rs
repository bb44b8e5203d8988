//! Where the cards of independent hands come from: the seed, or a file of deals.

use crate::error::RunError;
use gongzhu::rng::{Purpose, Rng, below, stream};
use gongzhu::rules::{Book, gong_zhu::LaterHands};
use gongzhu::{BySeat, Deal, Game, Rules, Seat, Setup};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::path::Path;

/// The source of independent hands.
#[derive(Clone, Debug)]
pub enum Deals {
    /// Hand i is dealt from the deal stream i of this seed and has the number i mod 4 in its match.
    Seeded(u64),
    /// Hand i is line i of a file.
    Listed {
        /// What each line says.
        hands: Vec<Listed>,
        /// The SHA-256 of the file, which stands in requests for its content.
        sha256: String,
    },
}

/// One line of a file of deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    deal: Deal,
    number: u32,
    totals: BySeat<i32>,
    opening_seat: Option<Seat>,
    pig_taker: Option<Seat>,
}

impl Deals {
    /// The deals that a request wants, and how many: those of `path`, or seeded ones, `hands` of them. Without `hands` all of the
    /// file, or `usual` of them.
    ///
    /// # Errors
    /// As [`Deals::read`], and a file with fewer deals than `hands`.
    pub fn wanted(
        path: Option<&Path>,
        hands: Option<u64>,
        usual: u64,
        seed: u64,
        rules: &Rules,
    ) -> Result<(Deals, u64), RunError> {
        let deals = match path {
            Some(path) => Deals::read(path, rules)?,
            None => Deals::Seeded(seed),
        };
        let count = match (hands, deals.count()) {
            (Some(hands), Some(listed)) if hands > listed => {
                return Err(RunError::Request(format!("--hands {hands}, but the file has {listed} deals")));
            }
            (Some(hands), _) => hands,
            (None, listed) => listed.unwrap_or(usual),
        };
        Ok((deals, count))
    }

    /// Reads a file of deals: a line is a deal in notation, or a hand record, of which the deal, the number of the hand, the
    /// totals, the opening seat and the pig taker count. Blank lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// A file that cannot be read or holds no deal, and a line that is neither, with its number.
    pub fn read(path: &Path, rules: &Rules) -> Result<Deals, RunError> {
        let text = std::fs::read_to_string(path).map_err(|error| RunError::unreadable(path, &error))?;
        let mut hands = Vec::new();
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = |message: String| RunError::Request(format!("{}:{number}: {message}", path.display()));
            let listed = Listed::parse(line).map_err(place)?;
            listed.setup(rules).opener().map_err(|error| place(error.to_string()))?;
            hands.push(listed);
        }
        if hands.is_empty() {
            return Err(RunError::Request(format!("{} holds no deal", path.display())));
        }
        let sha256 = Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
            // Writing to a string does not fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        Ok(Deals::Listed { hands, sha256 })
    }

    /// How many hands there are, where that is limited.
    pub fn count(&self) -> Option<u64> {
        match self {
            Deals::Seeded(_) => None,
            Deals::Listed { hands, .. } => Some(hands.len() as u64),
        }
    }

    /// Hand `index`. What the rules need of the hand before — pig taker or opener — a seeded hand draws from its deal
    /// stream, uniformly.
    pub fn setup<'r>(&self, rules: &'r Rules, index: u64) -> Setup<'r> {
        match self {
            Deals::Seeded(seed) => seeded(rules, *seed, index),
            Deals::Listed { hands, .. } => hands[index as usize % hands.len()].setup(rules),
        }
    }
}

fn seeded(rules: &Rules, seed: u64, index: u64) -> Setup<'_> {
    let mut rng = stream(seed, index, Purpose::Deal);
    let mut setup = Setup::first(rules, Deal::random(&mut rng));
    // The later hands of Tantony are not dealt but grow out of its first.
    if rules.game() != Game::Tantony {
        setup.number = (index % 4) as u32;
    }
    if setup.opener().is_err() {
        let seat = Some(random_seat(&mut rng));
        let by_pig_taker = matches!(rules.book(), Book::GongZhu(o) if o.later_hands == LaterHands::PigTaker);
        if by_pig_taker { setup.pig_taker = seat } else { setup.opening_seat = seat }
    }
    setup
}

fn random_seat(rng: &mut Rng) -> Seat {
    Seat::wrapping(below(rng, 4))
}

impl Listed {
    fn parse(line: &str) -> Result<Listed, String> {
        if !line.starts_with('{') {
            let deal = line.parse().map_err(|error| format!("{error}"))?;
            return Ok(Listed { deal, number: 0, totals: BySeat::default(), opening_seat: None, pig_taker: None });
        }
        let json = serde_json::from_str(line).map_err(|error| format!("no JSON: {error}"))?;
        let record = gongzhu::Record::from_json(&json).map_err(|error| error.to_string())?;
        Ok(Listed {
            deal: record.deal,
            number: record.hand,
            totals: record.totals,
            opening_seat: record.opening_seat,
            pig_taker: record.pig_taker,
        })
    }

    fn setup<'r>(&self, rules: &'r Rules) -> Setup<'r> {
        let &Listed { deal, number, totals, opening_seat, pig_taker } = self;
        Setup { rules, deal, number, totals, opening_seat, pig_taker }
    }
}
