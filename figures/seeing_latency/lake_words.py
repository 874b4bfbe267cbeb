"""An icy lake in a sentence: the pool, or what the line of one disk is."""
from figures.seeing_latency.icy_lake_results import MINUTE, total
from figures.shared.words import time
from models.units import ms

LEVEL = 0.05 * ms       # a slope (s a minute) that the eye takes for none
FAR = 0.2               # turns a round by which a sector may move while its line can still be followed


def pool(s):
    """The pool in words."""
    count, many = s["vdevs"], "s" if s["vdevs"] > 1 else ""
    return {"stripe": f"{count} disk{many}", "mirror": f"{count} mirrored pair{many}",
            "raidz1": f"{count} RAID-Z group{many} of six", "raidz2": f"{count} RAID-Z2 group{many} of ten"}[s["layout"]]


def round_two(value):
    """A number with two digits that count."""
    return f"{float(f'{value:.2g}'):g}"


def moves(slope, verbs=("climbs", "falls", "runs level")):
    """A slope (s a minute) in words."""
    if abs(slope) < LEVEL:
        return verbs[2]
    return f"{verbs[0] if slope > 0 else verbs[1]} {round_two(abs(slope) / ms)} ms a minute"


def either(one, other):
    """Two of these, with no word twice."""
    if one.split()[0] != other.split()[0] or one == other:
        return one if one == other else f"{one} or {other}"
    return f"{one.removesuffix(' ms a minute')} or {other.split(maxsplit=1)[1]}"


def drifts(s):
    """What becomes of a disk's sector from one round to the next."""
    if abs(s["drift"]) > FAR:
        return "its sector has moved by a large part of a turn, so that no line can be followed"
    if abs(s["slope"]) < LEVEL:
        return "its sector is as far from the head as the time before, so its line runs level"
    return (f"its sector is {round_two(100 * abs(s['drift']))}% of a turn "
            f"{'further from' if s['drift'] > 0 else 'nearer to'} the head, so its line {moves(s['slope'])}")


def behind(s):
    """What decides how steep the line is: whom it follows."""
    if s["layout"] == "stripe":
        unlike = f"{abs(s['slope']) / MINUTE:.4%} {'slower' if s['slope'] > 0 else 'faster'} than"
        return f"It turns {unlike if s['slope'] else 'just like'} disk {s['behind']}, which is written to just before."
    slopes = [s["slope"], s["other_slope"], *([s["mate_slope"], s["mate_other"]] if s["layout"] == "mirror" else [])]
    if abs(s["drift"]) > FAR or max(map(abs, slopes)) < LEVEL:
        return ""
    text = (f"That is so while the write before ends with disk {s['behind']}; while it ends with disk {s['other']}, the line "
            f"{moves(s['other_slope'])}.")
    if s["layout"] == "mirror":
        text += f" Blue is disk {s['mate']}, whose line {either(moves(s['mate_slope']), moves(s['mate_other']))}."
    return text


def explain(s):
    """What the line of one disk is, in words."""
    group = {"stripe": "", "mirror": "pair"}.get(s["layout"], "group")
    late = f"is the {'later one' if group == 'pair' else 'latest'} in {s['decides']:.0%} of its {group}'s writes (orange)"
    if s["vdevs"] == 1:
        return f"Disk {s['disk']} takes part in every write. {f'It {late}.' if group else f'Each time {drifts(s)}.'}"
    name = f"Disk {s['disk']}, of {group} {s['group']}, {late}. Each" if group else f"Disk {s['disk']}: each"
    return " ".join(f"{name} time round {pool(s)} ({time(s['lap'])}) {drifts(s)}. {behind(s)}".split())


def describe(rows):
    s = total(rows)
    if s["disk"]:
        return bounded(s) + explain(s)
    text = bounded(s) + (
        f"{pool(s)} take{'s' if s['vdevs'] == 1 else ''} {s['iops']:.0f} writes a second, one at a time; half take less "
        f"than {time(s['median'])}, 99 of 100 less than {time(s['p99'])}. ")
    ways = ("rising", "climb"), ("falling", "fall")
    found = [(s[way], verb if s[way] > 1 else f"{verb}s") for way, verb in ways if s[way]]
    if found:
        noun = "stretch" if found[0][0] == 1 else "stretches"
        moving = " and ".join(f"{count} {verb}" for count, verb in found).replace(" ", f" {noun} of line ", 1)
        return text + f"{moving}, by {time(s['steepest'] * MINUTE)} a minute at most; {crossed(s['crossings'])}."
    return text + (level(s["lines"]) if 4 * s["lines"] > s["vdevs"] else "There are no lines to be seen.")


def bounded(s):
    """What was asked for and is more than there is."""
    text = f"There is room for {s['disks']} disks, {s['vdevs']} groups. " if s["asked_vdevs"] > s["vdevs"] else ""
    return text + (f"The last disk has number {s['disk']}. " if s["asked_disk"] > s["disk"] else "")


def level(count):
    """How many lines run level."""
    return "One line runs level." if count == 1 else f"{count} lines run level."


def crossed(count):
    """How often lines cross."""
    return {0: "they never cross", 1: "they cross once", 2: "they cross twice"}.get(count, f"they cross {count} times")
