//! Gong Zhu by rules of thumb. Each card that may be played is worth what its trick is likely to bring each side
//! ([`trick`]) and the relief of parting with it ([`relief`]); the best is played. What cards cost is read from the
//! options and reveals of the hand ([`prices`]), so that one bot plays every rule set.

mod choice;
mod learned;
mod lesser;
mod pass;
mod position;
mod prices;
mod relief;
mod reveal;
mod reveal_lists;
mod tables;
mod trick;
mod weights;

pub(super) use lesser::without;
pub(super) use reveal::reveal;
pub(super) use tables::{FIRST, SECOND, Tables};

use gongzhu::rules::Book;
use gongzhu::rules::gong_zhu::GongZhu;
use gongzhu::{Card, CardSet, View};

/// The three cards to pass, the same in all editions: edition 2 learned nothing of passing.
pub(super) fn pass(view: &View<'_>) -> CardSet {
    options(view).map_or(CardSet::EMPTY, |options| pass::pass(view, options, &FIRST))
}

/// The card to play.
#[inline]
pub(super) fn play(view: &View<'_>, legal: CardSet, tables: &'static Tables) -> Card {
    match (options(view), legal.first()) {
        (Some(options), Some(first)) if legal.len() > 1 => choice::play(view, options, tables, legal, first),
        (_, first) => first.unwrap_or(Card::TWO_OF_CLUBS),
    }
}

/// The Gong Zhu options of the view's rule set; `None` in another game.
#[inline]
fn options<'a>(view: &View<'a>) -> Option<&'a GongZhu> {
    match view.rules().book() {
        Book::GongZhu(options) => Some(options),
        Book::Hearts(_) | Book::Tantony(_) => None,
    }
}
