# /// script
# requires-python = ">=3.11"
# dependencies = ["polars", "ray"]
# ///
"""Plays the shards of a dataset on Ray and joins them into the dataset that one machine would have made.

    python scripts/cluster.py --shards 16 --out DIR simulate --rules swap --hands 100000000
    python scripts/cluster.py --shards 16 --out DIR --address auto tournament --hands 5000 --part 100

Any command of gongzhu with `--shard` will do. Without `--address` Ray runs on this machine. On a cluster DIR, the program and the files
that the command names are needed under the same paths on every machine. Each shard takes one processor. It is played in a directory of
its own in DIR.shards and renamed when it is whole, so that an attempt that was given up for lost cannot get in the way of the next one.
A shard that is lost, with its worker, its machine or its disk, is tried again. The same command goes on after an interruption; in the
end the shards are joined, verified, named DIR and removed.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import uuid
from pathlib import Path

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

import ray
from ray.exceptions import RayError

from gongzhu_data import add_gongzhu, run_gongzhu

OWN_FLAGS = ("--out", "--shard", "--threads", "--resume")
MISUSE = 2  # the status of gongzhu for a command that makes no sense, which no other machine will like better
INTERRUPTED = 130  # as of gongzhu itself


def play_shard(words, shard, home, directory):
    """Plays a shard, on whichever machine. Returns why the command was refused, or None."""
    whole = home / str(shard)
    attempt = home / f"{shard}.{socket.gethostname()}.{os.getpid()}.{uuid.uuid4().hex[:8]}"
    played = subprocess.run([*words, "--threads", "1", "--out", attempt], cwd=directory, capture_output=True, encoding="utf-8")
    if played.returncode == MISUSE:
        return played.stderr.strip()
    if played.returncode != 0:
        raise RuntimeError(played.stderr.strip() or f"gongzhu ended with status {played.returncode}")
    try:
        attempt.rename(whole)
    except OSError:
        # An attempt that was given up for lost was whole first.
        if not whole.exists():
            raise
        shutil.rmtree(attempt)
    return None


def play(gongzhu, command, shards, home, tries):
    """Plays all shards that are not there yet, each again while it is lost."""
    task = ray.remote(num_cpus=1, max_retries=0)(play_shard)
    directory = os.getcwd()

    def start(shard):
        return task.remote([gongzhu, *command, "--shard", f"{shard}/{shards}"], shard, home, directory)

    there = [shard for shard in range(shards) if (home / str(shard)).exists()]
    for shard in there:
        print(f"shard {shard}: there already", file=sys.stderr)
    playing = {start(shard): (shard, 1) for shard in range(shards) if shard not in there}
    while playing:
        [ready], _ = ray.wait(list(playing))
        shard, tried = playing.pop(ready)
        try:
            refused = ray.get(ready)
        except RayError as error:
            why = str(getattr(error, "cause", None) or type(error).__name__)
            if tried == tries:
                sys.exit(f"shard {shard}: lost {tries} times, at last by {why}; the same command goes on")
            print(f"shard {shard}: lost by {why}; try {tried + 1} of {tries}", file=sys.stderr)
            playing[start(shard)] = shard, tried + 1
            continue
        if refused:
            sys.exit(refused)
        print(f"shard {shard}: played", file=sys.stderr)


def claim(home, command, shards):
    """Makes the directory of the shards, or takes it over from the same command."""
    request = json.dumps({"command": command, "shards": shards})
    home.mkdir(parents=True, exist_ok=True)
    claimed = home / "request.json"
    if not claimed.exists():
        claimed.write_text(request, encoding="utf-8")
    elif claimed.read_text(encoding="utf-8") != request:
        sys.exit(f"{home} has shards of another command; remove it, or choose another --out")


def join(gongzhu, home, shards, out):
    """Joins and verifies the shards; only then the dataset gets its name, and the shards go."""
    joined = home / "joined"
    shutil.rmtree(joined, ignore_errors=True)
    run_gongzhu(gongzhu, "dataset", "merge", "--out", joined, *(home / str(shard) for shard in range(shards)))
    verified = run_gongzhu(gongzhu, "dataset", "verify", joined)
    joined.rename(out)
    shutil.rmtree(home)
    print(f"{out}, {shards} shards, {verified}", end="")


def positive(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number from 1 up")
    return int(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shards", type=positive, required=True, help="number of shards; some times the number of processors")
    parser.add_argument("--out", type=Path, required=True, help="directory of the dataset, on a disk that all machines share")
    parser.add_argument("--address", help="address of a Ray cluster, or auto [default: this machine]")
    parser.add_argument("--workers", type=positive, help="processors of this machine to use [default: all]")
    parser.add_argument("--tries", type=positive, default=5, help="how often a shard is tried [default: 5]")
    add_gongzhu(parser)
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a command of gongzhu with its flags")
    args = parser.parse_args()
    if not args.command or "--shard" not in run_gongzhu(args.gongzhu, args.command[0], "--help"):
        parser.error("needs a command of gongzhu that has shards, such as simulate or tournament")
    if taken := [word for word in args.command if word.split("=")[0] in OWN_FLAGS]:
        parser.error(f"{taken[0]} is not for the command; this script sets it")
    if args.address and args.workers:
        parser.error("--workers is for this machine; a cluster at --address has its own")
    out = args.out.resolve()
    if out.exists() and not (out.is_dir() and next(out.iterdir(), None) is None):
        sys.exit(f"{out} is not empty; choose another --out")
    home = out.with_name(f"{out.name}.shards")
    claim(home, args.command, args.shards)
    ray.init(args.address or "local", num_cpus=args.workers, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        play(args.gongzhu, args.command, args.shards, home, args.tries)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on", file=sys.stderr)
        sys.exit(INTERRUPTED)
    finally:
        ray.shutdown()
    join(args.gongzhu, home, args.shards, out)


if __name__ == "__main__":
    main()
