# /// script
# requires-python = ">=3.11"
# dependencies = ["matplotlib", "polars"]
# ///
"""How the scores of a seat in a hand are distributed, by rules and bot.

    python scripts/score_distributions.py DATASET... [--figure FILE]

Prints the mean with its standard error, the standard deviation, quantiles and extremes of table `hands` of each dataset. Hands are taken for
independent observations, the seats of a hand are not: the error is that of the means of hands. (Hands of a tournament are not
independent; its own report has the right errors.) `--figure` draws the shares of the scores as SVG, a panel for each rule set.
"""

import argparse
from pathlib import Path

import polars as pl
from matplotlib.lines import Line2D

import figures
from gongzhu_data import by_seat, scan

QUANTILES = {"1 %": 0.01, "25 %": 0.25, "median": 0.5, "75 %": 0.75, "99 %": 0.99}


def scores(datasets):
    """The columns dataset, rules, hand_id, seat, bot and score, a row for each seat of each hand."""
    numbered = (scan(dataset).with_columns(dataset=pl.lit(number)) for number, dataset in enumerate(datasets))
    return pl.concat(by_seat(hands, ["dataset", "rules", "hand_id"], "bot", "score") for hands in numbered)


def summary(frame):
    """A row for each rule set and bot."""
    hands = frame.group_by("rules", "bot", "dataset", "hand_id").agg(pl.col("score").mean())
    means = hands.group_by("rules", "bot").agg(hands=pl.len(), mean=pl.col("score").mean(), error=pl.col("score").std() / pl.len().sqrt())
    score = pl.col("score")
    spread = frame.group_by("rules", "bot").agg(
        sd=score.std(),
        lowest=score.min(),
        **{name: score.quantile(quantile, "nearest") for name, quantile in QUANTILES.items()},
        highest=score.max(),
    )
    return means.join(spread, on=["rules", "bot"]).sort("rules", "bot").collect()


def print_summary(table):
    """The summary as a Markdown table."""
    names = ["lowest", *QUANTILES, "highest"]
    print("| rules | bot | hands | mean | sd | " + " | ".join(names) + " |")
    print("|---|---|---:|---:|---:|" + "---:|" * len(names))
    for row in table.rows(named=True):
        cells = [row["rules"], row["bot"], f"{row['hands']:,}", f"{row['mean']:.2f} ± {row['error']:.2f}", f"{row['sd']:.1f}"]
        print("| " + " | ".join(cells + [f"{row[name]:.0f}" for name in names]) + " |")


def bin_width(lowest, highest):
    """The smallest width from 1, 2, 5, 10, 20, 50 … that makes at most forty bins."""
    width, steps = 1, [2, 2.5, 2]
    while (highest - lowest) / width > 40:
        width *= steps[0]
        steps = steps[1:] + steps[:1]
    return int(width)


def shares(seen, edges):
    """The share of the scores from each edge up to the next."""
    width = edges[1] - edges[0]
    counts = dict(seen.group_by(pl.col("score").floordiv(width) * width).len().iter_rows())
    return [counts.get(edge, 0) / len(seen) for edge in edges[:-1]]


def draw(frame, path):
    """Shares of scores on a logarithmic axis, the outer 0.1 % on both sides left out."""
    frame = frame.select("rules", "bot", pl.col("score").cast(pl.Int32)).collect()
    rule_sets = frame["rules"].unique().sort()
    colors = {bot: f"C{number}" for number, bot in enumerate(frame["bot"].unique().sort())}
    figure, axes = figures.panels(len(rule_sets))
    for axis, rules in zip(axes, rule_sets):
        of_rules = frame.filter(rules=rules)
        lowest, highest = (int(of_rules["score"].quantile(quantile, "nearest")) for quantile in (0.001, 0.999))
        width = bin_width(lowest, highest)
        edges = list(range(lowest // width * width, highest + width + 1, width))
        for bot in of_rules["bot"].unique().sort():
            axis.stairs(shares(of_rules.filter(bot=bot), edges), edges, baseline=None, color=colors[bot])
        axis.set(title=f"{rules}, bins of {width}", yscale="log")
        axis.minorticks_off()
        axis.locator_params(axis="x", nbins=5)
    figure.supxlabel("score of a seat in a hand (points)")
    figure.supylabel("share of seats")
    axes[0].legend(handles=[Line2D([], [], color=color, label=bot) for bot, color in colors.items()])
    figures.save(figure, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("datasets", type=Path, nargs="+", metavar="DATASET", help="directory of a dataset")
    parser.add_argument("--figure", type=Path, help="draw the shares into this SVG file")
    args = parser.parse_args()
    frame = scores(args.datasets)
    print_summary(summary(frame))
    if args.figure:
        draw(frame, args.figure)


if __name__ == "__main__":
    main()
