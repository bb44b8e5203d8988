//! How often bots with a budget of time think longer: of their decisions with a choice, those that took more of the processor
//! than the budget, a tenth of it and a millisecond. Run it with
//! `cargo run --release -p gongzhu-strategies --example over_budget -- RULES BOT HANDS MILLISECONDS`.

use gongzhu::rng::{Purpose, Rng, stream};
use gongzhu::table::play_hand;
use gongzhu::{BySeat, Card, CardSet, Deal, Rules, Seat, SeatSet, Setup, State, Strategy, View};
use gongzhu_strategies::clock::Clock;
use gongzhu_strategies::{Bot, BotSpec};
use std::cell::RefCell;

/// Times the decisions of a bot.
struct Timed<'a> {
    bot: Bot,
    times: &'a RefCell<Vec<f64>>,
}

impl Timed<'_> {
    fn time<T>(&mut self, choices: usize, decide: impl FnOnce(&mut Bot) -> T) -> T {
        let start = Clock::Thread.now();
        let decided = decide(&mut self.bot);
        if choices > 1 {
            self.times.borrow_mut().push((Clock::Thread.now() - start).as_secs_f64() * 1e3);
        }
        decided
    }
}

impl Strategy for Timed<'_> {
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        self.time(view.hand().len(), |bot| bot.pass(view, rng))
    }
    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        self.time(1 << revealable.len(), |bot| bot.reveal(view, revealable, rng))
    }
    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        self.time(legal.len(), |bot| bot.play(view, legal, rng))
    }
    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        self.time(legal.iter().count(), |bot| bot.assign(view, legal, rng))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [rules, bot, hands, budget] =
        std::env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|given: Vec<String>| {
            format!("RULES BOT HANDS MILLISECONDS are four arguments, not {}", given.len())
        })?;
    let (rules, bot): (Rules, BotSpec) = (Rules::parse(&rules)?, bot.parse()?);
    let (hands, budget): (u64, f64) = (hands.parse()?, budget.parse()?);
    let times = RefCell::new(Vec::new());
    for index in 0..hands {
        let setup = Setup::first(&rules, Deal::random(&mut stream(1, index, Purpose::Deal)));
        let mut state = State::new(&setup)?;
        let mut players = BySeat::from_fn(|_| Timed { bot: bot.build(), times: &times });
        let mut streams = BySeat::from_fn(|seat| stream(1, index, Purpose::Seat { table: 0, seat }));
        play_hand(&mut state, &mut players, &mut streams);
    }
    let times = times.into_inner();
    let longest = times.iter().copied().fold(0.0, f64::max);
    let over = times.iter().filter(|&&time| time > 1.1 * budget + 1.0).count();
    let (all, mean) = (times.len(), times.iter().sum::<f64>() / times.len() as f64);
    println!(
        "{} {bot}: {over} of {all} decisions over budget, mean {mean:.2} ms, longest {longest:.2} ms",
        rules.to_json()
    );
    Ok(())
}
