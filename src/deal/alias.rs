//! How thirteen cards fall on blocks of thirteen places: the multivariate hypergeometric distribution as an alias table
//! (Walker 1977; Vose 1991), built of whole numbers by the compiler.

use std::hint::select_unpredictable;

/// A random number in [0, 1) in units of 2^-64, from which draws are split off.
#[derive(Clone, Copy)]
pub(crate) struct Fraction(pub(crate) u64);

impl Fraction {
    /// A number below `n`, and what is left for the next draw.
    #[inline(always)]
    pub(crate) fn draw(self, n: u64) -> (usize, Fraction) {
        let product = u128::from(self.0) * u128::from(n);
        ((product >> 64) as usize, Fraction(product as u64))
    }
}

/// In how many ways 0, 1, … 13 places of a block are chosen.
pub(super) const BINOMIALS: [u16; 14] = {
    let mut row = [1; 14];
    let mut k = 1;
    while k < 14 {
        row[k] = (row[k - 1] as u32 * (14 - k as u32) / k as u32) as u16;
        k += 1;
    }
    row
};

/// One column of an alias table: `own` with the probability `threshold` / 2^64, else `other`. Both are compositions:
/// four bits a block, block 0 lowest, for how many cards come from it.
#[derive(Clone, Copy)]
struct Column {
    threshold: u64,
    own: u16,
    other: u16,
}

/// An alias table with `N` columns of equal probability. `SIZE` is the power of two above `N`: its spare columns are never
/// drawn and spare the check of the index.
pub(super) struct Alias<const N: usize, const SIZE: usize>([Column; SIZE]);

impl<const N: usize, const SIZE: usize> Alias<N, SIZE> {
    /// The table for `blocks` blocks, which have `N` compositions.
    pub(super) const fn new(blocks: usize) -> Alias<N, SIZE> {
        let (compositions, mut need) = compositions::<N>(blocks);
        let mut columns = [Column { threshold: 0, own: 0, other: 0 }; SIZE];
        // In units of 1 / (N · room), a column has the probability `room` and a composition its weight times N.
        let (mut small, mut large) = (Stack::<N>::new(), Stack::<N>::new());
        let mut room = 0;
        let mut i = 0;
        while i < N {
            room += need[i];
            i += 1;
        }
        let mut i = 0;
        while i < N {
            need[i] *= N as u64;
            if need[i] < room {
                small.push(i);
            } else {
                large.push(i);
            }
            // Right for the compositions that are still on a stack in the end: they need exactly one column.
            columns[i] = Column { threshold: u64::MAX, own: compositions[i], other: compositions[i] };
            i += 1;
        }
        while small.len > 0 && large.len > 0 {
            let (low, high) = (small.pop(), large.pop());
            columns[low].threshold = (((need[low] as u128) << 64) / room as u128) as u64;
            columns[low].other = compositions[high];
            need[high] -= room - need[low];
            if need[high] < room { small.push(high) } else { large.push(high) }
        }
        Alias(columns)
    }

    /// A random composition.
    #[inline(always)]
    pub(super) fn draw(&self, word: Fraction) -> u16 {
        let (column, fraction) = word.draw(N as u64);
        let column = &self.0[column & (SIZE - 1)];
        select_unpredictable(fraction.0 < column.threshold, column.own, column.other)
    }
}

/// Indices below `N`, each at most once.
struct Stack<const N: usize> {
    items: [usize; N],
    len: usize,
}

impl<const N: usize> Stack<N> {
    const fn new() -> Stack<N> {
        Stack { items: [0; N], len: 0 }
    }

    const fn push(&mut self, item: usize) {
        self.items[self.len] = item;
        self.len += 1;
    }

    const fn pop(&mut self) -> usize {
        self.len -= 1;
        self.items[self.len]
    }
}

/// The ways to take thirteen cards out of `blocks` blocks of thirteen, and how many sets of cards each of them has.
const fn compositions<const N: usize>(blocks: usize) -> ([u16; N], [u64; N]) {
    let (mut found, mut weights, mut len) = ([0; N], [0; N], 0);
    let most = [13, if blocks > 2 { 13 } else { 0 }, if blocks > 3 { 13 } else { 0 }];
    let mut a = 0;
    while a <= most[0] {
        let mut b = 0;
        while b <= most[1] && a + b <= 13 {
            let mut c = 0;
            while c <= most[2] && a + b + c <= 13 {
                let last = 13 - a - b - c;
                found[len] = (a | b << 4 | c << 8 | last << (4 * (blocks - 1))) as u16;
                weights[len] = BINOMIALS[a] as u64 * BINOMIALS[b] as u64 * BINOMIALS[c] as u64 * BINOMIALS[last] as u64;
                len += 1;
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    (found, weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// C(n, 13), exactly.
    fn hands_of(n: u64) -> u64 {
        (1..=13).fold(1u128, |ways, k| ways * u128::from(n - 13 + k) / u128::from(k)) as u64
    }

    /// What the columns say of each composition, against the hypergeometric distribution.
    fn check<const N: usize, const SIZE: usize>(blocks: usize, alias: &Alias<N, SIZE>) {
        let (compositions, weights) = compositions::<N>(blocks);
        let total: u64 = weights.iter().sum();
        assert_eq!(total, hands_of(13 * blocks as u64));
        let mut seen = compositions;
        seen.sort_unstable();
        assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "a composition twice");
        for (&composition, &weight) in compositions.iter().zip(&weights) {
            let counts: Vec<u16> = (0..4).map(|block| composition >> (4 * block) & 15).collect();
            assert_eq!(counts.iter().sum::<u16>(), 13);
            assert!(counts[blocks..].iter().all(|&count| count == 0));
            // The probability times N · 2^64, out of the table.
            let mut share = 0u128;
            for column in &alias.0[..N] {
                share += u128::from(column.own == composition) * u128::from(column.threshold);
                share += u128::from(column.other == composition) * ((1 << 64) - u128::from(column.threshold));
            }
            let wanted = ((u128::from(weight) * N as u128) << 64) / u128::from(total);
            // One unit for the rounding of each column, far below the 10^-12 that would do.
            assert!(share.abs_diff(wanted) <= N as u128, "{composition:x}: {share} instead of {wanted}");
            let (found, exact) = (share as f64 / N as f64 / 2f64.powi(64), weight as f64 / total as f64);
            assert!((found - exact).abs() < 1e-15, "{composition:x}: {found} instead of {exact}");
        }
    }

    #[test]
    fn the_tables_are_the_hypergeometric_distribution() {
        check(4, &super::super::table::OF_FOUR);
        check(3, &super::super::table::OF_THREE);
        check(2, &super::super::table::OF_TWO);
    }

    #[test]
    fn spare_columns_are_out_of_reach() {
        let alias = Alias::<14, 16>::new(2);
        for word in [0, 1, u64::MAX / 14, u64::MAX] {
            assert_eq!((0..2).map(|block| alias.draw(Fraction(word)) >> (4 * block) & 15).sum::<u16>(), 13);
        }
    }
}
