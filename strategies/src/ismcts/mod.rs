//! `ismcts`: information-set Monte Carlo tree search with one observer. Over sampled hidden hands, one tree grows of what all
//! four seats may do. Its nodes are what the bot's seat would see: hands that differ only in hidden cards share them. Every
//! seat is taken to choose what is best for itself (max^n): a node keeps a value for each seat, and a seat follows the upper
//! confidence bounds of its own among the actions that the world of the iteration leaves it, each judged by how often it was
//! available. With `paranoid`, a part of what opponents aim at is the failure of the bot's seat.
//!
//! - A leaf is played out not in one world but in sixteen that agree with the way to it, which the lock-step kernel plays in little
//!   more than the time of one; in Tantony, which that kernel does not play, in four.
//! - The tree grows first by what the heuristic would do, and equal cards count as one. The children of a node grow only after
//!   some visits: until then the policy of the roll-outs replies better than the tree would.
//! - The part of the tree that belongs to what really happened is kept from decision to decision of a hand. The tree holds at
//!   most 131,072 nodes of 36 bytes, and a few for the choices at its root.
//! - The choice with the best mean value is taken. Taking the one with most visits made no difference that could be measured.
//! - In Tantony tricks are assigned by the same search; where all cards are known it is a search with perfect information.
//! - Passes and reveals are decided by the flat search of [`Pimc`], with as many worlds as iterations.

mod leaves;
mod options;
mod pool;
mod search;
mod tree;

pub use options::IsmctsOptions;

use crate::search::{Belief, Timer, distinct_cards, led_by};
use crate::{Heuristic, Pimc};
use gongzhu::rng::Rng;
use gongzhu::{Action, ActionKind, BySeat, Card, CardSet, Game, Judged, Seat, SeatSet, Strategy, View};
use search::{Search, equal};
use tree::Tree;

/// Plays what a tree search over sampled worlds finds best.
#[derive(Clone, Debug)]
pub struct Ismcts {
    options: IsmctsOptions,
    flat: Pimc,
    kept: Option<Kept>,
    /// What became of the choices of the last decision that was searched.
    judgement: Vec<Judged>,
}

/// The tree of the decision before.
#[derive(Clone, Debug)]
struct Kept {
    hand: Hand,
    /// The actions of the hand up to its root.
    history: Vec<Action>,
    tree: Tree,
}

/// What a hand is known by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hand {
    number: u32,
    totals: BySeat<i32>,
    seat: Seat,
    /// The cards that the seat had when play began.
    cards: CardSet,
    revealed: CardSet,
}

impl Hand {
    fn of(view: &View<'_>) -> Hand {
        let seat = view.seat();
        let played = view.tricks().flat_map(|trick| trick.plays()).filter(|play| play.0 == seat);
        Hand {
            number: view.hand_number(),
            totals: *view.totals(),
            seat,
            cards: played.fold(view.hand(), |cards, play| cards.with(play.1)),
            revealed: view.revealed(),
        }
    }
}

/// All cards played and tricks assigned, in order.
fn history(view: &View<'_>) -> Vec<Action> {
    let mut assigned = view.assigned();
    let mut actions = Vec::with_capacity(64);
    for trick in view.tricks() {
        actions.extend(trick.cards.iter().map(|&card| Action::card(card)));
        if trick.cards.len() == 4 && view.game() == Game::Tantony {
            actions.extend(assigned.next().map(Action::assign));
        }
    }
    actions
}

impl Ismcts {
    /// The bot with these options.
    pub fn new(options: IsmctsOptions) -> Ismcts {
        Ismcts { flat: Pimc::new(options.flat()), options, kept: None, judgement: Vec::new() }
    }

    /// The best of `choices`, or `None` where there is nothing to search: a single choice, no budget, or a view that contradicts
    /// itself.
    fn best(&mut self, view: &View<'_>, choices: &[Action], rng: &mut Rng) -> Option<Action> {
        let iterations = self.options.search.budget.count();
        if choices.len() < 2 || iterations == 0 {
            return None;
        }
        let timer = Timer::start(self.options.search.budget);
        let belief = Belief::new(view, self.options.search.noise())?;
        let (hand, history) = (Hand::of(view), history(view));
        let kept = self.kept.take().filter(|kept| kept.hand == hand);
        let since = kept.as_ref().and_then(|kept| Some((&kept.tree, history.strip_prefix(kept.history.as_slice())?)));
        let mut tree = since.and_then(|(tree, actions)| tree.after(actions)).unwrap_or_else(Tree::new);
        let setup = view.setup();
        let mut search = Search::new(view, &setup, &self.options, belief, &mut tree, choices, rng);
        let best = search.run(iterations, timer, rng);
        self.judgement = search.judgement();
        self.kept = Some(Kept { hand, history, tree });
        Some(best)
    }
}

impl Strategy for Ismcts {
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        let cards = self.flat.pass(view, rng);
        self.judgement = self.flat.take_judgement();
        cards
    }

    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        let cards = self.flat.reveal(view, revealable, rng);
        self.judgement = self.flat.take_judgement();
        cards
    }

    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        let cards = distinct_cards(view, legal);
        let rule = Heuristic.play(view, legal, rng);
        let choices = led_by(Action::card(equal(cards, rule)), cards.iter().map(Action::card));
        match self.best(view, &choices, rng).map(Action::kind) {
            Some(ActionKind::Card(card)) => card,
            _ => rule,
        }
    }

    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        let rule = Heuristic.assign(view, legal, rng);
        let choices = led_by(Action::assign(rule), legal.iter().map(Action::assign));
        match self.best(view, &choices, rng).map(Action::kind) {
            Some(ActionKind::Assign(seat)) => seat,
            _ => rule,
        }
    }

    fn take_judgement(&mut self) -> Vec<Judged> {
        std::mem::take(&mut self.judgement)
    }
}
