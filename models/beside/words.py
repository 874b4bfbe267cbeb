"""What a measurement beside the model means, in words, and what to measure next."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import fsum, log
from typing import NamedTuple

from models import units
from models.beside.known import CACHED, DISKS, pools, together
from models.beside.levels import DEVICE, OPS, POOL, PROGRAM, Level, Levels, has_syncs, levels_of
from models.beside.nearest import NEAR, NEAR_TAIL, Beside, Held, judged, within
from models.beside.stalls import stalls
from models.commands.disks import disk_of
from models.commands.status import LABEL
from models.lab.iostat import BUCKETS
from models.measured.forms.zpool_histogram import SINCE_IMPORT
from models.measured.kit.devices import WHOLE
from models.measured.kit.measured import Between, Bins, Measured, Samples

GROUP, WRITEBACK = 5.0, 30.0
"""After so long (s) ZFS ends a transaction group (zfs_txg_timeout), and Linux writes back what has changed
(dirty_expire_centisecs)."""
SHORTEST_GROUP = 1.0
"""Groups that end more often than this (s) are not what stops requests at a beat: each ends when the one before is
written."""
SHORTEST_JOB = 1.0
"""A shorter stretch (s) cannot be a scrub, a snapshot or a backup. Assumed."""
EVENLY = 0.1
"""Share by which a period may differ from a known one."""
SOONER, STEPS = 5.0, tuple(n / 20 for n in range(2, 20))
"""A request that is this many times as short as the model's shortest was answered by a cache. The shares of such requests
that are told. Assumed: memory is a thousand times as quick as a disk, and ten times as quick as flash."""
TOO_FEW = 30
"""Requests below which a median says little."""
SAME_STALL = 0.4
"""Share of the program's longest wait from which on a device's is the same stall: a bin may be half as wide."""
OPEN = 2 ** (BUCKETS - 1) * 1e-9
"""The lower edge (s) of the last bucket of `zpool iostat -w`, which counts everything that took longer."""
NARROW = 1.03
"""A bin that is no wider is told as its middle: fio's are 1.6 % wide."""
ALIKE, FEW = 1.05, 3
"""Factor within which machines fit alike; stretches that are told by their times."""
LITTLE, FAR, UNLIKE, SLOWER = 1.3, 10.0, 3.0, 2.0
"""Factors: by which the requests under way may differ from the job's without being told; by which the longest of all is
longer than the model's where something stops requests; by which a drive is slower than its one neighbour, or a machine is
not near; by which it is slower than several that are alike. Assumed."""


def time(seconds: float | Between | None) -> str:
    """Return a latency as text: of a bin its bounds, unless it is as narrow as those of fio."""
    if isinstance(seconds, Between):
        if seconds.high <= NARROW * seconds.low:
            return units.time((seconds.low + seconds.high) / 2)
        return f"{time(seconds.low)} to {time(seconds.high)}"
    if seconds is None:
        return "?"
    return units.time(seconds)


def times(factor: float) -> str:
    """Return a factor as text."""
    return f"{factor:.1f} times" if factor < 9.5 else f"{factor:,.0f} times"


def long(factor: float) -> str:
    """Return how long yours is beside the model's."""
    return f"{times(factor)} as long" if factor >= 1 else f"{100 * factor:.2g} % of the model's"


def said(found: Beside, files: Mapping[str, Measured]) -> list[str]:
    """Return what the measurement means, a sentence or two for each thing."""
    read = together(files)
    levels = levels_of(read)
    if found.wrong:
        return [f"The model cannot be set as the files say: {found.wrong}.", *found.known.notes]
    lines = [verdict(found), *untold(found)] if found.held else [*nothing(found, levels, files)]
    lines += [
        f"{one.yours.file} has {one.yours.number:.0f} {one.op}{'s' * (one.yours.number != 1)}: too few to say much."
        for one in found.held
        if 0 < one.yours.number < TOO_FEW
    ]
    lines += [
        f"{one.yours.file}: each write is followed by a sync, whose latency is taken as that of a safe write."
        for one in found.held
        if (one.level, one.op) == (PROGRAM, "write") and has_syncs(read[one.yours.file])
    ]
    lines += [
        f"{file} counts all since the pool's import: it tells of your program only if nothing else ran in all that time."
        for file in sorted({one.file for (level, _), one in levels.items() if level != PROGRAM})
        if SINCE_IMPORT in read[file].notes
    ]
    lines += found.known.notes
    if ungrouped(found, levels):
        lines.append(
            "The run is shorter than a transaction group, whose writes the files count, too: the writes of the pool and the devices are "
            "not compared."
        )
    for op in OPS:
        if held := [one for one in found.held if one.op == op]:
            lines += of_op(held, found)
    return [*lines, *apart(levels), *unlike(files), *little(found, levels)]


def ungrouped(found: Beside, levels: Levels) -> bool:
    """Return whether the pool's writes are not held against a run because it has no transaction group."""
    lower = [(level, "write") in levels for level in (POOL, DEVICE)]
    return any(lower) and found.model is not None and bool(found.held) and not found.model.groups


def nothing(found: Beside, levels: Levels, files: Mapping[str, Measured]) -> Iterator[str]:
    """Yield why there is nothing to compare, if a machine ran."""
    if not levels:
        yield (
            "The files say how long requests took, but not of reads and writes apart: so nothing of the machine can be compared."
            if any(part.latencies or part.windows for one in files.values() for part in one.parts)
            else "No file says how long requests took."
        )
    elif found.model:
        mine = " and ".join(sorted({f"{op}s {level}" for level, op in levels}))
        its = " and ".join(sorted({f"{op}s {level}" for level, op in found.model.levels}))
        yield f"There is nothing to compare: the files have {mine}, and the machine has {its}."


def verdict(found: Beside) -> str:
    """Return whether the model fits, and with what was taken."""
    taken = ", ".join(option.words for option in found.tries[0].options)
    is_near = found.tries[0].off < UNLIKE
    nearest = (
        "this is nearest"
        if is_near
        else "none is near at the median and p99 together, and the closest is"
    )
    of = f" Of what the files leave open {nearest}: {taken}." if taken else ""
    worst = max(judged(found.held), key=lambda one: abs(log(one.centre or 1.0)))
    centre = "mean" if worst.p50 is None else "median"
    if found.fits:
        return f"The model fits at the {centre}, within a factor of {NEAR}.{of}"
    which = "No machine that the files allow fits" if taken else "The machine does not fit"
    return (
        f"{which}: the {centre} of {worst.op}s {worst.level} is off by more than a factor of {NEAR}.{of} What follows says "
        "where they differ, not how yours works."
    )


def untold(found: Beside) -> Iterator[str]:
    """Yield which open questions the files cannot settle: answers that fit alike."""
    best = found.tries[0]
    if best.off >= UNLIKE:
        return
    alike = [one for one in found.tries if one.off <= ALIKE * best.off]
    for place, name in enumerate(found.known.open):
        words = list(dict.fromkeys(one.options[place].words for one in alike))
        if len(words) > 1:
            yield f"These files do not tell {name}: {' and '.join(words)} fit alike."


def of_op(held: list[Held], found: Beside) -> Iterator[str]:
    """Yield what is known of reads or writes: at the top level, below it, and where the difference is."""
    top, *below = held
    why = why_short(top, found) if top.centre and top.centre < 1 / NEAR else ""
    if stops(top) or beat(top):
        why = f"{why} {why_late(top)}".strip()
    yield f"{top.op.capitalize()}s {top.level}: {short(top)}. {why}".strip()
    if quick := sooner(top):
        yield f"{share(quick)} of your {top.op}s or more are answered sooner than any of the model's: by a cache."
    for one in below:
        yield f"{one.op.capitalize()}s {one.level}: {short(one)}."
    device = next((one for one in below if one.level == DEVICE), None)
    if device is None:
        return
    is_late = device.p99 is not None and device.p99 > NEAR_TAIL
    if stops(top) and top.level != DEVICE:
        longest = longest_of(device)
        if is_late or longest > SAME_STALL * longest_of(top):
            yield "The devices are as late: the cause is in them, not above them."
        elif device.p99 is not None and longest:
            yield "The devices answer in time: the cause is above them."
    elif top.centre and top.centre > NEAR and device.centre is not None:
        if device.centre > NEAR:
            yield "The devices are as slow: the time is lost in them, or there is more work for them than the job's."
        elif (queue := next((one for one in below if one.level == POOL), None)) and (
            queue.centre and queue.centre > NEAR
        ):
            yield "The devices are as quick as the model's: the time is lost in ZFS's queue."
        elif is_late:
            yield "Half of the devices' answers come in time, and some far too late: one drive of several may be slow."
        else:
            yield "The devices are as quick as the model's: the time is lost above them."


def sooner(one: Held) -> float:
    """Return the share of requests that are far shorter than any of the model's, in steps; 0 if few are, or if it is not known."""
    found = one.yours.latencies
    if found is None or not len(found) or not len(one.model):
        return 0.0
    limit = min(one.model.seconds) / SOONER
    ends = (each.high if isinstance(each, Between) else each for each in found.percentiles(STEPS))
    return max((step for step, end in zip(STEPS, ends, strict=True) if end < limit), default=0.0)


def longest_of(one: Held) -> float:
    """Return the longest latency of a level (s), of a histogram at least; 0 if it is not known."""
    samples = one.yours.latencies
    if isinstance(samples, Samples):
        return samples.longest
    return samples.longest.low if isinstance(samples, Bins) and len(samples) else 0.0


def short(one: Held) -> str:
    """Return how a level compares."""
    by = "median" if one.p50 is not None else "mean"
    centre = one.centre or 1.0
    right = within(centre, NEAR)
    text = f"the model's {by} is right" if right else f"your {by} is {long(centre)}"
    if one.p99 is None:
        return text
    if right and within(one.p99, NEAR):
        return f"{text}, and its p99 too"
    text = f"{text}, your p99 {'is ' * right}{long(one.p99)}"
    if centre > NEAR and within(one.p99 / centre, NEAR):
        return f"{text}: all takes longer, as with a slower drive or more requests before each"
    return text


def beat(one: Held) -> float:
    """Return the time between stretches of slow requests (s), 0 if there are none or at no regular times."""
    samples = one.yours.latencies
    found = stalls(samples) if isinstance(samples, Samples) else None
    return found.every if found else 0.0


def is_late(one: Held) -> bool:
    """Return whether a level is right in the middle and too long at p99."""
    return within(one.centre, NEAR) and one.p99 is not None and one.p99 > NEAR_TAIL


def is_far(one: Held) -> bool:
    """Return whether the slow requests of a level are so much longer than the model's that they must have been stopped."""
    longest = longest_of(one) / max(one.model.longest, 1e-9)
    return longest > FAR or (one.p99 or 0.0) > FAR


def stops(one: Held) -> bool:
    """Return whether some requests wait for something that the model has not: by p99, or by the longest of all."""
    samples = one.yours.latencies
    longest = samples.longest if isinstance(samples, Samples) else 0.0
    return is_late(one) or longest > FAR * max(
        one.model.longest, (one.centre or 1.0) * one.model.longest
    )


def why_late(one: Held) -> str:
    """Return what the times of slow requests say of their cause."""
    samples = one.yours.latencies
    found = stalls(samples) if isinstance(samples, Samples) else None
    if not found:
        late = (
            "Something stops requests now and then" if is_far(one) else "Your slow ones are slower"
        )
        return f"{late}; the file has no times that would say when."
    if found.every:
        known = [
            (GROUP, "a transaction group ends as often (zfs_txg_timeout)"),
            (WRITEBACK, "Linux writes back changed pages as often"),
        ]
        reason = next((why for t, why in known if abs(found.every / t - 1) < EVENLY), "")
        cause = (
            f": {reason}. Perhaps something flushes."
            if reason
            else ". Look what else runs at this beat."
        )
        return f"Slow ones come every {time(found.every)}{cause}"
    if found.covered > 0.5:
        return (
            f"Slow ones come all the time, {share(found.slow)} of all: so it is nothing that comes and goes. Some requests meet "
            "something slow, such as one drive of several."
        )
    if found.number <= FEW:
        begin, end = found.longest
        stretches = "one stretch" if found.number == 1 else f"{found.number} stretches"
        such = " (a scrub, a snapshot, a backup)" if end - begin > SHORTEST_JOB else ""
        return f"They come in {stretches}, the longest from {begin:.1f} to {end:.1f} s: look what ran then{such}."
    if found.together > 0.5:
        return f"They come together, in {found.number} stretches at no regular times: something stops all requests at once."
    return "They come one by one at no regular times: each waits for its own, as behind a long request of another."


def why_short(one: Held, found: Beside) -> str:
    """Return why a measurement may be shorter than the model's."""
    if one.level == DEVICE:
        return "A cache in the drive answers, or the drive is of a quicker kind."
    if not found.known.loads:
        return "A cache answers, or yours is a quicker machine."
    if one.op == "read" and CACHED in found.known.open:
        return "Most are answered by a cache that is nearer than the ARC, or yours is a quicker machine."
    if one.op == "read":
        return (
            "The job asks for direct reads; ZFS before 2.3 takes them as any others, and answers what is in memory from there. "
            "So the ARC answers, or the drives are quicker than those tried."
        )
    if found.settings.get("local.o_sync") is False:
        return (
            "Neither your machine nor the model waits until they are safe. The model may first read the rest of a record (zfs get recordsize), or wait "
            "for a group that is written."
        )
    return "They are answered before they are safe, or by a quicker device than those tried."


def unlike(files: Mapping[str, Measured]) -> Iterator[str]:
    """Yield which drive is slower than its neighbours of one kind, by the mean waits of each that a file has."""
    for file, measured in files.items():
        drives = [
            part
            for part in measured.parts
            if part.name not in ("boot", "interval", measured.values.get("pool"))
            and not LABEL.fullmatch(part.name)
        ]
        for op, keys in (
            ("read", ("r_await_s", "disk_wait_r_s")),
            ("write", ("w_await_s", "disk_wait_w_s")),
            ("request", ("asvc_s",)),
        ):
            kinds = defaultdict[str, dict[str, Waits]](dict)
            for part in drives:
                for key in keys:
                    wait, rate, moved = (
                        one if isinstance(one := part.values.get(name), float) else None
                        for name in (key, f"{op[0]}_per_s", f"{op}_bytes_per_s")
                    )
                    if wait:
                        size = moved / rate if moved and rate else None
                        kinds[disk_of(part.name).kind][part.name] = Waits(wait, rate, size)
            for alike in kinds.values():
                # others than whole drives may repeat their requests
                disks = {name: one for name, one in alike.items() if WHOLE.fullmatch(name)}
                yield from slowest(file, op, disks if len(disks) > 1 else alike)


class Waits(NamedTuple):
    """What a drive's requests are. wait: their mean (s). rate: in a second, size: bytes, both None if not known."""

    wait: float
    rate: float | None
    size: float | None


def slowest(file: str, op: str, drives: Mapping[str, Waits]) -> Iterator[str]:
    """Yield which of some drives of one kind is slower than the others, if one is and its requests are no larger."""
    if len(drives) < 2:
        return
    *others, name = sorted(drives, key=lambda name: drives[name].wait)
    one, next_one = drives[name], drives[others[-1]]
    largest = max((drives[other].size or 0.0 for other in others), default=0.0)
    is_larger = bool(one.size and largest and one.size > NEAR * largest)
    if is_larger or one.wait <= (SLOWER if len(others) > 1 else UNLIKE) * next_one.wait:
        return
    why = "That drive is slow, or it gets more requests."
    if one.rate is not None:
        most = max(drives[other].rate or 0.0 for other in others)
        why = (
            "It gets more requests."
            if one.rate > NEAR * most
            else "That drive is slow: it gets no more requests than they."
        )
    yield (
        f"{file}: a {op} takes {time(one.wait)} in {name}, and at most {time(next_one.wait)} in the others of its kind. {why}"
    )


def apart(levels: Levels) -> Iterator[str]:
    """Yield where the time goes by the measurement alone: what each level adds to the one below."""
    for op in ("read", "write"):
        known = [
            (level, levels[level, op]) for level in (PROGRAM, POOL, DEVICE) if (level, op) in levels
        ]
        means = [(level, one.mean, one) for level, one in known if one.mean and not is_open(one)]
        if len(means) < 2:
            continue
        words = ", ".join(
            f"{'about ' * isinstance(one.latencies, Bins)}{time(mean)} "
            f"{'as the program sees it' if level == PROGRAM else level} ({one.file})"
            for level, mean, one in means
        )
        top, bottom = means[0], means[-1]
        assert top[1] and bottom[1]
        text = f"A {op} takes, on average, {words}."
        if op == "write":
            text += " No program waits for those of a transaction group (asyncq)."
        if top[1] > 1.1 * bottom[1]:
            about = "About " * any(isinstance(one.latencies, Bins) for _, _, one in means)
            yield f"{text} {about}{share(1 - bottom[1] / top[1])} of its time is spent above the devices."
        elif top[1] < 0.9 * bottom[1]:
            other = "a cache answers it, or the counts are of another time or of other work."
            why = "they count such writes, too, or " if op == "write" else ""
            yield f"{text} The program waits less than the devices take: {why}{other}"
        else:
            yield f"{text} Nearly all of its time is spent in the devices."


def is_open(one: Level) -> bool:
    """Return whether some of the latencies lie in a bin without an end, so that no mean is known."""
    return isinstance(one.latencies, Bins) and one.latencies.longest.low >= OPEN


def share(part: float) -> str:
    """Return a share as text."""
    return f"{100 * part:.0f} %"


def little(found: Beside, levels: Levels) -> Iterator[str]:
    """Yield what Little's law says: answers a second, times how long each takes, is how many are under way."""
    threads = found.settings.get("local.threads")
    if not found.model or not threads or found.settings.get("local.rate"):
        return
    rates = [
        (one, one.number)
        for (level, _), one in levels.items()
        if level == PROGRAM and one.number and one.mean and one.file != found.known.said.get("load")
    ]
    seconds = max((span(one) for one, _ in rates), default=0.0)
    if not rates or seconds <= 0:
        return
    under_way = fsum(number * (one.mean or 0.0) for one, number in rates) / seconds
    if not within(under_way / threads, LITTLE):
        yield (
            f"By Little's law {under_way:.3g} requests were under way, and the job has {threads}: "
            + (
                "the rest of the time it did something else."
                if under_way < threads
                else "more than it asked for."
            )
        )


def span(level: Level) -> float:
    """Return how long a level was measured (s), by the times of its requests; 0 if it has none."""
    samples = level.latencies
    return (
        max(samples.times) - min(samples.times)
        if isinstance(samples, Samples) and len(samples.times) > 1
        else 0.0
    )


def next_of(found: Beside, files: Mapping[str, Measured]) -> list[tuple[str, str]]:
    """Return what to measure next, at most three: a command, and what it would settle."""
    read, known = together(files), found.known
    levels = levels_of(read)
    named = files.get(known.said.get("machine", ""))
    pool = str(named.values.get("pool", "")) if named else ""
    pool = pool or next(iter(sorted(pools(files))), "POOL")
    asked = list[tuple[str, str]]()
    if "load" not in known.said and any("loads_in_turn" in one.values for one in files.values()):
        asked.append(
            ("fio JOB.fio --section=NAME", "One job at a time can be held against the machine.")
        )
    elif "load" not in known.said:
        asked.append(
            (
                "fio --output-format=json+ --output=job.json JOB.fio",
                "Without a load there is nothing to run: fio's own JSON has the job and its latencies.",
            )
        )
    if "machine" not in known.said:
        asked.append(("zpool status", "It says of how many drives the pool is made, and how."))
    late = [one for one in found.held if stops(one) or beat(one)]
    logged = (
        each for one in late if isinstance(each := one.yours.latencies, Samples) and each.times
    )
    samples = next(logged, None)
    if late and samples is None:
        asked.append(
            ("fio ... --write_lat_log=x", "A log of single requests says when the slow ones come.")
        )
    elif samples is not None and (when := stalls(samples)):
        asked.append(
            (
                f"zpool iostat -vl {pool} 10",
                "It shows each drive by itself: is one slower than its neighbours?",
            )
            if when.covered > 0.5
            else (
                f"cat /proc/spl/kstat/zfs/{pool}/txgs",
                "It has when each transaction group ended, and how long it took to write.",
            )
            if not when.every or when.every >= SHORTEST_GROUP
            else (
                f"zpool iostat -vly {pool} 1",
                "It shows whether the devices stop at the same beat. If not, it is above them: a program, or the network.",
            )
        )
    if not any(
        level == POOL and SINCE_IMPORT not in read[one.file].notes
        for (level, _), one in levels.items()
    ):
        asked.append(
            (
                f"zpool iostat -wp {pool}; sleep 10; zpool iostat -wp {pool}",
                "Run beside the program, it splits the time into ZFS's queue and the devices.",
            )
        )
    elif "load" in known.said and not any(level == PROGRAM for level, _ in levels):
        asked.append(
            (
                "fio ... --output-format=json+",
                "The program's own latencies: what lies above the pool is their rest.",
            )
        )
    short = next(
        (one for one in found.held if one.centre and one.centre < 1 / NEAR and one.op == "read"),
        None,
    )
    if short:
        asked.append(("arcstat 1", "It says how many reads memory answered."))
    slow = next(
        (one for one in found.held if one.level == DEVICE and one.centre and one.centre > NEAR),
        None,
    )
    if slow and not any(one.form.startswith("iostat") for one in files.values()):
        asked.append(
            (
                "iostat -x 1",
                "One drive that is slower than its neighbours shows there; all alike mean the load.",
            )
        )
    elif next(
        (one for one in found.held if one.level == PROGRAM and one.centre and one.centre > NEAR),
        None,
    ):
        asked.append(
            (f"zpool iostat -lq {pool} 1", "It says which of ZFS's queues the requests wait in.")
        )
    if DISKS in known.open and len(asked) < 3:
        asked.append(
            (
                "lsblk -d -o NAME,ROTA,MODEL",
                "It says what the drives are, and is read here, too.",
            )
        )
    return asked[:3]


def middles(found: Beside) -> list[list[str]]:
    """Return the rows of a table: op, level, your median or mean, the model's, your p99, the model's, and the file."""
    rows = list[list[str]]()
    for one in found.held:
        half, most = one.model.percentiles((0.5, 0.99))
        with_median = one.yours.p50 is not None
        rows.append(
            [
                f"{one.op}s {one.level}",
                time(one.yours.p50) if with_median else f"{time(one.yours.mean)} (mean)",
                time(half) if with_median else f"{time(one.model.mean)} (mean)",
                time(one.yours.p99) if one.yours.p99 is not None else "",
                time(most),
                one.yours.file,
            ]
        )
    return rows
