//! Playing one hand or one match and writing down its rows.

use super::crew::Crew;
use super::decisions::watch;
use super::produce::Rows;
use super::timing::Stopwatch;
use crate::dataset::{DecisionRow, HandRow, PART_HANDS};
use crate::error::RunError;
use gongzhu::rng::{Purpose, Rng, stream};
use gongzhu::{BySeat, CardSet, Deal, Game, Match, Rules, Seat, Setup, State, Strategy, table};
use gongzhu_strategies::Bot;

/// Hand ids that a match reserves, and so the longest match.
pub const LONGEST_MATCH: u64 = 1 << 16;

/// About how many hands a match has.
pub const USUAL_MATCH: u64 = 16;

/// Matches in a part of a dataset: about as many hands as in a part of independent hands.
pub const PART_MATCHES: u64 = PART_HANDS / USUAL_MATCH;

/// About how many decisions a hand has, of all games at most.
pub const USUAL_DECISIONS: u64 = 64;

/// Hands that were played, and their decisions if these are kept.
#[derive(Debug, Default)]
pub struct Played {
    /// Their rows of table `hands`.
    pub hands: Vec<HandRow>,
    /// Their rows of table `decisions`.
    pub decisions: Vec<DecisionRow>,
}

impl Rows for Played {
    fn add(&mut self, later: Played) {
        self.hands.add(later.hands);
        self.decisions.add(later.decisions);
    }
}

/// Who sits where: a bot per seat, as an index into the bots of the run, and the number of the table, which picks the
/// random streams of the seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The number of the table: the seating in duplicate play.
    pub table: u32,
    /// The bot of each seat.
    pub bots: [u8; 4],
}

/// Four players at a table: from their seed and their seating follow their random streams.
#[derive(Clone, Copy, Debug)]
pub struct Players<'a> {
    /// The bots of the run.
    pub crew: &'a Crew,
    /// Who of them sits where.
    pub seating: Seating,
    /// The seed of the run.
    pub seed: u64,
    /// What times their decisions, where they are timed.
    pub stopwatch: Option<&'a Stopwatch>,
}

impl Players<'_> {
    fn build(&self, index: u64) -> BySeat<Bot> {
        BySeat(self.seating.bots.map(|bot| self.crew.bots[usize::from(bot)].build_for(Some(index))))
    }

    fn streams(&self, index: u64) -> BySeat<Rng> {
        BySeat::from_fn(|seat| stream(self.seed, index, Purpose::Seat { table: self.seating.table, seat }))
    }

    /// Plays an independent hand. `index` is the number of its deal; the seats decide from their streams of that number.
    ///
    /// # Errors
    /// The setup lacks what the rules need of an earlier hand.
    #[inline]
    pub fn play_single(&self, setup: &Setup<'_>, index: u64) -> Result<HandRow, RunError> {
        let mut state = State::new(setup)?;
        let mut rngs = self.streams(index);
        let faults = match self.stopwatch {
            None => table::play_hand(&mut state, &mut self.build(index), &mut rngs),
            Some(stopwatch) => {
                let mut players = stopwatch.start(self.build(index));
                let faults = table::play_hand(&mut state, &mut players, &mut rngs);
                stopwatch.stop(&players, self.seating.bots);
                faults
            }
        };
        Ok(row(&state, &self.seating, faults))
    }

    /// Plays an independent hand like [`Players::play_single`], and appends its decisions. Its id is that of its deal.
    ///
    /// # Errors
    /// The setup lacks what the rules need of an earlier hand.
    pub fn watch_single(
        &self,
        setup: &Setup<'_>,
        index: u64,
        decisions: &mut Vec<DecisionRow>,
    ) -> Result<HandRow, RunError> {
        let mut state = State::new(setup)?;
        let (mut bots, mut rngs) = (self.build(index), self.streams(index));
        let faults = watch(&mut state, &mut bots, &mut rngs, index as i64, &self.seating, decisions);
        Ok(HandRow { hand_id: index as i64, ..row(&state, &self.seating, faults) })
    }

    /// Plays match `index` like [`Players::play_match`], and appends its decisions too.
    ///
    /// # Errors
    /// A match of more than [`LONGEST_MATCH`] hands.
    pub fn watch_match(&self, rules: &Rules, index: u64, match_id: u64, played: &mut Played) -> Result<(), RunError> {
        let Played { hands, decisions } = played;
        let mut play = |state: &mut State<'_>, bots: &mut BySeat<Bot>, rngs: &mut BySeat<Rng>, id: i64| {
            watch(state, bots, rngs, id, &self.seating, decisions)
        };
        self.play_match_as(&mut self.build(index), rules, index, match_id, hands, &mut play)
    }

    /// Plays match `index` and appends its hands to `rows` as those of match `match_id` of the dataset. The deals come one
    /// after another from the deal stream `index`, the decisions of all hands from the seats' streams.
    ///
    /// # Errors
    /// A match of more than [`LONGEST_MATCH`] hands: with these rules and bots it may never end.
    pub fn play_match(
        &self,
        rules: &Rules,
        index: u64,
        match_id: u64,
        rows: &mut Vec<HandRow>,
    ) -> Result<(), RunError> {
        match self.stopwatch {
            None => self.play_match_as(&mut self.build(index), rules, index, match_id, rows, &mut play_hand),
            Some(stopwatch) => {
                let mut players = stopwatch.start(self.build(index));
                let played = self.play_match_as(&mut players, rules, index, match_id, rows, &mut play_hand);
                stopwatch.stop(&players, self.seating.bots);
                played
            }
        }
    }

    /// Plays a match whose hands, each of an id, are played by `play`.
    fn play_match_as<S>(
        &self,
        players: &mut BySeat<S>,
        rules: &Rules,
        index: u64,
        match_id: u64,
        rows: &mut Vec<HandRow>,
        play: &mut impl FnMut(&mut State<'_>, &mut BySeat<S>, &mut BySeat<Rng>, i64) -> BySeat<u8>,
    ) -> Result<(), RunError> {
        let mut deals = stream(self.seed, index, Purpose::Deal);
        let mut rngs = self.streams(index);
        let mut game = Match::new(rules);
        while let Some(setup) = game.next_hand(|| Deal::random(&mut deals)) {
            if u64::from(setup.number) >= LONGEST_MATCH {
                return Err(RunError::Failed(format!(
                    "match {index} is not over after {LONGEST_MATCH} hands; set max_hands, or limits that these bots reach"
                )));
            }
            let mut state = State::new(&setup)?;
            let hand_id = (match_id * LONGEST_MATCH + u64::from(setup.number)) as i64;
            let faults = play(&mut state, players, &mut rngs, hand_id);
            rows.push(HandRow { hand_id, match_id: Some(match_id as i64), ..row(&state, &self.seating, faults) });
            game.finish_hand(&state);
        }
        Ok(())
    }
}

/// Plays a hand, whatever its id.
fn play_hand<S: Strategy>(
    state: &mut State<'_>,
    players: &mut BySeat<S>,
    rngs: &mut BySeat<Rng>,
    _hand_id: i64,
) -> BySeat<u8> {
    table::play_hand(state, players, rngs)
}

/// The row of a finished hand, but for its ids.
pub fn row(state: &State<'_>, seating: &Seating, faults: BySeat<u8>) -> HandRow {
    let setup = state.setup();
    let seat_number = |seat: Seat| seat.index() as u8;
    let mut plays = [0; 52];
    for (to, card) in plays.iter_mut().zip(state.plays()) {
        *to = card.index();
    }
    let mut winners = [0; 13];
    for (to, seat) in winners.iter_mut().zip(state.winners()) {
        *to = seat_number(seat);
    }
    let assign = (setup.rules.game() == Game::Tantony).then(|| {
        let mut assign = [0; 12];
        for (to, seat) in assign.iter_mut().zip(state.assigned()) {
            *to = seat_number(seat);
        }
        assign
    });
    HandRow {
        hand_id: 0,
        match_id: None,
        seating: seating.table as u8,
        hand_number: setup.number as i32,
        bot: seating.bots,
        total_before: setup.totals.0,
        opening_seat: setup.opening_seat.map(seat_number),
        pig_taker: setup.pig_taker.map(seat_number),
        deal: setup.deal.hands().0.map(CardSet::to_mask),
        pass: setup.pass_offset().map(|_| state.passed().0.map(CardSet::to_mask)),
        revealed: state.revealed().to_mask(),
        plays,
        assign,
        winners,
        taken: state.taken().0.map(CardSet::to_mask),
        score: state.scores().0,
        faults: faults.0,
    }
}
