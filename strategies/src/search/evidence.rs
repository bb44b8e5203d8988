//! What the decisions of the other seats say of their hands.
//!
//! A seat that follows or discards is taken to prefer the cards that are best if the trick ended with them, as the sensible
//! policy of the roll-outs does ([`SensibleWeights`]), but not always. That order does not depend on its hand. So a play comes to
//! two masks, the cards that were better and those that were legal, and how likely the play was in a world is read from how many
//! of both the seat would have held there.

use gongzhu::kernel::SensibleWeights;
use gongzhu::{BySeat, Card, CardSet, Game, Seat, Suit, Trick, View};

/// One play of another seat.
#[derive(Clone, Copy, Debug)]
struct Play {
    seat: Seat,
    /// The cards that would have been better.
    better: CardSet,
    /// The cards that would have been legal, as far as the suit led decides.
    legal: CardSet,
    /// How many of both the seat held and has played since, the play itself among the legal.
    better_played: u8,
    legal_played: u8,
}

/// The plays of the other seats that tell something.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    plays: Vec<Play>,
    /// The logarithm of the likelihood of a play when so many better cards were held, among so many legal ones.
    likelihood: [[f32; 14]; 14],
}

impl Evidence {
    /// What is to be read from `view`, where `noise` percent of all plays are uniformly random.
    pub(super) fn new(view: &View<'_>, noise: u32) -> Evidence {
        let mut evidence = Evidence { plays: Vec::new(), likelihood: likelihood(noise) };
        if view.game() == Game::Tantony {
            return evidence;
        }
        let weights = SensibleWeights::new(view.rules());
        let mut order =
            Order { weights: &weights, revealed: view.revealed(), taken: BySeat::default(), played: CardSet::EMPTY };
        let mut since = BySeat::splat(CardSet::EMPTY);
        for (seat, card) in view.tricks().flat_map(|trick| trick.plays().collect::<Vec<_>>()) {
            since[seat] = since[seat].with(card);
        }
        for trick in view.tricks() {
            for place in 0..trick.cards.len() {
                let (seat, card) = (trick.leader.offset(place), trick.cards[place]);
                if place > 0 && seat != view.seat() {
                    evidence.add(&order, Trick { cards: &trick.cards[..place], ..trick }, seat, card, since[seat]);
                }
                order.played = order.played.with(card);
                since[seat] = since[seat].without(card);
            }
            if trick.cards.len() == 4
                && let Some(winner) = trick.winner()
            {
                order.taken[winner] |= trick.set();
            }
        }
        evidence
    }

    fn add(&mut self, order: &Order<'_>, trick: Trick<'_>, seat: Seat, card: Card, from: CardSet) {
        let led = CardSet::suit(trick.suit().unwrap_or(Suit::Spades));
        let legal = if led.has(card) { led } else { !led } - order.played;
        let better = order.better(trick, seat, card, legal);
        if better.is_empty() {
            return;
        }
        self.plays.push(Play {
            seat,
            better,
            legal,
            better_played: (better & from).len() as u8,
            legal_played: (legal & from).len() as u8,
        });
    }

    /// Whether nothing is to be read.
    pub(super) fn is_empty(&self) -> bool {
        self.plays.is_empty()
    }

    /// The logarithm of the likelihood of all plays in a world.
    pub(super) fn log_likelihood(&self, world: &BySeat<CardSet>) -> f32 {
        let of = |play: &Play| {
            let hand = world[play.seat];
            let better = (hand & play.better).len() + usize::from(play.better_played);
            let legal = (hand & play.legal).len() + usize::from(play.legal_played);
            self.likelihood[legal.min(13)][better.min(13)]
        };
        self.plays.iter().map(of).sum()
    }
}

/// The likelihood of the card that is worse than so many others among so many: with `noise` percent uniform, else each better one
/// halves it.
fn likelihood(noise: u32) -> [[f32; 14]; 14] {
    let noise = noise as f32 / 100.0;
    std::array::from_fn(|legal| {
        let sum: f32 = (0..legal.max(1)).map(|better| WORSE.powi(better as i32)).sum();
        std::array::from_fn(|better| {
            (noise / legal.max(1) as f32 + (1.0 - noise) * WORSE.powi(better as i32) / sum).ln()
        })
    })
}

const WORSE: f32 = 0.4;

/// How good cards are at a moment of the hand.
struct Order<'a> {
    weights: &'a SensibleWeights,
    revealed: CardSet,
    taken: BySeat<CardSet>,
    played: CardSet,
}

impl Order<'_> {
    /// The cards of `legal` that `seat` would rather have played to `trick` than `card`.
    fn better(&self, trick: Trick<'_>, seat: Seat, card: Card, legal: CardSet) -> CardSet {
        let played = self.worth(trick, seat, card);
        legal.iter().filter(|&other| self.worth(trick, seat, other) > played).collect()
    }

    /// What a card is worth, in quarters of a point.
    fn worth(&self, trick: Trick<'_>, seat: Seat, card: Card) -> i32 {
        let weights = self.weights;
        let takes = trick.highest().is_some_and(|best| best.suit() == card.suit() && card > best);
        let taker = if takes { seat } else { trick.winner().unwrap_or(seat) };
        let pile = self.taken[taker];
        let gained = self.pile(pile | trick.set().with(card)) - self.pile(pile);
        let own = taker == seat || weights.partnership && taker.side() == seat.side();
        let weight = if own { 4 } else { -2 * i32::from(weights.rivals) };
        let of = |table: &[[i16; 13]; 4]| i32::from(table[card.suit().index()][card.rank().index()]);
        let danger = weights.watched[card.suit().index()]
            .is_some_and(|watched| !self.played.has(watched) && !trick.set().has(watched) && watched != card);
        weight * gained + 4 * (of(&weights.relief) + if danger { of(&weights.danger) } else { 0 })
    }

    fn pile(&self, cards: CardSet) -> i32 {
        let times = if self.revealed.has(Card::TRANSFORMER) { 4 } else { 2 };
        let points: i32 = cards.iter().map(|card| self.points(card)).sum();
        points * if self.weights.transformer && cards.has(Card::TRANSFORMER) { times } else { 1 }
    }

    fn points(&self, card: Card) -> i32 {
        let points = i32::from(self.weights.points[card.suit().index()][card.rank().index()]);
        let doubled = card.suit() != Suit::Clubs && self.revealed.meets(CardSet::suit(card.suit()));
        if doubled { 2 * points } else { points }
    }
}
