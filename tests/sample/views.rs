//! What a view tells of the hidden hands: exactly the worlds in which the engine allows the public history.

use super::every_way;
use crate::common::deals::random_deal;
use crate::common::events::Events;
use crate::common::options::random_book;
use crate::common::player::Players;
use crate::common::suite::hands_to_play;
use crate::common::{chance, pick};
use gongzhu::rng::{Purpose, Rng, below, stream};
use gongzhu::rules::PRESETS;
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{
    Action, BySeat, Card, CardSet, Deal, Game, Opener, Phase, REVEALABLE, Rules, Seat, Setup, SetupError, State, View,
    cards,
};

/// A decision of a hand: who, when, what.
type Decision = (Seat, Phase, Action);

fn setup<'r>(rules: &'r Rules, rng: &mut Rng) -> Setup<'r> {
    let target = pick(rng, &Seat::ALL);
    Setup {
        deal: random_deal(rng, target),
        number: below(rng, 4) as u32,
        opening_seat: chance(rng, 25).then(|| pick(rng, &Seat::ALL)),
        pig_taker: Some(pick(rng, &Seat::ALL)),
        ..Setup::first(rules, Deal::random(rng))
    }
}

/// Plays a random hand and shows `visit` the state before each decision, with the decisions so far.
fn play(
    setup: &Setup<'_>,
    rng: &mut Rng,
    mut visit: impl FnMut(&State<'_>, &[Decision], &mut Rng),
) -> Result<(), SetupError> {
    let mut state = State::new(setup)?;
    let target = pick(rng, &Seat::ALL);
    let players = Players::random(rng, target);
    let mut decisions = Vec::new();
    while !state.legal().is_empty() {
        visit(&state, &decisions, rng);
        let action = players.choose(rng, &state);
        decisions.push((state.turn(), state.phase(), action));
        state.play(action).expect("a legal action");
    }
    visit(&state, &decisions, rng);
    Ok(())
}

/// Whether `viewer` would have seen the same if the others held the cards of `world` now.
fn could_be(state: &State<'_>, decisions: &[Decision], viewer: Seat, world: &BySeat<CardSet>) -> bool {
    let mut hands = *world;
    for (seat, card) in state.tricks().flat_map(|trick| trick.plays().collect::<Vec<_>>()) {
        hands[seat] = hands[seat].with(card);
    }
    // Undo the pass. What the viewer passed and received it knows; the others passed any cards of theirs.
    let mut gives = BySeat::<CardSet>::default();
    if let Some(offset) = state.setup().pass_offset() {
        let mine = state.passed()[viewer];
        if !mine.is_subset(hands[viewer.offset(offset)]) {
            return false;
        }
        for seat in Seat::ALL {
            let known = seat == viewer || seat.offset(offset) == viewer;
            gives[seat] =
                if known { state.passed()[seat] } else { hands[seat.offset(offset)].iter().take(3).collect() };
        }
        for seat in Seat::ALL {
            hands[seat.offset(offset)] -= gives[seat];
        }
        for seat in Seat::ALL {
            hands[seat] |= gives[seat];
        }
    }
    let setup = Setup { deal: Deal::new(hands).expect("a deal"), ..*state.setup() };
    let mut replay = State::new(&setup).expect("a hand");
    while replay.phase() == Phase::Pass {
        let card = (gives[replay.turn()] - replay.passed()[replay.turn()]).first().expect("three cards");
        replay.play(Action::card(card)).expect("a card held");
    }
    let after_pass = decisions.iter().filter(|decision| decision.1 != Phase::Pass);
    let mut actions = after_pass
        .map(|&(seat, phase, action)| (replay.turn(), replay.phase()) == (seat, phase) && replay.play(action).is_ok());
    // The fourth reveal and the opener are no decisions.
    actions.all(|possible| possible)
        && REVEALABLE.map(|card| replay.revealed_by(card)) == REVEALABLE.map(|card| state.revealed_by(card))
        && (replay.turn(), replay.phase()) == (state.turn(), state.phase())
}

/// The certain part of what is known without a look at the rules: voids, reveals, the pass.
fn plain(view: &View<'_>) -> Constraints {
    let sizes = BySeat::from_fn(|seat| view.hand_size(seat));
    let start = Constraints::new(view.seat(), view.hand(), view.unseen(), sizes);
    Seat::ALL
        .into_iter()
        .fold(start, |constraints, seat| constraints.know(seat, view.known_cards(seat)).bar(seat, view.voids(seat)))
}

/// Compares sets of worlds where they are few enough.
fn compare(state: &State<'_>, decisions: &[Decision], viewer: Seat, events: &mut Events) {
    let view = View::new(state, viewer);
    let constraints = Constraints::of(&view);
    let worlds = Sampler::new(&constraints).expect("the true hands").worlds();
    if state.setup().open_cards() {
        assert_eq!(worlds, 1);
        events.count("all cards are known");
        return;
    }
    let mut found = 0;
    for world in every_way(viewer, view.hand(), view.unseen(), constraints.sizes()) {
        let possible = could_be(state, decisions, viewer, &world);
        assert_eq!(
            constraints.allow(&world),
            possible,
            "seat {viewer} under {}: {:?}\n{}\n{decisions:?}",
            view.rules().spec(),
            world,
            state.setup().deal
        );
        found += u64::from(possible);
    }
    assert_eq!(worlds, found);
    events.count("positions");
    let without_rules = Sampler::new(&plain(&view)).expect("the true hands").worlds();
    events.count_if(worlds > 1, "several worlds");
    events.count_if(worlds < without_rules, "the rules exclude worlds");
}

fn compare_hands(title: &str, hands: u64, required: &[&str], rules: impl Fn(u64) -> Option<Rules>) {
    let mut events = Events::default();
    for index in 0..hands {
        let Some(rules) = rules(index) else { continue };
        let mut rng = stream(41, index, Purpose::Deal);
        let setup = setup(&rules, &mut rng);
        // Hands without a known opener are no hands.
        let _ = play(&setup, &mut rng, |state, decisions, rng| {
            let hidden = 52 - state.plays().len();
            if hidden <= 11 && matches!(state.phase(), Phase::Play | Phase::Assign) && chance(rng, 40) {
                compare(state, decisions, pick(rng, &Seat::ALL), &mut events);
            }
        });
    }
    events.require(title, required);
}

#[test]
fn presets_have_exactly_the_possible_worlds() {
    for preset in PRESETS {
        let required: &[&str] = match preset.name {
            "tantony" => &["several worlds", "all cards are known"],
            _ => &["several worlds"],
        };
        let rules = Rules::parse(preset.name).expect("a preset");
        compare_hands(preset.name, hands_to_play(120), required, |_| Some(rules.clone()));
    }
}

#[test]
fn random_options_have_exactly_the_possible_worlds() {
    for (game, required) in [
        (Game::GongZhu, &["several worlds", "the rules exclude worlds"][..]),
        (Game::Hearts, &["several worlds", "the rules exclude worlds"]),
        (Game::Tantony, &["several worlds", "all cards are known"]),
    ] {
        compare_hands(&format!("{game} with random options"), hands_to_play(500), required, |index| {
            Rules::new(random_book(&mut stream(42, index, Purpose::Deal), game)).ok()
        });
    }
}

#[test]
fn the_true_hands_are_a_world_at_every_decision() {
    for preset in PRESETS {
        let rules = Rules::parse(preset.name).expect("a preset");
        for index in 0..hands_to_play(60) {
            let mut rng = stream(43, index, Purpose::Deal);
            let setup = setup(&rules, &mut rng);
            let played = play(&setup, &mut rng, |state, _, rng| {
                for seat in Seat::ALL {
                    let constraints = Constraints::of(&View::new(state, seat));
                    assert!(constraints.allow(state.hands()), "{}: {constraints:?}, {:?}", preset.name, state.hands());
                    let sampler = Sampler::new(&constraints).expect("the true hands are a world");
                    let world = sampler.sample(rng);
                    assert!(sampler.worlds() > 0 && constraints.allow(&world), "{}: {world:?}", preset.name);
                }
            });
            assert!(played.is_ok() || setup.opener().is_err());
        }
    }
}

/// What seat 0 knows that `seat` may hold, after these cards of a hand in which each seat reveals `revealed` if it can.
fn may_hold(rules: &str, deal: [&str; 4], revealed: CardSet, plays: &str, seat: usize) -> CardSet {
    let rules = Rules::parse(rules).expect("rules");
    let hands = BySeat(deal.map(|hand| hand.parse().expect("a hand")));
    // Number 3: Hearts without a pass.
    let setup =
        Setup { number: 3, pig_taker: Some(Seat::ALL[1]), ..Setup::first(&rules, Deal::new(hands).expect("a deal")) };
    let mut state = State::new(&setup).expect("a hand");
    while state.phase() == Phase::Reveal {
        let card = (state.legal_reveals() & revealed).first();
        state.play(card.and_then(Action::reveal).unwrap_or(Action::DONE)).expect("a reveal");
    }
    for card in plays.split(' ').filter(|card| !card.is_empty()) {
        let card: Card = card.parse().expect("a card");
        state.play(Action::card(card)).expect("a legal card");
    }
    Constraints::of(&View::new(&state, Seat::ALL[0])).may_hold(Seat::ALL[seat])
}

/// Seat 1 has the pig and no other spade, and no hearts but the ace; seat 3 opens with 2C.
const DEAL: [&str; 4] =
    ["S:AKJT9 H:KQJ D:432 C:KQ", "S:Q H:A D:AKQJT C:AT9876", "S:8765 H:T98 D:9876 C:J5", "S:432 H:765432 D:5 C:432"];

#[test]
fn a_locked_card_that_was_played_was_alone() {
    let unseen = !DEAL[0].parse::<CardSet>().expect("a hand");
    let revealed = cards![QS AH];
    // Before anything is played: the revealed cards and the opening card have their places.
    let start = may_hold("classic", DEAL, revealed, "", 1);
    assert_eq!(start, unseen.without("2C".parse().expect("a card")));
    // Seat 1 takes the opening trick and leads its pig.
    let led = may_hold("classic{opening=AC}", DEAL, revealed, "AC 5C 2C QC QS", 1);
    assert!(!led.meets(CardSet::SPADES) && led.has("AH".parse().expect("a card")));
    // Seat 0 leads a spade and seat 1 follows with its pig.
    let followed =
        may_hold("swap{later_hands=opening_card opening=AS must_lead_opening=true}", DEAL, revealed, "AS QS", 1);
    assert!(!followed.meets(CardSet::SPADES) && followed.meets(CardSet::DIAMONDS));
    // Without the reveal it may have more.
    let plain =
        may_hold("swap{later_hands=opening_card opening=AS must_lead_opening=true}", DEAL, CardSet::EMPTY, "AS QS", 1);
    assert!(plain.meets(CardSet::SPADES));
}

/// Seat 1 has nothing but hearts and the pig; seat 0 opens with 2C.
const HEARTS: [&str; 4] = [
    "S:AK2 H:- D:AK32 C:AKQJT2",
    "S:Q H:AKQJT9876542 D:- C:-",
    "S:JT987 H:3 D:QJT98 C:98",
    "S:6543 H:- D:7654 C:76543",
];

#[test]
fn points_on_trick_1_are_all_there_is() {
    let may = may_hold("hearts", HEARTS, CardSet::EMPTY, "2C AH", 1);
    assert_eq!(may, CardSet::HEARTS.without("AH".parse().expect("a card")).with(Card::PIG));
    let free = may_hold("hearts{no_points_first_trick=false}", HEARTS, CardSet::EMPTY, "2C AH", 1);
    assert!(free.meets(CardSet::DIAMONDS) && !free.meets(CardSet::CLUBS));
}

#[test]
fn hearts_led_before_they_are_broken_are_all_there_is() {
    let deal = [
        "S:AKQJT98765432 H:- D:- C:-",
        "S:- H:AKQJT98765432 D:- C:-",
        "S:- H:- D:AKQJT98765432 C:-",
        "S:- H:- D:- C:AKQJT98765432",
    ];
    // Pagat's pig taker opens, seat 1, with what it likes.
    let rules = "pagat{break_hearts=true revealed_ace_lock=suit}";
    assert_eq!(may_hold(rules, deal, CardSet::EMPTY, "AH", 1), CardSet::HEARTS.without("AH".parse().expect("a card")));
    let by_ace = may_hold("pagat{revealed_ace_lock=suit}", deal, cards![AH], "KH", 1);
    assert!(by_ace.is_subset(CardSet::HEARTS) && by_ace.has("AH".parse().expect("a card")));
    let free = may_hold("pagat", deal, CardSet::EMPTY, "KH", 1);
    assert!(free.meets(CardSet::CLUBS));
}

#[test]
fn spades_led_to_trick_1_against_the_ban_are_all_there_is() {
    let deal = [
        "S:- H:- D:AKQJT98765432 C:-",
        "S:AKQJT98765432 H:- D:- C:-",
        "S:- H:AKQJT98765432 D:- C:-",
        "S:- H:- D:- C:AKQJT98765432",
    ];
    let banned = may_hold("pagat{no_spade_lead_first_trick=true}", deal, CardSet::EMPTY, "AS", 1);
    assert!(banned.is_subset(CardSet::SPADES));
    let with_hearts =
        may_hold("pagat{no_spade_lead_first_trick=true break_hearts=true}", deal, CardSet::EMPTY, "AS", 1);
    assert!(with_hearts.is_subset(CardSet::SPADES | CardSet::HEARTS) && with_hearts.meets(CardSet::HEARTS));
}

#[test]
fn the_opener_holds_the_opening_card_until_it_is_played() {
    let two: Card = "2C".parse().expect("a card");
    let rules = "classic{must_lead_opening=false}";
    assert!(!may_hold(rules, DEAL, CardSet::EMPTY, "3C", 1).has(two));
    assert!(may_hold(rules, DEAL, CardSet::EMPTY, "3C", 3).has(two));
    let told = Rules::parse("classic").expect("a preset");
    let setup = Setup {
        opening_seat: Some(Seat::ALL[1]),
        ..Setup::first(&told, Deal::new(BySeat(DEAL.map(|hand| hand.parse().expect("a hand")))).expect("a deal"))
    };
    assert_eq!(setup.opener(), Ok(Opener::Seat(Seat::ALL[1])));
    let mut state = State::new(&setup).expect("a hand");
    while state.phase() == Phase::Reveal {
        state.play(Action::DONE).expect("no reveal");
    }
    assert!(Constraints::of(&View::new(&state, Seat::ALL[0])).may_hold(Seat::ALL[1]).has(two));
    state.play(Action::card("AD".parse().expect("a card"))).expect("the opener lacks 2C");
    // It would have had to lead it.
    assert!(!Constraints::of(&View::new(&state, Seat::ALL[0])).may_hold(Seat::ALL[1]).has(two));
}
