//! From a row of table `hands` back to the hand.

use super::hand::{Seating, row};
use crate::dataset::HandRow;
use gongzhu::{Action, BySeat, Card, CardSet, Deal, Phase, Rules, Seat, Setup, State};

/// What a hand of table `hands` began with.
///
/// # Errors
/// What is wrong with the row, in words.
pub fn row_setup<'r>(rules: &'r Rules, row: &HandRow) -> Result<Setup<'r>, String> {
    let seat = |number: Option<u8>| match number.map(Seat::new) {
        None => Ok(None),
        Some(Some(seat)) => Ok(Some(seat)),
        Some(None) => Err("a seat above 3".to_owned()),
    };
    let [a, b, c, d] = row.deal.map(card_set);
    Ok(Setup {
        rules,
        deal: Deal::new(BySeat([a?, b?, c?, d?])).map_err(|misdeal| misdeal.to_string())?,
        number: u32::try_from(row.hand_number).map_err(|_| "a negative hand number".to_owned())?,
        totals: BySeat(row.total_before),
        opening_seat: seat(row.opening_seat)?,
        pig_taker: seat(row.pig_taker)?,
    })
}

fn card_set(mask: u64) -> Result<CardSet, String> {
    CardSet::from_mask(mask).ok_or_else(|| format!("{mask:#x} is no mask of cards"))
}

/// Plays the hand of a row again.
///
/// # Errors
/// The first decision that is not legal, in words.
pub fn replay_row<'a>(setup: &'a Setup<'a>, row: &HandRow) -> Result<State<'a>, String> {
    let mut state = State::new(setup).map_err(|error| error.to_string())?;
    let revealed = card_set(row.revealed)?;
    loop {
        let seat = state.turn();
        match state.phase() {
            Phase::Pass => {
                let mask = row.pass.ok_or("no pass, in a hand with one")?[seat.index()];
                let cards = card_set(mask)?;
                if cards.len() != 3 {
                    return Err(format!("seat {seat} passes {} cards", cards.len()));
                }
                cards.iter().try_for_each(|card| take(&mut state, Action::card(card)))?;
            }
            Phase::Reveal => {
                let shown = revealed & state.hands()[seat];
                shown.iter().filter_map(Action::reveal).try_for_each(|action| take(&mut state, action))?;
                take(&mut state, Action::DONE)?;
            }
            Phase::Play => {
                let card = Card::from_index(row.plays[state.plays().len()]).ok_or("a card number above 51")?;
                take(&mut state, Action::card(card))?;
            }
            Phase::Assign => {
                let assign = row.assign.ok_or("no assignments, in a game that has them")?;
                let to = Seat::new(assign[state.tricks_played() - 1]).ok_or("a seat above 3")?;
                take(&mut state, Action::assign(to))?;
            }
            Phase::Over => return Ok(state),
        }
    }
}

fn take(state: &mut State<'_>, action: Action) -> Result<(), String> {
    state.play(action).map_err(|illegal| format!("card {}: {illegal}", state.plays().len() + 1))
}

/// Plays the hand of a row again and checks that the rest of the row follows from its decisions.
///
/// # Errors
/// The first thing that is wrong, in words.
pub fn check_replayed<'a>(setup: &'a Setup<'a>, stored: &HandRow) -> Result<State<'a>, String> {
    let state = replay_row(setup, stored)?;
    check_state(&state, stored)?;
    Ok(state)
}

/// Checks that a hand that was played to its end leaves this row.
pub(super) fn check_state(state: &State<'_>, stored: &HandRow) -> Result<(), String> {
    let seating = Seating { table: u32::from(stored.seating), bots: stored.bot };
    let played =
        HandRow { hand_id: stored.hand_id, match_id: stored.match_id, ..row(state, &seating, BySeat(stored.faults)) };
    match () {
        () if played.score != stored.score => Err(format!("scores {:?}, replayed {:?}", stored.score, played.score)),
        () if played.winners != stored.winners => Err("the winners of tricks are others".to_owned()),
        () if played.taken != stored.taken => Err("the piles are others".to_owned()),
        () if played != *stored => Err("pass, reveals or assignments do not fit the rules".to_owned()),
        () => Ok(()),
    }
}
