//! The bots of `gongzhu`, by name in a registry: `"pimc:worlds=64".parse::<BotSpec>()`.

#![allow(clippy::unit_arg, reason = "an option is set by one expression, which is `None` where it is refused")]

pub mod clock;
pub mod external;
mod handicap;
mod heuristic;
mod ismcts;
mod options;
mod pimc;
mod random;
mod registry;
mod search;
pub mod solver;

pub use handicap::{Handicap, Handicapped};
pub use heuristic::{
    Edition, FirstHeuristic, Heuristic, HeuristicOptions, LesserHeuristic, RevealPolicy, Revealing, Skill,
};
pub use ismcts::{Ismcts, IsmctsOptions};
pub use options::OptionInfo;
pub use pimc::{Pimc, PimcOptions};
pub use random::Random;
pub use registry::{BOTS, Bot, BotError, BotInfo, BotSpec};
pub use search::{Belief, Budget, Goal, Opening, Rollout, SearchOptions, Whereabouts, clues};
