//! The rule book of Tantony (RULES.md §4): its options, the value of a trick, the score of a hand.

use super::Direction;
use super::settlement::{Piles, pooled};
use crate::{BySeat, Card, CardSet, Rank, Seat};

/// What a player remembers of earlier hands (`memory`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Where every card is from hand 2 on.
    Perfect,
    /// Only its own cards and this hand's play.
    None,
}

/// The options of Tantony.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tantony {
    /// What left and right mean; presentation.
    pub direction: Direction,
    /// The dealer of hand 0.
    pub first_dealer: Seat,
    /// The leader of hand 0; the seat after the dealer where not given.
    pub opening_seat: Option<Seat>,
    /// What a player remembers.
    pub memory: Memory,
}

/// The lines of one side's settlement sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TantonyLines {
    /// The runts of the tricks that the side received.
    pub tricks: i32,
    /// The face-up card of trick 13.
    pub single: i32,
    /// The score of the hand.
    pub total: i32,
}

/// The points of a card: A 30, K 25, Q 20, J 15, others their pips.
#[inline]
pub const fn points(card: Card) -> i32 {
    match card.rank() {
        Rank::ACE => 30,
        Rank::KING => 25,
        Rank::QUEEN => 20,
        Rank::JACK => 15,
        pips => pips.index() as i32 + 2,
    }
}

/// The points of cards. Counts, for each of the five bits of a number of points, the cards that have it.
#[inline]
fn sum(cards: CardSet) -> i32 {
    const WITH_BIT: [CardSet; 5] = {
        let mut sets = [CardSet::EMPTY; 5];
        let mut index = 0;
        while let Some(card) = Card::from_index(index) {
            let mut bit = 0;
            while bit < 5 {
                if points(card) >> bit & 1 == 1 {
                    sets[bit] = sets[bit].with(card);
                }
                bit += 1;
            }
            index += 1;
        }
        sets
    };
    (0..5).map(|bit| ((cards & WITH_BIT[bit]).len() as i32) << bit).sum()
}

/// The settlement of the face-up cards; each side's at both its seats.
#[inline]
pub(crate) fn lines(piles: &Piles) -> BySeat<TantonyLines> {
    let (face_up, single) = (pooled(&piles.face_up), pooled(&piles.single));
    BySeat::from_fn(|seat| {
        let (tricks, single) = (sum(face_up[seat]), sum(single[seat]));
        TantonyLines { tricks, single, total: tricks + single }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_of_a_set_are_those_of_its_cards() {
        assert!(Card::all().all(|card| sum(card.into()) == points(card)));
        assert_eq!(sum(CardSet::ALL), 4 * (54 + 15 + 20 + 25 + 30));
    }
}
