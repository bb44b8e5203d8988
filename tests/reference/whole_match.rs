//! A match: hands up to the end condition, places and weight.

use super::hand::{Hand, Setup};
use super::{Action, Piles, Rules, Seat, tantony};

/// What is kept of a finished hand.
#[derive(Clone, Debug, PartialEq)]
pub struct HandLog {
    pub dealer: Seat,
    pub opener: Seat,
    /// Who took QS (Gong Zhu only).
    pub pig_taker: Option<Seat>,
    /// How many seats further on the passed cards went, if any were.
    pub pass_offset: Option<usize>,
    /// Whether it was played only to decide a tie.
    pub decider: bool,
    pub scores: [i32; 4],
    /// The totals after the hand.
    pub totals: [i32; 4],
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub totals: [i32; 4],
    pub places: [u32; 4],
    /// 2 for a double win in Tantony, otherwise 1.
    pub weight: u32,
    pub hands: u32,
}

/// A match in progress or finished.
#[derive(Clone, Debug)]
pub struct Match {
    pub rules: Rules,
    pub totals: [i32; 4],
    pub log: Vec<HandLog>,
    /// How many deciders have been played or begun.
    pub deciders: u32,
    /// Whether the next hand is a decider.
    pub deciding: bool,
    pub over: bool,
    /// The cards that the seats picked up (Tantony).
    picked_up: Option<Piles>,
}

impl Match {
    /// A match before its first hand.
    pub fn new(rules: &Rules) -> Match {
        Match {
            rules: rules.clone(),
            totals: [0; 4],
            log: Vec::new(),
            deciders: 0,
            deciding: false,
            over: false,
            picked_up: None,
        }
    }

    /// How many hands have been finished.
    pub fn hands_played(&self) -> u32 {
        self.log.len() as u32
    }

    /// Whether the next hand is dealt; in Tantony only the first is.
    pub fn needs_deal(&self) -> bool {
        self.picked_up.is_none()
    }

    /// What the next hand starts from. `deal` is used only where the next
    /// hand is dealt.
    pub fn next_setup(&self, deal: Piles) -> Setup {
        let hand_number = self.hands_played();
        Setup {
            hand_number,
            dealer: self.rules.dealer(hand_number),
            totals: self.totals,
            pig_taker: self.log.last().and_then(|hand| hand.pig_taker),
            last_opener: self.log.last().map(|hand| hand.opener),
            opening_seat: None,
            deal: self.picked_up.clone().unwrap_or(deal),
        }
    }

    /// Starts the next hand. It's an error after the end of the match, and
    /// with a misdeal.
    pub fn start(&self, deal: Piles) -> Result<Hand, String> {
        if self.over {
            return Err("the match is over".into());
        }
        Hand::new(&self.rules, self.next_setup(deal))
    }

    /// Takes a finished hand into the match. It's an error if the hand is
    /// not finished, or not the next of this match.
    pub fn finish(&mut self, hand: &Hand) -> Result<(), String> {
        if self.over || !hand.is_over() || hand.setup.hand_number != self.hands_played() {
            return Err("not the next finished hand".into());
        }
        let scores = hand.scores();
        for (total, score) in self.totals.iter_mut().zip(scores) {
            *total += score;
        }
        let is_gong_zhu = matches!(self.rules, Rules::GongZhu(_));
        if matches!(self.rules, Rules::Tantony(_)) {
            self.picked_up = Some(hand.taken());
        }
        self.log.push(HandLog {
            dealer: hand.setup.dealer,
            opener: hand.opener().ok_or("no opener")?,
            pig_taker: if is_gong_zhu { hand.pig_taker() } else { None },
            pass_offset: self.rules.pass_offset(hand.setup.hand_number),
            decider: self.deciding,
            scores,
            totals: self.totals,
        });
        self.look_for_end();
        Ok(())
    }

    /// Decides whether the match goes on, and whether with a decider
    /// (sections 2.5, 3 and 4).
    fn look_for_end(&mut self) {
        if !self.deciding && !end_reached(&self.rules, self.totals, self.hands_played()) {
            return;
        }
        if has_decider(&self.rules)
            && self.deciders < 10
            && tied_first_or_last(self.totals, self.rules.is_partnership())
        {
            self.deciding = true;
            self.deciders += 1;
            return;
        }
        self.over = true;
    }

    /// The result, once the match is over.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.over {
            return None;
        }
        let weight = match self.rules {
            Rules::Tantony(_) => tantony::weight(self.totals, self.hands_played()),
            Rules::GongZhu(_) | Rules::Hearts(_) => 1,
        };
        Some(Outcome {
            totals: self.totals,
            places: places(&self.rules, self.totals),
            weight,
            hands: self.hands_played(),
        })
    }

    /// Plays hands to the end of the match: `deal` gives the cards of a
    /// hand by its number, `choose` picks one of the legal actions.
    pub fn play_out(
        &mut self,
        mut deal: impl FnMut(u32) -> Piles,
        mut choose: impl FnMut(&Hand, &[Action]) -> Action,
    ) -> Result<Outcome, String> {
        loop {
            if let Some(outcome) = self.outcome() {
                return Ok(outcome);
            }
            let cards = if self.needs_deal() { deal(self.hands_played()) } else { Piles::default() };
            let mut hand = self.start(cards)?;
            while !hand.is_over() {
                let action = choose(&hand, &hand.legal());
                hand.apply(action)?;
            }
            self.finish(&hand)?;
        }
    }
}

/// Whether a rule set plays deciders (section 2.5).
fn has_decider(rules: &Rules) -> bool {
    match rules {
        Rules::GongZhu(options) => options.decider,
        Rules::Hearts(_) | Rules::Tantony(_) => false,
    }
}

/// Whether the end condition of the match holds after a hand, deciders
/// left aside (sections 2.5, 3 and 4).
pub fn end_reached(rules: &Rules, totals: [i32; 4], hands_played: u32) -> bool {
    match rules {
        Rules::GongZhu(options) => {
            let low = options.low.is_some_and(|low| totals.iter().any(|total| *total <= low));
            let high = options.high.is_some_and(|high| totals.iter().any(|total| *total >= high));
            low || high || options.max_hands.is_some_and(|max| hands_played >= max)
        }
        Rules::Hearts(options) => {
            let past = totals.iter().any(|total| *total > options.target);
            past || options.max_hands.is_some_and(|max| hands_played >= max)
        }
        Rules::Tantony(_) => tantony::match_over(totals, hands_played),
    }
}

/// Whether two seats (sides) share the first or the last place; ties in
/// the middle don't matter (section 2.5).
pub fn tied_first_or_last(totals: [i32; 4], partnership: bool) -> bool {
    if partnership {
        return totals[0] == totals[1];
    }
    let mut sorted = totals;
    sorted.sort_unstable();
    sorted[0] == sorted[1] || sorted[2] == sorted[3]
}

/// The places: equal totals take the better one and the next is skipped;
/// in a partnership the two sides are placed (section 1). The highest
/// total wins, in Hearts the lowest.
pub fn places(rules: &Rules, totals: [i32; 4]) -> [u32; 4] {
    let lowest_wins = matches!(rules, Rules::Hearts(_));
    // The totals to be compared: of all seats, or one of each side.
    let units: &[i32] = if rules.is_partnership() { &totals[..2] } else { &totals };
    totals.map(|own| {
        let better = units.iter().filter(|other| if lowest_wins { **other < own } else { **other > own });
        1 + better.count() as u32
    })
}
