//! A hand as a person reads it: hands, passes and reveals, every trick, and the settlement sheet (docs/RULES.md §2.7).

use comfy_table::{CellAlignment, Table, presets};
use gongzhu::rules::gong_zhu::GongZhuLines;
use gongzhu::rules::{Book, tantony};
use gongzhu::{
    BySeat, Card, CardSet, Game, Lines, Phase, Piles, Record, RecordError, Rules, Seat, SeatSet, Setup, State, Suit,
    Trick,
};
use std::fmt::Write;

/// The hand of `state`; `after_trick` are the piles after each finished trick (Tantony: once it is assigned).
pub(super) fn draw(state: &State<'_>, after_trick: &[Piles]) -> String {
    let record = Record::of(state);
    let mut text = title(state.setup());
    text += &render(hands(state, &record), 0);
    if !state.plays().is_empty() {
        text += "\n";
        text += &render(tricks(state, after_trick), 1);
        text += "> leads   * highest of the led suit   score: the hand's, if it ended there\n";
    }
    text += "\n";
    text += &match state.phase() {
        Phase::Over => render(settlement(state), 1),
        _ => next(state),
    };
    text
}

/// An error as a line of text.
pub(super) fn error_line(error: &RecordError, line: u64) -> String {
    let mut text = format!("line {line}: {} [{}", error.message, error.rule.name());
    let trick = error.trick.map(|trick| format!(", trick {trick}"));
    let card = error.card.map(|card| format!(", {card}"));
    text.extend(trick.into_iter().chain(card));
    text + "]\n"
}

fn title(setup: &Setup<'_>) -> String {
    let pass = match setup.pass_offset() {
        Some(1) => ", three cards pass to the next seat",
        Some(2) => ", three cards pass across",
        Some(_) => ", three cards pass to the seat before",
        None => "",
    };
    format!("Hand {} of {}; seat {} deals{pass}\n\n", setup.number, setup.rules.spec(), setup.dealer())
}

/// The table's lines without trailing blanks; the columns from `left` on are set right.
pub(super) fn render(mut table: Table, left: usize) -> String {
    for column in table.column_iter_mut().skip(left.max(1)).filter(|_| left > 0) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.lines().fold(String::new(), |text, line| text + line.trim_end() + "\n")
}

pub(super) fn new_table(header: Vec<String>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    table
}

pub(super) fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}

pub(super) fn seat_name(seat: Seat) -> String {
    format!("seat {seat}")
}

pub(super) fn list(cards: impl IntoIterator<Item = impl ToString>) -> String {
    let cards: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
    if cards.is_empty() { "-".to_owned() } else { cards.join(" ") }
}

/// What each seat was dealt, passes and reveals.
fn hands(state: &State<'_>, record: &Record) -> Table {
    let mut header = names(["", "spades", "hearts", "diamonds", "clubs"]);
    header.extend(record.pass.map(|_| "passes".to_owned()));
    header.extend(record.reveal.map(|_| "reveals".to_owned()));
    let mut table = new_table(header);
    for (seat, hand) in state.setup().deal.hands().iter() {
        let mut row = vec![seat_name(seat)];
        row.extend(Suit::ALL.map(|suit| ranks(hand.in_suit(suit))));
        row.extend(record.pass.map(|pass| list(pass[seat])));
        row.extend(record.reveal.map(|reveal| match (reveal.undecided.has(seat), reveal.cards[seat].is_empty()) {
            (false, _) => list(reveal.cards[seat]),
            (true, true) => "…".to_owned(),
            (true, false) => list(reveal.cards[seat]) + " …",
        }));
        table.add_row(row);
    }
    table
}

pub(super) fn ranks(cards: CardSet) -> String {
    if cards.is_empty() { "-".to_owned() } else { cards.iter().rev().map(|card| card.rank().letter()).collect() }
}

/// The units whose scores are shown: seats, or the sides of a partnership by their first seat.
pub(super) fn units(rules: &Rules) -> &'static [(Seat, &'static str)] {
    const SEATS: [(Seat, &str); 4] =
        [(Seat::ALL[0], "score 0"), (Seat::ALL[1], "score 1"), (Seat::ALL[2], "score 2"), (Seat::ALL[3], "score 3")];
    const SIDES: [(Seat, &str); 2] = [(Seat::ALL[0], "score 0+2"), (Seat::ALL[1], "score 1+3")];
    if rules.partnership() { &SIDES } else { &SEATS }
}

fn tricks(state: &State<'_>, after_trick: &[Piles]) -> Table {
    let setup = state.setup();
    let rules = setup.rules;
    let assigns = rules.game() == Game::Tantony;
    let units = units(rules);
    let mut header = names(["trick"]);
    header.extend(Seat::ALL.map(seat_name));
    header.extend(assigns.then(|| "goes to".to_owned()));
    header.push("points".to_owned());
    header.extend(names(units.iter().map(|(_, name)| *name)));
    let mut table = new_table(header);
    let receivers: Vec<Seat> = state.assigned().collect();
    for (i, trick) in state.tricks().enumerate() {
        let mut row = vec![(i + 1).to_string()];
        row.extend(Seat::ALL.map(|seat| played(&trick, seat)));
        row.extend(assigns.then(|| receivers.get(i).copied().map(seat_name).unwrap_or_default()));
        row.push(if trick.cards.len() == 4 { points(rules, &trick, state.revealed()) } else { String::new() });
        if let Some(piles) = after_trick.get(i) {
            let scores = rules.scores(piles, &setup.totals);
            row.extend(units.iter().map(|&(seat, _)| scores[seat].to_string()));
        }
        table.add_row(row);
    }
    table
}

/// The card of `seat`, with the signs of the leader and of the highest card.
pub(super) fn played(trick: &Trick<'_>, seat: Seat) -> String {
    let Some((_, card)) = trick.plays().find(|&(player, _)| player == seat) else {
        return String::new();
    };
    let lead = if trick.leader == seat { ">" } else { "" };
    let highest = if trick.cards.len() == 4 && trick.winner() == Some(seat) { "*" } else { " " };
    format!("{lead}{card}{highest}")
}

/// What the trick is worth: the value of its cards, and how they multiply the pile.
fn points(rules: &Rules, trick: &Trick<'_>, revealed: CardSet) -> String {
    let mut taken = BySeat::default();
    taken[trick.leader] = trick.set();
    let piles = Piles { taken, revealed, trick_counts: BySeat::splat(1), ..Piles::default() };
    match rules.lines(&piles, &BySeat::default()) {
        Lines::GongZhu(lines) => {
            let lines = lines[trick.leader];
            let transformer = trick.set().has(Card::TRANSFORMER);
            let times = if revealed.has(Card::TRANSFORMER) { 4 } else { 2 };
            match (lines.base, transformer) {
                (0, true) => format!("×{times}"),
                (base, true) => format!("{base} ×{times}"),
                (base, false) => base.to_string(),
            }
        }
        Lines::Hearts(lines) => {
            let lines = lines[trick.leader];
            (lines.hearts + lines.queen + lines.jack).to_string()
        }
        Lines::Tantony(_) => trick.lowest().map(|runt| tantony::points(runt).to_string()).unwrap_or_default(),
    }
}

/// The settlement sheet, a column for each seat.
fn settlement(state: &State<'_>) -> Table {
    let setup = state.setup();
    let mut header = names(["settlement"]);
    header.extend(Seat::ALL.map(seat_name));
    let mut table = new_table(header);
    let lines = state.lines();
    let (scores, totals) = (state.scores().map(i32::from), setup.totals);
    let mut own = BySeat::splat(0);
    for (i, (name, _)) in lines.named()[Seat::ALL[0]].iter().enumerate() {
        let values = lines.named().map(|seat| seat.get(i).map_or(0, |&(_, value)| value));
        match (*name, &lines) {
            ("total", _) => own = values,
            ("multiplier", Lines::GongZhu(_)) => continue,
            ("bonus", Lines::GongZhu(lines)) => {
                add_row(&mut table, transformer_name(setup.rules), BySeat::from_fn(|seat| transformer(&lines[seat])));
            }
            (name, _) => add_row(&mut table, name, values),
        }
    }
    add_row(&mut table, "hand total", own);
    if own != scores {
        add_row(&mut table, "side total", scores);
    }
    add_row(&mut table, "match total", BySeat::from_fn(|seat| totals[seat].saturating_add(scores[seat])));
    table
}

fn add_row(table: &mut Table, name: &str, values: BySeat<impl ToString>) {
    table.add_row([name.to_owned()].into_iter().chain(values.0.map(|value| value.to_string())).collect::<Vec<_>>());
}

/// The name of the line on which [`transformer`] stands.
fn transformer_name(rules: &Rules) -> &'static str {
    match rules.book() {
        Book::GongZhu(options) if options.queen_of_diamonds.is_some() => "transformer, QD",
        _ => "transformer",
    }
}

/// What the transformer does: `×2`, `+50`, or nothing; with the points of `queen_of_diamonds`, and where a cap cuts.
fn transformer(lines: &GongZhuLines) -> String {
    let mut words = Vec::new();
    if lines.multiplier != 1 {
        words.push(format!("×{}", lines.multiplier));
    }
    if lines.base * lines.multiplier + lines.bonus != lines.total {
        words.push(format!("cap {}", lines.total - lines.bonus));
    }
    if lines.bonus != 0 {
        words.push(format!("{:+}", lines.bonus));
    }
    list(words)
}

/// The decision that is due.
fn next(state: &State<'_>) -> String {
    let choice = match state.phase() {
        Phase::Pass => format!("passes, of {}", list(state.legal_cards())),
        Phase::Reveal => format!("may reveal {}", list(state.legal_reveals())),
        Phase::Play => format!("plays, of {}", list(state.legal_cards())),
        Phase::Assign => format!("gives trick {} to a seat of {}", state.tricks_played(), seats(state.legal_seats())),
        Phase::Over => return String::new(),
    };
    let mut text = String::new();
    let _ = writeln!(text, "next: seat {} {choice}", state.turn());
    text
}

fn seats(seats: SeatSet) -> String {
    list(seats.iter())
}
