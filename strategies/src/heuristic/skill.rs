//! The pieces of advice that `heuristic` can be without, to measure what each is worth (docs/advice.md).

use super::Edition;
use crate::options::named;
use std::sync::OnceLock;

named! {
    /// A piece of the advice of RULES.md §6, or of the tactics of Hearts, that `heuristic` follows. In a game that has no such
    /// advice, to be without it changes nothing.
    pub enum Skill {
        /// Gong Zhu (b), Hearts: empty short suits.
        Voids = "voids",
        /// Gong Zhu (c): while the pig is out, keep clear of tricks with a spade above it.
        BelowPig = "below-pig",
        /// Gong Zhu (c), Hearts: lead low spades to draw out the queen.
        Hunt = "hunt",
        /// Gong Zhu (d), Hearts: throw the queen of spades and hearts on tricks of another suit.
        Dump = "dump",
        /// Gong Zhu (e): take a trick for the sheep in it.
        TakeSheep = "take-sheep",
        /// Gong Zhu (e): keep the diamonds above the sheep for it.
        Catchers = "catchers",
        /// Gong Zhu (f): the transformer in a pile multiplies what comes to it later.
        Multiplied = "multiplied",
        /// Gong Zhu (f): the transformer is good on a good pile and bad on a bad one.
        BadPile = "bad-pile",
        /// Gong Zhu (g): count the hearts that are still out.
        CountHearts = "count-hearts",
        /// Gong Zhu (h), Hearts: try for all hearts.
        OwnMoon = "own-moon",
        /// Gong Zhu (h): make that depend on who has the highest heart.
        HighHearts = "high-hearts",
        /// Gong Zhu, Hearts: see the moon of another coming.
        StopMoon = "stop-moon",
        /// Gong Zhu: remember that a revealed card is locked.
        Locks = "locks",
        /// Hearts: win tricks without points with the highest card.
        FreeTricks = "free-tricks",
        /// Tantony: give away what is worth less than the average.
        GiveAway = "give-away",
        /// Tantony: think of the lead of the seat that gets a trick.
        NextLead = "next-lead",
    }
}

/// How many skills there are.
const SKILLS: usize = Skill::NextLead as usize + 1;

/// What an edition knows when it is without a skill, made when it is first asked for.
pub(super) struct Lesser<T>([[OnceLock<T>; SKILLS]; 2]);

impl<T> Lesser<T> {
    pub(super) const fn new() -> Lesser<T> {
        Lesser([const { [const { OnceLock::new() }; SKILLS] }; 2])
    }

    pub(super) fn get(&self, edition: Edition, skill: Skill, make: impl FnOnce() -> T) -> &T {
        self.0[edition as usize][skill as usize].get_or_init(make)
    }
}
