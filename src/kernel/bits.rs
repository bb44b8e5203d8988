//! Bit tricks with and without the instructions of BMI2: depositing bits, and the k-th card of a set.
//!
//! Code that wants them is generic over [`Bits`] and runs inside [`with_bits`], which picks the implementation once for a
//! whole task: a call per card across the boundary of the feature would cost more than the instruction saves.

use std::hint::select_unpredictable;

/// The operations.
pub(crate) trait Bits {
    /// The lowest bits of `bits` put, in order, to the places of the bits set in `mask`.
    fn deposit(bits: u64, mask: u64) -> u64;

    /// The `k`-th bit set in `set`, counted from 0, as a set of one; `k` has to be below the number of bits.
    #[inline(always)]
    fn nth(set: u64, k: u32) -> u64 {
        Self::deposit(1 << k, set)
    }
}

/// Without special instructions.
pub(crate) struct Portable;

impl Bits for Portable {
    #[inline(always)]
    fn deposit(bits: u64, mask: u64) -> u64 {
        let (mut bits, mut mask, mut out) = (bits, mask, 0);
        while mask != 0 {
            out |= (mask & mask.wrapping_neg()) * (bits & 1);
            mask &= mask - 1;
            bits >>= 1;
        }
        out
    }

    #[inline(always)]
    fn nth(set: u64, k: u32) -> u64 {
        1 << place_of_nth(set, k)
    }
}

/// Where the `k`-th bit of `set` is, for `k` below the number of bits.
#[inline(always)]
pub(crate) fn place_of_nth(set: u64, k: u32) -> u32 {
    // Halves the word three times towards the bit, without a branch: which half it is in is anybody's guess.
    let (mut bits, mut k, mut place) = (set, k, 0);
    for width in [32, 16, 8] {
        let (rest, below) = k.overflowing_sub((bits & ((1 << width) - 1)).count_ones());
        k = select_unpredictable(below, k, rest);
        bits = select_unpredictable(below, bits, bits >> width);
        place = select_unpredictable(below, place, place + width);
    }
    place + u32::from(NTH_IN_BYTE[k as usize & 7][bits as usize & 255])
}

/// Which bit of a byte is the k-th of those that are set.
static NTH_IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut rest, mut k) = (byte as u8, 0);
        while rest != 0 {
            table[k][byte] = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            k += 1;
        }
        byte += 1;
    }
    table
};

/// Work that is generic over the bit operations. `run` has to be `#[inline(always)]`, and so has everything in it that
/// is to use the instructions.
pub(crate) trait BitTask {
    /// What the work yields.
    type Output;
    /// Does the work.
    fn run<B: Bits>(self) -> Self::Output;
}

/// Runs a task with the fastest bit operations of this processor.
#[inline]
pub(crate) fn with_bits<T: BitTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if super::detect::fast_deposit() {
        // SAFETY: the processor has BMI2 and what comes with it.
        #[allow(unsafe_code)]
        return unsafe { pdep::run(task) };
    }
    task.run::<Portable>()
}

#[cfg(target_arch = "x86_64")]
pub(super) use pdep::Pdep;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod pdep {
    use super::{BitTask, Bits};

    /// With the instruction PDEP. Only functions that have BMI2 enabled may use it.
    pub(in crate::kernel) struct Pdep;

    impl Bits for Pdep {
        #[inline(always)]
        fn deposit(bits: u64, mask: u64) -> u64 {
            // SAFETY: only reached through functions whose callers have checked for BMI2.
            unsafe { std::arch::x86_64::_pdep_u64(bits, mask) }
        }
    }

    /// Runs the task with BMI2 enabled.
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn run<T: BitTask>(task: T) -> T::Output {
        task.run::<Pdep>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, stream};
    use rand_core::Rng as _;

    struct Both {
        bits: u64,
        mask: u64,
    }

    impl BitTask for Both {
        type Output = (u64, Vec<u64>);
        #[inline(always)]
        fn run<B: Bits>(self) -> Self::Output {
            (B::deposit(self.bits, self.mask), (0..self.mask.count_ones()).map(|k| B::nth(self.mask, k)).collect())
        }
    }

    #[test]
    fn deposits_and_selections_are_those_of_a_plain_loop() {
        let mut rng = stream(5, 0, Purpose::Deal);
        for round in 0..2_000 {
            let mask = rng.next_u64() & if round % 2 == 0 { u64::MAX } else { rng.next_u64() & rng.next_u64() };
            let bits = rng.next_u64();
            let places: Vec<u64> = (0..64).map(|i| 1u64 << i).filter(|bit| mask & bit != 0).collect();
            let deposited = places.iter().enumerate().map(|(k, bit)| (bits >> k & 1) * bit).sum::<u64>();
            assert_eq!(with_bits(Both { bits, mask }), (deposited, places.clone()));
            assert_eq!(Both { bits, mask }.run::<Portable>(), (deposited, places));
        }
    }
}
