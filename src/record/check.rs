//! What a record claims, against what follows from its actions.

use super::json::{phase_name, within};
use super::{Next, Record, RecordError};
use crate::rules::did_you_mean;
use crate::{Action, BySeat, CardSet, Phase, RuleId, Seat, State};

type Checked = Result<(), RecordError>;

impl Record {
    /// Checks every claim against `state`, in the order of their fields.
    pub(super) fn check(&self, state: &State<'_>) -> Checked {
        let claims = &self.claims;
        within("seats", claims.seats.as_deref().map_or(Ok(()), |seats| check_seats(state, seats)))?;
        within("winners", claims.winners.as_deref().map_or(Ok(()), |seats| check_winners(state, seats)))?;
        within("taken", claims.taken.as_ref().map_or(Ok(()), |taken| check_taken(state, taken)))?;
        within("lines", claims.lines.as_ref().map_or(Ok(()), |lines| check_lines(state, lines)))?;
        let legal = claims.legal.as_ref();
        within("legal", legal.map_or(Ok(()), |legal| check_length(legal.len(), state.plays().len(), "plays")))?;
        within("scores", claims.scores.as_ref().map_or(Ok(()), |scores| check_scores(state, scores)))?;
        within("next", claims.next.map_or(Ok(()), |next| check_next(state, next)))
    }
}

/// The legal cards before a play: `state` is that before it.
pub(super) fn legal_set(state: &State<'_>, claimed: CardSet) -> Checked {
    let legal = state.legal_cards();
    let seat = state.turn();
    let (card, rule, message) = if let Some(card) = (claimed - legal).first() {
        let mut trial = *state;
        let illegal = trial.play(Action::card(card)).err();
        let why = illegal.map(|illegal| illegal.to_string()).unwrap_or_default();
        let rule = illegal.map_or(RuleId::Score, |illegal| illegal.rule);
        (card, rule, format!("legal: {card} is listed for seat {seat} but is not legal: {why}"))
    } else if let Some(card) = (legal - claimed).first() {
        (card, RuleId::Score, format!("legal: {card} is not listed for seat {seat} but is legal"))
    } else {
        return Ok(());
    };
    Err(RecordError::new(rule, message).about(card).in_trick(state.tricks_played() + 1))
}

fn mismatch(message: String) -> RecordError {
    RecordError::new(RuleId::Score, message)
}

fn check_length(listed: usize, right: usize, of: &str) -> Checked {
    if listed == right { Ok(()) } else { Err(mismatch(format!("{listed} are listed, but there are {right} {of}"))) }
}

fn check_seats(state: &State<'_>, seats: &[Seat]) -> Checked {
    let plays = state.tricks().enumerate().flat_map(|(i, trick)| trick.plays().map(move |play| (i + 1, play)));
    for ((trick, (seat, card)), &claimed) in plays.zip(seats) {
        if seat != claimed {
            let message = format!("{card} is seat {claimed}'s here, but it was seat {seat}'s turn");
            return Err(RecordError::new(RuleId::Turn, message).about(card).in_trick(trick));
        }
    }
    check_length(seats.len(), state.plays().len(), "plays")
}

fn check_winners(state: &State<'_>, seats: &[Seat]) -> Checked {
    for ((i, seat), &claimed) in state.winners().enumerate().zip(seats) {
        if seat != claimed {
            let message = format!("seat {claimed} wins trick {} here, but the highest card is seat {seat}'s", i + 1);
            return Err(mismatch(message).in_trick(i + 1));
        }
    }
    check_length(seats.len(), state.tricks_played(), "finished tricks")
}

fn check_taken(state: &State<'_>, taken: &BySeat<CardSet>) -> Checked {
    for (seat, &right) in state.taken().iter() {
        if let Some(card) = (taken[seat] ^ right).first() {
            let (here, there) = if right.has(card) { ("lacks", "has") } else { ("has", "lacks") };
            let message = format!("seat {seat}'s pile {here} {card} here, but {there} it by the play");
            return Err(mismatch(message).about(card));
        }
    }
    Ok(())
}

fn check_over(state: &State<'_>) -> Checked {
    match state.phase() {
        Phase::Over => Ok(()),
        _ => Err(mismatch(format!(
            "the hand is not over ({} of 52 cards played): there are none yet",
            state.plays().len()
        ))),
    }
}

fn check_lines(state: &State<'_>, lines: &BySeat<Vec<(String, i32)>>) -> Checked {
    check_over(state)?;
    for (seat, right) in state.lines().named().iter() {
        for (name, claimed) in &lines[seat] {
            let Some((_, right)) = right.iter().find(|(known, _)| known == name) else {
                let hint = did_you_mean(name, right.iter().map(|(known, _)| known));
                let name = crate::rules::quoted(name);
                return Err(RecordError::syntax(format!("seat {seat} has no line {name}{hint}")));
            };
            if claimed != right {
                return Err(mismatch(format!("seat {seat}'s {name} is {claimed} here, but {right} by the cards")));
            }
        }
    }
    Ok(())
}

fn check_scores(state: &State<'_>, scores: &BySeat<i32>) -> Checked {
    check_over(state)?;
    for (seat, right) in state.scores().map(i32::from).iter() {
        let claimed = scores[seat];
        if claimed != *right {
            return Err(mismatch(format!("seat {seat} scores {claimed} here, but {right} by the cards")));
        }
    }
    Ok(())
}

fn check_next(state: &State<'_>, claimed: Next) -> Checked {
    let Some(right) = Next::of(state) else {
        return Err(RecordError::new(RuleId::Turn, "the hand is over, nothing is to be decided"));
    };
    let due = |next: Next| format!("seat {} in phase {}", next.seat, phase_name(next.phase));
    if (claimed.seat, claimed.phase) != (right.seat, right.phase) {
        let message = format!("the turn is of {} here, but of {} by the play", due(claimed), due(right));
        return Err(RecordError::new(RuleId::Turn, message));
    }
    if claimed.legal != right.legal {
        let message =
            format!("the legal set is {} here, but {} by the play", claimed.legal.to_json(), right.legal.to_json());
        return Err(mismatch(message));
    }
    Ok(())
}
