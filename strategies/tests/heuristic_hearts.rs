//! Positions for the skills of the Hearts rule bot: for each skill where it acts, and where it must not.

use gongzhu::rng::{Purpose, stream};
use gongzhu::{Action, BySeat, Card, CardSet, Deal, Rules, Seat, Setup, State, Strategy, Suit, View};
use gongzhu_strategies::{FirstHeuristic, Heuristic};

/// No pass, and anything may be led and discarded at once: a skill can be asked in trick 1.
const FREE: &[(&str, &str)] = &[("pass", "off"), ("no_points_first_trick", "false"), ("break_hearts", "false")];

fn cards(text: &str) -> CardSet {
    text.split_whitespace().map(|card| card.parse::<Card>().expect("a card")).collect()
}

/// These cards and the lowest others of `suits`, up to a hand of thirteen.
fn fill(text: &str, suits: [Suit; 2]) -> String {
    let mut hand = cards(text);
    let fillers = suits.into_iter().flat_map(|suit| CardSet::suit(suit).without(Card::TWO_OF_CLUBS));
    for card in fillers {
        hand = if hand.len() < 13 { hand.with(card) } else { hand };
    }
    hand.iter().map(|card| format!("{card} ")).collect()
}

/// The deal in which the seats hold these cards; the rest of the deck, 2C first, is dealt round to fill the hands, from the
/// seat after `opener` on.
fn deal(held: [&str; 4], opener: usize) -> Deal {
    let mut hands = BySeat(held.map(cards));
    let mut seat = Seat::wrapping(opener + 1);
    let rest = !hands.0.into_iter().fold(CardSet::EMPTY, |all, hand| all | hand);
    for card in (rest & cards("2C")).iter().chain(rest - cards("2C")) {
        while hands[seat].len() == 13 {
            seat = seat.next();
        }
        hands[seat] = hands[seat].with(card);
        seat = seat.next();
    }
    Deal::new(hands).expect("a deal")
}

/// What the bot plays after `opener` and those that follow have played `plays`, in rules with these settings.
fn choice_with(settings: &[(&'static str, &'static str)], held: [&str; 4], opener: usize, plays: &str) -> String {
    choice_of(Heuristic, settings, held, opener, plays)
}

/// The same of another bot.
fn choice_of(
    mut bot: impl Strategy,
    settings: &[(&'static str, &'static str)],
    held: [&str; 4],
    opener: usize,
    plays: &str,
) -> String {
    let settings = FREE.iter().chain(settings).copied();
    let rules = Rules::parse("hearts").and_then(|rules| rules.with_settings(settings)).expect("rules");
    let setup = Setup { opening_seat: Some(Seat::ALL[opener]), ..Setup::first(&rules, deal(held, opener)) };
    let mut state = State::new(&setup).expect("a setup");
    for card in plays.split_whitespace() {
        state.play(Action::card(card.parse().expect("a card"))).expect("a legal card");
    }
    let mut rng = stream(1, 0, Purpose::Deal);
    let chosen = bot.play(&View::new(&state, state.turn()), state.legal_cards(), &mut rng);
    assert!(state.legal_cards().has(chosen), "{chosen} is illegal");
    chosen.to_string()
}

fn choice(held: [&str; 4], opener: usize, plays: &str) -> String {
    choice_with(&[], held, opener, plays)
}

fn passed(hand: &str) -> CardSet {
    let rules = Rules::parse("hearts").expect("rules");
    let setup = Setup::first(&rules, deal(["", hand, "", ""], 0));
    let state = State::new(&setup).expect("a setup");
    Heuristic.pass(&View::new(&state, Seat::ALL[1]), &mut stream(1, 0, Purpose::Deal))
}

#[test]
fn passes_the_unguarded_queen_and_her_catchers() {
    assert!(cards("QS AS").is_subset(passed("AS QS 3S 4H 5H 6H 2D 3D 4D 5D 2C 3C 4C")));
    assert!(!passed("QS JS 9S 5S 3S AH KH QH 2D 3D 4D 2C 3C").has(Card::PIG));
    assert!(!passed("AS JS 9S 5S 3S AH KH QH 2D 3D 4D 2C 3C").meets(CardSet::SPADES));
}

#[test]
fn passes_high_hearts_but_not_low_ones() {
    assert!(cards("AH KH QH").is_subset(passed("JS 9S 3S AH KH QH 2D 3D 4D 5D 2C 3C 4C")));
    assert!(!passed("JS 9S 3S 2H 3H 4H AD KD QD 5D 2C 3C 4C").meets(CardSet::HEARTS));
}

#[test]
fn passes_the_high_cards_of_the_short_suit() {
    assert!(passed("JS 9S 8S 3S 2H 3H KD JD 9D 7D 4D 2D KC").has(cards("KC").first().expect("one")));
    assert!(!passed("JS 9S 8S 3S 2H 3H KD KC JC 9C 7C 4C 2C").has(cards("4C").first().expect("one")));
}

#[test]
fn passes_losers_with_a_hand_that_can_shoot() {
    let shooting = passed("AS KS QS AH KH QH JH TH 9H 8H AC KC 2C");
    assert!(shooting.has(cards("2C").first().expect("one")) && !shooting.meets(cards("AS AH KH QH")), "{shooting}");
    assert!(passed("3S 4S 5S AH KH 4H 3H 2H 5D 4D 3D AC 2C").meets(cards("AH KH")));
}

const MINORS: [Suit; 2] = [Suit::Diamonds, Suit::Clubs];
const LOW: [Suit; 2] = [Suit::Spades, Suit::Diamonds];

#[test]
fn ducks_with_the_highest_card_that_loses() {
    let follows = |hearts: &str| choice(["9H", &fill(hearts, MINORS), "", ""], 0, "9H");
    assert_eq!(follows("TH 8H 5H 3H"), "8H");
    assert_eq!(follows("AH TH"), "TH", "nothing loses: the lowest may still be beaten");
}

#[test]
fn last_seat_wins_a_free_trick_high_and_ducks_a_costly_one() {
    let last = |clubs: &str, third: &str, plays: &str| {
        choice(["9C", "3C", third, &fill(clubs, [Suit::Diamonds, Suit::Spades])], 0, plays)
    };
    let hearts = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H";
    assert_eq!(last("AC QC 8C 4C", "TC", "9C 3C TC"), "AC");
    assert_eq!(last("AC QC 8C 4C", hearts, "9C 3C 2H"), "8C");
    assert_eq!(last("AC QC", hearts, "9C 3C 2H"), "AC", "the trick is taken anyway: with the highest");
}

#[test]
fn the_queen_falls_under_king_or_ace_only() {
    let me = fill("QS 3S", MINORS);
    assert_eq!(choice(["5S", "KS", &me, ""], 0, "5S KS"), "QS");
    assert_eq!(choice(["5S", "JS", &me, ""], 0, "5S JS"), "3S");
}

#[test]
fn catchers_stay_back_while_the_queen_is_out() {
    let me = fill("AS KS 3S", MINORS);
    assert_eq!(choice(["5S", &me, "QS", ""], 0, "5S"), "3S");
    assert_eq!(choice(["5S", "2S", "6S QS", &me], 0, "5S 2S 6S"), "AS", "last seat sees that it is safe");
}

#[test]
fn low_spades_flush_out_the_queen() {
    let leads = |hand: &str| choice([hand, "", "", ""], 0, "");
    assert_eq!(leads("JS 9S 3S 8H 4H 2H AD 9D 3D KC TC 6C 5C"), "JS");
    assert!(!leads("QS 7S 4S 2S 2H 3H 4H 2D 3D 4D 5C 3C 4C").ends_with('S'), "not when she is one's own");
    assert!(!leads("AS 4S 2H 3H 4H 5H 2D 3D 4D 5D 5C 3C 4C").ends_with('S'), "not with a bare ace behind");
}

#[test]
fn no_spade_above_the_queen_is_led_while_she_is_out() {
    let me = "AS KS AH QH JH 9H KD QD JD KC QC JC TC";
    let lead = choice([me, "QS", "", ""], 0, "");
    assert!(!["AS", "KS"].contains(&&*lead), "{lead}");
    let me = "AS KS JH TH 9H 8H 7H KC QC JC TC 9C 8C";
    let lead = choice([me, "2S", "QS", "5S"], 1, "2S QS 5S AS");
    assert_eq!(lead, "KS", "once she is gone a spade is a lead like others");
}

/// Edition 1 leads the highest spade below the queen or the highest that loses; a low heart that everybody must beat sheds the
/// lead with the points of the trick, and a single card of a suit makes a void.
#[test]
fn edition_2_leads_low_hearts_and_single_low_cards() {
    let leads = |hand: &str| choice([hand, "", "", ""], 0, "");
    let first = |hand: &str| choice_of(FirstHeuristic, &[], [hand, "", "", ""], 0, "");
    for (hand, card, before) in [
        ("KS AS 3H 4S 5S 7H 8H 9D 8D 7D 9C 5C 3C", "3H", "9C"),
        ("3H 3S 5S 6S 8S 9S TS 9D 8D 7D 9C 5C 3C", "3H", "TS"),
        ("6D 3S 5S 6S 8S QS 9H 6H 5H 7C 9C 5C 3C", "6D", "9C"),
    ] {
        assert_eq!((leads(hand), first(hand)), (card.to_owned(), before.to_owned()));
    }
}

/// Behind low hearts the ace is safe, and a high spade goes first even after the queen.
#[test]
fn edition_2_keeps_a_guarded_ace_of_hearts() {
    let discards = |me: &str| choice(["QS AC", me, "KS 3S", "4S"], 2, "3S 4S QS 2S AC");
    assert_eq!(discards("AS 2S AH 2H 3H 4H 5H 3D 4D 5D 6D 7D 8D"), "AS");
    assert_eq!(discards("AS 2S AH KH 3D 4D 5D 6D 7D 8D 9D TD JD"), "AH");
}

#[test]
fn leads_a_card_that_loses() {
    let lead = |hand: &str| choice([hand, "", "", ""], 0, "");
    assert_eq!(lead("QS AH 3H 2H AD KD QD JD TD 9D 8D 7D 6D"), "3H", "few diamonds are unseen");
    assert_eq!(lead("QS AH KH 2H AD KD 6D 5C 4C 3C 7C 6H 9H"), "AD", "a first round costs nothing");
}

#[test]
fn discards_queen_then_catchers_then_hearts() {
    let discards = |high: &str| {
        let me = fill(&format!("{high} 2H 3H 4H"), [Suit::Diamonds, Suit::Hearts]);
        choice(["AC", &me, "", ""], 0, "AC")
    };
    assert_eq!(discards("QS AS AH 2S"), "QS");
    assert_eq!(discards("KS AS AH 2S"), "AS");
    assert_eq!(discards("JS TS AH 2S"), "AH", "with no spade above the queen");
    // QS has fallen on trick 1: now the ace of hearts is the more dangerous ace.
    let me = fill("AS AH 2H", [Suit::Diamonds, Suit::Hearts]);
    let gone = ["QS AC", &me.replace("2D ", "2S "), "KS 3S", "4S"];
    assert_eq!(choice(gone, 2, "3S 4S QS 2S AC"), "AH");
}

#[test]
fn high_clubs_go_on_a_quiet_first_round() {
    let first = [("no_points_first_trick", "true")];
    let me = fill("AC 9C 5C", [Suit::Diamonds, Suit::Spades]);
    assert_eq!(choice_with(&first, ["2C", &me, "", ""], 0, "2C"), "AC");
    assert_eq!(choice(["2C", &fill("AC KC QC JC TC 9C 8C 4C", LOW), "", ""], 0, "2C"), "4C", "few clubs are unseen");
    assert_eq!(choice(["2H", &fill("AH 9H 5H", MINORS), "", ""], 0, "2H"), "5H", "hearts are never quiet");
}

#[test]
fn last_seat_takes_the_jack_where_it_pays() {
    let bonus = [("jd_bonus", "true")];
    let catcher = fill("AD 4D", [Suit::Clubs, Suit::Hearts]);
    assert_eq!(choice_with(&bonus, ["JD", "2D", "3D", &catcher], 0, "JD 2D 3D"), "AD");
    let queen = "QS AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H";
    assert_eq!(choice_with(&bonus, ["JD", "2D", queen, &catcher], 0, "JD 2D QS"), "4D", "not together with QS");
    let own = fill("AD JD 4D", [Suit::Clubs, Suit::Hearts]);
    assert_eq!(choice_with(&bonus, ["TD", "2D", "3D", &own], 0, "TD 2D 3D"), "JD");
    assert_ne!(choice(["TD", "2D", "3D", &own], 0, "TD 2D 3D"), "4D", "without the bonus a free trick is taken high");
}

#[test]
fn hunters_of_the_jack_are_kept() {
    let me = "AD QD JD 2D 9S 8S 7S 6S 5S 4S 3S 2S TS";
    assert!(choice_with(&[("jd_bonus", "true")], ["AC", me, "", ""], 0, "AC").ends_with("2D"));
    assert_eq!(choice(["AC", me, "", ""], 0, "AC"), "AD");
}

#[test]
fn a_controlling_hand_shoots() {
    let strong = "AS KS QS AH KH QH JH TH 9H 8H AC KC AD";
    let lead = choice([strong, "", "", ""], 0, "");
    assert!(["AS", "AH", "AC", "AD"].contains(&&*lead), "{lead}");
    assert_eq!(choice(["2H", strong, "", ""], 0, "2H"), "AH");
    assert_eq!(choice(["2H", "AH KH QH JH TH 3C 4C 5C 6C 3D 4D 5D 6D", "", ""], 0, "2H"), "TH", "too many losers");
}

#[test]
fn a_moon_is_stopped_with_one_heart() {
    let me = fill("QH JH 8H 3H", MINORS);
    let held = [&me, "AH KH TH", "4H 5H 6H", "2H 7H 9H"];
    assert_eq!(choice(held, 1, "AH 4H 7H 3H KH 5H 9H JH TH 6H 2H"), "QH");
    assert_eq!(choice(held, 1, "AH 4H 7H 3H TH 6H 2H"), "8H", "four hearts alarm nobody");
}

#[test]
fn a_stopper_is_kept_from_the_shooter() {
    // Seat 1 has taken eight hearts and leads clubs; the queen of hearts is the highest left.
    let me = "QH JH 3H QS 2S 3D 2D 4D 5D 6D 7D 8D TC";
    let held = [me, "AH KH AC KC", "4H 5H 4C 3C", "6H 7H 6C 5C"];
    let kept = choice(held, 1, "AH 4H 6H 3H KH 5H 7H JH AC 3C 5C TC KC 4C 6C");
    assert!(!["QH", "QS"].contains(&&*kept), "{kept}");
    assert_eq!(choice(held, 1, "AC 3C 5C TC KC 4C 6C"), "QS", "before anybody has points she goes at once");
}

#[test]
fn a_seat_without_tricks_stays_clean_late() {
    let held = [
        "KD 3D 2H 3H 4H 5H 6H 7H 8H 2C 3C 4C 5C",
        "AS KS JS TS 9S 8S 2D AH KH QH JH TH 9H",
        "QS 9D 8D 7D 6D 5D 4D AC KC QC JC TC 9C",
        "7S 6S 5S 4S 3S 2S AD QD JD TD 8C 7C 6C",
    ];
    let tricks = "AS QS 2S 2C KS 9C 3S 3C JS TC 4S 4C TS JC 5S 5C 9S QC 6S 2H 8S KC 7S 3H 2D 9D TD";
    assert_eq!(choice_with(&[("no_tricks_bonus", "true")], held, 1, tricks), "3D");
    assert_eq!(choice(held, 1, tricks), "KD");
}
