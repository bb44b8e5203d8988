//! Playing one hand or one match and writing down its rows.

use crate::dataset::HandRow;
use crate::error::RunError;
use gongzhu::rng::{Purpose, Rng, stream};
use gongzhu::{BySeat, CardSet, Deal, Game, Match, Rules, Seat, Setup, State, table};
use gongzhu_strategies::{Bot, BotSpec};

/// Who sits where: a bot per seat, as an index into the bots of the run, and the number of the table, which picks the
/// random streams of the seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The number of the table: the seating in duplicate play.
    pub table: u32,
    /// The bot of each seat.
    pub bots: [u8; 4],
}

impl Seating {
    fn players(&self, bots: &[BotSpec]) -> BySeat<Bot> {
        BySeat(self.bots.map(|bot| bots[usize::from(bot)].build()))
    }

    fn streams(&self, seed: u64, index: u64) -> BySeat<Rng> {
        BySeat::from_fn(|seat| stream(seed, index, Purpose::Seat { table: self.table, seat }))
    }
}

/// Plays an independent hand. `index` is the number of its deal; the seats decide from their streams of that number.
///
/// # Errors
/// The setup lacks what the rules need of an earlier hand.
#[inline]
pub fn play_single(
    setup: &Setup<'_>,
    bots: &[BotSpec],
    seating: &Seating,
    seed: u64,
    index: u64,
) -> Result<HandRow, RunError> {
    let mut state = State::new(setup)?;
    let faults = table::play_hand(&mut state, &mut seating.players(bots), &mut seating.streams(seed, index));
    Ok(row(&state, seating, faults))
}

/// Plays match `index` and appends its hands to `rows`. The deals come one after another from the deal stream `index`, the
/// decisions of all hands from the seats' streams.
///
/// # Errors
/// A match of more than `longest` hands: with these rules and bots it may never end.
pub fn play_match(
    rules: &Rules,
    bots: &[BotSpec],
    seating: &Seating,
    seed: u64,
    index: u64,
    longest: u64,
    rows: &mut Vec<HandRow>,
) -> Result<(), RunError> {
    let mut deals = stream(seed, index, Purpose::Deal);
    let (mut players, mut rngs) = (seating.players(bots), seating.streams(seed, index));
    let mut game = Match::new(rules);
    while let Some(setup) = game.next_hand(|| Deal::random(&mut deals)) {
        if u64::from(setup.number) >= longest {
            return Err(RunError::Failed(format!(
                "match {index} is not over after {longest} hands; set max_hands, or limits that these bots reach"
            )));
        }
        let mut state = State::new(&setup)?;
        let faults = table::play_hand(&mut state, &mut players, &mut rngs);
        rows.push(HandRow {
            hand_id: (index * longest + u64::from(setup.number)) as i64,
            match_id: Some(index as i64),
            ..row(&state, seating, faults)
        });
        game.finish_hand(&state);
    }
    Ok(())
}

/// The row of a finished hand, but for its ids.
pub(super) fn row(state: &State<'_>, seating: &Seating, faults: BySeat<u8>) -> HandRow {
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
