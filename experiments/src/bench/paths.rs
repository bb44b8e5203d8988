//! The paths that are measured, in the order of the report.

use super::measure::{Budget, Speed};
use super::report::Row;
use super::{SEED, hidden, parquet, seats, threads};
use crate::dataset::ColumnSet;
use crate::error::RunError;
use gongzhu::kernel::{Bulk, LANES, Processor};
use gongzhu::rng::{Purpose, stream};
use gongzhu::{Deal, Rules};
use std::hint::black_box;

/// A path through the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    pub(super) name: &'static str,
    /// The rule set, where it matters.
    pub(super) rules: &'static str,
    pub(super) unit: &'static str,
    work: Work,
}

/// What is done on a path.
#[derive(Clone, Copy, Debug)]
enum Work {
    Deal,
    Bulk(Processor),
    FirstLegal,
    Bots(&'static str),
    SetUp,
    Sample,
    RollOut(hidden::Policy, Processor),
    Write(ColumnSet),
    Threads,
}

/// All paths that a processor has. The best that it can do comes without the processor's name.
pub(super) fn all(best: Processor) -> Vec<Path> {
    use hidden::Policy::{Sensible, Uniform};
    let mut paths = Vec::new();
    let mut add = |name, unit, work, rule_sets: &[&'static str]| {
        paths.extend(rule_sets.iter().map(|rules| Path { name, rules, unit, work }));
    };
    add("dealing", "deals", Work::Deal, &["any"]);
    let bulk = ["classic", "swap", "hearts", "tantony"];
    add("random play in bulk", "hands", Work::Bulk(best), &bulk[..3]);
    if best >= Processor::Bmi2 {
        add("random play in bulk, scalar", "hands", Work::Bulk(Processor::Bmi2), &bulk);
    }
    add("random play in bulk, portable", "hands", Work::Bulk(Processor::Portable), &bulk);
    let games = ["classic", "scrofa", "hearts", "tantony"];
    add("four first-legal bots", "hands", Work::FirstLegal, &games);
    add("four random bots", "hands", Work::Bots("random"), &games);
    add("four heuristic bots", "hands", Work::Bots("heuristic"), &games);
    add("sampler set-up from a view", "set-ups", Work::SetUp, &["classic"]);
    add("sampling hidden hands", "samples", Work::Sample, &["classic"]);
    let searched = ["classic", "scrofa"];
    add("uniform roll-outs", "roll-outs", Work::RollOut(Uniform, best), &searched);
    add("sensible roll-outs", "roll-outs", Work::RollOut(Sensible, best), &searched);
    if best >= Processor::Bmi2 {
        add("uniform roll-outs, scalar", "roll-outs", Work::RollOut(Uniform, Processor::Bmi2), &searched);
        add("sensible roll-outs, scalar", "roll-outs", Work::RollOut(Sensible, Processor::Bmi2), &searched);
    }
    add("random hands to Parquet, all columns", "hands", Work::Write(ColumnSet::All), &["classic"]);
    add("random hands to Parquet, results", "hands", Work::Write(ColumnSet::Results), &["classic"]);
    add("random play in bulk on threads", "hands", Work::Threads, &["classic"]);
    paths
}

impl Path {
    /// The rows of the report: one, or one for each number of threads.
    ///
    /// # Errors
    /// A path that cannot work, such as one without a disk to write to, or an interruption.
    pub(super) fn measure(&self, budget: &Budget<'_>) -> Result<Vec<Row>, RunError> {
        // The path that has no rules is given some for nothing.
        let rules = Rules::parse(if self.rules == "any" { "classic" } else { self.rules })?;
        let speed = match self.work {
            Work::Deal => deal(budget),
            Work::Bulk(processor) => bulk(budget, &rules, processor),
            Work::FirstLegal => seats::first_legal(budget, &rules),
            Work::Bots(name) => seats::bots(budget, &rules, name),
            Work::SetUp => hidden::set_up(budget, &rules),
            Work::Sample => hidden::sample(budget, &rules),
            Work::RollOut(policy, processor) => hidden::roll_out(budget, &rules, policy, processor),
            Work::Write(columns) => {
                let speed = parquet::write(budget, &rules, columns)?;
                return Ok(vec![Row::on_threads(self, speed, rayon::current_num_threads(), None)]);
            }
            Work::Threads => return threads::scaling(budget, &rules, self),
        };
        Ok(vec![Row::on_one(self, speed?)])
    }
}

fn deal(budget: &Budget<'_>) -> Result<Speed, RunError> {
    const DEALS: u64 = 1 << 10;
    let mut rng = stream(SEED, 0, Purpose::Deal);
    budget.measure(|| {
        for _ in 0..DEALS {
            black_box(Deal::random(&mut rng));
        }
        DEALS
    })
}

fn bulk(budget: &Budget<'_>, rules: &Rules, processor: Processor) -> Result<Speed, RunError> {
    let bulk = Bulk::new(rules).on(processor);
    let mut next = 0;
    budget.measure(|| {
        let blocks = next..next + BLOCKS;
        next = blocks.end;
        play(&bulk, blocks)
    })
}

/// Blocks that are played at a call.
pub(super) const BLOCKS: u64 = 64;

/// Plays blocks and adds their scores up; says how many hands they have.
pub(super) fn play(bulk: &Bulk<'_>, blocks: std::ops::Range<u64>) -> u64 {
    let (mut hands, mut sum) = (0, 0);
    bulk.play(SEED, blocks, &mut |block| {
        hands += LANES as u64;
        sum += block.scores.0.iter().flatten().map(|&score| i64::from(score)).sum::<i64>();
    });
    black_box(sum);
    hands
}
