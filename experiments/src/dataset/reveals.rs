//! Table `reveals`: one row for each subset of cards that a seat could reveal, with what came of it on the same deal.

use super::batch::BatchReader;
use super::column::{Column, ColumnSet, Packing, Table, by_seat, column};
use super::error::DatasetError;
use super::series::{NameSeries, Names, Numbers};
use arrow::datatypes::{Float64Type, Int64Type, UInt8Type};

/// What came of a seat's revealing certain cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RevealRow {
    /// The number of the hand in the dataset, which is that of its deal.
    pub hand_id: i64,
    /// The seat that decides.
    pub seat: u8,
    /// Its bot, as an index into the bots of the dataset.
    pub bot: u8,
    /// How many seats decide before it.
    pub position: u8,
    /// Its cards, as a mask.
    pub hand: u64,
    /// Those of them that it was passed.
    pub received: u64,
    /// Those of them that it may reveal; the same for all rows of the decision.
    pub revealable: u64,
    /// What others have revealed before.
    pub revealed_before: u64,
    /// What its bot reveals in the hand.
    pub bot_reveals: u64,
    /// What it reveals here.
    pub reveal: u64,
    /// The score of each seat, the mean over the play-outs.
    pub score: [f64; 4],
}

/// Buffered rows of table `reveals`.
pub struct RevealColumns {
    hand_id: Numbers<i64>,
    seat: Numbers<u8>,
    bot: NameSeries,
    position: Numbers<u8>,
    hand: Numbers<i64>,
    received: Numbers<i64>,
    revealable: Numbers<i64>,
    revealed_before: Numbers<i64>,
    bot_reveals: Numbers<i64>,
    reveal: Numbers<i64>,
    score: [Numbers<f64>; 4],
}

impl Table for RevealColumns {
    type Row = RevealRow;
    const NAME: &'static str = "reveals";
    const SCHEMA: &'static str = "reveals/1";
    const ABOUT: &'static str = "One row for each subset of the cards that a seat may reveal, nothing among them, in the order of \
                                 `hand_id`, of the decisions in a hand, and of the masks.";
    const ONE_A_HAND: bool = false;

    fn new(names: &Names, _: ColumnSet) -> RevealColumns {
        RevealColumns {
            hand_id: Numbers::default(),
            seat: Numbers::default(),
            bot: names.bots(),
            position: Numbers::default(),
            hand: Numbers::default(),
            received: Numbers::default(),
            revealable: Numbers::default(),
            revealed_before: Numbers::default(),
            bot_reveals: Numbers::default(),
            reveal: Numbers::default(),
            score: Default::default(),
        }
    }

    fn push(&mut self, row: &RevealRow) {
        self.hand_id.push(row.hand_id);
        self.seat.push(row.seat);
        self.bot.codes.push(row.bot);
        self.position.push(row.position);
        self.hand.push(row.hand as i64);
        self.received.push(row.received as i64);
        self.revealable.push(row.revealable as i64);
        self.revealed_before.push(row.revealed_before as i64);
        self.bot_reveals.push(row.bot_reveals as i64);
        self.reveal.push(row.reveal as i64);
        for seat in 0..4 {
            self.score[seat].push(row.score[seat]);
        }
    }

    fn columns(&mut self) -> Vec<Column<'_>> {
        use Packing::{Delta, Dictionary, Plain};
        let columns = [
            column("hand_id", &mut self.hand_id, "", "number of the hand in the dataset, and of its deal, ascending")
                .packing(Delta)
                .statistics(),
            column("seat", &mut self.seat, "seat", "who decides").packing(Dictionary),
            column("bot", &mut self.bot, "", "bot of the seat").packing(Dictionary),
            column("position", &mut self.position, "seats", "how many decide before it").packing(Dictionary),
            column("hand", &mut self.hand, "card mask", "cards of the seat when it decides").packing(Plain),
            column("received", &mut self.received, "card mask", "those of them that it was passed").packing(Plain),
            column("revealable", &mut self.revealable, "card mask", "those of them that it may reveal")
                .packing(Dictionary),
            column("revealed_before", &mut self.revealed_before, "card mask", "what other seats have revealed before")
                .packing(Dictionary),
            column("bot_reveals", &mut self.bot_reveals, "card mask", "what the bot of the seat reveals in the hand")
                .packing(Dictionary),
            column("reveal", &mut self.reveal, "card mask", "what the seat reveals here").packing(Dictionary),
            by_seat(
                "score",
                &mut self.score,
                "points",
                "score of the seat, in a partnership its side's, the mean over the play-outs",
            )
            .packing(Dictionary)
            .statistics(),
        ];
        columns.into_iter().flatten().collect()
    }

    fn read<E: From<DatasetError>>(
        batch: &BatchReader<'_>,
        each: &mut impl FnMut(&RevealRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let hand_id = batch.numbers::<Int64Type>("hand_id")?;
        let seat = batch.numbers::<UInt8Type>("seat")?;
        let bot = batch.bot_column("bot")?;
        let position = batch.numbers::<UInt8Type>("position")?;
        let masks = ["hand", "received", "revealable", "revealed_before", "bot_reveals", "reveal"];
        let [hand, received, revealable, before, own, reveal] = masks.map(|name| batch.numbers::<Int64Type>(name));
        let (hand, received, revealable) = (hand?, received?, revealable?);
        let (before, own, reveal) = (before?, own?, reveal?);
        let score = batch.by_seat::<Float64Type>("score")?;
        for (i, bot) in bot.into_iter().enumerate() {
            each(&RevealRow {
                hand_id: hand_id.value(i),
                seat: seat.value(i),
                bot,
                position: position.value(i),
                hand: hand.value(i) as u64,
                received: received.value(i) as u64,
                revealable: revealable.value(i) as u64,
                revealed_before: before.value(i) as u64,
                bot_reveals: own.value(i) as u64,
                reveal: reveal.value(i) as u64,
                score: score.map(|column| column.value(i)),
            })?;
        }
        Ok(())
    }
}
