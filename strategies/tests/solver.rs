//! The solver against a plain search without any of its devices, on random ends of hands, and on positions small enough to
//! be solved by hand.

use gongzhu::rng::{Purpose, Rng, below, stream};
use gongzhu::{Action, BySeat, Card, CardSet, Deal, Game, Phase, Rules, Seat, Setup, State, Trick};
use gongzhu_strategies::solver::{Limits, SolveError, Solver, gain};

/// What must have come up for a comparison to mean something.
#[derive(Default, Debug)]
struct Events {
    positions: usize,
    in_trick: usize,
    assigns: usize,
    /// Positions in which play after best play or any other can end in a moon.
    moons: usize,
    slams: usize,
    hogs: usize,
    /// Positions with a locked card that its holder may not play.
    locks: usize,
    revealed: usize,
    /// Positions in which the seat to play has at least two cards of different value.
    choices: usize,
    queens: usize,
    unbroken: usize,
}

/// The plain search: every action, nothing left out, nothing remembered.
struct Plain {
    leaves: usize,
    moon: bool,
    slam: bool,
    hog: bool,
}

impl Plain {
    fn scores(&mut self, state: &State<'_>) -> BySeat<i16> {
        if state.phase() == Phase::Over {
            return self.leaf(state);
        }
        let turn = state.turn();
        let rules = state.setup().rules;
        let mut best: Option<BySeat<i16>> = None;
        for action in state.legal().iter() {
            let mut next = *state;
            next.play(action).expect("a legal action");
            let scores = self.scores(&next);
            if best.is_none_or(|best| wish(rules, turn, &scores) > wish(rules, turn, &best)) {
                best = Some(scores);
            }
        }
        best.expect("an action")
    }

    fn leaf(&mut self, state: &State<'_>) -> BySeat<i16> {
        const SLAM: CardSet = CardSet::HEARTS.with(Card::PIG).with(Card::SHEEP).with(Card::TRANSFORMER);
        self.leaves += 1;
        let pooled = state.setup().rules.get("team_score").as_deref() == Some("pool");
        let pile =
            |seat: Seat| state.taken()[seat] | if pooled { state.taken()[seat.across()] } else { CardSet::EMPTY };
        let holds = |cards: CardSet| Seat::ALL.into_iter().any(|seat| cards.is_subset(pile(seat)));
        match state.setup().rules.game() {
            Game::GongZhu => {
                self.moon |= holds(CardSet::HEARTS);
                self.slam |= holds(SLAM);
            }
            Game::Hearts => self.moon |= holds(CardSet::HEARTS.with(Card::PIG)),
            Game::Tantony => {
                let hog = |trick: Trick<'_>| trick.cards.len() == 4 && trick.followed().len() == 1;
                self.hog |= state.tricks().skip(9).any(hog);
            }
        }
        state.scores()
    }
}

/// What a seat maximises, in the order of weight; the first of equal actions is taken (docs/solver.md).
fn wish(rules: &Rules, seat: Seat, scores: &BySeat<i16>) -> [i32; 2] {
    let s = scores.map(i32::from);
    if rules.partnership() {
        let (own, other) = (s[seat], s[seat.next()]);
        let sum = if seat.side() == 0 { own + other } else { -own - other };
        return [own - other, sum];
    }
    let sign = if rules.game() == Game::Hearts { -1 } else { 1 };
    let sum: i32 = s.0.iter().sum();
    [sign * (3 * s[seat] - (sum - s[seat])), 0]
}

fn thrice_gain(rules: &Rules, seat: Seat, scores: &BySeat<i16>) -> i32 {
    wish(rules, seat, scores)[0] * if rules.partnership() { 3 } else { 1 }
}

fn chance(rng: &mut Rng, percent: usize) -> bool {
    below(rng, 100) < percent
}

/// A deal; with `strong` that seat has most high cards.
fn deal(rng: &mut Rng, strong: Option<Seat>) -> Deal {
    let mut deck: Vec<Card> = Card::all().collect();
    for i in (1..52).rev() {
        deck.swap(i, below(rng, i + 1));
    }
    if let Some(seat) = strong {
        deck.sort_by_cached_key(|card| std::cmp::Reverse(card.rank().index() + below(rng, 8)));
        let first = seat.index() * 13;
        for i in 13..52 {
            deck.swap(i, 13 + below(rng, 39));
        }
        for i in 0..13 {
            deck.swap(i, first + i);
        }
    }
    Deal::new(BySeat::from_fn(|seat| deck[seat.index() * 13..][..13].iter().copied().collect())).expect("a deal")
}

/// A card as players choose it who let `strong` take everything, or who do not touch the suits of revealed cards
/// and do not break hearts.
fn choose(rng: &mut Rng, state: &State<'_>, strong: Option<Seat>) -> Card {
    let legal = state.legal_cards();
    let any = |rng: &mut Rng, cards: CardSet| cards.nth(below(rng, cards.len())).expect("a card");
    let Some(strong) = strong else {
        let hearts = if state.broken() { CardSet::EMPTY } else { CardSet::HEARTS };
        let avoided = state.locked().iter().fold(hearts, |all, card| all | CardSet::suit(card.suit()));
        return any(rng, if (legal - avoided).is_empty() { legal } else { legal - avoided });
    };
    if chance(rng, 8) {
        return any(rng, legal);
    }
    let by_rank = |cards: CardSet| cards.iter().max_by_key(|card| (card.rank(), card.suit() != gongzhu::Suit::Clubs));
    if state.turn() == strong {
        return by_rank(legal).expect("a card");
    }
    let points = legal & CardSet::HEARTS.with(Card::PIG).with(Card::SHEEP).with(Card::TRANSFORMER);
    let followed = state.trick().suit().is_some_and(|led| legal.meets(CardSet::suit(led)));
    if state.trick().winner() == Some(strong) && !followed && !points.is_empty() {
        return by_rank(points).expect("a card");
    }
    legal.iter().min_by_key(|card| card.rank()).expect("a card")
}

/// Plays on until each seat has `cards` cards, and `more` cards or decisions further.
fn play_on(rng: &mut Rng, state: &mut State<'_>, strong: Option<Seat>, cards: usize, more: usize) {
    let mut extra = 0;
    while state.phase() != Phase::Over {
        if matches!(state.phase(), Phase::Play | Phase::Assign) && state.plays().len() >= 4 * (13 - cards) {
            if extra == more {
                return;
            }
            extra += 1;
        }
        let action = match state.phase() {
            Phase::Play => Action::card(choose(rng, state, strong)),
            _ => {
                let actions: Vec<Action> = state.legal().iter().collect();
                actions[below(rng, actions.len())]
            }
        };
        state.play(action).expect("a legal action");
    }
}

fn rules(name: &str) -> Rules {
    let (name, settings) = name.split_once(' ').unwrap_or((name, ""));
    let settings = settings.split_whitespace().filter_map(|setting| setting.split_once('='));
    Rules::parse(name).and_then(|rules| rules.with_settings(settings)).expect("rules")
}

/// Compares on `counts[k - 1]` random positions with `k` cards a hand. `skew` per cent of them come from hands in which one seat
/// takes nearly everything.
fn compare(name: &str, counts: [usize; 4], skew: usize) -> Events {
    let rules = rules(name);
    let mut events = Events::default();
    let mut solver = Solver::new(&rules);
    // Entries are pushed out all the time.
    let mut cramped = Solver::with_limits(&rules, Limits { entries: 8, ..Limits::default() });
    for (k, count) in counts.into_iter().enumerate() {
        for index in 0..count {
            let rng = &mut stream(7, index as u64 * 4 + k as u64, Purpose::Deal);
            let strong = chance(rng, skew).then(|| Seat::ALL[below(rng, 4)]);
            let number = below(rng, 4) as u32;
            let totals = BySeat::from_fn(|_| below(rng, 100) as i32);
            let (opener, taker) = (below(rng, 4), below(rng, 4));
            let opening_seat = (rules.game() == Game::Tantony).then_some(Seat::ALL[opener]);
            let pig_taker = Some(Seat::ALL[taker]);
            let setup = Setup { number, totals, opening_seat, pig_taker, ..Setup::first(&rules, deal(rng, strong)) };
            let mut state = State::new(&setup).expect("a setup");
            let more = below(rng, 5);
            play_on(rng, &mut state, strong, k + 1, more);
            compare_position(&mut solver, &mut cramped, &state, &mut events);
        }
    }
    println!("{name}: {events:?}");
    events
}

fn compare_position(solver: &mut Solver, cramped: &mut Solver, state: &State<'_>, events: &mut Events) {
    let rules = state.setup().rules;
    let mut plain = Plain { leaves: 0, moon: false, slam: false, hog: false };
    let at = || gongzhu::Record::of(state).to_json();
    let mut wanted = Vec::new();
    for action in state.legal().iter() {
        let mut next = *state;
        next.play(action).expect("a legal action");
        wanted.push((action, plain.scores(&next)));
    }
    // `max_by_key` takes the last of equals.
    let best = wanted.iter().rev().map(|&(_, scores)| scores).max_by_key(|scores| wish(rules, state.turn(), scores));
    let best = best.unwrap_or(state.scores());
    assert_eq!(solver.scores(state), Some(best), "{}", at());
    assert_eq!(cramped.scores(state), Some(best), "with a small table: {}", at());
    let values = solver.values(state).expect("a value");
    let values: Vec<_> = values.into_iter().map(|value| (value.action, value.scores)).collect();
    assert_eq!(values, wanted, "{}", at());
    let solution = solver.solve(state).expect("a solution");
    assert_eq!(solution.scores, best, "{}", at());
    let first = wanted.iter().find(|(_, scores)| *scores == best).map(|&(action, _)| action);
    assert_eq!(solution.line.first().copied(), first, "{}", at());
    let mut end = *state;
    for &action in &solution.line {
        end.play(action).expect("a legal line");
    }
    assert_eq!((end.phase(), end.scores()), (Phase::Over, best), "{}", at());
    for (seat, _) in best.iter() {
        assert_eq!((3.0 * gain(rules, &best, seat)).round() as i32, thrice_gain(rules, seat, &best));
    }

    events.positions += 1;
    events.in_trick += usize::from(!state.trick().cards.is_empty());
    events.assigns += usize::from(state.phase() == Phase::Assign);
    events.moons += usize::from(plain.moon);
    events.slams += usize::from(plain.slam);
    events.hogs += usize::from(plain.hog);
    let hand = state.hands()[state.turn()];
    let locked = state.phase() == Phase::Play
        && (hand & state.locked())
            .iter()
            .any(|card| !state.legal_cards().has(card) && state.trick().suit().is_none_or(|led| led == card.suit()));
    events.locks += usize::from(locked);
    events.revealed += usize::from(!state.revealed().is_empty());
    events.choices += usize::from(wanted.iter().any(|(_, scores)| *scores != best));
    let after_queen = state.piles().tricks_after_qd.0.iter().any(|&tricks| tricks > 0);
    events.queens += usize::from(after_queen);
    events.unbroken += usize::from(!state.broken());
}

#[test]
fn each_for_itself_in_gong_zhu() {
    for name in ["classic", "swap", "pagat", "scrofa partnership=false", "classic+cap-800+pip-hearts"] {
        let events = compare(name, [400, 900, 700, 40], 40);
        assert!(events.choices > 100 && events.in_trick > 300, "{name}: {events:?}");
        assert!(events.moons > 50 && events.slams > 20, "{name}: {events:?}");
        assert!(name.starts_with("scrofa") || events.revealed > 300 && events.locks > 10, "{name}: {events:?}");
        assert!(name != "classic" || events.unbroken > 10, "{name}: {events:?}");
    }
}

#[test]
fn options_that_the_reductions_must_know() {
    // A reduction that forgot one of these would take cards for equal, or a hand for settled.
    let locked =
        "swap+queen-of-diamonds revealed_ace_lock=suit break_hearts=true heart_values=0,0,0,0,0,0,0,0,0,0,0,0,-7";
    for name in ["classic+queen-of-diamonds", locked, "pagat counting_card=scoring_heart transformer_alone=30"] {
        let events = compare(name, [400, 900, 700, 40], 30);
        assert!(events.choices > 150 && events.revealed > 300 && events.locks > 10, "{name}: {events:?}");
        assert!(!name.contains("queen") || events.queens > 300, "{name}: {events:?}");
        assert!(events.moons > 20, "{name}: {events:?}");
    }
}

/// What else a position remembers: the same cards may be left with a lock or without, with hearts broken or not.
#[test]
fn locks_and_unbroken_hearts() {
    let locked = |state: &State<'_>| {
        let with_others = |hand: CardSet, card: Card| (hand & CardSet::suit(card.suit())).len() > 1;
        let held = |hand: &CardSet| (*hand & state.locked()).iter().any(|card| with_others(*hand, card));
        state.hands().0.iter().any(held)
    };
    let unbroken = |state: &State<'_>| {
        let hearts = state.hands().0.map(|hand| (hand & CardSet::HEARTS).len());
        !state.broken() && hearts.iter().any(|&count| count > 2)
    };
    for (name, fits) in [
        ("swap", &locked as &dyn Fn(&State<'_>) -> bool),
        ("classic+partnership", &locked),
        ("classic", &unbroken),
        ("classic+partnership", &unbroken),
    ] {
        let rules = rules(name);
        let mut events = Events::default();
        let mut solver = Solver::new(&rules);
        let mut cramped = Solver::with_limits(&rules, Limits { entries: 8, ..Limits::default() });
        for index in 0.. {
            let rng = &mut stream(8, index, Purpose::Deal);
            let setup = Setup { pig_taker: Some(Seat::ALL[0]), ..Setup::first(&rules, deal(rng, None)) };
            let mut state = State::new(&setup).expect("a setup");
            play_on(rng, &mut state, None, 4, 0);
            if fits(&state) {
                compare_position(&mut solver, &mut cramped, &state, &mut events);
            }
            if events.positions == 80 {
                break;
            }
        }
        assert!(events.choices > 30, "{name}: {events:?}");
    }
}

#[test]
fn partners_in_gong_zhu() {
    let pool = "classic+partnership team_score=pool";
    for name in ["scrofa", "classic+partnership", pool, "swap+partnership+queen-of-diamonds team_score=pool"] {
        let events = compare(name, [400, 900, 700, 40], 40);
        assert!(events.choices > 150 && events.in_trick > 300, "{name}: {events:?}");
        assert!(events.moons > 50 && events.slams > 20, "{name}: {events:?}");
        assert!(name == "scrofa" || events.revealed > 300 && events.locks > 10, "{name}: {events:?}");
    }
}

#[test]
fn hearts() {
    let house = "hearts qs_breaks_hearts=true lead_hearts_instead_of_qs=true jd_bonus=true no_tricks_bonus=true";
    for name in ["hearts", "hearts-openspiel", "hearts moon=shooter_minus", house] {
        let events = compare(name, [400, 900, 700, 40], 50);
        assert!(events.choices > 100 && events.in_trick > 300 && events.moons > 100, "{name}: {events:?}");
    }
    let events = compare("hearts", [50, 300, 300, 30], 0);
    assert!(events.choices > 100 && events.unbroken > 0, "{events:?}");
}

#[test]
fn tantony() {
    let events = compare("tantony", [400, 1200, 900, 25], 20);
    assert!(events.choices > 500 && events.in_trick > 500 && events.assigns > 200 && events.hogs > 500, "{events:?}");
}

/// A state in which the seats hold these cards and `leader` leads, after some play that ends with `fits`.
fn ending<'s>(
    setup: &'s mut Setup<'_>,
    held: [&str; 4],
    leader: usize,
    fits: impl Fn(&State<'_>) -> bool,
) -> State<'s> {
    let held = BySeat(held.map(|cards| cards.parse::<CardSet>().expect("cards")));
    let kept = held.0.into_iter().fold(CardSet::EMPTY, |all, hand| all | hand);
    let history = (0..1_000_000).find_map(|index| {
        let rng = &mut stream(11, index, Purpose::Deal);
        let mut rest = !kept;
        let hands = held.map(|hand| {
            let mut hand = hand;
            while hand.len() < 13 {
                let card = rest.nth(below(rng, rest.len())).expect("a card");
                (hand, rest) = (hand.with(card), rest.without(card));
            }
            hand
        });
        let setup = Setup { deal: Deal::new(hands).expect("a deal"), ..*setup };
        let mut state = State::new(&setup).expect("a setup");
        let mut actions = Vec::new();
        while *state.hands() != held || state.phase() == Phase::Assign {
            let legal: Vec<Action> = state.legal().iter().filter(|&action| !is_kept(action, kept)).collect();
            let action = *legal.get(below(rng, legal.len().max(1)))?;
            actions.push(action);
            state.play(action).expect("a legal action");
        }
        (state.turn() == Seat::ALL[leader] && fits(&state)).then_some((setup.deal, actions))
    });
    let (deal, actions) = history.expect("some play that ends there");
    setup.deal = deal;
    let mut state = State::new(setup).expect("a setup");
    actions.into_iter().for_each(|action| state.play(action).expect("a legal action"));
    state
}

fn is_kept(action: Action, kept: CardSet) -> bool {
    kept.iter().any(|card| Action::card(card) == action)
}

/// What the actions change in the scores as they stand.
fn changes(state: &State<'_>) -> Vec<(String, [i16; 4])> {
    let mut solver = Solver::new(state.setup().rules);
    let now = state.scores();
    let change = |scores: BySeat<i16>| BySeat::from_fn(|seat| scores[seat] - now[seat]).0;
    solver.values(state).expect("values").iter().map(|v| (v.action.to_string(), change(v.scores))).collect()
}

fn line(state: &State<'_>) -> String {
    let line = Solver::new(state.setup().rules).solve(state).expect("a solution").line;
    line.iter().map(Action::to_string).collect::<Vec<_>>().join(" ")
}

/// Seat 1 holds the pig. On the lead of a spade it must take it itself; on the lead of a diamond it gives it to seat 3.
#[test]
fn a_pig_to_be_flushed_out() {
    let held = ["S:5 D:2", "S:QJ", "S:T D:3", "S:4 D:4"];
    // Nobody has all hearts, and the transformer is where it does not matter.
    let plain = |state: &State<'_>| {
        let taken = state.taken();
        Seat::ALL.into_iter().all(|seat| !CardSet::HEARTS.is_subset(taken[seat]))
            && taken[Seat::ALL[0]].has(Card::TRANSFORMER)
    };
    for (name, pig_to_1, pig_to_3) in [
        ("pagat+no-reveal", [0, -100, 0, 0], [0, 0, 0, -100]),
        // Partners have one score; who of them takes the pig is the same.
        ("scrofa", [0, -100, 0, -100], [0, -100, 0, -100]),
        ("hearts-openspiel pass=off", [0, 13, 0, 0], [0, 0, 0, 13]),
    ] {
        let rules = rules(name);
        let setup = &mut Setup { opening_seat: Some(Seat::ALL[0]), ..Setup::first(&rules, any_deal()) };
        let state = ending(setup, held, 0, plain);
        assert_eq!(changes(&state), [("5S".to_owned(), pig_to_1), ("2D".to_owned(), pig_to_3)], "{name}");
    }
}

/// Seat 1 can give the pig to seat 2 or seat 3 and gains the same: it plays the card that comes first.
#[test]
fn equal_gains_are_told_apart_by_card_order() {
    let held = ["S:5 D:2", "S:QJ", "S:K D:3", "S:4 D:4"];
    let rules = rules("pagat+no-reveal");
    let setup = &mut Setup { opening_seat: Some(Seat::ALL[0]), ..Setup::first(&rules, any_deal()) };
    let plain = |state: &State<'_>| {
        let taken = state.taken();
        Seat::ALL.into_iter().all(|seat| !CardSet::HEARTS.is_subset(taken[seat]))
            && taken[Seat::ALL[0]].has(Card::TRANSFORMER)
    };
    let mut state = ending(setup, held, 0, plain);
    assert_eq!(changes(&state), [("5S".to_owned(), [0, 0, 0, -100]), ("2D".to_owned(), [0, 0, -100, 0])]);
    assert_eq!(line(&state), "5S JS KS 4S 3D 4D 2D QS");
    state.play(Action::card("5S".parse().expect("a card"))).expect("a legal card");
    assert_eq!(changes(&state), [("JS".to_owned(), [0, 0, 0, -100]), ("QS".to_owned(), [0, 0, -100, 0])]);
}

/// The last trick to be given goes to seat 0, which leads again. With 2H first its side has both runts, 2 and 3 points; after KS
/// seat 3 keeps AH and takes the 2.
#[test]
fn the_order_of_the_last_two_tricks_of_tantony() {
    let held = ["S:K H:2", "S:3 H:9", "S:4 H:T", "H:A C:5"];
    let rules = rules("tantony");
    let setup = &mut Setup { opening_seat: Some(Seat::ALL[0]), ..Setup::first(&rules, any_deal()) };
    let state = ending(setup, held, 0, |state| state.taken()[Seat::ALL[0]].len() == 8);
    assert_eq!(changes(&state), [("KS".to_owned(), [3, 2, 3, 2]), ("2H".to_owned(), [5, 0, 5, 0])]);
}

/// A seat that holds a whole suit and leads takes everything.
#[test]
fn a_whole_hand_of_winners() {
    let rules = rules("pagat+no-reveal");
    let suits = [CardSet::SPADES, CardSet::HEARTS, CardSet::DIAMONDS, CardSet::CLUBS];
    let setup = Setup::first(&rules, Deal::new(BySeat(suits)).expect("a deal"));
    let state = State::new(&setup).expect("a setup");
    let mut solver = Solver::new(&rules);
    assert_eq!(solver.scores(&state), Some(BySeat([800, 0, 0, 0])), "all sixteen counting cards");
}

fn any_deal() -> Deal {
    Deal::random(&mut stream(1, 0, Purpose::Deal))
}

fn position<'s>(setup: &'s Setup<'_>, tricks: usize) -> State<'s> {
    let mut state = State::new(setup).expect("a setup");
    play_on(&mut stream(2, 0, Purpose::Deal), &mut state, None, 13 - tricks, 0);
    state
}

#[test]
fn a_call_never_goes_beyond_its_limit_and_remembers_nothing() {
    for name in ["classic", "classic+partnership", "tantony", "hearts"] {
        let rules = rules(name);
        let setup = Setup { opening_seat: Some(Seat::ALL[0]), ..Setup::first(&rules, any_deal()) };
        let (early, late) = (position(&setup, 5), position(&setup, if name == "tantony" { 9 } else { 7 }));
        let mut solver = Solver::new(&rules);
        let scores = solver.scores(&late);
        let nodes = solver.nodes();
        assert!(scores.is_some() && nodes > 20, "{name}: {nodes}");
        let mut tight = Solver::with_limits(&rules, Limits { nodes, ..Limits::default() });
        assert_eq!((tight.scores(&late), tight.nodes()), (scores, nodes), "{name}: just enough");
        assert_eq!(tight.scores(&early), None, "{name}");
        assert_eq!(tight.solve(&early), Err(SolveError::Nodes(nodes)));
        assert_eq!(tight.values(&early), Err(SolveError::Nodes(nodes)));
        assert_eq!(tight.nodes(), nodes + 1, "{name}: it stops at once");
        assert_eq!((tight.scores(&late), tight.nodes()), (scores, nodes), "{name}: as if nothing had been");
        let mut tighter = Solver::with_limits(&rules, Limits { nodes: nodes - 1, ..Limits::default() });
        assert_eq!(tighter.scores(&late), None, "{name}");
        let starved = Solver::with_limits(&rules, Limits { entries: 0, ..Limits::default() }).scores(&late);
        assert_eq!(starved, scores, "{name}: without memory");
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let (classic, pass) = (rules("classic"), rules("classic+pass"));
    let setup = Setup::first(&pass, any_deal());
    let state = State::new(&setup).expect("a setup");
    assert_eq!(Solver::new(&pass).solve(&state), Err(SolveError::Phase(Phase::Pass)));
    assert_eq!(Solver::new(&classic).scores(&position(&setup, 10)), None);
    assert_eq!(Solver::new(&classic).solve(&position(&setup, 10)), Err(SolveError::Rules));
    let setup = Setup::first(&classic, any_deal());
    let state = State::new(&setup).expect("a setup");
    assert_eq!(Solver::new(&classic).values(&state), Err(SolveError::Phase(Phase::Reveal)));
    let over = position(&setup, 13);
    let solution = Solver::new(&classic).solve(&over).expect("the end of a hand");
    assert_eq!((solution.scores, solution.line), (over.scores(), Vec::new()));
    assert_eq!(Solver::new(&classic).values(&over), Ok(Vec::new()));
}
