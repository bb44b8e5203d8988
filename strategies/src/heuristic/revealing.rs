//! What a bot reveals, apart from how it plays.

use super::{RevealPolicy, gong_zhu};
use gongzhu::rng::Rng;
use gongzhu::{Card, CardSet, Judged, Seat, SeatSet, Strategy, View};

impl RevealPolicy {
    /// The cards of `revealable` that the seat of `view` reveals.
    #[inline]
    pub fn reveal(self, view: &View<'_>, revealable: CardSet) -> CardSet {
        gong_zhu::reveal(self, view, revealable)
    }
}

/// A player that reveals by a policy, and does everything else like another.
#[derive(Clone, Copy, Debug)]
pub struct Revealing<S> {
    /// How it reveals.
    pub policy: RevealPolicy,
    /// How it does everything else.
    pub player: S,
}

impl<S: Strategy> Strategy for Revealing<S> {
    #[inline]
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        self.player.pass(view, rng)
    }

    #[inline]
    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, _: &mut Rng) -> CardSet {
        self.policy.reveal(view, revealable)
    }

    #[inline]
    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        self.player.play(view, legal, rng)
    }

    #[inline]
    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        self.player.assign(view, legal, rng)
    }

    #[inline]
    fn take_faults(&mut self) -> u8 {
        self.player.take_faults()
    }

    #[inline]
    fn take_judgement(&mut self) -> Vec<Judged> {
        self.player.take_judgement()
    }
}
