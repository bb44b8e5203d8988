//! One form for all sets of held cards that differ in nothing but which of several equal cards were played.

use super::roles::Roles;
use gongzhu::{CardSet, State};

/// For each card that was held when the solve began, by its bit, the cards of the same hand and suit that are alike.
#[derive(Clone, Debug)]
pub(super) struct Groups(Box<[u64; 64]>);

impl Groups {
    pub(super) fn new() -> Groups {
        Groups(Box::new([0; 64]))
    }

    /// Notes the hands of a new solve.
    pub(super) fn note(&mut self, roles: &Roles, state: &State<'_>) {
        for hand in state.hands().0 {
            for card in hand {
                let group = hand & roles.alike(card) & CardSet::suit(card.suit());
                self.0[card.bit() as usize & 63] = group.bits();
            }
        }
    }

    /// The held cards `rest` as a set of the same structure: cards of a hand that are alike, and have no other held card between
    /// them, become the lowest of their group between the next other cards that are held. With an empty table, this maps every
    /// continuation to one with the same takers, worths, scores, and order of choices.
    #[inline]
    pub(super) fn normal(&self, rest: CardSet) -> u64 {
        let rest = rest.bits();
        let (mut todo, mut normal) = (rest, 0);
        while todo != 0 {
            let first = todo & todo.wrapping_neg();
            let bit = first.trailing_zeros();
            let group = self.0[bit as usize & 63];
            let suit = 0x1FFF << (bit & 48);
            let held = rest & suit;
            // The next held card above that is of another group, and the next below, bound the run.
            let others = held & !group & !(first | (first - 1));
            let top = others & others.wrapping_neg();
            let below_top = top.wrapping_sub(1) & suit;
            let under = held & (first - 1);
            let bottom = if under == 0 { 0 } else { (1 << 63 >> under.leading_zeros()) * 2 - 1 };
            let run = held & group & below_top & !bottom;
            let mut places = group & below_top & !bottom;
            todo &= !run;
            // The lowest places, as many as the run has cards.
            let spare = places.count_ones() - run.count_ones();
            for _ in 0..spare {
                places ^= 1 << 63 >> places.leading_zeros();
            }
            normal |= places;
        }
        normal
    }
}
