//! Table `hands`: one row a hand, with all that rebuilds it and what came of it.

use super::batch::{BatchReader, bytes, optional};
use super::block::{BLOCK_HANDS, HandBlock};
use super::column::{Column, ColumnSet, Packing, Table, by_seat, column};
use super::error::DatasetError;
use super::series::{ByteSeries, NameSeries, Names, Numbers, OptionalBytes, Optionals};
use arrow::array::Array;
use arrow::datatypes::{Int16Type, Int32Type, Int64Type, UInt8Type};
use gongzhu::CardSet;

/// One hand. Cards are numbers 0–51 (suit × 13 + rank, suits S H D C), sets of cards are masks of such bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandRow {
    /// The number of the hand in the dataset.
    pub hand_id: i64,
    /// The match, unless hands are independent.
    pub match_id: Option<i64>,
    /// The seating in duplicate play, else 0.
    pub seating: u8,
    /// The number of the hand in its match.
    pub hand_number: i32,
    /// The bot of each seat, as an index into the bots of the dataset.
    pub bot: [u8; 4],
    /// The match totals before the hand.
    pub total_before: [i32; 4],
    /// The opener where no card decides it.
    pub opening_seat: Option<u8>,
    /// The seat that took the pig in the hand before, where the rules ask for it.
    pub pig_taker: Option<u8>,
    /// The cards dealt to each seat.
    pub deal: [u64; 4],
    /// The cards that each seat passed, in hands with a pass.
    pub pass: Option<[u64; 4]>,
    /// The revealed cards.
    pub revealed: u64,
    /// The cards in the order played.
    pub plays: [u8; 52],
    /// The seat that got each of the tricks 1–12, in games where the taker decides.
    pub assign: Option<[u8; 12]>,
    /// The seat of the highest card of each trick.
    pub winners: [u8; 13],
    /// The cards in each seat's pile at the end.
    pub taken: [u64; 4],
    /// The score of each seat.
    pub score: [i16; 4],
    /// How many decisions of each seat were faulty and were replaced.
    pub faults: [u8; 4],
}

/// What table `hands` tells of a hand whichever columns it keeps: no cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandOutline {
    /// The number of the hand in the dataset.
    pub hand_id: i64,
    /// The match, unless hands are independent.
    pub match_id: Option<i64>,
    /// The seating in duplicate play, else 0.
    pub seating: u8,
    /// The number of the hand in its match.
    pub hand_number: i32,
    /// The bot of each seat, as an index into the bots of the dataset.
    pub bot: [u8; 4],
    /// The match totals before the hand.
    pub total_before: [i32; 4],
    /// The opener where no card decides it.
    pub opening_seat: Option<u8>,
    /// The seat that took the pig in the hand before, where the rules ask for it.
    pub pig_taker: Option<u8>,
    /// The score of each seat.
    pub score: [i16; 4],
}

impl From<&HandRow> for HandOutline {
    fn from(row: &HandRow) -> HandOutline {
        let &HandRow { hand_id, match_id, seating, hand_number, bot, total_before, .. } = row;
        let &HandRow { opening_seat, pig_taker, score, .. } = row;
        HandOutline { hand_id, match_id, seating, hand_number, bot, total_before, opening_seat, pig_taker, score }
    }
}

impl HandOutline {
    /// Calls `each` with the outline of every row of a batch.
    pub(super) fn read(batch: &BatchReader<'_>, each: &mut impl FnMut(&HandOutline)) -> Result<(), DatasetError> {
        let hand_id = batch.hand_ids()?;
        let match_id = batch.numbers::<Int64Type>("match_id")?;
        let seating = batch.numbers::<UInt8Type>("seating")?;
        let hand_number = batch.numbers::<Int32Type>("hand_number")?;
        let total_before = batch.by_seat::<Int32Type>("total_before")?;
        let opening_seat = batch.numbers::<UInt8Type>("opening_seat")?;
        let pig_taker = batch.numbers::<UInt8Type>("pig_taker")?;
        let score = batch.by_seat::<Int16Type>("score")?;
        for (i, bot) in batch.bots()?.into_iter().enumerate() {
            each(&HandOutline {
                hand_id: hand_id[i],
                match_id: optional(match_id, i),
                seating: seating.value(i),
                hand_number: hand_number.value(i),
                bot,
                total_before: total_before.map(|column| column.value(i)),
                opening_seat: optional(opening_seat, i),
                pig_taker: optional(pig_taker, i),
                score: score.map(|column| column.value(i)),
            });
        }
        Ok(())
    }
}

/// Buffered rows of table `hands`.
pub struct HandColumns {
    details: bool,
    hand_id: Numbers<i64>,
    match_id: Optionals<i64>,
    seating: Numbers<u8>,
    hand_number: Numbers<i32>,
    rules: NameSeries,
    bot: [NameSeries; 4],
    total_before: [Numbers<i32>; 4],
    opening_seat: Optionals<u8>,
    pig_taker: Optionals<u8>,
    deal: [Numbers<i64>; 4],
    pass: [Optionals<i64>; 4],
    revealed: Numbers<i64>,
    plays: ByteSeries<52>,
    assign: OptionalBytes<12>,
    winners: Numbers<i32>,
    taken: [Numbers<i64>; 4],
    score: [Numbers<i16>; 4],
    faults: [Numbers<u8>; 4],
}

impl HandColumns {
    /// Adds sixteen rows.
    pub(super) fn push_block(&mut self, block: &HandBlock) {
        self.hand_id.extend((block.first_id..).take(BLOCK_HANDS));
        self.match_id.extend_without(BLOCK_HANDS);
        self.seating.repeat(0, BLOCK_HANDS);
        self.hand_number.extend(block.hand_number);
        self.rules.codes.repeat(0, BLOCK_HANDS);
        self.opening_seat.extend(&block.opening_seat);
        self.pig_taker.extend(&block.pig_taker);
        self.revealed.extend(masks(&block.revealed));
        for seat in 0..4 {
            self.bot[seat].codes.repeat(block.bot[seat], BLOCK_HANDS);
            self.total_before[seat].repeat(0, BLOCK_HANDS);
            self.score[seat].extend(block.score[seat]);
            self.faults[seat].repeat(0, BLOCK_HANDS);
        }
        if self.details {
            for seat in 0..4 {
                self.deal[seat].extend(masks(&block.deal[seat]));
                self.taken[seat].extend(masks(&block.taken[seat]));
                if block.passes == [false; BLOCK_HANDS] {
                    self.pass[seat].extend_without(BLOCK_HANDS);
                } else {
                    let passes = masks(&block.pass[seat]).zip(block.passes);
                    passes.for_each(|(mask, passes)| self.pass[seat].push(passes.then_some(mask)));
                }
            }
            self.plays.extend(&block.plays);
            self.assign.extend_without(BLOCK_HANDS);
            self.winners.extend(block.winners);
        }
    }
}

/// The masks of sixteen sets.
fn masks(sets: &[CardSet; BLOCK_HANDS]) -> impl Iterator<Item = i64> {
    sets.iter().map(|set| set.to_mask() as i64)
}

impl Table for HandColumns {
    type Row = HandRow;
    const NAME: &'static str = "hands";
    const SCHEMA: &'static str = "hands/1";
    const ABOUT: &'static str = "One row a hand, in the order of `hand_id`.";

    fn new(names: &Names, set: ColumnSet) -> HandColumns {
        HandColumns {
            details: set == ColumnSet::All,
            hand_id: Numbers::default(),
            match_id: Optionals::default(),
            seating: Numbers::default(),
            hand_number: Numbers::default(),
            rules: names.rules(),
            bot: [(); 4].map(|()| names.bots()),
            total_before: Default::default(),
            opening_seat: Optionals::default(),
            pig_taker: Optionals::default(),
            deal: Default::default(),
            pass: Default::default(),
            revealed: Numbers::default(),
            plays: ByteSeries::default(),
            assign: OptionalBytes::default(),
            winners: Numbers::default(),
            taken: Default::default(),
            score: Default::default(),
            faults: Default::default(),
        }
    }

    fn push(&mut self, row: &HandRow) {
        self.hand_id.push(row.hand_id);
        self.match_id.push(row.match_id);
        self.seating.push(row.seating);
        self.hand_number.push(row.hand_number);
        self.rules.codes.push(0);
        self.opening_seat.push(row.opening_seat);
        self.pig_taker.push(row.pig_taker);
        self.revealed.push(row.revealed as i64);
        for seat in 0..4 {
            self.bot[seat].codes.push(row.bot[seat]);
            self.total_before[seat].push(row.total_before[seat]);
            self.score[seat].push(row.score[seat]);
            self.faults[seat].push(row.faults[seat]);
        }
        if self.details {
            for seat in 0..4 {
                self.deal[seat].push(row.deal[seat] as i64);
                self.pass[seat].push(row.pass.map(|pass| pass[seat] as i64));
                self.taken[seat].push(row.taken[seat] as i64);
            }
            self.plays.push(&row.plays);
            self.assign.push(row.assign.as_ref());
            self.winners.push(seats_to_bits(&row.winners));
        }
    }

    fn columns(&mut self) -> Vec<Column<'_>> {
        use Packing::{Bits, Delta, Dictionary};
        let columns = [
            column("hand_id", &mut self.hand_id, "", "number of the hand in the dataset, ascending")
                .packing(Delta)
                .statistics(),
            column("match_id", &mut self.match_id, "", "number of the match; null where hands are independent")
                .nullable()
                .packing(Delta)
                .statistics(),
            column("seating", &mut self.seating, "", "number of the seating in duplicate play, else 0")
                .packing(Dictionary),
            column("hand_number", &mut self.hand_number, "", "number of the hand in its match, from 0").packing(Delta),
            column("rules", &mut self.rules, "", "name of the rules; in full in the metadata").packing(Dictionary),
            by_seat("bot", &mut self.bot, "", "bot of the seat").packing(Dictionary),
            by_seat("total_before", &mut self.total_before, "points", "match total of the seat before the hand")
                .packing(Dictionary),
            column("opening_seat", &mut self.opening_seat, "seat", "opener where no card decides it")
                .nullable()
                .packing(Dictionary),
            column("pig_taker", &mut self.pig_taker, "seat", "who took the pig in the hand before, where it matters")
                .nullable()
                .packing(Dictionary),
            by_seat("deal", &mut self.deal, "card mask", "cards dealt to the seat").packing(Bits).detail(),
            by_seat("pass", &mut self.pass, "card mask", "cards that the seat passed on; null without a pass")
                .nullable()
                .detail(),
            column("revealed", &mut self.revealed, "card mask", "revealed cards").packing(Dictionary),
            column("plays", &mut self.plays, "card", "the 52 cards in the order played, a byte each").detail(),
            column(
                "assign",
                &mut self.assign,
                "seat",
                "who got tricks 1–12, a byte each; null where the winner keeps them",
            )
            .nullable()
            .detail(),
            column(
                "winners",
                &mut self.winners,
                "seat",
                "who played the highest card of each trick, from the lowest two bits up",
            )
            .packing(Bits)
            .detail(),
            by_seat("taken", &mut self.taken, "card mask", "cards in the seat's pile at the end")
                .packing(Bits)
                .detail(),
            by_seat("score", &mut self.score, "points", "score of the seat in the hand")
                .packing(Dictionary)
                .statistics(),
            by_seat("faults", &mut self.faults, "decisions", "faulty decisions of the seat, which were replaced")
                .packing(Dictionary),
        ];
        columns.into_iter().flatten().collect()
    }

    fn read<E: From<DatasetError>>(
        batch: &BatchReader<'_>,
        each: &mut impl FnMut(&HandRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let hand_id = batch.numbers::<Int64Type>("hand_id")?;
        let match_id = batch.numbers::<Int64Type>("match_id")?;
        let seating = batch.numbers::<UInt8Type>("seating")?;
        let hand_number = batch.numbers::<Int32Type>("hand_number")?;
        let total_before = batch.by_seat::<Int32Type>("total_before")?;
        let opening_seat = batch.numbers::<UInt8Type>("opening_seat")?;
        let pig_taker = batch.numbers::<UInt8Type>("pig_taker")?;
        let deal = batch.by_seat::<Int64Type>("deal")?;
        let pass = batch.by_seat::<Int64Type>("pass")?;
        let revealed = batch.numbers::<Int64Type>("revealed")?;
        let plays = batch.bytes("plays")?;
        let assign = batch.bytes("assign")?;
        let winners = batch.numbers::<Int32Type>("winners")?;
        let taken = batch.by_seat::<Int64Type>("taken")?;
        let score = batch.by_seat::<Int16Type>("score")?;
        let faults = batch.by_seat::<UInt8Type>("faults")?;
        for (i, bot) in batch.bots()?.into_iter().enumerate() {
            let passes = pass.iter().filter(|column| column.is_valid(i)).count();
            if passes % 4 != 0 {
                return Err(batch.odd("some seats pass and others don't", i).into());
            }
            if winners.value(i) >> 26 != 0 {
                return Err(batch.odd("column winners has bits of no trick", i).into());
            }
            let [pass_0, pass_1, pass_2, pass_3] = pass.map(|column| optional(column, i).map(|mask| mask as u64));
            each(&HandRow {
                hand_id: hand_id.value(i),
                match_id: optional(match_id, i),
                seating: seating.value(i),
                hand_number: hand_number.value(i),
                bot,
                total_before: total_before.map(|column| column.value(i)),
                opening_seat: optional(opening_seat, i),
                pig_taker: optional(pig_taker, i),
                deal: deal.map(|column| column.value(i) as u64),
                pass: pass_0.zip(pass_1).zip(pass_2).zip(pass_3).map(|(((a, b), c), d)| [a, b, c, d]),
                revealed: revealed.value(i) as u64,
                plays: bytes(plays, i).ok_or_else(|| batch.null("plays", i))?,
                assign: bytes(assign, i),
                winners: bits_to_seats(winners.value(i)),
                taken: taken.map(|column| column.value(i) as u64),
                score: score.map(|column| column.value(i)),
                faults: faults.map(|column| column.value(i)),
            })?;
        }
        Ok(())
    }
}

/// Thirteen seats as two bits each, the first in the lowest bits.
fn seats_to_bits(seats: &[u8; 13]) -> i32 {
    seats.iter().rev().fold(0, |bits, &seat| bits << 2 | i32::from(seat & 3))
}

/// The seats that [`seats_to_bits`] packed.
fn bits_to_seats(bits: i32) -> [u8; 13] {
    std::array::from_fn(|trick| (bits >> (2 * trick) & 3) as u8)
}
