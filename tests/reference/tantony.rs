//! Tantony: options, the sow, the runt and the hog, and scores (section 4).

use super::{Card, Direction, Seat, partner, trick_winner};

/// What a player knows from earlier hands (section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    Perfect,
    None,
}

/// All options of Tantony (section 4).
#[derive(Clone, Debug, PartialEq)]
pub struct TantonyOptions {
    pub direction: Direction,
    pub first_dealer: Seat,
    /// Who leads hand 0, instead of the seat after the dealer.
    pub opening_seat: Option<Seat>,
    pub memory: Memory,
}

impl TantonyOptions {
    /// The preset `tantony`.
    pub fn tantony() -> TantonyOptions {
        TantonyOptions { direction: Direction::Clockwise, first_dealer: 0, opening_seat: None, memory: Memory::Perfect }
    }
}

/// The points of a card (section 4).
pub fn points(card: Card) -> i32 {
    match card.rank {
        14 => 30,
        13 => 25,
        12 => 20,
        11 => 15,
        pips => i32::from(pips),
    }
}

/// Who plays what role in a finished trick (section 4). In a hog, sow and
/// runt are the same card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roles {
    pub sow: (Seat, Card),
    pub runt: (Seat, Card),
}

impl Roles {
    /// Whether nobody followed suit.
    pub fn is_hog(self) -> bool {
        self.sow == self.runt
    }
}

/// The sow and the runt of a trick (section 4). Precondition: the trick
/// is not empty (it panics otherwise).
pub fn roles(trick: &[(Seat, Card)]) -> Roles {
    let led = trick[0].1.suit;
    let sow_seat = trick_winner(trick);
    let mut sow = trick[0];
    let mut runt = trick[0];
    for (seat, card) in trick {
        if *seat == sow_seat {
            sow = (*seat, *card);
        }
        if card.suit == led && card.rank < runt.1.rank {
            runt = (*seat, *card);
        }
    }
    Roles { sow, runt }
}

/// The single card that each seat holds after trick 13 (section 4): sow
/// and runt change places, everything else stays. Precondition: the trick
/// is complete (a seat that has not played gets the led card here).
pub fn single_cards(trick: &[(Seat, Card)]) -> [Card; 4] {
    let mut held = [trick[0].1; 4];
    for (seat, card) in trick {
        held[*seat] = *card;
    }
    let Roles { sow, runt } = roles(trick);
    held[sow.0] = runt.1;
    held[runt.0] = sow.1;
    held
}

/// The lines of a settlement, of the side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TantonyLines {
    /// The face-up cards of the six tricks.
    pub tricks: i32,
    /// The face-up card of trick 13, if this side holds it.
    pub single: i32,
    pub total: i32,
}

/// What a hand is worth to each side, shown at both partners' seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TantonySettlement {
    pub lines: [TantonyLines; 4],
    pub scores: [i32; 4],
}

/// Scores the face-up cards (section 4): those on each seat's three
/// tricks, and the one that trick 13 left face up, with its holder.
pub fn score_face_up(on_tricks: &[Vec<Card>; 4], single: Option<(Seat, Card)>) -> TantonySettlement {
    let mut lines = [TantonyLines::default(); 4];
    for seat in 0..4 {
        let line = &mut lines[seat];
        for one in [seat, partner(seat)] {
            line.tricks += on_tricks[one].iter().map(|card| points(*card)).sum::<i32>();
            if let Some((holder, card)) = single
                && holder == one
            {
                line.single = points(card);
            }
        }
        line.total = line.tricks + line.single;
    }
    TantonySettlement { lines, scores: lines.map(|line| line.total) }
}

/// The sides that have reached the mark after so many hands: 60 for each
/// hand (section 4). Side 0 is seats 0 and 2.
pub fn past_mark(totals: [i32; 4], hands_played: u32) -> [bool; 2] {
    let mark = 60 * hands_played as i32;
    [totals[0] >= mark, totals[1] >= mark]
}

/// Whether the match is over (section 4): after four hands, or when a side
/// has reached the mark, unless both have with equal totals.
pub fn match_over(totals: [i32; 4], hands_played: u32) -> bool {
    if hands_played >= 4 {
        return true;
    }
    let reached = past_mark(totals, hands_played);
    (reached[0] || reached[1]) && totals[0] != totals[1]
}

/// How many wins the finished match weighs (section 4): two if the winner
/// has reached the mark, else one; a draw is never doubled.
pub fn weight(totals: [i32; 4], hands_played: u32) -> u32 {
    let reached = past_mark(totals, hands_played);
    if totals[0] != totals[1] && (reached[0] || reached[1]) { 2 } else { 1 }
}
