//! What cards are worth in later tricks, which is lost when they are played, in parts of [`POINT`](super::forecast::POINT).

use super::forecast::{AVERAGES, Average};
use crate::heuristic::Edition;
use crate::heuristic::skill::{Lesser, Skill};
use gongzhu::Card;

/// What one kind of play loses.
#[derive(Clone, Copy)]
pub(super) struct Keep {
    /// By rank, from 2 to A.
    rank: [i32; 13],
    /// By the number of cards of the suit in hand, from one; of leads only.
    length: [i32; 13],
    /// By the number of cards of the suit in other hands; of leads only.
    others: [i32; 14],
}

impl Keep {
    /// A card of the suit led or to be discarded.
    const fn by_rank(rank: [i32; 13]) -> Keep {
        Keep { rank, length: [0; 13], others: [0; 14] }
    }

    /// What is lost with a card for its rank.
    #[inline]
    pub(super) fn rank(&self, card: Card) -> i32 {
        self.rank[card.rank().index()]
    }

    /// What is lost with a lead of a suit of which the hand has `own` cards and the others have so many.
    #[inline]
    pub(super) fn suit(&self, own: usize, others: usize) -> i32 {
        self.length[own.saturating_sub(1).min(12)] + self.others[others.min(13)]
    }
}

/// What each kind of play loses.
#[derive(Clone, Copy)]
pub(super) struct Keeps {
    pub(super) lead: Keep,
    /// Following suit in the last seat.
    pub(super) last: Keep,
    /// Following suit before others.
    pub(super) follow: Keep,
    pub(super) discard: Keep,
}

/// The weights of an edition.
#[derive(Clone, Copy)]
pub(in crate::heuristic) struct Weights {
    dealt: Keeps,
    later: Keeps,
    /// Whether it takes a trick for a good lead of its own where the other hands are hidden.
    pub(super) counts_own_lead: bool,
    /// Whether it thinks of the recipient's lead at all.
    pub(super) counts_leads: bool,
    /// What it takes a slot to be filled with, in hand 0 and later.
    averages: [Average; 2],
}

impl Weights {
    /// What is lost in hand `number` of a match: in hand 0, which is dealt, or in a later one.
    #[inline]
    pub(super) fn keep(&self, number: u32) -> &Keeps {
        if number == 0 { &self.dealt } else { &self.later }
    }

    /// What it takes a slot to be filled with in hand `number`.
    #[inline]
    pub(super) fn average(&self, number: u32) -> Average {
        self.averages[usize::from(number > 0)]
    }
}

/// Edition 1.
pub(in crate::heuristic) static FIRST: Weights =
    Weights { dealt: RULE, later: RULE, counts_own_lead: true, counts_leads: true, averages: AVERAGES };

/// Edition 2: what it learned of hand 0 from self-play, by playing out every choice (docs/strategies.md). In later hands, where all
/// cards are known, it is edition 1.
#[rustfmt::skip]
pub(in crate::heuristic) static SECOND: Weights = Weights {
    dealt: Keeps {
        lead: Keep {
            rank: [48, 33, 35, 48, 40, 53, 33, -22, -57, -59, -11, 65, 129],
            length: [51, 54, 17, -20, -89, -88, -66, -2, 0, 0, 0, 0, 0],
            others: [-140, -122, -101, -59, -23, -33, 2, 43, 54, 64, 81, 97, 62, 0],
        },
        last: Keep::by_rank([35, 20, 19, 17, 4, -12, -8, 10, 16, 43, 70, 104, 149]),
        follow: Keep::by_rank([12, 2, 10, -3, 3, 2, -2, 17, 30, 52, 72, 115, 161]),
        discard: Keep::by_rank([20, 15, 1, -16, -14, -17, -7, 31, 52, 79, 104, 136, 176]),
    },
    later: RULE,
    counts_own_lead: false,
    counts_leads: true,
    averages: AVERAGES,
};

/// An edition without a skill.
pub(in crate::heuristic) fn without(edition: Edition, skill: Skill) -> &'static Weights {
    static WEIGHTS: Lesser<Weights> = Lesser::new();
    WEIGHTS.get(edition, skill, || {
        let mut weights = match edition {
            Edition::First => FIRST,
            Edition::Second => SECOND,
        };
        match skill {
            // Every trick is worth more than nothing, so that it is kept.
            Skill::GiveAway => weights.averages = [Average::NOTHING; 2],
            Skill::NextLead => weights.counts_leads = false,
            _ => {}
        }
        weights
    })
}

/// High cards take tricks and become hogs, the lowest ones spoil the tricks of others. A lead may win what it loses.
const RULE: Keeps = Keeps {
    lead: Keep::by_rank(times(8)),
    last: Keep::by_rank(times(12)),
    follow: Keep::by_rank(times(12)),
    discard: Keep::by_rank(times(12)),
};

const fn times(unit: i32) -> [i32; 13] {
    let mut keep = [3, 2, 1, 0, 0, 0, 0, 1, 2, 4, 6, 8, 10];
    let mut rank = 0;
    while rank < 13 {
        keep[rank] *= unit;
        rank += 1;
    }
    keep
}
