"""Measure the own time of a process, without time during which it is held up.

Wall time does not prove an endless loop: the process may be stopped, the machine busy or asleep, or
the watching process paused. Own time is the processor time of a process, plus the time it waits
voluntarily while it is watched.
"""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

TICK = 0.2  # seconds between samples
WAITING = ("S", "I")
"""States of a process that waits voluntarily; not R (ready to run), T (stopped) or D (disk)."""


class Look(NamedTuple):
    """A sample of a process: its processor time (s), and whether it waits voluntarily."""

    computed: float
    waits: bool


def look(process: int) -> Look | None:
    """Return a sample of a process; None if the system does not report it."""
    try:
        if Path("/proc/self/stat").exists():
            state, *fields = (
                Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            )  # a process name may contain spaces
            ticks = int(fields[10]) + int(fields[11])  # utime, stime
            return Look(ticks / os.sysconf("SC_CLK_TCK"), state in WAITING)
        ps = ["ps", "-o", "state=", "-o", "time=", "-p", str(process)]
        state, used = subprocess.run(ps, capture_output=True, text=True, check=True).stdout.split()
        return Look(_seconds(used), state.startswith(WAITING))
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        return None


def _seconds(text: str) -> float:
    """Return the seconds of a time printed by `ps`, like 1-02:03:04 or 3:04.50."""
    days, _, rest = text.rpartition("-")
    seconds = 0.0
    for part in rest.split(":"):
        seconds = 60 * seconds + float(part)
    return 86_400 * int(days or 0) + seconds


class OwnTime:
    """A clock of a process: its own time (`own`, s) and the time it was held up while watched
    (`held_up`, s)."""

    def __init__(
        self, look: Callable[[], Look | None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._look, self._clock = look, clock
        self._then, self._computed = clock(), 0.0
        self.own = self.held_up = 0.0

    def begin(self) -> None:
        """Start counting."""
        self._then = self._clock()

    def count(self) -> None:
        """Add the time since the last call. It must be called every TICK; a much longer gap means
        that the watching process was paused."""
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
