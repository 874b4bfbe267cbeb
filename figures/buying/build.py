"""Judge the purchases and draw the tool without a script: `python -m figures.buying.build`.

Writes NAME.json.gz (the candidates of a purchase, judged) and NAME-edge.json.gz (those on the edge, opened)
to `_build/live/buying/`, and NAME.json (what the book says of it), fixed.json and still.html to
`_build/buying/`; to SWEEP.txt what a sweep of the book says to measure next. A purchase is judged, and a
sweep run, again only when it or a source changes."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from figures.buying import live, parts
from figures.kit.words import time
from figures.lab.build import compact, lean
from figures.run.build import RENDERER, ROOT, digest, sources_of
from models.sizing.choice.edge import Judged, layout_words
from models.sizing.choice.met import MORE, edge
from models.sizing.choice.opened import refined
from models.sizing.pools.build import DRAID, Build
from models.sweep import command

LIVE, STILL = ROOT / "_build" / "live" / "buying", ROOT / "_build" / "buying"
RUN = ("database",)
"""Purchases whose cheapest candidate is run: those of flash, whose runs are short."""
SWEEP = ROOT / "book" / "sweeps" / "not-known.toml"
"""The sweep whose last lines the book shows."""


def mark(wants: dict[str, Any]) -> str:
    """Return a fingerprint of a purchase and of all that judges."""
    judges = [*sources_of(Path(live.__file__)), *sorted((ROOT / "models/sizing").rglob("*.csv"))]
    return digest([json.dumps(wants).encode(), *(path.read_bytes() for path in judges)])


def judged(wants: dict[str, Any]) -> dict[str, Any]:
    """Return the candidates of a purchase, judged. Raise ValueError if it cannot be."""
    made: dict[str, Any] = json.loads(live.judge(json.dumps({"wants": wants})))
    if "error" in made:
        raise ValueError(made["error"])
    return made


def edge_opened(judged: Judged) -> dict[int, dict[str, Any]]:
    """Return the candidates on the edge of cost against any column, opened."""
    against = {k for name in MORE for k in edge(judged.columns, name, judged.meeting)}
    return {k: live.read(judged, k) for k in sorted(against.union(judged.edge))}


def cheapest(judged: Judged) -> int:
    """Return the cheapest candidate that meets all requirements, or of all if none does."""
    return min(judged.meeting, key=judged.columns["cost"].__getitem__)


def said(judged: Judged) -> dict[str, str]:
    """Return what the book says of a purchase: how many candidates there are and meet all, the cheapest
    that does, and what each requirement costs."""
    costs = judged.columns["cost"]
    best = cheapest(judged)
    found = {
        "candidates": f"{len(judged.builds):,}",
        "meet": f"{judged.met:,}",
        "cost": f"${costs[best]:,.0f}",
        "what": words(judged.builds[best]),
        "asked rate": f"{judged.wants.asked.rate:,.0f}",
    }
    for name, price in judged.prices.items():
        if price.without is None or price.saves is None:
            continue
        found[f"saves {name}"] = f"${price.saves:,.0f}" if price.saves else "nothing"
        found[f"without {name}"] = words(judged.builds[price.without])
    return found


def confirmed(judged: Judged) -> dict[str, str]:
    """Run the machine of the cheapest candidate that meets all. Return its p99 while it resilvers. Raise ValueError if
    the run misses what is asked, because the book says that it does not."""
    best, most = cheapest(judged), judged.wants.asked.p99
    slowest = refined(judged, best)["p99_resilvering"]
    if slowest is None or slowest > most:
        raise ValueError(
            f"{words(judged.builds[best])} must have a p99 of at most {time(most)} when it is run while it resilvers, "
            f"as book/sizing.md says, got {'more and more' if slowest is None else time(slowest)}"
        )
    return {"first p99": time(slowest)}


def words(build: Build) -> str:
    """Return a candidate in words: layout, disks, and devices for log and cache."""
    others = [
        f"{count} × {part} for the {what}"
        for count, part, what in (
            (build.logs, build.log, "log"),
            (build.flashes, build.flash, "cache"),
            (build.specials, build.special, "metadata"),
        )
        if count
    ]
    return " and ".join([layout_in_words(build), *others])


def layout_in_words(build: Build) -> str:
    """Return the layout of a candidate as a text says it, without the notation of a dRAID."""
    if not build.layout.startswith(DRAID):
        return layout_words(build).replace(" x ", " × ")
    spare = f"{build.spares} spare{'s' * (build.spares > 1)}"
    group = f"{build.data} + {build.layout.removeprefix(DRAID)}"
    return f"{build.vdevs} × dRAID of {build.width}, in groups of {group}, with room for {spare}, {build.disk}"


def sweep() -> None:
    """Run the sweep if it is stale, and write what it says to measure next: its last two paragraphs."""
    written, seen = STILL / f"{SWEEP.stem}.txt", STILL / f"{SWEEP.stem}.mark"
    now = digest(path.read_bytes() for path in (SWEEP, *sources_of(Path(command.__file__))))
    if written.exists() and seen.exists() and seen.read_text() == now:
        return
    words = [sys.executable, "-m", "models", "sweep", str(SWEEP), "--sensitivity", "--no-cache"]
    said = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    written.write_text("\n\n".join(said.strip().split("\n\n")[-2:]), encoding="utf-8")
    seen.write_text(now)


def main() -> None:
    """Judge what is stale, then draw."""
    LIVE.mkdir(parents=True, exist_ok=True)
    STILL.mkdir(parents=True, exist_ok=True)
    sweep()
    for number, name in enumerate(parts.PURCHASES, 1):
        print(f"{number}/{len(parts.PURCHASES) + 1}", flush=True)  # the sweep was the first
        wants = parts.wants_of(name)
        file, seen, now = LIVE / f"{name}.json.gz", STILL / f"{name}.mark", mark(wants)
        opened = LIVE / f"{name}-edge.json.gz"
        if not (file.exists() and opened.exists()) or not seen.exists() or seen.read_text() != now:
            made = judged(wants)
            for path, value in ((file, lean(made)), (opened, edge_opened(live.last[0]))):
                path.write_bytes(gzip.compress(compact(value).encode(), mtime=0))
            numbers = said(live.last[0]) | (confirmed(live.last[0]) if name in RUN else {})
            (STILL / f"{name}.json").write_text(compact(numbers), encoding="utf-8")
            seen.write_text(now)
    fixed = parts.fixed()
    first = LIVE / f"{next(iter(parts.PURCHASES))}.json.gz"
    drawn = subprocess.run(
        ["node", str(RENDERER)],
        input=json.dumps(
            {"buying": fixed, "judged": json.loads(gzip.decompress(first.read_bytes()))}
        ).encode(),
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    ((html,),) = json.loads(drawn)
    (STILL / "still.html").write_text(html, encoding="utf-8")
    (STILL / "fixed.json").write_text(compact(fixed), encoding="utf-8")


if __name__ == "__main__":
    main()
