//! Sixteen hands at once, column by column: what plays hands in bulk hands over.

use super::hands::HandRow;
use gongzhu::CardSet;

/// The hands of a [`HandBlock`].
pub const BLOCK_HANDS: usize = 16;

/// Sixteen independent hands with ids one after another, played by bots that make no faults: what these imply — no match, no
/// totals, the first seating, no assignments — is not here. Each array has one entry a hand, arrays of four one for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandBlock {
    /// The number of the first hand in the dataset.
    pub first_id: i64,
    /// The bot of each seat in all the hands, as an index into the bots of the dataset.
    pub bot: [u8; 4],
    /// The number of the hand in its match.
    pub hand_number: [i32; BLOCK_HANDS],
    /// The opener where no card decides it.
    pub opening_seat: [Option<u8>; BLOCK_HANDS],
    /// The seat that took the pig in the hand before, where the rules ask for it.
    pub pig_taker: [Option<u8>; BLOCK_HANDS],
    /// The cards dealt.
    pub deal: [[CardSet; BLOCK_HANDS]; 4],
    /// Whether the hand has a pass.
    pub passes: [bool; BLOCK_HANDS],
    /// The cards passed, in hands with a pass.
    pub pass: [[CardSet; BLOCK_HANDS]; 4],
    /// The revealed cards.
    pub revealed: [CardSet; BLOCK_HANDS],
    /// The cards in the order played, as their numbers.
    pub plays: [[u8; 52]; BLOCK_HANDS],
    /// The seat of the highest card of each trick in two bits, the first trick in the lowest.
    pub winners: [i32; BLOCK_HANDS],
    /// The cards in the piles at the end.
    pub taken: [[CardSet; BLOCK_HANDS]; 4],
    /// The scores.
    pub score: [[i16; BLOCK_HANDS]; 4],
}

impl HandBlock {
    /// One of the hands, as a row of table `hands`.
    pub fn row(&self, hand: usize) -> HandRow {
        let masks = |sets: &[[CardSet; BLOCK_HANDS]; 4]| sets.map(|sets| sets[hand].to_mask());
        HandRow {
            hand_id: self.first_id + hand as i64,
            match_id: None,
            seating: 0,
            hand_number: self.hand_number[hand],
            bot: self.bot,
            total_before: [0; 4],
            opening_seat: self.opening_seat[hand],
            pig_taker: self.pig_taker[hand],
            deal: masks(&self.deal),
            pass: self.passes[hand].then(|| masks(&self.pass)),
            revealed: self.revealed[hand].to_mask(),
            plays: self.plays[hand],
            assign: None,
            winners: std::array::from_fn(|trick| (self.winners[hand] >> (2 * trick) & 3) as u8),
            taken: masks(&self.taken),
            score: self.score.map(|scores| scores[hand]),
            faults: [0; 4],
        }
    }
}
