//! `random`: uniform over the legal actions.

use gongzhu::rng::{Rng, below, choose, choose_many};
use gongzhu::table::random_subset;
use gongzhu::{Card, CardSet, Seat, SeatSet, Strategy, View};

/// Plays uniformly at random: every legal card, every set of three to pass, every subset to reveal, every seat to assign
/// to is equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Strategy for Random {
    #[inline]
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        choose_many(rng, view.hand(), 3)
    }

    #[inline]
    fn reveal(&mut self, _: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        random_subset(rng, revealable)
    }

    #[inline]
    fn play(&mut self, _: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        choose(rng, legal).unwrap_or(Card::TWO_OF_CLUBS)
    }

    #[inline]
    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        legal.nth(below(rng, legal.len())).unwrap_or(view.seat())
    }
}
