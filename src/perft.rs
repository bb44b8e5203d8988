//! Counting action sequences: a check of the rules by numbers.

use crate::{Phase, State};

/// The number of action sequences of length `depth` from `state`: each card passed, revealed or played, each "done", each
/// trick given away is one action. A sequence that reaches the end of the hand before `depth` counts once; depth 0
/// counts the empty sequence.
///
/// ```
/// use gongzhu::{Deal, Rules, Setup, State, perft, rng};
/// let rules = Rules::parse("hearts{pass=off}")?;
/// let setup = Setup::first(&rules, Deal::random(&mut rng::stream(1, 0, rng::Purpose::Deal)));
/// let state = State::new(&setup)?;
/// assert_eq!(perft(&state, 0), 1);
/// assert_eq!(perft(&state, 1), 1, "2C opens");
/// assert_eq!(perft(&state, 1), state.legal().len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(state: &State<'_>, depth: u32) -> u64 {
    if depth == 0 || state.phase() == Phase::Over {
        return 1;
    }
    let legal = state.legal();
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |action| {
        let mut next = *state;
        next.play_unchecked(action);
        perft(&next, depth - 1)
    };
    legal.iter().map(after).sum()
}
