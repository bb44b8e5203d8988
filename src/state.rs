//! The state of one hand, for all games: a small flat value that is copied, not allocated. Passing and revealing are here,
//! tricks in `play`, the results in `settle`.

mod imagine;
mod play;
mod settle;

pub(crate) use play::Place;

use crate::action::{REVEALABLE, reveal_index, revealed_bits, revealed_set};
use crate::deal::holder;
use crate::illegal::{IllegalAction, RuleId};
use crate::phase::Phase;
use crate::setup::{Opener, Setup, SetupError};
use crate::trick::Trick;
use crate::{Action, ActionKind, ActionSet, BySeat, Card, CardSet, Seat, SeatSet};

/// A hand in progress. It borrows its [`Setup`]; everything else is in these few words.
///
/// ```
/// use gongzhu::{Deal, Rules, Setup, State, rng};
/// let rules = Rules::parse("classic+no-reveal")?;
/// let mut rng = rng::stream(1, 0, rng::Purpose::Deal);
/// let setup = Setup::first(&rules, Deal::random(&mut rng));
/// let mut state = State::new(&setup)?;
/// while let Some(action) = state.legal().iter().next() {
///     state.play(action)?;
/// }
/// assert_eq!(state.tricks_played(), 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    setup: &'a Setup<'a>,
    hands: BySeat<CardSet>,
    taken: BySeat<CardSet>,
    /// What each seat has chosen to pass; the cards move once all have.
    passed: BySeat<CardSet>,
    /// The revealed cards whose suit has not been led in an earlier trick.
    locked: CardSet,
    /// The cards played, by tricks.
    plays: [[Card; 4]; 13],
    /// The leader of each trick in two bits, trick 1 lowest; in Tantony the seat that received the trick before.
    leaders: u32,
    /// Four bits a seat: the suits that it has shown to be void in.
    voids: u16,
    /// One bit per card of [`REVEALABLE`]: revealed for all to see.
    revealed: u8,
    /// The same, chosen but not yet shown.
    pending: u8,
    /// Two bits per card of [`REVEALABLE`]: its holder when it was revealed.
    revealed_by: u8,
    played: u8,
    turn: Seat,
    /// How many seats have finished their pass or reveal decision.
    decided: u8,
    phase: Phase,
    broken: bool,
}

impl<'a> State<'a> {
    /// The hand before its first decision.
    ///
    /// # Errors
    /// The rules need something of an earlier hand that the setup lacks, see [`Setup::opener`].
    // Always inlined: returned from a call, the whole value would be copied once more.
    #[inline(always)]
    pub fn new(setup: &'a Setup<'a>) -> Result<State<'a>, SetupError> {
        let opener = setup.opener()?;
        let rules = &setup.rules.play;
        let mut state = State {
            setup,
            hands: setup.deal.hands(),
            taken: BySeat::default(),
            passed: BySeat::default(),
            locked: CardSet::EMPTY,
            plays: [[Card::TWO_OF_CLUBS; 4]; 13],
            leaders: 0,
            voids: 0,
            revealed: 0,
            pending: 0,
            revealed_by: 0,
            played: 0,
            turn: setup.dealer().next(),
            decided: 0,
            phase: Phase::Pass,
            broken: !rules.break_hearts,
        };
        if setup.pass_offset().is_none() {
            state.begin_reveal(opener);
        }
        Ok(state)
    }

    /// What was fixed before the hand.
    #[inline]
    pub fn setup(&self) -> &'a Setup<'a> {
        self.setup
    }

    /// What is being decided.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The seat that decides; meaningless once the hand is over.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// How many tricks are finished.
    #[inline]
    pub fn tricks_played(&self) -> usize {
        usize::from(self.played / 4)
    }

    /// The cards that each seat holds.
    #[inline]
    pub fn hands(&self) -> &BySeat<CardSet> {
        &self.hands
    }

    /// What each seat has chosen to pass.
    #[inline]
    pub fn passed(&self) -> &BySeat<CardSet> {
        &self.passed
    }

    /// The cards that each seat took; in Tantony received, and after trick 13 what it picks up for the next hand.
    #[inline]
    pub fn taken(&self) -> &BySeat<CardSet> {
        &self.taken
    }

    /// The cards played so far, in order.
    #[inline]
    pub fn plays(&self) -> &[Card] {
        &self.plays.as_flattened()[..usize::from(self.played)]
    }

    /// The suits that `seat` has shown to be void in, as whole suits.
    #[inline]
    pub fn voids(&self, seat: Seat) -> CardSet {
        let nibble = u64::from(self.voids >> (4 * seat.index()) & 15);
        // Spreads the four bits to the lowest bit of the four lanes, then fills the lanes.
        CardSet::from_bits_truncate(((nibble * 0x0000_2000_4000_8001) & 0x0001_0001_0001_0001) * 0x1FFF)
    }

    /// The leader of trick `trick`, counted from 0.
    #[inline]
    pub(crate) fn leader(&self, trick: usize) -> Seat {
        Seat::wrapping((self.leaders >> (2 * trick)) as usize)
    }

    /// The finished tricks, and the one on the table unless it is empty.
    pub fn tricks(&self) -> impl ExactSizeIterator<Item = Trick<'_>> {
        self.plays().chunks(4).enumerate().map(|(trick, cards)| Trick { leader: self.leader(trick), cards })
    }

    /// The trick on the table; without cards when a lead is due.
    #[inline]
    pub fn trick(&self) -> Trick<'_> {
        let first = usize::from(self.played & !3);
        Trick { leader: self.leader(first / 4), cards: &self.plays()[first..] }
    }

    /// The cards revealed for all to see.
    #[inline]
    pub fn revealed(&self) -> CardSet {
        revealed_set(self.revealed)
    }

    /// The revealed cards whose suit has not been led in an earlier trick.
    #[inline]
    pub fn locked(&self) -> CardSet {
        self.locked
    }

    /// Whether hearts have been broken, or need not be. (A revealed ace of hearts that locks its suit bans leading them all the
    /// same, RULES.md §2.4.)
    #[inline]
    pub fn broken(&self) -> bool {
        self.broken
    }

    /// The seat that revealed `card`, or `None` where nobody has.
    pub fn revealed_by(&self, card: Card) -> Option<Seat> {
        let index = reveal_index(card);
        (self.revealed().has(card)).then(|| Seat::wrapping(usize::from(self.revealed_by >> (2 * index))))
    }

    /// The cards that `seat` has chosen to reveal and that nobody sees yet.
    pub(crate) fn pending_reveals(&self, seat: Seat) -> CardSet {
        revealed_set(self.pending) & self.hands[seat]
    }

    /// The legal actions; none once the hand is over.
    #[inline]
    pub fn legal(&self) -> ActionSet {
        match self.phase {
            Phase::Pass | Phase::Play => ActionSet::of_cards(self.legal_cards()),
            Phase::Reveal => ActionSet::of_reveals(self.legal_reveals()),
            Phase::Assign => ActionSet::of_seats(self.legal_seats()),
            Phase::Over => ActionSet::default(),
        }
    }

    /// The cards that may be passed or played next; none in other phases.
    #[inline]
    pub fn legal_cards(&self) -> CardSet {
        match self.phase {
            Phase::Play => self.setup.rules.play.legal(&self.situation()),
            Phase::Pass => self.hands[self.turn] - self.passed[self.turn],
            Phase::Reveal | Phase::Assign | Phase::Over => CardSet::EMPTY,
        }
    }

    /// The cards that the seat in turn may still reveal; none in other phases.
    #[inline]
    pub fn legal_reveals(&self) -> CardSet {
        if self.phase != Phase::Reveal {
            return CardSet::EMPTY;
        }
        (self.hands[self.turn] & self.setup.rules.play.revealable) - revealed_set(self.revealed | self.pending)
    }

    /// The seats that may receive the trick: those with fewer than three; none in other phases.
    #[inline]
    pub fn legal_seats(&self) -> SeatSet {
        if self.phase != Phase::Assign {
            return SeatSet::EMPTY;
        }
        Seat::ALL.into_iter().filter(|&seat| self.taken[seat].len() < 12).collect()
    }

    /// Takes an action.
    ///
    /// # Errors
    /// The action is not legal; the error names the rule. The state is unchanged.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        if self.legal().has(action) {
            self.play_unchecked(action);
            Ok(())
        } else {
            Err(IllegalAction { seat: self.turn, phase: self.phase, action, rule: self.violated(action) })
        }
    }

    /// The rule that an illegal action breaks.
    fn violated(&self, action: Action) -> RuleId {
        match (self.phase, action.kind()) {
            (Phase::Play, ActionKind::Card(card)) => {
                self.setup.rules.play.forbids(&self.situation(), card).unwrap_or(RuleId::Turn)
            }
            (Phase::Pass, _) => RuleId::Pass,
            (Phase::Reveal, _) => RuleId::Reveal,
            (Phase::Assign, _) => RuleId::Assign,
            (Phase::Play | Phase::Over, _) => RuleId::Turn,
        }
    }

    /// Takes an action that the caller knows to be legal. Another action leaves a state without meaning.
    #[inline]
    pub fn play_unchecked(&mut self, action: Action) {
        match action.kind() {
            ActionKind::Card(card) if self.phase == Phase::Pass => self.pass(card),
            ActionKind::Card(card) => self.play_card(card),
            ActionKind::Reveal(card) => self.reveal_cards(card.into()),
            ActionKind::Done => self.done_revealing(),
            ActionKind::Assign(seat) => self.assign(seat),
        }
    }

    #[inline]
    fn pass(&mut self, card: Card) {
        let seat = self.turn;
        self.passed[seat] = self.passed[seat].with(card);
        if self.passed[seat].len() == 3 {
            self.done_passing();
        }
    }

    /// Passes the three cards of the seat in turn at once, which the caller knows to be legal.
    #[inline]
    pub(crate) fn pass_cards(&mut self, cards: CardSet) {
        self.passed[self.turn] = cards;
        self.done_passing();
    }

    fn done_passing(&mut self) {
        self.decided += 1;
        self.turn = self.turn.next();
        if self.decided < 4 {
            return;
        }
        let offset = self.setup.pass_offset().unwrap_or(0);
        for seat in Seat::ALL {
            self.hands[seat] -= self.passed[seat];
        }
        for seat in Seat::ALL {
            self.hands[seat.offset(offset)] |= self.passed[seat];
        }
        self.begin_reveal(self.opener());
    }

    #[inline]
    fn begin_reveal(&mut self, opener: Opener) {
        self.decided = 0;
        self.turn = self.setup.dealer().next();
        if self.setup.rules.play.revealable.is_empty() {
            self.begin_play(opener);
        } else {
            self.phase = Phase::Reveal;
        }
    }

    /// Reveals cards of the seat in turn, which the caller knows to be legal. It may still reveal more.
    #[inline]
    pub(crate) fn reveal_cards(&mut self, cards: CardSet) {
        let bits = revealed_bits(cards);
        // Bit i of the nibble to bit 2i, times the two bits of the seat.
        let places = bits & 1 | (bits & 2) << 1 | (bits & 4) << 2 | (bits & 8) << 3;
        self.revealed_by |= places * self.turn.index() as u8;
        if self.setup.rules.play.simultaneous {
            self.pending |= bits;
        } else {
            self.revealed |= bits;
        }
    }

    #[inline]
    pub(crate) fn done_revealing(&mut self) {
        self.decided += 1;
        self.turn = self.turn.next();
        if self.decided == 4 {
            self.show_reveals();
        }
    }

    fn show_reveals(&mut self) {
        self.revealed |= self.pending;
        self.pending = 0;
        if self.setup.rules.play.reveal_fourth && self.revealed.count_ones() == 3 {
            let index = (!self.revealed).trailing_zeros() as usize & 3;
            let seat = holder(&self.hands, REVEALABLE[index]);
            self.revealed_by |= (seat.index() as u8) << (2 * index);
            self.revealed = 15;
        }
        self.begin_play(self.opener());
    }

    /// Who opens; `new` has refused a setup without an opener.
    #[inline]
    fn opener(&self) -> Opener {
        self.setup.opener().unwrap_or(Opener::Seat(self.turn))
    }

    #[inline]
    fn begin_play(&mut self, opener: Opener) {
        self.phase = Phase::Play;
        self.locked = self.revealed();
        if self.setup.rules.play.ace_locks_suit {
            self.locked = self.locked.without(Card::ACE_OF_HEARTS);
        }
        self.turn = match opener {
            Opener::Seat(seat) => seat,
            Opener::Holder(card) => holder(&self.hands, card),
        };
        self.leaders = self.turn.index() as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_small() {
        assert!(size_of::<State<'_>>() <= 192, "{} bytes", size_of::<State<'_>>());
    }
}
