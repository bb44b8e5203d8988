//! Why an action is refused.

use crate::phase::Phase;
use crate::{Action, Seat};
use std::fmt;

/// The rules that an action or a record can break, with the names that the referee prints (DATA.md §3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum RuleId {
    /// A seat that holds the led suit must follow it.
    Follow,
    /// The opening card must be led.
    OpeningCard,
    /// A revealed card may not be played in the first trick led in its suit.
    RevealedLock,
    /// Hearts may not be led yet.
    HeartsNotBroken,
    /// A ban of trick 1.
    FirstTrick,
    /// The seat does not hold the card.
    NotHeld,
    /// It is not this seat's turn, or not this kind of decision.
    Turn,
    /// The cards are no deal, or one stands in two places.
    Deal,
    /// A pass that the rules do not allow.
    Pass,
    /// A reveal that the rules do not allow.
    Reveal,
    /// A trick may not be given to this seat.
    Assign,
    /// What is said of the outcome (winners, piles, lines, scores) does not follow from the cards.
    Score,
    /// The text cannot be read.
    Syntax,
}

impl RuleId {
    /// The name in the referee's output.
    pub const fn name(self) -> &'static str {
        match self {
            RuleId::Follow => "follow",
            RuleId::OpeningCard => "opening_card",
            RuleId::RevealedLock => "revealed_lock",
            RuleId::HeartsNotBroken => "hearts_not_broken",
            RuleId::FirstTrick => "first_trick",
            RuleId::NotHeld => "not_held",
            RuleId::Turn => "turn",
            RuleId::Deal => "deal",
            RuleId::Pass => "pass",
            RuleId::Reveal => "reveal",
            RuleId::Assign => "assign",
            RuleId::Score => "score",
            RuleId::Syntax => "syntax",
        }
    }
}

/// An action that is not legal, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub struct IllegalAction {
    /// The seat in turn.
    pub seat: Seat,
    /// What it was to decide.
    pub phase: Phase,
    /// What it chose.
    pub action: Action,
    /// The rule against it.
    pub rule: RuleId,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalAction { seat, action, .. } = self;
        match self.rule {
            RuleId::Follow => write!(f, "seat {seat} plays {action} but holds a card of the led suit"),
            RuleId::OpeningCard => write!(f, "seat {seat} opens with {action} but must lead the opening card"),
            RuleId::RevealedLock => write!(
                f,
                "seat {seat} plays the revealed {action} in the first trick led in its suit while holding another card of it"
            ),
            RuleId::HeartsNotBroken => write!(f, "seat {seat} leads {action} before hearts may be led"),
            RuleId::FirstTrick => write!(f, "seat {seat} plays {action}, which trick 1 does not allow"),
            RuleId::NotHeld => write!(f, "seat {seat} plays {action}, which it does not hold"),
            RuleId::Pass => write!(f, "seat {seat} cannot pass '{action}'"),
            RuleId::Reveal => write!(f, "seat {seat} cannot '{action}' here"),
            RuleId::Assign => write!(f, "seat {seat} cannot '{action}': a seat takes at most three tricks"),
            RuleId::Turn => write!(f, "'{action}' is no decision of seat {seat} in the {:?} phase", self.phase),
            RuleId::Deal | RuleId::Score | RuleId::Syntax => {
                write!(f, "seat {seat}: '{action}' ({})", self.rule.name())
            }
        }
    }
}
