# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy", "polars"]
# ///
"""Learn which hands gain by revealing a card, as short lists that a player can remember.

    python scripts/fit_reveals.py DATASET... --out strategies/src/heuristic/gong_zhu/reveals.toml

From table `reveals` (`gongzhu reveal-ev --out`) of Gong Zhu, each for itself and in pairs. For each card a list of kinds of hands is written; a kind
says between which numbers up to three things lie that its holder can count (`counts`), and the card is revealed by a hand of any of its kinds.
`heuristic:reveal=learned` plays by the file. docs/reveal.md §6 says how the lists are learned, and what they are worth.

Of each dataset the first four fifths of the deals are learned from. From the others, and from those of `--judge`, comes a table: the points a deal that
always, the bots and the lists are worth over never revealing, and what each card gains that the lists reveal, revealed alone.
"""

import argparse
import itertools
import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from gongzhu_data import read_manifest, scan

# In the order in which they are learned, each on top of what the lists before it reveal.
CARDS = {"sheep": 35, "pig": 10, "ace_of_hearts": 25, "transformer": 47}
SECTIONS = {"alone": False, "in_pairs": True}  # of the file: whether they are of games in pairs
LEARNED = 0.8  # the share of the deals that is learned from
DOUBT = 2  # a kind counts by its gain less so many standard errors
SIMPLER = 0.02  # by what share more it has to count for another bound
FEWEST = 200  # decisions of a kind
LEAST = 0.3  # points a deal that a kind has to gain
MOST_KINDS, MOST_COUNTS = 3, 3
MOST = 13  # no count is larger


@dataclass
class Decisions:
    """The decisions of a dataset, one in each row of every array; sets of revealable cards are four bits, in the order of CARDS."""

    name: str
    pairs: bool
    deals: int
    deal: np.ndarray
    hand: np.ndarray
    received: np.ndarray
    position: np.ndarray
    before: np.ndarray  # how many cards others have revealed
    held: np.ndarray
    bot: np.ndarray  # what the bot of the seat reveals
    gains: np.ndarray  # for each set the gain over revealing nothing; NaN where it cannot be revealed

    def rows(self, chosen):
        """Some of the decisions."""
        columns = ("deal", "hand", "received", "position", "before", "held", "bot", "gains")
        return Decisions(self.name, self.pairs, self.deals, *(getattr(self, column)[chosen] for column in columns))

    def gain_of(self, revealed):
        """The gain of each decision if it reveals these sets."""
        return self.gains[np.arange(len(self.deal)), revealed]


def bits(mask, suit, lowest=0, highest=12):
    """How many cards of a suit masks have, between two ranks."""
    lane = (1 << highest + 1) - (1 << lowest)
    return np.bitwise_count(mask >> 13 * suit & lane).astype(np.int64)


def subset(mask):
    """The revealable cards of masks as four bits."""
    return sum((mask >> card & 1) << number for number, card in enumerate(CARDS.values()))


def read(dataset):
    """The decisions of a dataset."""
    manifest = read_manifest(dataset)
    rows = scan(dataset, "reveals").sort("hand_id", "position", "reveal").collect()
    pairs = tomllib.loads(manifest["rules"]["toml"])["partnership"]
    column = lambda name: rows[name].to_numpy().astype(np.int64)
    scores = rows.select(f"score_{seat}" for seat in range(4)).to_numpy()
    own, total = scores[np.arange(len(rows)), column("seat")], scores.sum(1)
    # In pairs both partners have the score of their side.
    gain = own - (total - 2 * own) / 2 if pairs else own - (total - own) / 3
    _, first, decision = np.unique(4 * column("hand_id") + column("position"), return_index=True, return_inverse=True)
    gains = np.full((len(first), 16), np.nan)
    gains[decision, subset(column("reveal"))] = gain
    of = lambda name: column(name)[first]
    before = np.bitwise_count(of("revealed_before")).astype(np.int64)
    sets = subset(of("revealable")), subset(of("bot_reveals"))
    name = f"{manifest['rules']['name']}, {', '.join(rows['bot'].unique().sort())}"
    gains -= gains[:, :1]
    return Decisions(name, pairs, int(manifest["request"]["hands"]), of("hand_id"), of("hand"), of("received"), of("position"), before, *sets, gains)


def counts(decisions, card):
    """What the holder of a card can count, an array for each name in the file."""
    hand, (suit, rank) = decisions.hand, divmod(card, 13)
    others = [other for other in range(4) if other != suit]
    return {
        "length": bits(hand, suit),
        # For the ace of hearts, of the K Q J below it.
        "high": bits(hand, suit, 9, 11) if rank == 12 else bits(hand, suit, rank + 1),
        "low": bits(hand, suit, 0, 3),
        "shortest": np.minimum.reduce([bits(hand, other) for other in others]),
        "tops": sum(bits(hand, other, 11) for other in others),
        "smalls": sum(bits(hand, any_suit, 0, 3) for any_suit in range(4)),
        "position": decisions.position,
        "before": decisions.before,
        "received": bits(decisions.received, suit),
    }


def is_of(kind, counted):
    """Which decisions are of a kind."""
    return np.logical_and.reduce([(low <= counted[name]) & (counted[name] <= high) for name, (low, high) in kind.items()])


def sums_of_boxes(table):
    """The sums of a table over all boxes: for each axis, the pairs of a first and a last number in the order of np.triu_indices."""
    for axis, size in enumerate(table.shape):
        ends = np.concatenate([np.zeros_like(table.take([0], axis)), table.cumsum(axis)], axis)
        first, last = np.triu_indices(size)
        table = ends.take(last + 1, axis) - ends.take(first, axis)
    return table


def sureness(gains):
    """What a kind with these gains counts by."""
    return gains.sum() - DOUBT * np.sqrt((gains * gains).sum())


def best_of(names, counted, gains):
    """The kind by these counts that is best, with its sureness."""
    sizes = [int(counted[name].max()) + 1 for name in names]
    cell = np.zeros(len(gains), np.int64)
    for name, size in zip(names, sizes):
        cell = cell * size + counted[name]
    weights = (gains, gains * gains, np.ones_like(gains))
    total, squares, number = (sums_of_boxes(np.bincount(cell, w, np.prod(sizes)).reshape(sizes)) for w in weights)
    sure = np.where(number >= FEWEST, total - DOUBT * np.sqrt(squares.clip(0)), -np.inf)
    at = np.unravel_index(sure.argmax(), sure.shape)
    spans = [[int(end[place]) for end in np.triu_indices(size)] for place, size in zip(at, sizes)]
    return sure[at], dict(zip(names, spans))


def best_kind(counted, gains):
    """The kind that is best: the fewer bounds the better."""
    sure, kind = 0, {}
    for number in range(1, MOST_COUNTS + 1):
        found = max((best_of(names, counted, gains) for names in itertools.combinations(counted, number)), key=lambda pair: pair[0])
        if found[0] > sure * (1 + SIMPLER):
            sure, kind = found
    for name in kind:
        for end in ([0, kind[name][1]], [kind[name][0], MOST]):
            without = kind | {name: end}
            if sureness(gains[is_of(without, counted)]) * (1 + SIMPLER) >= sure:
                kind = without
    return sure, {name: span for name, span in kind.items() if span != [0, MOST]}


def learn(parts):
    """The lists of kinds for each card, from the decisions of some datasets; with each kind its mean gain and how many decisions it is."""
    revealed = [np.zeros(len(part.deal), np.int64) for part in parts]
    deals = sum(part.deals for part in parts) * LEARNED
    lists = {}
    for number, (name, card) in enumerate(CARDS.items()):
        holders = [part.held >> number & 1 == 1 for part in parts]
        held = [part.rows(rows) for part, rows in zip(parts, holders)]
        gains = np.concatenate(
            [part.gain_of(shown[rows] | 1 << number) - part.gain_of(shown[rows]) for part, shown, rows in zip(held, revealed, holders)]
        )
        each = [counts(part, card) for part in held]
        counted = {count: np.concatenate([one[count] for one in each]) for count in each[0]}
        lists[name], rest = [], np.ones(len(gains), bool)
        while len(lists[name]) < MOST_KINDS and rest.sum() >= FEWEST:
            sure, kind = best_kind({count: numbers[rest] for count, numbers in counted.items()}, gains[rest])
            if sure < LEAST * deals:
                break
            new = rest & is_of(kind, counted)
            lists[name].append((kind, gains[new].mean(), int(new.sum())))
            rest &= ~new
        shows = np.split(~rest, np.cumsum([rows.sum() for rows in holders])[:-1])
        for shown, rows, chosen in zip(revealed, holders, shows):
            shown[np.flatnonzero(rows)[chosen]] |= 1 << number
    return lists


def revealed_by(lists, decisions):
    """What each decision reveals by the lists, which are kinds alone as in the file."""
    shown = np.zeros(len(decisions.deal), np.int64)
    for number, (name, card) in enumerate(CARDS.items()):
        counted = counts(decisions, card)
        listed = np.logical_or.reduce([is_of(kind, counted) for kind in lists[name]], initial=False)
        shown |= np.where(listed, decisions.held & 1 << number, 0)
    return shown


def mean(values):
    """The mean with its standard error."""
    return f"{values.mean():+.2f} ± {values.std(ddof=1) / np.sqrt(len(values)):.2f}" if len(values) > 1 else "–"


def value(decisions, revealed, deals):
    """The points a deal that all seats together gain over revealing nothing."""
    return mean(np.bincount(decisions.deal - (decisions.deals - deals), decisions.gain_of(revealed), deals))


def judged(decisions, deals, kinds):
    """A row of a table: what policies are worth on the last of the deals, and what each card that the lists reveal gains alone."""
    shown = revealed_by(kinds, decisions)
    values = [value(decisions, revealed, deals) for revealed in (decisions.held, decisions.bot, shown)]
    alone = [mean(decisions.gains[shown >> number & 1 == 1, 1 << number]) for number in range(len(CARDS))]
    return f"| {decisions.name} | {deals:,} | {' | '.join(values + alone)} |"


def text_of(lists, header):
    """The file: lists for players each for themselves, and in pairs."""
    lines = [f"# {line}".rstrip() for line in header]
    for section, cards in lists.items():
        lines += ["", f"[{section}]"]
        for card, kinds in cards.items():
            lines.append(f"{card} = [")
            for kind, gain, number in kinds:
                spans = ", ".join(f"{name} = {span}" for name, span in kind.items())
                lines.append(f"    {{ {spans} }}, # {gain:+.1f} points in {number:,} decisions")
            lines.append("]")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("datasets", type=Path, nargs="+", metavar="DATASET", help="directory of a dataset with table reveals")
    parser.add_argument("--out", type=Path, required=True, help="write the lists into this TOML file")
    judge = "datasets, as of other bots, that nothing is learned from and the lists are judged by"
    parser.add_argument("--judge", type=Path, nargs="+", default=[], metavar="DATASET", help=judge)
    args = parser.parse_args()
    datasets = [read(dataset) for dataset in args.datasets]
    header = ["Which hands reveal a card: those of any kind listed. Written by scripts/fit_reveals.py from"]
    header += [f"  {decisions.name}: {decisions.deals:,} deals" for decisions in datasets]
    lists = {}
    for section, pairs in SECTIONS.items():
        chosen = [decisions for decisions in datasets if decisions.pairs == pairs]
        if not chosen:
            parser.error(f"no dataset of Gong Zhu {'in pairs' if pairs else 'each for itself'}; give one of each")
        lists[section] = learn([part.rows(part.deal < LEARNED * part.deals) for part in chosen])
    args.out.write_text(text_of(lists, header), encoding="utf-8")
    kinds = {SECTIONS[section]: {card: [kind for kind, *_ in listed] for card, listed in cards.items()} for section, cards in lists.items()}
    print(f"| deals of | deals | always | the bots | the lists | {' | '.join(CARDS)} |\n|---|{'---:|' * (4 + len(CARDS))}")
    for decisions in datasets:
        held_out = decisions.rows(decisions.deal >= LEARNED * decisions.deals)
        print(judged(held_out, decisions.deals - int(np.ceil(LEARNED * decisions.deals)), kinds[decisions.pairs]))
    for decisions in map(read, args.judge):
        print(judged(decisions, decisions.deals, kinds[decisions.pairs]))


if __name__ == "__main__":
    main()
