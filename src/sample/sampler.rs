//! Counting worlds, and drawing them uniformly.

use super::subset::{below, binomial, subset};
use super::{Constraints, SampleError};
use crate::kernel::bits::{BitTask, Bits, with_bits};
use crate::rng::Rng;
use crate::{BySeat, CardSet, Seat};

/// Draws worlds, each with the same probability, and knows how many there are.
///
/// For each card, which of the three other seats may hold it is all that matters. That makes seven groups of cards. Call the seats
/// A, B and C; cards that one seat alone may hold are its own. How many of the cards of A-or-B and of A-or-C go to A
/// is a *split*, and given the split the rest is free: A's cards are a random part of each group, and what is then left of
/// the cards that B or C may hold is a pool of which B gets a random part. A split is drawn in proportion to the number of its
/// worlds, a product of four binomials. A is the seat that shares the fewest cards, so that there is often only one split.
///
/// No event is more than 10^-12 off its probability under uniform worlds. How many words of the generator a world takes
/// depends on the constraints and on the split.
#[derive(Clone, Debug)]
pub struct Sampler {
    /// The cards that are certain, those of the knowing seat among them.
    certain: BySeat<CardSet>,
    a: Seat,
    b: Seat,
    c: Seat,
    a_or_b: CardSet,
    a_or_c: CardSet,
    b_or_c: CardSet,
    any: CardSet,
    /// How many cards A and B hold besides the certain ones.
    a_needs: u8,
    b_needs: u8,
    /// The splits but the last, each with the number of worlds up to its end.
    splits: Vec<Split>,
    last: Split,
    worlds: u64,
}

/// How many cards A gets of the groups that it shares with one other seat.
#[derive(Clone, Copy, Debug)]
struct Split {
    /// The number of worlds of this split and those before it.
    up_to: u64,
    of_a_or_b: u8,
    of_a_or_c: u8,
}

impl Sampler {
    /// The sampler of the worlds that agree with `constraints`.
    ///
    /// # Errors
    /// There is no such world; the error names cards and seats that contradict each other.
    pub fn new(constraints: &Constraints) -> Result<Sampler, SampleError> {
        Sampler::build(constraints).ok_or_else(|| constraints.contradiction())
    }

    fn build(constraints: &Constraints) -> Option<Sampler> {
        if !constraints.sound() {
            return None;
        }
        let (me, sizes) = (constraints.seat(), constraints.sizes());
        let seats = [1, 2, 3].map(|steps| me.offset(steps));
        let may = seats.map(|seat| constraints.may_hold(seat));
        if !constraints.unseen().is_subset(may[0] | may[1] | may[2]) {
            return None;
        }
        // Index i: the cards that both others may hold and seat i may not.
        let shared = [0, 1, 2].map(|i| (may[(i + 1) % 3] & may[(i + 2) % 3]) - may[i]);
        let lens = shared.map(CardSet::len);
        let i = if lens[0] >= lens[1] && lens[0] >= lens[2] { 0 } else { 1 + usize::from(lens[2] > lens[1]) };
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let (a_or_b, a_or_c, b_or_c, any) = (shared[k], shared[j], shared[i], may[0] & may[1] & may[2]);

        let mut certain = BySeat::default();
        certain[me] = constraints.hand();
        let mut needs = [0; 3];
        for (n, &seat) in seats.iter().enumerate() {
            certain[seat] = may[n] - may[(n + 1) % 3] - may[(n + 2) % 3];
            needs[n] = sizes[seat].checked_sub(certain[seat].len())?;
        }
        let (a_needs, b_needs) = (needs[i], needs[j]);
        let (of_ab, of_ac, of_bc, of_any) = (a_or_b.len(), a_or_c.len(), b_or_c.len(), any.len());

        let mut splits = Vec::new();
        let mut last: Option<Split> = None;
        let mut worlds = 0;
        for x in of_ab.saturating_sub(b_needs)..=of_ab.min(a_needs) {
            let b_draws = b_needs + x - of_ab;
            for y in (a_needs - x).saturating_sub(of_any)..=of_ac.min(a_needs - x) {
                let a_draws = a_needs - x - y;
                let pool = of_bc + of_any - a_draws;
                if b_draws > pool {
                    continue;
                }
                worlds += binomial(of_ab, x) * binomial(of_ac, y) * binomial(of_any, a_draws) * binomial(pool, b_draws);
                let split = Split { up_to: worlds, of_a_or_b: x as u8, of_a_or_c: y as u8 };
                splits.extend(last.replace(split));
            }
        }
        Some(Sampler {
            certain,
            a: seats[i],
            b: seats[j],
            c: seats[k],
            a_or_b,
            a_or_c,
            b_or_c,
            any,
            a_needs: a_needs as u8,
            b_needs: b_needs as u8,
            splits,
            last: last?,
            worlds,
        })
    }

    /// How many worlds agree with the constraints: at least 1, at most 39! / 13!³, about 8.4 · 10^16.
    #[inline]
    pub fn worlds(&self) -> u64 {
        self.worlds
    }

    /// A world, all being equally likely: the present cards of the four seats, those of the knowing seat included.
    #[inline]
    pub fn sample(&self, rng: &mut Rng) -> BySeat<CardSet> {
        with_bits(One { sampler: self, rng })
    }

    /// Draws a world for each place of `worlds`, independently and with repetition: the same that as many calls of
    /// [`Sampler::sample`] draw, but faster.
    pub fn fill(&self, rng: &mut Rng, worlds: &mut [BySeat<CardSet>]) {
        with_bits(Many { sampler: self, rng, worlds });
    }

    #[inline(always)]
    fn draw<B: Bits>(&self, rng: &mut Rng) -> BySeat<CardSet> {
        let mut split = self.last;
        if !self.splits.is_empty() {
            let world = below(rng, self.worlds);
            let before = self.splits.partition_point(|split| split.up_to <= world);
            split = *self.splits.get(before).unwrap_or(&self.last);
        }
        let mut draw =
            |cards: CardSet, count: usize| CardSet::from_bits_truncate(subset::<B>(rng, cards.bits(), count));
        let (x, y) = (usize::from(split.of_a_or_b), usize::from(split.of_a_or_c));
        let from_ab = draw(self.a_or_b, x);
        let from_ac = draw(self.a_or_c, y);
        let from_any = draw(self.any, usize::from(self.a_needs) - x - y);
        let pool = self.b_or_c | (self.any ^ from_any);
        let from_pool = draw(pool, usize::from(self.b_needs) + x - self.a_or_b.len());
        let mut hands = self.certain;
        hands[self.a] |= from_ab | from_ac | from_any;
        hands[self.b] |= (self.a_or_b ^ from_ab) | from_pool;
        hands[self.c] |= (self.a_or_c ^ from_ac) | (pool ^ from_pool);
        hands
    }
}

/// One world.
struct One<'a> {
    sampler: &'a Sampler,
    rng: &'a mut Rng,
}

impl BitTask for One<'_> {
    type Output = BySeat<CardSet>;
    #[inline(always)]
    fn run<B: Bits>(self) -> BySeat<CardSet> {
        self.sampler.draw::<B>(self.rng)
    }
}

/// A world for each place.
struct Many<'a> {
    sampler: &'a Sampler,
    rng: &'a mut Rng,
    worlds: &'a mut [BySeat<CardSet>],
}

impl BitTask for Many<'_> {
    type Output = ();
    #[inline(always)]
    fn run<B: Bits>(self) {
        for world in self.worlds {
            *world = self.sampler.draw::<B>(self.rng);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::bits::Portable;
    use crate::rng::{Purpose, choose_many, stream};

    #[test]
    fn the_same_worlds_with_and_without_special_instructions() {
        for case in 0..400 {
            let mut rng = stream(21, case, Purpose::Deal);
            let size = 1 + below(&mut rng, 13) as usize;
            let hand = choose_many(&mut rng, CardSet::ALL, size);
            let unseen = choose_many(&mut rng, !hand, 3 * size);
            let mut constraints = Constraints::new(Seat::ALL[1], hand, unseen, BySeat::splat(size));
            for seat in Seat::ALL.into_iter().filter(|&seat| seat != Seat::ALL[1]) {
                let count = below(&mut rng, 12) as usize;
                constraints = constraints.bar(seat, choose_many(&mut rng, unseen, count));
            }
            let Ok(sampler) = Sampler::new(&constraints) else { continue };
            let mut filled = [BySeat::default(); 20];
            sampler.fill(&mut rng.clone(), &mut filled);
            let mut portable = rng.clone();
            for world in filled {
                assert_eq!(sampler.sample(&mut rng), world);
                assert_eq!(One { sampler: &sampler, rng: &mut portable }.run::<Portable>(), world);
                assert!(constraints.allow(&world), "{constraints:?}: {world:?}");
            }
        }
    }
}
