//! `pimc`: perfect-information Monte Carlo, or determinization. Hidden hands are sampled, every choice is played out in each
//! of them with the same luck, and the choice that is best on average is taken. Passing, revealing, playing and assigning are
//! decided in the same way.

mod options;
mod race;

pub use options::PimcOptions;

use crate::Heuristic;
use crate::search::{Belief, Opening, Playouts, Timer, Valuation, distinct_cards, led_by, subsets, triples};
use gongzhu::kernel::Choice;
use gongzhu::rng::Rng;
use gongzhu::{Card, CardSet, Judged, Seat, SeatSet, Strategy, View};
use race::Race;

/// Plays the choice that is best on average over sampled worlds.
#[derive(Clone, Debug)]
pub struct Pimc {
    options: PimcOptions,
    /// What became of the choices of the last decision that was searched.
    judgement: Vec<Judged>,
}

impl Pimc {
    /// The bot with these options.
    pub fn new(options: PimcOptions) -> Pimc {
        Pimc { options, judgement: Vec::new() }
    }

    /// The best of `choices`. The first is taken where nothing speaks for another, without budget, and where the view
    /// contradicts itself.
    fn best(&mut self, view: &View<'_>, choices: &[Choice], rng: &mut Rng) -> Choice {
        let PimcOptions { search, cull, solve } = &self.options;
        let first = choices[0];
        if choices.len() == 1 {
            return first;
        }
        let timer = Timer::start(search.budget);
        let Some(belief) = Belief::new(view, search.noise()) else { return first };
        let setup = view.setup();
        let valuation = Valuation::new(view, search.goal);
        let mut playouts = Playouts::new(view, &setup, search.rollout, valuation).solving(*solve);
        let mut race = Race::new(choices);
        let best = race.run(&mut playouts, &belief, search.budget, timer, *cull, rng);
        self.judgement = race.judgement();
        best
    }
}

/// The choices, that of the rules of thumb first.
fn choices<T: Copy + PartialEq>(rule: T, all: impl Iterator<Item = T>, choice: impl Fn(T) -> Choice) -> Vec<Choice> {
    led_by(rule, all).into_iter().map(choice).collect()
}

impl Strategy for Pimc {
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        let rule = Heuristic.pass(view, rng);
        if self.options.search.pass == Opening::Rule {
            return rule;
        }
        match self.best(view, &choices(rule, triples(view.hand()), Choice::Pass), rng) {
            Choice::Pass(cards) => cards,
            _ => rule,
        }
    }

    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        if let Some(policy) = self.options.search.reveal {
            return policy.reveal(view, revealable);
        }
        let rule = Heuristic.reveal(view, revealable, rng);
        match self.best(view, &choices(rule, subsets(revealable), Choice::Reveal), rng) {
            Choice::Reveal(cards) => cards,
            _ => rule,
        }
    }

    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        let cards = distinct_cards(view, legal);
        let rule = Heuristic.play(view, legal, rng);
        match self.best(view, &choices(rule, cards.iter(), Choice::Play), rng) {
            Choice::Play(card) => card,
            _ => rule,
        }
    }

    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        let rule = Heuristic.assign(view, legal, rng);
        match self.best(view, &choices(rule, legal.iter(), Choice::Assign), rng) {
            Choice::Assign(seat) => seat,
            _ => rule,
        }
    }

    fn take_judgement(&mut self) -> Vec<Judged> {
        std::mem::take(&mut self.judgement)
    }
}
