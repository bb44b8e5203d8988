//! Checking a dataset against its manifest, and every hand by a check of the caller's.

use super::column::{ColumnSet, Table};
use super::docs::readme;
use super::error::{DatasetError, Result, one_line};
use super::files::{digest, list};
use super::hands::{HandColumns, HandOutline, HandRow};
use super::manifest::{FileEntry, MANIFEST, Manifest, TableEntry};
use super::matches::{MatchColumns, MatchRow};
use super::part::{IdOrder, check_part, check_rules, read_outlines, read_rows};
use super::plan::{Plan, TableKind, TablePlan, part_name};
use super::results::{ResultColumns, ResultRow};
use super::reveals::{RevealColumns, RevealRow};
use super::store::{README, is_beside_tables};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// What [`verify`] found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    /// The number of data files that the manifest lists.
    pub files: u64,
    /// The rows of the sound files.
    pub rows: u64,
    /// The hands that were read and given to the check.
    pub hands_checked: u64,
    /// What is wrong; empty for a sound dataset. At most [`MAX_PROBLEMS`] per file.
    pub problems: Vec<Problem>,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.problems.is_empty()
    }

    fn add(&mut self, file: &str, kind: ProblemKind, message: impl Into<String>) {
        self.problems.push(Problem { file: file.to_string(), kind, message: message.into() });
    }
}

/// The problems reported of one file, after which the rest of it is not looked at.
pub const MAX_PROBLEMS: usize = 20;

/// Something wrong with a dataset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// The file, from the directory of the dataset.
    pub file: String,
    /// The kind.
    pub kind: ProblemKind,
    /// What is wrong, in words.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", one_line(&self.file), one_line(&self.message))
    }
}

/// The kinds of [`Problem`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProblemKind {
    /// The manifest is not one that the program writes, or says that the dataset is not complete.
    Manifest,
    /// The explanation is not the one that belongs to the manifest.
    Readme,
    /// A file is not there.
    Missing,
    /// A file is there that is no part of the dataset.
    Unexpected,
    /// The content of a file has another hash than the manifest says.
    Hash,
    /// The number of rows is another than the manifest says.
    Rows,
    /// The footer of a file doesn't fit the manifest: columns, metadata, hand ids.
    Footer,
    /// Hand ids don't ascend or, where every id has its hand, some are missing.
    Order,
    /// The rows of a file can't be read.
    Unreadable,
    /// The check of the caller found fault with a hand.
    Hand,
}

/// The checks of the caller's for the rows of one part, in their order; each says what is wrong. A closure is one that looks
/// at hands alone.
pub trait Check {
    /// Told before the rows: the hand ids of the part.
    fn begin(&mut self, _ids: Range<i64>) {}

    /// A hand of table `hands`, whichever columns it keeps.
    fn outline(&mut self, _hand: &HandOutline) -> Result<(), String> {
        Ok(())
    }

    /// A hand of a table with all columns, after its outline.
    fn hand(&mut self, row: &HandRow) -> Result<(), String>;

    /// Told after the last hand.
    fn end(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// A row of table `results`; that it repeats the hand's seating, bots and score is checked elsewhere.
    fn result(&mut self, _row: &ResultRow) -> Result<(), String> {
        Ok(())
    }

    /// A row of table `reveals`; that it repeats the seat's bot, and where it is the hand as played the scores, is checked
    /// elsewhere.
    fn reveal(&mut self, _row: &RevealRow) -> Result<(), String> {
        Ok(())
    }

    /// A row of table `matches`; that it sums up the match's hands is checked elsewhere.
    fn outcome(&mut self, _row: &MatchRow) -> Result<(), String> {
        Ok(())
    }
}

impl<F: FnMut(&HandRow) -> Result<(), String>> Check for F {
    fn hand(&mut self, row: &HandRow) -> Result<(), String> {
        self(row)
    }
}

/// Checks hashes, counts, schema ids, metadata, the order of hand ids, the names of the rules, and tables `results`,
/// `matches` and `reveals` against table `hands`; and gives every row to checks of the caller's that `checker` makes anew for each part. Parts are checked on
/// the threads of rayon's pool. An error only where the directory can't be read or has no manifest.
pub fn verify<C: Check>(dir: &Path, checker: impl Fn(&Manifest) -> C + Sync) -> Result<Report> {
    let mut report = Report::default();
    let path = dir.join(MANIFEST);
    let manifest = match Manifest::load(dir) {
        Ok(manifest) => manifest,
        Err(DatasetError::File { message, .. }) => {
            report.add(MANIFEST, ProblemKind::Manifest, message);
            return Ok(report);
        }
        Err(error) => return Err(error),
    };
    if fs::read_to_string(&path).map_err(DatasetError::io("read", &path))? != manifest.text() {
        report.add(MANIFEST, ProblemKind::Manifest, "was changed: its text is not as the program writes it");
    }
    if !manifest.complete {
        report.add(MANIFEST, ProblemKind::Manifest, "the dataset is not complete; resume it");
        return Ok(report);
    }
    let plan = manifest.plan()?;
    if fs::read_to_string(dir.join(README)).ok() != Some(readme(&manifest)?) {
        report.add(README, ProblemKind::Readme, "is not the text that belongs to the manifest");
    }
    check_names(dir, &manifest, &mut report)?;
    for table in &plan.tables {
        check_list(table, &manifest.tables[table.kind.name], &plan, &mut report);
    }
    let parts: Vec<(usize, u64)> = plan.parts().enumerate().collect();
    let checked = parts.par_iter().map(|&(index, part)| {
        let mut one =
            PartCheck { dir, plan: &plan, part, check: checker(&manifest), hands: None, report: Report::default() };
        for table in &plan.tables {
            if let Some(file) = manifest.tables[table.kind.name].files.get(index) {
                one.report.files += 1;
                one.check_file(table, file);
            }
        }
        one.report
    });
    for one in checked.collect::<Vec<Report>>() {
        report.files += one.files;
        report.rows += one.rows;
        report.hands_checked += one.hands_checked;
        report.problems.extend(one.problems);
    }
    Ok(report)
}

/// Compares the names in the directory with those in the manifest.
fn check_names(dir: &Path, manifest: &Manifest, report: &mut Report) -> Result<()> {
    for path in list(dir)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !is_beside_tables(&name) && !manifest.tables.contains_key(&name) {
            report.add(&name, ProblemKind::Unexpected, "is no part of the dataset");
        }
    }
    for (table, entry) in &manifest.tables {
        let known: BTreeSet<&str> = entry.files.iter().map(|file| file.name.as_str()).collect();
        let path = dir.join(table);
        if !path.is_dir() {
            report.add(table, ProblemKind::Missing, "the directory is missing");
            continue;
        }
        for path in list(&path)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !known.contains(&*name) {
                report.add(&format!("{table}/{name}"), ProblemKind::Unexpected, "is no part of the dataset");
            }
        }
    }
    Ok(())
}

/// Compares the files that the manifest lists with the parts of the dataset.
fn check_list(table: &TablePlan, entry: &TableEntry, plan: &Plan, report: &mut Report) {
    let name = table.kind.name;
    if !entry.files.iter().map(|file| file.name.as_str()).eq(plan.parts().map(part_name)) {
        let message = format!("lists {} files of table {name}, which are not its parts", entry.files.len());
        report.add(MANIFEST, ProblemKind::Manifest, message);
    }
    let rows = entry.files.iter().map(|file| file.rows).sum::<u64>();
    if rows != entry.rows {
        let message = format!("says that table {name} has {} rows; its files have {rows}", entry.rows);
        report.add(MANIFEST, ProblemKind::Rows, message);
    }
}

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
struct PartCheck<'a, C> {
    dir: &'a Path,
    plan: &'a Plan,
    part: u64,
    check: C,
    /// What table `hands` says, once it was read.
    hands: Option<Repeated>,
    report: Report,
}

impl<C: Check> PartCheck<'_, C> {
    /// Checks one data file.
    fn check_file(&mut self, table: &TablePlan, file: &FileEntry) {
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
        let has = |name| plan.tables.iter().any(|table| table.kind.name == name);
        let scores = has(ResultColumns::NAME) || has(RevealColumns::NAME);
        let matches = has(MatchColumns::NAME);
        let mut repeated = Repeated::default();
        check.begin(ids);
        let mut outline = |hand: &HandOutline, check: &mut C, found: &mut Found| {
            found.add(ProblemKind::Order, order.check(hand.hand_id));
            found.add_of_hand(hand.hand_id, check.outline(hand));
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
}
