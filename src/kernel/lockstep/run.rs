//! The play of sixteen hands, card by card.

use super::lanes::Lanes;
use super::play::{Limits, Play, Trick};
use super::policy::Policy;
use super::seats::Seats;
use super::suits::{counted, cumulated, everywhere, locate, narrow, number, select, separate};
use super::words::{Fraction, Words};
use crate::kernel::bulk::Plays;
use crate::{Card, CardSet, Suit};

const HEARTS: usize = Suit::Hearts.index();
const SPADES: usize = Suit::Spades.index();
const DIAMONDS: usize = Suit::Diamonds.index();

/// Which tricks: what of the restrictions can matter in them.
pub(super) trait Stage {
    const FIRST: bool = false;
    const RESTRICTED: bool = false;
    const LAST: bool = false;
}
/// Trick 1.
struct First;
/// A trick before which some card is locked or hearts are banned in some lane.
struct Restricted;
/// A trick in which only the led suit binds.
struct Free;
/// Trick 13.
struct Last;
impl Stage for First {
    const FIRST: bool = true;
    const RESTRICTED: bool = true;
}
impl Stage for Restricted {
    const RESTRICTED: bool = true;
}
impl Stage for Free {}
impl Stage for Last {
    const LAST: bool = true;
}

/// A block on its way to the end.
pub(super) struct Run<P> {
    pub(super) play: Play,
    pub(super) policy: P,
    pub(super) words: Words,
    /// Where the cards played are written down, if anywhere.
    pub(super) log: Option<Box<Plays>>,
    pub(super) table: Trick,
}

/// Plays blocks from the beginning of trick `from` to the end. The blocks take turns card by card: the processor works on one
/// while the other's next step waits for a result.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn finish<P: Policy, const N: usize>(runs: &mut [Run<P>; N], from: usize, limits: &Limits<'_>) {
    let mut trick = from;
    if trick == 0 {
        play_trick::<First, P, N>(runs, 0, limits);
        trick = 1;
    }
    while trick < 12 && runs.iter().any(|run| run.play.is_restricted()) {
        play_trick::<Restricted, P, N>(runs, trick, limits);
        trick += 1;
    }
    while trick < 12 {
        play_trick::<Free, P, N>(runs, trick, limits);
        trick += 1;
    }
    if trick == 12 {
        play_trick::<Last, P, N>(runs, 12, limits);
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn play_trick<S: Stage, P: Policy, const N: usize>(runs: &mut [Run<P>; N], trick: usize, limits: &Limits<'_>) {
    for run in runs.iter_mut() {
        run.lead::<S>(trick, limits);
    }
    for run in runs.iter_mut() {
        run.follow::<S, 1>(trick, limits);
    }
    for run in runs.iter_mut() {
        run.follow::<S, 2>(trick, limits);
    }
    for run in runs.iter_mut() {
        run.follow::<S, 3>(trick, limits);
    }
    for run in runs.iter_mut() {
        run.take::<S>(trick, limits);
    }
}

impl<P: Policy> Run<P> {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn new(play: Play, policy: P, words: Words, log: Option<Box<Plays>>) -> Run<P> {
        let table = play.no_trick();
        Run { play, policy, words, log, table }
    }

    /// Plays the rest of a trick of which `position` cards lie on the table.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn finish_trick(&mut self, trick: usize, position: usize, limits: &Limits<'_>) {
        // The first two cards and the others share a fraction each; the others draw theirs at position 2.
        if position != 2 {
            self.table.fraction = self.words.fraction();
        }
        macro_rules! complete {
            ($stage:ty) => {{
                if position <= 1 {
                    self.follow::<$stage, 1>(trick, limits);
                }
                if position <= 2 {
                    self.follow::<$stage, 2>(trick, limits);
                }
                self.follow::<$stage, 3>(trick, limits);
                self.take::<$stage>(trick, limits);
            }};
        }
        match trick {
            0 => complete!(First),
            12 => complete!(Last),
            _ => complete!(Restricted),
        }
    }

    /// The card of the leader.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn lead<S: Stage>(&mut self, trick: usize, limits: &Limits<'_>) {
        let Run { play, policy, words, log, table } = self;
        let rules = limits.rules;
        let mut fraction = if S::LAST { Fraction::zero() } else { words.fraction() };
        let hearts_banned = play.unbroken | play.ace_ban;
        let locks = S::RESTRICTED && play.has_locks();
        let sensible = if S::LAST { None } else { policy.sensible().zip(limits.weights) };
        let (suit, card) = if let Some((sensible, tables)) = sensible {
            let (card, suit) = sensible.lead(tables, fraction.high, &play.leads::<S>(limits), play);
            (suit, card)
        } else if S::FIRST {
            let cards = play.leads::<S>(limits);
            let sums = cumulated(counted(&cards));
            let (suit, k) = locate(sums, fraction.below(sums.down::<12>()));
            (suit, select(&cards, &suit).nth(k))
        } else {
            let mut counts = play.counts[0];
            let mut lock = [Lanes::none(); 4];
            if locks {
                lock = play.lock(&play.hand(play.leader));
                for suit in 0..4 {
                    counts = counts - (lock[suit].is_some() & Lanes::splat(1 << (4 * suit)));
                }
            }
            if S::RESTRICTED {
                let mut others = counts & Lanes::splat(!(15 << (4 * HEARTS)));
                if rules.hearts_only != CardSet::HEARTS {
                    // The pig beside hearts alone does not bar them.
                    let spades = play.places.with(SPADES, play.held[SPADES], play.leader);
                    others = others - (spades.has(CardSet::of(Card::PIG).ranks(Suit::Spades)) & Lanes::splat(1));
                }
                let banned = hearts_banned & others.is_some();
                counts = counts & !(banned & Lanes::splat(15 << (4 * HEARTS)));
            }
            let sums = cumulated(counts);
            let n = if S::RESTRICTED { sums.down::<12>() } else { Lanes::splat(13 - trick as u16) };
            let k = if S::LAST { Lanes::none() } else { fraction.below(n) };
            let (suit, k) = locate(sums, k);
            let own = select(&play.held, &suit)
                & !(select(&play.places.low, &suit) ^ play.leader.low)
                & !(select(&play.places.high, &suit) ^ play.leader.high);
            let own = if locks { own & !select(&lock, &suit) } else { own };
            (suit, if S::LAST { own } else { own.nth(k) })
        };
        let suits = separate(&suit);
        let code = number::<0, 16, 32, 48>(&suit);
        if let Some(plays) = log {
            plays[4 * trick] = (card.place() | code).to_array();
        }
        let one = number::<1, 0x10, 0x100, 0x1000>(&suit);
        play.counts[0] = play.counts[0] - one;
        // Field by field: a whole trick would be made elsewhere and copied.
        table.followed = card;
        table.discards = [Lanes::none(); 4];
        table.best = card;
        table.holder = Seats::splat(0);
        table.held = select(&play.held, &suit);
        table.low = select(&play.places.low, &suit);
        table.high = select(&play.places.high, &suit);
        table.locked = if locks { select(&play.locked, &suit) } else { Lanes::none() };
        table.locks = locks;
        table.one = one;
        table.lift = number::<0x1000, 0x100, 0x10, 1>(&suit);
        table.code = code;
        table.suits = suits;
        table.turn = play.leader.next();
        table.fraction = fraction;
    }

    /// The card of the seat at position `I`.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn follow<S: Stage, const I: usize>(&mut self, trick: usize, limits: &Limits<'_>) {
        let Run { play, policy, words, log, table } = self;
        let seat = table.turn;
        table.turn = seat.next();
        let own = table.held & !(table.low ^ seat.low) & !(table.high ^ seat.high);
        let void = own.is_none();
        let mut following = own;
        let counts = play.counts[I];
        let mut n = counts.times(table.lift).down::<12>();
        if S::RESTRICTED && table.locks {
            let free = own & !table.locked;
            let bound = free.is_none();
            following = free | (bound & own);
            n = n - (!bound & (own & table.locked).is_some() & Lanes::splat(1));
        }
        if I == 2 && !S::LAST {
            table.fraction = words.fraction();
        }
        let discard_ban = limits.rules.first_discard_ban;
        let hand = || {
            let hand = play.hand(seat);
            if S::FIRST && !discard_ban.is_empty() { narrow(hand, everywhere(discard_ban, void)) } else { hand }
        };
        let (bit, suit) = if S::LAST {
            let (suit, _) = locate(cumulated(counts), Lanes::none());
            let hand = play.hand(seat);
            (hand[0] | hand[1] | hand[2] | hand[3], suit)
        } else if let (Some(sensible), Some(tables)) = (policy.sensible(), limits.weights) {
            let hand = hand();
            let legal = |suit: usize| (void & hand[suit]) | (table.suits[suit] & following);
            let legal = [legal(0), legal(1), legal(2), legal(3)];
            let holder = play.leader.plus(table.holder);
            sensible.choose::<I>(tables, seat, holder, &legal, table, play)
        } else {
            let fraction = &mut table.fraction;
            if S::FIRST && !discard_ban.is_empty() {
                let hand = hand();
                let sums = cumulated(counted(&hand));
                let k = fraction.below(void.choose(sums.down::<12>(), n));
                let (suit, place) = locate(sums, k);
                let bit = void.choose(select(&hand, &suit), following).nth(void.choose(place, k));
                (bit, suit)
            } else {
                let k = fraction.below(n | (void & Lanes::splat(13 - trick as u16)));
                let (suit, place) = locate(cumulated(counts), k);
                let other = select(&play.held, &suit)
                    & !(select(&play.places.low, &suit) ^ seat.low)
                    & !(select(&play.places.high, &suit) ^ seat.high);
                let bit = void.choose(other, following).nth(void.choose(place, k));
                (bit, suit)
            }
        };
        let follows = bit & !void;
        let off = bit & void;
        if let Some(plays) = log {
            let code = void.choose(number::<0, 16, 32, 48>(&suit), table.code);
            plays[4 * trick + I] = (bit.place() | code).to_array();
        }
        table.followed = table.followed | follows;
        let off = [off & suit[0], off & suit[1], off & suit[2], off];
        table.discards[0] = table.discards[0] | off[0];
        table.discards[1] = table.discards[1] | (off[1] ^ off[0]);
        table.discards[2] = table.discards[2] | (off[2] ^ off[1]);
        table.discards[3] = table.discards[3] | (off[3] ^ off[2]);
        if !S::LAST {
            play.counts[I] = counts - void.choose(number::<1, 0x10, 0x100, 0x1000>(&suit), table.one);
        }
        let beats = follows.exceeds(table.best);
        table.best = table.best.max(follows);
        let holder = &mut table.holder;
        match I {
            1 => holder.low = holder.low | beats,
            2 => *holder = Seats { low: holder.low & !beats, high: holder.high | beats },
            _ => *holder = Seats { low: holder.low | beats, high: holder.high | beats },
        }
    }

    /// The winner takes the trick and leads the next.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn take<S: Stage>(&mut self, trick: usize, limits: &Limits<'_>) {
        let Run { play, policy, table, .. } = self;
        let winner = play.leader.plus(table.holder);
        let cards = [table.cards(0), table.cards(1), table.cards(2), table.cards(3)];
        for suit in 0..4 {
            play.held[suit] = play.held[suit] & !cards[suit];
            play.taken.low[suit] = play.taken.low[suit] | (cards[suit] & winner.low);
            play.taken.high[suit] = play.taken.high[suit] | (cards[suit] & winner.high);
        }
        let bit = Lanes::splat(1 << trick);
        play.winners.low = play.winners.low | (bit & winner.low);
        play.winners.high = play.winners.high | (bit & winner.high);
        if limits.counts_tricks {
            let queen = CardSet::of(Card::QUEEN_OF_DIAMONDS).ranks(Suit::Diamonds);
            play.queen = play.queen | (bit & cards[DIAMONDS].has(queen));
        }
        play.leader = winner;
        if let (Some(sensible), Some(tables)) = (policy.sensible(), limits.weights) {
            sensible.take(tables, winner, &cards);
        }
        if S::LAST {
            return;
        }
        let [a, b, c, d] = play.counts;
        let Seats { low, high } = table.holder;
        let (a, b, c, d) = (high.choose(c, a), high.choose(d, b), high.choose(a, c), high.choose(b, d));
        play.counts = [low.choose(b, a), low.choose(c, b), low.choose(d, c), low.choose(a, d)];
        if S::RESTRICTED {
            let rules = limits.rules;
            for suit in 0..4 {
                play.locked[suit] = play.locked[suit] & !table.suits[suit];
            }
            let breaking = |suit: usize| cards[suit] & Lanes::splat((rules.breaking.bits() >> (16 * suit)) as u16);
            let mut broken = (breaking(SPADES) | breaking(HEARTS)).is_some();
            if !rules.led_hearts_break {
                broken = broken & !table.suits[HEARTS];
            }
            play.unbroken = play.unbroken & !broken;
            play.ace_ban = play.ace_ban & cards[HEARTS].is_none();
        }
    }
}

impl Play {
    /// The cards that the leader may lead.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn leads<S: Stage>(&self, limits: &Limits<'_>) -> [Lanes; 4] {
        let rules = limits.rules;
        let hand = self.hand(self.leader);
        if !S::RESTRICTED {
            return hand;
        }
        let mut cards = hand;
        if S::FIRST && rules.opening_lead != CardSet::ALL {
            cards = narrow(cards, everywhere(!rules.opening_lead, Lanes::from_array(limits.lead_rule)));
        }
        cards = narrow(cards, self.lock(&hand));
        let others = !rules.hearts_only;
        let [a, b, c, d] = everywhere(others, Lanes::all());
        let has_others = ((cards[0] & a) | (cards[1] & b) | (cards[2] & c) | (cards[3] & d)).is_some();
        cards = narrow(cards, everywhere(CardSet::HEARTS, (self.unbroken | self.ace_ban) & has_others));
        if S::FIRST && !rules.first_lead_ban.is_empty() {
            cards = narrow(cards, everywhere(rules.first_lead_ban, Lanes::all()));
        }
        cards
    }
}
