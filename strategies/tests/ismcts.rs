//! `ismcts`: determinism, the tree that is kept, and small endings whose best choices are known by trying everything.

use gongzhu::rng::{Purpose, Rng, below, stream};
use gongzhu::sample::Constraints;
use gongzhu::table::play_hand;
use gongzhu::{Action, ActionKind, BySeat, Card, Deal, Match, Phase, Rules, Seat, Setup, State, Strategy, View};
use gongzhu_strategies::{Bot, BotSpec, Heuristic};

fn bot(text: &str) -> BotSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn streams(index: u64) -> BySeat<Rng> {
    BySeat::from_fn(|seat| stream(31, index, Purpose::Seat { table: 0, seat }))
}

fn setup(rules: &Rules, index: u64) -> Setup<'_> {
    let pig_taker = Some(Seat::wrapping(index as usize));
    Setup { pig_taker, ..Setup::first(rules, Deal::random(&mut stream(31, index, Purpose::Deal))) }
}

/// A state in play, after `tricks` tricks by the heuristic and random cards.
fn position<'s>(setup: &'s Setup<'s>, tricks: usize, rng: &mut Rng) -> State<'s> {
    let mut state = State::new(setup).expect("a complete setup");
    while matches!(state.phase(), Phase::Pass | Phase::Reveal) || state.tricks_played() < tricks {
        let legal = state.legal();
        let action = legal.iter().nth(below(rng, legal.len())).expect("an action");
        state.play_unchecked(action);
    }
    state
}

fn decide(bot: &mut impl Strategy, state: &State<'_>, rng: &mut Rng) -> Action {
    let view = View::new(state, state.turn());
    match state.phase() {
        Phase::Assign => Action::assign(bot.assign(&view, state.legal_seats(), rng)),
        _ => Action::card(bot.play(&view, state.legal_cards(), rng)),
    }
}

#[test]
fn options_are_read_and_written() {
    let text =
        "ismcts:iterations=50:rollout=uniform:paranoid=20:exploration=90:belief=off:noise=30:pass=rule:goal=score";
    assert_eq!(bot(text).to_string(), text);
    assert_eq!(bot("ismcts").to_string(), "ismcts");
    assert_eq!(bot("ismcts:ms=2.5").to_string(), "ismcts:ms=2.5");
    let both = "ismcts:iterations=5:ms=2".parse::<BotSpec>().expect_err("two budgets").to_string();
    assert!(both.contains("exclude each other"), "{both}");
    assert!("ismcts:paranoid=101".parse::<BotSpec>().is_err());
}

#[test]
fn a_counted_budget_gives_the_same_play_again() {
    for name in ["classic", "scrofa", "hearts", "tantony", "swap+pass"] {
        let rules = Rules::parse(name).expect("a rule set");
        for text in ["ismcts:iterations=30", "ismcts:iterations=9:rollout=heuristic:paranoid=50:belief=off"] {
            for index in 0..2 {
                let setup = setup(&rules, index);
                let play = || {
                    let mut state = State::new(&setup).expect("a complete setup");
                    let mut players = BySeat::from_fn(|_| bot(text).build());
                    assert_eq!(play_hand(&mut state, &mut players, &mut streams(index)), BySeat::default());
                    (state.plays().to_vec(), state.revealed(), state.scores())
                };
                assert_eq!(play(), play(), "{text} in {name}");
            }
        }
    }
}

/// What a player keeps of one hand must not reach into another.
#[test]
fn a_tree_is_kept_for_its_own_hand_only() {
    for name in ["classic", "scrofa", "hearts", "tantony"] {
        let rules = Rules::parse(name).expect("a rule set");
        for tricks in 0..12 {
            let [here, there] = [0, 1].map(|index| setup(&rules, index));
            let [here, there] =
                [&here, &there].map(|setup| position(setup, tricks, &mut stream(32, tricks as u64, Purpose::Deal)));
            let (mut fresh, mut used) = (bot("ismcts:iterations=20").build(), bot("ismcts:iterations=20").build());
            let rng = || stream(33, 0, Purpose::Deal);
            decide(&mut used, &there, &mut rng());
            let (expected, action) = (decide(&mut fresh, &here, &mut rng()), decide(&mut used, &here, &mut rng()));
            assert_eq!(action, expected, "{name}: {:?}", View::new(&here, here.turn()));
        }
    }
}

/// In the course of a hand the tree is kept, through tricks that opponents play at random.
#[test]
fn a_kept_tree_gives_legal_play_against_anyone() {
    for name in ["classic", "scrofa", "hearts", "tantony"] {
        let rules = Rules::parse(name).expect("a rule set");
        for index in 0..3 {
            let mut deals = stream(34, index, Purpose::Deal);
            let mut game = Match::new(&rules);
            let others = ["random", "heuristic", "random"];
            let mut players: BySeat<Bot> = BySeat::from_fn(|seat| match seat.index() {
                0 => bot("ismcts:iterations=60").build(),
                other => bot(others[other - 1]).build(),
            });
            for _ in 0..3 {
                let Some(setup) = game.next_hand(|| Deal::random(&mut deals)) else { break };
                let mut state = State::new(&setup).expect("a match gives complete setups");
                assert_eq!(play_hand(&mut state, &mut players, &mut streams(index)), BySeat::default(), "{name}");
                game.finish_hand(&state);
            }
        }
    }
}

/// What the side of seat 0 gains when all cards are open and both sides play their best.
fn solved(state: &State<'_>) -> i32 {
    if state.phase() == Phase::Over {
        let scores = state.scores();
        return i32::from(scores.0[0]) - i32::from(scores.0[1]);
    }
    let after = state.legal().iter().map(|action| {
        let mut next = *state;
        next.play_unchecked(action);
        solved(&next)
    });
    let best = if state.turn().index() % 2 == 0 { after.max() } else { after.min() };
    best.expect("an action")
}

/// Checks the choice in `state`, all of whose cards are known to the seat in turn. Returns whether some choice was worse.
fn solves(state: &State<'_>) -> bool {
    let sign = if state.turn().index() % 2 == 0 { 1 } else { -1 };
    let worth = |action: Action| {
        let mut next = *state;
        next.play_unchecked(action);
        sign * solved(&next)
    };
    let worths: Vec<i32> = state.legal().iter().map(worth).collect();
    let best = worths.iter().copied().max().expect("an action");
    let chosen = decide(&mut bot("ismcts:iterations=3000").build(), state, &mut stream(35, 0, Purpose::Deal));
    assert_eq!(worth(chosen), best, "{chosen:?} of {worths:?}: {:?}", View::new(state, state.turn()));
    worths.iter().any(|&worth| worth < best)
}

/// Before the last card of trick 12 everything but the choice is forced, and few worlds are left: what each choice is worth
/// on average over all of them is known.
#[test]
fn endings_with_hidden_cards_are_solved() {
    for name in ["classic", "scrofa", "hearts"] {
        let rules = Rules::parse(name).expect("a preset");
        let mut hard = 0;
        for index in 0..300 {
            let setup = setup(&rules, index);
            let mut state = position(&setup, 11, &mut stream(36, index, Purpose::Deal));
            while state.trick().cards.len() < 3 {
                let card = state.legal_cards().first().expect("a legal card");
                state.play_card(card);
            }
            let (me, view) = (state.turn(), View::new(&state, state.turn()));
            let constraints = Constraints::of(&view);
            let unseen: Vec<Card> = view.unseen().iter().collect();
            let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            let deal = |order: [usize; 3]| {
                let mut hands = BySeat::splat(view.hand());
                for (steps, place) in (1..4).zip(order) {
                    hands[me.offset(steps)] = unseen[place].into();
                }
                hands
            };
            let worlds: Vec<_> = orders.into_iter().map(deal).filter(|world| constraints.allow(world)).collect();
            let own = view.setup();
            let worth = |card: Card| {
                let gains = worlds.iter().map(|world| {
                    let mut state = view.imagine(&own, world);
                    state.play_card(card);
                    while state.phase() != Phase::Over {
                        state.play_card(state.legal_cards().first().expect("the last card"));
                    }
                    gain(&state, me)
                });
                gains.sum::<f64>() / worlds.len() as f64
            };
            let worths: Vec<f64> = state.legal_cards().iter().map(worth).collect();
            let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let mut player = bot("ismcts:iterations=600:belief=off").build();
            let chosen = player.play(&view, state.legal_cards(), &mut stream(35, index, Purpose::Deal));
            // Worlds are drawn: a difference may be too small to be seen.
            assert!(worth(chosen) > best - 0.1 * best.abs().max(10.0), "{name}: {chosen} of {worths:?}: {view:?}");
            hard += u32::from(worths.iter().any(|&worth| worth < best));
        }
        assert!(hard > 20, "{name}: {hard} endings in which it matters");
    }
}

/// Own score less the mean of the opponents'.
fn gain(state: &State<'_>, me: Seat) -> f64 {
    let (rules, scores) = (state.setup().rules, state.scores());
    let opponents: Vec<Seat> =
        if rules.partnership() { vec![me.next()] } else { (1..4).map(|n| me.offset(n)).collect() };
    let others = opponents.iter().map(|&seat| f64::from(scores[seat])).sum::<f64>() / opponents.len() as f64;
    (f64::from(scores[me]) - others) * if rules.higher_is_better() { 1.0 } else { -1.0 }
}

#[test]
fn tantony_with_open_cards_is_solved_to_the_end() {
    let rules = Rules::parse("tantony").expect("a preset");
    let mut hard = 0;
    for index in 0..12 {
        let first = setup(&rules, index);
        let open = Setup { number: 1, ..first };
        let mut state = position(&open, 11, &mut stream(37, index, Purpose::Deal));
        while state.tricks_played() < 13 && state.phase() != Phase::Over {
            hard += u32::from(solves(&state));
            let legal = state.legal();
            let action = legal.iter().nth(below(&mut stream(38, index, Purpose::Deal), legal.len()));
            state.play_unchecked(action.expect("an action"));
        }
    }
    assert!(hard > 5, "{hard} decisions that matter");
}

#[test]
fn without_a_budget_it_plays_like_the_heuristic() {
    for name in ["classic", "hearts", "tantony"] {
        let rules = Rules::parse(name).expect("a preset");
        let setup = setup(&rules, 5);
        let mut state = position(&setup, 0, &mut stream(39, 0, Purpose::Deal));
        while state.phase() != Phase::Over {
            let mut rng = stream(40, 0, Purpose::Deal);
            let action = decide(&mut Heuristic, &state, &mut rng);
            for text in ["ismcts:iterations=0", "ismcts:ms=0"] {
                assert_eq!(decide(&mut bot(text).build(), &state, &mut rng), action, "{text} in {name}");
            }
            state.play(action).expect("a legal action");
        }
    }
}

/// A world that the seat's view contradicts cannot come from a table, but a forced choice needs none at all.
#[test]
fn a_forced_choice_takes_no_search() {
    let rules = Rules::parse("classic").expect("a preset");
    let setup = setup(&rules, 1);
    let mut state = position(&setup, 12, &mut stream(41, 0, Purpose::Deal));
    let mut player = bot("ismcts:iterations=1000000").build();
    while state.phase() != Phase::Over {
        let mut rng = stream(42, 0, Purpose::Deal);
        let before = rng.clone();
        let action = decide(&mut player, &state, &mut rng);
        assert_eq!(rng, before, "no random number is needed");
        assert!(matches!(action.kind(), ActionKind::Card(_)));
        state.play(action).expect("the last card");
    }
}
