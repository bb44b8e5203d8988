//! Options of bots, `key=value` behind the name: what there is, reading and writing them.

use crate::registry::{BotError, nearest};

/// What `gongzhu bots NAME` lists of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub values: &'static str,
    /// What it is where nothing is said.
    pub default: String,
    /// What it does.
    pub summary: &'static str,
}

/// An option of the configuration `C`.
pub(crate) struct Setting<C: 'static> {
    pub(crate) name: &'static str,
    pub(crate) values: &'static str,
    pub(crate) summary: &'static str,
    /// Its value as text; `None` where another option stands in its place.
    pub(crate) get: fn(&C) -> Option<String>,
    /// Sets it; `None` where it may not be that.
    pub(crate) set: fn(&mut C, &str) -> Option<()>,
}

/// A configuration that is written as options.
pub(crate) trait Configuration: Default + 'static {
    /// Every option, in the order in which they are written.
    const SETTINGS: &'static [Setting<Self>];
    /// Options of which one may be given.
    const EXCLUSIVE: &'static [&'static str];

    /// Reads `key=value:key=value`.
    fn read(bot: &'static str, text: &str) -> Result<Self, BotError> {
        let mut config = Self::default();
        let mut given: Vec<&str> = Vec::new();
        for option in text.split(':') {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            let key = key.trim().to_ascii_lowercase().replace('_', "-");
            let Some(setting) = Self::SETTINGS.iter().find(|setting| setting.name == key) else {
                let names = Self::SETTINGS.iter().map(|setting| setting.name);
                return Err(BotError::Option {
                    bot,
                    option: key.clone(),
                    nearest: nearest(&key, names.clone()),
                    options: names.collect::<Vec<_>>().join(", "),
                });
            };
            let refused = |reason: String| BotError::Value { bot, option: setting.name, reason };
            if given.contains(&setting.name) {
                return Err(refused("is given twice".to_owned()));
            }
            let exclusive = |name: &&&str| Self::EXCLUSIVE.contains(&setting.name) && Self::EXCLUSIVE.contains(name);
            if let Some(other) = given.iter().find(exclusive) {
                return Err(refused(format!("and '{other}' exclude each other; give one")));
            }
            let value = value.trim();
            if (setting.set)(&mut config, value).is_none() {
                let words = setting.values.split(", ").flat_map(|words| words.split(" or "));
                let like = nearest(value, words.filter(|word| word.starts_with(char::is_alphabetic)));
                let hint = like.map(|like| format!("; did you mean '{like}'?")).unwrap_or_default();
                return Err(refused(format!("may be {}, not '{value}'{hint}", setting.values)));
            }
            given.push(setting.name);
        }
        Ok(config)
    }

    /// The options that differ from the default, each with a colon before it.
    fn write(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        let default = Self::default();
        for setting in Self::SETTINGS {
            let value = (setting.get)(self);
            if let Some(value) = value.as_ref().filter(|_| value != (setting.get)(&default)) {
                write!(f, ":{}={value}", setting.name)?;
            }
        }
        Ok(())
    }

    /// All options for a list.
    fn list() -> Vec<OptionInfo> {
        let default = Self::default();
        let info = |setting: &Setting<Self>| OptionInfo {
            name: setting.name,
            values: setting.values,
            default: (setting.get)(&default).unwrap_or_else(|| "none".to_owned()),
            summary: setting.summary,
        };
        Self::SETTINGS.iter().map(info).collect()
    }
}

/// A whole number within bounds.
pub(crate) fn whole(text: &str, bounds: std::ops::RangeInclusive<u32>) -> Option<u32> {
    text.parse().ok().filter(|number| bounds.contains(number))
}

/// `on` or `off`.
pub(crate) fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// `on` or `off`.
pub(crate) fn switched(on: bool) -> Option<String> {
    Some(if on { "on" } else { "off" }.to_owned())
}

/// Names the variants of an enum without fields, for options.
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl $name {
            pub(crate) fn named(text: &str) -> Option<$name> {
                match text {
                    $($text => Some($name::$variant),)+
                    _ => None,
                }
            }

            pub(crate) fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)+
                }
            }
        }
    };
}
pub(crate) use named;
