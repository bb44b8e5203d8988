//! What it is worth not to hold a card any longer: the danger it is in the hand, or the chance.

use super::choice::special_of;
use super::position::{Position, none_of};
use super::trick::Front;
use super::weights::WEIGHTS;
use gongzhu::{Card, CardSet, Suit};

/// What holding the cards of one suit means: all that does not depend on the single card.
pub(super) struct Holding {
    /// The ranks of the suit that are in other hands, and how many.
    unseen: u16,
    pub(super) count: usize,
    /// The card that the others of the suit are measured by.
    special: Card,
    /// The relief of a card below, at and above `special`.
    special_relief: [f32; 3],
    rank: f32,
    top: f32,
    /// The relief of a suit that gets shorter.
    short: f32,
    /// The share of the relief that the tricks to come leave.
    phase: f32,
}

impl Holding {
    /// The relief of parting with `card`, below which `lower` unseen cards are; negative for a card better kept.
    #[inline]
    pub(super) fn relief(&self, card: Card, lower: usize) -> f32 {
        let place = usize::from(card >= self.special) + usize::from(card > self.special);
        let special = self.special_relief[place];
        let wins = (1.0 - none_of(lower)) * none_of(self.count - lower);
        (self.rank * lower as f32 + self.top * wins + special + self.short) * self.phase
    }

    /// The trick held by `seat` with `card` of this suit.
    #[inline]
    pub(super) fn front(&self, seat: usize, card: Card) -> Front {
        let lower = self.lower(card);
        Front { seat, card, lower, higher: self.count - lower }
    }

    /// How many unseen cards are below `card`.
    #[inline]
    pub(super) fn lower(&self, card: Card) -> usize {
        (self.unseen & ((1 << card.rank().index()) - 1)).count_ones() as usize
    }
}

impl Position<'_> {
    /// What the own cards of `suit` mean.
    #[inline]
    pub(super) fn holding(&self, suit: Suit) -> Holding {
        let w = &WEIGHTS;
        let unseen = self.unseen.ranks(suit);
        Holding {
            unseen,
            count: unseen.count_ones() as usize,
            special: special_of(suit),
            special_relief: match suit {
                Suit::Spades => self.spade_relief(),
                Suit::Hearts => [0.0; 3],
                Suit::Diamonds => self.diamond_relief(),
                Suit::Clubs => self.club_relief(),
            },
            rank: w.rank[suit.index()] * 0.1,
            top: w.top[suit.index()],
            short: self.short_relief(suit),
            phase: 1.0 - (1.0 - w.relief_floor) / 12.0 * self.tricks_played as f32,
        }
    }

    /// Void a suit early: the way to dump (RULES.md §6 b).
    #[inline]
    fn short_relief(&self, suit: Suit) -> f32 {
        let without_lowest = |ranks: u16| ranks & ranks.wrapping_sub(1);
        let left = without_lowest(self.hand.ranks(suit));
        match (left, without_lowest(left)) {
            (0, _) => WEIGHTS.void,
            (_, 0) => WEIGHTS.single,
            _ => 0.0,
        }
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
            [0.0, w.transformer_held - w.transformer_fear * self.prices.base(self.piles[0]), 0.0]
        } else if self.unseen.has(Card::TRANSFORMER) {
            [0.0, 0.0, w.above_transformer]
        } else {
            [0.0; 3]
        }
    }
}
