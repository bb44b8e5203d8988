# /// script
# requires-python = ">=3.11"
# dependencies = ["choix", "numpy"]
# ///
"""Checks strengths of bots after Plackett and Luce against the package choix.

    python scripts/check_ratings.py FILE
    python scripts/check_ratings.py --make FILE

FILE is JSON: `bots` is how many there are; `rankings` has for each match the numbers of its bots from first to last, two to four of
them; `log_strengths` has for each bot the logarithm of its strength, with mean zero. The strengths must be those that choix finds by
its spectral method (`ilsr_rankings`, Maystre and Grossglauser 2015) and by Newton's method (`opt_rankings`), both without
regularisation, to a millionth. `--make` writes such a file from simulated matches, with the strengths of choix.
"""

import argparse
import json
import sys
from pathlib import Path

import choix
import numpy as np

BOTS = 5
MATCHES = 60
SEED = 20
TOLERANCE = 1e-6


def fit(bots, rankings):
    """The log-strengths with mean zero, by both methods of choix."""
    spectral = choix.ilsr_rankings(bots, rankings, alpha=0.0, max_iter=1000, tol=1e-13)
    newton = choix.opt_rankings(bots, rankings, alpha=0.0, tol=1e-12)
    return {"ilsr_rankings": spectral - spectral.mean(), "opt_rankings": newton - newton.mean()}


def differences(bots, rankings, log_strengths):
    """The largest difference from each method."""
    return {name: float(np.abs(found - log_strengths).max()) for name, found in fit(bots, rankings).items()}


def simulate():
    """Rankings of two to four of the bots, each next place drawn in proportion to strength (Luce 1959)."""
    rng = np.random.default_rng(SEED)
    strengths = np.exp(np.linspace(-1.0, 1.0, BOTS))
    rankings = []
    for match in range(MATCHES):
        playing = rng.choice(BOTS, size=2 + match % 3, replace=False)
        odds = strengths[playing] / strengths[playing].sum()
        rankings.append([int(bot) for bot in rng.choice(playing, size=len(playing), replace=False, p=odds)])
    return rankings


def read(path):
    """The three fields of a file, or an error that names what is wrong."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        bots, rankings, log_strengths = data["bots"], data["rankings"], np.array(data["log_strengths"], dtype=float)
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{path}: {type(error).__name__}: {error}")
    if log_strengths.shape != (bots,):
        sys.exit(f"{path}: log_strengths has {log_strengths.size} values for {bots} bots")
    for number, ranking in enumerate(rankings):
        known = all(type(bot) is int and 0 <= bot < bots for bot in ranking)
        if not known or len(set(ranking)) != len(ranking) or not 2 <= len(ranking) <= 4:
            sys.exit(f"{path}: rankings[{number}] is {ranking}, not two to four different bots from 0 to {bots - 1}")
    return bots, rankings, log_strengths


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--make", action="store_true", help="write the file instead of checking it")
    args = parser.parse_args()
    if args.make:
        rankings = simulate()
        strengths = fit(BOTS, rankings)["ilsr_rankings"]
        lines = ",\n    ".join(json.dumps(ranking) for ranking in rankings)
        shown = ", ".join(f"{strength:.9f}" for strength in strengths)
        text = f'{{\n  "bots": {BOTS},\n  "rankings": [\n    {lines}\n  ],\n  "log_strengths": [{shown}]\n}}\n'
        args.file.write_text(text, encoding="utf-8")
    bots, rankings, log_strengths = read(args.file)
    for name, difference in differences(bots, rankings, log_strengths).items():
        if not difference <= TOLERANCE:
            sys.exit(f"{args.file}: log_strengths differ from choix.{name} by {difference:.3g}")
        print(f"{bots} bots, {len(rankings)} rankings: within {difference:.1g} of choix.{name}")


if __name__ == "__main__":
    main()
