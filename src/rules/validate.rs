//! The combinations of options that make no game (RULES.md §2.6).

use super::gong_zhu::{CountingCard, MoonBonus, MoonNeeds, MoonPig, MoonSheep, TeamScore};
use super::options::{fields, text};
use super::{Book, GongZhu, RulesError};
use crate::{Card, CardSet, REVEALABLE};

/// Refuses values that an option cannot take, and combinations that contradict each other.
pub(super) fn validate(book: &Book) -> Result<(), RulesError> {
    for field in fields(book.game()) {
        // What the text of an option may say is what the option may be, also where a program filled in the struct.
        field.set(&mut book.clone(), &text(&field.get(book)))?;
    }
    match book {
        Book::GongZhu(options) => gong_zhu(options),
        Book::Hearts(_) | Book::Tantony(_) => Ok(()),
    }
}

fn gong_zhu(options: &GongZhu) -> Result<(), RulesError> {
    let refuse = |message: &str| Err(RulesError::new(message));
    if options.team_score == TeamScore::Pool && !options.partnership {
        return refuse("team_score=pool merges the piles of partners and needs partnership=true");
    }
    if options.reveal_fourth && options.revealable.len() < REVEALABLE.len() {
        return refuse("reveal_fourth=true needs all four of revealable=QS,AH,JD,TC");
    }
    if options.low.is_none() && options.high.is_none() && options.max_hands.is_none() {
        return refuse("the match would never end: set at least one of low, high and max_hands");
    }
    let (worst, best) = extremes(options);
    for (score, which) in [(worst, "worst"), (best, "best")] {
        if i16::try_from(score).is_err() {
            return Err(RulesError::new(format!(
                "the {which} hand would score {score}, outside {} to {}: bring heart_values, moon.bonus, transformer_alone \
                 or queen_of_diamonds nearer to 0",
                i16::MIN,
                i16::MAX
            )));
        }
    }
    Ok(())
}

/// The least and the most that a seat, or a side in a partnership, can score in a hand.
///
/// Every way that pig, sheep, transformer and a moon can lie is tried under every set of reveals; the hearts that make no
/// moon each go where they count least or most. Two liberties can make the bounds a little wide: such hearts may all lie in
/// one pile, and the taker of QD may win twelve more tricks whatever its pile.
fn extremes(options: &GongZhu) -> (i32, i32) {
    // The piles that add up to one score, numbered from 0; one number more stands for all other piles.
    let piles = if options.partnership && options.team_score == TeamScore::Sum { 2 } else { 1 };
    let (mut worst, mut best) = (i32::MAX, i32::MIN);
    for choice in 0..1 << options.revealable.len() {
        let chosen = |&(i, _): &(usize, Card)| choice >> i & 1 == 1;
        let revealed: CardSet = options.revealable.iter().enumerate().filter(chosen).map(|(_, card)| card).collect();
        for places in 0..(piles + 1usize).pow(3) {
            let place = |n: u32| places / (piles + 1).pow(n) % (piles + 1);
            let [pig, sheep, transformer] = [place(0), place(1), place(2)];
            for moon in (0..=piles).map(Some).chain([None]) {
                if moon.is_some() && moon != Some(pig) && options.moon.needs == MoonNeeds::HeartsAndPig {
                    continue;
                }
                let layout = Layout { options, revealed, piles, pig, sheep, transformer, moon };
                for alone in layout.transformer_may_be_alone() {
                    let (least, most) = layout.bounds(*alone);
                    (worst, best) = (worst.min(least), best.max(most));
                }
            }
        }
    }
    let queen = 12 * options.queen_of_diamonds.unwrap_or(0);
    (worst + queen.min(0), best + queen.max(0))
}

/// In which pile each card lies that counts; the number `piles` is any pile that does not matter for the score.
struct Layout<'a> {
    options: &'a GongZhu,
    revealed: CardSet,
    piles: usize,
    pig: usize,
    sheep: usize,
    transformer: usize,
    moon: Option<usize>,
}

impl Layout<'_> {
    fn twice(&self, card: Card) -> i32 {
        if self.revealed.has(card) { 2 } else { 1 }
    }

    /// Whether the transformer can lie without a counting card, with one, or either way.
    fn transformer_may_be_alone(&self) -> &'static [bool] {
        let values = self.options.heart_values;
        let hearts_count =
            self.options.counting_card == CountingCard::AnyHeart || values.iter().any(|&value| value != 0);
        let here = Some(self.transformer);
        if [Some(self.pig), Some(self.sheep), Some(self.piles)].contains(&here) || (self.moon == here && hearts_count) {
            return &[false];
        }
        if self.moon.is_none() && hearts_count { &[false, true] } else { &[true] }
    }

    /// The bounds of the score, the transformer multiplying its pile or lying there `alone`.
    fn bounds(&self, alone: bool) -> (i32, i32) {
        let multiplier = |pile| {
            if pile == self.transformer && !alone { 2 * self.twice(Card::TRANSFORMER) } else { 1 }
        };
        let fixed: i32 = (0..self.piles).map(|pile| self.without_loose_hearts(pile, multiplier(pile))).sum();
        let mut bounds = (fixed, fixed);
        if alone {
            let bonus = self.options.transformer_alone * self.twice(Card::TRANSFORMER);
            bounds = (bounds.0 + bonus, bounds.1 + bonus);
        }
        if self.moon.is_none() {
            let takes_hearts = |&pile: &usize| !(alone && pile == self.transformer);
            let most = (0..self.piles).filter(takes_hearts).map(multiplier).max().unwrap_or(0);
            let most = most * self.twice(Card::ACE_OF_HEARTS);
            for value in self.options.heart_values {
                bounds = (bounds.0 + most * value.min(0), bounds.1 + most * value.max(0));
            }
        }
        bounds
    }

    /// The score of a pile by its pig, its sheep and its moon.
    fn without_loose_hearts(&self, pile: usize, multiplier: i32) -> i32 {
        let options = self.options;
        let moon = self.moon == Some(pile);
        let all = moon && [self.pig, self.sheep, self.transformer] == [pile; 3];
        let slam = all && options.moon.slam;
        let mut base = 0;
        if moon {
            base += self.twice(Card::ACE_OF_HEARTS)
                * match options.moon.bonus {
                    MoonBonus::Points(points) => points,
                    MoonBonus::Positive => -options.heart_values.iter().sum::<i32>(),
                };
        }
        if self.pig == pile {
            let plus = slam
                || match options.moon.pig {
                    MoonPig::Shooter => moon,
                    MoonPig::ShooterWithSheep => moon && self.sheep == pile,
                    MoonPig::Everyone => self.moon.is_some(),
                    MoonPig::SlamOnly | MoonPig::Never => false,
                };
            base += if plus { 100 } else { -100 } * self.twice(Card::PIG);
        }
        if self.sheep == pile {
            let minus = !slam && self.moon.is_some() && options.moon.sheep == MoonSheep::EveryoneNegated;
            base += if minus { -100 } else { 100 } * self.twice(Card::SHEEP);
        }
        let total = base * multiplier;
        match options.cap {
            Some(cap) if all => total.min(cap),
            _ => total,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gong_zhu::Moon;
    use crate::{BySeat, Piles, Rules, Seat, cards, rng};

    fn options(text: &str, settings: &[(&str, &str)]) -> GongZhu {
        let rules = Rules::parse(text).and_then(|rules| rules.with_settings(settings.iter().copied()));
        match rules.map(|rules| rules.book().clone()) {
            Ok(Book::GongZhu(options)) => options,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn bounds_of_known_rule_sets() {
        // Everything revealed, best the slam, worst pig, transformer and the hearts (RULES.md §2.7).
        assert_eq!(extremes(&options("classic", &[])), (-2400, 3200));
        assert_eq!(extremes(&options("classic+no-reveal", &[])), (-600, 800));
        assert_eq!(extremes(&options("pagat+cap-800", &[])), (-2400, 2400), "the cap is for perfect hands only");
        assert_eq!(
            extremes(&options("scrofa", &[])),
            (-600, 600),
            "best a moon, sheep and transformer, the pig elsewhere"
        );
        assert_eq!(extremes(&options("classic+queen-of-diamonds", &[])), (-2400, 3320));
        assert_eq!(extremes(&options("swap-off+partnership+no-reveal", &[])), (-600, 800));
        let alone = [("heart_values", "0 0 0 0 0 0 0 0 0 0 0 0 0"), ("counting_card", "scoring_heart")];
        assert_eq!(extremes(&options("classic+no-reveal", &alone)).0, -200);
    }

    /// Skewed piles of random options stay within the bounds, and some come close.
    #[test]
    fn no_pile_scores_outside_the_bounds() {
        let mut rng = rng::stream(3, 0, rng::Purpose::Deal);
        let mut pick = |n: usize| rng::below(&mut rng, n);
        let mut reached = 0;
        for _ in 0..300 {
            let mut options = options("swap+hands-1", &[]);
            options.revealable = if pick(3) == 0 { CardSet::EMPTY } else { REVEALABLE.into_iter().collect() };
            options.heart_values = std::array::from_fn(|_| pick(30) as i32 - 20);
            options.counting_card = [CountingCard::AnyHeart, CountingCard::ScoringHeart][pick(2)];
            options.transformer_alone = pick(1000) as i32 - 300;
            options.moon = Moon {
                needs: [MoonNeeds::Hearts, MoonNeeds::HeartsAndPig][pick(2)],
                pig: [
                    MoonPig::Shooter,
                    MoonPig::ShooterWithSheep,
                    MoonPig::SlamOnly,
                    MoonPig::Everyone,
                    MoonPig::Never,
                ][pick(5)],
                sheep: [MoonSheep::Unchanged, MoonSheep::EveryoneNegated][pick(2)],
                slam: pick(2) == 0,
                bonus: [MoonBonus::Positive, MoonBonus::Points(400)][pick(2)],
            };
            options.cap = [None, Some(800)][pick(2)];
            options.partnership = pick(2) == 0;
            options.team_score =
                if options.partnership { [TeamScore::Sum, TeamScore::Pool][pick(2)] } else { TeamScore::Sum };
            let (worst, best) = extremes(&options);
            let rules = Rules::new(Book::GongZhu(options.clone())).expect("options that fit");
            for _ in 0..40 {
                let shooter = Seat::wrapping(pick(4));
                let moon = pick(2) == 0;
                let mut piles = Piles::default();
                for card in CardSet::HEARTS | cards![QS JD TC] {
                    let seat = if moon && CardSet::HEARTS.has(card) { shooter } else { Seat::wrapping(pick(4)) };
                    piles.taken[seat] = piles.taken[seat].with(card);
                }
                piles.revealed = options.revealable.iter().filter(|_| pick(2) == 0).collect();
                let scores = rules.scores(&piles, &BySeat::splat(0)).map(i32::from);
                assert!(
                    scores.0.iter().all(|score| (worst..=best).contains(score)),
                    "{scores:?} {piles:?} {options:?}"
                );
                reached += usize::from(scores.0.iter().any(|&score| score == worst || score == best));
            }
        }
        assert!(reached > 10, "the bounds are met by {reached} of 12000 hands");
    }
}
