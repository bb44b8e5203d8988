//! The skills of the Gong Zhu heuristic (RULES.md §6), each on positions where a club player would not hesitate, and its
//! strength against random play.

use gongzhu::rng::{self, Purpose};
use gongzhu::{Action, BySeat, Card, CardSet, Deal, Phase, Rules, Seat, Setup, State, Strategy, View, table};
use gongzhu_strategies::{BotSpec, Heuristic};

/// A position as the seat in turn sees it: its thirteen cards and what has happened. The others hold what they play and
/// reveal, and the rest of the deck in some way that their discards allow.
struct Scene {
    rules: Rules,
    opener: Seat,
    hand: CardSet,
    reveals: Vec<(Seat, Card)>,
    plays: Vec<Card>,
}

impl Scene {
    /// Seat 0 leads to trick 1 under `rules`; the seat that is to decide was dealt `hand`.
    fn new(rules: &str, hand: &str) -> Scene {
        Scene {
            rules: Rules::parse(rules).expect("rules"),
            opener: Seat::ALL[0],
            hand: hand.parse().expect("a hand"),
            reveals: Vec::new(),
            plays: Vec::new(),
        }
    }

    /// Seat `seat` has revealed `card`.
    fn reveal(mut self, seat: usize, card: &str) -> Scene {
        self.reveals.push((Seat::wrapping(seat), card.parse().expect("a card")));
        self
    }

    /// The cards played, trick after trick.
    fn plays(mut self, plays: &str) -> Scene {
        self.plays.extend(plays.split_whitespace().map(|card| card.parse::<Card>().expect("a card")));
        self
    }

    /// Who plays each card, and who is in turn after them.
    fn seats(&self) -> (Vec<Seat>, Seat) {
        let (mut seats, mut leader) = (Vec::new(), self.opener);
        for trick in self.plays.chunks(4) {
            let follows = |card: &&Card| card.suit() == trick[0].suit();
            let top = trick.iter().filter(follows).max_by_key(|card| card.rank()).expect("a lead");
            seats.extend((0..trick.len()).map(|i| leader.offset(i)));
            if trick.len() < 4 {
                return (seats, leader.offset(trick.len()));
            }
            leader = leader.offset(trick.iter().position(|card| card == top).expect("the winning card"));
        }
        (seats, leader)
    }

    fn deal(&self) -> Deal {
        let (seats, me) = self.seats();
        let (mut hands, mut voids) = (BySeat::<CardSet>::default(), BySeat::<CardSet>::default());
        hands[me] = self.hand;
        for (i, (&seat, &card)) in seats.iter().zip(&self.plays).enumerate() {
            hands[seat] = hands[seat].with(card);
            let led = self.plays[i & !3].suit();
            if card.suit() != led {
                voids[seat] |= CardSet::suit(led);
            }
        }
        for &(seat, card) in &self.reveals {
            hands[seat] = hands[seat].with(card);
        }
        let mut rest: Vec<Card> = (!hands.0.into_iter().fold(CardSet::EMPTY, |all, hand| all | hand)).iter().collect();
        // The cards that fewest seats can hold are dealt first, each to the seat with most room.
        rest.sort_by_key(|&card| Seat::ALL.into_iter().filter(|&seat| !voids[seat].has(card)).count());
        for card in rest {
            let room = |seat: &Seat| 13usize.saturating_sub(hands[*seat].len());
            let seat = Seat::ALL.into_iter().filter(|&seat| !voids[seat].has(card)).max_by_key(room).expect("a seat");
            hands[seat] = hands[seat].with(card);
        }
        Deal::new(hands).expect("a deal that fits the plays")
    }

    /// The card that the bot plays.
    fn choice(&self) -> String {
        self.choice_of(Heuristic)
    }

    /// The card that some bot plays.
    fn choice_of(&self, mut bot: impl Strategy) -> String {
        let setup = Setup { opening_seat: Some(self.opener), number: 1, ..Setup::first(&self.rules, self.deal()) };
        let mut state = State::new(&setup).expect("a hand");
        while state.phase() == Phase::Reveal {
            for &(seat, card) in &self.reveals {
                if seat == state.turn() {
                    state.play(Action::reveal(card).expect("a revealable card")).expect("a legal reveal");
                }
            }
            state.play(Action::DONE).expect("done revealing");
        }
        for &card in &self.plays {
            state.play(Action::card(card)).expect("a legal card");
        }
        let mut rng = rng::stream(0, 0, Purpose::Deal);
        bot.play(&View::new(&state, state.turn()), state.legal_cards(), &mut rng).to_string()
    }
}

/// Asserts that the bot, dealt `hand`, plays one of `expected` after `plays`.
#[track_caller]
fn plays_one_of(expected: &str, rules: &str, hand: &str, plays: &str) {
    let choice = Scene::new(rules, hand).plays(plays).choice();
    assert!(expected.split(' ').any(|card| card == choice), "{choice} instead of {expected}");
}

/// What the bot chooses before play, from `hand` in the seat that decides first.
fn before_play<T>(rules: &str, hand: &str, ask: impl FnOnce(&View<'_>, &State<'_>) -> T) -> T {
    let rules = Rules::parse(rules).expect("rules");
    let hand: CardSet = hand.parse().expect("a hand");
    let rest: Vec<Card> = (!hand).iter().collect();
    let others = BySeat::from_fn(|seat| rest.iter().skip(seat.index()).step_by(3).copied().collect::<CardSet>());
    let [a, b, c, _] = others.0;
    let deal = Deal::new(BySeat([a, hand, b, c])).expect("a deal");
    let setup = Setup { opening_seat: Some(Seat::ALL[0]), ..Setup::first(&rules, deal) };
    let state = State::new(&setup).expect("a hand");
    assert_eq!(state.turn(), Seat::ALL[1]);
    ask(&View::new(&state, state.turn()), &state)
}

fn passed(hand: &str) -> String {
    before_play("classic+pass", hand, |view, _| Heuristic.pass(view, &mut rng::stream(0, 0, Purpose::Deal)).to_string())
}

fn revealed(rules: &str, hand: &str) -> String {
    revealed_by("heuristic", rules, hand)
}

fn revealed_by(bot: &str, rules: &str, hand: &str) -> String {
    let mut bot = bot.parse::<BotSpec>().expect("a bot").build();
    before_play(rules, hand, |view, state| {
        bot.reveal(view, state.legal_reveals(), &mut rng::stream(0, 0, Purpose::Deal)).to_string()
    })
}

#[test]
fn passes_what_is_dangerous_and_unprotected() {
    assert_eq!(passed("S:AK4 H:K832 D:T65 C:962"), "S:AK H:K D:- C:-");
    assert!(passed("S:Q4 H:9532 D:AJ765 C:92").starts_with("S:Q4"));
    // Low spades and hearts are no burden, and the sheep with its ace is kept.
    let kept = passed("S:5432 H:AQ82 D:AJ5 C:92");
    assert!(kept.starts_with("S:- H:AQ D:- "), "{kept}");
}

#[test]
fn reveals_are_contracts() {
    assert_eq!(revealed("classic", "S:82 H:974 D:AKJ95 C:863"), "S:- H:- D:J C:-");
    assert_eq!(revealed("classic", "S:82 H:974 D:J9543 C:863"), "S:- H:- D:- C:-");
    assert_eq!(revealed("classic", "S:QJ8542 H:974 D:87 C:86"), "S:Q H:- D:- C:-");
    assert_eq!(revealed("classic", "S:Q82 H:9743 D:876 C:863"), "S:- H:- D:- C:-");
    assert_eq!(revealed("classic", "S:82 H:A8542 D:876 C:863"), "S:- H:A D:- C:-");
    assert_eq!(revealed("classic", "S:82 H:AKQ D:87654 C:863"), "S:- H:- D:- C:-");
    assert_eq!(revealed("classic", "S:82 H:974 D:876 C:T8632"), "S:- H:- D:- C:T");
    assert_eq!(revealed("classic", "S:82 H:974 D:87654 C:AKT"), "S:- H:- D:- C:-");
    // A partner helps to bring the sheep home.
    assert_eq!(revealed("classic", "S:82 H:974 D:KJ95 C:8632"), "S:- H:- D:- C:-");
    assert_eq!(revealed("classic+partnership", "S:82 H:974 D:KJ95 C:8632"), "S:- H:- D:J C:-");
}

#[test]
fn learned_reveals_look_at_other_suits_too() {
    let learned = |rules: &str, hand: &str| revealed_by("heuristic:reveal=learned", rules, hand);
    // Two of ace, king and queen win the sheep.
    assert_eq!(learned("classic", "S:82 H:974 D:AKJ95 C:863"), "S:- H:- D:J C:-");
    assert_eq!(learned("classic", "S:82 H:974 D:KJ953 C:863"), "S:- H:- D:- C:-");
    // A void soon takes the pig.
    assert_eq!(learned("classic", "S:QJ84 H:97432 D:876 C:8"), "S:Q H:- D:- C:-");
    assert_eq!(learned("classic", "S:QJ84 H:974 D:876 C:863"), "S:- H:- D:- C:-");
    // Low hearts duck the doubled ones.
    assert_eq!(learned("classic", "S:82 H:A8542 D:876 C:863"), "S:- H:A D:- C:-");
    assert_eq!(learned("classic", "S:KJ H:AKQT D:K876 C:K86"), "S:- H:- D:- C:-");
    // The transformer doubles what others take, from a hand that takes little and can part with it.
    assert_eq!(learned("classic", "S:9 H:97432 D:8765 C:T86"), "S:- H:- D:- C:T");
    assert_eq!(learned("classic", "S:AK8 H:AK4 D:A98 C:T863"), "S:- H:- D:- C:-");
    // A partner helps to bring the sheep home.
    assert_eq!(learned("classic", "S:82 H:974 D:J953 C:8632"), "S:- H:- D:- C:-");
    assert_eq!(learned("classic+partnership", "S:82 H:974 D:J953 C:8632"), "S:- H:- D:J C:-");
}

#[test]
fn a_policy_decides_reveals_of_every_bot_that_has_one() {
    let (rules, hand) = ("classic", "S:Q8 H:A8542 D:KJ4 C:T86");
    for bot in ["heuristic", "heuristic:edition=1", "pimc:worlds=1", "ismcts:iterations=1"] {
        let revealed = |policy| revealed_by(&format!("{bot}:reveal={policy}"), rules, hand);
        assert_eq!(revealed("never"), "S:- H:- D:- C:-", "{bot}");
        assert_eq!(revealed("always"), "S:Q H:A D:J C:T", "{bot}");
        assert_eq!(revealed("learned"), "S:- H:A D:- C:-", "{bot}");
        assert_eq!(revealed("rule"), revealed_by("heuristic", rules, hand), "{bot}");
    }
}

#[test]
fn ducks_spades_while_the_pig_is_out() {
    plays_one_of("9S", "scrofa", "S:K93 H:8732 D:984 C:983", "4S 2S");
    // From the last seat without the pig the king is safe, and well gone.
    plays_one_of("KS", "scrofa", "S:K93 H:8732 D:984 C:983", "4S 2S 7S");
}

#[test]
fn leads_no_spade_above_the_pig_but_hunts_it() {
    plays_one_of("JS 9S 3S", "pagat+no-reveal", "S:J93 H:K732 D:984 C:AK8", "");
    let choice = Scene::new("pagat+no-reveal", "S:AK3 H:K732 D:984 C:AK8").choice();
    assert!(!choice.ends_with('S'), "{choice} from ace, king and a small spade");
}

#[test]
fn drops_the_pig_under_an_opponents_ace_only() {
    plays_one_of("QS", "scrofa", "S:Q93 H:8732 D:984 C:983", "AS");
    plays_one_of("9S", "scrofa", "S:Q93 H:8732 D:984 C:983", "AS 2S");
}

#[test]
fn a_locked_pig_lets_high_spades_go() {
    let hand = "S:AK93 H:8732 D:98 C:983";
    let first_round = Scene::new("pagat", hand).reveal(2, "QS").plays("4S");
    assert!(["AS", "KS"].contains(&first_round.choice().as_str()), "{}", first_round.choice());
    let second_round = Scene::new("pagat", hand).reveal(2, "QS").plays("4S 9S 5S JS 7S 8S");
    assert_eq!(second_round.choice(), "3S");
}

#[test]
fn takes_the_sheep_from_the_last_seat() {
    plays_one_of("AD", "pagat+no-reveal", "S:K93 H:8732 D:A84 C:983", "5D JD 7D");
    plays_one_of("JD", "pagat+no-reveal", "S:K93 H:8732 D:J84 C:983", "5D 6D 7D");
    // Not with a revealed pig in the trick, and not when it may still be beaten.
    let pig = Scene::new("pagat", "S:K93 H:8732 D:A84 C:983").reveal(2, "QS").plays("5D 7D QS");
    assert_eq!(pig.choice(), "4D");
    plays_one_of("4D 8D", "pagat+no-reveal", "S:K93 H:8732 D:J84 C:983", "5D");
}

#[test]
fn gives_the_sheep_to_the_partner_only() {
    plays_one_of("JD", "scrofa", "S:K93 H:A8732 D:J8542 C:-", "AC 2C");
    let choice = Scene::new("scrofa", "S:K93 H:A8732 D:J8542 C:-").plays("AC").choice();
    assert_ne!(choice, "JD");
    plays_one_of("JD", "scrofa", "S:K93 H:8732 D:J84 C:983", "AD 5D");
}

#[test]
fn dumps_what_hurts_on_opponents_only() {
    plays_one_of("QS", "scrofa", "S:Q93 H:A8732 D:98542 C:-", "AC");
    plays_one_of("AH", "scrofa", "S:J93 H:A8732 D:98542 C:-", "AC");
    for hand in ["S:Q93 H:A8732 D:98542 C:-", "S:J93 H:A8732 D:98542 C:-"] {
        let choice = Scene::new("scrofa", hand).plays("AC 2C").choice();
        assert!(choice != "QS" && !choice.ends_with('H'), "{choice} on the partner's trick");
    }
    // Alone there are no partners.
    plays_one_of("QS", "pagat+no-reveal", "S:Q93 H:A8732 D:98542 C:-", "AC 2C");
}

#[test]
fn wins_harmless_tricks_with_the_highest_card_from_the_last_seat() {
    plays_one_of("AD", "scrofa", "S:K93 H:8732 D:AT4 C:983", "JD 5D 7D");
    plays_one_of("AC", "scrofa", "S:K93 H:8732 D:984 C:A63", "JC 4C 7C");
    plays_one_of("6C", "scrofa", "S:K93 H:8732 D:984 C:A63", "7C 4C KH");
}

#[test]
fn knows_who_holds_the_trick() {
    // Neither the ace of spades nor the king of hearts wins a trick of clubs.
    plays_one_of("4C", "pagat+no-reveal", "S:K93 H:8732 D:984 C:A94", "6C AS KH");
    plays_one_of("7H", "pagat+no-reveal", "S:K93 H:A732 D:984 C:A83", "5H 8H");
}

#[test]
fn takes_the_transformer_with_a_good_pile_only() {
    let (hearts, sheep) = ("2H 6H 8H KH 4S JS 5S 6S", "5D JD 7D AD 4S JS 5S 6S");
    plays_one_of("8C", "pagat+no-reveal", "S:432 H:K97 D:A84 C:AQ83", &format!("{hearts} 9C TC 4C"));
    plays_one_of("AC QC", "pagat+no-reveal", "S:432 H:K97 D:A84 C:AQ83", &format!("{sheep} 9C TC 4C"));
}

#[test]
fn gives_the_transformer_to_a_bad_pile_only() {
    let hand = "S:- H:7432 D:9863 C:T8643";
    plays_one_of("TC", "pagat+no-reveal", hand, "AH 6H 8H 2H KS 5S 6S");
    let choice = Scene::new("pagat+no-reveal", hand).plays("AD JD 7D 3D KS 5S 6S").choice();
    assert_ne!(choice, "TC", "to a pile with the sheep");
}

#[test]
fn voids_a_short_suit_but_keeps_the_guards_of_the_pig() {
    plays_one_of("9D", "scrofa", "S:- H:5432 D:9 C:98765432", "3S AS 4S");
    plays_one_of("9C 2H", "scrofa", "S:Q3 H:5432 D:- C:9876543", "3D AD 4D");
}

/// Where edition 1 hunts the pig from a short suit or leads from a long one, edition 2 gets rid of the lead with a low heart.
#[test]
fn edition_2_leads_low_hearts() {
    for hand in ["S:543 H:K62 D:A84 C:9632", "S:543 H:K62 D:A84 C:AT32"] {
        plays_one_of("2H", "pagat", hand, "");
    }
    plays_one_of("9H", "pagat", "S:Q65 H:9 D:KT843 C:K973", "");
}

#[test]
fn does_not_complete_a_moon() {
    let hand = "S:9432 H:J742 D:98643 C:-";
    let all_in_one = "AH 3H 5H 4H KH 6H 8H 7H QH 9H TH 2H AC 3C 4C";
    let choice = Scene::new("pagat+no-reveal", hand).plays(all_in_one).choice();
    assert_ne!(choice, "JH");
    // With hearts in two piles it is twenty points for an opponent.
    plays_one_of("JH", "pagat+no-reveal", hand, "AH 3H 5H 4H 8H KH 6H 7H QH 9H 2H TH AC 3C");
}

/// RULES.md §6 (h): with the top hearts in hand and all others taken, go on for all thirteen.
#[test]
fn goes_for_a_moon_with_control() {
    let hand = "S:9432 H:AKQJ D:98643 C:-";
    // The last heart is led to complete the moon.
    plays_one_of("JH", "pagat+no-reveal", hand, "AH 3H 5H 4H KH 6H 8H 7H QH 9H TH 2H");
    // Control is kept while the moon is possible, and dumped once an opponent has a heart.
    let alive = Scene::new("pagat+no-reveal", hand).plays("AH 3H 5H 4H KH 6H 8H 7H 3D 5D AD TD AC 3C").choice();
    assert!(!["QH", "JH"].contains(&alive.as_str()), "{alive}");
    plays_one_of("QH JH", "pagat+no-reveal", hand, "AH 3H 5H 4H KH 6H 8H 7H 3D 2H AD TD AC 3C");
}

#[test]
fn a_skill_that_is_switched_off_is_not_used() {
    let hearts = "2H 6H 8H KH 4S JS 5S 6S 9C TC 4C";
    for (skill, rules, hand, plays, with, without) in [
        ("below-pig", "scrofa", "S:K93 H:8732 D:984 C:983", "4S 2S", "9S", "KS"),
        ("dump", "scrofa", "S:Q93 H:A8732 D:98542 C:-", "AC", "QS", "AH"),
        ("take-sheep", "pagat+no-reveal", "S:K93 H:8732 D:A84 C:983", "5D JD KH", "AD", "8D"),
        ("bad-pile", "pagat+no-reveal", "S:432 H:K97 D:A84 C:AQ83", hearts, "8C", "AC"),
    ] {
        let scene = Scene::new(rules, hand).plays(plays);
        let bot: BotSpec = format!("heuristic:without={skill}").parse().expect("a bot");
        let choices = [scene.choice(), scene.choice_of(bot.build())];
        assert_eq!(choices, [with, without], "{skill}");
    }
}

/// The gain of `heroes` against random play in the other seats, averaged over `seatings` of each deal: own score, in a
/// partnership the side's, less the mean of the opponents'. With its standard error over the deals.
fn gain(rules: &Rules, deals: u64, heroes: &[&[usize]]) -> (f64, f64) {
    let (mut sum, mut squares) = (0.0, 0.0);
    for index in 0..deals {
        let mut stream = rng::stream(5, index, Purpose::Deal);
        let deal = Deal::random(&mut stream);
        let taker = Seat::wrapping(rng::below(&mut stream, 4));
        let setup = Setup { number: index as u32 % 4, pig_taker: Some(taker), ..Setup::first(rules, deal) };
        let mean = heroes.iter().map(|heroes| gain_in_hand(&setup, index, heroes)).sum::<f64>() / heroes.len() as f64;
        sum += mean;
        squares += mean * mean;
    }
    let mean = sum / deals as f64;
    (mean, ((squares / deals as f64 - mean * mean) / deals as f64).sqrt())
}

fn gain_in_hand(setup: &Setup<'_>, index: u64, heroes: &[usize]) -> f64 {
    let mut state = State::new(setup).expect("a hand");
    let [bot, random] = ["heuristic", "random"].map(|name| name.parse::<BotSpec>().expect("a bot"));
    let mut bots = BySeat::from_fn(|seat| if heroes.contains(&seat.index()) { bot.build() } else { random.build() });
    let mut rngs = BySeat::from_fn(|seat| rng::stream(5, index, Purpose::Seat { table: heroes[0] as u32, seat }));
    let faults = table::play_hand(&mut state, &mut bots, &mut rngs);
    assert_eq!(faults, BySeat::splat(0));
    let scores = state.scores().map(f64::from);
    let me = Seat::wrapping(heroes[0]);
    if setup.rules.partnership() {
        scores[me] - scores[me.next()]
    } else {
        scores[me] - [1, 2, 3].map(|i| scores[me.offset(i)]).iter().sum::<f64>() / 3.0
    }
}

const ALONE: &[&[usize]] = &[&[0], &[1], &[2], &[3]];
const PAIRS: &[&[usize]] = &[&[0, 2], &[1, 3]];

#[test]
fn beats_random_play_in_every_rule_set() {
    let presets = ["classic", "swap", "swap-short", "swap-off", "pagat", "scrofa"].map(str::to_owned);
    let variants = ["partnership", "pass", "queen-of-diamonds", "pip-hearts", "no-reveal", "cap-800", "moon-400"];
    for name in presets.into_iter().chain(variants.map(|variant| format!("classic+{variant}"))) {
        let (mean, error) = gain(&Rules::parse(&name).expect("rules"), 800, ALONE);
        assert!(mean > 20.0 * error, "{name}: {mean:.1} ± {error:.1}");
    }
}

#[test]
fn beats_random_play_in_scrofa_by_far() {
    let rules = Rules::parse("scrofa").expect("rules");
    for (heroes, least) in [(ALONE, 76.0), (PAIRS, 186.0)] {
        let (mean, error) = gain(&rules, 1000, heroes);
        assert!(mean - 3.0 * error > least, "{mean:.1} ± {error:.1}");
    }
}
