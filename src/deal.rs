//! Deals: thirteen cards for every seat.

use crate::rng::{Rng, below};
use crate::{BySeat, Card, CardSet, Seat};

/// Thirteen cards for each of the four seats, every card once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Deal(BySeat<CardSet>);

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

    /// A uniformly random deal: the Fisher–Yates shuffle of the deck, thirteen cards to each seat.
    pub fn random(rng: &mut Rng) -> Deal {
        let mut deck: [u8; 52] = std::array::from_fn(|i| i as u8);
        let mut hands = BySeat::<CardSet>::default();
        for i in 0..52 {
            let j = i + below(rng, 52 - i);
            deck.swap(i, j);
            let seat = Seat::wrapping(i / 13);
            hands[seat] = Card::from_index(deck[i]).map_or(hands[seat], |card| hands[seat].with(card));
        }
        Deal(hands)
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
    fn a_random_deal_is_a_deal_and_even() {
        let mut rng = stream(3, 0, Purpose::Deal);
        let mut counts = [[0u32; 4]; 52];
        let n = 40_000u32;
        for _ in 0..n {
            let hands = Deal::random(&mut rng).hands();
            assert_eq!(Deal::new(hands).map(|deal| deal.hands()), Ok(hands));
            for (seat, hand) in hands.iter() {
                hand.iter().for_each(|card| counts[usize::from(card.index())][seat.index()] += 1);
            }
        }
        let expected = f64::from(n) / 4.0;
        let chi2: f64 = counts.iter().flatten().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum();
        // 52 cards × 3 free seats, less the 3 that hand sizes fix: mean about 153, standard deviation 17.5.
        assert!(chi2 < 153.0 + 6.0 * 17.5, "chi-square {chi2}");
    }

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
