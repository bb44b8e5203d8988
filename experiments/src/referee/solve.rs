//! `solve`: positions to the values of their actions and a best line.

use super::table::{list, names, new_table, played, ranks, render, seat_name, units};
use super::{Format, Refusal};
use gongzhu::{Action, ActionKind, Phase, Record, RecordError, RuleId, Rules, Seat, State, Suit};
use gongzhu_strategies::solver::{ActionValue, Limits, Solution, SolveError, Solver, gain};
use serde_json::Value;
use std::fmt::Write;

/// The most entries of the transposition table: 48 MiB, for positions with many cards.
const ENTRIES: usize = 1 << 20;

/// A position solved: what each action leads to, the best line, and how many decisions were looked at.
struct Answer {
    values: Vec<ActionValue>,
    best: Solution,
    nodes: u64,
}

/// The values and the best line, as JSON or as a table. `solver` is kept from line to line.
pub(super) fn answer(
    line: &Value,
    rules: &Rules,
    solver: &mut Option<Solver>,
    nodes: u64,
    format: Format,
) -> Result<String, Refusal> {
    let record = Record::from_json(line)?;
    let setup = record.setup(rules);
    let state = record.replay(&setup)?;
    let solver = match solver {
        Some(solver) if solver.rules() == rules => solver,
        _ => {
            // No more positions are stored than nodes are looked at.
            let entries = usize::try_from(nodes).map_or(ENTRIES, |nodes| nodes.min(ENTRIES));
            solver.insert(Solver::with_limits(rules, Limits { nodes, entries }))
        }
    };
    let values = solver.values(&state).map_err(|error| refusal(error, nodes))?;
    let looked_at = solver.nodes();
    let best = solver.solve(&state).map_err(|error| refusal(error, nodes))?;
    let answer = Answer { values, best, nodes: looked_at + solver.nodes() };
    Ok(match format {
        Format::Json => json(&state, &answer).to_string(),
        Format::Table => draw(&state, &answer),
    })
}

fn refusal(error: SolveError, nodes: u64) -> Refusal {
    let (rule, field) = match error {
        SolveError::Nodes(_) => return Refusal::Nodes(nodes),
        SolveError::Phase(Phase::Pass) => (RuleId::Pass, "pass"),
        SolveError::Phase(_) => (RuleId::Reveal, "reveal"),
        // The solver is made for the rules of the line.
        SolveError::Rules => return RecordError::syntax(error.to_string()).into(),
    };
    let message =
        format!("the hand is in the phase {field}: only play can be solved; give '{field}' for all four seats");
    RecordError::new(rule, message).into()
}

/// The error of a position that needs more than `nodes` nodes. No rule is broken, so none is named.
pub(super) fn limit_line(as_table: bool, nodes: u64, line: u64) -> String {
    let message = format!("not solved within {nodes} nodes: give more with --nodes, or a position with fewer cards");
    if as_table {
        return format!("line {line}: {message}\n");
    }
    Value::from_iter([("error", Value::from(message)), ("line", Value::from(line))]).to_string()
}

/// An action as `legal` lists it: the name of a card, the number of a seat.
fn action_json(action: Action) -> Value {
    match action.kind() {
        ActionKind::Assign(seat) => Value::from(seat.index()),
        _ => Value::from(action.to_string()),
    }
}

fn json(state: &State<'_>, answer: &Answer) -> Value {
    let rules = state.setup().rules;
    let over = state.phase() == Phase::Over;
    let values = answer.values.iter().map(|value| {
        Value::from_iter([
            ("action", action_json(value.action)),
            ("gain", Value::from(gain(rules, &value.scores, state.turn()))),
            ("scores", Value::from(value.scores.0.to_vec())),
        ])
    });
    let mut fields = Vec::new();
    if !over {
        fields.push(("seat", Value::from(state.turn().index())));
        fields.push(("gain", Value::from(gain(rules, &answer.best.scores, state.turn()))));
    }
    fields.push(("scores", Value::from(answer.best.scores.0.to_vec())));
    fields.push(("line", answer.best.line.iter().copied().map(action_json).collect()));
    fields.push(("values", values.collect()));
    fields.push(("nodes", Value::from(answer.nodes)));
    Value::from_iter(fields)
}

/// The cards held, the values, and the best line trick by trick.
fn draw(state: &State<'_>, answer: &Answer) -> String {
    let setup = state.setup();
    let mut text = format!("Hand {} of {}; ", setup.number, setup.rules.spec());
    text += &match state.phase() {
        Phase::Over => "over\n\n".to_owned(),
        Phase::Assign => format!("seat {} gives trick {}\n\n", state.turn(), state.tricks_played()),
        _ => format!("seat {} plays\n\n", state.turn()),
    };
    let mut held = new_table(names(["", "spades", "hearts", "diamonds", "clubs"]));
    for (seat, hand) in state.hands().iter() {
        let suits = Suit::ALL.map(|suit| ranks(hand.in_suit(suit)));
        held.add_row([seat_name(seat)].into_iter().chain(suits).collect::<Vec<_>>());
    }
    text += &render(held, 0);
    if !answer.values.is_empty() {
        text += "\n";
        text += &render(values(state, answer), 1);
        text += "gain: the own score less the mean of the others', more is better   * best\n\n";
        text += &render(line(state, &answer.best), 1);
        text += "> leads   * highest of the led suit\n";
    }
    let scores = units(setup.rules).iter().map(|&(seat, name)| format!("{name}: {}", answer.best.scores[seat]));
    let _ = writeln!(text, "\n{}", scores.collect::<Vec<_>>().join("   "));
    text
}

fn values(state: &State<'_>, answer: &Answer) -> comfy_table::Table {
    let rules = state.setup().rules;
    let mut header = names(["action", "gain"]);
    header.extend(units(rules).iter().map(|&(_, name)| name.to_owned()));
    let mut table = new_table(header);
    for value in &answer.values {
        let best = if answer.best.line.first() == Some(&value.action) { "*" } else { "" };
        let mut row = vec![format!("{}{best}", value.action)];
        row.push(format!("{:+.2}", gain(rules, &value.scores, state.turn())));
        row.extend(units(rules).iter().map(|&(seat, _)| value.scores[seat].to_string()));
        table.add_row(row);
    }
    table
}

/// The tricks from the one on the table on, as they go.
fn line(state: &State<'_>, best: &Solution) -> comfy_table::Table {
    let mut end = *state;
    best.line.iter().for_each(|&action| end.play_unchecked(action));
    let receivers: Vec<Seat> = end.assigned().collect();
    let assigns = !receivers.is_empty();
    let mut header = names(["trick"]);
    header.extend(Seat::ALL.map(seat_name));
    header.extend(assigns.then(|| "to".to_owned()));
    let mut table = new_table(header);
    // A trick that waits to be given is finished, and still open.
    let first = state.tricks_played() - usize::from(state.phase() == Phase::Assign);
    for (i, trick) in end.tricks().enumerate().skip(first) {
        let mut row = vec![(i + 1).to_string()];
        row.extend(Seat::ALL.map(|seat| played(&trick, seat)));
        row.extend(assigns.then(|| list(receivers.get(i).copied().map(seat_name))));
        table.add_row(row);
    }
    table
}
