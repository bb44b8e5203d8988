//! One search: from a position that a seat sees, iteration by iteration.

use super::IsmctsOptions;
use super::leaves::Leaves;
use super::pool::Pool;
use super::tree::{Step, Tree};
use crate::Heuristic;
use crate::search::{Belief, Timer, Valuation, distinct_cards};
use gongzhu::rng::{Rng, below};
use gongzhu::{Action, ActionSet, BySeat, Card, CardSet, Game, Judged, Phase, Setup, State, Strategy, View};
use rand_core::Rng as _;

/// The visits after which a node's children grow, where hands are played out by a policy better than replies that were tried a
/// few times only. In Tantony, which has no such policy, one is enough.
const OPEN: u32 = 8;

/// A search in progress.
#[derive(Debug)]
pub(super) struct Search<'a, 'v> {
    view: View<'v>,
    setup: &'v Setup<'v>,
    tree: &'a mut Tree,
    /// The root's children among which the decision is, and how often each was visited in this search.
    children: Vec<u32>,
    tried: Vec<usize>,
    pool: Pool,
    leaves: Leaves<'v>,
    aims: BySeat<Valuation<'v>>,
    exploration: f32,
    path: Vec<u32>,
    key: u64,
    /// The visits after which a node's children grow.
    open: u32,
}

impl<'a, 'v> Search<'a, 'v> {
    /// A search for the best of `choices`, at least one, of the seat of `view`, in a tree whose root is that position. `setup` is
    /// what [`View::setup`] gave.
    pub(super) fn new(
        view: &View<'v>,
        setup: &'v Setup<'v>,
        options: &IsmctsOptions,
        belief: Belief,
        tree: &'a mut Tree,
        choices: &[Action],
        rng: &mut Rng,
    ) -> Search<'a, 'v> {
        let children: Vec<u32> = choices.iter().map(|&choice| tree.grown(Tree::ROOT, choice)).collect();
        Search {
            view: *view,
            setup,
            tree,
            tried: vec![0; children.len()],
            children,
            pool: Pool::new(view, belief),
            leaves: Leaves::new(view, options.search.rollout),
            aims: Valuation::of_all(view, options.search.goal, options.paranoid),
            exploration: options.exploration as f32 / 100.0,
            path: Vec::new(),
            key: rng.next_u64(),
            open: if view.game() == Game::Tantony { 1 } else { OPEN },
        }
    }

    /// Runs until the budget is spent and returns the best choice; of equals the first.
    pub(super) fn run(&mut self, iterations: u32, timer: Timer, rng: &mut Rng) -> Action {
        for iteration in 0..iterations {
            if iteration > 0 && timer.is_over() {
                break;
            }
            self.iterate(rng);
        }
        let me = self.view.seat();
        let worth = |child: u32| self.tree.mean(child, me);
        let better = |best: u32, &child: &u32| {
            if self.tree.visits(child) > 0 && worth(child) > worth(best) { child } else { best }
        };
        let best = self.children.iter().fold(self.children[0], better);
        self.tree.action(best)
    }

    /// The mean value of each choice, over its visits in this search and in those before that the tree remembers.
    pub(super) fn judgement(&self) -> Vec<Judged> {
        let me = self.view.seat();
        let visited = self.children.iter().filter(|&&child| self.tree.visits(child) > 0);
        visited
            .map(|&child| Judged {
                choice: ActionSet::from(self.tree.action(child)),
                value: f64::from(self.tree.mean(child, me)),
                visits: self.tree.visits(child),
            })
            .collect()
    }

    fn iterate(&mut self, rng: &mut Rng) {
        // The n-th visits of all choices begin in the same world and have the same luck.
        let choice = self.tree.select_among(&self.children, self.view.seat(), self.exploration);
        let number = self.tried[choice];
        self.tried[choice] += 1;
        let place = self.pool.place(number, rng);
        let mut state = self.view.imagine(self.setup, self.pool.world(place));
        let mut node = self.children[choice];
        state.play_unchecked(self.tree.action(node));
        self.path.clear();
        self.path.extend([Tree::ROOT, node]);
        // In the last trick there is nothing to choose.
        while state.tricks_played() < 12 && self.tree.visits(node) >= self.open && !self.tree.is_full() {
            let legal = actions(&state);
            node = match self.tree.select(node, state.turn(), legal, self.exploration) {
                Step::To(child) => child,
                Step::Grow(untried) => self.tree.grow(node, promising(&state, untried, rng)),
            };
            state.play_unchecked(self.tree.action(node));
            self.path.push(node);
        }
        let scores = self.leaves.scores(&state, &self.pool, place, self.key.wrapping_add(number as u64));
        let values = self.aims.0.map(|aim| aim.of_mean(&scores));
        self.tree.back_up(&self.path, &values);
    }
}

/// The actions between which the seat in turn has to decide, one of each group of equals.
fn actions(state: &State<'_>) -> ActionSet {
    match state.phase() {
        Phase::Play => ActionSet::of_cards(distinct_cards(&View::new(state, state.turn()), state.legal_cards())),
        _ => state.legal(),
    }
}

/// Of `untried` actions, the one that [`Heuristic`] would take, or else any.
fn promising(state: &State<'_>, untried: u64, rng: &mut Rng) -> Action {
    let view = View::new(state, state.turn());
    let rule = match state.phase() {
        Phase::Assign => Action::assign(Heuristic.assign(&view, state.legal_seats(), rng)),
        _ => {
            let legal = state.legal_cards();
            Action::card(equal(distinct_cards(&view, legal), Heuristic.play(&view, legal, rng)))
        }
    };
    if untried >> rule.code() & 1 == 1 {
        return rule;
    }
    let mut rest = untried;
    for _ in 0..below(rng, untried.count_ones() as usize) {
        rest &= rest - 1;
    }
    Action::from_code(rest.trailing_zeros() as u8).unwrap_or(rule)
}

/// The one of `distinct` cards that stands for `card`: the lowest of its group does.
pub(super) fn equal(distinct: CardSet, card: Card) -> Card {
    (distinct & CardSet::below(card).with(card)).last().unwrap_or(card)
}
