//! Hidden hands: the sampler against plain enumeration and plain counting, and what it takes from a view against the
//! engine, which replays the public history in every possible world.
//!
//! `GONGZHU_TEST_HANDS=20000 cargo test --release --test sample` tries that many random cases, and hands of each preset.
//! `-- --nocapture` prints statistics and counts.

mod common;
#[path = "sample/random.rs"]
mod random;
mod reference;
#[path = "sample/views.rs"]
mod views;
#[path = "sample/weighted.rs"]
mod weighted;

use gongzhu::sample::{Constraints, SampleError, Sampler};
use gongzhu::{BySeat, CardSet, Seat, SeatSet, cards};

/// Every way to give `unseen` to the seats but `seat` so that each hand has its size, whatever else is known.
fn every_way(seat: Seat, hand: CardSet, unseen: CardSet, sizes: BySeat<usize>) -> Vec<BySeat<CardSet>> {
    let mut ways = vec![BySeat::from_fn(|other| if other == seat { hand } else { CardSet::EMPTY })];
    for card in unseen {
        let mut more = Vec::new();
        for way in ways {
            for other in Seat::ALL.into_iter().filter(|&other| other != seat && way[other].len() < sizes[other]) {
                let mut next = way;
                next[other] = next[other].with(card);
                more.push(next);
            }
        }
        ways = more;
    }
    ways.retain(|way| way.iter().all(|(other, cards)| cards.len() == sizes[other]));
    ways
}

/// Seat 0 with three cards, and nine hidden ones.
fn three_each() -> Constraints {
    Constraints::new(Seat::ALL[0], cards![2S 3S 4S], cards![2H 3H 4H 2D 3D 4D 2C 3C 4C], BySeat::splat(3))
}

fn group(seats: &[usize]) -> SeatSet {
    seats.iter().map(|&seat| Seat::ALL[seat]).collect()
}

fn refused(constraints: Constraints) -> SampleError {
    Sampler::new(&constraints).expect_err("no world")
}

#[test]
fn impossible_constraints_are_refused() {
    let [me, a, b, c] = Seat::ALL;
    let start = three_each();
    assert_eq!(Sampler::new(&start).map(|sampler| sampler.worlds()), Ok(1680));
    let crowded = |seats: &[usize], cards, room| SampleError::Crowded { seats: group(seats), cards, room };

    assert_eq!(refused(start.know(a, cards![AS])), SampleError::NotInPlay { seat: a, cards: cards![AS] });
    assert_eq!(refused(start.know(a, cards![2H]).know(b, cards![2H])), crowded(&[], cards![2H], 0));
    assert_eq!(refused(start.know(a, cards![2H]).bar(a, cards![2H 3H])), crowded(&[], cards![2H], 0));
    assert_eq!(refused(start.know(me, cards![2H])), crowded(&[], cards![2H], 0));
    assert_eq!(refused(start.know(a, cards![2S])), crowded(&[], cards![2S], 0));
    assert_eq!(refused(start.bar(me, cards![2S])), crowded(&[], cards![2S], 0));
    assert_eq!(refused(start.know(a, cards![2H 3H 4H 2D])), crowded(&[1], cards![2H 3H 4H 2D], 3));
    let two_left = start.bar(b, CardSet::HEARTS).bar(c, CardSet::HEARTS);
    assert_eq!(Sampler::new(&two_left).map(|sampler| sampler.worlds()), Ok(20));
    assert_eq!(refused(two_left.know(a, cards![2D])), crowded(&[1], cards![2H 3H 4H 2D], 3));
    let both = start.bar(c, CardSet::HEARTS | CardSet::DIAMONDS);
    assert_eq!(refused(both.bar(c, cards![2C])), crowded(&[1, 2], cards![2H 3H 4H 2D 3D 4D 2C], 6));

    let sizes = |sizes| Constraints::new(me, start.hand(), start.unseen(), BySeat(sizes));
    assert_eq!(refused(sizes([3, 3, 3, 4])), SampleError::Count { cards: 12, room: 13 });
    assert_eq!(refused(sizes([2, 3, 3, 4])), crowded(&[0], cards![2S 3S 4S], 2));
    assert_eq!(refused(sizes([4, 3, 3, 2])), crowded(&[1, 2, 3], start.unseen(), 8));
    let wide = Constraints::new(me, CardSet::EMPTY, CardSet::HEARTS | CardSet::CLUBS, BySeat([0, 20, 6, 0]));
    assert_eq!(refused(wide), SampleError::TooLarge { seat: a, size: 20 });
    let text = |constraints| refused(constraints).to_string();
    assert_eq!(
        text(start.bar(b, CardSet::ALL)),
        "S:- H:432 D:432 C:432 can only be with seat 1 or 3, room for 6 cards"
    );
    assert_eq!(text(start.bar(me, cards![2S])), "no seat can hold S:2 H:- D:- C:-");
}

#[test]
fn hands_that_are_known_are_the_only_world() {
    let [_, a, b, c] = Seat::ALL;
    let known = three_each().know(a, cards![2H 2D 2C]).know(b, cards![3H 3D 3C]).know(c, cards![4H 4D 4C]);
    let sampler = Sampler::new(&known).expect("a world");
    assert_eq!(sampler.worlds(), 1);
    let world = sampler.sample(&mut gongzhu::rng::stream(1, 0, gongzhu::rng::Purpose::Deal));
    assert_eq!(world.0, [cards![2S 3S 4S], cards![2H 2D 2C], cards![3H 3D 3C], cards![4H 4D 4C]]);
    let nothing = Constraints::new(a, CardSet::EMPTY, CardSet::EMPTY, BySeat::splat(0));
    assert_eq!(Sampler::new(&nothing).map(|sampler| sampler.worlds()), Ok(1));
}

#[test]
fn every_way_is_found_once() {
    let start = three_each();
    let mut ways = every_way(start.seat(), start.hand(), start.unseen(), start.sizes());
    assert_eq!(ways.len(), 1680);
    assert!(ways.iter().all(|way| start.allow(way)));
    ways.sort_by_key(|way| way.0);
    ways.dedup();
    assert_eq!(ways.len(), 1680);
}
