//! A table: four bots play one hand to its end.

use crate::rng::{Rng, below, choose, choose_many};
use crate::{Action, BySeat, CardSet, Strategy, View};
use crate::{Phase, State};

/// Plays `state` to the end of the hand. Returns each seat's faults: how often it chose something illegal and had a
/// uniformly random legal choice, drawn from its own stream, taken in its place (RULES.md §1).
pub fn play_hand<S: Strategy>(state: &mut State<'_>, bots: &mut BySeat<S>, rngs: &mut BySeat<Rng>) -> BySeat<u8> {
    let mut faults = BySeat::splat(0u8);
    loop {
        let seat = state.turn();
        let (bot, rng) = (&mut bots[seat], &mut rngs[seat]);
        let view = View::new(state, seat);
        let fault = match state.phase() {
            Phase::Play => {
                let legal = state.legal_cards();
                let chosen = bot.play(&view, legal, rng);
                let fault = !legal.has(chosen);
                let card = if fault { choose(rng, legal).unwrap_or(chosen) } else { chosen };
                state.play_card(card);
                fault
            }
            Phase::Pass => {
                let chosen = bot.pass(&view, rng);
                let fault = chosen.len() != 3 || !chosen.is_subset(view.hand());
                let cards = if fault { choose_many(rng, view.hand(), 3) } else { chosen };
                cards.iter().for_each(|card| state.play_unchecked(Action::card(card)));
                fault
            }
            Phase::Reveal => {
                let legal = state.legal_reveals();
                let chosen = bot.reveal(&view, legal, rng);
                let fault = !chosen.is_subset(legal);
                let cards = if fault { random_subset(rng, legal) } else { chosen };
                cards.iter().filter_map(Action::reveal).for_each(|action| state.play_unchecked(action));
                state.play_unchecked(Action::DONE);
                fault
            }
            Phase::Assign => {
                let legal = state.legal_seats();
                let chosen = bot.assign(&view, legal, rng);
                let fault = !legal.has(chosen);
                let seat = if fault { legal.iter().nth(below(rng, legal.len())).unwrap_or(chosen) } else { chosen };
                state.play_unchecked(Action::assign(seat));
                fault
            }
            Phase::Over => return faults,
        };
        faults[seat] += u8::from(fault);
    }
}

/// A uniformly random subset.
pub fn random_subset(rng: &mut Rng, cards: CardSet) -> CardSet {
    cards.iter().filter(|_| below(rng, 2) == 1).collect()
}
