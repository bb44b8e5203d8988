//! The random words of a block in vector registers, and draws from them.

use super::lanes::Lanes;
use crate::kernel::words::{Source, states};

/// The generators of [`Words`](crate::kernel::words::Words): each step gives sixteen words of 16 bits, one a lane.
#[derive(Clone, Copy)]
pub(super) struct Words([Lanes; 4]);

impl Words {
    /// The words that follow from a key.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn from_key(key: u64) -> Words {
        let [a, b, c, d] = states(key);
        Words([Lanes::from_words(a), Lanes::from_words(b), Lanes::from_words(c), Lanes::from_words(d)])
    }

    /// A fraction of 32 bits for every lane, in two steps, the high half first.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn fraction(&mut self) -> Fraction {
        let high = Lanes::random(&mut self.0);
        Fraction { high, low: Lanes::random(&mut self.0) }
    }
}

impl Source for Words {
    #[inline(always)]
    #[allow(unsafe_code)]
    fn next(&mut self) -> [u64; 4] {
        // SAFETY: only functions with the feature make words of this type.
        unsafe { Lanes::random(&mut self.0).to_words() }
    }
}

/// A random fraction between 0 and 1 for every lane, in 32 bits. Draws take their part of it one after another.
#[derive(Clone, Copy)]
pub(super) struct Fraction {
    /// Its halves.
    pub(super) high: Lanes,
    pub(super) low: Lanes,
}

impl Fraction {
    /// A fraction that is spent.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn zero() -> Fraction {
        Fraction { high: Lanes::none(), low: Lanes::none() }
    }

    /// A number below `n`: the integer part of fraction × n. The fractional part stays.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn below(&mut self, n: Lanes) -> Lanes {
        let product = self.high.times(n);
        let high = product + self.low.times_high(n);
        // All bits, that is -1, where the sum has no carry.
        let no_carry = high.reaches(product);
        let whole = self.high.times_high(n) + Lanes::splat(1) + no_carry;
        *self = Fraction { high, low: self.low.times(n) };
        whole
    }
}
