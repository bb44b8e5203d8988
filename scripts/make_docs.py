# /// script
# requires-python = ">=3.11"
# dependencies = ["duckdb", "matplotlib", "pandas", "polars", "pyarrow"]
# ///
"""Makes what docs/datasets.md shows: the output between its marks, and the figures in docs/figures.

    python scripts/make_docs.py [--check]

`--check` writes nothing and tells what is out of date. The bytes depend on how bots play, and for the figures on the version of
Matplotlib in scripts/requirements.txt.
"""

import argparse
import contextlib
import io
import re
import sys
import tempfile
from pathlib import Path

import reveals
import score_distributions
from gongzhu_data import ROOT, add_gongzhu, run_gongzhu

PAGE = ROOT / "docs" / "datasets.md"
FIGURES = ROOT / "docs" / "figures"
TOUR = ROOT / "scripts" / "tour.py"
SCORED = ["classic", "swap", "pagat", "scrofa", "hearts", "tantony"]
REVEALED = ["classic", "swap", "pagat"]


def cells(source):
    """The cells of a script: what stands behind each `# %%`, and the code under it."""
    _, *parts = re.split(r"^# %% ", source, flags=re.MULTILINE)
    for part in parts:
        title, code = part.split("\n", 1)
        yield title, code.strip()


def printed(function, *arguments):
    """What a call prints."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        function(*arguments)
    return text.getvalue().strip()


def run_tour(gongzhu):
    """The cells of the tour with what each prints, and the variables that are left in the end."""
    variables = {}
    argv, sys.argv = sys.argv, [str(TOUR), "--gongzhu", gongzhu]
    try:
        run = [(title, code, printed(exec, code, variables)) for title, code in cells(TOUR.read_text(encoding="utf-8"))]
    finally:
        sys.argv = argv
    return run, variables


def tour(gongzhu):
    """The tour as Markdown."""
    run, _ = run_tour(gongzhu)
    shown = [f"{title}\n\n```python\n{code}\n```\n" + (f"\n```text\n{output}\n```\n" if output else "") for title, code, output in run]
    return "\n".join(shown)


def scores(gongzhu, directory):
    """Distributions of scores, of chance and of rules of thumb."""
    datasets = [directory / f"{rules}-{bot}" for rules in SCORED for bot in ("heuristic", "random")]
    for dataset in datasets:
        rules, bot = dataset.name.split("-")
        run_gongzhu(gongzhu, "simulate", "--rules", rules, "--players", bot, "--hands", 50000, "--columns", "results", "--out", dataset)
    frame = score_distributions.scores(datasets)
    score_distributions.draw(frame, directory / "scores.svg")
    return printed(score_distributions.print_summary, score_distributions.summary(frame))


def effects(gongzhu, directory):
    """Effects of reveals on the play of rules of thumb."""
    datasets = [directory / f"{rules}-reveals" for rules in REVEALED]
    for rules, dataset in zip(REVEALED, datasets):
        run_gongzhu(gongzhu, "reveal-ev", "--rules", rules, "--players", "heuristic", "--hands", 40000, "--out", dataset)
    table = reveals.differences(datasets)
    reveals.draw(table, directory / "reveals.svg")
    return printed(reveals.print_differences, table.filter(rules="classic"))


def filled(page, name, text):
    """The page with the text between the marks of this name."""
    begin, end = f"<!-- BEGIN: {name}, made by scripts/make_docs.py -->\n", "<!-- END -->"
    if begin not in page:
        sys.exit(f"{PAGE} has no mark {begin.strip()}")
    before, after = page.split(begin, 1)
    return f"{before}{begin}\n{text.strip()}\n\n{end}{after.split(end, 1)[1]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only tell what is out of date")
    add_gongzhu(parser)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        made = Path(made)
        page = filled(PAGE.read_text(encoding="utf-8"), "tour", tour(args.gongzhu))
        page = filled(page, "scores", scores(args.gongzhu, made))
        page = filled(page, "reveals", effects(args.gongzhu, made))
        wanted = {PAGE: page.encode()} | {FIGURES / figure.name: figure.read_bytes() for figure in made.glob("*.svg")}
    stale = [path for path, content in wanted.items() if not path.exists() or path.read_bytes() != content]
    names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
    if args.check and stale:
        sys.exit(f"out of date: {names}; run python scripts/make_docs.py")
    for path in stale:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(wanted[path])
    print(f"written: {names}" if stale else "all is as the docs show it")


if __name__ == "__main__":
    main()
