//! One hand: what each choice is worth over the hidden hands that it may meet.

use super::measure::{ByMeasure, Measure, UNIT, worths};
use super::play::{Decision, Trial};
use super::subset::Subset;
use crate::error::RunError;
use crate::output::{OutputFormat, number, percent, table, write_csv};
use crate::play::{Control, Stopped, produce};
use crate::stats::{Estimate, Moments};
use gongzhu::rng::{Purpose, stream};
use gongzhu::rules::Book;
use gongzhu::rules::gong_zhu::RevealTiming;
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{BySeat, Card, CardSet, Deal, Rules, Seat, Setup};
use serde::Serialize;
use std::io::Write;

/// Hidden hands before the first look at the precision, without which a spread is not known well enough …
const FIRST: u64 = 256;

/// … and between two looks at most.
const BATCH: u64 = 16_384;

/// A hand of which somebody asks what to reveal.
#[derive(Clone, Debug)]
pub struct Question {
    hand: CardSet,
    seat: Seat,
    /// What others have revealed.
    before: CardSet,
    sampler: Sampler,
}

impl Question {
    /// The question of what the holder of `hand` in `seat` is to reveal in hand 0 of a match, after the cards in `revealed`,
    /// each written like `QS:2`, were revealed by earlier seats.
    ///
    /// # Errors
    /// No hand of thirteen cards with one to reveal, a reveal that the rules do not allow, rules with a pass.
    pub fn new(rules: &Rules, hand: &str, seat: u8, revealed: &[String]) -> Result<Question, RunError> {
        let refuse = |message: String| Err(RunError::Request(message));
        let hand: CardSet = hand.parse().map_err(|error| RunError::Request(format!("--hand: {error}")))?;
        let seat = Seat::wrapping(usize::from(seat));
        let Book::GongZhu(options) = rules.book() else {
            return refuse(format!("under {} no card can be revealed", rules.spec()));
        };
        if hand.len() != 13 {
            return refuse(format!("--hand has {} cards instead of 13", hand.len()));
        }
        if (hand & options.revealable).is_empty() {
            let names: Vec<String> = options.revealable.iter().map(|card| card.to_string()).collect();
            return refuse(format!("--hand has no card to reveal ({})", names.join(", ")));
        }
        if options.pass {
            return refuse("--hand needs a hand that was not passed to: add --set pass=false".to_owned());
        }
        let setup = Setup::first(rules, Deal::default());
        let mut constraints = Constraints::new(seat, hand, !hand, BySeat::splat(13));
        let mut before = CardSet::EMPTY;
        for text in revealed {
            let parts = text.split_once(':').and_then(|(card, by)| Some((card, Seat::new(by.trim().parse().ok()?)?)));
            let Some((card, by)) = parts else {
                return refuse(format!("--revealed {text}: write a card and a seat from 0 to 3, like QS:2"));
            };
            let card: Card = card.parse().map_err(|error| RunError::Request(format!("--revealed {text}: {error}")))?;
            let turn = |seat: Seat| (seat.index() + 3 - setup.dealer().index()) % 4;
            match () {
                () if options.reveal_timing == RevealTiming::Simultaneous => {
                    return refuse(format!("--revealed {text}: all decide at once, nothing is revealed before"));
                }
                () if !options.revealable.has(card) => {
                    return refuse(format!("--revealed {text}: {card} cannot be revealed"));
                }
                () if hand.has(card) => return refuse(format!("--revealed {text}: {card} is in --hand")),
                () if before.has(card) => return refuse(format!("--revealed {text}: {card} is given twice")),
                () if turn(by) >= turn(seat) => {
                    return refuse(format!(
                        "--revealed {text}: seat {by} does not decide before seat {seat}; add --set first_dealer={seat} for it to be \
                         the last"
                    ));
                }
                () => before = before.with(card),
            }
            constraints = constraints.know(by, CardSet::of(card));
        }
        let sampler = Sampler::new(&constraints).map_err(|error| RunError::Request(error.to_string()))?;
        Ok(Question { hand, seat, before, sampler })
    }

    /// Draws hidden hands until the expected score of every choice is known to `precision` points to either side, with a
    /// probability of 95 %, but `most` at most. Looking again and again does little to these intervals, as the number of
    /// observations that ends it is nearly certain (Chow & Robbins 1965).
    ///
    /// # Errors
    /// The user interrupts.
    pub fn answer(
        &self,
        trial: &Trial,
        precision: f64,
        most: u64,
        control: &Control<'_>,
    ) -> Result<HandReport, Stopped> {
        let mut tally = HandTally::default();
        let mut next = FIRST;
        while next > 0 {
            let range = tally.worlds..tally.worlds + next.min(most - tally.worlds);
            let decisions = produce(range, control, &|index, rows| self.play(trial, index, rows))?;
            decisions.iter().for_each(|decision| tally.add(&trial.rules, decision));
            let wanted = tally.wanted(trial, precision).min(most);
            let missing = wanted.saturating_sub(tally.worlds);
            // Not too few at a time: what is missing is itself an estimate.
            next = if missing == 0 { 0 } else { missing.max(tally.worlds / 8).min(BATCH).min(most - tally.worlds) };
            control.bar.set_message(format!("about {} to go", number(missing)));
        }
        Ok(HandReport::new(self, trial, precision, &tally))
    }

    /// Plays all choices out against the hidden hands of this number.
    fn play(&self, trial: &Trial, index: u64, rows: &mut Vec<Decision>) -> Result<(), RunError> {
        let hands = self.sampler.sample(&mut stream(trial.seed, index, Purpose::Deal));
        let deal = Deal::new(hands).map_err(|misdeal| RunError::Failed(misdeal.to_string()))?;
        let setup = Setup::first(&trial.rules, deal);
        let point = trial.told(&setup, index, self.seat, self.before)?;
        rows.push(trial.decision(&point, &setup, index, None));
        Ok(())
    }
}

/// What is added up over hidden hands.
#[derive(Clone, Debug, Default)]
struct HandTally {
    worlds: u64,
    held: Subset,
    choices: [Choice; Subset::COUNT],
}

#[derive(Clone, Debug, Default)]
struct Choice {
    worth: ByMeasure<Moments>,
    change: ByMeasure<Moments>,
    better: u64,
    worse: u64,
    /// How often the bot of the seat makes the choice.
    own: u64,
}

impl HandTally {
    fn add(&mut self, rules: &Rules, decision: &Decision) {
        self.worlds += 1;
        self.held = decision.seen.held;
        let worths = worths(rules, decision);
        for choice in self.held.subsets() {
            let row = &mut self.choices[choice.index()];
            for measure in Measure::ALL.map(Measure::index) {
                let worth = worths[measure][choice.index()];
                row.worth[measure].add(worth);
                row.change[measure].add(worth - worths[measure][Subset::NOTHING.index()]);
            }
            let [with, without] = [choice, Subset::NOTHING].map(|of| worths[Measure::Score.index()][of.index()]);
            row.better += u64::from(with > without);
            row.worse += u64::from(with < without);
            row.own += u64::from(choice == decision.own);
        }
    }

    /// How many hidden hands the precision takes, as far as is known; no more than there are where it is reached. It takes some
    /// to know how far scores spread at all.
    fn wanted(&self, trial: &Trial, precision: f64) -> u64 {
        let of_choice = |choice: Subset| {
            let estimate = self.choices[choice.index()].worth[Measure::Score.index()].estimate(unit(trial));
            let half = estimate.interval.map_or(f64::INFINITY, |(low, high)| (high - low) / 2.0);
            if half <= precision {
                self.worlds
            } else {
                (self.worlds as f64 * (half / precision).powi(2)).ceil() as u64
            }
        };
        self.held.subsets().map(of_choice).max().unwrap_or_default().max(FIRST)
    }
}

fn unit(trial: &Trial) -> f64 {
    UNIT * f64::from(trial.playouts)
}

/// What each choice with a hand is worth.
#[derive(Clone, Debug, Serialize)]
pub struct HandReport {
    /// The rules, as records write them.
    pub rules: serde_json::Value,
    /// The bot of each seat.
    pub players: [String; 4],
    /// The seed.
    pub seed: u64,
    /// Whether the others decide as if the seat had revealed nothing.
    pub freeze_others: bool,
    /// The hand.
    pub hand: String,
    /// Its seat.
    pub seat: usize,
    /// What others have revealed.
    pub revealed: Subset,
    /// How many hidden hands were drawn.
    pub worlds: u64,
    /// The precision that was asked for, in points to either side.
    pub precision: f64,
    /// Whether all expected scores are known to it.
    pub reached: bool,
    /// The choices.
    pub choices: Vec<ChoiceRow>,
}

/// What a choice is worth, in points.
#[derive(Clone, Debug, Serialize)]
pub struct ChoiceRow {
    /// The cards revealed.
    pub reveal: Subset,
    /// The expected score, with its 95 % interval.
    pub score: Option<f64>,
    /// See `score`.
    pub score_low: Option<f64>,
    /// See `score`.
    pub score_high: Option<f64>,
    /// The change of the score against revealing nothing, with standard error and 95 % interval.
    pub change: Option<f64>,
    /// See `change`.
    pub std_error: Option<f64>,
    /// See `change`.
    pub low: Option<f64>,
    /// See `change`.
    pub high: Option<f64>,
    /// The expected gain: score less the mean of the opponents'.
    pub gain: Option<f64>,
    /// Its change against revealing nothing.
    pub gain_change: Option<f64>,
    /// See `gain_change`.
    pub gain_std_error: Option<f64>,
    /// See `gain_change`.
    pub gain_low: Option<f64>,
    /// See `gain_change`.
    pub gain_high: Option<f64>,
    /// The share of the hidden hands in which the score is higher than with nothing revealed.
    pub better: f64,
    /// The share in which it is lower.
    pub worse: f64,
    /// The share in which the bot of the seat makes this choice.
    pub bot_does: f64,
}

impl HandReport {
    fn new(question: &Question, trial: &Trial, precision: f64, tally: &HandTally) -> HandReport {
        let unit = unit(trial);
        let row = |reveal: Subset| {
            let choice = &tally.choices[reveal.index()];
            let [score, gain] = choice.worth.map(|moments| moments.estimate(unit));
            let [change, gain_change] = choice.change.map(|moments| moments.estimate(unit));
            let low = |estimate: &Estimate| estimate.interval.map(|interval| interval.0);
            let high = |estimate: &Estimate| estimate.interval.map(|interval| interval.1);
            let share = |part: u64| part as f64 / tally.worlds as f64;
            ChoiceRow {
                reveal,
                score: score.mean,
                score_low: low(&score),
                score_high: high(&score),
                change: change.mean,
                std_error: change.error,
                low: low(&change),
                high: high(&change),
                gain: gain.mean,
                gain_change: gain_change.mean,
                gain_std_error: gain_change.error,
                gain_low: low(&gain_change),
                gain_high: high(&gain_change),
                better: share(choice.better),
                worse: share(choice.worse),
                bot_does: share(choice.own),
            }
        };
        HandReport {
            rules: trial.rules.to_json(),
            players: trial.players(),
            seed: trial.seed,
            freeze_others: trial.freeze_others,
            hand: question.hand.to_string(),
            seat: question.seat.index(),
            revealed: Subset::of(question.before),
            worlds: tally.worlds,
            precision,
            reached: tally.wanted(trial, precision) <= tally.worlds,
            choices: Subset::all().filter(|choice| choice.is_within(tally.held)).map(row).collect(),
        }
    }

    /// Writes the report.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn write(&self, format: OutputFormat, out: &mut impl Write) -> Result<(), RunError> {
        match format {
            OutputFormat::Json => {
                let text = serde_json::to_string_pretty(self).map_err(|error| RunError::Failed(error.to_string()))?;
                Ok(writeln!(out, "{text}")?)
            }
            OutputFormat::Csv => write_csv(out, &self.choices),
            OutputFormat::Table => self.write_table(out),
        }
    }

    fn write_table(&self, out: &mut impl Write) -> Result<(), RunError> {
        let rules = self.rules.as_str().map_or_else(|| self.rules.to_string(), str::to_owned);
        let before = if self.revealed.is_empty() { String::new() } else { format!(" after {}", self.revealed) };
        writeln!(out, "{rules}, {}, seed {}", super::tables::setting(&self.players, self.freeze_others), self.seed)?;
        writeln!(out, "seat {}{before}: {}, {} hidden hands", self.seat, self.hand, number(self.worlds))?;
        let points = super::tables::points;
        let header = [
            "reveal",
            "score",
            "95 % from",
            "to",
            "change",
            "std error",
            "95 % from",
            "to",
            "gain change",
            "std error",
            "better",
            "worse",
            "bot does",
        ];
        let cells = |row: &ChoiceRow| {
            let plain = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.2}"));
            vec![
                row.reveal.to_string(),
                points(row.score),
                points(row.score_low),
                points(row.score_high),
                points(row.change),
                plain(row.std_error),
                points(row.low),
                points(row.high),
                points(row.gain_change),
                plain(row.gain_std_error),
                percent(Some(row.better), None),
                percent(Some(row.worse), None),
                percent(Some(row.bot_does), None),
            ]
        };
        writeln!(out, "{}", table(&header, &[0], self.choices.iter().map(cells)))?;
        let best = |worth: fn(&ChoiceRow) -> Option<f64>| {
            let order =
                |a: &&ChoiceRow, b: &&ChoiceRow| worth(a).unwrap_or(f64::MIN).total_cmp(&worth(b).unwrap_or(f64::MIN));
            self.choices.iter().max_by(order).map(|row| row.reveal).unwrap_or_default()
        };
        writeln!(out, "most score: {}; most gain: {}", best(|row| row.score), best(|row| row.gain))?;
        if !self.reached {
            writeln!(out, "the precision of {} points is not reached; more --hands", self.precision)?;
        }
        Ok(())
    }
}
