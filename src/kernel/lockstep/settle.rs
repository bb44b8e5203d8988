//! The scores of sixteen finished hands at once.

use super::lanes::{Lanes, Table};
use super::play::Play;
use super::seats::Seats;
use crate::action::revealed_set;
use crate::kernel::LANES;
use crate::rules::gong_zhu::{CountingCard, TeamScore};
use crate::rules::{Book, Piles};
use crate::{BySeat, Card, CardSet, Rank, Rules, Seat, Suit};

/// The value of sets of cards of a suit, four ranks at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct SuitValues {
    tables: [Table; 3],
    ace: u16,
}

impl SuitValues {
    pub(super) fn new(value: impl Fn(usize) -> i16) -> SuitValues {
        let sum = |first: usize, bits: usize| {
            (0..4).filter(|i| bits >> i & 1 == 1).fold(0i16, |sum, i| sum.wrapping_add(value(first + i)))
        };
        let table = |first: usize| Table::new(std::array::from_fn(|bits| sum(first, bits)));
        SuitValues { tables: [table(0), table(4), table(8)], ace: value(12) as u16 }
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn of(&self, cards: Lanes) -> Lanes {
        let nibble = Lanes::splat(15);
        let [low, middle, high] = &self.tables;
        (cards & nibble).lookup(low)
            + (cards.down::<4>() & nibble).lookup(middle)
            + (cards.down::<8>() & nibble).lookup(high)
            + (cards.has(1 << 12) & Lanes::splat(self.ace))
    }
}

/// A rule set's settlement as far as it is the same sum for every pile: whatever a moon changes, and whatever depends on the
/// order of tricks, is left to the rule book itself.
#[derive(Clone, Debug)]
pub(in crate::kernel) struct Settlement {
    hearts: SuitValues,
    pig: u16,
    sheep: u16,
    /// The score of a transformer alone, or nothing where it doesn't count.
    alone: u16,
    multiplies: bool,
    counting: u16,
    pool: bool,
    sum: bool,
    /// Every hand goes to the rule book.
    by_book: bool,
}

const HEARTS: usize = Suit::Hearts.index();
const ALL: u16 = 0x1FFF;

fn rank_bit(card: Card) -> u16 {
    1 << card.rank().index()
}

impl Settlement {
    pub(in crate::kernel) fn new(rules: &Rules) -> Settlement {
        let value = |rank: usize| {
            let card = Rank::new(rank as u8).map(|rank| Card::of(Suit::Hearts, rank));
            card.map_or(0, |card| rules.play.heart_values.of(card.into()) as i16)
        };
        let plain = Settlement {
            hearts: SuitValues::new(value),
            pig: 0,
            sheep: 0,
            alone: 0,
            multiplies: false,
            counting: 0,
            pool: false,
            sum: false,
            by_book: rules.counts_tricks(),
        };
        match rules.book() {
            Book::GongZhu(options) => Settlement {
                pig: -100i16 as u16,
                sheep: 100,
                alone: options.transformer_alone as u16,
                multiplies: true,
                counting: match options.counting_card {
                    CountingCard::AnyHeart => ALL,
                    CountingCard::ScoringHeart => rules.play.heart_values.valued().ranks(Suit::Hearts),
                },
                pool: options.partnership && options.team_score == TeamScore::Pool,
                sum: options.partnership && options.team_score == TeamScore::Sum,
                ..plain
            },
            Book::Hearts(options) => {
                Settlement { pig: 13, sheep: if options.jd_bonus { -10i16 as u16 } else { 0 }, ..plain }
            }
            Book::Tantony(_) => Settlement { by_book: true, ..plain },
        }
    }

    /// The scores of the seats, and the lanes that the rule book has to settle.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn score(&self, play: &Play, revealed: Lanes) -> ([Lanes; 4], Lanes) {
        let [pig_twice, ace_twice, sheep_twice, transformer_twice] = [1, 2, 4, 8].map(|bit| revealed.has(bit));
        let doubled = |value: u16, twice: Lanes| Lanes::splat(value) + (Lanes::splat(value) & twice);
        let (pig, sheep) = (doubled(self.pig, pig_twice), doubled(self.sheep, sheep_twice));
        let alone = doubled(self.alone, transformer_twice);
        let mut scores = [Lanes::none(); 4];
        let mut by_book = if self.by_book { Lanes::all() } else { Lanes::none() };
        for seat in 0..4 {
            let pile = |suit: usize| {
                let own = play.taken.with(suit, Lanes::splat(ALL), Seats::splat(seat));
                if self.pool { own | play.taken.with(suit, Lanes::splat(ALL), Seats::splat(seat ^ 2)) } else { own }
            };
            let hearts = pile(HEARTS);
            by_book = by_book | hearts.equals(Lanes::splat(ALL));
            let value = self.hearts.of(hearts);
            let pig_here = pile(Suit::Spades.index()).has(rank_bit(Card::PIG));
            let sheep_here = pile(Suit::Diamonds.index()).has(rank_bit(Card::SHEEP));
            let base = value + (value & ace_twice) + (pig & pig_here) + (sheep & sheep_here);
            scores[seat] = if self.multiplies {
                let transformer = pile(Suit::Clubs.index()).has(rank_bit(Card::TRANSFORMER));
                let counts = (hearts & Lanes::splat(self.counting)).is_some() | pig_here | sheep_here;
                let twice = base + (base & transformer);
                let times = twice + (twice & transformer & transformer_twice);
                counts.choose(times, base + (alone & transformer))
            } else {
                base
            };
        }
        if self.sum {
            let [a, b, c, d] = scores;
            scores = [a + c, b + d, a + c, b + d];
        }
        (scores, by_book)
    }
}

/// The settlement of one lane by the rule book.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn score_by_book(
    rules: &Rules,
    totals: &BySeat<i32>,
    play: &Play,
    revealed: u8,
    lane: usize,
) -> BySeat<i16> {
    let [low, high] = [Lanes::sets(&play.taken.low)[lane], Lanes::sets(&play.taken.high)[lane]];
    let pile = |seat: Seat| {
        let (l, h) = (seat.index() & 1 != 0, seat.index() & 2 != 0);
        CardSet::from_bits_truncate(if l { low } else { !low } & if h { high } else { !high })
    };
    let queen = play.queen.to_array()[lane];
    let mut piles = Piles { taken: BySeat::from_fn(pile), revealed: revealed_set(revealed), ..Piles::default() };
    let (low, high) = (play.winners.low.to_array()[lane], play.winners.high.to_array()[lane]);
    for trick in 0..13 {
        let winner = Seat::wrapping(usize::from(low >> trick & 1 | (high >> trick & 1) << 1));
        piles.trick_counts[winner] += 1;
        piles.tricks_after_qd[winner] += u8::from(queen != 0 && trick > queen.trailing_zeros());
    }
    rules.scores(&piles, totals)
}

/// The scores of the four seats in every lane.
pub(in crate::kernel) type Scores = [[i16; LANES]; 4];

/// All scores of a block.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn settle(
    rules: &Rules,
    settlement: &Settlement,
    totals: &BySeat<i32>,
    play: &Play,
    revealed: &[u8; LANES],
) -> Scores {
    let (scores, by_book) = settlement.score(play, Lanes::from_array(&revealed.map(u16::from)));
    let mut scores = scores.map(|scores| scores.to_array().map(|score| score as i16));
    if by_book.any() {
        correct(rules, totals, play, revealed, &by_book.to_array(), &mut scores);
    }
    scores
}

/// Settles the marked lanes by the rule book. Moons are rare: this stays out of the hot path.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn correct(
    rules: &Rules,
    totals: &BySeat<i32>,
    play: &Play,
    revealed: &[u8; LANES],
    marked: &[u16; LANES],
    scores: &mut Scores,
) {
    for lane in (0..LANES).filter(|&lane| marked[lane] != 0) {
        let settled = score_by_book(rules, totals, play, revealed[lane], lane);
        for seat in 0..4 {
            scores[seat][lane] = settled.0[seat];
        }
    }
}
