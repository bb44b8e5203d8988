//! Which random words a deal is made of, from the documentation of the dealer (`src/deal/table.rs`): how many cards of each
//! suit or block a seat gets comes from tables and is believed, which cards these are is followed word for word.

use gongzhu::{BySeat, CardSet};
use std::sync::OnceLock;

/// The sets of thirteen things with this many in ascending order.
pub(crate) fn sets_of(ones: usize) -> &'static [u16] {
    static SETS: OnceLock<Vec<Vec<u16>>> = OnceLock::new();
    let by_size = |ones| (0..1 << 13).filter(|set: &u16| set.count_ones() == ones).collect();
    &SETS.get_or_init(|| (0..14).map(by_size).collect())[ones]
}

/// The cards of a seat among those that are left, thirteen places to a block.
fn blocks(cards: CardSet, left: CardSet) -> Vec<u16> {
    let places: Vec<bool> = left.iter().map(|card| cards.has(card)).collect();
    let bits = |block: &[bool]| block.iter().enumerate().map(|(i, &has)| u16::from(has) << i).sum();
    places.chunks(13).map(bits).collect()
}

/// Whether the words lead to these cards.
pub(crate) fn follows(dealt: &BySeat<CardSet>, words: [u64; 8]) -> bool {
    // The words of each seat's blocks, one word for two.
    const WORDS: [&[usize]; 3] = [&[3, 4], &[5, 6], &[7]];
    let mut left = CardSet::ALL;
    for (&cards, seat_words) in dealt.0.iter().zip(WORDS) {
        for (pair, &word) in blocks(cards, left).chunks(2).zip(seat_words) {
            let mut fraction = words[word];
            for &block in pair {
                let sets = sets_of(block.count_ones() as usize);
                let product = u128::from(fraction) * sets.len() as u128;
                fraction = product as u64;
                if sets[(product >> 64) as usize] != block {
                    return false;
                }
            }
        }
        left -= cards;
    }
    left == dealt.0[3]
}
