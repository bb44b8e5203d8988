//! From piles to scores: what every game's settlement takes and gives.

use super::gong_zhu::{GongZhuLines, TeamScore};
use super::hearts::HeartsLines;
use super::tantony::TantonyLines;
use super::{Book, Rules};
use crate::{BySeat, CardSet, Seat, Suit};

/// The value of each set of hearts, looked up by halves of the suit.
#[derive(Clone, Debug)]
pub(crate) struct HeartValues {
    low: [i32; 128],
    high: [i32; 64],
    valued: CardSet,
}

impl HeartValues {
    pub(crate) fn new(values: &[i32; 13]) -> HeartValues {
        let sum =
            |bits: usize, from: usize| (from..13).filter(|&i| bits >> (i - from) & 1 == 1).map(|i| values[i]).sum();
        HeartValues {
            low: std::array::from_fn(|bits| sum(bits, 0)),
            high: std::array::from_fn(|bits| sum(bits, 7)),
            valued: CardSet::HEARTS.iter().filter(|card| values[card.rank().index()] != 0).collect(),
        }
    }

    /// The hearts whose value is not 0.
    #[inline]
    pub(crate) fn valued(&self) -> CardSet {
        self.valued
    }

    #[inline]
    pub(crate) fn of(&self, cards: CardSet) -> i32 {
        let hearts = usize::from(cards.ranks(Suit::Hearts));
        self.low[hearts & 127] + self.high[hearts >> 7]
    }
}

/// What the settlement of a hand counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Piles {
    /// The cards that each seat took.
    pub taken: BySeat<CardSet>,
    /// The cards that were revealed.
    pub revealed: CardSet,
    /// How many tricks each seat took (Hearts).
    pub trick_counts: BySeat<u8>,
    /// How many tricks each seat took after the trick that held QD (Gong Zhu).
    pub tricks_after_qd: BySeat<u8>,
    /// The runts of the twelve assigned tricks that lie face up before each seat (Tantony).
    pub face_up: BySeat<CardSet>,
    /// The face-up card of trick 13, before its holder (Tantony).
    pub single: BySeat<CardSet>,
}

/// The lines of a settlement sheet, one set a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// Gong Zhu (RULES.md §2.7).
    GongZhu(BySeat<GongZhuLines>),
    /// Hearts.
    Hearts(BySeat<HeartsLines>),
    /// Tantony, each side's lines at both its seats.
    Tantony(BySeat<TantonyLines>),
}

impl Rules {
    /// The lines of the settlement. `totals` are the totals before the hand, which the Hearts exception needs.
    pub fn lines(&self, piles: &Piles, totals: &BySeat<i32>) -> Lines {
        match self.book() {
            Book::GongZhu(options) => Lines::GongZhu(options.lines(&self.play.heart_values, piles)),
            Book::Hearts(options) => Lines::Hearts(options.lines(piles, totals)),
            Book::Tantony(_) => Lines::Tantony(super::tantony::lines(piles)),
        }
    }

    /// The score of each seat; in a partnership the side's at both its seats (RULES.md §1).
    #[inline]
    pub fn scores(&self, piles: &Piles, totals: &BySeat<i32>) -> BySeat<i16> {
        let own = match self.book() {
            Book::GongZhu(options) => options.totals(&self.play.heart_values, piles),
            Book::Hearts(options) => options.lines(piles, totals).map(|lines| lines.total),
            Book::Tantony(_) => super::tantony::lines(piles).map(|lines| lines.total),
        };
        let sum = matches!(self.book(), Book::GongZhu(o) if o.partnership && o.team_score == TeamScore::Sum);
        let scores = if sum { added(&own) } else { own };
        // Rules whose scores would not fit are refused when they are made.
        scores.map(|score| score as i16)
    }
}

/// The piles of a side at both its seats.
#[inline]
pub(crate) fn pooled(taken: &BySeat<CardSet>) -> BySeat<CardSet> {
    BySeat::from_fn(|seat: Seat| taken[seat] | taken[seat.across()])
}

/// The sum of a side at both its seats.
#[inline]
pub(crate) fn added(own: &BySeat<i32>) -> BySeat<i32> {
    BySeat::from_fn(|seat: Seat| own[seat] + own[seat.across()])
}
