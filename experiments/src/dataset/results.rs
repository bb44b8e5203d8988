//! Table `results`: one row a hand of a tournament, with the score and the gain of each seat.

use super::batch::BatchReader;
use super::column::{Column, ColumnSet, Packing, Table, by_seat, column};
use super::error::DatasetError;
use super::series::{NameSeries, Names, Numbers};
use arrow::datatypes::{Float64Type, Int16Type, Int32Type, Int64Type, UInt8Type};

/// One hand of a tournament: a line-up that played a deal in one of its seatings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ResultRow {
    /// The number of the hand in the dataset.
    pub hand_id: i64,
    /// The deal, which every line-up plays in every seating.
    pub deal_id: i64,
    /// The line-up.
    pub lineup: i32,
    /// The seating of the line-up.
    pub seating: u8,
    /// The bot of each seat, as an index into the bots of the dataset.
    pub bot: [u8; 4],
    /// The score of each seat.
    pub score: [i16; 4],
    /// The gain of each seat: its score less the mean of its opponents', so that more is better.
    pub gain: [f64; 4],
}

/// Buffered rows of table `results`.
pub struct ResultColumns {
    hand_id: Numbers<i64>,
    deal_id: Numbers<i64>,
    lineup: Numbers<i32>,
    seating: Numbers<u8>,
    bot: [NameSeries; 4],
    score: [Numbers<i16>; 4],
    gain: [Numbers<f64>; 4],
}

impl Table for ResultColumns {
    type Row = ResultRow;
    const NAME: &'static str = "results";
    const SCHEMA: &'static str = "results/1";
    const ABOUT: &'static str = "One row a hand of a tournament, in the order of `hand_id`.";

    fn new(names: &Names, _: ColumnSet) -> ResultColumns {
        ResultColumns {
            hand_id: Numbers::default(),
            deal_id: Numbers::default(),
            lineup: Numbers::default(),
            seating: Numbers::default(),
            bot: [(); 4].map(|()| names.bots()),
            score: Default::default(),
            gain: Default::default(),
        }
    }

    fn push(&mut self, row: &ResultRow) {
        self.hand_id.push(row.hand_id);
        self.deal_id.push(row.deal_id);
        self.lineup.push(row.lineup);
        self.seating.push(row.seating);
        for seat in 0..4 {
            self.bot[seat].codes.push(row.bot[seat]);
            self.score[seat].push(row.score[seat]);
            self.gain[seat].push(row.gain[seat]);
        }
    }

    fn columns(&mut self) -> Vec<Column<'_>> {
        use Packing::{Delta, Dictionary};
        let columns = [
            column("hand_id", &mut self.hand_id, "", "number of the hand in the dataset, ascending")
                .packing(Delta)
                .statistics(),
            column("deal_id", &mut self.deal_id, "", "number of the deal; all line-ups play it in all their seatings")
                .packing(Delta)
                .statistics(),
            column("lineup", &mut self.lineup, "", "number of the line-up").packing(Delta).statistics(),
            column("seating", &mut self.seating, "", "number of the line-up's seating").packing(Dictionary),
            by_seat("bot", &mut self.bot, "", "bot of the seat").packing(Dictionary),
            by_seat("score", &mut self.score, "points", "score of the seat in the hand")
                .packing(Dictionary)
                .statistics(),
            by_seat(
                "gain",
                &mut self.gain,
                "points",
                "score less the mean of the opponents'; more is better in every game",
            )
            .packing(Dictionary)
            .statistics(),
        ];
        columns.into_iter().flatten().collect()
    }

    fn read<E: From<DatasetError>>(
        batch: &BatchReader<'_>,
        each: &mut impl FnMut(&ResultRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let hand_id = batch.numbers::<Int64Type>("hand_id")?;
        let deal_id = batch.numbers::<Int64Type>("deal_id")?;
        let lineup = batch.numbers::<Int32Type>("lineup")?;
        let seating = batch.numbers::<UInt8Type>("seating")?;
        let score = batch.by_seat::<Int16Type>("score")?;
        let gain = batch.by_seat::<Float64Type>("gain")?;
        for (i, bot) in batch.bots()?.into_iter().enumerate() {
            each(&ResultRow {
                hand_id: hand_id.value(i),
                deal_id: deal_id.value(i),
                lineup: lineup.value(i),
                seating: seating.value(i),
                bot,
                score: score.map(|column| column.value(i)),
                gain: gain.map(|column| column.value(i)),
            })?;
        }
        Ok(())
    }
}
