//! One hand, played by both engines side by side.

use gongzhu::rng::Rng;
use gongzhu::{Action, BySeat, Card, CardSet, Phase, Rank, Seat, Setup, State, Strategy, Suit, View};
use gongzhu_strategies::clock::Clock;
use gongzhu_strategies::{Bot, BotSpec};
use hearts_engine::hearts::{self, PassDirection, Round};
use hearts_engine::{HeuristicBot, MonteCarloBot, Strategy as OtherStrategy, Table, View as OtherView};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A bot of hearts-engine by name.
#[derive(Clone, Copy)]
pub enum Other {
    /// `greedy`: its rule bot.
    Greedy,
    /// `mc:128`: its Monte Carlo bot with so many samples.
    MonteCarlo(u32),
}

impl FromStr for Other {
    type Err = String;

    fn from_str(text: &str) -> Result<Other, String> {
        let samples = text.strip_prefix("mc:").and_then(|samples| samples.parse().ok());
        match (text, samples) {
            ("greedy", _) => Ok(Other::Greedy),
            (_, Some(samples)) if samples > 0 => Ok(Other::MonteCarlo(samples)),
            _ => Err(format!("'{text}' is no bot of hearts-engine: write greedy or mc:128")),
        }
    }
}

impl fmt::Display for Other {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Other::Greedy => write!(f, "greedy"),
            Other::MonteCarlo(samples) => write!(f, "mc:{samples}"),
        }
    }
}

/// A bot in its seat, for one hand.
pub enum Player {
    /// One of this project, with its stream.
    Ours(Box<Bot>, Rng),
    /// One of hearts-engine.
    Theirs(Box<dyn OtherStrategy>),
}

impl Player {
    /// A bot of this project.
    pub fn ours(bot: &BotSpec, rng: Rng) -> Player {
        Player::Ours(Box::new(bot.build()), rng)
    }

    /// A bot of the other crate, seeded by the stream that would be ours.
    pub fn theirs(other: Other, mut rng: Rng) -> Player {
        let seed = gongzhu::rng::below(&mut rng, usize::MAX) as u64;
        Player::Theirs(match other {
            Other::Greedy => Box::new(HeuristicBot::new()),
            Other::MonteCarlo(samples) => Box::new(MonteCarloBot::new(StdRng::seed_from_u64(seed)).samples(samples)),
        })
    }
}

/// Time spent on decisions in which there was a choice.
#[derive(Clone, Copy, Default)]
pub struct Spent {
    time: Duration,
    decisions: u32,
}

impl Spent {
    /// The mean of a decision.
    pub fn milliseconds(self) -> f64 {
        1e3 * self.time.as_secs_f64() / f64::from(self.decisions)
    }

    fn add(&mut self, time: Duration) {
        self.time += time;
        self.decisions += 1;
    }
}

/// Both sides' time, of processor and thread.
#[derive(Clone, Copy, Default)]
pub struct Clocks {
    pub ours: Spent,
    pub theirs: Spent,
}

impl std::ops::Add for Clocks {
    type Output = Clocks;

    fn add(self, other: Clocks) -> Clocks {
        let sum = |a: Spent, b: Spent| Spent { time: a.time + b.time, decisions: a.decisions + b.decisions };
        Clocks { ours: sum(self.ours, other.ours), theirs: sum(self.theirs, other.theirs) }
    }
}

/// A decision made elsewhere, for a seat whose bot is not of hearts-engine: its table takes decisions from strategies only.
struct Made(hearts::Hand);

impl OtherStrategy for Made {
    fn pass_cards(&mut self, _: &OtherView<'_>) -> [hearts::Card; 3] {
        let mut cards = self.0.into_iter();
        std::array::from_fn(|_| cards.next().expect("three cards to pass"))
    }

    fn play_card(&mut self, _: &OtherView<'_>) -> hearts::Card {
        self.0.into_iter().next().expect("a card to play")
    }
}

/// Notes what a bot of hearts-engine decides on its own view.
struct Noted<'a> {
    bot: &'a mut dyn OtherStrategy,
    cards: hearts::Hand,
}

impl OtherStrategy for Noted<'_> {
    fn pass_cards(&mut self, view: &OtherView<'_>) -> [hearts::Card; 3] {
        let cards = self.bot.pass_cards(view);
        self.cards = cards.into_iter().collect();
        cards
    }

    fn play_card(&mut self, view: &OtherView<'_>) -> hearts::Card {
        let card = self.bot.play_card(view);
        self.cards = hearts::Hand::from_card(card);
        card
    }
}

/// Plays a hand to its end and returns the points of each seat.
///
/// # Panics
/// The engines disagree, or a bot chooses something illegal: then the figures would mean nothing.
pub fn play(setup: &Setup<'_>, mut players: BySeat<Player>, clocks: &mut Clocks) -> BySeat<i16> {
    let mut state = State::new(setup).expect("a hand of Hearts can always begin");
    let direction = PassDirection::from_deal_index(setup.number);
    let round = Round::from_deal(hearts::Rules::new(), direction, setup.deal.hands().0.map(theirs));
    let mut table = Table::new(round.expect("the deal of 52 cards"));
    while state.phase() != Phase::Over {
        let seat = state.turn();
        let other_seat = table.turn().expect("both engines have a seat to decide");
        assert_eq!(other_seat as usize, seat.index(), "both engines have the same seat decide");
        let passing = state.phase() == Phase::Pass;
        let legal = state.legal_cards();
        if !passing {
            assert_eq!(theirs(legal), table.round().legal_plays(other_seat), "both engines know the same legal plays");
        }
        let start = Clock::Thread.now();
        let (chosen, spent) = match &mut players[seat] {
            Player::Ours(bot, rng) => {
                let view = View::new(&state, seat);
                let cards = if passing { bot.pass(&view, rng) } else { bot.play(&view, legal, rng).into() };
                let time = Clock::Thread.now() - start;
                table.step(&mut Made(theirs(cards))).expect("a legal decision of ours");
                (cards, (&mut clocks.ours, time))
            }
            Player::Theirs(bot) => {
                let mut noted = Noted { bot: &mut **bot, cards: hearts::Hand::EMPTY };
                table.step(&mut noted).expect("a legal decision of theirs");
                (ours(noted.cards), (&mut clocks.theirs, Clock::Thread.now() - start))
            }
        };
        if passing || legal.len() > 1 {
            spent.0.add(spent.1);
        }
        for card in chosen {
            state.play(Action::card(card)).expect("a decision that the other engine took");
        }
    }
    let scores = state.scores();
    let result = table.round().result().expect("both engines are at the end of the hand");
    assert_eq!(
        result.scores(&hearts::Rules::new()).map(i32::from),
        scores.map(i32::from).0,
        "both engines count the same points"
    );
    scores
}

/// The suits of the other crate, by index, as ours: it counts them from clubs up.
const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

/// Cards as hearts-engine has them: sixteen bits a suit, the bit of a rank being its number.
fn theirs(cards: CardSet) -> hearts::Hand {
    let mut bits = 0;
    for (index, suit) in SUITS.into_iter().enumerate() {
        bits |= u64::from(cards.ranks(suit)) << 2 << (16 * index);
    }
    hearts::Hand::from_bits(bits).expect("cards of the deck")
}

/// Cards of hearts-engine as ours.
fn ours(cards: hearts::Hand) -> CardSet {
    let card = |card: hearts::Card| {
        let rank = Rank::new(card.rank.get() - 2).expect("a rank from two to ace");
        Card::of(SUITS[card.suit as usize], rank)
    };
    cards.into_iter().map(card).fold(CardSet::EMPTY, CardSet::with)
}

/// Seats are the same in both: clockwise from 0.
const _: () = assert!(hearts::Seat::North as usize == 0 && Seat::ALL[0].index() == 0);
