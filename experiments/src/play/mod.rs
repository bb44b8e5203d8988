//! Hands as a function of (rules, bots, seed): what is dealt, who decides, the rows that it leaves, and the datasets that
//! they fill.

mod bulk;
mod crew;
mod deals;
mod decisions;
mod files;
mod fill;
mod hand;
mod produce;
mod random;
mod replay;
mod timing;

pub use bulk::fill_in_bulk;
pub use crew::{Crew, Performance};
pub use deals::Deals;
pub use decisions::check_decisions;
pub use fill::{Job, OfHand, OfMatch, Writer, fill};
pub use hand::{LONGEST_MATCH, PART_MATCHES, Played, Players, Seating, USUAL_DECISIONS, USUAL_MATCH, row};
pub use produce::{Control, Rows, Stopped, produce};
pub use random::RandomHands;
pub use replay::{check_replayed, replay_row, row_setup};
pub use timing::{Stopwatch, Times};
