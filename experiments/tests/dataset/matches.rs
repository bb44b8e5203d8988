//! Table `matches`: it sums up the hands, and lies about it are found.

use super::soundness::{assert_fault, faults, played, write_part};
use super::*;
use gongzhu_experiments::dataset::{MatchColumns, MatchRow};

/// Writes a dataset anew with changed rows, hashes and all, and verifies it.
fn forged(from: &Path, change: impl Fn(&mut Vec<HandRow>, &mut Vec<MatchRow>)) -> Vec<String> {
    let (mut hands, mut matches) = (rows_in::<HandColumns>(from), rows_in::<MatchColumns>(from));
    change(&mut hands, &mut matches);
    let (_guard, dir) = place();
    let plan = Manifest::load(from).expect("a manifest").plan().expect("a plan");
    let mut dataset = Dataset::create(&dir, plan).expect("an empty directory");
    write_part::<HandColumns>(&mut dataset, &hands);
    write_part::<MatchColumns>(&mut dataset, &matches);
    dataset.finish().expect("room");
    faults(&dir)
}

#[test]
fn matches_repeat_their_hands() {
    for words in [
        "tournament --players heuristic,random --rules swap-short",
        "tournament --players heuristic,random --rules tantony",
        "tournament --players heuristic,random --rules hearts --one-against-three",
        "simulate --players heuristic,random,random,random --rules swap-short",
        "simulate --players random,heuristic,random,heuristic --rules hearts",
    ] {
        let (_guard, set) = place();
        played(&set, &format!("{words} --matches 5"));
        assert_eq!(forged(&set, |_, _| ()), [""; 0], "{words}");
        let one = |change: &dyn Fn(&mut MatchRow)| forged(&set, |_, matches| change(&mut matches[3]));
        let unlike = "match 3: is not as in table hands";
        assert_fault(&one(&|row| row.total[0] += 1), unlike);
        assert_fault(&one(&|row| row.hands += 1), unlike);
        assert_fault(&one(&|row| row.bot = [0; 4]), unlike);
        assert_fault(&one(&|row| row.hand_id += 1), unlike);
        assert_fault(&one(&|row| row.place[1] += 1), "match 3: places and weight");
        assert_fault(&one(&|row| row.weight += 1), "match 3: places and weight");
        assert_fault(&one(&|row| row.gain[2] += 0.25), "match 3: the gain");
        assert_fault(&one(&|row| row.match_number += 1), "match 3: belongs to another number");
        assert_fault(&one(&|row| row.lineup += 1), "match 3: belongs to another line-up");
        assert_fault(&forged(&set, |_, matches| matches.truncate(matches.len() - 1)), "rows for the");
        let hand = |change: &dyn Fn(&mut HandRow)| forged(&set, |hands, _| change(&mut hands[1]));
        assert_fault(&hand(&|row| row.seating += 1), "another seating");
        assert_fault(&forged(&set, |hands, _| hands.truncate(hands.len() - 1)), "matches/part-00000.parquet: ");
    }
}

/// Every seating of a number begins with the same deals, and the numbers have others.
#[test]
fn the_matches_of_a_number_have_the_same_deals() {
    let (_guard, set) = place();
    played(&set, "tournament --rules classic --players heuristic,random --matches 4");
    let (hands, matches) = (rows_in::<HandColumns>(&set), rows_in::<MatchColumns>(&set));
    assert_eq!(matches.len(), 4 * 6);
    let hand = |id: i64| hands.iter().find(|row| row.hand_id == id).expect("a hand");
    for number in 0..4 {
        let of_number: Vec<&MatchRow> = matches.iter().filter(|row| row.match_number == number).collect();
        let shortest = of_number.iter().map(|row| i64::from(row.hands)).min().expect("matches");
        for j in 0..shortest {
            assert!(of_number.iter().all(|row| hand(row.hand_id + j).deal == hand(of_number[0].hand_id + j).deal));
        }
        let seatings: Vec<[u8; 4]> = of_number.iter().map(|row| row.bot).collect();
        assert_eq!(seatings.len(), 6);
        assert!((1..6).all(|seating| seatings[seating - 1] < seatings[seating]));
    }
    assert!(hand(matches[0].hand_id).deal != hand(matches[6].hand_id).deal);
}
