//! Bridges between the types of the engine and those of the reference.

use crate::reference::{self, gong_zhu as gz, hand as hand_of_reference, hearts as ht, tantony as tt};
use gongzhu::rules::{Book, Direction, GongZhu, Hearts, Tantony, gong_zhu, hearts, tantony};
use gongzhu::{Action, BySeat, Card, CardSet, Deal, Lines, Phase, Rules, Seat, Setup};

/// The reference's form of a card.
pub fn card(card: Card) -> reference::Card {
    reference::Card::from_index(card.index()).expect("52 cards")
}

/// The engine's form of a card.
pub fn engine_card(card: reference::Card) -> Card {
    Card::from_index(card.index()).expect("52 cards")
}

/// The reference's form of a set of cards.
pub fn cards(cards: CardSet) -> Vec<reference::Card> {
    cards.iter().map(card).collect()
}

/// The engine's form of a list of different cards.
pub fn card_set(cards: &[reference::Card]) -> CardSet {
    let set: CardSet = cards.iter().copied().map(engine_card).collect();
    assert_eq!(set.len(), cards.len(), "a card twice in {cards:?}");
    set
}

/// The engine's form of a list of different cards for each seat.
pub fn card_sets(piles: &reference::Piles) -> BySeat<CardSet> {
    BySeat::from_fn(|seat| card_set(&piles[seat.index()]))
}

/// The reference's form of a set of cards for each seat.
pub fn piles(sets: BySeat<CardSet>) -> reference::Piles {
    sets.map(cards).0
}

/// The reference's form of a deal.
pub fn deal(deal: &Deal) -> reference::Piles {
    piles(deal.hands())
}

/// The reference's form of what a single hand starts from.
pub fn setup(setup: &Setup<'_>) -> hand_of_reference::Setup {
    hand_of_reference::Setup {
        hand_number: setup.number,
        dealer: setup.dealer().index(),
        totals: setup.totals.0,
        pig_taker: setup.pig_taker.map(Seat::index),
        last_opener: None,
        opening_seat: setup.opening_seat.map(Seat::index),
        deal: deal(&setup.deal),
    }
}

/// The reference's form of an action in `phase`, or `None` where no such decision exists there.
pub fn action(action: Action, phase: Phase) -> Option<reference::Action> {
    use gongzhu::ActionKind as Kind;
    Some(match (action.kind(), phase) {
        (Kind::Card(chosen), Phase::Pass) => reference::Action::Pass(card(chosen)),
        (Kind::Card(chosen), Phase::Play) => reference::Action::Play(card(chosen)),
        (Kind::Card(_), _) => return None,
        (Kind::Reveal(chosen), _) => reference::Action::Reveal(card(chosen)),
        (Kind::Done, _) => reference::Action::Done,
        (Kind::Assign(seat), _) => reference::Action::Assign(seat.index()),
    })
}

/// The engine's form of a phase; `None` is the end of the hand.
pub fn phase(phase: Option<reference::Phase>) -> Phase {
    match phase {
        Some(reference::Phase::Pass) => Phase::Pass,
        Some(reference::Phase::Reveal) => Phase::Reveal,
        Some(reference::Phase::Play) => Phase::Play,
        Some(reference::Phase::Assign) => Phase::Assign,
        None => Phase::Over,
    }
}

/// The engine's form of a seat.
pub fn seat(seat: reference::Seat) -> Seat {
    Seat::new(seat as u8).expect("four seats")
}

/// The engine's form of a settlement.
pub fn lines(lines: &hand_of_reference::Lines) -> Lines {
    match *lines {
        hand_of_reference::Lines::GongZhu(lines) => Lines::GongZhu(BySeat(lines.map(gong_zhu_lines))),
        hand_of_reference::Lines::Hearts(lines) => Lines::Hearts(BySeat(lines.map(|lines| {
            let ht::HeartsLines { hearts, queen, jack, bonus, moon, total } = lines;
            hearts::HeartsLines { hearts, queen, jack, bonus, moon, total }
        }))),
        hand_of_reference::Lines::Tantony(lines) => Lines::Tantony(BySeat(lines.map(|lines| {
            let tt::TantonyLines { tricks, single, total } = lines;
            tantony::TantonyLines { tricks, single, total }
        }))),
    }
}

/// The engine's form of the lines of Gong Zhu.
pub fn gong_zhu_lines(lines: gz::GongZhuLines) -> gong_zhu::GongZhuLines {
    let gz::GongZhuLines { hearts, pig, sheep, base, multiplier, bonus, total } = lines;
    gong_zhu::GongZhuLines { hearts, pig, sheep, base, multiplier, bonus, total }
}

/// The reference's form of a rule set.
pub fn rules(rules: &Rules) -> reference::Rules {
    book(rules.book())
}

/// The reference's form of the options of a game.
pub fn book(book: &Book) -> reference::Rules {
    match book {
        Book::GongZhu(options) => reference::Rules::GongZhu(gong_zhu_options(options)),
        Book::Hearts(options) => reference::Rules::Hearts(hearts_options(options)),
        Book::Tantony(options) => reference::Rules::Tantony(tantony_options(options)),
    }
}

fn direction(direction: Direction) -> reference::Direction {
    match direction {
        Direction::Clockwise => reference::Direction::Clockwise,
        Direction::Anticlockwise => reference::Direction::Anticlockwise,
    }
}

/// The reference's form of the options of Gong Zhu.
pub fn gong_zhu_options(options: &GongZhu) -> gz::GongZhuOptions {
    gz::GongZhuOptions {
        direction: direction(options.direction),
        first_dealer: options.first_dealer.index(),
        opening: match options.opening {
            gong_zhu::Opening::Card(opening) => gz::Opening::Card(card(opening)),
            gong_zhu::Opening::Seat(seat) => gz::Opening::Seat(seat.index()),
        },
        must_lead_opening: options.must_lead_opening,
        later_hands: match options.later_hands {
            gong_zhu::LaterHands::OpeningCard => gz::LaterHands::OpeningCard,
            gong_zhu::LaterHands::PigTaker => gz::LaterHands::PigTaker,
            gong_zhu::LaterHands::NextSeat => gz::LaterHands::NextSeat,
        },
        break_hearts: options.break_hearts,
        no_spade_lead_first_trick: options.no_spade_lead_first_trick,
        no_points_first_trick: options.no_points_first_trick,
        counting_card: match options.counting_card {
            gong_zhu::CountingCard::AnyHeart => gz::CountingCard::AnyHeart,
            gong_zhu::CountingCard::ScoringHeart => gz::CountingCard::ScoringHeart,
        },
        moon: moon(options.moon),
        cap: options.cap,
        queen_of_diamonds: options.queen_of_diamonds.unwrap_or(0),
        pass: options.pass,
        partnership: options.partnership,
        team_score: match options.team_score {
            gong_zhu::TeamScore::Sum => gz::TeamScore::Sum,
            gong_zhu::TeamScore::Pool => gz::TeamScore::Pool,
        },
        heart_values: options.heart_values,
        revealable: gz::REVEALABLE.into_iter().filter(|card| options.revealable.has(engine_card(*card))).collect(),
        reveal: match options.reveal_timing {
            gong_zhu::RevealTiming::Sequential => gz::RevealTiming::Sequential,
            gong_zhu::RevealTiming::Simultaneous => gz::RevealTiming::Simultaneous,
        },
        reveal_fourth: options.reveal_fourth,
        revealed_ace_lock: match options.revealed_ace_lock {
            gong_zhu::AceLock::Card => gz::AceLock::Card,
            gong_zhu::AceLock::Suit => gz::AceLock::Suit,
        },
        transformer_alone: options.transformer_alone,
        low: options.low,
        high: options.high,
        max_hands: options.max_hands,
        decider: options.decider,
    }
}

fn moon(moon: gong_zhu::Moon) -> gz::Moon {
    gz::Moon {
        needs: match moon.needs {
            gong_zhu::MoonNeeds::Hearts => gz::MoonNeeds::Hearts,
            gong_zhu::MoonNeeds::HeartsAndPig => gz::MoonNeeds::HeartsAndPig,
        },
        pig: match moon.pig {
            gong_zhu::MoonPig::Shooter => gz::MoonPig::Shooter,
            gong_zhu::MoonPig::ShooterWithSheep => gz::MoonPig::ShooterWithSheep,
            gong_zhu::MoonPig::SlamOnly => gz::MoonPig::SlamOnly,
            gong_zhu::MoonPig::Everyone => gz::MoonPig::Everyone,
            gong_zhu::MoonPig::Never => gz::MoonPig::Never,
        },
        sheep: match moon.sheep {
            gong_zhu::MoonSheep::Unchanged => gz::MoonSheep::Unchanged,
            gong_zhu::MoonSheep::EveryoneNegated => gz::MoonSheep::EveryoneNegated,
        },
        slam: moon.slam,
        bonus: match moon.bonus {
            gong_zhu::MoonBonus::Points(points) => gz::MoonBonus::Number(points),
            gong_zhu::MoonBonus::Positive => gz::MoonBonus::Positive,
        },
    }
}

/// The reference's form of the options of Hearts.
pub fn hearts_options(options: &Hearts) -> ht::HeartsOptions {
    ht::HeartsOptions {
        direction: direction(options.direction),
        first_dealer: options.first_dealer.index(),
        pass: options.pass == hearts::Pass::Cycle,
        no_points_first_trick: options.no_points_first_trick,
        opening: match options.opening {
            hearts::Opening::TwoOfClubs => ht::HeartsOpening::TwoOfClubs,
            hearts::Opening::AnyClub => ht::HeartsOpening::AnyClub,
        },
        break_hearts: options.break_hearts,
        qs_breaks_hearts: options.qs_breaks_hearts,
        lead_hearts_instead_of_qs: options.lead_hearts_instead_of_qs,
        jd_bonus: if options.jd_bonus { -10 } else { 0 },
        no_tricks_bonus: if options.no_tricks_bonus { -5 } else { 0 },
        moon: match options.moon {
            hearts::Moon::OthersPlus => ht::HeartsMoon::OthersPlus,
            hearts::Moon::ShooterMinus => ht::HeartsMoon::ShooterMinus,
            hearts::Moon::Exception => ht::HeartsMoon::Exception,
        },
        target: options.target,
        max_hands: options.max_hands,
    }
}

fn tantony_options(options: &Tantony) -> tt::TantonyOptions {
    tt::TantonyOptions {
        direction: direction(options.direction),
        first_dealer: options.first_dealer.index(),
        opening_seat: options.opening_seat.map(Seat::index),
        memory: match options.memory {
            tantony::Memory::Perfect => tt::Memory::Perfect,
            tantony::Memory::None => tt::Memory::None,
        },
    }
}
