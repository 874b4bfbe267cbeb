"""The judge of candidates for a page. Requests and answers are JSON; an error is {"error": one line}."""

import json
from collections.abc import Callable
from math import inf
from typing import Any

from models.sizing.choice.assess import Numbers, assess
from models.sizing.choice.edge import Judged
from models.sizing.choice.met import MORE
from models.sizing.choice.requirements import wants_of
from models.sizing.goods.goods import Goods, goods, goods_of

last = list[Judged]()
"""The last judgement."""


def sold(asked: dict[str, Any]) -> Goods:
    """Return what is for sale by the tables of a request; one that is not given is the book's."""
    tables = {name: csv for name, csv in (asked.get("goods") or {}).items() if csv}
    return goods_of(**tables) if tables else goods()


def judge(request: str) -> str:
    """Judge all candidates, {"wants", "goods": {table: CSV}}; see schemas/buying.schema.json."""

    def work(asked: dict[str, Any]) -> dict[str, Any]:
        last[:] = [Pools(wants_of(asked["wants"]), sold(asked), assess)]
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
        last[:] = [Pools(wants_of(asked["wants"]), sold(asked), lambda *_: next(rows))]
        return {"ok": True}

    return answered(request, work)


class Pools(Judged):
    """Candidates whose neighbours the page finds itself: here that takes longer than all the rest."""

    def neighbours(self, i: int) -> list[dict[str, Any]]:
        """Return none."""
        return []


def read(judged: Judged, index: int) -> dict[str, Any]:
    """Return the parts of a candidate with their prices, its commands, and its study."""
    found = judged.opened(index)
    return {name: found[name] for name in ("parts", "commands", "lab")}


def opened(request: str) -> str:
    """Return what a page cannot tell from the columns of a candidate of the last judgement, {"index"}."""
    return answered(request, lambda asked: read(last[0], asked["index"]))


def refined(request: str) -> str:
    """Return what the machine says of a candidate of the last judgement, {"index"}."""
    return answered(request, lambda asked: last[0].refined(asked["index"]))


def answered(request: str, work: Callable[[dict[str, Any]], dict[str, Any]]) -> str:
    """Return the JSON of what `work` returns, or the error."""
    try:
        return json.dumps(work(json.loads(request)), allow_nan=False)
    except ValueError as error:
        return json.dumps({"error": " ".join(str(error).split())[:400]})
    except MemoryError:
        last.clear()
        return json.dumps({"error": "this needs more memory than the page has for it"})
