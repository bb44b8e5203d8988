//! The random words of a block, one lane after another.

use super::LANES;
use crate::rng::{GOLDEN_GAMMA, Purpose, key, mix};

/// The states of four generators Xoshiro256++, word by word: `states(key)[i][g]` is word i of generator g. The words are the first
/// sixteen outputs of SplitMix64 from `key`, four a generator.
#[inline(always)]
pub(super) fn states(key: u64) -> [[u64; 4]; 4] {
    let mut states = [[0; 4]; 4];
    let mut at = key;
    for generator in 0..4 {
        for state in &mut states {
            state[generator] = mix(at);
            at = at.wrapping_add(GOLDEN_GAMMA);
        }
    }
    states
}

/// The key of block `block` under `seed`.
#[inline(always)]
pub(super) fn block_key(seed: u64, block: u64) -> u64 {
    key(seed, block, Purpose::Block)
}

/// What gives four words of 64 bits a step.
pub(super) trait Source {
    /// The next four words.
    fn next(&mut self) -> [u64; 4];

    /// A word for each lane, in four steps.
    #[inline(always)]
    fn next_row(&mut self) -> [u64; LANES] {
        let mut row = [0; LANES];
        for four in row.as_chunks_mut::<4>().0 {
            *four = self.next();
        }
        row
    }
}

/// Four generators Xoshiro256++ side by side.
#[derive(Clone, Copy)]
pub(super) struct Words([[u64; 4]; 4]);

impl Words {
    /// The words that follow from a key.
    #[inline(always)]
    pub(super) fn from_key(key: u64) -> Words {
        Words(states(key))
    }
}

impl Source for Words {
    #[inline(always)]
    fn next(&mut self) -> [u64; 4] {
        let [s0, s1, s2, s3] = &mut self.0;
        let mut out = [0; 4];
        for g in 0..4 {
            out[g] = s0[g].wrapping_add(s3[g]).rotate_left(23).wrapping_add(s0[g]);
            let t = s1[g] << 17;
            s2[g] ^= s0[g];
            s3[g] ^= s1[g];
            s1[g] ^= s2[g];
            s0[g] ^= s3[g];
            s2[g] ^= t;
            s3[g] = s3[g].rotate_left(45);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng as _};

    #[test]
    fn the_words_are_those_of_four_generators() {
        let mut words = Words::from_key(7);
        // Seeding from a number takes the words of SplitMix64 from there.
        let from = |generator: u64| 7u64.wrapping_add((4 * generator).wrapping_mul(GOLDEN_GAMMA));
        let mut plain = [0, 1, 2, 3].map(|generator| crate::rng::Rng::seed_from_u64(from(generator)));
        for _ in 0..100 {
            assert_eq!(words.next(), plain.each_mut().map(Rng::next_u64));
        }
    }
}
