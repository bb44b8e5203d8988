//! One plane a suit: choosing among suits, counting cards, restrictions.

use super::lanes::Lanes;
use crate::CardSet;

/// One of four by masks that are cumulative: the first whose mask is set, else the last.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn select(of: &[Lanes; 4], up_to: &[Lanes; 3]) -> Lanes {
    up_to[0].choose(of[0], up_to[1].choose(of[1], up_to[2].choose(of[2], of[3])))
}

/// The suit in which the `k`-th of the cards lies that `counts` counts per suit in nibbles, as cumulative masks, and the
/// place that it has in the suit.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn locate(sums: Lanes, k: Lanes) -> ([Lanes; 3], Lanes) {
    let nibble = Lanes::splat(15);
    let (s0, s1, s2) = (sums & nibble, sums.down::<4>() & nibble, sums.down::<8>() & nibble);
    let up_to = [s0.exceeds(k), s1.exceeds(k), s2.exceeds(k)];
    let before = (!up_to[0] & s0).max(!up_to[1] & s1).max(!up_to[2] & s2);
    (up_to, k - before)
}

/// Counts per suit in nibbles become counts up to the suit; the last one is the sum.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn cumulated(counts: Lanes) -> Lanes {
    counts.times(Lanes::splat(0x1111))
}

/// Cumulative masks as one mask a suit.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn separate(up_to: &[Lanes; 3]) -> [Lanes; 4] {
    [up_to[0], up_to[1] & !up_to[0], up_to[2] & !up_to[1], !up_to[2]]
}

/// Per suit a number, by cumulative masks.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn number<const A: u16, const B: u16, const C: u16, const D: u16>(up_to: &[Lanes; 3]) -> Lanes {
    select(&[Lanes::splat(A), Lanes::splat(B), Lanes::splat(C), Lanes::splat(D)], up_to)
}

/// The cards of each suit counted, in nibbles.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn counted(cards: &[Lanes; 4]) -> Lanes {
    cards[0].count() | cards[1].count().up::<4>() | cards[2].count().up::<8>() | cards[3].count().up::<12>()
}

/// A restriction (RULES.md §1): without the banned cards, unless that leaves none.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn narrow(cards: [Lanes; 4], ban: [Lanes; 4]) -> [Lanes; 4] {
    let left = [cards[0] & !ban[0], cards[1] & !ban[1], cards[2] & !ban[2], cards[3] & !ban[3]];
    let void = (left[0] | left[1] | left[2] | left[3]).is_none();
    [left[0] | (void & cards[0]), left[1] | (void & cards[1]), left[2] | (void & cards[2]), left[3] | (void & cards[3])]
}

/// A set of cards as the same plane in every lane, a plane a suit, where `lanes` is set.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn everywhere(cards: CardSet, lanes: Lanes) -> [Lanes; 4] {
    let plane = |suit: usize| Lanes::splat((cards.bits() >> (16 * suit)) as u16) & lanes;
    [plane(0), plane(1), plane(2), plane(3)]
}
