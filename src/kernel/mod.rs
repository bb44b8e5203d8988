//! Random play at full speed: [hands in bulk](Bulk), and roll-outs from any position.
//!
//! The engine ([`State`](crate::State)) plays any hand, decision by decision. The kernels play only hands in which no bot is
//! asked, and play them ten times as fast: sixteen at a time in the vector registers of AVX2, or one after another on any other
//! processor and in Tantony. Both follow the same protocol, so that the hands are the same, bit for bit, wherever they are
//! played, and the same that the engine plays if it is fed with these draws.
//!
//! # How random words become hands
//! Hands come in *blocks* of sixteen; hand *i* is *lane* *i* mod 16 of block ⌊*i* / 16⌋, and has the number *i* mod 4 in its match
//! (in Tantony 0). A block has four generators Xoshiro256++, whose sixteen words of state, generator by generator, are the first
//! outputs of SplitMix64 from the key of (seed, block, [`Purpose::Block`](crate::rng::Purpose::Block)). A *step* takes one word from
//! each generator: 64 bits for each of four lanes, or, the lowest first, 16 bits for each of the sixteen lanes. A *row* is four
//! steps, 64 bits a lane. In this order:
//!
//! 1. *The deal*: 8 rows, which the [dealer](crate::Deal::random) turns into hands.
//! 2. *Choices*: one step. Bit *j* of a lane's number reveals QS, AH, JD, TC for *j* = 0, 1, 2, 3, if the rules let it be revealed.
//!    Bits 4 and 5 are the seat that took the pig in the hand before, or the one that opens this hand, where the rules ask
//!    for one.
//! 3. *The pass*, in rule sets that have one in any hand: one row. The 64 bits are a fraction of 1. Seat after seat, the integer part
//!    of fraction × 286 is the number of the triple among the three-card subsets of its hand in ascending order, as numbers
//!    whose lowest bit is the lowest card; the fractional part stays.
//! 4. *The play*: four steps for each of tricks 1 to 12. The first two are the high and the low half of a 32-bit fraction for
//!    the first two cards, the others for the other two, and in Tantony for the seat that gets the trick. Of *n* legal choices
//!    in ascending order the one with the number ⌊fraction × *n*⌋ is taken, and the fractional part stays. Trick 13 takes nothing.
//!
//! A draw of *n* from what *m* draws before have left of 32 bits deviates from uniform by less than *n* · *m* / 2^32: at most 4 · 10^-8.

#![allow(clippy::needless_range_loop, reason = "lanes, seats and suits number several arrays at once")]

pub(crate) mod bits;
mod bulk;
#[cfg(target_arch = "x86_64")]
mod detect;
#[cfg(target_arch = "x86_64")]
mod lockstep;
mod rollout;
mod scalar;
mod start;
mod weights;
mod words;

pub use bulk::{Block, Bulk, Detail};
pub use rollout::{Choice, Playout, Rollouts};
pub use weights::{Fitted, MOST_CHANGE, NOISE, PerCard, PerCount, SensibleWeights, Situation};

/// Hands in a block.
pub const LANES: usize = 16;

/// What of a processor the kernels use: they play the same hands on each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Processor {
    /// Nothing special: one hand after another.
    Portable,
    /// The bit instructions of BMI2: one hand after another.
    Bmi2,
    /// The vectors of AVX2: sixteen hands in lock-step.
    Avx2,
}

impl Processor {
    /// The best that this processor can do.
    pub fn detect() -> Processor {
        #[cfg(target_arch = "x86_64")]
        if detect::avx2() {
            return Processor::Avx2;
        } else if detect::fast_deposit() {
            return Processor::Bmi2;
        }
        Processor::Portable
    }
}
