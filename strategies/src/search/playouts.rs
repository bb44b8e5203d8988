//! Playing worlds to their end.

use super::goal::Valuation;
use crate::Heuristic;
use crate::options::named;
use crate::solver::{Limits, Solver};
use gongzhu::kernel::{Choice, Playout, Rollouts};
use gongzhu::rng::{Purpose, Rng, stream};
use gongzhu::table::play_hand;
use gongzhu::{Action, BySeat, CardSet, Game, Phase, Seat, Setup, State, Strategy, View};

named! {
    /// How all seats play in roll-outs.
    pub enum Rollout {
        /// Every legal card is equally likely.
        Uniform = "uniform",
        /// Each card is as likely as searching bots play it. In Tantony, and where cards are passed in Hearts, like the bot
        /// `heuristic`.
        Sensible = "sensible",
        /// Like the bot `heuristic`.
        Heuristic = "heuristic",
    }
}

impl Rollout {
    /// How the kernel plays, or `None` where [`Heuristic`] does.
    pub(crate) fn playout(self, view: &View<'_>) -> Option<Playout> {
        let game = view.game();
        match self {
            Rollout::Uniform => Some(Playout::Uniform),
            // What a trick of Tantony is worth is decided when it is assigned, which the kernel does at random.
            Rollout::Sensible if game == Game::Tantony => None,
            // Whoever looks at single tricks never shoots the moon, and would pass away the hand for it.
            Rollout::Sensible if game == Game::Hearts && view.phase() == Phase::Pass => None,
            Rollout::Sensible => Some(Playout::sensible(view.rules())),
            Rollout::Heuristic => None,
        }
    }
}

/// The limits of one solve: about a millisecond at most, and 192 KiB.
const SOLVER: Limits = Limits { nodes: 4_000, entries: 1 << 12 };

/// Worlds that all choices are tried in, with the same luck.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    pub(crate) worlds: Vec<BySeat<CardSet>>,
    /// What the other seats pass in each world, in a phase of passing.
    passes: Vec<BySeat<CardSet>>,
    pub(crate) key: u64,
}

impl Batch {
    /// Makes room for so many worlds, for the caller to fill.
    pub(crate) fn room(&mut self, worlds: usize) -> &mut [BySeat<CardSet>] {
        self.worlds.clear();
        self.worlds.resize(worlds, BySeat::default());
        &mut self.worlds
    }
}

/// Roll-outs from one view. What other seats pass and reveal is decided by [`Heuristic`] in each world.
#[derive(Debug)]
pub(crate) struct Playouts<'v> {
    view: View<'v>,
    setup: &'v Setup<'v>,
    valuation: Valuation<'v>,
    /// `None` where the hands are played by [`Heuristic`].
    kernel: Option<Rollouts<'v>>,
    /// For worlds that are solved instead of being played out.
    solver: Option<Solver>,
    scores: Vec<BySeat<i16>>,
    hands: Vec<BySeat<CardSet>>,
    revealed: Vec<CardSet>,
    rngs: BySeat<Rng>,
}

impl<'v> Playouts<'v> {
    /// Roll-outs from `view`, whose [`View::setup`] is `setup`.
    pub(crate) fn new(
        view: &View<'v>,
        setup: &'v Setup<'v>,
        rollout: Rollout,
        valuation: Valuation<'v>,
    ) -> Playouts<'v> {
        Playouts {
            view: *view,
            setup,
            valuation,
            kernel: rollout.playout(view).map(|playout| Rollouts::new(view, &playout)),
            solver: None,
            scores: Vec::new(),
            hands: Vec::new(),
            revealed: Vec::new(),
            // The heuristic takes nothing from its stream.
            rngs: BySeat::from_fn(|seat| stream(0, 0, Purpose::Seat { table: 0, seat })),
        }
    }

    /// The same, but once the tricks have begun and the seat holds at most `cards` cards, worlds are solved: everybody knows all cards and
    /// plays for the gain. A world that takes too long is played out like `heuristic`.
    pub(crate) fn solving(mut self, cards: u32) -> Playouts<'v> {
        let last_tricks = matches!(self.view.phase(), Phase::Play | Phase::Assign);
        if last_tricks && self.view.hand().len() <= cards as usize {
            self.solver = Some(Solver::with_limits(self.view.rules(), SOLVER));
        }
        self
    }

    /// How many worlds take little time, whatever the bot's budget is: a block of the kernel, a few games of other kinds.
    pub(crate) fn grain(&self) -> usize {
        if self.kernel.is_some() && self.solver.is_none() { 16 } else { 4 }
    }

    /// Makes a batch ready once its worlds are in it: decides what the other seats pass.
    pub(crate) fn prepare(&mut self, batch: &mut Batch) {
        batch.passes.clear();
        if self.view.phase() != Phase::Pass {
            return;
        }
        for world in &batch.worlds {
            let state = self.view.imagine(self.setup, world);
            let pass = |seat: Seat| Heuristic.pass(&View::new(&state, seat), &mut self.rngs[seat]);
            batch.passes.push(BySeat(Seat::ALL.map(pass)));
        }
    }

    /// Appends what `choice` comes to in each world of the batch.
    pub(crate) fn play(&mut self, choice: Choice, batch: &Batch, values: &mut Vec<f32>) {
        self.scores.clear();
        let opening = matches!(self.view.phase(), Phase::Pass | Phase::Reveal);
        match &self.kernel {
            _ if self.solver.is_some() => self.solve(choice, batch),
            Some(_) if opening => self.play_opened(choice, batch),
            Some(kernel) => kernel.play(Some(choice), &batch.worlds, batch.key, &mut self.scores),
            None => self.play_plain(choice, batch),
        }
        values.extend(self.scores.iter().map(|scores| self.valuation.of(scores)));
    }

    fn play_opened(&mut self, choice: Choice, batch: &Batch) {
        self.hands.clear();
        self.revealed.clear();
        for world in 0..batch.worlds.len() {
            let state = self.chosen(choice, batch, world);
            self.hands.push(*state.hands());
            self.revealed.push(state.revealed());
        }
        if let Some(kernel) = &self.kernel {
            kernel.play_opened(&self.hands, &self.revealed, batch.key, &mut self.scores);
        }
    }

    fn solve(&mut self, choice: Choice, batch: &Batch) {
        for world in 0..batch.worlds.len() {
            let mut state = self.chosen(choice, batch, world);
            let solved = match &mut self.solver {
                Some(solver) if state.phase() != Phase::Over => solver.scores(&state),
                _ => None,
            };
            self.scores.push(solved.unwrap_or_else(|| {
                play_hand(&mut state, &mut BySeat([Heuristic; 4]), &mut self.rngs);
                state.scores()
            }));
        }
    }

    fn play_plain(&mut self, choice: Choice, batch: &Batch) {
        for world in 0..batch.worlds.len() {
            let mut state = self.chosen(choice, batch, world);
            play_hand(&mut state, &mut BySeat([Heuristic; 4]), &mut self.rngs);
            self.scores.push(state.scores());
        }
    }

    /// A world after `choice`, and after all passes and reveals.
    fn chosen(&mut self, choice: Choice, batch: &Batch, world: usize) -> State<'v> {
        let me = self.view.seat();
        let mut state = self.view.imagine(self.setup, &batch.worlds[world]);
        match choice {
            Choice::Play(card) => state.play_unchecked(Action::card(card)),
            Choice::Assign(seat) => state.play_unchecked(Action::assign(seat)),
            Choice::Pass(_) | Choice::Reveal(_) => (),
        }
        loop {
            let seat = state.turn();
            match (state.phase(), choice) {
                (Phase::Pass, Choice::Pass(cards)) if seat == me => pass(&mut state, cards),
                (Phase::Pass, _) => pass(&mut state, batch.passes[world][seat]),
                (Phase::Reveal, Choice::Reveal(cards)) if seat == me => reveal(&mut state, cards),
                (Phase::Reveal, _) => {
                    let revealable = state.legal_reveals();
                    let cards = Heuristic.reveal(&View::new(&state, seat), revealable, &mut self.rngs[seat]);
                    reveal(&mut state, cards & revealable);
                }
                (Phase::Play | Phase::Assign | Phase::Over, _) => return state,
            }
        }
    }
}

fn pass(state: &mut State<'_>, cards: CardSet) {
    cards.iter().for_each(|card| state.play_unchecked(Action::card(card)));
}

fn reveal(state: &mut State<'_>, cards: CardSet) {
    cards.iter().filter_map(Action::reveal).for_each(|action| state.play_unchecked(action));
    state.play_unchecked(Action::DONE);
}
