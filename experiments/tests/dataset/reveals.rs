//! Table `reveals`: it goes with the hands, and lies about it are found.

use super::soundness::{assert_fault, faults, played, write_part};
use super::*;
use gongzhu_experiments::dataset::{RevealColumns, RevealRow};

/// Writes a dataset anew with changed rows, hashes and all, and verifies it.
fn forged(from: &Path, change: impl Fn(&mut Vec<RevealRow>)) -> Vec<String> {
    let (mut hands, mut reveals) = (Vec::new(), Vec::new());
    let keep_hand = |row: &HandRow| -> Result<(), DatasetError> {
        hands.push(*row);
        Ok(())
    };
    read_hands(from, keep_hand).expect("a complete dataset");
    let keep_reveal = |row: &RevealRow| -> Result<(), DatasetError> {
        reveals.push(*row);
        Ok(())
    };
    read_table::<RevealColumns, DatasetError>(from, keep_reveal).expect("a complete dataset");
    change(&mut reveals);
    let (_guard, dir) = place();
    let plan = Manifest::load(from).expect("a manifest").plan().expect("a plan");
    let mut dataset = Dataset::create(&dir, plan).expect("an empty directory");
    write_part::<HandColumns>(&mut dataset, &hands);
    write_part::<RevealColumns>(&mut dataset, &reveals);
    dataset.finish().expect("room");
    faults(&dir)
}

#[test]
fn reveals_go_with_their_hands() {
    let (_guard, set) = place();
    played(&set, "reveal-ev --rules classic --players heuristic,random,heuristic,random --hands 40");
    assert_eq!(forged(&set, |_| ()), [""; 0]);
    let one = |change: &dyn Fn(&mut RevealRow)| forged(&set, |rows| change(&mut rows[0]));
    assert_fault(&one(&|row| row.hand_id = 1), "has hand 1 where 0 follows");
    assert_fault(&one(&|row| row.bot ^= 1), "hand 0: is not as in table hands");
    assert_fault(&one(&|row| row.seat = 4), "seat or position above 3");
    assert_fault(&one(&|row| row.hand &= row.hand - 1), "is not thirteen cards");
    assert_fault(&one(&|row| row.received = !row.hand & 0xF_FFFF_FFFF_FFFF), "are not in the hand");
    assert_fault(&one(&|row| row.revealable = 0), "are not in the hand");
    assert_fault(&one(&|row| row.reveal = !row.revealable & row.hand), "reveals what the seat may not");
    assert_fault(&one(&|row| row.revealed_before = row.hand), "have revealed cards of the hand");
    // Where a seat does what its bot does, the hand is the one of table hands.
    let played = |rows: &mut Vec<RevealRow>| {
        let row = rows.iter_mut().find(|row| row.hand_id == 3 && row.reveal == row.bot_reveals);
        row.expect("each decision has a row of what the bot does").score[2] += 10.0;
    };
    assert_fault(&forged(&set, played), "hand 3: is not as in table hands");
    assert_fault(&forged(&set, |rows| rows.retain(|row| row.hand_id != 7)), "has hand 8 where 7 follows");
    assert_fault(&forged(&set, |rows| rows.retain(|row| row.hand_id != 39)), "does not end with hand 39");
}
