//! Matches: what one hand leaves for the next, when a match ends, and who wins it.

use crate::rules::gong_zhu::LaterHands;
use crate::rules::{Book, Game};
use crate::setup::Setup;
use crate::state::State;
use crate::{BySeat, Card, Deal, Rules, Seat};

/// The most hands that a decider adds (RULES.md §2.5).
const MAX_DECIDERS: u32 = 10;

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchResult {
    /// The totals; in a partnership the side's at both its seats.
    pub totals: BySeat<i32>,
    /// The places from 1; equal totals share the better one and the next is skipped. Sides are ranked 1 and 2.
    pub places: BySeat<u8>,
    /// How many wins the match weighs: 2 for an early or high win in Tantony, else 1.
    pub weight: u8,
    /// How many hands were played.
    pub hands: u32,
}

impl MatchResult {
    /// How a match under these rules ended that is over, with these totals, after so many hands.
    pub fn of(rules: &Rules, totals: BySeat<i32>, hands: u32) -> MatchResult {
        let sign = if rules.higher_is_better() { 1 } else { -1 };
        let units = if rules.partnership() { &Seat::ALL[..2] } else { &Seat::ALL[..] };
        let places = BySeat::from_fn(|seat| {
            let better = |unit: &&Seat| sign * totals[**unit] > sign * totals[seat];
            1 + units.iter().filter(better).count() as u8
        });
        let early = rules.game() == Game::Tantony && ends_early(&totals, hands);
        MatchResult { totals, places, weight: 1 + u8::from(early), hands }
    }
}

/// Whether a side of Tantony has won by the mark of so many hands (RULES.md §4).
fn ends_early(totals: &BySeat<i32>, hands: u32) -> bool {
    let [a, b, ..] = totals.0;
    a.max(b) >= 60 * hands as i32 && a != b
}

/// A match between its hands.
///
/// ```
/// use gongzhu::{Deal, Match, Rules, State, rng};
/// let rules = Rules::parse("tantony")?;
/// let mut deals = rng::stream(1, 0, rng::Purpose::Deal);
/// let mut game = Match::new(&rules);
/// while let Some(setup) = game.next_hand(|| Deal::random(&mut deals)) {
///     let mut state = State::new(&setup)?;
///     while let Some(action) = state.legal().iter().next() {
///         state.play(action)?;
///     }
///     game.finish_hand(&state);
/// }
/// assert!(game.result().is_some_and(|result| result.hands <= 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match<'r> {
    rules: &'r Rules,
    hands: u32,
    totals: BySeat<i32>,
    last_opener: Option<Seat>,
    pig_taker: Option<Seat>,
    /// The piles that the seats pick up in Tantony.
    carried: Option<Deal>,
    deciders: u32,
    result: Option<MatchResult>,
}

impl<'r> Match<'r> {
    /// A match before its first hand.
    pub fn new(rules: &'r Rules) -> Match<'r> {
        Match {
            rules,
            hands: 0,
            totals: BySeat::default(),
            last_opener: None,
            pig_taker: None,
            carried: None,
            deciders: 0,
            result: None,
        }
    }

    /// The totals so far.
    pub fn totals(&self) -> BySeat<i32> {
        self.totals
    }

    /// How the match ended, or `None` while it goes on.
    pub fn result(&self) -> Option<MatchResult> {
        self.result
    }

    /// What the next hand begins with, or `None` once the match is over. `deal` is asked for cards unless the seats pick up
    /// the ones they have (Tantony).
    pub fn next_hand(&self, deal: impl FnOnce() -> Deal) -> Option<Setup<'r>> {
        if self.result.is_some() {
            return None;
        }
        let next_seat = matches!(self.rules.book(), Book::GongZhu(o) if o.later_hands == LaterHands::NextSeat);
        let pig_taker = matches!(self.rules.book(), Book::GongZhu(o) if o.later_hands == LaterHands::PigTaker);
        Some(Setup {
            rules: self.rules,
            deal: self.carried.unwrap_or_else(deal),
            number: self.hands,
            totals: self.totals,
            opening_seat: self.last_opener.filter(|_| next_seat).map(Seat::next),
            pig_taker: self.pig_taker.filter(|_| pig_taker),
        })
    }

    /// Takes the result of a finished hand.
    pub fn finish_hand(&mut self, state: &State<'_>) {
        let scores = state.scores();
        self.totals = BySeat::from_fn(|seat| self.totals[seat] + i32::from(scores[seat]));
        self.hands += 1;
        self.last_opener = Some(state.leader(0));
        self.pig_taker = Seat::ALL.into_iter().find(|&seat| state.taken()[seat].has(Card::PIG));
        if self.rules.game() == Game::Tantony {
            self.carried = Deal::new(*state.taken()).ok();
        }
        self.result = self.is_over().then(|| MatchResult::of(self.rules, self.totals, self.hands));
    }

    /// Whether the match is over now.
    fn is_over(&mut self) -> bool {
        let totals = self.totals.0;
        match self.rules.book() {
            Book::GongZhu(options) => {
                let ended = self.deciders > 0
                    || options.max_hands.is_some_and(|hands| self.hands >= hands)
                    || options.low.is_some_and(|low| totals.iter().any(|&total| total <= low))
                    || options.high.is_some_and(|high| totals.iter().any(|&total| total >= high));
                if ended && options.decider && self.deciders < MAX_DECIDERS && self.tied_at_an_end() {
                    self.deciders += 1;
                    return false;
                }
                ended
            }
            Book::Hearts(options) => {
                options.max_hands.is_some_and(|hands| self.hands >= hands)
                    || totals.iter().any(|&total| total > options.target)
            }
            Book::Tantony(_) => ends_early(&self.totals, self.hands) || self.hands == 4,
        }
    }

    /// Whether seats, or the two sides, tie for first or for last.
    fn tied_at_an_end(&self) -> bool {
        let mut units = self.totals.0;
        let units = if self.rules.partnership() { &mut units[..2] } else { &mut units[..] };
        units.sort_unstable();
        units[0] == units[1] || units[units.len() - 1] == units[units.len() - 2]
    }
}
