//! Several tests at once.

/// The p-values of a family of tests adjusted after Holm: refusing the hypotheses whose adjusted value is below a level keeps
/// the probability of refusing any true one below that level, whatever the tests have in common. With the values in
/// ascending order, p̃₍ᵢ₎ = max over j ≤ i of min(1, (m − j + 1) · p₍ⱼ₎) (Holm 1979, *A simple sequentially rejective multiple
/// test procedure*). The order of the values is kept.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut most: f64 = 0.0;
    for (rank, index) in order.into_iter().enumerate() {
        most = most.max((p_values.len() - rank) as f64 * p_values[index]).min(1.0);
        adjusted[index] = most;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Golden values of NumPy: `minimum(1, maximum.accumulate(sort(p) * (m - arange(m))))`, in the order of p.
    #[test]
    fn agrees_with_numpy() {
        for (p, wanted) in [
            (&[0.01, 0.04, 0.03, 0.005, 0.2][..], &[0.04, 0.09, 0.09, 0.025, 0.2][..]),
            (&[0.6, 0.5, 0.4], &[1.0, 1.0, 1.0]),
            (&[0.03], &[0.03]),
            (&[], &[]),
        ] {
            let found = holm(p);
            assert_eq!(found.len(), wanted.len());
            assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        }
    }
}
