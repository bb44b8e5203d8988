//! Playing a record again.

use super::{Record, RecordError, Reveals};
use crate::{
    Action, BySeat, Card, CardSet, IllegalAction, Phase, RuleId, Rules, Seat, SeatSet, Setup, SetupError, State,
};

impl From<SetupError> for RecordError {
    fn from(error: SetupError) -> RecordError {
        RecordError::syntax(error.to_string())
    }
}

impl From<IllegalAction> for RecordError {
    fn from(error: IllegalAction) -> RecordError {
        RecordError::new(error.rule, error.to_string())
    }
}

impl Record {
    /// What was fixed before the hand. `rules` are the ones that judge it, whatever [`Record::rules`] says.
    pub fn setup<'r>(&self, rules: &'r Rules) -> Setup<'r> {
        Setup {
            rules,
            deal: self.deal,
            number: self.hand,
            totals: self.totals,
            opening_seat: self.opening_seat,
            pig_taker: self.pig_taker,
        }
    }

    /// Plays the hand again as far as the record goes, and checks what it claims against the outcome. `setup` is
    /// [`Record::setup`].
    ///
    /// # Errors
    /// The first action that is not legal, or the first claim that does not hold, with the record's value and the right
    /// one. A wrong seat is an error of rule `turn`; a card that `legal` has too many, of the rule that forbids it;
    /// every other claim that does not hold, of rule `score`.
    pub fn replay<'s>(&self, setup: &'s Setup<'s>) -> Result<State<'s>, RecordError> {
        self.replay_with(setup, |_, _| ())
    }

    /// [`Record::replay`], showing `before` each action with the state in which it is taken, every one legal. A reveal
    /// decision is one action for each card and [`Action::DONE`].
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn replay_with<'s>(
        &self,
        setup: &'s Setup<'s>,
        before: impl FnMut(&State<'s>, Action),
    ) -> Result<State<'s>, RecordError> {
        let mut replay = Replay { record: self, state: State::new(setup)?, before };
        replay.pass()?;
        replay.reveal()?;
        replay.play()?;
        self.check(&replay.state)?;
        Ok(replay.state)
    }
}

struct Replay<'a, 's, F> {
    record: &'a Record,
    state: State<'s>,
    before: F,
}

impl<'s, F: FnMut(&State<'s>, Action)> Replay<'_, 's, F> {
    fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        let state = self.state;
        self.state.play(action)?;
        (self.before)(&state, action);
        Ok(())
    }

    /// The seats in the order of their passes and reveals.
    fn order(&self) -> [Seat; 4] {
        let first = self.state.setup().dealer().next();
        [first, first.offset(1), first.offset(2), first.offset(3)]
    }

    fn pass(&mut self) -> Result<(), RecordError> {
        let pass = self.record.pass.unwrap_or_default();
        if self.state.phase() != Phase::Pass {
            return match first_of(&pass) {
                None => Ok(()),
                Some((seat, card)) => {
                    let message = format!("pass: seat {seat} passes {card}, but hand {} has no pass", self.record.hand);
                    Err(RecordError::new(RuleId::Pass, message).about(card))
                }
            };
        }
        let mut short = None;
        for seat in self.order() {
            let cards = pass[seat];
            if let Some((earlier, count)) = short
                && !cards.is_empty()
            {
                return Err(too_few(earlier, count, &format!("seat {seat} passes after it")));
            }
            self.pass_of(seat, cards)?;
            if cards.len() < 3 && short.is_none() {
                short = Some((seat, cards.len()));
            }
        }
        match short {
            Some((seat, count)) if !self.record.plays.is_empty() => {
                Err(too_few(seat, count, "cards are played after it"))
            }
            Some((seat, count)) if self.record.reveal.is_some() => {
                Err(too_few(seat, count, "cards are revealed after it"))
            }
            _ => Ok(()),
        }
    }

    fn pass_of(&mut self, seat: Seat, cards: CardSet) -> Result<(), RecordError> {
        if cards.len() > 3 {
            let message = format!("pass: seat {seat} passes {} cards instead of 3", cards.len());
            return Err(RecordError::new(RuleId::Pass, message));
        }
        for card in cards {
            self.act(Action::card(card)).map_err(|error| {
                let message = format!("pass: seat {seat} passes {card}, which {}", self.whereabouts(card));
                RecordError::new(error.rule, message).about(card)
            })?;
        }
        Ok(())
    }

    fn reveal(&mut self) -> Result<(), RecordError> {
        let played = !self.record.plays.is_empty();
        if self.state.phase() != Phase::Reveal {
            let cards = self.record.reveal.unwrap_or_default().cards;
            return match first_of(&cards) {
                Some((seat, card)) => Err(reveal_error(seat, card, "these rules have no reveals")),
                None => Ok(()),
            };
        }
        let unsaid = if played { SeatSet::EMPTY } else { Seat::ALL.into_iter().collect() };
        let reveals = self.record.reveal.unwrap_or(Reveals { cards: BySeat::default(), undecided: unsaid });
        for seat in self.order() {
            for card in reveals.cards[seat] {
                self.reveal_of(seat, card)?;
            }
            if !reveals.undecided.has(seat) {
                self.act(Action::DONE)?;
                continue;
            }
            let later = |&other: &Seat| order_after(self.order(), seat, other);
            let decided = Seat::ALL
                .into_iter()
                .filter(later)
                .find(|&other| !reveals.undecided.has(other) || !reveals.cards[other].is_empty());
            let after = match decided {
                Some(other) => format!("seat {other} does after it"),
                None if played => "cards are played after it".to_owned(),
                None => return Ok(()),
            };
            let message = format!("reveal: seat {seat} has not decided, but {after}");
            return Err(RecordError::new(RuleId::Reveal, message));
        }
        Ok(())
    }

    fn reveal_of(&mut self, seat: Seat, card: Card) -> Result<(), RecordError> {
        let revealable = self.state.setup().rules.play.revealable;
        let Some(action) = Action::reveal(card).filter(|_| revealable.has(card)) else {
            return Err(reveal_error(seat, card, "these rules do not let anyone reveal it"));
        };
        self.act(action).map_err(|_| reveal_error(seat, card, &format!("it {}", self.whereabouts(card))))
    }

    fn play(&mut self) -> Result<(), RecordError> {
        let record = self.record;
        let claimed = record.claims.legal.as_deref();
        let mut assigned = record.assign.as_deref().unwrap_or_default().iter().copied();
        for (i, &card) in record.plays.iter().enumerate() {
            if self.state.phase() == Phase::Assign {
                match assigned.next() {
                    Some(seat) => self.assign(seat)?,
                    None => return Err(self.unassigned()),
                }
            }
            let before = self.state;
            self.act(Action::card(card)).map_err(|error| self.illegal_play(error, card, i / 4 + 1))?;
            if let Some(legal) = claimed.and_then(|legal| legal.get(i)) {
                super::check::legal_set(&before, *legal)?;
            }
        }
        for seat in assigned {
            if self.state.phase() != Phase::Assign {
                let count = record.assign.as_ref().map_or(0, Vec::len);
                let message = format!("assign: {count} seats are listed, more than there are tricks to assign");
                return Err(RecordError::new(RuleId::Assign, message));
            }
            self.assign(seat)?;
        }
        Ok(())
    }

    fn assign(&mut self, seat: Seat) -> Result<(), RecordError> {
        let trick = self.state.tricks_played();
        self.act(Action::assign(seat)).map_err(|error| {
            let message = format!("assign: trick {trick} goes to seat {seat}, which has three already");
            RecordError::new(error.rule, message).in_trick(trick)
        })
    }

    fn unassigned(&self) -> RecordError {
        let trick = self.state.tricks_played();
        let message = format!("assign: nobody is given trick {trick}, but cards are played after it");
        RecordError::new(RuleId::Assign, message).in_trick(trick)
    }

    fn illegal_play(&self, error: IllegalAction, card: Card, trick: usize) -> RecordError {
        let mut message = error.to_string();
        if error.rule == RuleId::NotHeld {
            message += &format!(": it {}", self.whereabouts(card));
        }
        RecordError::new(error.rule, message).about(card).in_trick(trick)
    }

    /// Where `card` is: a help to whoever looks for the slip.
    fn whereabouts(&self, card: Card) -> String {
        if let Some(at) = self.state.plays().iter().position(|&played| played == card) {
            return format!("was played in trick {}", at / 4 + 1);
        }
        let holder = crate::deal::holder(self.state.hands(), card);
        let before_pass = if self.state.phase() == Phase::Pass { " before the pass" } else { "" };
        format!("is held by seat {holder}{before_pass}")
    }
}

fn order_after(order: [Seat; 4], seat: Seat, other: Seat) -> bool {
    let at = |wanted| order.iter().position(|&known| known == wanted);
    at(other) > at(seat)
}

fn first_of(cards: &BySeat<CardSet>) -> Option<(Seat, Card)> {
    cards.iter().find_map(|(seat, cards)| cards.first().map(|card| (seat, card)))
}

fn too_few(seat: Seat, count: usize, but: &str) -> RecordError {
    RecordError::new(RuleId::Pass, format!("pass: seat {seat} passes {count} cards instead of 3, but {but}"))
}

fn reveal_error(seat: Seat, card: Card, why: &str) -> RecordError {
    RecordError::new(RuleId::Reveal, format!("reveal: seat {seat} reveals {card}, but {why}")).about(card)
}
