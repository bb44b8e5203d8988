//! Playing until it is clear which of two bots is better.

use super::contest::Contest;
use super::score::{UNIT, gains};
use crate::play::{Control, Crew, Performance, Stopped};
use crate::stats::{Estimate, Moments, Sprt, Verdict};

/// The deals that are played between two looks, at least and at most. They decide what is played for nothing, not what is
/// counted.
const BATCH: std::ops::RangeInclusive<u64> = 32..=4096;

/// How a sequential test of a tournament ended.
#[derive(Clone, Debug)]
pub struct Sequential {
    /// How many deals were counted: up to the one that decided.
    pub deals: u64,
    /// The gain a hand of the first bot over these deals.
    pub gain: Estimate,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Which hypothesis was accepted; nothing where the deals did not suffice.
    pub verdict: Option<Verdict>,
    /// How the bots did their work.
    pub performance: Performance,
}

impl Contest {
    /// Plays deals one after another until the gain of the first bot in the first line-up decides the test, or there are no
    /// more. The test looks at every deal in order, so that the result depends neither on threads nor on how many deals are
    /// played at a time.
    ///
    /// # Errors
    /// The user interrupts, or a hand cannot be played.
    pub fn play_sequentially(&self, test: &Sprt, control: &Control<'_>) -> Result<Sequential, Stopped> {
        let crew = Crew::new(&self.bots);
        let tables = self.tables() as usize;
        let sittings = self.lineups()[0].seatings.iter().flatten().filter(|&&bot| bot == 0).count();
        let unit = UNIT * sittings as f64;
        let mut moments = Moments::default();
        let (mut played, most) = (0, self.amount.units());
        let mut verdict = None;
        while verdict.is_none() && played < most {
            let batch = (played / 8).clamp(*BATCH.start(), *BATCH.end()).min(most - played);
            let rows = self.play_units(played..played + batch, &crew, control)?;
            played += batch;
            for deal in rows.chunks(tables) {
                let gain =
                    deal.iter().flat_map(|row| row.bot.into_iter().zip(gains(&self.rules, &row.bot, &row.score)));
                moments.add(gain.filter(|&(bot, _)| bot == 0).map(|(_, gain)| gain).sum());
                verdict = test.verdict(&moments, unit);
                if verdict.is_some() {
                    break;
                }
            }
            control.bar.set_message(format!("LLR {:+.2}", test.llr(&moments, unit)));
        }
        Ok(Sequential {
            deals: moments.count(),
            gain: moments.estimate(unit),
            llr: test.llr(&moments, unit),
            verdict,
            performance: crew.finish(),
        })
    }
}
