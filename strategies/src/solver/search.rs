//! What both searches share: the count of nodes, forced ends, and scores on the way.

use super::groups::Groups;
use super::outlook::takes_all;
use super::roles::{Roles, Scoring, held};
use super::table::Table;
use gongzhu::rules::tantony;
use gongzhu::{BySeat, Card, CardSet, Phase, Piles, Seat, State, Trick};

/// A search in progress. What it returns as `None` is that the nodes ran out.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) roles: Roles,
    pub(super) groups: Groups,
    pub(super) table: Table,
    /// Between two sides, how often a card of a seat (by its bit) has cut off a search: good cards are tried first.
    pub(super) cuts: BySeat<[u32; 64]>,
    pub(super) nodes: u64,
    pub(super) limit: u64,
}

impl Search {
    /// Counts one decision that is looked at.
    #[inline]
    pub(super) fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        (self.nodes <= self.limit).then_some(())
    }

    /// Whether the trick that was just finished can have changed the scores.
    #[inline]
    pub(super) fn rescores(&self, state: &State<'_>) -> bool {
        last_trick(state).meets(self.roles.counting) || self.roles.counts_tricks()
    }

    /// The scores at the end where the rest plays itself: the last trick, or a leader whose cards beat all others. `None` where
    /// there is something to decide, and in Tantony, whose tricks are not scored by piles.
    #[inline]
    pub(super) fn forced(&self, state: &State<'_>) -> Option<BySeat<i16>> {
        if matches!(self.roles.scoring, Scoring::Tantony) {
            return None;
        }
        if state.tricks_played() == 12 {
            return Some(play_out(state).scores());
        }
        if self.roles.counts_tricks() || !takes_all(state) {
            return None;
        }
        let mut taken = *state.taken();
        taken[state.turn()] |= held(state);
        let piles = Piles { taken, revealed: self.roles.revealed, ..Piles::default() };
        Some(state.setup().rules.scores(&piles, &state.setup().totals))
    }
}

/// The state after the last trick, in which each seat has one card.
#[inline]
pub(super) fn play_out<'s>(state: &State<'s>) -> State<'s> {
    let mut state = *state;
    while state.phase() == Phase::Play
        && let Some(card) = state.hands()[state.turn()].first()
    {
        state.play_card(card);
    }
    state
}

/// The cards of the trick that was just finished.
#[inline]
fn last_trick(state: &State<'_>) -> CardSet {
    state.plays().iter().rev().take(4).copied().collect()
}

/// What the trick that was just finished is worth in Tantony: the points of its runt.
#[inline]
pub(super) fn runt_points(state: &State<'_>) -> i32 {
    let plays = state.plays();
    let cards = &plays[plays.len().saturating_sub(4)..];
    // The lowest card does not depend on who led.
    Trick { leader: Seat::ALL[0], cards }.lowest().map_or(0, tantony::points)
}

/// A few cards with keys, to be sorted without allocation.
pub(super) struct Moves {
    moves: [(i32, Card); 13],
    len: usize,
}

impl Moves {
    /// The cards, those with the greatest keys first, equal ones in card order.
    #[inline]
    pub(super) fn sorted(cards: CardSet, mut key: impl FnMut(Card) -> i32) -> Moves {
        let mut moves = Moves { moves: [(0, Card::PIG); 13], len: 0 };
        for card in cards {
            let entry = (key(card), card);
            let mut at = moves.len;
            while at > 0 && moves.moves[at - 1].0 < entry.0 {
                moves.moves[at] = moves.moves[at - 1];
                at -= 1;
            }
            moves.moves[at] = entry;
            moves.len += 1;
        }
        moves
    }

    #[inline]
    pub(super) fn cards(&self) -> impl Iterator<Item = Card> {
        self.moves[..self.len].iter().map(|&(_, card)| card)
    }
}
