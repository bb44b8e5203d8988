//! One hand in the engine and in the reference, decision by decision.

use super::convert::{self, card_set, card_sets};
use super::events::Events;
use super::player::Players;
use super::restrictions::Steps;
use super::{outcome, same, views};
use crate::reference::hand::Hand;
use crate::reference::{self, Phase};
use gongzhu::rng::Rng;
use gongzhu::{Action, ActionKind, BySeat, Card, CardSet, RuleId, Seat, Setup, State};

/// A hand in progress.
pub struct Table<'a> {
    /// The hand in the engine.
    pub state: State<'a>,
    /// The hand in the reference.
    pub hand: Hand,
    /// What was done so far.
    pub actions: Vec<Action>,
}

impl<'a> Table<'a> {
    /// The hand before its first decision; `None` where both sides refuse the setup.
    pub fn new(setup: &'a Setup<'a>, hand: Result<Hand, String>) -> Result<Option<Table<'a>>, String> {
        match (State::new(setup), hand) {
            (Ok(state), Ok(hand)) => Ok(Some(Table { state, hand, actions: Vec::new() })),
            (Err(_), Err(_)) => Ok(None),
            (engine, hand) => Err(format!("setup: engine {:?}, reference {:?}", engine.err(), hand.err())),
        }
    }

    /// Plays the hand to its end and compares all that can be seen on the way.
    pub fn play_out(&mut self, players: &Players, rng: &mut Rng, events: &mut Events) -> Result<(), String> {
        while !self.hand.is_over() {
            self.compare_decision(events)?;
            let action = players.choose(rng, &self.state);
            self.take(action)?;
        }
        self.compare_end()?;
        outcome::count_hand(self, events);
        Ok(())
    }

    /// Takes an action on both sides.
    pub fn take(&mut self, action: Action) -> Result<(), String> {
        let theirs = convert::action(action, self.state.phase()).ok_or("an action of another phase")?;
        self.state.play(action).map_err(|refused| format!("engine refuses: {refused}"))?;
        self.hand.apply(theirs).map_err(|refused| format!("reference refuses: {refused}"))?;
        self.actions.push(action);
        Ok(())
    }

    /// Compares what is to be decided, the legal set and the views.
    pub fn compare_decision(&self, events: &mut Events) -> Result<(), String> {
        let due = self.hand.to_act();
        same("phase", &self.state.phase(), &convert::phase(due.map(|due| due.1)))?;
        let (seat, phase) = due.ok_or("nothing to decide")?;
        same("turn", &self.state.turn().index(), &seat)?;
        let steps = (phase == Phase::Play).then(|| Steps::new(&self.hand));
        self.compare_legal(steps.as_ref(), phase)?;
        if let Some(steps) = steps {
            steps.count(&self.hand, events);
        }
        views::compare(&self.state, &self.hand, convert::seat(seat))?;
        views::compare(&self.state, &self.hand, Seat::wrapping(self.actions.len() / 2))
    }

    /// The legal set, membership of every action, and the rule that refuses the others.
    fn compare_legal(&self, steps: Option<&Steps>, phase: Phase) -> Result<(), String> {
        let legal = self.state.legal();
        let theirs = self.hand.legal().iter().fold(0u64, |bits, action| bits | 1 << action.code());
        if legal.bits() != theirs {
            let codes = |bits: u64| {
                (0..61).filter(|code| bits >> code & 1 == 1).filter_map(Action::from_code).collect::<Vec<_>>()
            };
            return Err(format!("legal: engine {:?}, reference {:?}", codes(legal.bits()), codes(theirs)));
        }
        same("legal step by step", &legal.bits(), &steps.map_or(theirs, |steps| steps.legal().to_mask()))?;
        let cards = CardSet::from_mask(theirs & ((1 << 52) - 1)).expect("52 bits");
        same("legal cards", &self.state.legal_cards(), &cards)?;
        same("legal reveals", &self.state.legal_reveals().len(), &((theirs >> 52 & 15).count_ones() as usize))?;
        same("legal seats", &u64::from(self.state.legal_seats().bits()), &(theirs >> 57))?;
        for action in (0..61).filter_map(Action::from_code) {
            let mut copy = self.state;
            let result = copy.play(action);
            same("playable", &result.is_ok(), &(theirs >> action.code() & 1 == 1))?;
            if let Err(refused) = result {
                let rule = expected_rule(steps, phase, action);
                same(&format!("rule against {action}"), &refused.rule, &rule)?;
                same("the state after a refusal", &(copy.legal(), copy.turn()), &(legal, self.state.turn()))?;
            }
        }
        Ok(())
    }

    fn compare_end(&self) -> Result<(), String> {
        let (state, hand) = (&self.state, &self.hand);
        same("phase at the end", &state.phase(), &gongzhu::Phase::Over)?;
        for action in (0..61).filter_map(Action::from_code) {
            let rule = { *state }.play(action).map_err(|refused| refused.rule);
            same("an action after the end", &rule, &Err(RuleId::Turn))?;
        }
        Seat::ALL.into_iter().try_for_each(|seat| views::compare(state, hand, seat))?;
        let piles = state.piles();
        same("scores", &state.scores().map(i32::from).0, &hand.scores())?;
        same("scores of the piles", &state.setup().rules.scores(&piles, &state.setup().totals), &state.scores())?;
        same("lines", &state.lines(), &convert::lines(&hand.lines()))?;
        let winners: Vec<usize> = state.winners().map(Seat::index).collect();
        same("winners", &winners, &hand.winners())?;
        same("taken", state.taken(), &card_sets(&hand.taken()))?;
        let opener = state.tricks().next().map(|trick| trick.leader.index());
        same("opener", &opener, &hand.opener())?;
        let pig_taker = Seat::ALL.into_iter().find(|&seat| piles.taken[seat].has(Card::PIG));
        same("pig taker", &pig_taker.map(Seat::index), &hand.pig_taker())?;
        same("revealed", &piles.revealed, &card_set(&hand.revealed_cards()))?;
        same("face up", &piles.face_up, &card_sets(&hand.face_up))?;
        let mut single = BySeat::<CardSet>::default();
        if let Some((seat, card)) = hand.single {
            single[convert::seat(seat)] = convert::engine_card(card).into();
        }
        same("single card", &piles.single, &single)?;
        self.compare_counts(&piles)
    }

    fn compare_counts(&self, piles: &gongzhu::Piles) -> Result<(), String> {
        let won =
            BySeat::from_fn(|seat| self.hand.winners().iter().filter(|winner| **winner == seat.index()).count() as u8);
        same("trick counts", &piles.trick_counts, &won)?;
        let holder = |card: Card| Seat::ALL.into_iter().find(|&seat| piles.taken[seat].has(card));
        let reference::Rules::GongZhu(options) = &self.hand.rules else { return Ok(()) };
        let Some(taker) = holder(Card::QUEEN_OF_DIAMONDS) else { return Err("nobody took QD".into()) };
        let mut after = i32::from(piles.tricks_after_qd[taker]);
        if options.partnership && options.team_score == reference::gong_zhu::TeamScore::Pool {
            after += i32::from(piles.tricks_after_qd[taker.across()]);
        }
        same("tricks after QD", &after, &self.hand.tricks_after_qd())
    }
}

/// The rule that must refuse an action which is not legal.
fn expected_rule(steps: Option<&Steps>, phase: Phase, action: Action) -> RuleId {
    match (phase, action.kind()) {
        (Phase::Pass, _) => RuleId::Pass,
        (Phase::Reveal, _) => RuleId::Reveal,
        (Phase::Assign, _) => RuleId::Assign,
        (Phase::Play, ActionKind::Card(card)) => {
            steps.and_then(|steps| steps.rule_against(card)).unwrap_or(RuleId::Turn)
        }
        (Phase::Play, _) => RuleId::Turn,
    }
}
