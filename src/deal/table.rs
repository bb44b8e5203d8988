//! Deals out of tables instead of a shuffle: some twenty loads and multiplications, no loop and no branch.
//!
//! The seats take their cards one after another from what is left, which is seen as blocks of thirteen places: four
//! blocks (the suits) for the first seat, three for the second, two for the third. For each seat one draw decides how
//! many of its thirteen cards come from each block, and one draw a block decides which, by an index into the masks of
//! thirteen bits with that many ones.
//!
//! # How even it is
//! A word that yields several draws is a fraction of 2^64 that is multiplied by the number of choices: the integer part is
//! the draw, the fractional part goes on to the next. The draws of a word with *n* outcomes in all are therefore the
//! digits of ⌊*n* · word / 2^64⌋; 2^64 / *n* words, up to one, lead to each outcome, so that the distribution is within
//! *n* / 2^65 of the uniform one in total variation. *n* is at most 1716² for a pair of masks (four words) and below 2^15
//! elsewhere; the thresholds of the alias tables, rounded to 2^-64, add less than 2^-53. All in all, given uniform and
//! independent words, **no event has a probability that is more than 4 · 10^-13 off** that under uniform deals.

use super::alias::{Alias, BINOMIALS, Fraction};
use crate::kernel::bits::Bits;

/// How many random words a deal takes, always.
pub(crate) const DEAL_WORDS: usize = 8;

/// How many cards of each suit the first seat gets.
pub(super) static OF_FOUR: Alias<560, 1024> = Alias::new(4);
/// How many cards of each block the second seat gets.
pub(super) static OF_THREE: Alias<105, 128> = Alias::new(3);
/// How many cards of each block the third seat gets.
pub(super) static OF_TWO: Alias<14, 16> = Alias::new(2);

/// The masks of thirteen bits: those with fewer ones first.
static MASKS: [u16; 8192] = {
    let mut masks = [0; 8192];
    let mut next = FIRST_MASKS;
    let mut mask = 0;
    while mask < 8192u16 {
        let ones = mask.count_ones() as usize;
        masks[next[ones] as usize] = mask;
        next[ones] += 1;
        mask += 1;
    }
    masks
};

/// Where the masks with 0, 1, … ones begin in [`MASKS`].
const FIRST_MASKS: [u16; 14] = {
    let mut first = [0; 14];
    let mut ones = 1;
    while ones < 14 {
        first[ones] = first[ones - 1] + BINOMIALS[ones - 1];
        ones += 1;
    }
    first
};

/// The masks with a given number of ones: the first of them in [`MASKS`], and how many there are.
#[derive(Clone, Copy)]
struct Group {
    first: u16,
    len: u16,
}

// Sixteen, so that four bits are an index that needs no check.
static GROUPS: [Group; 16] = {
    let mut groups = [Group { first: 0, len: 0 }; 16];
    let mut ones = 0;
    while ones < 14 {
        groups[ones] = Group { first: FIRST_MASKS[ones], len: BINOMIALS[ones] };
        ones += 1;
    }
    groups
};

/// The mask with number `index`, from 0, among those of thirteen bits with `ones` ones in ascending order. The first C(m, `ones`)
/// of them are those of *m* bits.
#[inline(always)]
pub(crate) fn nth_mask(ones: usize, index: usize) -> u64 {
    u64::from(MASKS[(usize::from(GROUPS[ones & 15].first) + index) & 8191])
}

impl Fraction {
    /// A random mask with as many ones as the `block`-th count of `counts` says, and what is left.
    #[inline(always)]
    fn mask(self, counts: u16, block: usize) -> (u64, Fraction) {
        let ones = usize::from(counts >> (4 * block)) & 15;
        let (index, rest) = self.draw(u64::from(GROUPS[ones].len));
        (nth_mask(ones, index), rest)
    }

    /// Masks for two neighbouring blocks, and what is left.
    #[inline(always)]
    fn two_masks(self, counts: u16, block: usize) -> (u64, u64, Fraction) {
        let (low, rest) = self.mask(counts, block);
        let (high, rest) = rest.mask(counts, block + 1);
        (low, high, rest)
    }
}

/// The deal that these random words stand for, seat by seat, as bits of [`CardSet`](crate::CardSet).
///
/// Words 0, 1, 2 are the counts of the first, second and third seat. Words 3 and 4 are the first seat's spades and hearts,
/// diamonds and clubs; words 5 and 6 the second's blocks 0 and 1, block 2; word 7 the third's two blocks. Counts with
/// words of their own, and first, make the chain of steps that wait for each other shorter than fewer words would.
#[inline(always)]
pub(crate) fn deal_from_words<B: Bits>(words: &[u64; DEAL_WORDS]) -> [u64; 4] {
    let word = words.map(Fraction);

    let of_four = OF_FOUR.draw(word[0]);
    let of_three = OF_THREE.draw(word[1]);
    let of_two = OF_TWO.draw(word[2]);

    let (spades, hearts, _) = word[3].two_masks(of_four, 0);
    let (diamonds, clubs, _) = word[4].two_masks(of_four, 2);
    let first = spades | hearts << 16 | diamonds << 32 | clubs << 48;

    let (block_0, block_1, _) = word[5].two_masks(of_three, 0);
    let (block_2, _) = word[6].mask(of_three, 2);
    let left = crate::CardSet::ALL.bits() ^ first;
    let second = B::deposit(block_0 | block_1 << 13 | block_2 << 26, left);

    let (block_0, block_1, _) = word[7].two_masks(of_two, 0);
    let left = left ^ second;
    let third = B::deposit(block_0 | block_1 << 13, left);

    [first, second, third, left ^ third]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::bits::{BitTask, Portable, with_bits};
    use crate::rng::{Purpose, stream};
    use crate::{BySeat, CardSet, Deal};
    use rand_core::Rng as _;

    struct One([u64; DEAL_WORDS]);

    impl BitTask for One {
        type Output = [u64; 4];
        #[inline(always)]
        fn run<B: Bits>(self) -> [u64; 4] {
            deal_from_words::<B>(&self.0)
        }
    }

    fn deal(words: [u64; DEAL_WORDS]) -> [u64; 4] {
        let hands = with_bits(One(words));
        assert_eq!(hands, One(words).run::<Portable>(), "{words:x?}");
        let sets = BySeat(hands.map(|bits| CardSet::from_bits(bits).expect("cards")));
        assert!(Deal::new(sets).is_ok(), "{words:x?}: {sets:?}");
        hands
    }

    #[test]
    fn words_are_deals_with_and_without_special_instructions() {
        let mut rng = stream(11, 0, Purpose::Deal);
        for round in 0..100_000u64 {
            // Words of few bits reach the ends of the tables.
            deal(std::array::from_fn(|i| match round >> i & 3 {
                0 if round < 1_000 => 0,
                1 if round < 1_000 => u64::MAX,
                _ => rng.next_u64(),
            }));
        }
    }

    #[test]
    fn every_mask_stands_in_its_group() {
        let mut sorted = MASKS;
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(i, &mask)| usize::from(mask) == i));
        for (ones, group) in GROUPS.iter().enumerate() {
            let masks = &MASKS[usize::from(group.first)..][..usize::from(group.len)];
            assert!(masks.iter().all(|mask| mask.count_ones() as usize == ones));
            assert!(masks.is_sorted());
        }
        assert_eq!(GROUPS.iter().map(|group| usize::from(group.len)).sum::<usize>(), MASKS.len());
    }
}
