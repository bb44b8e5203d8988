//! What comes before the first card of a block's hands: the deal, the pass, the reveals, who opens. One hand at a time;
//! all kernels share it.

use super::LANES;
use super::bits::Bits;
use super::words::Source;
use crate::action::revealed_bits;
use crate::deal::{DEAL_WORDS, Fraction, deal_from_words, nth_mask};
use crate::setup::Opener;
use crate::{BySeat, Card, Deal, Rules, Seat, Setup};

/// What a rule set says about the beginning of a hand, lane by lane: hand *i* has the number *i* mod 4 in its match.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    /// How many seats on the passed cards go.
    passes: [Option<usize>; LANES],
    pub(super) any_pass: bool,
    /// The card whose holder opens, where `by_card` is set.
    pub(super) card: Option<Card>,
    /// Lanes as masks.
    pub(super) by_card: [u16; LANES],
    /// The seat that opens in other lanes, unless it is drawn.
    seats: [Option<Seat>; LANES],
    pub(super) any_drawn: bool,
    /// Lanes as masks: where the rule on the opening lead holds.
    pub(super) lead_rule: [u16; LANES],
    /// A bit per card of [`REVEALABLE`](crate::REVEALABLE).
    revealable: u8,
    reveal_fourth: bool,
}

impl Opening {
    pub(super) fn new(rules: &Rules) -> Opening {
        let numbers: [u32; LANES] = std::array::from_fn(|lane| rules.independent_number(lane as u64));
        let opener = |number| Setup { number, ..Setup::first(rules, Deal::default()) }.opener().ok();
        let openers = numbers.map(opener);
        let passes = numbers.map(|number| rules.pass_offset(number));
        let card = openers.iter().find_map(|opener| match opener {
            Some(Opener::Holder(card)) => Some(*card),
            _ => None,
        });
        Opening {
            passes,
            any_pass: passes.iter().any(Option::is_some),
            card,
            by_card: openers.map(|opener| mask(matches!(opener, Some(Opener::Holder(_))))),
            seats: openers.map(|opener| match opener {
                Some(Opener::Seat(seat)) => Some(seat),
                _ => None,
            }),
            any_drawn: openers.iter().any(Option::is_none),
            lead_rule: numbers.map(|number| mask(rules.opening_lead_rule(number))),
            revealable: revealed_bits(rules.play.revealable),
            reveal_fourth: rules.play.reveal_fourth,
        }
    }

    /// Whether there is a pass in this lane.
    pub(super) fn has_pass(&self, lane: usize) -> bool {
        self.passes[lane].is_some()
    }

    /// The cards revealed when four fair coins fall like these bits: each revealable card is revealed with probability one
    /// half, which makes every seat reveal a uniformly random subset of its own.
    #[inline(always)]
    fn reveals(&self, coins: u8) -> u8 {
        let revealed = coins & self.revealable;
        if self.reveal_fourth && revealed.count_ones() == 3 { 15 } else { revealed }
    }

    /// The seat that was drawn in a lane, where the rules need something of a hand before.
    pub(super) fn drawn(&self, start: &Start, lane: usize) -> Option<Seat> {
        let draws = self.any_drawn && self.by_card[lane] == 0 && self.seats[lane].is_none();
        draws.then(|| Seat::wrapping(usize::from(start.drawn[lane])))
    }
}

fn mask(set: bool) -> u16 {
    u16::from(set).wrapping_neg()
}

/// Sixteen hands before their first card.
pub(super) struct Start {
    /// The cards that each seat was dealt.
    pub(super) dealt: BySeat<[u64; LANES]>,
    /// The cards that each seat passed on.
    pub(super) passed: BySeat<[u64; LANES]>,
    /// The cards that each seat holds after a pass.
    held: BySeat<[u64; LANES]>,
    any_pass: bool,
    /// The revealed cards, a bit per card of [`REVEALABLE`](crate::REVEALABLE).
    pub(super) revealed: [u8; LANES],
    /// A random seat.
    drawn: [u8; LANES],
}

impl Start {
    pub(super) const EMPTY: Start = Start {
        dealt: BySeat([[0; LANES]; 4]),
        passed: BySeat([[0; LANES]; 4]),
        held: BySeat([[0; LANES]; 4]),
        any_pass: false,
        revealed: [0; LANES],
        drawn: [0; LANES],
    };

    /// Deals the hands of a block and makes the decisions before its first card, all at random.
    #[inline(always)]
    pub(super) fn fill<B: Bits>(&mut self, opening: &Opening, words: &mut impl Source) {
        let mut rows = [[0; LANES]; DEAL_WORDS];
        for row in &mut rows {
            *row = words.next_row();
        }
        for lane in 0..LANES {
            let hands = deal_from_words::<B>(&std::array::from_fn(|i| rows[i][lane]));
            for seat in 0..4 {
                self.dealt.0[seat][lane] = hands[seat];
            }
        }
        let choices = lanes_of(words.next());
        for lane in 0..LANES {
            self.revealed[lane] = opening.reveals(choices[lane] as u8 & 15);
            self.drawn[lane] = (choices[lane] >> 4) as u8 & 3;
        }
        self.any_pass = opening.any_pass;
        if opening.any_pass {
            self.pass::<B>(opening, &words.next_row());
        }
    }

    /// The cards that each seat holds.
    #[inline(always)]
    pub(super) fn hands(&self) -> &BySeat<[u64; LANES]> {
        if self.any_pass { &self.held } else { &self.dealt }
    }

    #[inline(always)]
    fn pass<B: Bits>(&mut self, opening: &Opening, words: &[u64; LANES]) {
        self.held = self.dealt;
        for lane in 0..LANES {
            let Some(offset) = opening.passes[lane] else { continue };
            let mut fraction = Fraction(words[lane]);
            for seat in 0..4 {
                let (index, rest) = fraction.draw(TRIPLES);
                fraction = rest;
                self.passed.0[seat][lane] = B::deposit(nth_mask(3, index), self.dealt.0[seat][lane]);
            }
            for seat in 0..4 {
                let gives = self.passed.0[seat][lane];
                self.held.0[seat][lane] ^= gives;
                self.held.0[(seat + offset) & 3][lane] |= gives;
            }
        }
    }

    /// The seat that opens in a lane.
    #[inline(always)]
    pub(super) fn leader(&self, opening: &Opening, lane: usize) -> Seat {
        match opening.card {
            Some(card) if opening.by_card[lane] != 0 => {
                let [_, b, c, d] = &self.hands().0;
                let has = |hand: u64| (hand >> card.bit()) as usize & 1;
                Seat::wrapping(has(b[lane]) + 2 * has(c[lane]) + 3 * has(d[lane]))
            }
            _ => self.seat_leader(opening, lane),
        }
    }

    /// The seat that opens in a lane where no card decides it.
    #[inline(always)]
    pub(super) fn seat_leader(&self, opening: &Opening, lane: usize) -> Seat {
        opening.seats[lane].unwrap_or(Seat::wrapping(usize::from(self.drawn[lane])))
    }
}

/// The sixteen numbers of 16 bits in four words, the lowest first.
#[inline(always)]
pub(super) fn lanes_of(words: [u64; 4]) -> [u16; LANES] {
    std::array::from_fn(|lane| (words[lane / 4] >> (16 * (lane % 4))) as u16)
}

/// How many ways there are to pass three of thirteen cards.
pub(super) const TRIPLES: u64 = 286;
