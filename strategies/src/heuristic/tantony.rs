//! The rule bot of Tantony (RULES.md §4). It forecasts how a trick ends after each of its cards: every later player makes the
//! reply that would be best for its side if the trick ended there. Where the hands are not known, in hand 0 or without
//! memory, the unseen cards of a suit are taken to lie evenly.
//!
//! All worths are points of the difference between the sides, in favour of the side of the seat that decides.

use gongzhu::rules::tantony::points;
use gongzhu::{Card, CardSet, Seat, SeatSet, Suit, View};

/// What a slot is filled with on average, in points, by the number of the hand: a trick worth more is kept, one worth less
/// is given away. Collected suits make more hogs, so that it rises after hand 0.
const AVERAGE: [i32; 4] = [7, 9, 9, 9];
/// What a card is worth in later tricks, by rank from 2 to A, in units of [`KEEP_UNIT`]: high cards take tricks and become
/// hogs, the lowest ones spoil the tricks of others.
const KEEP: [i32; 13] = [3, 2, 1, 0, 0, 0, 0, 1, 2, 4, 6, 8, 10];
/// The unit of [`KEEP`] when following and when leading, in parts of [`POINT`].
const KEEP_UNIT: i32 = 12;
const KEEP_UNIT_LEAD: i32 = 8;
/// A forecast counts a point as this much, so that its mean over one, two or three ways of lying is whole, and the smaller
/// worths fit between.
const POINT: i32 = 24;
/// How much of what the recipient's best lead is worth counts when a trick is assigned: one part in so many.
const LEAD_PART: i32 = 6;

/// The card to play.
pub(super) fn play(view: &View<'_>, legal: CardSet) -> Card {
    if legal.len() == 1 {
        return legal.first().unwrap_or(Card::TWO_OF_CLUBS);
    }
    let sight = Sight::new(view);
    let trick = view.trick();
    let (Some(high), Some(low)) = (trick.highest(), trick.lowest()) else {
        return sight.lead(legal);
    };
    let now = Standing { high, low, ours: view.is_ally(trick.player_of(high)) };
    if legal.meets(CardSet::suit(high.suit())) {
        sight.follow(legal, now, 3 - trick.cards.len())
    } else {
        sight.discard(legal)
    }
}

/// The seat that receives the trick just taken.
pub(super) fn assign(view: &View<'_>, legal: SeatSet) -> Seat {
    let mut seats = legal.iter();
    if let (Some(only), None) = (seats.next(), seats.next()) {
        return only;
    }
    let sight = Sight::new(view);
    let value = view.tricks().last().and_then(|trick| trick.lowest()).map_or(0, points);
    legal.iter().max_by_key(|&seat| sight.assigned(seat, value)).unwrap_or(view.seat())
}

/// How a trick stands: its highest and lowest card of the led suit, and whether this side holds it.
#[derive(Clone, Copy)]
struct Standing {
    high: Card,
    low: Card,
    ours: bool,
}

impl Standing {
    /// A trick with nothing but its lead.
    #[inline]
    fn led(card: Card, ours: bool) -> Standing {
        Standing { high: card, low: card, ours }
    }

    /// The standing after a seat of this or the other side follows with `card`.
    #[inline]
    fn after(self, card: Card, ours: bool) -> Standing {
        if card > self.high {
            Standing { high: card, low: self.low, ours }
        } else {
            Standing { low: card.min(self.low), ..self }
        }
    }
}

/// What the decisions look at again and again.
struct Sight<'a> {
    view: &'a View<'a>,
    me: Seat,
    /// The cards that each of the seats me, me + 1, … may hold.
    held: [CardSet; 4],
    /// Whether `held` is known to be true.
    open: bool,
    /// Slots left to this side and to the other.
    slots: [usize; 2],
    average: i32,
}

impl<'a> Sight<'a> {
    fn new(view: &'a View<'a>) -> Sight<'a> {
        let me = view.seat();
        let seats = [0, 1, 2, 3].map(|steps| me.offset(steps));
        let open = view.known_cards(seats[1]).len() == view.hand_size(seats[1]);
        let unseen = view.unseen();
        let held = seats.map(|seat| match seat {
            seat if open || seat == me => view.known_cards(seat),
            seat => unseen - view.voids(seat),
        });
        let left = seats.map(|seat| 3 - view.taken(seat).len() / 4);
        let average = AVERAGE[view.hand_number().min(3) as usize];
        Sight { view, me, held, open, slots: [left[0] + left[2], left[1] + left[3]], average }
    }

    /// Whether a seat so many steps after this one is on its side.
    #[inline]
    fn ally(steps: usize) -> bool {
        steps & 1 == 0
    }

    /// The cards of a suit that the seat so many steps after this one may hold.
    #[inline]
    fn holds(&self, steps: usize, suit: Suit) -> CardSet {
        self.held[steps & 3].in_suit(suit)
    }

    // ---- what a trick is worth -----------------------------------------------------------------------------------

    /// Skill "keep or give": the taker's side keeps a trick worth more than the average and fills a slot of the others
    /// with one worth less, while both sides have slots left.
    #[inline]
    fn worth(&self, trick: Standing) -> i32 {
        let gain = points(trick.low) - self.average;
        match (self.slots, trick.ours) {
            ([0, _], _) => -gain,
            ([_, 0], _) => gain,
            (_, true) => gain.abs(),
            (_, false) => -gain.abs(),
        }
    }

    /// What it is worth that `seat` receives a trick of this value and leads next. Skill "hold the lead": a valuable lead of
    /// the recipient, such as a hog, outweighs a value a little under the average.
    fn assigned(&self, seat: Seat, value: i32) -> i32 {
        let gain = POINT * (value - self.average);
        let ours = self.view.is_ally(seat);
        let after = self.after_assignment(ours);
        (if ours { gain } else { -gain }) + after.best_lead(seat) / LEAD_PART
    }

    /// The slots once this or the other side has received one more trick.
    fn after_assignment(&self, ours: bool) -> Sight<'a> {
        let [own, others] = self.slots;
        Sight { slots: if ours { [own - 1, others] } else { [own, others - 1] }, ..*self }
    }

    /// Skill "who leads next": what the best lead of `seat` is worth, 0 where its hand is unknown. The highest and the lowest
    /// card of each suit are enough to tell.
    fn best_lead(&self, seat: Seat) -> i32 {
        let steps = (seat.index() + 4 - self.me.index()) & 3;
        if steps != 0 && !self.open {
            return 0;
        }
        let ours = Self::ally(steps);
        let sign = if ours { 1 } else { -1 };
        let leads = Suit::ALL.into_iter().filter_map(|suit| {
            let cards = self.holds(steps, suit);
            let (low, high) = (cards.first()?, cards.last()?);
            let spread = Spread::new(self, steps, suit, 3);
            let worth = |card| sign * self.forecast(&spread, Standing::led(card, ours));
            Some(worth(low).max(worth(high)))
        });
        sign * leads.max().unwrap_or(0)
    }

    // ---- the card ------------------------------------------------------------------------------------------------

    /// Skill "lead": the card after which the trick is forecast to be worth most; a hog where nobody else can follow.
    fn lead(&self, legal: CardSet) -> Card {
        let mut chosen = (i32::MIN, Card::TWO_OF_CLUBS);
        for suit in Suit::ALL.into_iter().filter(|&suit| legal.meets(CardSet::suit(suit))) {
            let spread = Spread::new(self, 0, suit, 3);
            for card in legal.in_suit(suit) {
                let worth = self.forecast(&spread, Standing::led(card, true));
                chosen = chosen.max((worth - KEEP_UNIT_LEAD * keep(card), card));
            }
        }
        chosen.1
    }

    /// Skill "make it cheap or dear": the card after which the trick is forecast to be worth most: low on a trick of the
    /// others that they would keep, high on an own one.
    fn follow(&self, legal: CardSet, now: Standing, later: usize) -> Card {
        let spread = Spread::new(self, 0, now.high.suit(), later);
        let worth = |card: Card| self.forecast(&spread, now.after(card, true)) - KEEP_UNIT * keep(card);
        legal.iter().max_by_key(|&card| worth(card)).unwrap_or(now.high)
    }

    /// Skill "discard the idle card": the one that is worth least later. With two cards left, the last one counts face up if
    /// it is a hog in trick 13, which the seat with the last slot leads.
    fn discard(&self, legal: CardSet) -> Card {
        let leads_last = self.slots == [1, 0] && self.view.taken(self.me).len() < 12;
        let others = self.held[1] | self.held[2] | self.held[3];
        let hog = |card: Card| leads_last && !others.meets(CardSet::suit(card.suit()));
        let worth = |card: Card| keep(card) + if hog(card) { points(card) } else { 0 };
        legal.iter().min_by_key(|&card| worth(card)).unwrap_or(Card::TWO_OF_CLUBS)
    }

    // ---- the forecast --------------------------------------------------------------------------------------------

    /// The worth of the trick, in parts of [`POINT`], once the later seats have played, on average over the ways in which
    /// the cards may lie.
    #[inline]
    fn forecast(&self, spread: &Spread, now: Standing) -> i32 {
        let end = |held: &[CardSet; 3]| {
            let replies = held[..spread.later].iter().enumerate();
            replies.fold(now, |now, (i, &cards)| self.reply(now, cards, Self::ally(spread.from + i + 1)))
        };
        let total: i32 = spread.ways().iter().map(|held| self.worth(end(held))).sum();
        total * POINT / spread.ways as i32
    }

    /// Skill "expect the best reply": of the cards that make a difference, the one after which the trick is worth most to
    /// the side of its player.
    #[inline]
    fn reply(&self, now: Standing, cards: CardSet, ours: bool) -> Standing {
        let above = cards & CardSet::above(now.high);
        let below = cards & CardSet::below(now.high);
        let mut best = (i32::MIN, now);
        for card in [above.last(), below.last(), below.first()].into_iter().flatten() {
            let after = now.after(card, ours);
            let worth = if ours { self.worth(after) } else { -self.worth(after) };
            if worth > best.0 {
                best = (worth, after);
            }
        }
        best.1
    }
}

/// What a card is worth in later tricks, in units of [`KEEP_UNIT`].
#[inline]
fn keep(card: Card) -> i32 {
    KEEP[card.rank().index()]
}

/// The cards of the led suit in the hands of the three seats after the leader or player, in each way in which they may lie:
/// the one way where the hands are known, else dealt out evenly from the top to those who may hold the suit, in rotation.
struct Spread {
    held: [[CardSet; 3]; 3],
    ways: usize,
    /// How many steps after the deciding seat the player sits.
    from: usize,
    /// How many of the three still play.
    later: usize,
}

impl Spread {
    fn new(sight: &Sight<'_>, from: usize, suit: Suit, later: usize) -> Spread {
        let may = [1, 2, 3].map(|i| sight.holds(from + i, suit));
        let mut spread = Spread { held: [may; 3], ways: 1, from, later };
        let holders = may.iter().filter(|cards| !cards.is_empty()).count();
        if sight.open || holders == 0 || later == 0 {
            return spread;
        }
        let mut piles = [CardSet::EMPTY; 3];
        let unseen = may[0] | may[1] | may[2];
        unseen.iter().rev().enumerate().for_each(|(i, card)| piles[i % holders] |= CardSet::of(card));
        spread.ways = holders;
        for (way, held) in spread.held.iter_mut().enumerate() {
            let holding = held.iter_mut().filter(|cards| !cards.is_empty());
            holding.zip(way..).for_each(|(cards, turn)| *cards = piles[turn % holders]);
        }
        spread
    }

    #[inline]
    fn ways(&self) -> &[[CardSet; 3]] {
        &self.held[..self.ways]
    }
}
