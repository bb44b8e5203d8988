//! Bots by name: `name:key=value:key=value`.

use crate::{Heuristic, Random};
use gongzhu::rng::Rng;
use gongzhu::{Card, CardSet, Seat, SeatSet, Strategy, View};
use std::fmt;
use std::str::FromStr;

/// What `gongzhu bots` lists of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Random,
    Heuristic,
}

/// Every bot that can be named.
pub const BOTS: &[BotInfo] = &[
    BotInfo { name: "random", summary: "uniform over the legal actions", kind: Kind::Random },
    BotInfo {
        name: "heuristic",
        summary: "rules of thumb of a good club player, for every game",
        kind: Kind::Heuristic,
    },
];

/// A bot that was named and checked; it makes the players of any number of tables.
///
/// ```
/// use gongzhu_strategies::BotSpec;
/// let bot: BotSpec = "heuristic".parse()?;
/// assert_eq!(bot.to_string(), "heuristic");
/// assert!("heuristik".parse::<BotSpec>().unwrap_err().to_string().contains("did you mean 'heuristic'?"));
/// # Ok::<(), gongzhu_strategies::BotError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotSpec {
    info: &'static BotInfo,
}

impl BotSpec {
    /// What the registry says of the bot.
    pub fn info(&self) -> &'static BotInfo {
        self.info
    }

    /// A player for one seat of one match.
    #[inline]
    pub fn build(&self) -> Bot {
        match self.info.kind {
            Kind::Random => Bot::Random(Random),
            Kind::Heuristic => Bot::Heuristic(Heuristic),
        }
    }
}

/// The canonical text of the bot.
impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.info.name)
    }
}

impl FromStr for BotSpec {
    type Err = BotError;
    fn from_str(text: &str) -> Result<BotSpec, BotError> {
        let (name, options) = match text.trim().split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text.trim(), None),
        };
        let canonical = name.to_ascii_lowercase().replace('_', "-");
        let Some(info) = BOTS.iter().find(|bot| bot.name == canonical) else {
            let closeness = |bot: &&BotInfo| (strsim::jaro_winkler(bot.name, &canonical) * 1000.0) as u32;
            let nearest = BOTS.iter().max_by_key(closeness).filter(|bot| closeness(bot) > 800);
            return Err(BotError::Unknown { name: name.to_owned(), nearest: nearest.map(|bot| bot.name) });
        };
        match options {
            Some(option) => Err(BotError::Option { bot: info.name, option: option.to_owned() }),
            None => Ok(BotSpec { info }),
        }
    }
}

/// Why a text names no bot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BotError {
    /// No bot of this name.
    #[error("unknown bot '{name}'{} (bots: {})", nearest.map(|name| format!("; did you mean '{name}'?")).unwrap_or_default(), names())]
    Unknown {
        /// The name given.
        name: String,
        /// A name like it.
        nearest: Option<&'static str>,
    },
    /// The bot has no such option.
    #[error("bot '{bot}' takes no option '{option}'")]
    Option {
        /// The bot.
        bot: &'static str,
        /// The text behind its name.
        option: String,
    },
}

fn names() -> String {
    BOTS.iter().map(|bot| bot.name).collect::<Vec<_>>().join(", ")
}

/// Any bot of the registry as one type, so that a table of different bots needs no virtual call per card.
#[derive(Debug)]
pub enum Bot {
    /// See [`Random`].
    Random(Random),
    /// See [`Heuristic`].
    Heuristic(Heuristic),
}

macro_rules! each_bot {
    ($self:ident, $bot:ident => $call:expr) => {
        match $self {
            Bot::Random($bot) => $call,
            Bot::Heuristic($bot) => $call,
        }
    };
}

impl Strategy for Bot {
    #[inline]
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        each_bot!(self, bot => bot.pass(view, rng))
    }
    #[inline]
    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        each_bot!(self, bot => bot.reveal(view, revealable, rng))
    }
    #[inline]
    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        each_bot!(self, bot => bot.play(view, legal, rng))
    }
    #[inline]
    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        each_bot!(self, bot => bot.assign(view, legal, rng))
    }
}
