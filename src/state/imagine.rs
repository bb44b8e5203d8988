//! States that a seat imagines: what it sees, with hidden hands made up.

use super::State;
use crate::phase::Phase;
use crate::{BySeat, CardSet, Deal, Seat, Setup, View};

impl<'a> View<'a> {
    /// What was fixed before the hand, but for the cards: the deal, which the seat does not know, is always the same one,
    /// [`Deal::default`].
    pub fn setup(&self) -> Setup<'a> {
        Setup { deal: Deal::default(), ..*self.state.setup() }
    }

    /// The state as it would be if the seats held `world`, see [`Sampler`](crate::sample::Sampler): for playing on and for asking
    /// other strategies what they would do. `setup` is what [`View::setup`] gave.
    ///
    /// What others have passed to seats other than this one is not in it. Of a decision that all seats take at once, passing or a
    /// simultaneous reveal, nothing is taken yet, that of this seat neither: it is the turn of the seat after the dealer.
    pub fn imagine<'s>(&self, setup: &'s Setup<'s>, world: &BySeat<CardSet>) -> State<'s>
    where
        'a: 's,
    {
        let (me, real) = (self.seat, self.state);
        let mut state = State { setup, hands: *world, ..*real };
        let giver = setup.pass_offset().filter(|_| real.phase != Phase::Pass).map(|offset| me.offset(4 - offset));
        let seen = |seat: Seat| giver.is_some() && seat == me || giver == Some(seat);
        state.passed = BySeat::from_fn(|seat| if seen(seat) { real.passed[seat] } else { CardSet::EMPTY });
        let at_once = match real.phase {
            Phase::Pass => true,
            Phase::Reveal => setup.rules.play.simultaneous,
            Phase::Play | Phase::Assign | Phase::Over => false,
        };
        if at_once {
            (state.decided, state.turn) = (0, setup.dealer().next());
            (state.pending, state.revealed_by) = (0, 0);
        }
        state
    }
}
