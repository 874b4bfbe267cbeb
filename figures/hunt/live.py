"""The hunt for a page: each request and each answer is JSON. An error is {"error": one line}."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from models.hunt.probes import PROBES, ask
from models.hunt.proofs import NEVER, PROOFS, lines, shortest
from models.hunt.run import Heard, of_seed
from models.hunt.scenes import BASES, COMPLAINTS, FAULTS, case_of
from models.hunt.score import score


def fixed() -> dict[str, Any]:
    """Return what all hunts share: probes, diagnoses and complaints."""
    names = ("command", "seconds", "shows", "blind")
    return {
        "probes": [
            {"name": key, **{name: getattr(one, name) for name in names}, "loads": one.points > 0}
            for key, one in PROBES.items()
        ],
        "diagnoses": [{"name": name, "words": one.words} for name, one in FAULTS.items()],
        "complaints": COMPLAINTS,
    }


def answered(request: str, work: Callable[[Mapping[str, Any]], dict[str, Any]]) -> str:
    """Return the answer to a request as JSON, or why there is none."""
    try:
        return json.dumps(work(json.loads(request)))
    except (ValueError, KeyError, TypeError) as error:
        return json.dumps({"error": str(error)})


def look(request: str, heard: Heard) -> str:
    """Run the server of {"seed", "now"}, so that probes of it answer at once later: {}."""

    def work(wish: Mapping[str, Any]) -> dict[str, Any]:
        of_seed(wish["seed"], wish["now"], heard)
        return {}

    return answered(request, work)


def probe(request: str, heard: Heard) -> str:
    """Answer {"seed", "probe"} with what the probe prints, and its load on the server: {"text", "load"}."""

    def work(wish: Mapping[str, Any]) -> dict[str, Any]:
        text, one = ask(wish["seed"], wish["probe"], heard), PROBES[wish["probe"]]
        return {"text": text, "load": one.load(of_seed(wish["seed"], one.now))}

    return answered(request, work)


def judge(request: str, heard: Heard) -> str:
    """Answer {"seed", "diagnosis", "asked"} with the verdict and what proves it."""
    return answered(
        request, lambda wish: verdict(wish["seed"], wish["diagnosis"], wish["asked"], heard)
    )


def verdict(seed: int, diagnosis: str, asked: list[str], heard: Heard) -> dict[str, Any]:
    """Return the verdict on a diagnosis after some probes."""
    given, case = score(seed, diagnosis, asked), case_of(seed)
    proof, way = PROOFS[case.fault], shortest(case.fault)
    short = score(seed, case.fault, way)
    other = PROOFS.get(diagnosis) or NEVER[diagnosis]
    return {
        **given._asdict(),
        "fault": FAULTS[case.fault].words,
        "server": BASES[case.base].words,
        "oddity": case.oddity,
        "said": FAULTS[diagnosis].words,
        "instead": {"command": PROBES[other.probe].command, "words": other.words},
        "proof": {
            "probe": proof.probe,
            "command": PROBES[proof.probe].command,
            "words": proof.words,
            "now": lines(seed, True, heard),
            "before": lines(seed, False, heard),
        },
        "way": [PROBES[name].command for name in way],
        "way_seconds": short.spent,
        "way_points": short.points,
    }
