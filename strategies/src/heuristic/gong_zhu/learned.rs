//! What playing out every choice has taught edition 2: how much more, or less, a card is worth than its trick and its relief
//! say. The numbers come from self-play in `classic`, `swap`, `pagat` and `scrofa`: at each decision every card was played out, and
//! all numbers were moved a little towards the cards that gained more than the average (docs/strategies.md).

use super::relief::STATES;
use crate::heuristic::kind::KINDS;

/// The number of cards from which on a suit is long.
pub(super) const LONG: usize = 7;

/// What was learned, in tenths of a point; of each kind of play and suit S H D C.
#[derive(Clone, Copy)]
pub(super) struct Learned {
    /// For a card below, at and above the special one of its suit, by where that is: gone, held, out, held and revealed, out and
    /// revealed.
    pub(super) place: [[[[i16; 3]; STATES]; 4]; KINDS],
    /// By the number of cards of the suit in hand: 1 to 6, more.
    pub(super) length: [[[i16; LONG]; 4]; KINDS],
}

impl Learned {
    /// What edition 1 knows.
    pub(super) const NOTHING: Learned =
        Learned { place: [[[[0; 3]; STATES]; 4]; KINDS], length: [[[0; LONG]; 4]; KINDS] };
}

/// What edition 2 has learned.
#[rustfmt::skip]
pub(super) static SECOND: Learned = Learned {
    place: [
        // Lead.
        [
            [[8, 0, -18], [-62, -48, -62], [69, 0, -1], [-4, 0, -2], [-8, 0, -9]],
            [[14, 0, 0], [-28, -28, 0], [112, 0, 0], [-22, 0, 0], [22, 0, 0]],
            [[-10, 0, 2], [-31, -25, -45], [-33, 0, 67], [49, -42, 14], [-11, 0, -18]],
            [[26, 0, 23], [-53, -30, -75], [87, 0, -127], [-19, -18, -20], [-11, 0, -50]],
        ],
        // Duck.
        [
            [[7, 0, 5], [-9, 0, 0], [-43, 0, 0], [20, 0, -1], [-3, 0, 0]],
            [[-5, 0, 0], [-9, 0, 0], [33, 0, 0], [12, 0, 0], [16, 0, 0]],
            [[-22, 0, 64], [-46, -7, 13], [22, 0, -37], [-5, -3, -13], [34, 0, 0]],
            [[-43, 0, 47], [-59, 73, -23], [-18, 0, 95], [10, -2, 15], [-55, 0, 51]],
        ],
        // Discard.
        [
            [[8, 0, 38], [-17, -3, -4], [-50, 0, -17], [0, -37, 0], [19, 0, -12]],
            [[3, 0, 0], [-65, 26, 0], [22, 0, 0], [-55, -55, 0], [16, 0, 0]],
            [[-22, 0, 63], [-46, -15, 19], [12, 0, -101], [-13, 0, 14], [-12, 0, -4]],
            [[-17, 0, 76], [-26, -20, 6], [-54, 0, 91], [4, -74, 3], [-7, 0, 40]],
        ],
        // Take in the last seat.
        [
            [[-13, 0, 15], [-8, -1, -4], [3, 0, 7], [-11, 0, -4], [6, 0, -3]],
            [[20, 0, 0], [22, 17, 0], [-16, 0, 0], [0, 0, 0], [-3, 0, 0]],
            [[-53, 0, 2], [0, 12, -7], [-6, 0, -53], [-16, 10, 6], [-12, 0, -1]],
            [[-51, 0, 28], [-25, -15, 24], [-33, 0, 84], [-11, 0, -8], [-35, 0, 33]],
        ],
        // Take with one seat behind.
        [
            [[-3, 0, 10], [20, -23, 2], [22, 0, -12], [-3, 0, 1], [-4, 0, 4]],
            [[-4, 0, 0], [1, -20, 0], [-22, 0, 0], [-9, 0, 0], [-11, 0, 0]],
            [[-42, 0, 58], [-28, 99, 42], [0, 0, -9], [-13, 27, 6], [-27, 0, 0]],
            [[-38, 0, 68], [-14, 1, 46], [-13, 0, -3], [-6, -4, 5], [-22, 0, 31]],
        ],
        // Take with two seats behind.
        [
            [[-23, 0, 2], [18, -10, -3], [42, 0, 5], [-9, 0, -9], [1, 0, 4]],
            [[-14, 0, 0], [-2, -13, 0], [-16, 0, 0], [-1, 0, 0], [-5, 0, 0]],
            [[-39, 0, 38], [-32, 20, 28], [2, 0, -40], [4, -12, 14], [-15, 0, 0]],
            [[-55, 0, 53], [-38, -26, 64], [59, 0, -97], [3, -5, 1], [-27, 0, 26]],
        ],
    ],
    length: [
        // Lead.
        [
            [50, -13, -18, -1, 4, 13, 11],
            [41, 51, 27, 34, 30, 29, -10],
            [34, 7, -27, -59, -36, -7, 1],
            [50, -6, -52, -52, -35, -7, -13],
        ],
        // Duck.
        [
            [0, -39, -21, -2, 3, 3, 4],
            [0, -1, 16, 21, 11, -1, -4],
            [0, -37, -13, 9, 14, 25, 17],
            [0, -61, -4, 15, 18, 18, 11],
        ],
        // Discard.
        [
            [24, 18, 2, -59, -56, -25, -17],
            [38, 23, 7, -23, -25, -31, -27],
            [21, -4, -4, -33, -15, -1, -7],
            [63, 37, 14, -21, -23, -14, -11],
        ],
        // Take in the last seat.
        [
            [0, 23, -4, -15, -5, -8, -1],
            [0, 15, 10, 5, -4, 3, 3],
            [0, -6, -13, -11, -26, -15, -7],
            [0, 24, 21, 17, 4, -2, -7],
        ],
        // Take with one seat behind.
        [
            [0, 22, 23, 4, 2, 2, -2],
            [0, -11, -25, -19, -5, -2, -1],
            [0, 38, 29, 14, 9, -7, -8],
            [0, 55, 19, -1, -5, -11, -1],
        ],
        // Take with two seats behind.
        [
            [0, 20, 18, 17, -2, 1, -4],
            [0, -7, -12, -24, -6, -1, -1],
            [0, 30, 9, -16, -12, -15, -7],
            [0, 17, -31, -36, -30, -13, -6],
        ],
    ],
};
