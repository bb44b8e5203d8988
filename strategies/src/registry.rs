//! Bots by name: `name:key=value:key=value`.

use crate::external::ExternalReport;
#[cfg(unix)]
use crate::external::{External, ExternalOptions, Program};
use crate::handicap::{Handicap, Handicapped};
use crate::options::{Configuration, OptionInfo};
use crate::{
    Edition, FirstHeuristic, Heuristic, HeuristicOptions, Ismcts, IsmctsOptions, LesserHeuristic, Pimc, PimcOptions,
    Random, RevealPolicy, Revealing,
};
use gongzhu::rng::Rng;
use gongzhu::{Card, CardSet, Judged, Seat, SeatSet, Strategy, View};
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
    Pimc,
    Ismcts,
    #[cfg(unix)]
    External,
}

/// Every bot that can be named.
pub const BOTS: &[BotInfo] = &[
    BotInfo { name: "random", summary: "uniform over the legal actions", kind: Kind::Random },
    BotInfo {
        name: "heuristic",
        summary: "rules of thumb of a good club player, for every game",
        kind: Kind::Heuristic,
    },
    BotInfo { name: "pimc", summary: "samples the hidden hands and plays every choice out in them", kind: Kind::Pimc },
    BotInfo {
        name: "ismcts",
        summary: "grows one tree of what all four seats may do, over sampled hidden hands",
        kind: Kind::Ismcts,
    },
    #[cfg(unix)]
    BotInfo {
        name: "exec",
        summary: "a program of its own that is asked over a protocol: exec:COMMAND, exec:ms=100:COMMAND",
        kind: Kind::External,
    },
];

impl BotInfo {
    /// The options that it takes.
    pub fn options(&self) -> Vec<OptionInfo> {
        match self.kind {
            Kind::Random => Vec::new(),
            Kind::Heuristic => HeuristicOptions::list(),
            Kind::Pimc => PimcOptions::list(),
            Kind::Ismcts => IsmctsOptions::list(),
            #[cfg(unix)]
            Kind::External => ExternalOptions::list(),
        }
    }
}

/// A bot that was named and checked; it makes the players of any number of tables.
///
/// ```
/// use gongzhu_strategies::BotSpec;
/// let bot: BotSpec = "pimc:rollout=uniform:worlds=64".parse()?;
/// // Options are written in one order, those that are at their default not at all.
/// assert_eq!(bot.to_string(), "pimc:worlds=64:rollout=uniform");
/// assert!("heuristik".parse::<BotSpec>().unwrap_err().to_string().contains("did you mean 'heuristic'?"));
/// # Ok::<(), gongzhu_strategies::BotError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotSpec {
    info: &'static BotInfo,
    options: Options,
}

/// The options of the bots that have some.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Options {
    None,
    Heuristic(HeuristicOptions),
    Pimc(PimcOptions),
    Ismcts(IsmctsOptions),
    #[cfg(unix)]
    External(Program),
}

impl BotSpec {
    /// What the registry says of the bot.
    pub fn info(&self) -> &'static BotInfo {
        self.info
    }

    /// The same bot; if it is external, with processes of its own. A run plays with a fresh bot, so that no process has seen its
    /// deals before.
    #[must_use]
    pub fn fresh(&self) -> BotSpec {
        let options = match &self.options {
            #[cfg(unix)]
            Options::External(program) => Options::External(program.fresh()),
            options => options.clone(),
        };
        BotSpec { info: self.info, options }
    }

    /// Whether the same views and streams always give the same play: not with a budget of time, nor for an external bot, of which
    /// nobody knows.
    pub fn is_repeatable(&self) -> bool {
        match &self.options {
            Options::None | Options::Heuristic(_) => true,
            Options::Pimc(options) => options.search.budget.is_repeatable(),
            Options::Ismcts(options) => options.search.budget.is_repeatable(),
            #[cfg(unix)]
            Options::External(_) => false,
        }
    }

    fn handicap(&self) -> Handicap {
        match &self.options {
            Options::Heuristic(options) => options.handicap,
            Options::Pimc(options) => options.search.handicap,
            Options::Ismcts(options) => options.search.handicap,
            Options::None => Handicap::NONE,
            #[cfg(unix)]
            Options::External(_) => Handicap::NONE,
        }
    }

    /// Ends the idle processes of an external bot, and says what became of the decisions that it was asked for. Nothing for
    /// other bots.
    pub fn finish(&self) -> Option<ExternalReport> {
        match &self.options {
            #[cfg(unix)]
            Options::External(program) => Some(program.finish()),
            _ => None,
        }
    }

    /// A player for one seat of one match.
    #[inline]
    pub fn build(&self) -> Bot {
        self.build_for(None)
    }

    /// A player for one seat of one match that belongs to a unit: the same deals, in several seatings. A process of an external
    /// bot sees a unit only once.
    #[inline]
    pub fn build_for(&self, unit: Option<u64>) -> Bot {
        let _ = unit;
        let bot = match &self.options {
            Options::None => Bot::Random(Random),
            Options::Heuristic(options) => rules_of_thumb(options),
            Options::Pimc(options) => Bot::Pimc(Pimc::new(options.clone())),
            Options::Ismcts(options) => Bot::Ismcts(Ismcts::new(options.clone())),
            #[cfg(unix)]
            Options::External(program) => Bot::External(program.player(unit)),
        };
        match self.handicap() {
            Handicap::NONE => bot,
            handicap => Bot::Handicapped(Handicapped::new(bot, handicap)),
        }
    }
}

/// The rule bot with these options, but for its handicap.
fn rules_of_thumb(options: &HeuristicOptions) -> Bot {
    let player = match (options.without, options.edition) {
        (Some(without), edition) => Bot::LesserHeuristic(LesserHeuristic { edition, without }),
        (None, Edition::First) => Bot::FirstHeuristic(FirstHeuristic),
        (None, Edition::Second) => Bot::Heuristic(Heuristic),
    };
    match options.reveal {
        RevealPolicy::Rule => player,
        policy => Bot::Revealing(Revealing { policy, player: Box::new(player) }),
    }
}

/// The canonical text of the bot.
impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.info.name.to_owned();
        match &self.options {
            Options::None => (),
            Options::Heuristic(options) => options.write(&mut text)?,
            Options::Pimc(options) => options.write(&mut text)?,
            Options::Ismcts(options) => options.write(&mut text)?,
            #[cfg(unix)]
            Options::External(program) => text.push_str(&program.to_string()),
        }
        f.pad(&text)
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
            let nearest = nearest(&canonical, BOTS.iter().map(|bot| bot.name));
            return Err(BotError::Unknown { name: name.to_owned(), nearest });
        };
        let options = match (info.kind, options) {
            (Kind::Random, None) => Options::None,
            (Kind::Random, Some(option)) => {
                return Err(BotError::NoOptions { bot: info.name, option: option.to_owned() });
            }
            (Kind::Heuristic, options) => Options::Heuristic(read(info.name, options)?),
            (Kind::Pimc, options) => Options::Pimc(read(info.name, options)?),
            (Kind::Ismcts, options) => Options::Ismcts(read(info.name, options)?),
            #[cfg(unix)]
            (Kind::External, command) => Options::External(Program::read(info.name, command.unwrap_or_default())?),
        };
        Ok(BotSpec { info, options })
    }
}

fn read<C: Configuration>(bot: &'static str, options: Option<&str>) -> Result<C, BotError> {
    options.map_or_else(|| Ok(C::default()), |options| C::read(bot, options))
}

/// The name most like `name`, if one is like it.
pub(crate) fn nearest(name: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let closeness = |known: &str| (strsim::jaro_winkler(known, name) * 1000.0) as u32;
    names.max_by_key(|known| closeness(known)).filter(|known| closeness(known) > 800)
}

/// Why a text names no bot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BotError {
    /// No bot of this name.
    #[error("unknown bot '{name}'{} (bots: {})", suggestion(*nearest), names())]
    Unknown {
        /// The name given.
        name: String,
        /// A name like it.
        nearest: Option<&'static str>,
    },
    /// The bot has no options.
    #[error("bot '{bot}' takes no option '{option}'")]
    NoOptions {
        /// The bot.
        bot: &'static str,
        /// The text behind its name.
        option: String,
    },
    /// The bot has no such option.
    #[error("bot '{bot}' takes no option '{option}'{} (options: {options})", suggestion(*nearest))]
    Option {
        /// The bot.
        bot: &'static str,
        /// The option given.
        option: String,
        /// A name like it.
        nearest: Option<&'static str>,
        /// The options that it has.
        options: String,
    },
    /// An option may not have the value given.
    #[error("bot '{bot}': option '{option}' {reason}")]
    Value {
        /// The bot.
        bot: &'static str,
        /// The option.
        option: &'static str,
        /// What it may be.
        reason: String,
    },
    /// The program of an external bot is not there.
    #[error("bot '{bot}': '{program}' is no program that can be run; write {bot}:COMMAND, like {bot}:'python3 bot.py'")]
    Program {
        /// The bot.
        bot: &'static str,
        /// The first word of the command.
        program: String,
    },
    /// The command of an external bot makes no sense.
    #[error("bot '{bot}': the command {reason}; write {bot}:COMMAND, like {bot}:'python3 bot.py'")]
    Command {
        /// The bot.
        bot: &'static str,
        /// What is wrong.
        reason: &'static str,
    },
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean '{name}'?")).unwrap_or_default()
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
    /// See [`FirstHeuristic`].
    FirstHeuristic(FirstHeuristic),
    /// See [`LesserHeuristic`].
    LesserHeuristic(LesserHeuristic),
    /// See [`Handicapped`].
    Handicapped(Handicapped),
    /// See [`Revealing`].
    Revealing(Revealing<Box<Bot>>),
    /// See [`Pimc`].
    Pimc(Pimc),
    /// See [`Ismcts`].
    Ismcts(Ismcts),
    /// See [`External`].
    #[cfg(unix)]
    External(External),
}

macro_rules! each_bot {
    ($self:ident, $bot:ident => $call:expr) => {
        match $self {
            Bot::Random($bot) => $call,
            Bot::Heuristic($bot) => $call,
            Bot::FirstHeuristic($bot) => $call,
            Bot::LesserHeuristic($bot) => $call,
            Bot::Handicapped($bot) => $call,
            Bot::Revealing($bot) => $call,
            Bot::Pimc($bot) => $call,
            Bot::Ismcts($bot) => $call,
            #[cfg(unix)]
            Bot::External($bot) => $call,
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
    #[inline]
    fn take_faults(&mut self) -> u8 {
        each_bot!(self, bot => bot.take_faults())
    }
    #[inline]
    fn take_judgement(&mut self) -> Vec<Judged> {
        each_bot!(self, bot => bot.take_judgement())
    }
}
