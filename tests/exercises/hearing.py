"""The page's part of a check, in Python: it goes from the tests to the answer and back."""

import json

from exercises.checker import live
from exercises.checker.hearing import interview


def heard(id, answer, variant=1, turns=None):
    """The verdict, as JSON; `turns` gets each request that came to no verdict, with what was asked
    instead."""
    said = {}
    for turn in range(20):
        wish = {
            "exercise": id,
            "variant": variant,
            "answer": answer,
            "said": dict(said),
            "round": turn,
        }
        reply = json.loads(live.check(json.dumps(wish)))
        if "ask" not in reply:
            return reply
        if turns is not None:
            turns.append((wish, reply))
        asked = reply["ask"]
        told = []
        tell = told.append
        interview(json.dumps({"code": answer, "tests": list(asked.values())}), tell)
        told = [json.loads(text) for text in told[1:]]
        for index, (test, calls) in enumerate(asked.items()):
            said[test] = {
                "asked": calls,
                "replies": [rest for at, *rest in told if at == index],
                "ended": None,
                "line": None,
            }
    raise AssertionError("it never ends")
