//! `exec`: bots that are programs of their own. A process gets views as JSON lines and answers with actions
//! (docs/protocol.md). For Unix alone.
//!
//! A process decides for one seat, under one rule set, in one hand or match at a time, and never twice in seatings of the same
//! deal: whatever it remembers, it knows no cards but those that its seat may know. What goes wrong with it is told
//! apart and counted, and costs it one decision, which chance takes.

#[cfg(unix)]
mod command;
#[cfg(unix)]
mod log;
#[cfg(unix)]
mod message;
#[cfg(unix)]
mod player;
#[cfg(unix)]
mod pool;
#[cfg(unix)]
mod process;
mod report;

#[cfg(unix)]
pub use command::ExternalOptions;
#[cfg(unix)]
pub use message::PROTOCOL;
#[cfg(unix)]
pub use player::External;
#[cfg(unix)]
pub(crate) use player::Program;
#[cfg(unix)]
pub use process::kill_all;
pub use report::{ExternalReport, Fault};
