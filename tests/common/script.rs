//! Actions as short words: `QS` a card to pass or play, `+QS` a reveal, `.` done revealing, `>2` a trick given to seat 2.

use gongzhu::{Action, Card, Seat};

/// The action that a word means; panics on another word.
pub fn action(word: &str) -> Action {
    let card = |text: &str| text.parse::<Card>().unwrap_or_else(|_| panic!("no action: {word}"));
    let seat = |text: &str| text.parse().ok().and_then(Seat::new).unwrap_or_else(|| panic!("no action: {word}"));
    match word.split_at(1) {
        (".", "") => Action::DONE,
        ("+", text) => Action::reveal(card(text)).unwrap_or_else(|| panic!("no action: {word}")),
        (">", text) => Action::assign(seat(text)),
        _ => Action::card(card(word)),
    }
}

/// The word for an action.
pub fn word(action: Action) -> String {
    use gongzhu::ActionKind as Kind;
    match action.kind() {
        Kind::Card(card) => card.to_string(),
        Kind::Reveal(card) => format!("+{card}"),
        Kind::Done => ".".to_owned(),
        Kind::Assign(seat) => format!(">{seat}"),
    }
}
