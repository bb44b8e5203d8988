//! Four bots at a table: `play_hand` is what the steps of the state are, wherever it takes over.

use gongzhu::rng::{Purpose, Rng, below, choose, choose_many, stream};
use gongzhu::table::{play_hand, random_subset, watch_hand};
use gongzhu::{Action, BySeat, Card, CardSet, Deal, Phase, Rules, Seat, SeatSet, Setup, State, Strategy, View};
use gongzhu_strategies::Random;

/// Plays at random, but now and then, and always in one kind of decision, something that may be illegal.
#[derive(Clone, Copy)]
struct Careless(Phase);

impl Careless {
    fn slips(self, phase: Phase, rng: &mut Rng) -> bool {
        self.0 == phase || below(rng, 4) == 0
    }
}

impl Strategy for Careless {
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        if self.slips(Phase::Pass, rng) { choose_many(rng, CardSet::ALL, 3) } else { Random.pass(view, rng) }
    }
    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        if self.slips(Phase::Reveal, rng) { Card::PIG.into() } else { Random.reveal(view, revealable, rng) }
    }
    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        if self.slips(Phase::Play, rng) { Card::PIG } else { Random.play(view, legal, rng) }
    }
    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        if self.slips(Phase::Assign, rng) { view.seat() } else { Random.assign(view, legal, rng) }
    }
}

/// One decision by the steps of the state, as RULES.md §1 has it. Returns whether it was a fault.
fn step<S: Strategy>(state: &mut State<'_>, bots: &mut BySeat<S>, rngs: &mut BySeat<Rng>) -> bool {
    let seat = state.turn();
    let (bot, rng, before) = (&mut bots[seat], &mut rngs[seat], *state);
    let view = View::new(&before, seat);
    let mut take = |action| state.play(action).expect("a legal action");
    match view.phase() {
        Phase::Pass => {
            let mut cards = bot.pass(&view, rng);
            let fault = cards.len() != 3 || !cards.is_subset(view.hand());
            if fault {
                cards = choose_many(rng, view.hand(), 3);
            }
            cards.iter().map(Action::card).for_each(take);
            fault
        }
        Phase::Reveal => {
            let legal = before.legal_reveals();
            let mut cards = bot.reveal(&view, legal, rng);
            let fault = !cards.is_subset(legal);
            if fault {
                cards = random_subset(rng, legal);
            }
            cards.iter().filter_map(Action::reveal).for_each(&mut take);
            take(Action::DONE);
            fault
        }
        Phase::Play => {
            let legal = before.legal_cards();
            let card = bot.play(&view, legal, rng);
            let fault = !legal.has(card);
            take(Action::card(if fault { choose(rng, legal).expect("a card") } else { card }));
            fault
        }
        Phase::Assign => {
            let legal = before.legal_seats();
            let to = bot.assign(&view, legal, rng);
            let fault = !legal.has(to);
            take(Action::assign(if fault { legal.nth(below(rng, legal.len())).expect("a seat") } else { to }));
            fault
        }
        Phase::Over => unreachable!("nobody decides"),
    }
}

/// All that a state answers, and what the streams come to.
fn all_of(state: &State<'_>, rngs: &mut BySeat<Rng>) -> String {
    let voids = BySeat::from_fn(|seat| state.voids(seat));
    let (winners, assigned): (Vec<_>, Vec<_>) = (state.winners().collect(), state.assigned().collect());
    let revealers = gongzhu::REVEALABLE.map(|card| state.revealed_by(card));
    let next = rngs.0.each_mut().map(|rng| below(rng, 1 << 30));
    format!(
        "{state:?} {voids:?} {winners:?} {assigned:?} {revealers:?} {:?} {:?} {next:?}",
        state.lines(),
        state.scores()
    )
}

fn the_table_plays_the_steps<S: Strategy + Copy>(bot: S, presets: &[&str], faulty: bool) {
    for (index, preset) in presets.iter().cycle().take(40 * presets.len()).enumerate() {
        let rules = Rules::parse(preset).expect("a preset");
        let streams = || BySeat::from_fn(|seat| stream(21, index as u64, Purpose::Seat { table: 0, seat }));
        let setup = Setup::first(&rules, Deal::random(&mut stream(21, index as u64, Purpose::Deal)));
        let new = || State::new(&setup).expect("a first hand");

        let (mut state, mut bots, mut rngs, mut faults) = (new(), BySeat::splat(bot), streams(), BySeat::splat(0));
        let mut decisions = 0;
        while state.phase() != Phase::Over {
            let seat = state.turn();
            faults[seat] += u8::from(step(&mut state, &mut bots, &mut rngs));
            decisions += 1;
        }
        let expected = all_of(&state, &mut rngs);
        assert_eq!(faults != BySeat::splat(0), faulty, "{preset}");

        // Told one by one, the decisions are the same, and lead from each state to the next.
        let (mut state, mut bots, mut rngs) = (new(), BySeat::splat(bot), streams());
        let (mut told, mut replayed) = (0, new());
        let found = watch_hand(&mut state, &mut bots, &mut rngs, |before, actions, _| {
            assert_eq!(format!("{before:?}"), format!("{replayed:?}"), "{preset}");
            assert!(!actions.is_empty());
            actions.iter().for_each(|action| replayed.play(action).expect("a legal action"));
            told += 1;
        });
        assert_eq!((all_of(&state, &mut rngs), told, found), (expected.clone(), decisions, faults), "{preset}");

        for steps in (0..=decisions).filter(|&steps| steps == 0 || (steps + index) % 7 == 0) {
            let (mut state, mut bots, mut rngs, mut found) = (new(), BySeat::splat(bot), streams(), BySeat::splat(0));
            for _ in 0..steps {
                let seat = state.turn();
                found[seat] += u8::from(step(&mut state, &mut bots, &mut rngs));
            }
            let rest = play_hand(&mut state, &mut bots, &mut rngs);
            assert_eq!(all_of(&state, &mut rngs), expected, "{preset}, taken over after {steps} decisions");
            assert_eq!(BySeat::from_fn(|seat| found[seat] + rest[seat]), faults, "{preset}");
        }
    }
}

const PRESETS: [&str; 6] = ["classic", "swap", "pagat", "scrofa", "hearts", "tantony"];

#[test]
fn random_bots() {
    the_table_plays_the_steps(Random, &PRESETS, false);
}

#[test]
fn careless_bots() {
    for phase in [Phase::Pass, Phase::Reveal, Phase::Play, Phase::Assign] {
        the_table_plays_the_steps(Careless(phase), &PRESETS, true);
    }
}
