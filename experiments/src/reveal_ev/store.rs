//! Decisions as rows of a dataset, and back.

use super::play::{Decision, Seen, Trial};
use super::policy::Learned;
use super::report::Report;
use super::run::{BLOCKS, block};
use super::subset::Subset;
use super::tally::Tally;
use crate::dataset::{
    Dataset, DatasetError, FinishedPart, HandColumns, HandIds, HandRow, PART_HANDS, Plan, RevealColumns, RevealRow,
    Shard, TablePlan, read_table,
};
use crate::error::RunError;
use crate::play::{Control, Deals, Stopped, Writer, produce};
use crate::progress;
use crate::request::{ColumnFlag, origin};
use gongzhu::{CardSet, Seat};
use serde_json::{Map, Value};
use std::path::Path;

/// The deals that are played before their rows are written.
const WAVE: u64 = 1 << 14;

impl Trial {
    /// The plan of a dataset of the first `count` deals, with tables `hands` and `reveals`; at most `part` deals a part.
    pub(super) fn plan(&self, deals: &Deals, count: u64, columns: ColumnFlag, shard: Shard, part: Option<u64>) -> Plan {
        let mut request = Map::new();
        request.insert("command".into(), "reveal-ev".into());
        request.insert("rules".into(), self.rules.to_json());
        request.insert("players".into(), Value::from(self.players().to_vec()));
        request.insert("hands".into(), count.into());
        request.insert("playouts".into(), self.playouts.into());
        request.insert("freeze_others".into(), self.freeze_others.into());
        if let Deals::Listed { sha256, .. } = deals {
            request.insert("deals_sha256".into(), sha256.as_str().into());
        }
        request.insert("seed".into(), self.seed.into());
        request.insert("columns".into(), columns.name().into());
        let per_part = part.unwrap_or(PART_HANDS).min(PART_HANDS);
        Plan {
            origin: origin(&self.rules, &self.bots, self.seed, request),
            hand_ids: HandIds { per_part, ..HandIds::dense(count) },
            shard,
            tables: vec![TablePlan::hands(columns.set()), TablePlan::reveals()],
        }
    }

    /// Plays into a dataset what it lacks. Parts that are finished stay whatever happens.
    ///
    /// # Errors
    /// The user interrupts, a hand cannot be played, or the dataset not be written.
    pub(super) fn fill(&self, deals: &Deals, dataset: &mut Dataset) -> Result<(), Stopped> {
        let ids = dataset.plan().hand_ids;
        let pending: u64 = dataset.pending().into_iter().map(|part| ids.range(part).end - ids.range(part).start).sum();
        let control = Control { stop: progress::stop_flag(), bar: progress::bar(pending, "deals") };
        for finished in self.write(deals, dataset, &control)? {
            dataset.record(finished);
        }
        control.bar.finish_and_clear();
        Ok(())
    }

    fn write(&self, deals: &Deals, dataset: &Dataset, control: &Control<'_>) -> Result<Vec<FinishedPart>, Stopped> {
        let failed = |error: DatasetError| Stopped::from(RunError::from(error));
        let hand_encoder = dataset.encoder::<HandColumns>().map_err(failed)?;
        let reveal_encoder = dataset.encoder::<RevealColumns>().map_err(failed)?;
        let mut hand_files = Writer::new(dataset, &hand_encoder);
        let mut reveal_files = Writer::new(dataset, &reveal_encoder);
        let unit = |index, played: &mut Vec<(HandRow, Vec<Decision>)>| {
            let mut decisions = Vec::new();
            let hand = self.play(deals, index, &mut decisions)?;
            played.push((hand, decisions));
            Ok(())
        };
        // What is left of a wave that fills no row group.
        let (mut hands, mut reveals) = (Vec::new(), Vec::new());
        for part in dataset.pending() {
            let ids = dataset.plan().hand_ids.range(part);
            for first in ids.clone().step_by(WAVE as usize) {
                let wave = first..ids.end.min(first + WAVE);
                let last = wave.end == ids.end;
                for (hand, decisions) in produce(wave, control, &unit)? {
                    hands.push(hand);
                    decisions.iter().for_each(|decision| reveals.extend(self.rows(decision)));
                }
                let ready = hand_files.write(part, last, &hands, |row, group| group.push(row)).map_err(failed)?;
                hands.drain(..ready);
                let ready = reveal_files.write(part, last, &reveals, |row, group| group.push(row)).map_err(failed)?;
                reveals.drain(..ready);
            }
        }
        let mut finished = hand_files.finish().map_err(failed)?;
        finished.extend(reveal_files.finish().map_err(failed)?);
        Ok(finished)
    }

    /// The rows of a decision, one for each choice.
    fn rows(&self, decision: &Decision) -> impl Iterator<Item = RevealRow> {
        let &Decision { deal, seat, bot, seen, own, scores } = decision;
        let playouts = f64::from(self.playouts);
        seen.held.subsets().map(move |choice| RevealRow {
            hand_id: deal as i64,
            seat: seat.index() as u8,
            bot,
            position: seen.position,
            hand: seen.hand.to_mask(),
            received: seen.received.to_mask(),
            revealable: seen.held.cards().to_mask(),
            revealed_before: seen.before.cards().to_mask(),
            bot_reveals: own.cards().to_mask(),
            reveal: choice.cards().to_mask(),
            score: scores[choice.index()].map(|score| f64::from(score) / playouts),
        })
    }

    /// The report of a finished dataset, so that it is the same after any interruption; `count` is that of the whole.
    ///
    /// # Errors
    /// The dataset cannot be read.
    pub(super) fn read(&self, dir: &Path, count: u64) -> Result<Report, RunError> {
        let mut reader = Reader {
            trial: self,
            count,
            total: Tally::new(self.bots.len()),
            learned: None,
            block: 0,
            deal: Vec::new(),
        };
        read_table::<RevealColumns, RunError>(dir, |row: &RevealRow| {
            reader.add(row).ok_or_else(|| {
                RunError::Failed(format!("table reveals has a row of hand {} that is none", row.hand_id))
            })
        })?;
        reader.close();
        Ok(Report::new(self, &reader.total))
    }
}

/// Adds up rows as if their deals were played.
struct Reader<'a> {
    trial: &'a Trial,
    count: u64,
    total: Tally,
    learned: Option<Learned>,
    /// The block of the deals that are read.
    block: u64,
    /// The decisions of the deal that is read.
    deal: Vec<Decision>,
}

impl Reader<'_> {
    /// Adds a row; nothing where it says what cannot be.
    fn add(&mut self, row: &RevealRow) -> Option<()> {
        let deal = u64::try_from(row.hand_id).ok()?;
        let subset = |mask| CardSet::from_mask(mask).map(Subset::of);
        let seat = Seat::new(row.seat)?;
        if self.deal.last().is_some_and(|last| last.deal != deal) {
            self.close();
        }
        if self.deal.last().is_none_or(|last| last.seat != seat) {
            let seen = Seen {
                hand: CardSet::from_mask(row.hand)?,
                received: CardSet::from_mask(row.received)?,
                held: subset(row.revealable)?,
                before: subset(row.revealed_before)?,
                position: row.position,
            };
            let own = subset(row.bot_reveals)?;
            self.deal.push(Decision { deal, seat, bot: row.bot, seen, own, scores: [[0; 4]; Subset::COUNT] });
        }
        let playouts = f64::from(self.trial.playouts);
        let scores = row.score.map(|score| (score * playouts).round() as i32);
        self.deal.last_mut()?.scores[subset(row.reveal)?.index()] = scores;
        Some(())
    }

    /// Ends the deal that is read.
    fn close(&mut self) {
        let Some(first) = self.deal.first() else { return };
        while self.block + 1 < BLOCKS && first.deal >= block(self.count, self.block).end {
            self.block += 1;
            self.learned = (self.total.deals > 0).then(|| Learned::from(&self.total));
        }
        self.total.add_deal(self.trial, &self.deal, self.learned.as_ref());
        self.deal.clear();
    }
}
