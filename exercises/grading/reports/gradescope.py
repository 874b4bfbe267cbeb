"""Write the marks of a student as Gradescope's `results.json`.

The format is that of "Autograder Specifications" (gradescope-autograders.readthedocs.io): an
overall `score`, and `tests` with `name`, `score`, `max_score`, `status`, `output` and `visibility`.
"""

import json
from typing import Any

from exercises.cli.text_report import in_words
from exercises.grading.marks import GRADED, Mark, Sheet

GUARD = "It would pass without a right idea: it counts once something else passes."


def results(sheet: Sheet) -> str:
    """Return the text of one student's file. The score is the total, with weights and lateness; the
    tests show their points without these."""
    lines = [line for mark in sheet.marks for line in mark_lines(mark)]
    tests = [test for number, mark in enumerate(sheet.marks, 1) for test in _tests(mark, number)]
    return json.dumps(
        {
            "score": sheet.total,
            "output": "\n".join([*lines, *sheet.lines]),
            "output_format": "text",
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "tests": tests,
            "extra_data": {"student": sheet.student.id, "of": sheet.of},
        },
        indent=1,
    )


def mark_lines(mark: Mark) -> list[str]:
    """Return the lines about an answer as a whole: its state, its error, and how late it is."""
    lines = [f"{mark.exercise.title}: {mark.why}"] if mark.state != GRADED else []
    if mark.verdict and mark.verdict["error"]:
        where = f"line {mark.verdict['error']['line']}: " if mark.verdict["error"]["line"] else ""
        lines.append(f"{mark.exercise.title}: {where}{mark.verdict['error']['message']}")
    if mark.late:
        lines.append(
            f"{mark.exercise.title}: {mark.late.words()}, {100 * mark.late.factor:g} % of its points count"
        )
    return lines


def _tests(mark: Mark, number: int) -> list[dict[str, Any]]:
    outcomes = {test["id"]: test for test in mark.verdict["tests"]} if mark.verdict else {}
    found = []
    for place, test in enumerate(mark.exercise.tests, 1):
        outcome = outcomes.get(test.id, {})
        passed = outcome.get("outcome") == "passed"
        guard = GUARD if passed and not mark.points else ""
        message = outcome.get("message") if mark.shows_messages else ""
        found.append(
            {
                "name": f"{mark.exercise.title}: {in_words(test.id)}",
                "number": f"{number}.{place}",
                "score": test.points if passed and mark.points else 0,
                "max_score": test.points,
                "status": "passed" if passed else "failed",
                "output": "\n".join(
                    text for text in (message, outcome.get("advice"), guard) if text
                ),
                "output_format": "text",
                "visibility": "visible",
            }
        )
    return found
