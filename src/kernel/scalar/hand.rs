//! A hand in play, with its cards turned so that the leader's come first.

use crate::kernel::bits::Bits;
use crate::kernel::bulk::Plays;
use crate::rules::{Piles, Situation};
use crate::{BySeat, Card, CardSet, Game, Rules, Seat, SeatSet, Suit};
use std::hint::select_unpredictable;

/// A number below `n`: the integer part of fraction × n. The fractional part stays.
#[inline(always)]
pub(in crate::kernel) fn below(fraction: &mut u32, n: usize) -> u32 {
    let product = u64::from(*fraction) * n as u64;
    *fraction = product as u32;
    (product >> 32) as u32
}

/// Where the cards of one lane are taken down, if anywhere.
pub(in crate::kernel) struct Log<'a> {
    pub(in crate::kernel) plays: Option<&'a mut Plays>,
    pub(in crate::kernel) lane: usize,
}

impl Log<'_> {
    #[inline(always)]
    fn card(&mut self, trick: usize, position: usize, card: u64) {
        if let Some(plays) = &mut self.plays {
            plays[4 * trick + position][self.lane] = card.trailing_zeros() as u16;
        }
    }
}

/// How seats choose their cards. A card is a set of one.
pub(in crate::kernel) trait Choose {
    /// The card to lead, out of the legal ones. `fraction` is the randomness for this half of the trick.
    fn lead<B: Bits>(&mut self, hand: &Hand, legal: CardSet, fraction: &mut u32) -> u64;

    /// The card to follow or discard with, out of the legal ones. `fraction` is what is left of the randomness for this half of the trick.
    fn choose<B: Bits>(&mut self, hand: &Hand, table: &Table, legal: CardSet, fraction: &mut u32) -> u64;

    /// Learns that a trick was taken.
    fn taken(&mut self, winner: Seat, cards: CardSet);
}

/// Every legal card is equally likely.
pub(in crate::kernel) struct Uniform;

impl Choose for Uniform {
    #[inline(always)]
    fn lead<B: Bits>(&mut self, _: &Hand, legal: CardSet, fraction: &mut u32) -> u64 {
        B::nth(legal.bits(), below(fraction, legal.len()))
    }

    #[inline(always)]
    fn choose<B: Bits>(&mut self, _: &Hand, _: &Table, legal: CardSet, fraction: &mut u32) -> u64 {
        B::nth(legal.bits(), below(fraction, legal.len()))
    }

    #[inline(always)]
    fn taken(&mut self, _: Seat, _: CardSet) {}
}

/// The trick on the table.
#[derive(Clone, Copy, Debug)]
pub(in crate::kernel) struct Table {
    /// The cards played, from the leader on.
    pub(in crate::kernel) cards: [u64; 4],
    /// How many they are.
    pub(in crate::kernel) position: usize,
    /// All cards of the led suit.
    pub(in crate::kernel) suit: u64,
}

impl Table {
    /// How many turns after the leader the seat sits that holds the trick.
    #[inline(always)]
    pub(in crate::kernel) fn holder(&self) -> usize {
        let [a, b, c, d] = self.cards.map(|card| card & self.suit);
        let (ab, cd) = (b > a, d > c);
        let (first, second) = (select_unpredictable(ab, b, a), select_unpredictable(cd, d, c));
        let late = second > first;
        select_unpredictable(late, 2 + usize::from(cd), usize::from(ab))
    }

    #[inline(always)]
    pub(in crate::kernel) fn set(&self) -> CardSet {
        let [a, b, c, d] = self.cards;
        CardSet::from_bits_truncate(a | b | c | d)
    }
}

/// A hand in play.
#[derive(Clone, Copy, Debug)]
pub(in crate::kernel) struct Hand {
    /// The cards of the leader and of those after it.
    pub(in crate::kernel) cards: [CardSet; 4],
    pub(in crate::kernel) leader: Seat,
    pub(in crate::kernel) locked: CardSet,
    pub(in crate::kernel) broken: bool,
    /// A revealed ace bans leading hearts until one is played.
    pub(in crate::kernel) ace_ban: bool,
    /// What the settlement counts.
    pub(in crate::kernel) piles: Piles,
    pub(in crate::kernel) after_qd: bool,
    /// Two bits a trick: the seat of the highest card.
    pub(in crate::kernel) winners: u32,
    /// Two bits a trick: the seat to which it was assigned (Tantony).
    pub(in crate::kernel) assigned: u32,
}

impl Hand {
    /// A hand before its first card.
    #[inline(always)]
    pub(in crate::kernel) fn new(rules: &Rules, hands: BySeat<CardSet>, revealed: CardSet, leader: Seat) -> Hand {
        let ace_ban = rules.play.ace_locks_suit && revealed.has(Card::ACE_OF_HEARTS);
        Hand {
            cards: std::array::from_fn(|i| hands[leader.offset(i)]),
            leader,
            locked: if rules.play.ace_locks_suit { revealed.without(Card::ACE_OF_HEARTS) } else { revealed },
            broken: !rules.play.break_hearts,
            ace_ban,
            piles: Piles { revealed, ..Piles::default() },
            after_qd: false,
            winners: 0,
            assigned: 0,
        }
    }

    /// Plays from the beginning of trick `from` to the end. `draw` gives the random fractions of a trick, one for its first
    /// two cards, one for the others.
    #[inline(always)]
    pub(in crate::kernel) fn finish<B: Bits, const TANTONY: bool>(
        &mut self,
        rules: &Rules,
        from: usize,
        opening_rule: bool,
        policy: &mut impl Choose,
        mut draw: impl FnMut(usize) -> [u32; 2],
        log: &mut Log<'_>,
    ) {
        let mut trick = from;
        if trick == 0 {
            self.trick::<B, TANTONY, true>(rules, 0, opening_rule, policy, draw(0), log);
            trick = 1;
        }
        while trick < 12 {
            self.trick::<B, TANTONY, false>(rules, trick, false, policy, draw(trick), log);
            trick += 1;
        }
        if trick == 12 {
            self.last_trick(rules, log);
        }
    }

    #[inline(always)]
    fn legal<const FIRST: bool>(&self, rules: &Rules, i: usize, led: Option<Suit>, opening_rule: bool) -> CardSet {
        rules.play.legal(&Situation {
            hand: self.cards[i],
            led,
            first_trick: FIRST,
            opening_rule: FIRST && opening_rule,
            locked: self.locked,
            hearts_banned: !self.broken | self.ace_ban,
        })
    }

    #[inline(always)]
    fn trick<B: Bits, const TANTONY: bool, const FIRST: bool>(
        &mut self,
        rules: &Rules,
        trick: usize,
        opening_rule: bool,
        policy: &mut impl Choose,
        fractions: [u32; 2],
        log: &mut Log<'_>,
    ) {
        let [mut first, mut second] = fractions;
        let legal = self.legal::<FIRST>(rules, 0, None, opening_rule);
        let lead = policy.lead::<B>(self, legal, &mut first);
        log.card(trick, 0, lead);
        self.cards[0] ^= CardSet::from_bits_truncate(lead);
        let mut table = Table { cards: [lead, 0, 0, 0], position: 1, suit: suit_of(lead) };
        self.follow::<B, FIRST>(rules, trick, &mut table, policy, &mut first, log);
        self.follow::<B, FIRST>(rules, trick, &mut table, policy, &mut second, log);
        self.follow::<B, FIRST>(rules, trick, &mut table, policy, &mut second, log);
        self.take::<TANTONY>(rules, trick, &table, policy, &mut second);
    }

    /// The card of the seat whose turn it is.
    #[inline(always)]
    pub(in crate::kernel) fn follow<B: Bits, const FIRST: bool>(
        &mut self,
        rules: &Rules,
        trick: usize,
        table: &mut Table,
        policy: &mut impl Choose,
        fraction: &mut u32,
        log: &mut Log<'_>,
    ) {
        let at = table.position & 3;
        let led = Suit::wrapping(table.suit.trailing_zeros() as usize / 16);
        let legal = self.legal::<FIRST>(rules, at, Some(led), false);
        let card = policy.choose::<B>(self, table, legal, fraction);
        log.card(trick, at, card);
        self.cards[at] ^= CardSet::from_bits_truncate(card);
        table.cards[at] = card;
        table.position += 1;
    }

    /// The winner takes the trick, or in Tantony gives it away; who has it then leads the next.
    #[inline(always)]
    pub(in crate::kernel) fn take<const TANTONY: bool>(
        &mut self,
        rules: &Rules,
        trick: usize,
        table: &Table,
        policy: &mut impl Choose,
        fraction: &mut u32,
    ) {
        let (holder, set) = (table.holder(), table.set());
        let winner = self.leader.offset(holder);
        self.winners |= (winner.index() as u32) << (2 * trick);
        if TANTONY {
            let taken = &self.piles.taken;
            let open: SeatSet = Seat::ALL.into_iter().filter(|&seat| taken[seat].len() < 12).collect();
            let gets = open.iter().nth(below(fraction, open.len()) as usize).unwrap_or(winner);
            self.assign(trick, table, gets);
            return;
        }
        let suit = CardSet::from_bits_truncate(table.suit);
        let led_hearts = suit == CardSet::HEARTS;
        self.broken |= set.meets(rules.play.breaking) & (!led_hearts | rules.play.led_hearts_break);
        self.ace_ban &= !set.meets(CardSet::HEARTS);
        self.locked -= suit;
        self.count_trick(rules.counts_tricks(), winner, set);
        policy.taken(winner, set);
        self.lead_from(holder);
    }

    /// Gives a trick of Tantony to a seat.
    #[inline(always)]
    pub(in crate::kernel) fn assign(&mut self, trick: usize, table: &Table, gets: Seat) {
        self.assigned |= (gets.index() as u32) << (2 * trick);
        self.piles.taken[gets] |= table.set();
        self.piles.face_up[gets] |= table.runt();
        self.lead_from((gets.index() + 4 - self.leader.index()) & 3);
    }

    #[inline(always)]
    fn count_trick(&mut self, counts: bool, winner: Seat, set: CardSet) {
        self.piles.taken[winner] |= set;
        if !counts {
            return;
        }
        self.piles.trick_counts[winner] += 1;
        self.piles.tricks_after_qd[winner] += u8::from(self.after_qd);
        self.after_qd |= set.has(Card::QUEEN_OF_DIAMONDS);
    }

    /// Turns the hands so that the seat `steps` turns after the leader leads.
    #[inline(always)]
    fn lead_from(&mut self, steps: usize) {
        let (one, two) = (steps & 1 != 0, steps & 2 != 0);
        let turn = |turned: bool, to: CardSet, from: CardSet| select_unpredictable(turned, to, from);
        let [a, b, c, d] = self.cards;
        let (a, b, c, d) = (turn(two, c, a), turn(two, d, b), turn(two, a, c), turn(two, b, d));
        self.cards = [turn(one, b, a), turn(one, c, b), turn(one, d, c), turn(one, a, d)];
        self.leader = self.leader.offset(steps);
    }

    /// Trick 13: everyone has one card left.
    #[inline(always)]
    pub(in crate::kernel) fn last_trick(&mut self, rules: &Rules, log: &mut Log<'_>) {
        let cards = self.cards.map(CardSet::bits);
        let table = Table { cards, position: 4, suit: suit_of(cards[0]) };
        for (position, card) in cards.into_iter().enumerate() {
            log.card(12, position, card);
        }
        self.end(rules, &table);
    }

    /// Ends the hand with this thirteenth trick.
    #[inline(always)]
    pub(in crate::kernel) fn end(&mut self, rules: &Rules, table: &Table) {
        let holder = table.holder();
        let winner = self.leader.offset(holder);
        self.winners |= (winner.index() as u32) << 24;
        if rules.game() == Game::Tantony {
            // The sow's player gets the runt and the other way round; the others keep their own cards (RULES.md §4).
            let runt = table.runt();
            let sow = CardSet::from_bits_truncate(table.cards[holder & 3]);
            for (i, card) in table.cards.into_iter().enumerate() {
                let card = CardSet::from_bits_truncate(card);
                let gets = if card == sow {
                    runt
                } else if card == runt {
                    sow
                } else {
                    card
                };
                self.piles.taken[self.leader.offset(i)] |= gets;
            }
            self.piles.single[winner] = runt;
        } else {
            self.count_trick(rules.counts_tricks(), winner, table.set());
        }
    }
}

impl Table {
    /// The lowest card of the led suit.
    #[inline(always)]
    fn runt(&self) -> CardSet {
        let followed = self.set().bits() & self.suit;
        CardSet::from_bits_truncate(followed & followed.wrapping_neg())
    }
}

/// All cards of a card's suit.
#[inline(always)]
pub(in crate::kernel) fn suit_of(card: u64) -> u64 {
    0x1FFF << (card.trailing_zeros() & 0x30)
}
