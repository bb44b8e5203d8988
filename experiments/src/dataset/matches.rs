//! Table `matches`: one row a match, with how it ended.

use super::batch::BatchReader;
use super::column::{Column, ColumnSet, Packing, Table, by_seat, column};
use super::error::DatasetError;
use super::series::{NameSeries, Names, Numbers};
use arrow::datatypes::{Float64Type, Int32Type, Int64Type, UInt8Type};

/// One match: in a tournament a line-up that played the deals of a number in one of its seatings; a simulation has one line-up and
/// one seating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchRow {
    /// The id of the match's first hand.
    pub hand_id: i64,
    /// The match in the dataset.
    pub match_id: i64,
    /// The number of the match, whose deals every line-up plays in every seating.
    pub match_number: i64,
    /// The line-up.
    pub lineup: i32,
    /// The seating of the line-up.
    pub seating: u8,
    /// The bot of each seat, as an index into the bots of the dataset.
    pub bot: [u8; 4],
    /// How many hands were played.
    pub hands: i32,
    /// How many wins the match weighs.
    pub weight: u8,
    /// The total of each seat, in a partnership its side's.
    pub total: [i32; 4],
    /// The place of each seat, from 1.
    pub place: [u8; 4],
    /// The gain of each seat: its total less the mean of its opponents', so that more is better.
    pub gain: [f64; 4],
}

/// Buffered rows of table `matches`.
pub struct MatchColumns {
    hand_id: Numbers<i64>,
    match_id: Numbers<i64>,
    match_number: Numbers<i64>,
    lineup: Numbers<i32>,
    seating: Numbers<u8>,
    bot: [NameSeries; 4],
    hands: Numbers<i32>,
    weight: Numbers<u8>,
    total: [Numbers<i32>; 4],
    place: [Numbers<u8>; 4],
    gain: [Numbers<f64>; 4],
}

impl Table for MatchColumns {
    type Row = MatchRow;
    const NAME: &'static str = "matches";
    const SCHEMA: &'static str = "matches/1";
    const ABOUT: &'static str = "One row a match, in the order of `hand_id`.";

    fn new(names: &Names, _: ColumnSet) -> MatchColumns {
        MatchColumns {
            hand_id: Numbers::default(),
            match_id: Numbers::default(),
            match_number: Numbers::default(),
            lineup: Numbers::default(),
            seating: Numbers::default(),
            bot: [(); 4].map(|()| names.bots()),
            hands: Numbers::default(),
            weight: Numbers::default(),
            total: Default::default(),
            place: Default::default(),
            gain: Default::default(),
        }
    }

    fn push(&mut self, row: &MatchRow) {
        self.hand_id.push(row.hand_id);
        self.match_id.push(row.match_id);
        self.match_number.push(row.match_number);
        self.lineup.push(row.lineup);
        self.seating.push(row.seating);
        self.hands.push(row.hands);
        self.weight.push(row.weight);
        for seat in 0..4 {
            self.bot[seat].codes.push(row.bot[seat]);
            self.total[seat].push(row.total[seat]);
            self.place[seat].push(row.place[seat]);
            self.gain[seat].push(row.gain[seat]);
        }
    }

    fn columns(&mut self) -> Vec<Column<'_>> {
        use Packing::{Delta, Dictionary};
        let number = "number of the match; all line-ups play its deals in all their seatings";
        let columns = [
            column("hand_id", &mut self.hand_id, "", "number of the match's first hand in the dataset, ascending")
                .packing(Delta)
                .statistics(),
            column("match_id", &mut self.match_id, "", "number of the match in the dataset, as in table `hands`")
                .packing(Delta)
                .statistics(),
            column("match_number", &mut self.match_number, "", number).packing(Delta).statistics(),
            column("lineup", &mut self.lineup, "", "number of the line-up").packing(Delta).statistics(),
            column("seating", &mut self.seating, "", "number of the line-up's seating").packing(Dictionary),
            by_seat("bot", &mut self.bot, "", "bot of the seat").packing(Dictionary),
            column("hands", &mut self.hands, "hands", "how many were played").packing(Dictionary),
            column("weight", &mut self.weight, "wins", "how many wins the match weighs").packing(Dictionary),
            by_seat("total", &mut self.total, "points", "total of the seat, in a partnership its side's")
                .packing(Dictionary)
                .statistics(),
            by_seat("place", &mut self.place, "", "place of the seat, from 1; equal totals take the better one")
                .packing(Dictionary),
            by_seat(
                "gain",
                &mut self.gain,
                "points",
                "total less the mean of the opponents'; more is better in every game",
            )
            .packing(Dictionary)
            .statistics(),
        ];
        columns.into_iter().flatten().collect()
    }

    fn read<E: From<DatasetError>>(
        batch: &BatchReader<'_>,
        each: &mut impl FnMut(&MatchRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let hand_id = batch.numbers::<Int64Type>("hand_id")?;
        let match_id = batch.numbers::<Int64Type>("match_id")?;
        let match_number = batch.numbers::<Int64Type>("match_number")?;
        let lineup = batch.numbers::<Int32Type>("lineup")?;
        let seating = batch.numbers::<UInt8Type>("seating")?;
        let hands = batch.numbers::<Int32Type>("hands")?;
        let weight = batch.numbers::<UInt8Type>("weight")?;
        let total = batch.by_seat::<Int32Type>("total")?;
        let place = batch.by_seat::<UInt8Type>("place")?;
        let gain = batch.by_seat::<Float64Type>("gain")?;
        for (i, bot) in batch.bots()?.into_iter().enumerate() {
            each(&MatchRow {
                hand_id: hand_id.value(i),
                match_id: match_id.value(i),
                match_number: match_number.value(i),
                lineup: lineup.value(i),
                seating: seating.value(i),
                bot,
                hands: hands.value(i),
                weight: weight.value(i),
                total: total.map(|column| column.value(i)),
                place: place.map(|column| column.value(i)),
                gain: gain.map(|column| column.value(i)),
            })?;
        }
        Ok(())
    }
}
