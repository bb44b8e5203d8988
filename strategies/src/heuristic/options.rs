//! The options of `heuristic`.

use crate::handicap::{self, Handicap};
use crate::options::{Configuration, Setting, named};

named! {
    /// Which edition of the rules of thumb plays.
    pub enum Edition {
        /// The rules with weights found one at a time.
        First = "1",
        /// The same rules, corrected where playing out every choice disagrees.
        Second = "2",
    }
}

/// How [`Heuristic`](super::Heuristic) plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeuristicOptions {
    /// Which edition it is.
    pub edition: Edition,
    /// What it is kept from.
    pub handicap: Handicap,
}

impl Default for HeuristicOptions {
    fn default() -> HeuristicOptions {
        HeuristicOptions { edition: Edition::Second, handicap: Handicap::NONE }
    }
}

impl Configuration for HeuristicOptions {
    const EXCLUSIVE: &'static [&'static str] = &[];
    const SETTINGS: &'static [Setting<HeuristicOptions>] = &[
        Setting {
            name: "edition",
            values: "1 or 2",
            summary: "2 is edition 1 corrected where playing out every choice disagrees with it",
            get: |options| Some(options.edition.name().to_owned()),
            set: |options, text| Some(options.edition = Edition::named(text)?),
        },
        handicap::memory(),
        handicap::random(),
    ];
}

impl AsRef<Handicap> for HeuristicOptions {
    fn as_ref(&self) -> &Handicap {
        &self.handicap
    }
}

impl AsMut<Handicap> for HeuristicOptions {
    fn as_mut(&mut self) -> &mut Handicap {
        &mut self.handicap
    }
}
