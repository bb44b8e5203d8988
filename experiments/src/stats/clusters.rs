//! Means over observations of which several belong to one deal.

use super::mean::Estimate;

/// Sums over clusters of observations, such as the decisions of one deal: the clusters are independent, the observations in
/// a cluster need not be. Whole numbers, so that adding in any order gives the same result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clusters {
    clusters: u64,
    size: i128,
    sum: i128,
    size_squares: i128,
    products: i128,
    sum_squares: i128,
}

impl Clusters {
    /// Adds a cluster of `size` observations with this sum; a cluster without observations is none.
    #[inline]
    pub fn add(&mut self, size: u32, sum: i64) {
        if size == 0 {
            return;
        }
        let (size, sum) = (i128::from(size), i128::from(sum));
        self.clusters += 1;
        self.size += size;
        self.sum += sum;
        self.size_squares += size * size;
        self.products += size * sum;
        self.sum_squares += sum * sum;
    }

    /// Adds the clusters of another sample.
    pub fn merge(&mut self, other: &Clusters) {
        self.clusters += other.clusters;
        self.size += other.size;
        self.sum += other.sum;
        self.size_squares += other.size_squares;
        self.products += other.products;
        self.sum_squares += other.sum_squares;
    }

    /// How many observations the clusters have.
    pub fn observations(&self) -> u64 {
        self.size as u64
    }

    /// The estimate of the mean of observation / `unit`; its count is that of the clusters.
    ///
    /// With mᵢ observations of sum tᵢ in cluster i of G, the mean is the ratio r = Σtᵢ / Σmᵢ, and its standard error
    /// √(G / (G − 1) · Σ(tᵢ − r mᵢ)²) / Σmᵢ (Cochran 1977, *Sampling Techniques*, §6.4). Where every cluster is one observation
    /// this is the error of [`Moments`](super::Moments).
    pub fn estimate(&self, unit: f64) -> Estimate {
        let (groups, size, sum) = (self.clusters as f64, self.size as f64, self.sum as f64);
        let mean = (self.clusters > 0).then(|| sum / size / unit);
        let error = (self.clusters > 1).then(|| {
            let ratio = sum / size;
            let spread =
                self.sum_squares as f64 - 2.0 * ratio * self.products as f64 + ratio * ratio * self.size_squares as f64;
            (groups / (groups - 1.0) * spread.max(0.0)).sqrt() / size / unit
        });
        Estimate::student(self.clusters, mean, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Moments;

    fn close(found: Option<f64>, wanted: f64) {
        let found = found.expect("enough clusters");
        assert!((found - wanted).abs() < 1e-9 * wanted.abs().max(1.0), "{found} is not {wanted}");
    }

    /// Golden values: statsmodels 0.15, the regression of the observations on a constant with `cov_type='cluster'`, whose
    /// correction for small samples is G / (G − 1) · (N − 1) / (N − k) with k = 1.
    #[test]
    fn agrees_with_statsmodels() {
        let mut clusters = Clusters::default();
        for cluster in [&[5, 9, -2][..], &[0], &[14, 11], &[], &[-6, 1, 1, 3]] {
            clusters.add(cluster.len() as u32, cluster.iter().sum());
        }
        let estimate = clusters.estimate(1.0);
        assert_eq!((estimate.count, clusters.observations()), (4, 10));
        close(estimate.mean, STATSMODELS.0);
        close(estimate.error, STATSMODELS.1);
        close(clusters.estimate(2.0).error, STATSMODELS.1 / 2.0);
    }

    const STATSMODELS: (f64, f64) = (3.6, 2.752_937_824_700_489);

    #[test]
    fn single_observations_are_a_plain_sample() {
        let (mut clusters, mut moments) = (Clusters::default(), Moments::default());
        for value in [12, -7, 30, 4, 4, -19, 55, 8] {
            clusters.add(1, value);
            moments.add(value);
        }
        let (clustered, plain) = (clusters.estimate(3.0), moments.estimate(3.0));
        close(clustered.error, plain.error.expect("enough values"));
        assert_eq!((clustered.count, clustered.mean), (plain.count, plain.mean));
        assert!(clustered.interval.is_some_and(|(low, _)| (low - plain.interval.expect("an interval").0).abs() < 1e-9));
    }

    #[test]
    fn order_and_parts_do_not_matter() {
        let values = [(2, 7), (1, -3), (3, 40), (1, 0)];
        let mut whole = Clusters::default();
        values.iter().for_each(|&(size, sum)| whole.add(size, sum));
        let (mut left, mut right) = (Clusters::default(), Clusters::default());
        values[..1].iter().for_each(|&(size, sum)| right.add(size, sum));
        values[1..].iter().rev().for_each(|&(size, sum)| left.add(size, sum));
        left.merge(&right);
        assert_eq!(left, whole);
        assert_eq!(Clusters::default().estimate(1.0).mean, None);
    }
}
