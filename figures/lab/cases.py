"""Worked cases: public reports of machines and the lab's answers, run when the book is built."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from figures.lab.live import Run, shown_of
from models.lab.limit import plain, share
from models.lab.study import study_of
from models.units import MB, ms

Json: TypeAlias = dict[str, Any]
HERE = Path(__file__).parents[2] / "book" / "lab" / "cases"
NAMES = sorted(path.stem for path in HERE.glob("*.json"))
NEAR = 0.1
"""Share by which a number of the lab may differ from the measured one and agree with it."""
MEANT = {
    "rate": "answers a second",
    "MB": "MB a second",
    "median": "median, ms",
    "p99": "p99, ms",
}
"""What a machine is measured by."""
PLACE = re.compile(r"\{([\w. -]+)\}")
"""A placeholder in the text of a case, such as {a.rate}."""


def case_of(name: str) -> Json:
    """Return a case as its file has it."""
    found: Json = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    return found


def run(name: str) -> Json:
    """Return what the lab answers to a case, as its text and its table have it: {"words", "table"}.
    Raise ValueError if the run does not bear out what the text says."""
    case = case_of(name)
    found = answers(case)
    for claim, wanted in case["claims"].items():
        check(name, claim, found, wanted)
    return {
        "words": {place: written(place, value) for place, value in found.items()},
        "table": [
            row(place, measured, number(name, place, found))
            for place, measured in case["measured"].items()
        ],
    }


def answers(case: Json) -> dict[str, float | str]:
    """Return the numbers of a case's machines by their names: rate, MB, median, p99, limit and use.PART
    of a, b and those beside them ("also": A with other settings), and those of b as a multiple of a's
    ("times")."""
    study = case["study"]
    found = dict[str, float | str]()
    for side in ("a", "b"):
        found |= {f"{side}.{key}": value for key, value in answer(study, side).items()}
    for beside, settings in case.get("also", {}).items():
        machine = study["a"] | {"settings": study["a"]["settings"] | settings}
        alone = {key: one for key, one in study.items() if key != "b"} | {"a": machine}
        found |= {f"{beside}.{key}": value for key, value in answer(alone, "a").items()}
    for key in MEANT:
        a, b = found[f"a.{key}"], found[f"b.{key}"]
        if isinstance(a, float) and isinstance(b, float):
            found[f"times.{key}"] = b / a
    return found


def answer(study: Json, side: str) -> dict[str, float | str]:
    """Return the numbers that the page shows of one machine of a study: MB/s, ms, shares."""
    made = Run(study_of(study), side)
    while not made.done:
        made.step(60.0)
    shown = shown_of(made, {})["shown"]
    load = shown["loads"][made.study.followed]
    return {
        "rate": load["rate"],
        "MB": load["bytes"] / MB,
        "median": load["median"] / ms,
        "p99": load["p99"] / ms,
        "limit": shown["limit"]["part"],
        **{f"use.{part}": one["use"] for part, one in shown["parts"].items()},
    }


def number(name: str, place: str, found: Mapping[str, float | str]) -> float:
    """Return a number of a run. Raise ValueError if there is none of this name."""
    value = found.get(place)
    if not isinstance(value, float):
        raise ValueError(f"{name}: {place} must be a number of its run, such as a.rate")
    return value


def check(name: str, claim: str, found: Mapping[str, float | str], wanted: Json) -> None:
    """Raise ValueError unless a claim of a case's text holds: {"is": PART}, or {"at least", "at most"}."""
    if "is" in wanted:
        if found.get(claim) != wanted["is"]:
            raise ValueError(
                f"{name}: {claim} must be {wanted['is']} for its text to hold, got {found.get(claim)}"
            )
        return
    least, most = wanted.get("at least", 0.0), wanted.get("at most", float("inf"))
    if not least <= (value := number(name, claim, found)) <= most:
        raise ValueError(
            f"{name}: {claim} must be {least:g} to {most:g} for its text to hold, got {value:.4g}"
        )


def written(place: str, value: float | str) -> str:
    """Return a number to three digits, a use in percent, or the name of a part."""
    if isinstance(value, str):
        return plain(value) if value else "nothing"
    return share(value) if ".use." in place else three(value)


def three(value: float) -> str:
    """Return a number of three digits, or more before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def row(place: str, measured: float, found: float) -> list[str]:
    """Return a row of a case's table: what, measured, the lab, and a verdict by one rule."""
    side, _, key = place.partition(".")
    what = f"B to A, {MEANT[key]}" if side == "times" else f"{side.upper()}, {MEANT[key]}"
    return [what, three(measured), three(found), verdict(found / measured)]


def verdict(ratio: float) -> str:
    """Return in words how the lab's number stands to the measured one."""
    if abs(ratio - 1) <= NEAR:
        return f"agrees ({ratio:.2f})"
    return f"{max(ratio, 1 / ratio):.3g} times too {'high' if ratio > 1 else 'low'}"


def filled(text: str, words: Mapping[str, str]) -> str:
    """Fill the numbers of a run into the text of a case. Raise ValueError for a placeholder that
    names no number."""

    def fill(match: re.Match[str]) -> str:
        if match[1] not in words:
            raise ValueError(f"{match[0]} must name a number of the run, such as {{a.rate}}")
        return words[match[1]]

    return PLACE.sub(fill, text)
