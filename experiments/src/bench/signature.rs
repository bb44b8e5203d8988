//! A hash of seeded play that changes when, and only when, play does.

use crate::error::RunError;
use crate::play::{Crew, Deals, Players, Seating};
use gongzhu::Rules;
use gongzhu::rules::PRESETS;
use gongzhu_strategies::BotSpec;
use sha2::{Digest as _, Sha256};

/// Rule sets whose variants the signature covers beside the presets.
const VARIANTS: [&str; 3] = ["classic+pass+queen-of-diamonds", "swap+partnership", "pagat+pip-hearts+cap-800"];

/// Hands and matches that each rule set contributes.
const HANDS: u64 = 200;
const MATCHES: u64 = 5;

/// The signature: the first 16 hexadecimal digits of the SHA-256 over the play orders, piles and scores of seeded hands.
///
/// # Errors
/// None with the rule sets and bots of this version.
pub(super) fn signature() -> Result<String, RunError> {
    let bots: Vec<BotSpec> = ["random", "heuristic"].iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    let crew = Crew::new(&bots);
    let mut hash = Sha256::new();
    for name in PRESETS.iter().map(|preset| preset.name).chain(VARIANTS) {
        let rules = Rules::parse(name)?;
        let mut rows = Vec::new();
        for index in 0..HANDS {
            // The line-up changes from hand to hand: every pattern of the two bots comes up.
            let seating = Seating { table: 0, bots: [0, 1, 2, 3].map(|seat: u64| (index >> seat & 1) as u8) };
            let players = Players { crew: &crew, seating, seed: 1, stopwatch: None };
            rows.push(players.play_single(&Deals::Seeded(1).setup(&rules, index), index)?);
        }
        for index in 0..MATCHES {
            let seating = Seating { table: 1, bots: [0, 1, 0, 1] };
            let players = Players { crew: &crew, seating, seed: 2, stopwatch: None };
            players.play_match(&rules, index, index, &mut rows)?;
        }
        for row in &rows {
            hash.update(row.plays);
            row.taken.iter().for_each(|pile| hash.update(pile.to_le_bytes()));
            row.score.iter().for_each(|score| hash.update(score.to_le_bytes()));
        }
    }
    let digest = hash.finalize();
    Ok(digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}
