//! A table: four bots play one hand to its end.

use crate::rng::{Rng, below, choose, choose_many};
use crate::state::Place;
use crate::trick::Tally;
use crate::{Action, ActionSet, BySeat, Card, CardSet, Phase, Seat, State, Strategy, View};

/// Plays `state` to the end of the hand. Returns each seat's faults: how often it chose something illegal, or nothing, and had
/// a uniformly random legal choice, drawn from its own stream, taken in its place (RULES.md §1).
pub fn play_hand<S: Strategy>(state: &mut State<'_>, bots: &mut BySeat<S>, rngs: &mut BySeat<Rng>) -> BySeat<u8> {
    let mut table = Table { state, bots, rngs, faults: BySeat::splat(0) };
    loop {
        match table.state.phase() {
            Phase::Pass => {
                table.pass();
            }
            Phase::Reveal => {
                table.reveal();
            }
            Phase::Play => table.tricks(),
            Phase::Assign => {
                table.assign();
            }
            Phase::Over => return table.all_faults(),
        }
    }
}

/// Plays the same hand as [`play_hand`], and calls `each` after every decision with the state before it, the actions that were
/// taken, and the bot whose decision it was. Faults are told as what was taken in their place.
pub fn watch_hand<'s, S: Strategy>(
    state: &mut State<'s>,
    bots: &mut BySeat<S>,
    rngs: &mut BySeat<Rng>,
    mut each: impl FnMut(&State<'s>, ActionSet, &mut S),
) -> BySeat<u8> {
    let mut table = Table { state, bots, rngs, faults: BySeat::splat(0) };
    while let Some((before, actions)) = table.decide() {
        each(&before, actions, &mut table.bots[before.turn()]);
    }
    table.all_faults()
}

/// A uniformly random subset.
#[inline]
pub fn random_subset(rng: &mut Rng, cards: CardSet) -> CardSet {
    // Adds a card or nothing without a branch: the coin is fair.
    let mut take = |card| CardSet::from_bits_truncate((below(rng, 2) as u64) << Card::bit(card));
    cards.iter().fold(CardSet::EMPTY, |taken, card| taken | take(card))
}

struct Table<'t, 's, S> {
    state: &'t mut State<'s>,
    bots: &'t mut BySeat<S>,
    rngs: &'t mut BySeat<Rng>,
    faults: BySeat<u8>,
}

impl<'s, S: Strategy> Table<'_, 's, S> {
    /// Makes one decision, whatever it is about, and returns the state before and what was done; nothing at the end of the hand.
    fn decide(&mut self) -> Option<(State<'s>, ActionSet)> {
        let before = *self.state;
        let actions = match before.phase() {
            Phase::Pass => ActionSet::of_cards(self.pass()),
            Phase::Reveal => ActionSet::of_reveals(self.reveal()),
            Phase::Play => Action::card(self.one_card()).into(),
            Phase::Assign => Action::assign(self.assign()).into(),
            Phase::Over => return None,
        };
        Some((before, actions))
    }

    /// Plays tricks as long as cards are to be played.
    #[inline(always)]
    fn tricks(&mut self) {
        while self.state.phase() == Phase::Play {
            let lead = self.state.place();
            if lead.position == 0 {
                self.trick(lead);
            } else {
                self.one_card();
            }
        }
    }

    /// Plays a trick. Most decisions of a hand are made here: what a seat's place in the trick decides is where the code
    /// is, and no branch depends on the cards.
    #[inline(always)]
    fn trick(&mut self, lead: Place) {
        let card = self.card(lead.seat, self.state.legal_at(lead, None));
        let mut tally = Tally::lead(lead.seat, card);
        self.state.play_at(lead, tally.led(), card);
        self.follow(lead, 1, &mut tally);
        self.follow(lead, 2, &mut tally);
        self.follow(lead, 3, &mut tally);
        self.state.finish_trick(lead.trick, &tally);
    }

    /// Has the seat `position` seats after the leader play to the trick.
    #[inline(always)]
    fn follow(&mut self, lead: Place, position: usize, tally: &mut Tally) {
        let at = Place { position, seat: lead.seat.offset(position), ..lead };
        let card = self.card(at.seat, self.state.legal_at(at, Some(tally.led())));
        tally.add(at.seat, card);
        self.state.play_at(at, tally.led(), card);
    }

    /// Plays a single card: to a trick that was on the table when the bots took over, or where each is to be told.
    #[cold]
    fn one_card(&mut self) -> Card {
        let card = self.card(self.state.turn(), self.state.legal_cards());
        self.state.play_card(card);
        card
    }

    /// The card that `seat`, whose turn it is, plays, one of `legal`.
    #[inline(always)]
    fn card(&mut self, seat: Seat, legal: CardSet) -> Card {
        let chosen = self.bots[seat].play(&View::new(self.state, seat), legal, &mut self.rngs[seat]);
        if legal.has(chosen) { chosen } else { self.other_card(seat, legal).unwrap_or(chosen) }
    }

    #[cold]
    #[inline(never)]
    fn other_card(&mut self, seat: Seat, legal: CardSet) -> Option<Card> {
        choose(self.fault(seat), legal)
    }

    #[inline]
    fn pass(&mut self) -> CardSet {
        let (seat, legal) = (self.state.turn(), self.state.legal_cards());
        let chosen = self.bots[seat].pass(&View::new(self.state, seat), &mut self.rngs[seat]);
        let three = chosen.len() == 3 && chosen.is_subset(legal);
        let cards = if three { chosen } else { choose_many(self.fault(seat), legal, 3) };
        self.state.pass_cards(cards);
        cards
    }

    #[inline]
    fn reveal(&mut self) -> CardSet {
        let (seat, legal) = (self.state.turn(), self.state.legal_reveals());
        let chosen = self.bots[seat].reveal(&View::new(self.state, seat), legal, &mut self.rngs[seat]);
        let cards = if chosen.is_subset(legal) { chosen } else { random_subset(self.fault(seat), legal) };
        self.state.reveal_cards(cards);
        self.state.done_revealing();
        cards
    }

    #[inline]
    fn assign(&mut self) -> Seat {
        let (seat, legal) = (self.state.turn(), self.state.legal_seats());
        let chosen = self.bots[seat].assign(&View::new(self.state, seat), legal, &mut self.rngs[seat]);
        let random = |rng| legal.nth(below(rng, legal.len())).unwrap_or(chosen);
        let to = if legal.has(chosen) { chosen } else { random(self.fault(seat)) };
        self.state.assign(to);
        to
    }

    /// The faults found here, and those that the bots tell of.
    fn all_faults(self) -> BySeat<u8> {
        BySeat::from_fn(|seat| self.faults[seat].saturating_add(self.bots[seat].take_faults()))
    }

    /// Counts a fault of `seat` and returns the stream that its choice is drawn from.
    #[cold]
    fn fault(&mut self, seat: Seat) -> &mut Rng {
        self.faults[seat] += 1;
        &mut self.rngs[seat]
    }
}
