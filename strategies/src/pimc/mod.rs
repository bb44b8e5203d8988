//! `pimc`: perfect-information Monte Carlo, or determinization. Hidden hands are sampled, every choice is played out in each
//! of them with the same luck, and the choice that is best on average is taken. Passing, revealing, playing and assigning are
//! decided in the same way.

mod options;
mod race;

pub use options::PimcOptions;

use crate::Heuristic;
use crate::options::named;
use crate::search::{Belief, Playouts, Timer, Valuation, distinct_cards, subsets, triples};
use gongzhu::kernel::Choice;
use gongzhu::rng::Rng;
use gongzhu::{Card, CardSet, Seat, SeatSet, Strategy, View};
use race::Race;

named! {
    /// How a searching bot decides what it passes or reveals.
    pub enum Opening {
        /// By search.
        Search = "search",
        /// Like the bot `heuristic`.
        Rule = "rule",
    }
}

/// Plays the choice that is best on average over sampled worlds.
#[derive(Clone, Debug)]
pub struct Pimc {
    options: PimcOptions,
}

impl Pimc {
    /// The bot with these options.
    pub fn new(options: PimcOptions) -> Pimc {
        Pimc { options }
    }

    /// The best of `choices`. The first is taken where nothing speaks for another, without budget, and where the view
    /// contradicts itself.
    fn best(&self, view: &View<'_>, choices: &[Choice], rng: &mut Rng) -> Choice {
        let options = &self.options;
        let first = choices[0];
        if choices.len() == 1 {
            return first;
        }
        let timer = Timer::start(options.budget);
        let Some(mut belief) = Belief::new(view, options.belief.then_some(options.noise)) else { return first };
        let setup = view.setup();
        let valuation = Valuation::new(view, options.goal);
        let mut playouts = Playouts::new(view, &setup, options.rollout, valuation).solving(options.solve);
        Race::new(choices).run(&mut playouts, &mut belief, options.budget, timer, options.cull, rng)
    }
}

/// The choices with `first` moved to the front.
fn led_by<T: Copy + PartialEq>(first: T, all: impl Iterator<Item = T>, choice: impl Fn(T) -> Choice) -> Vec<Choice> {
    std::iter::once(first).chain(all.filter(|&other| other != first)).map(choice).collect()
}

impl Strategy for Pimc {
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        let rule = Heuristic.pass(view, rng);
        if self.options.pass == Opening::Rule {
            return rule;
        }
        match self.best(view, &led_by(rule, triples(view.hand()), Choice::Pass), rng) {
            Choice::Pass(cards) => cards,
            _ => rule,
        }
    }

    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        let rule = Heuristic.reveal(view, revealable, rng);
        if self.options.reveal == Opening::Rule {
            return rule;
        }
        match self.best(view, &led_by(rule, subsets(revealable), Choice::Reveal), rng) {
            Choice::Reveal(cards) => cards,
            _ => rule,
        }
    }

    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        let cards = distinct_cards(view, legal);
        let rule = Heuristic.play(view, legal, rng);
        match self.best(view, &led_by(rule, cards.iter(), Choice::Play), rng) {
            Choice::Play(card) => card,
            _ => rule,
        }
    }

    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        let rule = Heuristic.assign(view, legal, rng);
        match self.best(view, &led_by(rule, legal.iter(), Choice::Assign), rng) {
            Choice::Assign(seat) => seat,
            _ => rule,
        }
    }
}
