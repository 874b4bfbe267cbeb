"""Transfers a second by JBOD and by disk, with the log on the disks and on log devices."""

from collections.abc import Iterator
from typing import Any

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    Switch,
    cite,
    mark,
    panel,
    pick,
)
from figures.intent_log.disk_io_results import TARGETS, describe, values
from figures.intent_log.experiments.trial import span
from figures.kit.log_controls import in_pairs, interval, mirrored, spindle, write_size
from models.machine import Nfs
from models.machine.boxes import Boxes
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.units import s

SECONDS = 32  # long enough for two transaction groups, 30 s apart
WORK = 180_000  # greatest number of 4 KiB writes of one thread in a run
LEAST = 5
FIRST = 1.2 * s  # when the first transaction group is written
LOG_SLOTS = (20, 16, 12, 8, 4, 0, 2, 6)
DISK_SLOTS = (
    *(slot for slot in range(24) if slot not in LOG_SLOTS),
    *reversed(LOG_SLOTS),
    *range(24, 96),
)


def run(
    slot: int,
    devices: int,
    mirrored: bool,
    apart: bool,
    vdevs: int,
    size: float,
    spindle: float,
    interval: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: io (part: before or after, t1, t2, jbod, slot, kind: disk or log, iops, whose,
    shade), one for each second and each device that is not idle in it; pool (part, disks, logs,
    jbods, t1, t2). Large writes are watched for a shorter time. Times are in s."""
    devices, mirrored = in_pairs(devices, mirrored)
    order = SUN_7410.order(
        pool={"layout": "mirror", "vdevs": vdevs},
        speed=spindle,
        groups={"interval": interval},
        log={"mirrored": mirrored, "per_jbod": 1 if apart else 2},
    ).bare()
    load = Nfs(size=int(size))
    seconds = max(
        LEAST, int(span(SECONDS, WORK, order.order(log={"devices": devices}), load, seed))
    )
    first: Rows = []
    for part, logs in (("before", 0), ("after", devices)):
        if part == "after" and not logs:
            yield [{**row, "part": part} for row in first]  # the same machine
            return
        machine = Machine(
            order.order(log={"devices": logs}, groups={"age": max(0.0, interval - FIRST)}), seed
        )
        machine.start(load)
        places = placed(machine.boxes)
        seen = [0] * len(places)
        for second in range(seconds):
            rows = []
            if not second:
                rows.append(
                    {
                        "row": "pool",
                        "part": part,
                        "disks": len(machine.disks),
                        "logs": logs,
                        "jbods": len(machine.boxes.cables),
                        "t1": 0.0,
                        "t2": float(seconds),
                    }
                )
            machine.loop.run(until=second + 1.0)
            for n, (device, jbod, kind, place) in enumerate(places):
                moved, seen[n] = device.transfers - seen[n], device.transfers
                if moved:
                    rows.append(
                        {
                            "row": "io",
                            "part": part,
                            "t1": float(second),
                            "t2": second + 1.0,
                            "jbod": f"JBOD {jbod}",
                            "slot": place,
                            "kind": kind,
                            "iops": moved / 1.0,
                            "shade": 1.0 if n % 2 else 0.7,
                            "whose": whose(
                                kind, jbod, place == slot and jbod == len(machine.boxes.cables)
                            ),
                        }
                    )
            yield rows
            first += rows


def placed(boxes: Boxes) -> list[tuple[Any, int, str, int]]:
    """Return the devices of all JBODs: (device, number of its JBOD, kind, slot)."""
    places = []
    for number, box in enumerate(boxes.boxes, 1):
        logs = [device for device in box if device in boxes.log_devices]
        disks = box[: len(box) - len(logs)]
        for kind, devices, slots in (("disk", disks, DISK_SLOTS), ("log", logs, LOG_SLOTS)):
            places += [
                (device, number, kind, slot) for device, slot in zip(devices, slots, strict=False)
            ]
    return places


def whose(kind: str, jbod: int, highlighted: bool) -> str:
    return (
        "highlighted" if highlighted else "log devices" if kind == "log" else f"disks, JBOD {jbod}"
    )


WHOSE = {
    "disks, JBOD 1": "var(--wtg-3)",
    "disks, JBOD 2": "var(--wtg-mute)",
    "log devices": "var(--wtg-1)",
    "highlighted": "var(--wtg-accent)",
}
JBODS = {"JBOD 1": "var(--wtg-3)", "JBOD 2": "var(--wtg-1)"}


EMPTY = LOG_SLOTS[:2]  # empty slots of the last JBOD while the log is on the disks


def graph(part: str, view: str, slots: tuple[int, ...] | None = None) -> dict[str, Any]:
    """Return a panel of the transfers of all devices, stacked. slots: the highlighted slots for
    which it is shown (default: all)."""
    missing = (
        {"log devices", *(["highlighted"] if slots == EMPTY else [])} if part == "before" else set()
    )
    colours = (
        JBODS
        if view == "jbod"
        else {name: colour for name, colour in WHOSE.items() if name not in missing}
    )
    fill = "whose" if view == "disk" else "jbod"
    return panel(
        [
            mark(
                "rectY",
                {"row": "io", "part": part},
                x1="t1",
                x2="t2",
                y="iops",
                fill=fill,
                order=fill,
                inset=0,
                fillOpacity="shade" if view == "disk" else 0.85,
            ),
            mark("rect", {"row": "pool", "part": part}, x1="t1", x2="t2", fill="none"),
            mark("ruleY", data=[0]),
        ],
        {
            "x": {"label": "time", "unit": "s"},
            "y": {
                "label": f"transfers/s, {'log on the disks' if part == 'before' else 'with log devices'}",
                "grid": True,
                "zero": True,
                "ticks": 5,
            },
            "color": {"domain": list(colours), "range": list(colours.values()), "legend": True},
        },
        height=195,
        when={"view": view, **({"slot": list(slots)} if slots else {})},
        pick=pick("slot", "slot"),
    )


FIGURE = Figure(
    id="disk-io",
    title="Who writes what",
    caption="Transfers a second of all disks, stacked, as the server counts them; one client thread writes 8 KiB at a time. "
    "First the log is on the disks, then on two log devices. Every 30 s the transaction group goes out to all "
    "disks. One log device is highlighted; a click highlights the device in that slot of the last JBOD instead.",
    params={
        "devices": Number(
            "Log devices",
            2,
            0,
            8,
            whole=True,
            help="Number of devices that hold only the intent log.",
        ),
        "apart": Switch(
            "Log devices in both JBODs",
            False,
            "Off: the last JBOD gets two log devices before the other gets any.",
        ),
        "view": Choice(
            "Coloured by",
            "disk",
            {"disk": "disk", "jbod": "JBOD"},
            "A JBOD is a box of up to 24 disks.",
            view=True,
        ),
        "slot": Number(
            "Highlighted slot",
            20,
            0,
            47,
            whole=True,
            more=True,
            help="A slot in the last JBOD. Log devices are in slots 20, 16, 12 and 8.",
        ),
        "size": write_size(
            help="How much the client writes at a time. Large writes are watched for a shorter time.",
            more=True,
        ),
        "mirrored": mirrored(more=True),
        "vdevs": Number(
            "Mirrored pairs of disks",
            22,
            1,
            44,
            whole=True,
            help="Number of pairs, with one disk of each pair in each JBOD.",
            more=True,
        ),
        "spindle": spindle(more=True),
        "interval": interval(2, more=True),
    },
    presets={
        "as measured": Preset(help="22 mirrored pairs; then two Logzillas"),
        "one in each JBOD": Preset(
            {"view": "jbod", "apart": True}, "the log devices are in different boxes"
        ),
        "a group every 5 s": Preset({"interval": 5.0}, "as later versions of ZFS do"),
        "mirrored, one in each": Preset({"apart": True, "mirrored": True}),
        "eight log devices": Preset({"devices": 8}),
        "no log devices": Preset({"devices": 0}),
    },
    seed=5,
    run=run,
    panels=[
        graph("before", "disk", EMPTY),
        graph("before", "disk", tuple(n for n in range(48) if n not in EMPTY)),
        graph("after", "disk"),
        graph("before", "jbod"),
        graph("after", "jbod"),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "Disk I/O"),
    reproduces=[
        "slog-jbod-iops",
        "slog-disk-iops-before",
        "slog-disk-iops-after",
        "slog-hdd20-highlight",
        "slog-diagram",
    ],
    targets=TARGETS,
)
