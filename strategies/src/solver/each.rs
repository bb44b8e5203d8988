//! Each seat for itself: max^n on the scores of all four.

use super::outlook::{Outlook, ceilings};
use super::roles::{Roles, held};
use super::search::Search;
use gongzhu::{BySeat, Card, CardSet, Phase, Seat, State};

type Scores = BySeat<i16>;

/// Thrice what `seat` gains by these scores.
#[inline]
fn thrice_gain(higher_is_better: bool, seat: Seat, scores: &Scores) -> i32 {
    let gain = 4 * i32::from(scores[seat]) - scores.0.into_iter().map(i32::from).sum::<i32>();
    if higher_is_better { gain } else { -gain }
}

/// A gain that a seat already has another way, thrice: a position that cannot bring it more need not be searched.
#[derive(Clone, Copy)]
struct Floor {
    seat: Seat,
    gain: i32,
}

fn pack(rest: &Scores) -> i64 {
    let [a, b, c, d] = rest.0.map(i16::to_le_bytes);
    i64::from_le_bytes([a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]])
}

fn unpack(rest: i64) -> Scores {
    let [a, b, c, d, e, f, g, h] = rest.to_le_bytes();
    BySeat([[a, b], [c, d], [e, f], [g, h]].map(i16::from_le_bytes))
}

/// The trick on the table before a seat plays to it.
struct Table {
    /// The highest card of the led suit.
    highest: Option<Card>,
    /// What the cards are good for to their taker: those that are good, and those that are bad.
    goods: (i32, i32),
    /// The cards of the seats that play later.
    later: [CardSet; 3],
}

impl Table {
    #[inline]
    fn of(roles: &Roles, state: &State<'_>) -> Table {
        let trick = state.trick();
        let mut goods = (0, 0);
        for &card in trick.cards {
            let good = roles.good(card);
            goods = (goods.0 + good.max(0), goods.1 + good.min(0));
        }
        let turn = state.turn();
        let later = std::array::from_fn(|i| {
            if trick.cards.len() + i < 3 { state.hands()[turn.offset(i + 1)] } else { CardSet::EMPTY }
        });
        Table { highest: trick.highest(), goods, later }
    }

    /// How much less than its ceiling, thrice, the seat gains once it has played `card`: where it cannot take the trick it forgoes
    /// the good cards in it, where it must take it, it has the bad ones. The ceiling has a good card in its own pile, so another
    /// taker costs thrice the card and the third that it then counts against the seat, whatever the transformer does; the bad
    /// cards likewise.
    #[inline]
    fn forgone(&self, roles: &Roles, card: Card) -> i32 {
        let good = roles.good(card);
        let (led, beaten) = match self.highest {
            Some(highest) => (highest.suit(), card.suit() != highest.suit() || card < highest),
            None => (card.suit(), false),
        };
        if beaten {
            return 4 * (self.goods.0 + good.max(0));
        }
        let suit = CardSet::suit(led);
        let (mut beats, mut must) = (false, false);
        for hand in self.later {
            let follows = hand & suit;
            beats |= follows.meets(CardSet::above(card));
            must |= !follows.is_empty() && follows.is_subset(CardSet::above(card));
        }
        if must {
            4 * (self.goods.0 + good.max(0))
        } else if !beats {
            -4 * (self.goods.1 + good.min(0))
        } else {
            0
        }
    }
}

impl Search {
    /// The scores at the end of the hand, `banked` being those as they stand.
    pub(super) fn for_each(&mut self, state: &State<'_>, banked: &Scores) -> Option<Scores> {
        match state.phase() {
            Phase::Over => Some(*banked),
            _ if state.trick().cards.is_empty() => self.lead_for_each(state, banked, None),
            _ => self.decide_for_each(state, banked, None),
        }
    }

    /// [`Search::for_each`] where a lead is due. Where the seat of `floor` cannot gain more than it has, some scores by which it
    /// gains no more.
    fn lead_for_each(&mut self, state: &State<'_>, banked: &Scores, floor: Option<Floor>) -> Option<Scores> {
        let outlook = Outlook::of(&self.roles, &self.groups, state);
        if outlook.settled {
            return Some(*banked);
        }
        if let Some(scores) = self.forced(state) {
            return Some(scores);
        }
        if let Some(([rest, _], _)) = self.table.get(&outlook.key) {
            let rest = unpack(rest);
            return Some(BySeat::from_fn(|seat| banked[seat].wrapping_add(rest[seat])));
        }
        let higher_is_better = state.setup().rules.higher_is_better();
        let ceilings = outlook.stakes.map(|stakes| {
            let rest = ceilings(&self.roles, state, stakes);
            BySeat::from_fn(|seat| thrice_gain(higher_is_better, seat, banked) + rest[seat])
        });
        if let (Some(ceilings), Some(floor)) = (ceilings, floor)
            && ceilings[floor.seat] <= floor.gain
        {
            // The rest may bring a seat nothing, so its gain as it stands is below the ceiling too.
            return Some(*banked);
        }
        let scores = self.decide_for_each(state, banked, ceilings.as_ref())?;
        let rest = BySeat::from_fn(|seat| scores[seat].wrapping_sub(banked[seat]));
        self.table.set(outlook.key, held(state).len() as u8, [pack(&rest), 0], 0);
        Some(scores)
    }

    /// The scores after the best action of the seat in turn: the first, in card order, of those by which it gains most.
    fn decide_for_each(
        &mut self,
        state: &State<'_>,
        banked: &Scores,
        ceilings: Option<&BySeat<i32>>,
    ) -> Option<Scores> {
        self.count()?;
        let turn = state.turn();
        let higher_is_better = state.setup().rules.higher_is_better();
        let table = ceilings.map(|ceilings| (Table::of(&self.roles, state), ceilings[turn]));
        let mut best: Option<(i32, Scores)> = None;
        for card in self.roles.distinct(state, state.legal_cards()) {
            if let (Some((most, _)), Some((table, ceiling))) = (best, &table)
                && ceiling - table.forgone(&self.roles, card) <= most
            {
                continue;
            }
            let mut next = *state;
            next.play_card(card);
            let scores = if !next.plays().len().is_multiple_of(4) {
                self.decide_for_each(&next, banked, ceilings)?
            } else {
                let banked = if self.rescores(&next) { next.scores() } else { *banked };
                let floor = best.map(|(gain, _)| Floor { seat: turn, gain });
                if next.phase() == Phase::Over { banked } else { self.lead_for_each(&next, &banked, floor)? }
            };
            let gain = thrice_gain(higher_is_better, turn, &scores);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, scores));
            }
        }
        // A seat in turn always has a card to play.
        Some(best.map_or(*banked, |(_, scores)| scores))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_packed_whole() {
        let rest = BySeat([i16::MIN, -1, 0, i16::MAX]);
        assert_eq!(unpack(pack(&rest)), rest);
    }

    #[test]
    fn gains_have_the_sign_of_the_game() {
        let scores = BySeat([-30, 0, 0, 60]);
        assert_eq!(Seat::ALL.map(|seat| thrice_gain(true, seat, &scores)), [-150, -30, -30, 210]);
        assert_eq!(Seat::ALL.map(|seat| thrice_gain(false, seat, &scores)), [150, 30, 30, -210]);
    }
}
