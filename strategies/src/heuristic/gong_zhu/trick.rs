//! What a trick is worth: who is likely to take it, with what, and what that means for each side.

use super::position::Position;
use super::tables::{Mood, SHARES, WITHIN, none_of};
use gongzhu::{Card, CardSet, Suit};
use std::hint::select_unpredictable;

/// A trick of one suit, with what the seats that play after this one are expected to do in it.
pub(super) struct Prospect {
    suit: Suit,
    /// How many cards of the suit are in other hands.
    unseen: usize,
    /// The points on the table.
    points: f32,
    /// Whether the cards on the table put a transformer or a moon at stake.
    pub(super) special: bool,
    /// How many of the seats behind may follow suit.
    followers: usize,
    /// The points that the seats behind add to a trick, by the seat that takes it: where the winning card is below the
    /// pig or of another suit, and where it is above the pig.
    added: [[f32; 4]; 2],
    /// What a point is worth that one of the followers takes, on average.
    rate: f32,
    /// What the added points are worth when one of the followers takes them, on average.
    lost: f32,
}

/// What holds a trick: its seat, how many unseen cards of the suit are below its card, and whether that is a spade above
/// the pig.
#[derive(Clone, Copy)]
pub(super) struct Front {
    pub(super) seat: usize,
    pub(super) lower: usize,
    pub(super) above_pig: bool,
}

impl Front {
    /// The trick held by `seat` with `card` of `suit`.
    #[inline(always)]
    pub(super) fn new(seat: usize, card: Card, suit: Suit, lower: usize) -> Front {
        Front { seat, lower, above_pig: suit == Suit::Spades && card > Card::PIG }
    }
}

impl Position<'_> {
    /// What to expect of a trick of `suit`, of which `unseen` cards are in other hands.
    #[inline(always)]
    pub(super) fn prospect(&self, suit: Suit, unseen: usize) -> Prospect {
        let table = self.table.cards;
        let points = if table.is_empty() { 0.0 } else { self.prices.base(table & self.tables.weights.noticed) };
        let special = table.has(Card::TRANSFORMER) || self.shooter.is_some() && table.meets(CardSet::HEARTS);
        let (followers, added, rate, lost) = (0, [[0.0; 4]; 2], 0.0, 0.0);
        let mut prospect = Prospect { suit, unseen, points, special, followers, added, rate, lost };
        if self.table.behind != 0 {
            self.expect_behind(&mut prospect);
        }
        prospect
    }

    /// Seats behind that have the suit follow with an average heart, or drop the pig under a higher spade;
    /// those without it dump what hurts most, on a trick of the other side.
    #[inline(always)]
    fn expect_behind(&self, prospect: &mut Prospect) {
        let w = &self.tables.weights;
        let follow = if prospect.suit == Suit::Hearts { w.follow_heart * self.behind.mean_heart } else { 0.0 };
        let followers = if prospect.unseen == 0 { 0 } else { self.may_follow(prospect.suit) };
        // The chances that each seat follows suit and that it does not; both are 0 for those that do not play any more.
        let has_it = 1.0 - none_of(prospect.unseen);
        let has = WITHIN[followers & 15].map(|follows| follows * has_it);
        let has_not: [f32; 4] = std::array::from_fn(|i| WITHIN[self.table.behind & 15][i] - has[i]);
        let given: [f32; 4] = std::array::from_fn(|i| has_not[i] * self.behind.dumps[i] + has[i] * follow);
        prospect.followers = followers.count_ones() as usize;
        let gifts = |i: usize| has_not[i] * w.gift + has[i] * follow;
        prospect.added[0] = self.added(given, gifts);
        // Only spades can bring out the pig under a higher card.
        if prospect.suit == Suit::Spades {
            prospect.added[1] = prospect.added[0];
            if self.unseen.has(Card::PIG) {
                let locked = if self.pig_is_locked() { w.last_of_suit } else { 1.0 };
                let pig_falls = w.pig_falls * locked * self.prices.pig;
                let above = std::array::from_fn(|i| given[i] + has[i] * self.behind.pig_odds[i] * pig_falls);
                prospect.added[1] = self.added(above, gifts);
            }
        }
        let added = &prospect.added[0];
        let rates: [f32; 4] = std::array::from_fn(|i| SHARES[followers & 15][i] * self.rates[i]);
        prospect.rate = rates[1] + rates[2] + rates[3];
        prospect.lost = rates[1] * added[1] + rates[2] * added[2] + rates[3] * added[3];
    }

    /// What the seats behind add to a trick of each seat: `given` to the other side's, `gifts` to the own side's.
    #[inline]
    fn added(&self, given: [f32; 4], gifts: impl Fn(usize) -> f32) -> [f32; 4] {
        if self.prices.options.partnership {
            let sides = given[1] + given[3];
            [sides + gifts(2), given[2] + gifts(3), sides, given[2] + gifts(1)]
        } else {
            let all = given[1] + given[2] + given[3];
            [all, all - given[1], all - given[2], all - given[3]]
        }
    }

    /// What the trick is worth once `card` of `suit`, of price `price`, lies on the table and `front` holds it: the average
    /// over the seat that holds it and those behind that may beat it.
    #[inline(always)]
    pub(super) fn trick_worth(&self, card: Card, suit: Suit, price: f32, front: Front, prospect: &Prospect) -> f32 {
        let moon = suit == Suit::Hearts && self.shooter.is_some();
        if prospect.special || moon || suit == Suit::Clubs && card == Card::TRANSFORMER {
            self.special_trick_worth(card, price, front, prospect.suit)
        } else {
            self.plain_trick_worth(price, front, prospect)
        }
    }

    /// The same where the card and the table have nothing to do with a transformer or a moon.
    #[inline(always)]
    pub(super) fn plain_trick_worth(&self, price: f32, front: Front, prospect: &Prospect) -> f32 {
        let points = prospect.points + price;
        let kept = self.rates[front.seat & 3] * (points + prospect.added_to(front));
        self.average(kept, prospect.rate * points + prospect.lost, points, front, prospect)
    }

    /// The average of the trick that `front` keeps and the one that is lost to a follower.
    #[inline(always)]
    fn average(&self, kept: f32, lost: f32, points: f32, front: Front, prospect: &Prospect) -> f32 {
        let kept = kept - select_unpredictable(front.seat == 0, self.lead_cost, 0.0);
        if self.table.behind == 0 {
            return kept;
        }
        let bad = points < 0.0 || prospect.suit == Suit::Hearts;
        let mood = select_unpredictable(bad, Mood::Bad, Mood::Plain);
        let mood = select_unpredictable(points > 10.0, Mood::Good, mood);
        let stays = self.tables.stays(mood, prospect.followers, prospect.unseen, front.lower);
        stays * kept + (1.0 - stays) * lost
    }

    /// The same as [`Position::trick_worth`] where a transformer or a moon is at stake.
    // It looks at the prospect anew, so that the usual path need not lay it down in memory.
    #[cold]
    #[inline(never)]
    fn special_trick_worth(&self, card: Card, price: f32, front: Front, suit: Suit) -> f32 {
        let cards = self.table.cards.with(card);
        let prospect = &self.prospect(suit, self.unseen.in_suit(suit).len());
        let points = prospect.points + price;
        let added = &prospect.added[usize::from(front.above_pig)];
        let worth = |seat: usize| self.special_worth(seat, cards, points + added[seat & 3]);
        let kept = worth(front.seat & 3);
        let may_follow = self.may_follow(prospect.suit);
        let followers = (1..4).filter(|i| may_follow >> i & 1 == 1);
        let lost = followers.map(worth).sum::<f32>() / prospect.followers.max(1) as f32;
        self.average(kept, lost, points, front, prospect)
    }

    /// What it is worth that `seat` takes these cards and points, where a transformer or a moon is at stake.
    fn special_worth(&self, seat: usize, cards: CardSet, points: f32) -> f32 {
        let worth = if cards.has(Card::TRANSFORMER) {
            self.transformer_worth(seat, cards, points)
        } else {
            self.rates[seat] * points
        };
        worth + self.moon_change(seat, cards)
    }

    /// The transformer multiplies what the pile holds, what comes with it, and a share of what is still to come
    /// (RULES.md §6 f).
    fn transformer_worth(&self, seat: usize, cards: CardSet, points: f32) -> f32 {
        let (w, prices) = (&self.tables.weights, &self.prices);
        let pile = self.pile(seat);
        let left = prices.base((self.unseen | self.hand) - cards);
        let more = prices.base(pile) + points + w.rest_doubled * left / 4.0;
        let alone = if prices.counts(pile | cards) { 0.0 } else { prices.alone() * w.alone_kept };
        self.stakes()[seat] * (points + w.pile_multiplied * (prices.multiplier - 1.0) * more + alone)
    }

    /// What the hearts in `cards` do to a moon when `seat` takes them: bring it nearer, or end it.
    fn moon_change(&self, seat: usize, cards: CardSet) -> f32 {
        let Some((shooter, taken)) = self.shooter else { return 0.0 };
        let hearts = (cards & CardSet::HEARTS).len();
        if hearts == 0 {
            return 0.0;
        }
        let before = self.moon_worth(shooter, taken);
        if self.pile(shooter) == self.pile(seat) { self.moon_worth(shooter, taken + hearts) - before } else { -before }
    }

    /// What it is worth that `shooter` has taken `taken` hearts and nobody else any: less while this hand can stop it,
    /// and more for the own side with control of the hearts (RULES.md §6 h).
    fn moon_worth(&self, shooter: usize, taken: usize) -> f32 {
        self.moon_prospect(shooter, taken, self.best_heart().is_some_and(|card| self.hand.has(card)))
    }

    /// The highest heart still in a hand.
    fn best_heart(&self) -> Option<Card> {
        (self.unseen | self.hand).in_suit(Suit::Hearts).last()
    }

    /// The same, where this hand holds the highest heart or not.
    fn moon_prospect(&self, shooter: usize, taken: usize, control: bool) -> f32 {
        let w = &self.tables.weights;
        let worth = match (taken < 13, self.stakes()[shooter] > 0.0, control) {
            (false, _, _) => 1.0,
            (true, true, true) => w.controlled * w.own_moon[taken],
            (true, true, false) => w.own_moon[taken],
            (true, false, true) => w.stopped * w.moon[taken],
            (true, false, false) => w.moon[taken],
        };
        self.stakes()[shooter] * worth * self.prices.moon()
    }

    /// What giving `card` of `suit` to a trick of another seat costs in control of the hearts while a moon is possible.
    #[inline]
    pub(super) fn control_lost(&self, card: Card, suit: Suit) -> f32 {
        match self.shooter {
            Some((shooter, taken)) if suit == Suit::Hearts && self.best_heart() == Some(card) => {
                self.moon_prospect(shooter, taken, true) - self.moon_prospect(shooter, taken, false)
            }
            _ => 0.0,
        }
    }
}

impl Prospect {
    /// The points that the seats behind add to the trick of `front`.
    #[inline]
    fn added_to(&self, front: Front) -> f32 {
        self.added[usize::from(front.above_pig)][front.seat & 3]
    }
}
