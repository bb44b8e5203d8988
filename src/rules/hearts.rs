//! The rule book of Hearts (RULES.md §3): its options and the score of a hand.

use super::Direction;
use super::settlement::Piles;
use crate::{BySeat, Card, CardSet, Seat};

/// Whether cards are passed (`pass`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Never.
    Off,
    /// Left, right, across, none, by the number of the hand.
    Cycle,
}

/// What the holder of 2C may lead to trick 1 (`opening`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// 2C.
    TwoOfClubs,
    /// Any of its clubs.
    AnyClub,
}

/// What all thirteen hearts and QS in one pile do (`moon`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moon {
    /// 0 for the shooter, 26 for the others.
    OthersPlus,
    /// −26 for the shooter, 0 for the others.
    ShooterMinus,
    /// `others_plus`, but `shooter_minus` where 26 would end the match and the shooter would not have the lowest total.
    Exception,
}

/// The options of Hearts; RULES.md §3 gives each option's meaning under the same name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hearts {
    /// What left and right mean for the pass.
    pub direction: Direction,
    /// The dealer of hand 0.
    pub first_dealer: Seat,
    /// Whether cards are passed.
    pub pass: Pass,
    /// What may open.
    pub opening: Opening,
    /// Whether hearts and QS may not be discarded on trick 1.
    pub no_points_first_trick: bool,
    /// Whether hearts must be broken before they are led.
    pub break_hearts: bool,
    /// Whether QS breaks hearts too.
    pub qs_breaks_hearts: bool,
    /// Whether a hand of QS and hearts alone may lead hearts before they are broken.
    pub lead_hearts_instead_of_qs: bool,
    /// Whether JD takes ten points off.
    pub jd_bonus: bool,
    /// Whether a seat without a trick has five points taken off.
    pub no_tricks_bonus: bool,
    /// What a moon does.
    pub moon: Moon,
    /// The match ends once a total is above it.
    pub target: i32,
    /// The match ends after this many hands.
    pub max_hands: Option<u32>,
}

/// The lines of one seat's settlement sheet (RULES.md §3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HeartsLines {
    /// One point a heart.
    pub hearts: i32,
    /// Thirteen for QS.
    pub queen: i32,
    /// −10 for JD where `jd_bonus` is on.
    pub jack: i32,
    /// −5 without a trick where `no_tricks_bonus` is on.
    pub bonus: i32,
    /// What a moon adds.
    pub moon: i32,
    /// The score of the hand.
    pub total: i32,
}

impl Hearts {
    /// The settlement of four piles; `totals` are those before the hand, for `moon = exception`.
    #[inline]
    pub(crate) fn lines(&self, piles: &Piles, totals: &BySeat<i32>) -> BySeat<HeartsLines> {
        const ALL_POINTS: CardSet = CardSet::HEARTS.with(Card::PIG);
        let shooter = Seat::ALL.into_iter().find(|&seat| ALL_POINTS.is_subset(piles.taken[seat]));
        let others_plus = shooter.is_some_and(|shooter| match self.moon {
            Moon::OthersPlus => true,
            Moon::ShooterMinus => false,
            Moon::Exception => {
                let others = || Seat::ALL.into_iter().filter(|&seat| seat != shooter).map(|seat| totals[seat] + 26);
                let ends = others().any(|total| total > self.target);
                !(ends && others().any(|total| total < totals[shooter]))
            }
        });
        BySeat::from_fn(|seat| {
            let pile = piles.taken[seat];
            let mut lines = HeartsLines {
                hearts: (pile & CardSet::HEARTS).len() as i32,
                queen: 13 * i32::from(pile.has(Card::PIG)),
                jack: -10 * i32::from(self.jd_bonus && pile.has(Card::SHEEP)),
                ..HeartsLines::default()
            };
            match shooter {
                Some(shooter) if shooter == seat => lines.moon = if others_plus { -26 } else { -52 },
                Some(_) => lines.moon = if others_plus { 26 } else { 0 },
                None => lines.bonus = -5 * i32::from(self.no_tricks_bonus && piles.trick_counts[seat] == 0),
            }
            lines.total = lines.hearts + lines.queen + lines.jack + lines.bonus + lines.moon;
            lines
        })
    }
}
