//! Table `decisions`: one row a decision of a hand, with what the seat held, what it might do, what it did, and how a searching
//! bot judged its choices.

use super::batch::{BatchReader, optional};
use super::column::{Column, ColumnSet, Packing, Table, column};
use super::error::DatasetError;
use super::series::{Lists, NameSeries, Names, Numbers, Optionals};
use arrow::datatypes::{Float64Type, Int32Type, Int64Type, UInt8Type};
use gongzhu::Phase;

/// A decision of a hand.
#[derive(Clone, PartialEq, Debug)]
pub struct DecisionRow {
    /// The number of the hand in the dataset.
    pub hand_id: i64,
    /// The number of the decision in the hand, from 0.
    pub step: u8,
    /// What is decided.
    pub kind: DecisionKind,
    /// The trick, from 1, that the card is played to or that is given away; before play there is none.
    pub trick: Option<u8>,
    /// The seat that decides.
    pub seat: u8,
    /// Its bot, as an index into the bots of the dataset.
    pub bot: u8,
    /// Its cards, as a mask.
    pub hand: u64,
    /// The actions that are legal, as a mask.
    pub legal: u64,
    /// The actions that are taken, as a mask.
    pub action: u64,
    /// How the bot judged its choices, in the order of their masks; empty if it weighed none.
    pub judged: Vec<JudgedChoice>,
}

/// How a bot judged one of its choices.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct JudgedChoice {
    /// The choice, as a mask of actions.
    pub choice: u64,
    /// What it is worth by the measure of the bot.
    pub value: f64,
    /// How often it was tried.
    pub visits: i32,
}

/// What is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// Three cards to pass.
    Pass,
    /// The cards to reveal, all at once.
    Reveal,
    /// A card to play.
    Play,
    /// The seat that is given the trick.
    Assign,
}

impl DecisionKind {
    const ALL: [DecisionKind; 4] = [DecisionKind::Pass, DecisionKind::Reveal, DecisionKind::Play, DecisionKind::Assign];
    const NAMES: [&str; 4] = ["pass", "reveal", "play", "assign"];

    /// What is decided in a phase; nothing after the end.
    pub fn of(phase: Phase) -> Option<DecisionKind> {
        match phase {
            Phase::Pass => Some(DecisionKind::Pass),
            Phase::Reveal => Some(DecisionKind::Reveal),
            Phase::Play => Some(DecisionKind::Play),
            Phase::Assign => Some(DecisionKind::Assign),
            Phase::Over => None,
        }
    }
}

/// Buffered rows of table `decisions`.
pub struct DecisionColumns {
    hand_id: Numbers<i64>,
    step: Numbers<u8>,
    kind: NameSeries,
    trick: Optionals<u8>,
    seat: Numbers<u8>,
    bot: NameSeries,
    hand: Numbers<i64>,
    legal: Numbers<i64>,
    action: Numbers<i64>,
    choices: Lists<i64>,
    values: Lists<f64>,
    visits: Lists<i32>,
}

impl Table for DecisionColumns {
    type Row = DecisionRow;
    const NAME: &'static str = "decisions";
    const SCHEMA: &'static str = "decisions/1";
    const ABOUT: &'static str =
        "One row a decision, also where only one action is legal, in the order of `hand_id` and `step`.";
    const ONE_A_HAND: bool = false;

    fn new(names: &Names, _: ColumnSet) -> DecisionColumns {
        DecisionColumns {
            hand_id: Numbers::default(),
            step: Numbers::default(),
            kind: NameSeries::new(&DecisionKind::NAMES),
            trick: Optionals::default(),
            seat: Numbers::default(),
            bot: names.bots(),
            hand: Numbers::default(),
            legal: Numbers::default(),
            action: Numbers::default(),
            choices: Lists::default(),
            values: Lists::default(),
            visits: Lists::default(),
        }
    }

    fn push(&mut self, row: &DecisionRow) {
        self.hand_id.push(row.hand_id);
        self.step.push(row.step);
        self.kind.codes.push(row.kind as u8);
        self.trick.push(row.trick);
        self.seat.push(row.seat);
        self.bot.codes.push(row.bot);
        self.hand.push(row.hand as i64);
        self.legal.push(row.legal as i64);
        self.action.push(row.action as i64);
        self.choices.push(row.judged.iter().map(|judged| judged.choice as i64));
        self.values.push(row.judged.iter().map(|judged| judged.value));
        self.visits.push(row.judged.iter().map(|judged| judged.visits));
    }

    fn columns(&mut self) -> Vec<Column<'_>> {
        use Packing::{Delta, Dictionary, Plain};
        let trick = "trick, from 1, that the card is played to or that is given away; null before play";
        let choices =
            "choices that the bot weighed, ascending, each as the actions it consists of; null if it weighed none";
        let columns = [
            column("hand_id", &mut self.hand_id, "", "number of the hand in the dataset, ascending")
                .packing(Delta)
                .statistics(),
            column("step", &mut self.step, "", "number of the decision in the hand, from 0").packing(Delta),
            column("kind", &mut self.kind, "", "what is decided: `pass`, `reveal`, `play` or `assign`")
                .packing(Dictionary),
            column("trick", &mut self.trick, "", trick).nullable().packing(Dictionary),
            column("seat", &mut self.seat, "seat", "who decides").packing(Dictionary),
            column("bot", &mut self.bot, "", "bot of the seat").packing(Dictionary),
            column("hand", &mut self.hand, "card mask", "cards of the seat when it decides").packing(Plain),
            column("legal", &mut self.legal, "action mask", "actions that are legal").packing(Plain),
            column(
                "action",
                &mut self.action,
                "action mask",
                "actions that the seat takes: a card, three cards to pass, cards to reveal and then 56, or a seat",
            )
            .packing(Dictionary),
            column("choices", &mut self.choices, "action mask", choices).nullable().packing(Dictionary),
            column("values", &mut self.values, "goal of the bot", "worth of each of the choices; more is better")
                .nullable()
                .packing(Plain),
            column("visits", &mut self.visits, "visits", "how often the bot tried each of the choices")
                .nullable()
                .packing(Dictionary),
        ];
        columns.into_iter().flatten().collect()
    }

    fn read<E: From<DatasetError>>(
        batch: &BatchReader<'_>,
        each: &mut impl FnMut(&DecisionRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let hand_id = batch.numbers::<Int64Type>("hand_id")?;
        let step = batch.numbers::<UInt8Type>("step")?;
        let no_kind = |value: &str| format!("column kind says {value:?}, which is no kind of decision");
        let kind = batch.codes("kind", &DecisionKind::NAMES, no_kind)?;
        let trick = batch.numbers::<UInt8Type>("trick")?;
        let seat = batch.numbers::<UInt8Type>("seat")?;
        let bot = batch.bot_column("bot")?;
        let hand = batch.numbers::<Int64Type>("hand")?;
        let legal = batch.numbers::<Int64Type>("legal")?;
        let action = batch.numbers::<Int64Type>("action")?;
        let choices = batch.lists::<Int64Type>("choices")?;
        let values = batch.lists::<Float64Type>("values")?;
        let visits = batch.lists::<Int32Type>("visits")?;
        for i in 0..batch.rows() {
            let (choices, values, visits) = (choices.row(i), values.row(i), visits.row(i));
            if choices.len() != values.len() || choices.len() != visits.len() {
                return Err(batch.odd("choices, values and visits are not the same number", i).into());
            }
            let judged = choices.iter().zip(values).zip(visits);
            each(&DecisionRow {
                hand_id: hand_id.value(i),
                step: step.value(i),
                kind: DecisionKind::ALL[usize::from(kind[i])],
                trick: optional(trick, i),
                seat: seat.value(i),
                bot: bot[i],
                hand: hand.value(i) as u64,
                legal: legal.value(i) as u64,
                action: action.value(i) as u64,
                judged: judged
                    .map(|((&choice, &value), &visits)| JudgedChoice { choice: choice as u64, value, visits })
                    .collect(),
            })?;
        }
        Ok(())
    }
}
