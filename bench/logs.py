"""Measure the speed of the simulated intent log, natively and in the page's interpreter: with one
thread, with convoys and with trains."""

from random import Random

from bench import two_places
from models.catalogue.machines import values
from models.devices.solid_state import SolidState
from models.devices.ssd import Logzilla
from models.machine import Nfs, Reads
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.loop import Loop, Process
from models.units import GB, KiB, MiB, us
from models.zfs.pool.pool import Pool
from models.zfs.pool.vdev import Single
from models.zfs.zil.intent_log import IntentLog
from models.zfs.zil.log_spec import LogSpec

BOX, SUN = values("freebsd-box"), values("7410")
BUDGETS = {
    "intent log, one thread, log in memory": 100_000.0,
    "intent log, convoys of 200 threads": 100_000.0,
    "intent log, trains of 200 threads": 100_000.0,
    "7410, 200 threads over NFS, eight log devices": 200_000.0,
    "7410, 200 threads over NFS, 132 disks": 180_000.0,
    "7410, one thread over NFS, two log devices": 120_000.0,
    "7410, the same at one stroke": 300_000.0,
    "7410, one thread over NFS, 44 disks": 35_000.0,
    "7410 with all its parts, 64 threads, a tenth of them writes": 100_000.0,
}


def records(threads: int, seconds: float, rule: str = "convoy") -> int:
    """Run threads that commit 8 KiB, compute, and commit again for `seconds` of simulated time.
    Return the number of records."""
    loop, safe = Loop(), 0
    memory = SolidState(BOX["ramdisk.access"], BOX["ramdisk.rate"], 4 * GB)
    logs = [Single(memory)] if threads == 1 else [Single(Logzilla()) for _ in range(4)]
    log = IntentLog(
        loop, Pool([Single(Logzilla())], logs), LogSpec(rule=rule), Random(1), recording=False
    )

    def thread() -> Process:
        nonlocal safe
        while True:
            yield 67 * us
            yield from log.commit(8 * KiB)
            safe += 1

    for n in range(threads):
        loop.spawn(thread(), at=n * 10 * us)
    loop.run(until=seconds)
    return safe


def appliance(
    seconds: float, logs: int, pairs: int, clients: int = 1, fast_forward: bool = False
) -> int:
    """Run a whole 7410 under synchronous writes, by `clients` with twenty threads each or by a
    single thread. Return the number of writes."""
    machine = Machine(
        SUN_7410.order(
            pool={"layout": "mirror", "vdevs": pairs, "jbods": 6 if pairs > 24 else 2},
            log={"devices": logs},
        ).bare()
    )
    if clients > 1:
        machine.start(Nfs(clients, 20, 512, SUN["client.turnaround_blade"]))
    else:
        machine.start(Nfs(fast_forward=fast_forward))
    machine.loop.run(until=seconds)
    return machine.server.count


def whole(seconds: float) -> int:
    """Run a 7410 with all its parts (cards, cores, memory, queues, two log devices) under reads and
    writes for `seconds` of simulated time. Return the number of requests."""
    machine = Machine(SUN_7410.order(log={"devices": 2}, arc=64 * MiB))
    machine.start(Nfs(8, 8, reads=0.9, blocks=Reads(8 * MiB)))
    machine.pass_time(seconds)
    return machine.server.count


RUNS: two_places.Runs = dict(
    zip(
        BUDGETS,
        (
            lambda: records(1, 3.0),
            lambda: records(200, 1.0),
            lambda: records(200, 1.0, rule="train"),
            lambda: appliance(0.3, 8, 66, 10),
            lambda: appliance(2.0, 0, 66, 10),
            lambda: appliance(10.0, 2, 22),
            lambda: appliance(40.0, 2, 22, fast_forward=True),
            lambda: appliance(30.0, 0, 22),
            lambda: whole(1.0),
        ),
        strict=True,
    )
)


def speeds() -> str:
    """Return JSON that maps each run to its records per second."""
    return two_places.speeds(RUNS)
