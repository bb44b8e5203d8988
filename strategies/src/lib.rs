//! The bots of `gongzhu`, by name in a registry: `"heuristic".parse::<BotSpec>()`.

mod heuristic;
mod random;
mod registry;

pub use heuristic::Heuristic;
pub use random::Random;
pub use registry::{BOTS, Bot, BotError, BotInfo, BotSpec};
