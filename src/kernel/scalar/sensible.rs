//! The sensible policy ([`SensibleWeights`]), one hand at a time.

use super::hand::{Choose, Hand, Table};
use crate::kernel::bits::Bits;
use crate::kernel::weights::{Fitted, MOST_CHANGE, NOISE, PerCount, SensibleWeights, Situation};
use crate::rules::Piles;
use crate::{BySeat, Card, CardSet, Seat, Suit};

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

    /// What the change of a seat's pile counts, in halves of a point, if the trick with `card` goes to it.
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

impl Sensible<'_> {
    /// The card of the highest weight and noise. A card is a set of one.
    fn draw(&self, legal: CardSet, word: u16, weight: impl Fn(Card) -> i16) -> u64 {
        let noise = |card: Card| NOISE[usize::from(word.wrapping_mul(SensibleWeights::multiplier(card)) >> 12)];
        let mut chosen = (i16::MIN, 0);
        for card in legal {
            let value = weight(card).wrapping_add(noise(card));
            if value > chosen.0 {
                chosen = (value, CardSet::of(card).bits());
            }
        }
        chosen.1
    }

    /// What the numbers of cards of a suit weigh, for leads (0) or for discards (1).
    fn counts(&self, way: usize, suit: Suit, own: CardSet, others: CardSet) -> i16 {
        let Fitted { held, others: by_others, .. } = self.weights.fitted;
        let of = |table: &[PerCount; 2], cards: CardSet| table[way][suit.index()][cards.in_suit(suit).len().min(13)];
        of(held, own).wrapping_add(of(by_others, others))
    }

    fn of_card(&self, situation: Situation, card: Card) -> i16 {
        self.weights.fitted.cards[situation as usize][card.suit().index()][card.rank().index()]
    }
}

impl Choose for Sensible<'_> {
    #[inline(always)]
    fn lead<B: Bits>(&mut self, hand: &Hand, legal: CardSet, fraction: &mut u32) -> u64 {
        let [own, b, c, d] = hand.cards;
        let counts = Suit::ALL.map(|suit| self.counts(0, suit, own, b | c | d));
        let weight = |card: Card| self.of_card(Situation::Lead, card).wrapping_add(counts[card.suit().index()]);
        self.draw(legal, (*fraction >> 16) as u16, weight)
    }

    #[inline(always)]
    fn choose<B: Bits>(&mut self, hand: &Hand, table: &Table, legal: CardSet, fraction: &mut u32) -> u64 {
        let weights = self.weights;
        let (seat, holder) = (hand.leader.offset(table.position), hand.leader.offset(table.holder()));
        let (set, own) = (table.set(), hand.cards[table.position & 3]);
        let trick = weights.points_of(set, self.revealed);
        let transformer = weights.transformer && set.has(Card::TRANSFORMER);
        let taken = self.taken.0.iter().fold(0i16, |sum, &x| sum.wrapping_add(x));
        let rest = self.total.wrapping_sub(taken) >> 2;
        let ally = weights.partnership && seat.side() == holder.side();
        let theirs = if ally { 2 } else { weights.rivals.wrapping_neg() };
        let best = table.cards.map(|card| card & table.suit).into_iter().max().unwrap_or(0);
        let [a, b, c, d] = hand.cards;
        let counts = Suit::ALL.map(|suit| self.counts(1, suit, own, (a | b | c | d) - own));
        let last = table.position == 3;
        let weight = |card: Card| {
            let bit = CardSet::of(card).bits();
            let (takes, follows) = (bit & table.suit > best, bit & table.suit != 0);
            let situation = match (follows, takes) {
                (true, true) if last => Situation::LastOver,
                (true, true) => Situation::Over,
                (true, false) if last => Situation::LastUnder,
                (true, false) => Situation::Under,
                (false, _) if ally => Situation::AllyDiscard,
                (false, _) => Situation::Discard,
            };
            let (taker, times) = if takes { (seat, 2) } else { (holder, theirs) };
            let change = self.change(taker, times, trick, transformer, rest, Some(card));
            let change =
                change.clamp(-MOST_CHANGE, MOST_CHANGE).wrapping_mul(weights.fitted.change[situation as usize]);
            let counts = if follows { 0 } else { counts[card.suit().index()] };
            self.of_card(situation, card).wrapping_add(change).wrapping_add(counts)
        };
        let word = if table.position == 2 { *fraction >> 16 } else { *fraction };
        self.draw(legal, word as u16, weight)
    }

    #[inline(always)]
    fn taken(&mut self, winner: Seat, cards: CardSet) {
        let points = self.weights.points_of(cards, self.revealed);
        self.taken[winner] = self.taken[winner].wrapping_add(points);
        self.has_transformer[winner] |= self.weights.transformer && cards.has(Card::TRANSFORMER);
    }
}
