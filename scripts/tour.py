# /// script
# requires-python = ">=3.11"
# dependencies = ["duckdb", "pandas", "polars", "pyarrow"]
# ///
"""A tour of what a dataset holds, cell by cell, as docs/datasets.md shows it.

    python scripts/tour.py [--gongzhu FILE]
"""

# %% Set-up: the program, and a directory for what it will play.
import argparse
import json
import tempfile

import duckdb
import pandas as pd
import polars as pl

from gongzhu_data import add_gongzhu, by_seat, card_name, hand_text, positions_of_hand, run_gongzhu, scan

parser = argparse.ArgumentParser(description="A tour of what a dataset holds")
add_gongzhu(parser)
gongzhu = parser.parse_args().gongzhu
directory = tempfile.TemporaryDirectory()
data = f"{directory.name}/data"

# %% Twenty thousand hands of `swap`, in which rules of thumb play against chance.
players = "heuristic,random,heuristic,random"
run_gongzhu(gongzhu, "simulate", "--rules", "swap", "--players", players, "--hands", 20000, "--out", data)
print(run_gongzhu(gongzhu, "dataset", "verify", data), end="")

# %% The mean score of each bot. Hands are independent, the seats of a hand are not: first the mean over a bot's seats in each hand.
hands = scan(data)
by_hand = by_seat(hands, ["hand_id"], "bot", "score").group_by("bot", "hand_id").agg(pl.col("score").mean())
score = pl.col("score")
means = by_hand.group_by("bot").agg(mean=score.mean(), error=score.std() / pl.len().sqrt()).sort("bot").collect()
for bot, mean, error in means.iter_rows():
    print(f"{bot}: {mean:.2f} ± {error:.2f} points a hand")

# %% The same means in pandas and DuckDB.
frame = pd.read_parquet(f"{data}/hands")
print(f"pandas: {frame[['score_0', 'score_2']].to_numpy().mean():.2f}, {frame[['score_1', 'score_3']].to_numpy().mean():.2f}")
query = f"SELECT avg(score_0 + score_2) / 2, avg(score_1 + score_3) / 2 FROM '{data}/hands/*.parquet'"
print("DuckDB: {:.2f}, {:.2f}".format(*duckdb.sql(query).fetchall()[0]))

# %% Sets of cards are masks, so questions about cards are arithmetic: how often does the holder of the pig, QS, end up with it?
PIG = 1 << 10
kept = by_seat(hands, ["hand_id"], "bot", "deal", "taken").filter(pl.col("deal") & PIG != 0)
keepers = kept.group_by("bot").agg(held=pl.len(), kept=(pl.col("taken") & PIG != 0).sum()).sort("bot").collect()
for bot, held, own in keepers.iter_rows():
    print(f"{bot} was dealt the pig {held:,} times and took it {own:,} times, {own / held:.1%}")

# %% One hand: what was dealt, and the first tricks.
hand = hands.head(1).collect().row(0, named=True)
for seat in range(4):
    print(f"seat {seat}  {hand_text(hand[f'deal_{seat}']):32} {hand[f'score_{seat}']:5}")
positions = list(positions_of_hand(hand))
for trick in range(3):
    plays = [f"{position.seat}:{card_name(position.card)}" for position in positions[4 * trick : 4 * trick + 4]]
    print(f"trick {trick + 1}: {' '.join(plays)}")

# %% The state before a play: here the last card of trick 2.
position = positions[7]
print(f"seat {position.seat} holds {hand_text(position.hands[position.seat])}")
print(f"on the table: {' '.join(map(card_name, position.table))}, led by seat {position.leader}")
print(f"its pile: {hand_text(position.piles[position.seat])}; it plays {card_name(position.card)}")

# %% Examples to learn from are positions and the cards played in them. Here: which suits does a bot discard that can't follow?
discards = []
for hand in hands.head(500).collect().iter_rows(named=True):
    for position in positions_of_hand(hand):
        held = position.hands[position.seat]
        led = position.table[0] // 13 if position.table else None
        if led is not None and held >> 13 * led & 0x1FFF == 0:
            discards.append((hand[f"bot_{position.seat}"], "SHDC"[position.card // 13]))
table = pl.DataFrame(discards, schema=["bot", "suit"], orient="row")
shares = table.group_by("bot", "suit").len().with_columns(share=pl.col("len") / pl.col("len").sum().over("bot"))
for bot in ("heuristic", "random"):
    of_bot = dict(shares.filter(bot=bot).select("suit", "share").iter_rows())
    print(f"{bot}: " + ", ".join(f"{suit} {of_bot[suit]:.1%}" for suit in "SHDC"))

# %% A tournament plays each deal in all seatings; its observations are deals, never hands. Gain and error are those of the report.
duel = f"{directory.name}/duel"
words = ["--rules", "swap", "--players", "heuristic,random", "--hands", 2000, "--format", "json", "--out", duel]
report = json.loads(run_gongzhu(gongzhu, "tournament", *words))["overall"][0]
gain = pl.col("gain")
by_deal = by_seat(scan(duel, "results"), ["deal_id"], "bot", "gain").filter(bot="heuristic").group_by("deal_id").agg(gain.mean())
deals, mean, error = by_deal.select(n=pl.len(), mean=gain.mean(), error=gain.std() / pl.len().sqrt()).collect().row(0)
print(f"heuristic gains {mean:+.2f} ± {error:.2f} points a hand against random, over {deals:,} deals")
print(f"the report: {report['gain']:+.2f} ± {report['std_error']:.2f}")
directory.cleanup()
