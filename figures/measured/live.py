"""A reader's files for a page: read piece by piece, and answered as JSON. An error is {"error": one line}."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import inf
from typing import Any

from figures.lab.of_figure import study
from figures.measured.pictures import picture, rows_of, shown_parts
from models.beside import Beside, beside
from models.beside.command import flat, shown
from models.beside.nearest import Given
from models.beside.words import middles, next_of, said, time
from models.lab.study import study_of
from models.measured import Measured, Part, Source, outputs, read
from models.measured.kit import alike, columns, frames, many, stack
from models.measured.kit import named as kit_named
from models.measured.kit.alike import Alike, Kinds, Sheet
from models.measured.kit.columns import KEY, LONG, WORD, Columns, Shape
from models.measured.kit.named import GAP, NO_UNIT, Found, Known, Name, Scale
from models.measured.kit.source import Refused

TOO_LARGE = (
    "{} must fit into the page's memory, got {:,.0f} MB: thin it, as with "
    "awk 'NR % 10 == 1', or read it whole with python -m models read FILE"
)
LEAST_BYTES = 20_000_000
"""The smallest part of a file (bytes) that is tried when the whole does not fit. Taken: less says too little."""
MOST_ROWS = 1000
"""Rows of a table that a page shows."""


def quicken(
    lex: Callable[..., Any],
    order: Callable[..., Any],
    count: Callable[..., Any],
    hits: Callable[..., Any],
    facts: Callable[..., Any],
    weighted: Callable[..., Any],
    named: Callable[..., Any],
    find: Callable[..., Any],
    framed: Callable[..., Any],
    coded: Callable[..., Any],
    since: Callable[..., Any],
) -> str:
    """Let a page do what takes long with millions of rows: find columns, order numbers, count cells and the hits of
    caches, find extremes and (weighted) sums, rows with names, documents that are alike, and take numbers out of lines.
    Return a text, as all that a page asks does."""

    def quick(data: bytes, shape: Shape) -> Columns:
        """Return the columns that the page found."""
        places = [[*place, shape.per.get(name, 1)] for name, place in shape.places.items()]
        names = [
            each
            for name, (_, kind) in shape.places.items()
            for each in (
                [name, f"{name}, low"] if kind == LONG else [] if kind in (WORD, KEY) else [name]
            )
        ]
        words = [name for name, (_, kind) in shape.places.items() if kind in (WORD, KEY)]
        by = [*shape.places].index(shape.by) if shape.by else -1
        fresh = not shape.keys.known
        found = lex(data, shape.separator, shape.least, shape.most, json.dumps(places), by, fresh)
        shape.keys.known = found.known
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
            found.back,
        )

    def cells(*given: Any) -> list[tuple[int, int, int]]:
        """Return the cells that the page counted."""
        numbers = filled("i", count(*given)).tolist()
        return list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))

    def quick_frames(data: bytes) -> frames.Framed:
        """Return the frames that the page found."""
        found = framed(data)
        codes, begins = filled("i", found.codes), filled("i", found.begins)
        return frames.Framed(codes, begins, filled("d", found.numbers), json.loads(found.frames))

    def codes(*given: Any) -> tuple[array[int], int]:
        """Return the numbers of keys, and how many the page knows."""
        found = coded(*given)
        return filled("i", found.codes), found.known

    def documents(data: bytes, start: int, kinds: Kinds, names: Sequence[str]) -> Alike:
        """Return the documents that the page found."""
        found = find(data, start, json.dumps(dict(kinds)), json.dumps(names))
        sheets = [
            Sheet(
                places,
                rows,
                width,
                filled("d", numbers),
                texts,
                {int(k): v for k, v in counts.items()},
            )
            for (places, rows, width, texts, counts), numbers in zip(
                json.loads(found.sheets), found.numbers, strict=True
            )
        ]
        order, starts, ends = (
            filled("i", each) for each in (found.order, found.starts, found.ends)
        )
        return Alike(data, sheets, order, starts, ends, found.stop)

    alike.quick = documents
    columns.quick = quick
    kit_named.quick = lambda scales: QuickRows(scales, named)
    many.quick_facts = lambda values: tuple(facts(values))
    many.quick_weighted = lambda values, *weights: tuple(
        weighted(values, *(each for each in weights if each is not None))
    )
    columns.quick_codes = codes
    frames.quick = quick_frames
    many.quick_since = lambda *given: filled("d", since(*given))
    many.quick_ordered = lambda values: filled("d", order(values))
    many.quick_cells = cells
    stack.quick_hits = lambda keys: filled("i", hits(keys)).tolist()
    return "quick"


class QuickRows:
    """Rows that the page finds (`models.measured.kit.named.Rows`)."""

    def __init__(self, scales: Sequence[Scale], named: Callable[..., Any]) -> None:
        units = list(dict.fromkeys(unit for scale in scales for unit in scale.units))
        units = [NO_UNIT, GAP, *(unit for unit in units if unit not in (NO_UNIT, GAP))]
        told = [
            {
                "times": [scale.units.get(unit, (None,))[0] for unit in units],
                "over": [scale.units.get(unit, (1.0, 1.0))[1] for unit in units],
                "most": scale.most if scale.most < inf else None,
                "exact": scale.exact,
            }
            for scale in scales
        ]
        self.scales, self.names, self.widths = scales, list[Name](), list[int]()
        self.page = named(json.dumps(units[2:]), json.dumps(told))

    def find(self, data: bytes) -> Found:
        """Find the rows of whole lines."""
        found = self.page.find(data)
        self.names += [Name(*each) for each in json.loads(found.fresh)]
        texts = json.loads(found.texts)
        others = [texts[code] for code in filled("i", found.others)]
        return Found(filled("i", found.codes), others, filled("i", found.before))

    def group(self, columns: Sequence[int], summed: bool = False, more: int = 0) -> int:
        """Return a new group."""
        chosen = [self.scales[scale] for scale in columns if scale >= 0]
        self.widths.append(len(chosen) + sum(bool(scale.exact) for scale in chosen) + more)
        return int(self.page.group(json.dumps(list(columns)), summed, more))

    def gather(self, groups: array[int], begin: int, marks: array[int]) -> array[int]:
        """Put rows into groups."""
        found: array[int] = filled("i", self.page.gather(groups, begin, marks))
        return found

    def taken(self) -> dict[int, list[array[float]]]:
        """Return the columns of each group that has rows."""
        return {group: columns for group, _, columns in self.each(summed=False)}

    def sums(self) -> dict[int, tuple[int, list[Known]]]:
        """Return what is known of groups that are summed."""
        return {
            group: (
                count,
                [Known(first, last, total, falls > 0) for first, last, total, falls in columns],
            )
            for group, count, columns in self.each(summed=True)
        }

    def each(self, summed: bool) -> Iterator[tuple[int, int, list[array[float]]]]:
        """Yield each group that has rows and is summed or not, how many, and its columns, which of a summed one are what is
        known of them."""
        found = self.page.taken(summed)
        groups, counts, values = (
            filled(kind, each)
            for kind, each in (("i", found.groups), ("i", found.counts), ("d", found.values))
        )
        at = 0
        for group, count in zip(groups, counts, strict=True):
            step = 4 if summed else count
            end = at + step * self.widths[group]
            yield group, count, [values[k : k + step] for k in range(at, end, step)]
            at = end


def filled(kind: str, given: Any) -> Any:
    """Return an array of the page's numbers."""
    made = array(kind)
    made.frombytes(given.to_bytes())
    return made


kept: dict[int, tuple[str, Measured]] = {}
"""The files that were read, by the page's key: their names and what they say."""


def of_file(
    key: int,
    name: str,
    size: int,
    piece: Callable[[int, int], Any],
    progress: Callable[[float], None],
    told: str,
) -> str:
    """Return what a file says, as JSON. size: bytes. piece(start, size): its bytes, as the page gives them. progress:
    called with the share (0-1) that is read. told: answers to what an earlier reading asked, as JSON."""

    def part(start: int, size: int) -> bytes:
        """Return a part of the file. Raise Refused if the page cannot read it any more."""
        try:
            return bytes(piece(start, size).to_bytes())
        except MemoryError:
            raise
        except Exception:
            raise Refused(
                f"{name} was changed or moved while it was read: choose it again"
            ) from None

    return answered(key, lambda: Source(name, int(size), part, progress), json.loads(told))


def of_text(key: int, name: str, text: str, told: str) -> str:
    """Return what a text says, as JSON."""
    return answered(key, lambda: Source.of_text(text, name), json.loads(told))


def forget(key: int) -> str:
    """Forget a file. Return a text, as all that a page asks does."""
    kept.pop(key, None)
    return ""


def answered(key: int, opened: Callable[[], Source], told: Mapping[str, str]) -> str:
    """Return what a source says or, in one line, why it cannot be read; of a terminal's text with the outputs of several
    tools the name and text of each. opened: returns the source."""
    name, size, fits = "the file", 0, inf
    while True:
        kept.pop(key, None)
        try:
            source = opened()
            name, size = source.name, source.size
            source.shorten(int(min(size, fits)))
            if several := outputs(source):
                return json.dumps({"several": [[one.name, one.whole()] for one in several]})
            found = read(source, told)
            kept[key] = source.name, found
            return json.dumps(answer(source.name, found))
        except ValueError as error:
            return json.dumps({"error": str(error)})
        except MemoryError:
            fits = min(size, fits) // 2
            if fits < LEAST_BYTES:
                kept.pop(key, None)
                return json.dumps({"error": TOO_LARGE.format(name, size / 1e6)})


def answer(name: str, found: Measured) -> dict[str, Any]:
    """Return what a file says, with its pictures, as a page shows it."""
    rows = rows_of(found)
    return {
        "name": name,
        "form": found.form,
        "short": [*in_short(found)],
        "table": table(found),
        "notes": found.notes,
        "asks": {name: [question, options] for name, (question, options) in found.asks.items()},
        "left": found.left,
        "left_count": found.left_count,
        "rows": rows,
        "picture": picture(found, rows),
    }


def in_short(found: Measured) -> Iterator[str]:
    """Yield a line for each part that is drawn and has latencies: its percentiles and its longest one."""
    for part in shown_parts(found):
        if (latencies := part.latencies) is not None and len(latencies):
            half, p99, p999 = map(time, latencies.percentiles((0.5, 0.99, 0.999)))
            name = part.name.replace("_", " ")
            yield f"{name}: median {half}, p99 {p99}, p99.9 {p999}, longest {time(latencies.longest)}"


def of_all(progress: Callable[[float], None], request: str) -> str:
    """Return a machine beside all that was read, as JSON. progress: called with the share (0-1) that is done. request: as
    JSON, {} for the machine that the files name, {"figure", "params"} for that of a figure, {"study"} for that of the lab."""
    try:
        given = given_by(json.loads(request))
    except ValueError as error:
        return json.dumps({"error": str(error)})
    files = dict[str, Measured]()
    for key in sorted(kept):
        name, measured = kept[key]
        files[f"{name} ({key})" if name in files else name] = measured
    machine = beside(files, progress, given)
    drawn = pictured(machine)
    rows = rows_of(drawn)
    return json.dumps(
        {
            "lines": said(machine, files),
            "next": next_of(machine, files),
            "table": middles(machine),
            "settings": [[name, str(value)] for name, value in machine.settings.items()],
            "fits": machine.fits,
            "rows": rows,
            "picture": picture(drawn, rows),
        }
    )


def given_by(request: dict[str, Any]) -> Given | None:
    """Return the machine of a figure or of the lab, or None if the files are to name it. Raise ValueError if it is no
    study."""
    if not request:
        return None
    name = f"the figure {request['figure']}" if "figure" in request else "the lab"
    made = study(request["figure"], request["params"]) if "figure" in request else request["study"]
    found = study_of(made)
    return Given(found.machines["a"], found.loads, {"machine": name, "load": name})


def pictured(found: Beside) -> Measured:
    """Return what is drawn: for each op the latencies of the highest level that is known, the reader's and the model's."""
    drawn, ops = Measured("beside"), set[str]()
    for one in found.held:
        if one.op not in ops and one.yours.latencies is not None:
            ops.add(one.op)
            drawn.parts.append(Part(f"your {one.op}s", latencies=one.yours.latencies))
            drawn.parts.append(Part(f"the model's {one.op}s", latencies=one.model))
    return drawn


def table(found: Measured) -> list[list[str]]:
    """Return what the file says as rows of a table: part, what, value."""
    rows = [
        [part, what, shown(value)]
        for part, what, value in islice(flat(found.to_json()), MOST_ROWS + 1)
    ]
    if len(rows) > MOST_ROWS:
        rows[-1] = ["", "and more", "all are printed by python -m models read FILE"]
    return rows
