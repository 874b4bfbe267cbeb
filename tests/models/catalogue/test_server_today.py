"""The server of today: what its constants must agree on, whoever published them."""

from heapq import heapreplace
from math import pi
from random import Random

import pytest

from models.catalogue.server_today import SERVER_TODAY
from models.catalogue.sun_7410 import SUN_7410
from models.devices.drive_spec import drive_of
from models.devices.ssd import PAGE, Readzilla
from models.machine import SERVER_TODAY as ORDER
from models.machine import Machine, Nfs, Reads
from models.units import GiB, KiB, MiB, us
from models.zfs.txg.txg_spec import TxgSpec

C = {key: constant.value for key, constant in SERVER_TODAY.items()}
INCH, RIM, BAND = 0.0254, 0.046, 0.0255
"""Metres: an inch, and where the outermost track of a 95 mm platter lies, and how broad the band of tracks is."""


def flash(access, rate, capacity, channels):
    """A drive whose places take the same time for each command."""
    return Readzilla(Random(1), C[access], 0.0, C[rate], C[capacity], C[channels])


def a_second(device, depth, commands=40_000):
    """Random reads of a page a second while `depth` are always there."""
    random, ready = Random(2), [0.0] * depth
    for _ in range(commands):
        heapreplace(
            ready, device.read(ready[0], random.randrange(device.capacity // PAGE) * PAGE, PAGE)
        )
    return commands / max(ready)


def test_no_constant_rests_on_a_number_of_the_texts():
    assert {constant.basis for constant in SERVER_TODAY.values()} == {"datasheet", "physics"}
    assert not any(constant.targets for constant in SERVER_TODAY.values())


def test_what_the_7410_has_too_has_its_name_and_unit():
    drive = (
        "speed",
        "heads",
        "media_rate",
        "inner_share",
        "skew",
        "seek_track",
        "seek_average",
        "seek_full",
        "write_settle",
        "command",
        "interface_rate",
        "cable_rate",
        "cache_size",
        "destage_set",
        "flush",
        "speed_error",
        "recordsize",
        "log_header",
        "log_granule",
        "log_sizing",
        "txg_interval",
        "memory",
        "cores",
        "cpu_write",
        "cpu_read",
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
    assert C["cable_rate"] == 4 * C["interface_rate"]
    assert C["cable_rate"] // C["media_rate"] == 16


def test_access_time_and_channels_give_the_reads_of_the_data_sheet():
    device = flash("nvme_read_access", "nvme_read_rate", "nvme_capacity", "nvme_channels")
    assert a_second(device, C["nvme_depth"]) == pytest.approx(C["nvme_iops"], rel=0.1)
    assert C["nvme_iops"] * PAGE < C["nvme_read_rate"]


def test_a_lone_command_takes_the_published_latency():
    assert C["nvme_access"] + PAGE / C["nvme_rate"] == pytest.approx(15 * us)
    assert C["nvme_read_access"] + PAGE / C["nvme_read_rate"] == pytest.approx(80 * us)


def test_only_the_drive_without_protection_pays_for_a_flush():
    assert C["nvme_flush"] == 0
    assert C["plain_nvme_access"] < C["nvme_access"]
    assert C["plain_nvme_access"] + C["plain_nvme_flush"] > 10 * C["nvme_access"]


def test_the_throttle_s_thresholds_come_in_the_order_that_openzfs_asks_for():
    assert C["kick"] / C["dirty_max"] < C["dirty_low"] < C["dirty_high"] <= C["delay_from"] < 1


def test_half_way_through_its_curve_the_throttle_spaces_writes_by_its_scale():
    spec = TxgSpec(
        interval=C["txg_interval"],
        limit=C["dirty_max"],
        throttle="curve",
        kick=C["kick"],
        delay_scale=C["delay_scale"],
        delay_from=C["delay_from"],
        delay_most=C["delay_most"],
        pending=C["async_write_max"],
        pending_least=C["async_write_min"],
        pending_ramp=(C["dirty_low"], C["dirty_high"]),
        pointers=C["pointers"],
    )
    assert spec.delay(C["dirty_max"] * (1 + C["delay_from"]) / 2) == pytest.approx(C["delay_scale"])
    assert spec.delay(C["dirty_max"]) == C["delay_most"]
    assert spec.outstanding(C["dirty_max"] * C["dirty_low"]) == 2


def test_as_many_reads_as_the_cores_can_do_fill_the_port_with_records():
    each = C["cpu_read"] + C["cpu_network"] + C["recordsize"] * C["copy"]
    assert C["cores"] / each * C["recordsize"] > C["port_rate"]


MIXED = Nfs(4, 16, 32 * KiB, reads=0.5, blocks=Reads(64 * GiB), over=True)
WRITES = Nfs(2, 16, 128 * KiB)
IN_ORDER = Nfs(1, 64, 8 * KiB, reads=1.0, blocks=Reads(2 * MiB))
SMALL = ORDER.order(
    pool={"layout": "raidz1", "vdevs": 1},
    log={"devices": 1},
    arc=64 * MiB,
    dirty_max=64 * MiB,
    groups={"kick": 8 * MiB, "interval": 0.1},
)
FLASH = SMALL.order(flash={"devices": 1}, arc=8 * MiB, feed={"turn": 0.02})
CASES = [
    *(
        (SMALL, MIXED, {name: 0.5})
        for name in (
            "kick",
            "async_write_min",
            "recordsize",
            "nvme_access",
            "nvme_rate",
            "cpu_write",
            "cpu_read",
            "cpu_network",
            "copy",
            "turnaround",
            "port_rate",
        )
    ),
    *(
        (SMALL, WRITES, {name: 0.5})
        for name in (
            "dirty_max",
            "delay_from",
            "delay_scale",
            "async_write_max",
            "dirty_low",
            "aggregation",
        )
    ),
    (SMALL, WRITES, {"dirty_high": 1.5}),
    (SMALL, WRITES, {"delay_most": 1e-4}),
    (SMALL, MIXED, {"log_header": 100}),
    (SMALL.order(groups={"kick": 64 * MiB}), MIXED, {"txg_interval": 0.5}),
    (SMALL, MIXED, {"sync_read_min": 0.5, "sync_read_max": 0.5}),
    (SMALL.order(pool={"layout": "stripe", "vdevs": 1}), IN_ORDER, {"read_gap": 0}),
    *(
        (FLASH, MIXED, {name: 0.5})
        for name in ("l2_feed", "l2_boost", "l2_turn", "nvme_read_access", "nvme_read_rate")
    ),
    (FLASH, MIXED, {"l2_header": 100}),
]


def times(order, factors):
    """The same, with some constants so many times as large."""
    return order.order(
        **{
            name: type(order.constants[name])(order.constants[name] * by)
            for name, by in factors.items()
        }
    )


BEFORE = {}


def ran(order, load):
    return Machine(order, 1).run(load, seconds=0.12 if load == WRITES else 0.2)


@pytest.mark.parametrize(
    ("order", "load", "factors"), CASES, ids=[",".join(case[2]) for case in CASES]
)
def test_a_constant_that_is_ordered_otherwise_makes_a_difference(order, load, factors):
    known = id(order), load == WRITES
    if known not in BEFORE:
        BEFORE[known] = ran(order, load)
    assert ran(times(order, factors), load) != BEFORE[known]
