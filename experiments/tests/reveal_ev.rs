//! What reveals are worth: play-outs are the hands that bots play, estimates are right where the truth is known, and nothing
//! depends on threads.

mod common;
#[path = "reveal_ev/exact.rs"]
mod exact;
#[path = "reveal_ev/hand.rs"]
mod hand;
#[path = "reveal_ev/store.rs"]
mod store;

use common::stdout;
use gongzhu::kernel::{Bulk, Detail};
use gongzhu::{REVEALABLE, Rules, Seat};
use gongzhu_experiments::dataset::HandRow;
use gongzhu_experiments::play::{Control, Crew, Deals, Players, Seating};
use gongzhu_experiments::request::parse_seats;
use gongzhu_experiments::reveal_ev::{Decision, Report, Subset, Trial};
use gongzhu_experiments::stats::Moments;
use indicatif::ProgressBar;
use std::sync::atomic::AtomicBool;

/// A trial of one bot in all seats, or four.
fn trial(rules: &str, players: &str, seed: u64) -> Trial {
    let rules = Rules::parse(rules).expect("rules");
    let (bots, seating) = parse_seats(players).expect("bots");
    Trial::new(rules, bots, seating, seed).expect("rules with reveals")
}

fn decisions(trial: &Trial, deals: &Deals, count: u64) -> Vec<Decision> {
    let mut decisions = Vec::new();
    for index in 0..count {
        trial.play(deals, index, &mut decisions).expect("a deal");
    }
    decisions
}

fn report(trial: &Trial, deals: &Deals, count: u64) -> Report {
    let control = Control { stop: &AtomicBool::new(false), bar: ProgressBar::hidden() };
    trial.report(deals, count, &control).expect("nothing stops it")
}

/// How far two means are apart, in standard errors.
fn distance(a: &Moments, b: &Moments) -> f64 {
    let [a, b] = [a, b].map(|moments| moments.estimate(1.0));
    let apart = a.mean.zip(b.mean).map(|(a, b)| (a - b).abs()).expect("observations");
    let error = a.error.zip(b.error).map(|(a, b)| a.hypot(b)).expect("observations");
    apart / error
}

#[test]
fn the_bots_own_choice_is_the_hand_that_they_play() {
    for (rules, players, count) in [
        ("classic", "heuristic", 200),
        ("swap+pass", "random,heuristic,random,heuristic", 100),
        ("pagat+partnership", "random", 100),
        ("classic", "heuristic,pimc:worlds=4,heuristic,heuristic", 6),
    ] {
        let trial = trial(rules, players, 5);
        let deals = Deals::Seeded(5);
        let crew = Crew::new(&trial.bots);
        for index in 0..count {
            let mut found = Vec::new();
            let played = trial.play(&deals, index, &mut found).expect("a deal");
            let seating = Seating { table: 0, bots: trial.seating };
            let players = Players { crew: &crew, seating, seed: 5, stopwatch: None };
            let setup = deals.setup(&trial.rules, index);
            let hand = players.play_single(&setup, index).expect("a deal");
            assert_eq!(played, HandRow { hand_id: index as i64, ..hand });
            let seats: Vec<Seat> = found.iter().map(|decision| decision.seat).collect();
            let order = (1..=4).map(|steps| setup.dealer().offset(steps));
            assert_eq!(seats, order.filter(|seat| seats.contains(seat)).collect::<Vec<_>>());
            let held = found.iter().fold(Subset::NOTHING, |held, decision| held.with(decision.seen.held));
            assert_eq!(held.len(), REVEALABLE.len(), "every card is somebody's to reveal");
            let own = found.iter().fold(Subset::NOTHING, |own, decision| own.with(decision.own));
            assert_eq!(own.cards().to_mask(), hand.revealed);
            for decision in &found {
                assert_eq!(decision.scores[decision.own.index()], hand.score.map(i32::from), "{rules} {index}");
            }
        }
    }
}

/// What changes the course of a hand is only that the seat reveals: the same play-out again, without the shortcut for what
/// the bots do anyway, has the same scores.
#[test]
fn more_play_outs_contain_the_first() {
    let once = trial("pagat", "random,heuristic,heuristic,random", 3);
    let twice = Trial { playouts: 2, ..once.clone() };
    let deals = Deals::Seeded(3);
    let (one, two) = (decisions(&once, &deals, 60), decisions(&twice, &deals, 60));
    assert_eq!(one.len(), two.len());
    let mut differ = 0;
    for (one, two) in one.iter().zip(&two) {
        assert_eq!((one.seen, one.own), (two.seen, two.own));
        differ +=
            one.seen.held.subsets().filter(|s| two.scores[s.index()] != one.scores[s.index()].map(|x| 2 * x)).count();
    }
    assert!(differ > 100, "random players do not play the same hand twice");
}

/// An independent calculation: hands of the bulk kernel, which has streams of its own and asks no bot. Every seat reveals each
/// card with a probability of one half there, so that hands with and without a card revealed differ by its effect.
#[test]
fn random_players_agree_with_the_kernel() {
    for rules in ["classic", "swap"] {
        let trial = trial(rules, "random", 7);
        let mut with: [Moments; 4] = Default::default();
        let mut without: [Moments; 4] = Default::default();
        Bulk::new(&trial.rules).with(Detail::Piles).play(11, 0..1 << 15, &mut |block| {
            for lane in 0..16 {
                for (card, score) in REVEALABLE.into_iter().enumerate().filter_map(|(at, card)| {
                    let seat = Seat::ALL.into_iter().find(|&seat| block.dealt[seat][lane].has(card))?;
                    let alone = Subset::of(block.dealt[seat][lane]).len() == 1;
                    alone.then_some((at, block.scores[seat][lane]))
                }) {
                    let revealed = block.revealed[lane].has(REVEALABLE[card]);
                    (if revealed { &mut with } else { &mut without })[card].add(score.into());
                }
            }
        });
        let mut changes: [Moments; 4] = Default::default();
        let mut bare: [Moments; 4] = Default::default();
        for decision in decisions(&trial, &Deals::Seeded(7), 30_000) {
            if decision.seen.held.len() == 1 {
                let [nothing, one] = [Subset::NOTHING, decision.seen.held].map(|of| decision.scores[of.index()]);
                let (seat, card) = (decision.seat.index(), decision.seen.held.indices().next().expect("a card"));
                changes[card].add((one[seat] - nothing[seat]).into());
                bare[card].add(nothing[seat].into());
            }
        }
        for card in 0..4 {
            assert!(distance(&bare[card], &without[card]) < 4.5, "{rules} {card}");
            let difference = {
                let [with, without] = [&with[card], &without[card]].map(|moments| moments.estimate(1.0));
                let error = with.error.zip(without.error).map(|(a, b)| a.hypot(b)).expect("hands");
                (with.mean.zip(without.mean).map(|(a, b)| a - b).expect("hands"), error)
            };
            let change = changes[card].estimate(1.0);
            let (mean, error) = change.mean.zip(change.error).expect("decisions");
            let apart = (mean - difference.0).abs() / error.hypot(difference.1);
            assert!(apart < 4.5, "{rules} {card}: {mean} ± {error}, kernel {difference:?}");
            assert!(mean.abs() > 8.0 * error, "{rules} {card}: the effect is plain: {mean} ± {error}");
        }
    }
}

#[test]
fn frozen_players_do_not_react() {
    let deals = Deals::Seeded(2);
    // Players who never look at reveals play the same whether they see them or not.
    let blind = trial("classic", "random", 2);
    let frozen = Trial { freeze_others: true, ..blind.clone() };
    assert_eq!(decisions(&blind, &deals, 300), decisions(&frozen, &deals, 300));

    let total = trial("classic", "heuristic", 2);
    let direct = Trial { freeze_others: true, ..total.clone() };
    let (total, direct) = (decisions(&total, &deals, 3000), decisions(&direct, &deals, 3000));
    let mut reaction: [Moments; 4] = Default::default();
    let mut differ = [0; 4];
    for (total, direct) in total.iter().zip(&direct) {
        assert_eq!((total.seen, total.own), (direct.seen, direct.own));
        // Who reveals nothing shows nothing that others could be blind to.
        assert_eq!(total.scores[0], direct.scores[0]);
        for card in total.seen.held.indices() {
            let [total_scores, direct_scores] = [total, direct].map(|of| of.scores[Subset::single(card).index()]);
            let seat = total.seat.index();
            reaction[card].add((total_scores[seat] - direct_scores[seat]).into());
            differ[card] += u32::from(total_scores != direct_scores);
        }
    }
    // Each of the cards is held by somebody in each of the 3,000 deals.
    assert!(differ.iter().all(|&hands| hands > 100), "nobody reacts: {differ:?}");
    // Everybody hunts a pig that was shown.
    let estimate = reaction[0].estimate(1.0);
    let (mean, error) = estimate.mean.zip(estimate.error).expect("decisions");
    assert!(mean < -4.0 * error, "{mean} ± {error}");
}

#[test]
fn threads_change_nothing() {
    let words = ["reveal-ev", "--rules", "swap", "--hands", "700", "--format", "json", "--seed", "4"];
    let one = stdout(&[&words[..], &["--threads", "1"]].concat());
    for threads in ["2", "7"] {
        assert_eq!(one, stdout(&[&words[..], &["--threads", threads]].concat()));
    }
    let hand = ["reveal-ev", "--hand", "S:AQ3 H:KT9 D:J84 C:T652", "--seat", "2", "--precision", "12", "--players"];
    let one = stdout(&[&hand[..], &["random", "--threads", "1"]].concat());
    assert_eq!(one, stdout(&[&hand[..], &["random", "--threads", "3"]].concat()));
    assert_ne!(one, stdout(&[&hand[..], &["random", "--seed", "2"]].concat()));
}

#[test]
fn a_report_is_consistent() {
    let trial = trial("classic", "heuristic,random,heuristic,random", 6);
    let report = report(&trial, &Deals::Seeded(6), 2000);
    assert_eq!((report.deals, report.subsets.len(), report.bots.len()), (2000, 15, 4));
    // Every card is somebody's; shares of being best add to one in every decision.
    assert!(report.subsets[..4].iter().all(|row| row.deals == 2000));
    let best: f64 = report.subsets.iter().map(|row| row.best.expect("a share") * row.deals as f64).sum();
    let best = best + report.nothing.best.expect("a share") * report.decisions as f64;
    assert!((best - report.decisions as f64).abs() < 1e-6 * best, "{best}");
    // The buckets of a split have the hands of its card, and their mean is the card's.
    for split in &report.splits {
        let rows = || report.buckets.iter().filter(|row| row.reveal == split.reveal && row.split == Some(split.split));
        assert_eq!((rows().count(), rows().map(|row| row.deals).sum::<u64>()), (split.buckets, 2000));
        let mean = rows().map(|row| row.change.expect("a mean") * row.deals as f64).sum::<f64>() / 2000.0;
        let whole = report.subsets.iter().find(|row| row.reveal == split.reveal).and_then(|row| row.change);
        assert!((mean - whole.expect("a mean")).abs() < 1e-9, "{split:?}");
    }
    // What all bots decide is what each of them decides.
    let of_bots: f64 =
        report.bots.iter().step_by(2).map(|bot| bot.over_never.expect("a mean") * bot.decisions as f64).sum();
    let all = report.policies[1].over_never.expect("a mean") * report.decisions as f64;
    assert!((of_bots - all).abs() < 1e-6 * all.abs());
}
