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

    /// The number of observations.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sum of the observations.
    pub fn sum(&self) -> i128 {
        self.sum
    }

    /// The mean of observation / `unit`, and the sample variance; nothing for fewer than two observations.
    pub fn mean_and_variance(&self, unit: f64) -> Option<(f64, f64)> {
        let n = self.count as f64;
        (self.count > 1).then(|| (self.sum as f64 / n / unit, self.spread() / (n * (n - 1.0)) / (unit * unit)))
    }

    /// n·Σx² − (Σx)², exact in whole numbers, where the difference does not cancel.
    fn spread(&self) -> f64 {
        (i128::from(self.count) * self.squares - self.sum * self.sum) as f64
    }

    /// The estimate of the mean of observation / `unit`.
    ///
    /// The standard error is s / √n with the sample variance s² = (Σx² − (Σx)²/n) / (n − 1); the 95 % interval is
    /// mean ± t · s / √n with the 0.975 quantile t of Student's distribution with n − 1 degrees of freedom (Student 1908). The
    /// p-value is that of the two-sided t-test of a mean of zero.
    pub fn estimate(&self, unit: f64) -> Estimate {
        let n = self.count as f64;
        let mean = (self.count > 0).then(|| self.sum as f64 / n / unit);
        let error = (self.count > 1).then(|| (self.spread() / (n * n * (n - 1.0))).sqrt() / unit);
        Estimate::student(self.count, mean, error)
    }

    /// Adds the observations of another sample.
    pub fn merge(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// An estimated mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number of independent observations.
    pub count: u64,
    /// The mean; none without observations.
    pub mean: Option<f64>,
    /// The standard error of the mean; none for fewer than two observations.
    pub error: Option<f64>,
    /// The 95 % confidence interval of the mean; none for fewer than two observations.
    pub interval: Option<(f64, f64)>,
    /// The p-value of the hypothesis that the mean is zero; none for fewer than two observations.
    pub p_value: Option<f64>,
}

impl Estimate {
    /// The estimate that follows from a mean of `count` independent observations and its standard error, by Student's
    /// distribution with `count` − 1 degrees of freedom.
    pub(super) fn student(count: u64, mean: Option<f64>, error: Option<f64>) -> Estimate {
        let (Some(center), Some(spread)) = (mean, error) else {
            return Estimate { count, mean, error: None, interval: None, p_value: None };
        };
        let student = StudentsT::new(0.0, 1.0, count as f64 - 1.0).ok();
        let quantile = student.map_or(f64::NAN, |student| student.inverse_cdf(0.975));
        let p_value = match (spread > 0.0, center == 0.0) {
            (true, _) => student.map(|student| 2.0 * student.sf((center / spread).abs())),
            // All observations are the same.
            (false, true) => Some(1.0),
            (false, false) => Some(0.0),
        };
        let interval = Some((center - quantile * spread, center + quantile * spread));
        Estimate { count, mean, error, interval, p_value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-9 * wanted.abs().max(1.0), "{found} is not {wanted}");
    }

    /// Golden values of `scipy.stats.sem`, `scipy.stats.t.interval` and `scipy.stats.ttest_1samp` (SciPy 1.17).
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
        close(estimate.p_value.expect("a p-value"), 0.218_749_743_153_986_46);
    }

    #[test]
    fn equal_observations_are_certain() {
        let p_value = |value: i64| {
            let mut moments = Moments::default();
            (0..5).for_each(|_| moments.add(value));
            moments.estimate(1.0).p_value
        };
        assert_eq!((p_value(0), p_value(-2)), (Some(1.0), Some(0.0)));
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
