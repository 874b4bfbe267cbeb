"""The edge against brute force, what a requirement costs, verdicts, and why not a neighbour."""

import json
import random
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.lab.study import study_of
from models.sizing.choice import opened as opening
from models.sizing.choice.assess import Numbers
from models.sizing.choice.candidates import MOST, Candidates, candidates, usable
from models.sizing.choice.compare import NEIGHBOURS, neighbours
from models.sizing.choice.edge import COMPARED, Judged, layout_words
from models.sizing.choice.met import (
    MORE,
    SAYS,
    edge,
    limits_of,
    miss_words,
    missed,
    prices,
    unbeaten,
    worst,
)
from models.sizing.choice.requirements import wants_of
from models.sizing.goods.cost import Shop
from models.sizing.goods.goods import goods, goods_of, text_of
from models.sizing.pools.build import Build
from models.sizing.pools.capacity import capacity
from models.sizing.pools.wants import Asked, Wants
from models.sizing.speed.speed import Speed
from models.units import TB, GiB, KiB, MiB

FEW = st.sampled_from([1.0, 2.0, 3.0, 5.0, inf])
ROWS = st.lists(st.tuples(*[FEW] * len(MORE)), min_size=1, max_size=30)


def columns_of(rows: list[tuple[float, ...]]) -> dict[str, list[float]]:
    return {name: [row[k] for row in rows] for k, name in enumerate(MORE)}


def as_good(columns: dict[str, list[float]], a: int, b: int, names: tuple[str, ...]) -> bool:
    """Whether a is as good as b in all of these."""
    return all(
        columns[n][a] >= columns[n][b] if MORE[n] else columns[n][a] <= columns[n][b] for n in names
    )


def beats(columns: dict[str, list[float]], a: int, b: int, names: tuple[str, ...]) -> bool:
    return as_good(columns, a, b, names) and not as_good(columns, b, a, names)


@given(ROWS, st.sampled_from(COMPARED))
def test_the_edge_is_what_no_other_beats_in_cost_and_a_quantity(
    rows: list[tuple[float, ...]], name: str
) -> None:
    columns, every = columns_of(rows), range(len(rows))
    names = ("cost", name)
    found = edge(columns, name, every)
    free = [k for k in every if not any(beats(columns, other, k, names) for other in every)]
    assert {(columns["cost"][k], columns[name][k]) for k in found} == {
        (columns["cost"][k], columns[name][k]) for k in free
    }
    assert len({(columns["cost"][k], columns[name][k]) for k in found}) == len(
        found
    )  # of equals one
    assert [columns["cost"][k] for k in found] == sorted(columns["cost"][k] for k in found)


@given(ROWS)
def test_what_no_other_beats_in_anything_is_found(rows: list[tuple[float, ...]]) -> None:
    columns, every, names = columns_of(rows), range(len(rows)), ("cost", *COMPARED)
    free = {k for k in every if not any(beats(columns, other, k, names) for other in every)}
    assert set(unbeaten(columns, names, every)) == free


WANTED = Wants(
    usable=2.0,
    loss=0.5,
    budget=3.0,
    rack=2.0,
    watts=3.0,
    asked=Asked(rate=2.0, p99=3.0, stream=2.0),
)


@given(ROWS)
def test_a_requirement_costs_what_the_cheapest_without_it_saves(
    rows: list[tuple[float, ...]],
) -> None:
    columns = columns_of(rows)
    columns["loss"] = [min(1.0, each / 4) for each in columns["loss"]]
    asked = WANTED.asked

    def meets(k: int, without: str) -> bool:
        value = {name: columns[name][k] for name in MORE}
        load = value["p99"] < inf and (without == "p99" or value["p99"] <= asked.p99)
        then = value["p99_resilvering"]
        spared = without in ("while_resilvering", "rate")
        load_then = spared or (then < inf and (without == "p99" or then <= asked.p99))
        return all(
            (
                without == "usable" or value["usable"] >= WANTED.usable,
                without == "rate" or load,
                load_then,
                without == "stream" or value["stream"] >= asked.stream,
                without == "loss" or value["loss"] <= WANTED.loss,
                without == "budget" or value["cost"] <= WANTED.budget,
                without == "rack" or value["rack"] <= WANTED.rack,
                without == "watts" or value["watts"] <= WANTED.watts,
            )
        )

    limits = limits_of(WANTED)
    found = prices(columns, limits, missed(columns, limits))
    assert set(found) == set(SAYS)

    def least(without: str) -> float:
        return min((columns["cost"][k] for k in range(len(rows)) if meets(k, without)), default=inf)

    all_met = least("")
    for name, price in found.items():
        if least(name) == inf and price.without is None:
            assert price.saves is None
        else:
            assert columns["cost"][price.without] == least(name)
            assert price.saves == (None if all_met == inf else all_met - least(name))
            assert price.saves is None or price.saves >= 0


def stand_in(build: Build, shop: Shop, wants: Wants) -> Numbers:
    """Numbers that are quick: spindles by a constant, and parity for the loss."""
    bill = shop.bill(build)
    drive = shop.goods.drives[build.disk]
    each = 150.0 if drive.kind == "disk" else 20_000.0
    rate = build.disks * each * (1 + build.memory / (512 * GiB))
    p99 = (0.02 if drive.kind == "disk" else 0.0005) / max(1e-9, 1 - wants.asked.rate / rate)
    served = wants.asked.rate < rate
    data = max(1, build.width - build.parity) if build.layout != "mirror" else 1
    return Numbers(
        cost=bill.dollars,
        usable=build.vdevs * data * drive.capacity * 0.9,
        rate=rate,
        p99=p99 if served else inf,
        stream=build.disks * 1e8,
        rate_resilvering=rate * 0.8,
        p99_resilvering=p99 * 1.5 if served else inf,
        loss=10.0 ** (-2 * build.parity - 1) * build.vdevs,
        lost=10.0 ** (-3 * build.parity - 1),
        rack=bill.rack,
        watts=bill.watts,
        rebuild=drive.capacity / 1e8,
        limit="disks",
    )


def judged(**contents: Any) -> Judged:
    return Judged(Candidates(wants_of(contents), goods()), stand_in)


USUAL = (
    {},
    {"usable": "200TB"},
    {"usable": "20TB", "asked": {"rate": 300}},
    {"usable": "4TB", "asked": {"rate": 5000, "p99": "2ms", "sync": True}},
    {"usable": "1PB".replace("1PB", "1000TB")},
)


@pytest.mark.parametrize(
    ("layout", "width", "recordsize", "share"),
    [
        ("raidz3", 8, 16 * KiB, (16 / 32) / (128 / 224)),  # 4 sectors of 8, against 32 of 56
        ("raidz2", 6, 8 * KiB, (8 / 24) / (128 / 192)),  # 2 of 6, against 32 of 48
        ("raidz2", 6, 1 * MiB, 1.0),
        ("mirror", 2, 512, 1.0 / 8),  # a sector has 4 KiB
        ("mirror", 2, 8 * KiB, 1.0),
    ],
)
def test_small_records_hold_less_than_zfs_list_says(
    layout: str, width: int, recordsize: int, share: float
) -> None:
    build = Build(layout, 1, width, "any")
    listed = capacity(build, 4 * TB).usable
    held = usable(build, 4 * TB, Wants(recordsize=recordsize))
    assert held == pytest.approx(share * listed, rel=2e-3)  # `zfs list` cuts its ratio short


@pytest.mark.parametrize("contents", USUAL, ids=str)
def test_there_are_five_to_six_thousand_candidates_that_can_be_bought(
    contents: dict[str, Any],
) -> None:
    wants = wants_of(contents)
    shop = Shop(goods(), wants.years)
    found = candidates(shop, wants)
    assert 5000 <= len(found) <= MOST
    assert len(set(found)) == len(found)
    assert found == candidates(Shop(goods(), wants.years), wants)  # whatever was asked before
    for build in random.Random(1).sample(found, 300):
        head = shop.parts[build.head]
        lines = {line.part: line for line in shop.lines(build)}
        shelves = [shop.parts[name] for name in lines if shop.parts[name].kind == "shelf"]
        bays = head.bays + sum(lines[one.part].number * one.bays for one in shelves)
        needs = shop.needs(build)
        assert needs[0] + max(0, needs[1] - head.small) <= bays
        assert needs[2] <= head.u2 and needs[3] <= head.m2
        cards = sum(
            line.number
            for name, line in lines.items()
            if shop.parts[name].kind in ("card", "network")
        )
        assert cards <= head.slots
        cables = sum(lines[one.part].number * one.cables for one in shelves)
        has = sum(
            line.number * shop.parts[name].cables
            for name, line in lines.items()
            if shop.parts[name].kind == "card"
        )
        assert cables <= has
        assert build.memory == head.memory
        total = sum(line.dollars for line in lines.values())
        assert total == pytest.approx(shop.bill(build).dollars)


def test_kinds_of_all_layouts_and_extras_are_among_them() -> None:
    found = judged(usable="30TB", asked={"sync": True, "rate": 3000}).builds
    assert {build.layout for build in found} >= {
        *"mirror raidz1 raidz2 raidz3 draid1 draid2 draid3".split()
    }
    assert {build.logs for build in found} == {0, 1, 2}
    assert any(build.flashes for build in found)
    assert any(build.specials for build in found)
    assert any(build.spares and not build.layout.startswith("draid") for build in found)
    assert len({build.memory for build in found}) >= 4


def test_power_is_paid_for_the_years() -> None:
    build = judged(usable="30TB").builds[0]
    five, ten = (Shop(goods(), years).bill(build) for years in (5.0, 10.0))
    price = goods().parts["kWh of electricity"].dollars
    assert ten.dollars - five.dollars == pytest.approx(five.watts / 1000 * 5 * 365 * 24 * price)


def test_a_verdict_says_what_the_dearest_requirement_costs() -> None:
    found = judged(usable="30TB", loss="0.1%", asked={"rate": 2000, "p99": "100ms"})
    cost = found.columns["cost"]
    best = min(cost[k] for k in found.meeting)
    name, price = max(found.prices.items(), key=lambda one: one[1].saves or 0)
    assert f"{found.met:,} of {len(found.builds):,} candidates meet all" in found.verdict
    assert f"is {name}: without it ${best - price.saves:,.0f}" in found.verdict


def test_a_requirement_that_nothing_meets_is_named_with_how_much_it_fails() -> None:
    found = judged(usable="200TB", rack=1, asked={"rate": 100, "p99": "1s"})
    assert found.met == 0
    assert "None of" in found.verdict and "rack leaves none" in found.verdict
    assert "rack units: 2 U where 1 U or less is wanted" in found.verdict
    assert found.json()["costs"] == {}  # nothing saves if nothing meets all
    assert found.edge  # of all, so that there is something to look at


def test_two_requirements_that_nothing_meets_are_both_said() -> None:
    found = judged(usable="30TB", budget=10, watts=5, asked={"rate": 100})
    assert "nor all but one" in found.verdict
    assert "budget" in found.verdict and "power" in found.verdict


def test_the_nearest_to_a_rate_that_none_serves_is_the_one_that_serves_most() -> None:
    """A p99 without an end is as far off as the rate, and no farther."""
    wants = Wants(loss=1.0, asked=Asked(rate=900.0))
    columns = {name: [0.0, 0.0, 1.0] for name in MORE} | {"usable": [wants.usable] * 3}
    for name in ("rate", "rate_resilvering"):
        columns[name], columns[name.replace("rate", "p99")] = [100.0, 300.0, 200.0], [inf, inf, inf]
    tests = limits_of(wants)
    assert [worst(columns, tests, wants, k) for k in range(3)] == [9.0, 3.0, 4.5]
    said = [miss_words(test, columns, wants, 1) for test in tests if test.column == "p99"]
    assert said == [
        "requests a second: it falls behind at 900/s, and serves 300/s within 50 ms",
        "p99: endless where 50 ms or less is wanted",
    ]


def test_more_than_is_sold_is_said() -> None:
    found = judged(usable="50000TB")
    assert found.builds == []
    assert "Nothing that is sold holds 45,474.7 TiB" in found.verdict
    assert json.dumps(found.json(), allow_nan=False)


def test_why_not_a_neighbour_names_what_it_misses_or_costs() -> None:
    found = judged(usable="30TB", loss="0.01%", asked={"rate": 2000, "p99": "100ms"})
    cost = found.columns["cost"]
    for k in found.edge[:5]:
        for one in neighbours(found, k):
            j, why = one["index"], one["why"]
            assert j != k
            difference = cost[j] - cost[k]
            if abs(difference) >= 0.5:
                assert f"${abs(difference):,.0f} {'more' if difference > 0 else 'less'}" in why
            if found.missed[j] & ~found.missed[k]:
                assert "but misses" in why and "is wanted" in why
            else:
                assert "but misses" not in why


def test_a_neighbour_is_the_nearest_in_cost_that_differs_in_one_thing() -> None:
    found = judged(usable="30TB", asked={"rate": 2000})
    cost, seen = found.columns["cost"], 0
    for k in found.edge[:10]:
        own = found.builds[k]
        alike = [
            n
            for n, one in enumerate(found.builds)
            if n != k and one._replace(head=own.head, memory=own.memory) == own
        ]
        if alike:
            nearest = min(alike, key=lambda n: (found.missed[n] != 0, abs(cost[n] - cost[k]), n))
            near = [one["index"] for one in neighbours(found, k)]
            assert nearest in near or len(near) == NEIGHBOURS
            seen += nearest in near
    assert seen > 2


def test_an_opened_candidate_has_its_bill_and_commands() -> None:
    found = judged(usable="30TB", asked={"rate": 2000, "sync": True})
    for k in [*found.edge[:3], next(n for n, b in enumerate(found.builds) if b.spares == 2)]:
        opened, build = opening.opened(found, k), found.builds[k]
        total = sum(part["count"] * part["dollars"] for part in opened["parts"])
        assert total == pytest.approx(found.columns["cost"][k])
        assert all(part["source"].startswith("https://") for part in opened["parts"])
        assert opened["commands"][0].startswith("zpool create ")
        spares = [line for line in opened["commands"] if "spare" in line]
        hot = build.spares and not build.layout.startswith("draid")
        assert bool(spares) == bool(hot)
        assert [one["name"] for one in opened["requirements"]] == [one.name for one in found.tests]
        assert all(
            one["met"] == (not found.missed[k] >> n & 1)
            for n, one in enumerate(opened["requirements"])
        )
        assert json.dumps(opened, allow_nan=False)
        order = study_of(opened["lab"]).machines["a"]
        own = opening.order_for(found, k)
        assert {path: order.value(path) for path in own.settings} == dict(own.settings)


def test_the_machine_of_a_candidate_runs_once_and_changes_of_rank_are_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = judged(usable="30TB", asked={"rate": 500})
    first, second = sorted(found.edge, key=lambda k: -found.columns["rate"][k])[:2]
    asked = list[tuple[int, bool]]()

    def ran(build: Build, *_: object, resilvering: bool = False) -> Speed:
        k = found.builds.index(build)
        asked.append((k, resilvering))
        return Speed(100.0 if k == first else 900.0, inf, 1e9, "disks")

    monkeypatch.setattr(opening, "by_machine", ran)
    opening.refined(found, first)
    then, now = opening.refined(found, second), opening.refined(found, first)
    assert (now["rank_closed"], now["rank"]) == (1, 2)  # the machine turns them round
    assert (then["rank_closed"], then["rank"]) == (2, 1)
    assert now["p99"] is None and json.dumps(now, allow_nan=False)
    assert sorted(asked) == sorted((k, late) for k in (first, second) for late in (False, True))


def test_how_sure_a_chance_of_loss_is() -> None:
    found = judged(usable="30TB", asked={"rate": 500})
    for k in found.edge[:4]:
        low, high = opening.loss_interval(found, k)
        assert 0 <= low < high <= 1
        assert opening.evidence(found, k)


def test_an_index_that_no_candidate_has_is_refused() -> None:
    found = judged(usable="30TB")
    for index in (-1, 10**6, None, True, 1.0):
        with pytest.raises(ValueError, match="index must be a whole number, 0 to"):
            opening.opened(found, index)


def test_a_dearer_disk_is_not_bought() -> None:
    text = text_of("prices")
    dearer = text.replace("Toshiba MG09 18 TB,disk,275,", "Toshiba MG09 18 TB,disk,9275,")
    assert dearer != text
    wants = wants_of({"usable": 100 * TB})
    disks = {build.disk for build in candidates(Shop(goods_of(dearer), 5.0), wants)}
    assert "Toshiba MG09 18 TB" not in disks
    assert "Toshiba MG09 18 TB" in {build.disk for build in candidates(Shop(goods(), 5.0), wants)}


def test_layouts_are_said_in_a_few_words() -> None:
    assert layout_words(Build("raidz2", 3, 8, "X", spares=1)) == "3 x raidz2 of 8, 1 spare, X"
    assert layout_words(Build("draid2", 1, 24, "X", data=8, spares=2)) == "1 x draid2:8d:24c:2s, X"
