//! What it is worth not to hold a card any longer: the danger it is in the hand, or the chance.

use super::choice::special_of;
use super::position::Position;
use super::tables::{SHORT, rank_relief};
use super::weights::WEIGHTS;
use gongzhu::{Card, CardSet, Suit};
use std::hint::select_unpredictable;

/// What holding the cards of one suit means: all that does not depend on the single card.
pub(super) struct Holding {
    suit: Suit,
    /// The cards of the suit that are in other hands, and how many.
    unseen: CardSet,
    pub(super) count: usize,
    /// The card that the others of the suit are measured by.
    special: Card,
    /// Its price; in hearts, which all have one, not asked for.
    special_price: f32,
    /// The relief of a card below, at and above `special`.
    special_relief: [f32; 3],
    /// The relief of a card by how many unseen cards are below it.
    rank: &'static [f32; 16],
    /// The relief of a suit that gets shorter.
    short: f32,
}

impl Holding {
    /// How many unseen cards are below `card`.
    #[inline]
    pub(super) fn lower(&self, card: Card) -> usize {
        (self.unseen.bits() & ((1 << card.bit()) - 1)).count_ones() as usize
    }
}

impl Position<'_> {
    /// What the own cards of `suit` mean.
    #[inline(always)]
    pub(super) fn holding(&self, suit: Suit) -> Holding {
        let unseen = self.unseen.in_suit(suit);
        let count = unseen.len();
        let (special_price, special_relief) = match suit {
            Suit::Spades => (self.prices.pig, self.spade_relief()),
            Suit::Hearts => (0.0, [0.0; 3]),
            Suit::Diamonds => (self.prices.sheep, self.diamond_relief()),
            Suit::Clubs => (0.0, self.club_relief()),
        };
        let rank = rank_relief(suit.index(), count);
        let short = SHORT[self.hand.in_suit(suit).len() & 15];
        Holding { suit, unseen, count, special: special_of(suit), special_price, special_relief, rank, short }
    }

    /// The points of `card`, one of the suit of `holding`.
    #[inline]
    pub(super) fn price(&self, holding: &Holding, card: Card) -> f32 {
        match holding.suit {
            Suit::Hearts => self.prices.heart(card),
            _ => select_unpredictable(card == holding.special, holding.special_price, 0.0),
        }
    }

    /// The relief of parting with `card`, below which `lower` unseen cards are; negative for a card better kept.
    #[inline]
    pub(super) fn relief(&self, holding: &Holding, card: Card, lower: usize) -> f32 {
        let place = usize::from(card >= holding.special) + usize::from(card > holding.special);
        (holding.rank[lower & 15] + holding.special_relief[place] + holding.short) * self.phase
    }

    /// The pig and the spades above it are a danger, the low spades guard against it (RULES.md §6 c, d).
    #[inline]
    fn spade_relief(&self) -> [f32; 3] {
        let w = &WEIGHTS;
        let (held, out) = (self.hand.has(Card::PIG), self.unseen.has(Card::PIG));
        if !held && !out {
            return [0.0; 3];
        }
        let scale = self.prices.pig / -100.0;
        let guards = held || self.hand.meets(CardSet::above(Card::PIG));
        let above = if out { w.above_pig } else { 0.0 };
        [if guards { -w.guard * scale } else { 0.0 }, w.pig_held * scale, above * scale]
    }

    /// The sheep and the diamonds that catch or cover it are kept for the right trick (RULES.md §6 e).
    #[inline]
    fn diamond_relief(&self) -> [f32; 3] {
        let w = &WEIGHTS;
        let scale = self.prices.sheep / 100.0;
        if self.unseen.has(Card::SHEEP) {
            [0.0, 0.0, -w.catcher * scale]
        } else if self.hand.has(Card::SHEEP) {
            let covered = self.hand.meets(CardSet::above(Card::SHEEP));
            let sheep = w.sheep_held + if covered { w.sheep_covered } else { 0.0 };
            [0.0, -sheep * scale, -w.catcher_beside * scale]
        } else {
            [0.0; 3]
        }
    }

    /// The transformer, and the clubs that may catch it, are a burden the more the worse the own pile is (RULES.md §6 f).
    #[inline]
    fn club_relief(&self) -> [f32; 3] {
        let w = &WEIGHTS;
        if self.hand.has(Card::TRANSFORMER) {
            [0.0, w.transformer_held - w.transformer_fear * self.prices.base(self.pile(0)), 0.0]
        } else if self.unseen.has(Card::TRANSFORMER) {
            [0.0, 0.0, w.above_transformer]
        } else {
            [0.0; 3]
        }
    }
}
