"""The game of the lab: costs, targets, par and what is for sale."""

import json
from pathlib import Path

import jsonschema
import pytest

from figures.lab.live import Run
from figures.lab.setup import described
from models.lab.study import study_of
from models.sizing.choice.game import BEGIN, PRICES, bought, cost, meets, met, offers, par, unfair
from tests.conftest import sample
from tests.figures.runs import SCHEMAS

LEVELS = json.loads((Path(__file__).parent.parent / "book" / "lab" / "game.json").read_text())
TITLES = [level["title"] for level in LEVELS]


def price(level: dict, settings: dict) -> float:
    """What a level's machine costs with other settings."""
    return cost(study_of(bought(level, settings)).machines["a"])


def goal_of(level: dict) -> dict:
    """A level as a study carries it."""
    return {name: level[name] for name in ("title", "target", "after", "choices", "start")} | {
        "par": 2000.0
    }


@pytest.mark.slow
@pytest.mark.parametrize("level", sample(LEVELS, LEVELS[:1]), ids=lambda level: level["title"])
def test_par_is_the_least_of_all_that_is_for_sale(level: dict) -> None:
    found = par(level)
    cheaper = [one for one in offers(level) if price(level, one) < found["par"]]
    assert len(cheaper) == found["tried"] - 1
    assert meets(level, found["settings"])
    assert not any(meets(level, one) for one in cheaper)
    assert price(level, level["trap"]) > found["par"]


@pytest.mark.parametrize("level", LEVELS, ids=TITLES)
def test_the_expensive_part_of_a_level_does_not_help(level: dict) -> None:
    assert not meets(level, level["trap"])


def test_a_price_that_is_not_known_is_refused() -> None:
    for settings, why in (
        ({"pool.disks.kind": "ssd"}, r"pool.disks.kind must be disk.*got ssd"),
        ({"pool.disks.capacity": "4TB"}, r"pool.disks.capacity must be 22TB.*got 4TB"),
        ({"head.cores": 32}, r"head.cores must be 8 or fewer.*got 32"),
    ):
        order = study_of(bought(LEVELS[0], settings)).machines["a"]
        with pytest.raises(ValueError, match=why):
            cost(order)


def test_each_price_has_a_source() -> None:
    assert all(
        one.source and one.url.startswith("https://") and one.date for one in PRICES.values()
    )


def test_a_target_is_of_rate_and_p99() -> None:
    load = {"fine": {"100": 10}, "bytes": 0}
    samples = [{"from": t, "to": t + 0.5, "loads": [load]} for t in (0.0, 0.5, 1.0, 1.5)]
    assert met({"load": 0, "rate": 20, "p99": 0.0002}, samples)
    assert not met({"load": 0, "rate": 21, "p99": 0.0002}, samples)
    assert not met({"load": 0, "rate": 20, "p99": 0.00009}, samples)


@pytest.mark.parametrize("level", LEVELS, ids=TITLES)
def test_a_machine_is_judged_by_the_seconds_that_the_page_shows(level: dict) -> None:
    run = Run(study_of(level["start"]), "a")
    run.samples = [{"to": study_of(level["start"]).seconds}]
    assert run.window() == (BEGIN, run.samples[0]["to"])


@pytest.mark.parametrize("level", LEVELS, ids=TITLES)
def test_what_is_for_sale_may_be_changed_and_nothing_else(level: dict) -> None:
    start = level["start"] | {"goal": goal_of(level)}
    settings = start["a"]["settings"]
    with_a = lambda **more: start | {"a": start["a"] | {"settings": settings | more}}  # noqa: E731
    assert unfair(level, start, "a") == ""
    assert unfair(level, with_a(**level["trap"]), "a") == ""
    assert unfair(level, start | {"b": {"settings": level["trap"]}}, "b") == ""
    assert "filesystem.sync" in unfair(level, with_a(**{"filesystem.sync": "disabled"}), "a")
    assert "pool.vdevs must be one of 1, 2" in unfair(level, with_a(**{"pool.vdevs": 7}), "a")
    easier = start["loads"][0] | {"settings": start["loads"][0]["settings"] | {"threads": 1}}
    assert "loads" in unfair(level, start | {"loads": [easier, *start["loads"][1:]]}, "a")


def test_a_page_is_told_of_its_level_and_of_what_each_part_costs() -> None:
    level = LEVELS[0]
    told = described(level["start"] | {"goal": goal_of(level)})
    schema = json.loads((SCHEMAS / "lab.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(told, {"$ref": "#/$defs/setup", "$defs": schema["$defs"]})
    assert told["goal"]["unfair"] == {"a": ""}
    bill = told["sides"]["a"]["bill"]
    assert sum(one["dollars"] for one in bill) == pytest.approx(price(level, {}))


def test_a_level_that_is_none_is_refused() -> None:
    for goal, why in (
        ({"par": 1}, "goal.target must be"),
        (goal_of(LEVELS[0]) | {"choices": {"pool.colour": [1]}}, "goal.choices must be"),
        (goal_of(LEVELS[0]) | {"par": -1}, "goal.par must be"),
    ):
        with pytest.raises(ValueError, match=why):
            study_of(LEVELS[0]["start"] | {"goal": goal})
