"""What the rows of dedup-group say: numbers for the text, sentences, and what the source claims."""
from itertools import pairwise

from figures.words import count, size, time

PLAIN, DEDUP, FLASH, ALONE = CURVES = ("without dedup", "with dedup", "with flash behind memory", "if nothing is removed")
PARTS = ("data and pointers", "table blocks read to write", "table blocks read to free", "table blocks written",
         "waiting for lookups")


def of(rows, kind):
    return [row for row in rows if row["row"] == kind]


def last(rows):
    return next(row for row in rows if row["row"] == "sum")


def curve(rows, who):
    """(table over memory, writes a second) in order."""
    return sorted((row["times"], row["rate"]) for row in of(rows, "curve") if row["who"] == who)


def at(rows, who, times):
    """Writes a second where the table is nearest to so many times its memory; 0 for a curve that is not drawn."""
    return min(curve(rows, who), key=lambda point: abs(point[0] - times), default=(0.0, 0.0))[1]


def spent(rows, times):
    """Shares of the disks' time where the table is nearest to so many times its memory, by part."""
    areas = of(rows, "share")
    nearest = min({row["times"] for row in areas}, key=lambda each: (abs(each - times), each))
    return {row["part"]: row["high"] - row["low"] for row in areas if row["times"] == nearest}


def values(rows):
    v = last(rows)
    names = ("times", "record", "ratio", "memory", "server", "table", "entries", "blocks", "looks", "missed", "dirty",
             "replaced", "read_time", "read_rate", "write_time", "flash_time", "threads", "interval", "feed", "fed",
             "removal", "removed", "unique", "most_lookups")
    found = {name: v[name] for name in names}
    mine = FLASH if v["flash"] else DEDUP
    for name, times in (("fits", 0.1), ("twice", 2.0), ("ten", 10.0)):
        plain = at(rows, PLAIN, times)
        found |= {name: at(rows, DEDUP, times), f"{name}_flash": at(rows, FLASH, times),
                  f"{name}_alone": at(rows, ALONE, times), f"effect_{name}": at(rows, DEDUP, times) / plain if plain else 0.0}
    found |= {"without": at(rows, PLAIN, 1.0), "rate": at(rows, mine, v["times"]), "rate_dedup": at(rows, DEDUP, v["times"])}
    found |= {"bytes": found["rate"] * v["record"], "bytes_without": found["without"] * v["record"]}
    shares = spent(rows, v["times"])
    found |= dict(zip(("spent_data", "spent_reads", "spent_frees", "spent_table", "spent_idle"),
                      (shares[part] for part in PARTS), strict=True))
    for name, who in (("plain", PLAIN), ("dedup", DEDUP)):
        row = next(row for row in of(rows, "read") if row["who"] == who)
        found |= {f"reads_{name}": row["disk"], f"latency_{name}": row["latency"]}
    return found


def describe(rows):
    v = values(rows)
    besides = f"While {count(v['removal'])} blocks a second are freed besides, the" if v["removal"] else "The"
    text = (f"{besides} pool takes {count(v['without'])} writes of {size(v['record'])} a second without dedup; with dedup "
            f"{count(v['fits'])} while the table fits into memory, {count(v['twice'])} at twice that size, {count(v['ten'])} "
            f"at ten times. ")
    if last(rows)["flash"]:
        text += f"With flash behind memory it takes {count(v['twice_flash'])} and {count(v['ten_flash'])}. "
    return text + (f"At {v['times']:g} times, {v['missed']:.0%} of the lookups wait for a disk. A read takes "
                   f"{time(v['latency_dedup'])}, without dedup {time(v['latency_plain'])}.")


def small_while_it_fits(rows):
    """In memory the table costs a fifth of the writes at most; beyond memory there are ever fewer, less than half of those
    without dedup when it is ten times as large."""
    with_, without = curve(rows, DEDUP), dict(curve(rows, PLAIN))
    fits = [rate / without[times] for times, rate in with_ if times <= 1 and without[times]]
    beyond = [rate for times, rate in with_ if times >= 1]
    falls = all(b < a for a, b in pairwise(beyond))
    return bool(fits and len(beyond) > 3 and min(fits) >= 0.8 and falls and 0 < 2 * beyond[-1] < without[with_[-1][0]])


def removal_floods(rows):
    """What is removed costs little of what can be written while the table fits, at least twice as large a share when it is
    ten times as large, and then its lookups keep the disks busy."""
    lost = {}
    for times in (0.1, 10.0):
        alone = at(rows, ALONE, times)
        lost[times] = 1 - at(rows, DEDUP, times) / alone if alone else 0.0
    frees = spent(rows, 10.0)[PARTS[2]]
    return 0.0 <= lost[0.1] < 0.25 and lost[10.0] > max(0.25, 2 * lost[0.1]) and frees > 2 * spent(rows, 0.1)[PARTS[2]]


def copies_read_once(rows):
    """Fewer reads go to disk, and a read takes less time."""
    v = values(rows)
    return 0 <= v["reads_dedup"] < 0.7 * v["reads_plain"] and 0 < v["latency_dedup"] < 0.7 * v["latency_plain"]
