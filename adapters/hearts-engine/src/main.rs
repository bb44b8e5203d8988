//! Duplicate deals of Hearts between the bots of this project and those of the crate `hearts-engine`.
//!
//! Both engines play every hand side by side: each bot decides on the view that its own engine gives it, both engines have to
//! agree on who decides, on what is legal and on the points. So every run is a comparison of the rules too.

mod hand;

use clap::{Parser, ValueEnum};
use gongzhu::rng::{Purpose, stream};
use gongzhu::{BySeat, Deal, Rules, Seat, Setup};
use gongzhu_strategies::BotSpec;
use hand::{Clocks, Other, Player, play};
use rayon::prelude::*;

/// Plays a bot of this project against a bot of hearts-engine 0.1.1 over duplicate deals.
#[derive(Parser)]
struct Arguments {
    /// The bot of this project, as in `gongzhu tournament --players`.
    #[arg(default_value = "pimc:ms=3")]
    bot: BotSpec,
    /// The bot of hearts-engine: `greedy` or `mc:SAMPLES`.
    #[arg(default_value = "mc:128")]
    other: Other,
    /// How many deals; each is played once from every seat, and once by each pair of opposite seats.
    #[arg(long, default_value_t = 400)]
    deals: u64,
    /// Who sits where; without it all line-ups are played.
    #[arg(long)]
    line_up: Option<LineUp>,
    /// The seed of deals and bots.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Who sits where.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LineUp {
    /// One seat of ours, three of theirs.
    Alone,
    /// Two opposite seats of ours, two of theirs.
    Pair,
    /// One seat of theirs, three of ours.
    OtherAlone,
}

impl LineUp {
    fn name(self) -> &'static str {
        match self {
            LineUp::Alone => "one of ours, three of theirs",
            LineUp::Pair => "two of ours, two of theirs",
            LineUp::OtherAlone => "three of ours, one of theirs",
        }
    }

    /// Whether the seat is ours at table `table` of the deal, one of four.
    fn is_ours(self, seat: Seat, table: usize) -> bool {
        match self {
            LineUp::Alone => seat.index() == table,
            LineUp::Pair => seat.index() % 2 == table % 2,
            LineUp::OtherAlone => seat.index() != table,
        }
    }

    /// In how many ways the seats are taken.
    fn tables(self) -> usize {
        match self {
            LineUp::Alone | LineUp::OtherAlone => 4,
            LineUp::Pair => 2,
        }
    }
}

/// What a deal brought: the mean points of their seats less those of ours, averaged over its tables, and the time taken.
fn deal(arguments: &Arguments, rules: &[Rules; 4], line_up: LineUp, index: u64) -> (f64, Clocks) {
    let cards = Deal::random(&mut stream(arguments.seed, index, Purpose::Deal));
    // The four directions of the pass come in turn.
    let number = (index % 4) as usize;
    let setup = Setup { number: number as u32, ..Setup::first(&rules[number], cards) };
    let mut clocks = Clocks::default();
    let gains = (0..line_up.tables()).map(|table| {
        let players = BySeat::from_fn(|seat| {
            let streamed = Purpose::Seat { table: table as u32, seat };
            let rng = stream(arguments.seed, index, streamed);
            if line_up.is_ours(seat, table) {
                Player::ours(&arguments.bot, rng)
            } else {
                Player::theirs(arguments.other, rng)
            }
        });
        let ours = Seat::ALL.map(|seat| line_up.is_ours(seat, table));
        let points = play(&setup, players, &mut clocks);
        let mean = |mine: bool| {
            let of = Seat::ALL.into_iter().filter(|seat| ours[seat.index()] == mine);
            of.clone().map(|seat| f64::from(points[seat])).sum::<f64>() / of.count() as f64
        };
        mean(false) - mean(true)
    });
    (gains.sum::<f64>() / line_up.tables() as f64, clocks)
}

/// The rules of hearts-engine for hand `number` of the four: 26 points for a moon go to the others, always. The dealer, who
/// has nothing else to do in Hearts, is the one after whom seat 0 passes first, as there.
fn rules_of(number: usize) -> Rules {
    let dealer = ((3 - number) % 4).to_string();
    let rules = Rules::parse("hearts");
    let rules = rules.and_then(|rules| rules.with_settings([("moon", "others_plus"), ("first_dealer", &dealer)]));
    rules.expect("a rule set of this project")
}

fn main() {
    let arguments = Arguments::parse();
    let rules = std::array::from_fn(rules_of);
    println!("{} against {}, {} deals, seed {}", arguments.bot, arguments.other, arguments.deals, arguments.seed);
    let line_ups = LineUp::value_variants().iter().copied();
    for line_up in line_ups.filter(|&line_up| arguments.line_up.is_none_or(|wanted| wanted == line_up)) {
        let deals: Vec<_> =
            (0..arguments.deals).into_par_iter().map(|index| deal(&arguments, &rules, line_up, index)).collect();
        let count = deals.len() as f64;
        let mean = deals.iter().map(|deal| deal.0).sum::<f64>() / count;
        let variance = deals.iter().map(|deal| (deal.0 - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let clocks = deals.iter().fold(Clocks::default(), |sum, deal| sum + deal.1);
        println!(
            "{}: {mean:+.2} ± {:.2} points a seat and deal; {:.2} ms a decision, theirs {:.2} ms",
            line_up.name(),
            (variance / count).sqrt(),
            clocks.ours.milliseconds(),
            clocks.theirs.milliseconds(),
        );
    }
}
