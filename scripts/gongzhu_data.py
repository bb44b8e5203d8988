"""Loads and decodes datasets, for the scripts of this directory (docs/datasets.md).

Cards, masks and seats are the numbers of docs/DATA.md §4.
"""

import argparse
import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import polars as pl

RANKS = "23456789TJQKA"
SUITS = "SHDC"
ROOT = Path(__file__).resolve().parent.parent


def card_name(card):
    return "23456789TJQKA"[card % 13] + "SHDC"[card // 13]


def card_number(name):
    """The number of a card in notation: 10 for QS."""
    rank, suit = RANKS.find(name[:1]), SUITS.find(name[1:])
    if len(name) != 2 or rank < 0 or suit < 0:
        raise ValueError(f"{name!r} is no card; cards are written like QS and TC")
    return 13 * suit + rank


def cards_of_mask(mask):
    return [card for card in range(52) if mask >> card & 1]


def mask_of_cards(cards):
    return sum(1 << card for card in set(cards))


def actions_of_mask(mask):
    """The codes of the actions in a mask, as of columns legal and action of table decisions."""
    return [code for code in range(61) if mask >> code & 1]


def hand_text(mask):
    """A set of cards as a hand: S:AQ3 H:KT D:- C:82."""

    def suit(number):
        ranks = [RANKS[rank] for rank in reversed(range(13)) if mask >> 13 * number + rank & 1]
        return f"{SUITS[number]}:{''.join(ranks) or '-'}"

    return " ".join(suit(number) for number in range(4))


def mask_of_hand(text):
    """The mask of a hand in the form of hand_text."""
    cards = []
    for part in text.split():
        suit, colon, ranks = part.partition(":")
        if not colon:
            raise ValueError(f"{part!r} is no suit of a hand; suits are written like S:AQ3 or D:-")
        cards += [card_number(rank + suit) for rank in ranks if ranks != "-"]
    if len(set(cards)) != len(cards):
        raise ValueError(f"{text!r} has a card twice")
    return mask_of_cards(cards)


def tricks_of_hand(hand):
    """The tricks of a row of table hands: who led, and the cards in the order played."""
    for trick in range(13):
        winner = hand["winners"] >> 2 * trick & 3
        cards = list(hand["plays"][4 * trick : 4 * trick + 4])
        followed = [card for card in cards if card // 13 == cards[0] // 13]
        yield (winner - cards.index(max(followed))) % 4, cards


@dataclass(frozen=True)
class Position:
    """What the table knew and the seats held just before a card was played."""

    seat: int  # whose turn it is
    leader: int  # who led the trick
    table: tuple[int, ...]  # the cards of the trick so far, the leader's first
    hands: tuple[int, ...]  # masks of the cards that each seat still holds
    piles: tuple[int, ...]  # masks of the cards in each seat's pile
    card: int  # the card that was played


def positions_of_hand(hand):
    """The 52 positions of a row of table hands, before each card.

    What a seat held, after passing, are the cards that it goes on to play, so no rule of the game is needed.
    """
    tricks = list(tricks_of_hand(hand))
    hands, piles = [0] * 4, [0] * 4
    for leader, cards in tricks:
        for turn, card in enumerate(cards):
            hands[(leader + turn) % 4] |= 1 << card
    for number, (leader, cards) in enumerate(tricks):
        for turn, card in enumerate(cards):
            seat = (leader + turn) % 4
            yield Position(seat, leader, tuple(cards[:turn]), tuple(hands), tuple(piles), card)
            hands[seat] ^= 1 << card
        if number < 12:
            # In Tantony the winner gives the trick away; elsewhere it keeps it.
            taker = hand["winners"] >> 2 * number & 3 if hand["assign"] is None else hand["assign"][number]
            piles[taker] |= mask_of_cards(cards)


def read_manifest(dataset):
    """The manifest of a complete dataset."""
    path = Path(dataset) / "manifest.json"
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        sys.exit(f"{dataset} is no dataset: {path}: {error.strerror}")
    if not manifest["complete"]:
        sys.exit(f"{dataset} is not complete; resume it")
    return manifest


def scan(dataset, table="hands"):
    """A table of a complete dataset as a LazyFrame, the names of rules, bots and kinds as strings."""
    tables = read_manifest(dataset)["tables"]
    if table not in tables:
        sys.exit(f"{dataset} has no table {table}; it has {', '.join(tables)}")
    names = ["rules", "bot", "kind", *(f"bot_{seat}" for seat in range(4))]
    frame = pl.scan_parquet(f"{dataset}/{table}/*.parquet")
    return frame.with_columns(pl.col(name).cast(pl.String) for name in names if name in frame.collect_schema())


def weighed_choices(decisions):
    """A row for each choice that a bot weighed in place of a row for each decision: `choice`, `value`, `visits`, and whether it
    was `taken`. Decisions without choices that were weighed have none."""
    lists = {"choices": "choice", "values": "value", "visits": "visits"}
    weighed = decisions.filter(pl.col("choices").is_not_null()).explode(*lists).rename(lists)
    return weighed.with_columns(taken=pl.col("choice") == pl.col("action"))


def by_seat(frame, keep, *columns):
    """A row for each seat in place of a row for each hand: the columns `keep`, `seat`, and each of `columns` without number."""
    seats = [
        frame.select(*keep, pl.lit(seat, pl.UInt8).alias("seat"), **{name: pl.col(f"{name}_{seat}") for name in columns})
        for seat in range(4)
    ]
    return pl.concat(seats)


def add_gongzhu(parser):
    """The option that says which program plays."""
    where = "the program [default: target/release/gongzhu, else that on the path]"
    parser.add_argument("--gongzhu", type=find_gongzhu, default="", help=where)


def find_gongzhu(path):
    """The program gongzhu at a path, or where it usually is."""
    built = ROOT / "target" / "release" / "gongzhu"
    found = shutil.which(path or (built if built.exists() else "gongzhu"))
    if found is None:
        raise argparse.ArgumentTypeError(f"no program {path or 'gongzhu'}; build it with cargo build --release, or give --gongzhu FILE")
    return str(Path(found).resolve())


def run_gongzhu(gongzhu, *arguments, text=None):
    """What a command prints; its own error ends the script."""
    done = subprocess.run([gongzhu, *map(str, arguments)], input=text, capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        sys.exit(done.stderr.strip() or f"gongzhu {arguments[0]} ended with status {done.returncode}")
    return done.stdout
