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

/// A trick on the table in the three facts that its end asks for, kept from card to card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    cards: CardSet,
    /// The key of the best card so far: see [`key`].
    best: u32,
    led: Suit,
}

impl Tally {
    /// The trick after its lead.
    #[inline(always)]
    pub(crate) fn lead(seat: Seat, card: Card) -> Tally {
        let led = card.suit();
        Tally { cards: card.into(), best: key(led, seat, card), led }
    }

    /// The finished trick of these cards.
    #[inline(always)]
    pub(crate) fn of(leader: Seat, cards: &[Card; 4]) -> Tally {
        let mut tally = Tally::lead(leader, cards[0]);
        for (i, &card) in cards.iter().enumerate().skip(1) {
            tally.add(leader.offset(i), card);
        }
        tally
    }

    /// Adds the card of the next seat.
    #[inline(always)]
    pub(crate) fn add(&mut self, seat: Seat, card: Card) {
        self.cards = self.cards.with(card);
        self.best = self.best.max(key(self.led, seat, card));
    }

    /// The cards so far.
    #[inline(always)]
    pub(crate) fn cards(&self) -> CardSet {
        self.cards
    }

    /// The suit led.
    #[inline(always)]
    pub(crate) fn led(&self) -> Suit {
        self.led
    }

    /// The player of the highest card of the led suit.
    #[inline(always)]
    pub(crate) fn winner(&self) -> Seat {
        Seat::wrapping(self.best as usize)
    }
}

/// Orders the cards of a trick, the player riding along below. A card of the led suit gets all bits above its rank set, any
/// other gets a lower key.
#[inline(always)]
fn key(led: Suit, seat: Seat, card: Card) -> u32 {
    (card.bit() ^ 0x30 ^ (led.index() as u32) << 4) << 2 | seat.index() as u32
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
            let four = [cards[0], cards[1], cards[2], cards[3]];
            assert_eq!(Some(Tally::of(trick.leader, &four).winner()), trick.winner(), "{text}");
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
