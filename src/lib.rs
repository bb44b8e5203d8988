//! The engine of `gongzhu`: cards, rules, the state of a hand, and what each seat may know of it, for the trick-taking
//! games Gong Zhu, Hearts and Tantony. No input or output, no threads, no allocation per card.
//!
//! A rule book is a value ([`Rules`]), a hand is a small flat [`State`], a bot ([`Strategy`]) sees only a [`View`].
//!
//! ```
//! use gongzhu::{BySeat, CardSet, Card, Deal, Rules, Seat, Setup, State, Strategy, View, rng, table};
//!
//! struct Lowest;
//! impl Strategy for Lowest {
//!     fn play(&mut self, _: &View<'_>, legal: CardSet, _: &mut rng::Rng) -> Card {
//!         legal.iter().min_by_key(|card| card.rank()).expect("a legal card")
//!     }
//! }
//!
//! let rules = Rules::parse("pagat")?;
//! let setup = Setup::first(&rules, Deal::random(&mut rng::stream(1, 0, rng::Purpose::Deal)));
//! let mut state = State::new(&setup)?;
//! let mut bots = BySeat([Lowest, Lowest, Lowest, Lowest]);
//! let mut rngs = BySeat::from_fn(|seat| rng::stream(1, 0, rng::Purpose::Seat { table: 0, seat }));
//! table::play_hand(&mut state, &mut bots, &mut rngs);
//! assert_eq!(state.tricks_played(), 13);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod card;
mod card_set;
mod deal;
mod fragment;
mod illegal;
pub mod kernel;
mod matches;
mod notation;
mod perft;
mod phase;
mod record;
pub mod rng;
pub mod rules;
pub mod sample;
mod seat;
mod setup;
mod state;
mod strategy;
pub mod table;
mod trick;
mod view;

pub use action::{Action, ActionKind, ActionSet, REVEALABLE};
pub use card::{Card, Rank, Suit};
pub use card_set::CardSet;
pub use deal::{Deal, Misdeal};
pub use fragment::{Fragment, PlayedTrick};
pub use illegal::{IllegalAction, RuleId};
pub use matches::{Match, MatchResult};
pub use notation::NotationError;
pub use perft::perft;
pub use phase::Phase;
pub use record::{Claims, Next, Record, RecordError, Reveals};
pub use rules::{Game, Lines, Piles, Rules, RulesError};
pub use seat::{BySeat, Seat, SeatSet};
pub use setup::{Opener, Setup, SetupError};
pub use state::State;
pub use strategy::{Judged, Strategy};
pub use trick::Trick;
pub use view::View;

/// The Rust example of the README is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
