//! The rule sets by name (RULES.md §2.6, §3, §4) and the variants of Gong Zhu.

use super::gong_zhu::{
    AceLock, CountingCard, LaterHands, Moon, MoonBonus, MoonNeeds, MoonPig, MoonSheep, Opening, RevealTiming, TeamScore,
};
use super::hearts::{Moon as HeartsMoon, Opening as HeartsOpening, Pass};
use super::options::{did_you_mean, fold, quoted};
use super::tantony::Memory;
use super::{Book, Direction, Game, GongZhu, Hearts, RulesError, Tantony};
use crate::{Card, CardSet, REVEALABLE, Seat, Suit};

/// A rule set with a name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name: `classic`.
    pub name: &'static str,
    /// One line on what sets it apart.
    pub summary: &'static str,
    book: fn() -> Book,
}

impl Preset {
    /// Its options.
    pub fn book(&self) -> Book {
        (self.book)()
    }
}

/// The rule sets with a name; `classic`, `hearts` and `tantony` are the bases of their games.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "classic",
        summary: "Gong Zhu with hearts to break; a moon needs the pig too; to -1000",
        book: || Book::GongZhu(classic()),
    },
    Preset {
        name: "swap",
        summary: "Gong Zhu in which a moon swaps the signs of pig and sheep; simultaneous reveals; 30 hands or ±1000",
        book: || Book::GongZhu(swap(1000)),
    },
    Preset { name: "swap-short", summary: "swap to ±500", book: || Book::GongZhu(swap(500)) },
    Preset {
        name: "swap-off",
        summary: "swap without the swap: a moon leaves pig and sheep alone",
        book: || {
            let swap = swap(1000);
            let moon = Moon { pig: MoonPig::Never, sheep: MoonSheep::Unchanged, ..swap.moon };
            Book::GongZhu(GongZhu { moon, ..swap })
        },
    },
    Preset {
        name: "pagat",
        summary: "Gong Zhu opened by the holder of 2S, later by the pig's taker; hearts need no breaking; to -1000",
        book: || Book::GongZhu(pagat()),
    },
    Preset {
        name: "scrofa",
        summary: "Gong Zhu of the published research programs: partners, no reveals, no slam, one hand",
        book: || Book::GongZhu(scrofa()),
    },
    Preset { name: "hearts", summary: "Hearts with passing, to 100", book: || Book::Hearts(hearts()) },
    Preset {
        name: "hearts-openspiel",
        summary: "Hearts of a research framework: single hands, QS breaks hearts, a moon is 26 for the others",
        book: || {
            let (qs_breaks_hearts, moon, max_hands) = (true, HeartsMoon::OthersPlus, Some(1));
            Book::Hearts(Hearts { qs_breaks_hearts, moon, max_hands, ..hearts() })
        },
    },
    Preset {
        name: "tantony",
        summary: "Tantony (Schweinerei): partners, tricks given away, four hands from one deal",
        book: || Book::Tantony(tantony()),
    },
];

/// A change to a Gong Zhu preset, written after it: `classic+pass`.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The name, without the plus sign; where it ends in `-N` a number stands there.
    pub name: &'static str,
    /// One line on what it changes.
    pub summary: &'static str,
    apply: fn(&mut GongZhu, u32),
}

/// The variants of the Gong Zhu presets.
pub const VARIANTS: &[Variant] = &[
    Variant {
        name: "no-reveal",
        summary: "no card may be revealed",
        apply: |book, _| book.revealable = CardSet::EMPTY,
    },
    Variant {
        name: "partnership",
        summary: "seats 0 and 2 play against 1 and 3",
        apply: |book, _| book.partnership = true,
    },
    Variant {
        name: "queen-of-diamonds",
        summary: "the taker of QD gets 10 for each trick it wins later",
        apply: |book, _| book.queen_of_diamonds = Some(10),
    },
    Variant { name: "pass", summary: "three cards go to the next seat first", apply: |book, _| book.pass = true },
    Variant { name: "cap-800", summary: "a perfect hand scores at most 800", apply: |book, _| book.cap = Some(800) },
    Variant { name: "high-1000", summary: "+1000 ends the match", apply: |book, _| book.high = Some(1000) },
    Variant {
        name: "pip-hearts",
        summary: "low hearts count their pips, no heart is free",
        apply: |book, _| book.heart_values = [-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50],
    },
    Variant {
        name: "reveal-pig-transformer-only",
        summary: "only QS and TC may be revealed",
        apply: |book, _| book.revealable = CardSet::of(Card::PIG).with(Card::TRANSFORMER),
    },
    Variant {
        name: "moon-400",
        summary: "a moon makes the hearts +400",
        apply: |book, _| book.moon.bonus = MoonBonus::Points(400),
    },
    Variant {
        name: "hands-N",
        summary: "N hands, no limits",
        apply: |book, hands| (book.low, book.high, book.max_hands) = (None, None, Some(hands)),
    },
];

fn classic() -> GongZhu {
    GongZhu {
        direction: Direction::Anticlockwise,
        first_dealer: Seat::ALL[0],
        pass: false,
        revealable: REVEALABLE.into_iter().collect(),
        reveal_timing: RevealTiming::Sequential,
        reveal_fourth: false,
        revealed_ace_lock: AceLock::Card,
        opening: Opening::Card(Card::TWO_OF_CLUBS),
        must_lead_opening: true,
        later_hands: LaterHands::OpeningCard,
        break_hearts: true,
        no_spade_lead_first_trick: false,
        no_points_first_trick: false,
        heart_values: [0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50],
        counting_card: CountingCard::AnyHeart,
        transformer_alone: 50,
        moon: Moon {
            needs: MoonNeeds::HeartsAndPig,
            pig: MoonPig::Shooter,
            sheep: MoonSheep::Unchanged,
            slam: true,
            bonus: MoonBonus::Points(200),
        },
        cap: None,
        queen_of_diamonds: None,
        partnership: false,
        team_score: TeamScore::Sum,
        low: Some(-1000),
        high: None,
        max_hands: None,
        decider: true,
    }
}

fn swap(limit: i32) -> GongZhu {
    let classic = classic();
    GongZhu {
        direction: Direction::Clockwise,
        reveal_timing: RevealTiming::Simultaneous,
        later_hands: LaterHands::PigTaker,
        break_hearts: false,
        counting_card: CountingCard::ScoringHeart,
        moon: Moon {
            needs: MoonNeeds::Hearts,
            pig: MoonPig::Everyone,
            sheep: MoonSheep::EveryoneNegated,
            ..classic.moon
        },
        low: Some(-limit),
        high: Some(limit),
        max_hands: Some(30),
        decider: false,
        ..classic
    }
}

fn pagat() -> GongZhu {
    let classic = classic();
    GongZhu {
        opening: Opening::Card(Card::of(Suit::Spades, Card::TWO_OF_CLUBS.rank())),
        must_lead_opening: false,
        later_hands: LaterHands::PigTaker,
        break_hearts: false,
        moon: Moon { needs: MoonNeeds::Hearts, ..classic.moon },
        ..classic
    }
}

fn scrofa() -> GongZhu {
    let classic = classic();
    GongZhu {
        revealable: CardSet::EMPTY,
        opening: Opening::Seat(Seat::ALL[0]),
        must_lead_opening: false,
        later_hands: LaterHands::NextSeat,
        break_hearts: false,
        moon: Moon { needs: MoonNeeds::Hearts, pig: MoonPig::Never, slam: false, ..classic.moon },
        partnership: true,
        low: None,
        max_hands: Some(1),
        decider: false,
        ..classic
    }
}

fn hearts() -> Hearts {
    Hearts {
        direction: Direction::Clockwise,
        first_dealer: Seat::ALL[0],
        pass: Pass::Cycle,
        opening: HeartsOpening::TwoOfClubs,
        no_points_first_trick: true,
        break_hearts: true,
        qs_breaks_hearts: false,
        lead_hearts_instead_of_qs: false,
        jd_bonus: false,
        no_tricks_bonus: false,
        moon: HeartsMoon::Exception,
        target: 100,
        max_hands: None,
    }
}

fn tantony() -> Tantony {
    Tantony { direction: Direction::Clockwise, first_dealer: Seat::ALL[0], opening_seat: None, memory: Memory::Perfect }
}

/// The preset that rules of this game start from where they name none.
pub(super) const fn base(game: Game) -> &'static str {
    match game {
        Game::GongZhu => "classic",
        Game::Hearts => "hearts",
        Game::Tantony => "tantony",
    }
}

/// The canonical writing and the options of a preset with variants, `classic+pass`.
pub(super) fn read(text: &str) -> Result<(String, Book), RulesError> {
    let (name, variants) = text.split_once('+').map_or((text, None), |(name, variants)| (name, Some(variants)));
    let Some(preset) = PRESETS.iter().find(|preset| fold(preset.name) == fold(name)) else {
        let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
        let hint = did_you_mean(name, &names);
        let names = names.join(", ");
        return Err(RulesError::new(format!("unknown rule set {}{hint} (rule sets: {names})", quoted(name))));
    };
    let (mut written, mut book) = (vec![preset.name.to_owned()], preset.book());
    for text in variants.into_iter().flat_map(|variants| variants.split('+')) {
        let text = format!("+{}", text.trim());
        let Book::GongZhu(options) = &mut book else {
            return Err(RulesError::new(format!(
                "'{}' takes no variant {}: variants change Gong Zhu rule sets only; set its options instead",
                preset.name,
                quoted(&text)
            )));
        };
        let (variant, number, name) = variant(&text)?;
        if written.contains(&name) {
            return Err(RulesError::new(format!("variant '+{name}' is given twice")));
        }
        (variant.apply)(options, number);
        written.push(name);
    }
    Ok((written.join("+"), book))
}

/// The variant that `+name` means, the number in the name, and the name as it is written.
fn variant(text: &str) -> Result<(&'static Variant, u32, String), RulesError> {
    let name = fold(text.trim_start_matches('+'));
    for variant in VARIANTS {
        match variant.name.strip_suffix('N') {
            None if name == fold(variant.name) => return Ok((variant, 0, variant.name.to_owned())),
            None => {}
            Some(stem) => {
                if let Some(number) = name.strip_prefix(&fold(stem)) {
                    let number = number.parse().map_err(|_| {
                        RulesError::new(format!("{} needs a whole number: +{}", quoted(text), variant.name))
                    })?;
                    return Ok((variant, number, format!("{stem}{number}")));
                }
            }
        }
    }
    let names: Vec<_> = VARIANTS.iter().map(|variant| format!("+{}", variant.name)).collect();
    let hint = did_you_mean(text, &names);
    Err(RulesError::new(format!("unknown variant {}{hint} (variants: {})", quoted(text), names.join(" "))))
}
