//! The sensible policy ([`SensibleWeights`]), one hand at a time.

use super::hand::{Choose, Hand, Table};
use crate::kernel::bits::Bits;
use crate::kernel::weights::SensibleWeights;
use crate::rules::Piles;
use crate::{BySeat, Card, CardSet, Seat};

/// The policy, and what it knows of the piles.
pub(super) struct Sensible<'t> {
    weights: &'t SensibleWeights,
    revealed: CardSet,
    /// The points of all cards, and of those that each seat has taken.
    total: i16,
    taken: BySeat<i16>,
    has_transformer: BySeat<bool>,
}

impl<'t> Sensible<'t> {
    pub(super) fn new(weights: &'t SensibleWeights, piles: &Piles) -> Sensible<'t> {
        let revealed = piles.revealed;
        Sensible {
            weights,
            revealed,
            total: weights.points_of(CardSet::ALL, revealed),
            taken: piles.taken.map(|pile| weights.points_of(pile, revealed)),
            has_transformer: piles.taken.map(|pile| weights.transformer && pile.has(Card::TRANSFORMER)),
        }
    }

    fn multiplied(&self, x: i16) -> i16 {
        x.wrapping_mul(if self.revealed.has(Card::TRANSFORMER) { 4 } else { 2 })
    }

    /// What the change of a seat's pile counts, in quarter points, if the trick with `card` goes to it.
    fn change(&self, seat: Seat, weight: i16, trick: i16, transformer: bool, rest: i16, card: Option<Card>) -> i16 {
        let base = self.taken[seat].wrapping_add(rest);
        let before = if self.has_transformer[seat] { self.multiplied(base) } else { base };
        let points = card.map_or(0, |card| self.weights.points_of(card.into(), self.revealed));
        let after = base.wrapping_add(trick).wrapping_add(points);
        let put = self.weights.transformer && card == Some(Card::TRANSFORMER);
        let transforms = self.has_transformer[seat] || transformer || put;
        let after = if transforms { self.multiplied(after) } else { after };
        after.wrapping_sub(before).wrapping_mul(weight)
    }
}

impl Choose for Sensible<'_> {
    #[inline(always)]
    fn choose<B: Bits>(&mut self, hand: &Hand, table: &Table, legal: CardSet, _: &mut u32) -> u64 {
        let weights = self.weights;
        let (seat, holder) = (hand.leader.offset(table.position), hand.leader.offset(table.holder()));
        let (set, own) = (table.set(), hand.cards[table.position & 3]);
        let trick = weights.points_of(set, self.revealed);
        let transformer = weights.transformer && set.has(Card::TRANSFORMER);
        let taken = self.taken.0.iter().fold(0i16, |sum, &x| sum.wrapping_add(x));
        let rest = self.total.wrapping_sub(taken) >> 2;
        let ally = weights.partnership && seat.side() == holder.side();
        let theirs = if ally { 4 } else { weights.rivals.wrapping_mul(-2) };
        let best = table.cards.map(|card| card & table.suit).into_iter().max().unwrap_or(0);
        let [a, b, c, d] = hand.cards;
        let unseen = (a | b | c | d) - own;
        // What would happen anyway is no reason to choose.
        let anyway = self.change(holder, theirs, trick, transformer, rest, None);
        let mut chosen = (i16::MIN, 0);
        for card in legal {
            let bit = CardSet::of(card).bits();
            let (suit, rank) = (card.suit().index(), card.rank().index());
            let danger = weights.watched[suit].is_some_and(|watched| unseen.has(watched));
            let relief = weights.relief[suit][rank].wrapping_add(if danger { weights.danger[suit][rank] } else { 0 });
            let takes = bit & table.suit > best;
            let (taker, weight) = if takes { (seat, 4) } else { (holder, theirs) };
            let change = self.change(taker, weight, trick, transformer, rest, Some(card));
            // Odd, as all that is added is even, and so never the number that `chosen` begins with.
            let value = (relief.wrapping_mul(4) | 1).wrapping_add(change.wrapping_sub(anyway));
            if value > chosen.0 {
                chosen = (value, bit);
            }
        }
        chosen.1
    }

    #[inline(always)]
    fn taken(&mut self, winner: Seat, cards: CardSet) {
        let points = self.weights.points_of(cards, self.revealed);
        self.taken[winner] = self.taken[winner].wrapping_add(points);
        self.has_transformer[winner] |= self.weights.transformer && cards.has(Card::TRANSFORMER);
    }
}
