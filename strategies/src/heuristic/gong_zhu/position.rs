//! What a decision looks at, gathered once from the view. Seats are counted from the seat that decides: 0 itself, 1 the
//! next to play, 2 the seat across, 3 the seat before it.

use super::prices::Prices;
use super::weights::WEIGHTS;
use gongzhu::rules::gong_zhu::{GongZhu, MoonNeeds, TeamScore};
use gongzhu::{Card, CardSet, Seat, Suit, View};

/// (2/3)^n: the chance that one of the three other seats holds none of n unseen cards. The last two entries are never
/// asked for; a table of sixteen needs no check of its bounds.
const NONE_OF: [f32; 16] = {
    let mut table = [1.0; 16];
    let mut n = 1;
    while n < 16 {
        table[n] = table[n - 1] * 2.0 / 3.0;
        n += 1;
    }
    table
};

/// The chance that one of the three other seats holds none of `n` unseen cards.
#[inline]
pub(super) fn none_of(n: usize) -> f32 {
    NONE_OF[n & 15]
}

/// A decision's position.
pub(super) struct Position<'a> {
    pub(super) prices: Prices<'a>,
    pub(super) hand: CardSet,
    /// The cards of the three other hands.
    pub(super) unseen: CardSet,
    /// The cards on the table.
    pub(super) table: CardSet,
    /// The seat that holds the trick so far.
    pub(super) holder: usize,
    /// How many seats play after this one.
    pub(super) behind: usize,
    pub(super) tricks_played: usize,
    pub(super) partnership: bool,
    /// The suits in which each seat is known to be void.
    pub(super) voids: [CardSet; 4],
    /// What each seat took; a side's cards together where they are scored together.
    pub(super) piles: [CardSet; 4],
    /// What a point of each seat's score is worth to this one.
    pub(super) stakes: [f32; 4],
    /// What a point on a card that a seat takes is worth: a transformer in its pile multiplies it.
    pub(super) rates: [f32; 4],
    /// The chance that each seat holds the pig.
    pub(super) pig_odds: [f32; 4],
    /// What each seat behind is expected to dump on a trick of another suit: the pig, or an average heart.
    pub(super) dumps: [f32; 4],
    /// The mean value of the unseen hearts. Like voids and pig odds, not asked for by the last seat of a trick.
    pub(super) mean_heart: f32,
    /// What it costs to win the trick beside what is in it: the next lead, less the bonus of `queen_of_diamonds`.
    pub(super) lead_cost: f32,
    /// The revealed cards of other hands that may not be played to a trick of their suit that is led now, unless their
    /// holder has no other (RULES.md §2.2).
    pub(super) locked: CardSet,
    /// The seat that took every heart so far and may still take all, with their number.
    pub(super) shooter: Option<(usize, usize)>,
}

impl<'a> Position<'a> {
    #[inline]
    pub(super) fn new(view: &View<'a>, options: &'a GongZhu) -> Position<'a> {
        let me = view.seat();
        let trick = view.trick();
        let mut piles: [CardSet; 4] = std::array::from_fn(|i| view.taken(me.offset(i)));
        if options.partnership && options.team_score == TeamScore::Pool {
            piles = std::array::from_fn(|i| piles[i] | piles[i ^ 2]);
        }
        let prices = Prices::new(view, options);
        let (partner, opponent) = if options.partnership { (1.0, -1.0) } else { (-1.0 / 3.0, -1.0 / 3.0) };
        let stakes = [1.0, opponent, partner, opponent];
        let unseen = view.unseen();
        let behind = 3 - trick.cards.len();
        let (mut voids, mut pig_odds, mut mean_heart) = ([CardSet::EMPTY; 4], [0.0; 4], 0.0);
        let mut dumps = [0.0; 4];
        if behind > 0 {
            voids = std::array::from_fn(|i| view.voids(me.offset(i)));
            if unseen.has(Card::PIG) {
                pig_odds = odds_of_pig(view, &voids);
            }
            let hearts = unseen.in_suit(Suit::Hearts);
            if !hearts.is_empty() {
                mean_heart = prices.hearts(hearts) / hearts.len() as f32;
            }
            let (pig, heart) = (WEIGHTS.dump_pig * prices.pig, WEIGHTS.dump_heart * mean_heart);
            dumps = pig_odds.map(|odds| odds * pig + (1.0 - odds) * heart);
        }
        Position {
            hand: view.hand(),
            unseen,
            table: trick.set(),
            holder: trick.winner().map_or(0, |seat| from_me(me, seat)),
            behind,
            tricks_played: view.tricks_played(),
            partnership: options.partnership,
            voids,
            piles,
            stakes,
            rates: std::array::from_fn(|i| {
                if piles[i].has(Card::TRANSFORMER) { stakes[i] * prices.multiplier } else { stakes[i] }
            }),
            pig_odds,
            dumps,
            mean_heart,
            lead_cost: WEIGHTS.lead_cost - trick_bonus(options, piles[0]),
            locked: view.locked() & unseen,
            shooter: shooter(options, &piles),
            prices,
        }
    }
}

/// A seat counted from this one.
#[inline]
fn from_me(me: Seat, seat: Seat) -> usize {
    seat.index().wrapping_sub(me.index()) & 3
}

/// The chance that each seat holds the unseen pig: its known holder's, or shared by those that may still have spades.
#[inline]
fn odds_of_pig(view: &View<'_>, voids: &[CardSet; 4]) -> [f32; 4] {
    let known = if view.passed().has(Card::PIG) { view.passes_to() } else { view.revealed_by(Card::PIG) };
    if let Some(owner) = known {
        let owner = from_me(view.seat(), owner);
        return std::array::from_fn(|i| if i == owner { 1.0 } else { 0.0 });
    }
    let may: [bool; 4] = std::array::from_fn(|i| i != 0 && !voids[i].has(Card::PIG));
    let share = [0.0, 1.0, 0.5, 1.0 / 3.0][may.iter().filter(|&&may| may).count() & 3];
    may.map(|may| if may { share } else { 0.0 })
}

/// What the owner of `pile` gets for each trick more (RULES.md §2.4 `queen_of_diamonds`).
#[inline]
fn trick_bonus(options: &GongZhu, pile: CardSet) -> f32 {
    match options.queen_of_diamonds {
        Some(points) if pile.has(Card::QUEEN_OF_DIAMONDS) => points as f32,
        _ => 0.0,
    }
}

/// The fewest hearts in one pile, with none elsewhere, that make a moon worth a thought.
const ALERT: usize = 3;

/// The seat that may still take all hearts, once it is worth a thought (RULES.md §2.4 `moon.needs`).
#[inline]
fn shooter(options: &GongZhu, piles: &[CardSet; 4]) -> Option<(usize, usize)> {
    let taken = piles[0] | piles[1] | piles[2] | piles[3];
    let mut needed = taken.in_suit(Suit::Hearts);
    let hearts = needed.len();
    if hearts < ALERT {
        return None;
    }
    if options.moon.needs == MoonNeeds::HeartsAndPig {
        needed |= taken & Card::PIG.into();
    }
    (0..4).find(|&i| needed.is_subset(piles[i])).map(|i| (i, hearts))
}
