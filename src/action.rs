//! The one code space of all decisions (DATA.md §4).

use crate::{Card, CardSet, Seat, SeatSet};
use std::fmt;

/// A decision as one byte: 0–51 a card (to pass or to play), 52–55 reveal QS AH JD TC, 56 done revealing, 57–60 assign
/// the trick to seat 0–3. The codes are part of the file format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Action(u8);

/// What an [`Action`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionKind {
    /// Pass or play this card.
    Card(Card),
    /// Reveal this card.
    Reveal(Card),
    /// Reveal nothing more.
    Done,
    /// Give the trick to this seat.
    Assign(Seat),
}

/// The cards that can be revealed, in the order of their action codes.
pub const REVEALABLE: [Card; 4] = [Card::PIG, Card::ACE_OF_HEARTS, Card::SHEEP, Card::TRANSFORMER];

/// The set of the cards of [`REVEALABLE`] that these bits stand for.
#[inline(always)]
pub(crate) fn revealed_set(bits: u8) -> CardSet {
    // Bit i of the nibble is the card of suit i: spread the bits to their lanes and to their ranks.
    let at = |i: usize| u64::from(bits >> i & 1) << REVEALABLE[i].bit();
    CardSet::from_bits_truncate(at(0) | at(1) | at(2) | at(3))
}

/// The inverse of [`revealed_set`]; other cards are left out.
#[inline(always)]
pub(crate) fn revealed_bits(cards: CardSet) -> u8 {
    let at = |i: usize| u8::from(cards.has(REVEALABLE[i])) << i;
    at(0) | at(1) | at(2) | at(3)
}

/// The index of a revealable card in [`REVEALABLE`]: its suit's.
#[inline]
pub(crate) const fn reveal_index(card: Card) -> usize {
    card.suit().index()
}

impl Action {
    /// Done revealing.
    pub const DONE: Action = Action(56);

    /// Pass or play `card`.
    #[inline]
    pub const fn card(card: Card) -> Action {
        Action(card.index())
    }

    /// Reveal `card`, or `None` where the card cannot be revealed.
    #[inline]
    pub fn reveal(card: Card) -> Option<Action> {
        let index = reveal_index(card);
        (REVEALABLE[index] == card).then_some(Action(52 + index as u8))
    }

    /// Give the trick to `seat`.
    #[inline]
    pub const fn assign(seat: Seat) -> Action {
        Action(57 + seat.index() as u8)
    }

    /// The action with this code, or `None` above 60.
    #[inline]
    pub const fn from_code(code: u8) -> Option<Action> {
        if code < 61 { Some(Action(code)) } else { None }
    }

    /// The code, 0–60.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// What the action says.
    #[inline]
    pub fn kind(self) -> ActionKind {
        match (Card::from_index(self.0), self.0) {
            (Some(card), _) => ActionKind::Card(card),
            (None, 52..=55) => ActionKind::Reveal(REVEALABLE[usize::from(self.0 - 52)]),
            (None, 56) => ActionKind::Done,
            (None, code) => ActionKind::Assign(Seat::wrapping(usize::from(code.wrapping_sub(57)))),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ActionKind::Card(card) => write!(f, "{card}"),
            ActionKind::Reveal(card) => write!(f, "reveal {card}"),
            ActionKind::Done => write!(f, "done"),
            ActionKind::Assign(seat) => write!(f, "assign {seat}"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of actions as 61 bits, bit = code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActionSet(u64);

impl From<Action> for ActionSet {
    /// The action alone.
    #[inline]
    fn from(action: Action) -> ActionSet {
        ActionSet(1 << action.0)
    }
}

impl ActionSet {
    /// The cards of `cards` as actions.
    #[inline]
    pub const fn of_cards(cards: CardSet) -> ActionSet {
        ActionSet(cards.to_mask())
    }

    /// Reveal one of `cards`, or be done.
    #[inline]
    pub fn of_reveals(cards: CardSet) -> ActionSet {
        let bits = cards.iter().filter_map(Action::reveal).fold(0, |bits, action| bits | 1 << action.0);
        ActionSet(bits | 1 << Action::DONE.0)
    }

    /// Give the trick to one of `seats`.
    #[inline]
    pub const fn of_seats(seats: SeatSet) -> ActionSet {
        ActionSet((seats.bits() as u64) << 57)
    }

    /// Whether the set holds `action`.
    #[inline]
    pub const fn has(self, action: Action) -> bool {
        self.0 >> action.0 & 1 == 1
    }

    /// How many actions the set holds.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set holds no action.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set as 61 bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The actions in the order of their codes.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        (0..61u8).filter(move |&code| self.0 >> code & 1 == 1).map(Action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_frozen_and_round_trip() {
        assert_eq!(Action::card(Card::PIG).code(), 10);
        assert_eq!(
            REVEALABLE.map(|card| Action::reveal(card).map(Action::code)),
            [Some(52), Some(53), Some(54), Some(55)]
        );
        assert_eq!(Action::reveal(Card::TWO_OF_CLUBS), None);
        assert_eq!(Action::assign(Seat::ALL[3]).code(), 60);
        for code in 0..61 {
            let action = Action::from_code(code).expect("below 61");
            let again = match action.kind() {
                ActionKind::Card(card) => Action::card(card),
                ActionKind::Reveal(card) => Action::reveal(card).expect("revealable"),
                ActionKind::Done => Action::DONE,
                ActionKind::Assign(seat) => Action::assign(seat),
            };
            assert_eq!(again, action);
        }
        assert_eq!(Action::from_code(61), None);
    }
}
