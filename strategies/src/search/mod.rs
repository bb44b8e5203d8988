//! What searching bots share: budgets, goals, roll-outs, and which actions are worth a search.

mod actions;
mod belief;
mod budget;
pub mod clues;
mod goal;
pub(crate) mod options;
mod playouts;
mod standing;
mod whereabouts;

pub(crate) use actions::{distinct_cards, led_by, subsets, triples};
pub use belief::Belief;
pub use budget::Budget;
pub(crate) use budget::{Timer, millis};
pub use goal::Goal;
pub(crate) use goal::Valuation;
pub use options::{Opening, SearchOptions};
pub use playouts::Rollout;
pub(crate) use playouts::{Batch, Playouts};
pub use whereabouts::Whereabouts;
