//! The rule book of Gong Zhu (RULES.md §2): its options, the value of a pile, the settlement.

use super::Direction;
use super::settlement::{HeartValues, Piles, added, pooled};
use crate::{BySeat, Card, CardSet, Seat};

/// Who opens hand 0 (`opening`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// The holder of this card, after passing.
    Card(Card),
    /// This seat, with any card.
    Seat(Seat),
}

/// Who opens the hands after hand 0 (`later_hands`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaterHands {
    /// Every hand opens like hand 0.
    OpeningCard,
    /// The seat that took the pig in the hand before, with any card.
    PigTaker,
    /// The seat after the last opener, with any card.
    NextSeat,
}

/// How seats reveal (`reveal_timing`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RevealTiming {
    /// One seat after another, each seeing what earlier seats revealed.
    Sequential,
    /// Nobody sees another's choice before choosing.
    Simultaneous,
}

/// What a revealed ace of hearts locks (`revealed_ace_lock`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AceLock {
    /// The card itself, like every revealed card.
    Card,
    /// No heart may be led until a heart has been played, unless the hand holds only hearts.
    Suit,
}

/// What makes the transformer multiply (`counting_card`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountingCard {
    /// Any heart, the pig or the sheep.
    AnyHeart,
    /// A heart with a value, the pig or the sheep.
    ScoringHeart,
}

/// What a moon needs (`moon.needs`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoonNeeds {
    /// All thirteen hearts.
    Hearts,
    /// All thirteen hearts and the pig.
    HeartsAndPig,
}

/// When the pig counts plus in a hand with a moon (`moon.pig`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoonPig {
    /// For the shooter that took it.
    Shooter,
    /// For the shooter that took it and the sheep too.
    ShooterWithSheep,
    /// Only in a slam.
    SlamOnly,
    /// For whoever took it.
    Everyone,
    /// Never, but for a slam.
    Never,
}

/// What a moon does to the sheep (`moon.sheep`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoonSheep {
    /// Nothing.
    Unchanged,
    /// It counts minus for whoever took it.
    EveryoneNegated,
}

/// The hearts line of a moon before the ace doubles it (`moon.bonus`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoonBonus {
    /// So many points.
    Points(i32),
    /// Minus the sum of `heart_values`.
    Positive,
}

/// The options of a moon, all thirteen hearts in one pile (RULES.md §2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moon {
    /// What a moon needs.
    pub needs: MoonNeeds,
    /// When the pig counts plus.
    pub pig: MoonPig,
    /// What happens to the sheep.
    pub sheep: MoonSheep,
    /// Whether all sixteen counting cards in one pile all count plus.
    pub slam: bool,
    /// The hearts line of a moon.
    pub bonus: MoonBonus,
}

/// How a side scores in a partnership (`team_score`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeamScore {
    /// The scores of the two seats are added.
    Sum,
    /// The piles are merged and scored as one.
    Pool,
}

/// The options of Gong Zhu; RULES.md §2 gives each option's meaning under the same name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GongZhu {
    /// What left and right mean; presentation.
    pub direction: Direction,
    /// The dealer of hand 0.
    pub first_dealer: Seat,
    /// Whether each seat passes three cards to the next seat before revealing.
    pub pass: bool,
    /// The cards that may be revealed, a subset of QS AH JD TC.
    pub revealable: CardSet,
    /// How seats reveal.
    pub reveal_timing: RevealTiming,
    /// Whether the fourth card is revealed by itself once three are.
    pub reveal_fourth: bool,
    /// What a revealed ace of hearts locks.
    pub revealed_ace_lock: AceLock,
    /// Who opens hand 0.
    pub opening: Opening,
    /// Whether the opening card must be led.
    pub must_lead_opening: bool,
    /// Who opens the later hands.
    pub later_hands: LaterHands,
    /// Whether hearts must be broken before they are led.
    pub break_hearts: bool,
    /// Whether spades may not be led to trick 1.
    pub no_spade_lead_first_trick: bool,
    /// Whether QS, JD and valued hearts may not be discarded on trick 1.
    pub no_points_first_trick: bool,
    /// The values of the hearts from the two to the ace.
    pub heart_values: [i32; 13],
    /// What makes the transformer multiply.
    pub counting_card: CountingCard,
    /// The score of a transformer alone.
    pub transformer_alone: i32,
    /// The moon.
    pub moon: Moon,
    /// The most that a perfect hand scores.
    pub cap: Option<i32>,
    /// Points for each trick that the taker of QD wins after it.
    pub queen_of_diamonds: Option<i32>,
    /// Whether seats 0 and 2 play against 1 and 3.
    pub partnership: bool,
    /// How a side scores.
    pub team_score: TeamScore,
    /// A total at or below it ends the match.
    pub low: Option<i32>,
    /// A total at or above it ends the match.
    pub high: Option<i32>,
    /// The match ends after this many hands.
    pub max_hands: Option<u32>,
    /// Whether ties for first or last are played off.
    pub decider: bool,
}

/// The lines of one seat's settlement sheet (RULES.md §2.4, §2.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GongZhuLines {
    /// The hearts, or the bonus of a moon.
    pub hearts: i32,
    /// The pig.
    pub pig: i32,
    /// The sheep.
    pub sheep: i32,
    /// Hearts, pig and sheep together.
    pub base: i32,
    /// What the transformer multiplies `base` with.
    pub multiplier: i32,
    /// A transformer alone, and the points of `queen_of_diamonds`.
    pub bonus: i32,
    /// The score of the hand: base × multiplier, capped, plus bonus.
    pub total: i32,
}

/// The cards that make a slam: all hearts, pig, sheep and transformer.
const SLAM: CardSet = CardSet::HEARTS.with(Card::PIG).with(Card::SHEEP).with(Card::TRANSFORMER);

/// What the settlement of one pile takes from the hand as a whole.
struct Hand<'p> {
    values: &'p HeartValues,
    taken: BySeat<CardSet>,
    tricks_after_qd: BySeat<i32>,
    revealed: CardSet,
    moon_needs: CardSet,
    counting: CardSet,
}

impl GongZhu {
    /// The settlement of four piles (RULES.md §2.4); with `team_score = pool` each seat shows its side's.
    pub(crate) fn lines(&self, values: &HeartValues, piles: &Piles) -> BySeat<GongZhuLines> {
        let hand = self.hand(values, piles);
        BySeat::from_fn(|seat| self.pile_lines(&hand, seat, true))
    }

    /// The totals of [`GongZhu::lines`].
    #[inline]
    pub(crate) fn totals(&self, values: &HeartValues, piles: &Piles) -> BySeat<i32> {
        let hand = self.hand(values, piles);
        if hand.taken.0.iter().any(|&pile| CardSet::HEARTS.is_subset(pile)) {
            return self.lines(values, piles).map(|lines| lines.total);
        }
        BySeat::from_fn(|seat| self.pile_lines(&hand, seat, false).total)
    }

    #[inline(always)]
    fn hand<'p>(&self, values: &'p HeartValues, piles: &Piles) -> Hand<'p> {
        let pool = self.partnership && self.team_score == TeamScore::Pool;
        let after_qd = piles.tricks_after_qd.map(i32::from);
        let counting = match self.counting_card {
            CountingCard::AnyHeart => CardSet::HEARTS,
            CountingCard::ScoringHeart => values.valued(),
        };
        Hand {
            values,
            taken: if pool { pooled(&piles.taken) } else { piles.taken },
            tricks_after_qd: if pool { added(&after_qd) } else { after_qd },
            revealed: piles.revealed,
            moon_needs: match self.moon.needs {
                MoonNeeds::Hearts => CardSet::HEARTS,
                MoonNeeds::HeartsAndPig => CardSet::HEARTS.with(Card::PIG),
            },
            counting: counting.with(Card::PIG).with(Card::SHEEP),
        }
    }

    /// The settlement of one pile. `all_hearts` says whether some pile may hold all hearts: where it is a constant `false`,
    /// moon, slam and cap are not compiled, and what is left has no branch on the cards.
    #[inline(always)]
    fn pile_lines(&self, hand: &Hand<'_>, seat: Seat, all_hearts: bool) -> GongZhuLines {
        let pile = hand.taken[seat];
        let any_moon = all_hearts && hand.taken.0.iter().any(|&pile| hand.moon_needs.is_subset(pile));
        let moon = all_hearts && hand.moon_needs.is_subset(pile);
        let perfect = all_hearts && SLAM.is_subset(pile);
        let slam = self.moon.slam && perfect;
        let has = |card: Card| i32::from(pile.has(card));
        let twice = |card: Card| 1 + i32::from(hand.revealed.has(card));
        let hearts = match (moon, self.moon.bonus) {
            (false, _) => hand.values.of(pile),
            (true, MoonBonus::Points(bonus)) => bonus,
            (true, MoonBonus::Positive) => -hand.values.of(CardSet::HEARTS),
        } * twice(Card::ACE_OF_HEARTS);
        let pig_plus = slam
            || match self.moon.pig {
                MoonPig::Shooter => moon,
                MoonPig::ShooterWithSheep => moon && pile.has(Card::SHEEP),
                MoonPig::Everyone => any_moon,
                MoonPig::SlamOnly | MoonPig::Never => false,
            };
        let pig = has(Card::PIG) * if pig_plus { 100 } else { -100 } * twice(Card::PIG);
        let sheep_minus = !slam && any_moon && self.moon.sheep == MoonSheep::EveryoneNegated;
        let sheep = has(Card::SHEEP) * if sheep_minus { -100 } else { 100 } * twice(Card::SHEEP);
        let base = hearts + pig + sheep;
        // The transformer multiplies with a counting card beside it, and scores alone without one.
        let counts = i32::from(pile.meets(hand.counting));
        let transformer = has(Card::TRANSFORMER) * twice(Card::TRANSFORMER);
        let multiplier = 1 + (2 * transformer - has(Card::TRANSFORMER)) * counts;
        let after_qd = self.queen_of_diamonds.map_or(0, |points| points * has(Card::QUEEN_OF_DIAMONDS));
        let bonus = self.transformer_alone * transformer * (1 - counts) + after_qd * hand.tricks_after_qd[seat];
        let cap = if perfect { self.cap.unwrap_or(i32::MAX) } else { i32::MAX };
        GongZhuLines { hearts, pig, sheep, base, multiplier, bonus, total: (base * multiplier).min(cap) + bonus }
    }
}
