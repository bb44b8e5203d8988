//! Whether what the kernels draw is uniform, as far as counts can tell: chi-square tests with fixed seeds, whose statistics
//! have to be within five standard deviations of their means, both ways.

use super::compare::blocks;
use super::dealing::sets_of;
use super::protocol::{self, Draws, LANES, Watch};
use crate::common::suite::hands_to_play;
use crate::common::{chance, pick};
use gongzhu::kernel::{Block, Bulk, Detail, Processor};
use gongzhu::rng::{Purpose, below, stream};
use gongzhu::{Action, BySeat, CardSet, Deal, Phase, REVEALABLE, Rules, Seat, Setup, State};
use std::collections::BTreeMap;

/// How many hands the kernels draw by default.
const HANDS: u64 = 200_000;

/// How many of them are played again card by card.
const PLAYED: u64 = 20_000;

/// Panics unless `chi2` is a likely value of a chi-square variable with `freedom` degrees of freedom.
fn likely(what: &str, chi2: f64, freedom: f64) {
    // The cube root is close to normal (Wilson & Hilferty 1931).
    let variance = 2.0 / (9.0 * freedom);
    let z = ((chi2 / freedom).cbrt() - (1.0 - variance)) / variance.sqrt();
    println!("{what}: chi-square {chi2:.1}, {freedom} degrees of freedom, z {z:+.2}");
    assert!(z.abs() < 5.0, "{what}: chi-square {chi2:.1} with {freedom} degrees of freedom, z {z:+.2}");
}

/// How often each of equally likely things happened.
fn uniform(what: &str, counts: &[u64]) {
    assert!(counts.iter().sum::<u64>() > 20 * counts.len() as u64, "{what}: too few");
    likely(what, chi_square(counts), counts.len() as f64 - 1.0);
}

/// The chi-square statistic of equally likely things.
fn chi_square(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
}

/// The best kernel's hands.
fn each_block(name: &str, seed: u64, each: &mut dyn FnMut(&Block)) {
    let rules = Rules::parse(name).expect("a rule set");
    let hands = hands_to_play(HANDS).max(HANDS);
    Bulk::new(&rules).with(Detail::Piles).play(seed, 0..hands / LANES as u64, each);
}

/// The revealed cards as four bits.
fn reveal_bits(revealed: CardSet) -> usize {
    (0..4).filter(|&j| revealed.has(REVEALABLE[j])).map(|j| 1 << j).sum()
}

#[test]
fn reveals_and_drawn_seats() {
    let mut joint = vec![0; 16 * 4];
    let mut lanes = vec![vec![0; 16 * 4]; LANES];
    each_block("swap", 1, &mut |block| {
        for (lane, counts) in lanes.iter_mut().enumerate() {
            let Some(seat) = block.drawn_seat[lane] else {
                assert_eq!(lane % 4, 0, "hands with another number than 0 need the pig taker");
                continue;
            };
            let cell = reveal_bits(block.revealed[lane]) * 4 + seat.index();
            joint[cell] += 1;
            counts[cell] += 1;
        }
    });
    uniform("reveals and pig takers", &joint);
    for (lane, counts) in lanes.iter().enumerate().filter(|(lane, _)| lane % 4 != 0) {
        uniform(&format!("reveals and pig takers in lane {lane}"), counts);
    }
}

#[test]
fn drawn_openers() {
    let mut seats = vec![0; 4];
    each_block("swap{later_hands=next_seat}", 2, &mut |block| {
        block.drawn_seat.iter().flatten().for_each(|seat| seats[seat.index()] += 1);
    });
    uniform("openers", &seats);
}

#[test]
fn passed_triples() {
    let numbers: BTreeMap<u16, usize> = sets_of(3).iter().copied().zip(0..).collect();
    assert_eq!(numbers.len(), 286);
    for (name, passes) in [("classic+pass", 4), ("hearts", 3)] {
        let mut single = vec![vec![0; 286]; 4];
        let mut lanes = vec![vec![0; 286]; LANES];
        // Pairs of seats draw from one fraction: eleven by eleven ranges of 26 triples.
        let mut pairs = vec![vec![0; 121]; 6];
        each_block(name, 3, &mut |block| {
            let hands = (0..LANES).filter(|&lane| block.passes[lane]);
            assert_eq!(hands.clone().count(), 4 * passes);
            for lane in hands {
                let drawn: [usize; 4] = std::array::from_fn(|seat| {
                    let [hand, passed] = [&block.dealt, &block.passed].map(|sets| sets.0[seat][lane]);
                    assert!(passed.is_subset(hand));
                    let bit = |(i, card)| u16::from(passed.has(card)) << i;
                    numbers[&hand.iter().enumerate().map(bit).sum()]
                });
                for (seat, &number) in drawn.iter().enumerate() {
                    single[seat][number] += 1;
                    lanes[lane][number] += 1;
                }
                let seats = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
                for (counts, (a, b)) in pairs.iter_mut().zip(seats) {
                    counts[drawn[a] / 26 * 11 + drawn[b] / 26] += 1;
                }
            }
        });
        for (seat, counts) in single.iter().enumerate() {
            uniform(&format!("{name}: the pass of seat {seat}"), counts);
        }
        for (lane, counts) in lanes.iter().enumerate().filter(|(lane, _)| lane % 4 < passes) {
            uniform(&format!("{name}: passes in lane {lane}"), counts);
        }
        for (pair, counts) in pairs.iter().enumerate() {
            uniform(&format!("{name}: the passes of pair {pair}"), counts);
        }
    }
}

/// Where each card lies. A hand has thirteen places for 52 cards, which leaves 51/52 of the freedom of independent cards.
#[test]
fn deals() {
    let mut lanes = vec![vec![[0u64; 4]; 52]; LANES];
    let mut hands = 0;
    each_block("scrofa", 4, &mut |block| {
        hands += 1;
        for (lane, counts) in lanes.iter_mut().enumerate() {
            for (seat, sets) in block.dealt.iter() {
                sets[lane].iter().for_each(|card| counts[usize::from(card.index())][seat.index()] += 1);
            }
        }
    });
    let expected = f64::from(hands) / 4.0;
    for (lane, counts) in lanes.iter().enumerate() {
        let cells = counts.iter().flatten();
        let chi2: f64 = cells.map(|&count| (count as f64 - expected).powi(2) / expected).sum();
        likely(&format!("the deal in lane {lane}"), chi2 * 51.0 / 52.0, 51.0 * 3.0);
    }
}

/// The choices among legal cards and seats.
#[derive(Default)]
struct Choices {
    /// By what is chosen and how many choices there are.
    single: BTreeMap<(String, usize), Vec<u64>>,
    /// Two choices from one fraction, by the pair and the numbers of choices.
    pairs: BTreeMap<(String, usize, usize), Vec<u64>>,
    last: (usize, usize),
}

impl Choices {
    fn count(&mut self, what: &str, legal: usize, choice: usize, second: bool) {
        if legal > 1 {
            self.single.entry((what.to_owned(), legal)).or_insert_with(|| vec![0; legal])[choice] += 1;
        }
        let (before, chosen) = self.last;
        if second && before > 1 && legal > 1 {
            let cells = self.pairs.entry((what.to_owned(), before, legal)).or_insert_with(|| vec![0; before * legal]);
            cells[chosen * legal + choice] += 1;
        }
        self.last = (legal, choice);
    }

    /// Tests what happened often enough, and says what it tested.
    fn test(&self, name: &str) -> usize {
        let mut tested = 0;
        for ((what, n), counts) in &self.single {
            if counts.iter().sum::<u64>() > 25 * *n as u64 {
                uniform(&format!("{name}: {what} of {n}"), counts);
                tested += 1;
            }
        }
        for ((what, n, m), counts) in &self.pairs {
            // How many choices the second has may follow from the first: only the second is uniform, after each first.
            let rows: Vec<&[u64]> = counts.chunks(*m).collect();
            if rows.iter().all(|row| row.iter().sum::<u64>() > 10 * *m as u64) {
                let chi2 = rows.iter().map(|row| chi_square(row)).sum();
                likely(&format!("{name}: {what} of {m} after {n}"), chi2, (n * (m - 1)) as f64);
                tested += 1;
            }
        }
        tested
    }
}

impl Watch for Choices {
    fn card(&mut self, state: &State<'_>, legal: CardSet, choice: usize) {
        let position = state.trick().cards.len();
        self.count(&format!("card {}", position + 1), legal.len(), choice, position % 2 == 1);
    }

    fn seat(&mut self, _state: &State<'_>, legal: usize, choice: usize) {
        self.count("the seat", legal, choice, true);
    }
}

#[test]
fn choices_among_legal_cards_and_seats() {
    for (name, at_least) in [("swap", 100), ("hearts", 100), ("tantony", 100)] {
        let rules = Rules::parse(name).expect("a rule set");
        let mut choices = Choices::default();
        for block in blocks(&rules, Processor::Avx2, Detail::Plays, 5, 0..hands_to_play(PLAYED).max(PLAYED) / 16) {
            let draws = Draws::new(&rules, 5, block.first / LANES as u64);
            for lane in 0..LANES {
                let dealt = BySeat::from_fn(|seat| block.dealt[seat][lane]);
                let hand = protocol::play(&rules, dealt, &draws, lane, &mut choices);
                assert_eq!(Some(hand.plays), block.plays(lane));
            }
        }
        let tested = choices.test(name);
        assert!(tested >= at_least, "{name}: only {tested} tests");
    }
}

/// The score of seat 0 in a hand of the engine with draws of its own.
fn engine_score(rules: &Rules, index: u64) -> i16 {
    let rng = &mut stream(6, index, Purpose::Deal);
    let mut setup = Setup::first(rules, Deal::random(rng));
    setup.number = rules.independent_number(index);
    setup.pig_taker = Some(pick(rng, &Seat::ALL));
    let mut state = State::new(&setup).expect("an opener");
    while state.phase() != Phase::Over {
        let legal = state.legal();
        if state.phase() == Phase::Reveal {
            let reveals = legal.iter().filter(|&action| action != Action::DONE && chance(rng, 50));
            reveals.collect::<Vec<_>>().into_iter().for_each(|action| state.play_unchecked(action));
            state.play_unchecked(Action::DONE);
        } else {
            let action = legal.iter().nth(below(rng, legal.len())).expect("a legal action");
            state.play_unchecked(action);
        }
    }
    state.scores().0[0]
}

/// The kernels' scores have the distribution of the engine's with another source of randomness.
#[test]
fn scores_are_distributed_like_those_of_the_engine() {
    for name in ["classic", "swap+pass", "hearts", "tantony"] {
        let rules = Rules::parse(name).expect("a rule set");
        let mut scores: BTreeMap<i16, [u64; 2]> = BTreeMap::new();
        let mut sizes = [0; 2];
        each_block(name, 7, &mut |block| {
            for score in block.scores.0[0] {
                scores.entry(score).or_default()[0] += 1;
                sizes[0] += 1;
            }
        });
        for index in 0..hands_to_play(PLAYED).max(PLAYED) {
            scores.entry(engine_score(&rules, index)).or_default()[1] += 1;
            sizes[1] += 1;
        }
        two_samples(name, scores.values(), sizes);
    }
}

/// Compares two samples of these sizes; scores that are met less than 200 times are taken together.
fn two_samples<'a>(name: &str, cells: impl Iterator<Item = &'a [u64; 2]>, sizes: [u64; 2]) {
    let (often, rare): (Vec<[u64; 2]>, Vec<_>) = cells.partition(|cell| cell[0] + cell[1] >= 200);
    let rest = rare.iter().fold([0; 2], |sum, cell| [sum[0] + cell[0], sum[1] + cell[1]]);
    let ratio = (sizes[1] as f64 / sizes[0] as f64).sqrt();
    let cells = often.into_iter().chain((rest != [0; 2]).then_some(rest));
    let (mut chi2, mut freedom) = (0.0, -1.0);
    for [a, b] in cells {
        chi2 += (a as f64 * ratio - b as f64 / ratio).powi(2) / (a + b) as f64;
        freedom += 1.0;
    }
    likely(&format!("{name}: scores"), chi2, freedom);
}
