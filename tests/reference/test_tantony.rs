//! Tantony: sow, runt and hog, trick 13, scores and the marks (section 4).

use super::hand::{Hand, Setup};
use super::tantony::*;
use super::*;

fn trick(leader: Seat, text: &str) -> Trick {
    cards(text).into_iter().enumerate().map(|(n, card)| ((leader + n) % 4, card)).collect()
}

#[test]
fn card_points() {
    let found: Vec<i32> = cards("AS KH QD JC TS 9S 2D").into_iter().map(points).collect();
    assert_eq!(found, [30, 25, 20, 15, 10, 9, 2]);
}

#[test]
fn the_example() {
    let found = roles(&trick(1, "QS 4H 5D 2S"));
    assert_eq!((found.sow.0, found.runt.0, points(found.runt.1)), (1, 0, 2));
    assert!(!found.is_hog());
    let hog = roles(&trick(1, "QS 4H 5D AC"));
    assert!(hog.is_hog());
    assert_eq!((hog.sow.0, points(hog.runt.1)), (1, 20));
}

#[test]
fn sow_and_runt_may_both_be_followers() {
    let found = roles(&trick(3, "8D KD 3D AS"));
    assert_eq!((found.sow.0, found.runt.0), (0, 1));
}

#[test]
fn single_cards_change_places() {
    assert_eq!(single_cards(&trick(0, "8D KD 3D AS")).to_vec(), cards("8D 3D KD AS"));
    assert_eq!(single_cards(&trick(2, "8D KH 3C AS")).to_vec(), cards("3C AS 8D KH"));
}

#[test]
fn sides_share_the_score() {
    let on_tricks = [cards("2S 3S 4S"), cards("AS 5S 6S"), cards("7D 8D 9D"), cards("2H 2D 2C")];
    let settled = score_face_up(&on_tricks, Some((3, cards("KD")[0])));
    assert_eq!(settled.scores, [33, 72, 33, 72]);
    assert_eq!(settled.lines[1], TantonyLines { tricks: 47, single: 25, total: 72 });
    assert_eq!(settled.lines[0].single, 0);
}

#[test]
fn marks() {
    assert!(!match_over([59, 20, 59, 20], 1));
    assert!(match_over([60, 20, 60, 20], 1));
    assert_eq!(weight([60, 20, 60, 20], 1), 2);
    assert!(!match_over([60, 60, 60, 60], 1));
    assert!(match_over([130, 121, 130, 121], 2));
    assert!(!match_over([179, 100, 179, 100], 3));
    assert!(match_over([239, 100, 239, 100], 4));
    assert_eq!(weight([239, 100, 239, 100], 4), 1);
    assert_eq!(weight([100, 240, 100, 240], 4), 2);
    assert!(match_over([250, 250, 250, 250], 4));
    assert_eq!(weight([250, 250, 250, 250], 4), 1);
}

/// A hand in which each seat holds one suit: every trick is a hog.
fn hogs(hand_number: u32) -> Hand {
    let mut deal = Piles::default();
    for card in all_cards() {
        deal[usize::from(card.index() / 13)].push(card);
    }
    let setup =
        Setup { hand_number, dealer: 3, totals: [0; 4], pig_taker: None, last_opener: None, opening_seat: None, deal };
    Hand::new(&Rules::Tantony(TantonyOptions::tantony()), setup).expect("a deal")
}

#[test]
fn a_hand_of_hogs() {
    let mut hand = hogs(0);
    let order = [1, 1, 1, 0, 2, 0, 2, 0, 2, 3, 3, 3];
    for recipient in order {
        for _ in 0..4 {
            let action = hand.legal()[0];
            hand.apply(action).expect("legal");
        }
        // Only the leader's suit was led, so the leader decides.
        let leader = hand.finished.last().expect("a trick")[0].0;
        assert_eq!(hand.to_act(), Some((leader, Phase::Assign)));
        hand.apply(Action::Assign(recipient)).expect("legal");
        if !hand.is_over() {
            assert_eq!(hand.to_act(), Some((recipient, Phase::Play)));
        }
    }
    // Trick 13: seat 3 leads its last card, all forced, nobody assigns.
    assert_eq!(hand.to_act(), Some((3, Phase::Play)));
    for seat in [3, 0, 1, 2] {
        assert_eq!(hand.to_act(), Some((seat, Phase::Play)));
        assert_eq!(hand.legal().len(), 1);
        let action = hand.legal()[0];
        hand.apply(action).expect("legal");
    }
    assert!(hand.is_over());
    assert_eq!(hand.winners().last(), Some(&3));
    assert_eq!(hand.assigned, order);
    assert_eq!(hand.single, Some((3, cards("AC")[0])));
    assert!(check_deal(&hand.taken()).is_ok());
    // Led: 2S, then by the recipients 3H 4H 5H, 6S, 7D, 8S, 9D, TS, JD, QC, KC.
    assert_eq!(hand.face_up[1], cards("2S 3H 4H"));
    assert_eq!(hand.face_up[0], cards("5H 7D 9D"));
    assert_eq!(hand.face_up[2], cards("6S 8S TS"));
    assert_eq!(hand.face_up[3], cards("JD QC KC"));
    assert_eq!(hand.scores(), [45, 99, 45, 99]);
}

#[test]
fn the_last_assignment_is_forced_and_a_full_seat_refused() {
    let mut hand = hogs(0);
    for recipient in [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3] {
        for _ in 0..4 {
            let action = hand.legal()[0];
            hand.apply(action).expect("legal");
        }
        hand.apply(Action::Assign(recipient)).expect("legal");
    }
    for _ in 0..4 {
        let action = hand.legal()[0];
        hand.apply(action).expect("legal");
    }
    assert_eq!(hand.legal(), [Action::Assign(3)]);
    assert!(hand.apply(Action::Assign(0)).is_err());
}

#[test]
fn memory_shows_hands_after_the_first() {
    assert_eq!(hogs(0).visible(1).others, [None, None, None, None]);
    let later = hogs(2).visible(1);
    assert_eq!(later.others[1], None);
    assert_eq!(later.others[3].as_ref().map(Vec::len), Some(13));
    let mut forgetful = hogs(2);
    forgetful.rules = Rules::Tantony(TantonyOptions { memory: Memory::None, ..TantonyOptions::tantony() });
    assert_eq!(forgetful.visible(1).others, [None, None, None, None]);
}
