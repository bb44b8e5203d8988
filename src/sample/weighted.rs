//! Drawing worlds with weights.

use super::{Constraints, SampleError};
use crate::rng::Rng;
use crate::{BySeat, Card, CardSet, Seat};
use rand_core::Rng as _;

/// Draws worlds in proportion to the product of a weight for each hidden card, which depends on the seat that holds it: what a
/// belief of where single cards are says of whole hands, of which the sizes and all constraints are kept.
///
/// It is exact. Card after card is dealt to the seats, and what matters of those dealt is only how many cards each seat still
/// needs. For all these numbers the total weight of the ways to go on is worked out once, from the last card to the first; a world
/// then takes one draw a card. The table has at most 39 · 14 · 14 entries of 8 bytes.
#[derive(Clone, Debug)]
pub struct WeightedSampler {
    /// The hands but for the hidden cards.
    own: BySeat<CardSet>,
    seats: [Seat; 3],
    cards: Vec<Card>,
    /// How many cards the first two seats need.
    needs: [usize; 2],
    /// By card and by what the first two seats need: up to where draws give it to the first, and to the second.
    draws: Vec<[u32; 2]>,
}

/// Draws are below this, so that what is certain can be told from what is nearly so.
const CERTAIN: f64 = (1u64 << 31) as f64;

/// The most cards that three seats hold.
const MOST_CARDS: usize = 39;

/// The logarithm of the least weight of a card with a seat that may hold it, the largest being 1: with 39 such cards the weight of
/// a world still is a number.
const LEAST: f32 = -12.0;

impl WeightedSampler {
    /// The sampler of the worlds that agree with `constraints`, each with the weight e^w, where w is the sum of what `weight`, the
    /// logarithm of a weight, says of its hidden cards and their holders. Only the differences for one card count, up to 12.
    ///
    /// # Errors
    /// There is no such world; the error names cards and seats that contradict each other.
    pub fn new(constraints: &Constraints, weight: impl Fn(Seat, Card) -> f32) -> Result<WeightedSampler, SampleError> {
        WeightedSampler::build(constraints, weight).ok_or_else(|| constraints.contradiction())
    }

    fn build(constraints: &Constraints, weight: impl Fn(Seat, Card) -> f32) -> Option<WeightedSampler> {
        if !constraints.sound() {
            return None;
        }
        let seats = [1, 2, 3].map(|steps| constraints.seat().offset(steps));
        let sizes = seats.map(|seat| constraints.sizes()[seat]);
        let may = seats.map(|seat| constraints.may_hold(seat));
        let cards: Vec<Card> = constraints.unseen().iter().collect();
        let (rows, columns) = (sizes[0] + 1, sizes[1] + 1);
        let mut draws = vec![[0; 2]; cards.len() * rows * columns];
        // The weight of the ways to go on, after all cards: one, if nobody needs any.
        let mut after = vec![0.0f64; rows * columns];
        after[0] = 1.0;
        let mut now = vec![0.0f64; rows * columns];
        for (place, &card) in cards.iter().enumerate().rev() {
            let logs = seats.map(|seat| weight(seat, card));
            let most = (0..3).filter(|&i| may[i].has(card)).map(|i| logs[i]).fold(f32::NEG_INFINITY, f32::max);
            let weights: [f64; 3] =
                std::array::from_fn(
                    |i| {
                        if may[i].has(card) { f64::from((logs[i] - most).max(LEAST)).exp() } else { 0.0 }
                    },
                );
            let left = cards.len() - place;
            now.fill(0.0);
            let mut largest = 0.0f64;
            for a in 0..rows.min(left + 1) {
                // The third seat gets what is left, as long as that is not too much.
                for b in (left - a).saturating_sub(sizes[2])..columns.min(left - a + 1) {
                    let at = a * columns + b;
                    let to_a = if a > 0 { weights[0] * after[at - columns] } else { 0.0 };
                    let to_b = if b > 0 { weights[1] * after[at - 1] } else { 0.0 };
                    let to_c = weights[2] * after[at];
                    let sum = to_a + to_b + to_c;
                    if sum > 0.0 {
                        now[at] = sum;
                        largest = largest.max(sum);
                        let share = |part: f64| (part / sum * CERTAIN) as u32;
                        draws[place * rows * columns + at] = [share(to_a), share(to_a + to_b)];
                    }
                }
            }
            // Only proportions count.
            now.iter_mut().for_each(|weight| *weight /= largest);
            std::mem::swap(&mut now, &mut after);
        }
        let needs = [sizes[0], sizes[1]];
        let possible = after[needs[0] * columns + needs[1]] > 0.0;
        let mut own = BySeat::default();
        own[constraints.seat()] = constraints.hand();
        possible.then_some(WeightedSampler { own, seats, cards, needs, draws })
    }

    /// Draws a world for each place of `worlds`, independently and with repetition.
    pub fn fill(&self, rng: &mut Rng, worlds: &mut [BySeat<CardSet>]) {
        let (blocks, rest) = worlds.as_chunks_mut();
        for block in blocks {
            *block = self.block::<4>(rng);
        }
        for world in rest {
            *world = self.sample(rng);
        }
    }

    /// A world: the present cards of the four seats, those of the knowing seat included.
    pub fn sample(&self, rng: &mut Rng) -> BySeat<CardSet> {
        let [world] = self.block(rng);
        world
    }

    /// The next `N` worlds. The draws of one wait for each other, those of several go on side by side.
    #[inline(always)]
    fn block<const N: usize>(&self, rng: &mut Rng) -> [BySeat<CardSet>; N] {
        let columns = self.needs[1] + 1;
        let layer = (self.needs[0] + 1) * columns;
        // A word is two draws, the upper half first.
        let mut words = [[0; MOST_CARDS.div_ceil(2)]; N];
        for words in &mut words {
            words[..self.cards.len().div_ceil(2)].fill_with(|| rng.next_u64());
        }
        let mut at = [self.needs[0] * columns + self.needs[1]; N];
        let mut hands = [[0u64; 4]; N];
        for ((place, &card), draws) in self.cards.iter().enumerate().zip(self.draws.chunks_exact(layer)) {
            for ((words, at), hands) in words.iter().zip(&mut at).zip(&mut hands) {
                let draw = (words[place / 2] << (32 * (place % 2)) >> 33) as u32;
                let [first, second] = draws[*at];
                let (past_first, past_second) = (usize::from(draw >= first), usize::from(draw >= second));
                hands[past_first + past_second] |= CardSet::of(card).bits();
                *at -= [columns, 1, 0, 0][past_first + past_second];
            }
        }
        hands.map(|hands| {
            let mut world = self.own;
            for (seat, hand) in self.seats.into_iter().zip(hands) {
                world[seat] = CardSet::from_bits_truncate(hand);
            }
            world
        })
    }
}
