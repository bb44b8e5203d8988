//! The actions that are worth a search.

use gongzhu::{Card, CardSet, Game, REVEALABLE, Suit, View};

/// One card of each group of `legal` cards between which there is no difference: neighbours in rank among the cards that are
/// still to be played or lie in the trick, of the same value and without a role of their own.
pub(crate) fn distinct_cards(view: &View<'_>, legal: CardSet) -> CardSet {
    // The points of a card are its rank in Tantony.
    if view.game() == Game::Tantony || legal.len() < 2 {
        return legal;
    }
    let others = view.unseen() | view.trick().set();
    let special = CardSet::from_iter(REVEALABLE).with(Card::QUEEN_OF_DIAMONDS);
    let mut kept = CardSet::EMPTY;
    for suit in Suit::ALL {
        let mut last: Option<Card> = None;
        for card in legal.in_suit(suit) {
            let same = last.is_some_and(|last| {
                let between = CardSet::above(last) & CardSet::below(card);
                !between.meets(others)
                    && !special.has(last)
                    && !special.has(card)
                    && view.heart_points(last.into()) == view.heart_points(card.into())
            });
            if !same {
                kept = kept.with(card);
            }
            last = Some(card);
        }
    }
    kept
}

/// `all` with `first` moved to the front, where it wins ties.
pub(crate) fn led_by<T: Copy + PartialEq>(first: T, all: impl Iterator<Item = T>) -> Vec<T> {
    std::iter::once(first).chain(all.filter(|&other| other != first)).collect()
}

/// The sets of three cards of `hand`.
pub(crate) fn triples(hand: CardSet) -> impl Iterator<Item = CardSet> {
    hand.iter().flat_map(move |a| {
        let rest = CardSet::from_iter(hand.iter().skip_while(move |&card| card != a).skip(1));
        rest.iter().flat_map(move |b| {
            rest.iter().skip_while(move |&card| card != b).skip(1).map(move |c| CardSet::of(a).with(b).with(c))
        })
    })
}

/// The subsets of `cards`, at most four.
pub(crate) fn subsets(cards: CardSet) -> impl Iterator<Item = CardSet> {
    (0..1u32 << cards.len().min(4)).map(move |bits| {
        cards.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, card)| card).collect()
    })
}
