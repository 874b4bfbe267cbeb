"""Who writes what: transfers a second by JBOD and by disk, with the log on the disks and on log
devices."""

from figures.define.figure import Choice, Figure, Number, Preset, Switch, cite, mark, panel, pick
from figures.intent_log.disk_io_results import TARGETS, describe, values
from figures.intent_log.experiments.trial import span
from figures.kit.log_controls import in_pairs, interval, mirrored, spindle, write_size
from models.machine.loads import Nfs
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.units import s

SECONDS = 32  # with two transaction groups in them, 30 s apart
WORK = 180_000  # writes of one thread, 4 KiB of data each, that a run may take
LEAST = 5
FIRST = 1.2 * s  # until the first transaction group
LOG_SLOTS = (20, 16, 12, 8, 4, 0, 2, 6)
DISK_SLOTS = (
    *(slot for slot in range(24) if slot not in LOG_SLOTS),
    *reversed(LOG_SLOTS),
    *range(24, 96),
)


def run(slot, devices, mirrored, apart, vdevs, size, spindle, interval, seed):
    """Rows: io (part before or after, t1, t2, jbod, slot, kind disk or log, iops, whose, shade),
    one a device and second; idle devices are left out. pool (part, disks, logs, jbods, t1, t2).
    Large writes are watched for a shorter time.
    """
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
    first: list = []
    for part, logs in (("before", 0), ("after", devices)):
        if part == "after" and not logs:
            yield [{**row, "part": part} for row in first]  # the same machine once more
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
            for n, (one, jbod, kind, place) in enumerate(places):
                moved, seen[n] = one.transfers - seen[n], one.transfers
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


def placed(boxes):
    """The devices of all boxes: each with the number of its box, its kind, and its slot."""
    places: list = []
    for number, box in enumerate(boxes.boxes, 1):
        logs = [one for one in box if one in boxes.log_devices]
        disks = box[: len(box) - len(logs)]
        places += [
            (one, number, "disk", place) for one, place in zip(disks, DISK_SLOTS, strict=False)
        ]
        places += [(one, number, "log", place) for one, place in zip(logs, LOG_SLOTS, strict=False)]
    return places


def whose(kind, jbod, highlighted):
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


EMPTY = LOG_SLOTS[:2]  # of the last JBOD while its disks have the log


def graph(part, view, slots=None):
    """Transfers of all devices, one on top of the other; where no disk is in these `slots`, none
    can be highlighted."""
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
            "Log devices", 2, 0, 8, whole=True, help="Devices that hold nothing but the intent log."
        ),
        "apart": Switch(
            "Log devices in both JBODs",
            False,
            "Otherwise two in the last JBOD before the other gets any.",
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
            help="A place in the last JBOD. Log devices are in 20, 16, 12, 8.",
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
            help="One side in each JBOD.",
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
