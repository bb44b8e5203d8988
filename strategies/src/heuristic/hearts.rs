//! The rule bot of Hearts (RULES.md §3). Every named skill is a small function that either has an opinion or leaves the
//! decision to the next one; what no skill decides is settled by the danger of holding a card or of leading it.

mod learned;

use super::Edition;
use super::skill::{Lesser, Skill};
use gongzhu::rules::{Book, Hearts};
use gongzhu::{Card, CardSet, Seat, Suit, View};
use learned::{LEARNED, Learned};

/// The queen of spades, thirteen points.
const QUEEN: Card = Card::PIG;
/// The jack of diamonds, ten points off where `jd_bonus` is on.
const JACK: Card = Card::SHEEP;
/// The spades that catch the queen.
const CATCHERS: CardSet = CardSet::above(QUEEN);
/// The spades that are safe to play while the queen is out.
const LOW_SPADES: CardSet = CardSet::below(QUEEN);
/// The diamonds that catch the jack.
const JACK_CATCHERS: CardSet = CardSet::above(JACK);
/// All penalty cards.
const POINTS: CardSet = CardSet::HEARTS.with(QUEEN);

/// Points of QS and JD (RULES.md §3).
const QUEEN_POINTS: i32 = 13;
const JACK_POINTS: i32 = -10;

/// Spades below the queen that make it safe to keep QS, KS or AS through the pass, in cards.
const GUARDS: usize = 4;
/// Cards of a suit unseen from which on a round of it is taken to be free of discards, in cards.
const QUIET_ROUND: usize = 6;
/// Hearts in one pile from which on a moon is feared, in cards.
const MOON_ALARM: usize = 5;
/// Losing cards that a hand may hold and still try for the moon before the pass and during play, in cards.
const MOON_LOSERS_PASS: usize = 7;
const MOON_LOSERS_PLAY: usize = 3;
/// Finished tricks from which on a seat without a trick plays for the bonus (`no_tricks_bonus`), in tricks.
const CLEAN_FROM: usize = 6;

/// What holding or leading a card is feared to cost, in tenths of a point: QS, also led; KS or AS without guards; a heart
/// or another card for each lower card unseen (in the pass, for each rank); JD led while it can be won. The prize is what
/// each card short of six brings a suit that may become void.
const QUEEN_DANGER: i32 = 250;
const CATCHER_DANGER: i32 = 100;
const HEART_DANGER: i32 = 14;
const PLAIN_DANGER: i32 = 7;
const JACK_LEAD_COST: i32 = 100;
const GUARD_LEAD_COST: i32 = 40;
const VOID_PRIZE: i32 = 16;

/// What an edition knows.
#[derive(Clone, Copy)]
pub(super) struct Knowledge {
    /// What it has learned.
    learned: Option<&'static Learned>,
    /// The skill that it is without.
    without: Option<Skill>,
}

/// Edition 1 has learned nothing.
pub(super) const FIRST: Knowledge = Knowledge { learned: None, without: None };
/// Edition 2.
pub(super) const SECOND: Knowledge = Knowledge { learned: Some(&LEARNED), without: None };

/// An edition without a skill.
pub(super) fn without(edition: Edition, skill: Skill) -> Knowledge {
    static WITHOUT: Lesser<Learned> = Lesser::new();
    let learned = match edition {
        Edition::First => None,
        Edition::Second => Some(WITHOUT.get(edition, skill, || Learned::without(skill))),
    };
    Knowledge { learned, without: Some(skill) }
}

/// Three cards to pass: the losers of a hand that can shoot the moon, else the most dangerous ones.
pub(super) fn pass(view: &View<'_>, knowledge: Knowledge) -> CardSet {
    let sight = Sight::new(view, knowledge);
    let shoots = sight.has(Skill::OwnMoon) && sight.controls_hearts() && sight.losers() <= MOON_LOSERS_PASS;
    let danger = |card: Card| if shoots { -(card.rank().index() as i32) } else { sight.pass_danger(card) };
    let mut worst = [i32::MIN; 3];
    for card in sight.hand {
        let mut entry = ranked(danger(card), card);
        for place in &mut worst {
            (*place, entry) = ((*place).max(entry), (*place).min(entry));
        }
    }
    worst.into_iter().filter_map(card_of).collect()
}

/// The card to play: that of the skills, unless an edition that has `learned` knows better.
pub(super) fn play(view: &View<'_>, legal: CardSet, knowledge: Knowledge) -> Card {
    if legal.len() == 1 {
        return legal.first().unwrap_or(QUEEN);
    }
    let sight = Sight::new(view, knowledge);
    let trick = view.trick();
    let table = match (trick.suit(), trick.highest()) {
        (Some(led), Some(high)) => {
            let (cards, winner) = (trick.set(), trick.player_of(high));
            Some(Table { led, high, cards, winner, behind: 3 - trick.cards.len() })
        }
        _ => None,
    };
    let shoots = sight.shoots();
    let rule = match &table {
        None => sight.lead(legal, shoots),
        Some(table) if legal.meets(CardSet::suit(table.led)) => sight.follow(legal, table, shoots),
        Some(table) => sight.discard(legal, table, shoots),
    };
    match knowledge.learned {
        Some(learned) if !shoots && sight.is_ordinary() => learned.correct(&sight, legal, table.as_ref(), rule),
        _ => rule,
    }
}

/// The trick on the table.
struct Table {
    led: Suit,
    high: Card,
    cards: CardSet,
    winner: Seat,
    /// How many seats play after this one.
    behind: usize,
}

/// What the decisions look at again and again.
struct Sight<'a> {
    view: &'a View<'a>,
    rules: Option<&'a Hearts>,
    hand: CardSet,
    unseen: CardSet,
    /// Skill "keep the jack's hunters": JD and the diamonds above it while it can still be won.
    hunters: CardSet,
    /// The skill that it is without.
    without: Option<Skill>,
}

impl<'a> Sight<'a> {
    #[inline]
    fn new(view: &'a View<'a>, knowledge: Knowledge) -> Sight<'a> {
        let rules = match view.rules().book() {
            Book::Hearts(rules) => Some(rules),
            Book::GongZhu(_) | Book::Tantony(_) => None,
        };
        let (hand, unseen) = (view.hand(), view.unseen());
        let hunted = rules.is_some_and(|rules| rules.jd_bonus) && (hand | unseen).has(JACK);
        let hunters = if hunted { JACK_CATCHERS.with(JACK) } else { CardSet::EMPTY };
        Sight { view, rules, hand, unseen, hunters, without: knowledge.without }
    }

    /// Whether this is not the skill that it is without.
    #[inline]
    fn has(&self, skill: Skill) -> bool {
        self.without != Some(skill)
    }

    /// Whether JD is worth taking.
    fn jack_counts(&self) -> bool {
        self.rules.is_some_and(|rules| rules.jd_bonus)
    }

    /// What `cards` cost their taker.
    fn points(&self, cards: CardSet) -> i32 {
        (cards & CardSet::HEARTS).len() as i32
            + QUEEN_POINTS * i32::from(cards.has(QUEEN))
            + JACK_POINTS * i32::from(cards.has(JACK) && self.jack_counts())
    }

    fn queen_out(&self) -> bool {
        self.unseen.has(QUEEN)
    }

    /// Lower cards of its suit that others hold.
    #[inline]
    fn lower(&self, card: Card) -> i32 {
        (self.unseen & CardSet::below(card)).len() as i32
    }

    /// Whether the hand is one of those that were learned from: without the bonuses of options, and no moon of another seat in
    /// sight.
    fn is_ordinary(&self) -> bool {
        let bonus = self.rules.is_some_and(|rules| rules.jd_bonus || rules.no_tricks_bonus);
        !bonus && self.shooter().is_none()
    }

    // ---- passing -------------------------------------------------------------------------------------------------

    /// How much a card is worth passing away.
    fn pass_danger(&self, card: Card) -> i32 {
        let suit = self.hand.in_suit(card.suit());
        let rank = card.rank().index() as i32;
        let void = if self.has(Skill::Voids) { VOID_PRIZE } else { 0 };
        match card.suit() {
            Suit::Spades => self.spade_pass_danger(card),
            Suit::Hearts => self.lower(card) * HEART_DANGER - if suit.len() > 4 { 20 } else { 0 },
            Suit::Diamonds if self.hunters.has(card) => 0,
            // High cards first, and of two equal ones that of the shorter suit: a void lets QS and hearts go.
            Suit::Diamonds | Suit::Clubs => rank * PLAIN_DANGER + (6 - suit.len() as i32).max(0) * void,
        }
    }

    /// QS, KS and AS are safe behind enough low spades and the first to go without; low spades stay as guards.
    fn spade_pass_danger(&self, card: Card) -> i32 {
        let guarded = (self.hand & LOW_SPADES).len() >= GUARDS;
        match card {
            QUEEN if !guarded => QUEEN_DANGER,
            card if CATCHERS.has(card) && !guarded => CATCHER_DANGER + card.rank().index() as i32,
            _ => 0,
        }
    }

    // ---- the moon ------------------------------------------------------------------------------------------------

    /// Cards of the hand that others could beat once its winners are played from the top.
    fn losers(&self) -> usize {
        Suit::ALL.into_iter().map(|suit| self.losers_in(suit)).sum()
    }

    /// A suit that the others cannot follow more often than it has winners loses nothing.
    fn losers_in(&self, suit: Suit) -> usize {
        let (own, others) = (self.hand.in_suit(suit), self.unseen.in_suit(suit));
        let winners = others.last().map_or(own, |top| own & CardSet::above(top)).len();
        if others.len() <= 2 * winners { 0 } else { own.len() - winners }
    }

    /// Without the top hearts somebody keeps one back.
    fn controls_hearts(&self) -> bool {
        self.losers_in(Suit::Hearts) <= 1
    }

    /// Skill "attempt a moon": all points so far are this seat's, and the rest of the hand wins nearly everything.
    fn shoots(&self) -> bool {
        let controls =
            self.has(Skill::OwnMoon) && self.losers_in(Suit::Hearts) == 0 && self.losers() <= MOON_LOSERS_PLAY;
        controls && [1, 2, 3].iter().all(|&steps| !self.view.taken(self.view.seat().offset(steps)).meets(POINTS))
    }

    /// Skill "stop a moon": another seat that alone has taken points, and many of them.
    fn shooter(&self) -> Option<Seat> {
        let left = (self.hand | self.unseen) & CardSet::HEARTS;
        if left.len() + MOON_ALARM > 13 || !self.has(Skill::StopMoon) {
            return None;
        }
        let me = self.view.seat();
        let mut takers = Seat::ALL.into_iter().filter(|&seat| self.view.taken(seat).meets(POINTS));
        let (first, second) = (takers.next()?, takers.next());
        let alone = second.is_none() && first != me;
        (alone && (self.view.taken(first) & CardSet::HEARTS).len() >= MOON_ALARM).then_some(first)
    }

    // ---- leading -------------------------------------------------------------------------------------------------

    fn lead(&self, legal: CardSet, shoots: bool) -> Card {
        if shoots {
            return self.lead_winner(legal);
        }
        self.flush_queen(legal).unwrap_or_else(|| self.lead_low(legal))
    }

    /// The card that most surely wins: the one with the fewest unseen cards above it.
    fn lead_winner(&self, legal: CardSet) -> Card {
        best(legal, |card| {
            let above = (self.unseen & CardSet::above(card)).len() as i32;
            card.rank().index() as i32 - 20 * above + self.lower(card)
        })
    }

    /// Skill "flush out the queen": while another seat holds QS, low spades draw it from its holder, unless this seat
    /// would be caught with KS or AS itself.
    fn flush_queen(&self, legal: CardSet) -> Option<Card> {
        let safe = legal & LOW_SPADES;
        let caught = self.hand.meets(CATCHERS) && (self.hand & LOW_SPADES).len() < 3;
        if self.queen_out() && !caught && self.has(Skill::Hunt) { safe.last() } else { None }
    }

    /// Skill "lead low": the card with the least feared cost. No spade above the queen while it is out.
    fn lead_low(&self, legal: CardSet) -> Card {
        best(legal, |card| self.unload(card) - self.lead_cost(card))
    }

    /// What a lead is feared to cost, in tenths of a point: the chance that it wins times the points that fall.
    fn lead_cost(&self, card: Card) -> i32 {
        let others = self.unseen.in_suit(card.suit());
        let lower = self.lower(card);
        if card.suit() == Suit::Spades {
            if CATCHERS.has(card) && self.queen_out() {
                return QUEEN_DANGER;
            }
            if card == QUEEN {
                let catchers = (self.unseen & CATCHERS).len() as i32;
                return QUEEN_DANGER - 10 * catchers;
            }
        }
        // Whoever holds QS, or KS or AS while it is out, needs its low spades to follow with.
        let guards = self.hand.has(QUEEN) || self.queen_out() && self.hand.meets(CATCHERS);
        if card.suit() == Suit::Spades && guards {
            return GUARD_LEAD_COST;
        }
        if card == JACK && self.hunters.has(card) {
            return JACK_LEAD_COST;
        }
        let wins = if others.is_empty() { 8 } else { lower.min(8) };
        // Points that fall on a trick of the suit: its own hearts, or the discards of those who are out of it.
        let hearts = i32::from(card.suit() == Suit::Hearts) * 3;
        let discards =
            (QUIET_ROUND as i32 + 2 - others.len() as i32).clamp(0, 6) * if self.queen_out() { 2 } else { 1 };
        wins * (hearts * 3 + discards)
    }

    /// What is gained by being rid of a card, in tenths of a point.
    fn unload(&self, card: Card) -> i32 {
        2 * self.lower(card)
    }

    // ---- following -----------------------------------------------------------------------------------------------

    fn follow(&self, legal: CardSet, table: &Table, shoots: bool) -> Card {
        if shoots {
            return self.win(legal, table);
        }
        None.or_else(|| self.stop_moon(legal, table))
            .or_else(|| self.take_jack(legal, table))
            .or_else(|| self.last_seat(legal, table))
            .or_else(|| self.quiet_round(legal, table))
            .or_else(|| self.duck(legal, table))
            .unwrap_or_else(|| self.forced_high(legal, table))
    }

    /// The cheapest card that wins in last seat, the highest before it; the lowest where none wins.
    fn win(&self, legal: CardSet, table: &Table) -> Card {
        let winners = legal & CardSet::above(table.high);
        let chosen = if table.behind == 0 { winners.first() } else { winners.last() };
        chosen.or(legal.first()).unwrap_or(table.high)
    }

    /// Skill "stop a moon": takes a trick with points from the seat that has all of them so far.
    fn stop_moon(&self, legal: CardSet, table: &Table) -> Option<Card> {
        let winners = legal & CardSet::above(table.high);
        let shooter = self.shooter()?;
        let worthwhile = table.winner == shooter && table.cards.meets(POINTS) && !table.cards.has(QUEEN);
        if worthwhile { winners.without(QUEEN).last() } else { None }
    }

    /// Skill "take JD": with the bonus on, last seat takes it with a higher diamond, or with the jack itself.
    fn take_jack(&self, legal: CardSet, table: &Table) -> Option<Card> {
        if !self.jack_counts() || table.led != Suit::Diamonds || table.behind != 0 {
            return None;
        }
        let winners = legal & CardSet::above(table.high);
        if winners.has(JACK) && self.points(table.cards) < -JACK_POINTS {
            return Some(JACK);
        }
        let pays = table.cards.has(JACK) && self.points(table.cards) < 0;
        if pays { (winners & JACK_CATCHERS).last() } else { None }
    }

    /// Skill "highest safe in last seat": a trick without points is taken with the highest card, which is then gone.
    fn last_seat(&self, legal: CardSet, table: &Table) -> Option<Card> {
        if table.behind != 0 || self.points(table.cards) > 0 || self.stays_clean() || !self.has(Skill::FreeTricks) {
            return None;
        }
        self.harmless(legal).last()
    }

    /// Skill "stay clean": late in the hand a seat without a trick plays for the bonus.
    fn stays_clean(&self) -> bool {
        self.rules.is_some_and(|rules| rules.no_tricks_bonus)
            && self.view.tricks_played() >= CLEAN_FROM
            && self.view.taken(self.view.seat()).is_empty()
    }

    /// Skill "dump high cards early": a round in which no point can be expected takes the highest card; trick 1 above
    /// all, where none may be discarded (RULES.md §3).
    fn quiet_round(&self, legal: CardSet, table: &Table) -> Option<Card> {
        let first = self.view.tricks_played() == 0 && self.rules.is_some_and(|rules| rules.no_points_first_trick);
        let many = self.unseen.in_suit(table.led).len() >= QUIET_ROUND;
        let plain = matches!(table.led, Suit::Clubs | Suit::Diamonds);
        let quiet = plain && (first || many) && self.points(table.cards) <= 0 && !self.stays_clean();
        if quiet && self.has(Skill::FreeTricks) { self.harmless(legal).last() } else { None }
    }

    /// Skill "duck": the highest card that still loses.
    fn duck(&self, legal: CardSet, table: &Table) -> Option<Card> {
        let losing = legal & CardSet::below(table.high);
        // QS goes under a king or ace before anything else.
        if losing.has(QUEEN) {
            return Some(QUEEN);
        }
        (losing - self.hunters).last().or(losing.last())
    }

    /// With nothing to duck under: the highest in last seat, where the trick is won anyway, else the lowest.
    fn forced_high(&self, legal: CardSet, table: &Table) -> Card {
        let harmless = self.harmless(legal);
        let chosen = if table.behind == 0 { harmless.last() } else { harmless.first() };
        chosen.unwrap_or(table.high)
    }

    /// `legal` without QS and the jack's hunters, as long as something is left.
    fn harmless(&self, legal: CardSet) -> CardSet {
        let rest = nonempty(legal.without(QUEEN), legal);
        nonempty(rest - self.hunters, rest)
    }

    // ---- discarding ----------------------------------------------------------------------------------------------

    fn discard(&self, legal: CardSet, table: &Table, shoots: bool) -> Card {
        let kept = if shoots { POINTS } else { self.stopper(table) };
        best(nonempty(legal - kept, legal), |card| self.discard_danger(card))
    }

    /// Skill "keep a stopper": against a seat that has all the points so far the highest heart left is kept, and QS is not
    /// thrown on that seat's own trick.
    fn stopper(&self, table: &Table) -> CardSet {
        let Some(shooter) = self.shooter() else { return CardSet::EMPTY };
        let boss = self.hand.in_suit(Suit::Hearts).last().filter(|&top| !self.unseen.meets(CardSet::above(top)));
        let queen = if table.winner == shooter { CardSet::of(QUEEN) } else { CardSet::EMPTY };
        boss.map_or(queen, |top| queen.with(top))
    }

    /// How much a card is worth throwing away: QS, then KS and AS while it is out, then high hearts.
    fn discard_danger(&self, card: Card) -> i32 {
        let lower = self.lower(card);
        let length = if self.has(Skill::Voids) { self.hand.in_suit(card.suit()).len() as i32 } else { 3 };
        let dumps = self.has(Skill::Dump);
        match card.suit() {
            Suit::Spades if card == QUEEN && dumps => 1000,
            Suit::Spades if CATCHERS.has(card) && self.queen_out() => 500 - 30 * length,
            Suit::Hearts if dumps => lower * HEART_DANGER + 10,
            Suit::Diamonds if self.hunters.has(card) => -1000,
            _ => lower * PLAIN_DANGER + VOID_PRIZE - 3 * length,
        }
    }
}

/// A key with its card below it, in one number that compares like the pair.
#[inline]
fn ranked(key: i32, card: Card) -> i32 {
    key << 6 | card.bit() as i32
}

/// The card of such a number.
#[inline]
fn card_of(ranked: i32) -> Option<Card> {
    CardSet::from_bits(1 << (ranked & 63)).and_then(CardSet::first)
}

/// The card of `cards` with the highest key; the higher-numbered of equal ones.
#[inline]
fn best(cards: CardSet, key: impl Fn(Card) -> i32) -> Card {
    cards.iter().map(|card| ranked(key(card), card)).max().and_then(card_of).unwrap_or(QUEEN)
}

/// `cards`, or `otherwise` where there are none.
#[inline]
fn nonempty(cards: CardSet, otherwise: CardSet) -> CardSet {
    if cards.is_empty() { otherwise } else { cards }
}
