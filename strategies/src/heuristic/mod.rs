//! `heuristic`: one sensible rule bot per game, the baseline of all measurement.

mod gong_zhu;
mod hearts;
mod kind;
mod options;
mod ranks;
mod revealing;
mod skill;
mod tantony;

pub use options::{Edition, HeuristicOptions, RevealPolicy};
pub use revealing::Revealing;
pub use skill::Skill;

use gongzhu::rng::Rng;
use gongzhu::{Card, CardSet, Game, Seat, SeatSet, Strategy, View};

/// Plays by the rules of thumb of a good club player (RULES.md §6), the same bot in every seat and rule set: edition 2.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic;

/// Edition 1 of [`Heuristic`], for comparison: the same rules before every choice was played out to correct them.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstHeuristic;

macro_rules! edition {
    ($bot:ty, $edition:ident) => {
        impl Strategy for $bot {
            #[inline]
            fn pass(&mut self, view: &View<'_>, _: &mut Rng) -> CardSet {
                match view.game() {
                    Game::GongZhu => gong_zhu::pass(view),
                    Game::Hearts => hearts::pass(view, hearts::$edition),
                    Game::Tantony => CardSet::EMPTY,
                }
            }

            #[inline]
            fn reveal(&mut self, view: &View<'_>, revealable: CardSet, _: &mut Rng) -> CardSet {
                RevealPolicy::Rule.reveal(view, revealable)
            }

            #[inline]
            fn play(&mut self, view: &View<'_>, legal: CardSet, _: &mut Rng) -> Card {
                match view.game() {
                    Game::GongZhu => gong_zhu::play(view, legal, &gong_zhu::$edition),
                    Game::Hearts => hearts::play(view, legal, hearts::$edition),
                    Game::Tantony => tantony::play(view, legal, &tantony::$edition),
                }
            }

            #[inline]
            fn assign(&mut self, view: &View<'_>, legal: SeatSet, _: &mut Rng) -> Seat {
                tantony::assign(view, legal, &tantony::$edition)
            }
        }
    };
}

edition!(FirstHeuristic, FIRST);
edition!(Heuristic, SECOND);

/// An edition of [`Heuristic`] that is without a skill.
#[derive(Clone, Copy, Debug)]
pub struct LesserHeuristic {
    /// The edition.
    pub edition: Edition,
    /// What it is without.
    pub without: Skill,
}

impl Strategy for LesserHeuristic {
    fn pass(&mut self, view: &View<'_>, _: &mut Rng) -> CardSet {
        match view.game() {
            Game::GongZhu => gong_zhu::pass(view),
            Game::Hearts => hearts::pass(view, hearts::without(self.edition, self.without)),
            Game::Tantony => CardSet::EMPTY,
        }
    }

    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, _: &mut Rng) -> CardSet {
        RevealPolicy::Rule.reveal(view, revealable)
    }

    fn play(&mut self, view: &View<'_>, legal: CardSet, _: &mut Rng) -> Card {
        match view.game() {
            Game::GongZhu => gong_zhu::play(view, legal, gong_zhu::without(self.edition, self.without)),
            Game::Hearts => hearts::play(view, legal, hearts::without(self.edition, self.without)),
            Game::Tantony => tantony::play(view, legal, tantony::without(self.edition, self.without)),
        }
    }

    fn assign(&mut self, view: &View<'_>, legal: SeatSet, _: &mut Rng) -> Seat {
        tantony::assign(view, legal, tantony::without(self.edition, self.without))
    }
}
