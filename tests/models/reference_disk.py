"""A disk written a second time, from what the first one's docstrings promise, slow and plain.

It counts turns instead of taking remainders, lists every track, keeps the cache as a list of
(offset, size, came), and reads ahead a sector at a time.
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
        self.behind = 0  # the byte behind the last one: stepping there hides in the skew
        self.idle = 0.0
        self.answered = 0.0
        self.held = []
        self.going = (0, 0.0)  # the cached write that the platter is about, and until when
        self.ahead = min(spec.read_ahead, spec.cache_size // 2)
        self.kept = []  # [begin, end] of what was read, newest last
        self.next = None  # the byte that the head reads on at, or None
        self.passed = self.limit = 0

    def step(self):
        """When the next sector that the head reads on has passed."""
        track = bisect_right(self.firsts, self.next) - 1
        switch = self.spec.skew if self.next == self.firsts[track] and not self.fresh else 0.0
        return self.passed + switch + 512 * self.turn / self.lengths[track]

    def take(self):
        self.passed, self.next, self.fresh = self.step(), self.next + 512, False
        self.kept[-1][1] = max(self.kept[-1][1], self.next)

    def read_on(self, now):
        """Read sector by sector what the head passes before `now`, as far as there is room."""
        while self.next is not None and self.next < self.limit and self.step() <= now + 1e-12:
            self.take()

    def leave(self, now):
        """The arm goes elsewhere."""
        self.read_on(now)
        if self.next is not None:
            self.behind = self.next
            self.arm = (bisect_right(self.firsts, self.next - 1) - 1) // self.spec.heads
            self.next = None

    def remember(self, offset, end):
        if not self.ahead:
            return
        old = [seg for seg in self.kept if seg[0] <= offset <= seg[1]][:1]
        self.kept = [seg for seg in self.kept if not old or seg is not old[0]]
        if not old and len(self.kept) == self.spec.cache_size // (2 * self.ahead):
            self.kept.pop(0)
        begin = old[0][0] if old else offset
        self.kept.append([max(begin, end - self.ahead), end])
        self.next, self.passed, self.limit, self.fresh = end, self.idle, end + self.ahead, False

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
            arrived = (
                now + self.spec.seek_average + gain * (distance - third) / (self.stroke - third)
            )
        if distance and writing:
            arrived += self.spec.write_settle
        turned = arrived / self.turn + self.phase
        angle = (
            track * self.spec.skew / self.turn + (offset - self.firsts[track]) / self.lengths[track]
        )
        whole = ceil(turned - angle - SAME_PLACE)
        return arrived, max(arrived, (whole + angle - self.phase) * self.turn), track

    def media(self, now, offset, size, writing):
        self.leave(now)
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
        self.leave(begin)
        there = [write for write in self.held[: self.spec.destage_set] if write[2] <= begin]
        soonest = min(there, key=lambda write: self.reach(begin, write[0], True)[1])
        self.held.remove(soonest)
        self.going = (soonest[1], self.media(begin, soonest[0], soonest[1], True))

    def memory(self, now):
        """Bytes that are cached, or on their way to the platter."""
        size, until = self.going
        return sum(length for _, length, _ in self.held) + (size if until > now else 0)

    def catch_up(self, now):
        while self.held and max(self.idle, self.held[0][2]) < now:
            self.destage()

    def keep(self, now, offset, size):
        if self.in_cache(offset, size):
            return
        if self.held:
            first, length, came = self.held[-1]
            if first + length == offset and length + size <= self.spec.extent_limit:
                self.held[-1] = (first, length + size, came)
                return
        self.held.append((offset, size, now))

    def in_cache(self, offset, size):
        return any(
            first <= offset and offset + size <= first + length for first, length, _ in self.held
        )

    def write(self, now, offset, size):
        t = max(now, self.answered) + self.spec.command + size / self.spec.interface_rate
        if not self.cached:
            t = self.media(max(t, self.idle), offset, size, True)
        else:
            self.catch_up(t)
            while self.memory(t) + size > self.spec.cache_size:
                if self.idle <= t:
                    self.destage()
                t = self.idle
            self.keep(t, offset, size)
        self.answered = t
        return t

    def read(self, now, offset, size):
        t = max(now, self.answered) + self.spec.command
        end = offset + size
        self.catch_up(t)
        if self.in_cache(offset, size):
            self.answered = t + size / self.spec.interface_rate
            return self.answered
        self.read_on(t)
        have = offset
        if self.next is not None and self.kept[-1][0] <= offset <= self.next:
            full = self.next == self.limit
            self.limit = max(self.limit, end + self.ahead)
            if full and self.limit > self.next:
                self.behind = self.next
                self.arm = (bisect_right(self.firsts, self.next) - 1) // self.spec.heads
                self.passed, self.fresh = self.reach(t, self.next, False)[1], True
            seen = t
            while self.next < end:
                self.take()
                seen = max(t, self.passed)
            self.kept[-1][0] = max(self.kept[-1][0], end - self.ahead)
            self.idle = max(self.idle, seen)
            self.answered = max(seen, t + size / self.spec.interface_rate)
            return self.answered
        for begin, until in self.kept:
            if begin <= offset < until:
                have = min(end, until)
                break
        there = t
        if have < end:
            there = self.media(max(t, self.idle), have, end - have, False)
            self.remember(offset, end)
        self.answered = max(there, t + (have - offset) / self.spec.interface_rate)
        return self.answered

    def flush(self, now):
        t = max(now, self.answered) + self.spec.command
        while self.held:
            self.destage()
        self.answered = max(t, self.idle) + self.spec.flush
        return self.answered
