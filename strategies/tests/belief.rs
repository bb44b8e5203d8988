//! What seats believe of hidden hands, over hands that bots play.

use gongzhu::rng::{Purpose, below, stream};
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{Action, BySeat, CardSet, Deal, Phase, Rules, Seat, Setup, State, Strategy, View};
use gongzhu_strategies::clues::{CLUES, MOST_CLUES, clues};
use gongzhu_strategies::{Belief, Bot, BotSpec};

fn bot(name: &str) -> Bot {
    name.parse::<BotSpec>().expect(name).build()
}

/// Plays a hand and shows each view before a card is played.
fn play(rules: &Rules, index: u64, name: &str, mut show: impl FnMut(&State<'_>, &View<'_>)) {
    let mut deals = stream(41, index, Purpose::Deal);
    let setup = Setup {
        number: rules.independent_number(index),
        pig_taker: Some(Seat::wrapping(below(&mut deals, 4))),
        ..Setup::first(rules, Deal::random(&mut deals))
    };
    let mut state = State::new(&setup).expect("a complete setup");
    let mut players = BySeat::from_fn(|_| bot(name));
    let mut rngs = BySeat::from_fn(|seat| stream(41, index, Purpose::Seat { table: 0, seat }));
    while state.phase() != Phase::Over {
        let seat = state.turn();
        let view = View::new(&state, seat);
        let (player, rng) = (&mut players[seat], &mut rngs[seat]);
        let actions: Vec<Action> = match state.phase() {
            Phase::Pass => player.pass(&view, rng).iter().map(Action::card).collect(),
            Phase::Reveal => {
                let cards = player.reveal(&view, state.legal_reveals(), rng);
                cards.iter().filter_map(Action::reveal).chain([Action::DONE]).collect()
            }
            Phase::Play => {
                show(&state, &view);
                vec![Action::card(player.play(&view, state.legal_cards(), rng))]
            }
            Phase::Assign => vec![Action::assign(player.assign(&view, state.legal_seats(), rng))],
            Phase::Over => vec![],
        };
        actions.into_iter().for_each(|action| state.play(action).expect("a legal action"));
    }
}

#[test]
fn clues_are_few_and_each_is_given_once() {
    for name in ["classic", "swap", "scrofa", "classic+pass", "hearts", "tantony"] {
        let rules = Rules::parse(name).expect(name);
        for index in 0..30 {
            play(&rules, index, if index % 2 == 0 { "random" } else { "heuristic" }, |_, view| {
                let Some(lists) = clues(view) else {
                    return assert_eq!(name, "tantony");
                };
                for (steps, list) in (1..).zip(lists) {
                    assert!(list.len() <= MOST_CLUES && list.iter().all(|&clue| usize::from(clue) < CLUES));
                    let of = view.seat().offset(steps);
                    let plays = view.tricks().flat_map(|trick| trick.plays()).filter(|play| play.0 == of).count();
                    assert!(list.len() >= 2 * plays + view.hand().len() + 2, "{name}: {list:?}");
                }
            });
        }
    }
}

/// The mean number of cards that worlds give to their true holders, of all hidden ones: in uniform worlds, and by belief.
fn rightly_placed(rules: &Rules, name: &str) -> [f64; 2] {
    let (mut sums, mut views) = ([0.0; 2], 0.0);
    for index in 0..60 {
        play(rules, index, name, |state, view| {
            let sampler = Sampler::new(&Constraints::of(view)).expect("the true hands");
            if sampler.worlds() < 2 || !(4..10).contains(&view.tricks_played()) {
                return;
            }
            let mut rng = stream(42, index, Purpose::Deal);
            let share = |worlds: &[BySeat<CardSet>]| {
                let right = |world: &BySeat<CardSet>| -> usize {
                    let hidden = (1..4).map(|steps| view.seat().offset(steps));
                    hidden.map(|seat| (world[seat] & state.hands()[seat]).len()).sum()
                };
                worlds.iter().map(right).sum::<usize>() as f64 / (worlds.len() * view.unseen().len()) as f64
            };
            for (sum, noise) in sums.iter_mut().zip([None, Some(0)]) {
                let mut worlds = [BySeat::default(); 50];
                Belief::new(view, noise).expect("the true hands").fill(&mut rng, &mut worlds);
                assert!(worlds.iter().all(|world| Constraints::of(view).allow(world)));
                *sum += share(&worlds);
            }
            views += 1.0;
        });
    }
    sums.map(|sum| sum / views)
}

#[test]
fn beliefs_place_more_cards_than_chance() {
    for (name, more) in [("scrofa", 0.02), ("classic", 0.02), ("swap", 0.02), ("hearts", 0.02)] {
        let rules = Rules::parse(name).expect(name);
        let [uniform, belief] = rightly_placed(&rules, "pimc:worlds=32");
        assert!(belief > uniform + more, "{name}: {belief} against {uniform}");
    }
}

/// With all doubt, what has been seen counts for nothing: worlds are as uniform ones.
#[test]
fn noise_takes_beliefs_back() {
    let rules = Rules::parse("scrofa").expect("a preset");
    play(&rules, 7, "heuristic", |_, view| {
        let count = |noise: u32| {
            let mut worlds = [BySeat::default(); 4_000];
            let belief = Belief::new(view, Some(noise)).expect("the true hands");
            belief.fill(&mut stream(43, 0, Purpose::Deal), &mut worlds);
            let next = view.seat().next();
            view.unseen()
                .iter()
                .map(|card| worlds.iter().filter(|world| world[next].has(card)).count())
                .collect::<Vec<_>>()
        };
        let mut worlds = [BySeat::default(); 4_000];
        let sampler = Sampler::new(&Constraints::of(view)).expect("the true hands");
        sampler.fill(&mut stream(44, 0, Purpose::Deal), &mut worlds);
        for (card, found) in view.unseen().iter().zip(count(100)) {
            let expected = worlds.iter().filter(|world| world[view.seat().next()].has(card)).count();
            assert!(found.abs_diff(expected) < 300, "{card}: {found} against {expected}");
        }
    });
}
