//! What playing out every choice has taught edition 2: how much more, or less, a card is worth than another beside the
//! opinion of the skills. The numbers come from self-play: at each decision every card was played out, and all numbers were moved a
//! little towards the cards that gained more than the average (docs/strategies.md).

use super::{QUEEN, Sight, Table, card_of, ranked};
use crate::heuristic::kind::{KINDS, Kind};
use crate::heuristic::skill::Skill;
use gongzhu::{Card, CardSet, Suit};

/// Where QS is, in [`Learned::rank`].
const GONE: usize = 0;
const HELD: usize = 1;
const OUT: usize = 2;

/// What was learned, in twentieths of a point, of each kind of play and suit S H D C. Rows have sixteen entries, so that no bounds need
/// to be checked.
#[derive(Clone, Copy)]
pub(in crate::heuristic) struct Learned {
    /// For the card of the skills: on a trick with points or of hearts, and on another.
    rule: [[i8; 2]; KINDS],
    /// By rank, while QS is gone, held, out.
    rank: [[[[i8; 16]; 3]; 4]; KINDS],
    /// By the number of lower cards of its suit that others hold.
    lower: [[[i8; 16]; 4]; KINDS],
    /// By the number of cards of its suit in hand.
    length: [[[i8; 16]; 4]; KINDS],
    /// By the number of cards of its suit in other hands.
    others: [[[i8; 16]; 4]; KINDS],
}

impl Learned {
    /// What is left without a skill.
    pub(super) fn without(skill: Skill) -> Learned {
        let mut learned = LEARNED;
        let (spades, hearts, diamonds) = (Suit::Spades.index(), Suit::Hearts.index(), Suit::Diamonds.index());
        match skill {
            // Every suit is what one of three cards is.
            Skill::Voids => {
                for length in learned.length.iter_mut().flatten() {
                    *length = [length[3]; 16];
                }
            }
            // Spades below the queen are led as if it were gone.
            Skill::Hunt => {
                let rank = &mut learned.rank[Kind::Lead as usize][spades];
                let (gone, below) = (rank[GONE], QUEEN.rank().index());
                rank[OUT][..below].copy_from_slice(&gone[..below]);
            }
            // Hearts are discarded like diamonds, the queen like the jack.
            Skill::Dump => {
                let kind = Kind::Discard as usize;
                learned.rank[kind][hearts] = learned.rank[kind][diamonds];
                learned.lower[kind][hearts] = learned.lower[kind][diamonds];
                learned.length[kind][hearts] = learned.length[kind][diamonds];
                learned.others[kind][hearts] = learned.others[kind][diamonds];
                let (held, queen) = (&mut learned.rank[kind][spades][HELD], QUEEN.rank().index());
                held[queen] = held[queen - 1];
            }
            _ => {}
        }
        learned
    }

    /// The best of `legal`, of which the skills would take `rule`.
    pub(super) fn correct(&self, sight: &Sight<'_>, legal: CardSet, table: Option<&Table>, rule: Card) -> Card {
        let mut choice = Choice { rule, best: i32::MIN };
        match table {
            None => Suit::ALL.iter().for_each(|&suit| self.offer(sight, Kind::Lead, suit, legal, false, &mut choice)),
            Some(table) if legal.meets(CardSet::suit(table.led)) => {
                let (duck, take) = (legal & CardSet::below(table.high), legal & CardSet::above(table.high));
                let free = sight.points(table.cards) == 0;
                self.offer(sight, Kind::Duck, table.led, duck, free, &mut choice);
                self.offer(sight, Kind::take(table.behind), table.led, take, free, &mut choice);
            }
            Some(table) => {
                let free = sight.points(table.cards) == 0;
                Suit::ALL.iter().for_each(|&suit| self.offer(sight, Kind::Discard, suit, legal, free, &mut choice));
            }
        }
        card_of(choice.best).unwrap_or(rule)
    }

    /// Offers the cards of a suit among `cards` as plays of this kind.
    #[inline(always)]
    fn offer(&self, sight: &Sight<'_>, kind: Kind, suit: Suit, cards: CardSet, free: bool, choice: &mut Choice) {
        let cards = cards.in_suit(suit);
        if cards.is_empty() {
            return;
        }
        let (kind, s) = (kind as usize, suit.index());
        let unseen = sight.unseen.in_suit(suit);
        let queen = usize::from(sight.hand.has(QUEEN)) + 2 * usize::from(sight.queen_out());
        let (rank, lower) = (&self.rank[kind][s][queen], &self.lower[kind][s]);
        let length = self.length[kind][s][sight.hand.in_suit(suit).len() & 15];
        let in_suit = i32::from(length) + i32::from(self.others[kind][s][unseen.len() & 15]);
        let opinion = i32::from(self.rule[kind][usize::from(free && suit != Suit::Hearts)]);
        for card in cards {
            let below = (unseen & CardSet::below(card)).len();
            let opinion = if card == choice.rule { opinion } else { 0 };
            let learned = i32::from(rank[card.rank().index() & 15]) + i32::from(lower[below & 15]);
            choice.best = choice.best.max(ranked(in_suit + learned + opinion, card));
        }
    }
}

/// The card of the skills, and the best so far with its worth.
struct Choice {
    rule: Card,
    best: i32,
}
/// What edition 2 has learned.
#[rustfmt::skip]
pub(super) static LEARNED: Learned = Learned {
    rule: [[29, 29], [42, 19], [19, 15], [42, 14], [29, 0], [29, 19]],
    rank: [
        // Lead.
        [
            [
                [-9, -9, -10, -9, -5, -12, -1, -5, -9, -2, 0, -17, -16, 0, 0, 0],
                [-34, -26, -16, -12, -11, -7, -5, -5, -4, 0, -72, 2, -10, 0, 0, 0],
                [0, 7, 13, 15, 20, 20, 20, 23, 27, 30, 0, -68, -66, 0, 0, 0],
            ],
            [
                [-7, 13, 31, 24, 10, 4, -1, -10, -19, -22, -25, -32, -45, 0, 0, 0],
                [-17, -4, 16, 16, 10, 9, 8, 6, 0, -1, 0, -5, -11, 0, 0, 0],
                [10, 23, 22, 25, 10, 11, -2, 0, -12, -17, -16, -19, -30, 0, 0, 0],
            ],
            [
                [-11, 0, 3, 5, 3, 11, 9, 13, 14, 10, -2, -6, 7, 0, 0, 0],
                [-12, -10, -5, 6, 7, 3, 0, 15, 6, 5, 16, 10, 26, 0, 0, 0],
                [9, 24, 6, 1, -7, -17, -17, -13, -5, -12, -8, -14, -35, 0, 0, 0],
            ],
            [
                [0, -16, -6, 2, 2, 6, 8, 8, 13, 6, 7, 4, 6, 0, 0, 0],
                [0, -35, -19, -7, 3, 7, 27, 11, 12, 17, 11, 21, 21, 0, 0, 0],
                [0, 18, 33, 7, -10, -24, -25, -30, -27, -30, -27, -24, -33, 0, 0, 0],
            ],
        ],
        // Duck.
        [
            [
                [-3, 2, 4, 7, 10, 16, 20, 26, 29, 32, 0, 26, 0, 0, 0, 0],
                [-2, 6, 10, 9, 11, 10, 18, -5, -14, 0, 75, 0, 0, 0, 0, 0],
                [-13, -15, -15, -16, -16, -17, -14, -11, -15, 6, 0, 10, 0, 0, 0, 0],
            ],
            [
                [26, 25, 18, 11, 10, 11, 6, 4, 1, 4, 0, 2, 0, 0, 0, 0],
                [-13, -10, -10, -2, -5, 0, 3, 1, 2, 0, 0, 0, 0, 0, 0, 0],
                [-10, 2, 2, 11, 8, 12, 6, 2, 6, 4, 1, 2, 0, 0, 0, 0],
            ],
            [
                [-2, -2, -3, 0, 11, 18, 22, 23, 25, 27, 28, 11, 0, 0, 0, 0],
                [-30, -11, -18, -16, -6, -5, -12, 5, -6, 1, -4, 7, 0, 0, 0, 0],
                [-28, -17, -10, -3, 6, 12, 21, 27, 33, 18, 27, 13, 0, 0, 0, 0],
            ],
            [
                [0, 9, 11, 12, 13, 23, 26, 27, 31, 17, 5, 8, 0, 0, 0, 0],
                [0, -45, -13, -23, -6, -3, -7, -4, 6, -2, -6, 0, 0, 0, 0, 0],
                [0, -19, -3, -2, 5, 0, 5, 9, 11, 9, 11, 12, 0, 0, 0, 0],
            ],
        ],
        // Discard.
        [
            [
                [-29, -9, 0, -1, -3, 4, 13, 7, 11, 15, 0, 15, 16, 0, 0, 0],
                [1, -6, -4, -15, -14, -18, -20, -24, -22, -34, 79, -33, -37, 0, 0, 0],
                [-25, -30, -27, -25, -22, -10, -14, -9, -11, -6, 0, 3, 6, 0, 0, 0],
            ],
            [
                [-31, -48, -32, -20, -16, -11, -4, 2, 3, 8, 2, 4, 6, 0, 0, 0],
                [0, -2, -3, -4, -1, -1, 4, 5, 7, -2, 3, 3, 4, 0, 0, 0],
                [-12, -27, -33, -12, -11, -5, 1, 5, 14, 9, 7, 9, 5, 0, 0, 0],
            ],
            [
                [-21, -19, -10, -3, 1, -2, 11, 6, 3, 2, 3, 6, 9, 0, 0, 0],
                [5, -3, -2, 5, -9, -6, -1, 10, 15, 5, 13, 20, 19, 0, 0, 0],
                [-20, -12, -7, -8, -3, -4, 6, 8, 4, 10, 6, 7, 6, 0, 0, 0],
            ],
            [
                [0, -17, -11, -10, -5, 6, 4, 7, 7, 6, 4, 6, 11, 0, 0, 0],
                [0, 0, -3, -1, -2, 0, -2, -1, -6, 0, -12, -4, -7, 0, 0, 0],
                [0, -16, -28, -9, 5, 4, 8, 13, 11, 10, 13, 14, 7, 0, 0, 0],
            ],
        ],
        // Take in the last seat.
        [
            [
                [0, 0, 0, -6, -14, -9, -7, -4, 1, 1, 0, -8, -5, 0, 0, 0],
                [0, 0, 0, -2, -4, 2, 3, -3, -13, -6, -51, -1, -7, 0, 0, 0],
                [0, 0, 0, 0, -5, 2, 0, -13, 10, 9, 0, 37, 48, 0, 0, 0],
            ],
            [
                [0, 0, 0, 0, -2, -5, -7, -11, -9, -9, -9, -9, -11, 0, 0, 0],
                [0, 0, 0, -1, -2, -12, -7, -4, -1, -1, 2, 14, 13, 0, 0, 0],
                [0, 0, 0, -2, -8, -16, -15, -17, -1, -6, -1, 6, 11, 0, 0, 0],
            ],
            [
                [0, 0, -4, -21, -29, -27, -25, -27, -20, -24, -19, -25, -20, 0, 0, 0],
                [0, 0, 0, -4, -9, -4, -4, 9, 2, 12, -4, -2, 21, 0, 0, 0],
                [0, 0, 0, -4, -7, -2, 10, 11, 12, 11, 24, 13, -1, 0, 0, 0],
            ],
            [
                [0, 0, 0, -5, -19, -30, -30, -27, -27, -24, -26, -21, -23, 0, 0, 0],
                [0, 0, 0, 0, -5, -6, 1, 5, 22, 18, 6, 15, 10, 0, 0, 0],
                [0, 0, 0, -2, -4, 2, -3, 11, 7, 23, 24, 11, 16, 0, 0, 0],
            ],
        ],
        // Take with one seat behind.
        [
            [
                [0, -19, -35, -24, -23, -13, 7, 3, 17, 9, 0, 3, -2, 0, 0, 0],
                [0, -1, -7, 17, 0, 23, 16, 10, -11, -8, -58, -22, -11, 0, 0, 0],
                [0, 0, 11, 14, 20, 6, 7, 25, 14, -3, 0, 6, -5, 0, 0, 0],
            ],
            [
                [0, 24, 19, 7, -28, -41, -33, 19, 1, 1, -1, -5, -2, 0, 0, 0],
                [0, 1, 0, -6, -7, -17, -12, -11, 11, 9, 12, 20, 18, 0, 0, 0],
                [0, 7, 14, -13, -16, -16, -17, -3, 11, 16, 6, 9, 2, 0, 0, 0],
            ],
            [
                [0, 46, 17, -9, -15, -11, -11, -8, -7, -7, -9, -8, -8, 0, 0, 0],
                [0, -1, -8, -6, -6, 6, 9, 10, 12, 8, 9, 5, 4, 0, 0, 0],
                [0, -16, -14, -21, -14, -18, -4, -6, 12, 1, -1, 12, 5, 0, 0, 0],
            ],
            [
                [0, 0, 44, 18, -7, -5, -6, -13, -13, -15, -8, -12, -2, 0, 0, 0],
                [0, -1, -6, -14, -12, 4, 1, 8, 12, 29, 7, -10, 3, 0, 0, 0],
                [0, -2, -28, -17, -11, -23, -11, 3, -7, 16, 4, 15, 11, 0, 0, 0],
            ],
        ],
        // Take with two seats behind.
        [
            [
                [0, -9, -18, -18, -4, 3, 2, 4, -2, 4, 0, -1, -3, 0, 0, 0],
                [0, 10, -2, 7, 7, 3, 8, -1, 14, 12, -55, 18, -1, 0, 0, 0],
                [0, -5, -1, 12, 10, 15, 11, 17, 3, 17, 0, -69, -68, 0, 0, 0],
            ],
            [
                [0, 9, 9, 11, 3, 6, -4, 1, 0, -3, 0, -14, -14, 0, 0, 0],
                [0, 2, 7, -4, -12, -8, -4, -4, -2, 0, 1, 16, 3, 0, 0, 0],
                [0, 5, 0, 1, -5, 2, -5, -5, -8, -8, -3, 2, -6, 0, 0, 0],
            ],
            [
                [0, -2, -15, -25, -17, -4, 20, 17, 15, 16, 16, 15, 8, 0, 0, 0],
                [0, -7, -7, -15, -11, 1, 9, 7, 17, 10, 14, 8, 10, 0, 0, 0],
                [0, 29, 4, -3, -17, -16, -18, -22, 0, -10, -1, -7, -24, 0, 0, 0],
            ],
            [
                [0, 0, -3, -18, -32, -24, -18, 26, 22, 21, 14, 6, 10, 0, 0, 0],
                [0, -4, -22, -31, -11, -4, 20, 23, 12, 7, 16, 12, -5, 0, 0, 0],
                [0, -20, 0, -1, -9, -16, -12, -7, -13, -9, -11, -7, -7, 0, 0, 0],
            ],
        ],
    ],
    lower: [
        // Lead.
        [
            [12, 4, -1, 0, 0, 0, -4, -1, -12, -21, 4, -2, -1, 0, 0, 0],
            [14, 6, -1, -9, -8, -5, 1, 6, 5, 7, -1, 1, 0, 0, 0, 0],
            [4, -16, -11, -1, 4, -3, 0, -2, 8, 8, 19, 7, 17, 0, 0, 0],
            [1, -16, -8, 7, 10, 2, -4, -7, 0, 0, 0, 0, 0, 0, 0, 0],
        ],
        // Duck.
        [
            [-6, 2, 4, 7, 6, -3, -11, -6, 1, 0, 0, 0, 0, 0, 0, 0],
            [-15, 2, 11, 12, 15, 13, 9, 6, 3, 0, 0, 0, 0, 0, 0, 0],
            [-15, -13, -7, 3, 8, 15, 27, 28, 21, 4, 9, 0, 0, 0, 0, 0],
            [-8, -6, -2, 3, -2, 3, 5, 10, 4, -8, 0, 0, 0, 0, 0, 0],
        ],
        // Discard.
        [
            [-41, -14, -8, 1, -3, 1, 2, -3, 1, 15, 19, 10, -1, 0, 0, 0],
            [-54, -31, -20, -8, -2, -1, 1, 2, 7, 18, 16, 14, 1, 0, 0, 0],
            [-77, -16, -4, 0, 6, 12, 12, 12, 12, 13, 17, 26, 3, 0, 0, 0],
            [-73, -17, -7, 4, 6, 23, 28, 26, 20, 2, 0, 0, 0, 0, 0, 0],
        ],
        // Take in the last seat.
        [
            [-25, 9, -1, 3, 8, -11, -2, -10, 2, 0, 0, 0, 0, 0, 0, 0],
            [-27, -10, -7, 5, 4, -1, 7, 9, 2, 0, 0, 0, 0, 0, 0, 0],
            [-46, 4, 2, 10, 10, 5, 16, 1, -7, -2, 0, 0, 0, 0, 0, 0],
            [-46, 13, 13, 18, 14, 14, 10, 16, 4, -2, 0, 0, 0, 0, 0, 0],
        ],
        // Take with one seat behind.
        [
            [-13, -19, -19, -22, -11, -2, -7, 21, 31, 34, 0, 0, 0, 0, 0, 0],
            [-9, -31, -44, -1, -2, 16, 24, 22, 29, 5, 0, 0, 0, 0, 0, 0],
            [-49, -18, -6, 8, 13, 9, 8, -4, 11, 1, -2, 0, 0, 0, 0, 0],
            [-47, -15, -7, 2, 15, 11, 7, 24, 2, 6, 7, 0, 0, 0, 0, 0],
        ],
        // Take with two seats behind.
        [
            [-30, -3, 16, 12, 11, 9, 6, -14, -10, -4, -4, 0, 0, 0, 0, 0],
            [0, -3, -9, -12, -13, -12, -13, -6, 17, 22, 0, 0, 0, 0, 0, 0],
            [-32, -26, -15, -8, 4, 9, 9, 2, 4, -5, 15, 0, 0, 0, 0, 0],
            [-18, -22, -17, -14, -6, 2, 7, 33, -4, -8, 11, 0, 0, 0, 0, 0],
        ],
    ],
    length: [
        // Lead.
        [
            [0, 13, -4, -1, -1, -3, -8, 8, 4, 1, 0, 0, 0, 0, 0, 0],
            [0, 55, 25, 0, -46, -62, -61, -28, -2, 0, 0, 0, 0, 0, 0, 0],
            [0, 24, 2, -5, -11, -13, -13, -12, 1, -1, 0, 0, 0, 0, 0, 0],
            [0, 19, 2, -6, -11, -15, -22, -11, -5, 0, 0, 0, 0, 0, 0, 0],
        ],
        // Duck.
        [
            [0, 0, -17, 9, 8, -1, 9, -15, 9, -10, 1, 0, 0, 0, 0, 0],
            [0, 0, -14, 23, 23, 20, 13, 10, 2, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, -10, -1, 8, 11, 12, 1, 0, -1, -1, 0, 0, 0, 0, 0],
            [0, 0, -9, -5, 2, -2, -3, 4, 8, 1, 0, 0, 0, 0, 0, 0],
        ],
        // Discard.
        [
            [0, 36, 9, -10, -19, -20, -25, -17, -9, 0, 1, 0, 0, 0, 0, 0],
            [0, 48, 19, 5, -13, -27, -27, -7, -3, 1, 0, 0, 0, 0, 0, 0],
            [0, 50, 17, -1, -8, -20, -18, -16, -11, 3, -1, 0, 0, 0, 0, 0],
            [0, 49, 18, -5, -19, -26, -9, -3, 0, 0, 0, 0, 0, 0, 0, 0],
        ],
        // Take in the last seat.
        [
            [0, 0, 4, -13, -2, -3, 0, 17, 1, 1, 0, 0, 0, 0, 0, 0],
            [0, 0, 16, -5, -2, -6, -3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 6, 9, 6, -8, -6, 1, -5, -2, 0, 0, 0, 0, 0, 0],
            [0, 0, 15, 9, 7, 8, 11, -5, 1, 0, 0, 0, 0, 0, 0, 0],
        ],
        // Take with one seat behind.
        [
            [0, 0, 12, 6, -12, -33, -23, -14, -2, -1, 0, 0, 0, 0, 0, 0],
            [0, 0, -1, -18, -19, -12, -8, -4, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 7, 4, -9, -2, -7, -11, -8, 1, 0, 0, 0, 0, 0, 0],
            [0, 0, 10, 10, -4, -4, -6, -1, -11, -1, 0, 0, 0, 0, 0, 0],
        ],
        // Take with two seats behind.
        [
            [0, 0, 6, -9, 1, 13, 3, 12, -7, 4, -1, 0, 0, 0, 0, 0],
            [0, 0, -9, -2, 0, 0, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, -2, -10, -14, -8, -10, 0, 10, 1, 0, 0, 0, 0, 0, 0],
            [0, 0, -14, -34, -20, -17, -16, -4, -1, 0, 0, 0, 0, 0, 0, 0],
        ],
    ],
    others: [
        // Lead.
        [
            [-22, 25, 15, 5, 5, 11, 14, -3, 6, -16, -17, -12, 6, 0, 0, 0],
            [-46, -24, -16, -23, -4, -11, -7, 0, -1, -2, 11, 25, 0, 0, 0, 0],
            [-23, -2, -3, -6, -4, 4, 5, -5, 1, 6, 3, 6, 14, 0, 0, 0],
            [-18, 4, 1, -6, 3, 3, 2, 0, 11, 0, 0, 0, 0, 0, 0, 0],
        ],
        // Duck.
        [
            [22, 7, 3, 0, -1, -7, 3, -8, -1, 5, -5, 0, 0, 0, 0, 0],
            [17, 2, 1, 5, 2, 2, 2, 4, -2, -7, -1, 0, 0, 0, 0, 0],
            [25, 1, 3, 1, 1, -4, 3, -3, -6, -4, 0, 0, 0, 0, 0, 0],
            [24, -2, -2, 1, -3, -6, -1, -3, -7, -3, 0, 0, 0, 0, 0, 0],
        ],
        // Discard.
        [
            [-1, 2, -1, 0, 2, -5, 0, -2, -8, 1, 2, -7, 6, 0, 0, 0],
            [2, 19, 15, 9, 6, -1, 2, 0, 1, 0, -3, -5, -12, 0, 0, 0],
            [-3, 18, -1, 0, 2, -3, 1, 1, -5, -2, 1, 1, 2, 0, 0, 0],
            [-5, 15, -3, -1, -5, -7, 1, 4, 5, 5, 0, 0, 0, 0, 0, 0],
        ],
        // Take in the last seat.
        [
            [-11, 4, -1, 1, 3, 7, 0, -3, -1, 2, 0, 0, 0, 0, 0, 0],
            [-5, 2, 1, -6, 0, -2, -2, -5, 2, 0, 0, 0, 0, 0, 0, 0],
            [-20, 8, 2, 1, 1, 3, 7, -4, -4, -2, 0, 0, 0, 0, 0, 0],
            [-19, 9, 4, 8, 8, 0, -2, 1, 1, 0, 0, 0, 0, 0, 0, 0],
        ],
        // Take with one seat behind.
        [
            [-10, -31, -9, -1, -9, 4, -2, 5, 5, -7, 0, 0, 0, 0, 0, 0],
            [-7, -8, -3, -4, -6, -3, -3, 1, -4, 6, 0, 0, 0, 0, 0, 0],
            [-2, -9, 1, -2, 3, -2, -6, 6, 7, 1, -3, 0, 0, 0, 0, 0],
            [-5, -13, -3, -9, -3, 3, 9, 10, 7, 1, 0, 0, 0, 0, 0, 0],
        ],
        // Take with two seats behind.
        [
            [0, -15, 2, -4, 5, 0, -3, 10, -6, -3, 6, 0, 0, 0, 0, 0],
            [-3, -7, -3, -3, -1, -1, -1, -2, 1, 2, 1, 0, 0, 0, 0, 0],
            [-6, -14, -7, -3, -7, 4, -8, 4, 7, 4, 1, 0, 0, 0, 0, 0],
            [-6, 4, 0, -3, 1, 7, -11, -20, 0, 0, 0, 0, 0, 0, 0, 0],
        ],
    ],
};
