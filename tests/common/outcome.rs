//! What happened in a finished hand, as counted events.

use super::events::Events;
use super::lockstep::Table;
use crate::reference::gong_zhu::{CountingCard, GongZhuOptions, LaterHands, MoonNeeds, TeamScore};
use crate::reference::hand::{Hand, Lines};
use crate::reference::hearts::{HeartsMoon, HeartsOptions};
use crate::reference::{
    ACE_OF_HEARTS, Card, JACK_OF_DIAMONDS, QUEEN_OF_SPADES, Rules, Suit, TEN_OF_CLUBS, partner, tantony,
};
use gongzhu::{Action, ActionKind};

/// Counts what happened in a finished hand.
pub fn count_hand(table: &Table<'_>, events: &mut Events) {
    let hand = &table.hand;
    events.count("hands");
    events.count_if(hand.setup.opening_seat.is_some(), "opening_seat names the opener");
    match (&hand.rules, hand.lines()) {
        (Rules::GongZhu(options), Lines::GongZhu(_)) => gong_zhu(options, hand, &table.actions, events),
        (Rules::Hearts(options), Lines::Hearts(_)) => hearts(options, hand, events),
        (Rules::Tantony(_), Lines::Tantony(_)) => tricks_of_tantony(hand, events),
        (_, lines) => panic!("lines of another game: {lines:?}"),
    }
}

fn gong_zhu(options: &GongZhuOptions, hand: &Hand, actions: &[Action], events: &mut Events) {
    let later = hand.setup.hand_number > 0 && hand.setup.opening_seat.is_none();
    events.count_if(later && options.later_hands == LaterHands::PigTaker, "the pig taker opens");
    events.count_if(later && options.later_hands == LaterHands::NextSeat, "the next seat opens");
    let reveals = actions.iter().filter(|action| matches!(action.kind(), ActionKind::Reveal(_))).count();
    events.count_if(hand.revealed.len() > reveals, "the fourth card is revealed by itself");
    events.count_if(hand.revealed.len() == 4, "all four cards are revealed");
    let pool = options.partnership && options.team_score == TeamScore::Pool;
    let Lines::GongZhu(lines) = hand.lines() else { return };
    let shooter = (0..4).find(|&seat| is_moon(options, &scored(hand, seat, pool)));
    let opened = |card| hand.revealed_cards().contains(&card);
    for (seat, line) in lines.into_iter().enumerate().take(if pool { 2 } else { 4 }) {
        let pile = scored(hand, seat, pool);
        let has = |card: Card| pile.contains(&card);
        let hearts = hearts_in(&pile);
        let (pig, sheep) = (has(QUEEN_OF_SPADES), has(JACK_OF_DIAMONDS));
        let perfect = shooter == Some(seat) && pig && sheep && has(TEN_OF_CLUBS);
        if shooter == Some(seat) {
            events.count("moon");
            events.count_if(!pig, "moon without the pig");
            events.count_if(pig && !sheep, "moon with the pig");
            events.count_if(pig && sheep && !perfect, "moon with pig and sheep");
            events.count_if(perfect && options.moon.slam, "slam");
            events.count_if(perfect && !options.moon.slam, "all counting cards without the slam rule");
            events.count_if(opened(ACE_OF_HEARTS), "moon with the ace revealed");
            events.count_if(pool && (0..4).all(|one| hearts_in(&hand.piles[one]) < 13), "moon of a side");
        }
        let uncapped = line.base * line.multiplier;
        events.count_if(perfect && options.cap.is_some_and(|cap| uncapped > cap), "the cap bites");
        let short = hearts == 13 && !pig && options.moon.needs == MoonNeeds::HeartsAndPig;
        events.count_if(short, "all hearts without the pig are no moon");
        events.count_if(line.pig > 0 && shooter != Some(seat), "the pig counts plus beside a moon");
        events.count_if(line.pig > 0 && shooter == Some(seat), "the shooter's pig counts plus");
        events.count_if(line.pig < 0 && shooter == Some(seat), "the shooter's pig counts minus");
        events.count_if(line.sheep < 0, "the sheep counts minus");
        events.count_if(line.multiplier == 2, "the transformer doubles");
        events.count_if(line.multiplier == 4, "the transformer counts four times");
        if has(TEN_OF_CLUBS) && line.multiplier == 1 {
            events.count("the transformer is alone");
            let worthless = hearts > 0 && options.counting_card == CountingCard::ScoringHeart;
            events.count_if(worthless, "the transformer is alone beside hearts without value");
        }
        let queen = options.queen_of_diamonds != 0 && has(crate::reference::QUEEN_OF_DIAMONDS);
        events.count_if(queen && hand.tricks_after_qd() > 0, "QD scores");
    }
}

fn is_moon(options: &GongZhuOptions, pile: &[Card]) -> bool {
    hearts_in(pile) == 13 && (options.moon.needs == MoonNeeds::Hearts || pile.contains(&QUEEN_OF_SPADES))
}

fn hearts_in(pile: &[Card]) -> usize {
    pile.iter().filter(|card| card.suit == Suit::Hearts).count()
}

/// The pile that is scored for a seat.
fn scored(hand: &Hand, seat: usize, pool: bool) -> Vec<Card> {
    let mut pile = hand.piles[seat].clone();
    if pool {
        pile.extend(&hand.piles[partner(seat)]);
    }
    pile
}

fn hearts(options: &HeartsOptions, hand: &Hand, events: &mut Events) {
    let Lines::Hearts(lines) = hand.lines() else { return };
    let directions = ["pass to the left", "pass to the right", "pass across", "hand without a pass"];
    if options.pass {
        events.count(directions[hand.setup.hand_number as usize % 4]);
    }
    events.count_if(lines.iter().any(|line| line.bonus != 0), "bonus for taking no trick");
    events.count_if(lines.iter().any(|line| line.jack != 0), "bonus for JD");
    let Some(shooter) = (0..4).find(|&seat| lines[seat].hearts + lines[seat].queen == 26) else { return };
    events.count("moon");
    events.count_if(lines[shooter].jack != 0, "moon with JD");
    events.count_if(options.no_tricks_bonus != 0 && hand.trick_counts().contains(&0), "no bonus beside a moon");
    if options.moon == HeartsMoon::Exception {
        let totals = hand.setup.totals;
        let others = || (0..4).filter(|&seat| seat != shooter).map(|seat| totals[seat] + 26);
        let (ends, lowest) = (others().any(|total| total > options.target), others().min() >= Some(totals[shooter]));
        events.count_if(ends && !lowest, "the exception applies");
        events.count_if(ends && lowest, "no exception: the shooter is lowest");
        events.count_if(ends && others().min() == Some(totals[shooter]), "no exception: the shooter ties for lowest");
        events.count_if(!ends && !lowest, "no exception: nobody passes the target");
        let exactly = others().max() == Some(options.target) && !lowest;
        events.count_if(exactly, "no exception: 26 reaches the target exactly");
    }
}

fn tricks_of_tantony(hand: &Hand, events: &mut Events) {
    for (number, trick) in hand.finished.iter().enumerate() {
        let roles = tantony::roles(trick);
        events.count_if(roles.is_hog(), "hog");
        if number == 12 {
            events.count_if(!roles.is_hog(), "sow and runt are exchanged in trick 13");
            events.count_if(roles.is_hog(), "hog in trick 13");
            let partners = roles.sow.0 == partner(roles.runt.0);
            events.count_if(partners, "sow and runt of trick 13 are with partners");
            continue;
        }
        let to = hand.assigned[number];
        events.count_if(to == hand.winners[number], "trick kept");
        events.count_if(to == partner(hand.winners[number]), "trick to the partner");
        events.count_if(to % 2 != hand.winners[number] % 2, "trick to an opponent");
    }
}
