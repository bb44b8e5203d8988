//! Hearts: options, presets, legal cards and scores (section 3).

use super::{
    Card, Direction, JACK_OF_DIAMONDS, Piles, QUEEN_OF_SPADES, Seat, Suit, TWO_OF_CLUBS, Trick, follow_suit, restrict,
};

/// What the holder of 2C leads (section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeartsOpening {
    TwoOfClubs,
    AnyClub,
}

/// How a moon is settled (section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeartsMoon {
    /// The shooter gets 0, each other seat 26.
    OthersPlus,
    /// The shooter gets -26, the others 0.
    ShooterMinus,
    /// `OthersPlus`, or `ShooterMinus` where the exception applies.
    Exception,
}

/// All options of Hearts (section 3).
#[derive(Clone, Debug, PartialEq)]
pub struct HeartsOptions {
    pub direction: Direction,
    pub first_dealer: Seat,
    /// Whether the cycle left, right, across, none is passed.
    pub pass: bool,
    pub no_points_first_trick: bool,
    pub opening: HeartsOpening,
    pub break_hearts: bool,
    pub qs_breaks_hearts: bool,
    pub lead_hearts_instead_of_qs: bool,
    /// Points added to whoever takes JD: -10 when on, 0 is off.
    pub jd_bonus: i32,
    /// Points added to a seat without a trick: -5 when on, 0 is off.
    pub no_tricks_bonus: i32,
    pub moon: HeartsMoon,
    pub target: i32,
    pub max_hands: Option<u32>,
}

impl HeartsOptions {
    /// The preset `hearts`.
    pub fn hearts() -> HeartsOptions {
        HeartsOptions {
            direction: Direction::Clockwise,
            first_dealer: 0,
            pass: true,
            no_points_first_trick: true,
            opening: HeartsOpening::TwoOfClubs,
            break_hearts: true,
            qs_breaks_hearts: false,
            lead_hearts_instead_of_qs: false,
            jd_bonus: 0,
            no_tricks_bonus: 0,
            moon: HeartsMoon::Exception,
            target: 100,
            max_hands: None,
        }
    }

    /// The preset `hearts-openspiel`.
    pub fn openspiel() -> HeartsOptions {
        HeartsOptions {
            qs_breaks_hearts: true,
            moon: HeartsMoon::OthersPlus,
            max_hands: Some(1),
            ..HeartsOptions::hearts()
        }
    }
}

/// How many seats further on the cards go: hand 0 to the left, 1 to the
/// right, 2 across, 3 not at all (section 3). Left is the next seat when
/// play is clockwise (section 1).
pub fn pass_offset(options: &HeartsOptions, hand_number: u32) -> Option<usize> {
    if !options.pass {
        return None;
    }
    let (left, right) = match options.direction {
        Direction::Clockwise => (1, 3),
        Direction::Anticlockwise => (3, 1),
    };
    match hand_number % 4 {
        0 => Some(left),
        1 => Some(right),
        2 => Some(2),
        _ => None,
    }
}

/// The cards that a seat may play (sections 1 and 3): `finished` are the
/// earlier tricks of the hand, `trick` the cards on the table.
pub fn legal_plays(options: &HeartsOptions, hand: &[Card], finished: &[Trick], trick: &[(Seat, Card)]) -> Vec<Card> {
    let mut legal = follow_suit(hand, trick);
    let first_trick = finished.is_empty();
    let leading = trick.is_empty();

    // 1. The opening card.
    if first_trick && leading {
        legal = match options.opening {
            HeartsOpening::TwoOfClubs => restrict(legal, |card| card == TWO_OF_CLUBS),
            HeartsOpening::AnyClub => restrict(legal, |card| card.suit == Suit::Clubs),
        };
    }
    // 2. Hearts that are not broken.
    if leading && options.break_hearts && !hearts_broken(options, finished) {
        let only_queen_and_hearts = hand.contains(&QUEEN_OF_SPADES)
            && hand.iter().all(|card| *card == QUEEN_OF_SPADES || card.suit == Suit::Hearts);
        if !(options.lead_hearts_instead_of_qs && only_queen_and_hearts) {
            legal = restrict(legal, |card| card.suit != Suit::Hearts);
        }
    }
    // 3. Points discarded on trick 1.
    if first_trick && !leading && options.no_points_first_trick {
        let led = trick[0].1.suit;
        legal = restrict(legal, |card| card.suit == led || (card.suit != Suit::Hearts && card != QUEEN_OF_SPADES));
    }
    legal
}

/// Whether an earlier trick contained a heart, or QS where that breaks
/// hearts too (section 3).
fn hearts_broken(options: &HeartsOptions, finished: &[Trick]) -> bool {
    finished
        .iter()
        .flatten()
        .any(|(_, card)| card.suit == Suit::Hearts || (options.qs_breaks_hearts && *card == QUEEN_OF_SPADES))
}

/// The lines of a settlement: `total` is the sum of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeartsLines {
    /// One point for each heart taken.
    pub hearts: i32,
    /// 13 for the seat that took QS.
    pub queen: i32,
    /// The points of JD.
    pub jack: i32,
    /// The points for having no trick.
    pub bonus: i32,
    /// What a moon adds to the points above.
    pub moon: i32,
    pub total: i32,
}

/// What a hand is worth to each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeartsSettlement {
    pub lines: [HeartsLines; 4],
    pub scores: [i32; 4],
}

/// Scores four piles (section 3). `totals` are those before the hand.
pub fn score_piles(
    options: &HeartsOptions,
    piles: &Piles,
    trick_counts: [u32; 4],
    totals: [i32; 4],
) -> HeartsSettlement {
    let mut lines = [HeartsLines::default(); 4];
    for seat in 0..4 {
        let pile = &piles[seat];
        let hearts = pile.iter().filter(|card| card.suit == Suit::Hearts).count();
        lines[seat].hearts = hearts as i32;
        if pile.contains(&QUEEN_OF_SPADES) {
            lines[seat].queen = 13;
        }
        if pile.contains(&JACK_OF_DIAMONDS) {
            lines[seat].jack = options.jd_bonus;
        }
    }
    let shooter = (0..4).find(|seat| lines[*seat].hearts == 13 && lines[*seat].queen == 13);
    match shooter {
        Some(shooter) => {
            let minus = match options.moon {
                HeartsMoon::OthersPlus => false,
                HeartsMoon::ShooterMinus => true,
                HeartsMoon::Exception => exception_applies(options, shooter, totals),
            };
            for (seat, line) in lines.iter_mut().enumerate() {
                line.moon = match (seat == shooter, minus) {
                    (true, false) => -26,
                    (false, false) => 26,
                    (true, true) => -52,
                    (false, true) => 0,
                };
            }
        }
        None => {
            for seat in 0..4 {
                if trick_counts[seat] == 0 {
                    lines[seat].bonus = options.no_tricks_bonus;
                }
            }
        }
    }
    for line in &mut lines {
        line.total = line.hearts + line.queen + line.jack + line.bonus + line.moon;
    }
    HeartsSettlement { lines, scores: lines.map(|line| line.total) }
}

/// The exception to the moon (section 3): 26 more would take another seat
/// past the target, and the shooter would then not have the lowest total.
fn exception_applies(options: &HeartsOptions, shooter: Seat, totals: [i32; 4]) -> bool {
    let mut past_target = false;
    let mut shooter_lowest = true;
    for seat in 0..4 {
        if seat != shooter {
            let would_have = totals[seat] + 26;
            if would_have > options.target {
                past_target = true;
            }
            if would_have < totals[shooter] {
                shooter_lowest = false;
            }
        }
    }
    past_target && !shooter_lowest
}
