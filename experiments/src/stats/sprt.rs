//! The sequential probability ratio test of a mean.

use super::mean::Moments;

/// Observations before which no test ends: a variance from fewer is too uncertain for the promised error rates.
const FEWEST: u64 = 32;

/// A test of the hypothesis H1 that the mean of normal observations of unknown variance is `alternative` against the
/// hypothesis H0 that it is `null`, after each observation.
///
/// It goes on while the log-likelihood ratio stays between ln(β / (1 − α)) and ln((1 − β) / α): H0 is then refused falsely
/// with a probability of about α, and H1 with about β (Wald 1945, *Sequential tests of statistical hypotheses*). For normal
/// observations with means μ₀ and μ₁ and variance s² the ratio is
///
/// LLR = (μ₁ − μ₀) / s² · Σ (x − (μ₀ + μ₁) / 2)
///
/// (Wald 1947, *Sequential Analysis*). The variance is not known: s² = Σ(x − x̄)² / (n − 1) of the observations so far stands for
/// it, as in M. Van den Bergh's notes on the generalised test (GSPRT) that is used for chess programs.
/// The rates hold for observations that are about symmetric. Where one tail is much longer, mean and variance depend on each
/// other, and the error towards the other side becomes more frequent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The mean under H0.
    pub null: f64,
    /// The mean under H1, above `null`.
    pub alternative: f64,
    /// The log-likelihood ratio at and below which H0 is accepted.
    pub lower: f64,
    /// The log-likelihood ratio at and above which H1 is accepted.
    pub upper: f64,
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The mean is rather that of H0.
    H0,
    /// The mean is rather that of H1.
    H1,
}

impl Sprt {
    /// The test with error rates `alpha` (H1 is accepted although H0 holds) and `beta` (the reverse). Nothing unless `null`
    /// lies below `alternative`, and each of the rates between 0 and ½.
    pub fn new(null: f64, alternative: f64, alpha: f64, beta: f64) -> Option<Sprt> {
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let sound = null < alternative && null.is_finite() && alternative.is_finite() && rate(alpha) && rate(beta);
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        sound.then_some(Sprt { null, alternative, lower, upper })
    }

    /// The log-likelihood ratio of observations / `unit`: 0 for fewer than two, infinite where all are the same.
    pub fn llr(&self, moments: &Moments, unit: f64) -> f64 {
        let Some((mean, variance)) = moments.mean_and_variance(unit) else { return 0.0 };
        let distance = mean - (self.null + self.alternative) / 2.0;
        match (variance > 0.0, distance == 0.0) {
            (true, _) => moments.count() as f64 * (self.alternative - self.null) * distance / variance,
            (false, true) => 0.0,
            (false, false) => distance.signum() * f64::INFINITY,
        }
    }

    /// What follows from observations / `unit`; nothing while the test goes on.
    pub fn verdict(&self, moments: &Moments, unit: f64) -> Option<Verdict> {
        let llr = self.llr(moments, unit);
        match () {
            () if moments.count() < FEWEST => None,
            () if llr >= self.upper => Some(Verdict::H1),
            () if llr <= self.lower => Some(Verdict::H0),
            () => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gongzhu::rng::{Purpose, Rng, below, stream};

    fn close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-9 * wanted.abs().max(1.0), "{found} is not {wanted}");
    }

    fn moments(values: &[i64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.add(value));
        moments
    }

    /// Golden values: the difference of the sums of `scipy.stats.norm.logpdf(x, mu, std(x, ddof=1))` (SciPy 1.17), and NumPy's
    /// logarithms of Wald's bounds.
    #[test]
    fn agrees_with_scipy() {
        let moments = moments(&[12, -7, 30, 4, 4, -19, 55, 8, 3, -2]);
        let llr = |null, alternative| Sprt::new(null, alternative, 0.05, 0.05).expect("sound").llr(&moments, 1.0);
        close(llr(0.0, 5.0), 0.743_392_070_484_58);
        close(llr(-3.0, 3.0), 1.246_066_708_621_773_6);
        let bounds = |alpha, beta| {
            let test = Sprt::new(0.0, 1.0, alpha, beta).expect("sound");
            (test.lower, test.upper)
        };
        close(bounds(0.05, 0.05).0, -2.944_438_979_166_440_3);
        close(bounds(0.01, 0.1).0, -2.292_534_757_140_544_3);
        close(bounds(0.01, 0.1).1, 4.499_809_670_330_265);
    }

    #[test]
    fn odd_requests_and_odd_observations() {
        for (null, alternative, alpha) in [(5.0, 5.0, 0.05), (5.0, 0.0, 0.05), (0.0, 5.0, 0.0), (0.0, 5.0, 0.5)] {
            assert_eq!(Sprt::new(null, alternative, alpha, 0.05), None);
        }
        assert_eq!(Sprt::new(f64::NAN, 5.0, 0.05, 0.05), None);
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05).expect("sound");
        assert_eq!((test.llr(&moments(&[]), 1.0), test.verdict(&moments(&[]), 1.0)), (0.0, None));
        assert_eq!(test.verdict(&moments(&[0; 31]), 1.0), None);
        assert_eq!(test.verdict(&moments(&[0; 32]), 1.0), Some(Verdict::H0));
        assert_eq!(test.verdict(&moments(&[10; 32]), 2.0), Some(Verdict::H1));
    }

    /// The units in which the simulated observations are counted.
    const UNIT: f64 = 1000.0;

    /// A standard normal number, by Box and Muller.
    fn normal(rng: &mut Rng) -> f64 {
        let mut uniform = || (below(rng, 1 << 53) as f64 + 0.5) / (1u64 << 53) as f64;
        (-2.0 * uniform().ln()).sqrt() * (std::f64::consts::TAU * uniform()).cos()
    }

    /// A number with mean 0 and variance 1 that is the difference of two skewed ones, as a gain is of scores: its tails are
    /// twice as heavy as normal ones.
    fn difference(rng: &mut Rng) -> f64 {
        let mut skewed = || ((below(rng, 1 << 53) as f64 + 0.5) / (1u64 << 53) as f64).ln();
        (skewed() - skewed()) / std::f64::consts::SQRT_2
    }

    /// Runs tests to their end; the share that accepted H1, and the mean number of observations.
    fn simulate(test: &Sprt, mean: f64, seed: u64, draw: fn(&mut Rng) -> f64) -> (f64, f64) {
        let (mut accepted, mut observations) = (0, 0);
        for index in 0..TESTS {
            let mut rng = stream(seed, index, Purpose::Deal);
            let mut moments = Moments::default();
            let verdict = loop {
                moments.add(((mean + draw(&mut rng)) * UNIT).round() as i64);
                if let Some(verdict) = test.verdict(&moments, UNIT) {
                    break verdict;
                }
            };
            accepted += u64::from(verdict == Verdict::H1);
            observations += moments.count();
        }
        (accepted as f64 / TESTS as f64, observations as f64 / TESTS as f64)
    }

    const TESTS: u64 = 2000;

    /// Error rates stay below the nominal ones plus three binomial standard errors, and the number of observations below
    /// Wald's approximation ((1 − e) · gain + e · loss) / (δ² / 2) plus a fifth; e is the probability of the wrong end, δ the
    /// distance of the hypotheses in standard deviations. Wald neglects by how much the last observation oversteps the bound.
    #[test]
    fn error_rates_and_lengths_are_as_promised() {
        for (alpha, beta, distance) in [(0.05, 0.05, 0.15), (0.05, 0.05, 0.25), (0.01, 0.1, 0.2)] {
            let test = Sprt::new(0.0, distance, alpha, beta).expect("sound");
            let most = |rate: f64| rate + 3.0 * (rate * (1.0 - rate) / TESTS as f64).sqrt();
            let information = distance * distance / 2.0;
            let under_null = -((1.0 - alpha) * test.lower + alpha * test.upper) / information;
            let under_alternative = ((1.0 - beta) * test.upper + beta * test.lower) / information;
            for (seed, draw) in [(1, normal as fn(&mut Rng) -> f64), (2, difference)] {
                let (accepted, observations) = simulate(&test, 0.0, seed, draw);
                assert!(accepted <= most(alpha), "H1 is accepted falsely at {accepted}, not {alpha}");
                assert!(observations <= 1.2 * under_null, "{observations} observations, by theory {under_null}");
                let (accepted, observations) = simulate(&test, distance, seed + 10, draw);
                assert!(1.0 - accepted <= most(beta), "H0 is accepted falsely at {}, not {beta}", 1.0 - accepted);
                assert!(observations <= 1.2 * under_alternative, "{observations}, by theory {under_alternative}");
                // Far from both hypotheses the test is short and sure.
                let (accepted, observations) = simulate(&test, 5.0 * distance, seed + 20, draw);
                assert!(accepted == 1.0 && observations < under_alternative / 2.0, "{accepted} {observations}");
            }
        }
    }
}
