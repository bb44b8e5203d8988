//! Which three cards to pass.

use super::position::{Position, Table};
use super::tables::Tables;
use gongzhu::rules::gong_zhu::GongZhu;
use gongzhu::{Card, CardSet, Suit, View};

/// The three cards that the hand is best rid of, one after another, each seeing what the ones before left.
pub(super) fn pass(view: &View<'_>, options: &GongZhu, tables: &'static Tables) -> CardSet {
    let mut position = Position::new(view, options, tables, Table::EMPTY);
    let mut passed = CardSet::EMPTY;
    for _ in 0..3 {
        if let Some(card) = position.burden() {
            passed = passed.with(card);
            position.hand = position.hand.without(card);
        }
    }
    passed
}

impl Position<'_> {
    /// The card that burdens the hand most: by what parting with it is worth, and by its own points, part of which come
    /// back with the tricks of the seat that gets it.
    fn burden(&self) -> Option<Card> {
        let (mut worst, mut most) = (None, f32::NEG_INFINITY);
        for suit in Suit::ALL {
            let holding = self.holding(suit);
            for card in self.hand.in_suit(suit) {
                let price = self.tables.weights.pass_price * self.price(&holding, card);
                let burden = self.riddance(&holding, card, holding.lower(card)) - price;
                if burden > most {
                    (worst, most) = (Some(card), burden);
                }
            }
        }
        worst
    }
}
