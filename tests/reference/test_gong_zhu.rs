//! Gong Zhu: the examples of section 2.7, options of scoring, legal cards.

use super::gong_zhu::*;
use super::*;

const ALL_HEARTS: &str = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H";

fn piles(texts: [&str; 4]) -> Piles {
    texts.map(|text| cards(&text.replace("ALL", ALL_HEARTS)))
}

/// The scores of four piles under a preset.
fn scores(preset: &str, texts: [&str; 4], revealed: &str) -> [i32; 4] {
    let options = GongZhuOptions::by_name(preset).expect("a preset");
    score_piles(&options, &piles(texts), &cards(revealed), 0).scores
}

/// One row of the table: seat 0's pile under the four presets.
#[track_caller]
fn row(pile: &str, revealed: &str, expected: [i32; 4]) {
    rows([pile, "", "", ""], 0, revealed, expected);
}

/// One row of the table about the pile of `seat`.
#[track_caller]
fn rows(texts: [&str; 4], seat: Seat, revealed: &str, expected: [i32; 4]) {
    let found = ["classic", "swap", "swap-off", "pagat"].map(|preset| scores(preset, texts, revealed)[seat]);
    assert_eq!(found, expected);
}

#[test]
fn table_without_a_moon() {
    row("5H 6H JH JD", "", [60, 60, 60, 60]);
    row("QS KH AH 2H", "", [-190, -190, -190, -190]);
    row("TC 3H", "", [0, 50, 50, 0]);
    row("TC", "", [50, 50, 50, 50]);
    row("TC", "TC", [100, 100, 100, 100]);
    row("TC 2H", "TC", [0, 100, 100, 0]);
    row("TC KH 7H", "", [-100, -100, -100, -100]);
    row("TC KH 7H", "TC", [-200, -200, -200, -200]);
    row("TC KH 7H", "AH", [-200, -200, -200, -200]);
    row("QS", "QS", [-200, -200, -200, -200]);
    row("JD TC", "JD", [400, 400, 400, 400]);
}

#[test]
fn table_moon_without_the_pig() {
    rows(["ALL", "QS", "", ""], 0, "", [-200, 200, 200, 200]);
    rows(["ALL", "QS", "", ""], 1, "", [-100, 100, -100, -100]);
    rows(["ALL", "", "QS JD", ""], 2, "", [0, 0, 0, 0]);
    rows(["ALL TC", "", "", "QS"], 0, "", [-400, 400, 400, 400]);
}

#[test]
fn table_moon_with_the_pig() {
    rows(["ALL QS", "JD", "", ""], 1, "", [100, -100, 100, 100]);
    row("ALL QS", "", [300, 300, 100, 300]);
    row("ALL QS", "AH QS", [600, 600, 200, 600]);
    row("ALL QS JD", "", [400, 200, 200, 400]);
    row("ALL QS JD TC", "", [800, 800, 800, 800]);
    row("ALL QS JD TC", "JD", [1000, 1000, 1000, 1000]);
    row("ALL QS JD TC", "QS JD TC AH", [3200, 3200, 3200, 3200]);
}

#[test]
fn table_scrofa() {
    assert_eq!(scores("scrofa", ["ALL QS JD TC", "", "", ""], ""), [400, 0, 400, 0]);
    assert_eq!(scores("scrofa", ["ALL QS", "", "", ""], ""), [100, 0, 100, 0]);
}

#[test]
fn base_hearts_add_to_200() {
    assert_eq!(BASE_HEARTS.iter().sum::<i32>(), -200);
    assert_eq!(PIP_HEARTS.iter().sum::<i32>(), -200);
}

#[test]
fn lines_of_a_pile() {
    let options = GongZhuOptions::classic();
    let settled = score_piles(&options, &piles(["5H JD TC", "TH", "", ""]), &[], 0);
    let expected = GongZhuLines { hearts: -10, pig: 0, sheep: 100, base: 90, multiplier: 2, bonus: 0, total: 180 };
    assert_eq!(settled.lines[0], expected);
    assert_eq!(settled.lines[2], GongZhuLines { multiplier: 1, ..GongZhuLines::default() });
}

#[test]
fn pig_options() {
    let mut options = GongZhuOptions::swap_off();
    let score =
        |options: &GongZhuOptions, pile: &str| score_piles(options, &piles([pile, "", "", ""]), &[], 0).scores[0];
    options.moon.pig = MoonPig::ShooterWithSheep;
    assert_eq!(score(&options, "ALL QS"), 100);
    assert_eq!(score(&options, "ALL QS JD"), 400);
    options.moon.pig = MoonPig::SlamOnly;
    assert_eq!(score(&options, "ALL QS JD"), 200);
    assert_eq!(score(&options, "ALL QS JD TC"), 800);
    options.moon.slam = false;
    assert_eq!(score(&options, "ALL QS JD TC"), 400);
}

#[test]
fn cap_bonus_and_pips() {
    assert_eq!(scores("classic+cap-800", ["ALL QS JD TC", "", "", ""], "JD"), [800, 0, 0, 0]);
    // Not perfect without the sheep: (400 + 200) times 4 stands.
    assert_eq!(scores("classic+cap-800", ["ALL QS TC", "", "", ""], "AH QS TC")[0], 2400);
    assert_eq!(scores("classic+moon-400", ["ALL QS", "", "", ""], "AH")[0], 900);
    let mut options = GongZhuOptions::classic();
    options.heart_values = [-1; 13];
    options.moon.bonus = MoonBonus::Positive;
    assert_eq!(score_piles(&options, &piles(["ALL QS", "", "", ""]), &[], 0).scores[0], 113);
    assert_eq!(scores("swap+pip-hearts", ["TC 3H", "9H 2H", "", ""], ""), [-6, -11, 0, 0]);
}

#[test]
fn transformer_alone_can_be_nothing() {
    let mut options = GongZhuOptions::classic();
    options.transformer_alone = 0;
    assert_eq!(score_piles(&options, &piles(["TC", "", "", ""]), &cards("TC"), 0).scores[0], 0);
}

#[test]
fn queen_of_diamonds_goes_into_the_bonus_and_is_no_counting_card() {
    let options = GongZhuOptions::by_name("classic+queen-of-diamonds").expect("a preset");
    let settled = score_piles(&options, &piles(["TC QD", "", "", ""]), &[], 4);
    assert_eq!((settled.lines[0].multiplier, settled.lines[0].bonus, settled.scores[0]), (1, 90, 90));
    let options = GongZhuOptions::by_name("classic+queen-of-diamonds+cap-800").expect("a preset");
    assert_eq!(score_piles(&options, &piles(["ALL QS JD TC QD", "", "", ""]), &[], 2).scores[0], 820);
}

#[test]
fn sum_and_pool() {
    let mut options = GongZhuOptions::by_name("pagat+partnership").expect("a preset");
    let shared = piles(["AH KH QH JH TH 9H 8H 7H", "JD", "6H 5H 4H 3H 2H QS", "TC"]);
    let summed = score_piles(&options, &shared, &[], 0);
    assert_eq!(summed.scores, [-300, 150, -300, 150]);
    assert_eq!(summed.lines.map(|line| line.total), [-180, 100, -120, 50]);
    options.team_score = TeamScore::Pool;
    let pooled = score_piles(&options, &shared, &[], 0);
    assert_eq!(pooled.scores, [300, 200, 300, 200]);
    assert_eq!(pooled.lines[0], pooled.lines[2]);
    assert_eq!(pooled.lines[3].multiplier, 2);
}

#[test]
fn refused_options() {
    assert!(GongZhuOptions::classic().check().is_ok());
    assert!(GongZhuOptions::scrofa().check().is_ok());
    let mut options = GongZhuOptions::classic();
    options.team_score = TeamScore::Pool;
    assert!(options.check().is_err());
    let mut options = GongZhuOptions::by_name("classic+reveal-pig-transformer-only").expect("a preset");
    options.reveal_fourth = true;
    assert!(options.check().is_err());
    let mut options = GongZhuOptions::classic();
    options.low = None;
    assert!(options.check().is_err());
    options.high = Some(0);
    assert!(options.check().is_err());
    assert!(GongZhuOptions::by_name("classic+nonsense").is_none());
}

/// Tricks written as `leader: cards`, separated by `/`.
fn tricks(text: &str) -> Vec<Trick> {
    let mut tricks = Vec::new();
    for part in text.split('/').filter(|part| !part.trim().is_empty()) {
        let (leader, played) = part.split_once(':').expect("a leader");
        let leader: Seat = leader.trim().parse().expect("a seat");
        tricks.push(cards(played).into_iter().enumerate().map(|(n, card)| ((leader + n) % 4, card)).collect());
    }
    tricks
}

#[track_caller]
fn legal(options: &GongZhuOptions, hand: &str, revealed: &str, finished: &str, trick: &str, expected: &str) {
    let trick = tricks(trick).pop().unwrap_or_default();
    let mut found = legal_plays(options, 0, &cards(hand), &cards(revealed), &tricks(finished), &trick);
    let mut expected = cards(expected);
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn follow_suit_or_anything() {
    let options = GongZhuOptions::pagat();
    legal(&options, "QS 5S 2D", "", "0: 2S 3S 4S 6S", "0: KS", "QS 5S");
    legal(&options, "QS 5S 2D", "", "0: 2S 3S 4S 6S", "0: KC", "QS 5S 2D");
}

#[test]
fn opening_card() {
    let classic = GongZhuOptions::classic();
    legal(&classic, "2C 3C AS", "", "", "", "2C");
    // Held by another seat: no restriction, save that on hearts.
    legal(&classic, "3C AS 4H", "", "", "", "3C AS");
    legal(&GongZhuOptions::pagat(), "2S 3C 4H", "", "", "", "2S 3C 4H");
    // A heart, and a revealed one at that, comes before lock and break.
    let mut options = GongZhuOptions::classic();
    options.opening = Opening::Card(ACE_OF_HEARTS);
    legal(&options, "AH 3H AS", "AH", "", "", "AH");
    let mut later = GongZhuOptions::swap();
    later.no_spade_lead_first_trick = true;
    assert_eq!(must_lead(&later, 0), Some(TWO_OF_CLUBS));
    assert_eq!(must_lead(&later, 1), None);
    assert_eq!(must_lead(&classic, 7), Some(TWO_OF_CLUBS));
}

#[test]
fn lock_on_revealed_cards() {
    let options = GongZhuOptions::pagat();
    let first = "0: 2C 3C 4C 5C";
    legal(&options, "QS 5S 2D", "QS", first, "1: KS", "5S");
    legal(&options, "QS 5S 2D", "QS", first, "", "5S 2D");
    legal(&options, "QS 2D", "QS", first, "1: KS", "QS");
    legal(&options, "QS 2D", "QS", first, "", "QS 2D");
    // Discarded: free. Led before: free, even if the suit was only discarded since.
    legal(&options, "QS 5S 2D", "QS", first, "1: KC", "QS 5S 2D");
    legal(&options, "QS 5S 2D", "QS", "0: 2S 3S 4S KC", "1: KS", "QS 5S");
    legal(&options, "QS 5S 2D", "QS", "0: 2C 3S 4S KC", "1: KS", "5S");
    // Somebody else's reveal doesn't bind this seat's cards.
    legal(&options, "AS 5S 2D", "QS", first, "1: KS", "AS 5S");
}

#[test]
fn breaking_hearts() {
    let options = GongZhuOptions::classic();
    let first = "0: 2C 3C 4C 5C";
    legal(&options, "AS 2H 3H", "", first, "", "AS");
    legal(&options, "2H 3H", "", first, "", "2H 3H");
    legal(&options, "AS 2H 3H", "", "0: 2C 3C 4H 5C", "", "AS 2H 3H");
    // A heart that was led, and followed, breaks nothing.
    legal(&options, "AS 2H 3H", "", "0: 4H 5H 6H 7H", "", "AS");
    // Hearts may always be discarded or follow.
    legal(&options, "2H 3H", "", first, "0: 6C", "2H 3H");
    // The example of section 1: lock first, then the ban on hearts is void.
    legal(&options, "AH 2H", "AH", first, "", "2H");
}

#[test]
fn ace_lock_on_the_suit() {
    let mut options = GongZhuOptions::pagat();
    options.revealed_ace_lock = AceLock::Suit;
    let first = "0: 2C 3C 4C 5C";
    legal(&options, "AS 2H 3H", "AH", first, "", "AS");
    legal(&options, "AS 2H 3H", "QS", first, "", "AS 2H 3H");
    legal(&options, "2H 3H", "AH", first, "", "2H 3H");
    legal(&options, "AS 2H 3H", "AH", "0: 2C 3C 4H 5C", "", "AS 2H 3H");
    legal(&options, "AS 2H 3H", "AH", "0: 4H 5H 6H 7H", "", "AS 2H 3H");
    // The ace itself has no lock of its own.
    legal(&options, "AH 2H", "AH", first, "0: 4H", "AH 2H");
    legal(&options, "AH 2H", "AH", first, "", "AH 2H");
    // Other cards keep theirs.
    legal(&options, "QS 2S", "AH QS", first, "0: 4S", "2S");
}

#[test]
fn first_trick_bans() {
    let mut options = GongZhuOptions::pagat();
    options.no_spade_lead_first_trick = true;
    options.no_points_first_trick = true;
    legal(&options, "2S 3C 4H", "", "", "", "3C 4H");
    legal(&options, "2S 3S", "", "", "", "2S 3S");
    legal(&options, "2S 3C 4H", "", "0: 2C 3C 4C 5C", "", "2S 3C 4H");
    legal(&options, "QS JD AH 4H TC", "", "", "0: 2D", "JD");
    legal(&options, "QS JD AH 4H TC 5S", "", "", "0: 2C", "TC");
    legal(&options, "QS JD AH 4H 5S", "", "", "0: 2C", "4H 5S");
    legal(&options, "QS JD AH 5H", "", "", "0: 2C", "QS JD AH 5H");
    legal(&options, "QS AH 5S", "", "0: 2C 3C 4C 5C", "0: 6C", "QS AH 5S");
    // Hearts before spades: with both only the first ban counts.
    options.break_hearts = true;
    legal(&options, "2S 3S 4H", "", "", "", "2S 3S");
    // No effect where the opening card must be led.
    options.must_lead_opening = true;
    legal(&options, "2S 3C 4H", "", "", "", "2S");
    // With pips the 4 of hearts is a point card too.
    options.heart_values = PIP_HEARTS;
    legal(&options, "AH 4H 5S", "", "", "0: 2C", "5S");
}
