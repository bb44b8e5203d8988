//! What is hidden from whom (section 5).

use super::hand::Hand;
use super::tantony::Memory;
use super::{Card, Piles, Rules, Seat};

/// What one seat may see (section 5).
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub seat: Seat,
    pub hand: Vec<Card>,
    /// Its own choices that have not taken effect yet.
    pub pending: Vec<Card>,
    /// What it passed, once the pass is over.
    pub passed: Vec<Card>,
    pub received: Vec<Card>,
    pub revealed: Vec<(Seat, Card)>,
    /// Every card played in this hand, in order.
    pub plays: Vec<(Seat, Card)>,
    pub assigned: Vec<Seat>,
    /// Tricks taken (Tantony: given), without the single cards at the end.
    pub trick_counts: [u32; 4],
    pub piles: Piles,
    pub totals: [i32; 4],
    /// The hands of other seats that it knows (Tantony, perfect memory).
    pub others: [Option<Vec<Card>>; 4],
}

impl Hand {
    /// What a seat may see (section 5).
    pub fn visible(&self, seat: Seat) -> View {
        let mut pending = self.pending_reveals[seat].clone();
        let mut passed = Vec::new();
        if self.pass_over {
            passed.clone_from(&self.picks[seat]);
        } else {
            pending.clone_from(&self.picks[seat]);
        }
        let mut others = [None, None, None, None];
        if let Rules::Tantony(options) = &self.rules
            && options.memory == Memory::Perfect
            && self.setup.hand_number > 0
        {
            for other in 0..4 {
                if other != seat {
                    others[other] = Some(self.hands[other].clone());
                }
            }
        }
        View {
            seat,
            hand: self.hands[seat].clone(),
            pending,
            passed,
            received: self.received[seat].clone(),
            revealed: self.revealed.clone(),
            plays: self.plays(),
            assigned: self.assigned.clone(),
            trick_counts: self.trick_counts(),
            piles: self.piles.clone(),
            totals: self.setup.totals,
            others,
        }
    }
}
