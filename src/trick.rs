//! Tricks: up to four cards in the order played.

use crate::{Card, CardSet, Seat, Suit};

/// A trick, finished or on the table: who led, and the cards in the order played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trick<'a> {
    /// The seat that led, or is to lead where no card has been played.
    pub leader: Seat,
    /// The cards, one to four (none before the lead).
    pub cards: &'a [Card],
}

impl<'a> Trick<'a> {
    /// The suit led, or `None` before the lead.
    #[inline]
    pub fn suit(&self) -> Option<Suit> {
        self.cards.first().map(|card| card.suit())
    }

    /// Each card with the seat that played it.
    #[inline]
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> + use<'a> {
        let leader = self.leader;
        self.cards.iter().enumerate().map(move |(i, &card)| (leader.offset(i), card))
    }

    /// The cards as a set.
    #[inline]
    pub fn set(&self) -> CardSet {
        self.cards.iter().copied().collect()
    }

    /// The cards of the led suit.
    #[inline]
    pub fn followed(&self) -> CardSet {
        self.suit().map_or(CardSet::EMPTY, |suit| self.set().in_suit(suit))
    }

    /// The highest card of the led suit so far: in Tantony the sow.
    #[inline]
    pub fn highest(&self) -> Option<Card> {
        self.followed().last()
    }

    /// The lowest card of the led suit so far: in Tantony the runt.
    #[inline]
    pub fn lowest(&self) -> Option<Card> {
        self.followed().first()
    }

    /// The seat that played `card`; the leader where nobody did.
    #[inline]
    pub fn player_of(&self, card: Card) -> Seat {
        self.leader.offset(self.cards.iter().position(|&played| played == card).unwrap_or(0))
    }

    /// The seat that holds the trick so far, or `None` before the lead.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        self.highest().map(|card| self.player_of(card))
    }
}

/// The position, 0–3, of the highest card of the led suit among four.
#[inline]
pub(crate) fn winning_position(cards: [Card; 4]) -> usize {
    // A card of the led suit differs from it only in the four rank bits; others fall to 0. The position rides along below.
    let led = cards[0].bit() & 0x30;
    let key = |i: usize| {
        let off = cards[i].bit() ^ led;
        (if off < 16 { off + 1 } else { 0 }) << 2 | i as u32
    };
    (key(0).max(key(1)).max(key(2).max(key(3))) & 3) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().expect("a card")).collect()
    }

    #[test]
    fn the_highest_of_the_led_suit_wins() {
        for (text, position) in [("5H AS KH 2H", 2), ("2C AS AH AD", 0), ("2C 3C 4C 5C", 3), ("QS KS AS 2S", 2)] {
            let cards = cards(text);
            let trick = Trick { leader: Seat::ALL[1], cards: &cards };
            assert_eq!(trick.winner(), Some(Seat::ALL[1].offset(position)), "{text}");
            assert_eq!(winning_position([cards[0], cards[1], cards[2], cards[3]]), position, "{text}");
        }
    }

    #[test]
    fn sow_and_runt() {
        let cards = cards("QS 4H 5D 2S");
        let trick = Trick { leader: Seat::ALL[0], cards: &cards };
        assert_eq!((trick.highest(), trick.lowest()), (Some(cards[0]), Some(cards[3])));
        let hog = Trick { cards: &cards[..3], ..trick };
        assert_eq!((hog.highest(), hog.lowest()), (Some(cards[0]), Some(cards[0])));
    }
}
