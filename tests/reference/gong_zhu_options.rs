//! The options of Gong Zhu and its presets (sections 2.2 to 2.6).

use super::{
    ACE_OF_HEARTS, Card, Direction, JACK_OF_DIAMONDS, QUEEN_OF_SPADES, Seat, TEN_OF_CLUBS, TWO_OF_CLUBS, TWO_OF_SPADES,
};

/// Who opens hand 0 (section 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The holder of this card after passing.
    Card(Card),
    /// This seat, with any card.
    Seat(Seat),
}

/// Who opens the hands after hand 0 (section 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaterHands {
    OpeningCard,
    PigTaker,
    NextSeat,
}

/// When a reveal takes effect (section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevealTiming {
    Sequential,
    Simultaneous,
}

/// What keeps the transformer from being alone (section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountingCard {
    AnyHeart,
    ScoringHeart,
}

/// How two partners' hands make one score (section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamScore {
    Sum,
    Pool,
}

/// The lock that a revealed ace of hearts brings (section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AceLock {
    Card,
    Suit,
}

/// What a moon needs (section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoonNeeds {
    Hearts,
    HeartsAndPig,
}

/// When the pig counts plus (section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoonPig {
    Shooter,
    ShooterWithSheep,
    SlamOnly,
    Everyone,
    Never,
}

/// What a moon does to the sheep (section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoonSheep {
    Unchanged,
    EveryoneNegated,
}

/// The hearts line of a moon (section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoonBonus {
    Number(i32),
    /// Minus the sum of the heart values.
    Positive,
}

/// The moon options (section 2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moon {
    pub needs: MoonNeeds,
    pub pig: MoonPig,
    pub sheep: MoonSheep,
    pub slam: bool,
    pub bonus: MoonBonus,
}

/// All options of Gong Zhu (sections 2.2 to 2.5).
#[derive(Clone, Debug, PartialEq)]
pub struct GongZhuOptions {
    pub direction: Direction,
    pub first_dealer: Seat,
    pub opening: Opening,
    pub must_lead_opening: bool,
    pub later_hands: LaterHands,
    pub break_hearts: bool,
    pub no_spade_lead_first_trick: bool,
    pub no_points_first_trick: bool,
    pub counting_card: CountingCard,
    pub moon: Moon,
    pub cap: Option<i32>,
    /// Points for each trick; 0 is off.
    pub queen_of_diamonds: i32,
    pub pass: bool,
    pub partnership: bool,
    pub team_score: TeamScore,
    /// Values of the hearts from the two (place 0) to the ace (place 12).
    pub heart_values: [i32; 13],
    /// A subset of QS, JD, TC and AH.
    pub revealable: Vec<Card>,
    pub reveal: RevealTiming,
    pub reveal_fourth: bool,
    pub revealed_ace_lock: AceLock,
    pub transformer_alone: i32,
    pub low: Option<i32>,
    pub high: Option<i32>,
    pub max_hands: Option<u32>,
    pub decider: bool,
}

/// The base values of the hearts, from the two to the ace (section 2.1).
pub const BASE_HEARTS: [i32; 13] = [0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50];
/// The `pip` table, from the two to the ace (section 2.4).
pub const PIP_HEARTS: [i32; 13] = [-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50];
/// The four cards that can ever be revealed (section 2.2).
pub const REVEALABLE: [Card; 4] = [QUEEN_OF_SPADES, JACK_OF_DIAMONDS, TEN_OF_CLUBS, ACE_OF_HEARTS];

impl GongZhuOptions {
    /// The preset `classic` (section 2.6).
    pub fn classic() -> GongZhuOptions {
        GongZhuOptions {
            direction: Direction::Anticlockwise,
            first_dealer: 0,
            opening: Opening::Card(TWO_OF_CLUBS),
            must_lead_opening: true,
            later_hands: LaterHands::OpeningCard,
            break_hearts: true,
            no_spade_lead_first_trick: false,
            no_points_first_trick: false,
            counting_card: CountingCard::AnyHeart,
            moon: Moon {
                needs: MoonNeeds::HeartsAndPig,
                pig: MoonPig::Shooter,
                sheep: MoonSheep::Unchanged,
                slam: true,
                bonus: MoonBonus::Number(200),
            },
            cap: None,
            queen_of_diamonds: 0,
            pass: false,
            partnership: false,
            team_score: TeamScore::Sum,
            heart_values: BASE_HEARTS,
            revealable: REVEALABLE.to_vec(),
            reveal: RevealTiming::Sequential,
            reveal_fourth: false,
            revealed_ace_lock: AceLock::Card,
            transformer_alone: 50,
            low: Some(-1000),
            high: None,
            max_hands: None,
            decider: true,
        }
    }

    /// The preset `swap` (section 2.6).
    pub fn swap() -> GongZhuOptions {
        GongZhuOptions {
            direction: Direction::Clockwise,
            reveal: RevealTiming::Simultaneous,
            later_hands: LaterHands::PigTaker,
            break_hearts: false,
            moon: Moon {
                needs: MoonNeeds::Hearts,
                pig: MoonPig::Everyone,
                sheep: MoonSheep::EveryoneNegated,
                slam: true,
                bonus: MoonBonus::Number(200),
            },
            counting_card: CountingCard::ScoringHeart,
            low: Some(-1000),
            high: Some(1000),
            max_hands: Some(30),
            decider: false,
            ..GongZhuOptions::classic()
        }
    }

    /// The preset `swap-short` (section 2.6).
    pub fn swap_short() -> GongZhuOptions {
        GongZhuOptions { low: Some(-500), high: Some(500), ..GongZhuOptions::swap() }
    }

    /// The preset `swap-off` (section 2.6).
    pub fn swap_off() -> GongZhuOptions {
        let mut options = GongZhuOptions::swap();
        options.moon.pig = MoonPig::Never;
        options.moon.sheep = MoonSheep::Unchanged;
        options
    }

    /// The preset `pagat` (section 2.6).
    pub fn pagat() -> GongZhuOptions {
        let mut options = GongZhuOptions::classic();
        options.opening = Opening::Card(TWO_OF_SPADES);
        options.must_lead_opening = false;
        options.later_hands = LaterHands::PigTaker;
        options.break_hearts = false;
        options.moon.needs = MoonNeeds::Hearts;
        options
    }

    /// The preset `scrofa` (section 2.6).
    pub fn scrofa() -> GongZhuOptions {
        let mut options = GongZhuOptions::classic();
        options.revealable = Vec::new();
        options.opening = Opening::Seat(0);
        options.must_lead_opening = false;
        options.later_hands = LaterHands::NextSeat;
        options.break_hearts = false;
        options.moon.needs = MoonNeeds::Hearts;
        options.moon.pig = MoonPig::Never;
        options.moon.slam = false;
        options.partnership = true;
        options.low = None;
        options.max_hands = Some(1);
        options.decider = false;
        options
    }

    /// A preset with any number of `+variant`s (section 2.6).
    pub fn by_name(name: &str) -> Option<GongZhuOptions> {
        let mut parts = name.split('+');
        let mut options = match parts.next()? {
            "classic" => GongZhuOptions::classic(),
            "swap" => GongZhuOptions::swap(),
            "swap-short" => GongZhuOptions::swap_short(),
            "swap-off" => GongZhuOptions::swap_off(),
            "pagat" => GongZhuOptions::pagat(),
            "scrofa" => GongZhuOptions::scrofa(),
            _ => return None,
        };
        for variant in parts {
            match variant {
                "no-reveal" => options.revealable = Vec::new(),
                "partnership" => options.partnership = true,
                "queen-of-diamonds" => options.queen_of_diamonds = 10,
                "pass" => options.pass = true,
                "cap-800" => options.cap = Some(800),
                "high-1000" => options.high = Some(1000),
                "pip-hearts" => options.heart_values = PIP_HEARTS,
                "reveal-pig-transformer-only" => {
                    options.revealable = vec![QUEEN_OF_SPADES, TEN_OF_CLUBS];
                }
                "moon-400" => options.moon.bonus = MoonBonus::Number(400),
                _ => {
                    let hands = variant.strip_prefix("hands-")?.parse().ok()?;
                    options.max_hands = Some(hands);
                    options.low = None;
                    options.high = None;
                }
            }
        }
        Some(options)
    }

    /// Refuses options that contradict each other (section 2.6), except
    /// that the size of the largest possible total is not looked at.
    pub fn check(&self) -> Result<(), String> {
        if self.team_score == TeamScore::Pool && !self.partnership {
            return Err("team_score pool needs partnership".into());
        }
        if self.reveal_fourth && !REVEALABLE.iter().all(|card| self.revealable.contains(card)) {
            return Err("reveal_fourth needs four revealable cards".into());
        }
        if self.low.is_none() && self.high.is_none() && self.max_hands.is_none() {
            return Err("one of low, high and max_hands must be set".into());
        }
        if self.low.is_some_and(|low| low >= 0) || self.high.is_some_and(|high| high <= 0) {
            return Err("low must be below 0 and high above 0".into());
        }
        Ok(())
    }
}
