"""Which load does an iostat listing show, and what has the platter to do with it?"""

from functools import cache

from exercises.kit.form import Choice, Number
from models.machine import Local
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.stats import mean
from models.units import KiB, MiB, rpm

KIND = "read"
FORM = {
    "turns": Number(
        "Turns of the platter from one transfer to the next", unit="turns", low=1e-4, high=1e4
    ),
    "load": Choice(
        "Which load is it?",
        {
            "one": "one program; each write waits until the platter has it, and the program sends the next soon after",
            "late": "one program; each write waits until the platter has it, and the program sends the next more than a turn "
            "later",
            "several": "five to ten programs; their writes wait for the platter together, in shared commits",
            "early": "one program; the disk answers from its cache, and nobody flushes it",
            "gathered": "a program that asks for no safety; ZFS gathers, and the disk's cache is off",
        },
    ),
}
WHY = {
    "one": "So each write waits for the platter, and comes round with the next turn. At 12 KiB it is one entry of 8 KiB "
    "with its header: one program that waits for each write.",
    "late": "So each write waits for the platter, but the program needs more than a turn before its next one. The sector "
    "has come by once more, in vain. The size is that of one entry, 12 KiB. A "
    "program that came back within a turn would make twice as many.",
    "several": "So each transfer waits for the platter. But it is larger than the 12 KiB of one entry: several entries "
    "lie in each log block, those of the programs that waited together. They share the turn.",
    "early": "No platter answers so often in a turn: the disk's memory does. At 12 KiB these are log entries, and ZFS "
    "has told the program that each is safe. Until the platter has it, it is not.",
    "gathered": "So each transfer waits for the platter. At 128 KiB it is no log entry: ZFS was free to gather sixteen "
    "writes, since nobody waited for one of them. The turn is paid once for all sixteen; what lies above one "
    "turn is the time in which 128 KiB pass under the head.",
}
LINES = 3


@cache
def run(load, speed, programs, think, seed):
    """Of each second: bytes of a transfer, transfers, bytes."""
    gathered = load == "gathered"
    cache_of_disk = {"early": "ignored", "gathered": "off"}.get(load, "on")
    box = Machine(
        FREEBSD_BOX.order(write_cache=cache_of_disk, speed=speed * rpm).bare(), seed, commands=True
    )
    box.start(Local(programs, 8 * KiB, not gathered, think))
    start = 1.0 if gathered else 0.1
    box.loop.run(until=start)
    lines = 2 if load == "early" else LINES  # of which there are thousands of transfers
    return [
        [second.transfer_size, second.rate, second.throughput]
        for second in box.seconds(lines, start)
    ]


def case(rng):
    """A load and a disk, and what iostat prints."""
    seed, speed = rng.randint(1, 1000), rng.choice([5400, 7200, 10_000, 15_000])
    load = rng.choice(["one", "late", "several", "early", "gathered"])
    programs = rng.randint(5, 10) if load == "several" else 1
    think = round(rng.uniform(1.15, 1.75) * 60 / speed, 4) if load == "late" else 0.0
    lines = run(load, speed, programs, think, seed)
    tps = mean([line[1] for line in lines])
    text = "\n".join(
        f"{size / KiB:8.2f} {rate:7.0f} {moved / MiB:8.2f}" for size, rate, moved in lines
    )
    return {
        "rpm": speed,
        "load": load,
        "programs": programs,
        "think": think,
        "seed": seed,
        "lines": lines,
        "tps": tps,
        "turns_a_second": speed / 60,
        "turns": speed / 60 / tps,
        "why": WHY[load],
        "listing": f"{'KB/t':>8} {'tps':>7} {'MB/s':>8}\n{text}",
    }
