import json

import numpy as np
import pytest

import check_ratings

GOLDEN = check_ratings.Path(__file__).parent.parent / "experiments/tests/stats/plackett_luce.json"


def gradient(rankings, log_strengths):
    """The derivative of the log-likelihood of Plackett and Luce, written down from its definition."""
    slope = np.zeros(len(log_strengths))
    for ranking in rankings:
        for place in range(len(ranking) - 1):
            rest = ranking[place:]
            odds = np.exp(log_strengths[rest])
            slope[ranking[place]] += 1
            slope[rest] -= odds / odds.sum()
    return slope


def test_the_stored_strengths_are_the_most_likely_ones():
    bots, rankings, log_strengths = check_ratings.read(GOLDEN)
    assert (bots, len(rankings)) == (5, 60)
    assert {len(ranking) for ranking in rankings} == {2, 3, 4}
    assert rankings == check_ratings.simulate()
    assert abs(log_strengths.sum()) < 1e-8
    assert np.abs(gradient(rankings, log_strengths)).max() < 1e-6
    assert max(check_ratings.differences(bots, rankings, log_strengths).values()) < 1e-8


def test_strengths_of_two_are_the_odds():
    """Three wins to one are odds of three, whose logarithm is shared out with mean zero."""
    for found in check_ratings.fit(2, [[0, 1]] * 3 + [[1, 0]]).values():
        assert np.allclose(found, [np.log(3) / 2, -np.log(3) / 2], atol=1e-9)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"log_strengths": [-0.967548089, -0.853153500, -0.273606877, 0.695151088, 1.399157378]}, "differ from choix"),
        ({"log_strengths": [0.0]}, "has 1 values for 5 bots"),
        ({"rankings": [[0, 1], [2, 2]]}, r"rankings\[1\] is \[2, 2\]"),
        ({"rankings": [[0]]}, r"rankings\[0\]"),
        ({"bots": None}, "values for None bots"),
    ],
)
def test_what_is_wrong_is_told(tmp_path, monkeypatch, change, error):
    path = tmp_path / "ratings.json"
    path.write_text(json.dumps(json.loads(GOLDEN.read_text()) | change))
    monkeypatch.setattr("sys.argv", ["check_ratings.py", str(path)])
    with pytest.raises(SystemExit, match=error):
        check_ratings.main()
