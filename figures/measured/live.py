"""A reader's files for a page: read piece by piece, and answered as JSON. An error is {"error": one line}."""

import json
from array import array
from collections.abc import Callable, Mapping
from typing import Any

from figures.measured.pictures import picture, rows_of
from models.measured import Measured, Source, read
from models.measured.command import flat, shown
from models.measured.kit import columns, many
from models.measured.kit.columns import LONG, WORD, Columns, Shape


def quicken(lex: Callable[..., Any], order: Callable[..., Any], count: Callable[..., Any]) -> str:
    """Let a page do what takes long with millions of rows: find columns, order numbers, count cells. Return a text, as
    all that a page asks does."""

    def quick(data: bytes, shape: Shape) -> Columns:
        """Return the columns that the page found."""
        places = [[*place, shape.per.get(name, 1)] for name, place in shape.places.items()]
        names = [
            each
            for name, (_, kind) in shape.places.items()
            for each in ([name, f"{name}, low"] if kind == LONG else [] if kind == WORD else [name])
        ]
        words = [name for name, (_, kind) in shape.places.items() if kind == WORD]
        by = [*shape.places].index(shape.by) if shape.by else -1
        found = lex(data, shape.separator, shape.least, shape.most, json.dumps(places), by)
        groups = {
            key: {name: filled("d", column) for name, column in zip(names, columns, strict=True)}
            for key, columns in zip(json.loads(found.keys), found.groups, strict=True)
        }
        coded = zip(words, found.codes, json.loads(found.words), strict=True)
        return Columns(
            found.rows,
            {} if shape.by else groups.get("", {name: array("d") for name in names}),
            {name: (filled("i", codes), of) for name, codes, of in coded},
            filled("i", found.odd).tolist(),
            groups if shape.by else {},
        )

    def cells(*given: Any) -> list[tuple[int, int, int]]:
        """Return the cells that the page counted."""
        numbers = filled("i", count(*given)).tolist()
        return list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))

    columns.quick = quick
    many.quick_ordered = lambda values: filled("d", order(values))
    many.quick_cells = cells
    return "quick"


def filled(kind: str, given: Any) -> Any:
    """Return an array of the page's numbers."""
    made = array(kind)
    made.frombytes(given.to_bytes())
    return made


def of_file(
    name: str,
    size: int,
    piece: Callable[[int, int], Any],
    progress: Callable[[float], None],
    told: str,
) -> str:
    """Return what a file says, as JSON. size: bytes. piece(start, size): its bytes, as the page gives them. progress:
    called with the share (0-1) that is read. told: answers to what an earlier reading asked, as JSON."""
    source = Source(name, int(size), lambda start, size: piece(start, size).to_bytes(), progress)
    return answered(source, json.loads(told))


def of_text(text: str, told: str) -> str:
    """Return what a pasted text says, as JSON."""
    return answered(Source.of_text(text), json.loads(told))


def answered(source: Source, told: Mapping[str, str]) -> str:
    """Return what a source says or, in one line, why it cannot be read."""
    try:
        found = read(source, told)
    except ValueError as error:
        return json.dumps({"error": str(error)})
    return json.dumps(said(source.name, found))


def said(name: str, found: Measured) -> dict[str, Any]:
    """Return what a file says, with its pictures, as a page shows it."""
    rows = rows_of(found)
    return {
        "name": name,
        "form": found.form,
        "table": table(found),
        "notes": found.notes,
        "asks": {name: [question, options] for name, (question, options) in found.asks.items()},
        "left": found.left,
        "left_count": found.left_count,
        "rows": rows,
        "picture": picture(found, rows),
    }


def table(found: Measured) -> list[list[str]]:
    """Return what the file says as rows of a table: part, what, value."""
    return [[part, what, shown(value)] for part, what, value in flat(found.to_json())]
