//! Rule sets as text: presets with settings, TOML, and the form that records carry (DATA.md §2).

use super::options::{Field, did_you_mean, fields, fold, quoted, set, text};
use super::restrictions::PlayRules;
use super::validate::validate;
use super::{Book, Game, PRESETS, Rules, RulesError, presets};
use serde_json::{Map, Value};
use std::fmt;
use toml::de::{DeTable, DeValue};

/// How a rule set is written in records: a preset with variants, and the options that differ from it.
///
/// ```
/// use gongzhu::Rules;
/// let rules = Rules::parse("classic+pass")?.with_settings([("moon.pig", "never"), ("low", "off"), ("max_hands", "4")])?;
/// assert_eq!(rules.spec().to_string(), "classic+pass{moon.pig=never low=off max_hands=4}");
/// assert_eq!(
///     rules.to_json().to_string(),
///     r#"{"preset":"classic+pass","set":{"moon.pig":"never","low":"off","max_hands":4}}"#
/// );
/// # Ok::<(), gongzhu::RulesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    base: String,
    settings: Vec<(&'static str, Value)>,
}

impl Spec {
    /// The options of `book` as they differ from the preset with variants `base`, whose options are `from`.
    fn new(base: String, from: &Book, book: &Book) -> Spec {
        let changed = differences(from, book).map(|field| (field.key, field.get(book)));
        Spec { base, settings: changed.collect() }
    }

    /// The preset with its variants: `classic+pass`.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The options that differ from [`Spec::base`] with their values, in the order of the rules.
    pub fn settings(&self) -> &[(&'static str, Value)] {
        &self.settings
    }

    /// The form of records: the preset as a string, or `{"preset":…,"set":{…}}`.
    pub fn to_json(&self) -> Value {
        let base = Value::from(self.base.as_str());
        if self.settings.is_empty() {
            return base;
        }
        let settings = self.settings.iter().map(|(key, value)| ((*key).to_owned(), value.clone()));
        Value::from_iter([("preset", base), ("set", Value::Object(settings.collect()))])
    }
}

/// One line, `classic+pass{moon.pig=never low=off}`, which [`Rules::parse`] reads.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base)?;
        for (i, (key, value)) in self.settings.iter().enumerate() {
            write!(f, "{}{key}={}", if i == 0 { '{' } else { ' ' }, text(value))?;
        }
        f.write_str(if self.settings.is_empty() { "" } else { "}" })
    }
}

/// The options in which `book` differs from another of its game.
fn differences(from: &Book, book: &Book) -> impl Iterator<Item = &'static Field> {
    fields(book.game()).iter().filter(move |field| !field.same(from, book))
}

/// The spec of options that were not written as text: the preset that they differ least from.
pub(super) fn nearest_spec(book: &Book) -> Spec {
    let presets =
        PRESETS.iter().map(|preset| (preset.name, preset.book())).filter(|(_, from)| from.game() == book.game());
    let (name, from) = presets.min_by_key(|(_, from)| differences(from, book).count()).expect("each game has a preset");
    Spec::new(name.to_owned(), &from, book)
}

impl Rules {
    /// The rule set of a preset with variants, `classic+pass+hands-4`; settings may follow in braces, as [`Spec`] writes
    /// them.
    ///
    /// # Errors
    /// An unknown name, a variant of a rule set that takes none, or a setting that [`Rules::with_settings`] refuses.
    pub fn parse(text: &str) -> Result<Rules, RulesError> {
        let (base, settings) = match text.trim().strip_suffix('}').and_then(|text| text.split_once('{')) {
            Some((base, settings)) => (base, settings),
            None => (text, ""),
        };
        let (base, book) = presets::read(base)?;
        let settings = settings.split_whitespace().map(Rules::split_setting).collect::<Result<Vec<_>, _>>()?;
        set_all(&base, book, settings)
    }

    /// The rule set with these options set, which are checked against each other once all are.
    ///
    /// # Errors
    /// An unknown option, a value that it cannot take, or a combination that RULES.md §2.6 refuses.
    pub fn with_settings<K, V>(&self, settings: impl IntoIterator<Item = (K, V)>) -> Result<Rules, RulesError>
    where
        K: AsRef<str>,
        V: AsRef<str>,
    {
        set_all(&self.spec.base, self.book.clone(), settings)
    }

    /// The key and the value of a setting `key=value`.
    ///
    /// # Errors
    /// A text without `=`.
    pub fn split_setting(setting: &str) -> Result<(&str, &str), RulesError> {
        let (key, value) = setting.split_once('=').ok_or_else(|| {
            RulesError::new(format!("{} is no setting; write key=value, like moon.pig=never", quoted(setting)))
        })?;
        Ok((key.trim(), value.trim()))
    }

    /// The rule set in a TOML text: options, dotted or in tables, that change what the key `preset` names
    /// (`preset = "classic+pass"`). Without `preset`, `game` must say which game the options belong to (`gong_zhu`,
    /// `hearts` or `tantony`), and options that are not written are those of the preset `classic`, `hearts` or `tantony`.
    ///
    /// # Errors
    /// What [`Rules::parse`] and [`Rules::with_settings`] refuse, with the line where one is at fault.
    pub fn from_toml(toml: &str) -> Result<Rules, RulesError> {
        let line = |at: usize| 1 + toml.bytes().take(at).filter(|&byte| byte == b'\n').count();
        let table = DeTable::parse(toml).map_err(|problem| {
            let line = line(problem.span().map_or(0, |span| span.start));
            RulesError::new(format!("line {line}: no TOML: {}", problem.message().replace('\n', "; ")))
        })?;
        let mut entries = Vec::new();
        flatten_toml("", table.get_ref(), &line, &mut entries);
        let mut take = |key: &str| {
            let index = entries.iter().position(|entry| fold(&entry.key) == key);
            index.map(|index| entries.remove(index))
        };
        let (base, mut book) = toml_base(take("preset"), take("game"))?;
        for entry in &entries {
            set(&mut book, &entry.key, &entry.value).map_err(|problem| entry.fault(problem))?;
        }
        finish(&base, book)
    }

    /// The rule set as TOML: every option under a comment that says what it does and what it takes.
    /// [`Rules::from_toml`] reads it back.
    pub fn to_toml(&self) -> String {
        let base = &self.spec.base;
        let mut toml = format!("# What the options below start from; each is written out.\npreset = \"{base}\"\n");
        for field in fields(self.game()) {
            let (info, value) = (field.info(), field.get(&self.book));
            // The JSON of words, whole numbers and lists of them is TOML.
            toml += &format!("\n# {}\n# Allowed: {}.\n{} = {value}\n", info.doc, info.allowed, info.key);
        }
        toml
    }

    /// The rule set in a record (DATA.md §2): a string for [`Rules::parse`], or `{"preset":…,"set":{…}}` with values as
    /// JSON or as text.
    ///
    /// # Errors
    /// Another form of JSON, and what [`Rules::parse`] and [`Rules::with_settings`] refuse.
    pub fn from_json(json: &Value) -> Result<Rules, RulesError> {
        const FORM: &str =
            "rules are a preset such as \"classic+pass\", or {\"preset\":\"classic\",\"set\":{\"pass\":true}}";
        let object = match json {
            Value::String(text) => return Rules::parse(text),
            Value::Object(object) => object,
            _ => return Err(RulesError::new(FORM)),
        };
        if let Some(key) = object.keys().find(|key| !matches!(key.as_str(), "preset" | "set")) {
            let hint = did_you_mean(key, ["preset", "set"]);
            return Err(RulesError::new(format!("unknown key {} in rules{hint} ({FORM})", quoted(key))));
        }
        let preset = object.get("preset").and_then(Value::as_str).ok_or_else(|| RulesError::new(FORM))?;
        let mut settings = Vec::new();
        match object.get("set") {
            None => {}
            Some(Value::Object(set)) => flatten_json("", set, &mut settings),
            Some(_) => return Err(RulesError::new(FORM)),
        }
        Rules::parse(preset)?.with_settings(settings)
    }

    /// The form of records; [`Rules::from_json`] reads it back.
    pub fn to_json(&self) -> Value {
        self.spec.to_json()
    }
}

/// The rules of `book` with `settings` made, written as what differs from `base`.
fn set_all<K, V>(base: &str, mut book: Book, settings: impl IntoIterator<Item = (K, V)>) -> Result<Rules, RulesError>
where
    K: AsRef<str>,
    V: AsRef<str>,
{
    for (key, value) in settings {
        set(&mut book, key.as_ref(), value.as_ref())?;
    }
    finish(base, book)
}

fn finish(base: &str, book: Book) -> Result<Rules, RulesError> {
    let (base, from) = presets::read(base)?;
    validate(&book)?;
    Ok(Rules { spec: Spec::new(base, &from, &book), play: PlayRules::new(&book), book })
}

fn game(name: &str) -> Result<Game, RulesError> {
    let games = [Game::GongZhu, Game::Hearts, Game::Tantony];
    let names = games.map(|game| game.to_string());
    games.into_iter().find(|game| game.to_string() == fold(name)).ok_or_else(|| {
        let hint = did_you_mean(name, &names);
        RulesError::new(format!("unknown game {}{hint} (games: {})", quoted(name), names.join(", ")))
    })
}

/// An option in a TOML text: its line, its full key, and the text of its value.
struct Entry {
    line: usize,
    key: String,
    value: String,
}

impl Entry {
    fn fault(&self, problem: impl fmt::Display) -> RulesError {
        RulesError::new(format!("line {}: {problem}", self.line))
    }
}

/// What the options in a TOML text start from, by its keys `preset` and `game`.
fn toml_base(preset: Option<Entry>, of: Option<Entry>) -> Result<(String, Book), RulesError> {
    let game = of.map(|entry| game(&entry.value).map_err(|problem| entry.fault(problem))).transpose()?;
    match (preset, game) {
        (Some(entry), game) => {
            let (base, book) = presets::read(&entry.value).map_err(|problem| entry.fault(problem))?;
            match game.filter(|&game| game != book.game()) {
                Some(game) => Err(entry.fault(format!("preset '{base}' is no {game} rule set, but game = \"{game}\""))),
                None => Ok((base, book)),
            }
        }
        (None, Some(game)) => presets::read(presets::base(game)),
        (None, None) => Err(RulesError::new(
            "rules in TOML need preset = \"NAME\", or game = \"gong_zhu\", \"hearts\" or \"tantony\"",
        )),
    }
}

fn flatten_toml(prefix: &str, table: &DeTable<'_>, line: &impl Fn(usize) -> usize, entries: &mut Vec<Entry>) {
    for (key, value) in table {
        let full = format!("{prefix}{}", key.get_ref());
        match value.get_ref() {
            DeValue::Table(table) => flatten_toml(&format!("{full}."), table, line, entries),
            value => entries.push(Entry { line: line(key.span().start), key: full, value: toml_text(value) }),
        }
    }
}

fn toml_text(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(time) => time.to_string(),
        DeValue::Array(values) if values.is_empty() => "none".to_owned(),
        DeValue::Array(values) => values.iter().map(|value| toml_text(value.get_ref())).collect::<Vec<_>>().join(","),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

fn flatten_json(prefix: &str, set: &Map<String, Value>, settings: &mut Vec<(String, String)>) {
    for (key, value) in set {
        match value {
            Value::Object(set) => flatten_json(&format!("{prefix}{key}."), set, settings),
            value => settings.push((format!("{prefix}{key}"), text(value))),
        }
    }
}
