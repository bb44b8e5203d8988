//! Two sides: alpha-beta on the difference of their scores, equal differences told apart by the sum.

use super::outlook::{Outlook, swing};
use super::roles::{Scoring, held};
use super::search::{Moves, Search, play_out, runt_points};
use gongzhu::{Action, BySeat, Card, Phase, Seat, State};

/// The scores of two sides as one number that side 0 wants high and side 1 low: the difference first, then the sum.
pub(super) type Value = i64;

/// What a point of difference weighs against a point of the sum; more than all sums, which fit 17 bits and a sign.
const POINT: Value = 1 << 20;

/// The window that every value is in.
pub(super) const ALL: (Value, Value) = (Value::MIN, Value::MAX);

/// The number of these scores; each side's are at both its seats.
#[inline]
pub(super) fn value(scores: &BySeat<i16>) -> Value {
    let [a, b, ..] = scores.0.map(Value::from);
    (a - b) * POINT + a + b
}

/// The scores of this number.
pub(super) fn scores(value: Value) -> BySeat<i16> {
    let difference = (value + POINT / 2).div_euclid(POINT);
    let sum = value - difference * POINT;
    let side_0 = (sum + difference) / 2;
    BySeat::from_fn(|seat| if seat.side() == 0 { side_0 } else { sum - side_0 }).map(|score| score as i16)
}

/// Points to the side of a seat.
#[inline]
fn to_side(seat: Seat, points: i32) -> Value {
    let points = Value::from(points);
    if seat.side() == 0 { points * (POINT + 1) } else { points * (1 - POINT) }
}

impl Search {
    /// The value of the position, `banked` being that of the scores as they stand. It is exact within the window; at or below
    /// its lower end it is an upper bound, at or above its upper end a lower one.
    pub(super) fn between_sides(&mut self, state: &State<'_>, banked: Value, window: (Value, Value)) -> Option<Value> {
        match state.phase() {
            Phase::Play if state.trick().cards.is_empty() => self.lead(state, banked, window),
            Phase::Over => Some(banked),
            _ => self.decide(state, banked, window, None).map(|(value, _)| value),
        }
    }

    /// [`Search::between_sides`] where a lead is due.
    fn lead(&mut self, state: &State<'_>, banked: Value, (alpha, beta): (Value, Value)) -> Option<Value> {
        let outlook = Outlook::of(&self.roles, &self.groups, state);
        if outlook.settled {
            return Some(banked);
        }
        if state.tricks_played() == 12 && matches!(self.roles.scoring, Scoring::Tantony) {
            return Some(self.bank(&play_out(state), banked));
        }
        if let Some(scores) = self.forced(state) {
            return Some(value(&scores));
        }
        if let Some((least, most)) = swing(&self.roles, state, outlook.stakes) {
            // Rounded outwards by more than any sum.
            let most = banked + (Value::from(most) + 1) * POINT;
            let least = banked + (Value::from(least) - 1) * POINT;
            if most <= alpha {
                return Some(most);
            }
            if least >= beta {
                return Some(least);
            }
        }
        let (mut least, mut most, mut hint) = (Value::MIN, Value::MAX, None);
        if let Some(([low, high], best)) = self.table.get(&outlook.key) {
            (least, most) = (low.saturating_add(banked), high.saturating_add(banked));
            if least >= beta || least == most {
                return Some(least);
            }
            if most <= alpha {
                return Some(most);
            }
            hint = Action::from_code(best);
        }
        let (alpha, beta) = (alpha.max(least), beta.min(most));
        let (value, best) = self.decide(state, banked, (alpha, beta), hint)?;
        if value > alpha {
            least = value;
        }
        if value < beta {
            most = value;
        }
        let rest = |bound: Value| if bound == Value::MIN || bound == Value::MAX { bound } else { bound - banked };
        self.table.set(outlook.key, held(state).len() as u8, [rest(least), rest(most)], best.code());
        Some(value)
    }

    /// The value of a decision and the best action found.
    fn decide(
        &mut self,
        state: &State<'_>,
        banked: Value,
        window: (Value, Value),
        hint: Option<Action>,
    ) -> Option<(Value, Action)> {
        self.count()?;
        if state.phase() == Phase::Assign {
            return self.assign(state, banked, window);
        }
        let turn = state.turn();
        let cards = self.roles.distinct(state, state.legal_cards());
        let cuts = &self.cuts[turn];
        let moves = Moves::sorted(cards, |card| {
            if Some(Action::card(card)) == hint { i32::MAX } else { cuts[card.bit() as usize & 63] as i32 }
        });
        let mut best = Best::new(turn, window);
        for card in moves.cards() {
            let mut next = *state;
            next.play_card(card);
            let value = self.after(&next, banked, best.window)?;
            if best.take(value, Action::card(card)) {
                self.reward(turn, card, state);
                break;
            }
        }
        Some((best.value, best.action))
    }

    /// The value after a card was played.
    #[inline]
    fn after(&mut self, state: &State<'_>, banked: Value, window: (Value, Value)) -> Option<Value> {
        if !state.plays().len().is_multiple_of(4) || state.phase() == Phase::Assign {
            return self.decide(state, banked, window, None).map(|(value, _)| value);
        }
        let banked = self.bank(state, banked);
        if state.phase() == Phase::Over { Some(banked) } else { self.lead(state, banked, window) }
    }

    fn assign(&mut self, state: &State<'_>, banked: Value, window: (Value, Value)) -> Option<(Value, Action)> {
        /// What a trick is worth about: it is kept from there on.
        const DEAR: i32 = 7;
        let turn = state.turn();
        let points = runt_points(state);
        let first = if points >= DEAR { turn } else { turn.next() };
        let mut best = Best::new(turn, window);
        for seat in [first, first.across(), first.next(), first.next().across()] {
            if !state.legal_seats().has(seat) {
                continue;
            }
            let mut next = *state;
            next.play_unchecked(Action::assign(seat));
            let value = self.lead(&next, banked + to_side(seat, points), best.window)?;
            if best.take(value, Action::assign(seat)) {
                break;
            }
        }
        Some((best.value, best.action))
    }

    /// The value of the scores once a trick is finished, and in Tantony was not to be assigned.
    #[inline]
    fn bank(&self, state: &State<'_>, banked: Value) -> Value {
        match self.roles.scoring {
            // After trick 13 its winner holds the card that counts.
            Scoring::Tantony => banked + to_side(state.trick().leader, runt_points(state)),
            _ if self.rescores(state) => value(&state.scores()),
            _ => banked,
        }
    }

    fn reward(&mut self, seat: Seat, card: Card, state: &State<'_>) {
        let held = state.hands()[seat].len() as u32;
        let cuts = &mut self.cuts[seat][card.bit() as usize & 63];
        *cuts = (*cuts + held * held).min(1 << 30);
    }
}

/// The best action so far of a side, and the window that is left.
struct Best {
    side: usize,
    window: (Value, Value),
    value: Value,
    action: Action,
}

impl Best {
    #[inline]
    fn new(turn: Seat, window: (Value, Value)) -> Best {
        let value = if turn.side() == 0 { Value::MIN } else { Value::MAX };
        Best { side: turn.side(), window, value, action: Action::DONE }
    }

    /// Takes the value of an action; whether the window is closed, so that no other action matters.
    #[inline]
    fn take(&mut self, value: Value, action: Action) -> bool {
        let better = if self.side == 0 { value > self.value } else { value < self.value };
        if better {
            (self.value, self.action) = (value, action);
            if self.side == 0 {
                self.window.0 = self.window.0.max(value);
            } else {
                self.window.1 = self.window.1.min(value);
            }
        }
        self.window.0 >= self.window.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_hold_any_scores() {
        let all = [i16::MIN, -32767, -1, 0, 1, 250, i16::MAX];
        for a in all {
            for b in all {
                let both = BySeat([a, b, a, b]);
                assert_eq!(scores(value(&both)), both);
            }
        }
        let points = |points: [i16; 4]| value(&BySeat(points));
        assert!(points([10, 0, 10, 0]) > points([0, 0, 0, 0]), "the difference first");
        assert!(points([20, 20, 20, 20]) > points([10, 10, 10, 10]), "then the sum");
        assert_eq!(to_side(Seat::ALL[3], 7), points([0, 7, 0, 7]));
    }
}
