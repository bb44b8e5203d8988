//! Roll-outs of the kernels against the engine: from positions of random hands, at every stage, the same draws lead to the same
//! scores. The sensible policy is written here a second time, from its description.

mod common;
mod reference;

use common::{chance, pick};
use gongzhu::kernel::{Choice, Fitted, MOST_CHANGE, NOISE, Playout, Processor, Rollouts, SensibleWeights, Situation};
use gongzhu::rng::{Purpose, Rng, below, stream};
use gongzhu::rules::{Book, PRESETS};
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{Action, BySeat, Card, CardSet, Deal, Game, Phase, REVEALABLE, Rules, Seat, Setup, State, Suit, View};
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

const PROCESSORS: [Processor; 3] = [Processor::Portable, Processor::Bmi2, Processor::Avx2];

fn hands() -> u64 {
    let hands = std::env::var("GONGZHU_TEST_HANDS").ok().and_then(|hands| hands.parse().ok());
    hands.unwrap_or(400u64).div_ceil(25)
}

/// The random words of one lane of a block, by the description in the documentation.
struct Luck {
    generators: [Xoshiro256PlusPlus; 4],
    lane: usize,
}

fn split_mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

impl Luck {
    fn new(key: u64, world: usize) -> Luck {
        let block = (world / 16) as u64;
        let mut at = split_mix(key ^ split_mix(block));
        let mut word = || {
            let word = split_mix(at);
            at = at.wrapping_add(0x9E37_79B9_7F4A_7C15);
            word
        };
        let generators = [(); 4].map(|()| {
            let words = [(); 4].map(|()| word().to_le_bytes());
            let mut seed = [0; 32];
            seed.copy_from_slice(words.as_flattened());
            Xoshiro256PlusPlus::from_seed(seed)
        });
        Luck { generators, lane: world % 16 }
    }

    fn step(&mut self) -> [u64; 4] {
        self.generators.each_mut().map(rand_core::Rng::next_u64)
    }

    fn half(&mut self) -> u32 {
        (self.step()[self.lane / 4] >> (16 * (self.lane % 4))) as u32 & 0xFFFF
    }

    fn row(&mut self) -> u64 {
        let rows = [(); 4].map(|()| self.step());
        rows[self.lane / 4][self.lane % 4]
    }

    fn fraction(&mut self) -> u32 {
        let high = self.half();
        high << 16 | self.half()
    }
}

fn draw(fraction: &mut u32, n: usize) -> usize {
    let product = u64::from(*fraction) * n as u64;
    *fraction = product as u32;
    (product >> 32) as usize
}

/// A roll-out by the engine from a state, whose hands are the world.
fn plain(state: &State<'_>, choice: Option<Choice>, playout: &Playout, luck: &mut Luck) -> BySeat<i16> {
    let setup = *state.setup();
    let mut state = *state;
    if matches!(state.phase(), Phase::Pass | Phase::Reveal) {
        let fresh = State::new(&setup).expect("a setup");
        return plain_from_pass(&fresh, &state, choice, playout, luck);
    }
    play_on(&mut state, choice, playout, luck)
}

fn plain_from_pass(
    fresh: &State<'_>,
    seen: &State<'_>,
    choice: Option<Choice>,
    playout: &Playout,
    luck: &mut Luck,
) -> BySeat<i16> {
    let (coins, mut fraction) = (luck.half(), luck.row());
    let (me, rules) = (seen.turn(), seen.setup().rules);
    let mut state = *fresh;
    if state.phase() == Phase::Pass {
        let mut triples = BySeat::splat(CardSet::EMPTY);
        for seat in Seat::ALL {
            let product = u128::from(fraction) * 286;
            fraction = product as u64;
            triples[seat] = triple(fresh.hands()[seat], (product >> 64) as usize);
        }
        for _ in 0..4 {
            let seat = state.turn();
            let cards = match (seen.phase(), choice) {
                (Phase::Pass, Some(Choice::Pass(cards))) if seat == me => cards,
                (Phase::Pass, _) => triples[seat],
                _ => seen.passed()[seat],
            };
            cards.iter().for_each(|card| state.play(Action::card(card)).expect("a pass"));
        }
    }
    let view = View::new(seen, me);
    let mut decided_before = seen.phase() == Phase::Reveal;
    while state.phase() == Phase::Reveal {
        let seat = state.turn();
        if seat == me {
            decided_before = false;
        }
        let simultaneous = matches!(rules.book(), Book::GongZhu(options) if options.reveal_timing == gongzhu::rules::gong_zhu::RevealTiming::Simultaneous);
        let legal = state.legal_reveals();
        let drawn: CardSet =
            (0..4).filter(|i| coins >> i & 1 == 1).map(|i| REVEALABLE[i]).filter(|card| legal.has(*card)).collect();
        let known = |card: &Card| view.revealed().has(*card) || view.pending_reveals().has(*card);
        let shown: CardSet = legal.iter().filter(known).collect();
        let cards = match choice {
            Some(Choice::Reveal(cards)) if seat == me => cards | shown,
            _ if decided_before && !simultaneous => shown,
            // The seat in turn may have revealed some of its cards already.
            _ if seat == me => drawn | shown,
            _ => drawn,
        };
        cards.iter().filter_map(Action::reveal).for_each(|action| state.play(action).expect("a reveal"));
        state.play(Action::DONE).expect("the end of the reveals");
    }
    play_on(&mut state, None, playout, luck)
}

/// The triple with this number among the three-card subsets of thirteen cards in ascending order.
fn triple(hand: CardSet, index: usize) -> CardSet {
    let sets = (0..1u32 << 13).filter(|set| set.count_ones() == 3);
    let set = sets.into_iter().nth(index).expect("one of 286");
    hand.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, card)| card).collect()
}

fn play_on(state: &mut State<'_>, choice: Option<Choice>, playout: &Playout, luck: &mut Luck) -> BySeat<i16> {
    match choice {
        Some(Choice::Play(card)) => state.play(Action::card(card)).expect("a legal card"),
        Some(Choice::Assign(seat)) => state.play(Action::assign(seat)).expect("a legal seat"),
        _ => {}
    }
    let (mut first, mut second) = (0, 0);
    let mut drawn = usize::MAX;
    while !matches!(state.phase(), Phase::Over) {
        let waiting = state.phase() == Phase::Assign;
        let trick = state.tricks_played() - usize::from(waiting);
        if drawn != trick && trick < 12 {
            let on_table = if waiting { 4 } else { state.trick().cards.len() };
            first = if on_table < 2 { luck.fraction() } else { 0 };
            second = luck.fraction();
            drawn = trick;
        }
        if waiting {
            let seats: Vec<Seat> = state.legal_seats().iter().collect();
            let seat = seats[draw(&mut second, seats.len())];
            state.play(Action::assign(seat)).expect("a legal seat");
            continue;
        }
        let legal = state.legal_cards();
        let position = state.trick().cards.len();
        let fraction = if position < 2 { &mut first } else { &mut second };
        let card = match playout {
            Playout::Sensible(weights) if trick < 12 => {
                let word = if position.is_multiple_of(2) { *fraction >> 16 } else { *fraction & 0xFFFF };
                sensible(state, weights, legal, word)
            }
            _ if trick == 12 => legal.first().expect("the last card"),
            _ => legal.nth(draw(fraction, legal.len())).expect("a legal card"),
        };
        state.play(Action::card(card)).expect("a legal card");
    }
    state.scores()
}

/// The sensible policy: the legal card with the most weight and noise.
fn sensible(state: &State<'_>, weights: &SensibleWeights, legal: CardSet, word: u32) -> Card {
    let revealed = state.revealed();
    let transformer = |cards: CardSet| weights.transformer && cards.has(Card::TRANSFORMER);
    let of = |table: &[[i16; 13]; 4], card: Card| i32::from(table[card.suit().index()][card.rank().index()]);
    let points = |cards: CardSet| -> i32 {
        cards
            .iter()
            .map(|card| {
                let doubled = card.suit() != Suit::Clubs && revealed.iter().any(|shown| shown.suit() == card.suit());
                of(&weights.points, card) * if doubled { 2 } else { 1 }
            })
            .sum()
    };
    let times = if revealed.has(Card::TRANSFORMER) { 4 } else { 2 };
    let (seat, trick) = (state.turn(), state.trick());
    let taken: CardSet = state.taken().0.into_iter().fold(CardSet::EMPTY, |all, pile| all | pile);
    let rest = (points(CardSet::ALL) - points(taken)).div_euclid(4);
    let hands = state.hands();
    let others: CardSet =
        Seat::ALL.into_iter().filter(|&other| other != seat).fold(CardSet::EMPTY, |all, other| all | hands[other]);
    let is_ally = |other: Seat| other == seat || weights.partnership && other.side() == seat.side();
    let Fitted { cards, held, others: by_others, change } = weights.fitted;
    let counted = |way: usize, card: Card| {
        let suit = card.suit();
        let (own, theirs) = (hands[seat].in_suit(suit).len(), others.in_suit(suit).len());
        i32::from(held[way][suit.index()][own]) + i32::from(by_others[way][suit.index()][theirs])
    };
    let weight = |card: Card| -> i32 {
        let Some(best) = trick.highest() else {
            return of(&cards[Situation::Lead as usize], card) + counted(0, card);
        };
        let holder = trick.winner().expect("a card on the table");
        let follows = Some(card.suit()) == trick.suit();
        let takes = follows && card.rank() > best.rank();
        let situation = match (follows, takes, trick.cards.len() == 3) {
            (true, true, true) => Situation::LastOver,
            (true, true, false) => Situation::Over,
            (true, false, true) => Situation::LastUnder,
            (true, false, false) => Situation::Under,
            (false, ..) if is_ally(holder) => Situation::AllyDiscard,
            (false, ..) => Situation::Discard,
        };
        let taker = if takes { seat } else { holder };
        let pile = state.taken()[taker];
        let before = (points(pile) + rest) * if transformer(pile) { times } else { 1 };
        let set = pile | trick.set().with(card);
        let after = (points(set) + rest) * if transformer(set) { times } else { 1 };
        let halves = (after - before) * if is_ally(taker) { 2 } else { -i32::from(weights.rivals) };
        let most = i32::from(MOST_CHANGE);
        let table = &cards[situation as usize];
        of(table, card)
            + halves.clamp(-most, most) * i32::from(change[situation as usize])
            + if follows { 0 } else { counted(1, card) }
    };
    let mut best: Option<(i32, Card)> = None;
    for card in legal {
        let sixteenth = ((word * u32::from(SensibleWeights::multiplier(card))) >> 12) & 15;
        let worth = weight(card) + i32::from(NOISE[sixteenth as usize]);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, card));
        }
    }
    best.expect("a legal card").1
}

fn choices(state: &State<'_>, rng: &mut Rng) -> Vec<Option<Choice>> {
    let legal = state.legal_cards();
    let one = match state.phase() {
        Phase::Pass => Choice::Pass(gongzhu::rng::choose_many(rng, state.hands()[state.turn()], 3)),
        Phase::Reveal => Choice::Reveal(state.legal_reveals().iter().filter(|_| chance(rng, 50)).collect()),
        Phase::Play => Choice::Play(gongzhu::rng::choose(rng, legal).expect("a legal card")),
        Phase::Assign => {
            let seats: Vec<Seat> = state.legal_seats().iter().collect();
            Choice::Assign(pick(rng, &seats))
        }
        Phase::Over => return Vec::new(),
    };
    vec![None, Some(one)]
}

/// Compares roll-outs at every position of random hands. Returns how many positions there were in each phase.
fn compare(rules: &Rules, hands: u64, seed: u64) -> [u64; 4] {
    let mut seen = [0; 4];
    for hand in 0..hands {
        let mut rng = stream(seed, hand, Purpose::Deal);
        let totals = BySeat::from_fn(|_| below(&mut rng, 100) as i32);
        let number = if rules.game() == Game::Tantony { 0 } else { (hand % 4) as u32 };
        let seat = Some(Seat::wrapping(below(&mut rng, 4)));
        let first = Setup { number, totals, pig_taker: seat, ..Setup::first(rules, Deal::random(&mut rng)) };
        let setup = if first.opener().is_err() { Setup { opening_seat: seat, ..first } } else { first };
        let mut state = State::new(&setup).expect("a hand");
        while state.phase() != Phase::Over {
            let phase = match state.phase() {
                Phase::Pass => 0,
                Phase::Reveal => 1,
                Phase::Assign => 3,
                _ => 2,
            };
            // Not every position: whole hands have more than sixty.
            if chance(&mut rng, 20) {
                seen[phase] += 1;
                at_position(&state, &mut rng);
            }
            let actions: Vec<Action> = state.legal().iter().collect();
            state.play_unchecked(pick(&mut rng, &actions));
        }
    }
    seen
}

fn at_position(state: &State<'_>, rng: &mut Rng) {
    let rules = state.setup().rules;
    let view = View::new(state, state.turn());
    // More than a block, and a last block that is not full.
    let mut worlds = vec![*state.hands(); 19];
    Sampler::new(&Constraints::of(&view)).expect("the true hands").fill(rng, &mut worlds);
    let truth = [0, 7, 17];
    truth.into_iter().for_each(|world| worlds[world] = *state.hands());
    let key = rng.next_u64();
    for playout in [Playout::Uniform, Playout::sensible(rules)] {
        for choice in choices(state, rng) {
            let scores = PROCESSORS.map(|processor| {
                let mut scores = Vec::new();
                Rollouts::new(&view, &playout).on(processor).play(choice, &worlds, key, &mut scores);
                scores
            });
            let case = || format!("{:?} {:?} {choice:?} {playout:?}", rules.spec(), View::new(state, state.turn()));
            assert_eq!(scores[0].len(), worlds.len());
            assert_eq!(scores[0], scores[1], "{}", case());
            assert_eq!(scores[0], scores[2], "{}", case());
            for world in truth {
                let expected = plain(state, choice, &playout, &mut Luck::new(key, world));
                assert_eq!(scores[0][world], expected, "world {world}: {}", case());
            }
        }
    }
}

/// Compares roll-outs from worlds whose passes and reveals are made up.
fn opened(state: &State<'_>, rng: &mut Rng) {
    let rules = state.setup().rules;
    let view = View::new(state, state.turn());
    let setup = view.setup();
    let sampler = Sampler::new(&Constraints::of(&view)).expect("the true hands");
    let mut worlds = Vec::new();
    let mut states = Vec::new();
    for _ in 0..19 {
        let mut state = view.imagine(&setup, &sampler.sample(rng));
        while matches!(state.phase(), Phase::Pass | Phase::Reveal) {
            let actions: Vec<Action> = state.legal().iter().collect();
            state.play(pick(rng, &actions)).expect("a legal action");
        }
        worlds.push((*state.hands(), state.revealed()));
        states.push(state);
    }
    let (hands, revealed): (Vec<_>, Vec<_>) = worlds.into_iter().unzip();
    let key = rng.next_u64();
    for playout in [Playout::Uniform, Playout::sensible(rules)] {
        for processor in PROCESSORS {
            let mut scores = Vec::new();
            Rollouts::new(&view, &playout).on(processor).play_opened(&hands, &revealed, key, &mut scores);
            for (world, state) in states.iter().enumerate() {
                let mut luck = Luck::new(key, world);
                luck.half();
                luck.row();
                let expected = play_on(&mut { *state }, None, &playout, &mut luck);
                assert_eq!(scores[world], expected, "{processor:?} world {world}: {view:?}");
            }
        }
    }
}

#[test]
fn roll_outs_of_opened_worlds_are_those_of_the_engine() {
    let mut positions = 0;
    for name in ["classic", "swap+pass", "pagat+partnership", "classic+pass", "hearts"] {
        let rules = Rules::parse(name).expect("a rule set");
        for hand in 0..hands() {
            let mut rng = stream(77, hand, Purpose::Deal);
            let pig_taker = Some(Seat::wrapping(below(&mut rng, 4)));
            let number = (hand % 4) as u32;
            let setup = Setup { number, pig_taker, ..Setup::first(&rules, Deal::random(&mut rng)) };
            let mut state = State::new(&setup).expect("a hand");
            while matches!(state.phase(), Phase::Pass | Phase::Reveal) {
                opened(&state, &mut rng);
                positions += 1;
                let actions: Vec<Action> = state.legal().iter().collect();
                state.play_unchecked(pick(&mut rng, &actions));
            }
        }
    }
    assert!(positions > 100, "{positions} positions");
}

#[test]
fn roll_outs_are_those_of_the_engine() {
    let variants =
        ["classic+pass+queen-of-diamonds", "swap+partnership", "pagat+pip-hearts+cap-800", "classic+no-reveal"];
    let mut seen = [0; 4];
    for (i, name) in PRESETS.iter().map(|preset| preset.name).chain(variants).enumerate() {
        let rules = Rules::parse(name).expect("a rule set");
        let counts = compare(&rules, hands(), i as u64);
        for (sum, count) in seen.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    assert!(seen.iter().all(|&positions| positions > 20), "positions by phase: {seen:?}");
}

#[test]
fn roll_outs_under_random_options_are_those_of_the_engine() {
    for seed in 0..hands() * 3 {
        let mut rng = stream(seed, 99, Purpose::Deal);
        let game = pick(&mut rng, &[Game::GongZhu, Game::GongZhu, Game::Hearts]);
        // Some combinations are refused.
        let Ok(rules) = Rules::new(common::options::random_book(&mut rng, game)) else { continue };
        compare(&rules, 1, 1_000 + seed);
    }
}

/// Hands of point cards alone are too rare for random deals: their ban on trick 1 is void.
#[test]
fn a_seat_that_holds_nothing_but_banned_cards_may_discard_them() {
    let twelve_hearts = CardSet::HEARTS.without(CardSet::HEARTS.first().expect("hearts"));
    for (name, hand) in [
        ("hearts", CardSet::HEARTS),
        ("hearts", twelve_hearts.with(Card::PIG)),
        ("classic", CardSet::HEARTS),
        ("swap", twelve_hearts.with(Card::SHEEP)),
    ] {
        let rules = Rules::parse(name).expect("a preset");
        let rules = rules.with_settings([("no_points_first_trick", "true")]).expect("a setting of both games");
        for seed in 0..20 {
            let mut rng = stream(seed, 5, Purpose::Deal);
            let lucky = Seat::wrapping(below(&mut rng, 4));
            let mut rest = !hand;
            let hands = BySeat::from_fn(|seat| {
                let cards = if seat == lucky { hand } else { gongzhu::rng::choose_many(&mut rng, rest, 13) };
                rest -= cards;
                cards
            });
            let deal = Deal::new(hands).expect("a deal");
            let setup = Setup { number: 3, pig_taker: Some(lucky.next()), ..Setup::first(&rules, deal) };
            let mut state = State::new(&setup).expect("a hand");
            while state.phase() != Phase::Play {
                let actions: Vec<Action> = state.legal().iter().collect();
                state.play_unchecked(pick(&mut rng, &actions));
            }
            while state.tricks_played() < 2 && state.phase() == Phase::Play {
                at_position(&state, &mut rng);
                let card = gongzhu::rng::choose(&mut rng, state.legal_cards()).expect("a legal card");
                state.play_card(card);
            }
        }
    }
}

/// Roll-outs that follow a hand from position to position, in the eyes of one seat, are those made anew at each of them.
#[test]
fn moved_roll_outs_are_those_made_anew() {
    let mut moves = 0;
    for (i, name) in PRESETS.iter().map(|preset| preset.name).chain(["classic+pass+queen-of-diamonds"]).enumerate() {
        let rules = Rules::parse(name).expect("a rule set");
        for hand in 0..hands().div_ceil(4) {
            let mut rng = stream(300 + i as u64, hand, Purpose::Deal);
            let pig_taker = Some(Seat::wrapping(below(&mut rng, 4)));
            let setup = Setup { pig_taker, ..Setup::first(&rules, Deal::random(&mut rng)) };
            let mut state = State::new(&setup).expect("a hand");
            while matches!(state.phase(), Phase::Pass | Phase::Reveal) {
                let actions: Vec<Action> = state.legal().iter().collect();
                state.play_unchecked(pick(&mut rng, &actions));
            }
            let start = state;
            let me = Seat::wrapping(below(&mut rng, 4));
            let playouts = [Playout::Uniform, Playout::sensible(&rules)];
            let mut moving = playouts.each_ref().map(|playout| Rollouts::new(&View::new(&start, me), playout));
            while state.phase() != Phase::Over {
                let view = View::new(&state, me);
                let mut worlds = [BySeat::default(); 19];
                Sampler::new(&Constraints::of(&view)).expect("the true hands").fill(&mut rng, &mut worlds);
                let key = rng.next_u64();
                for (moving, playout) in moving.iter_mut().zip(&playouts) {
                    moving.move_to(&view);
                    let fresh = Rollouts::new(&view, playout);
                    for processor in PROCESSORS {
                        let (mut moved, mut made) = (Vec::new(), Vec::new());
                        moving.clone().on(processor).play(None, &worlds, key, &mut moved);
                        fresh.clone().on(processor).play(None, &worlds, key, &mut made);
                        assert_eq!(moved, made, "{processor:?}: {view:?}");
                        let world = view.imagine(&setup, &worlds[18]);
                        let expected = play_on(&mut { world }, None, playout, &mut Luck::new(key, 18));
                        assert_eq!(moved[18], expected, "{processor:?}: {view:?}");
                    }
                }
                moves += 1;
                let actions: Vec<Action> = state.legal().iter().collect();
                state.play_unchecked(pick(&mut rng, &actions));
            }
        }
    }
    assert!(moves > 1_000, "{moves} moves");
}

#[test]
fn no_world_gives_no_score() {
    let rules = Rules::parse("classic").expect("a preset");
    let setup = Setup::first(&rules, Deal::random(&mut stream(1, 1, Purpose::Deal)));
    let state = State::new(&setup).expect("a hand");
    let mut scores = Vec::new();
    Rollouts::new(&View::new(&state, state.turn()), &Playout::Uniform).play(None, &[], 1, &mut scores);
    assert!(scores.is_empty());
}
