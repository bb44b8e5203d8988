//! What each card is to the rules: what it counts, and which others it can stand for.

use gongzhu::rules::gong_zhu::{CountingCard, MoonNeeds, TeamScore};
use gongzhu::rules::{Book, tantony};
use gongzhu::{Action, ActionKind, Card, CardSet, Game, Rules, State};

/// The cards in the light of a rule set and of what was revealed.
#[derive(Clone, Debug)]
pub(super) struct Roles {
    pub(super) scoring: Scoring,
    pub(super) revealed: CardSet,
    /// The cards whose taker can matter to the score.
    pub(super) counting: CardSet,
    /// Cards of the same worth with that worth, where scores are sums: the value of the card to its taker, before the
    /// transformer.
    pub(super) worths: Vec<(CardSet, i32)>,
    /// For each card, by its bit, how much its taker gains by it alone, more being better in every game.
    goods: Box<[i32; 64]>,
    /// For each card, by its bit, the cards that count and are restricted exactly as it is.
    alike: Box<[CardSet; 64]>,
}

/// What the settlement looks at, by game.
#[derive(Clone, Debug)]
pub(super) enum Scoring {
    GongZhu {
        /// Whether the piles of a side are one.
        pooled: bool,
        /// The cards that must lie in one pile for a moon.
        moon: CardSet,
        /// The cards with which the transformer multiplies.
        flags: CardSet,
        /// The points of QD for each later trick; 0 where the option is off.
        queen: i32,
        /// What the transformer multiplies with.
        multiplier: i32,
        /// What it scores alone.
        alone: i32,
    },
    Hearts {
        /// Whether JD counts.
        jack: bool,
        /// Whether a seat without a trick has a bonus.
        no_tricks: bool,
    },
    Tantony,
}

impl Roles {
    pub(super) fn new(rules: &Rules, revealed: CardSet) -> Roles {
        let twice = |card: Card| 1 + i32::from(revealed.has(card));
        let mut worths: Vec<(CardSet, i32)> = Vec::new();
        // Cards that nothing can stand for.
        let mut singles = revealed;
        let scoring = match rules.book() {
            Book::GongZhu(options) => {
                for card in CardSet::HEARTS {
                    let worth = options.heart_values[card.rank().index()] * twice(Card::ACE_OF_HEARTS);
                    add(&mut worths, card, worth);
                }
                worths.push((Card::PIG.into(), -100 * twice(Card::PIG)));
                worths.push((Card::SHEEP.into(), 100 * twice(Card::SHEEP)));
                singles = singles.with(Card::TRANSFORMER);
                if options.queen_of_diamonds.is_some() {
                    singles = singles.with(Card::QUEEN_OF_DIAMONDS);
                }
                let valued = |card: &Card| options.heart_values[card.rank().index()] != 0;
                let hearts = match options.counting_card {
                    CountingCard::AnyHeart => CardSet::HEARTS,
                    CountingCard::ScoringHeart => CardSet::HEARTS.iter().filter(valued).collect(),
                };
                Scoring::GongZhu {
                    pooled: options.partnership && options.team_score == TeamScore::Pool,
                    moon: match options.moon.needs {
                        MoonNeeds::Hearts => CardSet::HEARTS,
                        MoonNeeds::HeartsAndPig => CardSet::HEARTS.with(Card::PIG),
                    },
                    flags: hearts.with(Card::PIG).with(Card::SHEEP),
                    queen: options.queen_of_diamonds.unwrap_or(0),
                    multiplier: 2 * twice(Card::TRANSFORMER),
                    alone: options.transformer_alone * twice(Card::TRANSFORMER),
                }
            }
            Book::Hearts(options) => {
                worths.push((CardSet::HEARTS, 1));
                worths.push((Card::PIG.into(), 13));
                if options.jd_bonus {
                    worths.push((Card::SHEEP.into(), -10));
                }
                Scoring::Hearts { jack: options.jd_bonus, no_tricks: options.no_tricks_bonus }
            }
            Book::Tantony(_) => {
                Card::all().for_each(|card| add(&mut worths, card, tantony::points(card)));
                Scoring::Tantony
            }
        };
        let mut counting = CardSet::EMPTY;
        for &(cards, _) in &worths {
            counting |= cards;
        }
        let sign = if rules.higher_is_better() { 1 } else { -1 };
        let mut goods = Box::new([0; 64]);
        for &(cards, worth) in &worths {
            cards.iter().for_each(|card| goods[card.bit() as usize] = sign * worth);
        }
        let mut alike = Box::new([CardSet::EMPTY; 64]);
        for card in Card::all() {
            let same = worths.iter().find(|(cards, _)| cards.has(card)).map_or(!counting, |&(cards, _)| cards);
            alike[card.bit() as usize] = if singles.has(card) { card.into() } else { same - singles };
        }
        if rules.game() == Game::GongZhu {
            counting = counting.with(Card::TRANSFORMER);
        }
        Roles { scoring, revealed, counting, worths, goods, alike }
    }

    /// How much the taker of a card gains by it alone, before the transformer; more is better in every game.
    #[inline]
    pub(super) fn good(&self, card: Card) -> i32 {
        self.goods[card.bit() as usize & 63]
    }

    /// The cards of all suits that count and are restricted exactly as `card` is.
    #[inline]
    pub(super) fn alike(&self, card: Card) -> CardSet {
        self.alike[card.bit() as usize & 63]
    }

    /// Whether the score counts tricks beside cards.
    pub(super) fn counts_tricks(&self) -> bool {
        match self.scoring {
            Scoring::GongZhu { queen, .. } => queen != 0,
            Scoring::Hearts { no_tricks, .. } => no_tricks,
            Scoring::Tantony => false,
        }
    }

    /// The cards of `legal` without those that a lower one stands for. Card `a` stands for `b` of the same hand where both are
    /// alike and no other card that is held or on the table lies between them: exchanging the two then maps every continuation to
    /// one with the same takers and scores, and with the same order of the cards to choose from.
    #[inline]
    pub(super) fn distinct(&self, state: &State<'_>, legal: CardSet) -> CardSet {
        if legal.len() < 2 {
            return legal;
        }
        let between = held(state) | state.trick().set();
        let mut kept = CardSet::EMPTY;
        for card in legal {
            if self.twin(legal, between, card).is_none() {
                kept = kept.with(card);
            }
        }
        kept
    }

    /// The next lower legal card that stands for the card of a legal action.
    pub(super) fn stands_for(&self, state: &State<'_>, action: Action) -> Option<Action> {
        match action.kind() {
            ActionKind::Card(card) => {
                let between = held(state) | state.trick().set();
                self.twin(state.legal_cards(), between, card).map(Action::card)
            }
            _ => None,
        }
    }

    /// The next lower card of `legal` that stands for `card`, none of `between` being between the two.
    #[inline]
    fn twin(&self, legal: CardSet, between: CardSet, card: Card) -> Option<Card> {
        let below = CardSet::below(card);
        let twin = (legal & below & self.alike(card)).last()?;
        (!(between & below).meets(CardSet::above(twin))).then_some(twin)
    }
}

/// All cards still held.
#[inline]
pub(super) fn held(state: &State<'_>) -> CardSet {
    let [a, b, c, d] = state.hands().0;
    a | b | c | d
}

/// Adds a card to the cards of its worth.
fn add(worths: &mut Vec<(CardSet, i32)>, card: Card, worth: i32) {
    match worths.iter_mut().find(|&&mut (_, other)| other == worth) {
        Some((cards, _)) => *cards = cards.with(card),
        None => worths.push((card.into(), worth)),
    }
}
