//! The bans on leading hearts and spades one after the other: a leader of trick 1 that holds nothing else. Such hands are
//! rare, and looked for.

use super::compare::{blocks, processors, require_equal};
use super::protocol::LANES;
use crate::common::events::Events;
use gongzhu::kernel::Detail;
use gongzhu::{CardSet, Rules, Seat};

const SEED: u64 = 31;

#[test]
fn a_leader_with_spades_and_hearts_alone() {
    let mut events = Events::default();
    for seat in Seat::ALL {
        let name = format!("classic{{must_lead_opening=false no_spade_lead_first_trick=true opening=seat{seat}}}");
        let classic = Rules::parse(&name).expect("a rule set");
        let lock = [("break_hearts", "false"), ("revealed_ace_lock", "suit")];
        let suit_lock = classic.with_settings(lock).expect("a rule set");
        // All rule sets have the same deals.
        let on = *processors().last().expect("a processor");
        for block in blocks(&classic, on, Detail::Piles, SEED, 0..20_000) {
            let bare = |cards: CardSet| cards.is_subset(CardSet::SPADES | CardSet::HEARTS);
            if block.dealt[seat].iter().any(|&cards| bare(cards)) {
                let number = block.first / LANES as u64;
                require_equal(&classic, SEED, number..number + 1, &mut events);
                require_equal(&suit_lock, SEED, number..number + 1, &mut events);
            }
        }
    }
    events
        .require("spades and hearts alone", &["the ban on leading spades is void", "the ace's lock on its suit bites"]);
}
