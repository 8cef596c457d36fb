#!/usr/bin/env python3
"""A bot in thirty lines, for `stellwerk lab play --bots "cmd:python3 examples/mybot.py,steady,steady,steady"`.

It reads a request a line and answers each with a line (docs/lab.md). It likes some kinds of moves better than others,
takes one of the kind it likes best, and leaves every free number at its lowest.
"""

import json
import random
import sys
from typing import Any

LIKES = ["run", "dividend", "lay-tile", "buy-share", "start-company", "buy-private", "pass", "buy-train"]
chance = random.Random()


def liking(choice: dict[str, Any]) -> int:
    action = choice["action"]
    if action.get("kind") == "retain" or action.get("source") not in (None, "bank", "offering", "pool"):
        return len(LIKES)  # keep no revenue, buy nothing from others
    return LIKES.index(action["type"]) if action["type"] in LIKES else len(LIKES)


def choose(request: dict[str, Any]) -> dict[str, Any]:
    best = min(map(liking, request["choices"]))
    choice = chance.choice([choice for choice in request["choices"] if liking(choice) == best])
    return {"action": choice["action"], "why": f"I like to {choice['action']['type']}."}


for line in sys.stdin:
    request = json.loads(line)
    if request["command"] == "sit":
        chance.seed(request["seed"])
    answer = choose(request) if request["command"] == "choose" else {}
    print(json.dumps({"ok": True, "id": request["id"], **answer}), flush=True)
