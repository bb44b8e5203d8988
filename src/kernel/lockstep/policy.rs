//! How seats choose their cards.

use super::sensible::Sensible;

/// A way of choosing cards.
pub(super) trait Policy {
    /// The sensible policy, or nothing for uniformly random choice.
    fn sensible(&mut self) -> Option<&mut Sensible>;
}

/// Every legal card is equally likely.
pub(super) struct Uniform;

impl Policy for Uniform {
    #[inline(always)]
    fn sensible(&mut self) -> Option<&mut Sensible> {
        None
    }
}

impl Policy for Sensible {
    #[inline(always)]
    fn sensible(&mut self) -> Option<&mut Sensible> {
        Some(self)
    }
}
