//! Sets of cards in one machine word.

use crate::kernel::bits::place_of_nth;
use crate::{Card, Suit};
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of cards: one 16-bit lane per suit (spades lowest), the rank in bits 0–12 of the lane. The three upper bits of
/// each lane are always 0.
///
/// ```
/// use gongzhu::{CardSet, Suit, cards};
/// let hand: CardSet = "S:AQ3 H:KT D:- C:82".parse()?;
/// assert_eq!(hand.len(), 7);
/// assert_eq!((hand & CardSet::HEARTS).to_string(), "S:- H:KT D:- C:-");
/// assert_eq!(hand.in_suit(Suit::Spades), cards![AS QS 3S]);
/// # Ok::<(), gongzhu::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
#[repr(transparent)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards.
    pub const ALL: CardSet = CardSet(0x1FFF_1FFF_1FFF_1FFF);
    /// The thirteen spades.
    pub const SPADES: CardSet = CardSet::suit(Suit::Spades);
    /// The thirteen hearts.
    pub const HEARTS: CardSet = CardSet::suit(Suit::Hearts);
    /// The thirteen diamonds.
    pub const DIAMONDS: CardSet = CardSet::suit(Suit::Diamonds);
    /// The thirteen clubs.
    pub const CLUBS: CardSet = CardSet::suit(Suit::Clubs);

    /// The set of one card.
    #[inline]
    pub const fn of(card: Card) -> CardSet {
        CardSet(1 << card.bit())
    }

    /// The thirteen cards of a suit.
    #[inline]
    pub const fn suit(suit: Suit) -> CardSet {
        CardSet(0x1FFF << (16 * suit.index()))
    }

    /// The set with these bits, or `None` where a bit names no card.
    #[inline]
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits & !CardSet::ALL.0 == 0 { Some(CardSet(bits)) } else { None }
    }

    /// The set from the bits that name a card; the others are dropped.
    #[inline]
    pub(crate) const fn from_bits_truncate(bits: u64) -> CardSet {
        CardSet(bits & CardSet::ALL.0)
    }

    /// The bits: lane per suit, see the type.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set as 52 bits, bit [`Card::index`] for each card: the form of files (DATA.md §5).
    #[inline]
    pub const fn to_mask(self) -> u64 {
        let b = self.0;
        b & 0x1FFF | b >> 3 & 0x1FFF << 13 | b >> 6 & 0x1FFF << 26 | b >> 9 & 0x1FFF << 39
    }

    /// The set from 52 bits as [`CardSet::to_mask`] makes them, or `None` where a higher bit is set.
    #[inline]
    pub const fn from_mask(mask: u64) -> Option<CardSet> {
        if mask >> 52 != 0 {
            return None;
        }
        let m = mask;
        Some(CardSet(m & 0x1FFF | (m & 0x1FFF << 13) << 3 | (m & 0x1FFF << 26) << 6 | (m & 0x1FFF << 39) << 9))
    }

    /// How many cards the set holds.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set holds no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds `card`.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.bit() & 1 == 1
    }

    /// Whether the set shares a card with `other`.
    #[inline]
    pub const fn meets(self, other: CardSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every card of the set is in `other`.
    #[inline]
    pub const fn is_subset(self, other: CardSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set with `card` added.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.bit())
    }

    /// The set with `card` taken out.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !(1 << card.bit()))
    }

    /// The cards of the set in `suit`.
    #[inline]
    #[must_use]
    pub const fn in_suit(self, suit: Suit) -> CardSet {
        CardSet(self.0 & CardSet::suit(suit).0)
    }

    /// The cards of the set in `suit` as thirteen bits, bit 0 for the two.
    #[inline]
    pub const fn ranks(self, suit: Suit) -> u16 {
        (self.0 >> (16 * suit.index())) as u16 & 0x1FFF
    }

    /// The only or lowest-numbered card (spades before hearts before diamonds before clubs, low before high).
    #[inline]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::from_bit(self.0.trailing_zeros())) }
    }

    /// The highest-numbered card; the highest rank where the set lies in one suit.
    #[inline]
    pub const fn last(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card::from_bit(63 - self.0.leading_zeros())) }
    }

    /// The cards below `card` in its suit.
    #[inline]
    pub const fn below(card: Card) -> CardSet {
        CardSet(((1 << card.bit()) - 1) & CardSet::suit(card.suit()).0)
    }

    /// The cards above `card` in its suit.
    #[inline]
    pub const fn above(card: Card) -> CardSet {
        CardSet(CardSet::suit(card.suit()).0 & !((2u64 << card.bit()) - 1))
    }

    /// The `n`-th card in ascending order, counted from 0, or `None` where the set holds fewer.
    #[inline]
    pub fn nth(self, n: usize) -> Option<Card> {
        (n < self.len()).then(|| Card::from_bit(place_of_nth(self.0, n as u32)))
    }

    /// The cards in ascending order.
    #[inline]
    pub const fn iter(self) -> Iter {
        Iter(self.0)
    }
}

/// The iterator of a [`CardSet`], in ascending order.
#[derive(Clone, Debug)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Card;
    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = CardSet(self.0).first();
        self.0 &= self.0.wrapping_sub(1);
        card
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl DoubleEndedIterator for Iter {
    #[inline]
    fn next_back(&mut self) -> Option<Card> {
        let card = CardSet(self.0).last()?;
        self.0 &= !(1 << card.bit());
        Some(card)
    }
}

impl ExactSizeIterator for Iter {}
impl FusedIterator for Iter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;
    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl From<Card> for CardSet {
    #[inline]
    fn from(card: Card) -> CardSet {
        CardSet::of(card)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt;)*) => {$(
        impl $trait for CardSet {
            type Output = CardSet;
            #[inline]
            fn $method(self, other: CardSet) -> CardSet { CardSet(self.0 $op other.0) }
        }
        impl $assign for CardSet {
            #[inline]
            fn $assign_method(&mut self, other: CardSet) { self.0 = self.0 $op other.0; }
        }
    )*};
}
operators! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

/// The cards of the one set that are not in the other.
impl Sub for CardSet {
    type Output = CardSet;
    #[inline]
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl SubAssign for CardSet {
    #[inline]
    fn sub_assign(&mut self, other: CardSet) {
        self.0 &= !other.0;
    }
}

/// The cards of the deck that are not in the set.
impl Not for CardSet {
    type Output = CardSet;
    #[inline]
    fn not(self) -> CardSet {
        CardSet(!self.0 & CardSet::ALL.0)
    }
}

/// A card set from card names, for tests and examples: `cards![QS 2H TC]`. Panics on a name that is no card.
#[macro_export]
macro_rules! cards {
    ($($card:tt)*) => {
        [$(stringify!($card)),*].iter().map(|name| name.parse::<$crate::Card>().expect("a card name")).collect::<$crate::CardSet>()
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, stream};
    use rand_core::Rng as _;

    #[test]
    fn the_nth_card_is_that_of_the_iterator() {
        let mut rng = stream(5, 1, Purpose::Deal);
        for round in 0..2_000 {
            let set =
                CardSet::from_bits_truncate(rng.next_u64() & if round % 2 == 0 { u64::MAX } else { rng.next_u64() });
            let cards: Vec<_> = set.iter().map(Some).chain([None, None]).collect();
            assert_eq!((0..set.len() + 2).map(|n| set.nth(n)).collect::<Vec<_>>(), cards, "{set:?}");
        }
        assert_eq!((CardSet::EMPTY.nth(0), CardSet::ALL.nth(usize::MAX)), (None, None));
    }
}
