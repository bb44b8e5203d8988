import os
import signal
import subprocess
import sys
import time

import pytest

import cluster

# Twelve parts; a shard takes a second or two, long enough to kill it at work.
COMMAND = ["tournament", "--players", "pimc:worlds=700,heuristic", "--hands", "24", "--part", "2", "--seed", "5"]
SHARDS = 4


def start(gongzhu, out, *words):
    line = [sys.executable, cluster.__file__, "--gongzhu", gongzhu, "--out", out, *map(str, words)]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")


def files(directory):
    return {str(path.relative_to(directory)): path.read_bytes() for path in sorted(directory.rglob("*")) if path.is_file()}


def worker_of(shard, home, known, process):
    """The process that plays a shard, once it does: its number is in the name of the attempt, which is none of the known ones."""
    while True:
        assert process.poll() is None, process.communicate()
        for attempt in set(home.glob(f"{shard}.*")) - known:
            return int(attempt.name.split(".")[-2])
        time.sleep(0.005)


def test_a_killed_worker_costs_nothing_but_time(gongzhu, play, tmp_path):
    alone = play(*COMMAND)
    out = tmp_path / "joined"
    home = tmp_path / "joined.shards"
    # The first run is interrupted, and the second goes on with a worker less.
    first = start(gongzhu, out, "--shards", SHARDS, "--workers", 2, *COMMAND)
    while not (home / "0").exists():
        assert first.poll() is None, first.communicate()
        time.sleep(0.02)
    first.send_signal(signal.SIGINT)
    _, told = first.communicate(timeout=60)
    assert first.returncode == 130 and "interrupted; the same command goes on" in told
    left = {path.name for path in home.glob("?")}
    assert "0" in left and len(left) < SHARDS and not out.exists()

    known = set(home.iterdir())
    second = start(gongzhu, out, "--shards", SHARDS, "--workers", 2, *COMMAND)
    os.kill(worker_of(SHARDS - 1, home, known, second), signal.SIGKILL)
    printed, told = second.communicate(timeout=120)
    assert second.returncode == 0, told
    assert "shard 0: there already" in told and f"shard {SHARDS - 1}: lost by WorkerCrashedError; try 2 of 5" in told
    assert printed.endswith(f"{out}, 4 shards, sound: 24 files, 288 rows, 144 hands played again\n")
    assert files(out) == files(alone) and len(files(out)) == 26
    assert not home.exists()


def test_a_refused_command_is_not_tried_again(gongzhu, tmp_path):
    process = start(gongzhu, tmp_path / "out", "--shards", 2, "--workers", 2, "simulate", "--players", "nobody")
    _, told = process.communicate(timeout=60)
    assert process.returncode == 1 and told.startswith("gongzhu: unknown bot 'nobody'") and "lost" not in told


def refuse(gongzhu, monkeypatch, out, *words):
    """The status or the text with which the script ends, and it does before it starts Ray."""
    monkeypatch.setattr("sys.argv", ["cluster.py", "--gongzhu", gongzhu, "--out", str(out), *words])
    monkeypatch.setattr("ray.init", lambda *_, **__: pytest.fail("Ray was started"))
    with pytest.raises(SystemExit) as refused:
        cluster.main()
    return refused.value.code


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--shards", "2", "run", "x.toml"], "needs a command of gongzhu that has shards"),
        (["--shards", "2"], "needs a command of gongzhu that has shards"),
        (["--shards", "2", "simulate", "--threads=2"], "--threads=2 is not for the command"),
        (["--shards", "0", "simulate"], "--shards: 0 is no number from 1 up"),
        (["--shards", "2", "--workers", "-1", "simulate"], "--workers: -1 is no number from 1 up"),
        (["--shards", "2", "--address", "auto", "--workers", "2", "simulate"], "--workers is for this machine"),
    ],
)
def test_what_makes_no_sense_is_refused(gongzhu, tmp_path, monkeypatch, capsys, words, error):
    assert refuse(gongzhu, monkeypatch, tmp_path / "out", *words) == 2
    assert error in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_left_alone(gongzhu, tmp_path, monkeypatch):
    home = tmp_path / "out.shards"
    home.mkdir()
    (home / "request.json").write_text('{"command": ["simulate"], "shards": 3}')
    words = ["--shards", "2", "simulate"]
    assert "has shards of another command" in refuse(gongzhu, monkeypatch, tmp_path / "out", *words)
    assert f"{tmp_path} is not empty" in refuse(gongzhu, monkeypatch, tmp_path, *words)
