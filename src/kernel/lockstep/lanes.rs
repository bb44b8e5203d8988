//! Sixteen numbers of sixteen bits in a register of AVX2, one for each hand of a block.
//!
//! All functions have the feature enabled, so that the compiler lets only code that has it too call them without `unsafe`.
#![allow(unsafe_code)]

use crate::kernel::LANES;
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

/// Sixteen lanes. Arithmetic wraps; a mask has all bits of a lane set or none. The operators are the lane-wise ones.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Lanes(__m256i);

macro_rules! operators {
    ($($trait:ident $method:ident $instruction:ident;)*) => {$(
        impl $trait for Lanes {
            type Output = Lanes;
            #[inline(always)]
            fn $method(self, other: Lanes) -> Lanes {
                // SAFETY: there is a value of this type, and only functions with the feature make one. (A method of
                // `std::ops` can't have the feature itself.)
                Lanes(unsafe { $instruction(self.0, other.0) })
            }
        }
    )*};
}
operators! {
    BitAnd bitand _mm256_and_si256;
    BitOr bitor _mm256_or_si256;
    BitXor bitxor _mm256_xor_si256;
    Add add _mm256_add_epi16;
    Sub sub _mm256_sub_epi16;
}

impl Not for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn not(self) -> Lanes {
        // SAFETY: as above.
        Lanes(unsafe { _mm256_xor_si256(self.0, _mm256_set1_epi16(-1)) })
    }
}

/// Lanes in memory, where the processor loads them at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Stored(pub(super) [u16; LANES]);

impl Stored {
    /// The lanes.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn load(&self) -> Lanes {
        // SAFETY: the array has the size and the alignment that the load asks for.
        Lanes(unsafe { _mm256_load_si256(self.0.as_ptr().cast()) })
    }
}

/// Sixteen numbers to look up, their low and their high bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    low: [u8; 16],
    high: [u8; 16],
}

impl Table {
    pub(super) fn new(numbers: [i16; 16]) -> Table {
        let [low, high] = [0, 1].map(|byte| numbers.map(|number| number.to_le_bytes()[byte]));
        Table { low, high }
    }
}

/// How many bits are set in each nibble value.
const NIBBLE_COUNTS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
/// Of each nibble value: the places of its bits from the lowest on, two bits for each.
const NIBBLE_PLACES: [u8; 16] = {
    let mut places = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        let (mut place, mut k) = (0, 0);
        while place < 4 {
            if nibble >> place & 1 == 1 {
                places[nibble] |= (place as u8) << (2 * k);
                k += 1;
            }
            place += 1;
        }
        nibble += 1;
    }
    places
};
/// 4^(3 - k), which brings the k-th place to bits 6 and 7.
const PLACE_LIFTS: [u8; 16] = [64, 16, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/// The bit of each place.
const PLACE_BITS: [u8; 16] = [1, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/// Of every two card sets in half a register: their spades, hearts, diamonds and clubs side by side.
const SUITS_TOGETHER: [u8; 16] = [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15];
/// The inverse.
const SETS_TOGETHER: [u8; 16] = [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15];

impl Lanes {
    /// The same number in every lane.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn splat(x: u16) -> Lanes {
        Lanes(_mm256_set1_epi16(x as i16))
    }
    /// No bit.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn none() -> Lanes {
        Lanes(_mm256_setzero_si256())
    }
    /// Every bit.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn all() -> Lanes {
        Lanes::splat(u16::MAX)
    }
    /// A number for each lane.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn from_array(x: &[u16; LANES]) -> Lanes {
        // SAFETY: the array has as many bytes as the unaligned load reads.
        Lanes(unsafe { _mm256_loadu_si256(x.as_ptr().cast()) })
    }
    /// The number of each lane.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn to_array(self) -> [u16; LANES] {
        let mut array = [0; LANES];
        // SAFETY: the array has as many bytes as the unaligned store writes.
        unsafe { _mm256_storeu_si256(array.as_mut_ptr().cast(), self.0) };
        array
    }
    /// Four lanes out of each word, the first lowest.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn from_words(x: [u64; 4]) -> Lanes {
        // SAFETY: the array has as many bytes as the unaligned load reads.
        Lanes(unsafe { _mm256_loadu_si256(x.as_ptr().cast()) })
    }
    /// The inverse of [`Lanes::from_words`].
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn to_words(self) -> [u64; 4] {
        let mut words = [0; 4];
        // SAFETY: the array has as many bytes as the unaligned store writes.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }
    /// The low half of the product.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn times(self, y: Lanes) -> Lanes {
        Lanes(_mm256_mullo_epi16(self.0, y.0))
    }
    /// The high half of the product of numbers without sign.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn times_high(self, y: Lanes) -> Lanes {
        Lanes(_mm256_mulhi_epu16(self.0, y.0))
    }
    /// A mask: equal.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn equals(self, y: Lanes) -> Lanes {
        Lanes(_mm256_cmpeq_epi16(self.0, y.0))
    }
    /// A mask: greater, with sign.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn exceeds(self, y: Lanes) -> Lanes {
        Lanes(_mm256_cmpgt_epi16(self.0, y.0))
    }
    /// A mask: at least as great, without sign.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn reaches(self, y: Lanes) -> Lanes {
        Lanes(_mm256_cmpeq_epi16(_mm256_max_epu16(self.0, y.0), self.0))
    }
    /// The greater one, with sign.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn max(self, y: Lanes) -> Lanes {
        Lanes(_mm256_max_epi16(self.0, y.0))
    }
    /// The smaller one, with sign.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn min(self, y: Lanes) -> Lanes {
        Lanes(_mm256_min_epi16(self.0, y.0))
    }
    /// Shifted to the left.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn up<const N: i32>(self) -> Lanes {
        Lanes(_mm256_slli_epi16::<N>(self.0))
    }
    /// Shifted to the right, without sign.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn down<const N: i32>(self) -> Lanes {
        Lanes(_mm256_srli_epi16::<N>(self.0))
    }
    /// Shifted to the right, with sign.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn halved<const N: i32>(self) -> Lanes {
        Lanes(_mm256_srai_epi16::<N>(self.0))
    }
    /// The lanes of `yes` where the mask is set, else those of `no`.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn choose(self, yes: Lanes, no: Lanes) -> Lanes {
        Lanes(_mm256_blendv_epi8(no.0, yes.0, self.0))
    }
    /// Whether any bit is set.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn any(self) -> bool {
        _mm256_testz_si256(self.0, self.0) == 0
    }
    /// A mask: no bit set.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn is_none(self) -> Lanes {
        Lanes::equals(self, Lanes::none())
    }
    /// A mask: some bit set.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn is_some(self) -> Lanes {
        !Lanes::is_none(self)
    }
    /// A mask: all bits of `bits` set.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn has(self, bits: u16) -> Lanes {
        let bits = Lanes::splat(bits);
        Lanes::equals(self & bits, bits)
    }
    /// How many bits are set.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn count(self) -> Lanes {
        let (low, high) = Lanes::nibble_counts(self);
        Lanes(_mm256_maddubs_epi16((low + high).0, _mm256_set1_epi8(1)))
    }
    /// The number of the only bit.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn place(self) -> Lanes {
        Lanes::count(self + Lanes::all())
    }
    /// How many bits are set in the lower and in the upper nibble of every byte.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn nibble_counts(self) -> (Lanes, Lanes) {
        let (counts, nibbles) = (both_halves(&NIBBLE_COUNTS), Lanes::splat(0x0F0F));
        let low = _mm256_shuffle_epi8(counts, (self & nibbles).0);
        let high = _mm256_shuffle_epi8(counts, (Lanes::down::<4>(self) & nibbles).0);
        (Lanes(low), Lanes(high))
    }
    /// The `k`-th bit set, counted from 0, as a set of one; `k` has to be below the number of bits.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn nth(self, k: Lanes) -> Lanes {
        // First the byte, then the nibble, then the bit.
        let byte = Lanes::splat(0xFF);
        let (low, high) = Lanes::nibble_counts(self);
        let n = (low + high) & byte;
        let in_low_byte = Lanes::exceeds(n, k);
        let k = k - (!in_low_byte & n);
        let rest = Lanes::choose(in_low_byte, self, Lanes::down::<8>(self));
        let n = Lanes::choose(in_low_byte, low, Lanes::down::<8>(low)) & byte;
        let in_low_nibble = Lanes::exceeds(n, k);
        let k = k - (!in_low_nibble & n);
        let nibble = Lanes::choose(in_low_nibble, rest, Lanes::down::<4>(rest)) & Lanes::splat(15);
        // The places of all its bits, two bits each, of which the `k`-th is brought to the top.
        let places = Lanes(_mm256_shuffle_epi8(both_halves(&NIBBLE_PLACES), nibble.0));
        let lift = Lanes(_mm256_shuffle_epi8(both_halves(&PLACE_LIFTS), k.0));
        let place = Lanes::down::<6>(places.times(lift)) & Lanes::splat(3);
        let bit = Lanes(_mm256_shuffle_epi8(both_halves(&PLACE_BITS), place.0)) & byte;
        let bit = Lanes::choose(in_low_nibble, bit, Lanes::up::<4>(bit));
        Lanes::choose(in_low_byte, bit, Lanes::up::<8>(bit))
    }
    /// For lanes below 16: the number at that place of the table.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn lookup(self, table: &Table) -> Lanes {
        // The high byte of the index is 0 and looks up entry 0: it is cut off.
        let low = Lanes(_mm256_shuffle_epi8(both_halves(&table.low), self.0));
        let high = Lanes(_mm256_shuffle_epi8(both_halves(&table.high), self.0));
        (low & Lanes::splat(0xFF)) | Lanes::up::<8>(high)
    }
    /// The next sixteen random numbers of four generators Xoshiro256++, whose states stand side by side.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn random(state: &mut [Lanes; 4]) -> Lanes {
        let [Lanes(s0), Lanes(s1), Lanes(s2), Lanes(s3)] = *state;
        let out = _mm256_add_epi64(rotate_left::<23, 41>(_mm256_add_epi64(s0, s3)), s0);
        let t = _mm256_slli_epi64::<17>(s1);
        let s2 = _mm256_xor_si256(s2, s0);
        let s3 = _mm256_xor_si256(s3, s1);
        let s1 = _mm256_xor_si256(s1, s2);
        let s0 = _mm256_xor_si256(s0, s3);
        let s2 = _mm256_xor_si256(s2, t);
        *state = [Lanes(s0), Lanes(s1), Lanes(s2), Lanes(rotate_left::<45, 19>(s3))];
        Lanes(out)
    }
    /// A plane a suit out of sixteen card sets.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn planes(sets: &[u64; LANES]) -> [Lanes; 4] {
        let (rows, _) = sets.as_chunks::<4>();
        let suits = both_halves(&SUITS_TOGETHER);
        let row = |i: usize| _mm256_shuffle_epi8(Lanes::from_words(rows[i]).0, suits);
        let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        let planes = transpose([row(0), row(1), row(2), row(3)]);
        let plane = |suit: usize| Lanes(_mm256_permutevar8x32_epi32(planes[suit], order));
        [plane(0), plane(1), plane(2), plane(3)]
    }
    /// The inverse of [`Lanes::planes`].
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn sets(planes: &[Lanes; 4]) -> [u64; LANES] {
        let order = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
        let plane = |suit: usize| _mm256_permutevar8x32_epi32(planes[suit].0, order);
        let together = both_halves(&SETS_TOGETHER);
        let mut sets = [0; LANES];
        let rows = transpose([plane(0), plane(1), plane(2), plane(3)]);
        for (set, row) in sets.as_chunks_mut::<4>().0.iter_mut().zip(rows) {
            *set = Lanes::to_words(Lanes(_mm256_shuffle_epi8(row, together)));
        }
        sets
    }
}

/// The same sixteen bytes in both halves of a register.
#[inline]
#[target_feature(enable = "avx2")]
fn both_halves(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: the array has as many bytes as the unaligned load reads.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

/// Transposes four by four pairs of lanes in each half.
#[inline]
#[target_feature(enable = "avx2")]
fn transpose(x: [__m256i; 4]) -> [__m256i; 4] {
    let (a, b) = (_mm256_unpacklo_epi32(x[0], x[1]), _mm256_unpackhi_epi32(x[0], x[1]));
    let (c, d) = (_mm256_unpacklo_epi32(x[2], x[3]), _mm256_unpackhi_epi32(x[2], x[3]));
    [_mm256_unpacklo_epi64(a, c), _mm256_unpackhi_epi64(a, c), _mm256_unpacklo_epi64(b, d), _mm256_unpackhi_epi64(b, d)]
}

#[inline]
#[target_feature(enable = "avx2")]
fn rotate_left<const LEFT: i32, const RIGHT: i32>(x: __m256i) -> __m256i {
    _mm256_or_si256(_mm256_slli_epi64::<LEFT>(x), _mm256_srli_epi64::<RIGHT>(x))
}
