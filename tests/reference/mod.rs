//! A slow and plain second implementation of the rules, written from the
//! rule pages alone. Tests play it side by side with the engine.
//!
//! * this file: cards, seats, actions and the choice of a rule set;
//! * `gong_zhu`, `hearts`, `tantony`: options, legal cards and scores;
//! * `hand`: one hand, driven one decision at a time;
//! * `view`: what one seat may see of it;
//! * `whole_match`: hands up to the end condition, places and weight.

#![allow(clippy::needless_range_loop, reason = "a loop over seats is plainest with the seat's number")]
#![allow(dead_code, unreachable_pub, reason = "not every test that includes this module uses all of it")]

pub mod gong_zhu;
mod gong_zhu_options;
pub mod hand;
pub mod hearts;
pub mod tantony;
pub mod view;
pub mod whole_match;

#[cfg(test)]
mod test_gong_zhu;
#[cfg(test)]
mod test_hands;
#[cfg(test)]
mod test_hearts;
#[cfg(test)]
mod test_matches;
#[cfg(test)]
mod test_tantony;

use std::fmt;

use gong_zhu::GongZhuOptions;
use hearts::HeartsOptions;
use tantony::TantonyOptions;

/// A seat, 0 to 3 (section 1).
pub type Seat = usize;

/// One list of cards for each seat.
pub type Piles = [Vec<Card>; 4];

/// One trick, finished or not: the cards in the order played, with seats.
pub type Trick = Vec<(Seat, Card)>;

/// The four suits, in the order in which the pages list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suit {
    Spades,
    Hearts,
    Diamonds,
    Clubs,
}

/// All suits in order.
pub const SUITS: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

/// A card: its suit and its rank, 2 to 14 (11 jack, 12 queen, 13 king, 14 ace).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card {
    pub suit: Suit,
    pub rank: u8,
}

/// The pig (section 2.1), and 13 points in Hearts (section 3).
pub const QUEEN_OF_SPADES: Card = Card { suit: Suit::Spades, rank: 12 };
/// The sheep (section 2.1).
pub const JACK_OF_DIAMONDS: Card = Card { suit: Suit::Diamonds, rank: 11 };
/// The transformer (section 2.1).
pub const TEN_OF_CLUBS: Card = Card { suit: Suit::Clubs, rank: 10 };
/// The ace of hearts.
pub const ACE_OF_HEARTS: Card = Card { suit: Suit::Hearts, rank: 14 };
/// The queen of diamonds, an option of section 2.4.
pub const QUEEN_OF_DIAMONDS: Card = Card { suit: Suit::Diamonds, rank: 12 };
/// The card that opens in Hearts and in some Gong Zhu presets.
pub const TWO_OF_CLUBS: Card = Card { suit: Suit::Clubs, rank: 2 };
/// The card that opens in the `pagat` preset.
pub const TWO_OF_SPADES: Card = Card { suit: Suit::Spades, rank: 2 };

const RANK_LETTERS: &str = "23456789TJQKA";
const SUIT_LETTERS: &str = "SHDC";

impl Card {
    /// The card's number in the table of actions: suit times 13, plus rank
    /// with the two as 0 (data page, section 4).
    pub fn index(self) -> u8 {
        let mut suit_number = 0;
        while SUITS[suit_number] != self.suit {
            suit_number += 1;
        }
        suit_number as u8 * 13 + self.rank - 2
    }

    /// The card with a number from 0 to 51; `None` for any other number.
    pub fn from_index(index: u8) -> Option<Card> {
        let suit = *SUITS.get(usize::from(index / 13))?;
        Some(Card { suit, rank: index % 13 + 2 })
    }

    /// Reads a card such as `QS` or `TC` (canonical notation only).
    pub fn parse(text: &str) -> Option<Card> {
        let mut letters = text.chars();
        let rank = RANK_LETTERS.find(letters.next()?)?;
        let suit = SUIT_LETTERS.find(letters.next()?)?;
        if letters.next().is_some() {
            return None;
        }
        Some(Card { suit: SUITS[suit], rank: rank as u8 + 2 })
    }
}

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = RANK_LETTERS.chars().nth(usize::from(self.rank) - 2).unwrap_or('?');
        let suit = SUIT_LETTERS.chars().nth(usize::from(self.index() / 13)).unwrap_or('?');
        write!(out, "{rank}{suit}")
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

/// Reads cards separated by spaces. Precondition: every word is a card
/// (it panics on anything else).
pub fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|word| Card::parse(word).unwrap_or_else(|| panic!("no card: {word}"))).collect()
}

/// All 52 cards in the order of their numbers.
pub fn all_cards() -> Vec<Card> {
    (0..52).filter_map(Card::from_index).collect()
}

/// Reads a hand such as `S:AQ3 H:KT D:- C:82`. Precondition: the text is
/// in that form (it panics on anything else).
pub fn hand_of(text: &str) -> Vec<Card> {
    let mut hand = Vec::new();
    for part in text.split_whitespace() {
        let suit = &part[..1];
        for rank in part[2..].chars().filter(|rank| *rank != '-') {
            hand.extend(cards(&format!("{rank}{suit}")));
        }
    }
    hand
}

/// The next seat in turn (section 1).
pub fn next_seat(seat: Seat) -> Seat {
    (seat + 1) % 4
}

/// The seat opposite.
pub fn partner(seat: Seat) -> Seat {
    (seat + 2) % 4
}

/// The seats in the order in which they pass and reveal: the seat after
/// the dealer first.
pub fn order_after(dealer: Seat) -> [Seat; 4] {
    [(dealer + 1) % 4, (dealer + 2) % 4, (dealer + 3) % 4, dealer % 4]
}

/// How the turn is drawn, which fixes what left means (section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Clockwise,
    Anticlockwise,
}

/// What kind of decision is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Pass,
    Reveal,
    Play,
    Assign,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Choose one of the three cards to pass.
    Pass(Card),
    /// Reveal a card.
    Reveal(Card),
    /// Reveal nothing more.
    Done,
    /// Play a card.
    Play(Card),
    /// Give the trick to a seat.
    Assign(Seat),
}

impl Action {
    /// The action's number (data page, section 4). Reveals other than of
    /// QS, AH, JD and TC have none and answer 255.
    pub fn code(self) -> u8 {
        match self {
            Action::Pass(card) | Action::Play(card) => card.index(),
            Action::Reveal(QUEEN_OF_SPADES) => 52,
            Action::Reveal(ACE_OF_HEARTS) => 53,
            Action::Reveal(JACK_OF_DIAMONDS) => 54,
            Action::Reveal(TEN_OF_CLUBS) => 55,
            Action::Reveal(_) => 255,
            Action::Done => 56,
            Action::Assign(seat) => 57 + seat as u8,
        }
    }
}

/// Which game, with all its options.
#[derive(Clone, Debug, PartialEq)]
pub enum Rules {
    GongZhu(GongZhuOptions),
    Hearts(HeartsOptions),
    Tantony(TantonyOptions),
}

impl Rules {
    /// A preset by name, with `+variant`s for Gong Zhu (section 2.6).
    pub fn by_name(name: &str) -> Option<Rules> {
        if let Some(options) = GongZhuOptions::by_name(name) {
            return Some(Rules::GongZhu(options));
        }
        match name {
            "hearts" => Some(Rules::Hearts(HeartsOptions::hearts())),
            "hearts-openspiel" => Some(Rules::Hearts(HeartsOptions::openspiel())),
            "tantony" => Some(Rules::Tantony(TantonyOptions::tantony())),
            _ => None,
        }
    }

    /// The dealer of hand 0.
    pub fn first_dealer(&self) -> Seat {
        match self {
            Rules::GongZhu(options) => options.first_dealer,
            Rules::Hearts(options) => options.first_dealer,
            Rules::Tantony(options) => options.first_dealer,
        }
    }

    /// The dealer of a hand: the deal passes to the next seat (section 1).
    pub fn dealer(&self, hand_number: u32) -> Seat {
        (self.first_dealer() + hand_number as usize) % 4
    }

    /// Whether seats 0 and 2 play against 1 and 3.
    pub fn is_partnership(&self) -> bool {
        match self {
            Rules::GongZhu(options) => options.partnership,
            Rules::Hearts(_) => false,
            Rules::Tantony(_) => true,
        }
    }

    /// How many seats further on the passed cards go in a hand; `None`
    /// where nothing is passed (sections 2.4 and 3).
    pub fn pass_offset(&self, hand_number: u32) -> Option<usize> {
        match self {
            Rules::GongZhu(options) => options.pass.then_some(1),
            Rules::Hearts(options) => hearts::pass_offset(options, hand_number),
            Rules::Tantony(_) => None,
        }
    }
}

/// The cards of `list` that pass `allowed`, or all of `list` if none does:
/// a restriction that would leave no card is void (section 1).
pub fn restrict(list: Vec<Card>, allowed: impl Fn(Card) -> bool) -> Vec<Card> {
    let kept: Vec<Card> = list.iter().copied().filter(|card| allowed(*card)).collect();
    if kept.is_empty() { list } else { kept }
}

/// The cards with which a seat follows suit: those of the led suit if it
/// has any, otherwise its whole hand (section 1).
pub fn follow_suit(hand: &[Card], trick: &[(Seat, Card)]) -> Vec<Card> {
    match trick.first() {
        None => hand.to_vec(),
        Some((_, led)) => restrict(hand.to_vec(), |card| card.suit == led.suit),
    }
}

/// Who played the highest card of the led suit (section 1).
/// Precondition: the trick is not empty (it panics otherwise).
pub fn trick_winner(trick: &[(Seat, Card)]) -> Seat {
    let (mut winner, mut best) = trick[0];
    for (seat, card) in trick {
        if card.suit == best.suit && card.rank > best.rank {
            (winner, best) = (*seat, *card);
        }
    }
    winner
}

/// Checks that every seat holds exactly 13 cards and no card comes twice
/// (section 1, misdeal).
pub fn check_deal(deal: &Piles) -> Result<(), String> {
    let mut seen: Vec<Card> = Vec::new();
    for (seat, hand) in deal.iter().enumerate() {
        if hand.len() != 13 {
            return Err(format!("seat {seat} has {} cards", hand.len()));
        }
        for card in hand {
            if seen.contains(card) {
                return Err(format!("seat {seat}: {card} comes twice"));
            }
            seen.push(*card);
        }
    }
    Ok(())
}
