"""A disk written a second time, from what the first one's docstrings promise, slow and plain.

It counts turns instead of taking remainders, lists every track, and keeps the cache as a list of (offset, size, came).
"""

from bisect import bisect_right
from math import ceil, sqrt

SAME_PLACE = 1e-5


class ReferenceDisk:
    def __init__(self, disk):
        spec, geometry = disk.spec, disk.geometry
        self.spec, self.cached, self.phase = spec, disk.cache, disk.phase
        self.turn = 1 / spec.speed
        self.stroke = geometry.cylinders
        self.firsts, self.lengths = [], []
        ends = [*(start for start, _, _ in geometry.zones[1:]), spec.capacity]
        for (start, _, length), end in zip(geometry.zones, ends, strict=True):
            for first in range(start, end, length):
                self.firsts.append(first)
                self.lengths.append(length)
        self.arm = 0
        self.behind = 0             # the byte behind the last one: stepping there hides in the skew
        self.idle = 0.0
        self.answered = 0.0
        self.held = []

    def reach(self, now, offset, writing):
        """(when the arm is there, when the byte is under it, the track)."""
        track = bisect_right(self.firsts, offset) - 1
        distance = 0 if offset == self.behind else abs(track // self.spec.heads - self.arm)
        third = self.stroke / 3
        if distance == 0:
            arrived = now
        elif distance <= third:
            gain = self.spec.seek_average - self.spec.seek_track
            arrived = now + self.spec.seek_track + gain * sqrt((distance - 1) / (third - 1))
        else:
            gain = self.spec.seek_full - self.spec.seek_average
            arrived = now + self.spec.seek_average + gain * (distance - third) / (self.stroke - third)
        if distance and writing:
            arrived += self.spec.write_settle
        turned = arrived / self.turn + self.phase
        angle = track * self.spec.skew / self.turn + (offset - self.firsts[track]) / self.lengths[track]
        whole = ceil(turned - angle - SAME_PLACE)
        return arrived, max(arrived, (whole + angle - self.phase) * self.turn), track

    def media(self, now, offset, size, writing):
        _, now, track = self.reach(now, offset, writing)
        while True:
            part = min(size, self.firsts[track] + self.lengths[track] - offset)
            now += part * self.turn / self.lengths[track]
            offset, size = offset + part, size - part
            if not size:
                break
            now += self.spec.skew
            track += 1
        self.arm, self.idle, self.behind = track // self.spec.heads, now, offset
        return now

    def destage(self):
        begin = max(self.idle, self.held[0][2])
        there = [write for write in self.held[: self.spec.destage_set] if write[2] <= begin]
        soonest = min(there, key=lambda write: self.reach(begin, write[0], True)[1])
        self.held.remove(soonest)
        self.media(begin, soonest[0], soonest[1], True)

    def catch_up(self, now):
        while self.held and max(self.idle, self.held[0][2]) < now:
            self.destage()

    def keep(self, now, offset, size):
        if self.held:
            first, length, came = self.held[-1]
            if first + length == offset and length + size <= self.spec.extent_limit:
                self.held[-1] = (first, length + size, came)
                return
        self.held.append((offset, size, now))

    def write(self, now, offset, size):
        t = max(now, self.answered) + self.spec.command + size / self.spec.interface_rate
        if not self.cached:
            t = self.media(max(t, self.idle), offset, size, True)
        else:
            self.catch_up(t)
            while sum(length for _, length, _ in self.held) + size > self.spec.cache_size:
                self.destage()
                t = max(t, self.idle)
            self.keep(t, offset, size)
        self.answered = t
        return t

    def read(self, now, offset, size):
        t = max(now, self.answered) + self.spec.command
        self.catch_up(t)
        self.answered = self.media(max(t, self.idle), offset, size, False)
        return self.answered

    def flush(self, now):
        t = max(now, self.answered) + self.spec.command
        while self.held:
            self.destage()
        self.answered = max(t, self.idle) + self.spec.flush
        return self.answered
