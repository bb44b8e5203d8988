# /// script
# requires-python = ">=3.11"
# dependencies = ["polars"]
# ///
"""Sums up the scores of a dataset of any size: Polars streams its row groups, and memory does not grow with them.

    python scripts/summarise.py DATASET

For each rule set and line-up of table `hands`, seat by seat: how many hands, the mean score with its standard error (over hands as
independent observations), the standard deviation, the lowest and the highest score; then how often each card was revealed.
"""

import argparse
import math
from pathlib import Path

import polars as pl

from gongzhu_data import card_name, scan

SEATS = range(4)
REVEALABLE = (10, 25, 35, 47)


def summary(dataset):
    """A row for each rule set and line-up."""
    columns = {"hands": pl.len()}
    for seat in SEATS:
        score = pl.col(f"score_{seat}")
        columns |= {f"mean_{seat}": score.mean(), f"sd_{seat}": score.std(), f"lowest_{seat}": score.min(), f"highest_{seat}": score.max()}
    for card in REVEALABLE:
        columns[card_name(card)] = (pl.col("revealed") & (1 << card) != 0).mean()
    line_up = ["rules", *(f"bot_{seat}" for seat in SEATS)]
    return scan(dataset).group_by(line_up).agg(**columns).sort(line_up).collect(engine="streaming")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset", type=Path, help="directory of the dataset")
    table = summary(parser.parse_args().dataset)
    print("| rules | seat | bot | hands | mean | sd | lowest | highest |\n|---|---:|---|---:|---:|---:|---:|---:|")
    for row in table.rows(named=True):
        for seat in SEATS:
            mean, sd, lowest, highest = (row[f"{name}_{seat}"] for name in ("mean", "sd", "lowest", "highest"))
            mean = f"{mean:.3f} ± {sd / math.sqrt(row['hands']):.3f}"
            print(f"| {row['rules']} | {seat} | {row[f'bot_{seat}']} | {row['hands']:,} | {mean} | {sd:.2f} | {lowest} | {highest} |")
    for row in table.rows(named=True):
        revealed = ", ".join(f"{card_name(card)} {row[card_name(card)]:.2%}" for card in REVEALABLE)
        print(f"\nrevealed in {row['rules']}, {' '.join(row[f'bot_{seat}'] for seat in SEATS)}: {revealed}")


if __name__ == "__main__":
    main()
