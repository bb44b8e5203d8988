//! Piles from JSON and the lines of their settlement to JSON: what `gongzhu score` reads and writes (docs/DATA.md §3).

use super::RecordError;
use super::json::{self, Fields};
use super::read::counts;
use crate::rules::Book;
use crate::{BySeat, Card, CardSet, Game, Lines, Piles, REVEALABLE, RuleId, Rules, Seat};
use serde_json::Value;

/// The fields of piles to score.
const FIELDS: [&str; 8] =
    ["rules", "totals", "taken", "revealed", "trick_counts", "tricks_after_qd", "face_up", "single"];

/// The most tricks that can follow the one with QD.
const MOST_AFTER_QD: i64 = 12;

type Read<T> = Result<T, RecordError>;

impl Piles {
    /// The piles in a JSON object, and the totals before the hand (`totals`, zeros by default), which the moon of
    /// Hearts may need.
    ///
    /// - `taken`: four lists, or one flat list that is seat 0's pile. Cards that count for nothing may be left out. In
    ///   Tantony nothing of it counts, and it may be absent.
    /// - `revealed`: the revealed cards. Three of four imply the fourth under `reveal_fourth`.
    /// - `trick_counts`: how many tricks each seat took, for `no_tricks_bonus`; absent, nobody has that bonus.
    /// - `tricks_after_qd`: four numbers, how many tricks each seat took after the trick that held QD, or one number,
    ///   for the seat whose pile holds QD; absent, there is no such bonus.
    /// - `face_up` and `single`: four lists each, the cards face up in the twelve assigned tricks and that of trick 13
    ///   (Tantony).
    ///
    /// # Errors
    /// An unknown field, a value of the wrong kind, a card in two piles, a revealed card that `rules` do not let anyone
    /// reveal, or counts of more tricks than there are.
    pub fn from_json(value: &Value, rules: &Rules) -> Read<(Piles, BySeat<i32>)> {
        let fields = Fields::new(value, "a set of piles", &FIELDS)?;
        let taken = match rules.game() {
            Game::Tantony => fields.maybe("taken", taken)?.unwrap_or_default(),
            Game::GongZhu | Game::Hearts => fields.need("taken", taken)?,
        };
        let face_up = fields.maybe("face_up", lists)?.unwrap_or_default();
        let single = fields.maybe("single", lists)?.unwrap_or_default();
        json::within("taken", disjoint(taken.0))?;
        json::within("face_up", disjoint(face_up.0.into_iter().chain(single.0)))?;
        let totals = fields.maybe("totals", |value| json::by_seat(value, |_, total| json::score(total)))?;
        let piles = Piles {
            taken,
            revealed: fields.maybe("revealed", |value| revealed(value, rules))?.unwrap_or_default(),
            // One trick each, where nothing is said: nobody is without a trick.
            trick_counts: fields.maybe("trick_counts", trick_counts)?.unwrap_or(BySeat::splat(1)),
            tricks_after_qd: fields
                .maybe("tricks_after_qd", |value| after_qd(value, rules, &taken))?
                .unwrap_or_default(),
            face_up,
            single,
        };
        Ok((piles, totals.unwrap_or_default()))
    }
}

/// Four lists, or one that is seat 0's: one that has a card where the four have lists.
fn taken(value: &Value) -> Read<BySeat<CardSet>> {
    let flat =
        value.as_array().is_some_and(|list| list.is_empty() || list.iter().any(|entry| json::card(entry).is_ok()));
    if !flat {
        return lists(value);
    }
    let mut taken = BySeat::default();
    taken[Seat::ALL[0]] = json::cards(value)?;
    Ok(taken)
}

fn lists(value: &Value) -> Read<BySeat<CardSet>> {
    json::by_seat(value, |_, cards| json::cards(cards))
}

fn disjoint(piles: impl IntoIterator<Item = CardSet>) -> Read<()> {
    let mut seen = CardSet::EMPTY;
    for pile in piles {
        if let Some(card) = (seen & pile).first() {
            return Err(RecordError::new(RuleId::Deal, format!("{card} lies in two piles")).about(card));
        }
        seen |= pile;
    }
    Ok(())
}

fn revealed(value: &Value, rules: &Rules) -> Read<CardSet> {
    let cards = json::cards(value)?;
    if let Some(card) = (cards - rules.play.revealable).first() {
        return Err(RecordError::new(RuleId::Reveal, format!("these rules let nobody reveal {card}")).about(card));
    }
    let implied = rules.play.reveal_fourth && cards.len() == 3;
    Ok(if implied { REVEALABLE.into_iter().collect() } else { cards })
}

fn trick_counts(value: &Value) -> Read<BySeat<u8>> {
    at_most(counts(value, 13)?, 13)
}

fn after_qd(value: &Value, rules: &Rules, taken: &BySeat<CardSet>) -> Read<BySeat<u8>> {
    let taker = Seat::ALL.into_iter().find(|&seat| taken[seat].has(Card::QUEEN_OF_DIAMONDS));
    let counted = matches!(rules.book(), Book::GongZhu(options) if options.queen_of_diamonds.is_some());
    let counts = if value.is_array() {
        at_most(counts(value, MOST_AFTER_QD)?, MOST_AFTER_QD)?
    } else {
        let count = json::whole(value, 0..=MOST_AFTER_QD)? as u8;
        BySeat::from_fn(|seat| if taker == Some(seat) || taker.is_none() { count } else { 0 })
    };
    if counted && taker.is_none() && counts.0 != [0; 4] {
        return Err(RecordError::new(RuleId::Score, "no pile in 'taken' holds QD, whose taker these points are for"));
    }
    Ok(counts)
}

fn at_most(counts: BySeat<u8>, most: i64) -> Read<BySeat<u8>> {
    let sum: i64 = counts.0.into_iter().map(i64::from).sum();
    if sum > most {
        return Err(RecordError::new(RuleId::Score, format!("{sum} tricks in all, more than {most}")));
    }
    Ok(counts)
}

impl Lines {
    /// The lines of each seat by name, in the order of the sheet.
    pub fn named(&self) -> BySeat<Vec<(&'static str, i32)>> {
        match *self {
            Lines::GongZhu(lines) => lines.map(|lines| {
                vec![
                    ("hearts", lines.hearts),
                    ("pig", lines.pig),
                    ("sheep", lines.sheep),
                    ("base", lines.base),
                    ("multiplier", lines.multiplier),
                    ("bonus", lines.bonus),
                    ("total", lines.total),
                ]
            }),
            Lines::Hearts(lines) => lines.map(|lines| {
                vec![
                    ("hearts", lines.hearts),
                    ("queen", lines.queen),
                    ("jack", lines.jack),
                    ("bonus", lines.bonus),
                    ("moon", lines.moon),
                    ("total", lines.total),
                ]
            }),
            Lines::Tantony(lines) => {
                lines.map(|lines| vec![("tricks", lines.tricks), ("single", lines.single), ("total", lines.total)])
            }
        }
    }

    /// The lines as a list of four objects.
    pub fn to_json(&self) -> Value {
        let object = |lines: Vec<(&'static str, i32)>| {
            Value::Object(lines.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect())
        };
        self.named().0.into_iter().map(object).collect()
    }
}
