"""Random requests against a drive with a queue: what the figures of the chapter measure there."""
from itertools import islice
from math import sqrt
from random import Random

from models.catalogue.machines import values as constants
from models.devices.disk_scheduling import DISCIPLINES, sptf
from models.devices.drive_spec import drive_of
from models.devices.hdd import HardDisk
from models.devices.queued_disk import QueuedDisk, closed_loop
from models.fast.random_reads import random_reads
from models.sim.stats import mean, percentile
from models.sim.workload import uniform

DISK = constants("enterprise-disk")
SIZE = int(DISK["size"])
FULL = 64 * SIZE
"""The write cache of these runs. What lies behind the writes that the drive weighs only waits, so a small cache that is
full behaves like a large one that is full, and is full sooner."""
WARM, DEPTHS = 160, 64
MANY = 4000
"""Reads of the case that is looked at closely: of these the two figures tell the same."""
NAMES = {"fcfs": "first come, first served", "clook": "the lift (C-LOOK)", "sstf": "shortest seek first",
         "sptf": "shortest positioning first"}


def spec_of(seek, spindle, **others):
    """The enterprise disk with an average seek (s; all moves in proportion) and a speed (turns a second)."""
    longer = seek / DISK["seek_average"]
    return drive_of("enterprise-disk", speed=spindle, seek_average=seek, seek_track=DISK["seek_track"] * longer,
                    seek_full=DISK["seek_full"] * longer, **others)


def ladder(kind, depths, discipline, ageing, spec, cache, requests, seed):
    """(outstanding, answered) for each of the rising `depths`: (issued, finish) in s of 4 KiB requests over the whole
    disk, in the order of their answers.

    kind: the share of reads, 0 to 1. cache: whether writes are answered from the drive's memory, which is full.
    requests: how many to answer with so many outstanding (a function of it).
    """
    random = Random(seed)
    phase = random.random()
    if kind == 1 and discipline == "sptf":
        for depth in depths:
            offsets = uniform(SIZE, spec.capacity, Random(seed * DEPTHS + depth))
            answered = random_reads(HardDisk(spec, phase=phase), offsets, SIZE, depth, requests(depth) + depth, ageing)
            yield depth, answered[depth:]
        return
    offsets = uniform(SIZE, spec.capacity, random)
    choose = sptf(ageing) if discipline == "sptf" else DISCIPLINES[discipline]
    disk, before = QueuedDisk(spec, choose, cache=cache, phase=phase), 0
    mixed = (("read" if random.random() < kind else "write", offset, SIZE) for offset in offsets)
    for depth in depths:
        answers, warm = closed_loop(disk, mixed, depth - before), depth if before or kind or not cache else WARM
        yield depth, [(c.issued, c.finish) for c in islice(answers, warm, warm + requests(depth))]
        before = depth


def summary(answered):
    """Rate (a second), mean, median, p90, p95, longest (s), spread (of the mean), near (share within one deviation)."""
    taken = [finish - issued for issued, finish in answered]
    middle = mean(taken)
    deviation = sqrt(mean([(t - middle) * (t - middle) for t in taken]))
    begun, ended = answered[0][1], max(finish for _, finish in answered)
    return {"iops": (len(taken) - 1) / (ended - begun), "mean": middle, "median": percentile(taken, 0.5),
            "p90": percentile(taken, 0.9), "p95": percentile(taken, 0.95), "longest": max(taken),
            "spread": deviation / middle,
            "near": sum(abs(t - middle) <= deviation for t in taken) / len(taken)}


def histogram(answered, bins):
    """Rows: bin (low, high in s, share): the latencies in `bins` steps from 0 to the longest."""
    taken = [finish - issued for issued, finish in answered]
    step = round_up(max(taken) / bins)
    counts = [0] * (int(max(taken) / step) + 1)
    for t in taken:
        counts[int(t / step)] += 1
    return [{"row": "bin", "low": k * step, "high": (k + 1) * step, "share": n / len(taken)}
            for k, n in enumerate(counts)]


def round_up(value):
    """The next 1, 2 or 5 times a power of ten that is not less."""
    power = 1e-6
    while True:
        for digit in (1, 2, 5):
            if digit * power >= value * (1 - 1e-9):
                return digit * power
        power *= 10

