"""The machine in motion: rows of their schema, steps that follow each other, times that are those
of the run."""

import re
from itertools import groupby, pairwise
from math import inf
from random import Random

import pytest

from figures.contents import CHAPTERS, figures, get
from figures.define.scene import ABOUT, PARTS
from figures.define.touch import shown
from figures.run.build import OUT, read_rows
from figures.transaction_groups.experiments.followed_disk import LOG_BLOCK, FollowedDisk
from models.devices.hdd import HardDisk
from models.machine import FREEBSD_BOX
from models.sim.path import NEGLIGIBLE
from models.units import KiB, ms
from tests.figures.runs import validate

KINDS = ("machine", "part", "request", "step", "access")
MOVING = [figure.id for figure in figures() if any("scene" in panel for panel in figure.panels)]


def followed(id):
    """The rows of the scene under each set-up, as the book was built with them."""
    for rows in read_rows(id).values():
        yield [row for row in rows if row["row"] in KINDS]


@pytest.mark.alike("moves")
@pytest.mark.parametrize("id", MOVING)
def test_what_moves_is_of_the_schema_and_no_request_is_lost_between_its_steps(id):
    for rows in followed(id):
        validate("scene", rows)
        machines = [row["place"] for row in rows if row["row"] == "machine"]
        assert machines and len(set(machines)) == len(machines)
        assert {row["place"] for row in rows} == set(machines)
        requests = {(row["place"], row["request"]): row for row in rows if row["row"] == "request"}
        steps = [row for row in rows if row["row"] == "step"]
        for key, each in groupby(steps, lambda row: (row["place"], row["request"])):
            own, request = list(each), requests[key]
            assert own[0]["start"] == pytest.approx(request["begun"], abs=NEGLIGIBLE)
            assert all(
                a["finish"] == pytest.approx(b["start"], abs=NEGLIGIBLE) for a, b in pairwise(own)
            )
            assert request.get("told", own[-1]["finish"]) == pytest.approx(
                own[-1]["finish"], abs=2 * NEGLIGIBLE
            )
            assert request.get("safe", request["begun"]) >= request["begun"]
        for row in rows:
            if row["row"] == "access":
                assert row["start"] <= row["there"] <= row["reached"] <= row["finish"]


@pytest.mark.parametrize("id", MOVING)
def test_an_arm_is_at_one_thing_at_a_time(id):
    for rows in followed(id):
        arms = sorted(
            (row for row in rows if row["row"] == "access"),
            key=lambda row: (row["place"], row["start"]),
        )
        for before, after in pairwise(arms):
            assert (
                before["place"] != after["place"] or after["start"] >= before["finish"] - NEGLIGIBLE
            )


def test_the_followed_write_takes_what_the_figure_says():
    figure = get("write-path")
    rows = figure.rows()
    told = {row["place"]: row["told"] for row in rows if row["row"] == "request"}
    assert told == pytest.approx(
        {place: figure.values(rows)[f"latency_{place}"] for place in ("above", "below")}
    )


def test_every_chapter_says_what_it_is_about_and_a_later_one_has_met_no_less():
    assert list(ABOUT) == list(CHAPTERS)
    assert {part for parts in ABOUT.values() for part in parts} == set(PARTS)
    early, late = (
        next(panel["scene"] for panel in get(id).panels if "scene" in panel)
        for id in ("who-is-next", "group-and-reads")
    )
    assert set(early["met"]) < set(late["met"]) and late["about"] == ["group"]


def test_a_disk_that_is_followed_does_what_any_other_does():
    random, now = Random(7), 0.0
    one, other = (
        HardDisk(FREEBSD_BOX.drive, phase=0.3),
        FollowedDisk(20 * ms, 300 * ms, FREEBSD_BOX.drive, phase=0.3),
    )
    for n in range(400):
        now += random.random() * 2 * ms
        op, offset = (
            random.choice(("read", "write", "write")),
            int(random.random() * 9e10) // KiB * KiB,
        )
        if n % 50 == 49:
            assert other.flush(now) == one.flush(now)
        assert getattr(other, op)(now, offset, 64 * KiB) == getattr(one, op)(now, offset, 64 * KiB)
    assert one.trace == other.trace
    seen = [
        request
        for request in one.trace
        if request.issued < other.end and request.finish > other.begin
    ]
    assert [(c.op, c.path.begun, c.path.total()) for c in other.commands] == [
        (r.op, r.issued, pytest.approx(r.latency, abs=1e-11)) for r in seen
    ]
    written = [command for command in other.commands if command.op == "write" and command.safe]
    assert written and all(command.safe[0] > command.path.end for command in written)


@pytest.mark.parametrize("preset", ["32 outstanding", "shortest positioning first"])
def test_as_many_reads_are_at_the_drive_as_the_control_says_at_any_time(preset):
    figure = get("who-is-next")
    params, _ = figure.preset_settings(preset)
    rows = read_rows("who-is-next")[preset]
    for machine in (row for row in rows if row["row"] == "machine"):
        requests = [
            row for row in rows if row["row"] == "request" and row["place"] == machine["place"]
        ]
        for k in range(50):
            t = machine["until"] * (k + 0.5) / 50
            there = [row for row in requests if row["begun"] <= t < row.get("told", inf)]
            assert len(there) == params["outstanding"], (machine["place"], t)


def test_who_writes_beside_the_write_that_is_followed_is_there_too():
    rows = read_rows("write-path")["alone and in a crowd"]
    begun, told = next(
        (row["begun"], row["told"])
        for row in rows
        if row["row"] == "request" and row["place"] == "below" and row["request"] == 1
    )
    beside = [row for row in rows if row["row"] == "request" and row["place"] == "below"]
    assert sum(row["begun"] <= told / 2 < row.get("told", inf) for row in beside) == 64
    arm = [row for row in rows if row["row"] == "access" and row["place"] == "below"]
    assert sum(
        row["finish"] - row["start"] for row in arm if begun <= row["finish"] <= told
    ) > 0.5 * (told - begun)


@pytest.mark.parametrize("id", MOVING)
def test_a_scene_is_as_high_as_its_figure_says(id):
    for number, panel in enumerate(
        (panel for panel in get(id).panels if shown(panel, get(id).settings({}))), start=1
    ):
        if "scene" in panel:
            svg = (OUT / f"{id}-{number}.svg").read_text(encoding="utf-8")
            assert int(re.search(r'height="(\d+)"', svg)[1]) == panel["height"]


def test_a_flush_is_the_logs_only_if_a_log_block_came_before_it():
    disk, now = FollowedDisk(0.0, 1.0, FREEBSD_BOX.drive), 0.0
    for size in (LOG_BLOCK, 0, 128 * KiB, 0):
        now = disk.write(now, 0, size) if size else disk.flush(now)
    assert [command.kind for command in disk.commands] == [
        "log block",
        "flush of the log",
        "transfer",
        "flush of the group",
    ]
