//! Means over deals with standard errors and confidence intervals.

use statrs::distribution::{ContinuousCDF as _, StudentsT};

/// The count, sum and sum of squares of whole numbers, exactly: adding in any order gives the same result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    count: u64,
    sum: i128,
    squares: i128,
}

impl Moments {
    /// Adds an observation.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    /// The estimate of the mean of observation / `unit`.
    ///
    /// The standard error is s / √n with the sample variance s² = (Σx² − (Σx)²/n) / (n − 1); the 95 % interval is
    /// mean ± t · s / √n with the 0.975 quantile t of Student's distribution with n − 1 degrees of freedom (Student 1908).
    pub fn estimate(&self, unit: f64) -> Estimate {
        let n = self.count as f64;
        let mean = self.sum as f64 / n / unit;
        if self.count < 2 {
            return Estimate { count: self.count, mean: (self.count > 0).then_some(mean), error: None, interval: None };
        }
        // n·Σx² − (Σx)² is exact in whole numbers and does not cancel.
        let spread = (i128::from(self.count) * self.squares - self.sum * self.sum) as f64;
        let error = (spread / (n * n * (n - 1.0))).sqrt() / unit;
        let quantile = StudentsT::new(0.0, 1.0, n - 1.0).map_or(f64::NAN, |t| t.inverse_cdf(0.975));
        let interval = (mean - quantile * error, mean + quantile * error);
        Estimate { count: self.count, mean: Some(mean), error: Some(error), interval: Some(interval) }
    }
}

/// An estimated mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number of observations.
    pub count: u64,
    /// The mean; none without observations.
    pub mean: Option<f64>,
    /// The standard error of the mean; none for fewer than two observations.
    pub error: Option<f64>,
    /// The 95 % confidence interval of the mean; none for fewer than two observations.
    pub interval: Option<(f64, f64)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-9 * wanted.abs().max(1.0), "{found} is not {wanted}");
    }

    /// Golden values of `scipy.stats.sem` and `scipy.stats.t.interval` (SciPy 1.17).
    #[test]
    fn agrees_with_scipy() {
        let mut moments = Moments::default();
        [12, -7, 30, 4, 4, -19, 55, 8].into_iter().for_each(|value| moments.add(value));
        let estimate = moments.estimate(2.0);
        close(estimate.mean.expect("a mean"), SCIPY.0);
        close(estimate.error.expect("an error"), SCIPY.1);
        let (low, high) = estimate.interval.expect("an interval");
        close(low, SCIPY.2);
        close(high, SCIPY.3);
    }

    const SCIPY: (f64, f64, f64, f64) = (5.4375, 4.024963952811077, -4.0800273746038265, 14.955027374603826);

    #[test]
    fn too_few_observations_have_no_error() {
        let mut moments = Moments::default();
        assert_eq!(moments.estimate(1.0).mean, None);
        moments.add(3);
        let estimate = moments.estimate(1.0);
        assert_eq!((estimate.mean, estimate.error, estimate.interval), (Some(3.0), None, None));
    }
}
