//! What a hand comes to: winners, piles, scores.

use super::State;
use crate::rules::{Game, Lines, Piles};
use crate::trick::{Tally, Trick};
use crate::{BySeat, Card, CardSet, Phase, Seat};

impl State<'_> {
    /// The finished tricks, each with four cards.
    #[inline]
    fn finished(&self) -> impl Iterator<Item = (usize, &[Card; 4])> {
        self.plays.iter().take(self.tricks_played()).enumerate()
    }

    /// The player of the highest card of the led suit of a finished trick.
    #[inline]
    fn winner(&self, trick: usize, cards: &[Card; 4]) -> Seat {
        match self.setup.rules.game() {
            Game::Tantony => Tally::of(self.leader(trick), cards).winner(),
            Game::GongZhu | Game::Hearts => self.leader(trick + 1),
        }
    }

    /// The players of the highest card of the led suit, one a finished trick.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        self.finished().map(|(trick, cards)| self.winner(trick, cards))
    }

    /// How many tricks were assigned (Tantony).
    #[inline]
    fn tricks_assigned(&self) -> usize {
        let finished = self.tricks_played().min(12);
        match (self.setup.rules.game(), self.phase) {
            (Game::Tantony, Phase::Assign) => finished - 1,
            (Game::Tantony, _) => finished,
            (Game::GongZhu | Game::Hearts, _) => 0,
        }
    }

    /// The seats to which tricks were assigned, in order (Tantony; empty in other games).
    pub fn assigned(&self) -> impl Iterator<Item = Seat> {
        (1..=self.tricks_assigned()).map(|trick| self.leader(trick))
    }

    /// What the settlement counts, of the tricks finished so far.
    pub fn piles(&self) -> Piles {
        let mut piles = self.bare_piles();
        self.count_tricks(&mut piles);
        self.lay_open(&mut piles);
        piles
    }

    /// The piles alone, without what [`State::count_tricks`] and [`State::lay_open`] find.
    #[inline]
    fn bare_piles(&self) -> Piles {
        Piles { taken: self.taken, revealed: self.revealed(), ..Piles::default() }
    }

    /// Counts who won how many tricks.
    fn count_tricks(&self, piles: &mut Piles) {
        let mut after_qd = false;
        for (trick, cards) in self.finished() {
            let winner = self.winner(trick, cards);
            piles.trick_counts[winner] += 1;
            piles.tricks_after_qd[winner] += u8::from(after_qd);
            after_qd |= cards.contains(&Card::QUEEN_OF_DIAMONDS);
        }
    }

    /// Lays the cards open that score in Tantony: the runts before the seats that received their tricks, and that of trick
    /// 13 before its winner.
    fn lay_open(&self, piles: &mut Piles) {
        let runt = |cards: &[Card; 4]| Trick { leader: self.turn, cards }.lowest().map_or(CardSet::EMPTY, CardSet::of);
        for (trick, cards) in self.finished().take(self.tricks_assigned()) {
            piles.face_up[self.leader(trick + 1)] |= runt(cards);
        }
        if self.phase == Phase::Over
            && self.setup.rules.game() == Game::Tantony
            && let Some((trick, cards)) = self.finished().last()
        {
            piles.single[self.winner(trick, cards)] = runt(cards);
        }
    }

    /// The score of each seat, once the hand is over; in a partnership the side's at both its seats.
    #[inline]
    pub fn scores(&self) -> BySeat<i16> {
        self.setup.rules.scores(&self.settled_piles(), &self.setup.totals)
    }

    /// [`State::piles`] without the counts that the rule set does not ask for.
    #[inline]
    fn settled_piles(&self) -> Piles {
        let mut piles = self.bare_piles();
        if self.setup.rules.game() == Game::Tantony {
            self.lay_open(&mut piles);
        } else if self.setup.rules.counts_tricks() {
            self.count_tricks(&mut piles);
        }
        piles
    }

    /// The lines of the settlement sheet.
    pub fn lines(&self) -> Lines {
        self.setup.rules.lines(&self.piles(), &self.setup.totals)
    }
}
