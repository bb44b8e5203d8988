//! Roll-outs: from a position that a seat sees, and hidden hands that agree with it, to the end of the hand.

#[cfg(target_arch = "x86_64")]
use super::lockstep::{self, Settlement, WeightTables};
use super::scalar::{Hand, Table, suit_of};
use super::weights::SensibleWeights;
use super::words::Source;
use super::{LANES, Processor, scalar};
use crate::action::{revealed_bits, revealed_set};
use crate::deal::{Fraction, nth_mask};
use crate::kernel::bits::Bits;
use crate::setup::Opener;
use crate::{Action, ActionSet, BySeat, Card, CardSet, Game, Phase, Rules, Seat, View};

/// How all four seats play in a roll-out. Passes, reveals and assignments are uniformly random in both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Playout {
    /// Every legal card is equally likely.
    Uniform,
    /// Cards are as likely as searching bots play them, see [`SensibleWeights`].
    Sensible(Box<SensibleWeights>),
}

impl Playout {
    /// The sensible policy with the numbers for a rule set.
    pub fn sensible(rules: &Rules) -> Playout {
        Playout::Sensible(Box::new(SensibleWeights::new(rules)))
    }
}

/// What the seat whose view it is decides before the roll-out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// To pass these three cards.
    Pass(CardSet),
    /// To reveal these cards, and no others.
    Reveal(CardSet),
    /// To play this card.
    Play(Card),
    /// To give the trick to this seat.
    Assign(Seat),
}

impl Choice {
    /// The actions that it consists of; those of a reveal end with [`Action::DONE`](crate::Action::DONE).
    pub fn actions(self) -> ActionSet {
        match self {
            Choice::Pass(cards) => ActionSet::of_cards(cards),
            Choice::Reveal(cards) => ActionSet::of_reveals(cards),
            Choice::Play(card) => Action::card(card).into(),
            Choice::Assign(seat) => Action::assign(seat).into(),
        }
    }
}

/// Roll-outs from one position.
///
/// ```
/// use gongzhu::kernel::{Choice, Playout, Rollouts};
/// use gongzhu::sample::{Constraints, Sampler};
/// use gongzhu::{BySeat, Deal, Rules, Setup, State, View, rng};
/// let rules = Rules::parse("scrofa")?;
/// let mut rng = rng::stream(1, 0, rng::Purpose::Deal);
/// let setup = Setup::first(&rules, Deal::random(&mut rng));
/// let state = State::new(&setup)?;
/// let view = View::new(&state, state.turn());
/// let mut worlds = [BySeat::default(); 64];
/// Sampler::new(&Constraints::of(&view))?.fill(&mut rng, &mut worlds);
/// let rollouts = Rollouts::new(&view, &Playout::sensible(&rules));
/// let mut scores = Vec::new();
/// let card = view.hand().first().expect("a card");
/// rollouts.play(Some(Choice::Play(card)), &worlds, 7, &mut scores);
/// assert_eq!(scores.len(), worlds.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rollouts<'v> {
    pub(super) rules: &'v Rules,
    pub(super) totals: BySeat<i32>,
    pub(super) playout: Playout,
    #[cfg(target_arch = "x86_64")]
    pub(super) settlement: Settlement,
    #[cfg(target_arch = "x86_64")]
    pub(super) weights: Option<WeightTables>,
    phase: Phase,
    seat: Seat,
    processor: Processor,
    before: Before,
    public: Public,
}

/// What decides a hand before its first card.
#[derive(Clone, Copy, Debug)]
struct Before {
    opener: Option<Opener>,
    opening_rule: bool,
    pass_offset: Option<usize>,
    revealed: CardSet,
    /// The seats whose reveals are known or belong to the viewer's choice: the others' are drawn.
    decided: [bool; 4],
    own: CardSet,
}

/// The public part of a hand in play: everything but who holds which card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Public {
    /// The hand without cards; its piles are those of the tricks finished.
    pub(super) hand: Hand,
    pub(super) table: Table,
    /// The trick on the table, or the next one.
    pub(super) trick: usize,
    /// A bit for the trick in which the queen of diamonds lay.
    pub(super) queen: u16,
}

/// How the worlds of a block come to their first card.
#[derive(Clone, Copy)]
pub(super) enum Entry<'a> {
    /// By this choice of the seat in turn, and draws.
    Chosen(Option<Choice>),
    /// Everything has been decided; these cards are revealed, world by world.
    Opened(&'a [CardSet]),
}

/// Sixteen worlds made ready.
pub(super) struct Worlds {
    pub(super) hands: [[u64; LANES]; 4],
    /// A bit per card of [`REVEALABLE`](crate::REVEALABLE); the same in all lanes once cards are played.
    pub(super) revealed: [u8; LANES],
    pub(super) leader: [u8; LANES],
    pub(super) opening_rule: bool,
}

impl<'v> Rollouts<'v> {
    /// Roll-outs from what `view` shows. Before the first card it has to be the view of the seat in turn; in play it may be the
    /// view of any seat, but a [`Choice`] is one of the seat whose view it is, and so for its turn only.
    pub fn new(view: &View<'v>, playout: &Playout) -> Rollouts<'v> {
        let rules = view.rules();
        #[cfg(target_arch = "x86_64")]
        let weights = match playout {
            Playout::Sensible(weights) => Some(WeightTables::new(weights)),
            Playout::Uniform => None,
        };
        Rollouts {
            rules,
            totals: *view.totals(),
            playout: playout.clone(),
            #[cfg(target_arch = "x86_64")]
            settlement: Settlement::new(rules),
            #[cfg(target_arch = "x86_64")]
            weights,
            phase: view.phase(),
            seat: view.seat(),
            processor: Processor::detect(),
            before: Before::of(view),
            public: Public::of(view),
        }
    }

    /// Moves to what `view` shows, a view under the same rules: from there on the roll-outs are those that [`Rollouts::new`] would
    /// make, without its cost. For a tree search, which plays on from another position each time.
    pub fn move_to(&mut self, view: &View<'_>) {
        debug_assert_eq!(view.rules().book(), self.rules.book(), "the rules stay the same");
        self.totals = *view.totals();
        self.phase = view.phase();
        self.seat = view.seat();
        self.before = Before::of(view);
        self.public = Public::of(view);
    }

    /// The same roll-outs as that processor plays them, see [`Bulk::on`](super::Bulk::on).
    #[must_use]
    pub fn on(self, processor: Processor) -> Rollouts<'v> {
        Rollouts { processor: processor.min(Processor::detect()), ..self }
    }

    /// Plays one hand to its end from each of `worlds`, in which `choice` is taken first, and appends the scores of the seats,
    /// world by world. Without a choice the seat in turn decides like the others.
    ///
    /// A world is the cards that each seat holds now, in a phase of passing before any card moves. It has to agree with the view
    /// and the choice with the world's legal actions: a [`Sampler`](crate::sample::Sampler) makes such worlds, and with others the
    /// scores mean nothing.
    ///
    /// World *i* takes lane *i* mod 16 of block *b* = ⌊*i* / 16⌋ of random words, so that the same `key` gives different choices
    /// the same luck. With *m* one step of SplitMix64, the generators of the block begin, as those of the
    /// [module](crate::kernel), with the outputs of SplitMix64 from *m*(`key` xor *m*(*b*)). Before the first card there are a step
    /// for the reveals and a row for the pass, drawn from as in the module whether they are needed or not. Then come two
    /// fractions for each trick from 1 to 12, of a trick with one card on the table too, but only the second for one with more cards,
    /// and none for trick 13. The policy takes nothing from them but for leads and Tantony's assignments.
    pub fn play(&self, choice: Option<Choice>, worlds: &[BySeat<CardSet>], key: u64, scores: &mut Vec<BySeat<i16>>) {
        let public = self.public.after(self, choice);
        for (block, worlds) in worlds.chunks(LANES).enumerate() {
            self.block(Entry::Chosen(choice), &public, block, worlds, key, scores);
        }
    }

    /// The same from the lead to trick 1, for a view in a phase of passing or revealing whose decisions, of all seats, the caller
    /// has made up for each world: its hands after the pass, and in `revealed` the cards revealed in it. The draws are those
    /// of [`Rollouts::play`].
    ///
    /// # Panics
    /// `worlds` and `revealed` differ in length, or the first card may already be played.
    pub fn play_opened(
        &self,
        worlds: &[BySeat<CardSet>],
        revealed: &[CardSet],
        key: u64,
        scores: &mut Vec<BySeat<i16>>,
    ) {
        assert_eq!(worlds.len(), revealed.len(), "as many worlds as sets of revealed cards");
        assert!(!self.in_play(), "passes and reveals are over");
        let blocks = worlds.chunks(LANES).zip(revealed.chunks(LANES));
        for (block, (worlds, revealed)) in blocks.enumerate() {
            self.block(Entry::Opened(revealed), &self.public, block, worlds, key, scores);
        }
    }

    fn block(
        &self,
        entry: Entry<'_>,
        public: &Public,
        block: usize,
        worlds: &[BySeat<CardSet>],
        key: u64,
        scores: &mut Vec<BySeat<i16>>,
    ) {
        let key = crate::rng::mix(key ^ crate::rng::mix(block as u64));
        #[cfg(target_arch = "x86_64")]
        if self.processor == Processor::Avx2 && self.rules.game() != Game::Tantony {
            lockstep::roll_out(self, entry, public, worlds, key, scores);
            return;
        }
        scalar::roll_out(self, self.processor, entry, public, worlds, key, scores);
    }

    /// Makes the hands of a block ready for play: what is passed and revealed before the first card, and the card chosen.
    #[inline(always)]
    pub(super) fn prepare<B: Bits>(
        &self,
        entry: Entry<'_>,
        public: &Public,
        worlds: &[BySeat<CardSet>],
        words: &mut impl Source,
    ) -> Worlds {
        let last = worlds.len() - 1;
        let mut hands = [[0; LANES]; 4];
        for lane in 0..LANES {
            let world = &worlds[lane.min(last)];
            for seat in 0..4 {
                hands[seat][lane] = world.0[seat].bits();
            }
        }
        let started = self.in_play();
        let nibble = revealed_bits(self.before.revealed);
        let leader = public.hand.leader.index() as u8;
        let mut ready = Worlds {
            hands,
            revealed: [nibble; LANES],
            leader: [leader; LANES],
            opening_rule: public.trick == 0 && self.before.opening_rule,
        };
        match entry {
            Entry::Chosen(choice) if started => {
                if let Some(Choice::Play(card)) = choice {
                    ready.hands[self.seat.index()].iter_mut().for_each(|hand| *hand &= !(1 << card.bit()));
                }
            }
            Entry::Chosen(choice) => self.pass_and_reveal::<B>(choice, &mut ready, words),
            Entry::Opened(revealed) => {
                words.next();
                words.next_row();
                for lane in 0..LANES {
                    ready.revealed[lane] = revealed_bits(revealed[lane.min(last)]);
                    ready.leader[lane] = self.before.leader(ready.hands.map(|lanes| lanes[lane]));
                }
            }
        }
        ready
    }

    /// Whether the first card may be played: what is revealed, and who leads, is known.
    pub(super) fn in_play(&self) -> bool {
        matches!(self.phase, Phase::Play | Phase::Assign | Phase::Over)
    }

    #[inline(always)]
    fn pass_and_reveal<B: Bits>(&self, choice: Option<Choice>, ready: &mut Worlds, words: &mut impl Source) {
        let (coins, fractions) = (super::start::lanes_of(words.next()), words.next_row());
        for lane in 0..LANES {
            let mut hands: [u64; 4] = std::array::from_fn(|seat| ready.hands[seat][lane]);
            if self.phase == Phase::Pass {
                let mut fraction = Fraction(fractions[lane]);
                let given: [u64; 4] = std::array::from_fn(|seat| {
                    let (index, rest) = fraction.draw(super::start::TRIPLES);
                    fraction = rest;
                    match choice {
                        Some(Choice::Pass(cards)) if seat == self.seat.index() => cards.bits(),
                        _ => B::deposit(nth_mask(3, index), hands[seat]),
                    }
                });
                for seat in 0..4 {
                    hands[seat] ^= given[seat];
                }
                for seat in 0..4 {
                    hands[(seat + self.before.pass_offset.unwrap_or(0)) & 3] |= given[seat];
                }
            }
            let drawn = revealed_set(coins[lane] as u8 & 15) & self.rules.play.revealable;
            let mut revealed = self.before.revealed;
            for seat in Seat::ALL {
                let own = CardSet::from_bits_truncate(hands[seat.index()]);
                revealed |= match choice {
                    Some(Choice::Reveal(cards)) if seat == self.seat => cards,
                    _ if self.before.decided[seat.index()] => CardSet::EMPTY,
                    _ => drawn & own,
                };
            }
            revealed |= self.before.own;
            let mut nibble = revealed_bits(revealed);
            if self.rules.play.reveal_fourth && nibble.count_ones() == 3 {
                nibble = 15;
            }
            ready.revealed[lane] = nibble;
            ready.leader[lane] = self.before.leader(hands);
            for seat in 0..4 {
                ready.hands[seat][lane] = hands[seat];
            }
        }
    }
}

impl Before {
    /// The seat that leads to trick 1, where these are the hands after the pass.
    #[inline(always)]
    fn leader(&self, hands: [u64; 4]) -> u8 {
        match self.opener {
            Some(Opener::Holder(card)) => {
                (0..4).filter(|&seat| hands[seat] >> card.bit() & 1 == 1).map(|seat| seat as u8).sum()
            }
            Some(Opener::Seat(seat)) => seat.index() as u8,
            None => 0,
        }
    }

    fn of(view: &View<'_>) -> Before {
        let (me, turn, first) = (view.seat(), view.turn(), view.dealer().next());
        let decided = |seat: Seat| {
            // In a simultaneous decision the viewer does not see what others have chosen.
            let before = (seat.index() + 4 - first.index()) & 3 < (turn.index() + 4 - first.index()) & 3;
            view.phase() == Phase::Reveal && before && (seat == me || !view.rules().play.simultaneous)
        };
        Before {
            opener: view.opener(),
            opening_rule: view.opening_lead_rule(),
            pass_offset: view.passes_to().map(|to| (to.index() + 4 - me.index()) & 3),
            revealed: view.revealed(),
            decided: Seat::ALL.map(decided),
            own: view.pending_reveals(),
        }
    }
}

impl Public {
    fn of(view: &View<'_>) -> Public {
        // A trick that waits to be assigned lies on the table.
        let waiting = view.phase() == Phase::Assign;
        let (rules, mut trick) = (view.rules(), view.trick());
        if waiting && let Some(last) = view.tricks().last() {
            trick = last;
        }
        let mut hand = Hand::new(rules, BySeat::default(), view.revealed(), trick.leader);
        hand.piles = view.piles();
        hand.locked = view.locked();
        hand.broken = view.hearts_broken();
        let played: CardSet = view.plays().iter().copied().collect();
        hand.ace_ban &= !played.meets(CardSet::HEARTS);
        let mut queen = 0;
        for (i, trick) in view.tricks().enumerate().filter(|(_, trick)| trick.cards.len() == 4) {
            hand.winners |= trick.winner().map_or(0, |seat| (seat.index() as u32) << (2 * i));
            hand.after_qd |= trick.set().has(Card::QUEEN_OF_DIAMONDS);
            if trick.set().has(Card::QUEEN_OF_DIAMONDS) {
                queen = 1 << i;
            }
        }
        let mut cards = [0; 4];
        for (to, card) in cards.iter_mut().zip(trick.cards) {
            *to = CardSet::of(*card).bits();
        }
        let table =
            Table { cards, position: trick.cards.len(), suit: if cards[0] == 0 { 0 } else { suit_of(cards[0]) } };
        Public { hand, table, trick: view.tricks_played() - usize::from(waiting), queen }
    }

    /// The position after a choice that all see.
    fn after(&self, rollouts: &Rollouts<'_>, choice: Option<Choice>) -> Public {
        let mut public = *self;
        let rules = rollouts.rules;
        match choice {
            Some(Choice::Play(card)) => {
                let table = &mut public.table;
                let bit = CardSet::of(card).bits();
                if table.position == 0 {
                    *table = Table { cards: [0; 4], position: 0, suit: suit_of(bit) };
                }
                table.cards[table.position & 3] = bit;
                table.position += 1;
                if table.position == 4 && rules.game() != Game::Tantony {
                    public.finish_trick(rules);
                }
            }
            Some(Choice::Assign(seat)) => {
                public.hand.assign(public.trick, &public.table, seat);
                public.next_trick();
            }
            Some(Choice::Pass(_) | Choice::Reveal(_)) | None => {}
        }
        public
    }

    fn next_trick(&mut self) {
        self.table = Table { cards: [0; 4], position: 0, suit: 0 };
        self.trick += 1;
    }

    fn finish_trick(&mut self, rules: &Rules) {
        if self.table.set().has(Card::QUEEN_OF_DIAMONDS) {
            self.queen = 1 << self.trick;
        }
        if self.trick == 12 {
            self.hand.end(rules, &self.table);
        } else {
            self.hand.take::<false>(rules, self.trick, &self.table, &mut scalar::Uniform, &mut 0);
        }
        self.next_trick();
    }
}
