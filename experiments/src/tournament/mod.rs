//! Duplicate tournaments: every deal is played by every line-up in all its distinct seatings, so that luck of the deal
//! cancels, and estimates count deals, never hands.

mod command;
mod lineup;
mod report;
mod schedule;
mod tally;

pub use command::Tournament;
pub use lineup::{Format, Lineup, lineups};
pub use report::{Report, ReportRow};
pub use schedule::Schedule;
pub use tally::{Tally, gains};
