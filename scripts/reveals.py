# /// script
# requires-python = ">=3.11"
# dependencies = ["matplotlib", "polars"]
# ///
"""What the holder of a revealable card gains where it reveals it, against where it does not, by the length of the suit.

    python scripts/reveals.py DATASET... [--figure FILE]

For Gong Zhu in which each plays for itself. The gain of a seat is its score less the mean of the other three. For each rule set, bot, card and number
of cards that the holder has of its suit, that card among them: how many hands there are with the reveal and without, and the difference
of the mean gains with its 95 % interval. Each hand has one holder of a card at most, so the hands are the independent observations.
`--figure` draws the differences as SVG, a panel for each card.

From table `reveals` (`gongzhu reveal-ev`) the difference is an effect: on the same deal with the same streams the holder reveals that card alone, and
nothing. From table `hands` (all columns, no pass) hands are compared in which the holder did the one or the other; only holders of a single
revealable card count, so that what else a seat reveals does not mix in. That too is an effect for `random`, which reveals by the toss of a
coin, whatever else it holds. For any other bot it only describes what goes together: a bot reveals with hands that are better anyway.
"""

import argparse
import sys
import tomllib
from pathlib import Path

import polars as pl

import figures
from gongzhu_data import by_seat, mask_of_cards, read_manifest, scan

CARDS = {"pig": 10, "ace of hearts": 25, "sheep": 35, "transformer": 47}
REVEALABLE = mask_of_cards(CARDS.values())
KEYS = ["rules", "bot", "card", "length"]
FEWEST = 500  # hands on either side, below which an interval from the normal distribution means little
Z95 = 1.959964  # the 0.975 quantile of the normal distribution


def length_of_suit(mask, card):
    """How many cards a mask has of the suit of a card."""
    return (pl.col(mask) & (0x1FFF << 13 * (card // 13))).bitwise_count_ones()


def holders(dataset):
    """The columns rules, bot, card, length, revealed and thirds, a row for each card of each hand: the gain times three."""
    hands = scan(dataset)
    if "deal_0" not in hands.collect_schema():
        sys.exit(f"{dataset} has no deals; play it with --columns all")
    if hands.select(pl.col("pass_0").is_not_null().any()).collect().item():
        sys.exit(f"{dataset} has passed cards; this script wants rules without a pass")
    hands = hands.with_columns(pl.col("^score_[0-3]$").cast(pl.Int64)).with_columns(sum=pl.sum_horizontal("^score_[0-3]$"))
    seats = by_seat(hands, ["rules", "revealed", "sum"], "bot", "deal", "score")
    return pl.concat(
        seats.filter(pl.col("deal") & REVEALABLE == 1 << card).select(
            "rules",
            "bot",
            card=pl.lit(name),
            length=length_of_suit("deal", card),
            revealed=pl.col("revealed") & (1 << card) != 0,
            # In thirds of a point, so that sums are exact in any order.
            thirds=4 * pl.col("score") - pl.col("sum"),
        )
        for name, card in CARDS.items()
    )


def compared(datasets):
    """The differences between hands with a reveal and hands without."""
    thirds = pl.col("thirds")
    sides = pl.concat(map(holders, datasets)).group_by(*KEYS, "revealed")
    sides = sides.agg(hands=pl.len(), sum=thirds.sum(), squares=(thirds * thirds).sum()).collect()
    mean = pl.col("sum") / pl.col("hands")
    variance = (pl.col("squares") - pl.col("sum") * mean) / (pl.col("hands") - 1)
    sides = sides.select(*KEYS, "revealed", "hands", mean=mean / 3, variance=variance / 9)
    shown, hidden = sides.filter("revealed").drop("revealed"), sides.filter(~pl.col("revealed")).drop("revealed")
    both = shown.join(hidden, on=KEYS, suffix="_hidden")
    error = (pl.col("variance") / pl.col("hands") + pl.col("variance_hidden") / pl.col("hands_hidden")).sqrt()
    return both.select(*KEYS, "hands", "hands_hidden", difference=pl.col("mean") - pl.col("mean_hidden"), error=error)


def paired(dataset):
    """The differences on the same deals, from table `reveals`."""
    rows = scan(dataset, "reveals")
    total = pl.sum_horizontal(pl.col("^score_[0-3]$"))
    own = pl.coalesce(pl.when(pl.col("seat") == seat).then(f"score_{seat}") for seat in range(4))
    decision = ["hand_id", "seat"]
    gains = rows.select(*decision, "bot", "hand", "reveal", gain=(4 * own - total) / 3)
    nothing = gains.filter(reveal=0).select(*decision, "gain")
    effects = pl.concat(
        gains.filter(reveal=1 << card)
        .join(nothing, on=decision, suffix="_hidden")
        .select("bot", card=pl.lit(name), length=length_of_suit("hand", card), effect=pl.col("gain") - pl.col("gain_hidden"))
        for name, card in CARDS.items()
    )
    effect = pl.col("effect")
    of_bucket = effects.with_columns(rules=pl.lit(read_manifest(dataset)["rules"]["name"])).group_by(KEYS)
    both = of_bucket.agg(hands=pl.len(), difference=effect.mean(), error=effect.std() / pl.len().sqrt()).collect()
    return both.select(*KEYS, "hands", pl.col("hands").alias("hands_hidden"), "difference", "error")


def differences(datasets):
    """A row for each rule set, bot, card and length, with the difference where there are hands enough."""
    manifests = {dataset: read_manifest(dataset) for dataset in datasets}
    for dataset, manifest in manifests.items():
        if tomllib.loads(manifest["rules"]["toml"]).get("partnership", True):
            sys.exit(f"{dataset} is not of Gong Zhu in which each plays for itself")
    played = [dataset for dataset in datasets if "reveals" not in manifests[dataset]["tables"]]
    parts = [paired(dataset) for dataset in datasets if dataset not in played]
    parts += [compared(played)] if played else []
    enough = pl.min_horizontal("hands", "hands_hidden") >= FEWEST
    # Rounded, since sums of floats depend on their order in the last digits.
    return pl.concat(parts).filter(enough).with_columns(pl.col("difference", "error").round(6)).sort(KEYS)


def print_differences(table):
    """The differences as a Markdown table."""
    print("| rules | bot | card | length | revealed | not | difference | 95 % from | to |\n|---|---|---|---:|---:|---:|---:|---:|---:|")
    for row in table.rows(named=True):
        names = f"{row['rules']} | {row['bot']} | {row['card']} | {row['length']} | {row['hands']:,} | {row['hands_hidden']:,}"
        low, high = (row["difference"] + side * Z95 * row["error"] for side in (-1, 1))
        print(f"| {names} | {row['difference']:+.1f} ± {row['error']:.1f} | {low:+.1f} | {high:+.1f} |")


def draw(table, path):
    """The differences with their intervals over the length of the suit."""
    figure, axes = figures.panels(len(CARDS), columns=2)
    lines = table.select("rules", "bot").unique().sort("bot", "rules").rows()
    for axis, card in zip(axes, CARDS):
        for number, (rules, bot) in enumerate(lines):
            of_line = table.filter(card=card, rules=rules, bot=bot)
            beside = of_line["length"] + 0.12 * (number - (len(lines) - 1) / 2)
            axis.errorbar(beside, of_line["difference"], Z95 * of_line["error"], fmt="o-", markersize=3, linewidth=1, label=f"{rules}, {bot}")
        axis.axhline(0, color="black", linewidth=0.8)
        axis.set_title(card)
    figure.supxlabel("cards of the suit in the holder's hand")
    figure.supylabel("gain if revealed less gain if not (points)")
    axes[0].legend()
    figures.save(figure, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("datasets", type=Path, nargs="+", metavar="DATASET", help="directory of a dataset")
    parser.add_argument("--figure", type=Path, help="draw the differences into this SVG file")
    args = parser.parse_args()
    table = differences(args.datasets)
    print_differences(table)
    if args.figure:
        draw(table, args.figure)


if __name__ == "__main__":
    main()
