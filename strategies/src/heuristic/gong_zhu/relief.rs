//! What it is worth not to hold a card any longer: the danger it is in the hand, or the chance.

use super::choice::special_of;
use super::position::Position;
use crate::heuristic::kind::{KINDS, Kind};
use gongzhu::{Card, CardSet, Suit};
use std::hint::select_unpredictable;

/// How many states a suit has, by its special card: gone, held, out, held and revealed, out and revealed.
pub(super) const STATES: usize = 5;

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
    /// What was learned of a card below, at and above `special`, by kind of play.
    place: &'static [[f32; 3]; KINDS],
    /// What was learned of a suit with so many cards in hand, by kind of play.
    length: &'static [f32; KINDS],
}

impl Holding {
    /// How many unseen cards are below `card`.
    #[inline]
    pub(super) fn lower(&self, card: Card) -> usize {
        (self.unseen.bits() & ((1 << card.bit()) - 1)).count_ones() as usize
    }
}

/// 0, 1 or 2 for a card below, at and above the special card of its suit.
#[inline]
fn place(holding: &Holding, card: Card) -> usize {
    usize::from(card >= holding.special) + usize::from(card > holding.special)
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
        let rank = self.tables.rank_relief(suit.index(), count);
        let length = self.hand.in_suit(suit).len() & 15;
        let special = special_of(suit);
        Holding {
            suit,
            unseen,
            count,
            special,
            special_price,
            special_relief,
            rank,
            short: self.tables.short[length],
            place: self.tables.place(suit.index(), self.state(special)),
            length: self.tables.length(suit.index(), length),
        }
    }

    /// The state of the suit of `special`.
    #[inline]
    fn state(&self, special: Card) -> usize {
        let (held, out) = (usize::from(self.hand.has(special)), usize::from(self.unseen.has(special)));
        let revealed = usize::from(self.prices.view.revealed().has(special));
        held + 2 * out + 2 * (revealed & (held | out))
    }

    /// The points of `card`, one of the suit of `holding`.
    #[inline]
    pub(super) fn price(&self, holding: &Holding, card: Card) -> f32 {
        match holding.suit {
            Suit::Hearts => self.prices.heart(card),
            _ => select_unpredictable(card == holding.special, holding.special_price, 0.0),
        }
    }

    /// The relief of parting with `card`, below which `lower` unseen cards are, by a play of this kind; negative for a card
    /// better kept.
    #[inline]
    pub(super) fn relief(&self, holding: &Holding, kind: Kind, card: Card, lower: usize) -> f32 {
        let learned = holding.place[kind as usize][place(holding, card)] + holding.length[kind as usize];
        self.riddance(holding, card, lower) + learned
    }

    /// The same however it is parted with.
    #[inline]
    pub(super) fn riddance(&self, holding: &Holding, card: Card, lower: usize) -> f32 {
        (holding.rank[lower & 15] + holding.special_relief[place(holding, card)] + holding.short) * self.phase
    }

    /// The pig and the spades above it are a danger, the low spades guard against it (RULES.md §6 c, d).
    #[inline]
    fn spade_relief(&self) -> [f32; 3] {
        let w = &self.tables.weights;
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
        let w = &self.tables.weights;
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
        let w = &self.tables.weights;
        if self.hand.has(Card::TRANSFORMER) {
            [0.0, w.transformer_held - w.transformer_fear * self.prices.base(self.pile(0)), 0.0]
        } else if self.unseen.has(Card::TRANSFORMER) {
            [0.0, 0.0, w.above_transformer]
        } else {
            [0.0; 3]
        }
    }
}
