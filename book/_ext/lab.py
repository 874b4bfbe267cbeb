"""The directive {lab}: the whole machine, readable without scripts and alive with them.

    ```{lab} sync-writes-crawl
    ```

The argument is the door that stands open."""

import json
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext.built import ROOT
from book._ext.live import live_folder, payload
from book._ext.slot import Slot
from figures.define.edition import EDITION
from figures.lab import doors

CASES, GAME = ROOT / "book" / "lab" / "cases", ROOT / "book" / "lab" / "game.json"
STILL, LIVE = ROOT / "_build" / "lab", ROOT / "_build" / "live" / "lab"


def place(name: str, live: str) -> str:
    """Return the HTML of the lab with a door open. live: address of `live/`. Raise FileNotFoundError if
    it is not built."""
    fixed, made = STILL / "fixed.json", LIVE / f"{name}.json"
    data = {
        "fixed": json.loads(fixed.read_text(encoding="utf-8")),
        "door": json.loads(made.read_text(encoding="utf-8")),
    }
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    still = (STILL / f"{name}.html").read_text(encoding="utf-8")
    return (
        f'<link rel="stylesheet" href="{live}lab.css">'
        f'<div class="lab-place"><div class="lab-root" id="lab">{still}</div>'
        f'<script type="application/json" class="lab-data">{text}</script></div>'
    )


class Lab(SphinxDirective):
    """The directive `{lab} DOOR`."""

    required_arguments = 1
    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Write the page of the door and its data."""
        name = self.arguments[0]
        for path in (STILL / f"{name}.html", LIVE / f"{name}.json", STILL / "fixed.json"):
            self.env.note_dependency(str(path))
        try:
            html = place(name, live_folder(self))
        except FileNotFoundError:
            raise self.error(f"there is no door '{name}' of the lab: run `make book`") from None
        return [Slot(before=html, after="")]


def link(study: object) -> str:
    """Return the address, on the lab's page, of a study."""
    shared = {"v": 1, "lab": study, "window": None, "edition": EDITION}
    return f"#lab~{payload(shared)}"


def opens(study: object, words: str) -> nodes.paragraph:
    """Return a paragraph with a link that sets up a study."""
    return nodes.paragraph("", "", nodes.reference("", words, refuri=link(study), internal=True))


def of_file(directive: SphinxDirective, path: Path) -> dict[str, Any]:
    """Return the contents of a JSON file, and note it as a dependency of the page."""
    directive.env.note_dependency(str(path))
    if not path.exists():
        raise directive.error(f"there is no {path.name} in {path.parent.name}")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


class Case(SphinxDirective):
    """The directive `{lab-case} NAME`: a question of a public report, and what the lab says."""

    required_arguments = 1
    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Return the question with its source, the answer, and a link that sets it up."""
        path = CASES / f"{self.arguments[0]}.json"
        case = of_file(self, path)
        source, text = case["source"], path.with_suffix(".md")
        self.env.note_dependency(str(text))
        question = nodes.paragraph("", "", nodes.strong("", case["question"]), nodes.Text(" ("))
        title = f"{source['title']}, {source['year']}"
        question += [
            nodes.reference("", title, refuri=source["url"], internal=True),
            nodes.Text(")"),
        ]
        answer = nodes.container()
        lines = text.read_text(encoding="utf-8").splitlines()
        self.state.nested_parse(StringList(lines, str(text)), 0, answer)
        return [question, *answer.children, opens(case["study"], "Set it up in the lab")]


class Level(SphinxDirective):
    """The directive `{lab-level} NUMBER`: a level of the game, from 1."""

    required_arguments = 1
    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Return the target, par, and a link that sets up the start."""
        level = of_file(self, GAME)["levels"][int(self.arguments[0]) - 1]
        target, study = level["target"], level["start"]
        name = study["loads"][target["load"]].get("name", "the first load")
        words = (
            f"{level['title']}. {level['lead']} Target: {name} get {target['rate']:,} answers a second "
            f"or more, with a p99 of {target['p99'] * 1e3:g} ms or less. Par: ${level['par']:,.0f}."
        )
        return [nodes.paragraph("", words), opens(study, "Begin")]


def door_pages(app: Sphinx, failure: Exception | None) -> None:
    """Copy the lab's page for each other door, with that door's machine in place of the first."""
    whole = Path(app.outdir) / "book" / "lab.html"
    if failure or app.builder.format != "html" or not whole.exists():
        return
    html = whole.read_text(encoding="utf-8")
    first = place(doors.NAMES[0], "../live/")
    for name in doors.NAMES[1:]:
        text = html.replace(first, place(name, "../live/"))
        whole.with_name(doors.page(name)).write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Register the directive, and write the pages of the other doors at the end of the build."""
    app.add_directive("lab", Lab)
    app.add_directive("lab-case", Case)
    app.add_directive("lab-level", Level)
    app.connect("build-finished", door_pages, priority=800)
