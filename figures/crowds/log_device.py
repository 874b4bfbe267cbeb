"""The performance of one log device: the time of a write against its size, and the latency of many
threads."""

from collections.abc import Iterator
from dataclasses import replace

from figures.define.claims import claim, measured
from figures.define.figure import Figure, Number, Preset, Row, Rows, cite, mark, panel, target
from figures.kit.log_controls import access, in_pairs, mirrored, rate
from figures.kit.rows import of
from figures.kit.stops import powers
from figures.kit.words import count, size, time
from models.catalogue.machines import values as constants
from models.devices.device import Device
from models.devices.hdd import HardDisk
from models.machine import Nfs
from models.machine.machine import Machine
from models.machine.order import SUN_7410, log_device
from models.sim.answer import known
from models.sim.stats import mean
from models.units import KB, MB, KiB, ms, rpm, us

SUN = constants("7410")
BYTES = powers(512, 1024 * KiB)
EXAMPLE = 40 * KB
THREADS = powers(1, 256)
OURS, LOGZILLA, SLOW, FAST, NVME, NVRAM = (
    "this device",
    "Logzilla",
    "7,200 rpm disk",
    "15,000 rpm disk",
    "NVMe of today",
    "NVRAM card",
)
FLASH = {LOGZILLA: log_device.LOGZILLA, NVME: log_device.NVME, NVRAM: log_device.NVRAM}
REPEATS, REQUESTS = 8, 400  # number of writes one after another, and of writes by many threads
START = 0.1 * ms  # mean time between the starts of two threads


def time_of_a_safe_write(device: Device, size: int, turnaround: float) -> float:
    """Return the mean time (s) of a write of `size` bytes with its flush. They are made one after
    the other, and the first does not count."""
    now, times = 0.0, list[float]()
    for number in range(REPEATS):
        issued = now + turnaround
        now = known(device.flush(known(device.write(issued, number * size, size))))
        times.append(now - issued)
    return mean(times[1:])


def many_threads(
    threads: int,
    size: int,
    devices: int,
    access: float,
    rate: float,
    turnaround: float,
    mirrored: bool,
    seed: int,
    together: bool,
) -> tuple[float, float]:
    """Return the mean latency (s) of writes of `size` bytes by many threads, and the writes a
    second, both once all threads have started. The server's own work takes no time.

    together: all threads write to one dataset, whose log packs waiting records. Otherwise each
    writes to a dataset of its own, whose log has nothing to pack.
    """
    latencies: list[float] = []
    order = SUN_7410.order(
        pool={"layout": "mirror", "vdevs": 1, "jbods": 4},
        log={
            "devices": devices,
            "mirrored": mirrored,
            "device.access": access,
            "device.rate": rate,
        },
        cpu_write=0.0,
        cpu_byte=0.0,
        cpu_network=0.0,
        datasets=1 if together else threads,
    )
    machine = Machine(order.bare(), seed, seen=lambda t, latency: latencies.append(latency))
    machine.start(
        Nfs(1, threads, size, turnaround) if together else Nfs(threads, 1, size, turnaround)
    )
    t, step, warm, begun = 0.0, 0.5 * ms, 0, 0.0
    while not warm or len(latencies) - warm < max(REQUESTS, 3 * threads):
        t += step
        machine.loop.run(until=t)
        if not warm and t >= threads * START and len(latencies) >= max(100, 2 * threads):
            warm, begun = len(latencies), t
    return mean(latencies[warm:]), (len(latencies) - warm) / (t - begun)


def run(
    size: float,
    threads: int,
    devices: int,
    access: float,
    rate: float,
    turnaround: float,
    mirrored: bool,
    seed: int,
) -> Iterator[Row]:
    """Yield rows: service (device, bytes, time in s, per_second), queue (way, threads, latency in
    s, rate, own: 1 for the chosen number of threads), example (device, bytes, time in s)."""
    devices, mirrored = in_pairs(devices, mirrored)
    for name, speed in ((SLOW, SUN["pool.disks.speed"]), (FAST, 15000 * rpm)):
        for n in BYTES:
            time = time_of_a_safe_write(
                HardDisk(SUN_7410.order(speed=speed).drive), int(n), turnaround
            )
            yield {
                "row": "service",
                "device": name,
                "bytes": int(n),
                "time": time,
                "per_second": 1 / time,
            }
    own = replace(log_device.LOGZILLA, access=access, rate=rate)
    for name, kind in {**FLASH, OURS: own}.items():
        for n in (*BYTES, EXAMPLE):
            time = time_of_a_safe_write(kind.made(), int(n), turnaround)
            yield {
                "row": "service" if n in BYTES else "example",
                "device": name,
                "bytes": int(n),
                "time": time,
                "per_second": 1 / time,
            }
    for n in sorted({*THREADS, int(threads)}):
        for way in ("each write by itself", "through the intent log"):
            latency, many = many_threads(
                int(n),
                int(size),
                devices,
                access,
                rate,
                turnaround,
                mirrored,
                seed,
                together=way == "through the intent log",
            )
            yield {
                "row": "queue",
                "way": way,
                "threads": int(n),
                "latency": latency,
                "rate": many,
                "own": int(n == threads),
                "devices": devices,
            }


def example(rows: Rows) -> float:
    """Return the time (s) of a commit of 40 KB on a Logzilla."""
    time: float = of(rows, "example", device=LOGZILLA)[0]["time"]
    return time


def values(rows: Rows) -> dict[str, float]:
    def at(device: str, n: int) -> float:
        time: float = of(rows, "service", device=device, bytes=int(n))[0]["time"]
        return time

    single, grouped = ({row["threads"]: row for row in of(rows, "queue", way=way)} for way in WAYS)
    own = next(row["threads"] for row in of(rows, "queue") if row["own"])
    pace = (128 * KiB - 512) / (at(OURS, 128 * KiB) - at(OURS, 512))
    return {
        "rate": pace,
        "command": at(OURS, 512) - 512 / pace,
        "piece": at(OURS, 4 * KiB),
        "iops": 1 / at(OURS, 4 * KiB),
        "throughput": 1024 * KiB / at(OURS, 1024 * KiB),
        "small": at(OURS, 512),
        "large": at(OURS, 128 * KiB),
        "example": of(rows, "example", device=OURS)[0]["time"],
        "threads": own,
        "devices": of(rows, "queue")[0]["devices"],
        "disk": at(SLOW, 4 * KiB),
        "fast_disk": at(FAST, 4 * KiB),
        "nvme": at(NVME, 4 * KiB),
        "nvram": at(NVRAM, 4 * KiB),
        "alone_latency": single[own]["latency"],
        "alone_rate": single[own]["rate"],
        "together_latency": grouped[own]["latency"],
        "together_rate": grouped[own]["rate"],
        "away": own / grouped[own]["rate"] - grouped[own]["latency"],
        "one_latency": grouped[1]["latency"],
        "most_alone": max(row["rate"] for row in single.values()),
        "most_together": max(row["rate"] for row in grouped.values()),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    many = f"{v['devices']:.0f} log devices" if v["devices"] > 1 else "one log device"
    threads = f"{v['threads']:.0f} threads" if v["threads"] > 1 else "one thread"
    return (
        f"This device takes {time(v['small'])} for {size(512)} and {time(v['large'])} for {size(128 * KiB)}. With "
        f"{threads} on {many}: each write by itself, {count(v['alone_rate'])} a second, {time(v['alone_latency'])} each "
        f"at the server; through the intent log, {count(v['together_rate'])} and {time(v['together_latency'])}."
    )


WAYS = ["each write by itself", "through the intent log"]
DEVICES = {
    SLOW: "var(--wtg-mute)",
    FAST: "var(--wtg-4)",
    LOGZILLA: "var(--wtg-1)",
    NVRAM: "var(--wtg-3)",
    NVME: "var(--wtg-5)",
    OURS: "var(--wtg-accent)",
}
LIMITS = [
    {
        "bytes": 4 * KiB,
        "time": 1 / float(claim("logzilla-max-iops").written[0]),
        "what": "10,000 a second",
    },
    {"bytes": 40_000, "time": measured("logzilla-40k"), "what": "40 KB"},
]

FIGURE = Figure(
    id="log-device",
    title="What one log device gives",
    caption="Many threads: mean latency of threads that write and wait, if each write goes out by itself, and if those that "
    "wait go together. One write: how long it takes until it is safe, against its bytes; both axes are logarithmic. The "
    "rings are published: 10,000 writes a second of one Logzilla, and at least 360 µs for 40 KB.",
    params={
        "threads": Number(
            "Threads",
            32,
            1,
            256,
            whole=True,
            stops=THREADS,
            help="Number of threads, marked by the large dots.",
        ),
        "devices": Number(
            "Log devices", 1, 1, 8, whole=True, help="Number of log devices, used in turn."
        ),
        "access": access("This device"),
        "rate": rate("This device", more=True),
        "size": Number(
            "Write size",
            3.5 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=tuple(n * KiB for n in (0.5, 1, 2, 3.5, 8, 16, 32, 64, 128)),
            help="How much each thread writes at a time; the log adds headers and rounds up to 4 KiB.",
            more=True,
        ),
        "mirrored": mirrored(more=True),
        "turnaround": Number(
            "Between writes",
            SUN["network.turnaround"],
            0.0,
            10000 * us,
            unit="µs",
            stops=tuple(n * us for n in (0, 50, 100, 300, 500, 1000, 2000, 5000, 10000)),
            help="Time from an answer to the same thread's next write.",
            more=True,
        ),
    },
    presets={
        "one Logzilla": Preset(help="63 µs a write and 110 MB/s"),
        "eight Logzillas": Preset({"devices": 8}),
        "NVMe of today": Preset({"access": log_device.NVME.access, "rate": log_device.NVME.rate}),
        "eight, mirrored": Preset({"devices": 8, "mirrored": True}),
        "a slow SSD": Preset(
            {"access": 1000 * us, "rate": 250 * MB},
            "one that really waits for its flash: 1 ms a write",
        ),
        "32 KiB writes": Preset({"size": 32 * KiB}),
        "200 threads": Preset(
            {"threads": 200, "size": 512.0, "devices": 8, "turnaround": 500 * us}
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "line", {"row": "queue"}, x="threads", y="latency", stroke="way", strokeWidth=2
                ),
                mark(
                    "dot",
                    {"row": "queue", "own": 1},
                    x="threads",
                    y="latency",
                    fill="way",
                    r=5,
                    tip=True,
                ),
            ],
            {
                "x": {
                    "label": "threads",
                    "type": "log",
                    "base": 2,
                    "domain": [1, 256],
                    "ticks": list(THREADS),
                },
                "y": {"label": "latency", "unit": "ms", "type": "log", "grid": True},
                "color": {
                    "domain": WAYS,
                    "range": ["var(--wtg-mute)", "var(--wtg-accent)"],
                    "legend": True,
                },
            },
            height=360,
            tab="Many threads",
        ),
        panel(
            [
                mark(
                    "line", {"row": "service"}, x="bytes", y="time", stroke="device", strokeWidth=2
                ),
                mark(
                    "dot",
                    data=LIMITS,
                    x="bytes",
                    y="time",
                    r=8,
                    stroke="currentColor",
                    strokeWidth=1.5,
                ),
            ],
            {
                "x": {
                    "label": "bytes of a write",
                    "unit": "KiB",
                    "type": "log",
                    "base": 2,
                    "domain": [512, 1024 * KiB],
                },
                "y": {"label": "until it is safe", "unit": "µs", "type": "log", "grid": True},
                "color": {"domain": list(DEVICES), "range": list(DEVICES.values()), "legend": True},
            },
            height=350,
            tab="One write",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2009logbias", "the limits of a log device"),
    reproduces=["logzilla-model", "slog-expectations"],
    targets=[target("logzilla-40k", example)],
)
