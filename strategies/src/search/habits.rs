//! How players choose among their legal cards: in proportion to exp(u), where u adds up, with fitted numbers, what there is to see
//! of a card at that moment.
//!
//! The numbers are a multinomial logit fitted to some 120,000 decisions a rule set (`classic`, `scrofa` and `hearts`) of `pimc`, flat
//! Monte Carlo with uniform roll-outs and, but for `scrofa`, `heuristic`, by `scripts/fit_habits.py` from what `strategies/examples/log_plays.rs`
//! writes. On decisions that were held back they guess the card in 3 to 4 of 10 leads, and in 6 to 7 of 10 plays that follow or discard.

use gongzhu::kernel::SensibleWeights;
use gongzhu::{BySeat, Card, CardSet, Game, Rules, Seat, Suit, Trick};

/// How many things there are to see of a card.
pub const FEATURES: usize = 23;

/// The kinds of decision, each with numbers of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The first card of a trick.
    Lead,
    /// A card of the suit led.
    Follow,
    /// A card of another suit.
    Discard,
}

/// The numbers of one kind of decision.
#[derive(Debug)]
pub struct Habit {
    /// What each feature adds to u.
    pub features: [f32; FEATURES],
    /// What every four cards of the suit in hand add.
    pub length: f32,
}

/// All that is public before a card is played, but for the trick on the table.
#[derive(Clone, Debug)]
pub struct Moment {
    weights: SensibleWeights,
    revealed: CardSet,
    taken: BySeat<CardSet>,
    played: CardSet,
    /// How many tricks were led in each suit.
    led: [u8; 4],
}

impl Moment {
    /// The moment before the first card.
    pub fn new(rules: &Rules, revealed: CardSet) -> Moment {
        let weights = SensibleWeights::new(rules);
        Moment { weights, revealed, taken: BySeat::default(), played: CardSet::EMPTY, led: [0; 4] }
    }

    /// The moment after a finished trick.
    pub fn after(&mut self, trick: Trick<'_>) {
        if let (Some(suit), Some(winner)) = (trick.suit(), trick.winner()) {
            self.led[suit.index()] += 1;
            self.played |= trick.set();
            self.taken[winner] |= trick.set();
        }
    }

    /// The cards that are still in hands, with `trick` on the table.
    pub fn in_hands(&self, trick: Trick<'_>) -> CardSet {
        CardSet::ALL - self.played - trick.set()
    }

    /// The kind of decision when `card` is played to `trick`.
    pub fn kind(trick: Trick<'_>, card: Card) -> Kind {
        match trick.suit() {
            None => Kind::Lead,
            Some(led) if led == card.suit() => Kind::Follow,
            Some(_) => Kind::Discard,
        }
    }

    /// What there is to see of `card`, were `seat` to play it to `trick`.
    pub fn features(&self, trick: Trick<'_>, seat: Seat, card: Card) -> [f32; FEATURES] {
        let yes = |condition: bool| f32::from(u8::from(condition));
        let (weights, suit, in_hands) = (&self.weights, card.suit(), self.in_hands(trick));
        let of = |table: &[[i16; 13]; 4]| f32::from(table[suit.index()][card.rank().index()]);
        let position = trick.cards.len();
        let takes = trick.highest().is_none_or(|best| best.suit() == suit && card > best);
        let taker = if takes { seat } else { trick.winner().unwrap_or(seat) };
        let own = taker == seat || weights.partnership && taker.side() == seat.side();
        let pile = self.taken[taker];
        let gained = self.pile_points(pile | trick.set().with(card)) - self.pile_points(pile);
        let worth = if own { gained } else { -gained * f32::from(weights.rivals) / 2.0 };
        let watched = weights.watched[suit.index()];
        let is_watched = watched == Some(card);
        let watch = watched.is_some_and(|watched| in_hands.has(watched)) && !is_watched;
        let (higher, lower) = ((CardSet::above(card) & in_hands).len(), (CardSet::below(card) & in_hands).len());
        let rank = card.rank().index() as f32 / 12.0;
        let points = f32::from(weights.points_of(card.into(), self.revealed)) / 50.0;
        [
            if position > 0 { (worth / 50.0).clamp(-4.0, 4.0) } else { 0.0 },
            if position > 0 && own && taker != seat { points } else { 0.0 },
            of(&weights.relief) / 10.0,
            if watch { of(&weights.danger) / 25.0 } else { 0.0 },
            yes(takes && (1..3).contains(&position)),
            yes(takes && position == 3),
            rank,
            rank * rank,
            higher as f32 / 4.0,
            lower as f32 / 4.0,
            yes(higher == 0),
            yes(lower == 0),
            points,
            yes(is_watched && suit == Suit::Spades),
            yes(is_watched && suit == Suit::Diamonds),
            yes(is_watched && suit == Suit::Clubs),
            yes(suit == Suit::Spades && watch && watched.is_some_and(|watched| card < watched)),
            yes(suit == Suit::Diamonds && watch),
            yes(suit == Suit::Clubs && watch),
            yes(suit == Suit::Hearts),
            f32::from(self.led[suit.index()]) / 3.0,
            if takes && position > 0 { lower as f32 / 8.0 } else { 0.0 },
            yes(suit == Suit::Spades),
        ]
    }

    /// What a pile is worth; the transformer multiplies it.
    fn pile_points(&self, cards: CardSet) -> f32 {
        let times =
            match (self.weights.transformer && cards.has(Card::TRANSFORMER), self.revealed.has(Card::TRANSFORMER)) {
                (false, _) => 1.0,
                (true, false) => 2.0,
                (true, true) => 4.0,
            };
        times * f32::from(self.weights.points_of(cards, self.revealed))
    }
}

/// The habits in a rule set, by [`Kind`]; none in Tantony.
pub(super) fn habits(rules: &Rules) -> Option<&'static [Habit; 3]> {
    match (rules.game(), rules.partnership()) {
        (Game::GongZhu, false) => Some(&ALONE),
        (Game::GongZhu, true) => Some(&IN_PAIRS),
        (Game::Hearts, _) => Some(&HEARTS),
        (Game::Tantony, _) => None,
    }
}

/// Each for itself, from `classic`.
#[rustfmt::skip]
static ALONE: [Habit; 3] = [
    Habit {
        features: [
            0.00, 0.00, -1.03, -0.16, 0.00, 0.00, -0.47, 1.07, 0.25, 0.51, -0.76, 0.67,
            0.42, -0.39, -1.03, -0.57, 0.17, 0.00, 0.24, 0.50, 0.43, 0.00, 0.19,
        ],
        length: -1.89,
    },
    Habit {
        features: [
            1.43, 0.00, -0.70, 1.30, -0.59, 0.33, 0.96, -1.20, -1.07, 1.07, -0.03, 0.43,
            -0.19, 1.06, -0.92, 0.03, 0.95, 0.92, -0.03, 0.00, 0.00, -2.84, 0.00,
        ],
        length: 0.00,
    },
    Habit {
        features: [
            0.43, 0.00, 1.68, 1.35, 0.00, 0.00, -0.16, -2.56, -0.72, 0.68, 0.39, 0.19,
            -0.25, 1.91, -0.48, 1.89, -0.24, 0.36, 0.34, 0.26, -0.83, 0.00, 0.11,
        ],
        length: -2.39,
    },
];

/// Two against two, from `scrofa`.
#[rustfmt::skip]
static IN_PAIRS: [Habit; 3] = [
    Habit {
        features: [
            0.00, 0.00, -0.83, -0.75, 0.00, 0.00, 0.41, 0.71, 0.11, 0.36, -0.66, 0.53,
            1.32, 1.28, -2.47, -0.42, 0.34, -0.34, 0.23, 0.49, 0.30, 0.00, 0.05,
        ],
        length: -1.65,
    },
    Habit {
        features: [
            1.71, 0.73, -0.20, 0.59, -0.22, 0.25, 0.66, -1.05, -0.72, 0.72, 0.09, 0.36,
            -0.47, 0.14, -0.45, 0.06, 0.37, 0.45, -0.06, 0.00, 0.00, -1.74, 0.00,
        ],
        length: 0.00,
    },
    Habit {
        features: [
            0.37, 1.26, 0.80, 1.08, 0.00, 0.00, 0.72, -2.48, -0.64, 0.50, 0.48, 0.10,
            -1.84, -0.68, 2.52, 0.90, -0.38, 0.20, -0.12, -0.20, -0.87, 0.00, 0.01,
        ],
        length: -1.82,
    },
];

/// From `hearts`.
#[rustfmt::skip]
static HEARTS: [Habit; 3] = [
    Habit {
        features: [
            0.00, 0.00, -0.61, -0.44, 0.00, 0.00, -1.04, 1.05, 0.29, 0.74, 0.42, -0.09,
            0.32, -0.16, 0.00, 0.00, 0.96, 0.00, 0.00, 0.08, 0.68, 0.00, -0.20,
        ],
        length: -1.88,
    },
    Habit {
        features: [
            3.20, 0.00, -1.79, -0.72, -0.75, 0.32, -0.29, 0.74, -1.42, 1.42, 0.53, 0.07,
            0.50, -0.24, 0.00, 0.00, -0.30, 0.00, 0.00, 0.00, 0.00, -2.37, 0.00,
        ],
        length: 0.00,
    },
    Habit {
        features: [
            0.56, 0.00, 0.38, 1.09, 0.00, 0.00, -0.35, -0.28, -0.58, 1.47, 0.68, -0.44,
            -1.12, 0.55, 0.00, 0.00, -0.11, 0.00, 0.00, -0.22, -0.88, 0.00, -0.29,
        ],
        length: -3.26,
    },
];
