"""Render the question of a variant as markdown: the prompt, the hints and the labels of its fields.
Draw its picture."""

from collections.abc import Callable

from exercises.kit import blanks, set_up
from exercises.kit.exercise import Exercise
from exercises.kit.form import Choice, Field, Switch
from exercises.kit.kinds import KINDS
from figures.run.build import draw


def prompt(exercise: Exercise, variant: int) -> str:
    """Return the question as markdown, below its title."""
    about = f"*{KINDS[exercise.kind]}, {exercise.points} points; {exercise.id}, variant {variant}.*"
    return f"## {exercise.title}\n\n{about}\n\n{_filling(exercise, variant)(exercise.prompt)}"


def hints(exercise: Exercise, variant: int) -> str:
    """Return the hints as markdown, each in a folded block."""
    plain = _filling(exercise, variant)
    return "\n\n".join(
        f"<details><summary>Hint {place}</summary>\n\n{plain(hint)}\n\n</details>"
        for place, hint in enumerate(exercise.hints, start=1)
    )


def _filling(exercise: Exercise, variant: int) -> Callable[[str], str]:
    """Return a function that fills the blanks of a text and replaces its links with their words."""
    texts = exercise.blanks(variant)
    return lambda text: blanks.plain(set_up.plain(text), texts)


def picture(exercise: Exercise, variant: int) -> tuple[str, str | None] | None:
    """Return the alternative text of the picture, and its SVG (None if the front end, which draws
    it, is not built). Return None if there is no picture."""
    shown = exercise.picture(variant)
    if shown is None:
        return None
    figure = {
        "id": f"exercise-{exercise.id}",
        "title": "",
        "edition": "",
        "seed": 0,
        "params": [],
        "presets": [],
        "panels": shown["panels"],
    }
    try:
        return shown["alt"], draw(figure, shown["rows"])
    except OSError:
        return shown["alt"], None


def field_lines(field: Field) -> list[str]:
    """Return a line with the label, kind and unit of a field, followed by a line for each option of
    a choice."""
    if isinstance(field, Choice):
        return [
            f"{field.label} (one of these)",
            *(f'  "{value}": {label}' for value, label in field.options.items()),
        ]
    if isinstance(field, Switch):
        return [f"{field.label} (true or false)"]
    unit = f", {field.shown}" if field.unit else ""
    return [f"{field.label} ({'a whole number' if field.whole else 'a number'}{unit})"]
