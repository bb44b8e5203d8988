//! One seat's view in the engine against what the reference shows that seat.

use super::convert::{card_set, card_sets, seat as engine_seat};
use super::same;
use crate::reference::Card;
use crate::reference::hand::Hand;
use gongzhu::{CardSet, Seat, State, View};

/// Compares every accessor of the view of `seat`.
pub fn compare(state: &State<'_>, hand: &Hand, seat: Seat) -> Result<(), String> {
    let view = View::new(state, seat);
    let shown = hand.visible(seat.index());
    let due = hand.to_act();
    same("hand", &view.hand(), &card_set(&shown.hand))?;
    same("totals", &view.totals().0, &shown.totals)?;
    same("number", &view.hand_number(), &hand.setup.hand_number)?;
    same("dealer", &view.dealer().index(), &hand.setup.dealer)?;
    // The reference lists a choice that has not taken effect as pending, a pass as much as a reveal.
    let (passed, pending) =
        if hand.pass_over { (&shown.passed, &shown.pending) } else { (&shown.pending, &shown.passed) };
    same("passed", &view.passed(), &card_set(passed))?;
    same("pending reveals", &view.pending_reveals(), &card_set(pending))?;
    same("received", &view.received(), &card_set(&shown.received))?;
    let offset = hand.rules.pass_offset(hand.setup.hand_number);
    same("passes to", &view.passes_to(), &offset.map(|offset| seat.offset(offset)))?;
    let revealed: Vec<Card> = shown.revealed.iter().map(|(_, card)| *card).collect();
    same("revealed", &view.revealed(), &card_set(&revealed))?;
    for card in gongzhu::REVEALABLE {
        let by = shown.revealed.iter().find(|(_, shown)| super::convert::engine_card(*shown) == card);
        same("revealed by", &view.revealed_by(card), &by.map(|(seat, _)| engine_seat(*seat)))?;
    }
    same("taken", &gongzhu::BySeat::from_fn(|other| view.taken(other)), &card_sets(&shown.piles))?;
    let assigned: Vec<usize> = view.assigned().map(Seat::index).collect();
    same("assigned", &assigned, &shown.assigned)?;
    compare_history(&view, &shown.plays)?;
    compare_others(&view, hand, &shown.others)?;
    let legal = if due.map(|due| due.0) == Some(seat.index()) { state.legal() } else { Default::default() };
    same("legal of the view", &view.legal(), &legal)
}

/// The cards played, trick by trick, and what they show: voids and counts.
fn compare_history(view: &View<'_>, plays: &[(usize, Card)]) -> Result<(), String> {
    let played: Vec<(usize, gongzhu::Card)> =
        view.tricks().flat_map(|trick| trick.plays()).map(|(seat, card)| (seat.index(), card)).collect();
    let shown: Vec<_> = plays.iter().map(|&(seat, card)| (seat, super::convert::engine_card(card))).collect();
    same("plays of the tricks", &played, &shown)?;
    same("plays", &view.plays().to_vec(), &shown.iter().map(|play| play.1).collect())?;
    same("tricks played", &view.tricks_played(), &(plays.len() / 4))?;
    let on_table: Vec<gongzhu::Card> = shown[plays.len() / 4 * 4..].iter().map(|play| play.1).collect();
    same("trick", &view.trick().cards.to_vec(), &on_table)?;
    for seat in Seat::ALL {
        let mut voids = CardSet::EMPTY;
        for trick in plays.chunks(4) {
            let off = trick.iter().any(|(player, card)| *player == seat.index() && card.suit != trick[0].1.suit);
            if off {
                voids |= CardSet::suit(super::convert::engine_card(trick[0].1).suit());
            }
        }
        same("voids", &view.voids(seat), &voids)?;
    }
    Ok(())
}

/// What is known of the other hands.
fn compare_others(view: &View<'_>, hand: &Hand, open: &[Option<Vec<Card>>; 4]) -> Result<(), String> {
    let me = view.seat();
    let shown = hand.visible(me.index());
    let mut unseen = CardSet::EMPTY;
    for other in Seat::ALL {
        let held = card_set(&hand.hands[other.index()]);
        same("hand size", &view.hand_size(other), &held.len())?;
        if other == me {
            same("own cards known", &view.known_cards(other), &held)?;
            continue;
        }
        unseen |= held;
        let mut known = CardSet::EMPTY;
        if hand.rules.pass_offset(hand.setup.hand_number).map(|offset| me.offset(offset)) == Some(other) {
            known |= card_set(&shown.passed);
        }
        let revealed = shown.revealed.iter().filter(|(seat, _)| *seat == other.index());
        known |= card_set(&revealed.map(|(_, card)| *card).collect::<Vec<_>>());
        for (_, card) in &shown.plays {
            known = known.without(super::convert::engine_card(*card));
        }
        if let Some(open) = &open[other.index()] {
            known = card_set(open);
        }
        same("known cards", &view.known_cards(other), &known)?;
    }
    same("unseen", &view.unseen(), &unseen)
}
