//! The editions of `heuristic`: edition 1 plays as it always did, and edition 2 beats it.

use gongzhu::rng::{Purpose, below, stream};
use gongzhu::table::play_hand;
use gongzhu::{BySeat, Deal, Rules, Seat, Setup, State, Strategy};
use gongzhu_strategies::{BotSpec, FirstHeuristic};

/// FNV-1a over the bytes of numbers.
struct Hash(u64);

impl Hash {
    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_hand(&mut self, state: &State<'_>) {
        state.plays().iter().for_each(|card| self.add(card.bit() as u64));
        state.passed().0.iter().chain(&state.taken().0).for_each(|cards| self.add(cards.bits()));
        self.add(state.revealed().bits());
        state.scores().0.iter().for_each(|&score| self.add(score as u64));
    }
}

/// What four bots do in 200 hands of a rule set.
fn fingerprint<S: Strategy + Copy>(rules: &str, bot: S) -> u64 {
    let rules = Rules::parse(rules).expect("rules");
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for index in 0..200 {
        let mut deals = stream(7, index, Purpose::Deal);
        let mut setup = Setup::first(&rules, Deal::random(&mut deals));
        setup.number = (index % 4) as u32;
        setup.pig_taker = Some(Seat::wrapping(below(&mut deals, 4)));
        let mut state = State::new(&setup).expect("a complete setup");
        let mut rngs = BySeat::from_fn(|seat| stream(7, index, Purpose::Seat { table: 0, seat }));
        play_hand(&mut state, &mut BySeat([bot; 4]), &mut rngs);
        hash.add_hand(&state);
    }
    hash.0
}

/// Values of the version before there were editions.
#[test]
fn edition_1_plays_as_before() {
    let known = [
        ("classic", 0xac39_6e15_41db_1672),
        ("swap", 0x5d38_6924_d0b5_900d),
        ("pagat+pass", 0xcccb_2785_7a28_2292),
        ("scrofa", 0x5b2c_b5c8_c60d_5dcd),
        ("swap+partnership+queen-of-diamonds", 0xbc2b_4c6f_7c51_c364),
        ("hearts", 0xab14_9c9c_35d1_6eae),
        ("hearts{jd_bonus=true}", 0xe862_3950_2396_bb48),
        ("hearts{no_tricks_bonus=true}", 0x70bc_655b_f3cd_8bc4),
        ("tantony", 0xdbb0_0fc4_0c67_d075),
        ("tantony{memory=none}", 0x0c91_bdb5_0349_66dd),
    ];
    let found = known.map(|(rules, _)| (rules, fingerprint(rules, FirstHeuristic)));
    assert_eq!(found, known);
}

/// The mean gain a hand of edition 2 in one seat or two, the others being edition 1, over all seats of 2,000 deals, and its
/// standard error.
fn gain(rules: &str, line_ups: &[&[usize]]) -> (f64, f64) {
    let rules = Rules::parse(rules).expect("rules");
    let [first, second] = ["heuristic:edition=1", "heuristic"].map(|bot| bot.parse::<BotSpec>().expect("a bot"));
    let sign = if rules.higher_is_better() { 1.0 } else { -1.0 };
    let (mut sum, mut squares) = (0.0, 0.0);
    const DEALS: u64 = 2_000;
    for index in 0..DEALS {
        let mut deals = stream(13, index, Purpose::Deal);
        let mut setup = Setup::first(&rules, Deal::random(&mut deals));
        setup.number = rules.independent_number(index);
        setup.pig_taker = Some(Seat::wrapping(below(&mut deals, 4)));
        let mean = |line_up: &&[usize]| {
            let hero = |seat: Seat| line_up.contains(&seat.index());
            let mut state = State::new(&setup).expect("a complete setup");
            let mut bots = BySeat::from_fn(|seat| if hero(seat) { second.build() } else { first.build() });
            let mut rngs = BySeat::from_fn(|seat| stream(13, index, Purpose::Seat { table: 0, seat }));
            play_hand(&mut state, &mut bots, &mut rngs);
            let mean = |heroes: bool| {
                let rival = |seat: Seat| !(hero(seat) || rules.partnership() && hero(seat.offset(2)));
                let seats: Vec<Seat> =
                    Seat::ALL.into_iter().filter(|&s| if heroes { hero(s) } else { rival(s) }).collect();
                seats.iter().map(|&seat| f64::from(state.scores()[seat])).sum::<f64>() / seats.len() as f64
            };
            sign * (mean(true) - mean(false))
        };
        let gain = line_ups.iter().map(mean).sum::<f64>() / line_ups.len() as f64;
        sum += gain;
        squares += gain * gain;
    }
    let n = DEALS as f64;
    let mean = sum / n;
    (mean, ((squares / n - mean * mean) / n).sqrt())
}

#[test]
fn edition_2_beats_edition_1_alone_and_in_pairs() {
    for rules in ["classic", "swap", "pagat", "scrofa", "hearts", "tantony"] {
        for line_ups in [&[&[0][..], &[1], &[2], &[3]][..], &[&[0, 2], &[1, 3]]] {
            let (mean, error) = gain(rules, line_ups);
            assert!(mean > 3.0 * error, "{rules} {line_ups:?}: {mean:.2} ± {error:.2}");
        }
    }
}
