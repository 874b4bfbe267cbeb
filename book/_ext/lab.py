"""The directive {lab}: the whole machine, readable without scripts and alive with them.

    ```{lab} sync-writes-crawl
    ```

The argument is the door that stands open."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from book._ext.built import ROOT
from book._ext.finish import untranslated
from book._ext.live import live_folder, payload
from book._ext.slot import Slot
from figures.define.edition import EDITION
from figures.lab import cases, doors
from models.sizing.choice.game import PRICES, SOURCES, price, sold

GAME = ROOT / "book" / "lab" / "game.json"
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
        return [Slot(before=html, after="", machine=text_of(doors.door(name)["study"]))]


def text_of(study: Mapping[str, object]) -> str:
    """Return a study as JSON, a line for each of its parts."""
    lines = (f"  {json.dumps(name)}: {json.dumps(part)}" for name, part in study.items())
    return "{{\n{}\n}}".format(",\n".join(lines))


def link(study: object) -> str:
    """Return the address, on the lab's page, of a study."""
    shared = {"v": 1, "lab": study, "window": None, "edition": EDITION}
    return f"#lab~{payload(shared)}"


def opens(study: object, words: str) -> nodes.paragraph:
    """Return a paragraph with a link that sets up a study."""
    return nodes.paragraph("", "", nodes.reference("", words, refuri=link(study), internal=True))


def of_file(directive: SphinxDirective, path: Path) -> Any:
    """Return the contents of a JSON file, and note it as a dependency of the page."""
    directive.env.note_dependency(str(path))
    if not path.exists():
        raise directive.error(f"there is no {path.name} in {path.parent.name}: run `make book`")
    return json.loads(path.read_text(encoding="utf-8"))


def table(head: list[str], rows: list[list[str]]) -> nodes.table:
    """Return a table of texts."""
    group = nodes.tgroup("", *[nodes.colspec(colwidth=1) for _ in head], cols=len(head))
    for part, lines in ((nodes.thead, [head]), (nodes.tbody, rows)):
        made = [
            nodes.row("", *[nodes.entry("", nodes.paragraph("", one)) for one in line])
            for line in lines
        ]
        group += part("", *made)
    return nodes.table("", group)


def cited(sources: Mapping[str, str]) -> list[nodes.Node]:
    """Return links to sources: {words: address}."""
    found = list[nodes.Node]()
    for words, url in sources.items():
        found += [nodes.Text("; "), nodes.reference("", words, refuri=url, internal=True)]
    return found[1:]


class Case(SphinxDirective):
    """The directive `{lab-case} NAME`: a question of a public report, and what the lab says."""

    required_arguments = 1
    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Return the question with its sources, the answer with the numbers of its run, how they stand to
        those measured, and a link that sets it up."""
        name = self.arguments[0]
        case = of_file(self, cases.HERE / f"{name}.json")
        ran = of_file(self, STILL / f"case-{name}.json")
        text = cases.HERE / f"{name}.md"
        self.env.note_dependency(str(text))
        question = nodes.paragraph("", "", nodes.strong("", case["question"]), nodes.Text(" ("))
        question += cited({f"{one['title']}, {one['year']}": one["url"] for one in case["sources"]})
        question += nodes.Text(")")
        answer = nodes.container()
        try:
            lines = cases.filled(text.read_text(encoding="utf-8"), ran["words"]).splitlines()
        except ValueError as error:
            raise self.error(f"{text.name}: {error}") from None
        self.state.nested_parse(StringList(lines, str(text)), 0, answer)
        found = table(["what", "measured", "lab", "the lab"], ran["table"])
        return [question, *answer.children, found, opens(case["study"], "Set it up in the lab")]


class Level(SphinxDirective):
    """The directive `{lab-level} NUMBER`: a level of the game, from 1."""

    required_arguments = 1
    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Return the target, what is for sale, par, and a link that sets up the start."""
        level = of_file(self, GAME)[int(self.arguments[0]) - 1]
        par = of_file(self, STILL / f"level-{self.arguments[0]}.json")
        target, study = level["target"], level["start"]
        goal = {name: level[name] for name in ("title", "target", "after", "choices", "start")}
        name = study["loads"][target["load"]]["name"]
        sale = "; ".join(f"{path} {sold(path, all_)}" for path, all_ in level["choices"].items())
        words = (
            f"{level['lead']} Target: {name} get {target['rate']:,} answers a second or more, with a p99 of "
            f"{target['p99'] * 1e3:g} ms or less. For sale: {sale}. Par: ${par['par']:,.0f}, the lowest cost of "
            f"{par['of']} combinations; tried for less, and failed: {par['tried'] - 1}."
        )
        title = nodes.strong("", f"{level['title']}. ")
        begin = opens(study | {"goal": goal | {"par": par["par"]}}, "Begin")
        return [nodes.paragraph("", "", title, nodes.Text(words)), begin]


class Prices(SphinxDirective):
    """The directive `{lab-prices}`: what the parts of the game cost, with year and source."""

    option_spec: ClassVar = {}

    def run(self) -> list[nodes.Node]:
        """Return a table of prices and a paragraph of their sources."""
        rows = [[what, f"${price(what):,.2f}", one.part, one.date] for what, one in PRICES.items()]
        sources = nodes.paragraph("", "Sources: ", *cited(SOURCES), nodes.Text("."))
        return [table(["for sale", "price", "paid or asked for", "date"], rows), sources]


def door_pages(app: Sphinx, failure: Exception | None) -> None:
    """Copy the lab's page for each other door, with that door's machine in place of the first."""
    whole = Path(app.outdir) / "book" / "lab.html"
    if failure or app.builder.format != "html" or not whole.exists():
        return
    html = untranslated(whole.read_text(encoding="utf-8"))
    first = untranslated(place(doors.NAMES[0], "../live/"))
    if first not in html:
        raise ExtensionError(
            "book/lab.html must hold the first door as it is now: remove it and build again"
        )
    for name in doors.NAMES[1:]:
        text = html.replace(first, untranslated(place(name, "../live/")))
        whole.with_name(doors.page(name)).write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Register the directives, and write the pages of the other doors at the end of the build."""
    app.add_directive("lab", Lab)
    app.add_directive("lab-case", Case)
    app.add_directive("lab-level", Level)
    app.add_directive("lab-prices", Prices)
    app.connect("build-finished", door_pages, priority=800)
