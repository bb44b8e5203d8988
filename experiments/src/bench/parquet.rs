//! Random hands written as `simulate` writes them, into a temporary directory.

use super::SEED;
use super::measure::{Budget, Slice, Speed};
use crate::dataset::{ColumnSet, Dataset, HandIds, PART_HANDS, Plan, Shard, TablePlan};
use crate::error::RunError;
use crate::play::{Control, RandomHands, Stopped, fill_in_bulk};
use crate::request::origin;
use gongzhu::Rules;
use gongzhu::kernel::Detail;
use gongzhu_strategies::clock::Clock;
use indicatif::ProgressBar;
use serde_json::Map;
use std::path::Path;

/// Writes datasets, one a slice, on all threads of the pool: with a part for each thread, so that the ends, at which some
/// threads have nothing to do, count little.
///
/// # Errors
/// The temporary directory cannot be written to, or the user interrupts.
pub(super) fn write(budget: &Budget<'_>, rules: &Rules, columns: ColumnSet) -> Result<Speed, RunError> {
    let hands = PART_HANDS * rayon::current_num_threads() as u64;
    let detail = match columns {
        ColumnSet::All => Detail::Plays,
        ColumnSet::Results => Detail::Scores,
    };
    let source = RandomHands::new(rules, [0; 4], SEED, detail);
    let plan = Plan {
        origin: origin(rules, &["random".parse()?], SEED, Map::new()),
        hand_ids: HandIds::dense(hands),
        shard: Shard::WHOLE,
        tables: vec![TablePlan::hands(columns)],
    };
    let slices = budget.slices(|| {
        let dir = tempfile::tempdir()
            .map_err(|error| RunError::Failed(format!("cannot make a temporary directory: {error}")))?;
        let mut written = Ok(());
        let slice = Slice::time(Clock::Process, || {
            written = fill(budget, &dir.path().join("hands"), &plan, &source);
            hands
        });
        written.map(|()| slice)
    })?;
    Ok(Speed::of(&slices))
}

fn fill(budget: &Budget<'_>, dir: &Path, plan: &Plan, source: &RandomHands<'_>) -> Result<(), RunError> {
    let mut dataset = Dataset::create(dir, plan.clone())?;
    let control = Control { stop: budget.stop, bar: ProgressBar::hidden() };
    fill_in_bulk(&mut dataset, &control, &|ids, group| source.fill(ids, group)).map_err(|why| match why {
        Stopped::Interrupted => super::measure::interrupted(),
        Stopped::Failed(error) => error,
    })?;
    dataset.finish()?;
    Ok(())
}
