#!/usr/bin/env python3
"""An external bot for gongzhu (docs/protocol.md) that ducks: it takes no trick that it can avoid and throws danger away.

    gongzhu tournament --players 'random,exec:python3 scripts/bots/ducker.py'
"""

import json
import sys

RANKS = "23456789TJQKA"
POINTS = {"A": 30, "K": 25, "Q": 20, "J": 15, "T": 10}  # of Tantony


def rank(card):
    return RANKS.index(card[0])


def danger(card):
    """How gladly a card is thrown away: the queen of spades, then high hearts, then whatever else is high."""
    if card == "QS":
        return 200
    if card in ("JD", "TC"):
        return -1
    return rank(card) + {"H": 50, "S": 20 if rank(card) > 10 else 0}.get(card[1], 0)


def play(view, legal):
    cards = view["trick"][1:]
    if not cards:
        return min(legal, key=danger)
    suit = cards[0][1]
    if legal[0][1] != suit:
        return max(legal, key=danger)
    highest = max(rank(card) for card in cards if card[1] == suit)
    below = [card for card in legal if rank(card) < highest]
    if below:
        return max(below, key=danger)
    harmless = len(cards) == 3 and all(card[1] != "H" and card != "QS" for card in cards)
    choices = [card for card in legal if card != "QS"] or legal
    return max(choices, key=rank) if harmless else min(choices, key=rank)


def assign(view, legal):
    """Tantony: a trick is worth its lowest card of the led suit; a dear one stays on this side, if that can still be."""
    cards = view["tricks"][-1][1:]
    runt = min((card for card in cards if card[1] == cards[0][1]), key=rank)
    dear = POINTS.get(runt[0]) or int(runt[0]) > 6
    ours = [seat for seat in legal if (seat - view["seat"]) % 2 == 0]
    theirs = [seat for seat in legal if seat not in ours]
    return ((ours if dear else theirs) or legal)[0]


def decide(view, legal):
    if view["phase"] == "pass":
        return sorted(legal, key=danger)[-3:]
    if view["phase"] == "reveal":
        return []
    return assign(view, legal) if view["phase"] == "assign" else play(view, legal)


def answer(message):
    if message["type"] == "hello":
        return {"type": "hello", "protocol": 1}
    return {"type": "action", "id": message["id"], "action": decide(message["view"], message["legal"])}


if __name__ == "__main__":
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            break
        print(json.dumps(answer(message)), flush=True)
