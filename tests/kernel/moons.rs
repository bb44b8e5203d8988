//! The settlement of hands in which a seat or a side has all the hearts, under every combination of the options that look
//! at that: the same hands again and again, since how a hand is settled doesn't change how it is played.

use super::compare::{blocks, processors, require_equal, shown};
use super::protocol::{self, Draws, LANES, Watch};
use crate::common::events::Events;
use gongzhu::kernel::{Block, Detail, Processor};
use gongzhu::rules::gong_zhu::{CountingCard, Moon, MoonBonus, MoonNeeds, MoonPig, MoonSheep, TeamScore};
use gongzhu::rules::{Book, GongZhu, Hearts, hearts};
use gongzhu::{BySeat, Card, CardSet, Piles, Rules, State};
use std::collections::BTreeSet;

/// The cards that a moon is about.
const SIXTEEN: CardSet = CardSet::HEARTS.with(Card::PIG).with(Card::SHEEP).with(Card::TRANSFORMER);

/// Blocks in which some seat or side has all hearts, one for each set of counting cards in that pile and each set of
/// revealed cards (but TC).
fn moon_blocks(rules: &Rules, seed: u64, range: std::ops::Range<u64>) -> Vec<u64> {
    let mut seen = BTreeSet::new();
    let mut chosen = Vec::new();
    for block in blocks(rules, *processors().last().expect("a processor"), Detail::Piles, seed, range) {
        let mut new = false;
        for lane in 0..LANES {
            let taken = |seat: usize| block.taken.0[seat][lane];
            let seats = (0..4).map(|seat| (false, taken(seat)));
            let sides = (0..2).map(|side| (true, taken(side) | taken(side + 2)));
            for (is_side, pile) in seats.chain(sides) {
                if CardSet::HEARTS.is_subset(pile) {
                    let revealed = block.revealed[lane] & CardSet::HEARTS.with(Card::PIG).with(Card::SHEEP);
                    new |= seen.insert((is_side, pile & SIXTEEN, revealed));
                }
            }
        }
        if new {
            chosen.push(block.first / LANES as u64);
        }
    }
    chosen
}

/// Keeps the piles of a hand.
struct Keep(Vec<Piles>);

impl Watch for Keep {
    fn over(&mut self, state: &State<'_>, _chosen: CardSet) {
        self.0.push(state.piles());
    }
}

/// What the settlement is given in each hand of a block.
fn piles(rules: &Rules, seed: u64, number: u64) -> Vec<Piles> {
    let block = &blocks(rules, Processor::Portable, Detail::Plays, seed, number..number + 1)[0];
    let draws = Draws::new(rules, seed, number);
    let mut keep = Keep(Vec::new());
    for lane in 0..LANES {
        protocol::play(rules, shown(block, lane).dealt, &draws, lane, &mut keep);
    }
    keep.0
}

fn scores(block: &Block, lane: usize) -> BySeat<i16> {
    BySeat::from_fn(|seat| block.scores[seat][lane])
}

/// Settles the same hands under each of these rule books.
fn settle(base: &Rules, seed: u64, numbers: &[u64], books: impl Iterator<Item = Book>) {
    let hands: Vec<_> = numbers.iter().map(|&number| (number, piles(base, seed, number))).collect();
    for book in books {
        let rules = Rules::new(book).expect("valid options");
        for on in processors() {
            for (number, piles) in &hands {
                let block = &blocks(&rules, on, Detail::Scores, seed, *number..number + 1)[0];
                for (lane, piles) in piles.iter().enumerate() {
                    let expected = rules.scores(piles, &BySeat::default());
                    assert!(
                        scores(block, lane) == expected,
                        "{on:?}, block {number}, lane {lane}: {:?}, expected {expected:?} of {piles:?}, {}",
                        scores(block, lane),
                        rules.spec()
                    );
                }
            }
        }
    }
}

/// Every combination of two choices.
fn with<A: Clone, B: Copy>(lists: &[A], choices: &[B]) -> Vec<(A, B)> {
    lists.iter().flat_map(|list| choices.iter().map(move |&choice| (list.clone(), choice))).collect()
}

#[test]
fn moons_of_gong_zhu() {
    let rules = Rules::parse("swap").expect("a preset");
    let numbers = moon_blocks(&rules, 21, 0..1000);
    assert!(numbers.len() > 40, "only {} blocks", numbers.len());
    let Book::GongZhu(base) = rules.book() else { panic!("swap is Gong Zhu") };
    let pigs = [MoonPig::Shooter, MoonPig::ShooterWithSheep, MoonPig::SlamOnly, MoonPig::Everyone, MoonPig::Never];
    let moons: Vec<Moon> = with(
        &with(&with(&pigs, &[MoonNeeds::Hearts, MoonNeeds::HeartsAndPig]), &[false, true]),
        &with(&[MoonSheep::Unchanged, MoonSheep::EveryoneNegated], &[MoonBonus::Points(-37), MoonBonus::Positive]),
    )
    .into_iter()
    .map(|(((pig, needs), slam), (sheep, bonus))| Moon { pig, needs, slam, sheep, bonus })
    .collect();
    let sides = [None, Some(TeamScore::Sum), Some(TeamScore::Pool)];
    let counting = [CountingCard::AnyHeart, CountingCard::ScoringHeart];
    let rest = with(&with(&sides, &[None, Some(300)]), &counting);
    let books = with(&moons, &rest).into_iter().map(|(moon, ((side, cap), counting_card))| {
        let team_score = side.unwrap_or(TeamScore::Sum);
        let partnership = side.is_some();
        Book::GongZhu(GongZhu { moon, cap, partnership, team_score, counting_card, ..base.clone() })
    });
    settle(&rules, 21, &numbers, books);
}

/// Scores are numbers of 16 bits, and the rules refuse values that could need more: the largest values that are allowed.
#[test]
fn values_at_the_limits() {
    let Book::GongZhu(base) = Rules::parse("swap").expect("a preset").book().clone() else {
        panic!("swap is Gong Zhu")
    };
    let mut events = Events::default();
    for revealable in [base.revealable, CardSet::EMPTY] {
        for team_score in [None, Some(TeamScore::Sum), Some(TeamScore::Pool)] {
            for (hearts, transformer) in [(-1, 0), (1, 0), (-1, 1), (0, -1)] {
                let book = |by: i32| GongZhu {
                    revealable,
                    partnership: team_score.is_some(),
                    team_score: team_score.unwrap_or(TeamScore::Sum),
                    heart_values: [hearts * by; 13],
                    transformer_alone: transformer * by,
                    ..base.clone()
                };
                let rules = |by| Rules::new(Book::GongZhu(book(by)));
                // Valid up to some value, found bit by bit.
                let largest =
                    (0..15).rev().map(|bit| 1 << bit).fold(0, |by, bit| by + bit * i32::from(rules(by + bit).is_ok()));
                let rules = rules(largest).expect("a valid value");
                require_equal(&rules, 23, 0..12, &mut events);
            }
        }
    }
    events.require("values at the limits", &["moon", "the transformer is alone"]);
}

#[test]
fn moons_of_hearts() {
    let rules = Rules::parse("hearts").expect("a preset");
    let numbers = moon_blocks(&rules, 22, 0..1000);
    assert!(numbers.len() > 2, "only {} blocks", numbers.len());
    let Book::Hearts(base) = rules.book() else { panic!("hearts is Hearts") };
    let moons = [hearts::Moon::OthersPlus, hearts::Moon::ShooterMinus, hearts::Moon::Exception];
    let bonuses = with(&with(&moons, &[false, true]), &[false, true]);
    let books = with(&bonuses, &[1, 25, 26, 100]).into_iter().map(|(((moon, jd_bonus), no_tricks_bonus), target)| {
        Book::Hearts(Hearts { moon, jd_bonus, no_tricks_bonus, target, ..base.clone() })
    });
    settle(&rules, 22, &numbers, books);
}
