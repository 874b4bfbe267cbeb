"""The judge of candidates for a page. Requests and answers are JSON; an error is {"error": one line}."""

import json
from collections.abc import Callable
from math import inf
from typing import Any

from models.sizing.choice.assess import Numbers, assess
from models.sizing.choice.candidates import Candidates
from models.sizing.choice.edge import Judged, none_holds, number
from models.sizing.choice.met import MORE
from models.sizing.choice.opened import bought, loss_interval
from models.sizing.choice.opened import refined as ran
from models.sizing.choice.requirements import wants_of
from models.sizing.goods.goods import FILES, Goods, goods, goods_of, parts_of, refusals

last = list[Judged]()
"""The last judgement."""
asked_last = list[tuple[Any, Candidates]]()
"""The wants and tables that were asked for last, and their candidates."""


def sold(asked: dict[str, Any]) -> Goods:
    """Return what is for sale by the tables of a request; one that is not given is the book's. Raise
    ValueError for a table that is not known."""
    tables = asked.get("goods") or {}
    for name, csv in tables.items():
        if name not in FILES or not isinstance(csv, str | None):
            raise ValueError(f"goods must be CSV by {', '.join(FILES)}, got {name!r:.40}")
    given = {name: csv for name, csv in tables.items() if csv}
    return goods_of(**given) if given else goods()


def tables(request: str) -> str:
    """Read tables, {"goods"}, and return what was refused of them."""
    return answered(request, lambda asked: {"refused": refusals(sold(asked).refused)})


def wrong_rows(asked: dict[str, Any]) -> list[dict[str, object]]:
    """Return what was refused of the prices of a request that sell nothing to build from."""
    try:
        return refusals(parts_of(asked["goods"]["prices"])[1])
    except (KeyError, TypeError, AttributeError, ValueError):
        return []  # there are none, or they are no table


def among(asked: dict[str, Any]) -> Candidates:
    """Return the candidates of a request, with what is known of them if the last request had the same."""
    key = asked["wants"], asked.get("goods")
    if not asked_last or asked_last[0][0] != key:
        asked_last[:] = [(key, Candidates(wants_of(asked["wants"]), sold(asked)))]
    return asked_last[0][1]


def judge(request: str) -> str:
    """Judge all candidates, {"wants", "goods": {table: CSV}}; see schemas/buying.schema.json."""

    def work(asked: dict[str, Any]) -> dict[str, Any]:
        last[:] = [Judged(among(asked), assess)]
        return last[0].json() | {"limits": last[0].limits}

    return answered(request, work)


def part(request: str) -> str:
    """Judge a part of the candidates, {"wants", "goods", "part", "of"}. Return where they are among the `count` of
    all, and of each what `judge` returns of it."""

    def work(asked: dict[str, Any]) -> dict[str, Any]:
        all_of = among(asked)
        places = all_of.part(asked["part"], asked["of"])
        builds = [all_of.builds[place] for place in places]
        rows = [assess(build, all_of.shop, all_of.wants) for build in builds]
        return {
            "count": len(all_of.builds),
            "places": places,
            "builds": builds,
            "columns": {name: [number(getattr(row, name)) for row in rows] for name in MORE},
            "limits": [row.limit for row in rows],
            "verdict": "" if all_of.builds else none_holds(all_of.shop, all_of.wants),
            "refused": refusals(all_of.shop.goods.refused),
        }

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
        last[:] = [Judged(among(asked), lambda *_: next(rows))]
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
    """Return the JSON of what `work` returns, or the error, with the rows of a price list that are wrong."""
    asked = json.loads(request)
    try:
        return json.dumps(work(asked), allow_nan=False)
    except ValueError as error:
        refused = wrong_rows(asked)
        said = {"error": " ".join(str(error).split())[:400]}
        return json.dumps(said | ({"refused": refused} if refused else {}))
    except MemoryError:
        last.clear()
        asked_last.clear()
        return json.dumps({"error": "this needs more memory than the page has for it"})
