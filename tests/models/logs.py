"""Programs that commit to an intent log on devices of any kind, and what came of it."""

from random import Random

from models.devices.ssd import Logzilla
from models.sim.loop import Loop
from models.sim.path import NEGLIGIBLE
from models.units import KiB, MiB, us
from models.zfs.pool.pool import Pool
from models.zfs.pool.vdev import Mirror, Single
from models.zfs.zil.intent_log import IntentLog
from models.zfs.zil.log_spec import LogSpec
from tests.models.drives import drive
from tests.models.nvram import Nvram


def disks(count=1):
    return [Single(drive(cache=True, phase=0.37 * n % 1)) for n in range(count)]


def flash(count=4):
    return [Single(Logzilla()) for _ in range(count)]


def pairs(count=2):
    return [Mirror([Logzilla(), Logzilla()]) for _ in range(count)]


def memory(count=1, size=256 * MiB, **spec):
    return [Single(Nvram(size, **spec)) for _ in range(count)]


class Programs:
    """`threads` programs that commit and compute for a while drawn from `seed`, until `rounds` each
    are safe.

    told: (time, number) of each record in the order in which its program went on; broken: numbers
    of those whose blocks were not on stable storage then.
    """

    def __init__(
        self,
        threads,
        rounds,
        vdevs=None,
        logs=(),
        *,
        seed=1,
        size=8 * KiB,
        think=500 * us,
        group=None,
        recording=True,
        record=0,
        own=lambda random: "",
        **spec,
    ):
        self.loop, self.random = Loop(), Random(seed)
        self.pool = Pool(disks(2) if vdevs is None else vdevs, logs)
        for vdev in (*self.pool.vdevs, *self.pool.logs):
            for device in vdev.devices:
                device.recording = recording
        self.log = IntentLog(
            self.loop,
            self.pool,
            LogSpec(**spec, **({} if group is None else {"group": group})),
            Random(seed),
            recording=recording,
            record=record,
        )
        self.size, self.think, self.own = size, think, own
        self.told, self.came, self.broken = [], {}, []
        for _ in range(threads):
            self.loop.spawn(self.program(rounds), at=self.random.random() * think)

    def program(self, rounds):
        for _ in range(rounds):
            size = self.size if isinstance(self.size, int) else self.random.choice(self.size)
            came = self.loop.now
            number = yield from self.log.commit(size, bias=self.own(self.random))
            self.told.append((self.loop.now, number))
            self.came[number] = came
            self.check(number)
            yield self.think * (0.5 + self.random.random())

    def check(self, number):
        for written in self.log.chain[-40:]:
            if number in written.numbers:
                for block in (written.block, *written.pointed):
                    if not block.vdev.stable(self.loop.now + NEGLIGIBLE, block.offset, block.size):
                        self.broken.append(number)

    def run(self, until=None):
        self.loop.run(**({} if until is None else {"until": until}))
        return self

    @property
    def batches(self):
        return self.log.batches

    def trace(self, vdevs):
        return [request for vdev in vdevs for device in vdev.devices for request in device.trace]
