"""Write the HTML reports: a page for each student, a page for the class, and the class sheet. Each
page is self-contained and has no scripts."""

from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from exercises.class_sheet import link
from exercises.cli.text_report import in_words, visible
from exercises.grading.class_file import ClassFile
from exercises.grading.jobs import NOTHING, OTHER_VARIANT, REFUSED, START
from exercises.grading.marks import GRADED, NOT_GRADED, Mark, Sheet
from exercises.grading.reports.names import file_name
from exercises.grading.submissions import BEYOND, EDITIONS, LATE, OPENED, WHOSE
from exercises.grading.summary import overviews
from exercises.kit.cells import number
from figures.define.edition import EDITION

BROKE = "broke"
HEADS = {
    NOT_GRADED: "Not graded, because the grader failed",
    OTHER_VARIANT: "Another variant than was given",
    REFUSED: "Refused",
    BROKE: "Broke off",
    **{head: head for head in (OPENED, BEYOND, WHOSE, EDITIONS, LATE)},
}
"""Headings of the list of answers to look at, by the state of the mark or the kind of flag."""
WORDS = {
    NOTHING: "nothing handed in",
    REFUSED: "refused",
    START: "unchanged",
    OTHER_VARIANT: "another variant",
    NOT_GRADED: "not graded",
}


@dataclass(frozen=True)
class Findings:
    """Notes on files, which are shown beside the marks."""

    unmatched: list[str] = field(default_factory=list)
    not_taken: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)


@cache
def _environment(zone: tzinfo | None) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )

    def moment(time: datetime) -> str:
        return time.astimezone(zone).strftime("%Y-%m-%d %H:%M")

    environment.filters |= {
        "points": number,
        "words": in_words,
        "moment": moment,
        "file_name": file_name,
    }
    environment.globals |= {
        "edition": EDITION,
        "state_words": WORDS,
        "GRADED": GRADED,
        "NOT_GRADED": NOT_GRADED,
        "link": link,
    }
    return environment


def student_page(sheet: Sheet, class_file: ClassFile) -> str:
    """Return the report for a student as HTML: the result of each test, advice, and the points with
    deductions."""
    return (
        _environment(class_file.zone)
        .get_template("student.html")
        .render(sheet=sheet, class_file=class_file)
    )


def class_page(sheets: list[Sheet], class_file: ClassFile, findings: Findings) -> str:
    """Return the report for the teacher as HTML."""
    marks = [mark for sheet in sheets for mark in sheet.marks]
    complete = [sheet for sheet in sheets if sheet.is_complete]
    return (
        _environment(class_file.zone)
        .get_template("class.html")
        .render(
            sheets=sheets,
            class_file=class_file,
            findings=findings,
            overviews=overviews(sheets) if sheets else [],
            looks=_looks(marks),
            names={sheet.student.id: sheet.student.name for sheet in sheets},
            handed_in=sum(any(mark.state != NOTHING for mark in sheet.marks) for sheet in sheets),
            mean=sum(sheet.percent for sheet in complete) / len(complete) if complete else 0.0,
            full=sum(mark.is_full for mark in marks),
            answers=sum(mark.state != NOTHING for mark in marks),
        )
    )


def _looks(marks: list[Mark]) -> dict[str, list[tuple[Mark, str]]]:
    """Return the answers that deserve a look, each with a reason, by heading."""
    found: dict[str, list[tuple[Mark, str]]] = {head: [] for head in HEADS.values()}
    for mark in marks:
        if mark.state in HEADS:
            found[HEADS[mark.state]].append(
                (mark, "; ".join([mark.why, *_flag_texts(mark, mark.state)]))
            )
        if mark.verdict and mark.verdict["error"] and mark.verdict["error"]["field"] is None:
            found[HEADS[BROKE]].append((mark, mark.verdict["error"]["message"]))
        for head in (OPENED, BEYOND, WHOSE, EDITIONS, LATE):
            found[head] += [(mark, text) for text in _flag_texts(mark, head)]
    return {head: lines for head, lines in found.items() if lines}


def _flag_texts(mark: Mark, head: str) -> list[str]:
    return [flag.text for flag in mark.flags if flag.head == head]


def page(template: str, zone: tzinfo | None, **content: Any) -> str:
    """Return a page as HTML, rendered from `template` with `content`. Times are shown in `zone`
    (None: local time)."""
    return _environment(zone).get_template(template).render(**content)
