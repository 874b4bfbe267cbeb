"""The directive {exercise}: a question, a program to mend, and what the tests say.

    ```{exercise} missed-revolution
    ```
"""
from docutils import nodes
from live import live_folder, name, number
from slot import fill
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from exercises import contents


class ExerciseDirective(SphinxDirective):
    """`{exercise} ID`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Render the exercise; its hints, tests and solution stay in `live/exercises`."""
        try:
            exercise = contents.get(self.arguments[0])
        except LookupError as error:
            raise self.error(str(error.args[0])) from None
        for path in exercise.test_file.parent.glob("*.*"):
            self.env.note_dependency(str(path))
        count = number(self, "Exercise")
        name(self, f"exercise-{exercise.id}", f"{count}: {exercise.title}")
        words = nodes.raw("", exercise.to_json()["prompt"], format="html")
        return [fill("exercise.html", "prompt", [words], exercise=exercise.to_json(), number=count,
                     live=live_folder(self))]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("exercise", ExerciseDirective)
