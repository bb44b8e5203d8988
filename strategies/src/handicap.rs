//! Weaknesses for experiments: what is it worth not to have them?

use crate::options::{Setting, switch, switched, whole};
use crate::registry::Bot;
use gongzhu::rng::{Rng, below, choose, choose_many};
use gongzhu::table::random_subset;
use gongzhu::{Card, CardSet, Judged, Seat, SeatSet, Strategy, View};

/// What a bot is kept from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// Whether it remembers the hands before, in Tantony with `memory = perfect`.
    pub memory: bool,
    /// How many percent of its decisions are left to chance.
    pub random: u32,
}

impl Handicap {
    /// No weakness.
    pub const NONE: Handicap = Handicap { memory: true, random: 0 };
}

/// Options with a handicap.
pub(crate) trait Handicapping: AsRef<Handicap> + AsMut<Handicap> + 'static {}

impl<C: AsRef<Handicap> + AsMut<Handicap> + 'static> Handicapping for C {}

pub(crate) const fn memory<C: Handicapping>() -> Setting<C> {
    Setting {
        name: "memory",
        values: "on or off",
        summary: "whether the bot remembers earlier hands, in Tantony",
        get: |options| switched(options.as_ref().memory),
        set: |options, text| Some(options.as_mut().memory = switch(text)?),
    }
}

pub(crate) const fn random<C: Handicapping>() -> Setting<C> {
    Setting {
        name: "random",
        values: "a number from 0 to 100",
        summary: "percent of its decisions that are left to chance",
        get: |options| Some(options.as_ref().random.to_string()),
        set: |options, text| Some(options.as_mut().random = whole(text, 0..=100)?),
    }
}

/// Plays like another bot under a handicap.
#[derive(Debug)]
pub struct Handicapped {
    bot: Box<Bot>,
    handicap: Handicap,
    /// Whether chance made the last decision.
    erred: bool,
}

impl Handicapped {
    /// `bot` under `handicap`.
    pub fn new(bot: Bot, handicap: Handicap) -> Handicapped {
        Handicapped { bot: Box::new(bot), handicap, erred: false }
    }

    fn sees<'a>(&self, view: &View<'a>) -> View<'a> {
        if self.handicap.memory { *view } else { view.forgetting() }
    }

    /// Whether chance decides this time.
    fn errs(&mut self, rng: &mut Rng) -> bool {
        self.erred = self.handicap.random > 0 && below(rng, 100) < self.handicap.random as usize;
        self.erred
    }
}

impl Strategy for Handicapped {
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        if self.errs(rng) { choose_many(rng, view.hand(), 3) } else { self.bot.pass(&self.sees(view), rng) }
    }

    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        if self.errs(rng) { random_subset(rng, revealable) } else { self.bot.reveal(&self.sees(view), revealable, rng) }
    }

    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        let drawn = if self.errs(rng) { choose(rng, legal) } else { None };
        drawn.unwrap_or_else(|| self.bot.play(&self.sees(view), legal, rng))
    }

    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        let drawn = if self.errs(rng) { legal.nth(below(rng, legal.len())) } else { None };
        drawn.unwrap_or_else(|| self.bot.assign(&self.sees(view), legal, rng))
    }

    fn take_faults(&mut self) -> u8 {
        self.bot.take_faults()
    }

    fn take_judgement(&mut self) -> Vec<Judged> {
        // Chance weighs nothing.
        if self.erred { Vec::new() } else { self.bot.take_judgement() }
    }
}
