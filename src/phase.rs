//! The kinds of decision.

/// What is being decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Phase {
    /// Three cards to pass, one action each.
    Pass,
    /// Cards to reveal, one action each, then [`Action::DONE`](crate::Action::DONE).
    Reveal,
    /// A card to play.
    Play,
    /// The seat that receives the trick (Tantony).
    Assign,
    /// Nothing: the hand is over.
    Over,
}
