//! What one seat has seen of each other seat's ways in a hand: the clues to what that seat still holds.
//!
//! A clue is a number below [`CLUES`], and what [`Whereabouts`](crate::Whereabouts) are worked out from: the plays of the seat and what
//! lay on the table before them, the cards that are gone, voids, reveals, passes, and the hand of the seat that looks on.

use gongzhu::kernel::SensibleWeights;
use gongzhu::{BySeat, Card, CardSet, Game, REVEALABLE, Seat, Suit, Trick, View};

// Where the clues of each sort begin.

/// A card that was played, by situation: led; followed under the best card or over it, before the last seat or from it; discarded
/// while an opponent or an ally held the trick.
const PLAYED: usize = 0;
/// A card that followed, by the rank of the best card that lay there.
const BEST: usize = PLAYED + 7 * 52;
/// A card that was led, followed or was discarded while the watched card of its suit was still in a hand.
const WATCHED: usize = BEST + 4 * 13 * 13;
/// A suit that was led, followed or was discarded, by the number of the trick.
const WHEN: usize = WATCHED + 3 * 52;
/// How a trick was played to (under, over, discarded), by its points so far, by who held it, and by the suit played.
const STAKES: usize = WHEN + 3 * 4 * 13;
/// How many seats after the seat that looks on.
const STEPS: usize = STAKES + 3 * 5 * 2 * 4;
/// A card of the seat that looks on.
const OWN: usize = STEPS + 3;
/// A card in a pile of the seat's side or of others.
const TAKEN: usize = OWN + 52;
/// A void of the seat itself, of an opponent of it, or of an ally.
const VOID: usize = TAKEN + 2 * 52;
/// The number of the trick now.
const TRICK: usize = VOID + 3 * 4;
/// A card that the seat or another has revealed.
const REVEALED: usize = TRICK + 13;
/// A card that the seat has passed to the seat that looks on.
const PASSED: usize = REVEALED + 2 * 4;

/// How many clues there are.
pub const CLUES: usize = PASSED + 52;

/// The most clues to one hand: five of each of its plays, 12 tricks and 13 cards of the seat that looks on, and what is seen beside.
pub const MOST_CLUES: usize = 5 * 13 + 48 + 13 + 12 + 4 + 3 + 2;

/// The clues to the hands of the seats after that of `view`, in turn order; `None` in Tantony, for which there are none.
pub fn clues(view: &View<'_>) -> Option<[Vec<u16>; 3]> {
    if view.game() == Game::Tantony {
        return None;
    }
    let (me, allies) = (view.seat(), view.rules().partnership());
    let is_ally = |a: Seat, b: Seat| a == b || allies && a.side() == b.side();
    let mut lists = BySeat::from_fn(|_| Vec::with_capacity(MOST_CLUES));
    let weights = SensibleWeights::new(view.rules());
    let (mut gone, mut piles) = (CardSet::EMPTY, BySeat::splat(CardSet::EMPTY));
    for (number, trick) in view.tricks().enumerate() {
        for (place, (seat, card)) in trick.plays().enumerate().filter(|(_, play)| play.0 != me) {
            let before = Trick { cards: &trick.cards[..place], ..trick };
            let ally_holds = before.winner().map(|holder| is_ally(holder, seat));
            let in_hands = CardSet::ALL - gone - before.set();
            of_play(&weights, before, card, ally_holds, in_hands, number, &mut lists[seat]);
        }
        if let (4, Some(winner)) = (trick.cards.len(), trick.winner()) {
            piles[winner] |= trick.set();
            gone |= trick.set();
        }
    }
    Some([1, 2, 3].map(|steps| {
        let seat = me.offset(steps);
        let mut list = std::mem::take(&mut lists[seat]);
        list.push(STEPS + steps - 1);
        list.extend(view.hand().iter().map(|card| OWN + index(card)));
        for (taker, cards) in piles.iter() {
            let first = TAKEN + 52 * usize::from(!is_ally(taker, seat));
            list.extend(cards.iter().map(|card| first + index(card)));
        }
        for of in [1, 2, 3].map(|steps| me.offset(steps)) {
            let first = VOID + if of == seat { 0 } else { 4 + 4 * usize::from(is_ally(of, seat)) };
            let voids = Suit::ALL.into_iter().filter(|&suit| view.voids(of).meets(CardSet::suit(suit)));
            list.extend(voids.map(|suit| first + suit.index()));
        }
        list.push(TRICK + view.tricks_played().min(12));
        for (place, card) in REVEALABLE.into_iter().enumerate() {
            list.extend(view.revealed_by(card).map(|by| REVEALED + 4 * usize::from(by != seat) + place));
        }
        // The seat passes to the one that looks on as far on as that passes itself.
        if view.passes_to().is_some_and(|to| (to.index() + 4 - me.index()) & 3 == 4 - steps) {
            list.extend(view.received().iter().map(|card| PASSED + index(card)));
        }
        list.into_iter().map(|clue| clue as u16).collect()
    }))
}

/// The clues of one play, made to the trick as it was `before`.
fn of_play(
    weights: &SensibleWeights,
    before: Trick<'_>,
    card: Card,
    ally_holds: Option<bool>,
    in_hands: CardSet,
    number: usize,
    list: &mut Vec<usize>,
) {
    let (suit, rank) = (card.suit().index(), card.rank().index());
    // Kinds: 0 led, 1 followed, 2 discarded. Ways: 0 under, 1 over, 2 discarded.
    let (situation, kind, way) = match before.highest() {
        None => (0, 0, 0),
        Some(best) if best.suit() == card.suit() => {
            list.push(BEST + (suit * 13 + rank) * 13 + best.rank().index());
            let over = usize::from(card > best);
            (1 + over + 2 * usize::from(before.cards.len() == 3), 1, over)
        }
        Some(_) => (5 + usize::from(ally_holds == Some(true)), 2, 2),
    };
    list.push(PLAYED + situation * 52 + index(card));
    let watched = match card.suit() {
        Suit::Spades => Some(Card::PIG),
        Suit::Diamonds => Some(Card::SHEEP).filter(|&sheep| weights.points_of(sheep.into(), CardSet::EMPTY) != 0),
        Suit::Clubs => Some(Card::TRANSFORMER).filter(|_| weights.transformer),
        Suit::Hearts => None,
    };
    if watched.is_some_and(|watched| watched != card && in_hands.has(watched)) {
        list.push(WATCHED + kind * 52 + index(card));
    }
    list.push(WHEN + (kind * 4 + suit) * 13 + number.min(12));
    if let Some(ally) = ally_holds {
        let stake = match weights.points_of(before.set(), CardSet::EMPTY) {
            ..=-100 => 0,
            -99..=-30 => 1,
            -29..=-1 => 2,
            0 => 3,
            1.. => 4,
        };
        list.push(STAKES + ((way * 5 + stake) * 2 + usize::from(ally)) * 4 + suit);
    }
}

fn index(card: Card) -> usize {
    usize::from(card.index())
}
