//! What cards are worth under the rules and reveals of the hand (RULES.md §2.1, §2.2, §2.4).

use gongzhu::rules::gong_zhu::{CountingCard, GongZhu, MoonBonus};
use gongzhu::{Card, CardSet, View};

/// The prices of the hand: every doubling by a reveal is in them.
#[derive(Clone, Copy)]
pub(super) struct Prices<'a> {
    pub(super) view: View<'a>,
    pub(super) options: &'a GongZhu,
    /// What the hearts are multiplied with.
    ace: i32,
    /// The points of the pig.
    pub(super) pig: f32,
    /// The points of the sheep.
    pub(super) sheep: f32,
    /// What the transformer multiplies with.
    pub(super) multiplier: f32,
}

impl<'a> Prices<'a> {
    #[inline]
    pub(super) fn new(view: &View<'a>, options: &'a GongZhu) -> Prices<'a> {
        let revealed = view.revealed();
        let twice = |card: Card| if revealed.has(card) { 2.0 } else { 1.0 };
        Prices {
            view: *view,
            options,
            ace: 1 + i32::from(revealed.has(Card::ACE_OF_HEARTS)),
            pig: -100.0 * twice(Card::PIG),
            sheep: 100.0 * twice(Card::SHEEP),
            multiplier: 2.0 * twice(Card::TRANSFORMER),
        }
    }

    /// The hearts among `cards`.
    #[inline]
    pub(super) fn hearts(&self, cards: CardSet) -> f32 {
        (self.ace * self.view.heart_points(cards)) as f32
    }

    /// Hearts, pig and sheep among `cards`, before the transformer.
    #[inline]
    pub(super) fn base(&self, cards: CardSet) -> f32 {
        let pig = if cards.has(Card::PIG) { self.pig } else { 0.0 };
        let sheep = if cards.has(Card::SHEEP) { self.sheep } else { 0.0 };
        self.hearts(cards) + pig + sheep
    }

    /// One heart alone.
    #[inline]
    pub(super) fn heart(&self, card: Card) -> f32 {
        (self.ace * self.options.heart_values[card.rank().index()]) as f32
    }

    /// What the transformer counts alone.
    pub(super) fn alone(&self) -> f32 {
        self.options.transformer_alone as f32 * self.multiplier / 2.0
    }

    /// Whether `pile` holds a card that makes the transformer multiply.
    pub(super) fn counts(&self, pile: CardSet) -> bool {
        let hearts = match self.options.counting_card {
            CountingCard::AnyHeart => pile.meets(CardSet::HEARTS),
            CountingCard::ScoringHeart => self.hearts(pile) != 0.0,
        };
        hearts || pile.has(Card::PIG) || pile.has(Card::SHEEP)
    }

    /// What a moon makes of the hearts, from their minus to the bonus.
    pub(super) fn moon(&self) -> f32 {
        let hearts = self.hearts(CardSet::HEARTS);
        match self.options.moon.bonus {
            MoonBonus::Points(bonus) => (self.ace * bonus) as f32 - hearts,
            MoonBonus::Positive => -2.0 * hearts,
        }
    }
}
