//! What doesn't depend on anything but seed and number of a block: the range asked, the detail, the version.

use super::compare::{blocks, processors, require_equal, shown};
use super::protocol::{Hand, LANES};
use gongzhu::kernel::{Block, Bulk, Detail};
use gongzhu::{Card, Rules};

/// One rule set for each way that the kernels take.
const RULES: [&str; 7] = [
    "classic",
    "swap+pass+queen-of-diamonds",
    "pagat+partnership{team_score=pool cap=400}",
    "scrofa",
    "hearts{no_tricks_bonus=on}",
    "hearts-openspiel",
    "tantony",
];

fn hands(blocks: &[Block]) -> Vec<Hand> {
    blocks.iter().flat_map(|block| (0..LANES).map(|lane| shown(block, lane))).collect()
}

#[test]
fn a_block_does_not_depend_on_the_range() {
    for name in RULES {
        let rules = Rules::parse(name).expect("a rule set");
        for on in processors() {
            let hands_of = |range| hands(&blocks(&rules, on, Detail::Plays, 9, range));
            let all = hands_of(0..20);
            for range in [0..1, 0..2, 0..3, 5..9, 5..10, 6..9, 7..8, 8..8, 13..20, 19..20] {
                let part = &all[range.start as usize * LANES..range.end as usize * LANES];
                assert!(hands_of(range.clone()) == part, "{name} on {on:?}: blocks {range:?}");
            }
            assert!(hands(&blocks(&rules, on, Detail::Plays, 10, 0..1)) != all[..LANES], "{name}: another seed");
            assert_eq!(blocks(&rules, on, Detail::Scores, 9, 1 << 40..(1 << 40) + 1)[0].first, 1 << 44);
        }
    }
}

#[test]
fn seeds_and_blocks_may_be_large() {
    for name in RULES {
        let rules = Rules::parse(name).expect("a rule set");
        for (seed, block) in [(0, 0), (u64::MAX, 0), (1 << 63, u64::from(u32::MAX)), (u64::MAX - 1, (1 << 60) - 3)] {
            require_equal(&rules, seed, block..block + 3, &mut ());
        }
    }
}

/// One kernel plays block after block into the same place: nothing of a block may be left in the next.
#[test]
fn details_agree() {
    for name in RULES {
        let rules = Rules::parse(name).expect("a rule set");
        for on in processors() {
            let [plays, piles, scores] =
                [Detail::Plays, Detail::Piles, Detail::Scores].map(|detail| blocks(&rules, on, detail, 11, 3..40));
            assert!((0..LANES).all(|lane| piles[0].plays(lane).is_none() && scores[0].plays(lane).is_none()));
            for ((plays, piles), scores) in plays.iter().zip(&piles).zip(&scores) {
                let what = format!("{name} on {on:?}, block of hand {}", plays.first);
                let outcome = |block: &Block| (block.first, block.revealed, block.scores);
                assert_eq!(outcome(plays), outcome(scores), "{what}");
                assert_eq!(outcome(plays), outcome(piles), "{what}");
                let cards = |block: &Block| (block.dealt, block.passed, block.taken);
                assert_eq!(cards(plays), cards(piles), "{what}");
                let rest = |block: &Block| (block.passes, block.drawn_seat, block.winners, block.assigned);
                assert_eq!(rest(plays), rest(piles), "{what}");
            }
        }
    }
}

#[test]
fn a_bulk_begins_with_the_scores_alone() {
    let rules = Rules::parse("classic").expect("a rule set");
    let mut shown = 0;
    Bulk::new(&rules).play(1, 0..1, &mut |block| {
        assert_eq!(block.plays(0), None);
        shown += 1;
    });
    assert_eq!(shown, 1);
}

/// Lane 0 of block 0 of seed 1: rules, scores, and the cards in the order played.
const FROZEN: &[(&str, [i16; 4], [&str; 4])] = &[
    (
        "classic",
        [-120, 0, -380, 200],
        [
            "2C 4C QC TC 7D TD 9D 6D 4D 5D KD 3D 3C",
            "6C 9C AC AS 2S 4S 9S 5C JC 7S KH QH 6H",
            "7H 2H 8D 2D QD 7C 5S 6S QS 3S 4H 3H AH",
            "9H 8S KC 8C TS KS AD 8H 5H JS JH TH JD",
        ],
    ),
    (
        "swap+pass",
        [-20, -80, -400, -100],
        [
            "2C JC 6C TC 9D 3D AD QD JH TH 8H 3H JS",
            "AS 2S 4S 9H 4H QH 6H 2D 4D 5D 6D 4C 7D",
            "9C AC 6S QS 3S 5S 5H JD AH 2H 7H 9S 8C",
            "7S QC KC 3C KS TD KD 8D 8S 5C TS KH 7C",
        ],
    ),
    (
        "hearts",
        [8, 3, 14, 1],
        [
            "2C JC 6C TC KD 7D AD QD 4D TD 9D 8D AS",
            "2S 4S 8S 5D 6D 2D KH 3C 7S 9C 7C JH 9H",
            "5H 3H 5S 9S QS 3S 4H QH AH 2H 6H TH 8H",
            "JD AC 5C TS QC 6S 8C KS JS 3D 7H KC 4C",
        ],
    ),
    (
        "tantony",
        [43, 26, 43, 26],
        [
            "5D 6D 7D AD 6C 9C KC 3C 8D 2D QD 9D KS",
            "9S AS QS 8H QH 3H KH TH 4H 6H 7H KD 3D",
            "4D 2H AH 9H 5H 7S 6S 2S 3S 5S 4S 8S 7C",
            "JC JD QC TD AC TC 5C 4C TS JH 2C 8C JS",
        ],
    ),
];

#[test]
fn first_hands() {
    for &(name, scores, plays) in FROZEN {
        let rules = Rules::parse(name).expect("a rule set");
        require_equal(&rules, 1, 0..1, &mut ());
        for on in processors() {
            let hand = shown(&blocks(&rules, on, Detail::Plays, 1, 0..1)[0], 0);
            let cards: Vec<String> = hand.plays.iter().map(Card::to_string).collect();
            // Thirteen cards a line.
            let lines: Vec<String> = cards.chunks(13).map(|cards| cards.join(" ")).collect();
            assert_eq!(lines, plays, "{name} on {on:?}");
            assert_eq!(hand.scores.0, scores, "{name} on {on:?}");
        }
    }
}
