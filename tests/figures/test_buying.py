"""The judge of the page: its forms, what it takes instead of judging, and what it refuses."""

import json
import re
from functools import cache

import pytest

from figures.buying import live, parts
from models.sizing.choice.requirements import wants_of
from models.sizing.goods.goods import text_of
from tests.figures.runs import validate

HEAD, *ROWS = text_of("prices").splitlines()
DISKS = ("WD Gold 12 TB",)
FEW = "\n".join(
    [
        HEAD,
        *(
            row
            for row in ROWS
            if row.split(",")[1] != "disk" and ",nvme," not in row and ",ssd," not in row
        ),
    ]
    + [row for row in ROWS if row.startswith(DISKS)]
)
"""Prices of one disk, with all else but SSDs."""
WANTS = parts.wants_of("backup")


def asked(method, **request):
    return json.loads(getattr(live, method)(json.dumps(request)))


def valid(value, part=None):
    validate("buying", value, part)
    return value


@cache
def few():
    return valid(asked("judge", wants=WANTS, goods={"prices": FEW}))


def test_what_never_changes_is_of_its_form_and_each_purchase_can_be_asked_for():
    fixed = valid(parts.fixed(), "fixed")
    for purchase in fixed["purchases"]:
        wants_of(purchase["wants"])
    for one in fixed["requirements"]:
        wants_of({**WANTS, **({one["at"]: one["none"]} if "." not in one["at"] else {})})
        assert one["column"] in fixed["columns"]


def test_a_field_takes_what_the_judge_takes_and_no_more():
    fixed = parts.fixed()
    for one in [*fixed["requirements"], *(one for one in fixed["fields"] if not one["words"])]:
        *table, name = one["at"].split(".")

        def asked_for(value, table=table, name=name):
            return wants_of({"asked": {name: value}} if table else {name: value})

        asked_for(one["least"])
        asked_for(one["most"])
        words = f"^{name} must be (a power of two|{re.escape(one['right'])}, got)"
        for beyond in (one["least"] - 1, one["most"] * 2):
            with pytest.raises(ValueError, match=words):
                asked_for(beyond)
    (stream,) = [one for one in fixed["requirements"] if one["name"] == "stream"]
    assert stream["typed"]["Gbit/s"] == 1e9 / 8


def test_a_list_that_sells_nothing_is_refused_with_its_wrong_rows():
    rows = [HEAD, "A,disk,100,18Tb", "B,head,500,,128 potatoes,8,12"]
    said = asked("tables", goods={"prices": "\n".join(rows)})
    assert said["error"].startswith("prices must have a ")
    assert [(each["row"], each["column"]) for each in said["refused"]] == [
        (2, "capacity"),
        (3, "memory"),
    ]
    assert set(asked("tables", goods={"prices": HEAD})) == {"error"}
    assert asked("tables", goods={"prices": FEW}) == {"refused": []}


def test_the_spread_is_that_of_measurements_and_holds_eight_of_ten():
    for one in parts.errors().values():
        assert one["low"] < 1 < one["high"]
        assert one["of"] >= 8


def test_candidates_are_judged_opened_and_on_the_edge():
    judged = few()
    count = len(judged["builds"])
    assert count > 50
    assert {len(column) for column in judged["columns"].values()} == {count}
    cost = judged["columns"]["cost"]
    assert [cost[i] for i in judged["edge"]] == sorted(cost[i] for i in judged["edge"])
    opened = valid(asked("opened", index=judged["edge"][0]), "opened")
    bill = sum(each["count"] * each["dollars"] for each in opened["parts"])
    assert bill == pytest.approx(cost[judged["edge"][0]])
    assert opened["commands"][0].startswith("zpool create")
    assert any(each["ports"] for each in opened["parts"])
    head = judged["builds"][judged["edge"][0]][-1]
    assert opened["lab"]["a"]["name"].startswith(head)
    low, high = opened["loss"]
    assert low < judged["columns"]["loss"][judged["edge"][0]] < high


def test_a_judgement_that_is_taken_opens_as_the_one_that_was_made():
    judged = few()
    i = judged["edge"][-1]
    few.cache_clear()
    made = few() and asked("opened", index=i)
    live.last.clear()
    taken = {name: judged[name] for name in ("columns", "limits")}
    assert asked("load", wants=WANTS, goods={"prices": FEW}, **taken) == {"ok": True}
    assert asked("opened", index=i) == made


def test_the_parts_are_together_what_is_judged_at_once():
    live.asked_last.clear()
    whole, found, of = few(), {}, 4
    for part in range(of):
        some = valid(asked("part", wants=WANTS, goods={"prices": FEW}, part=part, of=of), "part")
        assert (some["count"], some["refused"]) == (len(whole["builds"]), whole["refused"])
        rows = zip(some["builds"], some["limits"], *some["columns"].values(), strict=True)
        found |= dict(zip(some["places"], rows, strict=True))
    rows = zip(whole["builds"], whole["limits"], *whole["columns"].values(), strict=True)
    assert found == dict(enumerate(rows))
    assert asked("part", wants=WANTS, goods={"prices": FEW}, part=of, of=of)["error"].startswith(
        "part"
    )


def test_a_wrong_row_is_named_and_the_others_are_used():
    cells = [row.replace(",disk,279.99,", ",disk,cheap,") for row in FEW.splitlines()]
    more = next(row for row in ROWS if row.startswith("HGST Ultrastar He10 10 TB"))
    judged = asked("judge", wants=WANTS, goods={"prices": "\n".join([*cells, more])})
    (refused,) = valid(judged)["refused"]
    at = next(k for k, row in enumerate(cells, 1) if "cheap" in row)
    assert (refused["row"], refused["column"], refused["got"]) == (at, "dollars", "cheap")
    assert {build[3] for build in judged["builds"]} == {"HGST Ultrastar He10 10 TB"}


def test_what_cannot_be_asked_is_one_line():
    for wants in ({**WANTS, "recordsize": 5}, {**WANTS, "years": -1}, {"usabel": 1}):
        said = asked("judge", wants=wants)
        assert set(said) == {"error"} and "\n" not in said["error"]
    for goods in ({"price": "x"}, {"prices": 3}):
        said = asked("judge", wants=WANTS, goods=goods)
        assert said["error"].startswith("goods must be CSV by prices, drives, failures, got 'price")


def test_nothing_is_opened_before_it_is_judged():
    live.last.clear()
    assert asked("opened", index=0)["error"].startswith("candidates must be judged before")
