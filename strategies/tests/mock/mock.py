"""A bot that goes wrong: mock.py KIND LOG K. It answers the first legal action, but goes wrong on every K-th request of each
process, after it has written a line to the file LOG."""

import json
import os
import sys
import time

KIND, LOG, K = sys.argv[1], sys.argv[2], int(sys.argv[3])


def say(message):
    print(json.dumps(message), flush=True)


def log(text):
    with open(LOG, "a") as file:
        file.write(text + "\n")


def first(legal, phase):
    return legal[:3] if phase == "pass" else [] if phase == "reveal" else legal[0]


def forbidden(legal, phase):
    other = next(card for card in ("2C", "3C") if card not in legal)
    return legal[:2] if phase == "pass" else [other] if phase == "reveal" else other


def go_wrong(message, answer):
    """Goes wrong with a request, or spoils its answer."""
    if KIND == "crash":
        sys.exit(3)
    elif KIND == "hang":
        time.sleep(3600)
    elif KIND == "late":
        time.sleep(2.0)
    elif KIND == "rubbish":
        print("thinking…", flush=True)
    elif KIND == "other-id":
        answer["id"] += 1
    elif KIND == "id-before":
        answer["id"] -= 1
    elif KIND == "no-action":
        del answer["action"]
    elif KIND == "illegal":
        answer["action"] = forbidden(message["legal"], message["view"]["phase"])
    elif KIND == "flood":
        sys.stderr.write("x" * 200_000)
        sys.stderr.flush()
    elif KIND == "endless":
        sys.stdout.write("x" * 200_000)
        sys.stdout.flush()
    elif KIND == "close":
        os.close(1)
        time.sleep(3600)
    elif KIND == "fork":
        if os.fork():
            os._exit(0)
        time.sleep(3600)


def spy(view):
    """Writes down who sees which deal: process, seat, number of the trick, and the hand that it was dealt."""
    hand = set(view["hand"])
    for leader, *cards in view["tricks"] + [view["trick"]]:
        hand.update(card for at, card in enumerate(cards) if (leader + at) % 4 == view["seat"])
    log(json.dumps([os.getpid(), view["seat"], len(view["tricks"]), " ".join(sorted(hand))]))


if KIND.startswith("start-"):
    log(KIND)
if KIND == "start-crash":
    sys.exit(3)
if KIND == "start-hang":
    time.sleep(3600)
if KIND == "environment":
    log(json.dumps([sys.argv, dict(os.environ)]))

if KIND == "deaf":
    say({"type": "hello", "protocol": 1})
    while True:
        print("I am not listening", flush=True)

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "protocol": 99 if KIND == "start-protocol" else 1})
    elif message["type"] == "decide":
        view = message["view"]
        answer = {"type": "action", "id": message["id"], "action": first(message["legal"], view["phase"])}
        if KIND == "spy":
            spy(view)
        elif K > 0 and message["id"] % K == 0:
            log(KIND)
            go_wrong(message, answer)
        say(answer)
    elif KIND == "stay":
        log(KIND)
        time.sleep(3600)
    else:
        break
