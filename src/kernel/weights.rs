//! The numbers of the sensible policy.
//!
//! A seat that follows or discards values every legal card as if the trick ended with it: the change of the pile of the seat
//! that would then hold the trick, for the player where that is its side, against it where it is not, and a *relief*
//! for being rid of the card. It plays the card of the highest value; of equal ones the first in the order of suits and
//! ranks. Leads are random.

use crate::rules::Book;
use crate::{Card, CardSet, Rank, Rules, Suit};

/// A number per card, by suit and rank.
pub type PerCard = [[i16; 13]; 4];

/// What the sensible policy weighs, in points; table-driven, so that rule sets and fits can change it.
///
/// All arithmetic on it wraps at 16 bits: numbers of up to a hundred leave room enough.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SensibleWeights {
    /// What a card adds to the pile that it goes to, before a reveal doubles it.
    pub points: PerCard,
    /// What it is worth to be rid of a card.
    pub relief: PerCard,
    /// What it is worth beside that as long as the suit's watched card is in another hand.
    pub danger: PerCard,
    /// The card that each suit is watched for, if any.
    pub watched: [Option<Card>; 4],
    /// Halves of a rival's gain that count as the player's loss.
    pub rivals: i16,
    /// Whether the transformer multiplies piles.
    pub transformer: bool,
    /// Whether the seats opposite are allies.
    pub partnership: bool,
}

/// Relief by rank, from the two to the ace.
const BY_RANK: [i16; 13] = [0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11];

impl SensibleWeights {
    /// The numbers for a rule set. Tantony, which has no cards to avoid, gets none but the relief.
    pub fn new(rules: &Rules) -> SensibleWeights {
        let mut weights = SensibleWeights {
            points: [[0; 13]; 4],
            relief: [BY_RANK; 4],
            danger: [[0; 13]; 4],
            watched: [None; 4],
            rivals: if rules.partnership() { 2 } else { 1 },
            transformer: false,
            partnership: rules.partnership(),
        };
        let (pig, sheep, scale) = match rules.book() {
            Book::GongZhu(_) => (-100, 100, 1),
            Book::Hearts(options) => {
                (-13 * HEARTS_SCALE, if options.jd_bonus { 10 * HEARTS_SCALE } else { 0 }, -HEARTS_SCALE)
            }
            Book::Tantony(_) => return weights,
        };
        for card in CardSet::HEARTS {
            let value = rules.play.heart_values.of(card.into()).clamp(-127, 127) as i16;
            weights.set(|weights| &mut weights.points, card, value * scale);
        }
        for rank in [Rank::JACK, Rank::QUEEN, Rank::KING, Rank::ACE] {
            weights.relief[Suit::Hearts.index()][rank.index()] += 6;
        }
        weights.watch(Card::PIG, pig, &[(Rank::KING, 30), (Rank::ACE, 50)]);
        if sheep != 0 {
            weights.watch(Card::SHEEP, sheep, &[(Rank::QUEEN, -10), (Rank::KING, -20), (Rank::ACE, -30)]);
        }
        if matches!(rules.book(), Book::GongZhu(_)) {
            let high_clubs = [(Rank::JACK, 5), (Rank::QUEEN, 10), (Rank::KING, 15), (Rank::ACE, 20)];
            weights.watch(Card::TRANSFORMER, 0, &high_clubs);
            weights.transformer = true;
        }
        weights
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

    fn set(&mut self, table: impl Fn(&mut SensibleWeights) -> &mut PerCard, card: Card, value: i16) {
        table(self)[card.suit().index()][card.rank().index()] = value;
    }

    fn watch(&mut self, card: Card, points: i16, danger: &[(Rank, i16)]) {
        self.set(|weights| &mut weights.points, card, points);
        self.watched[card.suit().index()] = Some(card);
        for &(rank, danger) in danger {
            self.set(|weights| &mut weights.danger, Card::of(card.suit(), rank), danger);
        }
    }
}

/// Points of Hearts are so many times as large here, to fit the relief.
const HEARTS_SCALE: i16 = 8;
