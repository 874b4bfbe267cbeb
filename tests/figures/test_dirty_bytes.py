"""Dirty bytes lie in one place or another until their group counts, and a log record is kept until
then."""

from itertools import pairwise

import pytest

from figures.contents import get
from figures.kit.rows import of, one
from figures.transaction_groups.experiments.ageing import OTHERS, SIZE, DirtyBytes
from models.units import MiB, ms
from models.zfs.power_failure import PowerFailure
from tests.figures.runs import rows_of, values_of

CAME, STEP = 6.5, 10 * ms
PRESETS = get("dirty-bytes").presets


def dirty(held):
    return held.open + held.going + held.cache + held.platter


@pytest.fixture(scope="module")
def looks():
    """What lay where, what had come, what groups on disk held, what the log held and what a power
    failure would leave of the two writes, look by look."""
    machine = DirtyBytes(CAME, 40 * MiB, 5.0, 1)
    plug, groups, seen, now = PowerFailure(machine.zfs), machine.zfs.groups, [], 0.0
    while groups.synced < 2:
        now += STEP
        held = machine.look(now)
        plug.at(now)
        logged = sum(
            written.block.size for written in machine.zfs.log.chain if written.txg > groups.synced
        )
        fates = {
            write.sync_asked: plug.fate(write)
            for write in machine.zfs.acknowledged
            if write.size == SIZE
        }
        seen.append(
            (held, machine.written, sum(group.bytes for group in groups.history), logged, fates)
        )
    return machine, seen


def test_what_is_dirty_in_all_places_is_what_came_less_what_is_on_disk(looks):
    under_way = []
    for held, came, done, _, _ in looks[1]:
        under_way.append(came - done - dirty(held))
        assert min(held) >= 0
    assert set(under_way) <= {0, OTHERS}  # one may be about to be copied into memory


def test_every_byte_that_is_dirty_keeps_an_old_copy_in_use(looks):
    for held, *_ in looks[1]:
        assert held.old == dirty(held)


def test_the_drive_holds_no_more_than_its_cache_has_room_for(looks):
    machine, seen = looks
    assert max(held.cache for held, *_ in seen) <= machine.disk.spec.cache_size


def test_log_blocks_are_in_use_until_their_group_counts_and_not_longer(looks):
    for held, _, _, logged, _ in looks[1]:
        assert held.log == logged


def test_a_power_failure_takes_the_ordinary_write_until_its_group_counts_and_never_the_other(looks):
    machine, seen = looks
    synced = machine.way(machine.writes[False]).synced
    for held, _, _, _, fates in seen:
        if held.t > CAME + STEP:
            assert fates[True] != "lost"
            assert held.t >= synced or fates[True] == "log" or fates[False] == "disk"
        if CAME < held.t < synced - 50 * ms:
            assert fates[False] == "lost"
    assert seen[-1][-1] == {False: "disk", True: "disk"}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_write_is_in_one_place_after_the_other(preset):
    for write in ("ordinary", "synchronous"):
        stays = [
            one(rows_of("dirty-bytes", preset), "stay", write=write, place=place)
            for place in ("open", "going", "cache", "platter")
        ]
        assert stays[0]["t1"] == 0
        for before, after in pairwise(stays):
            assert before["t1"] <= before["t2"] == after["t1"]
        assert values_of("dirty-bytes", preset)["old"] == pytest.approx(stays[-1]["t2"], abs=1 * ms)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_record_goes_when_its_group_counts_and_an_ordinary_write_has_none(preset):
    rows = rows_of("dirty-bytes", preset)
    counts = one(rows, "end", text="group counts")["t"]
    assert [(row["write"], row["t2"]) for row in of(rows, "stay", place="log")] == [
        ("synchronous", counts)
    ]
    before = [row["bytes"] for row in of(rows, "level", place="log") if row["t"] < counts][-1]
    after = next(row["bytes"] for row in of(rows, "level", place="log") if row["t"] >= counts)
    assert after < before


def test_who_comes_late_is_in_the_open_group_for_a_short_time_and_at_the_end_of_the_line():
    early, late = values_of("dirty-bytes"), values_of("dirty-bytes", "a late write")
    assert (
        late["open"] < early["open"]
        and late["going"] > early["going"]
        and late["platter"] < early["platter"]
    )
    assert late["cache"] == pytest.approx(early["cache"], rel=0.1)
