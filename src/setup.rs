//! What is fixed before a hand begins: rules, deal, the number of the hand, totals, who opens.

use crate::rules::gong_zhu::{LaterHands, Opening};
use crate::rules::{Book, Game, hearts, tantony};
use crate::{BySeat, Card, Deal, Rules, Seat};

/// Everything that is fixed before the first decision of a hand. A [`State`](crate::State) borrows it.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'r> {
    /// The rule set.
    pub rules: &'r Rules,
    /// The cards, before any pass.
    pub deal: Deal,
    /// The number of the hand in its match, from 0; it fixes dealer, opener and pass direction.
    pub number: u32,
    /// The totals before the hand.
    pub totals: BySeat<i32>,
    /// The opener where it is told; it overrides what the rules say.
    pub opening_seat: Option<Seat>,
    /// The seat that took the pig in the hand before.
    pub pig_taker: Option<Seat>,
}

/// Who opens a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opener {
    /// The holder of this card after passing.
    Holder(Card),
    /// This seat.
    Seat(Seat),
}

/// Why a hand cannot begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The pig taker opens, and nobody said who that is.
    #[error("hand {0} is opened by the seat that took the pig in the hand before: give pig_taker or opening_seat")]
    PigTaker(u32),
    /// The seat after the last opener opens, and nobody said who that is.
    #[error("hand {0} is opened by the seat after the last opener: give opening_seat")]
    LastOpener(u32),
}

impl<'r> Setup<'r> {
    /// Hand 0 of a match.
    pub fn first(rules: &'r Rules, deal: Deal) -> Setup<'r> {
        Setup { rules, deal, number: 0, totals: BySeat::default(), opening_seat: None, pig_taker: None }
    }

    /// The dealer: `first_dealer` in hand 0, then the deal passes to the next seat.
    pub fn dealer(&self) -> Seat {
        let first = match self.rules.book() {
            Book::GongZhu(options) => options.first_dealer,
            Book::Hearts(options) => options.first_dealer,
            Book::Tantony(options) => options.first_dealer,
        };
        first.offset(self.number as usize & 3)
    }

    /// Who opens the hand (RULES.md §2.3, §3, §4).
    ///
    /// # Errors
    /// The rules ask for something of an earlier hand that was not given.
    pub fn opener(&self) -> Result<Opener, SetupError> {
        if let Some(seat) = self.opening_seat {
            return Ok(Opener::Seat(seat));
        }
        match self.rules.book() {
            Book::Hearts(_) => Ok(Opener::Holder(Card::TWO_OF_CLUBS)),
            Book::Tantony(options) => {
                let first = options.opening_seat.unwrap_or(options.first_dealer.next());
                Ok(Opener::Seat(first.offset(self.number as usize & 3)))
            }
            Book::GongZhu(options) => match (options.later_hands, options.opening) {
                (LaterHands::PigTaker, _) if self.number > 0 => {
                    self.pig_taker.map(Opener::Seat).ok_or(SetupError::PigTaker(self.number))
                }
                (LaterHands::NextSeat, Opening::Seat(first)) => {
                    Ok(Opener::Seat(first.offset(self.number as usize & 3)))
                }
                (LaterHands::NextSeat, Opening::Card(_)) if self.number > 0 => Err(SetupError::LastOpener(self.number)),
                (_, Opening::Card(card)) => Ok(Opener::Holder(card)),
                (_, Opening::Seat(seat)) => Ok(Opener::Seat(seat)),
            },
        }
    }

    /// Whether the rule on what the opener must lead holds in this hand.
    pub(crate) fn opening_lead_rule(&self) -> bool {
        self.rules.opening_lead_rule(self.number)
    }

    /// How many seats on each seat's passed cards go, or `None` in a hand without a pass.
    pub fn pass_offset(&self) -> Option<usize> {
        self.rules.pass_offset(self.number)
    }

    /// Whether every card's place is known to all: Tantony with perfect memory, from its second hand on (RULES.md §4).
    #[inline]
    pub fn open_cards(&self) -> bool {
        self.rules.game() == Game::Tantony
            && self.number > 0
            && matches!(self.rules.book(), Book::Tantony(options) if options.memory == tantony::Memory::Perfect)
    }
}

impl Rules {
    /// Whether the rule on what the opener must lead holds in hand `number` of a match.
    pub(crate) fn opening_lead_rule(&self, number: u32) -> bool {
        match self.book() {
            Book::GongZhu(options) => {
                options.must_lead_opening && (number == 0 || options.later_hands == LaterHands::OpeningCard)
            }
            Book::Hearts(_) => true,
            Book::Tantony(_) => false,
        }
    }

    /// The number that independent hand `index`, which is in no match, has in its match.
    pub fn independent_number(&self, index: u64) -> u32 {
        // The later hands of Tantony are not dealt but grow out of its first.
        if self.game() == Game::Tantony { 0 } else { (index % 4) as u32 }
    }

    /// How many seats on each seat's passed cards go in hand `number` of a match, or `None` where nothing is passed.
    pub(crate) fn pass_offset(&self, number: u32) -> Option<usize> {
        match self.book() {
            Book::GongZhu(options) => options.pass.then_some(1),
            Book::Hearts(options) if options.pass == hearts::Pass::Cycle => {
                let left = match options.direction {
                    crate::rules::Direction::Clockwise => 1,
                    crate::rules::Direction::Anticlockwise => 3,
                };
                [Some(left), Some(4 - left), Some(2), None][number as usize & 3]
            }
            Book::Hearts(_) | Book::Tantony(_) => None,
        }
    }
}
