# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy", "scipy"]
# ///
"""Fit how players choose among their legal cards, from what strategies/examples/log_plays.rs writes.

    python scripts/fit_habits.py plays.bin

A multinomial logit for each kind of decision (lead, follow, discard), by maximum likelihood with a small ridge, on the first 85 % of
the decisions. Prints the quality on the rest, and the numbers as strategies/src/search/habits.rs has them.
"""

import sys
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

FEATURES = 24  # 23, and the length of the suit in hand
KINDS = ["lead", "follow", "discard"]
RIDGE = 1e-4


def read(path: Path) -> list[list[tuple[np.ndarray, int]]]:
    """The decisions by kind: the features of the legal cards, and which of them was chosen."""
    data = np.fromfile(path, dtype=np.uint8)
    kinds: list[list[tuple[np.ndarray, int]]] = [[], [], []]
    at = 0
    while at < len(data):
        kind, count, chosen = (int(byte) for byte in data[at : at + 3])
        end = at + 4 + 4 * count * FEATURES
        kinds[kind].append((data[at + 4 : end].view("<f4").reshape(count, FEATURES), chosen))
        at = end
    return kinds


def pack(decisions: list[tuple[np.ndarray, int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, a mask that rules out what is no card, and choices, as arrays."""
    most = max(len(cards) for cards, _ in decisions)
    features = np.zeros((len(decisions), most, FEATURES), np.float32)
    mask = np.full((len(decisions), most), -1e9, np.float32)
    for row, (cards, _) in enumerate(decisions):
        features[row, : len(cards)] = cards
        mask[row, : len(cards)] = 0
    return features, mask, np.array([chosen for _, chosen in decisions])


def loss(numbers, features, mask, chosen, ridge=RIDGE):
    """The mean negative log-likelihood with its ridge, and the gradient."""
    u = features @ numbers.astype(np.float32) + mask
    odds = np.exp(u - u.max(1, keepdims=True))
    odds /= odds.sum(1, keepdims=True)
    rows = np.arange(len(chosen))
    likelihood = np.log(odds[rows, chosen] + 1e-12).mean()
    gradient = (features[rows, chosen] - (odds[:, :, None] * features).sum(1)).mean(0)
    return ridge * numbers @ numbers - likelihood, (2 * ridge * numbers - gradient).astype(float)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: fit_habits.py FILE")
    for kind, decisions in zip(KINDS, read(Path(sys.argv[1]))):
        split = int(0.85 * len(decisions))
        train, test = pack(decisions[:split]), pack(decisions[split:])
        fit = minimize(loss, np.zeros(FEATURES), args=train, jac=True, method="L-BFGS-B", options={"maxiter": 300})
        features, mask, chosen = test
        guessed = ((features @ fit.x.astype(np.float32) + mask).argmax(1) == chosen).mean()
        even = np.log((mask == 0).sum(1)).mean()
        print(f"{kind}: {len(decisions)} decisions; held out: {loss(fit.x, *test, ridge=0)[0]:.3f} nats (uniform {even:.3f}), {guessed:.0%} guessed")
        print("features: [" + ", ".join(f"{number:.2f}" for number in fit.x[:-1]) + f"], length: {fit.x[-1]:.2f}")


if __name__ == "__main__":
    main()
