"""The doors of the lab: questions that set up a study, run when the book is built."""

import json
from pathlib import Path
from typing import Any

from figures.lab.live import Run, shown_of
from figures.lab.setup import described, fixed
from figures.lab.side import details
from models.lab.run import Sample
from models.lab.study import study_of

HERE = Path(__file__).parent / "doors"
NAMES = [
    "sync-writes-crawl",
    "second-log-device",
    "resilver-takes-weeks",
    "nvme-and-100gbe",
    "special-vdev-p99",
    "is-it-the-client",
]
"""The doors in their order on the page; the first is open."""


def door(name: str) -> dict[str, Any]:
    """Return a door as its file has it: title, lead and study."""
    found: dict[str, Any] = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    return found


def whole(name: str) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return a door with its runs, as the page takes it, and the samples and details of each machine."""
    made = door(name)
    study = study_of(made["study"])
    runs = {side: Run(study, side, True) for side in study.machines}
    for run in runs.values():
        while not run.done:
            run.step(60.0)
    return {
        "name": name,
        "title": made["title"],
        "lead": made["lead"],
        "study": made["study"],
        "setup": described(made["study"]),
        "runs": {side: shown_of(run, {}) for side, run in runs.items()},
    }, {
        side: {"samples": [bare(one) for one in run.samples], "details": details(run)}
        for side, run in runs.items()
    }


def bare(sample: Sample) -> Sample:
    """Return a sample without followed requests and lines of tools, which are long."""
    return {name: one for name, one in sample.items() if name not in ("requests", "iostat")}


def everything() -> dict[str, Any]:
    """Return what every door shares: rows, failures, machines, kinds of loads, doors."""
    doors = [{"name": name, "title": door(name)["title"], "page": page(name)} for name in NAMES]
    return fixed() | {"doors": doors}


def page(name: str) -> str:
    """Return the page of a door, for readers without scripts."""
    return "lab.html" if name == NAMES[0] else f"lab-{name}.html"
