//! The sensible policy ([`SensibleWeights`]) in lock-step: every card of the deck is valued in all lanes, and counts where it is legal.

use super::lanes::{Lanes, Stored, Table};
use super::play::{Play, Trick};
use super::seats::Seats;
use super::settle::SuitValues;
use crate::kernel::LANES;
use crate::kernel::weights::SensibleWeights;
use crate::{BySeat, Card, CardSet, Suit};

const CLUBS: usize = Suit::Clubs.index();
const TRANSFORMER: usize = Card::TRANSFORMER.rank().index();

/// A [`SensibleWeights`] made ready.
#[derive(Clone, Debug)]
pub(in crate::kernel) struct WeightTables {
    /// Suit after suit, low ranks first.
    cards: Box<[CardWeights; 52]>,
    values: [SuitValues; 4],
    has_points: [bool; 4],
    watched: [u16; 4],
    /// The points of all cards, by suit.
    sums: [i16; 4],
    rivals: i16,
    transformer: bool,
    partnership: bool,
    /// The bit of each rank.
    bits: Table,
}

/// What a card weighs, in quarter points but for `points`; the same number in every lane, ready to be loaded.
#[derive(Clone, Copy, Debug)]
struct CardWeights {
    /// Suit × 16 + rank.
    code: Stored,
    bit: Stored,
    /// An odd number, and all that is added is even: no card is worth the number that the best one begins with.
    relief: Stored,
    danger: Stored,
    points: Stored,
    has_danger: bool,
    has_points: bool,
    transformer: bool,
}

impl WeightTables {
    pub(in crate::kernel) fn new(weights: &SensibleWeights) -> WeightTables {
        let sum = |suit: usize| weights.points[suit].iter().fold(0i16, |sum, &x| sum.wrapping_add(x));
        let card = |i: usize| {
            let (suit, rank) = (i / 13, i % 13);
            let same = |x: i16| Stored([x as u16; LANES]);
            let (danger, points) = (weights.danger[suit][rank], weights.points[suit][rank]);
            CardWeights {
                code: same((suit << 4 | rank) as i16),
                bit: same(1 << rank),
                relief: same(weights.relief[suit][rank].wrapping_mul(4) | 1),
                danger: same(danger.wrapping_mul(4)),
                points: same(points),
                has_danger: danger != 0,
                has_points: points != 0,
                transformer: weights.transformer && suit == CLUBS && rank == TRANSFORMER,
            }
        };
        WeightTables {
            cards: Box::new(std::array::from_fn(card)),
            values: std::array::from_fn(|suit| SuitValues::new(|rank| weights.points[suit][rank])),
            has_points: weights.points.map(|points| points.iter().any(|&x| x != 0)),
            watched: weights.watched.map(|card| card.map_or(0, |card| 1 << card.rank().index())),
            sums: std::array::from_fn(sum),
            rivals: weights.rivals,
            transformer: weights.transformer,
            partnership: weights.partnership,
            bits: Table::new(std::array::from_fn(|rank| (1u16 << rank) as i16)),
        }
    }
}

/// What the policy knows of the piles.
pub(super) struct Sensible {
    /// The points that each seat has taken.
    taken: [Lanes; 4],
    /// A mask: the seat has taken the transformer.
    transforms: [Lanes; 4],
    /// A mask per suit: its counting card is revealed, which doubles the suit's points; of clubs, the multiplier.
    doubled: [Lanes; 4],
    /// The points of all cards.
    total: Lanes,
    /// The cards that were held when the policy began to play, and where each suit ends among them.
    live: [u8; 52],
    ends: [u8; 4],
}

/// A pile as it would be valued.
#[derive(Clone, Copy)]
struct Prospect {
    /// The change by the trick so far, in quarter points.
    change: Lanes,
    /// What a further point counts.
    each: Lanes,
    /// The change if the transformer is put to the trick.
    transformed: Lanes,
}

impl Sensible {
    /// With these piles. `revealed` has a bit per revealable card.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn new(tables: &WeightTables, revealed: Lanes, piles: &BySeat<CardSet>, held: CardSet) -> Sensible {
        let (mut live, mut ends, mut count) = ([0; 52], [0; 4], 0);
        for card in held {
            live[count] = card.index();
            count += 1;
            ends[card.suit().index()] = count as u8;
        }
        for suit in 1..4 {
            ends[suit] = ends[suit].max(ends[suit - 1]);
        }
        let doubled = [revealed.has(1), revealed.has(2), revealed.has(4), revealed.has(8)];
        let sum = |suit: usize| {
            let sum = Lanes::splat(tables.sums[suit] as u16);
            if suit == CLUBS { sum } else { sum + (sum & doubled[suit]) }
        };
        let total = sum(0) + sum(1) + sum(2) + sum(3);
        let mut sensible =
            Sensible { taken: [Lanes::none(); 4], transforms: [Lanes::none(); 4], doubled, total, live, ends };
        for (seat, pile) in piles.iter().filter(|(_, pile)| !pile.is_empty()) {
            let plane = |suit: usize| Lanes::splat((pile.bits() >> (16 * suit)) as u16);
            sensible.take(tables, Seats::splat(seat.index()), &[plane(0), plane(1), plane(2), plane(3)]);
        }
        sensible
    }

    /// The points of some cards.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn points(&self, tables: &WeightTables, cards: &[Lanes; 4]) -> Lanes {
        let mut sum = Lanes::none();
        for suit in 0..4 {
            if tables.has_points[suit] {
                let value = tables.values[suit].of(cards[suit]);
                sum = sum + value;
                if suit != CLUBS {
                    sum = sum + (value & self.doubled[suit]);
                }
            }
        }
        sum
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn has_transformer(tables: &WeightTables, cards: &[Lanes; 4]) -> Lanes {
        if tables.transformer { cards[CLUBS].has(1 << TRANSFORMER) } else { Lanes::none() }
    }

    /// Puts the cards of a trick to a seat's pile.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn take(&mut self, tables: &WeightTables, winner: Seats, cards: &[Lanes; 4]) {
        let (points, transformer) = (self.points(tables, cards), Sensible::has_transformer(tables, cards));
        for seat in 0..4 {
            let here = winner.is(Seats::splat(seat));
            self.taken[seat] = self.taken[seat] + (points & here);
            self.transforms[seat] = self.transforms[seat] | (transformer & here);
        }
    }

    /// Multiplied as the transformer does.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn multiplied(&self, x: Lanes) -> Lanes {
        let twice = x + x;
        twice + (twice & self.doubled[CLUBS])
    }

    /// What becomes of a seat's pile; `weight` and `negated` say how its change counts.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn prospect(&self, seat: Seats, trick: Lanes, transformer: Lanes, rest: Lanes, weight: Lanes) -> Prospect {
        let base = seat.pick(&self.taken) + rest;
        let has = seat.pick(&self.transforms);
        let before = has.choose(self.multiplied(base), base);
        let transforms = has | transformer;
        let after = base + trick;
        let multiplied = self.multiplied(after);
        let after = transforms.choose(multiplied, after);
        let each = transforms.choose(self.multiplied(Lanes::splat(1)), Lanes::splat(1));
        Prospect {
            change: (after - before).times(weight),
            each: each.times(weight),
            transformed: (multiplied - before).times(weight),
        }
    }

    /// The card that a seat plays: its rank's bit, and its suit as cumulative masks.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn choose(
        &self,
        tables: &WeightTables,
        seat: Seats,
        holder: Seats,
        legal: &[Lanes; 4],
        table: &Trick,
        play: &Play,
    ) -> (Lanes, [Lanes; 3]) {
        let on_table = [table.cards(0), table.cards(1), table.cards(2), table.cards(3)];
        let (trick, transformer) = (self.points(tables, &on_table), Sensible::has_transformer(tables, &on_table));
        let [a, b, c, d] = self.taken;
        let rest = (self.total - (a + b + c + d)).halved::<2>();
        let own = Lanes::splat(4);
        let ally = if tables.partnership { !(seat.low ^ holder.low) } else { Lanes::none() };
        let weight = ally.choose(own, Lanes::splat(tables.rivals.wrapping_mul(-2) as u16));
        let mine = self.prospect(seat, trick, transformer, rest, own);
        let theirs = self.prospect(holder, trick, transformer, rest, weight);
        let taking = mine.change - theirs.change;
        let above = !(table.best | (table.best + Lanes::all()));
        let (mut best, mut code) = (Lanes::splat(i16::MIN as u16), Lanes::none());
        let mut begin = 0;
        for suit in 0..4 {
            let unseen = play.held[suit] & !on_table[suit] & !play.places.with(suit, play.held[suit], seat);
            let danger = (unseen & Lanes::splat(tables.watched[suit])).is_some();
            let doubled = |x: Lanes| if suit == CLUBS { x } else { x + (x & self.doubled[suit]) };
            let (each, more) = (doubled(theirs.each), doubled(mine.each - theirs.each));
            let higher = above & table.suits[suit];
            let legal = legal[suit];
            let end = usize::from(self.ends[suit]).min(self.live.len());
            for &card in &self.live[begin.min(end)..end] {
                // There is always one.
                let Some(card) = tables.cards.get(usize::from(card)) else { continue };
                let bit = card.bit.load();
                let takes = (higher & bit).equals(bit);
                let mut value = card.relief.load();
                if card.has_danger {
                    value = value + (danger & card.danger.load());
                }
                if card.has_points {
                    value = value + (each + (takes & more)).times(card.points.load());
                }
                let change = if card.transformer {
                    takes.choose(mine.transformed, theirs.transformed) - theirs.change
                } else {
                    takes & taking
                };
                let value = value + change;
                let better = (legal & bit).equals(bit) & value.exceeds(best);
                best = better.choose(value, best);
                code = better.choose(card.code.load(), code);
            }
            begin = end;
        }
        let up_to = |suit: u16| Lanes::splat(16 * suit + 16).exceeds(code);
        ((code & Lanes::splat(15)).lookup(&tables.bits), [up_to(0), up_to(1), up_to(2)])
    }
}
