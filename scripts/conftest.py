"""What the tests of the scripts share: `python -m pytest scripts [--gongzhu FILE]`."""

import argparse

import pytest

from gongzhu_data import find_gongzhu, run_gongzhu


def pytest_addoption(parser):
    parser.addoption("--gongzhu", default="", help="the program [default: target/release/gongzhu, else that on the path]")


@pytest.fixture(scope="session")
def gongzhu(pytestconfig):
    try:
        return find_gongzhu(pytestconfig.getoption("--gongzhu"))
    except argparse.ArgumentTypeError as error:
        pytest.exit(str(error), returncode=2)


@pytest.fixture(scope="session")
def play(gongzhu, tmp_path_factory):
    """Plays a dataset and returns its directory; the same words give the same dataset."""
    made = {}

    def play(*words):
        if words not in made:
            out = tmp_path_factory.mktemp("dataset") / "data"
            run_gongzhu(gongzhu, *words, "--out", out)
            made[words] = out
        return made[words]

    return play
