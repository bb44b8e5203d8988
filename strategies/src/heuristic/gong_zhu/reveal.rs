//! Which cards to reveal: a contract that the hand must be able to keep (RULES.md §6 a).

use super::reveal_lists;
use crate::RevealPolicy;
use gongzhu::{Card, CardSet, Suit, View};

/// The cards of `revealable` that a policy reveals.
pub(in crate::heuristic) fn reveal(policy: RevealPolicy, view: &View<'_>, revealable: CardSet) -> CardSet {
    match policy {
        RevealPolicy::Rule => rule(view, revealable),
        RevealPolicy::Learned => reveal_lists::reveal(view, revealable),
        RevealPolicy::Never => CardSet::EMPTY,
        RevealPolicy::Always => revealable,
    }
}

/// The cards of `revealable` whose doubling is expected to gain.
///
/// The thresholds are measured: the same deal with the same four players, once with the card revealed and once without,
/// by the length of its suit and what is above it.
fn rule(view: &View<'_>, revealable: CardSet) -> CardSet {
    let (hand, partnership) = (view.hand(), view.rules().partnership());
    revealable.iter().filter(|&card| keeps_contract(hand, card, partnership)).collect()
}

/// Whether the hand can make good on revealing `card`. A partner helps to bring a sheep home and to spare a pig.
fn keeps_contract(hand: CardSet, card: Card, partnership: bool) -> bool {
    let others = hand.in_suit(card.suit()).without(card);
    let (length, higher) = (others.len(), (others & CardSet::above(card)).len());
    match card.suit() {
        // Once it is seen everybody hunts it: the spades beside it must outlast the hunt until it can be dumped.
        Suit::Spades => length >= if partnership { 4 } else { 5 },
        // Every heart counts double: the hand must be able to duck heart tricks, and more than one.
        Suit::Hearts => {
            let low = (others.ranks(Suit::Hearts) & TWO_TO_FIVE).count_ones();
            length >= 3 && low >= 2 || length >= 4 && low >= 1
        }
        // Control to win it: two of ace, king and queen, or one and a partner.
        Suit::Diamonds => length >= 2 && higher >= if partnership { 1 } else { 2 },
        // Long enough to keep it from a bad pile until there is a good one or it can be dumped.
        Suit::Clubs => length >= 4 && higher == 0 || length >= 5 && higher <= 2,
    }
}

/// The hearts that duck nearly every heart.
const TWO_TO_FIVE: u16 = 0b1111;
