//! How often, not by how much.

/// What an observation adds to the probability of superiority, in halves: 2 if it is positive, 1 if it is zero, else 0. The
/// mean over observations estimates P(x > 0) + ½ P(x = 0), the probability that the first of two does better, for paired
/// differences x (Grissom & Kim 2012, *Effect Sizes for Research*, PS for dependent groups; after Vargha & Delaney 2000).
/// Unlike the mean difference it does not depend on how scores are spread.
pub fn superiority(difference: i64) -> i64 {
    1 + difference.signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Moments;

    /// Golden values of NumPy, `mean(d)` with d = (x > 0) + (x == 0) / 2, and of `scipy.stats.sem(d)` (SciPy 1.17).
    #[test]
    fn agrees_with_numpy() {
        let mut moments = Moments::default();
        [3, 0, -1, 5, 0, 2, -4, 8].into_iter().for_each(|value| moments.add(superiority(value)));
        let estimate = moments.estimate(2.0);
        assert_eq!(estimate.mean, Some(0.625));
        assert!(estimate.error.is_some_and(|error| (error - 0.156_695_792_632_002_17).abs() < 1e-12));
    }
}
