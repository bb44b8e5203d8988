//! Playing all deals and adding up.

use super::play::Trial;
use super::policy::Learned;
use super::report::Report;
use super::tally::Tally;
use crate::play::{Control, Deals, Stopped};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The deals are played in so many blocks. After each one policies are learned anew, of all deals so far, and judged by the
/// next block.
pub(super) const BLOCKS: u64 = 10;

/// The most deals that a thread takes at a time …
const CHUNK: u64 = 64;

/// … and into how many chunks for each thread a block is cut at least, where it has enough.
const CHUNKS_PER_THREAD: u64 = 16;

/// The deals of a block.
pub(super) fn block(count: u64, block: u64) -> Range<u64> {
    count * block / BLOCKS..count * (block + 1) / BLOCKS
}

impl Trial {
    /// Plays the first `count` deals on all threads of the pool and says what reveals are worth.
    ///
    /// # Errors
    /// The user interrupts, or a hand cannot be played.
    pub fn report(&self, deals: &Deals, count: u64, control: &Control<'_>) -> Result<Report, Stopped> {
        Ok(Report::new(self, &self.run(deals, count, control)?))
    }

    fn run(&self, deals: &Deals, count: u64, control: &Control<'_>) -> Result<Tally, Stopped> {
        let mut total = Tally::new(self.bots.len());
        for number in 0..BLOCKS {
            let learned = (total.deals > 0).then(|| Learned::from(&total));
            let tally = self.tally(deals, block(count, number), learned.as_ref(), control)?;
            total = total.merged(&tally);
        }
        Ok(total)
    }

    /// Plays a range of deals. Tallies are sums of whole numbers, so that threads do not change them.
    fn tally(
        &self,
        deals: &Deals,
        range: Range<u64>,
        learned: Option<&Learned>,
        control: &Control<'_>,
    ) -> Result<Tally, Stopped> {
        let threads = rayon::current_num_threads() as u64;
        let size = ((range.end - range.start) / (CHUNKS_PER_THREAD * threads)).clamp(1, CHUNK);
        let chunks = (range.end - range.start).div_ceil(size);
        // A tally is large: a thread is to fill one with many chunks.
        let least = chunks / (CHUNKS_PER_THREAD * threads) + 1;
        let add_chunk = |mut tally: Tally, chunk: usize| {
            if control.stop.load(Ordering::Relaxed) {
                return Err(Stopped::Interrupted);
            }
            let first = range.start + chunk as u64 * size;
            let units = first..range.end.min(first + size);
            let mut decisions = Vec::new();
            for index in units.clone() {
                decisions.clear();
                self.play(deals, index, &mut decisions)?;
                tally.add_deal(self, &decisions, learned);
            }
            control.bar.inc(units.end - units.start);
            Ok(tally)
        };
        let empty = || Tally::new(self.bots.len());
        let tallies = (0..chunks as usize).into_par_iter().with_min_len(least as usize).try_fold(empty, add_chunk);
        tallies.try_reduce(empty, |left, right| Ok(left.merged(&right)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::{Measure, UNIT};
    use super::super::play::{Decision, Seen};
    use super::super::policy::Policy;
    use super::super::split::Split;
    use super::super::subset::Subset;
    use super::*;
    use crate::stats::Estimate;
    use gongzhu::rng::{Purpose, Rng, below, stream};
    use gongzhu::{CardSet, Deal, Rules};

    /// What is added up where `score` makes up the score of each choice and `own` what the bots reveal.
    fn played(deals: u64, own: impl Fn(&Seen) -> Subset, score: impl Fn(&Seen, Subset, &mut Rng) -> i32) -> Tally {
        let rules = Rules::parse("classic").expect("a preset");
        let trial = Trial::new(rules, vec!["random".parse().expect("a bot")], [0; 4], 1).expect("reveals");
        let mut total = Tally::new(1);
        for number in 0..BLOCKS {
            let learned = (total.deals > 0).then(|| Learned::from(&total));
            for deal in block(deals, number) {
                let mut rng = stream(1, deal, Purpose::Deal);
                let mut decisions = Vec::new();
                let hands = Deal::random(&mut rng).hands();
                for (seat, &hand) in hands.iter().filter(|(_, hand)| !Subset::of(**hand).is_empty()) {
                    let held = Subset::of(hand);
                    let position = seat.index() as u8;
                    let seen = Seen { hand, received: CardSet::EMPTY, held, before: Subset::NOTHING, position };
                    let mut scores = [[0; 4]; Subset::COUNT];
                    for choice in held.subsets() {
                        scores[choice.index()][seat.index()] = score(&seen, choice, &mut rng);
                    }
                    decisions.push(Decision { deal, seat, bot: 0, seen, own: own(&seen), scores });
                }
                total.add_deal(&trial, &decisions, learned.as_ref());
            }
        }
        assert_eq!(total.deals, deals);
        total
    }

    /// What a policy is worth against revealing nothing.
    fn worth(tally: &Tally, policy: Policy) -> Estimate {
        tally.policies[policy.index()].over_never[Measure::Score.index()].estimate(UNIT)
    }

    fn regret(tally: &Tally) -> Estimate {
        tally.bots[0].regret[Measure::Score.index()].estimate(UNIT)
    }

    /// How far a mean lies above a value, in standard errors.
    fn above(estimate: &Estimate, value: f64) -> f64 {
        estimate.mean.zip(estimate.error).map(|(mean, error)| (mean - value) / error).expect("deals")
    }

    #[test]
    fn policies_learn_nothing_from_chance_and_hindsight_does() {
        let tally = played(5000, |_| Subset::NOTHING, |_, _, rng| below(rng, 401) as i32 - 200);
        for policy in [Policy::Holding, Policy::Shape] {
            let estimate = worth(&tally, policy);
            assert_eq!(estimate.count, 4500, "the first block judges nothing");
            assert!(above(&estimate, 0.0).abs() < 4.0, "{policy:?}: {estimate:?}");
        }
        assert!(above(&worth(&tally, Policy::Hindsight), 0.0) > 50.0);
    }

    #[test]
    fn policies_learn_what_a_player_can_see() {
        // The pig pays 100 with four spades or more and costs 100 with fewer; other cards cost 30 each.
        let long = |seen: &Seen| Split::Length.bucket(0, seen) >= 3;
        let score = |seen: &Seen, choice: Subset, rng: &mut Rng| {
            let worth = |card: usize| match card {
                0 if long(seen) => 100,
                0 => -100,
                _ => -30,
            };
            choice.indices().map(worth).sum::<i32>() + below(rng, 201) as i32 - 100
        };
        let pig = Subset::single(0);
        let ideal = |seen: &Seen| if pig.is_within(seen.held) && long(seen) { pig } else { Subset::NOTHING };
        let (wise, shy) = (played(20_000, ideal, score), played(20_000, |_| Subset::NOTHING, score));
        let (shape, best) = (worth(&wise, Policy::Shape), worth(&wise, Policy::Bots));
        let best = best.mean.expect("deals");
        assert!(above(&shape, 0.9 * best) > 0.0 && above(&shape, best) < 4.0, "{shape:?}, at best {best}");
        assert!(above(&worth(&wise, Policy::Always), 0.0) < -20.0);
        // Who does all that can be done regrets nothing; who never reveals regrets what the policy makes.
        let regret_of_wise = regret(&wise).mean.expect("deals");
        assert!(regret_of_wise.abs() < 0.1 * best, "{regret_of_wise}, at best {best}");
        assert_eq!(regret(&shy), worth(&shy, Policy::Shape));
    }
}
