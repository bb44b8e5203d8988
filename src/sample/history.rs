//! What the cards that a seat has played say of the cards that it still holds.
//!
//! A card was legal in some hands and not in others. Where a restriction of play (RULES.md §1) would have forbidden
//! it, the hand had no card that the restriction would have left, and has none now: hands only shrink. All that follows
//! from the public play is of this kind, cards that a seat cannot hold:
//!
//! - It did not follow suit: no card of the suit.
//! - It followed, or led, with its revealed card in the first trick led in that suit: no other card of the suit (§2.2).
//! - On trick 1 it discarded what may not be discarded there: nothing but such cards.
//! - It opened with another card than the opening card: not the opening card.
//! - It led a heart while hearts were banned: nothing but hearts, in some rules the pig too.
//! - It led a spade to trick 1 although that is banned: nothing but spades, and hearts while those were banned.
//!
//! The order of the restrictions takes nothing away from the last three. A lock only takes away a card that has an
//! unlocked companion of its suit in the hand, and the companion, which stays, breaks the same restriction.

use crate::rules::PlayRules;
use crate::{BySeat, Card, CardSet, Suit, View};

/// The cards that each seat is certain not to hold after what it has played.
pub(super) fn barred(view: &View<'_>) -> BySeat<CardSet> {
    let rules = &view.rules().play;
    let mut barred = BySeat::from_fn(|seat| view.voids(seat));
    let mut at = Lead {
        rules,
        opening: true,
        opening_rule: view.opening_lead_rule(),
        locked: view.revealed() - CardSet::from_iter(rules.ace_locks_suit.then_some(Card::ACE_OF_HEARTS)),
        unbroken: rules.break_hearts,
        ace_bans: rules.ace_locks_suit && view.revealed().has(Card::ACE_OF_HEARTS),
    };
    for trick in view.tricks() {
        let Some((&lead, others)) = trick.cards.split_first() else { break };
        let suit = CardSet::suit(lead.suit());
        barred[trick.leader] |= at.excludes(lead);
        for (i, &card) in others.iter().enumerate() {
            let seat = trick.leader.offset(1 + i);
            if (at.locked & suit).has(card) {
                barred[seat] |= suit;
            }
            if at.opening && (rules.first_discard_ban - suit).has(card) {
                barred[seat] |= !rules.first_discard_ban;
            }
        }
        let set = trick.set();
        at.opening = false;
        at.locked -= suit;
        at.unbroken &= !set.meets(rules.breaking) || lead.suit() == Suit::Hearts && !rules.led_hearts_break;
        at.ace_bans &= !set.meets(CardSet::HEARTS);
        if at.locked.is_empty() && !at.hearts_banned() {
            break;
        }
    }
    barred
}

/// What restricts a lead.
struct Lead<'a> {
    rules: &'a PlayRules,
    /// Whether it is the lead to trick 1.
    opening: bool,
    /// Whether the rule on the opening card holds in this hand.
    opening_rule: bool,
    /// The revealed cards whose suit has not been led in an earlier trick.
    locked: CardSet,
    /// Whether hearts still have to be broken.
    unbroken: bool,
    /// Whether a revealed ace of hearts bans leading hearts.
    ace_bans: bool,
}

impl Lead<'_> {
    fn hearts_banned(&self) -> bool {
        self.unbroken || self.ace_bans
    }

    /// The cards that a hand from which `lead` was led does not hold besides it.
    fn excludes(&self, lead: Card) -> CardSet {
        let rules = self.rules;
        let mut excluded = CardSet::EMPTY;
        if self.opening && self.opening_rule {
            if !rules.opening_lead.has(lead) {
                excluded |= rules.opening_lead;
            } else if rules.opening_lead.len() == 1 {
                // Forced, whatever else the hand holds.
                return CardSet::EMPTY;
            }
        }
        if self.locked.has(lead) {
            excluded |= CardSet::suit(lead.suit());
        }
        if self.hearts_banned() && lead.suit() == Suit::Hearts {
            excluded |= !rules.hearts_only;
        }
        if self.opening && rules.first_lead_ban.has(lead) {
            let hearts = if self.hearts_banned() { CardSet::HEARTS } else { CardSet::EMPTY };
            excluded |= !(rules.first_lead_ban | hearts);
        }
        excluded
    }
}
