//! Statistics of duplicate play.

mod bootstrap;
mod clusters;
mod holm;
mod mean;
mod plackett_luce;
mod sprt;
mod superiority;

pub use bootstrap::{RESAMPLES, bootstrap, quantile};
pub use clusters::Clusters;
pub use holm::holm;
pub use mean::{Estimate, Moments};
pub use plackett_luce::{Finish, plackett_luce};
pub use sprt::{Sprt, Verdict};
pub use superiority::superiority;
