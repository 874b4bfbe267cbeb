"""Compute how late an answer is, and what share of its points it keeps."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True)
class LateRule:
    """The rule for late answers: the percentage of the points that is lost for each day begun, and
    the days after which an answer earns nothing."""

    percent_a_day: float = 0.0
    days: int | None = None  # None: no limit
    grace: timedelta = timedelta(0)  # time after the due date that does not count as late

    def words(self) -> str:
        """Return the rule in words for a student."""
        lost = (
            f"{self.percent_a_day:g} % of its points for each day that has begun"
            if self.percent_a_day
            else "nothing"
        )
        end = (
            f", and counts nothing after {self.days} {'day' if self.days == 1 else 'days'}"
            if self.days is not None
            else ""
        )
        return f"a late answer loses {lost}{end}"


@dataclass(frozen=True)
class Late:
    """How late an answer is, and the share of its points that it keeps."""

    by: timedelta
    factor: float

    def words(self) -> str:
        """Return how late the answer is, in words."""
        hours = self.by / HOUR
        by = (
            f"{self.by / DAY:.1f} days"
            if hours >= 36
            else f"{hours:.1f} hours"
            if hours >= 1
            else f"{math.ceil(self.by / timedelta(minutes=1))} min"
        )
        return f"{by} late"


def lateness(
    arrived: datetime, due: datetime | None, rule: LateRule | None, zone: tzinfo | None = None
) -> Late | None:
    """Return how late an answer is; None if it is not late. Without a rule a late answer keeps its
    points.

    Days are calendar days in `zone` (None: local time). The same clock time on the next day is one
    day late, even if the clocks were changed in between.
    """
    rule = rule or LateRule()
    if due is None or arrived <= due + rule.grace:
        return None
    by_clock = arrived.astimezone(zone).replace(tzinfo=None) - due.astimezone(zone).replace(
        tzinfo=None
    )
    by = max(
        by_clock, min(arrived - due, HOUR)
    )  # the hour that is repeated when clocks go back is late, too
    if rule.days is not None and by > rule.days * DAY:
        return Late(by, 0.0)
    return Late(by, max(0.0, 1 - rule.percent_a_day / 100 * math.ceil(by / DAY)))
