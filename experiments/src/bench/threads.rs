//! How random play in bulk gains by threads.

use super::measure::{Budget, Slice, Speed};
use super::paths::{BLOCKS, Path, play};
use super::report::Row;
use crate::error::RunError;
use gongzhu::Rules;
use gongzhu::kernel::{Bulk, LANES};
use gongzhu_strategies::clock::Clock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A row for 1, 2, 4 … threads, up to all threads of the pool. The numbers of threads take turns, so that what else the
/// machine does slows all of them down alike; each gets a budget.
///
/// # Errors
/// The user interrupts.
pub(super) fn scaling(budget: &Budget<'_>, rules: &Rules, path: &Path) -> Result<Vec<Row>, RunError> {
    let bulk = Bulk::new(rules);
    let counts = counts(rayon::current_num_threads());
    let mut calls = 1;
    while time(&bulk, 1, calls).wall < budget.slice() {
        budget.check()?;
        calls *= 2;
    }
    let mut slices = vec![Vec::new(); counts.len()];
    let start = Instant::now();
    while slices[0].is_empty() || start.elapsed() < budget.time * counts.len() as u32 {
        for (slices, &threads) in slices.iter_mut().zip(&counts) {
            budget.check()?;
            slices.push(time(&bulk, threads, calls * threads as u64));
        }
    }
    let speeds: Vec<Speed> = slices.iter().map(|slices| Speed::of(slices)).collect();
    let one = speeds[0].wall;
    let row = |(&threads, &speed): (&usize, &Speed)| Row::on_threads(path, speed, threads, Some(one / speed.wall));
    Ok(counts.iter().zip(&speeds).map(row).collect())
}

/// Powers of two below the most, and the most.
fn counts(most: usize) -> Vec<usize> {
    let below = std::iter::successors(Some(1), |threads| Some(2 * threads)).take_while(|&threads| threads < most);
    below.chain([most]).collect()
}

/// Plays `calls` stretches of blocks, of which each thread takes the next when it is done with one.
fn time(bulk: &Bulk<'_>, threads: usize, calls: u64) -> Slice {
    let next = AtomicU64::new(0);
    let work = || {
        let before = Clock::Thread.now();
        loop {
            let call = next.fetch_add(1, Ordering::Relaxed);
            if call >= calls {
                return Clock::Thread.now().saturating_sub(before);
            }
            play(bulk, call * BLOCKS..(call + 1) * BLOCKS);
        }
    };
    let start = Instant::now();
    let cpu: Duration = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mine = work();
        // A thread that panicked has said so.
        mine + others.into_iter().filter_map(|other| other.join().ok()).sum::<Duration>()
    });
    Slice { units: calls * BLOCKS * LANES as u64, cpu, wall: start.elapsed() }
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn threads_double_up_to_all() {
        assert_eq!(counts(1), [1]);
        assert_eq!(counts(2), [1, 2]);
        assert_eq!(counts(6), [1, 2, 4, 6]);
        assert_eq!(counts(8), [1, 2, 4, 8]);
    }
}
