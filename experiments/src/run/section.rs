//! Reading a TOML file of which every key is known: what is wrong comes with file, line and key.

use crate::error::RunError;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The text of a file, for messages.
pub(super) struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    pub(super) fn read(path: &Path) -> Result<Source, RunError> {
        let text = std::fs::read_to_string(path).map_err(|error| RunError::unreadable(path, &error))?;
        Ok(Source { path: path.to_path_buf(), text })
    }

    /// The directory of the file.
    pub(super) fn dir(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn parse(&self) -> Result<Spanned<DeTable<'_>>, RunError> {
        DeTable::parse(&self.text).map_err(|problem| {
            let span = problem.span().unwrap_or_default();
            self.fault(&span, format!("no TOML: {}", problem.message().replace('\n', "; ")))
        })
    }

    /// An error at a place of the file.
    pub(super) fn fault(&self, at: &Range<usize>, message: impl fmt::Display) -> RunError {
        let line = 1 + self.text.bytes().take(at.start).filter(|&byte| byte == b'\n').count();
        RunError::Request(format!("{}: line {line}: {message}", self.path.display()))
    }
}

/// A text with its place in the file.
pub(super) type Placed<'t> = (&'t str, Range<usize>);

/// A table of the file.
pub(super) struct Section<'t> {
    pub(super) source: &'t Source,
    /// How messages name the table.
    name: &'static str,
    at: Range<usize>,
    table: &'t DeTable<'t>,
}

impl<'t> Section<'t> {
    /// The table `name` at a place of the file.
    ///
    /// # Errors
    /// A key that is not among `keys`, with the nearest that is.
    pub(super) fn new(
        source: &'t Source,
        name: &'static str,
        at: Range<usize>,
        table: &'t DeTable<'t>,
        keys: &[&str],
    ) -> Result<Section<'t>, RunError> {
        for key in table.keys() {
            let text: &str = key.get_ref();
            if !keys.contains(&text) {
                let unknown = format!("unknown key '{text}' in {name}{}", did_you_mean(text, keys));
                return Err(source.fault(&key.span(), unknown));
            }
        }
        Ok(Section { source, name, at, table })
    }

    /// An error that concerns the table as a whole.
    pub(super) fn fault(&self, message: impl fmt::Display) -> RunError {
        self.source.fault(&self.at, format!("{}: {message}", self.name))
    }

    fn get(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.table.get(key)
    }

    /// Whether the table has a key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The place of a key's value.
    pub(super) fn place(&self, key: &str) -> Range<usize> {
        self.get(key).map_or(self.at.clone(), Spanned::span)
    }

    fn mistyped(&self, at: &Range<usize>, key: &str, wanted: &str) -> RunError {
        self.source.fault(at, format!("key '{key}' of {} takes {wanted}", self.name))
    }

    /// A text.
    pub(super) fn text(&self, key: &str) -> Result<Option<Placed<'t>>, RunError> {
        match self.get(key) {
            None => Ok(None),
            Some(value) => match value.get_ref() {
                DeValue::String(text) => Ok(Some((text, value.span()))),
                _ => Err(self.mistyped(&value.span(), key, "a text in quotes")),
            },
        }
    }

    /// A list of texts, not empty; a single text is a list of one.
    pub(super) fn texts(&self, key: &str) -> Result<Option<Vec<Placed<'t>>>, RunError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let wanted = |at: &Range<usize>| self.mistyped(at, key, "a list of texts in quotes");
        match value.get_ref() {
            DeValue::String(text) => Ok(Some(vec![(text, value.span())])),
            DeValue::Array(values) if !values.is_empty() => {
                let text = |value: &'t Spanned<DeValue<'t>>| match value.get_ref() {
                    DeValue::String(text) => Ok((&**text, value.span())),
                    _ => Err(wanted(&value.span())),
                };
                values.iter().map(text).collect::<Result<_, _>>().map(Some)
            }
            _ => Err(wanted(&value.span())),
        }
    }

    /// A whole number in a range.
    pub(super) fn number(&self, key: &str, range: Range<u64>) -> Result<Option<u64>, RunError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let number = match value.get_ref() {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let wanted = || format!("a whole number from {} to {}", range.start, range.end - 1);
        let number = number.filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| self.mistyped(&value.span(), key, &wanted()))
    }

    /// A table within this one.
    pub(super) fn table(&self, key: &str, name: &'static str, keys: &[&str]) -> Result<Option<Section<'t>>, RunError> {
        match self.get(key) {
            None => Ok(None),
            Some(value) => match value.get_ref() {
                DeValue::Table(table) => Section::new(self.source, name, value.span(), table, keys).map(Some),
                _ => Err(self.mistyped(&value.span(), key, &format!("a table; write {name}"))),
            },
        }
    }

    /// The tables of a list.
    pub(super) fn tables(&self, key: &str, name: &'static str, keys: &[&str]) -> Result<Vec<Section<'t>>, RunError> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let wanted = |at: &Range<usize>| self.mistyped(at, key, &format!("tables; write {name}"));
        let DeValue::Array(values) = value.get_ref() else { return Err(wanted(&value.span())) };
        let section = |value: &'t Spanned<DeValue<'t>>| match value.get_ref() {
            DeValue::Table(table) => Section::new(self.source, name, value.span(), table, keys),
            _ => Err(wanted(&value.span())),
        };
        values.iter().map(section).collect()
    }
}

/// The end of a message on a word that is none of these: the nearest, and all.
pub(super) fn did_you_mean(word: &str, known: &[&str]) -> String {
    let likeness = |known: &str| strsim::jaro_winkler(known, &word.to_lowercase().replace('_', "-"));
    let nearest = known.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b))).filter(|near| likeness(near) > 0.75);
    let nearest = nearest.map(|near| format!("; did you mean '{near}'?")).unwrap_or_default();
    format!("{nearest} (known: {})", known.join(", "))
}
