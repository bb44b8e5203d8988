//! Writes what seats see at their turns, and the hidden hands, from which `scripts/fit_whereabouts.py` fits where hidden cards are likely
//! to be (`search/whereabouts.rs`).
//!
//! `cargo run --release -p gongzhu-strategies --example log_views -- scrofa 60000 pimc:worlds=64,heuristic views.bin`
//!
//! In three of five hands the seats opposite each other are played by the same bot, else each seat by any. A third of all decisions between cards is
//! logged: the number of tricks played; the clues to each of the other three hands, in turn order, 160 16-bit numbers filled up with 65,535;
//! and sixteen worlds, the true one first and the others uniform, each as the cards of these three seats, 52-bit sets (DATA.md §5) in 64
//! bits. All numbers are little-endian; a view is 1,352 bytes.

use gongzhu::rng::{Purpose, Rng, below, stream};
use gongzhu::sample::{Constraints, Sampler};
use gongzhu::{Action, BySeat, Deal, Phase, Rules, Seat, Setup, State, Strategy, View};
use gongzhu_strategies::{BotSpec, clues::clues};
use std::io::Write;

const WORLDS: usize = 16;
const ROOM: usize = 160;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rules, hands, bots, file] = arguments.as_slice() else {
        return Err("give a rule set, a number of hands, bots separated by commas, and a file".into());
    };
    let rules = Rules::parse(rules)?;
    let bots: Vec<BotSpec> = bots.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let mut out = std::io::BufWriter::new(std::fs::File::create(file)?);
    for hand in 0..hands.parse()? {
        let mut deals = stream(99, hand, Purpose::Deal);
        let setup = Setup {
            number: rules.independent_number(hand),
            pig_taker: Some(Seat::wrapping(below(&mut deals, 4))),
            ..Setup::first(&rules, Deal::random(&mut deals))
        };
        log_hand(&setup, &bots, hand, &mut out)?;
    }
    Ok(out.flush()?)
}

fn log_hand(setup: &Setup<'_>, bots: &[BotSpec], hand: u64, out: &mut impl Write) -> Result<(), Failure> {
    let mut rng = stream(98, hand, Purpose::Deal);
    let in_pairs = below(&mut rng, 5) < 3;
    let drawn = BySeat::from_fn(|_| below(&mut rng, bots.len()));
    let mut players = BySeat::from_fn(|seat| bots[drawn.0[if in_pairs { seat.side() } else { seat.index() }]].build());
    let mut rngs = BySeat::from_fn(|seat| stream(99, hand, Purpose::Seat { table: 0, seat }));
    let mut state = State::new(setup)?;
    while state.phase() != Phase::Over {
        let seat = state.turn();
        let view = View::new(&state, seat);
        if state.phase() == Phase::Play && state.legal_cards().len() > 1 && below(&mut rng, 3) == 0 {
            log_view(&state, &view, &mut rng, out)?;
        }
        let (player, rng) = (&mut players[seat], &mut rngs[seat]);
        let actions: Vec<Action> = match state.phase() {
            Phase::Pass => player.pass(&view, rng).iter().map(Action::card).collect(),
            Phase::Reveal => {
                let cards = player.reveal(&view, state.legal_reveals(), rng);
                cards.iter().filter_map(Action::reveal).chain([Action::DONE]).collect()
            }
            Phase::Play => vec![Action::card(player.play(&view, state.legal_cards(), rng))],
            Phase::Assign | Phase::Over => return Err("there are no clues in Tantony".into()),
        };
        for action in actions {
            state.play(action)?;
        }
    }
    Ok(())
}

fn log_view(state: &State<'_>, view: &View<'_>, rng: &mut Rng, out: &mut impl Write) -> Result<(), Failure> {
    let sampler = Sampler::new(&Constraints::of(view))?;
    let Some(lists) = clues(view).filter(|_| sampler.worlds() > 1) else { return Ok(()) };
    let mut worlds = [*state.hands(); WORLDS];
    sampler.fill(rng, &mut worlds[1..]);
    out.write_all(&(state.tricks_played() as u64).to_le_bytes())?;
    for list in lists {
        let filled = list.into_iter().chain(std::iter::repeat(u16::MAX)).take(ROOM);
        filled.into_iter().try_for_each(|clue| out.write_all(&clue.to_le_bytes()))?;
    }
    for world in worlds {
        for steps in 1..4 {
            out.write_all(&world[view.seat().offset(steps)].to_mask().to_le_bytes())?;
        }
    }
    Ok(())
}
