//! Rule books as validated values: one file per game, presets and options by name, and the masks that play needs.

pub mod gong_zhu;
pub mod hearts;
mod options;
mod presets;
mod restrictions;
mod settlement;
pub mod tantony;
mod text;
mod validate;

use std::fmt;

pub use gong_zhu::GongZhu;
pub use hearts::Hearts;
pub use options::OptionInfo;
pub(crate) use options::{did_you_mean, quoted};
pub use presets::{PRESETS, Preset, VARIANTS, Variant};
pub(crate) use restrictions::{PlayRules, Situation};
pub use settlement::{Lines, Piles};
pub use tantony::Tantony;
pub use text::Spec;

/// How a table draws the turn order (`direction`): presentation, but left is the next seat only when play is clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Left is the next seat.
    Clockwise,
    /// Right is the next seat.
    Anticlockwise,
}

/// Which of the three games is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Game {
    /// Gong Zhu (RULES.md §2).
    GongZhu,
    /// Hearts (RULES.md §3).
    Hearts,
    /// Tantony (RULES.md §4).
    Tantony,
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Game::GongZhu => "gong_zhu",
            Game::Hearts => "hearts",
            Game::Tantony => "tantony",
        })
    }
}

/// The options of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Book {
    /// Gong Zhu.
    GongZhu(GongZhu),
    /// Hearts.
    Hearts(Hearts),
    /// Tantony.
    Tantony(Tantony),
}

/// A validated rule set. Made from a preset name with variants ([`Rules::parse`]), TOML ([`Rules::from_toml`]), or a base
/// and settings ([`Rules::with_settings`]).
///
/// ```
/// use gongzhu::Rules;
/// let rules = Rules::parse("classic+pass")?.with_settings([("moon.pig", "never")])?;
/// assert_eq!(rules.get("moon.pig").as_deref(), Some("never"));
/// assert!(Rules::parse("clasic").unwrap_err().to_string().contains("classic"));
/// # Ok::<(), gongzhu::RulesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    spec: Spec,
    book: Book,
    pub(crate) play: PlayRules,
}

/// Two rule sets are equal where every option is; how they were written does not matter.
impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.book == other.book
    }
}

impl Eq for Rules {}

impl Rules {
    /// The rule set of these options, once they are checked against each other.
    ///
    /// # Errors
    /// A combination that RULES.md §2.6 refuses; the message names both options.
    pub fn new(book: Book) -> Result<Rules, RulesError> {
        validate::validate(&book)?;
        let play = PlayRules::new(&book);
        let spec = text::nearest_spec(&book);
        Ok(Rules { spec, book, play })
    }

    /// Which game is played.
    #[inline]
    pub fn game(&self) -> Game {
        self.book.game()
    }

    /// The options.
    #[inline]
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// How the rule set is written in records: a preset with variants, and the settings that differ from it.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Whether seats 0 and 2 play against 1 and 3 (always in Tantony, never in Hearts).
    #[inline]
    pub fn partnership(&self) -> bool {
        match &self.book {
            Book::GongZhu(options) => options.partnership,
            Book::Hearts(_) => false,
            Book::Tantony(_) => true,
        }
    }

    /// Whether the settlement counts who won which tricks, beside the cards in the piles.
    #[inline]
    pub(crate) fn counts_tricks(&self) -> bool {
        match &self.book {
            Book::GongZhu(options) => options.queen_of_diamonds.is_some(),
            Book::Hearts(options) => options.no_tricks_bonus,
            Book::Tantony(_) => false,
        }
    }

    /// Whether a higher score is better: everywhere but in Hearts.
    #[inline]
    pub fn higher_is_better(&self) -> bool {
        self.game() != Game::Hearts
    }
}

/// Why a rule set was refused: one line that names the key or name, what is allowed, and the nearest valid name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct RulesError {
    message: String,
}

impl RulesError {
    pub(crate) fn new(message: impl Into<String>) -> RulesError {
        RulesError { message: message.into() }
    }
}
