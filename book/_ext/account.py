"""The directive {account}: where the time of one request went, with a bar for each machine in a
figure's run.

    ```{account} write-path
    :of: on disks <@then and now:above>; with a log device <below>
    :lit: disk
    A caption, in which {value} works (optional).
    ```

`:of:` names the bars as `WORDS <[@PRESET:]PLACE>`, separated by semicolons. (Without it there is a
bar for each machine of the run at the defaults, with the figure's own words.) Parts that `:lit:`
does not name are grey.
`:split: disk` divides the disk into its actions. With `:linked:` each part leads to its chapter. Colours
and names are those of the live account, `web/src/motion/parts.json`.
"""

import json
import re
from dataclasses import dataclass, field
from math import fsum, inf
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext import built
from book._ext.slot import fill
from figures.define.scene import PARTS
from figures.kit.words import time

LIVE = built.ROOT / "web" / "src" / "motion" / "parts.json"
LOOKS = json.loads(LIVE.read_text(encoding="utf-8")) | {
    "arm": {"name": "arm", "colour": "var(--wtg-3)"},
    "turn": {"name": "wait for the sector", "colour": "var(--wtg-accent)"},
    "data": {"name": "data", "colour": "var(--wtg-1)"},
    "drive": {"name": "command and cable", "colour": "var(--wtg-4)"},
}
COLOURS = {part: look["colour"] for part, look in LOOKS.items()}
NAMES = {part: look["name"] for part, look in LOOKS.items()}
CHAPTERS = {
    "network": "streaming",
    "cores": "head-node",
    "cache": "flash",
    "log": "intent-log",
    "logdevice": "intent-log",
    "disk": "disks",
    "queue": "queues-resilvering",
    "group": "transaction-groups",
}
"""The chapter of each part."""
DISK = {"moves the arm": "arm", "the sector comes round": "turn", "data passes the head": "data"}
"""The part of a disk that each step stands for, by the step's name. Other steps stand for the
`drive`."""
LEAST = 1e-9
"""Shortest step (s) that is shown. Shorter ones are rounding errors."""
BAR = re.compile(r"(?:(?P<words>[^<>]+?)\s*<)?(?:@(?P<preset>[^:<>]+):)?(?P<place>[^:<>@]+)>?")


@dataclass
class Bar:
    """The account of one request. `total` is its duration (s). `parts` maps a part to the seconds
    that the request waits in it and is served, [waiting, served], in order of the first visit.
    `steps` are tuples (part, start, finish, whether it waits), in seconds from the start."""

    words: str
    request: str
    total: float
    names: dict[str, str]
    steps: list[tuple[str, float, float, bool]]
    parts: dict[str, list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for part in dict.fromkeys(step[0] for step in self.steps):
            own = [step for step in self.steps if step[0] == part]
            self.parts[part] = [
                fsum(finish - start for _, start, finish, waits in own if waits == kind)
                for kind in (True, False)
            ]

    @property
    def length(self) -> float:
        """Return the time (s) from the start of the request until it is answered and its data are
        safe."""
        return max((step[2] for step in self.steps), default=0.0)


def duration(seconds: float) -> str:
    """Return a time in words with its unit, joined by a non-breaking space."""
    return time(seconds).replace(" ", "\N{NO-BREAK SPACE}")


def bars(rows: list[dict[str, Any]], split: bool) -> dict[str, Bar]:
    """Return a bar for each machine, by its place. It is that of the first request that starts and
    is answered while the machine is shown, or else of the first request. With `split` the disk is
    divided into its actions."""
    found = {}
    for machine in (row for row in rows if row["row"] == "machine"):
        own = [row for row in rows if row.get("place") == machine["place"]]
        steps: dict[int, list[dict[str, Any]]] = {}
        for row in own:
            if row["row"] == "step" and row["finish"] - row["start"] >= LEAST:
                steps.setdefault(row["request"], []).append(row)
        requests = [row for row in own if row["row"] == "request" and row["request"] in steps]
        complete = [
            row
            for row in requests
            if row["begun"] >= 0
            and "told" in row
            and steps[row["request"]][-1]["finish"] <= machine["until"]
        ]
        for request in (complete or requests)[:1]:
            zero, path = request["begun"], steps[request["request"]]
            answered, safe = (
                request.get("told", inf),
                min(request.get("safe", inf), machine["until"]),
            )
            parts = [
                (
                    part_of(row, split),
                    row["start"] - zero,
                    row["finish"] - zero,
                    row["kind"] == "waiting",
                )
                for row in path
            ]
            if request["op"] == "write" and safe - answered >= LEAST:
                parts.append(("risk", answered - zero, safe - zero, True))
            names = {
                row["part"]: row["name"] for row in own if row["row"] == "part" and row["name"]
            }
            found[machine["place"]] = Bar(
                machine["title"].partition(":")[0],
                request["name"],
                path[-1]["finish"] - zero,
                NAMES | names,
                parts,
            )
    return found


def part_of(step: dict[str, Any], split: bool) -> str:
    """Return the name of the part in which a step takes place; with `split`, the name of the action
    instead of `disk`."""
    if not split or step["part"] != "disk":
        return str(step["part"])
    return DISK.get(step["what"].rpartition(": ")[2], "drive")


class Account(SphinxDirective):
    """The directive `{account} ID`."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "of": directives.unchanged_required,
        "lit": directives.unchanged_required,
        "linked": directives.flag,
        "split": lambda text: directives.choice(text, ("disk",)),
    }

    def bars(self) -> list[Bar]:
        """Return the bars that `:of:` names, or those of all machines."""
        id, split = self.arguments[0], "split" in self.options
        if "of" not in self.options:
            return list(bars(built.rows(self.env, id), split).values())
        chosen = []
        for text in self.options["of"].split(";"):
            match = BAR.fullmatch(text.strip())
            if not match:
                raise self.error(
                    f":of: must be PLACE, @PRESET:PLACE or WORDS <@PRESET:PLACE>, got '{text.strip()}'"
                )
            there = bars(built.rows(self.env, id, match["preset"]), split)
            if match["place"] not in there:
                raise self.error(
                    f"{id} has no account of a request at '{match['place']}'; it has one at {', '.join(there) or 'none'}"
                )
            bar = there[match["place"]]
            bar.words = match["words"] or bar.words
            chosen.append(bar)
        return chosen

    def lit(self, bars: list[Bar]) -> set[str]:
        """Return the names of the parts that `:lit:` highlights; an empty set without `:lit:`."""
        wanted = set(re.split(r"[,\s]+", self.options["lit"])) if "lit" in self.options else set()
        known = set(PARTS) | {part for bar in bars for part in bar.parts}
        if wrong := wanted - known:
            raise self.error(
                f":lit: must name parts ({', '.join(sorted(known))}), got '{', '.join(sorted(wrong))}'"
            )
        return wanted | (set(DISK.values()) | {"drive"} if "disk" in wanted else set())

    def links(self) -> dict[str, str]:
        """Return the address of each part's chapter, seen from this page."""
        address = self.env.app.builder.get_relative_uri
        return {part: address(self.env.docname, f"book/{page}") for part, page in CHAPTERS.items()}

    def run(self) -> list[nodes.Node]:
        """Render the bars around the caption."""
        try:
            chosen = self.bars()
        except built.NotBuilt as error:
            raise self.error(str(error)) from None
        if not chosen:
            raise self.error(f"the figure '{self.arguments[0]}' has no account of a request")
        lit = self.lit(chosen)
        waits = any(
            bar.parts[part][0]
            for bar in chosen
            for part in bar.parts
            if part != "risk" and (not lit or part in lit)
        )
        others = any(part not in lit for bar in chosen for part in bar.parts) if lit else False
        key = ("Pale: it waits. " * waits + "Grey: subjects of other chapters. " * others).strip()
        caption, messages = self.parse_inline(" ".join(self.content))
        node = fill(
            "account.html",
            "caption",
            caption,
            bars=chosen,
            lit=lit,
            colours=COLOURS,
            duration=duration,
            key=key,
            scale=max(bar.length for bar in chosen),
            captioned=bool(self.content),
            links=self.links() if "linked" in self.options else {},
        )
        node["times"] = {
            duration(time) for bar in chosen for time in (bar.total, *map(sum, bar.parts.values()))
        }
        return [node, *messages]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("account", Account)
