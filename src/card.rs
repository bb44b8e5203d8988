//! Suits, ranks and cards.

use std::fmt;

/// One of the four suits, in the order of all notations: spades, hearts, diamonds, clubs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// ♠
    Spades,
    /// ♥
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
}

impl Suit {
    /// The suits in notation order.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// 0 for spades, 1 hearts, 2 diamonds, 3 clubs.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The suit with index `index` modulo 4.
    #[inline]
    pub const fn wrapping(index: usize) -> Suit {
        // A match, not a look at `ALL`: it compiles to nothing.
        match index & 3 {
            0 => Suit::Spades,
            1 => Suit::Hearts,
            2 => Suit::Diamonds,
            _ => Suit::Clubs,
        }
    }

    /// The letter of the suit: `S`, `H`, `D` or `C`.
    pub const fn letter(self) -> char {
        ['S', 'H', 'D', 'C'][self.index()]
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A rank from 2 to ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Rank(u8);

impl Rank {
    /// The rank letters from low to high.
    pub(crate) const LETTERS: [u8; 13] = *b"23456789TJQKA";
    /// Ten.
    pub const TEN: Rank = Rank(8);
    /// Jack.
    pub const JACK: Rank = Rank(9);
    /// Queen.
    pub const QUEEN: Rank = Rank(10);
    /// King.
    pub const KING: Rank = Rank(11);
    /// Ace, the highest.
    pub const ACE: Rank = Rank(12);

    /// The rank with this index (0 for the two, 12 for the ace), or `None` above 12.
    #[inline]
    pub const fn new(index: u8) -> Option<Rank> {
        if index < 13 { Some(Rank(index)) } else { None }
    }

    /// 0 for the two up to 12 for the ace.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter of the rank: `2`–`9`, `T`, `J`, `Q`, `K`, `A`.
    pub const fn letter(self) -> char {
        Rank::LETTERS[self.index()] as char
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A card. Its number is its bit in a [`CardSet`](crate::CardSet): four bits of suit above four bits of rank, so that the
/// suit is a shift away. [`Card::index`] is the dense number 0–51 that files use.
///
/// ```
/// use gongzhu::{Card, Suit, Rank};
/// let pig: Card = "QS".parse()?;
/// assert_eq!(pig, Card::PIG);
/// assert_eq!((pig.suit(), pig.rank()), (Suit::Spades, Rank::QUEEN));
/// assert_eq!(pig.index(), 10);
/// # Ok::<(), gongzhu::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Card(u8);

impl Card {
    /// The queen of spades: the pig of Gong Zhu, thirteen points of Hearts.
    pub const PIG: Card = Card::of(Suit::Spades, Rank::QUEEN);
    /// The jack of diamonds: the sheep.
    pub const SHEEP: Card = Card::of(Suit::Diamonds, Rank::JACK);
    /// The ten of clubs: the transformer.
    pub const TRANSFORMER: Card = Card::of(Suit::Clubs, Rank::TEN);
    /// The ace of hearts; revealed it doubles every heart.
    pub const ACE_OF_HEARTS: Card = Card::of(Suit::Hearts, Rank::ACE);
    /// The queen of diamonds, for the option `queen_of_diamonds`.
    pub const QUEEN_OF_DIAMONDS: Card = Card::of(Suit::Diamonds, Rank::QUEEN);
    /// The two of clubs, which opens most games.
    pub const TWO_OF_CLUBS: Card = Card::of(Suit::Clubs, Rank(0));

    /// The card of this suit and rank.
    #[inline]
    pub const fn of(suit: Suit, rank: Rank) -> Card {
        Card((suit as u8) << 4 | rank.0)
    }

    /// The card with the dense number `index` = suit × 13 + rank (DATA.md §4), or `None` above 51.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Card> {
        if index < 52 { Some(Card(index + index / 13 * 3)) } else { None }
    }

    /// The dense number 0–51: suit × 13 + rank (DATA.md §4).
    #[inline]
    pub const fn index(self) -> u8 {
        self.0 - (self.0 >> 4) * 3
    }

    /// The card at bit `bit` of a card set; the caller holds a set with that bit.
    #[inline]
    pub(crate) const fn from_bit(bit: u32) -> Card {
        Card(bit as u8)
    }

    /// The bit of the card in a card set, 0–63 with gaps.
    #[inline]
    pub const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// The suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::wrapping((self.0 >> 4) as usize)
    }

    /// The rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 & 15)
    }

    /// All 52 cards, spades first, from the two to the ace in each suit.
    pub fn all() -> impl ExactSizeIterator<Item = Card> {
        (0..52u8).map(|index| Card(index + index / 13 * 3))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The canonical text: rank then suit, `QS`, `TC`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(std::str::from_utf8(&[self.rank().letter() as u8, self.suit().letter() as u8]).unwrap_or("??"))
    }
}
