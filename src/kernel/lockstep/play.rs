//! Sixteen hands between two cards, in planes: a plane a suit of the cards still held, and two that spell the seat of each
//! card's holder, so that the cards of a seat, different from lane to lane, are three operations away. Every lane is at the
//! same trick and the same position of the trick.

use super::lanes::Lanes;
use super::seats::{Places, Seats};
use super::sensible::WeightTables;
use super::suits::counted;
use super::words::Fraction;
use crate::action::{REVEALABLE, reveal_index};
use crate::kernel::LANES;
use crate::kernel::rollout::Public;
use crate::kernel::scalar::Table;
use crate::kernel::start::{Opening, Start};
use crate::rules::PlayRules;
use crate::{Card, CardSet};

/// The restrictions of a rule set.
#[derive(Clone, Copy)]
pub(super) struct Limits<'r> {
    /// The masks of the rule set.
    pub(super) rules: &'r PlayRules,
    /// Lanes as masks: where the rule on the opening lead holds.
    pub(super) lead_rule: &'r [u16; LANES],
    /// Whether the settlement asks for the order of tricks.
    pub(super) counts_tricks: bool,
    /// The numbers of the sensible policy, where it plays.
    pub(super) weights: Option<&'r WeightTables>,
}

/// Sixteen hands in play.
#[derive(Clone, Copy)]
pub(super) struct Play {
    /// The cards still held.
    pub(super) held: [Lanes; 4],
    /// Who holds them.
    pub(super) places: Places,
    /// The revealed cards whose suit has not been led in an earlier trick.
    pub(super) locked: [Lanes; 4],
    /// Who took the cards that were taken.
    pub(super) taken: Places,
    /// The numbers of cards per suit, in nibbles, of the leader and those after it.
    pub(super) counts: [Lanes; 4],
    pub(super) leader: Seats,
    /// A mask: hearts must not be led before they are broken, and are not.
    pub(super) unbroken: Lanes,
    /// A mask: a revealed ace bans leading hearts until one is played.
    pub(super) ace_ban: Lanes,
    /// A bit per trick: the two bits of the winner's seat.
    pub(super) winners: Seats,
    /// A bit per trick: the queen of diamonds lay in it.
    pub(super) queen: Lanes,
}

/// The trick on the table.
#[derive(Clone, Copy)]
pub(super) struct Trick {
    /// The led suit, as a mask a suit.
    pub(super) suits: [Lanes; 4],
    /// The cards of the led suit in the trick.
    pub(super) followed: Lanes,
    /// The other cards in the trick.
    pub(super) discards: [Lanes; 4],
    /// The highest card of the led suit.
    pub(super) best: Lanes,
    /// How many turns after the leader the seat sits that played it.
    pub(super) holder: Seats,
    /// Planes of the led suit.
    pub(super) held: Lanes,
    pub(super) low: Lanes,
    pub(super) high: Lanes,
    pub(super) locked: Lanes,
    /// Whether any card of any lane is locked.
    pub(super) locks: bool,
    /// One in the nibble of the led suit, and what brings that nibble to the top when multiplied with.
    pub(super) one: Lanes,
    pub(super) lift: Lanes,
    /// The number of the led suit, times sixteen.
    pub(super) code: Lanes,
    /// The seat whose turn it is.
    pub(super) turn: Seats,
    pub(super) fraction: Fraction,
}

impl Trick {
    /// The cards of a suit in the trick.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn cards(&self, suit: usize) -> Lanes {
        self.discards[suit] | (self.followed & self.suits[suit])
    }
}

impl Play {
    /// No hands.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn empty() -> Play {
        let none = [Lanes::none(); 4];
        Play {
            held: none,
            places: Places { low: none, high: none },
            locked: none,
            taken: Places { low: none, high: none },
            counts: none,
            leader: Seats::splat(0),
            unbroken: Lanes::none(),
            ace_ban: Lanes::none(),
            winners: Seats::splat(0),
            queen: Lanes::none(),
        }
    }

    /// The hands of a block before their first card.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn begin(&mut self, limits: &Limits<'_>, opening: &Opening, start: &Start) {
        let places = Places::of(&start.hands().0);
        let leader = match opening.card {
            Some(card) => {
                let (suit, bit) = (card.suit().index(), 1 << card.rank().index());
                let holder = Seats { low: places.low[suit].has(bit), high: places.high[suit].has(bit) };
                let by_card = Lanes::from_array(&opening.by_card);
                if (!by_card).any() {
                    let other = Seats::of(&std::array::from_fn(|lane| start.seat_leader(opening, lane).index() as u8));
                    Seats { low: by_card.choose(holder.low, other.low), high: by_card.choose(holder.high, other.high) }
                } else {
                    holder
                }
            }
            None => Seats::of(&std::array::from_fn(|lane| start.seat_leader(opening, lane).index() as u8)),
        };
        self.first(limits, places, leader, Lanes::from_array(&start.revealed.map(u16::from)));
    }

    /// Hands before their first card. `revealed` has a bit per card of [`REVEALABLE`].
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn first(&mut self, limits: &Limits<'_>, places: Places, leader: Seats, revealed: Lanes) {
        let lock = |i: usize| revealed.has(1 << i) & Lanes::splat(1 << REVEALABLE[i].rank().index());
        let ace = reveal_index(Card::ACE_OF_HEARTS);
        let mut locked = [lock(0), lock(1), lock(2), lock(3)];
        let mut ace_ban = Lanes::none();
        if limits.rules.ace_locks_suit {
            ace_ban = locked[ace].is_some();
            locked[ace] = Lanes::none();
        }
        // Field by field: whole hands would be made elsewhere and copied.
        self.held = [Lanes::splat(0x1FFF); 4];
        self.places = places;
        self.locked = locked;
        self.taken = Places { low: [Lanes::none(); 4], high: [Lanes::none(); 4] };
        self.leader = leader;
        self.unbroken = if limits.rules.break_hearts { Lanes::all() } else { Lanes::none() };
        self.ace_ban = ace_ban;
        self.winners = Seats::splat(0);
        self.queen = Lanes::none();
        self.count_cards();
    }

    /// Hands in which tricks are finished, or cards on the table.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn resumed(public: &Public, hands: &[[u64; LANES]; 4]) -> Play {
        let hand = &public.hand;
        let plane = |cards: CardSet, suit: usize| Lanes::splat((cards.bits() >> (16 * suit)) as u16);
        let planes = |cards: CardSet| [plane(cards, 0), plane(cards, 1), plane(cards, 2), plane(cards, 3)];
        let mask = |set: bool| Lanes::splat(u16::from(set).wrapping_neg());
        let [_, b, c, d] = hand.piles.taken.0;
        let [p, q, r, s] = hands;
        let held = CardSet::from_bits_truncate(p[0] | q[0] | r[0] | s[0]);
        let winner_bits = |bit: u32| {
            let bits = (0..13).filter(|trick| hand.winners >> (2 * trick + bit) & 1 == 1).map(|trick| 1 << trick);
            Lanes::splat(bits.sum())
        };
        let mut play = Play {
            held: planes(held),
            places: Places::of(hands),
            locked: planes(hand.locked),
            taken: Places { low: planes(b | d), high: planes(c | d) },
            counts: [Lanes::none(); 4],
            leader: Seats::splat(hand.leader.index()),
            unbroken: mask(!hand.broken),
            ace_ban: mask(hand.ace_ban),
            winners: Seats { low: winner_bits(0), high: winner_bits(1) },
            queen: Lanes::splat(public.queen),
        };
        play.count_cards();
        play
    }

    /// Counts the cards of the four seats from the leader on.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn count_cards(&mut self) {
        let mut seat = self.leader;
        for position in 0..4 {
            self.counts[position] = counted(&self.hand(seat));
            seat = seat.next();
        }
    }

    /// The cards of a seat.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn hand(&self, seat: Seats) -> [Lanes; 4] {
        let of = |suit: usize| self.places.with(suit, self.held[suit], seat);
        [of(0), of(1), of(2), of(3)]
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn is_restricted(&self) -> bool {
        self.has_locks() || (self.unbroken | self.ace_ban).any()
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn has_locks(&self) -> bool {
        let [a, b, c, d] = self.locked;
        (a | b | c | d).any()
    }

    /// The locked cards of the leader that it has another card of the suit beside (RULES.md §2.2).
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn lock(&self, hand: &[Lanes; 4]) -> [Lanes; 4] {
        let of = |suit: usize| {
            let locked = hand[suit] & self.locked[suit];
            locked & (hand[suit] ^ locked).is_some()
        };
        [of(0), of(1), of(2), of(3)]
    }

    /// An empty trick.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn no_trick(&self) -> Trick {
        let none = Lanes::none();
        Trick {
            suits: [none; 4],
            followed: none,
            discards: [none; 4],
            best: none,
            holder: Seats::splat(0),
            held: none,
            low: none,
            high: none,
            locked: none,
            locks: false,
            one: none,
            lift: none,
            code: none,
            turn: self.leader,
            fraction: Fraction::zero(),
        }
    }

    /// A trick begun, with the same cards on the table in all lanes.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn begun(&self, table: &Table) -> Trick {
        let suit = table.suit.trailing_zeros() as usize / 16;
        let cards = table.set().bits();
        let plane = |suit: usize| Lanes::splat((cards >> (16 * suit)) as u16);
        let mask = |i: usize| if i == suit { Lanes::all() } else { Lanes::none() };
        let discards = |i: usize| if i == suit { Lanes::none() } else { plane(i) };
        let holder = table.holder();
        Trick {
            suits: [mask(0), mask(1), mask(2), mask(3)],
            followed: plane(suit),
            discards: [discards(0), discards(1), discards(2), discards(3)],
            best: Lanes::splat((table.cards[holder & 3] >> (16 * suit)) as u16),
            holder: Seats::splat(holder),
            held: self.held[suit],
            low: self.places.low[suit],
            high: self.places.high[suit],
            locked: self.locked[suit],
            locks: self.has_locks(),
            one: Lanes::splat(1 << (4 * suit)),
            lift: Lanes::splat(1 << (12 - 4 * suit)),
            code: Lanes::splat(16 * suit as u16),
            turn: self.leader.plus(Seats::splat(table.position)),
            fraction: Fraction::zero(),
        }
    }
}
