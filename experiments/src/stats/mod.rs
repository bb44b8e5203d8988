//! Statistics of duplicate play.

mod bootstrap;
mod holm;
mod mean;
mod sprt;
mod superiority;

pub use bootstrap::{RESAMPLES, bootstrap};
pub use holm::holm;
pub use mean::{Estimate, Moments};
pub use sprt::{Sprt, Verdict};
pub use superiority::superiority;
