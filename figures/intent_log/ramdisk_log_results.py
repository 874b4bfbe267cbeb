"""What a log on a RAM disk comes to: spells, rates, how full it was, what each setting is worth."""
from itertools import pairwise

from figures.shared.words import rate, size, time
from models.sim.stats import percentile
from models.units import s

BIN = 0.25 * s
FAST, SLOW, STILL = "into the RAM disk", "into the disks", "waits"
SET = "as set"
LOG, DIRTY = "in the RAM disk", "not on disk yet"


def of(rows, kind):
    return [row for row in rows if row["row"] == kind]


def spells(rows):
    """The stretches of bins in which writes go to one place: [where, from, to] (s)."""
    found: list[list] = []
    for row in of(rows, "bin"):
        if found and found[-1][0] == row["where"]:
            found[-1][2] = row["end"]
        else:
            found.append([row["where"], row["t"], row["end"]])
    return found


def levels(rows, what):
    """What is in the log, or dirty, at the end of each bin."""
    return [row["bytes"] for row in of(rows, "level") if row["what"] == what]


def each(rows, what):
    """The mean rate with one setting undone; 0 where it is not set."""
    return next((row["rate"] for row in of(rows, "each") if row["what"] == what), 0.0)


def middle(rows, where):
    """The usual rate (bytes/s) while writes go to a place."""
    rates = [row["rate"] for row in of(rows, "bin") if row["where"] == where]
    return percentile(rates, 0.5) if rates else 0.0


def beside_a_group(rows):
    """The usual rate (bytes/s) into the disks while a group goes out to them as well, and the first such time (s)."""
    found = [row for row in of(rows, "bin") if row["where"] == SLOW and row["out"]]
    return (percentile([row["rate"] for row in found], 0.5), found[0]["end"]) if found else (0.0, 0.0)


def values(rows):
    lengths = {where: [end - start for place, start, end in spells(rows)[:-1] if place == where]
               for where in (FAST, SLOW, STILL)}
    slow_out, group_at = beside_a_group(rows)
    full = [row for row in of(rows, "level") if row["what"] == LOG]
    free = next((a["t"] for a, b in pairwise(full) if b["bytes"] < 0.5 * a["bytes"]), 0.0)
    return {
        "slow_out": slow_out, "group_at": group_at, "free_at": free, "full_at": spells(rows)[0][2],
        "mean": each(rows, SET), "file": of(rows, "file")[0]["rate"], "fast": middle(rows, FAST), "slow": middle(rows, SLOW),
        "without_log": each(rows, "without the RAM disk"), "one_disk": each(rows, "one disk"),
        "without_dedup": each(rows, "without deduplication"), "new_file": each(rows, "a new file"),
        "fast_spell": max(lengths[FAST], default=0.0), "slow_spell": max(lengths[SLOW], default=0.0),
        "still_spell": max(lengths[STILL], default=0.0), "spells": float(len(lengths[FAST])),
        "log": of(rows, "limit")[0]["bytes"], "fullest": max(levels(rows, LOG)), "dirtiest": max(levels(rows, DIRTY)),
        "gain": each(rows, SET) / (each(rows, "without the RAM disk") or each(rows, SET)),
    }


def describe(rows):
    v = values(rows)
    text = f"The program writes {rate(v['mean'])} on average"
    if v["fast"] and v["log"]:
        text += f", {rate(v['fast'])} while the RAM disk takes its writes"
    if v["slow_spell"] and v["log"]:
        text += (f"; when its {size(v['log'])} are full the log goes to the disks, {rate(v['slow'])}, for up to "
                 f"{time(v['slow_spell'])}")
    if v["still_spell"] >= 0.5:
        text += f"; for up to {time(v['still_spell'])} nothing goes on at all, while a transaction group is written"
    undone = [f"{rate(row['rate'])} {'with ' if not row['what'].startswith('without') else ''}{row['what']}"
              for row in of(rows, "each") if row["what"] != SET]
    return text + (f". It would write {' and '.join(undone)}." if undone else ".")
