# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy", "scipy"]
# ///
"""Fit where hidden cards are, from what strategies/examples/log_views.rs writes.

    python scripts/fit_whereabouts.py OUT UNITS VIEWS...

The network of strategies/src/search/whereabouts.rs, with so many hidden units, is fitted to the first 95 % of the views by Adam: the
loss is the negative log-likelihood of the true hands in a softmax over them and the uniform worlds logged beside them. Prints, for the
views held out, by how many nats the true hands stand out from uniform worlds, all in all and by the trick; writes the network, rounded to bytes.

The networks in strategies/src/search/whereabouts/ come from hands of bots drawn with these weights: three or four of `pimc` with 64 to 128
worlds, with and without beliefs (in Hearts mostly with `pass=rule`), two of `pimc:worlds=100:rollout=uniform:belief=off:cull=off`, one of
`heuristic`. `in_pairs.bin` has 32 units, from 1,413,000 views of `scrofa`, a part of them with the beliefs of a first network; `alone.bin` 24,
from 538,000 of `classic`; `hearts.bin` 16, from 168,000 of `hearts`.
"""

import sys
from pathlib import Path

import numpy as np
import scipy.sparse as sp

CLUES, ROOM, WORLDS = 1716, 160, 16
BATCH, EPOCHS, RATE = 1024, 3, 4e-3
VIEW = np.dtype([("trick", "<u8"), ("clues", "<u2", (3, ROOM)), ("worlds", "<u8", (WORLDS, 3))])
F = np.float32


def read(views: np.ndarray) -> tuple[sp.csr_matrix, np.ndarray]:
    """The clues of each seat as rows of a sparse matrix, and for each world which seat holds which card."""
    clues = views["clues"].reshape(-1, ROOM)
    there = clues < CLUES
    ends = np.concatenate([[0], np.cumsum(there.sum(1))])
    rows = sp.csr_matrix((np.ones(ends[-1], F), clues[there].astype(np.int32), ends), shape=(len(clues), CLUES))
    bits = np.ascontiguousarray(views["worlds"]).view(np.uint8).reshape(len(views), WORLDS, 3, 8)
    worlds = np.unpackbits(bits, axis=-1, bitorder="little")[..., :52].astype(F)
    return rows, worlds.reshape(len(views), WORLDS, 156)


def forward(numbers: list[np.ndarray], rows: sp.csr_matrix, worlds: np.ndarray):
    """What the units come to, and the probability of each world."""
    of_clue, unit_bias, of_unit, card_bias = numbers
    units = rows @ of_clue + unit_bias
    weights = np.maximum(units, 0) @ of_unit + card_bias
    logs = (worlds @ weights.reshape(-1, 156, 1))[:, :, 0]
    odds = np.exp(logs - logs.max(1, keepdims=True))
    return units, odds / odds.sum(1, keepdims=True)


def gradient(numbers: list[np.ndarray], rows: sp.csr_matrix, worlds: np.ndarray):
    """The gradient of the loss, and by how many nats the true worlds stand out."""
    units, odds = forward(numbers, rows, worlds)
    nats = np.log(odds[:, 0] + 1e-30).mean() + np.log(WORLDS)
    odds[:, 0] -= 1
    by_card = (odds[:, None, :] @ worlds).reshape(-1, 52) / len(worlds)
    by_unit = (by_card @ numbers[2].T) * (units > 0)
    return [rows.T @ by_unit, by_unit.sum(0), np.maximum(units, 0).T @ by_card, by_card.sum(0)], nats


def fit(views, count: int, units: int) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    draw = lambda scale, *shape: (rng.standard_normal(shape) * scale).astype(F)
    numbers = [draw(0.1, CLUES, units), np.zeros(units, F), draw(0.05, units, 52), np.zeros(52, F)]
    first, second = [np.zeros_like(x) for x in numbers], [np.zeros_like(x) for x in numbers]
    batches, step, nats = count // BATCH, 0, []
    for _ in range(EPOCHS):
        for batch in rng.permutation(batches):
            # Views of one hand follow each other: a batch takes them from all over the file.
            slopes, found = gradient(numbers, *read(views(np.arange(batch, batches * BATCH, batches))))
            nats.append(found)
            step += 1
            rate = RATE * min(1, step / 100) * (0.01 + 0.5 + 0.5 * np.cos(np.pi * step / (EPOCHS * batches)))
            for x, slope, m, v in zip(numbers, slopes, first, second):
                m += 0.1 * (slope - m)
                v += 0.001 * (slope * slope - v)
                x -= (rate * m / (1 - 0.9**step) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)).astype(F)
            if step % 500 == 0:
                print(f"step {step} of {EPOCHS * batches}: {np.mean(nats[-500:]):.3f} nats", flush=True)
    return numbers


def rounded(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bytes, and the step of each column."""
    step = np.maximum(np.abs(x).max(0) / 127, 1e-12).astype("<f4")
    return np.round(x / step).astype(np.int8), step


def main() -> None:
    if len(sys.argv) < 4:
        sys.exit("usage: fit_whereabouts.py OUT UNITS VIEWS...")
    out, units = Path(sys.argv[1]), int(sys.argv[2])
    files = [np.memmap(path, VIEW, "r") for path in sys.argv[3:]]
    starts = np.cumsum([0] + [len(file) for file in files])
    views = lambda at: np.concatenate([f[at[(at >= s) & (at < s + len(f))] - s] for f, s in zip(files, starts)])
    count = int(0.95 * starts[-1])
    of_clue, unit_bias, of_unit, card_bias = fit(views, count, units)
    # A clue that was never seen says nothing.
    seen = sum(np.bincount(f["clues"].ravel(), minlength=1 << 16)[:CLUES] for f in files)
    of_clue[seen == 0] = 0
    (clue_bytes, unit_steps), (card_bytes, card_steps) = rounded(of_clue), rounded(of_unit)
    out.write_bytes(
        b"".join(x.astype("<f4").tobytes() for x in (unit_bias, unit_steps, card_bias, card_steps))
        + clue_bytes.tobytes()
        + card_bytes.tobytes()
    )
    numbers = [clue_bytes * unit_steps, unit_bias, card_bytes * card_steps, card_bias]
    found, tricks = [], []
    for start in range(count, starts[-1], 4096):
        held_out = views(np.arange(start, min(start + 4096, starts[-1])))
        found.append(np.log(forward(numbers, *read(held_out))[1][:, 0] + 1e-30) + np.log(WORLDS))
        tricks.append(held_out["trick"])
    found, tricks = np.concatenate(found), np.concatenate(tricks)
    by_trick = " ".join(f"{found[tricks == trick].mean():.2f}" for trick in range(12))
    print(f"{starts[-1]} views; held out: {found.mean():.3f} nats; by trick {by_trick}")


if __name__ == "__main__":
    main()
