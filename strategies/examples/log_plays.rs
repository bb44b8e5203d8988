//! Writes how a bot plays its cards, from which `scripts/fit_rollouts.py` fits the sensible policy of roll-outs
//! (`gongzhu::kernel::SensibleWeights`).
//!
//! `cargo run --release -p gongzhu-strategies --example log_plays -- scrofa 25000 pimc:worlds=256 plays.bin`
//!
//! All four seats are played by the bot. Each choice among at least two cards is 80 bytes: how many cards are legal, which of
//! them was played, and for each of at most thirteen what the policy looks at: the card (DATA.md §4), its situation, how many cards of its
//! suit the player and the others hold, a byte each, and by how many halves of a point the trick would change if it ended with the card, a
//! little-endian number of 16 bits.

use gongzhu::kernel::{MOST_CHANGE, SensibleWeights, Situation};
use gongzhu::rng::{Purpose, below, stream};
use gongzhu::table::watch_hand;
use gongzhu::{Action, ActionKind, BySeat, Card, CardSet, Deal, Game, Phase, Rules, Seat, Setup, State};
use gongzhu_strategies::BotSpec;
use std::io::Write;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rules, hands, bot, file] = arguments.as_slice() else {
        return Err("give a rule set, a number of hands, a bot, and a file".into());
    };
    let rules = Rules::parse(rules)?;
    if rules.game() == Game::Tantony {
        return Err("there is no such policy in Tantony".into());
    }
    let bot: BotSpec = bot.parse()?;
    let mut out = std::io::BufWriter::new(std::fs::File::create(file)?);
    for hand in 0..hands.parse()? {
        let mut deals = stream(97, hand, Purpose::Deal);
        let setup = Setup {
            number: rules.independent_number(hand),
            pig_taker: Some(Seat::wrapping(below(&mut deals, 4))),
            ..Setup::first(&rules, Deal::random(&mut deals))
        };
        log_hand(&setup, &bot, hand, &mut out)?;
    }
    Ok(out.flush()?)
}

fn log_hand(setup: &Setup<'_>, bot: &BotSpec, hand: u64, out: &mut impl Write) -> Result<(), Failure> {
    let weights = SensibleWeights::new(setup.rules);
    let mut players = BySeat::from_fn(|_| bot.build());
    let mut rngs = BySeat::from_fn(|seat| stream(97, hand, Purpose::Seat { table: 0, seat }));
    let mut choices = Vec::new();
    watch_hand(&mut State::new(setup)?, &mut players, &mut rngs, |state, actions, _| {
        let legal = state.legal_cards();
        if let (Phase::Play, Some(ActionKind::Card(card))) = (state.phase(), actions.iter().next().map(Action::kind))
            && legal.len() > 1
        {
            choices.extend(choice(&weights, state, legal, card));
        }
    });
    Ok(out.write_all(&choices)?)
}

fn choice(weights: &SensibleWeights, state: &State<'_>, legal: CardSet, played: Card) -> [u8; 80] {
    let mut bytes = [0; 80];
    bytes[0] = legal.len() as u8;
    bytes[1] = legal.iter().take_while(|&card| card != played).count() as u8;
    let own = state.hands()[state.turn()];
    let others = state.hands().0.into_iter().fold(CardSet::EMPTY, |all, hand| all | hand) - own;
    for (card, bytes) in legal.iter().zip(bytes[2..].as_chunks_mut::<6>().0) {
        let (situation, halves) = outlook(weights, state, card);
        let held = |cards: CardSet| cards.in_suit(card.suit()).len() as u8;
        let [low, high] = halves.to_le_bytes();
        *bytes = [card.index(), situation as u8, held(own), held(others), low, high];
    }
    bytes
}

/// How a card would be played, and what the trick would change if it ended with it, in halves of a point.
fn outlook(weights: &SensibleWeights, state: &State<'_>, card: Card) -> (Situation, i16) {
    let (seat, trick) = (state.turn(), state.trick());
    let (Some(best), Some(holder)) = (trick.highest(), trick.winner()) else { return (Situation::Lead, 0) };
    let is_ally = |other: Seat| other == seat || weights.partnership && other.side() == seat.side();
    let last = trick.cards.len() == 3;
    let (situation, taker) = match (card.suit() == best.suit(), card > best) {
        (true, true) => (if last { Situation::LastOver } else { Situation::Over }, seat),
        (true, false) => (if last { Situation::LastUnder } else { Situation::Under }, holder),
        (false, _) if is_ally(holder) => (Situation::AllyDiscard, holder),
        (false, _) => (Situation::Discard, holder),
    };
    let points = |cards: CardSet| i32::from(weights.points_of(cards, state.revealed()));
    let taken = state.taken().0.into_iter().fold(CardSet::EMPTY, |all, pile| all | pile);
    let rest = (points(CardSet::ALL) - points(taken)).div_euclid(4);
    let worth = |pile: CardSet| {
        let times = match pile.has(Card::TRANSFORMER) && weights.transformer {
            true if state.revealed().has(Card::TRANSFORMER) => 4,
            true => 2,
            false => 1,
        };
        (points(pile) + rest) * times
    };
    let pile = state.taken()[taker];
    let change = worth(pile | trick.set().with(card)) - worth(pile);
    let halves = change * if is_ally(taker) { 2 } else { -i32::from(weights.rivals) };
    (situation, halves.clamp(-i32::from(MOST_CHANGE), i32::from(MOST_CHANGE)) as i16)
}
