//! Options drawn at random, every one of them, valid or not.

use super::{chance, pick};
use gongzhu::rng::{Rng, below};
use gongzhu::rules::gong_zhu::{
    AceLock, CountingCard, LaterHands, Moon, MoonBonus, MoonNeeds, MoonPig, MoonSheep, Opening, RevealTiming, TeamScore,
};
use gongzhu::rules::{Book, Direction, GongZhu, Hearts, Tantony, hearts, tantony};
use gongzhu::{Card, CardSet, Game, REVEALABLE, Seat};

/// Random options of a game.
pub fn random_book(rng: &mut Rng, game: Game) -> Book {
    match game {
        Game::GongZhu => Book::GongZhu(gong_zhu(rng)),
        Game::Hearts => Book::Hearts(hearts(rng)),
        Game::Tantony => Book::Tantony(tantony(rng)),
    }
}

fn direction(rng: &mut Rng) -> Direction {
    pick(rng, &[Direction::Clockwise, Direction::Anticlockwise])
}

/// `Some` value of `values` in `percent` of a hundred cases.
fn maybe<T: Copy>(rng: &mut Rng, percent: usize, values: &[T]) -> Option<T> {
    let value = pick(rng, values);
    chance(rng, percent).then_some(value)
}

fn gong_zhu(rng: &mut Rng) -> GongZhu {
    let options = GongZhu {
        direction: direction(rng),
        first_dealer: pick(rng, &Seat::ALL),
        pass: chance(rng, 30),
        revealable: if chance(rng, 50) {
            REVEALABLE.into_iter().collect()
        } else {
            REVEALABLE.into_iter().filter(|_| chance(rng, 60)).collect::<CardSet>()
        },
        reveal_timing: pick(rng, &[RevealTiming::Sequential, RevealTiming::Simultaneous]),
        reveal_fourth: chance(rng, 20),
        revealed_ace_lock: pick(rng, &[AceLock::Card, AceLock::Suit]),
        opening: if chance(rng, 80) {
            let any = Card::from_index(below(rng, 52) as u8).expect("52 cards");
            let cards = ["2C", "2S", "7S", "QS", "AH", "JD", "TC"].map(|card| card.parse().expect("a card"));
            Opening::Card(if chance(rng, 50) { any } else { pick(rng, &cards) })
        } else {
            Opening::Seat(pick(rng, &Seat::ALL))
        },
        must_lead_opening: chance(rng, 50),
        later_hands: pick(rng, &[LaterHands::OpeningCard, LaterHands::PigTaker, LaterHands::NextSeat]),
        break_hearts: chance(rng, 50),
        no_spade_lead_first_trick: chance(rng, 50),
        no_points_first_trick: chance(rng, 50),
        heart_values: heart_values(rng),
        counting_card: pick(rng, &[CountingCard::AnyHeart, CountingCard::ScoringHeart]),
        transformer_alone: pick(rng, &[50, 0, 25, -30, 77]),
        moon: moon(rng),
        cap: maybe(rng, 40, &[800, 400, 0, 1234]),
        queen_of_diamonds: maybe(rng, 40, &[10, 7, -20, 100]),
        partnership: chance(rng, 50),
        team_score: if chance(rng, 25) { TeamScore::Pool } else { TeamScore::Sum },
        low: maybe(rng, 70, &[-1000, -500, -200, -100, -1]),
        high: maybe(rng, 50, &[1000, 500, 200, 100, 1]),
        max_hands: maybe(rng, 70, &[1, 2, 3, 4, 7]),
        decider: chance(rng, 50),
    };
    // Now and then a game in which little counts, so that seats tie.
    if chance(rng, 12) { quiet(&options, rng) } else { options }
}

fn heart_values(rng: &mut Rng) -> [i32; 13] {
    match below(rng, 5) {
        0 | 1 => [0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50],
        2 => [-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50],
        3 => std::array::from_fn(|_| below(rng, 60) as i32 - 40),
        _ => std::array::from_fn(|_| if chance(rng, 50) { 0 } else { -15 }),
    }
}

fn moon(rng: &mut Rng) -> Moon {
    let pigs = [MoonPig::Shooter, MoonPig::ShooterWithSheep, MoonPig::SlamOnly, MoonPig::Everyone, MoonPig::Never];
    let bonuses = [MoonBonus::Points(200), MoonBonus::Points(400), MoonBonus::Points(-37), MoonBonus::Positive];
    Moon {
        needs: pick(rng, &[MoonNeeds::Hearts, MoonNeeds::HeartsAndPig]),
        pig: pick(rng, &pigs),
        sheep: pick(rng, &[MoonSheep::Unchanged, MoonSheep::EveryoneNegated]),
        slam: chance(rng, 50),
        bonus: pick(rng, &bonuses),
    }
}

/// The same options with hearts and transformer worth nothing: who takes all takes 0.
fn quiet(options: &GongZhu, rng: &mut Rng) -> GongZhu {
    GongZhu {
        heart_values: [0; 13],
        transformer_alone: 0,
        moon: Moon {
            pig: MoonPig::Never,
            sheep: MoonSheep::Unchanged,
            slam: false,
            bonus: MoonBonus::Points(0),
            ..options.moon
        },
        revealable: CardSet::EMPTY,
        reveal_fourth: false,
        queen_of_diamonds: None,
        max_hands: Some(1 + below(rng, 3) as u32),
        decider: chance(rng, 80),
        ..options.clone()
    }
}

fn hearts(rng: &mut Rng) -> Hearts {
    Hearts {
        direction: direction(rng),
        first_dealer: pick(rng, &Seat::ALL),
        pass: pick(rng, &[hearts::Pass::Off, hearts::Pass::Cycle]),
        opening: pick(rng, &[hearts::Opening::TwoOfClubs, hearts::Opening::AnyClub]),
        no_points_first_trick: chance(rng, 50),
        break_hearts: chance(rng, 75),
        qs_breaks_hearts: chance(rng, 50),
        lead_hearts_instead_of_qs: chance(rng, 50),
        jd_bonus: chance(rng, 50),
        no_tricks_bonus: chance(rng, 50),
        moon: pick(rng, &[hearts::Moon::OthersPlus, hearts::Moon::ShooterMinus, hearts::Moon::Exception]),
        target: pick(rng, &[100, 50, 26, 77, 1, 0]),
        max_hands: maybe(rng, 30, &[1, 2, 5, 9]),
    }
}

fn tantony(rng: &mut Rng) -> Tantony {
    Tantony {
        direction: direction(rng),
        first_dealer: pick(rng, &Seat::ALL),
        opening_seat: maybe(rng, 50, &Seat::ALL),
        memory: pick(rng, &[tantony::Memory::Perfect, tantony::Memory::None]),
    }
}
