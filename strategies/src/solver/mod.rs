//! The value of the rest of a hand with all cards known (docs/solver.md).
//!
//! ```
//! use gongzhu::{Deal, Rules, Setup, State, rng};
//! use gongzhu_strategies::solver::{Solver, gain};
//! let rules = Rules::parse("scrofa")?;
//! let setup = Setup::first(&rules, Deal::random(&mut rng::stream(1, 0, rng::Purpose::Deal)));
//! let mut state = State::new(&setup)?;
//! while state.tricks_played() < 9 {
//!     let card = state.legal_cards().first().expect("a legal card");
//!     state.play_card(card);
//! }
//! let mut solver = Solver::new(&rules);
//! let best = solver.solve(&state)?;
//! for action in &best.line {
//!     state.play(*action)?;
//! }
//! assert_eq!(state.scores(), best.scores);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod each;
mod groups;
mod outlook;
mod roles;
mod search;
mod sides;
mod table;

use gongzhu::{Action, BySeat, Phase, Rules, Seat, State};
use groups::Groups;
use roles::Roles;
use search::Search;
use table::Table;

/// How much one solve may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The decisions that one call looks at before it gives up.
    pub nodes: u64,
    /// The entries of the transposition table, rounded down to a power of two; each takes [`Limits::BYTES_PER_ENTRY`] bytes,
    /// and a solver takes hardly more.
    pub entries: usize,
}

impl Limits {
    /// The memory of one entry of the transposition table.
    pub const BYTES_PER_ENTRY: usize = Table::bytes_per_entry();
}

/// Ten million decisions, some seconds; 65,536 entries, 3 MiB.
impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: 10_000_000, entries: 1 << 16 }
    }
}

/// Why a position was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// Cards are still to be passed or revealed. What a seat does then depends on what it does not see, and the tree from there is
    /// that of a whole hand.
    #[error("the hand is in the phase {0:?}: only play and assign can be solved")]
    Phase(Phase),
    /// The state is of another rule set than the solver.
    #[error("the position has other rules than the solver was made for")]
    Rules,
    /// The limit of nodes was reached.
    #[error("not solved within {0} nodes")]
    Nodes(u64),
}

/// The rest of a hand as it goes when every seat knows all cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The scores at the end of the hand; in a partnership the side's at both its seats.
    pub scores: BySeat<i16>,
    /// A best line to the end of the hand: in each position the first action, in the order of action codes, that leads to these
    /// scores.
    pub line: Vec<Action>,
}

/// What one legal action leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionValue {
    /// The action.
    pub action: Action,
    /// The scores at the end of the hand after it.
    pub scores: BySeat<i16>,
}

/// What `seat` gains by these scores, in points, more being better in every game: its score less the mean of the other three,
/// in a partnership less the other side's, in Hearts with the sign changed.
pub fn gain(rules: &Rules, scores: &BySeat<i16>, seat: Seat) -> f64 {
    let own = f64::from(scores[seat]);
    if rules.partnership() {
        return own - f64::from(scores[seat.next()]);
    }
    let sum: f64 = scores.0.map(f64::from).iter().sum();
    if rules.higher_is_better() { (4.0 * own - sum) / 3.0 } else { (sum - 4.0 * own) / 3.0 }
}

/// Solves positions of one rule set, one after another, in memory that is allocated once.
///
/// What a call returns, and whether it reaches its limit, depends on the state alone, not on earlier calls.
#[derive(Clone, Debug)]
pub struct Solver {
    rules: Rules,
    search: Search,
}

impl Solver {
    /// A solver with the default limits.
    pub fn new(rules: &Rules) -> Solver {
        Solver::with_limits(rules, Limits::default())
    }

    /// A solver with these limits.
    pub fn with_limits(rules: &Rules, limits: Limits) -> Solver {
        let search = Search {
            roles: Roles::new(rules, gongzhu::CardSet::EMPTY),
            groups: Groups::new(),
            table: Table::new(limits.entries),
            cuts: BySeat::splat([0; 64]),
            nodes: 0,
            limit: limits.nodes,
        };
        Solver { rules: rules.clone(), search }
    }

    /// The rules of the positions that it solves.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many decisions the last call has looked at.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The scores at the end of the hand, or `None` where [`Solver::solve`] would refuse or give up. The cheapest of the three
    /// questions.
    pub fn scores(&mut self, state: &State<'_>) -> Option<BySeat<i16>> {
        self.begin(state).ok()?;
        self.end_of(state)
    }

    /// The scores at the end of the hand and a line that leads there.
    ///
    /// # Errors
    /// The phase is pass or reveal, the rules are not the solver's, or the nodes do not suffice.
    pub fn solve(&mut self, state: &State<'_>) -> Result<Solution, SolveError> {
        self.begin(state)?;
        let scores = self.end_of(state).ok_or(self.out_of_nodes())?;
        let line = self.line(state, &scores).ok_or(self.out_of_nodes())?;
        Ok(Solution { scores, line })
    }

    /// What each legal action leads to, in the order of their codes; nothing where the hand is over.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn values(&mut self, state: &State<'_>) -> Result<Vec<ActionValue>, SolveError> {
        self.begin(state)?;
        let mut values: Vec<ActionValue> = Vec::new();
        for action in state.legal().iter() {
            let twin = self.search.roles.stands_for(state, action);
            let known =
                twin.and_then(|twin| values.iter().find(|value| value.action == twin)).map(|value| value.scores);
            let scores = match known {
                Some(scores) => scores,
                None => self.end_of(&after(state, action)).ok_or(self.out_of_nodes())?,
            };
            values.push(ActionValue { action, scores });
        }
        Ok(values)
    }

    fn begin(&mut self, state: &State<'_>) -> Result<(), SolveError> {
        self.search.nodes = 0;
        if matches!(state.phase(), Phase::Pass | Phase::Reveal) {
            return Err(SolveError::Phase(state.phase()));
        }
        if *state.setup().rules != self.rules {
            return Err(SolveError::Rules);
        }
        if self.search.roles.revealed != state.revealed() {
            self.search.roles = Roles::new(&self.rules, state.revealed());
        }
        self.search.groups.note(&self.search.roles, state);
        self.search.table.forget();
        self.search.cuts = BySeat::splat([0; 64]);
        Ok(())
    }

    fn out_of_nodes(&self) -> SolveError {
        SolveError::Nodes(self.search.limit)
    }

    /// The scores at the end of the hand, going on with what this call has found so far.
    fn end_of(&mut self, state: &State<'_>) -> Option<BySeat<i16>> {
        let banked = state.scores();
        if self.rules.partnership() {
            self.search.between_sides(state, sides::value(&banked), sides::ALL).map(sides::scores)
        } else {
            self.search.for_each(state, &banked)
        }
    }

    /// Whether the scores at the end are these; between two sides cheaper than to find them.
    fn ends_with(&mut self, state: &State<'_>, scores: &BySeat<i16>) -> Option<bool> {
        if !self.rules.partnership() {
            return Some(self.end_of(state)? == *scores);
        }
        let value = sides::value(scores);
        let banked = sides::value(&state.scores());
        Some(self.search.between_sides(state, banked, (value - 1, value + 1))? == value)
    }

    fn line(&mut self, state: &State<'_>, scores: &BySeat<i16>) -> Option<Vec<Action>> {
        let (mut state, mut line) = (*state, Vec::new());
        loop {
            let legal = state.legal();
            let mut actions = legal.iter();
            let mut best = actions.next();
            // The last candidate is it where no other was.
            let mut later = actions.peekable();
            while let Some(action) = best
                && later.peek().is_some()
                && !self.ends_with(&after(&state, action), scores)?
            {
                best = later.next();
            }
            let Some(action) = best else { return Some(line) };
            line.push(action);
            state.play_unchecked(action);
        }
    }
}

/// The state after a legal action.
fn after<'s>(state: &State<'s>, action: Action) -> State<'s> {
    let mut state = *state;
    state.play_unchecked(action);
    state
}
