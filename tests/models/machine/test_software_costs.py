"""The core time of ZFS's own work: no path moves a byte without it, and idle machines use none."""

import pytest

from models.catalogue.machines import values
from models.machine import Local, Machine, Nfs, Reads
from models.machine.order import SERVER_TODAY, SUN_7410
from models.machine.prices import software
from models.units import GB, GiB, KiB, MiB, us

SMALL = SERVER_TODAY.order(
    pool={"layout": "mirror", "vdevs": 2}, log={"devices": 1}, groups={"limit": 64 * MiB}
)
WRITER = Local(1, 128 * KiB, o_sync=False)
MACHINES = {"7410": SUN_7410.order(log={"devices": 2}), "server-today": SMALL}


def run(order, *loads, seconds=0.1, warm=0.02):
    return Machine(order).run(*loads, seconds=seconds, warm=warm)


@pytest.mark.parametrize("order", MACHINES.values(), ids=MACHINES)
@pytest.mark.parametrize("load", [Local(4, 8 * KiB), WRITER], ids=["sync", "async"])
def test_programs_use_at_least_the_price_of_their_calls(order, load):
    costs, ran = software(order), run(order, load)
    price = costs.write + load.size * costs.copy
    assert ran.used["cores"] * order.head.cores >= 0.95 * ran.rate * price > 0
    assert ran.used["cores"] <= 1


@pytest.mark.parametrize("order", MACHINES.values(), ids=MACHINES)
def test_idle_costs_nothing(order):
    assert run(order, seconds=12.0).used["cores"] == 0


def test_cores_are_a_ceiling():
    one = SMALL.order(head={"cores": 2}, groups={"limit": 1 * GiB})
    few, many = (run(one, Local(n, 4 * KiB, o_sync=False)) for n in (2, 16))
    assert many.bytes == pytest.approx(few.bytes, rel=0.05)
    price = software(one).write / (4 * KiB) + software(one).copy
    assert many.used["cores"] > 0.99
    assert many.bytes < 1.05 * 2 / price


def test_a_group_on_its_way_to_disk_slows_programs_where_cores_are_full():
    """The work of a group beside 16 programs on two cores, against a checksum that costs nothing."""
    tight = SMALL.order(head={"cores": 2})
    plain, packed = (
        run(tight.order(filesystem={"compression": name}), Local(16, 8 * KiB), seconds=0.3)
        for name in ("off", "gzip")
    )
    assert packed.rate < 0.9 * plain.rate


def test_what_is_packed_takes_fewer_bytes_and_more_of_the_cores():
    moved, used = {}, {}
    for name in ("off", "lz4"):
        ran = run(
            SMALL.order(filesystem={"compression": name, "ratio": 4 if name != "off" else None}),
            Local(1, 128 * KiB, o_sync=False, think=2e-3),
            seconds=12.0,
        )
        moved[name], used[name] = ran.iostat["disks"][3], ran.used["cores"]
    assert moved["lz4"] == pytest.approx(moved["off"] / 4, rel=0.1)
    assert used["lz4"] > 1.5 * used["off"]


def test_algorithms_cost_what_they_were_measured_to():
    byte = {
        name: software(SMALL.order(filesystem={"checksum": name})).checksum
        for name in ("off", "fletcher4", "sha256", "skein", "edonr")
    }
    assert 0 == byte["off"] < byte["fletcher4"] < byte["edonr"] < byte["sha256"] < byte["skein"]
    pack = [
        software(SMALL.order(filesystem={"compression": n})).compress
        for n in ("lz4", "zstd", "gzip")
    ]
    assert pack == sorted(pack)
    parity = [
        software(SERVER_TODAY.order(pool={"layout": n})).parity
        for n in ("raidz1", "raidz2", "raidz3")
    ]
    assert 0 < parity[0] < parity[1] < parity[2]


def test_costs_follow_the_head():
    """Four sockets need longer at rest than one, whose lines are all in its own memory."""
    four, one = (software(SUN_7410.order(head=name)).block for name in ("head-7410", "head-7310"))
    assert four == pytest.approx(values("software-2009")["block"] / values("head-7410")["clock"])
    assert one < four


def test_a_read_from_a_device_takes_longer_than_the_device():
    """On a server whose prices were not measured with blocks in them, by the block's price and two threads woken."""
    order = SMALL.order(
        pool={"disks": {"kind": "ssd"}}, cache={"held": (0.0, 0.0)}, head={"cpu_read_spread": 0.0}
    )
    load = Nfs(1, 1, 8 * KiB, reads=1.0, blocks=Reads(data=100 * GB))
    costs = software(order)
    quick = order.order(head={"blocks": "in requests", "wake": 0.0})
    more = run(order, load).reads.mean - run(quick, load).reads.mean
    assert more == pytest.approx(costs.block + 8 * KiB * costs.checksum + 30 * us, rel=0.02)


def test_a_commit_passes_from_thread_to_thread():
    each = [
        run(SMALL.order(log={"hand_over": t}), Local(1, 4 * KiB)).writes.mean
        for t in (0.0, 75 * us)
    ]
    assert each[1] - each[0] == pytest.approx(75 * us, rel=0.01)
