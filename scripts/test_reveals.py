import json
import math

import polars as pl
import pytest

import gongzhu_data as data
import reveals

RANDOM = ["simulate", "--rules", "classic", "--players", "random", "--hands", "60000"]
NAMES = {"QS": "pig", "AH": "ace of hearts", "JD": "sheep", "TC": "transformer"}


def test_the_differences_are_those_of_a_count_by_hand(play):
    """The same numbers from the rows one by one, with cards and suits as text."""
    dataset = play(*RANDOM)
    gains = {}
    columns = ["revealed", *(f"{name}_{seat}" for name in ("deal", "score") for seat in range(4))]
    for row in data.scan(dataset).select(columns).collect().iter_rows(named=True):
        revealed = {data.card_name(card) for card in data.cards_of_mask(row["revealed"])}
        scores = [row[f"score_{seat}"] for seat in range(4)]
        for seat in range(4):
            held = [data.card_name(card) for card in data.cards_of_mask(row[f"deal_{seat}"])]
            special = [name for name in held if name in NAMES]
            if len(special) == 1:
                length = sum(name[1] == special[0][1] for name in held)
                others = [score for other, score in enumerate(scores) if other != seat]
                key = NAMES[special[0]], length, special[0] in revealed
                gains.setdefault(key, []).append(scores[seat] - sum(others) / 3)
    table = reveals.differences([dataset])
    enough = {key[:2] for key in gains if all(len(gains.get((*key[:2], side), [])) >= reveals.FEWEST for side in (True, False))}
    assert len(enough) > 12 and set(table.select("card", "length").rows()) == enough
    for row in table.rows(named=True):
        sides = [pl.Series(gains[row["card"], row["length"], side]) for side in (True, False)]
        assert [row["hands"], row["hands_hidden"]] == [len(side) for side in sides]
        assert row["difference"] == pytest.approx(sides[0].mean() - sides[1].mean(), abs=1e-6)
        assert row["error"] == pytest.approx(math.sqrt(sum(side.var() / len(side) for side in sides)), abs=1e-6)


def test_effects_are_means_over_the_same_deals(tmp_path, monkeypatch):
    """A table of five decisions, with the effects worked out on paper."""
    monkeypatch.setattr(reveals, "FEWEST", 2)
    pig, ace = 1 << 10, 1 << 25
    spades = 0b111 | pig  # four of them
    scores = {
        # hand_id, seat, hand: what is revealed, and what each seat scores
        (0, 0, spades | ace): {0: [0, -100, 0, 0], pig: [30, -100, 0, 0], ace: [-60, 0, 0, 0], pig | ace: [900, 0, 0, 0]},
        (1, 2, spades): {0: [0, 0, -100, 0], pig: [0, 0, -200, 30]},
        (1, 3, ace | 1 << 13): {0: [0, 0, 0, 8], ace: [0, 0, 0, -10]},
        (2, 3, spades): {0: [1, 1, 1, 1], pig: [1, 1, 1, 11]},
        (3, 1, spades | 1 << 3): {0: [0, 0, 0, 0], pig: [0, 99, 0, 0]},
    }
    rows = [
        {"hand_id": hand_id, "seat": seat, "bot": "b", "hand": hand, "reveal": reveal} | {f"score_{at}": row[at] / 1 for at in range(4)}
        for (hand_id, seat, hand), played in scores.items()
        for reveal, row in played.items()
    ]
    (tmp_path / "reveals").mkdir()
    pl.DataFrame(rows).write_parquet(tmp_path / "reveals" / "part-00000.parquet")
    manifest = {"complete": True, "tables": {"reveals": {}}, "rules": {"name": "house", "toml": "partnership = false"}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    [pig_row] = reveals.differences([tmp_path]).rows(named=True)
    # Gains change by 30, by -100 - 10 and by 10; the fourth pig is one of five spades, and the aces have two lengths.
    assert [pig_row[key] for key in ("rules", "bot", "card", "length", "hands")] == ["house", "b", "pig", 4, 3]
    assert pig_row["difference"] == pytest.approx((30 - 110 + 10) / 3, abs=1e-6)
    assert pig_row["error"] == pytest.approx(math.sqrt(sum((x + 70 / 3) ** 2 for x in (30, -110, 10)) / 2 / 3), abs=1e-6)


def test_the_effects_are_those_of_the_report(gongzhu, tmp_path, monkeypatch):
    """Over all lengths of the suit the mean gain from revealing a card alone is that of `gongzhu reveal-ev`."""
    monkeypatch.setattr(reveals, "FEWEST", 1)
    words = ["--rules", "classic", "--players", "heuristic", "--hands", 2000, "--format", "json", "--out", tmp_path / "data"]
    subsets = json.loads(data.run_gongzhu(gongzhu, "reveal-ev", *words))["subsets"]
    reported = {NAMES[row["reveal"]]: row for row in subsets if row["split"] is None and row["reveal"] in NAMES}
    table = reveals.differences([tmp_path / "data"])
    for card, row in reported.items():
        of_card = table.filter(card=card)
        assert of_card["hands"].sum() == row["deals"] == 2000
        assert (of_card["difference"] * of_card["hands"]).sum() / 2000 == pytest.approx(row["gain_change"], abs=1e-5)
    assert reported.keys() == reveals.CARDS.keys()


@pytest.mark.parametrize("rules", ["classic", "swap", "pagat"])
def test_random_reveals_by_the_toss_of_a_coin(play, rules):
    """Whatever it holds: else the difference would be no effect. Nearly thirty shares within five standard errors of one half."""
    table = reveals.differences([play("simulate", "--rules", rules, "--players", "random", "--hands", "60000")])
    assert len(table) > 12
    for row in table.rows(named=True):
        hands = row["hands"] + row["hands_hidden"]
        assert abs(row["hands"] / hands - 0.5) < 5 * 0.5 / math.sqrt(hands)


def test_revealing_the_pig_costs_random_play(play):
    """It doubles what its taker loses, which is more often than not its holder."""
    short = reveals.differences([play(*RANDOM)]).filter(pl.col("length") <= 4, card="pig")
    assert (short["difference"] + 3 * short["error"] < 0).sum() >= 2


def test_the_figure_is_the_same_in_every_run(play, tmp_path):
    table = reveals.differences([play(*RANDOM), play(*RANDOM[:4], "heuristic", *RANDOM[5:])])
    drawn = []
    for name in ("a.svg", "b.svg"):
        reveals.draw(table, tmp_path / name)
        drawn.append((tmp_path / name).read_text(encoding="utf-8"))
    assert drawn[0] == drawn[1]
    assert all(f">{card}<" in drawn[0] for card in NAMES.values()) and all(f">classic, {bot}<" in drawn[0] for bot in ("heuristic", "random"))


def test_what_has_no_hands_to_look_at_is_refused(play):
    with pytest.raises(SystemExit, match="has no deals; play it with --columns all"):
        reveals.holders(play("simulate", "--players", "random", "--hands", "100", "--columns", "results"))
    with pytest.raises(SystemExit, match="has passed cards"):
        reveals.holders(play("simulate", "--rules", "classic+pass", "--players", "random", "--hands", "100"))
    for rules in ("hearts", "classic+partnership"):
        with pytest.raises(SystemExit, match="not of Gong Zhu in which each plays for itself"):
            reveals.differences([play("simulate", "--rules", rules, "--players", "random", "--hands", "100")])
