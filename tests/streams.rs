//! The random streams as literal data: a change here changes every seeded result of the project.

use gongzhu::rng::{Purpose, Rng, below, choose_many, stream};
use gongzhu::{CardSet, Deal, Seat};
use rand_core::Rng as _;

fn seat(table: u32, seat: usize) -> Purpose {
    Purpose::Seat { table, seat: Seat::ALL[seat] }
}

/// Streams (seed, index, purpose) and their first two words.
fn streams() -> Vec<((u64, u64, Purpose), [u64; 2])> {
    vec![
        ((0, 0, Purpose::Deal), [0xBABB_761A_C830_FE4A, 0x2B1A_BB54_7C60_BBAB]),
        ((1, 0, Purpose::Deal), [0x3517_5B75_3029_5DB5, 0xF3C9_A569_FA23_02FB]),
        ((1, 1, Purpose::Deal), [0x422C_8E96_DFC9_0169, 0x5F90_E39D_1B62_EFAC]),
        ((2, 0, Purpose::Deal), [0x50F4_6003_445D_27DE, 0xFEC6_5179_762D_12E1]),
        ((u64::MAX, u64::MAX, Purpose::Deal), [0x6094_5969_AA7A_FAA0, 0x150B_D71F_E179_8F9C]),
        ((1, 0, seat(0, 0)), [0xDD67_51EF_82DA_FE12, 0x9671_5CED_3C52_19AB]),
        ((1, 0, seat(0, 1)), [0xC291_ECCE_9C7F_E5D2, 0x01DC_6C7C_C39E_E1FD]),
        ((1, 0, seat(0, 2)), [0x6FC9_3FEA_B2C9_F10F, 0xB6CA_409E_BB74_799C]),
        ((1, 0, seat(0, 3)), [0xA8BC_61A6_5BCE_E0F2, 0x3C8D_925C_229B_6C20]),
        ((1, 0, seat(1, 0)), [0x04DE_C59F_63EF_4D4A, 0xC66B_CC55_BEDE_DBC9]),
        ((1, 0, seat(23, 3)), [0x56B4_3457_BE0C_3DDC, 0xB199_2761_619B_76F0]),
        ((1, 1, seat(0, 0)), [0x2375_0FBC_AC67_8986, 0x76EA_D923_FA9A_29B5]),
        ((1, 0, Purpose::Resampling), [0x4B14_DF97_A4C7_737D, 0x4584_2E81_5A3A_784F]),
    ]
}

/// Deals (seed, index) from the stream for deals.
const DEALS: &[((u64, u64), [&str; 4])] = &[
    (
        (1, 0),
        [
            "S:A64 H:KJ D:AQ9 C:AKQ63",
            "S:J873 H:QT932 D:K6 C:74",
            "S:KQ952 H:75 D:JT54 C:J9",
            "S:T H:A864 D:8732 C:T852",
        ],
    ),
    (
        (1, 1),
        [
            "S:3 H:82 D:QT9643 C:8742",
            "S:T85 H:QT743 D:5 C:KQJ9",
            "S:A7 H:AKJ D:KJ872 C:A63",
            "S:KQJ9642 H:965 D:A C:T5",
        ],
    ),
    (
        (1, 2),
        [
            "S:QJ43 H:4 D:QT42 C:J843",
            "S:AK5 H:J92 D:AKJ75 C:95",
            "S:7 H:A873 D:986 C:AK762",
            "S:T9862 H:KQT65 D:3 C:QT",
        ],
    ),
    (
        (2, 0),
        [
            "S:9 H:QT86532 D:A6 C:Q94",
            "S:KQJT864 H:K9 D:K87 C:A",
            "S:A75 H:A7 D:9 C:KJT7532",
            "S:32 H:J4 D:QJT5432 C:86",
        ],
    ),
    (
        (2024, 1_000_000),
        [
            "S:AK974 H:QJ5 D:K72 C:73",
            "S:852 H:K974 D:43 C:KT95",
            "S:QT6 H:T8 D:AJT5 C:AQJ4",
            "S:J3 H:A632 D:Q986 C:862",
        ],
    ),
];

#[test]
fn first_words() {
    for ((seed, index, purpose), words) in streams() {
        let mut rng = stream(seed, index, purpose);
        let found = [rng.next_u64(), rng.next_u64()];
        assert_eq!(found, words, "seed {seed}, index {index}, {purpose:?}");
    }
}

#[test]
fn streams_differ() {
    let mut words: Vec<u64> = streams().into_iter().map(|(_, words)| words[0]).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), streams().len());
}

#[test]
fn first_deals() {
    for ((seed, index), expected) in DEALS {
        let found = Deal::random(&mut stream(*seed, *index, Purpose::Deal));
        assert_eq!(found.to_string(), expected.join(" | "), "seed {seed}, index {index}");
    }
}

#[test]
fn what_is_drawn_from_a_stream() {
    let mut rng: Rng = stream(1, 0, Purpose::Deal);
    let numbers: Vec<usize> = (0..12).map(|_| below(&mut rng, 52)).collect();
    assert_eq!(numbers, [10, 49, 31, 41, 49, 22, 13, 1, 8, 49, 38, 9]);
    assert_eq!(choose_many(&mut rng, CardSet::ALL, 5).to_string(), "S:93 H:Q3 D:J C:-");
}
