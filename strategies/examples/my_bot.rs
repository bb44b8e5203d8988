//! A bot of one's own in thirty lines, and a duplicate match against `heuristic`. Run it with
//! `cargo run --release -p gongzhu-strategies --example my_bot`; a crate outside this workspace needs the same two dependencies,
//! `gongzhu` and `gongzhu-strategies`, and nothing else.

use gongzhu::rng::{Purpose, Rng, stream};
use gongzhu::table::play_hand;
use gongzhu::{BySeat, Card, CardSet, Deal, Rules, Seat, Setup, State, Strategy, View};
use gongzhu_strategies::{Bot, BotSpec};

/// Ducks as high as it can, and throws away the highest card when it is void.
struct MyBot;

impl Strategy for MyBot {
    fn play(&mut self, view: &View<'_>, legal: CardSet, _: &mut Rng) -> Card {
        let under = view.trick().highest().map_or(CardSet::EMPTY, |best| legal & CardSet::below(best));
        let high = |cards: CardSet| cards.iter().max_by_key(|card| card.rank());
        let void = view.trick().suit().is_some_and(|suit| !legal.meets(CardSet::suit(suit)));
        let card = if void { high(legal) } else { high(under).or(legal.iter().min_by_key(|card| card.rank())) };
        card.expect("a legal card")
    }
}

/// A table needs one type for its four seats: an own bot beside those of the registry, or `Box<dyn Strategy>`.
fn player(mine: bool, other: &BotSpec) -> Box<dyn Strategy> {
    if mine { Box::new(MyBot) } else { Box::<Bot>::new(other.build()) }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::parse("pagat")?;
    let other: BotSpec = std::env::args().nth(1).as_deref().unwrap_or("heuristic").parse()?;
    let deals = 2_000;
    let mut gains = Vec::new();
    for deal in 0..deals {
        let setup = Setup::first(&rules, Deal::random(&mut stream(1, deal, Purpose::Deal)));
        let mut gain = 0.0;
        // The same deal once from each seat, so that its luck cancels.
        for me in Seat::ALL {
            let mut state = State::new(&setup)?;
            let mut players = BySeat::from_fn(|seat| player(seat == me, &other));
            let table = me.index() as u32;
            let mut streams = BySeat::from_fn(|seat| stream(1, deal, Purpose::Seat { table, seat }));
            play_hand(&mut state, &mut players, &mut streams);
            let scores = state.scores().map(f64::from);
            let others: f64 = Seat::ALL.into_iter().filter(|&seat| seat != me).map(|seat| scores[seat]).sum();
            gain += (scores[me] - others / 3.0) / 4.0;
        }
        gains.push(gain);
    }
    let n = gains.len() as f64;
    let mean = gains.iter().sum::<f64>() / n;
    let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (n - 1.0);
    println!("one seat against three {other}: {mean:+.1} ± {:.1} points a hand", (variance / n).sqrt());
    Ok(())
}
