//! Positions for the skills of the Tantony rule bot: for each skill where it acts, and where it must not.

use gongzhu::rng::{Purpose, stream};
use gongzhu::{Action, BySeat, Card, CardSet, Deal, Phase, Rules, Seat, Setup, State, Strategy, View};
use gongzhu_strategies::Heuristic;

fn cards(text: &str) -> CardSet {
    text.split_whitespace().map(|card| card.parse::<Card>().expect("a card")).collect()
}

/// The deal in which the seats hold these cards; the rest of the deck is dealt round to fill the hands.
fn deal(held: [&str; 4]) -> Deal {
    let mut hands = BySeat(held.map(cards));
    let mut seat = Seat::ALL[0];
    for card in !hands.0.into_iter().fold(CardSet::EMPTY, |all, hand| all | hand) {
        while hands[seat].len() == 13 {
            seat = seat.next();
        }
        hands[seat] = hands[seat].with(card);
        seat = seat.next();
    }
    Deal::new(hands).expect("a deal")
}

/// What the bot does in hand `number` after `opener` and those that follow have played `moves`: cards, or `>2` for a trick
/// assigned to seat 2.
fn choice_in(rules: &str, number: u32, held: [&str; 4], opener: usize, moves: &str) -> String {
    let settings = rules.split_whitespace().filter_map(|setting| setting.split_once('='));
    let rules = Rules::parse("tantony").and_then(|rules| rules.with_settings(settings)).expect("rules");
    let setup = Setup { number, opening_seat: Some(Seat::ALL[opener]), ..Setup::first(&rules, deal(held)) };
    let mut state = State::new(&setup).expect("a setup");
    for word in moves.split_whitespace() {
        let action = match word.strip_prefix('>') {
            Some(seat) => Action::assign(Seat::ALL[seat.parse::<usize>().expect("a seat")]),
            None => Action::card(word.parse().expect("a card")),
        };
        state.play(action).expect("a legal move");
    }
    let mut rng = stream(1, 0, Purpose::Deal);
    let view = View::new(&state, state.turn());
    if state.phase() == Phase::Assign {
        return format!(">{}", Heuristic.assign(&view, state.legal_seats(), &mut rng));
    }
    let chosen = Heuristic.play(&view, state.legal_cards(), &mut rng);
    assert!(state.legal_cards().has(chosen), "{chosen} is illegal");
    chosen.to_string()
}

fn choice(held: [&str; 4], opener: usize, moves: &str) -> String {
    choice_in("", 0, held, opener, moves)
}

/// Whether a trick goes to the side of seats 0 and 2.
fn ours(assigned: &str) -> bool {
    matches!(assigned, ">0" | ">2")
}

#[test]
fn a_dear_trick_is_kept_and_a_cheap_one_given_away() {
    let held = ["AS", "QS 2S", "KS", "TS 9S"];
    assert!(ours(&choice(held, 0, "AS QS KS TS")));
    assert!(!ours(&choice(held, 0, "AS 2S KS TS")));
}

/// A whole suit in every hand: each trick is a hog of its leader.
const SUITS: [&str; 4] = [
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
    "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
];

#[test]
fn a_hog_is_led_high_for_a_slot_and_low_without_one() {
    let five = "AS 2H 7D 2C >0 KS 3H 8D 3C >0 QS 4H 9D 4C >0 JS 5H TD 5C >2 AD 6C 2S 6H >2";
    assert_eq!(choice(SUITS, 0, five), "KD");
    assert_eq!(choice(SUITS, 0, &format!("{five} KD 7C 3S 7H >2")), "2D", "the other side gets it");
}

#[test]
fn no_high_lead_where_somebody_spoils_the_hog() {
    let me = "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2S";
    assert_eq!(choice_in("", 1, SUITS, 3, ""), "AC");
    assert_ne!(choice_in("", 1, [me, "2C", "", ""], 0, ""), "AC");
}

/// Of a long suit few cards are out, so that its high ones often become hogs.
#[test]
fn edition_2_leads_long_suits_in_hand_0() {
    let lead = choice(["AS KS 9S 8S 7S 6S 9H 3H 9D 3D 9C 8C 3C", "", "", ""], 0, "");
    assert!(lead.ends_with('S'), "{lead}");
}

#[test]
fn memory_shows_who_can_follow() {
    // Only the partner can follow in clubs, and will not spoil the king.
    let held = ["KC 7C 2H 3H 4H 5H 2D 3D 4D 5D 3S 4S 5S", "", "AC QC JC TC 9C 8C 6C 5C 4C 3C 2C AH AD", ""];
    assert_eq!(choice_in("", 1, held, 0, ""), "KC");
    assert_ne!(choice_in("memory=none", 1, held, 0, ""), "KC");
}

#[test]
fn a_trick_is_made_dear_or_cheap_for_the_own_side_and_middling_for_the_others() {
    let last = |spades: &str, plays: &str| {
        let me = format!("{spades} 3H 4H 5H 6H 3D 4D 5D 6D 3C 4C 5C");
        choice(["KS 9S", "TS AH", &me, "QS JS"], 3, plays)
    };
    assert_eq!(last("8S 7S", "QS KS TS"), "8S", "dear: kept");
    assert_eq!(last("8S 2S", "QS KS TS"), "2S", "cheap: given away");
    assert_eq!(choice(["9S", "KS", "7S 2S 3H 4H 5H 6H 3D 4D 5D 6D 3C 4C 5C", "JS"], 3, "JS 9S KS"), "7S");
}

#[test]
fn a_trick_is_taken_from_the_others_in_last_seat() {
    let me = |spades: &str| format!("{spades} 3H 4H 5H 6H 3D 4D 5D 6D 3C 4C 5C");
    assert_eq!(choice(["2S", "QS", &me("KS 5S"), "JS"], 3, "JS 2S QS"), "KS");
    assert_eq!(choice(["KS", "QS", &me("AS 5S"), "2S"], 3, "2S KS QS"), "5S", "not from the partner");
}

#[test]
fn the_idle_card_is_discarded() {
    let discards = |me: &str| choice([SUITS[0], me, "", ""], 0, "AS");
    assert_eq!(discards("AH KH 7H 2H AD KD QD 2D AC KC QC 3C 2C"), "7H");
    assert_eq!(discards("AH KH QH 2H AD KD JD 2D AC KC QC 4C 2C"), "4C", "a low card spoils, a high one takes");
}

#[test]
fn a_hog_in_hand_holds_the_lead() {
    // After 2C has been thrown on it, the taker of the trick has nothing but hogs.
    let hogs = "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C AS";
    let partner = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2C";
    assert_eq!(choice_in("", 1, [hogs, "8S", partner, "9S"], 3, "9S AS 8S 2C"), ">0", "8 is under the average");
    assert!(!ours(&choice_in("", 1, [hogs, "2S", partner, "9S"], 3, "9S AS 2S 2C")), "but not at any price");
    let plain = "JC 9C 7C 5C JH 9H 7H 5H JD 9D 7D 5D AS";
    assert!(!ours(&choice_in("", 1, [plain, "8S", "TS 2C", "9S"], 3, "9S AS 8S TS")), "and not without a hog");
}

#[test]
fn the_recipient_is_the_partner_with_the_better_lead() {
    let hogs = "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C";
    let plain = "AS 2H 3H 4H 5H 6H 7H 2D 3D 4D 5D 6D 7D";
    assert_eq!(choice_in("", 1, [plain, "QS", hogs, "JS"], 3, "JS AS QS 2C"), ">2");
    let own = "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C AS";
    let other = "2C 2H 3H 4H 5H 6H 7H 2D 3D 4D 5D 6D 7D";
    assert_eq!(choice_in("", 1, [own, "QS", other, "JS"], 3, "JS AS QS 2C"), ">0");
}

#[test]
fn the_last_card_is_a_hog_for_the_seat_that_leads_trick_13() {
    let held = ["AS KS QS JS TS 9S 8S 7S 6S KH 4H 3H 2H", "AH QH JH TH 9H 8H 7H 6H 5H 5S 4S 3S 2S", SUITS[2], SUITS[3]];
    let leads = "AS 5S 2D 2C >0 KS 4S 3D 3C >0 QS 3S 4D 4C >2 AD 5C JS 2S >2 KD 6C TS 5H >2 QD 7C 8S 6H >1 \
                 AH 5D 8C 2H >1 QH 6D 9C 3H >1 JH 7D TC 4H >3 AC 7S 7H 8D >3 KC 6S 8H 9D >3 QC";
    assert_eq!(choice(held, 0, leads), "KH");
    let follows = "AS 5S 2D 2C >0 KS 4S 3D 3C >0 QS 3S 4D 4C >0 JS 2S 5D 5C >2 AD 6C TS 5H >2 KD 7C 8S 6H >1 \
                   AH 6D 8C 2H >1 QH 7D 9C 3H >1 JH 8D TC 4H >3 AC 7S 7H 9D >3 KC 6S 8H TD >3 QC";
    assert_eq!(choice(held, 0, follows), "9S", "the last slot is the partner's");
}
