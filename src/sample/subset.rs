//! Uniform subsets of a given size.

use crate::deal::{Fraction, nth_mask};
use crate::kernel::bits::Bits;
use crate::rng::Rng;
use rand_core::Rng as _;

/// C(n, k) for up to 39 cards, of which a hand takes up to 13.
static BINOMIALS: [[u64; 14]; 40] = {
    let mut table = [[0; 14]; 40];
    let mut n = 0;
    while n < 40 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n && k < 14 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// C(`n`, `k`) for `n` up to 39 and `k` up to 13.
#[inline(always)]
pub(super) fn binomial(n: usize, k: usize) -> u64 {
    BINOMIALS[n][k]
}

/// A uniformly random number below `n`; no number is more than 2^-64 off its probability.
#[inline(always)]
pub(super) fn below(rng: &mut Rng, n: u64) -> u64 {
    Fraction(rng.next_u64()).draw(n).0 as u64
}

/// A uniformly random subset of `cards` with `count` cards. Up to four draws are made of a word; they have less than 2^21
/// outcomes together, which keeps the probability of any event within 2^-44 per word.
#[inline(always)]
pub(super) fn subset<B: Bits>(rng: &mut Rng, cards: u64, count: usize) -> u64 {
    let all = cards.count_ones() as usize;
    if count == 0 || count == all {
        return if count == 0 { 0 } else { cards };
    }
    if all <= 13 {
        let index = below(rng, binomial(all, count)) as usize;
        return B::deposit(nth_mask(count, index), cards);
    }
    let take_out = count.min(all - count);
    let mut left = cards;
    let mut word = Fraction(0);
    for i in 0..take_out {
        if i % 4 == 0 {
            word = Fraction(rng.next_u64());
        }
        let (k, rest) = word.draw((all - i) as u64);
        word = rest;
        left ^= B::nth(left, k as u32);
    }
    if take_out == count { cards ^ left } else { left }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CardSet;
    use crate::kernel::bits::{BitTask, Portable, with_bits};
    use crate::rng::{Purpose, choose_many, stream};
    use std::collections::HashMap;

    struct One<'a>(&'a mut Rng, u64, usize);

    impl BitTask for One<'_> {
        type Output = u64;
        #[inline(always)]
        fn run<B: Bits>(self) -> u64 {
            subset::<B>(self.0, self.1, self.2)
        }
    }

    #[test]
    fn every_subset_is_equally_likely() {
        let mut rng = stream(22, 0, Purpose::Deal);
        for (all, count) in [(1, 1), (5, 0), (6, 2), (13, 3), (13, 11), (14, 1), (14, 12), (14, 5), (20, 3), (39, 2)] {
            let cards = choose_many(&mut rng, CardSet::ALL, all).bits();
            let subsets = binomial(all, count.min(all - count));
            let samples = 50 * subsets;
            let mut counts = HashMap::new();
            for _ in 0..samples {
                let mut twin = rng.clone();
                let found = with_bits(One(&mut rng, cards, count));
                assert_eq!(found, One(&mut twin, cards, count).run::<Portable>());
                assert_eq!(rng, twin);
                assert!(found & !cards == 0 && found.count_ones() as usize == count, "{found:x} of {cards:x}");
                *counts.entry(found).or_insert(0u32) += 1;
            }
            let square = |count: u32| (f64::from(count) - 50.0).powi(2) / 50.0;
            let never = subsets - counts.len() as u64;
            let chi2 = counts.into_values().map(square).sum::<f64>() + 50.0 * never as f64;
            let freedom = subsets as f64 - 1.0;
            assert!((chi2 - freedom).abs() <= 6.0 * (2.0 * freedom).sqrt(), "{count} of {all}: chi-square {chi2}");
        }
    }

    #[test]
    fn binomials() {
        assert_eq!((binomial(39, 13), binomial(13, 13), binomial(12, 13)), (8_122_425_444, 1, 0));
        assert!((1..40).all(|n| binomial(n, 1) == n as u64));
    }
}
