"""How long does each of some programs wait, and how much do they write together?"""

from functools import cache

from exercises.kit.form import Number
from models.machine import Local
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.stats import mean
from models.units import KiB, ms, rpm, s

KIND = "predict"
FORM = {
    "wait": Number("Each write takes", unit="ms", low=0.1 * ms, high=10 * s),
    "together": Number("All together", "writes a second", low=1, high=1e6),
}
WARM, WINDOW = 0.4, 1.0


@cache
def run(speed, programs):
    """The mean time of a write (s) and the writes a second of so many programs, on a disk of `speed` turns a minute."""
    box = Machine(FREEBSD_BOX.order(speed=speed * rpm).bare())
    box.start(Local(programs, 8 * KiB))
    box.loop.run(until=WARM + WINDOW)
    done = [write for write in box.done if write.finish > WARM]
    return mean([write.latency for write in done]), len(done) / WINDOW


def case(rng):
    """The disk, the programs, and what became of them."""
    programs, speed = rng.randint(4, 10), rng.choice([5400, 7200, 10_000, 15_000])
    wait, together = run(speed, programs)
    turn = 60 / speed
    return {
        "rpm": speed,
        "programs": programs,
        "turn": turn,
        "wait": wait,
        "together": together,
        "in_turns": wait / turn,
        "alone": run(speed, 1)[1],
    }
