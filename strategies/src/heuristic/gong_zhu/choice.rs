//! Which card to play: to lead, to follow suit, to discard.

use super::position::{Position, Table};
use super::tables::Tables;
use super::trick::{Front, Prospect};
use crate::heuristic::kind::Kind;
use crate::heuristic::ranks;
use gongzhu::rules::gong_zhu::GongZhu;
use gongzhu::{Card, CardSet, Suit, View};
use std::hint::select_unpredictable;

/// The best of `legal`, two cards or more of which `first` is the first.
#[inline]
pub(super) fn play(view: &View<'_>, options: &GongZhu, tables: &'static Tables, legal: CardSet, first: Card) -> Card {
    let Some(table) = Table::new(view.trick().cards) else { return lead(view, options, tables, legal, first) };
    match table.top.suit() {
        suit if !legal.meets(CardSet::suit(suit)) => discard(view, options, tables, table, legal, first),
        Suit::Spades => follow::<0>(view, options, tables, table, legal, first),
        Suit::Hearts => follow::<1>(view, options, tables, table, legal, first),
        Suit::Diamonds => follow::<2>(view, options, tables, table, legal, first),
        Suit::Clubs => follow::<3>(view, options, tables, table, legal, first),
    }
}

/// The best card to lead.
fn lead(view: &View<'_>, options: &GongZhu, tables: &'static Tables, legal: CardSet, first: Card) -> Card {
    let position = Position::new(view, options, tables, Table::EMPTY);
    let mut choice = Choice::new(first);
    position.offer_leads::<0>(legal, &mut choice);
    position.offer_leads::<1>(legal, &mut choice);
    position.offer_leads::<2>(legal, &mut choice);
    position.offer_leads::<3>(legal, &mut choice);
    choice.card
}

/// The best card of the suit led.
#[inline(always)]
fn follow<const SUIT: usize>(
    view: &View<'_>,
    options: &GongZhu,
    tables: &'static Tables,
    table: Table,
    legal: CardSet,
    first: Card,
) -> Card {
    let suit = Suit::wrapping(SUIT);
    let (below, above) = (legal & CardSet::below(table.top), legal & CardSet::above(table.top));
    let shed = to_shed(below, suit);
    // In the last seat nobody can beat a card that takes the trick: then the highest is the best riddance here too.
    let take = if table.behind != 0 { to_take(above, suit, view.unseen()) } else { to_shed(above, suit) };
    match only(shed | take) {
        Some(card) => card,
        None => follow_with::<SUIT>(view, options, tables, table, shed, take, first),
    }
}

/// The best card to follow suit with: one of `shed`, which leave the trick to its holder, or of `take`, which take it.
#[inline(never)]
fn follow_with<const SUIT: usize>(
    view: &View<'_>,
    options: &GongZhu,
    tables: &'static Tables,
    table: Table,
    shed: CardSet,
    take: CardSet,
    first: Card,
) -> Card {
    let position = Position::new(view, options, tables, table);
    let suit = Suit::wrapping(SUIT);
    let holding = position.holding(suit);
    let prospect = position.prospect(suit, holding.count);
    let mut choice = Choice::new(first);
    let held = Front::new(table.holder, table.top, suit, holding.lower(table.top));
    for card in shed {
        let trick = position.trick_worth(card, suit, position.price(&holding, card), held, &prospect);
        let relief = position.relief(&holding, Kind::Duck, card, holding.lower(card));
        choice.offer(card, trick + relief - position.control_lost(card, suit));
    }
    let kind = Kind::take(table.behind.count_ones() as usize);
    for card in take {
        let lower = holding.lower(card);
        let front = Front::new(0, card, suit, lower);
        let trick = position.trick_worth(card, suit, position.price(&holding, card), front, &prospect);
        choice.offer(card, trick + position.relief(&holding, kind, card, lower));
    }
    choice.card
}

/// The best card to discard: what hurts most, on the other side's trick (RULES.md §6 d), plus points on the own.
fn discard(
    view: &View<'_>,
    options: &GongZhu,
    tables: &'static Tables,
    table: Table,
    legal: CardSet,
    first: Card,
) -> Card {
    let position = Position::new(view, options, tables, table);
    let unseen = position.unseen.in_suit(table.top.suit());
    let held = Front::new(table.holder, table.top, table.top.suit(), (unseen & CardSet::below(table.top)).len());
    let prospect = position.prospect(table.top.suit(), unseen.len());
    // A card without points or effect changes nothing in the trick, whichever it is.
    let unchanged = position.trick_worth(table.top, table.top.suit(), 0.0, held, &prospect);
    let mut choice = Choice::new(first);
    position.offer_discards::<0>(legal, unchanged, held, &prospect, &mut choice);
    position.offer_discards::<1>(legal, unchanged, held, &prospect, &mut choice);
    position.offer_discards::<2>(legal, unchanged, held, &prospect, &mut choice);
    position.offer_discards::<3>(legal, unchanged, held, &prospect, &mut choice);
    choice.card
}

impl Position<'_> {
    /// Offers the leads of a suit.
    #[inline(always)]
    fn offer_leads<const SUIT: usize>(&self, legal: CardSet, choice: &mut Choice) {
        let suit = Suit::wrapping(SUIT);
        let cards = legal.in_suit(suit);
        if cards.is_empty() {
            return;
        }
        let holding = self.holding(suit);
        let prospect = self.prospect(suit, holding.count);
        for card in to_take(cards, suit, self.unseen) {
            let lower = holding.lower(card);
            let front = Front::new(0, card, suit, lower);
            let trick = self.trick_worth(card, suit, self.price(&holding, card), front, &prospect);
            choice.offer(card, trick + self.relief(&holding, Kind::Lead, card, lower) + self.hunt(card, suit));
        }
    }

    /// Offers the discards of a suit on the trick that `held` holds, which is worth `unchanged` without them.
    #[inline(always)]
    fn offer_discards<const SUIT: usize>(
        &self,
        legal: CardSet,
        unchanged: f32,
        held: Front,
        prospect: &Prospect,
        choice: &mut Choice,
    ) {
        let suit = Suit::wrapping(SUIT);
        let cards = legal.in_suit(suit);
        if cards.is_empty() {
            return;
        }
        let holding = self.holding(suit);
        let thrown = match suit {
            Suit::Spades | Suit::Hearts => self.tables.weights.thrown,
            Suit::Diamonds | Suit::Clubs => 1.0,
        };
        for card in to_shed(cards, suit) {
            let price = thrown * self.price(&holding, card);
            let trick = if price == 0.0 && (suit != Suit::Clubs || card != Card::TRANSFORMER) {
                unchanged
            } else {
                self.trick_worth(card, suit, price, held, prospect)
            };
            let relief = self.relief(&holding, Kind::Discard, card, holding.lower(card));
            choice.offer(card, trick + relief - self.control_lost(card, suit));
        }
    }

    /// What is to be gained by leading `card` to hunt the pig: low spades, by a hand that need not fear it
    /// (RULES.md §6 c).
    #[inline]
    fn hunt(&self, card: Card, suit: Suit) -> f32 {
        if suit != Suit::Spades || card >= Card::PIG || !self.unseen.has(Card::PIG) {
            0.0
        } else if self.hand.meets(CardSet::above(Card::PIG)) {
            self.tables.weights.hunt_held
        } else {
            self.tables.weights.hunt
        }
    }
}

/// The best card so far.
struct Choice {
    card: Card,
    worth: f32,
}

impl Choice {
    /// `first` until something better is offered.
    #[inline]
    fn new(first: Card) -> Choice {
        Choice { card: first, worth: f32::NEG_INFINITY }
    }

    #[inline]
    fn offer(&mut self, card: Card, worth: f32) {
        // Which card is the best is what nobody can predict, the processor neither.
        let better = worth > self.worth;
        self.card = select_unpredictable(better, card, self.card);
        self.worth = select_unpredictable(better, worth, self.worth);
    }
}

/// The card that the others of its suit are measured by.
#[inline]
pub(super) fn special_of(suit: Suit) -> Card {
    const SPECIAL: [Card; 4] = [Card::PIG, Card::ACE_OF_HEARTS, Card::SHEEP, Card::TRANSFORMER];
    SPECIAL[suit.index()]
}

/// The cards of `suit` worth a thought when they leave the trick to another seat: the special card and the highest below
/// and above it, as lower ones are never the better riddance. Hearts differ in price, so there the lowest too.
#[inline(always)]
fn to_shed(cards: CardSet, suit: Suit) -> CardSet {
    let special = special_of(suit);
    let (below, above) = (cards & CardSet::below(special), cards & CardSet::above(special));
    let lowest_heart = if suit == Suit::Hearts { lowest(below) } else { 0 };
    set(highest(below, suit) | lowest_heart | highest(above, suit)) | (cards & special.into())
}

/// The cards of `suit` worth a thought when they may take the trick: the lowest below and above the special card too,
/// which others may beat. Where no unseen card is between, the highest is worth what the lowest is, but for hearts.
#[inline(always)]
fn to_take(cards: CardSet, suit: Suit, unseen: CardSet) -> CardSet {
    let special = special_of(suit);
    let ends = |cards: CardSet| {
        let (low, high) = (lowest(cards), highest(cards, suit));
        let same = suit != Suit::Hearts && (high - low) & unseen.bits() == 0;
        low | select_unpredictable(same, 0, high)
    };
    let (below, above) = (cards & CardSet::below(special), cards & CardSet::above(special));
    set(ends(below) | ends(above)) | (cards & special.into())
}

/// The card of a set of one.
#[inline]
fn only(cards: CardSet) -> Option<Card> {
    if cards.len() == 1 { cards.first() } else { None }
}

/// The bit of the lowest card; 0 where there is none.
#[inline]
fn lowest(cards: CardSet) -> u64 {
    cards.bits() & cards.bits().wrapping_neg()
}

/// The bit of the highest card, all being of `suit`; 0 where there is none.
#[inline]
fn highest(cards: CardSet, suit: Suit) -> u64 {
    let rank = ranks::highest(u32::from(cards.ranks(suit)));
    cards.bits() & 1 << (16 * suit.index() as u32 + rank)
}

/// The set of these bits of cards.
#[inline]
fn set(bits: u64) -> CardSet {
    CardSet::from_bits(bits).unwrap_or_default()
}
