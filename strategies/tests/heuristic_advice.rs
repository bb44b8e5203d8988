//! `heuristic` without a skill plays differently where the skill is at issue, and nowhere else.

use gongzhu::rng::{Purpose, Rng, below, stream};
use gongzhu::table::play_hand;
use gongzhu::{BySeat, Card, CardSet, Deal, Rules, Seat, SeatSet, Setup, State, Strategy, Suit, View};
use gongzhu_strategies::{Bot, BotSpec};

/// Two cards to play, with and without a skill, where a view is seen.
type Issue = fn(&View<'_>, [Card; 2]) -> bool;

/// Plays like one bot and counts the cards that another would not have played.
struct Pair {
    with: Bot,
    without: Bot,
    /// Where they may differ.
    issue: Issue,
    cards: usize,
    passes: usize,
    assignments: usize,
}

impl Strategy for Pair {
    fn pass(&mut self, view: &View<'_>, rng: &mut Rng) -> CardSet {
        let passed = self.with.pass(view, rng);
        self.passes += usize::from(passed != self.without.pass(view, rng));
        passed
    }

    fn reveal(&mut self, view: &View<'_>, revealable: CardSet, rng: &mut Rng) -> CardSet {
        let revealed = self.with.reveal(view, revealable, rng);
        assert_eq!(revealed, self.without.reveal(view, revealable, rng));
        revealed
    }

    fn play(&mut self, view: &View<'_>, legal: CardSet, rng: &mut Rng) -> Card {
        let cards = [self.with.play(view, legal, rng), self.without.play(view, legal, rng)];
        if cards[0] != cards[1] {
            assert!(legal.has(cards[1]), "{} is illegal", cards[1]);
            let (hand, trick) = (view.hand(), view.trick().cards);
            assert!((self.issue)(view, cards), "{} and {} of {hand} after {trick:?}", cards[0], cards[1]);
            self.cards += 1;
        }
        cards[0]
    }

    fn assign(&mut self, view: &View<'_>, legal: SeatSet, rng: &mut Rng) -> Seat {
        let seat = self.with.assign(view, legal, rng);
        self.assignments += usize::from(seat != self.without.assign(view, legal, rng));
        seat
    }
}

/// How many cards, passes and assignments of 1,000 hands are others without a skill.
fn differences(rules: &str, edition: u32, skill: &str, issue: Issue) -> [usize; 3] {
    let rules = Rules::parse(rules).expect("rules");
    let [with, without] =
        [format!("heuristic:edition={edition}"), format!("heuristic:edition={edition}:without={skill}")]
            .map(|bot| bot.parse::<BotSpec>().expect("a bot"));
    let mut differences = [0; 3];
    for index in 0..1_000 {
        let mut deals = stream(3, index, Purpose::Deal);
        let mut setup = Setup::first(&rules, Deal::random(&mut deals));
        setup.number = (index % 4) as u32;
        setup.pig_taker = Some(Seat::wrapping(below(&mut deals, 4)));
        let mut state = State::new(&setup).expect("a complete setup");
        let mut rngs = BySeat::from_fn(|seat| stream(3, index, Purpose::Seat { table: 0, seat }));
        let pair = || Pair { with: with.build(), without: without.build(), issue, cards: 0, passes: 0, assignments: 0 };
        let mut pairs = BySeat::from_fn(|_| pair());
        play_hand(&mut state, &mut pairs, &mut rngs);
        for pair in pairs.0 {
            differences[0] += pair.cards;
            differences[1] += pair.passes;
            differences[2] += pair.assignments;
        }
    }
    differences
}

/// Asserts that both editions play other cards without a skill, where it is at issue, and pass and assign the same.
#[track_caller]
fn changes_cards(rules: &str, skill: &str, issue: Issue) {
    for edition in [1, 2] {
        let [cards, others @ ..] = differences(rules, edition, skill, issue);
        assert!(cards > 0, "edition {edition} plays the same without {skill}");
        assert_eq!(others, [0, 0], "{skill}");
    }
}

fn leads(view: &View<'_>) -> bool {
    view.trick().cards.is_empty()
}

fn discards(view: &View<'_>, [card, _]: [Card; 2]) -> bool {
    view.trick().suit().is_some_and(|led| card.suit() != led)
}

fn is_out(view: &View<'_>, card: Card) -> bool {
    view.unseen().has(card)
}

fn has_hearts(view: &View<'_>, seat: Seat) -> bool {
    view.taken(seat).meets(CardSet::HEARTS)
}

/// Whether one seat has all the hearts that were taken, `least` at least.
fn one_has_all_hearts(view: &View<'_>, least: usize) -> bool {
    let hearts = Seat::ALL.map(|seat| (view.taken(seat) & CardSet::HEARTS).len());
    hearts.iter().filter(|&&hearts| hearts > 0).count() == 1 && hearts.iter().sum::<usize>() >= least
}

#[test]
fn the_pig_is_feared_and_hunted_only_while_it_is_out() {
    changes_cards("classic", "below-pig", |view, cards| {
        let spades = view.trick().suit() == Some(Suit::Spades) || cards.iter().any(|card| card.suit() == Suit::Spades);
        is_out(view, Card::PIG) && spades
    });
    changes_cards("classic", "hunt", |view, cards| {
        is_out(view, Card::PIG) && leads(view) && cards.iter().any(|card| card.suit() == Suit::Spades)
    });
    changes_cards("classic", "dump", |view, cards| {
        discards(view, cards) || view.hand().has(Card::PIG) && cards.contains(&Card::PIG)
    });
}

#[test]
fn the_sheep_matters_where_it_is_and_its_catchers_while_it_is_not_taken() {
    changes_cards("classic", "take-sheep", |view, _| view.trick().set().has(Card::SHEEP));
    changes_cards("classic", "catchers", |view, cards| {
        (view.hand() | view.unseen()).has(Card::SHEEP) && cards.iter().any(|card| card.suit() == Suit::Diamonds)
    });
}

#[test]
fn the_transformer_matters_before_and_after_it_is_taken() {
    changes_cards("classic", "multiplied", |view, _| {
        Seat::ALL.into_iter().any(|seat| view.taken(seat).has(Card::TRANSFORMER))
    });
    changes_cards("classic", "bad-pile", |view, _| {
        (view.hand() | view.unseen() | view.trick().set()).has(Card::TRANSFORMER)
    });
}

#[test]
fn hearts_are_counted_for_those_who_play_later() {
    changes_cards("classic", "count-hearts", |view, _| view.trick().cards.len() < 3);
}

#[test]
fn a_moon_matters_once_one_pile_has_all_hearts() {
    changes_cards("classic", "own-moon", |view, _| one_has_all_hearts(view, 3) && has_hearts(view, view.seat()));
    changes_cards("classic", "stop-moon", |view, _| one_has_all_hearts(view, 3) && !has_hearts(view, view.seat()));
    changes_cards("classic", "high-hearts", |view, _| one_has_all_hearts(view, 3));
}

#[test]
fn locks_matter_while_a_revealed_card_is_to_come() {
    changes_cards("classic", "locks", |view, _| view.revealed().meets(view.hand() | view.unseen()));
}

#[test]
fn voids_matter_everywhere() {
    changes_cards("classic", "voids", |_, _| true);
    assert!(differences("hearts", 1, "voids", |_, _| true)[1] > 0, "passes shorten suits");
    assert!(differences("hearts", 2, "voids", |_, _| true)[0] > 0);
}

#[test]
fn skills_of_hearts_change_what_they_are_about() {
    changes_cards("hearts", "hunt", |view, _| leads(view) && is_out(view, Card::PIG));
    changes_cards("hearts", "dump", discards);
    changes_cards("hearts", "stop-moon", |view, _| one_has_all_hearts(view, 5) && !has_hearts(view, view.seat()));
    changes_cards("hearts", "free-tricks", |view, cards| !leads(view) && !discards(view, cards));
    let [cards, passes, _] = differences("hearts", 2, "own-moon", |_, _| true);
    assert!(cards > 0 && passes > 0, "{cards} cards, {passes} passes");
}

#[test]
fn skills_of_tantony_change_who_gets_tricks() {
    for edition in [1, 2] {
        let [cards, _, assignments] = differences("tantony", edition, "give-away", |_, _| true);
        assert!(cards > 0 && assignments > 0, "{cards} cards, {assignments} assignments");
        let [cards, _, assignments] = differences("tantony", edition, "next-lead", |_, _| true);
        assert!(cards == 0 && assignments > 0, "{cards} cards, {assignments} assignments");
    }
}

#[test]
fn skills_of_other_games_change_nothing() {
    let skills = [("classic", "give-away"), ("classic", "free-tricks"), ("hearts", "take-sheep"), ("tantony", "dump")];
    for (rules, skill) in skills {
        assert_eq!(differences(rules, 2, skill, |_, _| true), [0; 3], "{skill} in {rules}");
    }
}
