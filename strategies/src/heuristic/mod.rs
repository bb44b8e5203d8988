//! `heuristic`: one sensible rule bot per game, the baseline of all measurement.

mod gong_zhu;
mod hearts;
mod ranks;
mod tantony;

use gongzhu::rng::Rng;
use gongzhu::{Card, CardSet, Game, Seat, SeatSet, Strategy, View};

/// Plays by the rules of thumb of a good club player (RULES.md §6), the same bot in every seat and rule set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic;

impl Strategy for Heuristic {
    #[inline]
    fn pass(&mut self, view: &View<'_>, _: &mut Rng) -> CardSet {
        match view.game() {
            Game::GongZhu => gong_zhu::pass(view),
            Game::Hearts => hearts::pass(view),
            Game::Tantony => CardSet::EMPTY,
        }
    }

    #[inline]
    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, _: &mut Rng) -> CardSet {
        gong_zhu::reveal(view, revealable)
    }

    #[inline]
    fn play(&mut self, view: &View<'_>, legal: CardSet, _: &mut Rng) -> Card {
        match view.game() {
            Game::GongZhu => gong_zhu::play(view, legal),
            Game::Hearts => hearts::play(view, legal),
            Game::Tantony => tantony::play(view, legal),
        }
    }

    #[inline]
    fn assign(&mut self, view: &View<'_>, legal: SeatSet, _: &mut Rng) -> Seat {
        tantony::assign(view, legal)
    }
}
