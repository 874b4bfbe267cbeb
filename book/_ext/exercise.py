"""The directive {exercise}: a question, an editor or a form for the answer, and the tests' results.

```{exercise} missed-revolution
```
"""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book._ext import built, progress
from book._ext.live import live_folder, name, number
from book._ext.slot import fill, found
from exercises.contents import CHAPTERS
from exercises.kit.kinds import KINDS


class ExerciseDirective(SphinxDirective):
    """The directive `{exercise} ID`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Render the question and the form. Hints, tests and the solution are not on the page, but
        in `live/exercises`."""
        id = self.arguments[0]
        try:
            exercise = built.exercise(self.env, id)
        except built.NotBuilt as error:
            raise self.error(str(error)) from None
        count = numbered(self)
        name(self, f"exercise-{id}", f"{count}: {exercise['title']}")
        progress.note(
            self.env,
            "exercise",
            {
                "id": id,
                "title": exercise["title"],
                "kind": exercise["kind"],
                "what": KINDS[exercise["kind"]],
                "points": exercise["points"],
                "number": count.removeprefix("Exercise "),
            },
        )
        words = nodes.raw("", exercise["prompt"], format="html")
        node = fill(
            "exercise.html",
            "prompt",
            [words],
            exercise=exercise,
            kind=KINDS[exercise["kind"]],
            number=count,
            progress=progress.address(self.env),
            **drawings(id),
            live=live_folder(self),
        )
        return [found(node, exercise["title"], f"exercise-{id}")]


def numbered(directive: SphinxDirective) -> str:
    """Return the label of the next exercise on the page, with the number of the chapter in front:
    "Exercise 2.1"."""
    page, count = directive.env.docname.rpartition("/")[2], number(directive, "Exercise")
    return count.replace(" ", f" {list(CHAPTERS).index(page) + 1}.") if page in CHAPTERS else count


def drawings(id: str) -> dict[str, Any]:
    """Return the SVG texts of an exercise's picture, for a page and for a phone."""
    return {size: built.drawings(id, size) for size in ("wide", "narrow")}


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("exercise", ExerciseDirective)
