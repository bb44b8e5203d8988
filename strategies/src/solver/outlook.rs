//! What the tricks taken so far leave open: whether anything, what the rest depends on, and what it can bring at most.

use super::groups::Groups;
use super::roles::{Roles, Scoring, held};
use super::table::Key;
use gongzhu::{BySeat, Card, CardSet, REVEALABLE, Seat, State};

/// What decides how the rest of a hand is scored, at the beginning of a trick.
///
/// The rest of a hand brings the difference between the scores at its end and the scores as they stand. Two positions with the
/// same key bring the same by the same continuation, whatever the scores that they start from.
pub(super) struct Outlook {
    /// Whether nothing that is still to come changes the scores.
    pub(super) settled: bool,
    pub(super) key: Key,
    /// How each card still to come counts for the pile that it goes to, unless a moon is still open.
    pub(super) stakes: Option<Stakes>,
}

impl Outlook {
    /// The outlook of a position in which a lead is due.
    #[inline]
    pub(super) fn of(roles: &Roles, groups: &Groups, state: &State<'_>) -> Outlook {
        let rest = held(state);
        let mut outlook = match roles.scoring {
            Scoring::GongZhu { .. } => gong_zhu(roles, state, rest),
            Scoring::Hearts { jack, no_tricks } => hearts(state, rest, jack, no_tricks),
            Scoring::Tantony => tantony(state),
        };
        if !outlook.settled {
            // Two tricks are searched sooner than many positions are brought to one form.
            let cards = if rest.len() > 8 { groups.normal(rest) } else { rest.bits() };
            outlook.key.cards = cards | places(state, rest);
        }
        outlook
    }
}

/// Leader, locks and broken hearts in the bits of a card set that name no card, three above each suit.
#[inline]
fn places(state: &State<'_>, rest: CardSet) -> u64 {
    let leader = state.turn().index() as u64;
    let mut bits = (leader & 1) << 13 | (leader >> 1) << 29 | u64::from(state.broken()) << 45;
    let locked = state.locked() & rest;
    if !locked.is_empty() {
        for (i, card) in REVEALABLE.into_iter().enumerate() {
            bits |= u64::from(locked.has(card)) << (16 * i + 14);
        }
    }
    bits
}

/// The pile that meets `cards`, counted from 1, or 0 where none does, in four bits; and whether only one does.
#[inline]
fn holder(piles: &[CardSet; 4], cards: CardSet) -> (u32, bool) {
    let meets = |i: usize| u32::from(piles[i].meets(cards)) << i;
    let bits = meets(0) | meets(1) | meets(2) | meets(3);
    (bits, bits.count_ones() <= 1)
}

fn gong_zhu(roles: &Roles, state: &State<'_>, rest: CardSet) -> Outlook {
    let Scoring::GongZhu { pooled, moon, flags, queen, .. } = roles.scoring else {
        return Outlook { settled: false, key: Key::default(), stakes: None };
    };
    let mut piles = state.taken().0;
    if pooled {
        piles = [piles[0] | piles[2], piles[1] | piles[3], CardSet::EMPTY, CardSet::EMPTY];
    }
    let (moon_pile, moon_open) = holder(&piles, moon);
    let (multiplied, _) = holder(&piles, Card::TRANSFORMER.into());
    let flagged = holder(&piles, flags).0;
    let queen_pile = if queen == 0 { 0 } else { holder(&piles, Card::QUEEN_OF_DIAMONDS.into()).0 };
    let mut stakes = None;
    let mut matters = roles.counting;
    let mut sums = 0;
    let context = queen_pile << 20
        | if moon_open {
            // Everything may still turn on who has what: all of it, and the hearts taken are those not held.
            let pig = holder(&piles, Card::PIG.into()).0;
            let sheep = holder(&piles, Card::SHEEP.into()).0;
            1 << 28 | moon_pile << 16 | pig << 12 | sheep << 8 | multiplied << 4
        } else if multiplied == 0 {
            // Whoever takes the transformer multiplies all of its pile.
            for &(cards, worth) in &roles.worths {
                for (i, pile) in piles.iter().enumerate() {
                    let sum = (sums >> (16 * i)) as u16;
                    let sum = sum.wrapping_add(((*pile & cards).len() as i32 * worth) as u16);
                    sums = sums & !(0xFFFF << (16 * i)) | u64::from(sum) << (16 * i);
                }
            }
            let piles = if pooled { 0b11 } else { 0b1111 };
            stakes = Some(Stakes { piles, flagged, taken: false, sums });
            2 << 28 | flagged
        } else {
            let multiplies = multiplied & flagged;
            stakes = Some(Stakes { piles: multiplied, flagged, taken: true, sums: 0 });
            3 << 28 | multiplied << 4 | multiplies
        };
    if !moon_open {
        // A heart without a value may still make the transformer multiply.
        let multiplying = multiplied & flagged != 0;
        for &(cards, _) in roles.worths.iter().filter(|&&(_, worth)| worth == 0) {
            matters -= if multiplying { cards } else { cards - flags };
        }
    }
    let settled = queen == 0 && !rest.meets(matters);
    Outlook { settled, key: Key { cards: 0, sums, context }, stakes }
}

fn hearts(state: &State<'_>, rest: CardSet, jack: bool, no_tricks: bool) -> Outlook {
    const POINTS: CardSet = CardSet::HEARTS.with(Card::PIG);
    let piles = &state.taken().0;
    let (moon_pile, moon_open) = holder(piles, POINTS);
    let mut context = if moon_open { 1 << 28 | moon_pile } else { 2 << 28 };
    let mut settled = !rest.meets(if jack { POINTS.with(Card::SHEEP) } else { POINTS });
    if no_tricks {
        let with_tricks = holder(piles, CardSet::ALL).0;
        context |= with_tricks << 4;
        settled &= with_tricks == 15;
    }
    // Nothing multiplies: as if seat 0 had a transformer that does not.
    let stakes = (!moon_open && !no_tricks).then_some(Stakes { piles: 1, flagged: 1, taken: true, sums: 0 });
    Outlook { settled, key: Key { cards: 0, sums: 0, context }, stakes }
}

/// How many tricks each seat has received in Tantony.
#[inline]
fn received(state: &State<'_>) -> [usize; 4] {
    state.taken().0.map(|pile| pile.len() / 4)
}

fn tantony(state: &State<'_>) -> Outlook {
    let [a, b, c, d] = received(state).map(|tricks| tricks as u32);
    Outlook { settled: false, key: Key { cards: 0, sums: 0, context: a | b << 2 | c << 4 | d << 6 }, stakes: None }
}

/// What bounds the rest of a hand in which there can be no moon: each card counts its worth for the pile that it goes to, times
/// the transformer.
#[derive(Clone, Copy)]
pub(super) struct Stakes {
    /// The piles, a bit each, that have or can get the transformer.
    piles: u32,
    /// The piles with a card that makes it multiply.
    flagged: u32,
    /// Whether one of the piles has it.
    taken: bool,
    /// The sums of the worths of each pile, 16 bits each, unless the transformer is taken.
    sums: u64,
}

/// The stakes if the transformer ends in one pile.
struct Case {
    pile: usize,
    times: [i32; 4],
    /// What the transformer changes at least and at most in the score of its pile, beside the cards still to come.
    change: (i32, i32),
}

impl Stakes {
    fn cases(self, roles: &Roles) -> impl Iterator<Item = Case> {
        let (multiplier, alone) = match roles.scoring {
            Scoring::GongZhu { multiplier, alone, .. } => (multiplier, alone),
            _ => (1, 0),
        };
        (0..4).filter(move |&pile| self.piles >> pile & 1 == 1).map(move |pile| {
            let change = match (self.flagged >> pile & 1 == 1, self.taken) {
                (true, true) => (0, 0),
                (true, false) => {
                    let more = i32::from((self.sums >> (16 * pile)) as i16) * (multiplier - 1);
                    (more, more)
                }
                // Alone it may get its own score, or lose that which it has; a pile without a flag has no worths.
                (false, true) => (-alone.max(0), (-alone).max(0)),
                (false, false) => (alone.min(0), alone.max(0)),
            };
            let times = std::array::from_fn(|i| if i == pile { multiplier } else { 1 });
            Case { pile, times, change }
        })
    }
}

/// The points of QD that the rest can bring at most, either sign.
fn queen_points(roles: &Roles, state: &State<'_>) -> i32 {
    match roles.scoring {
        Scoring::GongZhu { queen, .. } => queen.abs() * (13 - state.tricks_played() as i32),
        _ => 0,
    }
}

/// The least and the most by which the scores of side 0 still rise above those of side 1, where that is known.
#[inline]
pub(super) fn swing(roles: &Roles, state: &State<'_>, stakes: Option<Stakes>) -> Option<(i32, i32)> {
    if matches!(roles.scoring, Scoring::Tantony) {
        return Some(tantony_swing(roles, state));
    }
    let rest = held(state);
    let queen = queen_points(roles, state);
    let bounds = stakes?.cases(roles).map(|Case { pile, times, change }| {
        // Piles of a side have the same parity, pooled or not.
        let change = if pile & 1 == 0 { change } else { (-change.1, -change.0) };
        let (side_0, side_1) = (times[0].max(times[2]), times[1].max(times[3]));
        let (mut least, mut most) = (change.0 - queen, change.1 + queen);
        for &(cards, worth) in &roles.worths {
            let sum = (cards & rest).len() as i32 * worth;
            least += (sum * side_0).min(-sum * side_1);
            most += (sum * side_0).max(-sum * side_1);
        }
        (least, most)
    });
    bounds.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// The most that each seat can still gain, by itself, thrice.
#[inline]
pub(super) fn ceilings(roles: &Roles, state: &State<'_>, stakes: Stakes) -> BySeat<i32> {
    let rest = held(state);
    let sign = if matches!(roles.scoring, Scoring::GongZhu { .. }) { 1 } else { -1 };
    let queen = queen_points(roles, state);
    let mut ceilings = BySeat::splat(i32::MIN);
    for Case { pile, times, change } in stakes.cases(roles) {
        // Of a worth in another pile a seat gains a third, with the opposite sign.
        let mut case = BySeat::from_fn(|seat| 3 * queen + if seat.index() == pile { 3 * change.1 } else { -change.0 });
        for &(cards, worth) in &roles.worths {
            let sum = (cards & rest).len() as i32 * worth * sign;
            if sum > 0 {
                case = BySeat::from_fn(|seat| case[seat] + 3 * sum * times[seat.index()]);
            } else if sum < 0 {
                let others = |seat: Seat| if seat.index() == pile { 1 } else { times[pile] };
                case = BySeat::from_fn(|seat| case[seat] - sum * others(seat));
            }
        }
        ceilings = BySeat::from_fn(|seat| ceilings[seat].max(case[seat]));
    }
    ceilings
}

fn tantony_swing(roles: &Roles, state: &State<'_>) -> (i32, i32) {
    let rest = held(state);
    let [a, b, c, d] = received(state);
    // Each side gets as many cards face up as it may still be given tricks, and one of the two the card of trick 13.
    let due = [6 - a - c, 6 - b - d];
    let most = |own: usize, other: usize| extreme(roles, rest, own + 1, true) - extreme(roles, rest, other, false);
    (-most(due[1], due[0]), most(due[0], due[1]))
}

/// The points of the `count` dearest or cheapest cards.
fn extreme(roles: &Roles, rest: CardSet, mut count: usize, dearest: bool) -> i32 {
    let mut sum = 0;
    // In Tantony the worths ascend by rank.
    let mut take = |&(cards, worth): &(CardSet, i32)| {
        let taken = (cards & rest).len().min(count);
        count -= taken;
        sum += taken as i32 * worth;
        count > 0
    };
    if dearest {
        roles.worths.iter().rev().all(&mut take);
    } else {
        roles.worths.iter().all(&mut take);
    }
    sum
}

/// Whether the seat that leads takes all tricks that are left, whatever is played: each of its cards beats all others of its
/// suit.
#[inline]
pub(super) fn takes_all(state: &State<'_>) -> bool {
    let own = state.hands()[state.turn()];
    let others = held(state) - own;
    own.iter().all(|card| !others.meets(CardSet::above(card)))
}
