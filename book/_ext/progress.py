"""The directive {progress}: a list of all exercises and predictions of the book, for the page that
shows a reader's progress.

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
    """A node that stands for the list until all pages have been read."""


def noted(env: BuildEnvironment) -> dict[str, list[Entry]]:
    """Return the exercises and predictions of each page, by page name and in the order of the
    page."""
    if not hasattr(env, "wtg_work"):
        env.wtg_work = {}  # type: ignore[attr-defined]
    work: dict[str, list[Entry]] = env.wtg_work  # type: ignore[attr-defined]
    return work


def list_pages(env: BuildEnvironment) -> set[str]:
    """Return the names of the pages that list all exercises and predictions."""
    if not hasattr(env, "wtg_whole"):
        env.wtg_whole = set()  # type: ignore[attr-defined]
    pages: set[str] = env.wtg_whole  # type: ignore[attr-defined]
    return pages


def note(env: BuildEnvironment, sort: str, entry: Entry) -> None:
    """Record an entry of the current page. `sort` is `exercise` or `prediction`."""
    noted(env).setdefault(env.docname, []).append({"sort": sort, **entry})


def address(env: BuildEnvironment) -> str | None:
    """Return the address of the progress page, relative to the current page; None if the book has
    no such page."""
    return env.app.builder.get_relative_uri(env.docname, PAGE) if PAGE in env.found_docs else None


class Progress(SphinxDirective):
    """The directive `{progress}`, and with another template `{bets}`: how the predictions went, chapter by chapter."""

    template = "progress.html"

    def run(self) -> list[nodes.Node]:
        """Insert the placeholder for the list."""
        env = self.env
        list_pages(env).add(env.docname)
        return [Placeholder(template=self.template)]


class Bets(Progress):
    """The directive `{bets}`."""

    template = "bets.html"


def chapters(app: Sphinx, docname: str) -> list[Entry]:
    """Return the pages with entries in reading order: {"title", "link", "entries"}. Links are
    relative to the page `docname`."""
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
    """Replace each placeholder on a page by the list."""
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
    """Forget the entries of a page before it is read again."""
    noted(env).pop(docname, None)
    list_pages(env).discard(docname)


def merge(app: Sphinx, env: BuildEnvironment, names: list[str], other: BuildEnvironment) -> None:
    """Add the entries of the pages `names`, which another process read."""
    noted(env).update({name: noted(other)[name] for name in names if name in noted(other)})
    list_pages(env).update(list_pages(other) & set(names))


def again(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages that list everything. They are written again whenever any page was read."""
    return sorted(list_pages(env) & env.found_docs)


def finish(app: Sphinx, failure: Exception | None) -> None:
    """Write the ids of all figures, exercises and predictions to `live/contents.json`. The page's
    script uses them to recognise foreign answer files."""
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
    app.add_directive("bets", Bets)
    app.connect("doctree-resolved", resolve)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", merge)
    app.connect("env-updated", again)
    app.connect("build-finished", finish, priority=100)  # before live/ is copied
