//! The numbers behind the rules of thumb, in one table. They were found by self-play on duplicate deals of `scrofa`,
//! `classic`, `swap`, `pagat+partnership` and `classic+pass`, one number at a time, those of edition 2 by playing out every choice
//! ([`learned`](super::learned)); none is exact.

use gongzhu::CardSet;

/// What each consideration weighs: in points of the hand's score unless it says otherwise. Points of a card and of a
/// pile come from the rules (`Prices`) and are in none of these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// How eager a seat is to win a trick with minus points, from 0 (only when it must) to 1 (whenever it can).
    pub(super) eager_bad: f32,
    /// The same for a trick worth nothing so far.
    pub(super) eager_plain: f32,
    /// The same for a trick with plus points. Above 1: hands keep the cards that win them.
    pub(super) eager_good: f32,
    /// A heart dumped on the other side's trick, in mean unseen hearts.
    pub(super) dump_heart: f32,
    /// A pig dumped on the other side's trick, as a share of its points.
    pub(super) dump_pig: f32,
    /// A pig that its holder may drop under a higher spade, as a share of its points: above 1, as the lead that follows is
    /// often another spade.
    pub(super) pig_falls: f32,
    /// The same as a factor while the pig is locked: it falls only as the last spade of its holder.
    pub(super) last_of_suit: f32,
    /// What a void seat adds to its own side's trick.
    pub(super) gift: f32,
    /// A heart that follows suit, in mean unseen hearts: seats follow low.
    pub(super) follow_heart: f32,
    /// What it costs to win a trick and lead the next.
    pub(super) lead_cost: f32,
    /// How much of a quarter of the points still out a transformer will multiply, as a share.
    pub(super) rest_doubled: f32,
    /// How much of its lone value a transformer that is alone in its pile keeps, as a share.
    pub(super) alone_kept: f32,
    /// Relief per ten unseen cards below the card, by suit S H D C.
    pub(super) rank: [f32; 4],
    /// Relief of a card that is likely to win its suit's tricks, by suit.
    pub(super) top: [f32; 4],
    /// Relief of a spade above the pig while the pig is out.
    pub(super) above_pig: f32,
    /// Relief of the pig itself.
    pub(super) pig_held: f32,
    /// What a low spade is worth that guards a pig, or an ace or king from the pig.
    pub(super) guard: f32,
    /// What a diamond above the sheep is worth while the sheep is out.
    pub(super) catcher: f32,
    /// The same beside the sheep in one hand.
    pub(super) catcher_beside: f32,
    /// What the sheep is worth in the hand, beside what its trick brings.
    pub(super) sheep_held: f32,
    /// The same on top, with a higher diamond beside it.
    pub(super) sheep_covered: f32,
    /// Relief of a club above the transformer while it is out.
    pub(super) above_transformer: f32,
    /// Relief of the transformer.
    pub(super) transformer_held: f32,
    /// The same per point in the own pile: with a bad pile it must go.
    pub(super) transformer_fear: f32,
    /// Relief of the last card of a suit.
    pub(super) void: f32,
    /// Relief of the last but one.
    pub(super) single: f32,
    /// The share of all relief that is left in the last trick; in the first it is whole.
    pub(super) relief_floor: f32,
    /// A low spade lead while the pig is out, by a hand without ace, king and pig.
    pub(super) hunt: f32,
    /// The same by a hand with ace or king.
    pub(super) hunt_held: f32,
    /// The threat of a moon of the other side that has this many hearts, nobody else any, as a share of what a moon makes.
    pub(super) moon: [f32; 13],
    /// The hope of a moon of the own side, as a share.
    pub(super) own_moon: [f32; 13],
    /// The share of the threat that is left while this hand holds the highest heart.
    pub(super) stopped: f32,
    /// The factor to the hope with the highest heart.
    pub(super) controlled: f32,
    /// How much of a card's own points counts when cards are passed, as a share.
    pub(super) pass_price: f32,
    /// How much of its points a pig or heart counts that is thrown on a trick of another suit, as a share.
    pub(super) thrown: f32,
    /// How much of it counts that a transformer multiplies what its pile gets later, as a share.
    pub(super) multiplied: f32,
    /// The same of what it multiplies when it is taken.
    pub(super) pile_multiplied: f32,
    /// The cards whose points count when they are on the table.
    pub(super) noticed: CardSet,
    /// The cards that are taken to be unseen when the mean of the unseen hearts is asked for.
    pub(super) uncounted: CardSet,
}

/// The weights of edition 2.
pub(super) const SECOND: Weights = Weights {
    eager_bad: 0.273,
    eager_plain: 0.049,
    eager_good: 1.16,
    dump_heart: 1.77,
    dump_pig: 0.89,
    pig_falls: 2.35,
    last_of_suit: 0.045,
    gift: 5.39,
    follow_heart: 0.84,
    lead_cost: 1.37,
    rest_doubled: 0.7,
    alone_kept: 0.099,
    rank: [14.6, 2.48, 8.8, 9.47],
    top: [8.98, 27.0, 12.1, 5.34],
    above_pig: 13.7,
    pig_held: -2.17,
    guard: 8.15,
    catcher: 24.9,
    catcher_beside: 7.18,
    sheep_held: 10.0,
    sheep_covered: 22.2,
    above_transformer: 0.185,
    transformer_held: 0.76,
    transformer_fear: 0.196,
    void: 20.4,
    single: 5.47,
    relief_floor: 0.91,
    hunt: 14.1,
    hunt_held: -2.96,
    own_moon: [0.0, 0.0, 0.0, 0.007, 0.011, 0.016, 0.025, 0.107, 0.113, 0.26, 0.27, 0.4, 0.4],
    ..FIRST
};

/// The weights of edition 1.
pub(super) const FIRST: Weights = Weights {
    eager_bad: 0.1,
    eager_plain: 0.23,
    eager_good: 1.8,
    dump_heart: 2.2,
    dump_pig: 0.6,
    pig_falls: 1.97,
    last_of_suit: 0.05,
    gift: 5.9,
    follow_heart: 0.63,
    lead_cost: 1.7,
    rest_doubled: 0.65,
    alone_kept: 0.05,
    rank: [6.7, -2.4, 5.0, 5.0],
    top: [6.0, 10.0, 6.0, 3.4],
    above_pig: 27.0,
    pig_held: 17.5,
    guard: 5.0,
    catcher: 20.0,
    catcher_beside: 16.4,
    sheep_held: 33.8,
    sheep_covered: 24.2,
    above_transformer: 3.6,
    transformer_held: 4.0,
    transformer_fear: 0.13,
    void: 6.8,
    single: 3.0,
    relief_floor: 0.3,
    hunt: 6.0,
    hunt_held: -3.8,
    moon: [0.0, 0.0, 0.0, 0.028, 0.013, 0.025, 0.042, 0.062, 0.107, 0.15, 0.325, 0.583, 0.985],
    own_moon: [0.0, 0.0, 0.0, 0.007, 0.011, 0.016, 0.025, 0.107, 0.113, 0.26, 0.27, 0.443, 0.625],
    stopped: 0.67,
    controlled: 1.2,
    pass_price: 0.2,
    thrown: 1.0,
    multiplied: 1.0,
    pile_multiplied: 1.0,
    noticed: CardSet::ALL,
    uncounted: CardSet::EMPTY,
};
