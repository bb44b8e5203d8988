//! The sensible policy ([`SensibleWeights`]) in lock-step: every card of the deck is valued in all lanes, and counts where it is legal.

use super::lanes::{Lanes, Stored, Table};
use super::play::{Play, Trick};
use super::seats::Seats;
use super::settle::SuitValues;
use crate::kernel::LANES;
use crate::kernel::weights::{MOST_CHANGE, NOISE, PerCount, SensibleWeights, Situation};
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
    /// The points of all cards, by suit.
    sums: [i16; 4],
    /// For leads and for discards, by suit.
    held: [[Table; 4]; 2],
    others: [[Table; 4]; 2],
    /// By situation.
    change: [i16; 7],
    rivals: i16,
    transformer: bool,
    partnership: bool,
    noise: Table,
    /// The bit of each rank.
    bits: Table,
}

/// What a card weighs; the same number in every lane, ready to be loaded.
#[derive(Clone, Copy, Debug)]
struct CardWeights {
    /// Suit × 16 + rank.
    code: Stored,
    bit: Stored,
    multiplier: Stored,
    /// By situation.
    weights: [Stored; 7],
    points: Stored,
    has_points: bool,
    transformer: bool,
}

impl WeightTables {
    pub(in crate::kernel) fn new(weights: &SensibleWeights) -> WeightTables {
        let sum = |suit: usize| weights.points[suit].iter().fold(0i16, |sum, &x| sum.wrapping_add(x));
        let card = |i: usize| {
            let (suit, rank) = (i / 13, i % 13);
            let same = |x: i16| Stored([x as u16; LANES]);
            let points = weights.points[suit][rank];
            CardWeights {
                code: same((suit << 4 | rank) as i16),
                bit: same(1 << rank),
                multiplier: same(Card::from_index(i as u8).map_or(1, SensibleWeights::multiplier) as i16),
                weights: std::array::from_fn(|situation| same(weights.fitted.cards[situation][suit][rank])),
                points: same(points),
                has_points: points != 0,
                transformer: weights.transformer && suit == CLUBS && rank == TRANSFORMER,
            }
        };
        let by_count = |of: &[PerCount; 2]| {
            [0, 1].map(|way: usize| {
                [0, 1, 2, 3].map(|suit: usize| {
                    Table::new(std::array::from_fn(|count| of[way][suit].get(count).copied().unwrap_or(0)))
                })
            })
        };
        WeightTables {
            cards: Box::new(std::array::from_fn(card)),
            values: std::array::from_fn(|suit| SuitValues::new(|rank| weights.points[suit][rank])),
            has_points: weights.points.map(|points| points.iter().any(|&x| x != 0)),
            sums: std::array::from_fn(sum),
            held: by_count(&weights.fitted.held),
            others: by_count(&weights.fitted.others),
            change: weights.fitted.change,
            rivals: weights.rivals,
            transformer: weights.transformer,
            partnership: weights.partnership,
            noise: Table::new(NOISE),
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
    /// The change by the trick so far, in halves of a point.
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

    /// What becomes of a seat's pile, whose change counts `weight` times.
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

    /// The card that the seat in turn leads out of the legal ones: its rank's bit, and its suit as cumulative masks.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn lead(
        &self,
        tables: &WeightTables,
        word: Lanes,
        legal: &[Lanes; 4],
        play: &Play,
    ) -> (Lanes, [Lanes; 3]) {
        let mut draw = Draw::new(tables, word);
        let mut begin = 0;
        for suit in 0..4 {
            let own = play.places.with(suit, play.held[suit], play.leader);
            let counts = counted_for(tables, LEADS, suit, own, play.held[suit] & !own);
            let end = usize::from(self.ends[suit]).min(self.live.len());
            for &card in &self.live[begin.min(end)..end] {
                // There is always one.
                let Some(card) = tables.cards.get(usize::from(card)) else { continue };
                draw.consider(card, legal[suit], card.weights[Situation::Lead as usize].load() + counts);
            }
            begin = end;
        }
        draw.card()
    }

    /// The card that the seat at position `I` follows or discards with out of the legal ones; in the same form.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn choose<const I: usize>(
        &self,
        tables: &WeightTables,
        seat: Seats,
        holder: Seats,
        legal: &[Lanes; 4],
        table: &Trick,
        play: &Play,
    ) -> (Lanes, [Lanes; 3]) {
        let word = if I == 2 { table.fraction.high } else { table.fraction.low };
        let [under, over] = if I == 3 {
            [Situation::LastUnder as usize, Situation::LastOver as usize]
        } else {
            [Situation::Under as usize, Situation::Over as usize]
        };
        let [discard, ally_discard] = [Situation::Discard as usize, Situation::AllyDiscard as usize];
        let on_table = [table.cards(0), table.cards(1), table.cards(2), table.cards(3)];
        let (trick, transformer) = (self.points(tables, &on_table), Sensible::has_transformer(tables, &on_table));
        let [a, b, c, d] = self.taken;
        let rest = (self.total - (a + b + c + d)).halved::<2>();
        let own = Lanes::splat(2);
        let ally = if tables.partnership { !(seat.low ^ holder.low) } else { Lanes::none() };
        let weight = ally.choose(own, Lanes::splat(tables.rivals.wrapping_neg() as u16));
        let mine = self.prospect(seat, trick, transformer, rest, own);
        let theirs = self.prospect(holder, trick, transformer, rest, weight);
        let of_change = |situation: usize| Lanes::splat(tables.change[situation] as u16);
        let (each_under, each_over) = (of_change(under), of_change(over));
        let each_discard = ally.choose(of_change(ally_discard), of_change(discard));
        // What a change of nothing but the trick so far counts.
        let within =
            |x: Lanes| x.min(Lanes::splat(MOST_CHANGE as u16)).max(Lanes::splat(MOST_CHANGE.wrapping_neg() as u16));
        let (taking, leaving) = (within(mine.change), within(theirs.change));
        let (as_over, as_under, as_discard) =
            (taking.times(each_over), leaving.times(each_under), leaving.times(each_discard));
        let above = !(table.best | (table.best + Lanes::all()));
        let mut draw = Draw::new(tables, word);
        let mut begin = 0;
        for suit in 0..4 {
            let led = table.suits[suit];
            let held = play.held[suit] & !on_table[suit];
            let own = play.places.with(suit, held, seat);
            let counts = counted_for(tables, DISCARDS, suit, own, held & !own);
            let doubled = |x: Lanes| if suit == CLUBS { x } else { x + (x & self.doubled[suit]) };
            let (each_mine, each_theirs) = (doubled(mine.each), doubled(theirs.each));
            let higher = above & led;
            let end = usize::from(self.ends[suit]).min(self.live.len());
            for &card in &self.live[begin.min(end)..end] {
                // There is always one.
                let Some(card) = tables.cards.get(usize::from(card)) else { continue };
                let bit = card.bit.load();
                let takes = (higher & bit).equals(bit);
                let mut beside = card.weights[discard].load();
                if tables.partnership {
                    beside = ally.choose(card.weights[ally_discard].load(), beside);
                }
                let (mut over, mut under) = (card.weights[over].load(), card.weights[under].load());
                if card.has_points || card.transformer {
                    let (taking, leaving) = if card.transformer {
                        (mine.transformed, theirs.transformed)
                    } else {
                        let points = card.points.load();
                        (mine.change + each_mine.times(points), theirs.change + each_theirs.times(points))
                    };
                    let (taking, leaving) = (within(taking), within(leaving));
                    over = over + taking.times(each_over);
                    under = under + leaving.times(each_under);
                    beside = beside + leaving.times(each_discard);
                } else {
                    over = over + as_over;
                    under = under + as_under;
                    beside = beside + as_discard;
                }
                draw.consider(card, legal[suit], led.choose(takes.choose(over, under), beside + counts));
            }
            begin = end;
        }
        draw.card()
    }
}

/// Where the numbers for leads and for discards are.
const LEADS: usize = 0;
const DISCARDS: usize = 1;

/// What the numbers of cards of a suit weigh.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn counted_for(tables: &WeightTables, way: usize, suit: usize, own: Lanes, others: Lanes) -> Lanes {
    own.count().lookup(&tables.held[way][suit]) + others.count().lookup(&tables.others[way][suit])
}

/// The draw of a card.
struct Draw<'t> {
    tables: &'t WeightTables,
    word: Lanes,
    best: Lanes,
    code: Lanes,
}

impl<'t> Draw<'t> {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn new(tables: &'t WeightTables, word: Lanes) -> Draw<'t> {
        Draw { tables, word, best: Lanes::splat(i16::MIN as u16), code: Lanes::none() }
    }

    /// Considers a card where it is legal; no weight is near the number that the best one begins with.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn consider(&mut self, card: &CardWeights, legal: Lanes, weight: Lanes) {
        let bit = card.bit.load();
        let value = weight + self.word.times(card.multiplier.load()).down::<12>().lookup(&self.tables.noise);
        let better = (legal & bit).equals(bit) & value.exceeds(self.best);
        self.best = better.choose(value, self.best);
        self.code = better.choose(card.code.load(), self.code);
    }

    /// The best card: its rank's bit, and its suit as cumulative masks.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn card(&self) -> (Lanes, [Lanes; 3]) {
        let up_to = |suit: u16| Lanes::splat(16 * suit + 16).exceeds(self.code);
        ((self.code & Lanes::splat(15)).lookup(&self.tables.bits), [up_to(0), up_to(1), up_to(2)])
    }
}
