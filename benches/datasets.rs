//! Writing table `hands`: from played hands to the bytes of a row group.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gongzhu::{CardSet, Rules};
use gongzhu_experiments::dataset::{
    BLOCK_HANDS, ColumnSet, Dataset, GROUP_ROWS, GroupEncoder, HandBlock, HandColumns, HandIds, HandRow, Origin, Plan,
    RulesText, Shard, TablePlan,
};
use gongzhu_experiments::play::{Crew, Deals, Players, Seating};
use gongzhu_strategies::BotSpec;

/// The different hands of a group, which has them again and again: few enough that reading them is not what is measured,
/// and as many as a page has, so that compression does not profit.
const HANDS: usize = 1 << 13;

fn plan(columns: ColumnSet) -> Plan {
    let rules = RulesText { name: "classic".into(), toml: String::new() };
    let origin = Origin {
        version: "0".into(),
        request: Default::default(),
        seed: 1,
        rules,
        bots: vec!["random".into()],
        deterministic: true,
    };
    let hand_ids = HandIds::dense(GROUP_ROWS as u64);
    Plan { origin, hand_ids, shard: Shard::WHOLE, tables: vec![TablePlan::hands(columns)] }
}

fn rows() -> Vec<HandRow> {
    let rules = Rules::parse("classic").expect("a preset");
    let bots: Vec<BotSpec> = vec!["random".parse().expect("a bot")];
    let seating = Seating { table: 0, bots: [0; 4] };
    let crew = Crew::new(&bots);
    let players = Players { crew: &crew, seating, seed: 1, stopwatch: None };
    let row = |index: u64| {
        let row = players.play_single(&Deals::Seeded(1).setup(&rules, index), index).expect("a hand");
        HandRow { hand_id: index as i64, ..row }
    };
    (0..HANDS as u64).map(row).collect()
}

/// The same hands as blocks.
fn blocks(rows: &[HandRow]) -> Vec<HandBlock> {
    let set = |mask: u64| CardSet::from_mask(mask).expect("52 bits");
    let block = |rows: &[HandRow]| {
        let seats = |of: fn(&HandRow) -> [u64; 4]| [0, 1, 2, 3].map(|seat| per_hand(rows, |row| set(of(row)[seat])));
        HandBlock {
            first_id: rows[0].hand_id,
            bot: rows[0].bot,
            hand_number: per_hand(rows, |row| row.hand_number),
            opening_seat: per_hand(rows, |row| row.opening_seat),
            pig_taker: per_hand(rows, |row| row.pig_taker),
            deal: seats(|row| row.deal),
            passes: per_hand(rows, |row| row.pass.is_some()),
            pass: seats(|row| row.pass.unwrap_or_default()),
            revealed: per_hand(rows, |row| set(row.revealed)),
            plays: per_hand(rows, |row| row.plays),
            winners: per_hand(rows, |row| row.winners.iter().rev().fold(0, |bits, &seat| bits << 2 | i32::from(seat))),
            taken: seats(|row| row.taken),
            score: [0, 1, 2, 3].map(|seat| per_hand(rows, |row| row.score[seat])),
        }
    };
    rows.chunks(BLOCK_HANDS).map(block).collect()
}

fn per_hand<T>(rows: &[HandRow], of: impl Fn(&HandRow) -> T) -> [T; BLOCK_HANDS] {
    std::array::from_fn(|hand| of(&rows[hand]))
}

fn encode(c: &mut Criterion) {
    let rows = rows();
    let blocks = blocks(&rows);
    let mut group = c.benchmark_group("encode a row group");
    group.throughput(Throughput::Elements(GROUP_ROWS as u64)).sample_size(10);
    for (name, columns) in [("all columns", ColumnSet::All), ("results", ColumnSet::Results)] {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let dataset = Dataset::create(&dir.path().join("set"), plan(columns)).expect("a new dataset");
        let encoder = dataset.encoder::<HandColumns>().expect("an encoder");
        let make = |add: &dyn Fn(&mut GroupEncoder<'_, HandColumns>)| {
            let mut group = encoder.group().expect("a group");
            (0..GROUP_ROWS / HANDS).for_each(|_| add(&mut group));
            group.finish().expect("a row group")
        };
        group.bench_function(format!("{name} by row"), |b| {
            b.iter(|| make(&|group| rows.iter().try_for_each(|row| group.push(row)).expect("rows")));
        });
        group.bench_function(format!("{name} by block"), |b| {
            b.iter(|| {
                make(&|group| blocks.iter().try_for_each(|block| group.push_block(block, BLOCK_HANDS)).expect("rows"))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, encode);
criterion_main!(benches);
