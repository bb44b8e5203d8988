//! How a card is played.

/// What a card does in its trick when it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// It leads.
    Lead,
    /// It follows suit below the card that holds the trick.
    Duck,
    /// It is of another suit.
    Discard,
    /// It takes the trick, in the last seat.
    TakeLast,
    /// The same with one seat behind.
    TakeThird,
    /// The same with two seats behind.
    TakeSecond,
}

/// How many kinds there are.
pub(super) const KINDS: usize = 6;

impl Kind {
    /// Taking a trick with so many seats behind.
    #[inline]
    pub(super) fn take(behind: usize) -> Kind {
        match behind {
            0 => Kind::TakeLast,
            1 => Kind::TakeThird,
            _ => Kind::TakeSecond,
        }
    }
}
