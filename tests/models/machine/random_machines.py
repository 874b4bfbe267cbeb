"""Machines and loads drawn at random: machine n and its loads are the same in each run."""

from random import Random

from models.devices.flash_drive import READZILLA, SSDS
from models.devices.queued_disk import DISCIPLINES
from models.machine import (
    ORDERS,
    PARTS,
    Cifs,
    Create,
    Iscsi,
    Local,
    Machine,
    Nfs,
    Overwriting,
    RawPrograms,
    Readers,
    Reads,
    Replay,
    Resilver,
    Stream,
    warmed,
)
from models.machine.order import LAYOUTS
from models.machine.order.log_device import KINDS
from models.machine.order.parts import CHECKSUMS, COMPRESSIONS
from models.units import GiB, KiB, MiB, ms, us
from models.zfs.dataset import SYNCS
from models.zfs.io.scheduler import RULES
from models.zfs.l2arc.feed_spec import FEEDERS
from models.zfs.pool.vdev import SIDES
from models.zfs.read_streams import RULES as AHEAD
from models.zfs.resilver.order import ResilverStep
from models.zfs.txg.txg_spec import THROTTLES
from models.zfs.zil.log_spec import BIASES, SIZINGS, WAKES
from models.zfs.zil.log_spec import RULES as LOG_RULES

SETTINGS = {
    "pool.layout": LAYOUTS,
    "pool.width": (1, 2, 3, 4, 5, 8, 12),
    "pool.jbods": (0, 1, 2, 3),
    "pool.chains": (1, 2),
    "pool.hbas": (0, 1),
    "pool.ashift": (9, 12),
    "pool.sides": SIDES,
    "pool.scattered": (False, True),
    "pool.filled": (0.3, 0.9),
    "pool.overwritten": (0.0, 1.0, 10.0),
    "pool.begin": (0.0, 0.5),
    "pool.draid_data": (1, 2, 4),
    "pool.draid_spares": (0, 1),
    "pool.disks.kind": ("disk", "disk", "array", "ssd"),
    "pool.disks.ssd.kind": (READZILLA, *SSDS),
    "pool.disks.write_cache": ("on", "ignored", "off"),
    "pool.disks.discipline": DISCIPLINES,
    "pool.disks.depth": (1, 4, 32),
    "pool.disks.speed_error": (0.0, 0.01),
    "pool.special.devices": (0, 1, 2),
    "pool.special.kind": SSDS,
    "pool.special.small": (0, 8 * KiB, 128 * KiB),
    "log.devices": (0, 1, 2, 4),
    "log.mirrored": (False, True),
    "log.place": ("jbod", "head"),
    "log.device.kind": KINDS,
    "log.rule": LOG_RULES,
    "log.wake": WAKES,
    "log.group": (True, False),
    "log.alone": (True, False),
    "log.sizing": SIZINGS,
    "log.bias": BIASES,
    "log.indirect": (None, 32 * KiB),
    "log.slog_limit": (None, 64 * KiB),
    "cache.arc": (4 * MiB, 64 * MiB),
    "cache.meta_limit": (None, 0.25),
    "cache.pointers_held": (False, True),
    "cache.pointers_packed": (False, True),
    "cache.prefetch": AHEAD,
    "cache.flash.devices": (0, 1, 2),
    "cache.flash.kind": (READZILLA, *SSDS),
    "cache.feed.feeder": FEEDERS,
    "cache.feed.turn": (10 * ms, 1.0),
    "cache.feed.prefetched": (False, True),
    "cache.held": (None, (0.3, 0.0), (0.2, 0.6)),
    "groups.interval": (10 * ms, 30 * ms, 0.1, 5.0),
    "groups.limit": (2 * MiB, 64 * MiB),
    "groups.throttle": THROTTLES,
    "queue.rule": RULES,
    "queue.pending": (1, 4, 35),
    "queue.aggregation": (0, 128 * KiB, 1 * MiB),
    "queue.gap": (0, 32 * KiB),
    "queue.ramp": (None, 2),
    "queue.sync_read_max": (1, 10),
    "queue.async_write_max": (1, 3, 10),
    "network.ports": (1, 2, 4),
    "network.mtu": (1500, 9000),
    "network.turnaround": (0.1 * ms, 0.3 * ms),
    "head.cores": (1, 2, 8),
    "head.memory": (1 * GiB, 16 * GiB),
    "head.software": ("2009", "today"),
    "head.blocks": ("apart", "in requests"),
    "head.wake": (0.0, 10 * us),
    "filesystem.recordsize": (4 * KiB, 8 * KiB, 128 * KiB, 1 * MiB),
    "filesystem.sync": SYNCS,
    "filesystem.checksum": CHECKSUMS,
    "filesystem.compression": COMPRESSIONS,
    "filesystem.datasets": (1, 2, 3),
    "filesystem.dedup.on": (False, False, True),
    "filesystem.dedup.unique": (64.0 * MiB, 4.0 * GiB),
}
"""The settings that are drawn, and their values."""
ALWAYS = ("pool.layout", "pool.width", "network.turnaround", "filesystem.compression")
DRAWN, ALONE, DIRECT = 0.3, 0.05, 0.5
"""Share of the settings that are drawn for a machine; of the machines with one disk and another file
system; of programs that only read, those that read past the caches."""


def random_order(random):
    """Return an order of the catalogue with a share of `SETTINGS` changed, and parts left out. A
    setting that the others do not allow is left alone, and refused in a line."""
    order = random.choice(list(ORDERS.values())).order(groups={"age": 0.0})
    order = order.order({"pool.vdevs": random.choice((1, 1, 2, 4))})
    if random.random() < ALONE:
        order = ORDERS["freebsd-box"].order({"filesystem.kind": random.choice(("ufs", "raw"))})
    for name, values in SETTINGS.items():
        if random.random() < DRAWN or name in ALWAYS:
            try:
                order = order.order({name: random.choice(list(values))})
            except ValueError as error:
                assert "\n" not in str(error) and " must " in str(error), error
    for part in PARTS:
        if random.random() < 0.1 and (part != "drive queue" or order.pool.disks.kind != "array"):
            order = order.without(part)
    return order


def random_load(random, order):
    """Return a load of one of all kinds."""
    choose, share = random.choice, random.choice((0.0, 0.3, 0.8, 1.0))
    size, rate = choose((512, 4 * KiB, 8 * KiB, 32 * KiB)), choose((0.0, 0.0, 300.0))
    blocks = Reads(choose((2 * MiB, 64 * MiB, 10 * GiB)), choose((0.0, 0.0, 1.0)))
    over, coin = choose((False, True)), choose((False, True))
    many = {"clients": choose((1, 2, 3)), "threads": choose((1, 2, 5))}
    mixed = {"size": size, "reads": share, "blocks": blocks, "over": over, "rate": rate}
    within = {"size": size, "blocks": blocks}
    if order.filesystem.kind == "raw":
        places = iter(lambda: random.randrange(1000) * MiB, -1)
        raw = RawPrograms(places, size, many["threads"], share, flush=coin, burst=4)
        return choose((raw, Local(many["threads"], size, reads=share, blocks=blocks, rate=rate)))
    if order.filesystem.kind == "ufs":
        return Local(1, size, coin, reads=share, blocks=blocks, rate=rate)
    local = {"in_order": coin, "o_sync": choose((False, True)), "think": choose((0.0, 1 * ms))}
    direct = {"o_direct": share == 1 and random.random() < DIRECT, "back": share == 1 and over}
    steps = [
        ResilverStep([(disk, n * MiB, 128 * KiB, False)], [(0, n * MiB, 128 * KiB, False)], 1)
        for n in range(400)
        for disk in range(1, min(2, order.pool.width))
    ]
    trace = sorted(
        (random.random() * 50 * ms, choose(("read", "write", "flush")), n * size, size)
        for n in range(40)
    )
    return choose(
        (
            Nfs(**many, **mixed, stable=choose((0, 1, 2)), version=choose((3, 4))),
            Nfs(**many, **mixed, fast_forward=coin),
            Cifs(**many, **mixed, o_sync=coin),
            Iscsi(
                many["clients"],
                many["threads"],
                **mixed,
                held=coin and blocks.data < 4 * MiB,
                cache=choose((False, True)),
                target=choose(("kernel", "daemon")),
                spin=choose((False, True)),
            ),
            Local(many["threads"], **mixed | {"over": over and share < 1}, **local, **direct),
            Create(
                **many,
                over=choose(("nfs", "local")),
                version=choose((3, 4)),
                changes=choose((1, 3)),
                size=choose((0, size)),
                o_sync=coin,
            ),
            Readers(many["threads"], **within),
            Stream(choose(("read", "write")), many["clients"], data=1 * GiB, cached=coin),
            Overwriting(1 * GiB, choose((8 * KiB, 32 * KiB)), choose((300.0, 3000.0))),
            Replay(trace),
            Resilver(iter(steps), choose((4, 32)), kind=choose(("resilver", "scrub"))),
        )
    )


def random_machine(number):
    """Return a function that builds machine `number`, its loads started. Of some pools as many
    disks have failed as each vdev can spare; some caches are warm."""

    def start():
        random = Random(number)
        order = random_order(random)
        loads = [random_load(random, order) for _ in range(random.choice((1, 1, 2, 3)))]
        if len(loads) == 1 and random.random() < 0.05:
            try:
                order = warmed(order, loads[0], 0.5)
            except (ValueError, AttributeError) as error:
                assert "\n" not in str(error)
        machine = Machine(order, number, commands=True)
        if random.random() < 0.5 and not any(isinstance(load, Resilver) for load in loads):
            for vdev in machine.pool.vdevs:
                vdev.failed.update(random.sample(range(len(vdev.devices)), vdev.spare))
        machine.start(*loads)
        return machine

    return start
