//! Hands of four bots that see views, dealt and played from their streams as `simulate` and `tournament` play them.

use super::SEED;
use super::measure::{Budget, Speed};
use crate::error::RunError;
use crate::play::Deals;
use gongzhu::rng::{Purpose, Rng, stream};
use gongzhu::{BySeat, Card, CardSet, Rules, State, Strategy, View, table};
use gongzhu_strategies::BotSpec;
use std::hint::black_box;

/// Plays its first legal card: what is left is the cost of the table, the views and the state.
#[derive(Clone, Copy, Default)]
struct FirstLegal;

impl Strategy for FirstLegal {
    #[inline]
    fn play(&mut self, _: &View<'_>, legal: CardSet, _: &mut Rng) -> Card {
        legal.first().unwrap_or(Card::TWO_OF_CLUBS)
    }
}

/// Hands of bots that do nothing.
pub(super) fn first_legal(budget: &Budget<'_>, rules: &Rules) -> Result<Speed, RunError> {
    hands(budget, rules, || FirstLegal)
}

/// Hands of four bots of this name.
pub(super) fn bots(budget: &Budget<'_>, rules: &Rules, name: &str) -> Result<Speed, RunError> {
    let bot: BotSpec = name.parse()?;
    hands(budget, rules, || bot.build())
}

fn hands<S: Strategy>(budget: &Budget<'_>, rules: &Rules, bot: impl Fn() -> S) -> Result<Speed, RunError> {
    let deals = Deals::Seeded(SEED);
    let mut index = 0;
    // Seeded deals have all that the rules need of the hand before; this finds out now.
    State::new(&deals.setup(rules, index))?;
    budget.measure(|| {
        index += 1;
        let setup = deals.setup(rules, index);
        let Ok(mut state) = State::new(&setup) else { return 0 };
        let mut rngs = BySeat::from_fn(|seat| stream(SEED, index, Purpose::Seat { table: 0, seat }));
        black_box(table::play_hand(&mut state, &mut BySeat::from_fn(|_| bot()), &mut rngs));
        black_box(state.scores());
        1
    })
}
