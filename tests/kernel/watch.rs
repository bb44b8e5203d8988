//! What happens in the hands compared, counted by name.

use super::protocol::Watch;
use crate::common::events::Events;
use gongzhu::rules::gong_zhu::{AceLock, GongZhuLines, TeamScore};
use gongzhu::rules::{Book, GongZhu, Hearts};
use gongzhu::{Action, BySeat, Card, CardSet, Lines, RuleId, Seat, State};

/// All that counts in Gong Zhu.
const SLAM: CardSet = CardSet::HEARTS.with(Card::PIG).with(Card::SHEEP).with(Card::TRANSFORMER);

impl Watch for Events {
    fn card(&mut self, state: &State<'_>, legal: CardSet, _choice: usize) {
        match state.setup().rules.book() {
            Book::GongZhu(options) => {
                restrictions(self, state, legal);
                voided(self, state, legal, options.break_hearts, options.no_spade_lead_first_trick);
                gong_zhu_locks(self, state, legal, options);
            }
            Book::Hearts(options) => {
                restrictions(self, state, legal);
                voided(self, state, legal, options.break_hearts, false);
                queen_lead(self, state, legal, options);
            }
            Book::Tantony(_) => {}
        }
    }

    fn seat(&mut self, state: &State<'_>, legal: usize, choice: usize) {
        let taker = state.winners().last().expect("a finished trick");
        let to = state.legal_seats().nth(choice);
        let name = match to {
            Some(seat) if seat == taker => "trick kept",
            Some(seat) if seat == taker.across() => "trick to the partner",
            _ => "trick to an opponent",
        };
        self.count(name);
        self.count_if(legal == 1, "one seat is left for the trick");
    }

    fn over(&mut self, state: &State<'_>, chosen: CardSet) {
        let setup = state.setup();
        self.count("hands");
        self.count_if(setup.pig_taker.is_some(), "the pig taker is drawn");
        self.count_if(setup.opening_seat.is_some(), "the opener is drawn");
        let offset = setup.pass_offset();
        self.count_if(offset == Some(1), "pass to the next seat");
        self.count_if(offset == Some(2), "pass across");
        self.count_if(offset == Some(3), "pass to the seat before");
        self.count_if(offset.is_none(), "hand without a pass");
        self.count_if(state.revealed().len() == 4, "all four cards are revealed");
        self.count_if(chosen != state.revealed(), "the fourth card is revealed by itself");
        match (setup.rules.book(), state.lines()) {
            (Book::GongZhu(options), Lines::GongZhu(lines)) => gong_zhu_over(self, state, options, &lines),
            (Book::Hearts(_), Lines::Hearts(lines)) => {
                let points = CardSet::HEARTS.with(Card::PIG);
                self.count_if(state.taken().0.iter().any(|&pile| points.is_subset(pile)), "moon");
                self.count_if(lines.0.iter().any(|line| line.jack != 0), "bonus for JD");
                self.count_if(lines.0.iter().any(|line| line.bonus != 0), "bonus for taking no trick");
            }
            _ => tantony_over(self, state),
        }
    }
}

/// The rules that take a card away from the seat in turn.
fn restrictions(events: &mut Events, state: &State<'_>, legal: CardSet) {
    let leads = state.trick().cards.is_empty();
    let mut rules: Vec<RuleId> = (state.hands()[state.turn()] - legal)
        .iter()
        .map(|card| state.clone().play(Action::card(card)).expect_err("not legal").rule)
        .collect();
    rules.sort_by_key(|rule| rule.name());
    rules.dedup();
    let played = CardSet::HEARTS - held(state);
    for rule in rules {
        match (rule, leads) {
            (RuleId::OpeningCard, _) => events.count("the opening card is forced"),
            (RuleId::RevealedLock, true) => events.count("a revealed card is locked on a lead"),
            (RuleId::RevealedLock, false) => events.count("a revealed card is locked when following"),
            (RuleId::FirstTrick, true) => events.count("spades may not be led to trick 1"),
            (RuleId::FirstTrick, false) => events.count("points may not be discarded on trick 1"),
            (RuleId::HeartsNotBroken, _) => {
                events.count("hearts may not be led");
                events.count_if(!played.is_empty(), "hearts may not be led although some were played");
            }
            _ => {}
        }
    }
}

fn held(state: &State<'_>) -> CardSet {
    state.hands().0.into_iter().fold(CardSet::EMPTY, |all, hand| all | hand)
}

/// Restrictions that would leave nothing.
fn voided(events: &mut Events, state: &State<'_>, legal: CardSet, break_hearts: bool, no_spades: bool) {
    if !state.trick().cards.is_empty() {
        return;
    }
    let unbroken = CardSet::HEARTS.is_subset(held(state));
    events.count_if(break_hearts && unbroken && legal.is_subset(CardSet::HEARTS), "the ban on hearts is void");
    let first = state.tricks_played() == 0;
    events.count_if(first && no_spades && legal.is_subset(CardSet::SPADES), "the ban on leading spades is void");
}

/// The locks of single cards that are void, and that of the ace on its suit.
fn gong_zhu_locks(events: &mut Events, state: &State<'_>, legal: CardSet, options: &GongZhu) {
    let suit_lock = options.revealed_ace_lock == AceLock::Suit;
    let hand = state.hands()[state.turn()];
    let leads = state.trick().cards.is_empty();
    for card in state.revealed() & legal {
        let locks = !(suit_lock && card == Card::ACE_OF_HEARTS);
        let fresh =
            state.plays().chunks(4).filter(|trick| trick.len() == 4).all(|trick| trick[0].suit() != card.suit());
        let plays_suit = leads || state.trick().suit() == Some(card.suit());
        let lone = hand.in_suit(card.suit()) == card.into();
        events.count_if(locks && fresh && plays_suit && lone, "the lock of a lone card is void");
    }
    if suit_lock && leads && state.revealed().has(Card::ACE_OF_HEARTS) && CardSet::HEARTS.is_subset(held(state)) {
        let bites = hand.meets(CardSet::HEARTS) && !legal.meets(CardSet::HEARTS);
        events.count_if(bites && !options.break_hearts, "the ace's lock on its suit bites");
        events.count_if(legal.is_subset(CardSet::HEARTS), "the ace's lock on its suit is void");
    }
}

/// QS beside hearts before they are broken.
fn queen_lead(events: &mut Events, state: &State<'_>, legal: CardSet, options: &Hearts) {
    let hand = state.hands()[state.turn()];
    let alone = hand.len() > 1 && hand.has(Card::PIG) && hand.is_subset(CardSet::HEARTS.with(Card::PIG));
    if state.trick().cards.is_empty() && options.break_hearts && alone && CardSet::HEARTS.is_subset(held(state)) {
        events.count(if legal == hand { "QS and hearts alone may lead hearts" } else { "QS is forced" });
    }
}

fn gong_zhu_over(events: &mut Events, state: &State<'_>, options: &GongZhu, lines: &BySeat<GongZhuLines>) {
    let pool = options.partnership && options.team_score == TeamScore::Pool;
    let taken = *state.taken();
    let piles = if pool { BySeat::from_fn(|seat: Seat| taken[seat] | taken[seat.across()]) } else { taken };
    events.count_if(pool, "pool partnership");
    events.count_if(options.partnership && !pool, "sum partnership");
    let revealed = state.revealed();
    for (seat, &pile) in piles.iter() {
        let line = &lines[seat];
        let moon = CardSet::HEARTS.is_subset(pile);
        events.count_if(moon, if pool { "moon of a side" } else { "moon" });
        events.count_if(moon && pile.has(Card::PIG), "moon with the pig");
        events.count_if(moon && revealed.has(Card::ACE_OF_HEARTS), "moon with the ace revealed");
        events.count_if(SLAM.is_subset(pile), if pool { "slam of a side" } else { "slam" });
        events.count_if(line.total - line.bonus < line.base * line.multiplier, "the cap bites");
        events.count_if(line.multiplier == 2, "the transformer doubles");
        events.count_if(line.multiplier == 4, "the transformer counts four times");
        let alone = pile.has(Card::TRANSFORMER) && line.multiplier == 1;
        events.count_if(alone, "the transformer is alone");
        let valueless = alone && pile.meets(CardSet::HEARTS);
        events.count_if(valueless, "the transformer is alone beside hearts without value");
        let after = if alone { 0 } else { line.bonus };
        events.count_if(options.queen_of_diamonds.is_some() && after != 0, "QD scores");
    }
}

fn tantony_over(events: &mut Events, state: &State<'_>) {
    for (i, trick) in state.tricks().enumerate() {
        let hog = trick.followed().len() == 1;
        events.count_if(hog && i < 12, "hog");
        events.count_if(hog && i == 12, "hog in trick 13");
        events.count_if(!hog && i == 12, "sow and runt are exchanged in trick 13");
    }
}
