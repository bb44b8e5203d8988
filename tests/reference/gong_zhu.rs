//! Gong Zhu: legal cards and scores (section 2).

pub use super::gong_zhu_options::*;
use super::{
    ACE_OF_HEARTS, Card, JACK_OF_DIAMONDS, Piles, QUEEN_OF_SPADES, Seat, Suit, TEN_OF_CLUBS, Trick, follow_suit,
    partner, restrict,
};

/// The card that must be led to trick 1 of a hand, if any (section 2.3).
pub fn must_lead(options: &GongZhuOptions, hand_number: u32) -> Option<Card> {
    let like_hand_0 = hand_number == 0 || options.later_hands == LaterHands::OpeningCard;
    match options.opening {
        Opening::Card(card) if options.must_lead_opening && like_hand_0 => Some(card),
        _ => None,
    }
}

/// The cards that a seat may play (sections 1, 2.2, 2.3): `finished` are
/// the earlier tricks of the hand, `trick` the cards on the table.
pub fn legal_plays(
    options: &GongZhuOptions,
    hand_number: u32,
    hand: &[Card],
    revealed: &[Card],
    finished: &[Trick],
    trick: &[(Seat, Card)],
) -> Vec<Card> {
    let mut legal = follow_suit(hand, trick);
    let first_trick = finished.is_empty();
    let leading = trick.is_empty();

    // 1. The opening card.
    if first_trick
        && leading
        && let Some(opening_card) = must_lead(options, hand_number)
    {
        legal = restrict(legal, |card| card == opening_card);
    }
    // 2. The lock on revealed cards.
    legal = restrict(legal, |card| !is_locked(options, card, hand, revealed, finished, trick));
    // 3. Hearts: not broken, or the ace's lock on the suit.
    if leading && options.break_hearts && !hearts_broken(finished) {
        legal = restrict(legal, |card| card.suit != Suit::Hearts);
    }
    if leading
        && options.revealed_ace_lock == AceLock::Suit
        && revealed.contains(&ACE_OF_HEARTS)
        && !heart_played(finished)
    {
        legal = restrict(legal, |card| card.suit != Suit::Hearts);
    }
    // 4. Spades or points on trick 1.
    if first_trick && leading && options.no_spade_lead_first_trick {
        legal = restrict(legal, |card| card.suit != Suit::Spades);
    }
    if first_trick && !leading && options.no_points_first_trick {
        let led = trick[0].1.suit;
        legal = restrict(legal, |card| card.suit == led || !is_point_card(options, card));
    }
    legal
}

/// Whether the lock of section 2.2 forbids a card now.
fn is_locked(
    options: &GongZhuOptions,
    card: Card,
    hand: &[Card],
    revealed: &[Card],
    finished: &[Trick],
    trick: &[(Seat, Card)],
) -> bool {
    if !revealed.contains(&card) {
        return false;
    }
    if card == ACE_OF_HEARTS && options.revealed_ace_lock == AceLock::Suit {
        return false;
    }
    // A discard is always free.
    let is_discard = trick.first().is_some_and(|(_, led)| led.suit != card.suit);
    // The lock ended with the first trick in which the suit was led.
    let led_before = finished.iter().any(|trick| trick[0].1.suit == card.suit);
    let has_another = hand.iter().any(|other| other.suit == card.suit && *other != card);
    !is_discard && !led_before && has_another
}

/// Whether a heart was discarded on a trick of another suit (section 2.3).
fn hearts_broken(finished: &[Trick]) -> bool {
    finished.iter().any(|trick| {
        let led = trick[0].1.suit;
        led != Suit::Hearts && trick.iter().any(|(_, card)| card.suit == Suit::Hearts)
    })
}

/// Whether any heart was played in an earlier trick (section 2.4, ace lock).
fn heart_played(finished: &[Trick]) -> bool {
    finished.iter().flatten().any(|(_, card)| card.suit == Suit::Hearts)
}

/// The cards that `no_points_first_trick` keeps off trick 1 (section 2.3).
fn is_point_card(options: &GongZhuOptions, card: Card) -> bool {
    card == QUEEN_OF_SPADES || card == JACK_OF_DIAMONDS || heart_value(options, card) != 0
}

/// The value of a heart; 0 for any other card (section 2.1).
fn heart_value(options: &GongZhuOptions, card: Card) -> i32 {
    if card.suit == Suit::Hearts { options.heart_values[usize::from(card.rank) - 2] } else { 0 }
}

/// The lines of a settlement sheet, without the match total (section 2.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GongZhuLines {
    pub hearts: i32,
    pub pig: i32,
    pub sheep: i32,
    pub base: i32,
    pub multiplier: i32,
    pub bonus: i32,
    pub total: i32,
}

/// What a hand is worth to each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GongZhuSettlement {
    pub lines: [GongZhuLines; 4],
    pub scores: [i32; 4],
}

/// Scores four piles (section 2.4). `tricks_after_qd` is the number of
/// tricks that the taker of QD (with `pool`, its side) won after that
/// trick; it matters only with the option `queen_of_diamonds`.
pub fn score_piles(
    options: &GongZhuOptions,
    piles: &Piles,
    revealed: &[Card],
    tricks_after_qd: i32,
) -> GongZhuSettlement {
    let pool = options.partnership && options.team_score == TeamScore::Pool;
    // The pile that is scored for each seat.
    let mut scored: Piles = piles.clone();
    if pool {
        for seat in 0..4 {
            scored[seat].extend(piles[partner(seat)].iter().copied());
        }
    }
    let moon_in_hand = scored.iter().any(|pile| is_moon(options, pile));
    let lines =
        [0, 1, 2, 3].map(|seat: Seat| score_pile(options, &scored[seat], revealed, moon_in_hand, tricks_after_qd));
    let mut scores = lines.map(|line| line.total);
    if options.partnership && !pool {
        for seat in 0..4 {
            scores[seat] = lines[seat].total + lines[partner(seat)].total;
        }
    }
    GongZhuSettlement { lines, scores }
}

/// Whether a pile holds all thirteen hearts.
fn has_all_hearts(pile: &[Card]) -> bool {
    pile.iter().filter(|card| card.suit == Suit::Hearts).count() == 13
}

/// Whether a pile is a moon (section 2.4, `needs`).
fn is_moon(options: &GongZhuOptions, pile: &[Card]) -> bool {
    match options.moon.needs {
        MoonNeeds::Hearts => has_all_hearts(pile),
        MoonNeeds::HeartsAndPig => has_all_hearts(pile) && pile.contains(&QUEEN_OF_SPADES),
    }
}

/// Scores one pile, step by step as in section 2.4.
fn score_pile(
    options: &GongZhuOptions,
    pile: &[Card],
    revealed: &[Card],
    moon_in_hand: bool,
    tricks_after_qd: i32,
) -> GongZhuLines {
    let doubled = |card: Card| if revealed.contains(&card) { 2 } else { 1 };
    let has_pig = pile.contains(&QUEEN_OF_SPADES);
    let has_sheep = pile.contains(&JACK_OF_DIAMONDS);
    let has_transformer = pile.contains(&TEN_OF_CLUBS);
    let shooter = is_moon(options, pile);
    let perfect = shooter && has_pig && has_sheep && has_transformer;
    let slam = options.moon.slam && perfect;

    // Step 1: hearts.
    let mut hearts: i32 = pile.iter().map(|card| heart_value(options, *card)).sum();
    if shooter {
        hearts = match options.moon.bonus {
            MoonBonus::Number(number) => number,
            MoonBonus::Positive => -options.heart_values.iter().sum::<i32>(),
        };
    }
    hearts *= doubled(ACE_OF_HEARTS);

    // Step 2: pig and sheep.
    let mut pig_is_plus = match options.moon.pig {
        MoonPig::Shooter => shooter,
        MoonPig::ShooterWithSheep => shooter && has_sheep,
        MoonPig::SlamOnly | MoonPig::Never => false,
        MoonPig::Everyone => moon_in_hand,
    };
    let mut sheep_is_minus = match options.moon.sheep {
        MoonSheep::Unchanged => false,
        MoonSheep::EveryoneNegated => moon_in_hand,
    };
    if slam {
        pig_is_plus = true;
        sheep_is_minus = false;
    }
    let mut pig = if has_pig { -100 * doubled(QUEEN_OF_SPADES) } else { 0 };
    if pig_is_plus {
        pig = -pig;
    }
    let mut sheep = if has_sheep { 100 * doubled(JACK_OF_DIAMONDS) } else { 0 };
    if sheep_is_minus {
        sheep = -sheep;
    }
    let base = hearts + pig + sheep;

    // Step 3: transformer.
    let counts = |card: &Card| match options.counting_card {
        CountingCard::AnyHeart => card.suit == Suit::Hearts,
        CountingCard::ScoringHeart => heart_value(options, *card) != 0,
    };
    let with_counting_card = has_pig || has_sheep || pile.iter().any(counts);
    let mut multiplier = 1;
    let mut bonus = 0;
    if has_transformer && with_counting_card {
        multiplier = 2 * doubled(TEN_OF_CLUBS);
    } else if has_transformer {
        bonus = options.transformer_alone * doubled(TEN_OF_CLUBS);
    }

    // Step 4: total, capped, then the bonus with the points of QD.
    if pile.contains(&super::QUEEN_OF_DIAMONDS) {
        bonus += options.queen_of_diamonds * tricks_after_qd;
    }
    let mut total = base * multiplier;
    if let Some(cap) = options.cap
        && perfect
    {
        total = total.min(cap);
    }
    GongZhuLines { hearts, pig, sheep, base, multiplier, bonus, total: total + bonus }
}
