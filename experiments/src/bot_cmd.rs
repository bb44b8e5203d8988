//! `gongzhu bot check`: whether an external bot keeps to the protocol.

use crate::error::RunError;
use crate::output::{OutputFormat, milliseconds, number, table, write_csv};
use crate::play::Deals;
use clap::{Args, Subcommand};
use gongzhu::rng::{Purpose, Rng, stream};
use gongzhu::{BySeat, Card, CardSet, Rules, Seat, SeatSet, State, Strategy, View, table::play_hand};
use gongzhu_strategies::clock::Clock;
use gongzhu_strategies::external::{ExternalReport, Fault};
use gongzhu_strategies::{Bot, BotSpec, Heuristic};
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};

/// External bots.
#[derive(Subcommand, Clone, Debug)]
pub enum BotCommand {
    /// Check that a program keeps to the protocol of external bots (docs/protocol.md), item by item
    Check(Check),
}

/// Check that a program keeps to the protocol of external bots.
#[derive(Args, Clone, Debug)]
pub struct Check {
    /// The command that starts it, as behind exec: where a bot is named
    command: String,
    /// Form of the result
    #[arg(long, default_value = "table", value_name = "FORM")]
    format: OutputFormat,
}

/// Rule sets that together have every kind of decision: reveals one after another and at the same time, passes, assignments.
const RULES: [&str; 4] = ["classic", "swap+pass", "hearts", "tantony"];

/// How many hands of each are played.
const HANDS: u64 = 20;

/// How many tricks are played before the bot takes over.
const BEFORE: usize = 6;

/// How long answers are timed.
const TIMED: Duration = Duration::from_secs(2);

const SEED: u64 = 1;

impl BotCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// The command cannot be run at all, or the program fails an item.
    pub fn run(&self, out: &mut impl Write) -> Result<(), RunError> {
        let BotCommand::Check(check) = self;
        let command = check.command.strip_prefix("exec:").unwrap_or(&check.command);
        let items = examine(&format!("exec:{command}").parse()?)?;
        match check.format {
            OutputFormat::Json => writeln!(out, "{}", serde_json::json!(items))?,
            OutputFormat::Csv => write_csv(out, &items)?,
            OutputFormat::Table => {
                let rows = items.iter().map(|item| {
                    let verdict = ["ok", "FAILED"][usize::from(!item.ok)];
                    [item.item.clone(), verdict.to_owned(), item.found.clone()]
                });
                writeln!(out, "{}", table(&["item", "verdict", "found"], &[0, 1, 2], rows))?;
            }
        }
        let failed = items.iter().filter(|item| !item.ok).count();
        if failed > 0 {
            let logs = items.iter().find_map(|item| item.log.as_ref()).map(|log| format!("; {log} says more"));
            let logs = logs.unwrap_or_default();
            return Err(RunError::Failed(format!("the bot fails {failed} of {} items{logs}", items.len())));
        }
        Ok(())
    }
}

/// An item of the battery.
#[derive(Clone, Debug, Serialize)]
struct Item {
    item: String,
    ok: bool,
    /// What was seen.
    found: String,
    /// Where faults are told in detail.
    log: Option<String>,
}

impl Item {
    /// The item on decisions that were asked for: without any fault it is kept.
    fn of(item: String, report: &ExternalReport) -> Item {
        let faults = Fault::ALL.map(|fault| (fault.name(), report.count(fault)));
        let all = faults.into_iter().chain([("forfeited", report.forfeited)]);
        let mut found = vec![format!("{} decisions", number(report.decisions))];
        found.extend(all.filter(|&(_, count)| count > 0).map(|(name, count)| format!("{name} {}", number(count))));
        let ok = report.decisions > 0 && report.taken_over() == 0;
        Item { item, ok, found: found.join(", "), log: report.log.as_ref().map(|path| path.display().to_string()) }
    }
}

/// Tries a bot. Each item has processes of its own.
fn examine(bot: &BotSpec) -> Result<Vec<Item>, RunError> {
    let mut items = vec![start(bot)?];
    if !items[0].ok {
        // Nothing else can be learnt.
        return Ok(items);
    }
    let mut ended = true;
    for name in RULES {
        let rules = Rules::parse(name)?;
        let report = plays(bot, &rules, |bot| bot)?;
        ended &= report.killed == 0;
        items.push(Item::of(format!("plays {name}"), &report));
    }
    let report = plays(bot, &Rules::parse("tantony")?, TakesOver)?;
    items.push(Item::of("takes over in mid-hand".to_owned(), &report));
    let found = if ended { "all processes ended" } else { "a process had to be killed" }.to_owned();
    items.push(Item { item: "ends after quit".to_owned(), ok: ended, found, log: None });
    items.push(speed(bot)?);
    Ok(items)
}

/// Whether it says hello; the first decision waits for that.
fn start(bot: &BotSpec) -> Result<Item, RunError> {
    let bot = bot.fresh();
    let rules = Rules::parse("classic")?;
    let start = Instant::now();
    play(&rules, 0, |seat| if seat == Seat::ALL[0] { bot.build() } else { Bot::Heuristic(Heuristic) })?;
    let took = start.elapsed().as_millis();
    let report = report_of(&bot);
    let failed = report.count(Fault::Start) > 0;
    let found = if failed { "no fitting hello in time".to_owned() } else { format!("hello and one hand in {took} ms") };
    Ok(Item { item: "starts".to_owned(), ok: !failed, found, ..Item::of(String::new(), &report) })
}

/// The bot in all four seats.
fn plays<S: Strategy>(bot: &BotSpec, rules: &Rules, player: impl Fn(Bot) -> S) -> Result<ExternalReport, RunError> {
    let bot = bot.fresh();
    for index in 0..HANDS {
        play(rules, index, |_| player(bot.build()))?;
    }
    Ok(report_of(&bot))
}

/// How fast one process answers.
fn speed(bot: &BotSpec) -> Result<Item, RunError> {
    let bot = bot.fresh();
    let rules = Rules::parse("classic")?;
    let seat = |seat| if seat == Seat::ALL[0] { bot.build() } else { Bot::Heuristic(Heuristic) };
    let (start, work) = (Instant::now(), Clock::Thread.now());
    let mut index = 0;
    while start.elapsed() < TIMED {
        play(&rules, index, seat)?;
        index += 1;
    }
    let work = Clock::Thread.now().saturating_sub(work);
    let report = report_of(&bot);
    let item = Item::of("speed".to_owned(), &report);
    let Some(mean) = report.mean().filter(|_| item.ok) else { return Ok(item) };
    let millis = |time: Duration| milliseconds(Some(time.as_secs_f64() * 1e3));
    let found = format!(
        "{} decisions/s of one process: {} ms each, {} ms at most; {} ms of processor time each on this side",
        number((1.0 / mean.as_secs_f64()) as u64),
        millis(mean),
        millis(report.longest),
        millis(work.div_f64(report.decisions as f64))
    );
    Ok(Item { found, ..item })
}

fn report_of(bot: &BotSpec) -> ExternalReport {
    bot.finish().unwrap_or_default()
}

/// Plays a hand.
fn play<S: Strategy>(rules: &Rules, index: u64, player: impl Fn(Seat) -> S) -> Result<(), RunError> {
    let setup = Deals::Seeded(SEED).setup(rules, index);
    let mut state = State::new(&setup)?;
    let mut rngs = BySeat::from_fn(|seat| stream(SEED, index, Purpose::Seat { table: 0, seat }));
    play_hand(&mut state, &mut BySeat::from_fn(player), &mut rngs);
    Ok(())
}

/// A player whose first tricks are played by rules of thumb: the bot's process sees nothing before it takes over, as one that
/// replaces another.
struct TakesOver(Bot);

impl Strategy for TakesOver {
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        Heuristic.pass(view, rng)
    }
    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        Heuristic.reveal(view, revealable, rng)
    }
    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        if view.tricks_played() < BEFORE { Heuristic.play(view, legal, rng) } else { self.0.play(view, legal, rng) }
    }
    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        if view.tricks_played() < BEFORE { Heuristic.assign(view, legal, rng) } else { self.0.assign(view, legal, rng) }
    }
    fn take_faults(&mut self) -> u8 {
        self.0.take_faults()
    }
}
