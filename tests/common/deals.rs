//! Deals that are skewed so that what is rare in an even deal happens: whole suits, shared points, one strong hand.

use super::{chance, pick};
use gongzhu::rng::{Rng, below};
use gongzhu::{BySeat, Card, CardSet, Deal, Rank, Seat, Suit};

/// How a deal is skewed.
#[derive(Clone, Copy, Debug)]
pub enum Skew {
    /// Not at all.
    Even,
    /// Every seat is long in a suit of its own.
    LongSuits,
    /// Every seat holds a suit of its own, but for the exchanges that `loose` cards make.
    WholeSuits {
        /// How many pairs of cards change places.
        loose: usize,
    },
    /// The target holds most or all of these cards.
    Shared(CardSet, u32),
    /// The target holds most high cards.
    Strong,
    /// The target is short in a suit.
    Short(Suit),
}

impl Skew {
    /// A random kind of skew.
    pub fn random(rng: &mut Rng) -> Skew {
        let counting = CardSet::HEARTS.with(Card::PIG).with(Card::SHEEP).with(Card::TRANSFORMER);
        let hearts_and_pig = CardSet::HEARTS.with(Card::PIG);
        let revealable: CardSet = gongzhu::REVEALABLE.into_iter().collect();
        match below(rng, 15) {
            0..=2 => Skew::Even,
            3 => Skew::LongSuits,
            4 => Skew::WholeSuits { loose: below(rng, 6) },
            5 => Skew::Shared(counting, 8),
            6 | 13 => Skew::Shared(hearts_and_pig, pick(rng, &[8, 1000, 1000])),
            7 => Skew::Shared(CardSet::HEARTS, pick(rng, &[6, 30, 1000])),
            8 => Skew::Shared(revealable, 30),
            9 => Skew::Shared(CardSet::HEARTS | CardSet::SPADES, 30),
            10..=12 => Skew::Strong,
            _ => Skew::Short(pick(rng, &Suit::ALL)),
        }
    }

    /// How likely `card` goes to a seat; `own` is the seat's own suit, `target` whether it is the target.
    fn weight(self, card: Card, own: Suit, target: bool) -> u32 {
        match self {
            Skew::Even => 1,
            Skew::LongSuits if card.suit() == own => 8,
            Skew::WholeSuits { .. } if card.suit() == own => 1_000_000,
            Skew::Shared(cards, weight) if target && cards.has(card) => weight,
            Skew::Strong if target && card.rank() >= Rank::TEN => 10,
            Skew::Short(suit) if target && card.suit() == suit => 0,
            Skew::Short(_) => 20,
            _ => 1,
        }
    }

    /// A deal with this skew towards `target`.
    pub fn deal(self, rng: &mut Rng, target: Seat) -> Deal {
        let mut suits = Suit::ALL;
        shuffle(rng, &mut suits);
        let weights = |card: Card| Seat::ALL.map(|seat| self.weight(card, suits[seat.index()], seat == target));
        let mut deck: Vec<Card> = Card::all().collect();
        shuffle(rng, &mut deck);
        // Cards that want to go to one seat most come first, while there is room.
        deck.sort_by_key(|&card| std::cmp::Reverse(weights(card).into_iter().max()));
        let mut hands = BySeat::<CardSet>::default();
        for card in deck {
            let mut weights = weights(card);
            for seat in Seat::ALL.into_iter().filter(|&seat| hands[seat].len() == 13) {
                weights[seat.index()] = 0;
            }
            if weights == [0; 4] {
                weights = Seat::ALL.map(|seat| u32::from(hands[seat].len() < 13));
            }
            let seat = draw(rng, weights);
            hands[seat] = hands[seat].with(card);
        }
        if let Skew::WholeSuits { loose } = self {
            (0..loose).for_each(|_| exchange(rng, &mut hands));
        }
        Deal::new(hands).expect("thirteen cards each")
    }
}

/// A random deal under a random skew towards `target`.
pub fn random_deal(rng: &mut Rng, target: Seat) -> Deal {
    if chance(rng, 20) {
        return Deal::random(rng);
    }
    Skew::random(rng).deal(rng, target)
}

/// Puts `items` in a random order.
pub fn shuffle<T>(rng: &mut Rng, items: &mut [T]) {
    for i in 1..items.len() {
        items.swap(i, below(rng, i + 1));
    }
}

fn draw(rng: &mut Rng, weights: [u32; 4]) -> Seat {
    let mut at = below(rng, weights.iter().sum::<u32>() as usize) as u32;
    for (seat, weight) in Seat::ALL.into_iter().zip(weights) {
        if at < weight {
            return seat;
        }
        at -= weight;
    }
    unreachable!("the number drawn is below the sum")
}

/// Two random seats exchange a random card.
fn exchange(rng: &mut Rng, hands: &mut BySeat<CardSet>) {
    let a = pick(rng, &Seat::ALL);
    let b = a.offset(1 + below(rng, 3));
    let [from_a, from_b] = [a, b].map(|seat| hands[seat].nth(below(rng, 13)).expect("thirteen cards"));
    hands[a] = hands[a].without(from_a).with(from_b);
    hands[b] = hands[b].without(from_b).with(from_a);
}
