# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy"]
# ///
"""Fit the sensible policy of roll-outs to how bots play, from what strategies/examples/log_plays.rs writes.

    python scripts/fit_rollouts.py src/kernel/weights/in_pairs.rs PLAYS...

The numbers of src/kernel/weights.rs are fitted by Adam to the choices but each twentieth group of forty, eight times over; the loss is the negative
log-likelihood of the cards played. Prints, for the choices held out, the likelihood and how often the likeliest card was played, and for
comparison what it would be if all cards were alike; writes a Rust file.

The tables in src/kernel/weights/ are fitted to hands of four `pimc` with the tables before them, the first of which came from `pimc` with
a rule for roll-outs: `in_pairs` to 770,508 choices of `scrofa`, `alone` to 983,804 of 8,000 hands each of `classic`, `swap` and `pagat`,
`hearts` to 328,848 of `hearts` by `pimc:pass=rule`.
"""

import sys
from pathlib import Path

import numpy as np

CHOICES, SITUATIONS, UNIT, MOST_EACH = 13, 7, 1024, 24
BATCH, EPOCHS, RATE, DECAY = 4096, 8, 0.03, 1e-5
CARD = [("card", "u1"), ("situation", "u1"), ("held", "u1"), ("others", "u1"), ("halves", "<i2")]
CHOICE = np.dtype([("legal", "u1"), ("played", "u1"), ("cards", CARD, CHOICES)])
# Where the numbers of each sort begin; the last place is always zero.
CARDS = 0
HELD = CARDS + SITUATIONS * 52
OTHERS = HELD + 2 * 4 * 14
EACH = OTHERS + 2 * 4 * 14
NOTHING = EACH + SITUATIONS
LEAD, DISCARDS = 0, (5, 6)


def terms(choices: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The places of the numbers that make up the weight of each card, what they are multiplied with, and which cards are legal."""
    cards = choices["cards"]
    card, situation = cards["card"].astype(int), cards["situation"].astype(int)
    there = np.arange(CHOICES) < choices["legal"][:, None]
    counts = there & ((situation == LEAD) | np.isin(situation, DISCARDS))
    way = 4 * (situation != LEAD) + card // 13
    places = np.stack(
        [
            np.where(there, CARDS + 52 * situation + card, NOTHING),
            np.where(counts, HELD + 14 * way + cards["held"], NOTHING),
            np.where(counts, OTHERS + 14 * way + cards["others"], NOTHING),
            np.where(there & (situation != LEAD), EACH + situation, NOTHING),
        ],
        -1,
    )
    times = np.ones(places.shape, np.float32)
    times[..., 3] = cards["halves"] / 200
    return places, times, there


def likelihoods(numbers: np.ndarray, places: np.ndarray, times: np.ndarray, there: np.ndarray) -> np.ndarray:
    """How likely each card is."""
    weights = np.where(there, (numbers[places] * times).sum(-1), -np.inf)
    odds = np.exp(weights - weights.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


def fit(choices: np.ndarray) -> np.ndarray:
    rng = np.random.default_rng(1)
    numbers, first, second = (np.zeros(NOTHING + 1, np.float32) for _ in range(3))
    batches, step = len(choices) // BATCH, 0
    for _ in range(EPOCHS):
        for batch in rng.permutation(batches):
            part = choices[batch : batches * BATCH : batches]
            places, times, there = terms(part)
            slopes = likelihoods(numbers, places, times, there)
            slopes[np.arange(len(part)), part["played"]] -= 1
            slopes = (slopes[..., None] * times).ravel() / len(part)
            slope = np.bincount(places.ravel(), slopes, NOTHING + 1) + DECAY * numbers
            slope[NOTHING] = 0
            step += 1
            rate = RATE * (0.01 + 0.5 + 0.5 * np.cos(np.pi * step / (EPOCHS * batches)))
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            numbers -= (rate * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)).astype(np.float32)
    return numbers


def in_rust(numbers: np.ndarray) -> str:
    """The file with the numbers in nats / 1024; those of a change are of half a point."""
    each = np.clip(np.round(numbers[EACH:NOTHING] * UNIT / 200), 0, MOST_EACH).astype(int)
    whole = np.round(numbers * UNIT).astype(int)
    row = lambda values: "[" + ", ".join(map(str, values)) + "]"
    tables = lambda values: "".join(
        "        [\n" + "".join(f"            {row(suit)},\n" for suit in table) + "        ],\n" for table in values
    )
    return (
        "//! What `scripts/fit_rollouts.py` found.\n\nuse super::Fitted;\n\npub(super) static FITTED: Fitted = Fitted {\n"
        f"    cards: [\n{tables(whole[CARDS:HELD].reshape(SITUATIONS, 4, 13))}    ],\n"
        f"    held: [\n{tables(whole[HELD:OTHERS].reshape(2, 4, 14))}    ],\n"
        f"    others: [\n{tables(whole[OTHERS:EACH].reshape(2, 4, 14))}    ],\n"
        f"    change: {row(each)},\n}};\n"
    )


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit("usage: fit_rollouts.py OUT PLAYS...")
    choices = np.concatenate([np.fromfile(path, CHOICE) for path in sys.argv[2:]])
    # Choices of one hand follow each other; those held out are from all over the files, hand by hand or nearly so.
    held_out = np.arange(len(choices)) // 40 % 20 == 19
    numbers = fit(choices[~held_out])
    Path(sys.argv[1]).write_text(in_rust(numbers))
    part = choices[held_out]
    found = likelihoods(numbers, *terms(part))
    played = found[np.arange(len(part)), part["played"]]
    right = (found.argmax(1) == part["played"]).mean()
    print(f"{len(choices)} choices; held out: {-np.log(played).mean():.3f} nats, {right:.1%} as played; alike: {np.log(part['legal']).mean():.3f} nats")


if __name__ == "__main__":
    main()
