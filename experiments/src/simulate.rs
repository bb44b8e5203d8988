//! `gongzhu simulate`: self-play in bulk into a dataset.

use crate::dataset::{ColumnSet, HandIds, HandRow, Manifest, MatchRow, Plan, TablePlan};
use crate::error::RunError;
use crate::external::tell_of_faults;
use crate::output::{OutputFormat, number, table, write_csv};
use crate::play::{
    Control, Crew, Deals, Job, LONGEST_MATCH, OfMatch, PART_MATCHES, Played, Players, RandomHands, Seating,
    USUAL_DECISIONS, USUAL_MATCH, fill, fill_in_bulk, produce,
};
use crate::progress;
use crate::request::{ColumnFlag, OutFlags, RulesFlags, WorkFlags, origin, parse_seats};
use crate::tournament::match_row;
use clap::Args;
use gongzhu::Rules;
use gongzhu::kernel::Detail;
use gongzhu_strategies::BotSpec;
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Play hands or matches of any four bots into a dataset.
#[derive(Args, Clone, Debug)]
pub struct Simulate {
    #[command(flatten)]
    rules: RulesFlags,
    /// One bot for all four seats, or four bots separated by commas; `gongzhu bots` lists them
    #[arg(long, default_value = "heuristic", value_name = "BOTS")]
    players: String,
    /// Play N independent hands; hand i is number i mod 4 of a match that has no totals yet
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=1 << 46))]
    hands: Option<u64>,
    /// Play N whole matches
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "hands", value_parser = clap::value_parser!(u64).range(1..=1 << 46))]
    matches: Option<u64>,
    /// Take the deals from a file, one a line: in notation, or as hand records
    #[arg(long, value_name = "FILE", conflicts_with = "matches")]
    deals: Option<PathBuf>,
    /// Seed of all random streams
    #[arg(long, default_value_t = 1, value_name = "SEED", allow_negative_numbers = true)]
    seed: u64,
    /// Also write every decision: what the seat held, might do and did, and how bots that search judged their choices
    #[arg(long)]
    decisions: bool,
    #[command(flatten)]
    work: WorkFlags,
    #[command(flatten)]
    out: OutFlags,
    /// Only say how many rows and bytes and how much time to expect
    #[arg(long)]
    dry_run: bool,
    /// Form of the summary
    #[arg(long, default_value = "table", value_name = "FORM")]
    format: OutputFormat,
}

/// What is played: independent hands, or matches.
enum Count {
    Hands(u64),
    Matches(u64),
}

/// A checked request.
struct Run {
    rules: Rules,
    bots: Vec<BotSpec>,
    seating: Seating,
    deals: Deals,
    count: Count,
    decisions: bool,
    seed: u64,
}

impl Simulate {
    /// Runs the command.
    ///
    /// # Errors
    /// A bad request, a failure to write, an interruption.
    pub fn run(&self, out: &mut impl Write) -> Result<(), RunError> {
        let run = self.check()?;
        let dir = match (&self.out.out, self.dry_run) {
            (_, true) => {
                return self.work.run(|| run.expect(self)).and_then(|expected| expected.write(self.format, out));
            }
            (Some(dir), false) => dir,
            (None, false) => {
                return Err(RunError::Request("simulate writes a dataset: say where with --out DIR".to_owned()));
            }
        };
        let summary = self.work.run(|| self.simulate(&run, dir))?;
        summary.write(self.format, out)
    }

    fn check(&self) -> Result<Run, RunError> {
        if self.decisions && self.out.columns == ColumnFlag::Results {
            let message = "--columns results leaves out the cards that --decisions writes; give only one of the two";
            return Err(RunError::Request(message.to_owned()));
        }
        let rules = self.rules.load()?;
        let (bots, seats) = parse_seats(&self.players)?;
        let deals = match &self.deals {
            Some(path) => Deals::read(path, &rules)?,
            None => Deals::Seeded(self.seed),
        };
        let count = match (self.hands, self.matches, deals.count()) {
            (Some(hands), _, Some(listed)) if hands > listed => {
                return Err(RunError::Request(format!("--hands {hands}, but the file has {listed} deals")));
            }
            (Some(hands), ..) => Count::Hands(hands),
            (None, Some(matches), _) => Count::Matches(matches),
            (None, None, Some(listed)) => Count::Hands(listed),
            (None, None, None) => {
                return Err(RunError::Request("say how much to play with --hands N or --matches N".to_owned()));
            }
        };
        let (seating, decisions) = (Seating { table: 0, bots: seats }, self.decisions);
        Ok(Run { rules, bots, seating, deals, count, decisions, seed: self.seed })
    }

    fn simulate(&self, run: &Run, dir: &Path) -> Result<Summary, RunError> {
        let mut dataset = self.out.open(dir, run.plan(self))?;
        let crew = Crew::new(&run.bots);
        let outcome = |hands: &[HandRow]| run.outcome(hands);
        let job = Job {
            unit: |unit, played: &mut Played| run.play(unit, &crew, played),
            ids_per_unit: run.ids_per_unit(),
            rows_per_unit: run.rows_per_unit(),
            result: None,
            outcome: match run.count {
                Count::Hands(_) => None,
                Count::Matches(_) => Some(&outcome as OfMatch<'_>),
            },
        };
        let bar = progress::bar(job.pending_units(&dataset), run.unit_name());
        let control = Control { stop: progress::stop_flag(), bar };
        let filled = match run.random(self) {
            Some(hands) => fill_in_bulk(&mut dataset, &control, &|ids, group| hands.fill(ids, group)),
            None => fill(&mut dataset, &control, &job),
        };
        filled.map_err(|why| self.out.stopped(why))?;
        control.bar.finish_and_clear();
        tell_of_faults(&run.bots, &crew.finish().external);
        Ok(Summary::new(dir, &dataset.finish()?))
    }
}

impl Run {
    fn unit_name(&self) -> &'static str {
        match self.count {
            Count::Hands(_) => "hands",
            Count::Matches(_) => "matches",
        }
    }

    fn units(&self) -> u64 {
        match self.count {
            Count::Hands(units) | Count::Matches(units) => units,
        }
    }

    fn plan(&self, flags: &Simulate) -> Plan {
        let mut request = Map::new();
        request.insert("command".into(), "simulate".into());
        request.insert("rules".into(), self.rules.to_json());
        let players = self.seating.bots.map(|bot| Value::from(self.bots[usize::from(bot)].to_string()));
        request.insert("players".into(), Value::from(players.to_vec()));
        request.insert(self.unit_name().into(), self.units().into());
        if let Deals::Listed { sha256, .. } = &self.deals {
            request.insert("deals_sha256".into(), sha256.as_str().into());
        }
        request.insert("seed".into(), self.seed.into());
        request.insert("columns".into(), flags.out.columns.name().into());
        if self.decisions {
            request.insert("decisions".into(), true.into());
        }
        let mut tables = vec![TablePlan::hands(flags.out.columns.set())];
        if let Count::Matches(_) = self.count {
            tables.push(TablePlan::matches());
        }
        if self.decisions {
            tables.push(TablePlan::decisions());
        }
        Plan {
            origin: origin(&self.rules, &self.bots, self.seed, request),
            hand_ids: match self.count {
                Count::Hands(hands) => HandIds::dense(hands),
                Count::Matches(matches) => HandIds::matches(matches, LONGEST_MATCH, LONGEST_MATCH * PART_MATCHES),
            },
            shard: flags.out.shard(),
            tables,
        }
    }

    /// The kernel that plays the hands, where all bots are random, the deals come from the seed, and decisions are not kept: the
    /// kernel does not tell them.
    fn random(&self, flags: &Simulate) -> Option<RandomHands<'_>> {
        let detail = match flags.out.columns.set() {
            ColumnSet::All => Detail::Plays,
            ColumnSet::Results => Detail::Scores,
        };
        let independent = matches!((&self.count, &self.deals), (Count::Hands(_), Deals::Seeded(_)));
        (independent && !self.decisions && RandomHands::plays_for(&self.bots))
            .then(|| RandomHands::new(&self.rules, self.seating.bots, self.seed, detail))
    }

    /// Appends the hands of one unit, and their decisions where these are kept.
    fn play(&self, unit: u64, crew: &Crew, played: &mut Played) -> Result<(), RunError> {
        let players = Players { crew, seating: self.seating, seed: self.seed, stopwatch: None };
        match self.count {
            Count::Hands(_) => {
                let setup = self.deals.setup(&self.rules, unit);
                let row = if self.decisions {
                    players.watch_single(&setup, unit, &mut played.decisions)?
                } else {
                    players.play_single(&setup, unit)?
                };
                played.hands.push(HandRow { hand_id: unit as i64, ..row });
                Ok(())
            }
            Count::Matches(_) if self.decisions => players.watch_match(&self.rules, unit, unit, played),
            Count::Matches(_) => players.play_match(&self.rules, unit, unit, &mut played.hands),
        }
    }

    /// The row of table `matches` that goes with the hands of a match: there is one line-up, in one seating.
    fn outcome(&self, hands: &[HandRow]) -> MatchRow {
        match_row(&self.rules, hands[0].match_id.unwrap_or_default() as u64, 0, hands)
    }

    /// How many hand ids a unit has.
    fn ids_per_unit(&self) -> u64 {
        match self.count {
            Count::Hands(_) => 1,
            Count::Matches(_) => LONGEST_MATCH,
        }
    }

    /// About how many rows a unit has in the table where it has most.
    fn rows_per_unit(&self) -> u64 {
        let hands = match self.count {
            Count::Hands(_) => 1,
            Count::Matches(_) => USUAL_MATCH,
        };
        if self.decisions { hands * USUAL_DECISIONS } else { hands }
    }

    /// What the run would make, from playing the first units for a moment.
    fn expect(&self, flags: &Simulate) -> Result<Expected, RunError> {
        const SAMPLE_TIME: Duration = Duration::from_millis(500);
        let control = Control { stop: progress::stop_flag(), bar: ProgressBar::hidden() };
        let ids = self.plan(flags).hand_ids;
        let crew = Crew::new(&self.bots);
        let (mut played, mut rows, mut bytes, mut batch) = (0, 0, 0.0, 64);
        let bytes_per_row = match flags.out.columns.set() {
            ColumnSet::All => ROW_BYTES_ALL,
            ColumnSet::Results => ROW_BYTES_RESULTS,
        };
        let start = Instant::now();
        while start.elapsed() < SAMPLE_TIME && played < self.units() {
            let end = self.units().min(played + batch);
            let sample = produce(played..end, &control, &|unit, sample: &mut Played| self.play(unit, &crew, sample))
                .map_err(|why| flags.out.stopped(why))?;
            let judged: usize = sample.decisions.iter().map(|decision| decision.judged.len()).sum();
            rows += sample.hands.len();
            bytes += sample.hands.len() as f64 * bytes_per_row
                + sample.decisions.len() as f64 * ROW_BYTES_DECISION
                + judged as f64 * JUDGED_BYTES;
            (played, batch) = (end, batch * 2);
        }
        let scale = self.units() as f64 / played as f64;
        Ok(Expected {
            rows: (rows as f64 * scale).round() as u64,
            parts: ids.parts(),
            bytes: (bytes * scale).round() as u64,
            seconds: start.elapsed().as_secs_f64() * scale,
        })
    }
}

/// Bytes a row in table `hands`: 98 in Gong Zhu with reveals, 105 in Hearts with passes; `dataset info` tells them by column.
const ROW_BYTES_ALL: f64 = 101.0;
const ROW_BYTES_RESULTS: f64 = 3.4;

/// Bytes a row in table `decisions` without judgement, and a choice that was judged.
const ROW_BYTES_DECISION: f64 = 7.0;
const JUDGED_BYTES: f64 = 7.0;

/// What `--dry-run` says.
#[derive(Clone, Copy, Debug, Serialize)]
struct Expected {
    rows: u64,
    parts: u64,
    bytes: u64,
    seconds: f64,
}

impl Expected {
    fn write(&self, format: OutputFormat, out: &mut impl Write) -> Result<(), RunError> {
        let cells = [number(self.rows), number(self.parts), number(self.bytes), format!("{:.1}", self.seconds)];
        write_one(self, &["rows", "parts", "about bytes", "about seconds"], cells, format, out)
    }
}

/// What a finished run says.
#[derive(Clone, Debug, Serialize)]
struct Summary {
    dataset: String,
    hands: u64,
    files: u64,
    bytes: u64,
    seed: u64,
}

impl Summary {
    fn new(dir: &Path, manifest: &Manifest) -> Summary {
        let files = || manifest.tables.values().flat_map(|table| &table.files);
        Summary {
            dataset: dir.display().to_string(),
            hands: manifest.tables.get("hands").map_or(0, |table| table.rows),
            files: files().count() as u64,
            bytes: files().map(|file| file.bytes).sum(),
            seed: manifest.origin.seed,
        }
    }

    fn write(&self, format: OutputFormat, out: &mut impl Write) -> Result<(), RunError> {
        let cells =
            [self.dataset.clone(), number(self.hands), number(self.files), number(self.bytes), self.seed.to_string()];
        write_one(self, &["dataset", "hands", "files", "bytes", "seed"], cells, format, out)
    }
}

fn write_one<T: Serialize, const N: usize>(
    value: &T,
    header: &[&str; N],
    cells: [String; N],
    format: OutputFormat,
    out: &mut impl Write,
) -> Result<(), RunError> {
    match format {
        OutputFormat::Table => writeln!(out, "{}", table(header, &[0], std::iter::once(cells)))?,
        OutputFormat::Json => writeln!(out, "{}", serde_json::json!(value))?,
        OutputFormat::Csv => write_csv(out, std::slice::from_ref(value))?,
    }
    Ok(())
}
