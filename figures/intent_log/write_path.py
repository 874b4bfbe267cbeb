"""One write, followed from the call to the answer: who had it when, and who kept it waiting."""
from typing import Any

from figures.define import Choice, Figure, Number, Preset, Switch, cite, mark, panel
from figures.stops import SIZES, powers
from figures.words import time
from models.followed import follow
from models.trace import WAITING
from models.trace import rows as steps
from models.units import KiB

PLACES = ("above", "below")
SETUPS = {
    "disk": "one disk", "off": "one disk, cache off", "ignored": "one disk, never flushed",
    "flash": "one disk and flash", "nvram": "one disk and NVRAM", "7410": "a 7410 with 22 mirrored pairs",
    "7410-logs": "a 7410 with two Logzillas", "7410-many": "a 7410 with four pairs of Logzillas",
    "7410-trains": "a 7410 with trains to four pairs",
}
WHOLE = "the whole write"
HEADROOM = 1.17
COLOURS = {"client": "var(--wtg-4)", "processor": "var(--wtg-5)", "file system": "var(--wtg-1)",
           "transaction group": "var(--wtg-6)", "intent log": "var(--wtg-1)", "log write": "var(--wtg-3)",
           "flush": "var(--wtg-accent)"}


def run(above, below, threads_above, threads_below, size, which, same, seed):
    """Rows: step (place, label, component, start, finish in s, kind), label (place, label, end in s, says), title (place,
    text), end (place, t), total (place, latency, waiting, mean, count; the longest step: label, longest)."""
    share = {"quick": 0.1, "usual": 0.5, "slow": 0.9}[which]
    found: dict[str, Any] = {}
    ends: dict[tuple[str, str], float] = {}
    order = [WHOLE]
    for place, setup, threads in zip(PLACES, (above, below), (threads_above, threads_below), strict=True):
        followed = follow(setup, threads=int(threads), size=int(size), share=share, seed=seed)
        path = followed.path
        rows = [{"row": "step", "place": place, **step, "label": f"{step['component']}: {step['what']}"}
                for step in steps(path)]
        spent: dict[str, float] = {}
        for row in rows:
            ends[place, row["label"]] = max(row["finish"], ends.get((place, row["label"]), 0.0))
            spent[row["label"]] = spent.get(row["label"], 0.0) + row["finish"] - row["start"]
        behind = 1
        for label in spent:                                 # what the other path has not comes behind what it has
            if label not in order:
                order.insert(behind, label)
            behind = order.index(label) + 1
        longest = max(spent, key=lambda label: spent[label])
        total: dict[str, Any] = {"row": "total", "place": place, "setup": SETUPS[setup], "threads": int(threads),
                                 "latency": path.total(), "waiting": path.total(WAITING), "mean": followed.mean,
                                 "count": followed.many, "label": longest, "longest": spent[longest]}
        found[place] = spent, total
        text = f"{total['setup']}, {many(total['threads'])}: {time(total['latency'])}"
        yield [total, {"row": "title", "place": place, "text": text}, *({**row, "label": WHOLE} for row in rows), *rows]
    longest_write = max(total["latency"] for _, total in found.values())
    yield [{"row": "end", "place": place, "t": HEADROOM * (longest_write if same else total["latency"])}
           for place, (_, total) in found.items()]
    yield [{"row": "label", "place": place, "label": label, "says": time(spent[label]) if label in spent else "",
            "end": total["latency"] if label == WHOLE else ends.get((place, label), 0.0)}
           for place, (spent, total) in found.items() for label in order]      # both pictures have all, to be compared


def many(threads):
    return f"{threads} threads" if threads > 1 else "one thread"


def totals(rows):
    return {row["place"]: row for row in rows if row["row"] == "total"}


def values(rows):
    out: dict[str, float] = {}
    for place, row in totals(rows).items():
        out |= {f"latency_{place}": row["latency"], f"waiting_{place}": row["waiting"],
                f"waits_{place}": row["waiting"] / row["latency"], f"mean_{place}": row["mean"],
                f"longest_{place}": row["longest"], f"steps_{place}": sum(
                    each["row"] == "step" and each["place"] == place and each["label"] != WHOLE for each in rows)}
    return out | {"ratio": out["latency_above"] / out["latency_below"]}


def told(row):
    waits = row["waiting"] / row["latency"]
    return (f"{time(row['latency'])} on {row['setup']} with {many(row['threads'])}, {waits:.0%} of it waiting; most of it, "
            f"{row['longest'] / row['latency']:.0%}, in “{row['label']}”")


def describe(rows):
    return f"The write takes {'. It takes '.join(told(row) for row in totals(rows).values())}."


def waterfall(place):
    """The panel of one of the two writes."""
    here = {"place": place}

    def bars(opacity, **kind):
        return mark("barX", {"row": "step", **here, **kind}, x1="start", x2="finish", y="label", fill="component",
                    fillOpacity=opacity)

    return panel(
        [
            mark("barX", {"row": "label", **here}, x1="end", x2="end", y="label", sort={"y": None}),
            bars(0.3, kind="waiting"), bars(1, kind="service"),
            mark("text", {"row": "label", **here}, x="end", y="label", text="says", textAnchor="start", dx=5,
                 fill="currentColor"),
            mark("ruleX", {"row": "end", **here}, x="t", strokeOpacity=0),
            mark("text", {"row": "title", **here}, text="text", frameAnchor="top-right", dy=-16, fill="currentColor",
                 fontWeight="bold"),
            mark("ruleX", data=[0]),
        ],
        {"x": {"label": "time since the call", "unit": "ms", "zero": True, "grid": True, "insetRight": 52},
         "y": {"label": None},
         "color": {"domain": list(COLOURS), "range": list(COLOURS.values())}},
        height=215,
    )


FIGURE = Figure(
    id="write-path",
    title="One write, followed",
    caption="Where one synchronous write spends its time, under two settings. Solid: somebody works on it. Pale: it waits. "
            "The first row is the whole write; the others take it apart in the order of time.",
    params={
        "above": Choice("Above", "disk", SETUPS, "Where the write of the upper picture goes."),
        "threads_above": Number("Threads above", 1, 1, 64, whole=True, stops=powers(1, 64),
                                help="So many write at once; one of them is followed."),
        "below": Choice("Below", "nvram", SETUPS, "Where the write of the lower picture goes."),
        "threads_below": Number("Threads below", 1, 1, 64, whole=True, stops=powers(1, 64),
                                help="So many write at once; one of them is followed."),
        "size": Number("Write size", 8 * KiB, 512, 128 * KiB, unit="KiB", stops=SIZES, help="How much each write holds."),
        "which": Choice("Which of many", "usual", {"quick": "a quick one", "usual": "the usual one", "slow": "a slow one"},
                        "Of the writes that are followed: slower than one of ten, than five, than nine.", more=True),
        "same": Switch("One time axis", True, "Off: each picture has an axis of its own.", more=True),
    },
    presets={
        "a disk and memory": Preset(),
        "alone and in a crowd": Preset({"below": "disk", "threads_below": 64}, "one thread and sixty-four on one disk"),
        "cache off and flushed": Preset({"above": "off", "threads_above": 64, "below": "disk", "threads_below": 64}),
        "flushed and never flushed": Preset({"below": "ignored"}),
        "7410, disks and Logzillas": Preset({"above": "7410", "below": "7410-logs"}),
        "7410, one thread and 64": Preset({"above": "7410-logs", "below": "7410-logs", "threads_below": 64}),
        "64 threads, two and eight Logzillas": Preset({"above": "7410-logs", "below": "7410-many", "threads_above": 64,
                                                      "threads_below": 64}),
        "64 threads, a convoy and trains": Preset({"above": "7410-many", "below": "7410-trains", "threads_above": 64,
                                                  "threads_below": 64}, "eight Logzillas under the old rule and the new"),
        "a memory of its own scale": Preset({"above": "flash", "below": "nvram", "same": False}),
    },
    run=run,
    panels=[waterfall(place) for place in PLACES],
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "the latency of synchronous writes with and without log devices"),
)
