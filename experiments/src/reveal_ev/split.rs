//! What a player can see of a hand before it reveals a card, in a few classes.

use super::play::Seen;
use super::subset::Subset;
use gongzhu::{Card, CardSet, REVEALABLE, Rank, Suit};
use serde::Serialize;

/// Something that a player sees and that divides the hands with a card into buckets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Split {
    /// How many cards of the suit it holds.
    Length,
    /// How many cards above the card it holds; for AH, how many of K Q J.
    High,
    /// How many of 5 4 3 2 of the suit it holds.
    Low,
    /// Length, high and low cards together.
    Shape,
    /// Which other cards it could reveal.
    Others,
    /// Which cards were revealed before it decides.
    Before,
    /// How many seats decide before it.
    Position,
    /// How many cards of the suit it was passed.
    Received,
}

/// Longer suits are one bucket.
const LONGEST: usize = 7;

/// How many numbers of high cards, and of low cards, there are.
const COUNTS: usize = 5;

/// The 2, 3, 4 and 5 of a suit.
const LOW: u16 = 0b1111;

impl Split {
    /// All of them.
    pub const ALL: [Split; 8] = [
        Split::Length,
        Split::High,
        Split::Low,
        Split::Shape,
        Split::Others,
        Split::Before,
        Split::Position,
        Split::Received,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Split::Length => "length",
            Split::High => "high",
            Split::Low => "low",
            Split::Shape => "shape",
            Split::Others => "others",
            Split::Before => "before",
            Split::Position => "position",
            Split::Received => "received",
        }
    }

    /// The number of the split.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The bucket of another split that this one divides further, if there is one.
    pub fn coarser(self, bucket: usize) -> Option<(Split, usize)> {
        (self == Split::Shape).then_some((Split::Length, bucket / (COUNTS * COUNTS)))
    }

    /// How many buckets there are at most.
    pub fn buckets(self) -> usize {
        match self {
            Split::Length => LONGEST,
            Split::High | Split::Low => COUNTS,
            Split::Shape => LONGEST * COUNTS * COUNTS,
            Split::Others | Split::Before => Subset::COUNT,
            Split::Position | Split::Received => 4,
        }
    }

    /// The bucket of a hand with card number `card` of [`REVEALABLE`].
    #[inline]
    pub fn bucket(self, card: usize, seen: &Seen) -> usize {
        let suit = REVEALABLE[card].suit();
        let cards = seen.hand.in_suit(suit);
        match self {
            Split::Length => cards.len().clamp(1, LONGEST) - 1,
            Split::High => (cards & above(REVEALABLE[card])).len(),
            Split::Low => (cards.ranks(suit) & LOW).count_ones() as usize,
            Split::Shape => {
                let [length, high, low] =
                    [Split::Length, Split::High, Split::Low].map(|split| split.bucket(card, seen));
                (length * COUNTS + high) * COUNTS + low
            }
            Split::Others => Subset::of(seen.held.cards().without(REVEALABLE[card])).index(),
            Split::Before => seen.before.index(),
            Split::Position => usize::from(seen.position),
            Split::Received => seen.received.in_suit(suit).len(),
        }
    }

    /// What the hands of a bucket have in common.
    pub fn label(self, bucket: usize) -> String {
        match self {
            Split::Length if bucket + 1 == LONGEST => format!("{LONGEST} or more"),
            Split::Length | Split::Position => (bucket + 1).to_string(),
            Split::High | Split::Low | Split::Received => bucket.to_string(),
            Split::Shape => {
                let (rest, low) = (bucket / COUNTS, bucket % COUNTS);
                let length = Split::Length.label(rest / COUNTS);
                format!("{length}, {} high, {low} low", rest % COUNTS)
            }
            Split::Others | Split::Before => Subset::from_index(bucket).to_string(),
        }
    }
}

/// The cards of its suit above a card; for an ace the K Q J below it, which are as dangerous.
#[inline]
fn above(card: Card) -> CardSet {
    if card == Card::ACE_OF_HEARTS {
        return CardSet::above(Card::of(Suit::Hearts, Rank::TEN)).without(card);
    }
    CardSet::above(card)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gongzhu::cards;

    fn seen(hand: CardSet) -> Seen {
        let received = hand & cards![KS 4H 2H 9C];
        Seen { hand, received, held: Subset::of(hand), before: Subset::of(cards![JD]), position: 2 }
    }

    #[test]
    fn buckets_are_what_a_player_counts() {
        let hand = seen(cards![QS KS AS 4S AH QH JH 5H 4H 2H TC 9C 3D]);
        let labels = |card: usize| Split::ALL.map(|split| split.label(split.bucket(card, &hand)));
        assert_eq!(labels(0), ["4", "2", "1", "4, 2 high, 1 low", "AH+TC", "JD", "3", "1"]);
        assert_eq!(labels(1), ["6", "2", "3", "6, 2 high, 3 low", "QS+TC", "JD", "3", "2"]);
        assert_eq!(labels(3), ["2", "0", "0", "2, 0 high, 0 low", "QS+AH", "JD", "3", "1"]);
        let long = seen(CardSet::CLUBS);
        assert_eq!(Split::Shape.label(Split::Shape.bucket(3, &long)), "7 or more, 4 high, 4 low");
        assert_eq!(Split::Others.label(Split::Others.bucket(3, &long)), "nothing");
    }

    #[test]
    fn every_bucket_has_its_place_and_its_own_label() {
        for split in Split::ALL {
            let labels: std::collections::BTreeSet<String> =
                (0..split.buckets()).map(|bucket| split.label(bucket)).collect();
            assert_eq!(labels.len(), split.buckets(), "{split:?}");
        }
        for (card, revealable) in REVEALABLE.into_iter().enumerate() {
            for hand in [CardSet::ALL, CardSet::of(revealable)] {
                let seen = Seen { position: 3, ..seen(hand) };
                assert!(Split::ALL.iter().all(|split| split.bucket(card, &seen) < split.buckets()));
            }
        }
    }
}
