"""Echoes the first legal action: what is left of the time is that of the protocol."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1}
    elif message["type"] == "decide":
        legal, phase = message["legal"], message["view"]["phase"]
        action = legal[:3] if phase == "pass" else [] if phase == "reveal" else legal[0]
        answer = {"type": "action", "id": message["id"], "action": action}
    else:
        break
    print(json.dumps(answer), flush=True)
