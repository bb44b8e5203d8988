//! The trait that bots implement.

use crate::rng::{Rng, choose_many};
use crate::{ActionSet, Card, CardSet, Seat, SeatSet, View};

/// A bot: one method per kind of decision, each from the view of the seat that decides, the legal choices and the seat's
/// own random stream. A choice outside the legal set is a fault: the table takes a random legal one in its place.
///
/// A strategy plays one seat of one match. What it keeps between decisions may only come from the views it was given.
///
/// ```
/// use gongzhu::{Card, CardSet, Strategy, View, rng::Rng};
/// /// Plays its lowest legal card.
/// struct Lowest;
/// impl Strategy for Lowest {
///     fn play(&mut self, _: &View<'_>, legal: CardSet, _: &mut Rng) -> Card {
///         legal.iter().min_by_key(|card| card.rank()).expect("a legal card")
///     }
/// }
/// ```
pub trait Strategy {
    /// Three cards of its hand to pass; by default three random ones.
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        choose_many(rng, view.hand(), 3)
    }

    /// Which of `revealable`, its cards that may be revealed, to reveal; by default none.
    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        let _ = (view, revealable, rng);
        CardSet::EMPTY
    }

    /// The card to play, one of `legal`.
    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card;

    /// The seat that receives the trick just taken, one of `legal` (Tantony); by default itself, then its partner.
    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        let _ = rng;
        let me = view.seat();
        [me, me.across(), me.next()].into_iter().find(|&seat| legal.has(seat)).unwrap_or(me.offset(3))
    }

    /// How many of its choices since it was last asked this the strategy left to chance, for want of an answer in time
    /// (RULES.md §1). The table counts them as faults, beside the illegal choices that it finds itself.
    #[inline]
    fn take_faults(&mut self) -> u8 {
        0
    }

    /// What the strategy found of the choices of its last decision, each once; nothing, as by default, if it decided without
    /// weighing them. It is asked once after a decision, or never, and what it answers changes none that follows.
    #[inline]
    fn take_judgement(&mut self) -> Vec<Judged> {
        Vec::new()
    }
}

/// What a [`Strategy`] found of one choice.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// The choice: the card to play or the seat to give the trick to, the three cards to pass, or the cards to reveal and
    /// [`Action::DONE`](crate::Action::DONE).
    pub choice: ActionSet,
    /// What it is worth, by the measure of the strategy; more is better.
    pub value: f64,
    /// How often it was tried, at least once.
    pub visits: u32,
}

impl<S: Strategy + ?Sized> Strategy for Box<S> {
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        (**self).pass(view, rng)
    }
    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        (**self).reveal(view, revealable, rng)
    }
    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        (**self).play(view, legal, rng)
    }
    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        (**self).assign(view, legal, rng)
    }
    fn take_faults(&mut self) -> u8 {
        (**self).take_faults()
    }
    fn take_judgement(&mut self) -> Vec<Judged> {
        (**self).take_judgement()
    }
}
