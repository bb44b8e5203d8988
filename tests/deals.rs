//! Random deals are uniform, as far as counts can tell: chi-square tests whose statistics have to be within six standard
//! deviations of their means, both ways.
//!
//! `GONGZHU_TEST_HANDS=20000000 cargo test --release --test deals -- --nocapture` counts that many deals and prints the
//! statistics.

use gongzhu::rng::{Purpose, stream};
use gongzhu::{Card, CardSet, Deal, Seat, Suit};
use std::collections::BTreeMap;

/// How many deals are counted by default.
const DEALS: u64 = 300_000;

fn deals_to_count() -> u64 {
    match std::env::var("GONGZHU_TEST_HANDS") {
        Ok(text) => text.parse().expect("GONGZHU_TEST_HANDS is a whole number"),
        Err(_) => DEALS,
    }
}

/// C(n, k).
fn binomial(n: u64, k: u64) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (k - i) as f64).product()
}

/// Panics unless `chi2` is a likely value of a chi-square variable with `freedom` degrees of freedom.
fn likely(what: &str, chi2: f64, freedom: f64) {
    // The cube root is close to normal (Wilson & Hilferty 1931).
    let variance = 2.0 / (9.0 * freedom);
    let z = ((chi2 / freedom).cbrt() - (1.0 - variance)) / variance.sqrt();
    println!("{what}: chi-square {chi2:.1}, {freedom} degrees of freedom, z {z:+.2}");
    assert!(z.abs() < 6.0, "{what}: chi-square {chi2} with {freedom} degrees of freedom");
}

/// The chi-square statistic of disjoint events with these counts and expectations; events expected less than 20 times
/// are taken together.
fn disjoint(what: &str, events: impl Iterator<Item = (u64, f64)>) {
    let (mut chi2, mut bins, mut rare) = (0.0, 0.0, (0, 0.0));
    for (count, expected) in events {
        if expected < 20.0 {
            rare = (rare.0 + count, rare.1 + expected);
        } else {
            chi2 += (count as f64 - expected).powi(2) / expected;
            bins += 1.0;
        }
    }
    if rare.1 >= 5.0 {
        chi2 += (rare.0 as f64 - rare.1).powi(2) / rare.1;
        bins += 1.0;
    }
    likely(what, chi2, bins - 1.0);
}

/// What is counted of the deals.
struct Counts {
    holders: [[u64; 4]; 52],
    together: Box<[[u64; 52]; 52]>,
    /// By seat, how often each combination of suit lengths occurred; four bits a suit, spades lowest.
    shapes: [BTreeMap<u16, u64>; 4],
}

fn count(deals: u64) -> Counts {
    let mut rng = stream(17, 0, Purpose::Deal);
    let mut counts = Counts { holders: [[0; 4]; 52], together: Box::new([[0; 52]; 52]), shapes: Default::default() };
    for _ in 0..deals {
        let hands = Deal::random(&mut rng).hands();
        debug_assert!(Deal::new(hands).is_ok());
        for (seat, &hand) in hands.iter() {
            assert_eq!(hand.len(), 13);
            let cards: Vec<usize> = hand.iter().map(|card| usize::from(card.index())).collect();
            for (i, &card) in cards.iter().enumerate() {
                counts.holders[card][seat.index()] += 1;
                cards[i + 1..].iter().for_each(|&other| counts.together[card][other] += 1);
            }
            *counts.shapes[seat.index()].entry(shape(hand)).or_default() += 1;
        }
        let [a, b, c, d] = hands.0;
        assert_eq!(a | b | c | d, CardSet::ALL);
    }
    counts
}

fn shape(hand: CardSet) -> u16 {
    Suit::ALL.into_iter().map(|suit| (hand.in_suit(suit).len() as u16) << (4 * suit.index())).sum()
}

#[test]
fn random_deals_are_uniform() {
    let deals = deals_to_count();
    let counts = count(deals);
    let n = deals as f64;
    println!("{deals} deals");

    // Every seat has 13 cards and every card one seat: 51 · 3 free counts, whose variances are 52/51 of independent ones.
    let of_card = counts.holders.iter().flatten().map(|&count| (count as f64 - n / 4.0).powi(2) / (n / 4.0));
    likely("seats of cards", of_card.sum::<f64>() * 51.0 / 52.0, 153.0);

    // Two cards are together with probability 12/51. Each card is always together with twelve, which leaves
    // 1326 − 52 free counts of equal variance.
    let p = 12.0 / 51.0;
    let of_pair = Card::all().flat_map(|card| {
        Card::all().filter(move |&other| card.index() < other.index()).map(move |other| (card, other))
    });
    let deviations = of_pair.map(|(card, other)| {
        let count = counts.together[usize::from(card.index())][usize::from(other.index())] as f64;
        (count - n * p).powi(2) / (n * p * (1.0 - p))
    });
    likely("pairs of cards in one hand", deviations.sum::<f64>() * 1274.0 / 1326.0, 1274.0);

    for seat in Seat::ALL {
        let shapes = &counts.shapes[seat.index()];
        let all = (0..=0xFFFFu16).map(|shape| [0, 4, 8, 12].map(|shift| u64::from(shape >> shift & 15)));
        let hands =
            all.filter(|lengths| lengths.iter().sum::<u64>() == 13 && lengths.iter().all(|&length| length <= 13));
        disjoint(
            &format!("suit lengths together, seat {seat}"),
            hands.map(|lengths| {
                let shape = lengths.iter().rev().fold(0, |shape, &length| shape << 4 | length as u16);
                let ways: f64 = lengths.iter().map(|&length| binomial(13, length)).product();
                (shapes.get(&shape).copied().unwrap_or(0), n * ways / binomial(52, 13))
            }),
        );
        for suit in Suit::ALL {
            disjoint(
                &format!("length of {suit:?}, seat {seat}"),
                (0..=13).map(|length| {
                    let of_length =
                        shapes.iter().filter(|(shape, _)| u64::from(**shape >> (4 * suit.index()) & 15) == length);
                    let probability = binomial(13, length) * binomial(39, 13 - length) / binomial(52, 13);
                    (of_length.map(|(_, count)| count).sum(), n * probability)
                }),
            );
        }
    }
}
