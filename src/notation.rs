//! Text: cards, sets of cards and deals (DATA.md §1). Parsers are generous, printers canonical.

use crate::{BySeat, Card, CardSet, Deal, Misdeal, Rank, Seat, Suit};
use std::fmt;
use std::str::FromStr;

/// Why a text is no card, set of cards or deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    /// Not a card.
    #[error("'{0}' is no card; write rank then suit, like QS, TC or 10C")]
    Card(String),
    /// Not a suit's letter or symbol.
    #[error("'{0}' is no suit; suits are S H D C or ♠ ♥ ♦ ♣")]
    Suit(String),
    /// Not a rank.
    #[error("'{0}' is no rank; ranks are A K Q J T 9 … 2")]
    Rank(char),
    /// A card or suit given twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// A group of cards without `SUIT:`.
    #[error("'{0}' is no group of cards; write a hand like S:AQ3 H:KT D:- C:82")]
    Group(String),
    /// A wrong hand in a deal.
    #[error("seat {seat}: {error}")]
    Hand {
        /// The seat.
        seat: Seat,
        /// What is wrong with its hand.
        error: Box<NotationError>,
    },
    /// Not four hands.
    #[error("a deal is four hands joined by ' | ', not {0}")]
    Hands(usize),
    /// Four hands that are no deal.
    #[error(transparent)]
    Deal(#[from] Misdeal),
}

fn suit_of(letter: char) -> Option<Suit> {
    Some(match letter.to_ascii_uppercase() {
        'S' | '♠' | '♤' => Suit::Spades,
        'H' | '♥' | '♡' => Suit::Hearts,
        'D' | '♦' | '♢' => Suit::Diamonds,
        'C' | '♣' | '♧' => Suit::Clubs,
        _ => return None,
    })
}

fn rank_of(letter: char) -> Option<Rank> {
    let letter = letter.to_ascii_uppercase();
    let index = Rank::LETTERS.iter().position(|&known| char::from(known) == letter)?;
    Rank::new(index as u8)
}

impl FromStr for Suit {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Suit, NotationError> {
        // U+FE0F asks for the coloured form of a suit symbol and means nothing here.
        let text = text.trim().trim_end_matches('\u{fe0f}');
        let mut letters = text.chars();
        match (letters.next().and_then(suit_of), letters.next()) {
            (Some(suit), None) => Ok(suit),
            _ => Err(NotationError::Suit(text.to_owned())),
        }
    }
}

impl FromStr for Card {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Card, NotationError> {
        let wrong = || NotationError::Card(text.to_owned());
        let trimmed = text.trim().trim_end_matches('\u{fe0f}');
        let suit = trimmed.chars().next_back().and_then(suit_of).ok_or_else(wrong)?;
        let rank = &trimmed[..trimmed.char_indices().next_back().map_or(0, |(at, _)| at)];
        let mut letters = rank.chars();
        let rank = match (rank, letters.next(), letters.next()) {
            ("10", _, _) => Rank::TEN,
            (_, Some(letter), None) => rank_of(letter).ok_or_else(wrong)?,
            _ => return Err(wrong()),
        };
        Ok(Card::of(suit, rank))
    }
}

/// The hand notation: every suit in the order S H D C, ranks high to low, `-` for a void.
impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for suit in Suit::ALL {
            write!(f, "{}{suit}:", if suit == Suit::Spades { "" } else { " " })?;
            let cards = self.in_suit(suit);
            if cards.is_empty() {
                f.write_str("-")?;
            }
            cards.iter().rev().try_for_each(|card| write!(f, "{}", card.rank()))?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for CardSet {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<CardSet, NotationError> {
        let mut cards = CardSet::EMPTY;
        let mut suits = Vec::new();
        // A space after the colon and between ranks is allowed: a word without a colon continues the suit before it.
        for word in text.split_whitespace() {
            let ranks = match word.split_once(':') {
                Some((suit, ranks)) => {
                    let suit: Suit = suit.parse()?;
                    if suits.contains(&suit) {
                        return Err(NotationError::Twice(format!("suit {suit}")));
                    }
                    suits.push(suit);
                    ranks
                }
                None => word,
            };
            let &suit = suits.last().ok_or_else(|| NotationError::Group(word.to_owned()))?;
            for letter in ranks.replace("10", "T").chars().filter(|&letter| letter != '-') {
                let card = Card::of(suit, rank_of(letter).ok_or(NotationError::Rank(letter))?);
                if cards.has(card) {
                    return Err(NotationError::Twice(card.to_string()));
                }
                cards = cards.with(card);
            }
        }
        Ok(cards)
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.hands().0;
        write!(f, "{a} | {b} | {c} | {d}")
    }
}

impl FromStr for Deal {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Deal, NotationError> {
        let texts: Vec<&str> = text.split('|').collect();
        let texts: [&str; 4] = texts.try_into().map_err(|texts: Vec<&str>| NotationError::Hands(texts.len()))?;
        let mut hands = BySeat::<CardSet>::default();
        for (seat, text) in Seat::ALL.into_iter().zip(texts) {
            hands[seat] = text.parse().map_err(|error| NotationError::Hand { seat, error: Box::new(error) })?;
        }
        Ok(Deal::new(hands)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards;
    use crate::rng::{Purpose, stream};

    #[test]
    fn cards_round_trip_in_every_spelling() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
            assert_eq!(Card::from_index(card.index()), Some(card));
        }
        for text in ["10C", "T♣", "tc", " 10c ", "T♣\u{fe0f}"] {
            assert_eq!(text.parse(), Ok(Card::TRANSFORMER), "{text}");
        }
        for text in ["", "Q", "SQ", "1C", "110C", "QSS", "♠"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn sets_round_trip_and_say_what_is_wrong() {
        let hand = cards![AS QS 3S KH TH 8C 2C];
        assert_eq!(hand.to_string(), "S:AQ3 H:KT D:- C:82");
        assert_eq!("c: 8 2 ♥:K10 s:3qa".parse(), Ok(hand));
        assert_eq!("S:AA".parse::<CardSet>(), Err(NotationError::Twice("AS".into())));
        assert_eq!("S:A S:K".parse::<CardSet>(), Err(NotationError::Twice("suit S".into())));
        assert_eq!("AK".parse::<CardSet>(), Err(NotationError::Group("AK".into())));
        assert_eq!("S:1".parse::<CardSet>(), Err(NotationError::Rank('1')));
        assert_eq!("X:A".parse::<CardSet>(), Err(NotationError::Suit("X".into())));
    }

    #[test]
    fn deals_round_trip() {
        let deal = Deal::random(&mut stream(5, 0, Purpose::Deal));
        assert_eq!(deal.to_string().parse(), Ok(deal));
        assert_eq!("S:A | H:A".parse::<Deal>(), Err(NotationError::Hands(2)));
        let twice = "S:A | H:A | D:AA | C:A".parse::<Deal>().map_err(|error| error.to_string());
        assert_eq!(twice, Err("seat 2: AD is given twice".to_owned()));
        assert!(matches!("S:A | H:A | D:A | C:A".parse::<Deal>(), Err(NotationError::Deal(Misdeal::Count { .. }))));
    }
}
