"""Measure the own time of a process, which leaves out the time during which the process is held up.

Wall time does not prove an endless loop: the process may have been stopped, the machine busy or
asleep, or the watching process paused. Own time is the processor time of a process, plus the time
that it waits voluntarily while it is watched.
"""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

TICK = 0.2  # seconds between samples
WAITING = ("S", "I")
"""States of a process that waits voluntarily. R (ready to run), T (stopped) and D (waiting for a
disk) are others."""


class Look(NamedTuple):
    """A sample of a process: its processor time (s), and whether it waits voluntarily."""

    computed: float
    waits: bool


def look(process: int) -> Look | None:
    """Return a sample of the process with this number; None if the system reports nothing about
    it."""
    try:
        if Path("/proc/self/stat").exists():
            state, *fields = (
                Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            )  # a process name may contain spaces
            ticks = int(fields[10]) + int(fields[11])  # utime and stime
            return Look(ticks / os.sysconf("SC_CLK_TCK"), state in WAITING)
        ps = ["ps", "-o", "state=", "-o", "time=", "-p", str(process)]
        state, used = subprocess.run(ps, capture_output=True, text=True, check=True).stdout.split()
        return Look(_seconds(used), state.startswith(WAITING))
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        return None


def _seconds(text: str) -> float:
    """Return a time as `ps` prints it, like 1-02:03:04 or 3:04.50, in seconds."""
    days, _, rest = text.rpartition("-")
    seconds = 0.0
    for part in rest.split(":"):
        seconds = 60 * seconds + float(part)
    return 86_400 * int(days or 0) + seconds


class OwnTime:
    """A clock for a process. `own` is its own time (s), and `held_up` is the time (s) during which
    it was held up while it was watched."""

    def __init__(
        self, look: Callable[[], Look | None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._look, self._clock = look, clock
        self._then, self._computed = clock(), 0.0
        self.own = self.held_up = 0.0

    def begin(self) -> None:
        """Begin to count at this moment."""
        self._then = self._clock()

    def count(self) -> None:
        """Add the time since the last call. It must be called every TICK seconds; after a much
        longer gap the watching process is taken to have been paused."""
        now = self._clock()
        passed, self._then = now - self._then, now
        was_paused = passed > 2 * TICK
        seen = self._look()
        if seen is None:
            self.own += passed
            return
        computed, self._computed = max(0.0, seen.computed - self._computed), seen.computed
        own = passed if seen.waits and not was_paused else min(passed, computed)
        self.own += own
        self.held_up += min(passed, TICK) - min(own, TICK)
