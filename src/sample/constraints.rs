//! What is known of the hands.

use super::{SampleError, history};
use crate::phase::Phase;
use crate::{BySeat, CardSet, Seat, SeatSet, View};

/// What one seat knows of the four hands: its own cards, how many the others hold, which cards they have between them, and
/// for each seat cards that it is known to hold or not to hold. The *worlds* are the hands that agree with all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraints {
    seat: Seat,
    hand: CardSet,
    unseen: CardSet,
    sizes: BySeat<usize>,
    known: BySeat<CardSet>,
    barred: BySeat<CardSet>,
}

impl Constraints {
    /// `seat` holds `hand`, the other three hold the cards of `unseen` (less those of `hand`), and each seat holds as
    /// many cards as `sizes` says. Whether this can be so is found out by [`Sampler::new`](super::Sampler::new).
    pub fn new(seat: Seat, hand: CardSet, unseen: CardSet, sizes: BySeat<usize>) -> Constraints {
        let (known, barred) = (BySeat::default(), BySeat::default());
        Constraints { seat, hand, unseen: unseen - hand, sizes, known, barred }
    }

    /// Everything about the hidden hands that is certain in `view`. A world agrees with these constraints if, and only if,
    /// all that has been seen could have happened in it: every card that was played was legal, the opener held the
    /// opening card, reveals and passes were of cards held. How likely the players were to decide as they did
    /// does not enter.
    pub fn of(view: &View<'_>) -> Constraints {
        let sizes = BySeat::from_fn(|seat| view.hand_size(seat));
        let (known, barred) = (BySeat::from_fn(|seat| view.known_cards(seat)), history::barred(view));
        let mut constraints =
            Constraints { seat: view.seat(), hand: view.hand(), unseen: view.unseen(), sizes, known, barred };
        // Until the holder of the opening card opens, its place is as hidden as any.
        if matches!(view.phase(), Phase::Play | Phase::Assign)
            && let Some(card) = view.opening_card()
            && constraints.unseen.has(card)
        {
            let opener = view.tricks().next().map_or(view.turn(), |trick| trick.leader);
            constraints.known[opener] = constraints.known[opener].with(card);
        }
        constraints
    }

    /// The same, and `seat` holds `cards`.
    #[must_use]
    pub fn know(mut self, seat: Seat, cards: CardSet) -> Constraints {
        self.known[seat] |= cards;
        self
    }

    /// The same, and `seat` holds none of `cards`.
    #[must_use]
    pub fn bar(mut self, seat: Seat, cards: CardSet) -> Constraints {
        self.barred[seat] |= cards;
        self
    }

    /// The seat that knows all this.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The cards of that seat.
    #[inline]
    pub fn hand(&self) -> CardSet {
        self.hand
    }

    /// The cards that the other three seats hold between them.
    #[inline]
    pub fn unseen(&self) -> CardSet {
        self.unseen
    }

    /// How many cards each seat holds.
    #[inline]
    pub fn sizes(&self) -> BySeat<usize> {
        self.sizes
    }

    /// The cards that `seat` may hold: neither barred nor known to be elsewhere. That the hands have a certain size may
    /// rule out more.
    #[inline]
    pub fn may_hold(&self, seat: Seat) -> CardSet {
        let there = if seat == self.seat { self.hand } else { self.unseen };
        let [b, c, d] = [1, 2, 3].map(|steps| self.known[seat.offset(steps)]);
        there - self.barred[seat] - (b | c | d)
    }

    /// Whether these hands are a world.
    pub fn allow(&self, hands: &BySeat<CardSet>) -> bool {
        let fits = |(seat, hand): (Seat, &CardSet)| {
            hand.len() == self.sizes[seat] && hand.is_subset(self.may_hold(seat)) && self.known[seat].is_subset(*hand)
        };
        let [a, b, c, d] = hands.0;
        (a | b | c | d) == (self.hand | self.unseen) && hands.iter().all(fits)
    }

    /// Whether the parts that the sampler takes for granted hold: the seat's own hand, cards that are in play, sizes.
    #[inline]
    pub(super) fn sound(&self) -> bool {
        let [a, b, c, d] = self.known.0;
        self.may_hold(self.seat) == self.hand
            && self.hand.len() == self.sizes[self.seat]
            && (a | b | c | d).is_subset(self.hand | self.unseen)
            && self.sizes.0.iter().all(|&size| size <= 13)
            && self.sizes.0.iter().sum::<usize>() == self.hand.len() + self.unseen.len()
    }

    /// What is wrong with constraints that no world agrees with.
    #[cold]
    pub(super) fn contradiction(&self) -> SampleError {
        let in_play = self.hand | self.unseen;
        for seat in Seat::ALL {
            if !self.known[seat].is_subset(in_play) {
                return SampleError::NotInPlay { seat, cards: self.known[seat] - in_play };
            }
            if self.sizes[seat] > 13 {
                return SampleError::TooLarge { seat, size: self.sizes[seat] };
            }
        }
        let room_of = |seats: SeatSet| seats.iter().map(|seat| self.sizes[seat]).sum::<usize>();
        // By Hall's theorem one of these groups is crowded where the counts agree; the smallest says most.
        let mut groups: Vec<SeatSet> =
            (0..16).map(|bits| Seat::ALL.into_iter().filter(|seat| bits >> seat.index() & 1 == 1).collect()).collect();
        groups.sort_by_key(|seats| seats.len());
        let crowded = groups.into_iter().find_map(|seats| {
            let elsewhere = Seat::ALL.into_iter().filter(|&seat| !seats.has(seat)).map(|seat| self.may_hold(seat));
            let cards = in_play - elsewhere.fold(CardSet::EMPTY, |all, cards| all | cards);
            let room = room_of(seats);
            (cards.len() > room && seats.len() < 4).then_some(SampleError::Crowded { seats, cards, room })
        });
        crowded.unwrap_or(SampleError::Count { cards: in_play.len(), room: self.sizes.0.iter().sum() })
    }
}
