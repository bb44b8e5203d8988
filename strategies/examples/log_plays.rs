//! Writes what there is to see of the legal cards at every decision of bots at play, from which `scripts/fit_habits.py` fits how
//! players choose (`search/habits.rs`).
//!
//! `cargo run --release -p gongzhu-strategies --example log_plays -- classic 3000 pimc:worlds=200,heuristic plays.bin`
//!
//! A decision is four bytes (kind: 0 lead, 1 follow, 2 discard; number of legal cards; place of the card chosen among them; tricks
//! played), then for each legal card its features and the length of its suit in hand in fours, as little-endian 32-bit floats.

use gongzhu::rng::{Purpose, below, stream};
use gongzhu::{Action, BySeat, Deal, Phase, Rules, Seat, Setup, State, Strategy, View};
use gongzhu_strategies::{BotSpec, habits::Moment};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
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

fn log_hand(
    setup: &Setup<'_>,
    bots: &[BotSpec],
    hand: u64,
    out: &mut impl Write,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut state = State::new(setup)?;
    let mut players = BySeat::from_fn(|seat| bots[(seat.index() + hand as usize) % bots.len()].build());
    let mut rngs = BySeat::from_fn(|seat| stream(99, hand, Purpose::Seat { table: 0, seat }));
    let mut moment: Option<Moment> = None;
    while state.phase() != Phase::Over {
        let seat = state.turn();
        let (player, rng) = (&mut players[seat], &mut rngs[seat]);
        let view = View::new(&state, seat);
        let actions: Vec<Action> = match state.phase() {
            Phase::Pass => player.pass(&view, rng).iter().map(Action::card).collect(),
            Phase::Reveal => {
                let cards = player.reveal(&view, state.legal_reveals(), rng);
                cards.iter().filter_map(Action::reveal).chain([Action::DONE]).collect()
            }
            Phase::Play => {
                let legal = state.legal_cards();
                let card = player.play(&view, legal, rng);
                let moment = moment.get_or_insert_with(|| Moment::new(setup.rules, state.revealed()));
                if state.trick().cards.is_empty()
                    && let Some(last) = state.tricks().last()
                {
                    moment.after(last);
                }
                if legal.len() > 1 {
                    let trick = state.trick();
                    let place = legal.iter().position(|other| other == card).unwrap_or(0);
                    let kind = Moment::kind(trick, card) as u8;
                    out.write_all(&[kind, legal.len() as u8, place as u8, state.tricks_played() as u8])?;
                    for card in legal {
                        let length = view.hand().in_suit(card.suit()).len() as f32 / 4.0;
                        for number in moment.features(trick, seat, card).into_iter().chain([length]) {
                            out.write_all(&number.to_le_bytes())?;
                        }
                    }
                }
                vec![Action::card(card)]
            }
            Phase::Assign | Phase::Over => return Err("Tantony has no habits".into()),
        };
        for action in actions {
            state.play(action)?;
        }
    }
    Ok(())
}
