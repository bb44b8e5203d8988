//! What is left of an edition without one of its skills: its part of the weights, and of what was learned, says nothing any more.

use super::learned::{self, LONG, Learned};
use super::tables::Tables;
use super::weights::{self, Weights};
use crate::heuristic::Edition;
use crate::heuristic::kind::{KINDS, Kind};
use crate::heuristic::skill::{Lesser, Skill};
use gongzhu::{Card, CardSet, Suit};

/// The states of a suit by its special card, as in [`Learned::place`].
const GONE: usize = 0;
const HELD: [usize; 2] = [1, 3];
const OUT: [usize; 2] = [2, 4];
/// The places of a card.
const BELOW: usize = 0;
const SPECIAL: usize = 1;
const ABOVE: usize = 2;

/// The tables of an edition without a skill.
pub(in crate::heuristic) fn without(edition: Edition, skill: Skill) -> &'static Tables {
    static TABLES: Lesser<Tables> = Lesser::new();
    TABLES.get(edition, skill, || {
        let (mut weights, mut learned) = match edition {
            Edition::First => (weights::FIRST, Learned::NOTHING),
            Edition::Second => (weights::SECOND, learned::SECOND),
        };
        forget(skill, &mut weights, &mut learned);
        Tables::new(weights, &learned)
    })
}

/// Takes a skill away. What was learned of a card in a state of its suit becomes what was learned of it where the special card is
/// gone.
fn forget(skill: Skill, w: &mut Weights, learned: &mut Learned) {
    let every_kind = 0..KINDS;
    match skill {
        Skill::Voids => {
            (w.void, w.single) = (0.0, 0.0);
            // Every suit is what one of three cards is.
            for length in learned.length.iter_mut().flatten() {
                *length = [length[2]; LONG];
            }
        }
        Skill::BelowPig => {
            (w.pig_falls, w.above_pig) = (0.0, 0.0);
            every_kind.for_each(|kind| learned.as_if_gone(kind, Suit::Spades, &OUT, ABOVE));
        }
        Skill::Hunt => {
            (w.hunt, w.hunt_held) = (0.0, 0.0);
            learned.as_if_gone(Kind::Lead as usize, Suit::Spades, &OUT, BELOW);
        }
        Skill::Dump => {
            (w.thrown, w.pig_held) = (0.0, 0.0);
            for state in HELD {
                let spades = &mut learned.place[Kind::Discard as usize][Suit::Spades.index()][state];
                spades[SPECIAL] = spades[BELOW];
            }
        }
        Skill::TakeSheep => w.noticed = w.noticed.without(Card::SHEEP),
        Skill::Catchers => {
            (w.catcher, w.catcher_beside) = (0.0, 0.0);
            every_kind.for_each(|kind| learned.as_if_gone(kind, Suit::Diamonds, &[1, 2, 3, 4], ABOVE));
        }
        Skill::Multiplied => w.multiplied = 0.0,
        Skill::BadPile => {
            (w.pile_multiplied, w.rest_doubled, w.transformer_fear) = (0.0, 0.0, 0.0);
            (w.transformer_held, w.above_transformer) = (0.0, 0.0);
            for kind in every_kind {
                let clubs = &mut learned.place[kind][Suit::Clubs.index()];
                // The jack is a club like those below it.
                let gone = clubs[GONE];
                *clubs = [[gone[BELOW], gone[BELOW], gone[ABOVE]]; 5];
            }
        }
        Skill::CountHearts => w.uncounted = CardSet::HEARTS,
        Skill::OwnMoon => w.own_moon = [0.0; 13],
        Skill::HighHearts => (w.stopped, w.controlled) = (1.0, 1.0),
        Skill::StopMoon => w.moon = [0.0; 13],
        Skill::Locks => {
            w.last_of_suit = 1.0;
            for states in learned.place.iter_mut().flatten() {
                (states[3], states[4]) = (states[1], states[2]);
            }
        }
        Skill::FreeTricks | Skill::GiveAway | Skill::NextLead => {}
    }
}

impl Learned {
    /// Makes what was learned of a place, in these states of a suit, what it is where the special card is gone.
    fn as_if_gone(&mut self, kind: usize, suit: Suit, states: &[usize], place: usize) {
        let suit = &mut self.place[kind][suit.index()];
        for &state in states {
            suit[state][place] = suit[GONE][place];
        }
    }
}
