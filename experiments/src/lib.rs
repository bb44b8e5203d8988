//! Simulations, tournaments and datasets: what the command `gongzhu` does.

pub mod bench;
#[cfg(unix)]
pub mod bot_cmd;
pub mod bots_cmd;
pub mod cli;
pub mod dataset;
pub mod dataset_cmd;
pub mod error;
pub mod external;
pub mod output;
pub mod play;
pub mod progress;
pub mod referee;
pub mod referee_cmd;
pub mod request;
pub mod reveal_ev;
pub mod row_check;
pub mod rules_cmd;
pub mod run;
pub mod simulate;
pub mod sprt_cmd;
pub mod stats;
pub mod tournament;
