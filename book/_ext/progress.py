"""The directive {progress}: all exercises and predictions of the book, for the page that says what
a reader has done.

```{progress}
```
"""

import json
from typing import Any

from docutils import nodes
from sphinx.addnodes import document
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from book._ext import built
from book._ext.slot import Slot, templates
from exercises.kit.kinds import PROGRAMS
from figures.contents import figures

PAGE = "book/progress"
Entry = dict[str, Any]


class Placeholder(nodes.General, nodes.Element):
    """Stands for the list until all pages are read."""


def noted(env: BuildEnvironment) -> dict[str, list[Entry]]:
    """Each page's exercises and predictions in the order of the page."""
    if not hasattr(env, "wtg_work"):
        env.wtg_work = {}  # type: ignore[attr-defined]
    return env.wtg_work  # type: ignore[attr-defined]


def whole(env: BuildEnvironment) -> set[str]:
    """The pages with a list of all that the book holds."""
    if not hasattr(env, "wtg_whole"):
        env.wtg_whole = set()  # type: ignore[attr-defined]
    return env.wtg_whole  # type: ignore[attr-defined]


def note(env: BuildEnvironment, sort: str, entry: Entry) -> None:
    """Remember an exercise or a prediction of the page that is being read."""
    noted(env).setdefault(env.docname, []).append({"sort": sort, **entry})


def address(env: BuildEnvironment) -> str | None:
    """The address of the page of progress from the page that is being read; None if the book has
    none."""
    return env.app.builder.get_relative_uri(env.docname, PAGE) if PAGE in env.found_docs else None


class Progress(SphinxDirective):
    """`{progress}`."""

    template = "progress.html"

    def run(self) -> list[nodes.Node]:
        """Leave a place for the list."""
        env = self.env
        whole(env).add(env.docname)
        return [Placeholder(template=self.template)]


def chapters(app: Sphinx, docname: str) -> list[Entry]:
    """The pages in reading order, each with title, address and entries."""
    order = [
        name
        for name in app.env.toctree_includes.get(app.config.root_doc, [])
        if noted(app.env).get(name)
    ]
    first = [app.config.root_doc] if noted(app.env).get(app.config.root_doc) else []
    link = app.builder.get_relative_uri
    return [
        {
            "title": app.env.titles[name].astext(),
            "link": link(docname, name),
            "entries": noted(app.env)[name],
        }
        for name in [*first, *order]
    ]


def resolve(app: Sphinx, tree: document, docname: str) -> None:
    """Put the list in its place."""
    for place in list(tree.findall(Placeholder)):
        pages = chapters(app, docname)
        html = (
            templates()
            .get_template(place["template"])
            .render(
                chapters=pages,
                exercises=[e for page in pages for e in page["entries"] if e["sort"] == "exercise"],
                predictions=[
                    e for page in pages for e in page["entries"] if e["sort"] == "prediction"
                ],
            )
        )
        place.replace_self(Slot(before=html, after=""))


def forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """A page is read anew."""
    noted(env).pop(docname, None)
    whole(env).discard(docname)


def merge(app: Sphinx, env: BuildEnvironment, names: list[str], other: BuildEnvironment) -> None:
    """Bring in what another process has read."""
    noted(env).update({name: noted(other)[name] for name in names if name in noted(other)})
    whole(env).update(whole(other) & set(names))


def again(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """A page with a list of all is written whenever some page was read."""
    return sorted(whole(env) & env.found_docs)


def finish(app: Sphinx, failure: Exception | None) -> None:
    """Tell the page's script what there is in the book, so that it knows a strange answer file."""
    live = built.ROOT / "_build" / "live"
    if failure or app.builder.format != "html" or not live.is_dir():
        return
    entries = [entry for page in noted(app.env).values() for entry in page]
    ids = {
        sort: [entry["id"] for entry in entries if entry["sort"] == sort]
        for sort in ("exercise", "prediction")
    }
    there = {
        "figures": [figure.id for figure in figures()],
        "exercises": ids["exercise"],
        "predictions": ids["prediction"],
        "programs": [entry["id"] for entry in entries if entry.get("kind") in PROGRAMS],
    }
    (live / "contents.json").write_text(json.dumps(there), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_node(Placeholder)
    app.add_directive("progress", Progress)
    app.connect("doctree-resolved", resolve)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("env-updated", again)
    app.connect("build-finished", finish, priority=100)  # before live/ is copied
