#!/usr/bin/env python3
"""Tests of ducker.py: python3 scripts/bots/test_ducker.py"""

import json
import pathlib
import subprocess
import sys
import unittest

import ducker

BOT = pathlib.Path(__file__).with_name("ducker.py")


def view(phase="play", **fields):
    return {"phase": phase, "seat": 1, "tricks": [], **fields}


class Choices(unittest.TestCase):
    def test_ducks_under_the_highest_card_and_keeps_the_low_ones(self):
        self.assertEqual(ducker.decide(view(trick=[0, "9D"]), ["2D", "8D", "KD"]), "8D")

    def test_takes_a_harmless_trick_with_a_high_card_from_the_last_seat(self):
        self.assertEqual(ducker.decide(view(trick=[2, "4D", "2C", "5D"]), ["8D", "KD"]), "KD")
        self.assertEqual(ducker.decide(view(trick=[2, "4D", "2H", "5D"]), ["8D", "KD"]), "8D")

    def test_never_takes_a_trick_with_the_queen_of_spades_if_it_can_help(self):
        self.assertEqual(ducker.decide(view(trick=[2, "4S", "2C", "5S"]), ["8S", "QS"]), "8S")
        self.assertEqual(ducker.decide(view(trick=[2, "4S", "2C", "5S"]), ["QS"]), "QS")

    def test_throws_the_queen_of_spades_then_high_hearts(self):
        self.assertEqual(ducker.decide(view(trick=[0, "9D"]), ["AC", "QS", "AH"]), "QS")
        self.assertEqual(ducker.decide(view(trick=[0, "9D"]), ["AC", "2H", "AH"]), "AH")

    def test_passes_three_and_reveals_nothing(self):
        passed = ducker.decide(view("pass"), ["2C", "QS", "AH", "JD", "3D", "KH"])
        self.assertEqual(sorted(passed), ["AH", "KH", "QS"])
        self.assertEqual(ducker.decide(view("reveal"), ["QS", "done"]), [])

    def test_keeps_dear_tricks_and_gives_cheap_ones_away(self):
        dear, cheap = [[0, "QS", "KS", "AH", "TS"]], [[0, "QS", "KS", "AH", "2S"]]
        self.assertEqual(ducker.decide(view("assign", tricks=dear), [0, 1, 2, 3]), 1)
        self.assertEqual(ducker.decide(view("assign", tricks=cheap), [0, 1, 2, 3]), 0)
        self.assertEqual(ducker.decide(view("assign", tricks=dear), [0, 2]), 0)


class Protocol(unittest.TestCase):
    def test_answers_by_id_and_ends_when_asked_to(self):
        messages = [
            {"type": "hello", "protocol": 1, "version": "0.1.0", "rules": "classic", "seat": 1},
            {"type": "decide", "id": 7, "ms": 1000, "view": view(trick=[0, "9D"]), "legal": ["2D", "KD"]},
            {"type": "quit"},
        ]
        lines = "".join(json.dumps(message) + "\n" for message in messages)
        done = subprocess.run([sys.executable, BOT], input=lines, capture_output=True, text=True, timeout=30)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(
            [json.loads(line) for line in done.stdout.splitlines()],
            [{"type": "hello", "protocol": 1}, {"type": "action", "id": 7, "action": "2D"}],
        )


if __name__ == "__main__":
    unittest.main()
