//! Where the hidden cards are likely to be, by all that a seat has seen in a hand.
//!
//! For each other seat a small network turns the [clues](super::clues) to its hand into a number for each card: how much likelier, as a
//! logarithm, the seat is to hold it than it would be by the constraints alone. A world is as likely as the product of these factors over
//! its hidden cards says, and [`WeightedSampler`](gongzhu::sample::WeightedSampler) draws from just that.
//!
//! The network has one hidden layer of rectified units. It was fitted to self-play of `pimc`, flat Monte Carlo with uniform roll-outs and
//! `heuristic`, seated at random, by `scripts/fit_whereabouts.py` from what `strategies/examples/log_views.rs` writes: so that among the true
//! hands and uniform worlds the true ones stand out (a softmax over worlds).
//!
//! | fitted to | views, thousands | nats by which the true hands stand out, in hands held out | in trick 1 | 4 | 7 | 10 |
//! |---|---|---|---|---|---|---|
//! | `classic` | 538 | 0.94 | 0.36 | 0.98 | 1.20 | 1.11 |
//! | `scrofa` | 1,413 | 0.95 | 0.26 | 1.00 | 1.28 | 1.13 |
//! | `hearts` | 168 | 0.82 | 0.44 | 0.85 | 1.02 | 0.92 |

use super::clues::{CLUES, clues};
use gongzhu::{Card, Game, Rules, View};

/// The numbers of a network, as `scripts/fit_whereabouts.py` writes them: for each unit its bias and its step, for each card its bias and its step
/// (32-bit floats, little-endian), then for each clue a byte for each unit, and for each unit a byte for each card, which count in those steps.
#[derive(Clone, Copy, Debug)]
struct Network {
    floats: &'static [u8],
    clues: &'static [u8],
    cards: &'static [u8],
    units: usize,
}

/// Each for itself, from `classic`; two against two, from `scrofa`; and from `hearts`.
static ALONE: Network = Network::new(include_bytes!("whereabouts/alone.bin"));
static IN_PAIRS: Network = Network::new(include_bytes!("whereabouts/in_pairs.bin"));
static HEARTS: Network = Network::new(include_bytes!("whereabouts/hearts.bin"));

impl Network {
    const fn new(bytes: &'static [u8]) -> Network {
        let units = (bytes.len() - 8 * 52) / (8 + CLUES + 52);
        assert!(bytes.len() == 8 * 52 + units * (8 + CLUES + 52), "as many numbers as a network has");
        let (floats, rest) = bytes.split_at(8 * (units + 52));
        let (clues, cards) = rest.split_at(CLUES * units);
        Network { floats, clues, cards, units }
    }

    fn of(rules: &Rules) -> Option<&'static Network> {
        match (rules.game(), rules.partnership()) {
            (Game::GongZhu, false) => Some(&ALONE),
            (Game::GongZhu, true) => Some(&IN_PAIRS),
            (Game::Hearts, _) => Some(&HEARTS),
            (Game::Tantony, _) => None,
        }
    }

    /// The numbers of all cards, from the clues to a hand.
    fn weigh(&self, seen: &[u16]) -> [f32; 52] {
        let mut floats = self.floats.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let mut units: Vec<(f32, f32)> = floats.by_ref().take(self.units).map(|bias| (bias, 0.0)).collect();
        units.iter_mut().zip(floats.by_ref()).for_each(|(unit, step)| unit.1 = step);
        let mut sums = vec![0i32; self.units];
        for &clue in seen {
            let row = &self.clues[usize::from(clue) * self.units..][..self.units];
            sums.iter_mut().zip(row).for_each(|(sum, &byte)| *sum += i32::from(byte as i8));
        }
        let mut totals = [0.0f32; 52];
        for (place, ((bias, step), sum)) in units.into_iter().zip(sums).enumerate() {
            let active = (bias + step * sum as f32).max(0.0);
            let row = &self.cards[place * 52..][..52];
            totals.iter_mut().zip(row).for_each(|(total, &byte)| *total += active * f32::from(byte as i8));
        }
        let biases: Vec<f32> = floats.by_ref().take(52).collect();
        let mut weights = [0.0; 52];
        for (weight, ((bias, step), total)) in weights.iter_mut().zip(biases.into_iter().zip(floats).zip(totals)) {
            *weight = bias + step * total;
        }
        weights
    }
}

/// How likely each card is to be with each of the other seats.
#[derive(Clone, Debug)]
pub struct Whereabouts([[f32; 52]; 3]);

impl Whereabouts {
    /// By what `view` shows; `None` in Tantony.
    pub fn of(view: &View<'_>) -> Option<Whereabouts> {
        let network = Network::of(view.rules())?;
        Some(Whereabouts(clues(view)?.map(|seen| network.weigh(&seen))))
    }

    /// The logarithm of the factor for `card` with the seat so many `steps`, one to three, after the one that looks on.
    pub fn log_weight(&self, steps: usize, card: Card) -> f32 {
        self.0[steps - 1][usize::from(card.index())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network as the file's format says, number by number.
    fn plain(bytes: &[u8], seen: &[u16]) -> Vec<f64> {
        let units = (bytes.len() - 416) / (CLUES + 60);
        let float = |place: usize| {
            let bytes = [0, 1, 2, 3].map(|i| bytes[4 * place + i]);
            f64::from(f32::from_le_bytes(bytes))
        };
        let byte = |place: usize| f64::from(bytes[8 * (units + 52) + place] as i8);
        let weight = |card: usize| {
            let mut sum = 0.0;
            for unit in 0..units {
                let told: f64 = seen.iter().map(|&clue| byte(usize::from(clue) * units + unit)).sum();
                let active = (float(unit) + float(units + unit) * told).max(0.0);
                sum += active * byte(CLUES * units + unit * 52 + card);
            }
            float(2 * units + card) + float(2 * units + 52 + card) * sum
        };
        (0..52).map(weight).collect()
    }

    #[test]
    fn networks_are_what_their_format_says() {
        let files: [(&Network, &[u8]); 3] = [
            (&ALONE, include_bytes!("whereabouts/alone.bin")),
            (&IN_PAIRS, include_bytes!("whereabouts/in_pairs.bin")),
            (&HEARTS, include_bytes!("whereabouts/hearts.bin")),
        ];
        for (network, bytes) in files {
            let mut largest = 0.0;
            for first in 0..20 {
                let seen: Vec<u16> = (0..60).map(|i| (first * 83 + i * i * 7) % CLUES as u16).collect();
                for (found, expected) in network.weigh(&seen).into_iter().zip(plain(bytes, &seen)) {
                    assert!((f64::from(found) - expected).abs() < 1e-3 * (1.0 + expected.abs()), "{found}: {expected}");
                    largest = f64::max(largest, expected.abs());
                }
            }
            assert!(largest > 0.1, "it says something");
        }
    }
}
