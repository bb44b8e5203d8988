//! The options of each game by name: one table row per option with its doc line, its limits, and where it is stored.
//!
//! A row reads and writes its option as a JSON value, whose text form ([`text`]) is what `key=value` settings use. JSON's
//! spelling of these values is TOML's too, so one form serves all three.

use super::gong_zhu::{
    AceLock, CountingCard, LaterHands, MoonBonus, MoonNeeds, MoonPig, MoonSheep, Opening, RevealTiming, TeamScore,
};
use super::hearts::{Moon as HeartsMoon, Opening as HeartsOpening, Pass};
use super::tantony::Memory;
use super::{Book, Direction, Game, GongZhu, Hearts, Rules, RulesError, Tantony, presets};
use crate::{Card, CardSet, REVEALABLE, Seat};
use serde_json::Value;
use std::ops::RangeInclusive;

/// The largest number that any option takes, either sign: the largest score of a hand.
const MOST: i32 = i16::MAX as i32;

/// The numbers that an option takes; options that are no numbers ignore them.
type Limits = RangeInclusive<i32>;

/// One option of a game: its name and what may be written for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The name in TOML, JSON and settings: `moon.pig`.
    pub key: &'static str,
    /// One line: what the option does, and the section of the rules that says more.
    pub doc: &'static str,
    /// What may be written for it.
    pub allowed: String,
}

/// A row of the tables below.
pub(super) struct Field {
    pub(super) key: &'static str,
    doc: &'static str,
    get: fn(&Book) -> Value,
    set: fn(&mut Book, &str) -> bool,
    same: fn(&Book, &Book) -> bool,
    about: fn() -> About,
}

/// What a type of option says of itself: the allowed values as text, and those among them that are words.
struct About {
    allowed: String,
    words: &'static [&'static str],
}

macro_rules! table {
    ($table:ident: $game:ident; $(
        $first:ident $(. $rest:ident)* $(in $limits:expr)?, $section:literal, $doc:literal;
    )*) => {
        static $table: &[Field] = &[$(Field {
            key: concat!(stringify!($first) $(, ".", stringify!($rest))*),
            doc: concat!($doc, " (RULES.md §", $section, ")."),
            get: |book| match book {
                Book::$game(options) => Setting::write(&options.$first $(.$rest)*),
                _ => Value::Null,
            },
            set: |book, text| match (book, Setting::read(text, &limits!($($limits)?))) {
                (Book::$game(options), Some(value)) => {
                    options.$first $(.$rest)* = value;
                    true
                }
                _ => false,
            },
            same: |book, other| match (book, other) {
                (Book::$game(options), Book::$game(other)) => options.$first $(.$rest)* == other.$first $(.$rest)*,
                _ => false,
            },
            about: || about(|options: &$game| &options.$first $(.$rest)*, limits!($($limits)?)),
        }),*];
    };
}

macro_rules! limits {
    () => {
        -MOST..=MOST
    };
    ($limits:expr) => {
        $limits
    };
}

table! { GONG_ZHU: GongZhu;
    direction, "1", "How the table draws the turn order: left is the next seat when play is clockwise";
    first_dealer, "1", "The seat that deals hand 0";
    pass, "2.4", "Whether each seat passes three cards to the next seat before revealing";
    revealable, "2.2", "The cards that their holder may reveal before play, which doubles them";
    reveal_timing, "2.2", "Whether seats reveal in turn, seeing earlier reveals, or all at once";
    reveal_fourth, "2.4", "Whether three revealed cards reveal the fourth by themselves";
    revealed_ace_lock, "2.4", "What a revealed ace of hearts locks until hearts are played: that card, or leading the suit";
    opening, "2.3", "Whose turn hand 0 begins with: the holder of a card, or a seat";
    must_lead_opening, "2.3", "Whether the opening card itself must be led; a seat that opens leads anything";
    later_hands, "2.3", "Who opens the hands after hand 0";
    break_hearts, "2.3", "Whether a heart must have been discarded before hearts may be led";
    no_spade_lead_first_trick, "2.3", "Whether trick 1 may not be led with a spade";
    no_points_first_trick, "2.3", "Whether QS, JD and hearts of value may not be discarded on trick 1";
    heart_values, "2.1", "The value of each heart, listed A K Q J T 9 8 7 6 5 4 3 2";
    counting_card, "2.4", "Which hearts beside the transformer make it multiply";
    transformer_alone, "2.4", "What a transformer scores without a counting card";
    moon.needs, "2.4", "What a moon takes: all hearts, or the pig with them";
    moon.pig, "2.4", "For whom the pig counts plus in a hand with a moon";
    moon.sheep, "2.4", "Whether a moon makes the sheep count minus";
    moon.slam, "2.4", "Whether all hearts, pig, sheep and transformer in one pile all count plus";
    moon.bonus, "2.4", "The hearts line of a moon: a number, or minus the sum of heart_values";
    cap in 0..=MOST, "2.4", "The most that a pile of a moon, pig, sheep and transformer scores";
    queen_of_diamonds, "2.4", "Points for each trick that the taker of QD wins after taking it";
    partnership, "2.4", "Whether seats 0 and 2 play together against seats 1 and 3";
    team_score, "2.4", "Whether partners add their scores, or merge their piles into one";
    low in -MOST..=-1, "2.5", "A total at or below this ends the match";
    high in 1..=MOST, "2.5", "A total at or above this ends the match";
    max_hands in 1..=MOST, "2.5", "The match ends after this many hands";
    decider, "2.5", "Whether more hands are played while first or last place is tied";
}

table! { HEARTS: Hearts;
    direction, "1", "How the table draws the turn order: left is the next seat when play is clockwise";
    first_dealer, "1", "The seat that deals hand 0";
    pass, "3", "Whether three cards are passed: left, right, across, none in turn";
    opening, "3", "What the holder of 2C may lead to trick 1";
    no_points_first_trick, "3", "Whether hearts and QS may not be discarded on trick 1";
    break_hearts, "3", "Whether an earlier trick must have held a heart before hearts may be led";
    qs_breaks_hearts, "3", "Whether QS breaks hearts as a heart does";
    lead_hearts_instead_of_qs, "3", "Whether a hand of QS and hearts alone may lead unbroken hearts";
    jd_bonus, "3", "Whether taking JD takes ten points off";
    no_tricks_bonus, "3", "Whether a seat without a trick has five points taken off, in a hand without a moon";
    moon, "3", "What all hearts and QS in one pile do to the scores";
    target in 1..=MOST, "3", "A total above this ends the match";
    max_hands in 1..=MOST, "3", "The match ends after this many hands";
}

table! { TANTONY: Tantony;
    direction, "1", "How the table draws the turn order: left is the next seat when play is clockwise";
    first_dealer, "1", "The seat that deals hand 0";
    opening_seat, "4", "The leader of hand 0; off: the seat after the dealer";
    memory, "4", "What players know of earlier hands: every card's place, or nothing";
}

impl Field {
    pub(super) fn get(&self, book: &Book) -> Value {
        (self.get)(book)
    }

    /// Whether two books of the game agree on the option.
    pub(super) fn same(&self, book: &Book, other: &Book) -> bool {
        (self.same)(book, other)
    }

    pub(super) fn info(&self) -> OptionInfo {
        OptionInfo { key: self.key, doc: self.doc, allowed: (self.about)().allowed }
    }

    /// Sets the option of `book` from its text.
    pub(super) fn set(&self, book: &mut Book, text: &str) -> Result<(), RulesError> {
        if (self.set)(book, text) {
            return Ok(());
        }
        let About { allowed, words } = (self.about)();
        let hint = did_you_mean(text, words);
        Err(RulesError::new(format!("option '{}' cannot be {}{hint} (allowed: {allowed})", self.key, quoted(text))))
    }
}

impl Book {
    /// The game whose options these are.
    #[inline]
    pub fn game(&self) -> Game {
        match self {
            Book::GongZhu(_) => Game::GongZhu,
            Book::Hearts(_) => Game::Hearts,
            Book::Tantony(_) => Game::Tantony,
        }
    }
}

impl Rules {
    /// Every option of the game with its value as text, in the order of the rules.
    pub fn options(&self) -> impl Iterator<Item = (OptionInfo, String)> {
        fields(self.game()).iter().map(|field| (field.info(), text(&field.get(&self.book))))
    }

    /// The value of an option as text, or `None` where the game has no such option.
    pub fn get(&self, key: &str) -> Option<String> {
        find(self.game(), key).map(|field| text(&field.get(&self.book)))
    }
}

/// The options of a game.
pub(super) fn fields(game: Game) -> &'static [Field] {
    match game {
        Game::GongZhu => GONG_ZHU,
        Game::Hearts => HEARTS,
        Game::Tantony => TANTONY,
    }
}

fn find(game: Game, key: &str) -> Option<&'static Field> {
    let key = fold(key);
    fields(game).iter().find(|field| field.key == key)
}

/// Sets one option of `book`.
pub(super) fn set(book: &mut Book, key: &str, value: &str) -> Result<(), RulesError> {
    let game = book.game();
    if let Some(field) = find(game, key) {
        return field.set(book, &unwrapped(value));
    }
    let hint = match [Game::GongZhu, Game::Hearts, Game::Tantony].into_iter().find(|&other| find(other, key).is_some())
    {
        Some(other) => format!("; it belongs to {other} rules"),
        None => did_you_mean(key, fields(game).iter().map(|field| field.key)),
    };
    let preset = presets::base(game);
    Err(RulesError::new(format!(
        "unknown option {} for {game} rules{hint} (gongzhu rules {preset} lists all)",
        quoted(key)
    )))
}

/// A value without the brackets and quotes that TOML and JSON put around it, so that what is printed can be set.
fn unwrapped(value: &str) -> String {
    let value = value.trim();
    match value.strip_prefix('[').and_then(|value| value.strip_suffix(']')) {
        Some(list) if list.trim().is_empty() => "none".to_owned(),
        Some(list) => list.replace('"', ""),
        None => value.trim_matches('"').to_owned(),
    }
}

/// A name as it is compared: `-` is `_`, case does not matter, and ♣ is the C of `2C`.
pub(super) fn fold(name: &str) -> String {
    let fold = |letter: char| match letter {
        '-' => '_',
        '♣' => 'c',
        other => other.to_ascii_lowercase(),
    };
    name.trim().chars().map(fold).collect()
}

/// A text from outside as messages show it: on one line, and not all of it where it is long.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN: usize = 60;
    let shown: String = text.chars().take(SHOWN).collect();
    let more = if shown.len() < text.len() { "…" } else { "" };
    format!("'{}{more}'", shown.escape_debug())
}

/// `; did you mean 'x'?` where one of `names` is close to `name`, else nothing.
pub(crate) fn did_you_mean<S: AsRef<str>>(name: &str, names: impl IntoIterator<Item = S>) -> String {
    const CLOSE: f64 = 0.8;
    // Longer than any name twice over: not a slip of the pen.
    if name.len() > 60 {
        return String::new();
    }
    let name = fold(name);
    let likeness = |known: &S| strsim::jaro_winkler(&name, &fold(known.as_ref()));
    let best = names.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    match best.filter(|known| likeness(known) >= CLOSE) {
        Some(known) => format!("; did you mean '{}'?", known.as_ref()),
        None => String::new(),
    }
}

/// The text of an option's value: lists are joined by commas, an empty list is `none`.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Null => "off".to_owned(),
        Value::String(word) => word.clone(),
        Value::Array(values) if values.is_empty() => "none".to_owned(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// The parts of a list's text.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter == ',' || letter.is_whitespace()).filter(|item| !item.is_empty())
}

fn about<B, T: Setting>(_: fn(&B) -> &T, limits: Limits) -> About {
    About { allowed: T::allowed(&limits), words: T::WORDS }
}

/// A type of option.
trait Setting: Sized {
    /// The values that are words.
    const WORDS: &'static [&'static str] = &[];

    /// What may be written.
    fn allowed(_: &Limits) -> String {
        Self::WORDS.join(", ")
    }

    /// The value that a text means, if it is allowed.
    fn read(text: &str, limits: &Limits) -> Option<Self>;

    /// The value in files.
    fn write(&self) -> Value;
}

/// Options that are one word of a list; the list is complete, or this does not compile.
macro_rules! words {
    ($($name:ident { $($variant:ident $word:literal),+ })+) => {$(
        impl Setting for $name {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn read(text: &str, _: &Limits) -> Option<$name> {
                let text = fold(text);
                [$(($word, $name::$variant)),+].into_iter().find(|(word, _)| word.eq_ignore_ascii_case(&text)).map(|(_, value)| value)
            }

            fn write(&self) -> Value {
                Value::from(match self { $($name::$variant => $word),+ })
            }
        }
    )+};
}

words! {
    Direction { Clockwise "clockwise", Anticlockwise "anticlockwise" }
    RevealTiming { Sequential "sequential", Simultaneous "simultaneous" }
    AceLock { Card "card", Suit "suit" }
    LaterHands { OpeningCard "opening_card", PigTaker "pig_taker", NextSeat "next_seat" }
    CountingCard { AnyHeart "any_heart", ScoringHeart "scoring_heart" }
    MoonNeeds { Hearts "hearts", HeartsAndPig "hearts_and_pig" }
    MoonPig {
        Shooter "shooter", ShooterWithSheep "shooter_with_sheep", SlamOnly "slam_only", Everyone "everyone", Never "never"
    }
    MoonSheep { Unchanged "unchanged", EveryoneNegated "everyone_negated" }
    TeamScore { Sum "sum", Pool "pool" }
    Pass { Off "off", Cycle "cycle" }
    HeartsOpening { TwoOfClubs "2C", AnyClub "any_club" }
    HeartsMoon { OthersPlus "others_plus", ShooterMinus "shooter_minus", Exception "exception" }
    Memory { Perfect "perfect", None "none" }
}

impl Setting for bool {
    const WORDS: &'static [&'static str] = &["true", "false"];

    fn read(text: &str, _: &Limits) -> Option<bool> {
        match fold(text).as_str() {
            "true" | "on" | "yes" => Some(true),
            "false" | "off" | "no" => Some(false),
            _ => None,
        }
    }

    fn write(&self) -> Value {
        Value::from(*self)
    }
}

impl Setting for i32 {
    fn allowed(limits: &Limits) -> String {
        format!("a whole number from {} to {}", limits.start(), limits.end())
    }

    fn read(text: &str, limits: &Limits) -> Option<i32> {
        let text = text.trim();
        // Some JSON writers have no whole numbers: 3.0.
        let number = text.strip_suffix(".0").unwrap_or(text).parse().ok()?;
        limits.contains(&number).then_some(number)
    }

    fn write(&self) -> Value {
        Value::from(*self)
    }
}

impl Setting for u32 {
    fn allowed(limits: &Limits) -> String {
        i32::allowed(limits)
    }

    fn read(text: &str, limits: &Limits) -> Option<u32> {
        i32::read(text, limits)?.try_into().ok()
    }

    fn write(&self) -> Value {
        Value::from(*self)
    }
}

impl<T: Setting> Setting for Option<T> {
    const WORDS: &'static [&'static str] = &["off"];

    fn allowed(limits: &Limits) -> String {
        format!("off, or {}", T::allowed(limits))
    }

    fn read(text: &str, limits: &Limits) -> Option<Option<T>> {
        match fold(text).as_str() {
            "off" | "none" | "no" | "false" => Some(None),
            _ => T::read(text, limits).map(Some),
        }
    }

    fn write(&self) -> Value {
        self.as_ref().map_or_else(|| Value::from("off"), T::write)
    }
}

impl Setting for Seat {
    fn allowed(_: &Limits) -> String {
        "a seat from 0 to 3".to_owned()
    }

    fn read(text: &str, _: &Limits) -> Option<Seat> {
        u8::try_from(i32::read(text, &(0..=3))?).ok().and_then(Seat::new)
    }

    fn write(&self) -> Value {
        Value::from(self.index())
    }
}

impl Setting for Opening {
    const WORDS: &'static [&'static str] = &["seat0", "seat1", "seat2", "seat3"];

    fn allowed(_: &Limits) -> String {
        format!("a card such as 2C, or {}", Self::WORDS.join(", "))
    }

    fn read(text: &str, limits: &Limits) -> Option<Opening> {
        match fold(text).strip_prefix("seat") {
            Some(number) => Seat::read(number.trim_start_matches('_'), limits).map(Opening::Seat),
            None => text.parse().ok().map(Opening::Card),
        }
    }

    fn write(&self) -> Value {
        Value::from(match self {
            Opening::Card(card) => card.to_string(),
            Opening::Seat(seat) => format!("seat{seat}"),
        })
    }
}

impl Setting for MoonBonus {
    const WORDS: &'static [&'static str] = &["positive"];

    fn allowed(limits: &Limits) -> String {
        format!("positive, or {}", i32::allowed(limits))
    }

    fn read(text: &str, limits: &Limits) -> Option<MoonBonus> {
        if fold(text) == "positive" {
            return Some(MoonBonus::Positive);
        }
        i32::read(text, limits).map(MoonBonus::Points)
    }

    fn write(&self) -> Value {
        match self {
            MoonBonus::Points(points) => points.write(),
            MoonBonus::Positive => Value::from("positive"),
        }
    }
}

/// The cards to reveal.
impl Setting for CardSet {
    const WORDS: &'static [&'static str] = &["none"];

    fn allowed(_: &Limits) -> String {
        "none, or any of QS, AH, JD, TC".to_owned()
    }

    fn read(text: &str, _: &Limits) -> Option<CardSet> {
        if matches!(fold(text).as_str(), "none" | "off" | "no" | "false") {
            return Some(CardSet::EMPTY);
        }
        let cards = items(text).map(|item| item.parse::<Card>().ok()).collect::<Option<CardSet>>()?;
        (!cards.is_empty() && cards.iter().all(|card| REVEALABLE.contains(&card))).then_some(cards)
    }

    fn write(&self) -> Value {
        self.iter().map(|card| card.to_string()).collect()
    }
}

/// The heart values: written from the ace down, as the rules list them, and stored from the two up, by rank.
impl Setting for [i32; 13] {
    fn allowed(limits: &Limits) -> String {
        format!("thirteen whole numbers from {} to {}, from the ace's down to the two's", limits.start(), limits.end())
    }

    fn read(text: &str, limits: &Limits) -> Option<[i32; 13]> {
        let mut values = items(text).map(|item| i32::read(item, limits)).collect::<Option<Vec<_>>>()?;
        values.reverse();
        values.try_into().ok()
    }

    fn write(&self) -> Value {
        self.iter().rev().copied().collect()
    }
}
