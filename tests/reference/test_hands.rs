//! Whole hands: openers, passing, revealing, what is visible.

use super::gong_zhu::*;
use super::hand::{Hand, Setup};
use super::hearts::HeartsOptions;
use super::*;

/// A deal with the four revealable cards at four seats: AH 0, JD 1, TC 2, QS 3.
/// Seat 0 holds 2S, seat 2 holds 2C.
fn deal() -> Piles {
    ["S:2345 H:A678 D:789 C:KA", "S:678 H:2345 D:JQK C:345", "S:9TJ H:9TJ D:A23 C:2T67", "S:QKA H:QK D:456T C:89JQ"]
        .map(hand_of)
}

fn setup(hand_number: u32) -> Setup {
    Setup {
        hand_number,
        dealer: hand_number as usize % 4,
        totals: [0; 4],
        pig_taker: None,
        last_opener: None,
        opening_seat: None,
        deal: deal(),
    }
}

fn gong_zhu(name: &str) -> GongZhuOptions {
    GongZhuOptions::by_name(name).expect("a preset")
}

#[track_caller]
fn opener(options: &GongZhuOptions, setup: Setup) -> Option<Seat> {
    Hand::new(&Rules::GongZhu(options.clone()), setup).expect("a hand").opener()
}

#[test]
fn openers() {
    assert_eq!(opener(&gong_zhu("classic"), setup(0)), Some(2));
    assert_eq!(opener(&gong_zhu("classic"), setup(5)), Some(2));
    assert_eq!(opener(&gong_zhu("pagat"), setup(0)), Some(0));
    assert_eq!(opener(&gong_zhu("scrofa"), setup(0)), Some(0));
    assert_eq!(opener(&gong_zhu("scrofa"), setup(2)), Some(2));
    assert_eq!(opener(&gong_zhu("scrofa"), Setup { last_opener: Some(3), ..setup(2) }), Some(0));
    assert_eq!(opener(&gong_zhu("swap"), Setup { pig_taker: Some(1), ..setup(1) }), Some(1));
    assert_eq!(opener(&gong_zhu("classic"), Setup { opening_seat: Some(3), ..setup(0) }), Some(3));
    assert!(Hand::new(&Rules::GongZhu(gong_zhu("swap")), setup(1)).is_err());
}

#[test]
fn misdeals() {
    let rules = Rules::GongZhu(gong_zhu("classic"));
    let mut bad = setup(0);
    bad.deal[2][0] = bad.deal[1][0];
    assert!(Hand::new(&rules, bad).is_err());
    let mut short = setup(0);
    short.deal[3].pop();
    assert!(Hand::new(&rules, short).is_err());
}

fn reveal(text: &str) -> Action {
    Action::Reveal(cards(text)[0])
}

#[test]
fn sequential_reveal() {
    let mut hand = Hand::new(&Rules::GongZhu(gong_zhu("classic")), setup(0)).expect("a hand");
    assert_eq!(hand.to_act(), Some((1, Phase::Reveal)));
    assert_eq!(hand.legal(), [reveal("JD"), Action::Done]);
    assert!(hand.apply(reveal("QS")).is_err());
    hand.apply(reveal("JD")).expect("legal");
    assert_eq!(hand.legal(), [Action::Done]);
    assert_eq!(hand.visible(2).revealed, [(1, JACK_OF_DIAMONDS)]);
    for seat in [1, 2, 3, 0] {
        assert_eq!(hand.to_act(), Some((seat, Phase::Reveal)));
        hand.apply(Action::Done).expect("legal");
    }
    assert_eq!(hand.to_act(), Some((2, Phase::Play)));
    assert_eq!(hand.legal(), [Action::Play(TWO_OF_CLUBS)]);
}

#[test]
fn simultaneous_reveal_shows_nothing_before_the_end() {
    let mut hand = Hand::new(&Rules::GongZhu(gong_zhu("swap")), setup(0)).expect("a hand");
    hand.apply(reveal("JD")).expect("legal");
    assert_eq!(hand.legal(), [Action::Done]);
    hand.apply(Action::Done).expect("legal");
    assert_eq!(hand.visible(2).revealed, []);
    assert_eq!(hand.visible(2).pending, []);
    assert_eq!(hand.visible(1).pending, [JACK_OF_DIAMONDS]);
    for _ in 0..3 {
        hand.apply(Action::Done).expect("legal");
    }
    assert_eq!(hand.visible(2).revealed, [(1, JACK_OF_DIAMONDS)]);
    assert_eq!(hand.visible(1).pending, []);
}

#[test]
fn the_fourth_is_revealed_automatically() {
    let mut options = gong_zhu("classic");
    options.reveal_fourth = true;
    let mut hand = Hand::new(&Rules::GongZhu(options), setup(0)).expect("a hand");
    for action in [reveal("JD"), Action::Done, Action::Done, reveal("QS"), Action::Done, reveal("AH"), Action::Done] {
        hand.apply(action).expect("legal");
    }
    assert_eq!(hand.revealed.len(), 4);
    assert_eq!(hand.revealed[3], (2, TEN_OF_CLUBS));
}

#[test]
fn no_reveal_phase_without_revealable_cards() {
    let hand = Hand::new(&Rules::GongZhu(gong_zhu("classic+no-reveal")), setup(0)).expect("a hand");
    assert_eq!(hand.to_act(), Some((2, Phase::Play)));
}

#[test]
fn passing_in_gong_zhu_goes_to_the_next_seat_before_revealing() {
    let mut hand = Hand::new(&Rules::GongZhu(gong_zhu("classic+pass")), setup(0)).expect("a hand");
    assert_eq!(hand.opener(), None);
    let picks = [(1, "JD QD 3C"), (2, "TC 2C AD"), (3, "QS KS AS"), (0, "AH KC AC")];
    for (seat, chosen) in picks {
        assert_eq!(hand.to_act(), Some((seat, Phase::Pass)));
        for (count, card) in cards(chosen).into_iter().enumerate() {
            assert_eq!(hand.legal().len(), 13 - count);
            hand.apply(Action::Pass(card)).expect("legal");
        }
        assert_eq!(hand.visible(2).received, if seat == 0 { cards("JD QD 3C") } else { Vec::new() });
    }
    assert_eq!(hand.visible(2).passed, cards("TC 2C AD"));
    assert_eq!(hand.visible(0).received, cards("QS KS AS"));
    // 2C went to seat 3, AH to seat 1; seat 1 reveals first.
    assert_eq!(hand.opener(), Some(3));
    assert_eq!(hand.to_act(), Some((1, Phase::Reveal)));
    assert_eq!(hand.legal(), [reveal("AH"), Action::Done]);
}

#[test]
fn hearts_passes_left_right_across_and_not() {
    for (hand_number, receiver) in [(0, Some(3)), (1, Some(1)), (2, Some(0)), (3, None)] {
        let mut hand = Hand::new(&Rules::Hearts(HeartsOptions::hearts()), setup(hand_number)).expect("a hand");
        if let Some(receiver) = receiver {
            while let Some((seat, Phase::Pass)) = hand.to_act() {
                // Seat 2 passes 2C.
                let first = hand.legal()[0];
                let two = Action::Pass(TWO_OF_CLUBS);
                let action = if seat == 2 && hand.legal().contains(&two) { two } else { first };
                hand.apply(action).expect("legal");
            }
            assert_eq!(hand.to_act(), Some((receiver, Phase::Play)));
        } else {
            assert_eq!(hand.to_act(), Some((2, Phase::Play)));
        }
        assert_eq!(hand.legal(), [Action::Play(TWO_OF_CLUBS)]);
    }
}

#[test]
fn an_explicit_opener_without_the_opening_card_is_free() {
    let free = Setup { opening_seat: Some(3), ..setup(0) };
    let hand = Hand::new(&Rules::GongZhu(gong_zhu("classic+no-reveal")), free).expect("a hand");
    // Only the unbroken hearts stay back.
    assert_eq!(hand.legal().len(), 11);
    let holder = Setup { opening_seat: Some(2), ..setup(0) };
    let hand = Hand::new(&Rules::GongZhu(gong_zhu("classic+no-reveal")), holder).expect("a hand");
    assert_eq!(hand.legal(), [Action::Play(TWO_OF_CLUBS)]);
}

#[test]
fn queen_of_diamonds_counts_the_tricks_after_hers() {
    let mut options = gong_zhu("pagat+queen-of-diamonds+no-reveal+partnership");
    let mut hand = Hand::new(&Rules::GongZhu(options.clone()), setup(0)).expect("a hand");
    let plays = "2S 6S 9S AS 4D 7D QD AD 2D 5D 8D KD";
    for card in cards(plays) {
        hand.apply(Action::Play(card)).expect("legal");
    }
    assert_eq!(hand.winners(), [3, 2, 1]);
    assert_eq!(hand.pig_taker(), None);
    assert!(hand.taken()[2].contains(&QUEEN_OF_DIAMONDS));
    assert_eq!(hand.tricks_after_qd(), 0);
    // As if seat 2 took two more tricks and its partner one.
    let some_trick = hand.finished[0].clone();
    for winner in [2, 0, 3, 2] {
        hand.finished.push(some_trick.clone());
        hand.winners.push(winner);
    }
    assert_eq!(hand.tricks_after_qd(), 2);
    assert_eq!(hand.scores()[2], 20);
    options.team_score = TeamScore::Pool;
    hand.rules = Rules::GongZhu(options);
    assert_eq!(hand.tricks_after_qd(), 3);
    assert_eq!(hand.scores()[0], 30);
}
