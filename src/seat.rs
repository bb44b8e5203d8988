//! The four seats of a table and values held once per seat.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the four seats; the turn passes `0 → 1 → 2 → 3 → 0` (RULES.md §1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The four seats in turn order, seat 0 first.
    pub const ALL: [Seat; 4] = [Seat(0), Seat(1), Seat(2), Seat(3)];

    /// The seat with this number, or `None` above 3.
    #[inline]
    pub const fn new(number: u8) -> Option<Seat> {
        if number < 4 { Some(Seat(number)) } else { None }
    }

    /// The seat whose number is `number` modulo 4.
    #[inline]
    pub const fn wrapping(number: usize) -> Seat {
        Seat((number & 3) as u8)
    }

    /// The number of the seat, 0–3.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The seat that plays after this one.
    #[inline]
    pub const fn next(self) -> Seat {
        Seat((self.0 + 1) & 3)
    }

    /// The seat `steps` turns after this one.
    #[inline]
    pub const fn offset(self, steps: usize) -> Seat {
        Seat::wrapping(self.0 as usize + steps)
    }

    /// The seat opposite; in a partnership the partner.
    #[inline]
    pub const fn across(self) -> Seat {
        Seat(self.0 ^ 2)
    }

    /// The side of the seat in a partnership: 0 for seats 0 and 2, 1 for seats 1 and 3.
    #[inline]
    pub const fn side(self) -> usize {
        (self.0 & 1) as usize
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One value per seat, indexed by [`Seat`].
///
/// ```
/// use gongzhu::{BySeat, Seat};
/// let mut tricks = BySeat([0; 4]);
/// tricks[Seat::ALL[2]] += 1;
/// assert_eq!(tricks.0, [0, 0, 1, 0]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct BySeat<T>(pub [T; 4]);

impl<T> BySeat<T> {
    /// The value of each seat made by `f`.
    #[inline]
    pub fn from_fn(mut f: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat([f(Seat(0)), f(Seat(1)), f(Seat(2)), f(Seat(3))])
    }

    /// The same value for every seat.
    #[inline]
    pub fn splat(value: T) -> BySeat<T>
    where
        T: Copy,
    {
        BySeat([value; 4])
    }

    /// Each seat with its value, seat 0 first.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }

    /// A value per seat made from each seat's value.
    #[inline]
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(f))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// A set of seats, for the decision who receives a trick (RULES.md §4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The set with `seat` added.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// Whether the set holds `seat`.
    #[inline]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats of the set in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |&seat| self.has(seat))
    }

    /// The `n`-th seat in ascending order, counted from 0, or `None` where the set holds fewer.
    #[inline]
    pub fn nth(self, n: usize) -> Option<Seat> {
        // Seat i is the n-th where it is in the set and n others are below it.
        let is_nth = |i: usize| self.0 >> i & 1 == 1 && (self.0 & ((1 << i) - 1)).count_ones() as usize == n;
        let number = (0..4).map(|i| usize::from(is_nth(i)) * i).sum();
        (n < self.len()).then(|| Seat::wrapping(number))
    }

    /// The set as four bits, bit i for seat i.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_seat_is_that_of_the_iterator() {
        for bits in 0..16u8 {
            let set: SeatSet = Seat::ALL.into_iter().filter(|seat| bits >> seat.index() & 1 == 1).collect();
            assert_eq!([0, 1, 2, 3, 4].map(|n| set.nth(n)), [0, 1, 2, 3, 4].map(|n| set.iter().nth(n)));
        }
    }
}
