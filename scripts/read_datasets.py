# /// script
# requires-python = ">=3.11"
# dependencies = ["duckdb", "pandas", "polars", "pyarrow"]
# ///
"""Reads a dataset with pandas, polars and DuckDB and checks that all three see the same numbers.

    python scripts/read_datasets.py DATASET

DATASET is a directory that `gongzhu simulate` or `gongzhu tournament` made. The mean score of each seat, and the mean gain
of each bot where there is a table `results` or `matches`, and what a table `decisions` says of choices, must agree between the three libraries, and the
numbers of rows must be those of manifest.json. The status is 1 where anything differs. One hand is decoded as an example.

The functions in SNIPPETS are the ones that docs/DATA.md shows; `--docs docs/DATA.md` checks that it shows them as
they are in the code.
"""

import argparse
import inspect
import math
import sys
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl

from gongzhu_data import card_name, cards_of_mask, read_manifest, tricks_of_hand


def scores_pandas(dataset):
    columns = [f"score_{seat}" for seat in range(4)]
    hands = pd.read_parquet(f"{dataset}/hands", columns=columns)
    return len(hands), [hands[column].mean() for column in columns]


def scores_polars(dataset):
    hands = pl.scan_parquet(f"{dataset}/hands/*.parquet")
    rows, *means = hands.select(pl.len(), pl.col("^score_[0-3]$").mean()).collect().row(0)
    return rows, means


def scores_duckdb(dataset):
    hands = duckdb.read_parquet(f"{dataset}/hands/*.parquet")
    means = ", ".join(f"avg(score_{seat})" for seat in range(4))
    [(rows, *means)] = duckdb.sql(f"SELECT count(*), {means} FROM hands").fetchall()
    return rows, means


def gains_pandas(dataset, table):
    results = pd.read_parquet(f"{dataset}/{table}")
    seats = [results[[f"bot_{seat}", f"gain_{seat}"]].set_axis(["bot", "gain"], axis=1) for seat in range(4)]
    return len(results), pd.concat(seats).astype({"bot": str}).groupby("bot")["gain"].mean().to_dict()


def gains_polars(dataset, table):
    results = pl.scan_parquet(f"{dataset}/{table}/*.parquet")
    seats = [results.select(bot=pl.col(f"bot_{seat}").cast(pl.String), gain=f"gain_{seat}") for seat in range(4)]
    gains = pl.concat(seats).group_by("bot").agg(pl.col("gain").mean()).collect()
    return results.select(pl.len()).collect().item(), dict(gains.iter_rows())


def gains_duckdb(dataset, table):
    results = duckdb.read_parquet(f"{dataset}/{table}/*.parquet")
    seats = " UNION ALL ".join(f"SELECT bot_{seat} AS bot, gain_{seat} AS gain FROM results" for seat in range(4))
    gains = duckdb.sql(f"SELECT bot, avg(gain) FROM ({seats}) GROUP BY bot").fetchall()
    [(rows,)] = duckdb.sql("SELECT count(*) FROM results").fetchall()
    return rows, dict(gains)


def choices_pandas(dataset):
    decisions = pd.read_parquet(f"{dataset}/decisions", columns=["bot", "choices"])
    weighed = decisions.dropna().astype({"bot": str})
    return len(decisions), weighed["choices"].map(len).groupby(weighed["bot"]).mean().to_dict()


def choices_polars(dataset):
    decisions = pl.scan_parquet(f"{dataset}/decisions/*.parquet")
    weighed = decisions.drop_nulls("choices").group_by(pl.col("bot").cast(pl.String))
    means = weighed.agg(pl.col("choices").list.len().mean()).collect()
    return decisions.select(pl.len()).collect().item(), dict(means.iter_rows())


def choices_duckdb(dataset):
    decisions = duckdb.read_parquet(f"{dataset}/decisions/*.parquet")
    [(rows,)] = duckdb.sql("SELECT count(*) FROM decisions").fetchall()
    means = "SELECT bot, avg(len(choices)) FROM decisions WHERE choices IS NOT NULL GROUP BY bot"
    return rows, dict(duckdb.sql(means).fetchall())


SNIPPETS = [
    scores_pandas,
    scores_polars,
    scores_duckdb,
    gains_pandas,
    gains_polars,
    gains_duckdb,
    choices_pandas,
    choices_polars,
    choices_duckdb,
    card_name,
    cards_of_mask,
    tricks_of_hand,
]


def rows_in(manifest, table):
    """The number of rows that the manifest says, and that its files add up to."""
    entry = manifest["tables"][table]
    if entry["rows"] != sum(file["rows"] for file in entry["files"]):
        sys.exit(f"manifest.json: the files of {table} do not add up to its {entry['rows']} rows")
    return entry["rows"]


def same(a, b):
    """Whether two means agree but for rounding; keyed means need the same keys."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-9)


def compare(table, rows, found):
    """The means, once all libraries agree on them and on the number of rows."""
    for library, (count, means) in found.items():
        if count != rows:
            sys.exit(f"{library} reads {count} rows of {table}; manifest.json has {rows}")
        first = next(iter(found))
        if not same(means, found[first][1]):
            sys.exit(f"{table}: {library} finds {means}, {first} finds {found[first][1]}")
    return means


def show_hand(dataset):
    """Decodes the first hand, and checks that its parts fit together."""
    first = min((dataset / "hands").glob("*.parquet"))
    hand = pl.scan_parquet(first).head(1).collect().row(0, named=True)
    print(f"hand {hand['hand_id']} of {hand['rules']}")
    deal = [cards_of_mask(hand[f"deal_{seat}"]) for seat in range(4)]
    if any(len(cards) != 13 for cards in deal) or sorted(sum(deal, [])) != list(range(52)):
        sys.exit("the masks of the deal are no deal")
    if sorted(hand["plays"]) != list(range(52)):
        sys.exit("the play order does not have every card once")
    for seat, cards in enumerate(deal):
        names = " ".join(card_name(card) for card in cards)
        print(f"  seat {seat}, {hand[f'bot_{seat}']}, scores {hand[f'score_{seat}']}: {names}")
    held = {card: seat for seat, cards in enumerate(deal) for card in cards}
    passed = any(hand[f"pass_{seat}"] is not None for seat in range(4))
    for number, (leader, cards) in enumerate(tricks_of_hand(hand), 1):
        print(f"  trick {number:2}: seat {leader} leads {' '.join(card_name(card) for card in cards)}")
        seats = [(leader + turn) % 4 for turn in range(4)]
        if not passed and [held[card] for card in cards] != seats:
            sys.exit(f"trick {number} has cards that its players were not dealt")


def check_docs(path):
    """Checks that the documentation shows every snippet as it stands here."""
    text = path.read_text(encoding="utf-8")
    for function in SNIPPETS:
        source = inspect.getsource(function).rstrip()
        if source not in text:
            sys.exit(f"{path} does not show {function.__name__} as it is in the code")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset", type=Path, help="directory of the dataset")
    parser.add_argument("--docs", type=Path, help="check that this page shows the snippets")
    args = parser.parse_args()
    if args.docs:
        check_docs(args.docs)
    manifest = read_manifest(args.dataset)

    rows = rows_in(manifest, "hands")
    read = {"pandas": scores_pandas, "polars": scores_polars, "duckdb": scores_duckdb}
    means = compare("hands", rows, {library: scores(args.dataset) for library, scores in read.items()})
    print(f"hands: {rows} rows; mean score of seats 0 to 3: {', '.join(f'{mean:.3f}' for mean in means)}")

    for table, unit in {"results": "hand", "matches": "match"}.items():
        if table in manifest["tables"]:
            rows = rows_in(manifest, table)
            read = {"pandas": gains_pandas, "polars": gains_polars, "duckdb": gains_duckdb}
            means = compare(table, rows, {library: gains(args.dataset, table) for library, gains in read.items()})
            gains = ", ".join(f"{bot} {gain:+.3f}" for bot, gain in sorted(means.items()))
            print(f"{table}: {rows} rows; mean gain a {unit}: {gains}")

    if "decisions" in manifest["tables"]:
        rows = rows_in(manifest, "decisions")
        read = {"pandas": choices_pandas, "polars": choices_polars, "duckdb": choices_duckdb}
        means = compare("decisions", rows, {library: choices(args.dataset) for library, choices in read.items()})
        weighed = ", ".join(f"{bot} {mean:.3f}" for bot, mean in sorted(means.items())) or "none"
        print(f"decisions: {rows} rows; mean number of choices weighed in a decision: {weighed}")

    if manifest["tables"]["hands"]["columns"] == "all":
        show_hand(args.dataset)


if __name__ == "__main__":
    main()
