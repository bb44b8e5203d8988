//! The highest of a set of ranks. The processor's instruction for it that every x86-64 has (BSR) costs AMD's eight steps,
//! several times what the look-up does; counting from below has no such price.

/// For each set of ranks, as thirteen bits: the highest; 0 for none.
static HIGHEST: [u8; 1 << 13] = {
    let mut table = [0; 1 << 13];
    let mut ranks = 1;
    while ranks < table.len() {
        table[ranks] = ranks.ilog2() as u8;
        ranks += 1;
    }
    table
};

/// The index of the highest rank of a set; 0 for none.
#[inline]
pub(super) fn highest(ranks: u32) -> u32 {
    u32::from(HIGHEST[ranks as usize & 0x1FFF])
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_has_the_highest_bits() {
        assert!((1..1 << 13).all(|ranks: u32| super::highest(ranks) == ranks.ilog2()));
    }
}
