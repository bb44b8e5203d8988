//! The restrictions on play as masks, compiled once from the options (RULES.md §1: their order; a restriction that would
//! leave no card is void).

use super::gong_zhu::{AceLock, Opening, RevealTiming};
use super::settlement::HeartValues;
use super::{Book, hearts};
use crate::{Card, CardSet, RuleId, Suit};
use std::hint::select_unpredictable;

/// What play needs of a rule set.
#[derive(Clone, Debug)]
pub(crate) struct PlayRules {
    /// The cards that may be led to trick 1 where the opening rule holds.
    pub(crate) opening_lead: CardSet,
    /// Banned as lead to trick 1.
    pub(crate) first_lead_ban: CardSet,
    /// Banned as discard on trick 1.
    pub(crate) first_discard_ban: CardSet,
    /// Whether hearts must be broken.
    pub(crate) break_hearts: bool,
    /// A hand within these cards may lead hearts all the same.
    pub(crate) hearts_only: CardSet,
    /// Playing one of these breaks hearts …
    pub(crate) breaking: CardSet,
    /// … but not on a trick of hearts, unless this is set.
    pub(crate) led_hearts_break: bool,
    /// Whether a revealed ace of hearts bans leading hearts (`revealed_ace_lock = suit`).
    pub(crate) ace_locks_suit: bool,
    /// The cards that may be revealed.
    pub(crate) revealable: CardSet,
    /// Whether reveals are hidden until all have chosen.
    pub(crate) simultaneous: bool,
    /// Whether the fourth card is revealed by itself.
    pub(crate) reveal_fourth: bool,
    /// The value of each set of hearts.
    pub(crate) heart_values: HeartValues,
}

impl PlayRules {
    pub(crate) fn new(book: &Book) -> PlayRules {
        let plain = PlayRules {
            opening_lead: CardSet::ALL,
            first_lead_ban: CardSet::EMPTY,
            first_discard_ban: CardSet::EMPTY,
            break_hearts: false,
            hearts_only: CardSet::HEARTS,
            breaking: CardSet::HEARTS,
            led_hearts_break: false,
            ace_locks_suit: false,
            revealable: CardSet::EMPTY,
            simultaneous: false,
            reveal_fourth: false,
            heart_values: HeartValues::new(&[1; 13]),
        };
        match book {
            Book::GongZhu(options) => {
                let heart_values = HeartValues::new(&options.heart_values);
                PlayRules {
                    opening_lead: match options.opening {
                        Opening::Card(card) if options.must_lead_opening => card.into(),
                        _ => CardSet::ALL,
                    },
                    first_lead_ban: mask_if(options.no_spade_lead_first_trick, CardSet::SPADES),
                    first_discard_ban: mask_if(
                        options.no_points_first_trick,
                        heart_values.valued().with(Card::PIG).with(Card::SHEEP),
                    ),
                    break_hearts: options.break_hearts,
                    ace_locks_suit: options.revealed_ace_lock == AceLock::Suit,
                    revealable: options.revealable,
                    simultaneous: options.reveal_timing == RevealTiming::Simultaneous,
                    reveal_fourth: options.reveal_fourth,
                    heart_values,
                    ..plain
                }
            }
            Book::Hearts(options) => PlayRules {
                opening_lead: match options.opening {
                    hearts::Opening::TwoOfClubs => Card::TWO_OF_CLUBS.into(),
                    hearts::Opening::AnyClub => CardSet::CLUBS,
                },
                first_discard_ban: mask_if(options.no_points_first_trick, CardSet::HEARTS.with(Card::PIG)),
                break_hearts: options.break_hearts,
                hearts_only: CardSet::HEARTS | mask_if(options.lead_hearts_instead_of_qs, Card::PIG.into()),
                breaking: CardSet::HEARTS | mask_if(options.qs_breaks_hearts, Card::PIG.into()),
                led_hearts_break: true,
                ..plain
            },
            Book::Tantony(_) => plain,
        }
    }
}

/// One seat's situation when it is to play: all that restricts its choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation {
    /// The seat's cards.
    pub(crate) hand: CardSet,
    /// The suit led, or `None` when leading.
    pub(crate) led: Option<Suit>,
    /// Whether this is trick 1.
    pub(crate) first_trick: bool,
    /// Whether the rule on the opening lead holds in this hand.
    pub(crate) opening_rule: bool,
    /// The revealed cards whose suit has not been led in an earlier trick.
    pub(crate) locked: CardSet,
    /// Whether hearts may not be led yet.
    pub(crate) hearts_banned: bool,
}

impl PlayRules {
    /// The legal cards (RULES.md §1, §2.2, §2.3, §3). Always inlined: most callers know whether the seat leads.
    #[inline(always)]
    pub(crate) fn legal(&self, at: &Situation) -> CardSet {
        match at.led {
            Some(led) => {
                let suit = CardSet::suit(led);
                let mut cards = keep(at.hand, suit);
                // Discards are free of the lock, and following is free of the ban on points.
                cards = narrow(cards, at.locked & suit);
                if at.first_trick {
                    cards = narrow(cards, self.first_discard_ban - suit);
                }
                cards
            }
            None => {
                let mut cards = at.hand;
                if at.first_trick && at.opening_rule {
                    cards = keep(cards, self.opening_lead);
                }
                if !at.locked.is_empty() {
                    cards = narrow(cards, lead_lock(at.hand, at.locked));
                }
                let hearts = select_unpredictable(at.hearts_banned, CardSet::HEARTS, CardSet::EMPTY);
                cards = select_unpredictable(cards.is_subset(self.hearts_only), cards, cards - hearts);
                if at.first_trick {
                    cards = narrow(cards, self.first_lead_ban);
                }
                cards
            }
        }
    }

    /// The first rule that forbids `card`, or `None` where it is legal.
    pub(crate) fn forbids(&self, at: &Situation, card: Card) -> Option<RuleId> {
        if !at.hand.has(card) {
            return Some(RuleId::NotHeld);
        }
        if self.legal(at).has(card) {
            return None;
        }
        if let Some(led) = at.led {
            return Some(match () {
                () if card.suit() != led && at.hand.meets(CardSet::suit(led)) => RuleId::Follow,
                () if at.locked.has(card) && card.suit() == led => RuleId::RevealedLock,
                () => RuleId::FirstTrick,
            });
        }
        let opening = keep(at.hand, if at.first_trick && at.opening_rule { self.opening_lead } else { CardSet::ALL });
        if !opening.has(card) {
            return Some(RuleId::OpeningCard);
        }
        let unlocked = narrow(opening, lead_lock(at.hand, at.locked));
        if !unlocked.has(card) {
            return Some(RuleId::RevealedLock);
        }
        Some(if at.hearts_banned && card.suit() == Suit::Hearts { RuleId::HeartsNotBroken } else { RuleId::FirstTrick })
    }
}

/// The cards within `allowed`, or all where there are none.
#[inline(always)]
fn keep(cards: CardSet, allowed: CardSet) -> CardSet {
    narrow(cards, !allowed)
}

fn mask_if(on: bool, cards: CardSet) -> CardSet {
    if on { cards } else { CardSet::EMPTY }
}

/// The cards that a restriction leaves; it is void where it would leave none.
#[inline(always)]
fn narrow(cards: CardSet, ban: CardSet) -> CardSet {
    let left = cards - ban;
    select_unpredictable(left.is_empty(), cards, left)
}

/// The locked cards that their holder may not lead: those with another card of their suit beside them (RULES.md §2.2).
#[inline(always)]
fn lead_lock(hand: CardSet, locked: CardSet) -> CardSet {
    // Adding 0x7FFF carries into the top bit of every lane that holds a card; no lane overflows into the next.
    const CARRY: u64 = 0x7FFF_7FFF_7FFF_7FFF;
    let others = ((hand - locked).bits() + CARRY) & !CARRY;
    locked & CardSet::from_bits_truncate((others >> 15) * 0xFFFF)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards;

    #[test]
    fn a_lock_needs_another_card_of_the_suit() {
        let locked = cards![QS TC];
        assert_eq!(lead_lock(cards![QS 5S TC AH], locked), cards![QS]);
        assert_eq!(lead_lock(cards![QS 2H TC], locked), CardSet::EMPTY);
        assert_eq!(lead_lock(cards![QS 2S TC AC], locked), locked);
    }
}
