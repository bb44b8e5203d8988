//! Whole matches in the engine and in the reference, hand by hand.

use super::deals::{Skew, random_deal};
use super::events::Events;
use super::lockstep::Table;
use super::player::Players;
use super::suite::Failure;
use super::{chance, convert, pick, same};
use crate::reference::{self, Rules as ReferenceRules, gong_zhu::LaterHands, tantony, whole_match};
use gongzhu::rng::Rng;
use gongzhu::{Game, Match, Rules, Seat, Setup};

/// Matches that have not ended by then are left: some rule sets may never end.
const MOST_HANDS: u32 = 40;

/// How the hands of a match are dealt and played.
struct Plan {
    target: Seat,
    skew: Option<Skew>,
    players: Option<Players>,
}

impl Plan {
    /// With whole suits nobody follows: one seat takes all tricks, or in Tantony every trick is a hog.
    fn random(rng: &mut Rng, game: Game) -> Plan {
        let target = pick(rng, &Seat::ALL);
        let whole_suits = chance(rng, if game == Game::Tantony { 25 } else { 15 });
        let skew = whole_suits.then_some(Skew::WholeSuits { loose: 0 });
        let players = chance(rng, 40).then(|| Players::feeding(target));
        Plan { target, skew, players }
    }
}

/// Plays a match.
pub fn play(rules: &Rules, rng: &mut Rng, events: &mut Events) -> Result<(), Failure> {
    let plan = Plan::random(rng, rules.game());
    let mut engine = Match::new(rules);
    let mut slow = whole_match::Match::new(&convert::rules(rules));
    loop {
        let deal = match plan.skew {
            Some(skew) => skew.deal(rng, plan.target),
            None => random_deal(rng, plan.target),
        };
        let between = compare_between(&engine, &slow, events);
        between.map_err(|message| Failure::between_hands(slow.hands_played(), message))?;
        let Some(setup) = engine.next_hand(|| deal) else { break };
        if setup.number == MOST_HANDS {
            events.count("match left unfinished");
            break;
        }
        let players = plan.players.unwrap_or_else(|| Players::random(rng, plan.target));
        play_hand(&setup, &mut engine, &mut slow, convert::deal(&deal), (&players, rng), events)?;
    }
    events.count("matches");
    Ok(())
}

fn play_hand(
    setup: &Setup<'_>,
    engine: &mut Match<'_>,
    slow: &mut whole_match::Match,
    deal: reference::Piles,
    (players, rng): (&Players, &mut Rng),
    events: &mut Events,
) -> Result<(), Failure> {
    let hand = slow.start(deal.clone());
    let at_start = |message| Failure::new(setup, &[], message);
    compare_setup(setup, &slow.next_setup(deal), &slow.rules).map_err(at_start)?;
    let table = Table::new(setup, hand).map_err(at_start)?;
    let mut table = table.ok_or_else(|| at_start("both refuse a hand of a match".into()))?;
    let played = table.play_out(players, rng, events);
    played.map_err(|message| Failure::new(setup, &table.actions, message))?;
    engine.finish_hand(&table.state);
    slow.finish(&table.hand).map_err(|message| Failure::new(setup, &table.actions, message))
}

/// What a hand of a match begins with.
fn compare_setup(setup: &Setup<'_>, slow: &reference::hand::Setup, rules: &ReferenceRules) -> Result<(), String> {
    same("number", &setup.number, &slow.hand_number)?;
    same("dealer", &setup.dealer().index(), &slow.dealer)?;
    same("totals before", &setup.totals.0, &slow.totals)?;
    same("cards", &setup.deal.hands(), &convert::card_sets(&slow.deal))?;
    let ReferenceRules::GongZhu(options) = rules else { return Ok(()) };
    if options.later_hands == LaterHands::PigTaker {
        same("pig taker", &setup.pig_taker.map(Seat::index), &slow.pig_taker)?;
    }
    Ok(())
}

/// Totals, the end and the result after the hands so far.
fn compare_between(engine: &Match<'_>, slow: &whole_match::Match, events: &mut Events) -> Result<(), String> {
    same("totals", &engine.totals().0, &slow.totals)?;
    same("the match is over", &engine.result().is_some(), &slow.over)?;
    count_between(slow, events);
    let (Some(result), Some(outcome)) = (engine.result(), slow.outcome()) else { return Ok(()) };
    same("totals of the result", &result.totals.0, &outcome.totals)?;
    same("places", &result.places.0.map(u32::from), &outcome.places)?;
    same("weight", &u32::from(result.weight), &outcome.weight)?;
    same("hands", &result.hands, &outcome.hands)
}

fn count_between(slow: &whole_match::Match, events: &mut Events) {
    let totals = slow.totals;
    let hands = slow.hands_played();
    let ended = whole_match::end_reached(&slow.rules, totals, hands);
    let outcome = slow.outcome();
    match &slow.rules {
        ReferenceRules::GongZhu(options) => {
            let Some(outcome) = outcome else { return };
            let tied = whole_match::tied_first_or_last(totals, options.partnership);
            let mut sorted = totals;
            sorted.sort_unstable();
            events.count_if(options.low.is_some_and(|low| sorted[0] <= low), "the low limit ends a match");
            events.count_if(options.low.is_some_and(|low| sorted[0] == low), "the low limit is met exactly");
            events.count_if(options.high.is_some_and(|high| sorted[3] >= high), "the high limit ends a match");
            events.count_if(options.high.is_some_and(|high| sorted[3] == high), "the high limit is met exactly");
            events.count_if(options.max_hands == Some(hands), "the number of hands ends a match");
            events.count_if(slow.deciders == 1, "one decider");
            events.count_if(slow.deciders > 1, "several deciders");
            events.count_if(slow.deciders == 10 && tied, "ten deciders and a shared place");
            events.count_if(tied && !options.decider, "a place is shared at once");
            let middle = options.decider && slow.deciders == 0 && sorted[1] == sorted[2] && !options.partnership;
            events.count_if(middle, "a tie in the middle is not played off");
            events.count_if(slow.deciders > 0 && options.partnership, "decider between sides");
            events.count_if(outcome.places == [1, 1, 3, 4], "places 1 1 3 4");
        }
        ReferenceRules::Hearts(options) => {
            let most = totals.iter().max();
            events.count_if(most == Some(&options.target) && !ended, "a total at the target plays on");
            events.count_if(most > Some(&options.target), "a total above the target ends a match");
        }
        ReferenceRules::Tantony(_) => {
            let reached = tantony::past_mark(totals, hands);
            let equal = totals[0] == totals[1];
            events.count_if(hands > 0 && reached == [true, true], "both sides are past the mark");
            events.count_if(hands > 0 && reached[0] && equal && !ended, "both sides are past the mark, equal");
            let Some(outcome) = outcome else { return };
            events.count_if(hands == 1, "win after hand 1");
            events.count_if(hands == 2 || hands == 3, "win after hand 2 or 3");
            events.count_if(hands == 4 && outcome.weight == 2, "double win after hand 4");
            events.count_if(hands == 4 && outcome.weight == 1 && !equal, "single win after hand 4");
            events.count_if(equal, "draw");
        }
    }
}
