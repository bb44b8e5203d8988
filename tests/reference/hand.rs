//! One hand of any of the games, driven one decision at a time.

use super::gong_zhu::{self, GongZhuLines, LaterHands, Opening, RevealTiming};
use super::hearts::{self, HeartsLines, HeartsOpening};
use super::tantony::{self, TantonyLines};
use super::{
    Action, Card, Phase, Piles, QUEEN_OF_DIAMONDS, QUEEN_OF_SPADES, Rules, Seat, TWO_OF_CLUBS, Trick, check_deal,
    next_seat, order_after, partner, trick_winner,
};

/// What a hand starts from.
#[derive(Clone, Debug)]
pub struct Setup {
    pub hand_number: u32,
    pub dealer: Seat,
    /// The match totals before the hand.
    pub totals: [i32; 4],
    /// Who took QS in the hand before.
    pub pig_taker: Option<Seat>,
    /// Who opened the hand before.
    pub last_opener: Option<Seat>,
    /// An explicit opener, which overrides every rule about it.
    pub opening_seat: Option<Seat>,
    pub deal: Piles,
}

/// Who opens: a seat known from the start, or the holder of a card.
#[derive(Clone, Copy, Debug)]
enum Opener {
    Seat(Seat),
    Holder(Card),
}

/// The lines of a settlement, by game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    GongZhu([GongZhuLines; 4]),
    Hearts([HeartsLines; 4]),
    Tantony([TantonyLines; 4]),
}

/// A hand in progress or finished.
#[derive(Clone, Debug)]
pub struct Hand {
    pub rules: Rules,
    pub setup: Setup,
    who_opens: Opener,
    /// The cards in each seat's hand now.
    pub hands: Piles,
    /// Whether the pass is over (also where there is none).
    pub pass_over: bool,
    /// The cards chosen so far to be passed, by seat, in the order chosen.
    pub picks: Piles,
    /// The cards received in the pass.
    pub received: Piles,
    /// Whether the reveal phase is over (also where there is none).
    pub reveal_over: bool,
    /// Revealed cards that all can see, with their owners, in order.
    pub revealed: Vec<(Seat, Card)>,
    /// Cards chosen in a simultaneous reveal that is not over.
    pub pending_reveals: Piles,
    /// Who has finished revealing.
    done_revealing: [bool; 4],
    /// The finished tricks.
    pub finished: Vec<Trick>,
    /// The cards on the table.
    pub trick: Trick,
    /// Who took each finished trick (Tantony: the sow's player).
    pub winners: Vec<Seat>,
    /// Who was given each trick (Tantony only).
    pub assigned: Vec<Seat>,
    /// The cards taken.
    pub piles: Piles,
    /// The face-up cards on each seat's tricks (Tantony only).
    pub face_up: Piles,
    /// The face-up card of trick 13 and its holder (Tantony only).
    pub single: Option<(Seat, Card)>,
}

impl Hand {
    /// Starts a hand. A misdeal is an error, and so is a missing pig taker
    /// or last opener where the rules need one to know who opens.
    pub fn new(rules: &Rules, setup: Setup) -> Result<Hand, String> {
        check_deal(&setup.deal)?;
        let who_opens = who_opens(rules, &setup)?;
        let reveal_over = match rules {
            Rules::GongZhu(options) => options.revealable.is_empty(),
            Rules::Hearts(_) | Rules::Tantony(_) => true,
        };
        Ok(Hand {
            rules: rules.clone(),
            who_opens,
            hands: setup.deal.clone(),
            pass_over: rules.pass_offset(setup.hand_number).is_none(),
            picks: Piles::default(),
            received: Piles::default(),
            reveal_over,
            revealed: Vec::new(),
            pending_reveals: Piles::default(),
            done_revealing: [false; 4],
            finished: Vec::new(),
            trick: Vec::new(),
            winners: Vec::new(),
            assigned: Vec::new(),
            piles: Piles::default(),
            face_up: Piles::default(),
            single: None,
            setup,
        })
    }

    /// The seat that decides now, and what; `None` after the hand.
    pub fn to_act(&self) -> Option<(Seat, Phase)> {
        let order = order_after(self.setup.dealer);
        if !self.pass_over {
            let seat = order.into_iter().find(|seat| self.picks[*seat].len() < 3)?;
            return Some((seat, Phase::Pass));
        }
        if !self.reveal_over {
            let seat = order.into_iter().find(|seat| !self.done_revealing[*seat])?;
            return Some((seat, Phase::Reveal));
        }
        if self.assignment_due() {
            return Some((*self.winners.last()?, Phase::Assign));
        }
        if self.finished.len() < 13 {
            let seat = match self.trick.last() {
                Some((last, _)) => next_seat(*last),
                None => self.leader()?,
            };
            return Some((seat, Phase::Play));
        }
        None
    }

    /// Whether the hand is over.
    pub fn is_over(&self) -> bool {
        self.to_act().is_none()
    }

    /// Whether a trick of Tantony waits to be given to somebody (tricks 1
    /// to 12, section 4).
    fn assignment_due(&self) -> bool {
        matches!(self.rules, Rules::Tantony(_))
            && self.finished.len() <= 12
            && self.assigned.len() < self.finished.len()
    }

    /// Who leads the next trick: the opener, then the taker of the last
    /// trick (Tantony: the recipient). `None` before play.
    fn leader(&self) -> Option<Seat> {
        if self.finished.is_empty() {
            return self.opener();
        }
        match self.rules {
            Rules::Tantony(_) => self.assigned.last().copied(),
            Rules::GongZhu(_) | Rules::Hearts(_) => self.winners.last().copied(),
        }
    }

    /// Who opens the hand (sections 2.3, 3, 4); `None` before the pass is
    /// over where that depends on who holds a card.
    pub fn opener(&self) -> Option<Seat> {
        // The first card ever played shows it.
        if let Some(first) = self.plays().first() {
            return Some(first.0);
        }
        match self.who_opens {
            Opener::Seat(seat) => Some(seat),
            Opener::Holder(card) if self.pass_over => (0..4).find(|seat| self.hands[*seat].contains(&card)),
            Opener::Holder(_) => None,
        }
    }

    /// Every card played so far, in order.
    pub fn plays(&self) -> Vec<(Seat, Card)> {
        self.finished.iter().flatten().chain(&self.trick).copied().collect()
    }

    /// The revealed cards without their owners.
    pub fn revealed_cards(&self) -> Vec<Card> {
        self.revealed.iter().map(|(_, card)| *card).collect()
    }

    /// What the seat to act may do; empty after the hand.
    pub fn legal(&self) -> Vec<Action> {
        let Some((seat, phase)) = self.to_act() else { return Vec::new() };
        match phase {
            Phase::Pass => {
                let unchosen = self.hands[seat].iter().filter(|card| !self.picks[seat].contains(card));
                unchosen.map(|card| Action::Pass(*card)).collect()
            }
            Phase::Reveal => {
                let mut actions: Vec<Action> = self.still_revealable(seat).into_iter().map(Action::Reveal).collect();
                actions.push(Action::Done);
                actions
            }
            Phase::Play => self.legal_plays(seat).into_iter().map(Action::Play).collect(),
            Phase::Assign => {
                let counts = self.trick_counts();
                (0..4).filter(|seat| counts[*seat] < 3).map(Action::Assign).collect()
            }
        }
    }

    /// The cards that a seat can still reveal (section 2.2).
    fn still_revealable(&self, seat: Seat) -> Vec<Card> {
        let Rules::GongZhu(options) = &self.rules else { return Vec::new() };
        let mut cards = Vec::new();
        for card in &options.revealable {
            let already = self.revealed.contains(&(seat, *card)) || self.pending_reveals[seat].contains(card);
            if self.hands[seat].contains(card) && !already {
                cards.push(*card);
            }
        }
        cards
    }

    /// The cards that a seat may play.
    fn legal_plays(&self, seat: Seat) -> Vec<Card> {
        let hand = &self.hands[seat];
        match &self.rules {
            Rules::GongZhu(options) => gong_zhu::legal_plays(
                options,
                self.setup.hand_number,
                hand,
                &self.revealed_cards(),
                &self.finished,
                &self.trick,
            ),
            Rules::Hearts(options) => hearts::legal_plays(options, hand, &self.finished, &self.trick),
            Rules::Tantony(_) => super::follow_suit(hand, &self.trick),
        }
    }

    /// Does what the seat to act has decided. An illegal action is an
    /// error and changes nothing.
    pub fn apply(&mut self, action: Action) -> Result<(), String> {
        let Some((seat, _)) = self.to_act() else {
            return Err("the hand is over".into());
        };
        if !self.legal().contains(&action) {
            return Err(format!("{action:?} is not legal for seat {seat}"));
        }
        match action {
            Action::Pass(card) => {
                self.picks[seat].push(card);
                if self.picks.iter().all(|picks| picks.len() == 3) {
                    self.exchange();
                }
            }
            Action::Reveal(card) => match &self.rules {
                Rules::GongZhu(options) if options.reveal == RevealTiming::Simultaneous => {
                    self.pending_reveals[seat].push(card);
                }
                _ => self.revealed.push((seat, card)),
            },
            Action::Done => {
                self.done_revealing[seat] = true;
                if self.done_revealing == [true; 4] {
                    self.end_reveal();
                }
            }
            Action::Play(card) => {
                self.hands[seat].retain(|held| *held != card);
                self.trick.push((seat, card));
                if self.trick.len() == 4 {
                    self.end_trick();
                }
            }
            Action::Assign(recipient) => self.assign(recipient),
        }
        Ok(())
    }

    /// All passed cards change hands at once (sections 2.4 and 3).
    fn exchange(&mut self) {
        let offset = self.rules.pass_offset(self.setup.hand_number).unwrap_or(0);
        for giver in 0..4 {
            let receiver = (giver + offset) % 4;
            let picks = self.picks[giver].clone();
            self.hands[giver].retain(|card| !picks.contains(card));
            self.hands[receiver].extend(picks.iter().copied());
            self.received[receiver] = picks;
        }
        self.pass_over = true;
    }

    /// The end of the reveal phase: pending reveals show, and with
    /// `reveal_fourth` the last of four is revealed too (section 2.4).
    fn end_reveal(&mut self) {
        for seat in order_after(self.setup.dealer) {
            for card in self.pending_reveals[seat].drain(..) {
                self.revealed.push((seat, card));
            }
        }
        if let Rules::GongZhu(options) = &self.rules
            && options.reveal_fourth
            && self.revealed.len() == 3
        {
            for card in &options.revealable {
                let holder = (0..4).find(|seat| self.hands[*seat].contains(card));
                if let Some(holder) = holder
                    && !self.revealed.contains(&(holder, *card))
                {
                    self.revealed.push((holder, *card));
                }
            }
        }
        self.reveal_over = true;
    }

    /// A trick is complete: somebody takes it (section 1). In Tantony the
    /// cards are given away next, except after trick 13 (section 4).
    fn end_trick(&mut self) {
        let trick = std::mem::take(&mut self.trick);
        let winner = trick_winner(&trick);
        self.winners.push(winner);
        if !matches!(self.rules, Rules::Tantony(_)) {
            self.piles[winner].extend(trick.iter().map(|(_, card)| *card));
        } else if self.finished.len() == 12 {
            let held = tantony::single_cards(&trick);
            for seat in 0..4 {
                self.piles[seat].push(held[seat]);
            }
            self.single = Some((winner, held[winner]));
        }
        self.finished.push(trick);
    }

    /// The last trick goes to a seat, its runt face up (section 4).
    fn assign(&mut self, recipient: Seat) {
        self.assigned.push(recipient);
        if let Some(trick) = self.finished.last() {
            self.piles[recipient].extend(trick.iter().map(|(_, card)| *card));
            self.face_up[recipient].push(tantony::roles(trick).runt.1);
        }
    }

    /// Tricks taken by each seat (Tantony: given to it, at most three).
    pub fn trick_counts(&self) -> [u32; 4] {
        let takers = match self.rules {
            Rules::Tantony(_) => &self.assigned,
            Rules::GongZhu(_) | Rules::Hearts(_) => &self.winners,
        };
        let mut counts = [0; 4];
        for seat in takers {
            counts[*seat] += 1;
        }
        counts
    }

    /// Who took each trick so far (Tantony: the sow's player).
    pub fn winners(&self) -> Vec<Seat> {
        self.winners.clone()
    }

    /// Each seat's pile (Tantony, after the hand: the 13 cards that it
    /// picks up for the next).
    pub fn taken(&self) -> Piles {
        self.piles.clone()
    }

    /// Who took QS so far.
    pub fn pig_taker(&self) -> Option<Seat> {
        (0..4).find(|seat| self.piles[*seat].contains(&QUEEN_OF_SPADES))
    }

    /// How many tricks the taker of QD (with `pool`, its side) has won
    /// after that trick (section 2.4).
    pub fn tricks_after_qd(&self) -> i32 {
        let pool = match &self.rules {
            Rules::GongZhu(options) => options.partnership && options.team_score == gong_zhu::TeamScore::Pool,
            Rules::Hearts(_) | Rules::Tantony(_) => false,
        };
        let mut taker = None;
        let mut count = 0;
        for (trick, winner) in self.finished.iter().zip(&self.winners) {
            if let Some(taker) = taker
                && (*winner == taker || (pool && *winner == partner(taker)))
            {
                count += 1;
            }
            if trick.iter().any(|(_, card)| *card == QUEEN_OF_DIAMONDS) {
                taker = Some(*winner);
            }
        }
        count
    }

    /// The lines of the settlement. Before the end they count what has
    /// been taken so far.
    pub fn lines(&self) -> Lines {
        match &self.rules {
            Rules::GongZhu(options) => Lines::GongZhu(
                gong_zhu::score_piles(options, &self.piles, &self.revealed_cards(), self.tricks_after_qd()).lines,
            ),
            Rules::Hearts(options) => {
                Lines::Hearts(hearts::score_piles(options, &self.piles, self.trick_counts(), self.setup.totals).lines)
            }
            Rules::Tantony(_) => Lines::Tantony(tantony::score_face_up(&self.face_up, self.single).lines),
        }
    }

    /// The score of each seat (in a partnership: of its side).
    pub fn scores(&self) -> [i32; 4] {
        match &self.rules {
            Rules::GongZhu(options) => {
                gong_zhu::score_piles(options, &self.piles, &self.revealed_cards(), self.tricks_after_qd()).scores
            }
            Rules::Hearts(options) => {
                hearts::score_piles(options, &self.piles, self.trick_counts(), self.setup.totals).scores
            }
            Rules::Tantony(_) => tantony::score_face_up(&self.face_up, self.single).scores,
        }
    }
}

/// Who opens a hand (sections 2.3, 3 and 4).
fn who_opens(rules: &Rules, setup: &Setup) -> Result<Opener, String> {
    if let Some(seat) = setup.opening_seat {
        return Ok(Opener::Seat(seat));
    }
    match rules {
        Rules::GongZhu(options) => {
            let like_hand_0 = match options.opening {
                Opening::Card(card) => Opener::Holder(card),
                Opening::Seat(seat) => Opener::Seat(seat),
            };
            if setup.hand_number == 0 {
                return Ok(like_hand_0);
            }
            match options.later_hands {
                LaterHands::OpeningCard => Ok(like_hand_0),
                LaterHands::PigTaker => setup.pig_taker.map(Opener::Seat).ok_or("pig taker missing".into()),
                LaterHands::NextSeat => match (setup.last_opener, options.opening) {
                    (Some(last), _) => Ok(Opener::Seat(next_seat(last))),
                    (None, Opening::Seat(first)) => Ok(Opener::Seat((first + setup.hand_number as usize) % 4)),
                    (None, Opening::Card(_)) => Err("last opener missing".into()),
                },
            }
        }
        Rules::Hearts(options) => match options.opening {
            HeartsOpening::TwoOfClubs | HeartsOpening::AnyClub => Ok(Opener::Holder(TWO_OF_CLUBS)),
        },
        Rules::Tantony(options) => {
            if let Some(last) = setup.last_opener {
                return Ok(Opener::Seat(next_seat(last)));
            }
            match options.opening_seat {
                Some(first) => Ok(Opener::Seat((first + setup.hand_number as usize) % 4)),
                None => Ok(Opener::Seat(next_seat(setup.dealer))),
            }
        }
    }
}
