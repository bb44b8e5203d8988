//! Handicaps: they take from a bot what they say, and nothing else.

use gongzhu::rng::{Purpose, Rng, stream};
use gongzhu::table::{play_hand, watch_hand};
use gongzhu::{BySeat, CardSet, Deal, Rules, Seat, Setup, State, Strategy, View};
use gongzhu_strategies::BotSpec;

/// Plays hand `number` of deal `index` with these four bots.
fn played<'a>(setup: &'a Setup<'_>, index: u64, bots: [&str; 4]) -> State<'a> {
    let mut state = State::new(setup).expect("a hand");
    let mut players = BySeat(bots.map(|bot| bot.parse::<BotSpec>().expect("a bot").build()));
    let mut streams: BySeat<Rng> = BySeat::from_fn(|seat| stream(5, index, Purpose::Seat { table: 0, seat }));
    let faults = play_hand(&mut state, &mut players, &mut streams);
    assert_eq!(faults, BySeat::splat(0));
    state
}

fn setup(rules: &Rules, index: u64, number: u32) -> Setup<'_> {
    let cards = Deal::random(&mut stream(5, index, Purpose::Deal));
    Setup { number, pig_taker: Some(Seat::ALL[1]), ..Setup::first(rules, cards) }
}

#[test]
fn without_memory_only_this_hand_is_known() {
    let tantony = Rules::parse("tantony").expect("a preset");
    let (first, second) = (setup(&tantony, 0, 0), setup(&tantony, 0, 1));
    for (setup, remembered) in [(&first, false), (&second, true)] {
        let state = State::new(setup).expect("a hand");
        let view = View::new(&state, Seat::ALL[0]);
        for other in &Seat::ALL[1..] {
            let hand = if remembered { state.hands()[*other] } else { CardSet::EMPTY };
            assert_eq!(view.known_cards(*other), hand);
            assert_eq!(view.forgetting().known_cards(*other), CardSet::EMPTY);
        }
        assert_eq!(view.forgetting().known_cards(view.seat()), view.hand());
    }
}

/// The rule set without memory and the bot without it come to the same plays.
#[test]
fn a_bot_without_memory_plays_as_if_nobody_had_any() {
    let open = Rules::parse("tantony").expect("a preset");
    let closed = open.with_settings([("memory", "none")]).expect("a rule set");
    let mut differ = 0;
    for index in 0..40 {
        let (here, there) = (setup(&open, index, 2), setup(&closed, index, 2));
        for bot in ["heuristic", "heuristic:edition=1"] {
            let forgetful = format!("{bot}:memory=off");
            let forgotten = played(&here, index, [&forgetful; 4]);
            assert_eq!(forgotten.plays(), played(&there, index, [bot; 4]).plays(), "{bot} {index}");
            differ += usize::from(forgotten.plays() != played(&here, index, [bot; 4]).plays());
        }
    }
    assert!(differ > 20, "memory matters in {differ} of 80 hands only");
}

#[test]
fn memory_is_nothing_elsewhere() {
    for name in ["classic", "hearts"] {
        let rules = Rules::parse(name).expect("a preset");
        for index in 0..20 {
            let setup = setup(&rules, index, (index % 4) as u32);
            let plain = played(&setup, index, ["pimc:worlds=4"; 4]);
            assert_eq!(plain.plays(), played(&setup, index, ["pimc:worlds=4:memory=off"; 4]).plays());
        }
    }
}

/// So many percent of the decisions are another's: as many as a uniform choice differs from the bot's.
#[test]
fn chance_decides_as_often_as_it_is_told() {
    let rules = Rules::parse("classic+no-reveal").expect("a rule set");
    // The opening lead is forced, so the second card is played to the same trick in each case.
    let (mut differ, hands) = ([0usize; 2], 3000);
    for index in 0..hands {
        let setup = setup(&rules, index, 0);
        let [plain, half, all] = ["heuristic", "heuristic:random=50", "heuristic:random=100"]
            .map(|bot| played(&setup, index, [bot; 4]).plays()[1]);
        differ[0] += usize::from(half != plain);
        differ[1] += usize::from(all != plain);
    }
    // Half as many cards differ, within four standard errors of the difference.
    let [half, all] = differ.map(|count| count as f64);
    assert!(all > 0.5 * hands as f64, "{differ:?}");
    assert!((2.0 * half - all).abs() < 4.0 * (4.0 * half + all).sqrt(), "{differ:?}");
    assert_eq!("heuristic:random=0:memory=on".parse::<BotSpec>().expect("a bot").to_string(), "heuristic");
}

/// What a search found is told through a handicap, and nothing where chance decided.
#[test]
fn judgements_come_through_but_for_those_of_chance() {
    let rules = Rules::parse("classic").expect("a preset");
    let judged = |bot: &str| {
        let setup = setup(&rules, 3, 0);
        let mut state = State::new(&setup).expect("a hand");
        let mut players = BySeat::from_fn(|_| bot.parse::<BotSpec>().expect("a bot").build());
        let mut streams: BySeat<Rng> = BySeat::from_fn(|seat| stream(5, 3, Purpose::Seat { table: 0, seat }));
        let mut judgements = 0;
        watch_hand(&mut state, &mut players, &mut streams, |_, _, player| {
            judgements += usize::from(!player.take_judgement().is_empty());
        });
        judgements
    };
    let plain = judged("pimc:worlds=4");
    assert!(plain > 20);
    assert_eq!(judged("pimc:worlds=4:memory=off"), plain);
    let half = judged("pimc:worlds=4:random=50");
    assert!(0 < half && half < plain, "{half} of {plain}");
    assert_eq!(judged("pimc:worlds=4:random=100"), 0);
}
