//! Which of the four cards that can be revealed.

use gongzhu::{Card, CardSet, REVEALABLE};
use serde::{Serialize, Serializer};
use std::fmt;

/// Some of QS, AH, JD and TC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Subset(u8);

impl Subset {
    /// How many there are.
    pub const COUNT: usize = 1 << REVEALABLE.len();

    /// No card.
    pub const NOTHING: Subset = Subset(0);

    /// All of them, fewer cards first.
    pub fn all() -> impl Iterator<Item = Subset> {
        let of_size = |size| Subset(15).subsets().filter(move |subset| subset.len() == size);
        (0..=REVEALABLE.len()).flat_map(of_size)
    }

    /// The revealable cards among `cards`.
    #[inline]
    pub fn of(cards: CardSet) -> Subset {
        let bit = |(at, &card): (usize, &Card)| u8::from(cards.has(card)) << at;
        Subset(REVEALABLE.iter().enumerate().map(bit).sum())
    }

    /// One card: number `at` of [`REVEALABLE`].
    #[inline]
    pub fn single(at: usize) -> Subset {
        Subset(1 << at)
    }

    /// The subset with this number; only the lowest four bits count.
    #[inline]
    pub fn from_index(index: usize) -> Subset {
        Subset(index as u8 & 15)
    }

    /// The cards.
    pub fn cards(self) -> CardSet {
        self.indices().map(|at| REVEALABLE[at]).collect()
    }

    /// The numbers of the cards in [`REVEALABLE`].
    #[inline]
    pub fn indices(self) -> impl Iterator<Item = usize> {
        (0..REVEALABLE.len()).filter(move |at| self.0 >> at & 1 == 1)
    }

    /// A number below [`Subset::COUNT`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// How many cards.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it is no card.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all its cards are in `other`.
    #[inline]
    pub fn is_within(self, other: Subset) -> bool {
        self.0 & !other.0 == 0
    }

    /// What can be chosen of these cards: every subset of them, nothing first.
    #[inline]
    pub fn subsets(self) -> impl Iterator<Item = Subset> {
        (0..=self.0).map(Subset).filter(move |subset| subset.is_within(self))
    }

    /// These cards and those of `other`.
    #[inline]
    #[must_use]
    pub fn with(self, other: Subset) -> Subset {
        Subset(self.0 | other.0)
    }
}

impl fmt::Display for Subset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.pad("nothing");
        }
        let names: Vec<String> = self.indices().map(|at| REVEALABLE[at].to_string()).collect();
        f.pad(&names.join("+"))
    }
}

impl Serialize for Subset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gongzhu::cards;

    #[test]
    fn subsets_are_those_of_the_cards() {
        let held = Subset::of(cards![QS 3S TC AC]);
        let found: Vec<String> = held.subsets().map(|subset| subset.to_string()).collect();
        assert_eq!(found, ["nothing", "QS", "TC", "QS+TC"]);
        assert_eq!(held.cards(), cards![QS TC]);
        assert_eq!(Subset::all().count(), Subset::COUNT);
        let sizes: Vec<usize> = Subset::all().map(Subset::len).collect();
        assert!(sizes.is_sorted());
        assert!(Subset::all().all(|subset| Subset::of(subset.cards()) == subset));
    }
}
