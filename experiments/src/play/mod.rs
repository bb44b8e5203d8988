//! Hands as a function of (rules, bots, seed): what is dealt, who decides, the rows that it leaves, and the datasets that
//! they fill.

mod deals;
mod fill;
mod hand;
mod produce;
mod replay;

pub use deals::Deals;
pub use fill::{Job, fill};
pub use hand::{Seating, play_match, play_single};
pub use produce::{Control, Stopped, produce};
pub use replay::{check_replayed, replay_row, row_setup};
