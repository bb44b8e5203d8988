//! The options of `heuristic`.

use super::Skill;
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

named! {
    /// How reveals are decided without search.
    pub enum RevealPolicy {
        /// By hand-made thresholds.
        Rule = "rule",
        /// By lists that were learned from played out reveals.
        Learned = "learned",
        /// Nothing is revealed.
        Never = "never",
        /// Everything is revealed.
        Always = "always",
    }
}

/// How [`Heuristic`](super::Heuristic) plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeuristicOptions {
    /// Which edition it is.
    pub edition: Edition,
    /// How it decides what it reveals.
    pub reveal: RevealPolicy,
    /// The skill that it is without.
    pub without: Option<Skill>,
    /// What it is kept from.
    pub handicap: Handicap,
}

impl Default for HeuristicOptions {
    fn default() -> HeuristicOptions {
        HeuristicOptions {
            edition: Edition::Second,
            reveal: RevealPolicy::Rule,
            without: None,
            handicap: Handicap::NONE,
        }
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
        Setting {
            name: "reveal",
            values: "rule, learned, never or always",
            summary: "what it reveals: by hand-made rule, by lists learned from played out reveals, nothing or everything",
            get: |options| Some(options.reveal.name().to_owned()),
            set: |options, text| Some(options.reveal = RevealPolicy::named(text)?),
        },
        Setting {
            name: "without",
            values: "voids, below-pig, hunt, dump, take-sheep, catchers, multiplied, bad-pile, count-hearts, own-moon, \
                     high-hearts, stop-moon, locks, free-tricks, give-away or next-lead",
            summary: "a skill that it does not have, to see what that is worth",
            get: |options| options.without.map(|skill| skill.name().to_owned()),
            set: |options, text| Some(options.without = Some(Skill::named(text)?)),
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
