"""The judge of candidates for a page. Requests and answers are JSON; an error is {"error": one line}."""

import json
from collections.abc import Callable
from math import inf
from typing import Any

from models.sizing.choice.assess import Numbers, assess
from models.sizing.choice.edge import Judged
from models.sizing.choice.met import MORE
from models.sizing.choice.opened import bought, loss_interval
from models.sizing.choice.opened import refined as ran
from models.sizing.choice.requirements import wants_of
from models.sizing.goods.goods import FILES, Goods, goods, goods_of

last = list[Judged]()
"""The last judgement."""


def sold(asked: dict[str, Any]) -> Goods:
    """Return what is for sale by the tables of a request; one that is not given is the book's. Raise
    ValueError for a table that is not known."""
    tables = asked.get("goods") or {}
    for name, csv in tables.items():
        if name not in FILES or not isinstance(csv, str | None):
            raise ValueError(f"goods must be CSV by {', '.join(FILES)}, got {name!r:.40}")
    given = {name: csv for name, csv in tables.items() if csv}
    return goods_of(**given) if given else goods()


def judge(request: str) -> str:
    """Judge all candidates, {"wants", "goods": {table: CSV}}; see schemas/buying.schema.json."""

    def work(asked: dict[str, Any]) -> dict[str, Any]:
        last[:] = [Judged(wants_of(asked["wants"]), sold(asked), assess)]
        return last[0].json() | {"limits": last[0].limits}

    return answered(request, work)


def load(request: str) -> str:
    """Take a judgement that was made elsewhere, {"wants", "goods", "columns", "limits"}, instead of
    judging."""

    def work(asked: dict[str, Any]) -> dict[str, Any]:
        columns = [asked["columns"][name] for name in MORE]
        rows = (
            Numbers._make(inf if value is None else value for value in numbers)
            for numbers in zip(*columns, asked["limits"], strict=True)
        )
        last[:] = [Judged(wants_of(asked["wants"]), sold(asked), lambda *_: next(rows))]
        return {"ok": True}

    return answered(request, work)


def judged() -> Judged:
    """Return the last judgement. Raise ValueError if there is none."""
    if not last:
        raise ValueError("candidates must be judged before one is opened, got none")
    return last[0]


def read(judged: Judged, index: int) -> dict[str, Any]:
    """Return what a page cannot tell from the columns of a candidate: parts, commands, study, and the chance of loss
    at both ends of the interval of the failure rates."""
    return bought(judged, index) | {"loss": loss_interval(judged, index)}


def opened(request: str) -> str:
    """Return what a page cannot tell from the columns of a candidate of the last judgement, {"index"}."""
    return answered(request, lambda asked: read(judged(), asked["index"]))


def refined(request: str) -> str:
    """Return what the machine says of a candidate of the last judgement, {"index"}."""
    return answered(request, lambda asked: ran(judged(), asked["index"]))


def answered(request: str, work: Callable[[dict[str, Any]], dict[str, Any]]) -> str:
    """Return the JSON of what `work` returns, or the error."""
    try:
        return json.dumps(work(json.loads(request)), allow_nan=False)
    except ValueError as error:
        return json.dumps({"error": " ".join(str(error).split())[:400]})
    except MemoryError:
        last.clear()
        return json.dumps({"error": "this needs more memory than the page has for it"})
