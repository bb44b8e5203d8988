//! One line of the result: a bot against another, under some rules, in a line-up.

use crate::request::ColumnFlag;
use crate::tournament::{Contest, Format};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::path::PathBuf;

/// How the two bots sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineUp {
    /// The bot alone, against three of the other.
    Alone,
    /// Two of each.
    Pair,
}

impl LineUp {
    /// The names in files.
    pub(super) const NAMES: [&str; 2] = ["one-against-three", "pairs"];

    pub(super) fn named(name: &str) -> Option<LineUp> {
        [LineUp::Alone, LineUp::Pair].into_iter().zip(LineUp::NAMES).find(|(_, known)| *known == name).map(|(it, _)| it)
    }

    pub(super) fn name(self) -> &'static str {
        LineUp::NAMES[self as usize]
    }

    /// The name in tables.
    pub(super) fn short(self) -> &'static str {
        match self {
            LineUp::Alone => "1v3",
            LineUp::Pair => "pair",
        }
    }

    /// What a tournament of the two bots, the one in question first, plays.
    pub(super) fn format(self) -> Format {
        match self {
            LineUp::Alone => Format::FirstAgainstThree,
            LineUp::Pair => Format::Pairs,
        }
    }
}

/// A bot against another.
#[derive(Clone, Debug)]
pub(super) struct Duel {
    /// The name of the experiment.
    pub(super) experiment: String,
    /// How they sit.
    pub(super) line_up: LineUp,
    /// Which columns of table `hands` a dataset keeps.
    pub(super) columns: ColumnFlag,
    /// The tournament of the two bots, the one in question first.
    pub(super) contest: Contest,
}

impl Duel {
    /// The name of the rules.
    pub(super) fn rules(&self) -> String {
        self.contest.rules.spec().to_string()
    }

    /// The two bots.
    pub(super) fn bots(&self) -> [String; 2] {
        [0, 1].map(|bot: usize| self.contest.bots[bot].to_string())
    }

    /// The directory of its dataset, from that of the run. It follows from what is played, and not from the order in the
    /// file: lines can be added to a file between two runs.
    pub(super) fn directory(&self) -> PathBuf {
        let [bot, against] = self.bots();
        let duel = format!("{}_{}_{bot}_{against}", self.rules(), self.line_up.short());
        PathBuf::from(file_name(&self.experiment)).join(file_name(&duel))
    }
}

impl fmt::Display for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [bot, against] = self.bots();
        write!(f, "{}, {}: {bot} against {against}", self.rules(), self.line_up.short())
    }
}

/// A name that every file system takes. Where that changes the text, or it is long, a part of its hash keeps the names of
/// different texts apart.
fn file_name(text: &str) -> String {
    const LONGEST: usize = 100;
    let harmless = |c: char| c.is_ascii_alphanumeric() || "-_=+.".contains(c);
    let name: String = text.chars().map(|c| if harmless(c) { c } else { '-' }).take(LONGEST).collect();
    if name == text && !name.is_empty() && !name.starts_with('.') {
        return name;
    }
    let hash: String = Sha256::digest(text).iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{hash}", name.trim_start_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_harmless_and_distinct() {
        assert_eq!(file_name("swap+pass_1v3_heuristic_random"), "swap+pass_1v3_heuristic_random");
        let names = ["a:b", "a-b", "a/b", "../a", ".a", "", &"x".repeat(300), &"x".repeat(301)].map(file_name);
        for (i, name) in names.iter().enumerate() {
            assert!(!name.is_empty() && !name.starts_with('.') && !name.contains('/') && name.len() < 120, "{name}");
            assert!(!names[..i].contains(name), "{name}");
        }
    }
}
