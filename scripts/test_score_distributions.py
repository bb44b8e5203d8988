import duckdb
import polars as pl
import pytest

import score_distributions as distributions
import summarise

HEARTS = ["simulate", "--rules", "hearts", "--players", "random", "--hands", "5000"]
MIXED = ["simulate", "--rules", "swap", "--players", "heuristic,random,random,random", "--hands", "3000", "--columns", "results"]


def test_the_points_of_hearts_add_up(play):
    """A hand has 26 points, or 78 after a moon, which gives each of the others 26."""
    frame = distributions.scores([play(*HEARTS)])
    sums = frame.group_by("hand_id").agg(pl.col("score").sum()).group_by("score").len().collect()
    counts = dict(sums.iter_rows())
    assert counts.keys() <= {26, 78} and sum(counts.values()) == 5000
    [row] = distributions.summary(frame).rows(named=True)
    assert row["mean"] == pytest.approx((26 * counts[26] + 78 * counts.get(78, 0)) / 4 / 5000, abs=1e-9)
    assert (row["rules"], row["bot"], row["hands"], row["lowest"], row["highest"]) == ("hearts", "random", 5000, 0, 26)


def test_the_summary_is_that_of_duckdb(play):
    dataset = play(*MIXED)
    rows = {row["bot"]: row for row in distributions.summary(distributions.scores([dataset])).rows(named=True)}
    of_bot = {
        "heuristic": ("score_0", "SELECT score_0 AS score FROM hands"),
        "random": ("(score_1 + score_2 + score_3) / 3", " UNION ALL ".join(f"SELECT score_{seat} FROM hands" for seat in (1, 2, 3))),
    }
    hands = duckdb.read_parquet(f"{dataset}/hands/*.parquet")
    assert rows.keys() == of_bot.keys() and len(hands) == 3000
    for bot, (mean_of_hand, all_scores) in of_bot.items():
        of_hands = f"count(*), avg({mean_of_hand}), stddev_samp({mean_of_hand}) / sqrt(count(*))"
        [(count, mean, error)] = duckdb.sql(f"SELECT {of_hands} FROM hands").fetchall()
        assert rows[bot]["hands"] == count
        assert (rows[bot]["mean"], rows[bot]["error"]) == (pytest.approx(mean, abs=1e-9), pytest.approx(error, abs=1e-9))
        spread = f"SELECT stddev_samp(score), min(score), max(score), median(score) FROM ({all_scores}) AS t(score)"
        [(sd, lowest, highest, median)] = duckdb.sql(spread).fetchall()
        assert rows[bot]["sd"] == pytest.approx(sd, abs=1e-9)
        assert (rows[bot]["lowest"], rows[bot]["highest"], rows[bot]["median"]) == (lowest, highest, median)
    assert rows["heuristic"]["mean"] > rows["random"]["mean"] + 100


def test_hands_of_several_datasets_do_not_mix(play):
    """The same ids are other hands in another dataset."""
    datasets = [play(*MIXED), play(*MIXED, "--seed", "2")]
    alone = [distributions.summary(distributions.scores([dataset])).filter(bot="random").row(0, named=True) for dataset in datasets]
    both = distributions.summary(distributions.scores(datasets)).filter(bot="random").row(0, named=True)
    assert both["hands"] == 6000 and both["mean"] == pytest.approx((alone[0]["mean"] + alone[1]["mean"]) / 2, abs=1e-9)
    assert both["error"] == pytest.approx(sum(row["error"] for row in alone) / 2 / 2**0.5, rel=0.02)


def test_shares_count_every_score_once():
    seen = pl.DataFrame({"score": [-11, -10, -1, 0, 9, 10, 500]})
    assert distributions.shares(seen, [-20, -10, 0, 10, 20]) == [1 / 7, 2 / 7, 2 / 7, 1 / 7]
    assert [distributions.bin_width(0, top) for top in (26, 80, 90, 300, 500, 900, 3000)] == [1, 2, 5, 10, 20, 50, 100]


def test_the_figure_is_the_same_in_every_run(play, tmp_path):
    frame = distributions.scores([play(*HEARTS), play(*MIXED)])
    drawn = []
    for name in ("a.svg", "b.svg"):
        distributions.draw(frame, tmp_path / name)
        drawn.append((tmp_path / name).read_text(encoding="utf-8"))
    assert drawn[0] == drawn[1]
    for text in ("hearts, bins of 1<", "swap, bins of ", ">heuristic<", ">random<"):
        assert text in drawn[0]


def test_the_summary_of_a_large_dataset_is_that_of_duckdb(play):
    dataset = play(*MIXED)
    [row] = summarise.summary(dataset).rows(named=True)
    hands = duckdb.read_parquet(f"{dataset}/hands/*.parquet")
    for seat in range(4):
        statistics = f"avg(score_{seat}), stddev_samp(score_{seat}), min(score_{seat}), max(score_{seat})"
        [found] = duckdb.sql(f"SELECT {statistics} FROM hands").fetchall()
        assert [row[f"{name}_{seat}"] for name in ("mean", "sd", "lowest", "highest")] == pytest.approx(found, abs=1e-9)
    [revealed] = hands.aggregate(", ".join(f"avg(revealed >> {card} & 1)" for card in summarise.REVEALABLE)).fetchall()
    assert [row[name] for name in ("QS", "AH", "JD", "TC")] == pytest.approx(revealed, abs=1e-12)
    assert row["hands"] == 3000 and [row[f"bot_{seat}"] for seat in range(4)] == ["heuristic", "random", "random", "random"]
