"""The own time of a process, without the time in which something else holds it up.

Wall time proves no loop: a process may be stopped, its machine busy or asleep, or whoever watches
it may be paused. Its own time is what it computes, and what it waits of its own accord while the
watch runs.
"""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

TICK = 0.2  # seconds from one look to the next
WAITING = (
    "S",
    "I",
)  # states of a process that waits of its own accord; not R (ready to run), T (stopped), D (for a disk)


class Look(NamedTuple):
    """The state of a process: its processor time (s), and whether it waits of its own accord."""

    computed: float
    waits: bool


def look(process: int) -> Look | None:
    """Return the state of a process; None if the system does not report it."""
    try:
        if Path("/proc/self/stat").exists():
            state, *fields = (
                Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            )  # a name may hold blanks
            ticks = int(fields[10]) + int(fields[11])  # utime, stime
            return Look(ticks / os.sysconf("SC_CLK_TCK"), state in WAITING)
        ps = ["ps", "-o", "state=", "-o", "time=", "-p", str(process)]
        state, used = subprocess.run(ps, capture_output=True, text=True, check=True).stdout.split()
        return Look(_seconds(used), state.startswith(WAITING))
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        return None


def _seconds(text: str) -> float:
    """Return the seconds of a time of `ps`, like 1-02:03:04 or 3:04.50."""
    days, _, rest = text.rpartition("-")
    seconds = 0.0
    for part in rest.split(":"):
        seconds = 60 * seconds + float(part)
    return 86_400 * int(days or 0) + seconds


class OwnTime:
    """Counts the own time of a process (`own`, s), and how long it was held up while the watch ran
    (`held_up`, s)."""

    def __init__(
        self, look: Callable[[], Look | None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._look, self._clock = look, clock
        self._then, self._computed = clock(), 0.0
        self.own = self.held_up = 0.0

    def begin(self) -> None:
        """Start to count."""
        self._then = self._clock()

    def count(self) -> None:
        """Count the time since the last call. Call it each TICK: where much more has passed, the
        watch was paused."""
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
