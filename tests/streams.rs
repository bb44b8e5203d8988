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
    ]
}

/// Deals (seed, index) from the stream for deals.
const DEALS: &[((u64, u64), [&str; 4])] = &[
    (
        (1, 0),
        [
            "S:QT863 H:A74 D:86 C:Q54",
            "S:742 H:KQ963 D:52 C:J92",
            "S:- H:JT8 D:KQJT73 C:AK76",
            "S:AKJ95 H:52 D:A94 C:T83",
        ],
    ),
    (
        (1, 1),
        [
            "S:A92 H:QJ92 D:K C:AJ983",
            "S:QJ H:A8753 D:A72 C:Q54",
            "S:K8765 H:4 D:T9843 C:62",
            "S:T43 H:KT6 D:QJ65 C:KT7",
        ],
    ),
    (
        (1, 2),
        [
            "S:QT4 H:QT72 D:AJ762 C:K",
            "S:A752 H:95 D:KQ843 C:65",
            "S:83 H:J63 D:T C:AQJT974",
            "S:KJ96 H:AK84 D:95 C:832",
        ],
    ),
    (
        (2, 0),
        [
            "S:AJ4 H:T8752 D:65 C:AT9",
            "S:QT96 H:J96 D:A93 C:Q54",
            "S:K87532 H:4 D:QJ87 C:J6",
            "S:- H:AKQ3 D:KT42 C:K8732",
        ],
    ),
    (
        (2024, 1_000_000),
        [
            "S:Q H:KJ4 D:A9853 C:T542",
            "S:62 H:T83 D:T72 C:Q9863",
            "S:T98743 H:Q5 D:KQ6 C:A7",
            "S:AKJ5 H:A9762 D:J4 C:KJ",
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
