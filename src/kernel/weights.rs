//! The numbers of the sensible policy.
//!
//! The policy plays roughly as bots do that search: a card is as likely as e^*n*, in proportion, where *n*, in *nats*, is the sum of
//!
//! - a number for the card in the player's [`Situation`],
//! - where it leads or discards, numbers for how many cards of the suit the player holds, and how many the others hold,
//! - where it does not lead, what the trick would change if it ended now: the change of the pile of the seat that would then hold
//!   it, which counts for the player where that is its side and against it where it is not, times a number for the situation.
//!
//! The numbers are fitted to the play of searching bots (`scripts/fit_rollouts.py`). That the policy is as uncertain as they look to
//! somebody who does not see how they search matters: roll-outs of its likeliest cards alone tell less of what a hand comes to.
//!
//! The draw is made with a random word of 16 bits for each card that is played: of the fractions that the first two cards of a trick and
//! the others share ([`kernel`](super)), the first of the two takes the high half and the second the low one. The card is taken for which *n* and a *noise* together
//! are the largest, of equal ones the first in the order of suits and ranks. The noise of a card is the mean of one sixteenth of the
//! Gumbel distribution: the sixteenth that the highest four bits of word × [`SensibleWeights::multiplier`] mod 2^16 say.

mod alone;
mod hearts;
mod in_pairs;

use crate::rng::mix;
use crate::rules::Book;
use crate::{Card, CardSet, Rules, Suit};

/// A number per card, by suit and rank.
pub type PerCard = [[i16; 13]; 4];
/// A number per suit and number of cards.
pub type PerCount = [[i16; 14]; 4];

/// How a card is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Situation {
    /// The first card of the trick.
    Lead,
    /// Following suit below the best card, before the last seat.
    Under,
    /// Following suit with the new best card, before the last seat.
    Over,
    /// Following suit below the best card from the last seat.
    LastUnder,
    /// Taking the trick from the last seat.
    LastOver,
    /// Discarding while a seat of another side holds the trick.
    Discard,
    /// Discarding while an ally holds the trick.
    AllyDiscard,
}

/// What the sensible policy weighs, in nats / 1024 but for `points`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SensibleWeights {
    /// What a card adds to the pile that it goes to, before a reveal doubles it, in points.
    pub points: PerCard,
    /// Halves of a rival's gain that count as the player's loss.
    pub rivals: i16,
    /// Whether the transformer multiplies piles.
    pub transformer: bool,
    /// Whether the seats opposite are allies.
    pub partnership: bool,
    /// What is fitted.
    pub fitted: &'static Fitted,
}

/// The fitted numbers, in nats / 1024.
#[derive(PartialEq, Eq, Debug)]
pub struct Fitted {
    /// By [`Situation`] and card.
    pub cards: [PerCard; 7],
    /// For leads and for discards, by suit and the number of its cards that the player holds.
    pub held: [PerCount; 2],
    /// For leads and for discards, by suit and the number of its cards that other players hold.
    pub others: [PerCount; 2],
    /// By [`Situation`]: of half a point that the trick changes. Changes count up to [`MOST_CHANGE`].
    pub change: [i16; 7],
}

/// The largest change that counts, in halves of a point.
pub const MOST_CHANGE: i16 = 1000;

/// The mean of each sixteenth of the Gumbel distribution, in nats / 1024.
pub const NOISE: [i16; 16] =
    [-1330, -887, -635, -430, -244, -67, 107, 284, 470, 668, 887, 1137, 1436, 1822, 2394, 3847];

impl SensibleWeights {
    /// The numbers for a rule set. In Tantony, which has no such policy, all cards are alike.
    pub fn new(rules: &Rules) -> SensibleWeights {
        let (pig, sheep, scale) = match rules.book() {
            Book::GongZhu(_) => (-100, 100, 1),
            Book::Hearts(options) => {
                (-13 * HEARTS_SCALE, if options.jd_bonus { 10 * HEARTS_SCALE } else { 0 }, -HEARTS_SCALE)
            }
            Book::Tantony(_) => (0, 0, 0),
        };
        let mut points = [[0; 13]; 4];
        for card in CardSet::HEARTS {
            let value = rules.play.heart_values.of(card.into()).clamp(-127, 127) as i16;
            points[Suit::Hearts.index()][card.rank().index()] = value * scale;
        }
        for (card, value) in [(Card::PIG, pig), (Card::SHEEP, sheep)] {
            points[card.suit().index()][card.rank().index()] = value;
        }
        let partnership = rules.partnership();
        SensibleWeights {
            points,
            rivals: if partnership { 2 } else { 1 },
            transformer: matches!(rules.book(), Book::GongZhu(_)),
            partnership,
            fitted: match rules.book() {
                Book::GongZhu(_) if partnership => &in_pairs::FITTED,
                Book::GongZhu(_) => &alone::FITTED,
                Book::Hearts(_) => &hearts::FITTED,
                Book::Tantony(_) => &NONE,
            },
        }
    }

    /// The points of some cards; those of a suit whose counting card is revealed are doubled.
    pub fn points_of(&self, cards: CardSet, revealed: CardSet) -> i16 {
        let of = |card: Card| {
            let points = self.points[card.suit().index()][card.rank().index()];
            let doubled = card.suit() != Suit::Clubs && revealed.meets(CardSet::suit(card.suit()));
            if doubled { points.wrapping_mul(2) } else { points }
        };
        cards.iter().fold(0, |sum: i16, card| sum.wrapping_add(of(card)))
    }

    /// What a random word is multiplied with to get the noise of a card: the highest 16 bits of SplitMix64's output for the card's
    /// number, made odd.
    pub const fn multiplier(card: Card) -> u16 {
        (mix(card.index() as u64) >> 48) as u16 | 1
    }
}

static NONE: Fitted =
    Fitted { cards: [[[0; 13]; 4]; 7], held: [[[0; 14]; 4]; 2], others: [[[0; 14]; 4]; 2], change: [0; 7] };

/// Points of Hearts are so many times as large here, which brings them to the scale of Gong Zhu.
const HEARTS_SCALE: i16 = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_weight_is_more_than_sixteen_bits_hold() {
        let most = |numbers: &[i16]| numbers.iter().map(|x| i32::from(x.abs())).max().unwrap_or(0);
        for fitted in [&alone::FITTED, &in_pairs::FITTED, &hearts::FITTED, &NONE] {
            let counts =
                most(fitted.held.as_flattened().as_flattened()) + most(fitted.others.as_flattened().as_flattened());
            for (cards, each) in fitted.cards.iter().zip(fitted.change) {
                let change = i32::from(MOST_CHANGE) * i32::from(each);
                let weight = most(cards.as_flattened()) + counts + change + i32::from(NOISE[15]);
                assert!(weight < i32::from(i16::MAX), "{weight}");
            }
        }
    }

    #[test]
    fn noises_are_the_means_of_sixteenths_of_the_gumbel_distribution() {
        const STEPS: u32 = 20_000;
        for (sixteenth, noise) in (0..16).zip(NOISE) {
            let at = |step: u32| (f64::from(sixteenth) + (f64::from(step) + 0.5) / f64::from(STEPS)) / 16.0;
            let sum: f64 = (0..STEPS).map(|step| -(-at(step).ln()).ln()).sum();
            let mean = sum / f64::from(STEPS) * 1024.0;
            assert!((mean - f64::from(noise)).abs() < 1.0, "{mean} {noise}");
        }
    }
}
