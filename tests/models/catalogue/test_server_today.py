"""The server of today: what its constants must agree on, whoever published them."""

from math import pi

import pytest

from models.catalogue.server_today import SERVER_TODAY
from models.catalogue.sun_7410 import SUN_7410
from models.devices.drive_spec import drive_of
from models.machine import SERVER_TODAY as ORDER
from models.machine import Machine, Nfs, Reads
from models.units import GiB, KiB, MiB
from tests.conftest import sample

C = {key: constant.value for key, constant in SERVER_TODAY.items()}
INCH, RIM, BAND = 0.0254, 0.046, 0.0255
"""Metres: an inch, and where the outermost track of a 95 mm platter lies, and how broad the band of tracks is."""


def test_no_constant_rests_on_a_number_of_the_texts():
    assert {constant.basis for constant in SERVER_TODAY.values()} == {"datasheet", "physics"}
    assert not any(constant.targets for constant in SERVER_TODAY.values())


def test_what_the_7410_has_too_has_its_name_and_unit():
    drive = (
        "pool.disks.speed",
        "pool.disks.heads",
        "pool.disks.media_rate",
        "pool.disks.inner_share",
        "pool.disks.skew",
        "pool.disks.seek_track",
        "pool.disks.seek_average",
        "pool.disks.seek_full",
        "pool.disks.write_settle",
        "pool.disks.command",
        "pool.disks.interface_rate",
        "pool.cable_rate",
        "pool.disks.cache_size",
        "pool.disks.destage_set",
        "pool.disks.flush",
        "pool.disks.speed_error",
        "filesystem.recordsize",
        "log.header",
        "log.granule",
        "log.sizing",
        "groups.interval",
        "head.memory",
        "head.cores",
        "head.cpu_write",
        "head.cpu_read",
    )
    for key in drive:
        assert SERVER_TODAY[key].unit == SUN_7410[key].unit, key


def test_the_disk_s_rate_turn_and_capacity_make_tracks_as_dense_as_such_disks_have():
    spec = drive_of("server-today")
    rim = spec.media_rate * (1 / spec.speed + spec.skew)
    tracks = spec.capacity / spec.heads / (rim * (1 + spec.inner_share) / 2)
    assert 2 * MiB < rim < 3 * MiB
    assert 400_000 < tracks / (BAND / INCH) < 650_000
    assert 1.5e6 < rim * 8 / (2 * pi * RIM / INCH) < 2.6e6


def test_four_lanes_carry_what_sixteen_disks_stream_and_not_what_seventeen_do():
    assert C["pool.cable_rate"] == 4 * C["pool.disks.interface_rate"]
    assert C["pool.cable_rate"] // C["pool.disks.media_rate"] == 16


def test_the_throttle_s_thresholds_come_in_the_order_that_openzfs_asks_for():
    assert (
        C["groups.kick_share"]
        < C["queue.dirty_low"]
        < C["queue.dirty_high"]
        <= C["groups.delay_from"]
        < 1
    )


def test_half_way_through_its_curve_the_throttle_spaces_writes_by_its_scale():
    spec = ORDER.txg_spec
    limit = spec.limit
    assert limit == 4 * GiB and spec.kick == limit // 5
    assert spec.delay(limit * (1 + spec.delay_from) / 2) == pytest.approx(spec.delay_scale)
    assert spec.delay(limit) == spec.delay_most == C["groups.delay_most"]
    assert spec.outstanding(limit * C["queue.dirty_low"]) == 2


def test_the_dirty_limit_and_the_arc_follow_the_memory_unless_they_are_set():
    small = ORDER.order(memory=16 * GiB)
    assert small.groups.limit == 16 * GiB // 10 and small.cache.arc == 15 * GiB
    assert small.groups.kick == pytest.approx(small.groups.limit / 5, abs=1)
    fixed = ORDER.order(memory=16 * GiB, groups={"limit": GiB}, arc=2 * GiB)
    assert (fixed.groups.limit, fixed.cache.arc) == (GiB, 2 * GiB)


def test_as_many_reads_as_the_cores_can_do_fill_the_port_with_records():
    each = C["head.cpu_read"] + C["head.cpu_network"] + C["filesystem.recordsize"] * C["head.copy"]
    assert C["head.cores"] / each * C["filesystem.recordsize"] > C["network.port_rate"]


MIXED = Nfs(4, 16, 32 * KiB, reads=0.5, blocks=Reads(64 * GiB), over=True)
WRITES = Nfs(2, 16, 128 * KiB)
IN_ORDER = Nfs(1, 64, 8 * KiB, reads=1.0, blocks=Reads(2 * MiB))
SMALL = ORDER.order(
    pool={"layout": "raidz1", "vdevs": 1},
    log={"devices": 1},
    arc=64 * MiB,
    pointers_held=True,
    groups={"limit": 64 * MiB, "kick": 8 * MiB, "interval": 0.1},
)
FLASH = SMALL.order(flash={"devices": 1}, arc=8 * MiB, feed={"turn": 0.02})
HELD = FLASH.order(held=(0.1, 0.9))
READS = Nfs(2, 4, 32 * KiB, reads=1.0, blocks=Reads(GiB))
CASES = [
    *(
        (SMALL, MIXED, {name: 0.5})
        for name in (
            "groups.kick",
            "queue.async_write_min",
            "filesystem.recordsize",
            "log.device.access",
            "log.device.rate",
            "head.cpu_write",
            "head.cpu_read",
            "head.cpu_network",
            "head.copy",
            "network.turnaround",
            "network.port_rate",
        )
    ),
    *(
        (SMALL, WRITES, {name: 0.5})
        for name in (
            "groups.limit",
            "groups.delay_from",
            "groups.delay_scale",
            "queue.async_write_max",
            "queue.dirty_low",
            "queue.aggregation",
        )
    ),
    (SMALL, WRITES, {"queue.dirty_high": 1.5}),
    (SMALL, WRITES, {"groups.delay_most": 1e-4}),
    (SMALL, MIXED, {"log.header": 100}),
    (SMALL.order(groups={"kick": 64 * MiB}), MIXED, {"groups.interval": 0.5}),
    (SMALL, MIXED, {"queue.sync_read_min": 0.5, "queue.sync_read_max": 0.5}),
    (SMALL.order(pool={"layout": "stripe", "vdevs": 1}), IN_ORDER, {"queue.gap": 0}),
    *(
        (FLASH, MIXED, {name: 0.5})
        for name in (
            "cache.feed.write",
            "cache.feed.boost",
            "cache.feed.turn",
        )
    ),
    *((HELD, READS, {name: 0.5}) for name in ("cache.flash.access", "cache.flash.rate")),
    (FLASH, MIXED, {"cache.feed.header": 100}),
]
SOME = sample(CASES, 1, lambda case: (id(case[0]), case[1] == WRITES))


def times(order, factors):
    """The same, with some constants so many times as large."""
    usual = {name: order.value(name) or C[name] for name in factors}
    return order.order({name: type(usual[name])(usual[name] * by) for name, by in factors.items()})


BEFORE = {}


def ran(order, load):
    return Machine(order, 1).run(load, seconds=0.12 if load == WRITES else 0.2)


@pytest.mark.alike("a constant that is ordered otherwise makes a difference")
@pytest.mark.parametrize("case", SOME, ids=[",".join(case[2]) for case in SOME])
def test_a_constant_that_is_ordered_otherwise_makes_a_difference(case):
    order, load, factors = case
    known = id(order), load == WRITES
    if known not in BEFORE:
        BEFORE[known] = ran(order, load)
    assert ran(times(order, factors), load) != BEFORE[known]
