# /// script
# requires-python = ">=3.11"
# dependencies = ["pyarrow"]
# ///
"""What a trick is worth in Tantony, and how long suits get, by the number of the hand.

    gongzhu simulate --rules tantony --matches 5000 --players heuristic --out DIR
    python scripts/tantony_tricks.py DIR

A trick is worth its runt, the lowest card of the led suit (docs/RULES.md §4). Reads table `hands`; needs pyarrow.
"""

import sys
from collections import defaultdict

import pyarrow.dataset as ds

POINTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30]


def runts(plays):
    """The points of the runts of tricks 1 to 12."""
    for trick in range(12):
        cards = plays[4 * trick : 4 * trick + 4]
        led = cards[0] // 13
        yield POINTS[min(card % 13 for card in cards if card // 13 == led)]


def has_long_suit(mask):
    """Whether a hand holds ten or more cards of a suit."""
    return any((mask >> 13 * suit & 0x1FFF).bit_count() >= 10 for suit in range(4))


def main(path):
    hands = defaultdict(int)
    points = defaultdict(int)
    long_suits = defaultdict(int)
    columns = ["hand_number", "plays", "deal_0", "deal_1", "deal_2", "deal_3"]
    for batch in ds.dataset(f"{path}/hands", format="parquet").to_batches(columns=columns):
        for row in batch.to_pylist():
            number = row["hand_number"] + 1
            hands[number] += 1
            points[number] += sum(runts(row["plays"]))
            long_suits[number] += sum(has_long_suit(row[f"deal_{seat}"]) for seat in range(4))
    print("| hand | hands | mean trick | seats with a suit of ten or more |\n|---|---|---|---|")
    for number in sorted(hands):
        n = hands[number]
        print(f"| {number} | {n:,} | {points[number] / n / 12:.2f} | {100 * long_suits[number] / n / 4:.2f} % |")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
