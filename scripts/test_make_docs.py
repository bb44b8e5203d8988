import pytest

import make_docs
from gongzhu_data import run_gongzhu


def test_the_tour_finds_what_the_program_says(gongzhu):
    run, variables = make_docs.run_tour(gongzhu)
    report = variables["report"]
    assert [variables["mean"], variables["error"]] == pytest.approx([report["gain"], report["std_error"]], abs=1e-9)
    assert (variables["deals"], report["bot"]) == (2000, "heuristic")
    # Every hand has one pig, dealt to one seat.
    assert variables["keepers"]["held"].sum() == 20000
    assert variables["means"]["bot"].to_list() == ["heuristic", "random"]
    shares = variables["shares"].group_by("bot").agg(variables["pl"].col("share").sum())
    assert shares["share"].to_list() == [pytest.approx(1)] * 2
    outputs = dict((title, output) for title, _, output in run)
    assert any(output == "sound: 1 files, 20,000 rows, 20,000 hands played again" for output in outputs.values())
    assert sum(bool(output) for output in outputs.values()) == len(run) - 1


def test_the_first_hand_of_the_tour_is_that_of_the_program(gongzhu, tmp_path):
    run, variables = make_docs.run_tour(gongzhu)
    out = tmp_path / "data"
    run_gongzhu(gongzhu, "simulate", "--rules", "swap", "--players", variables["players"], "--hands", 20000, "--out", out)
    table = run_gongzhu(gongzhu, "replay", "--format", "table", text=run_gongzhu(gongzhu, "dataset", "export", out, "--hand-id", 0))
    [shown] = [output for title, _, output in run if title.startswith("One hand")]
    totals = next(line for line in table.splitlines() if line.startswith("hand total")).split()[2:]
    assert [line.split()[-1] for line in shown.splitlines()[:4]] == totals


def test_cells_are_cut_at_their_marks():
    assert list(make_docs.cells("head\n# %% A.\nx = 1\n\n# %% B.\ny\n")) == [("A.", "x = 1"), ("B.", "y")]


def test_a_page_is_filled_between_its_marks():
    page = "a\n<!-- BEGIN: x, made by scripts/make_docs.py -->\nold\n<!-- END -->\nb\n"
    assert make_docs.filled(page, "x", "new") == page.replace("old", "\nnew\n")
    with pytest.raises(SystemExit, match="has no mark"):
        make_docs.filled(page, "y", "new")
