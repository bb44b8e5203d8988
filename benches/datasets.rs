//! Writing table `hands`: from played hands to the bytes of a row group.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gongzhu::Rules;
use gongzhu_experiments::dataset::{
    ColumnSet, Dataset, GROUP_ROWS, HandColumns, HandIds, HandRow, Origin, Plan, RulesText, Shard, TablePlan,
};
use gongzhu_experiments::play::{Deals, Seating, play_single};
use gongzhu_strategies::BotSpec;

fn plan(columns: ColumnSet) -> Plan {
    let rules = RulesText { name: "classic".into(), toml: String::new() };
    let origin =
        Origin { version: "0".into(), request: Default::default(), seed: 1, rules, bots: vec!["random".into()] };
    let hand_ids = HandIds::dense(GROUP_ROWS as u64);
    Plan { origin, hand_ids, shard: Shard::WHOLE, tables: vec![TablePlan::hands(columns)] }
}

fn rows() -> Vec<HandRow> {
    let rules = Rules::parse("classic").expect("a preset");
    let bots: Vec<BotSpec> = vec!["random".parse().expect("a bot")];
    let seating = Seating { table: 0, bots: [0; 4] };
    let row = |index: u64| {
        let row = play_single(&Deals::Seeded(1).setup(&rules, index), &bots, &seating, 1, index).expect("a hand");
        HandRow { hand_id: index as i64, ..row }
    };
    (0..GROUP_ROWS as u64).map(row).collect()
}

fn encode(c: &mut Criterion) {
    let rows = rows();
    let mut group = c.benchmark_group("encode a row group");
    group.throughput(Throughput::Elements(rows.len() as u64)).sample_size(10);
    for (name, columns) in [("all columns", ColumnSet::All), ("results", ColumnSet::Results)] {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let dataset = Dataset::create(&dir.path().join("set"), plan(columns)).expect("a new dataset");
        let encoder = dataset.encoder::<HandColumns>().expect("an encoder");
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut group = encoder.group().expect("a group");
                rows.iter().try_for_each(|row| group.push(row)).expect("rows");
                group.finish().expect("a row group")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, encode);
criterion_main!(benches);
