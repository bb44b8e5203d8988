//! What a trick is worth: who is likely to take it, with what, and what that means for each side.

use super::position::{Position, none_of};
use super::weights::WEIGHTS;
use gongzhu::{Card, CardSet, Suit};
use std::hint::select_unpredictable;

/// A trick of one suit, with what the seats that play after this one are expected to do in it.
pub(super) struct Prospect {
    suit: Suit,
    /// The points on the table.
    points: f32,
    /// How many of the seats behind may follow suit.
    followers: usize,
    /// The points that the seats behind add to a trick, by the seat that takes it.
    added: [f32; 4],
    /// The same where the winning card is above the pig.
    added_above_pig: [f32; 4],
    /// What a point is worth that one of the followers takes, on average.
    rate: f32,
    /// What the added points are worth when one of the followers takes them, on average.
    lost: f32,
}

/// The card that holds a trick, its seat, and the unseen cards of the suit below and above it.
#[derive(Clone, Copy)]
pub(super) struct Front {
    pub(super) seat: usize,
    pub(super) card: Card,
    pub(super) lower: usize,
    pub(super) higher: usize,
}

impl Position<'_> {
    /// What to expect of a trick of `suit`, of which `unseen` cards are in other hands.
    #[inline]
    pub(super) fn prospect(&self, suit: Suit, unseen: usize) -> Prospect {
        let points = if self.table.is_empty() { 0.0 } else { self.prices.base(self.table) };
        let (added, added_above_pig, rate, lost) = ([0.0; 4], [0.0; 4], 0.0, 0.0);
        let mut prospect = Prospect { suit, points, followers: 0, added, added_above_pig, rate, lost };
        if self.behind > 0 {
            self.expect_behind(&mut prospect, unseen);
        }
        prospect
    }

    /// Seats behind that have the suit follow with an average heart, or drop the pig under a higher spade;
    /// those without it dump what hurts most, on a trick of the other side.
    #[inline]
    fn expect_behind(&self, prospect: &mut Prospect, unseen: usize) {
        let w = &WEIGHTS;
        let suit = CardSet::suit(prospect.suit);
        let follow = if prospect.suit == Suit::Hearts { w.follow_heart * self.mean_heart } else { 0.0 };
        let nobody_has_it = none_of(unseen);
        let (mut given, mut gifts, mut followers) = ([0.0; 4], [0.0; 4], [0; 3]);
        // The chance that each seat follows suit.
        let mut has = [0.0; 4];
        for i in 1..=self.behind & 3 {
            let is_void = unseen == 0 || self.voids[i].meets(suit);
            has[i] = if is_void { 0.0 } else { 1.0 - nobody_has_it };
            given[i] = (1.0 - has[i]) * self.dumps[i] + has[i] * follow;
            gifts[i] = (1.0 - has[i]) * w.gift + has[i] * follow;
            if !is_void {
                followers[prospect.followers] = i;
                prospect.followers += 1;
            }
        }
        prospect.added = self.added(given, gifts);
        // Only spades can bring out the pig under a higher card.
        if prospect.suit == Suit::Spades {
            let locked = if self.locked.has(Card::PIG) { w.last_of_suit } else { 1.0 };
            let pig_falls = w.pig_falls * locked * self.prices.pig;
            let above = std::array::from_fn(|i| given[i] + has[i] * self.pig_odds[i] * pig_falls);
            prospect.added_above_pig = self.added(above, gifts);
        }
        let share = [0.0, 1.0, 0.5, 1.0 / 3.0][prospect.followers & 3];
        for &i in &followers[..prospect.followers] {
            let rate = share * self.rates[i & 3];
            prospect.rate += rate;
            prospect.lost += rate * prospect.added[i & 3];
        }
    }

    /// What the seats behind add to a trick of each seat: `given` to the other side's, `gifts` to the own side's.
    #[inline]
    fn added(&self, given: [f32; 4], gifts: [f32; 4]) -> [f32; 4] {
        if self.partnership {
            let sides = given[1] + given[3];
            [sides + gifts[2], given[2] + gifts[3], sides, given[2] + gifts[1]]
        } else {
            let all = given[1] + given[2] + given[3];
            [all, all - given[1], all - given[2], all - given[3]]
        }
    }

    /// What the trick is worth once `card`, of price `price`, lies on the table and `front` holds it: the average over
    /// the seat that holds it and those behind that may beat it.
    #[inline]
    pub(super) fn trick_worth(&self, card: Card, price: f32, front: Front, prospect: &Prospect) -> f32 {
        let points = prospect.points + price;
        let above = prospect.suit == Suit::Spades && front.card.bit() > Card::PIG.bit();
        let added = if above { &prospect.added_above_pig } else { &prospect.added };
        let cards = self.table.with(card);
        let moon = self.shooter.is_some() && cards.meets(CardSet::HEARTS);
        let plain = !moon && !cards.has(Card::TRANSFORMER);
        let worth = |seat: usize| {
            let points = points + added[seat & 3];
            if plain { self.rates[seat & 3] * points } else { self.special_worth(seat & 3, cards, points) }
        };
        let kept = worth(front.seat) - select_unpredictable(front.seat == 0, self.lead_cost, 0.0);
        if self.behind == 0 {
            return kept;
        }
        let stays = self.stays(points, front, prospect);
        let lost = if plain {
            prospect.rate * points + prospect.lost
        } else {
            let followers = (1..=self.behind).filter(|&i| !self.voids[i].has(front.card));
            followers.map(worth).sum::<f32>() / prospect.followers.max(1) as f32
        };
        stays * kept + (1.0 - stays) * lost
    }

    /// The chance that nobody behind beats the card in front: only who must when the trick is bad, more of them the
    /// better it is.
    #[inline]
    fn stays(&self, points: f32, front: Front, prospect: &Prospect) -> f32 {
        let w = &WEIGHTS;
        let bad = points < 0.0 || prospect.suit == Suit::Hearts;
        let eager = select_unpredictable(bad, w.eager_bad, w.eager_plain);
        let eager = select_unpredictable(points > 10.0, w.eager_good, eager);
        let ducks = 1.0 - none_of(front.lower) + none_of(front.lower + front.higher);
        let one = (ducks + eager * (none_of(front.higher) - ducks)).max(0.0);
        // The power of the number of followers, without a branch: it changes from trick to trick.
        let or_1 = |follows: bool| select_unpredictable(follows, one, 1.0);
        or_1(prospect.followers > 0) * or_1(prospect.followers > 1) * or_1(prospect.followers > 2)
    }

    /// What it is worth that `seat` takes these cards and points, where a transformer or a moon is at stake.
    #[cold]
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
        let (w, prices) = (&WEIGHTS, &self.prices);
        let pile = self.piles[seat];
        let left = prices.base((self.unseen | self.hand) - cards);
        let more = prices.base(pile) + points + w.rest_doubled * left / 4.0;
        let alone = if prices.counts(pile | cards) { 0.0 } else { prices.alone() * w.alone_kept };
        self.stakes[seat] * (points + (prices.multiplier - 1.0) * more + alone)
    }

    /// What the hearts in `cards` do to a moon when `seat` takes them: bring it nearer, or end it.
    fn moon_change(&self, seat: usize, cards: CardSet) -> f32 {
        let Some((shooter, taken)) = self.shooter else { return 0.0 };
        let hearts = (cards & CardSet::HEARTS).len();
        if hearts == 0 {
            return 0.0;
        }
        let before = self.moon_worth(shooter, taken);
        if self.piles[shooter] == self.piles[seat] {
            self.moon_worth(shooter, taken + hearts) - before
        } else {
            -before
        }
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
        let w = &WEIGHTS;
        let worth = match (taken < 13, self.stakes[shooter] > 0.0, control) {
            (false, _, _) => 1.0,
            (true, true, true) => w.controlled * w.own_moon[taken],
            (true, true, false) => w.own_moon[taken],
            (true, false, true) => w.stopped * w.moon[taken],
            (true, false, false) => w.moon[taken],
        };
        self.stakes[shooter] * worth * self.prices.moon()
    }

    /// What giving `card` to a trick of another seat costs in control of the hearts while a moon is possible.
    #[inline]
    pub(super) fn control_lost(&self, card: Card) -> f32 {
        match self.shooter {
            Some((shooter, taken)) if self.best_heart() == Some(card) => {
                self.moon_prospect(shooter, taken, true) - self.moon_prospect(shooter, taken, false)
            }
            _ => 0.0,
        }
    }
}
