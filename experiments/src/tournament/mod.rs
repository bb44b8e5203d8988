//! Duplicate tournaments: every deal is played by every line-up in all its distinct seatings, so that luck of the deal
//! cancels, and estimates count deals, never hands.

mod command;
mod contest;
mod html;
mod lineup;
mod outcome;
mod plot;
mod ratings;
mod report;
mod schedule;
mod score;
mod sequential;
mod tally;
mod watch;

pub use command::Tournament;
pub use contest::{Amount, Contest};
pub use lineup::{Format, Lineup, lineups};
pub use outcome::{Outcome, PlaceEstimates, Standing};
pub use ratings::Rating;
pub use report::{Report, ReportRow};
pub use schedule::match_row;
pub use score::{Score, gains};
pub use sequential::Sequential;
