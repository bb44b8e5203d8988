//! The rule bot of Tantony (RULES.md §4). It forecasts how a trick ends after each of its cards ([`forecast`]). Where the
//! hands are not known, in hand 0 or without memory, the unseen cards of a suit are taken to lie evenly.
//!
//! All worths are points of the difference between the sides, in favour of the side of the seat that decides.

mod forecast;
mod keep;

pub(super) use keep::{FIRST, SECOND, without};

use forecast::{Average, POINT, Scale, Spread, Standing};
use gongzhu::rules::tantony::points;
use gongzhu::{Card, CardSet, Seat, SeatSet, Suit, View};
use keep::{Keep, Weights};

/// How much of what the recipient's best lead is worth counts when a trick is assigned: one part in so many.
const LEAD_PART: i32 = 6;
/// The most that this part can be: the best lead makes or costs an ace less the average.
const BEST_LEAD: i32 = 23 * POINT / LEAD_PART;
/// What a point of the last card counts beside what cards are kept for, in parts of [`POINT`].
const HOG_PART: i32 = 12;

/// The card to play.
pub(super) fn play(view: &View<'_>, legal: CardSet, weights: &'static Weights) -> Card {
    let keep = weights.keep(view.hand_number());
    if legal.len() == 1 {
        return legal.first().unwrap_or(Card::TWO_OF_CLUBS);
    }
    let trick = view.trick();
    let Some(&led) = trick.cards.first() else { return Sight::new(view, weights).lead(legal, &keep.lead) };
    if legal.meets(CardSet::suit(led.suit())) {
        let (mut high, mut low, mut holder) = (led, led, 0);
        for (i, &card) in trick.cards.iter().enumerate().filter(|(_, card)| card.suit() == led.suit()) {
            (high, holder) = if card > high { (card, i) } else { (high, holder) };
            low = low.min(card);
        }
        let ours = (trick.cards.len() - holder) & 1 == 0;
        let now = Standing::new(high, low, ours);
        match 3 - trick.cards.len() {
            0 => follow_last(view, legal, now, weights),
            later => Sight::new(view, weights).follow(legal, led.suit(), now, later, &keep.follow),
        }
    } else {
        discard(view, legal, weights)
    }
}

/// Skill "make it cheap or dear" in the last seat of a trick, where nothing has to be forecast.
fn follow_last(view: &View<'_>, legal: CardSet, now: Standing, weights: &'static Weights) -> Card {
    let keep = &weights.keep(view.hand_number()).last;
    let scale = Scale::new(weights.average(view.hand_number()), slots(view));
    let mut chosen = (i32::MIN, Card::TWO_OF_CLUBS);
    for card in legal {
        chosen = chosen.max((POINT * scale.worth(now.after(card)) - keep.rank(card), card));
    }
    chosen.1
}

/// Skill "discard the idle card": the one that is worth least later. With two cards left, the last one counts face up if
/// it is a hog in trick 13, which the seat with the last slot leads.
fn discard(view: &View<'_>, legal: CardSet, weights: &'static Weights) -> Card {
    let keep = &weights.keep(view.hand_number()).discard;
    if slots(view) == [1, 0] && view.taken(view.seat()).len() < 12 {
        let held = Sight::new(view, weights).held;
        let others = held[1] | held[2] | held[3];
        let hog = |card: Card| !others.meets(CardSet::suit(card.suit()));
        let worth = |card: Card| keep.rank(card) + if hog(card) { HOG_PART * points(card) } else { 0 };
        legal.iter().min_by_key(|&card| worth(card)).unwrap_or(Card::TWO_OF_CLUBS)
    } else {
        legal.iter().min_by_key(|&card| keep.rank(card)).unwrap_or(Card::TWO_OF_CLUBS)
    }
}

/// The seat that receives the trick just taken.
pub(super) fn assign(view: &View<'_>, legal: SeatSet, weights: &'static Weights) -> Seat {
    let mut seats = legal.iter();
    if let (Some(only), None) = (seats.next(), seats.next()) {
        return only;
    }
    let sight = Sight::new(view, weights);
    let sees = |seat: Seat| sight.open || seat == view.seat() && weights.counts_own_lead;
    let knows = |seat: Seat| weights.counts_leads && sees(seat);
    let gain = POINT * sight.scale.gain(view.tricks().last().and_then(|trick| trick.lowest()));
    let side = |seat: Seat| if view.is_ally(seat) { gain } else { -gain };
    // A seat whose best lead cannot make up for the side that it is on need not be thought about.
    let most = |seat: Seat| side(seat) + if knows(seat) { BEST_LEAD } else { 0 };
    let least = |seat: Seat| side(seat) - if knows(seat) { BEST_LEAD } else { 0 };
    let sure = legal.iter().map(least).max().unwrap_or(0);
    let worthy: SeatSet = legal.iter().filter(|&seat| most(seat) >= sure).collect();
    let lead = |seat: Seat| if worthy.len() > 1 && knows(seat) { sight.best_lead(seat) / LEAD_PART } else { 0 };
    worthy.iter().max_by_key(|&seat| side(seat) + lead(seat)).unwrap_or(view.seat())
}

/// The slots left to this side and to the other.
#[inline]
fn slots(view: &View<'_>) -> [usize; 2] {
    let me = view.seat();
    let left = |steps: usize| 3 - view.taken(me.offset(steps)).len() / 4;
    [left(0) + left(2), left(1) + left(3)]
}

/// What the decisions look at again and again.
struct Sight<'a> {
    view: &'a View<'a>,
    /// The cards that each of the seats me, me + 1, … may hold.
    held: [CardSet; 4],
    /// Whether `held` is known to be true.
    open: bool,
    /// Slots left to this side and to the other.
    slots: [usize; 2],
    scale: Scale,
    average: Average,
}

impl<'a> Sight<'a> {
    #[inline]
    fn new(view: &'a View<'a>, weights: &'static Weights) -> Sight<'a> {
        let seats = [0, 1, 2, 3].map(|steps| view.seat().offset(steps));
        let open = view.hand_number() > 0 && view.known_cards(seats[1]).len() == view.hand_size(seats[1]);
        let held = if open {
            seats.map(|seat| view.known_cards(seat))
        } else {
            let unseen = view.unseen();
            let may = |steps: usize| unseen - view.voids(seats[steps]);
            [view.hand(), may(1), may(2), may(3)]
        };
        let slots = slots(view);
        let average = weights.average(view.hand_number());
        Sight { view, held, open, slots, scale: Scale::new(average, slots), average }
    }

    /// How the cards of a suit may lie with the seats that play after the one so many steps after this.
    #[inline]
    fn spread(&self, from: usize, suit: Suit, later: usize) -> Spread {
        let may = [1, 2, 3].map(|i| self.held[(from + i) & 3]);
        Spread::new(may, self.open, from, suit, later)
    }

    // ---- who receives a trick ------------------------------------------------------------------------------------

    /// Skill "who leads next": what the best lead of `seat`, whose hand is known, is worth once it has received a trick. A valuable lead of the recipient, such as a hog, outweighs a value a little under the average. The highest
    /// and the lowest card of each suit are enough to tell.
    fn best_lead(&self, seat: Seat) -> i32 {
        let steps = (seat.index() + 4 - self.view.seat().index()) & 3;
        let ours = steps & 1 == 0;
        let [own, others] = self.slots;
        let slots = if ours { [own - 1, others] } else { [own, others - 1] };
        let scale = Scale::new(self.average, slots);
        let sign = if ours { 1 } else { -1 };
        let leads = Suit::ALL.into_iter().filter_map(|suit| {
            let cards = self.held[steps].in_suit(suit);
            let (low, high) = (cards.first()?, cards.last()?);
            let spread = self.spread(steps, suit, 3);
            let worth = |card| sign * spread.forecast_after::<3>(scale, Standing::led(card, ours));
            Some(if low == high { worth(low) } else { worth(low).max(worth(high)) })
        });
        sign * leads.max().unwrap_or(0)
    }

    // ---- the card ------------------------------------------------------------------------------------------------

    /// Skill "lead": the card after which the trick is forecast to be worth most; a hog where nobody else can follow.
    fn lead(&self, legal: CardSet, keep: &Keep) -> Card {
        let mut chosen = (i32::MIN, Card::TWO_OF_CLUBS);
        for suit in Suit::ALL.into_iter().filter(|&suit| legal.meets(CardSet::suit(suit))) {
            let spread = self.spread(0, suit, 3);
            let others = self.view.unseen().in_suit(suit).len();
            let in_suit = keep.suit(self.view.hand().in_suit(suit).len(), others);
            for card in legal.in_suit(suit) {
                let worth = spread.forecast_after::<3>(self.scale, Standing::led(card, true));
                chosen = chosen.max((worth - in_suit - keep.rank(card), card));
            }
        }
        chosen.1
    }

    /// Skill "make it cheap or dear": the card after which the trick is forecast to be worth most: low on a trick of the
    /// others that they would keep, high on an own one.
    fn follow(&self, legal: CardSet, suit: Suit, now: Standing, later: usize, keep: &Keep) -> Card {
        let spread = self.spread(0, suit, later);
        let mut chosen = (i32::MIN, Card::TWO_OF_CLUBS);
        let mut before: Option<(Standing, i32)> = None;
        for card in legal {
            let after = now.after(card);
            let worth = match before {
                Some((standing, worth)) if spread.same_for_all(standing, after) => worth,
                _ => spread.forecast(self.scale, after),
            };
            before = Some((after, worth));
            chosen = chosen.max((worth - keep.rank(card), card));
        }
        chosen.1
    }
}
