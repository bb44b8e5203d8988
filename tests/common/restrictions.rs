//! The legal cards restriction by restriction, as the reference sees them: which rule takes which card away.

use super::convert::card_set;
use super::events::Events;
use crate::reference::gong_zhu::{self, AceLock, GongZhuOptions, must_lead};
use crate::reference::hand::Hand;
use crate::reference::hearts::{self, HeartsOptions};
use crate::reference::{self, ACE_OF_HEARTS, Rules, Suit, follow_suit};
use gongzhu::{Card, CardSet, RuleId};

/// The cards that are left after each rule, in the order in which RULES.md §1 applies them.
pub struct Steps {
    held: CardSet,
    steps: Vec<(RuleId, CardSet)>,
}

impl Steps {
    /// The steps of the seat that is to play.
    pub fn new(hand: &Hand) -> Steps {
        let (seat, _) = hand.to_act().expect("a seat to play");
        let held = &hand.hands[seat];
        let mut steps = vec![(RuleId::Follow, card_set(&follow_suit(held, &hand.trick)))];
        match &hand.rules {
            Rules::GongZhu(options) => gong_zhu_steps(options, hand, held, &mut steps),
            Rules::Hearts(options) => hearts_steps(options, hand, held, &mut steps),
            Rules::Tantony(_) => {}
        }
        Steps { held: card_set(held), steps }
    }

    /// The cards that all rules leave.
    pub fn legal(&self) -> CardSet {
        self.steps.last().map_or(CardSet::EMPTY, |step| step.1)
    }

    /// The rule that takes `card` away, or `None` where it is legal.
    pub fn rule_against(&self, card: Card) -> Option<RuleId> {
        if !self.held.has(card) {
            return Some(RuleId::NotHeld);
        }
        self.steps.iter().find(|(_, left)| !left.has(card)).map(|&(rule, _)| rule)
    }

    /// Whether `rule` takes a card away that the rules before it leave.
    fn bites(&self, rule: RuleId) -> bool {
        self.steps.windows(2).any(|pair| pair[1].0 == rule && pair[0].1 != pair[1].1)
    }

    /// Counts which restrictions bite, and which are void.
    pub fn count(&self, hand: &Hand, events: &mut Events) {
        let leads = hand.trick.is_empty();
        let first = hand.finished.is_empty();
        let legal = self.legal();
        events.count_if(self.bites(RuleId::OpeningCard), "the opening card is forced");
        let locked = self.bites(RuleId::RevealedLock);
        events.count_if(locked && leads, "a revealed card is locked on a lead");
        events.count_if(locked && !leads, "a revealed card is locked when following");
        let mut hearts_void = false;
        match &hand.rules {
            Rules::GongZhu(options) => {
                let opening = must_lead(options, hand.setup.hand_number).filter(|_| first && leads);
                let held = |card: reference::Card| self.held.has(super::convert::engine_card(card));
                events.count_if(opening.is_some_and(|card| !held(card)), "the opening card is with another seat");
                let unbroken = leads && options.break_hearts && self.bites(RuleId::HeartsNotBroken);
                events.count_if(unbroken, "hearts may not be led");
                let open_ace = hand.revealed_cards().contains(&ACE_OF_HEARTS);
                let suit_lock = options.revealed_ace_lock == AceLock::Suit && open_ace;
                let only_ace = suit_lock && !options.break_hearts && self.bites(RuleId::HeartsNotBroken);
                events.count_if(only_ace, "the ace's lock on its suit bites");
                let banned = leads && (options.break_hearts || suit_lock) && no_heart_played(hand);
                hearts_void = banned && legal.is_subset(CardSet::HEARTS);
                events.count_if(hearts_void && suit_lock, "the ace's lock on its suit is void");
                let discards = first && !leads && !self.follows(hand);
                self.count_first_trick(options, leads && first, discards, events);
            }
            Rules::Hearts(options) => {
                events.count_if(self.bites(RuleId::HeartsNotBroken), "hearts may not be led");
                events.count_if(self.bites(RuleId::FirstTrick), "points may not be discarded on trick 1");
                let banned = leads && options.break_hearts && no_heart_played(hand);
                hearts_void = banned && legal.is_subset(CardSet::HEARTS);
                let discards = first && !leads && options.no_points_first_trick && !self.follows(hand);
                let all_points = legal.is_subset(CardSet::HEARTS.with(Card::PIG));
                events.count_if(discards && all_points, "the ban on points is void");
                let free = options.lead_hearts_instead_of_qs && legal.has(Card::PIG) && legal.meets(CardSet::HEARTS);
                let queen = banned && free && legal.is_subset(CardSet::HEARTS.with(Card::PIG));
                events.count_if(queen, "QS and hearts alone may lead hearts");
                let forced = banned && !options.lead_hearts_instead_of_qs && legal == Card::PIG.into();
                events.count_if(forced && self.held.len() > 1, "QS is forced before hearts are broken");
            }
            Rules::Tantony(_) => {}
        }
        events.count_if(hearts_void, "the ban on hearts is void");
        events.count_if(hearts_void && locked, "the lock bites and the ban on hearts is void");
    }

    fn count_first_trick(&self, options: &GongZhuOptions, leads: bool, discards: bool, events: &mut Events) {
        let bites = self.bites(RuleId::FirstTrick);
        events.count_if(bites && leads, "spades may not be led to trick 1");
        events.count_if(bites && discards, "points may not be discarded on trick 1");
        let spades_only = self.legal().is_subset(CardSet::SPADES) && self.legal().len() > 1;
        let no_spades = leads && options.no_spade_lead_first_trick;
        events.count_if(no_spades && spades_only, "the ban on leading spades is void");
        let points = |card: Card| {
            let valued = options.heart_values[card.rank().index()] != 0;
            card == Card::PIG || card == Card::SHEEP || CardSet::HEARTS.has(card) && valued
        };
        let points_only = self.legal().iter().all(points);
        events.count_if(discards && options.no_points_first_trick && points_only, "the ban on points is void");
    }

    /// Whether the seat follows suit.
    fn follows(&self, hand: &Hand) -> bool {
        hand.trick
            .first()
            .is_some_and(|(_, led)| self.legal().iter().all(|card| super::convert::card(card).suit == led.suit))
    }
}

fn no_heart_played(hand: &Hand) -> bool {
    hand.finished.iter().flatten().all(|(_, card)| card.suit != Suit::Hearts)
}

fn gong_zhu_steps(options: &GongZhuOptions, hand: &Hand, held: &[reference::Card], steps: &mut Vec<(RuleId, CardSet)>) {
    let revealed = hand.revealed_cards();
    let legal = |options: &GongZhuOptions, revealed: &[reference::Card]| {
        let number = hand.setup.hand_number;
        card_set(&gong_zhu::legal_plays(options, number, held, revealed, &hand.finished, &hand.trick))
    };
    let mut some = GongZhuOptions {
        break_hearts: false,
        no_spade_lead_first_trick: false,
        no_points_first_trick: false,
        revealed_ace_lock: AceLock::Card,
        ..options.clone()
    };
    steps.push((RuleId::OpeningCard, legal(&some, &[])));
    let mut locking = revealed.clone();
    locking.retain(|card| options.revealed_ace_lock == AceLock::Card || *card != ACE_OF_HEARTS);
    steps.push((RuleId::RevealedLock, legal(&some, &locking)));
    (some.break_hearts, some.revealed_ace_lock) = (options.break_hearts, options.revealed_ace_lock);
    steps.push((RuleId::HeartsNotBroken, legal(&some, &revealed)));
    steps.push((RuleId::FirstTrick, legal(options, &revealed)));
}

fn hearts_steps(options: &HeartsOptions, hand: &Hand, held: &[reference::Card], steps: &mut Vec<(RuleId, CardSet)>) {
    let legal = |options: &HeartsOptions| card_set(&hearts::legal_plays(options, held, &hand.finished, &hand.trick));
    let mut some = HeartsOptions { break_hearts: false, no_points_first_trick: false, ..options.clone() };
    steps.push((RuleId::OpeningCard, legal(&some)));
    some.break_hearts = options.break_hearts;
    steps.push((RuleId::HeartsNotBroken, legal(&some)));
    steps.push((RuleId::FirstTrick, legal(options)));
}
