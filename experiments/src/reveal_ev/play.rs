//! Playing a deal out once for each subset of cards that a seat may reveal.

use super::subset::Subset;
use crate::dataset::HandRow;
use crate::error::RunError;
use crate::play::{Deals, Seating, row};
use gongzhu::rng::{Purpose, Rng, choose, choose_many, stream};
use gongzhu::rules::Book;
use gongzhu::table::random_subset;
use gongzhu::{Action, BySeat, CardSet, Phase, Rules, Seat, Setup, State, Strategy, View, table};
use gongzhu_strategies::{Bot, BotSpec};

/// What is played, all of it checked.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The rules, which let cards be revealed.
    pub rules: Rules,
    /// The bots, each once.
    pub bots: Vec<BotSpec>,
    /// The bot of each seat, as an index into `bots`.
    pub seating: [u8; 4],
    /// How often each subset is played out.
    pub playouts: u32,
    /// Whether the other seats decide as if the seat in question had revealed nothing.
    pub freeze_others: bool,
    /// The seed of all streams.
    pub seed: u64,
}

/// What a seat sees when it decides what to reveal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Its cards.
    pub hand: CardSet,
    /// Those of them that it was passed.
    pub received: CardSet,
    /// What it may reveal; never nothing.
    pub held: Subset,
    /// What others have revealed.
    pub before: Subset,
    /// How many seats decide before it.
    pub position: u8,
}

/// A seat that may reveal something, and what came of each choice on the same deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The number of the deal.
    pub deal: u64,
    /// The seat.
    pub seat: Seat,
    /// Its bot.
    pub bot: u8,
    /// What it sees.
    pub seen: Seen,
    /// What its bot reveals.
    pub own: Subset,
    /// The scores of the four seats, summed over the play-outs, by the index of what the seat reveals; zeros where it cannot.
    pub scores: [[i32; 4]; Subset::COUNT],
}

/// A hand at a reveal decision.
pub(super) struct Point<'s> {
    state: State<'s>,
    /// The streams of the seats once the bot of this seat has been asked.
    rngs: BySeat<Rng>,
    own: Subset,
}

/// The decisions of a hand, its end, and how often each seat chose something illegal.
type Natural<'s> = (Vec<Point<'s>>, State<'s>, BySeat<u8>);

impl Trial {
    /// A trial with these bots, of which `seating` says who sits where.
    ///
    /// # Errors
    /// Rules under which no card can be revealed.
    pub fn new(rules: Rules, bots: Vec<BotSpec>, seating: [u8; 4], seed: u64) -> Result<Trial, RunError> {
        let revealable = match rules.book() {
            Book::GongZhu(options) => options.revealable,
            Book::Hearts(_) | Book::Tantony(_) => CardSet::EMPTY,
        };
        if revealable.is_empty() {
            return Err(RunError::Request(format!(
                "under {} no card can be revealed; take rules with reveals, such as classic, swap or pagat",
                rules.spec()
            )));
        }
        Ok(Trial { rules, bots, seating, playouts: 1, freeze_others: false, seed })
    }

    /// Appends the decisions of deal `index`, in the order in which the seats decide, and returns the hand as the bots play it.
    ///
    /// # Errors
    /// The setup lacks what the rules need of an earlier hand.
    pub fn play(&self, deals: &Deals, index: u64, decisions: &mut Vec<Decision>) -> Result<HandRow, RunError> {
        let setup = deals.setup(&self.rules, index);
        let (points, state, faults) = self.natural(&setup, index)?;
        let scores = state.scores().0;
        decisions.extend(points.iter().map(|point| self.decision(point, &setup, index, Some(scores))));
        let seating = Seating { table: 0, bots: self.seating };
        Ok(HandRow { hand_id: index as i64, ..row(&state, &seating, faults) })
    }

    /// Plays the hand as the bots do. Returns it at each decision of a seat that may reveal something, its end, and the faults.
    fn natural<'s>(&self, setup: &'s Setup<'s>, index: u64) -> Result<Natural<'s>, RunError> {
        let mut state = State::new(setup)?;
        let (mut bots, mut rngs) = (self.build(index), self.streams(index, 0));
        let mut faults = BySeat::splat(0);
        let mut points = Vec::with_capacity(4);
        while let Phase::Pass | Phase::Reveal = state.phase() {
            let seat = state.turn();
            let (view, rng) = (View::new(&state, seat), &mut rngs[seat]);
            if state.phase() == Phase::Pass {
                let legal = state.legal_cards();
                let chosen = bots[seat].pass(&view, rng);
                let three = chosen.len() == 3 && chosen.is_subset(legal);
                faults[seat] += u8::from(!three);
                let cards = if three { chosen } else { choose_many(rng, legal, 3) };
                cards.iter().for_each(|card| state.play_unchecked(Action::card(card)));
                continue;
            }
            let legal = state.legal_reveals();
            let chosen = bots[seat].reveal(&view, legal, rng);
            faults[seat] += u8::from(!chosen.is_subset(legal));
            let own = if chosen.is_subset(legal) { chosen } else { random_subset(rng, legal) };
            if !legal.is_empty() {
                points.push(Point { state, rngs: rngs.clone(), own: Subset::of(own) });
            }
            reveal(&mut state, own);
        }
        let later = table::play_hand(&mut state, &mut bots, &mut rngs);
        Seat::ALL.into_iter().for_each(|seat| faults[seat] += later[seat]);
        Ok((points, state, faults))
    }

    /// The hand at the decision of `seat`, if the seats before it have revealed `before`, whatever their bots would do.
    ///
    /// # Errors
    /// The setup lacks what the rules need of an earlier hand.
    pub(super) fn told<'s>(
        &self,
        setup: &'s Setup<'s>,
        index: u64,
        seat: Seat,
        before: CardSet,
    ) -> Result<Point<'s>, RunError> {
        let mut state = State::new(setup)?;
        while state.turn() != seat {
            let shown = before & state.legal_reveals();
            reveal(&mut state, shown);
        }
        let mut rngs = self.streams(index, 0);
        let own = self.build(index)[seat].reveal(&View::new(&state, seat), state.legal_reveals(), &mut rngs[seat]);
        Ok(Point { own: Subset::of(own & state.legal_reveals()), state, rngs })
    }

    /// Plays every choice out. `natural` are the scores if everybody, also this seat, does as its bot does.
    pub(super) fn decision(
        &self,
        point: &Point<'_>,
        setup: &Setup<'_>,
        index: u64,
        natural: Option<[i16; 4]>,
    ) -> Decision {
        let (state, seat) = (&point.state, point.state.turn());
        let view = View::new(state, seat);
        let seen = Seen {
            hand: view.hand(),
            received: view.received(),
            held: Subset::of(state.legal_reveals()),
            before: Subset::of(view.revealed()),
            position: ((seat.index() + 3 - setup.dealer().index()) % 4) as u8,
        };
        let mut scores = [[0; 4]; Subset::COUNT];
        for choice in seen.held.subsets() {
            for playout in 0..self.playouts {
                // Of the same view and stream a bot makes the same decision, so that this hand has been played already.
                let known = natural.filter(|_| playout == 0 && choice == point.own);
                let known = known.filter(|_| !self.freeze_others || choice.is_empty());
                let outcome = known.unwrap_or_else(|| self.outcome(point, index, playout, choice));
                let sums = scores[choice.index()].iter_mut();
                sums.zip(outcome).for_each(|(sum, score)| *sum += i32::from(score));
            }
        }
        let bot = self.seating[seat.index()];
        Decision { deal: index, seat, bot, seen, own: point.own, scores }
    }

    /// The scores if the seat reveals `choice` and all play on. The first play-out goes on with the streams of the hand, the
    /// others with streams of their own; whatever is revealed, they are the same.
    fn outcome(&self, point: &Point<'_>, index: u64, playout: u32, choice: Subset) -> [i16; 4] {
        let mut rngs = if playout == 0 { point.rngs.clone() } else { self.streams(index, playout) };
        let mut bots = self.build(index);
        let mut state = point.state;
        if self.freeze_others {
            return play_unseen(state, choice.cards(), &mut bots, &mut rngs);
        }
        reveal(&mut state, choice.cards());
        table::play_hand(&mut state, &mut bots, &mut rngs);
        state.scores().0
    }

    /// The bot of each seat, as text.
    pub(super) fn players(&self) -> [String; 4] {
        self.seating.map(|bot| self.bots[usize::from(bot)].to_string())
    }

    /// The bots for a play-out of a deal. Every play-out has new ones: an external bot must not play a deal again.
    fn build(&self, index: u64) -> BySeat<Bot> {
        BySeat(self.seating.map(|bot| self.bots[usize::from(bot)].build_for(Some(index))))
    }

    fn streams(&self, index: u64, playout: u32) -> BySeat<Rng> {
        BySeat::from_fn(|seat| stream(self.seed, index, Purpose::Seat { table: playout, seat }))
    }
}

/// The reveal decision of the seat in turn.
fn reveal(state: &mut State<'_>, cards: CardSet) {
    cards.iter().filter_map(Action::reveal).for_each(|action| state.play_unchecked(action));
    state.play_unchecked(Action::DONE);
}

/// Plays on after the seat in turn has revealed `cards`, while the others decide as if it had revealed nothing: they see a
/// hand with the same plays in which it has not. What counts and what is legal is that of the real hand.
fn play_unseen(mut real: State<'_>, cards: CardSet, bots: &mut BySeat<Bot>, rngs: &mut BySeat<Rng>) -> [i16; 4] {
    let revealer = real.turn();
    let mut shown = real;
    reveal(&mut real, cards);
    reveal(&mut shown, CardSet::EMPTY);
    loop {
        let seat = real.turn();
        let (bot, rng) = (&mut bots[seat], &mut rngs[seat]);
        let view = View::new(if seat == revealer { &real } else { &shown }, seat);
        match real.phase() {
            Phase::Reveal => {
                let legal = real.legal_reveals();
                let own = bot.reveal(&view, legal, rng) & legal;
                reveal(&mut real, own);
                reveal(&mut shown, own);
            }
            Phase::Play => {
                let legal = real.legal_cards();
                let chosen = bot.play(&view, legal, rng);
                let card = if legal.has(chosen) { chosen } else { choose(rng, legal).unwrap_or(chosen) };
                real.play_card(card);
                shown.play_card(card);
            }
            Phase::Pass | Phase::Assign | Phase::Over => return real.scores().0,
        }
    }
}
