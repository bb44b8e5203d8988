//! `replay`: records to records, or to a picture of the hand.

use super::{Format, table};
use gongzhu::{CardSet, Phase, Piles, Record, RecordError, Rules, State};
use serde_json::Value;

/// The record with everything that follows from it, as JSON or as a table.
pub(super) fn answer(line: &Value, rules: &Rules, legal: bool, format: Format) -> Result<String, RecordError> {
    let record = Record::from_json(line)?;
    let setup = record.setup(rules);
    match format {
        Format::Json => {
            let mut sets = Vec::new();
            let state = record.replay_with(&setup, |state, _| sets.extend(legal_set(state).filter(|_| legal)))?;
            let record = Record::of(&state).with_results(&state, legal.then_some(sets));
            Ok(record.to_json().to_string())
        }
        Format::Table => {
            let mut after_trick = Vec::new();
            let state = record.replay_with(&setup, |state, _| after_trick.extend(finished_trick(state)))?;
            after_trick.extend(finished_trick(&state));
            Ok(table::draw(&state, &after_trick))
        }
    }
}

/// The legal cards where a card is to be played.
fn legal_set(state: &State<'_>) -> Option<CardSet> {
    (state.phase() == Phase::Play).then(|| state.legal_cards())
}

/// The piles where a trick has just gone to its seat.
fn finished_trick(state: &State<'_>) -> Option<Piles> {
    let between = matches!(state.phase(), Phase::Play | Phase::Over) && state.plays().len() % 4 == 0;
    (between && state.tricks_played() > 0).then(|| state.piles())
}
