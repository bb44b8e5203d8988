//! A rule of thumb for reveals that is measured: for each card a short list of the hands that gain by revealing it.
//!
//! The lists are data, `reveals.toml`, which `scripts/fit_reveals.py` learns from reveals that were played out on many deals
//! (table `reveals`, docs/reveal.md). A kind of hand is described by what its holder can count.

use gongzhu::{Card, CardSet, Rank, Suit, View};
use serde::Deserialize;
use std::sync::LazyLock;

/// Lists that cannot be read reveal nothing; a test reads them.
static LISTS: LazyLock<Lists> = LazyLock::new(|| toml::from_str(TEXT).unwrap_or_default());

const TEXT: &str = include_str!("reveals.toml");

/// The cards of `revealable` whose list has the hand of the view.
pub(super) fn reveal(view: &View<'_>, revealable: CardSet) -> CardSet {
    let lists = if view.rules().partnership() { &LISTS.in_pairs } else { &LISTS.alone };
    let listed = |card: Card| lists.of(card).iter().any(|kind| kind.has(view, card));
    revealable.iter().filter(|&card| listed(card)).collect()
}

/// The file: lists for players each for itself, and for two against two.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    alone: ByCard,
    in_pairs: ByCard,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ByCard {
    pig: Vec<Kind>,
    ace_of_hearts: Vec<Kind>,
    sheep: Vec<Kind>,
    transformer: Vec<Kind>,
}

impl ByCard {
    fn of(&self, card: Card) -> &[Kind] {
        match card.suit() {
            Suit::Spades => &self.pig,
            Suit::Hearts => &self.ace_of_hearts,
            Suit::Diamonds => &self.sheep,
            Suit::Clubs => &self.transformer,
        }
    }
}

/// A kind of hand that holds a card; what is not said may be anything.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Kind {
    /// Cards of its suit, the card itself included.
    length: Span,
    /// Cards of its suit above it; for AH, of K Q J.
    high: Span,
    /// Of 5 4 3 2 of its suit.
    low: Span,
    /// Cards of the shortest other suit.
    shortest: Span,
    /// Aces and kings of the other suits.
    tops: Span,
    /// Of 5 4 3 2 of all suits.
    smalls: Span,
    /// Seats that decide before.
    position: Span,
    /// Cards that other seats have revealed before.
    before: Span,
    /// Cards of its suit that were passed to the hand.
    received: Span,
}

impl Kind {
    /// Whether the hand of the view, which holds `card`, is of this kind.
    fn has(&self, view: &View<'_>, card: Card) -> bool {
        let (hand, suit) = (view.hand(), card.suit());
        let other_suits = Suit::ALL.into_iter().filter(|&other| other != suit);
        let tops = other_suits.clone().map(|other| count(hand.ranks(other) & ACE_KING)).sum();
        let shortest = other_suits.map(|other| hand.in_suit(other).len()).min().unwrap_or(0);
        self.length.has(hand.in_suit(suit).len())
            && self.high.has((hand & above(card)).len())
            && self.low.has(count(hand.ranks(suit) & TWO_TO_FIVE))
            && self.shortest.has(shortest)
            && self.tops.has(tops)
            && self.smalls.has(Suit::ALL.into_iter().map(|suit| count(hand.ranks(suit) & TWO_TO_FIVE)).sum())
            && self.position.has((view.seat().index() + 3 - view.dealer().index()) % 4)
            && self.before.has((view.revealed() & !hand).len())
            && self.received.has(view.received().in_suit(suit).len())
    }
}

/// The cards of its suit above a card; for an ace the K Q J below it, which are as dangerous.
fn above(card: Card) -> CardSet {
    let below = if card == Card::ACE_OF_HEARTS { Card::of(Suit::Hearts, Rank::TEN) } else { card };
    CardSet::above(below).without(card)
}

fn count(ranks: u16) -> usize {
    ranks.count_ones() as usize
}

/// The ranks that duck nearly every card.
const TWO_TO_FIVE: u16 = 0b1111;

/// The ranks that win nearly every trick of their suit.
const ACE_KING: u16 = 0b11 << 11;

/// Numbers from the first to the last.
#[derive(PartialEq, Debug, Deserialize)]
struct Span(usize, usize);

impl Default for Span {
    fn default() -> Span {
        Span(0, usize::MAX)
    }
}

impl Span {
    fn has(&self, number: usize) -> bool {
        (self.0..=self.1).contains(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_and_every_kind_shuts_hands_out() {
        let lists: Lists = toml::from_str(TEXT).expect("lists");
        for card in gongzhu::REVEALABLE {
            for list in [lists.alone.of(card), lists.in_pairs.of(card)] {
                for kind in list {
                    let spans =
                        [&kind.length, &kind.high, &kind.low, &kind.shortest, &kind.tops, &kind.smalls, &kind.position];
                    let spans = || spans.into_iter().chain([&kind.before, &kind.received]);
                    assert!(spans().all(|span| span.0 <= span.1), "{card}: {kind:?}");
                    assert!(spans().any(|span| *span != Span::default()), "{card}: {kind:?}");
                }
            }
        }
        assert!(gongzhu::REVEALABLE.into_iter().any(|card| !lists.alone.of(card).is_empty()));
    }

    #[test]
    fn a_misspelt_file_is_refused() {
        for (right, wrong) in [("length", "lenght"), ("[in_pairs]", "[pairs]"), ("sheep", "goat")] {
            assert!(TEXT.contains(right));
            assert!(toml::from_str::<Lists>(&TEXT.replace(right, wrong)).is_err(), "{wrong}");
        }
    }
}
