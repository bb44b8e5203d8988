//! The transposition table: a fixed number of entries, checked by the whole key, so that no two positions are ever confused.

/// All that decides what the rest of a hand brings, within one solve; see `Outlook`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Key {
    /// The cards still held; in bits that name no card the leader, the locked cards and whether hearts are broken.
    pub(super) cards: u64,
    /// What the piles are worth so far, where that matters.
    pub(super) sums: u64,
    /// Who has taken what, as far as it matters.
    pub(super) context: u32,
}

/// What is known of a position: in max^n the four scores of the rest packed in the first word, between two sides a lower and
/// an upper bound of what the rest brings.
pub(super) type Known = [i64; 2];

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: Key,
    /// The solve that wrote the entry; 0 for none.
    solve: u32,
    /// How many cards are still held: the work that the entry saves.
    held: u8,
    hint: u8,
    known: Known,
}

/// Pairs of entries: the first keeps the position with more cards, the second the latest.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pairs: Vec<[Entry; 2]>,
    shift: u32,
    solve: u32,
}

impl Table {
    /// A table of `entries` entries, rounded down to a power of two, at least two.
    pub(super) fn new(entries: usize) -> Table {
        let bits = (entries / 2).max(1).ilog2();
        Table { pairs: vec![[Entry::default(); 2]; 1 << bits], shift: 64 - bits, solve: 0 }
    }

    pub(super) const fn bytes_per_entry() -> usize {
        size_of::<Entry>()
    }

    /// Forgets everything. What one solve finds must not depend on those before it, or its count of nodes would.
    pub(super) fn forget(&mut self) {
        if self.solve == u32::MAX {
            self.pairs.fill([Entry::default(); 2]);
            self.solve = 0;
        }
        self.solve += 1;
    }

    #[inline]
    fn place(&self, key: &Key) -> usize {
        let mixed = (key.cards ^ key.sums.rotate_left(23)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ u64::from(key.context).wrapping_mul(0xD1B5_4A32_D192_ED03);
        // One more round: the high bits of a product depend on all bits below them, its low bits do not.
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        // A table of one pair has a shift of the whole word.
        mixed.checked_shr(self.shift).unwrap_or(0) as usize
    }

    /// What is known of the position, and the action that was best there (a hint for the order of moves).
    #[inline]
    pub(super) fn get(&self, key: &Key) -> Option<(Known, u8)> {
        let pair = self.pairs.get(self.place(key))?;
        let entry = pair.iter().find(|entry| entry.solve == self.solve && entry.key == *key)?;
        Some((entry.known, entry.hint))
    }

    /// Stores what is known of the position with `held` cards still held.
    #[inline]
    pub(super) fn set(&mut self, key: Key, held: u8, known: Known, hint: u8) {
        let (place, solve) = (self.place(&key), self.solve);
        let Some([deep, latest]) = self.pairs.get_mut(place) else { return };
        let entry = Entry { key, solve, held, hint, known };
        if deep.solve != solve || deep.key == key || deep.held <= held {
            *deep = entry;
        } else {
            *latest = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_keys_are_compared_and_deep_positions_stay() {
        let mut table = Table::new(2);
        let key = |cards| Key { cards, sums: 0, context: 0 };
        table.forget();
        table.set(key(1), 8, [1, 1], 0);
        table.set(key(2), 4, [2, 2], 0);
        table.set(key(3), 4, [3, 3], 7);
        assert_eq!(table.get(&key(1)), Some(([1, 1], 0)), "more cards");
        assert_eq!(table.get(&key(2)), None, "pushed out by the latest");
        assert_eq!(table.get(&key(3)), Some(([3, 3], 7)));
        assert_eq!(table.get(&Key { context: 1, ..key(3) }), None);
        table.forget();
        assert_eq!(table.get(&key(1)), None);
    }

    #[test]
    fn a_table_has_the_stated_size() {
        for (entries, pairs) in [(0, 1), (2, 1), (3, 1), (4, 2), (1000, 256), (1 << 12, 1 << 11)] {
            assert_eq!(Table::new(entries).pairs.len(), pairs);
        }
        assert_eq!(Table::bytes_per_entry(), 48);
    }
}
