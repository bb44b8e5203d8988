//! Which card to play: to lead, to follow suit, to discard.

use super::position::Position;
use super::trick::Front;
use super::weights::WEIGHTS;
use gongzhu::rules::gong_zhu::GongZhu;
use gongzhu::{Card, CardSet, Suit, View};
use std::hint::select_unpredictable;

/// The best of `legal`, two cards or more.
#[inline]
pub(super) fn play(view: &View<'_>, options: &GongZhu, legal: CardSet) -> Option<Card> {
    let trick = view.trick();
    let Some(top) = trick.highest() else { return Position::new(view, options).lead(legal) };
    if !legal.meets(CardSet::suit(top.suit())) {
        return Position::new(view, options).discard(top, legal);
    }
    let (below, above) = (legal & CardSet::below(top), legal & CardSet::above(top));
    let shed = to_shed(below, top.suit());
    // In the last seat nobody can beat a card that takes the trick: then the highest is the best riddance here too.
    let take = if trick.cards.len() < 3 { to_take(above, top.suit()) } else { to_shed(above, top.suit()) };
    let worth_a_thought = shed | take;
    if worth_a_thought.len() == 1 {
        return worth_a_thought.first();
    }
    Position::new(view, options).follow(top, shed, take)
}

impl Position<'_> {
    /// The best card to lead.
    fn lead(&self, legal: CardSet) -> Option<Card> {
        let mut choice = Choice::NONE;
        for suit in Suit::ALL {
            let cards = legal.in_suit(suit);
            if cards.is_empty() {
                continue;
            }
            let holding = self.holding(suit);
            let prospect = self.prospect(suit, holding.count);
            for card in to_take(cards, suit) {
                let front = holding.front(0, card);
                let trick = self.trick_worth(card, self.prices.card(card), front, &prospect);
                choice.offer(card, trick + holding.relief(card, front.lower) + self.hunt(card));
            }
        }
        choice.card
    }

    /// The best card to follow suit with: one of `shed`, which leave the trick to its holder, or of `take`, which take it.
    fn follow(&self, top: Card, shed: CardSet, take: CardSet) -> Option<Card> {
        let holding = self.holding(top.suit());
        let prospect = self.prospect(top.suit(), holding.count);
        let held = holding.front(self.holder, top);
        let mut choice = Choice::NONE;
        for card in shed {
            let trick = self.trick_worth(card, self.prices.card(card), held, &prospect);
            choice.offer(card, trick + holding.relief(card, holding.lower(card)) - self.control_lost(card));
        }
        for card in take {
            let front = holding.front(0, card);
            let trick = self.trick_worth(card, self.prices.card(card), front, &prospect);
            choice.offer(card, trick + holding.relief(card, front.lower));
        }
        choice.card
    }

    /// The best card to discard: what hurts most, on the other side's trick (RULES.md §6 d), plus points on the own.
    fn discard(&self, top: Card, legal: CardSet) -> Option<Card> {
        let unseen = self.unseen.in_suit(top.suit());
        let lower = (unseen & CardSet::below(top)).len();
        let held = Front { seat: self.holder, card: top, lower, higher: unseen.len() - lower };
        let prospect = self.prospect(top.suit(), unseen.len());
        // A card without points or effect changes nothing in the trick, whichever it is.
        let unchanged = self.trick_worth(top, 0.0, held, &prospect);
        let mut choice = Choice::NONE;
        for suit in Suit::ALL {
            let cards = legal.in_suit(suit);
            if cards.is_empty() {
                continue;
            }
            let holding = self.holding(suit);
            for card in to_shed(cards, suit) {
                let price = self.prices.card(card);
                let trick = if price == 0.0 && card != Card::TRANSFORMER {
                    unchanged
                } else {
                    self.trick_worth(card, price, held, &prospect)
                };
                choice.offer(card, trick + holding.relief(card, holding.lower(card)) - self.control_lost(card));
            }
        }
        choice.card
    }

    /// What is to be gained by leading `card` to hunt the pig: low spades, by a hand that need not fear it
    /// (RULES.md §6 c).
    #[inline]
    fn hunt(&self, card: Card) -> f32 {
        if card.bit() >= Card::PIG.bit() || !self.unseen.has(Card::PIG) {
            0.0
        } else if self.hand.meets(CardSet::above(Card::PIG)) {
            WEIGHTS.hunt_held
        } else {
            WEIGHTS.hunt
        }
    }
}

/// The best card so far.
struct Choice {
    card: Option<Card>,
    worth: f32,
}

impl Choice {
    const NONE: Choice = Choice { card: None, worth: f32::NEG_INFINITY };

    #[inline]
    fn offer(&mut self, card: Card, worth: f32) {
        // Which card is the best is what nobody can predict, the processor neither.
        let better = worth > self.worth;
        self.card = select_unpredictable(better, Some(card), self.card);
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
#[inline]
fn to_shed(cards: CardSet, suit: Suit) -> CardSet {
    let special = special_of(suit);
    let (below, above) = (cards & CardSet::below(special), cards & CardSet::above(special));
    let lowest_heart = if suit == Suit::Hearts { lowest(below) } else { CardSet::EMPTY };
    highest(below) | lowest_heart | (cards & special.into()) | highest(above)
}

/// The cards of `suit` worth a thought when they may take the trick: the lowest below and above the special card too,
/// which others may beat.
#[inline]
fn to_take(cards: CardSet, suit: Suit) -> CardSet {
    let special = special_of(suit);
    let (below, above) = (cards & CardSet::below(special), cards & CardSet::above(special));
    lowest(below) | highest(below) | (cards & special.into()) | lowest(above) | highest(above)
}

#[inline]
fn lowest(cards: CardSet) -> CardSet {
    cards.first().map_or(CardSet::EMPTY, CardSet::of)
}

#[inline]
fn highest(cards: CardSet) -> CardSet {
    cards.last().map_or(CardSet::EMPTY, CardSet::of)
}
