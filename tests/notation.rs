//! Text notation: what is printed is read back, noise is refused without a panic.

use gongzhu::rng::{Purpose, stream};
use gongzhu::{Card, CardSet, Deal, Suit};
use proptest::prelude::*;

proptest! {
    #[test]
    fn sets_round_trip(mask in 0u64..1 << 52) {
        let cards = CardSet::from_mask(mask).expect("52 bits");
        prop_assert_eq!(cards.to_mask(), mask);
        prop_assert_eq!(cards.to_string().parse(), Ok(cards));
        prop_assert_eq!(cards.to_string().to_lowercase().replace('t', "10").parse(), Ok(cards));
        let symbols = cards.to_string().replace("S:", "♠:").replace("H:", "♥:").replace("D:", "♦:").replace("C:", "♣:");
        prop_assert_eq!(symbols.parse(), Ok(cards));
    }

    #[test]
    fn deals_round_trip(seed in any::<u64>()) {
        let deal = Deal::random(&mut stream(seed, 0, Purpose::Deal));
        prop_assert_eq!(deal.to_string().parse(), Ok(deal));
        prop_assert_eq!(deal.to_string().replace(' ', "  ").parse(), Ok(deal));
    }

    #[test]
    fn noise_is_refused_without_panic(text in ".*", near in "[SHDC2-9TJQKA10:|♠♥♦♣ -]{0,60}") {
        for text in [&text, &near] {
            let _ = text.parse::<Card>();
            let _ = text.parse::<Suit>();
            let _ = text.parse::<Deal>();
            // What is read is what was written: no card is dropped or read twice.
            if let Ok(cards) = text.parse::<CardSet>() {
                prop_assert!(cards.len() <= text.chars().count());
            }
        }
    }

    #[test]
    fn a_deal_with_a_wrong_card_is_refused(seed in any::<u64>(), from in 0usize..4, to in 0usize..4, pick in 0usize..13) {
        let mut hands = Deal::random(&mut stream(seed, 1, Purpose::Deal)).hands();
        let card = hands.0[from].nth(pick).expect("thirteen cards");
        if from == to {
            hands.0[from] = hands.0[from].without(card);
        } else {
            hands.0[to] = hands.0[to].with(card);
        }
        let [a, b, c, d] = hands.0;
        let error = format!("{a} | {b} | {c} | {d}").parse::<Deal>().expect_err("a misdeal").to_string();
        prop_assert!(error.contains(&card.to_string()), "{}", error);
    }
}
