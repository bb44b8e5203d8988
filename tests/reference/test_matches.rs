//! Matches: the end, deciders, places, and random play to the end.

use super::gong_zhu::GongZhuOptions;
use super::hand::Hand;
use super::tantony::TantonyOptions;
use super::whole_match::*;
use super::*;

/// A small random number generator, good enough to shuffle.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn deal(&mut self) -> Piles {
        let mut rest = all_cards();
        let mut deal = Piles::default();
        for hand in &mut deal {
            for _ in 0..13 {
                let place = self.below(rest.len());
                hand.push(rest.remove(place));
            }
        }
        deal
    }
}

fn random_match(rules: &Rules, seed: u64) -> (Match, Outcome) {
    let mut game = Match::new(rules);
    let mut deals = Dice(seed);
    let mut choices = Dice(seed + 1);
    let outcome = game
        .play_out(|_| deals.deal(), |_: &Hand, legal: &[Action]| legal[choices.below(legal.len())])
        .expect("a match to the end");
    (game, outcome)
}

#[test]
fn random_matches_end() {
    let names = [
        "classic",
        "swap",
        "swap-short",
        "swap-off+pass",
        "pagat+partnership",
        "scrofa+hands-7",
        "classic+pass+queen-of-diamonds+pip-hearts+hands-5",
        "hearts",
        "hearts-openspiel",
        "tantony",
    ];
    for name in names {
        let rules = Rules::by_name(name).expect("a preset");
        for seed in 0..5 {
            let (game, outcome) = random_match(&rules, seed);
            assert_eq!(outcome.hands as usize, game.log.len());
            assert!(outcome.places.contains(&1));
            for (number, hand) in game.log.iter().enumerate() {
                assert_eq!(hand.dealer, number % 4);
                if name.starts_with("hearts") {
                    assert_eq!(hand.pass_offset.is_none(), number % 4 == 3);
                    assert_eq!(hand.scores.iter().sum::<i32>() % 26, 0);
                }
            }
            for pair in game.log.windows(2) {
                match name {
                    "swap" | "swap-short" => assert_eq!(Some(pair[1].opener), pair[0].pig_taker),
                    "tantony" | "scrofa+hands-7" => assert_eq!(pair[1].opener, next_seat(pair[0].opener)),
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn tantony_is_dealt_once() {
    let rules = Rules::Tantony(TantonyOptions { opening_seat: Some(2), ..TantonyOptions::tantony() });
    let mut dealt = 0;
    let mut deals = Dice(3);
    let mut game = Match::new(&rules);
    let outcome = game
        .play_out(
            |_| {
                dealt += 1;
                deals.deal()
            },
            |_: &Hand, legal: &[Action]| legal[0],
        )
        .expect("a match");
    assert_eq!(dealt, 1);
    assert!(outcome.hands <= 4);
    assert_eq!(game.log[0].opener, 2);
}

#[test]
fn limits() {
    let classic = Rules::by_name("classic").expect("a preset");
    assert!(!end_reached(&classic, [-999, 5000, 0, 0], 99));
    assert!(end_reached(&classic, [-1000, 0, 0, 0], 1));
    let swap = Rules::by_name("swap").expect("a preset");
    assert!(end_reached(&swap, [1000, 0, 0, 0], 1));
    assert!(!end_reached(&swap, [999, 0, 0, 0], 29));
    assert!(end_reached(&swap, [999, 0, 0, 0], 30));
    let hearts = Rules::by_name("hearts").expect("a preset");
    assert!(!end_reached(&hearts, [100, 0, 0, 0], 9));
    assert!(end_reached(&hearts, [101, 0, 0, 0], 9));
}

#[test]
fn places_of_seats_and_sides() {
    let classic = Rules::by_name("classic").expect("a preset");
    assert_eq!(places(&classic, [10, 10, -5, -1000]), [1, 1, 3, 4]);
    assert_eq!(places(&classic, [5, 10, 5, 5]), [2, 1, 2, 2]);
    let hearts = Rules::by_name("hearts").expect("a preset");
    assert_eq!(places(&hearts, [101, 20, 30, 20]), [4, 1, 3, 1]);
    let scrofa = Rules::by_name("scrofa").expect("a preset");
    assert_eq!(places(&scrofa, [10, 20, 10, 20]), [2, 1, 2, 1]);
    assert_eq!(places(&scrofa, [10, 10, 10, 10]), [1, 1, 1, 1]);
}

#[test]
fn ties_that_matter() {
    assert!(tied_first_or_last([5, 5, 0, -9], false));
    assert!(tied_first_or_last([5, 0, -9, -9], false));
    assert!(!tied_first_or_last([5, 0, 0, -9], false));
    assert!(!tied_first_or_last([5, 0, 5, 0], true));
    assert!(tied_first_or_last([5, 5, 5, 5], true));
}

/// Rules of one hand in which nothing scores, so that all tie for ever.
fn nothing_scores(decider: bool) -> Rules {
    let mut options: GongZhuOptions = GongZhuOptions::by_name("classic+no-reveal+hands-1").expect("a preset");
    options.decider = decider;
    Rules::GongZhu(options)
}

/// Plays one hand of `game` at random and overwrites the totals after it.
fn play_hand_to(game: &mut Match, totals: [i32; 4], dice: &mut Dice) {
    let mut hand = game.start(dice.deal()).expect("a hand");
    while !hand.is_over() {
        let legal = hand.legal();
        hand.apply(legal[dice.below(legal.len())]).expect("legal");
    }
    // The totals are set so that the hand's scores lead to the wanted ones.
    let scores = hand.scores();
    for seat in 0..4 {
        game.totals[seat] = totals[seat] - scores[seat];
    }
    game.finish(&hand).expect("the next hand");
}

#[test]
fn deciders() {
    let mut dice = Dice(11);
    // A tie in the middle ends at once.
    let mut game = Match::new(&nothing_scores(true));
    play_hand_to(&mut game, [100, 0, 0, -100], &mut dice);
    assert_eq!(game.outcome().expect("over").places, [1, 2, 2, 4]);
    // A tie for last is played off, whatever max_hands.
    let mut game = Match::new(&nothing_scores(true));
    play_hand_to(&mut game, [100, 0, -50, -50], &mut dice);
    assert!(!game.over && game.deciding);
    play_hand_to(&mut game, [100, 0, -50, -60], &mut dice);
    let outcome = game.outcome().expect("over");
    assert_eq!((outcome.hands, outcome.places), (2, [1, 2, 3, 4]));
    assert!(!game.log[0].decider && game.log[1].decider);
    // At most ten deciders, then the place is shared.
    let mut game = Match::new(&nothing_scores(true));
    for _ in 0..11 {
        assert!(!game.over);
        play_hand_to(&mut game, [0; 4], &mut dice);
    }
    assert_eq!(game.outcome().expect("over").places, [1, 1, 1, 1]);
    // Without deciders it's shared at once.
    let mut game = Match::new(&nothing_scores(false));
    play_hand_to(&mut game, [0; 4], &mut dice);
    assert_eq!(game.outcome().expect("over").hands, 1);
}

#[test]
fn a_match_refuses_what_does_not_belong() {
    let mut game = Match::new(&nothing_scores(false));
    let mut dice = Dice(5);
    let unfinished = game.start(dice.deal()).expect("a hand");
    assert!(game.finish(&unfinished).is_err());
    play_hand_to(&mut game, [0; 4], &mut dice);
    assert!(game.start(dice.deal()).is_err());
    assert!(Rules::by_name("whist").is_none());
}
