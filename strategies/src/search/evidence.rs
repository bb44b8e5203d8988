//! What the plays of the other seats say of their hands: a card that a hand would hardly have been played from makes that hand
//! unlikely.
//!
//! How likely a play is comes from the [`habits`](super::habits) of players. The exponentials of all cards are worked out once a
//! play, so that a world costs additions.

use super::habits::{Habit, Kind, Moment, habits};
use gongzhu::{BySeat, Card, CardSet, Seat, Suit, Trick, View};

/// One play of another seat.
#[derive(Clone, Debug)]
struct Play {
    seat: Seat,
    card: Card,
    /// The cards that would have been legal, as far as the suit led decides.
    legal: CardSet,
    /// What the seat has played since, this card included.
    since: CardSet,
    /// exp(u) by [`Card::bit`], but for the length of the suit in hand.
    lures: [f32; 64],
    /// What the length of a suit multiplies it with.
    by_length: [f32; 14],
}

impl Play {
    fn new(moment: &Moment, habits: &[Habit; 3], trick: Trick<'_>, seat: Seat, card: Card, since: CardSet) -> Play {
        let kind = Moment::kind(trick, card);
        let led = trick.suit().map_or(CardSet::EMPTY, CardSet::suit);
        let legal = match kind {
            Kind::Lead => moment.in_hands(trick),
            Kind::Follow => moment.in_hands(trick) & led,
            Kind::Discard => moment.in_hands(trick) - led,
        };
        let habit = &habits[kind as usize];
        let mut lures = [0.0; 64];
        for card in legal {
            let features = moment.features(trick, seat, card);
            let u: f32 = features.iter().zip(habit.features).map(|(feature, number)| feature * number).sum();
            lures[card.bit() as usize] = u.exp();
        }
        let by_length = std::array::from_fn(|length| (habit.length * length as f32 / 4.0).exp());
        Play { seat, card, legal, since, lures, by_length }
    }

    /// The probability of the play in a world, `noise` of it spread evenly over all legal cards.
    fn likelihood(&self, world: &BySeat<CardSet>, noise: f32) -> f32 {
        let hand = (world[self.seat] | self.since) & self.legal;
        let (mut sum, mut this) = (0.0, 0.0);
        for suit in Suit::ALL {
            let cards = hand.in_suit(suit);
            let factor = self.by_length[cards.len()];
            sum += factor * cards.iter().map(|card| self.lures[card.bit() as usize]).sum::<f32>();
            if suit == self.card.suit() {
                this = factor * self.lures[self.card.bit() as usize];
            }
        }
        (1.0 - noise) * this / sum + noise / hand.len() as f32
    }
}

/// The plays of the other seats.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    plays: Vec<Play>,
    noise: f32,
}

impl Evidence {
    /// What is to be read from `view`, where `noise` percent of all plays are uniformly random. `None` where there is nothing: before
    /// anybody else has played, and in Tantony.
    pub(super) fn new(view: &View<'_>, noise: u32) -> Option<Evidence> {
        let habits = habits(view.rules())?;
        let mut moment = Moment::new(view.rules(), view.revealed());
        let mut since = BySeat::splat(CardSet::EMPTY);
        for (seat, card) in view.tricks().flat_map(|trick| trick.plays()) {
            since[seat] = since[seat].with(card);
        }
        let mut plays = Vec::with_capacity(39);
        for trick in view.tricks() {
            for (place, (seat, card)) in trick.plays().enumerate() {
                if seat != view.seat() {
                    let before = Trick { cards: &trick.cards[..place], ..trick };
                    plays.push(Play::new(&moment, habits, before, seat, card, since[seat]));
                }
                since[seat] = since[seat].without(card);
            }
            moment.after(trick);
        }
        (!plays.is_empty()).then_some(Evidence { plays, noise: noise as f32 / 100.0 })
    }

    /// The logarithm of the likelihood of all plays in a world.
    pub(super) fn log_likelihood(&self, world: &BySeat<CardSet>) -> f32 {
        // Few logarithms: products, as long as they do not vanish.
        let (mut product, mut log) = (1.0f32, 0.0);
        for play in &self.plays {
            product *= play.likelihood(world, self.noise);
            if product < 1e-25 {
                log += product.ln();
                product = 1.0;
            }
        }
        log + product.ln()
    }
}
