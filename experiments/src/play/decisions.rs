//! The decisions of a hand as rows of table `decisions`: written down while it is played, and checked by taking them again.

use super::hand::Seating;
use super::replay::{check_state, row_setup};
use crate::dataset::{DecisionKind, DecisionRow, HandRow, JudgedChoice};
use gongzhu::rng::Rng;
use gongzhu::{Action, ActionSet, BySeat, Judged, Rules, State, Strategy, table};

/// Plays the hand of an id to its end and appends its decisions. Returns each seat's faults.
pub(super) fn watch<S: Strategy>(
    state: &mut State<'_>,
    players: &mut BySeat<S>,
    rngs: &mut BySeat<Rng>,
    hand_id: i64,
    seating: &Seating,
    decisions: &mut Vec<DecisionRow>,
) -> BySeat<u8> {
    let mut step = 0;
    table::watch_hand(state, players, rngs, |before, actions, player| {
        let judged = judged_choices(player.take_judgement());
        let taken = Taken { step, action: actions.bits(), judged };
        decisions.extend(decision(before, hand_id, &seating.bots, taken));
        step += 1;
    })
}

/// The choices in the order of their masks.
fn judged_choices(judgement: Vec<Judged>) -> Vec<JudgedChoice> {
    let choice = |judged: Judged| JudgedChoice {
        choice: judged.choice.bits(),
        value: judged.value,
        visits: i32::try_from(judged.visits).unwrap_or(i32::MAX),
    };
    let mut choices: Vec<JudgedChoice> = judgement.into_iter().map(choice).collect();
    choices.sort_unstable_by_key(|judged| judged.choice);
    choices
}

/// What does not follow from the state before a decision.
struct Taken {
    step: u8,
    action: u64,
    judged: Vec<JudgedChoice>,
}

/// The row of the decision that follows `before`; nothing after the end of the hand.
fn decision(before: &State<'_>, hand_id: i64, bots: &[u8; 4], taken: Taken) -> Option<DecisionRow> {
    let kind = DecisionKind::of(before.phase())?;
    let finished = before.tricks_played() as u8;
    let trick = match kind {
        DecisionKind::Pass | DecisionKind::Reveal => None,
        DecisionKind::Play => Some(finished + 1),
        DecisionKind::Assign => Some(finished),
    };
    let seat = before.turn();
    let Taken { step, action, judged } = taken;
    Some(DecisionRow {
        hand_id,
        step,
        kind,
        trick,
        seat: seat.index() as u8,
        bot: bots[seat.index()],
        hand: before.hands()[seat].to_mask(),
        legal: before.legal().bits(),
        action,
        judged,
    })
}

/// Takes all decisions of a hand again and checks that they are its decisions, and lead to the row of table `hands`.
///
/// # Errors
/// The first thing that is wrong, in words.
pub fn check_decisions(rules: &Rules, hand: &HandRow, rows: &[DecisionRow]) -> Result<(), String> {
    let setup = row_setup(rules, hand)?;
    let mut state = State::new(&setup).map_err(|error| error.to_string())?;
    for (step, row) in (0..).zip(rows) {
        check_decision(&mut state, hand, step, row).map_err(|message| format!("decision {step}: {message}"))?;
    }
    if DecisionKind::of(state.phase()).is_some() {
        return Err(format!("has {} decisions, and is not over", rows.len()));
    }
    check_state(&state, hand).map_err(|message| format!("its decisions lead to another hand: {message}"))
}

fn check_decision(state: &mut State<'_>, hand: &HandRow, step: u8, row: &DecisionRow) -> Result<(), String> {
    let taken = Taken { step, action: row.action, judged: row.judged.clone() };
    let wanted = decision(state, hand.hand_id, &hand.bot, taken).ok_or("follows the end of the hand")?;
    let differs = match () {
        () if row.step != wanted.step => Some("step"),
        () if row.kind != wanted.kind => Some("kind"),
        () if row.trick != wanted.trick => Some("trick"),
        () if row.seat != wanted.seat => Some("seat"),
        () if row.bot != wanted.bot => Some("bot"),
        () if row.hand != wanted.hand => Some("hand"),
        () if row.legal != wanted.legal => Some("legal"),
        () => None,
    };
    if let Some(column) = differs {
        return Err(format!("{column} is not what the rules say"));
    }
    if !is_choice(row, row.action) {
        return Err(format!("action {:#x} is no legal choice", row.action));
    }
    check_judgement(row)?;
    let codes = (0..=60).filter(|code| row.action >> code & 1 == 1);
    codes.filter_map(Action::from_code).try_for_each(|action| state.play(action)).map_err(|illegal| illegal.to_string())
}

/// Whether these actions, of those that are legal, decide what is to be decided.
fn is_choice(row: &DecisionRow, actions: u64) -> bool {
    let complete = match row.kind {
        DecisionKind::Pass => actions.count_ones() == 3,
        DecisionKind::Reveal => actions & ActionSet::from(Action::DONE).bits() != 0,
        DecisionKind::Play | DecisionKind::Assign => actions.count_ones() == 1,
    };
    complete && actions & !row.legal == 0
}

/// Checks what can be told of a judgement without the bot.
fn check_judgement(row: &DecisionRow) -> Result<(), String> {
    let judged = &row.judged;
    match () {
        () if judged.is_empty() => Ok(()),
        () if !judged.iter().all(|judged| is_choice(row, judged.choice)) => {
            Err("choices has one that is not legal".to_owned())
        }
        () if !judged.is_sorted_by(|a, b| a.choice < b.choice) => Err("choices do not ascend".to_owned()),
        () if !judged.iter().any(|judged| judged.choice == row.action) => {
            Err("choices lack what the seat does".to_owned())
        }
        () if !judged.iter().all(|judged| judged.value.is_finite()) => {
            Err("values has one that is no number".to_owned())
        }
        () if !judged.iter().all(|judged| judged.visits > 0) => Err("visits has one below 1".to_owned()),
        () => Ok(()),
    }
}
