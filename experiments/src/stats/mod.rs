//! Statistics of duplicate play.

mod mean;

pub use mean::{Estimate, Moments};
