"""Each load on each machine and pool runs for a moment, or is refused in one line."""

import pytest

from models.machine import (
    ORDERS,
    Cifs,
    Create,
    Iscsi,
    Local,
    Machine,
    Nfs,
    Overwriting,
    Readers,
    Reads,
    Replay,
    Stream,
)
from models.machine.order import LAYOUTS
from models.machine.order.names import PATHS
from models.units import GiB, KiB, ms

DATA = Reads(1 * GiB)
LOADS = {
    "nfs": Nfs(2, 2, reads=0.5, blocks=DATA),
    "nfs 4": Nfs(2, 2, version=4, rate=500.0),
    "cifs": Cifs(2, 2, reads=0.5, blocks=DATA, o_sync=True),
    "cifs open": Cifs(2, rate=500.0),
    "local": Local(1),
    "local reads": Local(4, reads=1.0, blocks=DATA),
    "local mix": Local(1, reads=0.5, blocks=DATA, rate=200.0),
    "local in order": Local(2, reads=1.0, in_order=True, blocks=DATA),
    "iscsi": Iscsi(2, reads=0.5, blocks=DATA),
    "iscsi daemon": Iscsi(1, target="daemon", blocks=DATA, rate=200.0),
    "create": Create(2, 2, version=4),
    "create locally": Create(over="local", o_sync=True),
    "readers": Readers(2, blocks=DATA),
    "stream": Stream(clients=1, data=1 * GiB),
    "stream write": Stream("write", clients=1, data=1 * GiB),
    "overwriting": Overwriting(data=1 * GiB),
    "replay": Replay(
        [(0.0, "read", 0, 8 * KiB), (1 * ms, "write", 0, 8 * KiB), (2 * ms, "flush", 0, 0)]
    ),
}
WORDS = {path.rpartition(".")[2] for path in PATHS} | {"data", "threads", "size"}


def run(order, load):
    """Run a load for a moment. Return the error if it is refused."""
    try:
        return "" if Machine(order).run(load, seconds=0.02) else "no result"
    except ValueError as error:
        return str(error)


def check(order, name):
    error = run(order, LOADS[name])
    if error:
        setting = error.partition(" must be")[0].rpartition(".")[2]
        assert "\n" not in error and (setting in WORDS or "the part" in error), error


@pytest.mark.parametrize("name", LOADS)
@pytest.mark.parametrize("machine", ORDERS)
def test_each_load_runs_on_each_machine_or_is_refused(machine, name):
    for files in ("zfs", "ufs", "raw"):
        one = {} if files == "zfs" else {"vdevs": 1, "layout": "stripe", "width": None, "jbods": 0}
        try:
            order = ORDERS[machine].order(
                {"log.devices": 0} if one else {},
                filesystem={"kind": files},
                pool=one,
                network={"turnaround": 0.3 * ms},
            )
        except ValueError as error:
            assert "filesystem.kind" in str(error)
            continue
        check(order, name)


@pytest.mark.alike("has a pool")
@pytest.mark.parametrize("kind", ["disk", "ssd", "array"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_load_runs_on_each_pool_or_is_refused(layout, kind):
    order = ORDERS["7410"].order(
        pool={"layout": layout, "vdevs": 1, "jbods": 1}, disks={"kind": kind}, memory=4 * GiB
    )
    for name in LOADS:
        check(order, name)


@pytest.mark.parametrize("kind", ["disk", "ssd", "array"])
@pytest.mark.parametrize("load", ["local", "local mix"])
def test_a_raw_device_may_be_of_each_kind(kind, load):
    order = ORDERS["server-today"].order(
        filesystem="raw", pool={"layout": "stripe", "vdevs": 1, "jbods": 0}, disks={"kind": kind}
    )
    assert run(order, LOADS[load]) == ""
