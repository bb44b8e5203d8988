//! Two hands that differ only in what a seat has not seen give that seat equal views (RULES.md §5).
//!
//! A hand is kept as its history: deal and actions. What is hidden from a seat is changed in the history, which is then
//! played again; where the changed history breaks a rule, the cards seen show that it did not happen, and it is left out.

mod common;
mod reference;

use common::deals::random_deal;
use common::events::Events;
use common::options::random_book;
use common::player::Players;
use common::{chance, pick};
use gongzhu::kernel::{Playout, Rollouts};
use gongzhu::rng::{Purpose, Rng, below, stream};
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{
    Action, ActionKind, BySeat, Card, CardSet, Deal, Game, Phase, REVEALABLE, Rules, Seat, Setup, State, View,
};

/// What a seat can learn: every accessor of its view, by name.
fn accessors(view: &View<'_>) -> Vec<(&'static str, String)> {
    fn each<T: std::fmt::Debug>(of: impl Fn(Seat) -> T) -> String {
        format!("{:?}", Seat::ALL.map(of))
    }
    let tricks: Vec<_> = view.tricks().collect();
    let assigned: Vec<_> = view.assigned().collect();
    vec![
        ("seat", format!("{:?}", view.seat())),
        ("rules", view.rules().spec().to_string()),
        ("hand_number", view.hand_number().to_string()),
        ("dealer", format!("{:?}", view.dealer())),
        ("totals", format!("{:?}", view.totals())),
        ("phase", format!("{:?}", view.phase())),
        ("turn", format!("{:?}", view.turn())),
        ("hand", format!("{:?}", view.hand())),
        ("hand_size", each(|seat| view.hand_size(seat))),
        ("passed", format!("{:?}", view.passed())),
        ("passes_to", format!("{:?}", view.passes_to())),
        ("received", format!("{:?}", view.received())),
        ("revealed", format!("{:?}", view.revealed())),
        ("revealed_by", format!("{:?}", REVEALABLE.map(|card| view.revealed_by(card)))),
        ("pending_reveals", format!("{:?}", view.pending_reveals())),
        ("plays", format!("{:?}", view.plays())),
        ("tricks", format!("{tricks:?}")),
        ("tricks_played", view.tricks_played().to_string()),
        ("trick", format!("{:?}", view.trick())),
        ("taken", each(|seat| view.taken(seat))),
        ("piles", format!("{:?}", view.piles())),
        ("assigned", format!("{assigned:?}")),
        ("voids", each(|seat| view.voids(seat))),
        ("unseen", format!("{:?}", view.unseen())),
        ("locked", format!("{:?}", view.locked())),
        ("heart_points", format!("{:?}", view.heart_points(view.hand()))),
        ("known_cards", each(|seat| view.known_cards(seat))),
        ("forgetting", each(|seat| view.forgetting().known_cards(seat))),
        ("legal", format!("{:?}", view.legal())),
        ("is_ally", each(|seat| view.is_ally(seat))),
        ("game", view.game().to_string()),
        ("constraints", format!("{:?}", Constraints::of(view))),
        ("roll-outs", roll_outs(view)),
        ("Debug", format!("{view:?}")),
        ("setup", format!("{:?}", view.setup())),
        ("imagine", imagined(view)),
    ]
}

/// All of a state imagined with hands that agree with the view.
fn imagined(view: &View<'_>) -> String {
    let sampler = Sampler::new(&Constraints::of(view)).expect("the true hands");
    let setup = view.setup();
    format!("{:?}", view.imagine(&setup, &sampler.sample(&mut stream(1, 0, Purpose::Deal))))
}

/// The scores of roll-outs from worlds that agree with the view.
fn roll_outs(view: &View<'_>) -> String {
    let mut rng = stream(1, 0, Purpose::Deal);
    let mut worlds = [BySeat::default(); 2];
    Sampler::new(&Constraints::of(view)).expect("the true hands").fill(&mut rng, &mut worlds);
    let mut scores = Vec::new();
    Rollouts::new(view, &Playout::sensible(view.rules())).play(None, &worlds, 1, &mut scores);
    format!("{scores:?}")
}

/// The history of a hand: what a `State` is made from.
#[derive(Clone)]
struct History {
    hands: BySeat<CardSet>,
    /// Who did what.
    actions: Vec<(Seat, Action)>,
}

impl History {
    /// A random hand up to a random decision.
    fn random(setup: &Setup<'_>, rng: &mut Rng, target: Seat) -> History {
        let mut history = History { hands: setup.deal.hands(), actions: Vec::new() };
        let mut state = State::new(setup).expect("a hand");
        let players = Players::random(rng, target);
        // Phases before play are short: they are met often enough only when they are aimed at.
        let length = if chance(rng, 40) { below(rng, 20) } else { below(rng, 75) };
        while history.actions.len() < length && state.phase() != Phase::Over {
            let action = players.choose(rng, &state);
            history.actions.push((state.turn(), action));
            state.play_unchecked(action);
        }
        history
    }

    /// The setup with this history's cards.
    fn setup<'r>(&self, like: &Setup<'r>) -> Option<Setup<'r>> {
        Some(Setup { deal: Deal::new(self.hands).ok()?, ..*like })
    }

    /// The state after the actions, if they are legal and each is due from its seat.
    fn replay<'s>(&self, setup: &'s Setup<'s>) -> Option<State<'s>> {
        let mut state = State::new(setup).ok()?;
        for &(seat, action) in &self.actions {
            if state.turn() != seat || state.play(action).is_err() {
                return None;
            }
        }
        Some(state)
    }

    /// Exchanges two cards wherever they occur in the deal and in the actions that `hidden` selects.
    fn exchange(&self, a: Card, b: Card, hidden: impl Fn(&State<'_>) -> bool, setup: &Setup<'_>) -> History {
        let other = |card: Card| {
            if card == a {
                b
            } else if card == b {
                a
            } else {
                card
            }
        };
        let mut history = self.clone();
        history.hands = self.hands.map(|hand| hand.iter().map(other).collect());
        let mut state = State::new(setup).expect("a hand");
        for ((_, action), &(_, before)) in history.actions.iter_mut().zip(&self.actions) {
            if let (true, ActionKind::Card(card)) = (hidden(&state), before.kind()) {
                *action = Action::card(other(card));
            }
            state.play_unchecked(before);
        }
        history
    }
}

/// Exchanges two unplayed cards of other seats from the deal on.
fn swap_unseen(history: &History, state: &State<'_>, viewer: Seat, rng: &mut Rng) -> Option<History> {
    let view = View::new(state, viewer);
    let a = viewer.offset(1 + below(rng, 3));
    let b = viewer.offset(1 + below(rng, 3));
    let loose = |seat: Seat| state.hands()[seat] - view.known_cards(seat) - view.passed();
    let (x, y) = (gongzhu::rng::choose(rng, loose(a))?, gongzhu::rng::choose(rng, loose(b))?);
    (a != b).then(|| history.exchange(x, y, |state| state.phase() == Phase::Pass, state.setup()))
}

/// Another seat passed another card: one that its receiver holds anyway.
fn swap_origins(history: &History, state: &State<'_>, viewer: Seat, rng: &mut Rng) -> Option<History> {
    let giver = viewer.offset(1 + below(rng, 3));
    let receiver = giver.offset(state.setup().pass_offset()?);
    if receiver == viewer || state.phase() == Phase::Pass {
        return None;
    }
    let kept = state.setup().deal.hands()[receiver] - state.passed()[receiver];
    let (x, y) = (gongzhu::rng::choose(rng, state.passed()[giver])?, gongzhu::rng::choose(rng, kept)?);
    Some(history.exchange(x, y, |state| state.phase() == Phase::Pass, state.setup()))
}

/// Other seats choose other cards in a pass or a simultaneous reveal that is not over.
fn choose_again(history: &History, state: &State<'_>, viewer: Seat, rng: &mut Rng) -> Option<History> {
    let simultaneous = state.setup().rules.get("reveal_timing").as_deref() == Some("simultaneous");
    match state.phase() {
        Phase::Pass => {}
        Phase::Reveal if simultaneous => {}
        Phase::Reveal | Phase::Play | Phase::Assign | Phase::Over => return None,
    }
    let mut again = History { hands: history.hands, actions: Vec::new() };
    let mut replayed = State::new(state.setup()).ok()?;
    let mut chosen = history.actions.iter();
    while (replayed.phase(), replayed.turn()) != (state.phase(), state.turn()) {
        let action = if replayed.turn() == viewer || replayed.phase() != state.phase() {
            let mut own = chosen.by_ref().filter(|(seat, _)| *seat == replayed.turn());
            own.next()?.1
        } else {
            let legal: Vec<Action> = replayed.legal().iter().collect();
            pick(rng, &legal)
        };
        again.actions.push((replayed.turn(), action));
        replayed.play(action).ok()?;
    }
    // What the seat in turn has chosen so far: the viewer the same, another seat a card or none.
    let own = history.actions.iter().rev().take_while(|(seat, _)| *seat == state.turn()).count();
    if state.turn() == viewer {
        again.actions.extend(&history.actions[history.actions.len() - own..]);
    } else if chance(rng, 50) {
        let cards: Vec<Action> = replayed.legal().iter().filter(|action| *action != Action::DONE).collect();
        again.actions.extend((!cards.is_empty()).then(|| (state.turn(), pick(rng, &cards))));
    }
    Some(again)
}

fn random_rules(rng: &mut Rng, index: u64) -> Rules {
    let game = [Game::GongZhu, Game::Hearts, Game::Tantony][index as usize % 3];
    loop {
        if let Ok(rules) = Rules::new(random_book(rng, game)) {
            return rules;
        }
    }
}

/// Tries changes in the hand number `index`; counts those that the viewer cannot have noticed, and compares its views.
fn check(index: u64, events: &mut Events) {
    let mut rng = stream(77, index, Purpose::Deal);
    let rules = random_rules(&mut rng, index);
    let target = pick(&mut rng, &Seat::ALL);
    let setup = Setup {
        rules: &rules,
        deal: random_deal(&mut rng, target),
        number: below(&mut rng, 4) as u32,
        totals: BySeat::default(),
        opening_seat: Some(pick(&mut rng, &Seat::ALL)).filter(|_| rules.game() != Game::Hearts),
        pig_taker: None,
    };
    let history = History::random(&setup, &mut rng, target);
    let state = history.replay(&setup).expect("a legal history");
    let viewer = pick(&mut rng, &Seat::ALL);
    type Change = fn(&History, &State<'_>, Seat, &mut Rng) -> Option<History>;
    let changes: [(&'static str, Change); 3] =
        [("unseen cards", swap_unseen), ("origins of passed cards", swap_origins), ("pending choices", choose_again)];
    for (what, change) in changes {
        for _ in 0..4 {
            let Some(changed) = change(&history, &state, viewer, &mut rng) else { continue };
            let Some(other_setup) = changed.setup(&setup) else { continue };
            let Some(other) = changed.replay(&other_setup) else { continue };
            // Whose turn it is is seen by all: it can show who holds the opening card.
            let seen = (other.phase(), other.turn()) == (state.phase(), state.turn());
            let unchanged = *other.hands() == *state.hands() && *other.passed() == *state.passed();
            if !seen || unchanged && what != "pending choices" {
                continue;
            }
            events.count(what);
            events.count(match state.phase() {
                Phase::Pass => "in the pass",
                Phase::Reveal => "in the reveal",
                Phase::Play => "in play",
                Phase::Assign => "in an assignment",
                Phase::Over => "at the end",
            });
            let views = [&state, &other].map(|state| accessors(&View::new(state, viewer)));
            assert_eq!(views[0], views[1], "case {index}: {what}, {viewer:?}, {}", rules.spec());
        }
    }
}

#[test]
fn views_do_not_show_what_is_hidden() {
    let mut events = Events::default();
    (0..6000).for_each(|index| check(index, &mut events));
    let required = ["unseen cards", "origins of passed cards", "pending choices"];
    events.require("changes that a seat must not notice", &required);
    events.require("phases", &["in the pass", "in the reveal", "in play", "in an assignment"]);
    for what in required {
        assert!(events.get(what) >= 1000, "{} changes of {what}", events.get(what));
    }
}

/// The list of accessors is complete: a new one must be added, or it would go unchecked.
#[test]
fn every_accessor_is_compared() {
    let rules = Rules::parse("classic").expect("a preset");
    let setup = Setup::first(&rules, Deal::random(&mut stream(1, 0, Purpose::Deal)));
    let state = State::new(&setup).expect("a hand");
    let names: Vec<&str> = accessors(&View::new(&state, Seat::ALL[0])).into_iter().map(|(name, _)| name).collect();
    let source = concat!(include_str!("../src/view.rs"), include_str!("../src/state/imagine.rs"));
    let public = source.lines().filter_map(|line| line.trim().strip_prefix("pub fn ")?.split(['(', '<']).next());
    for name in public.filter(|name| *name != "new") {
        assert!(names.contains(&name), "View::{name} is not compared");
    }
}
