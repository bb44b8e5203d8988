import re

import numpy as np

import fit_rollouts as fit

SITUATIONS = np.array([0, 1, 2, 5])


def choices_by(numbers, count, seed):
    """Choices among three to thirteen random cards, made as likely as the numbers say."""
    rng = np.random.default_rng(seed)
    choices = np.zeros(count, fit.CHOICE)
    choices["legal"] = rng.integers(3, fit.CHOICES + 1, count)
    cards = choices["cards"]
    cards["card"] = rng.permuted(np.tile(np.arange(52), (count, 1)), axis=1)[:, : fit.CHOICES]
    cards["situation"] = rng.choice(SITUATIONS, (count, 1))
    cards["held"], cards["others"] = rng.integers(1, 7, (2, count, fit.CHOICES))
    cards["halves"] = rng.integers(-200, 201, (count, fit.CHOICES)) * (cards["situation"] != fit.LEAD)
    likely = fit.likelihoods(numbers, *fit.terms(choices))
    choices["played"] = (likely.cumsum(1) < rng.random((count, 1))).sum(1)
    return choices


def test_the_fit_finds_the_numbers_that_choices_were_made_by():
    rng = np.random.default_rng(7)
    numbers = rng.normal(0, 1, fit.NOTHING + 1).astype(np.float32)
    numbers[fit.NOTHING] = 0
    found = fit.fit(choices_by(numbers, 60_000, 1))
    held_out = choices_by(numbers, 5_000, 2)
    there = held_out["legal"][:, None] > np.arange(fit.CHOICES)
    true, fitted = (fit.likelihoods(x, *fit.terms(held_out))[there] for x in (numbers, found))
    assert np.abs(true - fitted).mean() < 0.02
    assert np.corrcoef(true, fitted)[0, 1] > 0.98


def test_numbers_are_written_in_the_order_that_they_have():
    numbers = np.arange(fit.NOTHING + 1, dtype=np.float32)
    numbers[fit.EACH :] = [0, 1, 2, 3, 4, 5, 6, 0]
    written = [int(x) for x in re.findall(r"-?\d+", fit.in_rust(numbers).split("FITTED", 1)[1])]
    assert written[: fit.EACH] == [x * fit.UNIT for x in range(fit.EACH)]
    # Of half a point, not of a hundred points, and no more than there is room for.
    assert written[fit.EACH :] == [0, 5, 10, 15, 20, 24, 24]
