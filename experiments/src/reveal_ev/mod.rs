//! What it is worth to reveal cards (docs/reveal.md): every subset of a seat's revealable cards played out on the same deal.

mod command;
mod hand;
mod measure;
mod play;
mod policy;
mod report;
mod run;
mod split;
mod store;
mod subset;
mod tables;
mod tally;

pub use command::RevealEv;
pub use hand::{ChoiceRow, HandReport, Question};
pub use measure::Measure;
pub use play::{Decision, Seen, Trial};
pub use policy::Policy;
pub use report::{BotRow, EffectRow, NothingRow, PolicyRow, Report, SplitRow};
pub use split::Split;
pub use subset::Subset;
