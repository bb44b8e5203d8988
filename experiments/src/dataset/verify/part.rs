//! The data files of one part, one after another: against the manifest, and the tables against each other.

use super::{Check, MAX_PROBLEMS, ProblemKind, Report};
use crate::dataset::column::{ColumnSet, Table};
use crate::dataset::decisions::{DecisionColumns, DecisionRow};
use crate::dataset::error::{DatasetError, Result};
use crate::dataset::files::digest;
use crate::dataset::hands::{HandColumns, HandOutline, HandRow};
use crate::dataset::manifest::FileEntry;
use crate::dataset::matches::{MatchColumns, MatchRow};
use crate::dataset::part::{IdOrder, check_part, check_rules, read_outlines, read_rows};
use crate::dataset::plan::{Plan, TableKind, TablePlan, part_name};
use crate::dataset::results::{ResultColumns, ResultRow};
use crate::dataset::reveals::RevealColumns;
use std::path::{Path, PathBuf};

/// What tables `results` and `reveals` repeat of a hand.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Scored {
    hand_id: i64,
    seating: u8,
    bot: [u8; 4],
    score: [i16; 4],
}

impl From<&HandOutline> for Scored {
    fn from(hand: &HandOutline) -> Scored {
        Scored { hand_id: hand.hand_id, seating: hand.seating, bot: hand.bot, score: hand.score }
    }
}

impl From<&ResultRow> for Scored {
    fn from(row: &ResultRow) -> Scored {
        Scored { hand_id: row.hand_id, seating: row.seating, bot: row.bot, score: row.score }
    }
}

/// What table `matches` repeats of the hands of a match.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Summed {
    hand_id: i64,
    match_id: Option<i64>,
    seating: u8,
    bot: [u8; 4],
    hands: i32,
    total: [i32; 4],
}

impl Summed {
    /// Adds a hand to its match, the last one, or begins that.
    fn add(matches: &mut Vec<Summed>, hand: &HandOutline) {
        let total = [0, 1, 2, 3].map(|seat| hand.total_before[seat].wrapping_add(i32::from(hand.score[seat])));
        match matches.last_mut().filter(|last| last.match_id == hand.match_id) {
            Some(last) => (last.hands, last.total) = (last.hands + 1, total),
            None => matches.push(Summed {
                hand_id: hand.hand_id,
                match_id: hand.match_id,
                seating: hand.seating,
                bot: hand.bot,
                hands: 1,
                total,
            }),
        }
    }
}

impl From<&MatchRow> for Summed {
    fn from(row: &MatchRow) -> Summed {
        let &MatchRow { hand_id, match_id, seating, bot, hands, total, .. } = row;
        Summed { hand_id, match_id: Some(match_id), seating, bot, hands, total }
    }
}

/// What table `hands` says of what other tables repeat, a few MB a part.
#[derive(Default)]
struct Repeated {
    hands: usize,
    scored: Vec<Scored>,
    summed: Vec<Summed>,
}

/// Problems of one file, up to a limit.
#[derive(Default)]
struct Found(Vec<(ProblemKind, String)>);

impl Found {
    fn is_full(&self) -> bool {
        self.0.len() >= MAX_PROBLEMS
    }

    fn add(&mut self, kind: ProblemKind, fault: Option<String>) {
        if !self.is_full() {
            self.0.extend(fault.map(|message| (kind, message)));
        }
    }

    fn add_of_hand(&mut self, hand: i64, fault: Result<(), String>) {
        self.add(ProblemKind::Hand, fault.err().map(|message| format!("hand {hand}: {message}")));
    }
}

/// The files of one part while they are checked, `hands` before the others.
pub(super) struct PartCheck<'a, C> {
    dir: &'a Path,
    plan: &'a Plan,
    part: u64,
    check: C,
    /// What table `hands` says, once it was read.
    hands: Option<Repeated>,
    report: Report,
}

impl<'a, C: Check> PartCheck<'a, C> {
    pub(super) fn new(dir: &'a Path, plan: &'a Plan, part: u64, check: C) -> PartCheck<'a, C> {
        PartCheck { dir, plan, part, check, hands: None, report: Report::default() }
    }

    /// What was found.
    pub(super) fn report(self) -> Report {
        self.report
    }

    /// Checks one data file.
    pub(super) fn check_file(&mut self, table: &TablePlan, file: &FileEntry) {
        self.report.files += 1;
        let name = format!("{}/{}", table.kind.name, file.name);
        let path = self.dir.join(table.kind.name).join(part_name(self.part));
        if !path.is_file() {
            return self.report.add(&name, ProblemKind::Missing, "is missing");
        }
        match digest(&path) {
            Err(error) => return self.report.add(&name, ProblemKind::Unreadable, error.to_string()),
            Ok(found) if (found.bytes, &found.sha256) != (file.bytes, &file.sha256) => {
                // The content is not what was written, so there is no sense in reading rows from it.
                let message = format!("has SHA-256 {} and {} bytes, unlike the manifest", found.sha256, found.bytes);
                return self.report.add(&name, ProblemKind::Hash, message);
            }
            Ok(_) => {}
        }
        match check_part(&path, self.plan, table, self.part) {
            Ok(rows) if rows == file.rows => self.report.rows += rows,
            Ok(rows) => {
                let message = format!("has {rows} rows, not {} as in the manifest", file.rows);
                return self.report.add(&name, ProblemKind::Rows, message);
            }
            Err(DatasetError::File { message, .. }) => return self.report.add(&name, ProblemKind::Footer, message),
            Err(error) => return self.report.add(&name, ProblemKind::Unreadable, error.to_string()),
        }
        let mut found = Found::default();
        let read = match table.kind.name {
            HandColumns::NAME => self.check_hands(&path, table, &mut found),
            ResultColumns::NAME => self.check_results(&path, table.kind, &mut found),
            RevealColumns::NAME => self.check_reveals(&path, table.kind, &mut found),
            DecisionColumns::NAME => self.check_decisions(&path, table.kind, &mut found),
            _ => self.check_matches(&path, table.kind, &mut found),
        };
        for (kind, message) in found.0 {
            self.report.add(&name, kind, message);
        }
        match read {
            Ok(()) => {}
            Err(DatasetError::File { message, .. }) => self.report.add(&name, ProblemKind::Unreadable, message),
            Err(error) => self.report.add(&name, ProblemKind::Unreadable, error.to_string()),
        }
    }

    /// Reads the rows of a part of table `hands`.
    fn check_hands(&mut self, path: &Path, table: &TablePlan, found: &mut Found) -> Result<()> {
        let PartCheck { plan, part, check, report, .. } = self;
        let range = plan.hand_ids.range(*part);
        let ids = range.start as i64..range.end as i64;
        let mut order = IdOrder::new(plan, table.kind, *part);
        let scores = plan.has::<ResultColumns>() || plan.has::<RevealColumns>();
        let matches = plan.has::<MatchColumns>();
        let mut repeated = Repeated::default();
        check.begin(ids);
        let mut outline = |hand: &HandOutline, check: &mut C, found: &mut Found| {
            found.add(ProblemKind::Order, order.check(hand.hand_id));
            found.add_of_hand(hand.hand_id, check.outline(hand));
            repeated.hands += 1;
            if scores {
                repeated.scored.push(Scored::from(hand));
            }
            if matches {
                Summed::add(&mut repeated.summed, hand);
            }
        };
        if table.columns == ColumnSet::All {
            read_rows::<HandColumns, DatasetError>(path, &plan.origin.bots, None, &mut |row| {
                report.hands_checked += 1;
                if scores || matches || !found.is_full() {
                    outline(&HandOutline::from(row), check, found);
                }
                if !found.is_full() {
                    found.add_of_hand(row.hand_id, check.hand(row));
                }
                Ok(())
            })?;
        } else {
            read_outlines(path, &plan.origin.bots, &mut |hand| outline(hand, check, found))?;
        }
        found.add(ProblemKind::Hand, check.end().err());
        self.hands = Some(repeated);
        check_rules(path, &self.plan.origin.rules.name)
    }

    /// Reads the rows of a part of table `results` and compares them with those of table `hands`.
    fn check_results(&mut self, path: &Path, table: &TableKind, found: &mut Found) -> Result<()> {
        let scored = self.hands.as_mut().map(|hands| std::mem::take(&mut hands.scored));
        let mut order = IdOrder::new(self.plan, table, self.part);
        let check = &mut self.check;
        let mut index = 0;
        read_rows::<ResultColumns, DatasetError>(path, &self.plan.origin.bots, None, &mut |row| {
            let hand = scored.as_ref().map(|scored: &Vec<Scored>| scored.get(index).copied());
            index += 1;
            if found.is_full() {
                return Ok(());
            }
            found.add(ProblemKind::Order, order.check(row.hand_id));
            let fits = hand.is_none_or(|hand| hand == Some(Scored::from(row)));
            let fault =
                (!fits).then(|| format!("hand {}: is not as in table hands: seating, bots, score", row.hand_id));
            found.add(ProblemKind::Hand, fault);
            found.add_of_hand(row.hand_id, check.result(row));
            Ok(())
        })?;
        let hands = scored.map_or(index, |scored| scored.len());
        let fault = (hands != index).then(|| format!("has {index} rows for the {hands} of table hands"));
        found.add(ProblemKind::Rows, fault);
        Ok(())
    }

    /// Reads the rows of a part of table `reveals` and compares them with those of table `hands`.
    fn check_reveals(&mut self, path: &Path, table: &TableKind, found: &mut Found) -> Result<()> {
        let scored = self.hands.as_mut().map(|hands| std::mem::take(&mut hands.scored));
        let request = &self.plan.origin.request;
        // What the bot does is then the hand itself.
        let as_played =
            request.get("playouts") == Some(&1.into()) && request.get("freeze_others") == Some(&false.into());
        let mut order = IdOrder::new(self.plan, table, self.part);
        let ids = self.plan.hand_ids.range(self.part);
        let check = &mut self.check;
        let mut last = None;
        read_rows::<RevealColumns, DatasetError>(path, &self.plan.origin.bots, None, &mut |row| {
            last = Some(row.hand_id);
            if found.is_full() {
                return Ok(());
            }
            found.add(ProblemKind::Order, order.check(row.hand_id));
            let index = row.hand_id.wrapping_sub(ids.start as i64) as usize;
            let fits = |hand: &Scored| {
                let played = as_played && row.reveal == row.bot_reveals;
                hand.hand_id == row.hand_id
                    && hand.bot.get(usize::from(row.seat)) == Some(&row.bot)
                    && (!played || hand.score.map(f64::from) == row.score)
            };
            let fits = scored.as_ref().is_none_or(|scored| scored.get(index).is_some_and(fits));
            let fault = (!fits).then(|| format!("hand {}: is not as in table hands: bot, score", row.hand_id));
            found.add(ProblemKind::Hand, fault);
            found.add_of_hand(row.hand_id, check.reveal(row));
            Ok(())
        })?;
        let ends = last == Some(ids.end as i64 - 1);
        let fault = (!ends && !found.is_full()).then(|| format!("does not end with hand {}", ids.end - 1));
        found.add(ProblemKind::Rows, fault);
        Ok(())
    }

    /// Reads the rows of a part of table `matches` and compares them with the sums of table `hands`.
    fn check_matches(&mut self, path: &Path, table: &TableKind, found: &mut Found) -> Result<()> {
        let summed = self.hands.as_mut().map(|hands| std::mem::take(&mut hands.summed));
        let mut order = IdOrder::new(self.plan, table, self.part);
        let check = &mut self.check;
        let mut index = 0;
        read_rows::<MatchColumns, DatasetError>(path, &self.plan.origin.bots, None, &mut |row| {
            let hands = summed.as_ref().map(|summed: &Vec<Summed>| summed.get(index).copied());
            index += 1;
            if found.is_full() {
                return Ok(());
            }
            found.add(ProblemKind::Order, order.check(row.hand_id));
            let fits = hands.is_none_or(|hands| hands == Some(Summed::from(row)));
            let of_match = |message| format!("match {}: {message}", row.match_id);
            let unlike = "is not as in table hands: first hand, seating, bots, number of hands, totals";
            found.add(ProblemKind::Hand, (!fits).then(|| of_match(unlike.to_owned())));
            found.add(ProblemKind::Hand, check.outcome(row).err().map(of_match));
            Ok(())
        })?;
        let matches = summed.map_or(index, |summed| summed.len());
        let fault = (matches != index).then(|| format!("has {index} rows for the {matches} matches of table hands"));
        found.add(ProblemKind::Rows, fault);
        Ok(())
    }

    /// Reads the rows of a part of table `decisions` and gives those of each hand to the check, with its row of table `hands`.
    fn check_decisions(&mut self, path: &Path, table: &TableKind, found: &mut Found) -> Result<()> {
        let bots = &self.plan.origin.bots;
        let hands = self.dir.join(HandColumns::NAME).join(part_name(self.part));
        let mut checked = DecidedHands {
            hands: self.hands.as_ref().map(|_| HandWindow { path: hands, bots, rows: Vec::new() }),
            check: &mut self.check,
            rows: Vec::new(),
            count: 0,
        };
        let mut order = IdOrder::new(self.plan, table, self.part);
        read_rows::<DecisionColumns, DatasetError>(path, bots, None, &mut |row| {
            if found.is_full() {
                return Ok(());
            }
            found.add(ProblemKind::Order, order.check(row.hand_id));
            checked.add(row, found)
        })?;
        checked.end_hand(found)?;
        let (count, hands) = (checked.count, self.hands.as_ref().map_or(checked.count, |hands| hands.hands));
        let fault = (count != hands).then(|| format!("has decisions of {count} hands, of the {hands} of table hands"));
        found.add(ProblemKind::Rows, fault);
        Ok(())
    }
}

/// The rows of table `decisions` as they come, hand after hand.
struct DecidedHands<'a, C> {
    /// Nothing where table `hands` is not sound.
    hands: Option<HandWindow<'a>>,
    check: &'a mut C,
    /// The rows of the last hand.
    rows: Vec<DecisionRow>,
    /// How many hands have ended.
    count: usize,
}

impl<C: Check> DecidedHands<'_, C> {
    fn add(&mut self, row: &DecisionRow, found: &mut Found) -> Result<()> {
        if self.rows.first().is_some_and(|first| first.hand_id != row.hand_id) {
            self.end_hand(found)?;
        }
        // No hand has as many; a file that says so is not to fill the memory.
        if self.rows.len() <= usize::from(u8::MAX) {
            self.rows.push(row.clone());
        }
        Ok(())
    }

    /// Checks the hand whose rows are there.
    fn end_hand(&mut self, found: &mut Found) -> Result<()> {
        let Some(id) = self.rows.first().map(|row| row.hand_id) else { return Ok(()) };
        self.count += 1;
        if let Some(hands) = &mut self.hands {
            let checked = match hands.find(id)? {
                Some(hand) => self.check.decisions(hand, &self.rows),
                None => Err("is not in table hands".to_owned()),
            };
            found.add_of_hand(id, checked);
        }
        self.rows.clear();
        Ok(())
    }
}

/// The rows of a part of table `hands` that are looked up in ascending order; a row group of them is in memory.
struct HandWindow<'a> {
    path: PathBuf,
    bots: &'a [String],
    rows: Vec<HandRow>,
}

impl HandWindow<'_> {
    fn find(&mut self, id: i64) -> Result<Option<&HandRow>> {
        let HandWindow { path, bots, rows } = self;
        if rows.last().is_none_or(|last| last.hand_id < id) {
            rows.clear();
            read_rows::<HandColumns, DatasetError>(path, bots, Some(&(id..id.saturating_add(1))), &mut |row| {
                rows.push(*row);
                Ok(())
            })?;
        }
        Ok(rows.binary_search_by_key(&id, |row| row.hand_id).ok().map(|place| &rows[place]))
    }
}
