//! What one seat may know (RULES.md §5): the only thing a bot ever gets.

use crate::phase::Phase;
use crate::rules::Game;
use crate::rules::Piles;
use crate::setup::Opener;
use crate::state::State;
use crate::trick::Trick;
use crate::{ActionSet, BySeat, Card, CardSet, Rules, Seat};

/// One seat's view of a hand. It borrows the state and shows of it what RULES.md §5 allows: two states that differ only
/// in cards which the seat has not seen give the same answers here.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub(crate) state: &'a State<'a>,
    pub(crate) seat: Seat,
    /// Whether what was open in earlier hands counts.
    remembers: bool,
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View")
            .field("seat", &self.seat)
            .field("phase", &self.phase())
            .field("hand", &self.hand())
            .field("revealed", &self.revealed())
            .field("plays", &self.plays())
            .finish_non_exhaustive()
    }
}

impl<'a> View<'a> {
    /// What `seat` may know of `state`.
    #[inline]
    pub fn new(state: &'a State<'a>, seat: Seat) -> View<'a> {
        View { state, seat, remembers: true }
    }

    /// The same view for a player who remembers nothing of earlier hands: in Tantony it knows of the other seats' cards what a
    /// hand with `memory = none` tells (RULES.md §4).
    #[must_use]
    pub fn forgetting(self) -> View<'a> {
        View { remembers: false, ..self }
    }

    /// The seat whose view this is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The rule set.
    #[inline]
    pub fn rules(&self) -> &'a Rules {
        self.state.setup().rules
    }

    /// The number of the hand in its match, from 0.
    #[inline]
    pub fn hand_number(&self) -> u32 {
        self.state.setup().number
    }

    /// The dealer of the hand.
    #[inline]
    pub fn dealer(&self) -> Seat {
        self.state.setup().dealer()
    }

    /// The totals before the hand.
    #[inline]
    pub fn totals(&self) -> &'a BySeat<i32> {
        &self.state.setup().totals
    }

    /// What is being decided.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.state.phase()
    }

    /// The seat that decides.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.state.turn()
    }

    /// The cards that the seat holds.
    #[inline]
    pub fn hand(&self) -> CardSet {
        self.state.hands()[self.seat]
    }

    /// How many cards `seat` holds.
    #[inline]
    pub fn hand_size(&self, seat: Seat) -> usize {
        self.state.hands()[seat].len()
    }

    /// The cards that the seat itself has chosen to pass, or has passed.
    #[inline]
    pub fn passed(&self) -> CardSet {
        self.state.passed()[self.seat]
    }

    /// The seat that receives this seat's passed cards, or `None` in a hand without a pass.
    #[inline]
    pub fn passes_to(&self) -> Option<Seat> {
        self.state.setup().pass_offset().map(|offset| self.seat.offset(offset))
    }

    /// The cards that the seat received; none before all have passed.
    #[inline]
    pub fn received(&self) -> CardSet {
        match self.state.setup().pass_offset() {
            Some(offset) if self.phase() != Phase::Pass => self.state.passed()[self.seat.offset(4 - offset)],
            _ => CardSet::EMPTY,
        }
    }

    /// The cards revealed for all to see.
    #[inline]
    pub fn revealed(&self) -> CardSet {
        self.state.revealed()
    }

    /// The revealed cards that their holder may not play yet to a trick of their suit, unless it has no other: no earlier
    /// trick was led in it (RULES.md §2.2).
    #[inline]
    pub fn locked(&self) -> CardSet {
        self.state.locked()
    }

    /// The seat that revealed `card`, or `None` where nobody has.
    #[inline]
    pub fn revealed_by(&self, card: Card) -> Option<Seat> {
        self.state.revealed_by(card)
    }

    /// The cards that the seat itself has chosen to reveal and that nobody else sees yet.
    #[inline]
    pub fn pending_reveals(&self) -> CardSet {
        self.state.pending_reveals(self.seat)
    }

    /// The cards played so far in the hand, in order.
    #[inline]
    pub fn plays(&self) -> &'a [Card] {
        self.state.plays()
    }

    /// The finished tricks in order, and the one on the table unless it is empty.
    #[inline]
    pub fn tricks(&self) -> impl ExactSizeIterator<Item = Trick<'a>> + use<'a> {
        self.state.tricks()
    }

    /// How many tricks are finished.
    #[inline]
    pub fn tricks_played(&self) -> usize {
        self.state.tricks_played()
    }

    /// The trick on the table; without cards when a lead is due.
    #[inline]
    pub fn trick(&self) -> Trick<'a> {
        self.state.trick()
    }

    /// The cards that `seat` took; in Tantony, received.
    #[inline]
    pub fn taken(&self, seat: Seat) -> CardSet {
        self.state.taken()[seat]
    }

    /// Everything the settlement has to count so far.
    pub fn piles(&self) -> Piles {
        self.state.piles()
    }

    /// The seats to which tricks were assigned, in order (Tantony).
    #[inline]
    pub fn assigned(&self) -> impl Iterator<Item = Seat> + use<'a> {
        self.state.assigned()
    }

    /// The suits, whole, in which `seat` has shown to be void.
    #[inline]
    pub fn voids(&self, seat: Seat) -> CardSet {
        self.state.voids(seat)
    }

    /// The cards that the other three seats hold, whoever of them holds which.
    #[inline]
    pub fn unseen(&self) -> CardSet {
        let [a, b, c, d] = self.state.hands().0;
        (a | b | c | d) - self.hand()
    }

    /// The card whose holder opens the hand, or `None` where a seat was told to.
    pub(crate) fn opening_card(&self) -> Option<Card> {
        match self.state.setup().opener() {
            Ok(Opener::Holder(card)) => Some(card),
            Ok(Opener::Seat(_)) | Err(_) => None,
        }
    }

    /// Who opens the hand.
    pub(crate) fn opener(&self) -> Option<Opener> {
        self.state.setup().opener().ok()
    }

    /// Whether hearts have been broken, or need not be.
    pub(crate) fn hearts_broken(&self) -> bool {
        self.state.broken()
    }

    /// Whether the rule on the opening lead holds in this hand.
    pub(crate) fn opening_lead_rule(&self) -> bool {
        self.state.setup().opening_lead_rule()
    }

    /// The cards that `seat` is known to hold: its own for the seat itself, what it was passed by this seat and what it
    /// revealed, as long as it has not played them, and its whole hand in Tantony with perfect memory from the second hand
    /// on.
    pub fn known_cards(&self, seat: Seat) -> CardSet {
        let held = self.state.hands()[seat];
        if seat == self.seat || self.remembers && self.state.setup().open_cards() {
            return held;
        }
        let passed = match self.passes_to() {
            Some(to) if to == seat && self.phase() != Phase::Pass => self.passed(),
            _ => CardSet::EMPTY,
        };
        held & (passed | self.revealed())
    }

    /// The value of the hearts among `cards` before a revealed ace doubles it; in Hearts, their points.
    #[inline]
    pub fn heart_points(&self, cards: CardSet) -> i32 {
        self.rules().play.heart_values.of(cards)
    }

    /// The legal actions of the seat; none when it is not its turn.
    #[inline]
    pub fn legal(&self) -> ActionSet {
        if self.turn() == self.seat { self.state.legal() } else { ActionSet::default() }
    }

    /// Whether this seat and `other` are on the same side.
    #[inline]
    pub fn is_ally(&self, other: Seat) -> bool {
        other == self.seat || self.rules().partnership() && other.side() == self.seat.side()
    }

    /// Which game is played.
    #[inline]
    pub fn game(&self) -> Game {
        self.rules().game()
    }
}
