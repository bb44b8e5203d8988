//! What the tests of the engine share: bridges to the slow reference, skewed deals and players, counted events.

#![allow(dead_code, unreachable_pub, reason = "not every test that includes this module uses all of it")]

pub mod convert;
pub mod deals;
pub mod events;
pub mod lockstep;
pub mod matches;
pub mod options;
pub mod outcome;
pub mod player;
pub mod restrictions;
pub mod script;
pub mod suite;
pub mod views;

use gongzhu::rng::{Rng, below};

/// Whether an event of `percent` per cent happens.
pub fn chance(rng: &mut Rng, percent: usize) -> bool {
    below(rng, 100) < percent
}

/// One of `choices`, uniformly.
pub fn pick<T: Copy>(rng: &mut Rng, choices: &[T]) -> T {
    choices[below(rng, choices.len())]
}

/// What two sources say, which must be the same; the error names the thing.
pub fn same<T: PartialEq + std::fmt::Debug>(what: &str, engine: &T, reference: &T) -> Result<(), String> {
    if engine == reference {
        return Ok(());
    }
    Err(format!("{what}: engine {engine:?}, reference {reference:?}"))
}
