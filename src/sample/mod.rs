//! Hidden hands: worlds that agree with what a seat knows, each equally likely or with a weight.
//!
//! [`Constraints`] say which seat may hold which of the cards that are still in hands, [`Constraints::of`] collects
//! everything that is certain from a [`View`](crate::View), and a [`Sampler`] counts the worlds and draws them.
//! A [`WeightedSampler`] draws them by how likely each card is to be with each seat.
//!
//! ```
//! use gongzhu::sample::{Constraints, Sampler};
//! use gongzhu::{Card, Deal, Rules, Seat, Setup, State, View, rng};
//! let rules = Rules::parse("hearts")?;
//! let mut rng = rng::stream(1, 0, rng::Purpose::Deal);
//! let setup = Setup { number: 3, ..Setup::first(&rules, Deal::random(&mut rng)) };
//! let state = State::new(&setup)?;
//! let view = View::new(&state, state.turn().next());
//! let sampler = Sampler::new(&Constraints::of(&view))?;
//! // 39! / 13!³ ways to deal the hidden cards; a third of them give 2C to the seat that is about to lead it.
//! assert_eq!(sampler.worlds(), 84_478_098_072_866_400 / 3);
//! let hands = sampler.sample(&mut rng);
//! assert_eq!(hands[view.seat()], view.hand());
//! assert!(hands[state.turn()].has(Card::TWO_OF_CLUBS));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod constraints;
mod history;
mod sampler;
mod subset;
mod weighted;

pub use constraints::Constraints;
pub use sampler::Sampler;
pub use weighted::WeightedSampler;

use crate::{CardSet, Seat, SeatSet};

/// Why no world agrees with some constraints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SampleError {
    /// A seat is said to hold cards that are in no hand any more, or in none yet.
    #[error("seat {seat} is said to hold {cards}, which nobody holds")]
    NotInPlay {
        /// The seat.
        seat: Seat,
        /// The cards.
        cards: CardSet,
    },
    /// A hand of more than thirteen cards.
    #[error("seat {seat} is said to hold {size} cards")]
    TooLarge {
        /// The seat.
        seat: Seat,
        /// How many cards it is said to hold.
        size: usize,
    },
    /// The hands do not have as many cards together as there are.
    #[error("{cards} cards are in play, but the hands have {room}")]
    Count {
        /// How many cards there are.
        cards: usize,
        /// How many cards the four seats hold.
        room: usize,
    },
    /// Cards that only these seats may hold are more than these seats hold; without seats, cards that no seat may hold.
    #[error("{}", crowded(*seats, *cards, *room))]
    Crowded {
        /// The seats.
        seats: SeatSet,
        /// The cards that nobody else may hold.
        cards: CardSet,
        /// How many cards the seats hold.
        room: usize,
    },
}

/// The message of [`SampleError::Crowded`].
fn crowded(seats: SeatSet, cards: CardSet, room: usize) -> String {
    if seats.is_empty() {
        return format!("no seat can hold {cards}");
    }
    let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    format!("{cards} can only be with seat {}, room for {room} cards", names.join(" or "))
}
