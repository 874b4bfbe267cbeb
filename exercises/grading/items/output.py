"""Write the item report as a page and as tables."""

from collections.abc import Iterator

from exercises.grading.class_file import ClassFile
from exercises.grading.items.analysis import RELIABLE, Analysis, Report
from exercises.grading.items.statistics import Interval
from exercises.grading.reports.html import page
from exercises.kit.cells import table


def reports(
    analysis: Analysis, class_file: ClassFile, titles: dict[str, str], students: int
) -> Iterator[tuple[str, str]]:
    """Yield the path of each file, relative to the output folder, and its content."""
    yield "items.csv", _items(analysis)
    yield "wrong-answers.csv", _answers(analysis)
    yield (
        "items.html",
        page(
            "items.html",
            class_file.zone,
            name=class_file.name,
            analysis=analysis,
            reliability=reliability_words(analysis),
            titles=titles,
            students=students,
            named=[report for report in analysis.reports if report.reasons],
            share=_share,
            signed=_signed,
        ),
    )


def reliability_words(analysis: Analysis) -> str:
    """Return how reliable the exercises are together, and whether that is enough to judge one by the
    others."""
    if analysis.alpha is None:
        return "discrimination is not judged: that takes two exercises whose points vary"
    if not analysis.judges:
        return (
            f"reliability {analysis.alpha:.2f}: discrimination is not judged below {RELIABLE:g}, "
            "as the other exercises say too little about a student"
        )
    return f"reliability {analysis.alpha:.2f}"


def _items(analysis: Analysis) -> str:
    return table(
        [
            [
                *("exercise", "answered", "omitted", "all points"),
                *("facility", "facility low", "facility high"),
                *("discrimination", "discrimination low", "discrimination high", "look at"),
            ],
            *(
                [
                    report.item.id,
                    report.count,
                    report.item.omitted,
                    report.full,
                    *report.facility,
                    *_cells(report.discrimination),
                    "; ".join(f"{reason.kind}: {reason.text}" for reason in report.reasons),
                ]
                for report in analysis.reports
            ),
        ]
    )


def _answers(analysis: Analysis) -> str:
    return table(
        [
            [
                *("exercise", "field", "answer", "right", "count", "share", "standing"),
                *("correlation", "correlation low", "correlation high"),
            ],
            *(row for report in analysis.reports for row in _rows(report)),
        ]
    )


def _rows(report: Report) -> Iterator[list[object]]:
    for one in report.responses:
        yield [
            report.item.id,
            one.field,
            one.words,
            "yes" if one.is_right else "no",
            one.count,
            one.share,
            "" if one.standing is None else one.standing,
            *_cells(one.discrimination),
        ]


def _cells(found: Interval | None) -> tuple[object, ...]:
    return found or ("", "", "")


def _share(found: Interval) -> str:
    return f"{100 * found.value:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f})"


def _signed(found: Interval | None) -> str:
    return "–" if found is None else f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"
