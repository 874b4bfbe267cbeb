"""Times of day in lines of text, in the writing of any locale, and the seconds between them."""

import re
from array import array
from statistics import median

DAY = 86_400
NOON = 43_200
TIME = re.compile(r"(?<!\d)(\d{1,2})[:.h時时시]\s?(\d{2})[:.m分분]\s?(\d{2})(?!\d)")
USUAL = re.compile(r"(\S+) (\d\d):([0-5]\d):([0-5]\d)(?: ([AP])M)?", re.ASCII)
"""A date, and a time as most locales write it."""
AFTER_NOON = re.compile(r"\b[pP]\.?\s?[mM]\b|午後|下午|오후|μμ")
BEFORE_NOON = re.compile(r"\b[aA]\.?\s?[mM]\b|午前|上午|오전|πμ")
LONGEST = 80
"""Most characters of a line that is a time."""


def time_in(line: str) -> tuple[float, str] | None:
    """Return the time of day (s) that a line says last, and the rest of it, such as the date; or None. A line of nine
    to eleven digits is a Unix time, without a rest."""
    line = line.strip()
    if usual := USUAL.fullmatch(line):
        day, hours, minutes, seconds, half = usual.groups()
        hour = int(hours) % 12 + 12 * (half == "P") if half else int(hours)
        return (hour * 60 + int(minutes)) * 60.0 + int(seconds), day
    if not line or len(line) > LONGEST:
        return None
    if line.isascii() and line.isdigit() and 9 <= len(line) <= 11:
        return float(line), "unix"
    found = list(TIME.finditer(line))
    if not found:
        return None
    hour, minute, second = map(int, found[-1].groups())
    if hour > 24 or minute > 59 or second > 60:
        return None
    if AFTER_NOON.search(line) and hour < 12:
        hour += 12
    elif BEFORE_NOON.search(line) and hour == 12:
        hour = 0
    rest = line[: found[-1].start()] + line[found[-1].end() :]
    rest = AFTER_NOON.sub("", BEFORE_NOON.sub("", rest))
    return (hour * 60 + minute) * 60.0 + second, " ".join(rest.split())


class Clock:
    """Seconds of reports since the first one. ends: of each report; nan without a time. backwards: how often a time
    was before the last one."""

    def __init__(self) -> None:
        self.ends, self.backwards = array("d"), 0
        self.now, self.last, self.day = 0.0, 0.0, ""
        self.steps = array("d")
        self.known = False

    def report(self, at: tuple[float, str] | None) -> None:
        """Add a report, with its time as `time_in` gives it."""
        if at is None:
            self.ends.append(float("nan"))
            return
        time, day = at
        if self.known:
            step = time - self.last
            if step < 0 and day != "unix" and (day != self.day or (step < -NOON and not day)):
                step += DAY
            if step < 0:
                self.backwards += 1
            else:
                self.now += step
                self.steps.append(step)
        self.known, self.last, self.day = True, time, day
        self.ends.append(self.now)

    @property
    def interval(self) -> float | None:
        """Return the usual seconds between two reports, or None if too few have a time."""
        steps = [step for step in self.steps if step > 0]
        return median(steps) if steps else None
