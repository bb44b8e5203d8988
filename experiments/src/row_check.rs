//! What the rows of a dataset have to be, by its request: who sat where, which deal, what was before, what was gained.

use crate::dataset::{BLOCK_HANDS, Check, DecisionRow, HandOutline, HandRow, Manifest, MatchRow, ResultRow, RevealRow};
use crate::play::{Deals, RandomHands, check_decisions, check_replayed, row_setup};
use crate::tournament::{Format, gains, lineups};
use clap::ValueEnum;
use gongzhu::kernel::Detail;
use gongzhu::rng::{Purpose, Rng, stream};
use gongzhu::{BySeat, Deal, Match, MatchResult, Rules, Seat, Setup};
use serde_json::Value;
use std::ops::Range;

/// What a manifest says of the rows, made ready for [`RowCheck`].
#[derive(Debug)]
pub struct Expectation {
    rules: Rules,
    seed: u64,
    /// The deals follow from the seed, and not from a file.
    seeded: bool,
    kind: Kind,
}

/// What was played.
#[derive(Debug)]
enum Kind {
    Hands {
        bots: [u8; 4],
        /// The kernel played them, from its own stream.
        random: bool,
    },
    /// Matches, number after number.
    Matches {
        /// The tables of each number, in tournaments; in simulations there is one.
        places: Vec<Place>,
        longest: u64,
    },
    /// The hands of each deal.
    Tournament { places: Vec<Place> },
}

/// A table of a tournament within its deal or number of matches.
#[derive(Clone, Copy, Debug)]
struct Place {
    lineup: i32,
    seating: u8,
    bots: [u8; 4],
}

impl Expectation {
    /// The expectation of a dataset.
    ///
    /// # Errors
    /// Rules or a request that this program does not make, in words.
    pub fn new(manifest: &Manifest) -> Result<Expectation, String> {
        let origin = &manifest.origin;
        let rules = Rules::from_toml(&origin.rules.toml)
            .map_err(|error| format!("the rules in the manifest cannot be read: {error}"))?;
        let kind = Kind::new(manifest, &rules)?;
        let seeded = !origin.request.contains_key("deals_sha256");
        Ok(Expectation { rules, seed: origin.seed, seeded, kind })
    }
}

impl Kind {
    fn new(manifest: &Manifest, rules: &Rules) -> Result<Kind, String> {
        let request = &manifest.origin.request;
        let number = |key: &str| request.get(key).and_then(Value::as_u64).filter(|&number| number > 0);
        let ids = manifest.hand_ids;
        let command = request.get("command").and_then(Value::as_str).unwrap_or_default();
        let kind = match (command, number("hands"), number("matches"), number("deals")) {
            ("simulate", Some(hands), None, _) if ids.dense && ids.count == hands => {
                let by_hand = request.contains_key("deals_sha256") || request.contains_key("decisions");
                let random = manifest.origin.bots == ["random"] && !by_hand;
                Some(Kind::Hands { bots: seats(manifest)?, random })
            }
            ("reveal-ev", Some(hands), None, _) if ids.dense && ids.count == hands => {
                Some(Kind::Hands { bots: seats(manifest)?, random: false })
            }
            ("simulate", None, Some(matches), _) if !ids.dense && ids.count.is_multiple_of(matches) => {
                let places = vec![Place { lineup: 0, seating: 0, bots: seats(manifest)? }];
                Some(Kind::Matches { places, longest: ids.count / matches })
            }
            ("tournament", None, Some(matches), None) if !ids.dense => {
                let places = places(manifest, rules)?;
                let tables = matches.checked_mul(places.len() as u64);
                let longest = tables.filter(|&tables| tables > 0 && ids.count.is_multiple_of(tables));
                longest.map(|tables| Kind::Matches { places, longest: ids.count / tables })
            }
            ("tournament", None, None, Some(deals)) if ids.dense => {
                let places = places(manifest, rules)?;
                (deals.checked_mul(places.len() as u64) == Some(ids.count)).then_some(Kind::Tournament { places })
            }
            _ => None,
        };
        kind.ok_or_else(|| "the request in the manifest is none of this program, or does not fit hand_ids".to_owned())
    }
}

/// Who sits where in a simulation.
fn seats(manifest: &Manifest) -> Result<[u8; 4], String> {
    let origin = &manifest.origin;
    let players = origin.request.get("players").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let number = |player: &Value| origin.bots.iter().position(|bot| Some(bot.as_str()) == player.as_str());
    let numbers: Option<Vec<u8>> = players.iter().map(|player| number(player)?.try_into().ok()).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| "the players in the manifest are not four of its bots".to_owned())
}

/// The tables of each deal, or number of matches, of a tournament.
fn places(manifest: &Manifest, rules: &Rules) -> Result<Vec<Place>, String> {
    let origin = &manifest.origin;
    let name = origin.request.get("format").and_then(Value::as_str).unwrap_or_default();
    let format =
        Format::from_str(name, false).map_err(|_| format!("the format {name:?} in the manifest is not known"))?;
    let lineups = lineups(origin.bots.len(), format, rules.partnership()).map_err(|error| error.to_string())?;
    let places = (0..).zip(&lineups).flat_map(|(lineup, seats)| {
        (0..).zip(&seats.seatings).map(move |(seating, &bots)| Place { lineup, seating, bots })
    });
    Ok(places.collect())
}

/// The check of the rows of one part: decisions are legal, the rest of a hand follows from them, and what it began with is
/// what the request, the seed and the hands before say.
pub struct RowCheck<'a> {
    expected: Result<&'a Expectation, &'a String>,
    /// Whether the fault of the manifest was told.
    told: bool,
    /// The deal that was made from the seed last, by its number.
    setup: Option<(u64, Setup<'a>)>,
    /// The block of random hands that was made last, by its number.
    block: Option<(u64, [Setup<'a>; BLOCK_HANDS])>,
    before: Option<HandOutline>,
    matches: Range<i64>,
    replay: Option<MatchReplay<'a>>,
}

/// A match that is played again.
struct MatchReplay<'a> {
    game: Match<'a>,
    deals: Rng,
}

impl<'a> RowCheck<'a> {
    /// A check of one part.
    pub fn new(expected: Result<&'a Expectation, &'a String>) -> RowCheck<'a> {
        RowCheck { expected, told: false, setup: None, block: None, before: None, matches: 0..0, replay: None }
    }

    /// The setup of deal `index` by the seed.
    fn seeded(&mut self, expected: &'a Expectation, index: u64) -> Setup<'a> {
        if let Kind::Hands { bots, random: true } = expected.kind {
            let (number, lane) = (index / BLOCK_HANDS as u64, index as usize % BLOCK_HANDS);
            let setups = match self.block {
                Some((known, setups)) if known == number => setups,
                _ => RandomHands::new(&expected.rules, bots, expected.seed, Detail::Piles).setups(index),
            };
            self.block = Some((number, setups));
            return setups[lane];
        }
        match self.setup {
            Some((known, setup)) if known == index => setup,
            _ => {
                let setup = Deals::Seeded(expected.seed).setup(&expected.rules, index);
                self.setup = Some((index, setup));
                setup
            }
        }
    }

    fn check_outline(&mut self, expected: &'a Expectation, hand: &HandOutline) -> Result<(), String> {
        let id = u64::try_from(hand.hand_id).map_err(|_| "a negative hand id".to_owned())?;
        let (deal, seating, bots) = match &expected.kind {
            Kind::Hands { bots, .. } => (Some(id), 0, *bots),
            Kind::Matches { places, longest } => {
                let place = places[(id / (*longest).max(1) % places.len() as u64) as usize];
                (None, place.seating, place.bots)
            }
            Kind::Tournament { places } => {
                let hands = places.len() as u64;
                let place = places[(id % hands) as usize];
                (Some(id / hands), place.seating, place.bots)
            }
        };
        if (hand.seating, hand.bot) != (seating, bots) {
            return Err("other bots or another seating than the request has".to_owned());
        }
        match (&expected.kind, deal) {
            (Kind::Matches { longest, .. }, _) => self.check_sequence(*longest, hand),
            _ if hand.match_id.is_some() => Err("has a match, where hands are independent".to_owned()),
            (_, Some(deal)) if expected.seeded => same_start(&self.seeded(expected, deal), hand),
            _ => Ok(()),
        }
    }

    /// Checks the place of a hand in its match: numbers, ids and totals go on from the hand before.
    fn check_sequence(&mut self, longest: u64, hand: &HandOutline) -> Result<(), String> {
        let id = hand.match_id.ok_or("has no match")?;
        let before = self.before.replace(*hand);
        let (first, number) = (hand.hand_number == 0, i64::from(hand.hand_number));
        if id.checked_mul(longest as i64).and_then(|ids| ids.checked_add(number)) != Some(hand.hand_id) {
            return Err(format!("is hand {number} of match {id}, which has another id"));
        }
        if first {
            let next = std::mem::replace(&mut self.matches.start, id + 1);
            return match () {
                () if id != next => Err(format!("begins match {id}, where {next} follows")),
                () if hand.total_before != [0; 4] => Err("begins a match, with totals".to_owned()),
                () => Ok(()),
            };
        }
        let before = before.filter(|before| before.match_id == hand.match_id);
        let before = before.ok_or_else(|| format!("is hand {number} of match {id}, which has not begun"))?;
        if i64::from(before.hand_number) + 1 != number {
            return Err(format!("is hand {number} of its match, after hand {}", before.hand_number));
        }
        let sum = |seat: usize| before.total_before[seat].checked_add(i32::from(before.score[seat]));
        if (0..4).any(|seat| sum(seat) != Some(hand.total_before[seat])) {
            return Err("total_before is not the sum of the scores before".to_owned());
        }
        Ok(())
    }

    /// What a hand of a match begins with by the seed and the hands before; nothing where those could not be replayed.
    fn next_of_match(&mut self, expected: &'a Expectation, row: &HandRow) -> Result<Option<Setup<'a>>, String> {
        let mut ended = Ok(());
        if row.hand_number == 0 {
            ended = self.check_ended();
            let tables = if let Kind::Matches { places, .. } = &expected.kind { places.len() as u64 } else { 1 };
            let deals = stream(expected.seed, row.match_id.unwrap_or_default() as u64 / tables, Purpose::Deal);
            self.replay = Some(MatchReplay { game: Match::new(&expected.rules), deals });
        }
        ended?;
        let Some(MatchReplay { game, deals }) = &mut self.replay else { return Ok(None) };
        match game.next_hand(|| Deal::random(deals)) {
            Some(setup) => Ok(Some(setup)),
            None => Err("follows the end of its match".to_owned()),
        }
    }

    /// Checks that the match that was replayed last is over.
    fn check_ended(&mut self) -> Result<(), String> {
        match self.replay.take() {
            Some(replay) if replay.game.result().is_none() => {
                Err("the match before lacks hands: it is not over".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn check_hand(&mut self, expected: &'a Expectation, row: &HandRow) -> Result<(), String> {
        let setup = row_setup(&expected.rules, row)?;
        let wanted = match &expected.kind {
            Kind::Matches { .. } => self.next_of_match(expected, row)?,
            _ if !expected.seeded => None,
            Kind::Hands { .. } => Some(self.seeded(expected, row.hand_id as u64)),
            Kind::Tournament { places } => Some(self.seeded(expected, row.hand_id as u64 / places.len() as u64)),
        };
        if let Some(wanted) = wanted {
            same_start(&wanted, &HandOutline::from(row))?;
            if wanted.deal != setup.deal {
                return Err("the deal is not the one of the seed".to_owned());
            }
        }
        let state = check_replayed(&setup, row)?;
        if let Some(replay) = &mut self.replay {
            replay.game.finish_hand(&state);
        }
        Ok(())
    }
}

/// Compares what a hand began with, but for the cards.
fn same_start(setup: &Setup<'_>, hand: &HandOutline) -> Result<(), String> {
    let number = |seat: Option<Seat>| seat.map(|seat| seat.index() as u8);
    match () {
        () if i64::from(setup.number) != i64::from(hand.hand_number) => {
            Err(format!("is hand {} of its match, not {}", hand.hand_number, setup.number))
        }
        () if setup.totals.0 != hand.total_before => Err("total_before is not the sum of the scores before".to_owned()),
        () if number(setup.opening_seat) != hand.opening_seat => Err("the opening seat is another".to_owned()),
        () if number(setup.pig_taker) != hand.pig_taker => Err("the pig taker is another".to_owned()),
        () => Ok(()),
    }
}

impl Check for RowCheck<'_> {
    fn begin(&mut self, ids: Range<i64>) {
        if let Ok(Expectation { kind: Kind::Matches { longest, .. }, .. }) = self.expected {
            let longest = (*longest).max(1) as i64;
            self.matches = ids.start / longest..ids.end / longest;
        }
    }

    fn outline(&mut self, hand: &HandOutline) -> Result<(), String> {
        match self.expected {
            Ok(expected) => self.check_outline(expected, hand),
            Err(_) if std::mem::replace(&mut self.told, true) => Ok(()),
            Err(message) => Err(message.clone()),
        }
    }

    fn hand(&mut self, row: &HandRow) -> Result<(), String> {
        let Ok(expected) = self.expected else { return Ok(()) };
        let checked = self.check_hand(expected, row);
        if checked.is_err() {
            // What follows in the match can't be told from here.
            self.replay = None;
        }
        checked
    }

    fn end(&mut self) -> Result<(), String> {
        self.check_ended()?;
        if self.matches.start != self.matches.end {
            return Err(format!("ends before match {}", self.matches.start));
        }
        Ok(())
    }

    fn result(&mut self, row: &ResultRow) -> Result<(), String> {
        let Ok(Expectation { kind: Kind::Tournament { places }, rules, .. }) = self.expected else { return Ok(()) };
        let hands = places.len() as i64;
        let place = places[row.hand_id.rem_euclid(hands) as usize];
        let gain = gains(rules, &row.bot, &row.score).map(|gain| gain as f64 / TWELFTHS);
        match () {
            () if row.deal_id != row.hand_id / hands => Err("belongs to another deal".to_owned()),
            () if row.lineup != place.lineup => Err("belongs to another line-up".to_owned()),
            () if (row.seating, row.bot) != (place.seating, place.bots) => {
                Err("other bots or another seating than the request has".to_owned())
            }
            () if row.gain.map(f64::to_bits) != gain.map(f64::to_bits) => {
                Err("the gain does not follow from the scores".to_owned())
            }
            () => Ok(()),
        }
    }

    fn reveal(&mut self, row: &RevealRow) -> Result<(), String> {
        let within = |part: u64, whole: u64| part & !whole == 0;
        match () {
            () if row.seat > 3 || row.position > 3 => Err("has a seat or position above 3".to_owned()),
            () if row.hand.count_ones() != 13 || row.hand >> 52 != 0 => {
                Err("the hand is not thirteen cards".to_owned())
            }
            () if row.revealable == 0 || !within(row.revealable, row.hand) || !within(row.received, row.hand) => {
                Err("revealable or received cards are not in the hand".to_owned())
            }
            () if !within(row.reveal, row.revealable) || !within(row.bot_reveals, row.revealable) => {
                Err("reveals what the seat may not".to_owned())
            }
            () if row.revealed_before & row.hand != 0 => Err("others have revealed cards of the hand".to_owned()),
            () => Ok(()),
        }
    }

    fn decisions(&mut self, hand: &HandRow, rows: &[DecisionRow]) -> Result<(), String> {
        let Ok(Expectation { rules, .. }) = self.expected else { return Ok(()) };
        check_decisions(rules, hand, rows)
    }

    fn outcome(&mut self, row: &MatchRow) -> Result<(), String> {
        let Ok(Expectation { kind: Kind::Matches { places, .. }, rules, .. }) = self.expected else { return Ok(()) };
        let tables = places.len() as i64;
        let place = places[row.match_id.rem_euclid(tables) as usize];
        let result = MatchResult::of(rules, BySeat(row.total), u32::try_from(row.hands).unwrap_or_default());
        let gain = gains(rules, &row.bot, &row.total).map(|gain| gain as f64 / TWELFTHS);
        match () {
            () if row.match_number != row.match_id / tables => Err("belongs to another number".to_owned()),
            () if row.lineup != place.lineup => Err("belongs to another line-up".to_owned()),
            () if (row.seating, row.bot) != (place.seating, place.bots) => {
                Err("other bots or another seating than the request has".to_owned())
            }
            () if (row.place, row.weight) != (result.places.0, result.weight) => {
                Err("places and weight do not follow from the totals".to_owned())
            }
            () if row.gain.map(f64::to_bits) != gain.map(f64::to_bits) => {
                Err("the gain does not follow from the totals".to_owned())
            }
            () => Ok(()),
        }
    }
}

/// Gains count in twelfths of a point.
const TWELFTHS: f64 = 12.0;
