//! The examples of RULES.md as data: the settlement table of §2.7, the hands and tricks of §1, §3 and §4. Each is checked in
//! the engine and in the reference.

mod common;
mod reference;

use common::events::Events;
use common::lockstep::Table;
use common::options::random_book;
use common::{convert, script};
use gongzhu::rng::{Purpose, below, choose_many, stream};
use gongzhu::rules::Book;
use gongzhu::rules::gong_zhu::TeamScore;
use gongzhu::{BySeat, Card, CardSet, Deal, Game, Lines, Piles, REVEALABLE, Rules, Seat, Setup, State, cards};
use reference::hand::Hand;

const HEARTS: &str = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H";
const PRESETS: [&str; 4] = ["classic", "swap", "swap-off", "pagat"];

/// A row of the table: the piles of two seats, the revealed cards, and what the first seat scores under each of [`PRESETS`].
struct Row(&'static str, &'static str, &'static str, [i32; 4]);

/// RULES.md §2.7. `*` stands for all hearts. The second pile is the other seat's, where it matters.
const TABLE: &[Row] = &[
    Row("5H 6H JH JD", "", "", [60, 60, 60, 60]),
    Row("QS KH AH 2H", "", "", [-190, -190, -190, -190]),
    Row("TC 3H", "", "", [0, 50, 50, 0]),
    Row("TC", "", "", [50, 50, 50, 50]),
    Row("TC", "", "TC", [100, 100, 100, 100]),
    Row("TC 2H", "", "TC", [0, 100, 100, 0]),
    Row("TC KH 7H", "", "", [-100, -100, -100, -100]),
    Row("TC KH 7H", "", "TC", [-200, -200, -200, -200]),
    Row("TC KH 7H", "", "AH", [-200, -200, -200, -200]),
    Row("QS", "", "QS", [-200, -200, -200, -200]),
    Row("JD TC", "", "JD", [400, 400, 400, 400]),
    Row("*", "QS", "", [-200, 200, 200, 200]),
    Row("QS", "*", "", [-100, 100, -100, -100]),
    Row("QS JD", "*", "", [0, 0, 0, 0]),
    Row("JD", "* QS", "", [100, -100, 100, 100]),
    Row("* QS", "", "", [300, 300, 100, 300]),
    Row("* QS", "", "AH QS", [600, 600, 200, 600]),
    Row("* QS JD", "", "", [400, 200, 200, 400]),
    Row("* QS JD TC", "", "", [800, 800, 800, 800]),
    Row("* QS JD TC", "", "JD", [1000, 1000, 1000, 1000]),
    Row("* QS JD TC", "", "QS AH JD TC", [3200, 3200, 3200, 3200]),
    Row("* TC", "QS", "", [-400, 400, 400, 400]),
];

/// `scrofa`, one pile of a side.
const SCROFA: &[(&str, i32)] = &[("* QS JD TC", 400), ("* QS", 100)];

fn set(text: &str) -> CardSet {
    text.replace('*', HEARTS).split_whitespace().map(|card| card.parse::<Card>().expect("a card")).collect()
}

/// Piles in which `seat` and the seat after it took these cards.
fn two_piles(seat: Seat, pile: &str, other: &str, revealed: &str) -> Piles {
    let mut piles = Piles { revealed: set(revealed), ..Piles::default() };
    piles.taken[seat] = set(pile);
    piles.taken[seat.next()] = set(other);
    piles
}

/// The scores of Gong Zhu piles by the engine; the reference must agree on them and on every line.
fn gong_zhu_scores(rules: &Rules, piles: &Piles) -> [i32; 4] {
    let Book::GongZhu(options) = rules.book() else { panic!("not Gong Zhu") };
    let options = convert::gong_zhu_options(options);
    let revealed = convert::cards(piles.revealed);
    let theirs = reference::gong_zhu::score_piles(&options, &convert::piles(piles.taken), &revealed, 0);
    let totals = BySeat::default();
    let scores = rules.scores(piles, &totals).map(i32::from).0;
    assert_eq!(scores, theirs.scores, "{}: {piles:?}", rules.spec());
    let lines = Lines::GongZhu(BySeat(theirs.lines.map(convert::gong_zhu_lines)));
    assert_eq!(rules.lines(piles, &totals), lines, "{}: {piles:?}", rules.spec());
    scores
}

#[test]
fn the_settlement_table() {
    for Row(pile, other, revealed, expected) in TABLE {
        for (preset, expected) in PRESETS.into_iter().zip(expected) {
            let rules = Rules::parse(preset).expect("a preset");
            for seat in Seat::ALL {
                let scores = gong_zhu_scores(&rules, &two_piles(seat, pile, other, revealed));
                assert_eq!(scores[seat.index()], *expected, "{preset}: {pile} beside {other}, revealed {revealed}");
            }
        }
    }
}

#[test]
fn the_settlement_of_scrofa() {
    let rules = Rules::parse("scrofa").expect("a preset");
    for (pile, expected) in SCROFA {
        let scores = gong_zhu_scores(&rules, &two_piles(Seat::ALL[1], pile, "", ""));
        assert_eq!(scores, [0, *expected, 0, *expected], "{pile}: the side's score at both its seats");
    }
}

#[test]
fn all_hearts_are_200_and_the_bonus_comes_after_the_cap() {
    let rules = Rules::parse("swap+cap-800+queen-of-diamonds").expect("rules");
    let mut piles = two_piles(Seat::ALL[0], "* QS JD TC QD", "", "JD");
    piles.tricks_after_qd = BySeat([3, 1, 0, 0]);
    assert_eq!(rules.scores(&piles, &BySeat::default()).0, [830, 0, 0, 0]);
    let rules = Rules::parse("classic{moon.needs=hearts moon.bonus=positive}").expect("rules");
    assert_eq!(gong_zhu_scores(&rules, &two_piles(Seat::ALL[0], "*", "", ""))[0], 200);
    let sum: i32 = reference::gong_zhu::BASE_HEARTS.iter().sum();
    assert_eq!(sum, -200);
}

/// RULES.md §1: the lock removes AH, and the ban on unbroken hearts, which would then leave nothing, is void.
#[test]
fn a_restriction_that_leaves_nothing_is_void() {
    let rules = Rules::parse("classic").expect("a preset");
    let hands = [
        "S:AKQJT98765 H:- D:- C:432",
        "S:- H:AKQJT9876543 D:- C:A",
        "S:432 H:2 D:AKQJT C:T987",
        "S:- H:- D:98765432 C:KQJ65",
    ];
    let setup = Setup::first(&rules, deal(&hands));
    let (state, hand) = state_after(&setup, "+AH . . . . 2C AC 7C 5C");
    assert_eq!(state.legal_cards(), cards![KH QH JH TH 9H 8H 7H 6H 5H 4H 3H]);
    let (unrevealed, _) = state_after(&setup, ". . . . 2C AC 7C 5C");
    assert_eq!(unrevealed.legal_cards(), state.legal_cards().with(Card::ACE_OF_HEARTS));
    // The example itself, two hearts in hand, as a fragment.
    let Book::GongZhu(options) = rules.book() else { panic!("not Gong Zhu") };
    let (options, held, revealed) =
        (convert::gong_zhu_options(options), reference::cards("AH 2H"), reference::cards("AH"));
    let legal = reference::gong_zhu::legal_plays(&options, 0, &held, &revealed, &hand.finished, &[]);
    assert_eq!(legal, reference::cards("2H"));
}

/// A hand of Hearts: rules, totals before it, piles, trick counts, scores.
type HeartsRow = (&'static str, [i32; 4], [&'static str; 4], [u8; 4], [i32; 4]);

/// RULES.md §3.
const HEARTS_HANDS: &[HeartsRow] = &[
    ("hearts", [0; 4], ["AH 2H", "QS", "JH QH KH", "TH 9H 8H 7H 6H 5H 4H 3H"], [4, 3, 3, 3], [2, 13, 3, 8]),
    ("hearts", [0; 4], ["* QS", "", "", ""], [9, 2, 2, 0], [0, 26, 26, 26]),
    // 80 + 26 is above 100 and 10 + 26 below 50: the shooter would not be lowest.
    ("hearts", [50, 80, 10, 20], ["* QS", "", "", ""], [9, 2, 2, 0], [-26, 0, 0, 0]),
    // A tie for lowest counts as lowest.
    ("hearts", [36, 80, 10, 20], ["* QS", "", "", ""], [9, 2, 2, 0], [0, 26, 26, 26]),
    ("hearts", [37, 80, 10, 20], ["* QS", "", "", ""], [9, 2, 2, 0], [-26, 0, 0, 0]),
    // 74 + 26 does not go past the target.
    ("hearts", [50, 74, 10, 20], ["* QS", "", "", ""], [9, 2, 2, 0], [0, 26, 26, 26]),
    ("hearts", [50, 75, 10, 20], ["* QS", "", "", ""], [9, 2, 2, 0], [-26, 0, 0, 0]),
    // The shooter's own total does not count against the target.
    ("hearts", [99, 60, 10, 20], ["* QS", "", "", ""], [9, 2, 2, 0], [0, 26, 26, 26]),
    ("hearts-openspiel", [50, 80, 10, 20], ["* QS", "", "", ""], [9, 2, 2, 0], [0, 26, 26, 26]),
    ("hearts{moon=shooter_minus}", [0; 4], ["", "* QS", "", ""], [2, 9, 2, 0], [0, -26, 0, 0]),
    ("hearts{jd_bonus=true}", [0; 4], ["* QS", "JD", "", ""], [9, 2, 2, 0], [0, 16, 26, 26]),
    ("hearts{jd_bonus=true}", [0; 4], ["* QS JD", "", "", ""], [9, 2, 2, 0], [-10, 26, 26, 26]),
    ("hearts{jd_bonus=true}", [0; 4], ["*", "QS JD", "", ""], [9, 2, 2, 0], [13, 3, 0, 0]),
    ("hearts{no_tricks_bonus=true}", [0; 4], ["* QS", "", "", ""], [9, 2, 2, 0], [0, 26, 26, 26]),
    ("hearts{no_tricks_bonus=true}", [0; 4], ["*", "QS", "", ""], [9, 2, 2, 0], [13, 13, 0, -5]),
];

#[test]
fn hands_of_hearts() {
    for (text, totals, taken, trick_counts, expected) in HEARTS_HANDS {
        let rules = Rules::parse(text).expect("rules");
        let Book::Hearts(options) = rules.book() else { panic!("not Hearts") };
        let taken = BySeat(taken.map(set));
        let piles = Piles { taken, trick_counts: BySeat(*trick_counts), ..Piles::default() };
        let scores = rules.scores(&piles, &BySeat(*totals)).map(i32::from).0;
        assert_eq!(scores, *expected, "{text}, totals {totals:?}, {taken:?}");
        let options = convert::hearts_options(options);
        let theirs =
            reference::hearts::score_piles(&options, &convert::piles(taken), trick_counts.map(u32::from), *totals);
        assert_eq!(theirs.scores, *expected, "the reference: {text}, totals {totals:?}, {taken:?}");
    }
}

/// RULES.md §4: the queen of spades led, then 4H, 5D and 2S: the trick is worth 2. With another card in place of 2S it is a
/// hog, worth 20.
#[test]
fn a_trick_of_tantony_and_a_hog() {
    let rules = Rules::parse("tantony").expect("a preset");
    let mut hands = [
        "S:2 H:- D:AKQJ C:AKQJT987",
        "S:AKQJT9876543 H:2 D:- C:-",
        "S:- H:AKQJT9876543 D:2 C:-",
        "S:- H:- D:T9876543 C:65432",
    ];
    let setup = Setup::first(&rules, deal(&hands));
    let (state, _) = state_after(&setup, "QS 4H 5D 2S >3");
    assert_eq!(state.piles().face_up, BySeat([CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY, cards![2S]]));
    assert_eq!(totals_of_sides(&state), [0, 2]);
    hands[0] = "S:- H:2 D:AKQJ C:AKQJT987";
    hands[1] = "S:AKQJT98765432 H:- D:- C:-";
    let setup = Setup::first(&rules, deal(&hands));
    let (state, _) = state_after(&setup, "QS 4H 5D 2H >2");
    assert_eq!(state.piles().face_up[Seat::ALL[2]], cards![QS]);
    assert_eq!(totals_of_sides(&state), [20, 0]);
}

fn totals_of_sides(state: &State<'_>) -> [i32; 2] {
    let Lines::Tantony(lines) = state.lines() else { panic!("not Tantony") };
    assert_eq!((lines.0[0], lines.0[1]), (lines.0[2], lines.0[3]), "a side's lines at both its seats");
    [lines.0[0].total, lines.0[1].total]
}

fn deal(hands: &[&str; 4]) -> Deal {
    hands.join(" | ").parse().expect("a deal")
}

/// The hand after `actions`, in the engine and in the reference.
fn state_after<'a>(setup: &'a Setup<'a>, actions: &str) -> (State<'a>, Hand) {
    let hand = Hand::new(&convert::rules(setup.rules), convert::setup(setup));
    let mut table = Table::new(setup, hand).expect("both sides agree").expect("a hand");
    for word in actions.split_whitespace() {
        table.take(script::action(word)).expect("a legal action");
        table.compare_decision(&mut Events::default()).expect("both sides agree");
    }
    (table.state, table.hand)
}

/// Scores are computed without the lines where nobody can have a moon.
#[test]
fn scores_are_the_totals_of_the_lines() {
    let mut rng = stream(11, 0, Purpose::Deal);
    let (mut moons, mut sums) = (0, 0);
    for round in 0..30_000 {
        let game = [Game::GongZhu, Game::Hearts, Game::Tantony][round % 3];
        let Ok(rules) = Rules::new(random_book(&mut rng, game)) else { continue };
        // Every other time one seat takes all hearts, and half of those times all other cards that count too.
        let shooter = Seat::wrapping(below(&mut rng, 4));
        let shot = match below(&mut rng, 4) {
            0 | 1 => CardSet::EMPTY,
            2 => CardSet::HEARTS,
            _ => CardSet::HEARTS | REVEALABLE.into_iter().collect(),
        };
        let mut piles =
            Piles { revealed: choose_many(&mut rng, REVEALABLE.into_iter().collect(), round % 5), ..Piles::default() };
        for card in Card::all() {
            let seat = if shot.has(card) { shooter } else { Seat::wrapping(below(&mut rng, 4)) };
            piles.taken[seat] = piles.taken[seat].with(card);
            piles.face_up[seat] = piles.taken[seat];
        }
        piles.trick_counts = BySeat::from_fn(|_| below(&mut rng, 4) as u8);
        piles.tricks_after_qd = piles.trick_counts;
        piles.single[shooter] = Card::PIG.into();
        let totals = BySeat::from_fn(|_| below(&mut rng, 120) as i32);
        let own = match rules.lines(&piles, &totals) {
            Lines::GongZhu(lines) => lines.map(|lines| lines.total),
            Lines::Hearts(lines) => lines.map(|lines| lines.total),
            Lines::Tantony(lines) => lines.map(|lines| lines.total),
        };
        let sum = matches!(rules.book(), Book::GongZhu(o) if o.partnership && o.team_score == TeamScore::Sum);
        let expected = if sum { BySeat::from_fn(|seat| own[seat] + own[seat.across()]) } else { own };
        assert_eq!(rules.scores(&piles, &totals).map(i32::from), expected, "{}: {piles:?}", rules.spec());
        moons += usize::from(!shot.is_empty());
        sums += usize::from(sum);
    }
    assert!(moons > 1_000 && sums > 100, "{moons} moons, {sums} sums of sides");
}
