//! The written protocol of `gongzhu::kernel` once more, word for word and slowly: what it draws is fed to the engine's
//! [`State`]. It shares no code with the kernels, and takes from them only the cards dealt.

use super::dealing::{follows, sets_of};
use gongzhu::rules::gong_zhu::{LaterHands, Opening};
use gongzhu::rules::{Book, hearts};
use gongzhu::{Action, BySeat, Card, CardSet, Deal, Phase, REVEALABLE, Rules, Seat, Setup, State};
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Hands in a block.
pub(crate) const LANES: usize = 16;

/// SplitMix64 (Steele, Lea & Flood 2014).
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The first output from `state`.
    fn mix(state: u64) -> u64 {
        SplitMix64(state).next()
    }
}

/// The four generators of a block.
struct Words([Xoshiro256PlusPlus; 4]);

impl Words {
    fn new(seed: u64, block: u64) -> Words {
        const BLOCK: u64 = 1 << 40;
        let key = SplitMix64::mix(SplitMix64::mix(SplitMix64::mix(seed) ^ block) ^ BLOCK);
        let mut words = SplitMix64(key);
        Words(std::array::from_fn(|_| {
            let state: Vec<u8> = (0..4).flat_map(|_| words.next().to_le_bytes()).collect();
            Xoshiro256PlusPlus::from_seed(state.try_into().expect("four words"))
        }))
    }

    fn step(&mut self) -> [u64; 4] {
        std::array::from_fn(|generator| self.0[generator].next_u64())
    }

    /// A step as sixteen numbers of 16 bits.
    fn narrow(&mut self) -> [u16; LANES] {
        let words = self.step();
        std::array::from_fn(|lane| (words[lane / 4] >> (16 * (lane % 4))) as u16)
    }

    /// Four steps as sixteen numbers of 64 bits.
    fn row(&mut self) -> [u64; LANES] {
        let steps = [self.step(), self.step(), self.step(), self.step()];
        std::array::from_fn(|lane| steps[lane / 4][lane % 4])
    }
}

/// What a block draws.
pub(crate) struct Draws {
    deal: [[u64; LANES]; 8],
    choices: [u16; LANES],
    pass: Option<[u64; LANES]>,
    /// The two fractions of each of tricks 1 to 12.
    tricks: [[[u32; LANES]; 2]; 12],
}

impl Draws {
    pub(crate) fn new(rules: &Rules, seed: u64, block: u64) -> Draws {
        let mut words = Words::new(seed, block);
        let deal = std::array::from_fn(|_| words.row());
        let choices = words.narrow();
        let any_pass = match rules.book() {
            Book::GongZhu(options) => options.pass,
            Book::Hearts(options) => options.pass == hearts::Pass::Cycle,
            Book::Tantony(_) => false,
        };
        let pass = any_pass.then(|| words.row());
        let mut fraction = || {
            let [high, low] = [words.narrow(), words.narrow()];
            std::array::from_fn(|lane| u32::from(high[lane]) << 16 | u32::from(low[lane]))
        };
        let tricks = std::array::from_fn(|_| [fraction(), fraction()]);
        Draws { deal, choices, pass, tricks }
    }

    /// Whether these cards are what the words deal in `lane`.
    pub(crate) fn deals(&self, lane: usize, dealt: &BySeat<CardSet>) -> bool {
        follows(dealt, self.deal.map(|row| row[lane]))
    }
}

/// Takes a number below `n` from a fraction of 32 bits.
fn take(fraction: &mut u32, n: usize) -> usize {
    let product = u64::from(*fraction) * n as u64;
    *fraction = product as u32;
    (product >> 32) as usize
}

/// The triple with this number among the three-card subsets of `hand` in ascending order.
fn triple(hand: CardSet, number: usize) -> CardSet {
    let set = sets_of(3)[number];
    hand.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, card)| card).collect()
}

/// Everything that a block tells of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hand {
    pub(crate) dealt: BySeat<CardSet>,
    /// What each seat passed, in a hand with a pass.
    pub(crate) passed: Option<BySeat<CardSet>>,
    pub(crate) revealed: CardSet,
    pub(crate) drawn_seat: Option<Seat>,
    pub(crate) plays: [Card; 52],
    pub(crate) winners: u32,
    pub(crate) assigned: u32,
    pub(crate) taken: BySeat<CardSet>,
    pub(crate) scores: BySeat<i16>,
}

/// Who sees a hand played.
pub(crate) trait Watch {
    /// Before the card with number `choice` among the legal ones is played.
    fn card(&mut self, _state: &State<'_>, _legal: CardSet, _choice: usize) {}
    /// Before the trick goes to the seat with number `choice` among the legal ones.
    fn seat(&mut self, _state: &State<'_>, _legal: usize, _choice: usize) {}
    /// When the hand is over. `chosen` are the cards that seats chose to reveal.
    fn over(&mut self, _state: &State<'_>, _chosen: CardSet) {}
}

/// Nobody.
impl Watch for () {}

/// What the protocol makes of the deal in `lane`.
pub(crate) fn play(rules: &Rules, dealt: BySeat<CardSet>, draws: &Draws, lane: usize, watch: &mut dyn Watch) -> Hand {
    let choices = draws.choices[lane];
    let seat = Seat::ALL[usize::from(choices >> 4 & 3)];
    let number = if matches!(rules.book(), Book::Tantony(_)) { 0 } else { lane as u32 % 4 };
    let mut setup = Setup {
        rules,
        deal: Deal::new(dealt).expect("a deal"),
        number,
        totals: BySeat::default(),
        opening_seat: None,
        pig_taker: None,
    };
    if let Book::GongZhu(options) = rules.book()
        && number > 0
    {
        match (options.later_hands, options.opening) {
            (LaterHands::PigTaker, _) => setup.pig_taker = Some(seat),
            (LaterHands::NextSeat, Opening::Card(_)) => setup.opening_seat = Some(seat),
            (LaterHands::NextSeat, Opening::Seat(_)) | (LaterHands::OpeningCard, _) => {}
        }
    }
    let mut state = State::new(&setup).expect("an opener");
    let passes = state.phase() == Phase::Pass;
    if passes {
        pass(&mut state, draws.pass.expect("a pass is drawn")[lane]);
    }
    let chosen = reveal(&mut state, choices);
    play_cards(&mut state, draws, lane, watch);
    watch.over(&state, chosen);
    let two_bits = |seats: &mut dyn Iterator<Item = Seat>| {
        seats.enumerate().fold(0, |bits, (i, seat)| bits | (seat.index() as u32) << (2 * i))
    };
    Hand {
        dealt,
        passed: passes.then(|| *state.passed()),
        revealed: state.revealed(),
        drawn_seat: setup.pig_taker.or(setup.opening_seat),
        plays: state.plays().try_into().expect("all cards are played"),
        winners: two_bits(&mut state.winners()),
        assigned: two_bits(&mut state.assigned()),
        taken: *state.taken(),
        scores: state.scores(),
    }
}

fn pass(state: &mut State<'_>, mut fraction: u64) {
    let passed = BySeat::from_fn(|seat| {
        let product = u128::from(fraction) * 286;
        fraction = product as u64;
        triple(state.hands()[seat], (product >> 64) as usize)
    });
    while state.phase() == Phase::Pass {
        for card in passed[state.turn()] {
            state.play(Action::card(card)).expect("a card to pass");
        }
    }
}

fn reveal(state: &mut State<'_>, choices: u16) -> CardSet {
    let mut chosen = CardSet::EMPTY;
    while state.phase() == Phase::Reveal {
        for (j, card) in REVEALABLE.into_iter().enumerate() {
            if choices >> j & 1 == 1 && state.legal_reveals().has(card) {
                state.play(Action::reveal(card).expect("revealable")).expect("a card to reveal");
                chosen = chosen.with(card);
            }
        }
        state.play(Action::DONE).expect("done");
    }
    chosen
}

fn play_cards(state: &mut State<'_>, draws: &Draws, lane: usize, watch: &mut dyn Watch) {
    for trick in 0..13 {
        // Each seat has one card left for trick 13, whatever the fractions.
        let mut fractions = draws.tricks.get(trick).map_or([0; 2], |steps| steps.map(|lanes| lanes[lane]));
        for position in 0..4 {
            let legal = state.legal_cards();
            let choice = take(&mut fractions[position / 2], legal.len());
            watch.card(state, legal, choice);
            state.play_card(legal.nth(choice).expect("a legal card"));
        }
        if state.phase() == Phase::Assign {
            let legal = state.legal_seats();
            let choice = take(&mut fractions[1], legal.len());
            watch.seat(state, legal.len(), choice);
            state.play(Action::assign(legal.nth(choice).expect("a legal seat"))).expect("a legal seat");
        }
    }
    assert_eq!(state.phase(), Phase::Over);
}
