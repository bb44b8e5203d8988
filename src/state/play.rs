//! The play of a hand: which cards are legal, playing one, where a finished trick goes.

use super::State;
use crate::rules::{Game, Situation};
use crate::trick::Tally;
use crate::{Card, CardSet, Phase, Seat, Suit};
use std::hint::select_unpredictable;

/// Where in the play a seat is to play. The loop of a trick knows what [`State::place`] has to look up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The number of the trick, from 0.
    pub(crate) trick: usize,
    /// How many cards are on the table.
    pub(crate) position: usize,
    /// The seat.
    pub(crate) seat: Seat,
}

impl State<'_> {
    /// Where the seat in turn is to play.
    #[inline]
    pub(crate) fn place(&self) -> Place {
        let played = usize::from(self.played);
        Place { trick: played / 4, position: played % 4, seat: self.turn }
    }

    /// The suit led to the trick on the table, or `None` where a lead is due.
    #[inline]
    fn led(&self, at: Place) -> Option<Suit> {
        if at.position == 0 { None } else { self.plays.get(at.trick).map(|cards| cards[0].suit()) }
    }

    /// What restricts the seat in turn.
    #[inline]
    pub(super) fn situation(&self) -> Situation {
        let at = self.place();
        self.situation_at(at, self.led(at))
    }

    /// The same for a caller that knows where it is and what is led. Always inlined: half of the rules is not compiled where
    /// it is a constant that a suit is led, or none.
    #[inline(always)]
    fn situation_at(&self, at: Place, led: Option<Suit>) -> Situation {
        let rules = &self.setup.rules.play;
        Situation {
            hand: self.hands[at.seat],
            led,
            first_trick: at.trick == 0,
            opening_rule: at.trick == 0 && at.position == 0 && self.setup.opening_lead_rule(),
            locked: self.locked,
            hearts_banned: !self.broken | (rules.ace_locks_suit && self.ace_bans_hearts()),
        }
    }

    /// Whether a revealed ace of hearts still bans leading hearts: no heart has been played.
    #[inline]
    fn ace_bans_hearts(&self) -> bool {
        let [a, b, c, d] = self.hands.0;
        self.revealed().has(Card::ACE_OF_HEARTS) & CardSet::HEARTS.is_subset(a | b | c | d)
    }

    /// The cards that the seat in turn may play, for a caller that knows where it is and what is led.
    #[inline(always)]
    pub(crate) fn legal_at(&self, at: Place, led: Option<Suit>) -> CardSet {
        self.setup.rules.play.legal(&self.situation_at(at, led))
    }

    /// Plays a card that the caller knows to be legal: [`State::play_unchecked`] without the detour of the action code.
    #[inline]
    pub fn play_card(&mut self, card: Card) {
        let at = self.place();
        self.play_at(at, self.led(at).unwrap_or(card.suit()), card);
        if at.position == 3 {
            self.finish_played_trick(at.trick);
        }
    }

    /// [`State::play_card`] for a caller that knows where it is and what is led: the suit of the card where it leads. It keeps
    /// the tally, and ends the trick with [`State::finish_trick`].
    #[inline(always)]
    pub(crate) fn play_at(&mut self, at: Place, led: Suit, card: Card) {
        let Place { trick, position, seat } = at;
        self.hands[seat] = self.hands[seat].without(card);
        self.voids |= u16::from(card.suit() != led) << (4 * seat.index() + led.index());
        self.plays[trick][position] = card;
        self.played = (4 * trick + position + 1) as u8;
        self.turn = seat.next();
    }

    // Kept out of `play_card`, which runs four times as often and is small enough to be inlined without it.
    #[inline(never)]
    fn finish_played_trick(&mut self, trick: usize) {
        if let Some(cards) = self.plays.get(trick) {
            self.finish_trick(trick, &Tally::of(self.leader(trick), cards));
        }
    }

    /// Takes the trick of four cards off the table.
    #[inline(always)]
    pub(crate) fn finish_trick(&mut self, trick: usize, tally: &Tally) {
        let (led, winner) = (tally.led(), tally.winner());
        let rules = self.setup.rules;
        self.turn = winner;
        self.locked -= CardSet::suit(led);
        self.broken |= tally.cards().meets(rules.play.breaking) & ((led != Suit::Hearts) | rules.play.led_hearts_break);
        if rules.game() == Game::Tantony {
            if trick < 12 {
                self.phase = Phase::Assign;
                return;
            }
            self.share_last_trick();
        } else {
            self.taken[winner] |= tally.cards();
        }
        self.leaders |= (winner.index() as u32) << (2 * (trick + 1));
        if trick == 12 {
            self.phase = Phase::Over;
        }
    }

    /// Trick 13 of Tantony: the sow's player and the runt's exchange their cards, the others keep theirs.
    fn share_last_trick(&mut self) {
        let mut taken = self.taken;
        if let Some(trick) = self.tricks().last()
            && let (Some(sow), Some(runt)) = (trick.highest(), trick.lowest())
        {
            for (seat, card) in trick.plays() {
                let kept = select_unpredictable(card == sow, runt, card);
                taken[seat] = taken[seat].with(select_unpredictable(card == runt, sow, kept));
            }
        }
        self.taken = taken;
    }

    #[inline]
    pub(crate) fn assign(&mut self, seat: Seat) {
        // In Tantony the cards that nobody holds or has received are those on the table.
        let [a, b, c, d] = self.hands.0;
        let [e, f, g, h] = self.taken.0;
        self.taken[seat] |= !(a | b | c | d | e | f | g | h);
        self.leaders |= (seat.index() as u32) << (2 * self.tricks_played());
        self.turn = seat;
        self.phase = Phase::Play;
    }
}
