//! Players that steer a hand: they see all cards and feed one seat, so that moons, slams and one-sided hands happen.

use super::{chance, pick};
use gongzhu::rng::{Rng, below};
use gongzhu::rules::tantony::points;
use gongzhu::{Action, ActionKind, Card, CardSet, Game, Phase, Seat, State};

/// What the four players of a hand aim at.
#[derive(Clone, Copy, Debug)]
enum Aim {
    /// Nothing.
    Random,
    /// The target takes `wanted`; what else counts goes elsewhere.
    Feed { wanted: CardSet },
    /// Everyone discards what counts as soon as possible.
    Dump,
}

/// How the tricks of Tantony are given away.
#[derive(Clone, Copy, Debug)]
enum Giving {
    Random,
    /// Valuable tricks to the target's side.
    Feed,
    /// To the side that has less.
    Balance,
}

/// The players of a hand, who act as one.
#[derive(Clone, Copy, Debug)]
pub struct Players {
    target: Seat,
    aim: Aim,
    giving: Giving,
    /// Percentage of random choices among the others.
    noise: usize,
    /// Percentage of revealable cards that are revealed.
    reveals: usize,
}

const COUNTING: CardSet = CardSet::HEARTS.with(Card::PIG).with(Card::SHEEP).with(Card::TRANSFORMER);

impl Players {
    /// Players with random aims around `target`.
    pub fn random(rng: &mut Rng, target: Seat) -> Players {
        let wanted = [
            COUNTING,
            COUNTING,
            CardSet::HEARTS,
            CardSet::HEARTS.with(Card::PIG),
            COUNTING.without(Card::PIG),
            COUNTING.without(Card::of(gongzhu::Suit::Hearts, gongzhu::Rank::JACK)),
            CardSet::of(Card::TRANSFORMER),
        ];
        let aim = match below(rng, 10) {
            0..=3 => Aim::Random,
            4..=8 => Aim::Feed { wanted: pick(rng, &wanted) },
            _ => Aim::Dump,
        };
        Players {
            target,
            aim,
            giving: pick(rng, &[Giving::Random, Giving::Feed, Giving::Balance]),
            noise: pick(rng, &[0, 0, 10, 30]),
            reveals: pick(rng, &[0, 50, 80, 100]),
        }
    }

    /// Players that give everything to the target, hand after hand.
    pub fn feeding(target: Seat) -> Players {
        Players { target, aim: Aim::Feed { wanted: COUNTING }, giving: Giving::Balance, noise: 0, reveals: 0 }
    }

    /// The choice of the seat in turn.
    pub fn choose(&self, rng: &mut Rng, state: &State<'_>) -> Action {
        let legal: Vec<Action> = state.legal().iter().collect();
        let noise = chance(rng, self.noise) || matches!(self.aim, Aim::Random);
        match state.phase() {
            Phase::Reveal => {
                let reveal = legal.len() > 1 && chance(rng, self.reveals);
                if reveal { pick(rng, &legal[..legal.len() - 1]) } else { Action::DONE }
            }
            Phase::Assign => self.give(rng, state, &legal),
            Phase::Pass if !noise => best(rng, &legal, |card| self.wish_to_pass(state, card)),
            Phase::Play if !noise => best(rng, &legal, |card| self.wish_to_play(state, card)),
            Phase::Pass | Phase::Play | Phase::Over => pick(rng, &legal),
        }
    }

    fn wish_to_pass(&self, state: &State<'_>, card: Card) -> i32 {
        let high = card.rank().index() as i32;
        if state.turn() == self.target { -high } else { high + 20 * i32::from(COUNTING.has(card)) }
    }

    fn wish_to_play(&self, state: &State<'_>, card: Card) -> i32 {
        let high = card.rank().index() as i32;
        let wanted = match self.aim {
            Aim::Feed { wanted } => wanted,
            Aim::Dump | Aim::Random => CardSet::EMPTY,
        };
        let counts = COUNTING.has(card);
        let trick = state.trick();
        let Some(highest) = trick.highest() else { return self.wish_to_lead(state, card) };
        let takes = card.suit() == highest.suit() && card > highest;
        if matches!(self.aim, Aim::Dump) {
            return if takes { -50 - high } else { high + 20 * i32::from(counts) };
        }
        if state.turn() == self.target {
            let worth_it = trick.set().meets(wanted) || !trick.set().meets(COUNTING);
            return if takes == worth_it { 100 + high } else { -20 * i32::from(counts) - high };
        }
        match (takes, self.target_takes(state, highest), wanted.has(card), counts) {
            (true, ..) => -50 - high,
            (_, true, true, _) | (_, false, false, true) => 100 + high,
            (_, true, false, true) | (_, false, true, _) => -100,
            _ => -high,
        }
    }

    /// The target leads what nobody beats; the others lead what the target can take.
    fn wish_to_lead(&self, state: &State<'_>, card: Card) -> i32 {
        let high = card.rank().index() as i32;
        if matches!(self.giving, Giving::Balance) && state.setup().rules.game() == Game::Tantony {
            // High cards first, then the one that evens out.
            let gap = (points(card) - lead_of_side_0(state).abs()).abs();
            return if state.tricks_played() < 10 { points(card) } else { -gap };
        }
        let above = CardSet::above(card);
        let beaten = |seat: Seat| state.hands()[seat].meets(above);
        if state.turn() == self.target {
            let safe = !Seat::ALL.into_iter().any(|seat| seat != self.target && beaten(seat));
            return high + 100 * i32::from(safe);
        }
        100 * i32::from(beaten(self.target)) - high
    }

    /// Whether the target holds the trick, or can still take it from `highest`.
    fn target_takes(&self, state: &State<'_>, highest: Card) -> bool {
        let trick = state.trick();
        let played = trick.plays().any(|(seat, _)| seat == self.target);
        let can = state.hands()[self.target].meets(CardSet::above(highest));
        if played { trick.winner() == Some(self.target) } else { can }
    }

    fn give(&self, rng: &mut Rng, state: &State<'_>, legal: &[Action]) -> Action {
        let runt = state.tricks().last().and_then(|trick| trick.lowest()).map_or(0, points);
        let target_side = self.target.side();
        let side = match self.giving {
            Giving::Random => return pick(rng, legal),
            Giving::Feed if runt > 5 => target_side,
            Giving::Feed => 1 - target_side,
            Giving::Balance => usize::from(lead_of_side_0(state) > 0),
        };
        let own = legal
            .iter()
            .copied()
            .filter(|action| matches!(action.kind(), ActionKind::Assign(seat) if seat.side() == side));
        let own: Vec<Action> = own.collect();
        pick(rng, if own.is_empty() { legal } else { &own })
    }
}

/// How many points of Tantony side 0 is ahead in the match, this hand included.
fn lead_of_side_0(state: &State<'_>) -> i32 {
    let (face_up, totals) = (state.piles().face_up, &state.setup().totals);
    let now = |seat: Seat| face_up[seat].iter().map(points).sum::<i32>();
    let [a, b, c, d] = Seat::ALL.map(now);
    a + c + totals.0[0] - (b + d + totals.0[1])
}

/// The action whose card is wished for most; among equals a random one.
fn best(rng: &mut Rng, legal: &[Action], wish: impl Fn(Card) -> i32) -> Action {
    let wish = |action: &Action| match action.kind() {
        ActionKind::Card(card) => wish(card),
        _ => 0,
    };
    let most = legal.iter().map(wish).max();
    let best: Vec<Action> = legal.iter().copied().filter(|action| Some(wish(action)) == most).collect();
    pick(rng, &best)
}
