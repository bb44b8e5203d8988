//! What a decision looks at, gathered once from the view. Seats are counted from the seat that decides: 0 itself, 1 the
//! next to play, 2 the seat across, 3 the seat before it. A set of them is four bits.

use super::prices::Prices;
use super::tables::{SHARES, Tables, WITHIN};
use super::weights::Weights;
use gongzhu::rules::gong_zhu::{GongZhu, MoonNeeds, TeamScore};
use gongzhu::{Card, CardSet, Seat, Suit, View};

/// The trick on the table.
#[derive(Clone, Copy)]
pub(super) struct Table {
    pub(super) cards: CardSet,
    /// The card that holds the trick.
    pub(super) top: Card,
    /// The seat that holds it.
    pub(super) holder: usize,
    /// The seats that play after this one.
    pub(super) behind: usize,
}

impl Table {
    /// The table of a seat that leads.
    pub(super) const EMPTY: Table = Table { cards: CardSet::EMPTY, top: Card::PIG, holder: 0, behind: 0b1110 };

    /// The table of a seat that is to add to `cards`; `None` where there are none.
    #[inline]
    pub(super) fn new(cards: &[Card]) -> Option<Table> {
        let (&led, rest) = cards.split_first()?;
        let mut table = Table { cards: led.into(), top: led, holder: 3, behind: 0b0110 };
        // Written out for two cards more, as there are never three, and a loop would cost more than it does.
        if let Some(&card) = rest.first() {
            table.add(card);
            if let Some(&card) = rest.get(1) {
                table.add(card);
            }
        }
        Some(table)
    }

    #[inline]
    fn add(&mut self, card: Card) {
        let beats = CardSet::above(self.top).has(card);
        self.top = if beats { card } else { self.top };
        self.holder = if beats { 3 } else { self.holder - 1 };
        self.cards = self.cards.with(card);
        self.behind = self.behind >> 1 & 0b0110;
    }
}

/// A decision's position.
pub(super) struct Position<'a> {
    pub(super) tables: &'static Tables,
    pub(super) prices: Prices<'a>,
    pub(super) hand: CardSet,
    /// The cards of the three other hands.
    pub(super) unseen: CardSet,
    pub(super) table: Table,
    /// The share of all relief that the tricks to come leave.
    pub(super) phase: f32,
    /// What a point on a card that a seat takes is worth: a transformer in its pile multiplies it.
    pub(super) rates: [f32; 4],
    pub(super) behind: Behind,
    /// What it costs to win the trick beside what is in it: the next lead, less the bonus of `queen_of_diamonds`.
    pub(super) lead_cost: f32,
    /// The seat that took every heart so far and may still take all, with their number.
    pub(super) shooter: Option<(usize, usize)>,
}

impl<'a> Position<'a> {
    // Inlined wherever it is used: it is too large to be copied out of a call.
    #[inline(always)]
    pub(super) fn new(view: &View<'a>, options: &'a GongZhu, tables: &'static Tables, table: Table) -> Position<'a> {
        let (hand, unseen) = (view.hand(), view.unseen());
        let prices = Prices::new(view, options);
        let stakes = stakes(options);
        // Piles are looked at only where something in them matters.
        let taken = !(hand | unseen | table.cards);
        let mut multiplied = 0;
        if taken.has(Card::TRANSFORMER) {
            for seat in 0..4 {
                multiplied |= usize::from(pile(view, options, seat).has(Card::TRANSFORMER)) << seat;
            }
        }
        let (within, more) = (&WITHIN[multiplied & 15], tables.weights.multiplied * (prices.multiplier - 1.0));
        let rates = std::array::from_fn(|i| stakes[i] * (1.0 + within[i] * more));
        let trick_bonus = match options.queen_of_diamonds {
            Some(points) if pile(view, options, 0).has(Card::QUEEN_OF_DIAMONDS) => points as f32,
            _ => 0.0,
        };
        let behind =
            if table.behind == 0 { Behind::NOBODY } else { Behind::new(view, &prices, &tables.weights, unseen) };
        Position {
            tables,
            prices,
            hand,
            unseen,
            table,
            phase: tables.phase[view.tricks_played() & 15],
            rates,
            behind,
            lead_cost: tables.weights.lead_cost - trick_bonus,
            shooter: shooter(view, options, taken),
        }
    }

    /// What a seat took; a side's cards together where they are scored together.
    #[inline]
    pub(super) fn pile(&self, seat: usize) -> CardSet {
        pile(&self.prices.view, self.prices.options, seat)
    }

    /// What a point of each seat's score is worth to this one.
    #[inline]
    pub(super) fn stakes(&self) -> [f32; 4] {
        stakes(self.prices.options)
    }

    /// The seats behind that are not known to be void in `suit`.
    #[inline]
    pub(super) fn may_follow(&self, suit: Suit) -> usize {
        (self.behind.may_have >> (16 * suit.index())) as usize & self.table.behind
    }

    /// Whether another hand holds a revealed pig that may not be played to a trick of spades that is led now, unless its
    /// holder has no other (RULES.md §2.2).
    #[inline]
    pub(super) fn pig_is_locked(&self) -> bool {
        (self.prices.view.locked() & self.unseen).has(Card::PIG)
    }
}

/// What is to be known of the seats that play after this one. The last seat of a trick does not ask for it.
pub(super) struct Behind {
    /// The seats that are not known to be void in a suit, in the lowest bits of its lane.
    may_have: u64,
    /// The chance that each seat holds the pig.
    pub(super) pig_odds: [f32; 4],
    /// What each seat is expected to dump on a trick of another suit: the pig, or an average heart.
    pub(super) dumps: [f32; 4],
    /// The mean value of the unseen hearts.
    pub(super) mean_heart: f32,
}

impl Behind {
    const NOBODY: Behind = Behind { may_have: 0, pig_odds: [0.0; 4], dumps: [0.0; 4], mean_heart: 0.0 };

    #[inline(always)]
    fn new(view: &View<'_>, prices: &Prices<'_>, w: &Weights, unseen: CardSet) -> Behind {
        let may_have = not_void(view);
        let hearts = (unseen | w.uncounted).in_suit(Suit::Hearts);
        let mean_heart = if hearts.is_empty() { 0.0 } else { prices.hearts(hearts) / hearts.len() as f32 };
        let (pig, heart) = (w.dump_pig * prices.pig, w.dump_heart * mean_heart);
        let holders = if unseen.has(Card::PIG) { pig_holders(view, may_have) } else { 0 };
        let pig_odds = SHARES[holders & 15];
        let dumps = std::array::from_fn(|i| pig_odds[i] * pig + (1.0 - pig_odds[i]) * heart);
        Behind { may_have, pig_odds, dumps, mean_heart }
    }
}

/// What a point of each seat's score is worth to this one.
#[inline]
fn stakes(options: &GongZhu) -> [f32; 4] {
    const OTHER: f32 = -1.0 / 3.0;
    static STAKES: [[f32; 4]; 2] = [[1.0, OTHER, OTHER, OTHER], [1.0, -1.0, 1.0, -1.0]];
    STAKES[usize::from(options.partnership)]
}

/// What a seat took; a side's cards together where they are scored together.
#[inline]
fn pile(view: &View<'_>, options: &GongZhu, seat: usize) -> CardSet {
    let taken = |seat: usize| view.taken(view.seat().offset(seat));
    if options.partnership && options.team_score == TeamScore::Pool {
        taken(seat) | taken(seat ^ 2)
    } else {
        taken(seat)
    }
}

/// The seat that may still take all hearts, once it is worth a thought (RULES.md §2.4 `moon.needs`). `taken` are the
/// cards of all piles.
#[inline(always)]
fn shooter(view: &View<'_>, options: &GongZhu, taken: CardSet) -> Option<(usize, usize)> {
    let hearts = taken.in_suit(Suit::Hearts);
    if hearts.len() < ALERT {
        return None;
    }
    let needed = match options.moon.needs {
        MoonNeeds::Hearts => hearts,
        MoonNeeds::HeartsAndPig => hearts | taken & Card::PIG.into(),
    };
    (0..4).find(|&i| needed.is_subset(pile(view, options, i))).map(|i| (i, hearts.len()))
}

/// The fewest hearts in one pile, with none elsewhere, that make a moon worth a thought.
const ALERT: usize = 3;

/// The seats that are not known to be void in a suit, in the lowest bits of its lane.
#[inline]
fn not_void(view: &View<'_>) -> u64 {
    const LOWEST: u64 = 0x0001_0001_0001_0001;
    let me = view.seat();
    let voids = |i: usize| (view.voids(me.offset(i)).bits() & LOWEST) << i;
    !(voids(1) | voids(2) | voids(3))
}

/// The other seats that may hold the unseen pig: its known holder, or those that may still have spades.
#[inline]
fn pig_holders(view: &View<'_>, may_have: u64) -> usize {
    let known = if view.passed().has(Card::PIG) { view.passes_to() } else { view.revealed_by(Card::PIG) };
    let from_me = |seat: Seat| seat.index().wrapping_sub(view.seat().index()) & 3;
    known.map_or(may_have as usize & 0b1110, |owner| 1 << from_me(owner))
}
