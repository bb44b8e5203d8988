//! Fragments of hands: what a seat may do, judged from what one person remembers of a hand (docs/DATA.md §3).

use crate::record::json::{self, Fields, of_cards, of_piles, of_seats, phase_name};
use crate::rules::Game;
use crate::rules::Situation;
use crate::{ActionSet, BySeat, Card, CardSet, Phase, RecordError, RuleId, Rules, Seat, SeatSet, Suit, Trick, View};
use serde_json::{Map, Value};

/// A trick that owns its cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedTrick {
    /// The seat that led.
    pub leader: Seat,
    /// The cards in the order played.
    pub cards: Vec<Card>,
}

impl PlayedTrick {
    /// The trick as a borrowed one.
    pub fn as_trick(&self) -> Trick<'_> {
        Trick { leader: self.leader, cards: &self.cards }
    }

    fn of(trick: Trick<'_>) -> PlayedTrick {
        PlayedTrick { leader: trick.leader, cards: trick.cards.to_vec() }
    }

    fn to_json(&self) -> Value {
        let cards = self.cards.iter().map(|card| Value::from(card.to_string()));
        [Value::from(self.leader.index())].into_iter().chain(cards).collect()
    }
}

/// What bears on one seat's decision. It need not be a whole hand: the number of the trick is one more than the
/// finished tricks that are listed, and only they tell whether hearts are broken or a suit was led. The view that a bot
/// process gets is the same object.
///
/// ```
/// use gongzhu::{Fragment, Rules};
/// let line = r#"{"seat":1,"hand":["QS","5S","2D"],"revealed":["QS"],"trick":[0,"AS"]}"#;
/// let fragment = Fragment::from_json(&serde_json::from_str(line)?)?;
/// let legal = fragment.legal(&Rules::parse("classic")?)?;
/// assert_eq!(legal.to_json().to_string(), r#"["5S"]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Fragment {
    /// The rule set as [`Rules::from_json`] reads it, where one is named.
    pub rules: Option<Value>,
    /// What is decided.
    pub phase: Phase,
    /// The seat that decides.
    pub seat: Seat,
    /// The number of the hand in its match.
    pub hand_no: u32,
    /// The totals before the hand.
    pub totals: BySeat<i32>,
    /// The cards that the seat holds; before all have passed, those that it passes too.
    pub hand: CardSet,
    /// The cards that the seat passes or has passed.
    pub passed: CardSet,
    /// The cards that the seat received.
    pub received: CardSet,
    /// The revealed cards, and those that the seat itself has chosen to reveal.
    pub revealed: CardSet,
    /// Who revealed a card, where that is said.
    pub revealed_by: Vec<(Card, Seat)>,
    /// The finished tricks in order; in the phase of assigning also the one that is to be assigned.
    pub tricks: Vec<PlayedTrick>,
    /// The trick on the table, without cards when leading; `None` where no card is due.
    pub trick: Option<PlayedTrick>,
    /// The seats to which tricks were assigned (Tantony).
    pub assign: Option<Vec<Seat>>,
    /// The cards that each seat is known to hold.
    pub known: Option<BySeat<CardSet>>,
}

/// The fields of a fragment in their canonical order.
const FIELDS: [&str; 14] = [
    "rules",
    "phase",
    "seat",
    "hand_no",
    "totals",
    "hand",
    "passed",
    "received",
    "revealed",
    "revealed_by",
    "tricks",
    "trick",
    "assign",
    "known",
];

type Read<T> = Result<T, RecordError>;

impl Fragment {
    /// What the seat of `view` knows that bears on its decision.
    pub fn of(view: &View<'_>) -> Fragment {
        let whole = |trick: &Trick<'_>| trick.cards.len() == 4;
        let revealed_by = |card| view.revealed_by(card).map(|seat| (card, seat));
        Fragment {
            rules: Some(view.rules().to_json()),
            phase: view.phase(),
            seat: view.seat(),
            hand_no: view.hand_number(),
            totals: *view.totals(),
            hand: view.hand(),
            passed: view.passed(),
            received: view.received(),
            revealed: view.revealed() | view.pending_reveals(),
            revealed_by: view.revealed().iter().filter_map(revealed_by).collect(),
            tricks: view.tricks().filter(whole).map(PlayedTrick::of).collect(),
            trick: (view.phase() == Phase::Play).then(|| PlayedTrick::of(view.trick())),
            assign: (view.game() == Game::Tantony).then(|| view.assigned().collect()),
            known: Some(BySeat::from_fn(|seat| view.known_cards(seat))),
        }
    }

    /// The fragment in a JSON object.
    ///
    /// `seat` must be there, `hand` in all phases but `assign`, and `trick` in the phase `play`, which is the default.
    /// `tricks` is a list of `[leader, card, card, card, card]`, `trick` is `[leader, card, …]`, `revealed_by` an
    /// object like `{"QS":2}`, `known` four lists.
    ///
    /// # Errors
    /// An unknown field, a value of the wrong kind, a card that stands in two places (rule `deal`), or a trick on the
    /// table in which it is not this seat's turn (rule `turn`).
    pub fn from_json(value: &Value) -> Read<Fragment> {
        let fields = Fields::new(value, "a position", &FIELDS)?;
        let set = |key| fields.maybe(key, json::cards).map(Option::unwrap_or_default);
        let phase = fields.maybe("phase", json::phase)?.unwrap_or(Phase::Play);
        let by_seat = |key| fields.maybe(key, |value| json::by_seat(value, |_, cards| json::cards(cards)));
        let fragment = Fragment {
            rules: fields.raw("rules").cloned(),
            phase,
            seat: fields.need("seat", json::seat)?,
            hand_no: fields.maybe("hand_no", |value| json::whole(value, json::HANDS))?.unwrap_or(0) as u32,
            totals: fields
                .maybe("totals", |value| json::by_seat(value, |_, total| json::score(total)))?
                .unwrap_or_default(),
            hand: if phase == Phase::Assign { set("hand")? } else { fields.need("hand", json::cards)? },
            passed: set("passed")?,
            received: set("received")?,
            revealed: set("revealed")?,
            revealed_by: fields.maybe("revealed_by", revealed_by)?.unwrap_or_default(),
            tricks: fields.maybe("tricks", |value| json::list(value, finished_trick))?.unwrap_or_default(),
            trick: if phase == Phase::Play {
                Some(fields.need("trick", trick)?)
            } else {
                fields.maybe("trick", trick)?
            },
            assign: fields.maybe("assign", |value| json::list(value, json::seat))?,
            known: by_seat("known")?,
        };
        fragment.check_cards()?;
        fragment.check_turn()?;
        Ok(fragment)
    }

    /// The object that [`Fragment::from_json`] reads, with every field that is known.
    pub fn to_json(&self) -> Value {
        let mut object = Map::new();
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                object.insert(key.to_owned(), value);
            }
        };
        let by = |(card, seat): &(Card, Seat)| (card.to_string(), Value::from(seat.index()));
        put("rules", self.rules.clone());
        put("phase", Some(phase_name(self.phase).into()));
        put("seat", Some(self.seat.index().into()));
        put("hand_no", Some(self.hand_no.into()));
        put("totals", Some(self.totals.0.into_iter().collect()));
        put("hand", Some(of_cards(self.hand)));
        put("passed", Some(of_cards(self.passed)));
        put("received", Some(of_cards(self.received)));
        put("revealed", Some(of_cards(self.revealed)));
        put("revealed_by", Some(Value::Object(self.revealed_by.iter().map(by).collect())));
        put("tricks", Some(self.tricks.iter().map(PlayedTrick::to_json).collect()));
        put("trick", self.trick.as_ref().map(PlayedTrick::to_json));
        put("assign", self.assign.as_ref().map(|seats| of_seats(seats.iter().copied())));
        put("known", self.known.as_ref().map(of_piles));
        Value::Object(object)
    }

    /// What the seat may do under `rules`: cards to play or pass, cards still to reveal and "done", or seats to assign
    /// the trick to.
    ///
    /// # Errors
    /// The rules have no such phase, or the seat has passed its three cards.
    pub fn legal(&self, rules: &Rules) -> Read<ActionSet> {
        match self.phase {
            Phase::Play => Ok(ActionSet::of_cards(rules.play.legal(&self.situation(rules)))),
            Phase::Pass if rules.pass_offset(self.hand_no).is_none() => {
                Err(RecordError::new(RuleId::Pass, format!("hand {} has no pass under these rules", self.hand_no)))
            }
            Phase::Pass if self.passed.len() >= 3 => {
                Err(RecordError::new(RuleId::Pass, format!("seat {} has passed its three cards", self.seat)))
            }
            Phase::Pass => Ok(ActionSet::of_cards(self.hand - self.passed)),
            Phase::Reveal if rules.play.revealable.is_empty() => {
                Err(RecordError::new(RuleId::Reveal, "these rules have no reveals"))
            }
            Phase::Reveal => Ok(ActionSet::of_reveals((self.hand & rules.play.revealable) - self.all_revealed())),
            Phase::Assign if rules.game() != Game::Tantony => {
                Err(RecordError::new(RuleId::Assign, "these rules assign no tricks"))
            }
            Phase::Assign => Ok(ActionSet::of_seats(self.receivers())),
            Phase::Over => Ok(ActionSet::default()),
        }
    }

    /// The seats that have fewer than three tricks.
    fn receivers(&self) -> SeatSet {
        let assigned = self.assign.as_deref().unwrap_or_default();
        let tricks = |seat: Seat| assigned.iter().filter(|&&receiver| receiver == seat).count();
        Seat::ALL.into_iter().filter(|&seat| tricks(seat) < 3).collect()
    }

    fn all_revealed(&self) -> CardSet {
        self.revealed_by.iter().map(|&(card, _)| card).fold(self.revealed, CardSet::with)
    }

    fn situation(&self, rules: &Rules) -> Situation {
        let rules_of_play = &rules.play;
        let tricks = || self.tricks.iter().map(PlayedTrick::as_trick);
        let led = |suit: Suit| tricks().any(|trick| trick.suit() == Some(suit));
        let ace_locks_suit = rules_of_play.ace_locks_suit && self.all_revealed().has(Card::ACE_OF_HEARTS);
        let breaks = |trick: Trick<'_>| {
            trick.set().meets(rules_of_play.breaking)
                && (trick.suit() != Some(Suit::Hearts) || rules_of_play.led_hearts_break)
        };
        let mut locked: CardSet = self.all_revealed().iter().filter(|card| !led(card.suit())).collect();
        if ace_locks_suit {
            locked = locked.without(Card::ACE_OF_HEARTS);
        }
        Situation {
            hand: self.hand,
            led: self.trick.as_ref().and_then(|trick| trick.as_trick().suit()),
            first_trick: self.tricks.is_empty(),
            opening_rule: rules.opening_lead_rule(self.hand_no),
            locked,
            hearts_banned: rules_of_play.break_hearts && !tricks().any(breaks)
                || ace_locks_suit && !tricks().any(|trick| trick.set().meets(CardSet::HEARTS)),
        }
    }

    /// No card may be both held and played, or played twice.
    fn check_cards(&self) -> Read<()> {
        let mut seen = self.hand;
        for &card in self.tricks.iter().chain(&self.trick).flat_map(|trick| &trick.cards) {
            if seen.has(card) {
                let held = if self.hand.has(card) { "is held and played" } else { "is played twice" };
                return Err(RecordError {
                    card: Some(card),
                    ..RecordError::new(RuleId::Deal, format!("{card} {held}"))
                });
            }
            seen = seen.with(card);
        }
        Ok(())
    }

    /// In the trick on the table it must be the seat's turn.
    fn check_turn(&self) -> Read<()> {
        let (Phase::Play, Some(trick)) = (self.phase, &self.trick) else {
            return Ok(());
        };
        let turn = trick.leader.offset(trick.cards.len());
        let message = if trick.cards.len() == 4 {
            "trick: all four cards are played".to_owned()
        } else if turn != self.seat {
            format!("trick: it is seat {turn}'s turn, not seat {}'s", self.seat)
        } else {
            return Ok(());
        };
        let number = u8::try_from(self.tricks.len() + 1).ok();
        Err(RecordError { trick: number, ..RecordError::new(RuleId::Turn, message) })
    }
}

/// `[leader, card, …]`, at most four cards.
fn trick(value: &Value) -> Read<PlayedTrick> {
    match value.as_array().map(Vec::as_slice) {
        Some([leader, cards @ ..]) if cards.len() <= 4 => {
            Ok(PlayedTrick { leader: json::seat(leader)?, cards: cards.iter().map(json::card).collect::<Read<_>>()? })
        }
        _ => Err(RecordError::syntax(format!("{} is no trick; write [leader, card, …]", json::shown(value)))),
    }
}

fn finished_trick(value: &Value) -> Read<PlayedTrick> {
    let trick = trick(value)?;
    match trick.cards.len() {
        4 => Ok(trick),
        count => Err(RecordError::syntax(format!("a finished trick has four cards, not {count}"))),
    }
}

fn revealed_by(value: &Value) -> Read<Vec<(Card, Seat)>> {
    let Value::Object(seats) = value else {
        return Err(RecordError::syntax(format!("{} is no object like {{\"QS\":2}}", json::shown(value))));
    };
    seats.iter().map(|(card, seat)| Ok((json::card(&Value::from(card.as_str()))?, json::seat(seat)?))).collect()
}
