//! Deals: thirteen cards for every seat.

mod alias;
mod table;

use crate::kernel::bits::{BitTask, Bits, with_bits};
use crate::rng::Rng;
use crate::{BySeat, Card, CardSet, Seat};
pub(crate) use alias::Fraction;
use rand_core::Rng as _;
pub(crate) use table::{DEAL_WORDS, deal_from_words, nth_mask};

/// Thirteen cards for each of the four seats, every card once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Deal(BySeat<CardSet>);

/// Every seat has a whole suit: seat 0 the spades, then hearts, diamonds, clubs.
impl Default for Deal {
    fn default() -> Deal {
        Deal(BySeat([CardSet::SPADES, CardSet::HEARTS, CardSet::DIAMONDS, CardSet::CLUBS]))
    }
}

impl Deal {
    /// The deal of these four hands.
    ///
    /// # Errors
    /// A misdeal (RULES.md §1): a card held twice, or a seat without exactly thirteen cards.
    pub fn new(hands: BySeat<CardSet>) -> Result<Deal, Misdeal> {
        let mut seen = CardSet::EMPTY;
        for (seat, &hand) in hands.iter() {
            if let Some(card) = (seen & hand).first() {
                return Err(Misdeal::Duplicate { seat, card });
            }
            seen |= hand;
        }
        for (seat, hand) in hands.iter() {
            if hand.len() != 13 {
                return Err(Misdeal::Count { seat, count: hand.len(), missing: (!seen).first() });
            }
        }
        Ok(Deal(hands))
    }

    /// A uniformly random deal, of eight words of the generator; no event is more than 4 · 10^-13 off its probability.
    pub fn random(rng: &mut Rng) -> Deal {
        Deal(with_bits(FromWords(rng)))
    }

    /// The hands.
    #[inline]
    pub fn hands(&self) -> BySeat<CardSet> {
        self.0
    }

    /// The seat that was dealt `card`.
    pub fn holder(&self, card: Card) -> Seat {
        holder(&self.0, card)
    }
}

/// [`deal_from_words`] as a task, with words of the generator.
struct FromWords<'a>(&'a mut Rng);

impl BitTask for FromWords<'_> {
    type Output = BySeat<CardSet>;
    #[inline(always)]
    fn run<B: Bits>(self) -> BySeat<CardSet> {
        let words: [u64; DEAL_WORDS] = std::array::from_fn(|_| self.0.next_u64());
        BySeat(deal_from_words::<B>(&words).map(CardSet::from_bits_truncate))
    }
}

/// The seat whose set holds `card`; seat 0 where none does.
#[inline]
pub(crate) fn holder(hands: &BySeat<CardSet>, card: Card) -> Seat {
    let at = |seat: Seat| usize::from(hands[seat].has(card)) * seat.index();
    Seat::wrapping(Seat::ALL.into_iter().map(at).sum())
}

/// What is wrong with four hands that are no deal (RULES.md §1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misdeal {
    /// A card in two hands.
    #[error("seat {seat} is dealt {card}, which another seat holds too")]
    Duplicate {
        /// The second holder.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A hand without thirteen cards.
    #[error("seat {seat} is dealt {count} cards instead of 13{}", missing.map(|card| format!("; {card} is missing")).unwrap_or_default())]
    Count {
        /// The seat.
        seat: Seat,
        /// How many cards it holds.
        count: usize,
        /// A card that no seat holds.
        missing: Option<Card>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, stream};

    #[test]
    fn a_misdeal_names_seat_and_card() {
        let hands = Deal::random(&mut stream(3, 1, Purpose::Deal)).hands();
        let mut twice = hands;
        let card = hands.0[0].first().expect("thirteen cards");
        twice.0[2] = twice.0[2].with(card);
        assert_eq!(Deal::new(twice), Err(Misdeal::Duplicate { seat: Seat::ALL[2], card }));
        let mut short = hands;
        short.0[0] = short.0[0].without(card);
        assert_eq!(Deal::new(short), Err(Misdeal::Count { seat: Seat::ALL[0], count: 12, missing: Some(card) }));
    }
}
