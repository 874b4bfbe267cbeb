"""Moments of the calendar, without the system's clock (Howard Hinnant, chrono-Compatible Low-Level Date Algorithms)."""

DAY = 86_400
ERA, CENTURIES = 146_097, 719_468
"""Days in 400 years, and from 0000-03-01 to 1970-01-01."""
LAST = 253_402_300_800_000
"""Milliseconds to the year 10000."""


def utc(milliseconds: int) -> str | None:
    """Return a Unix time in ms as ISO 8601 in UTC, or None unless it is from 1970 to 9999."""
    if not 0 <= milliseconds < LAST:
        return None
    seconds, rest = divmod(milliseconds, 1000)
    days, second = divmod(seconds, DAY)
    era, day = divmod(days + CENTURIES, ERA)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    date = day - (153 * month + 2) // 5 + 1
    month = month + 3 if month < 10 else month - 9
    year += 400 * era + (month <= 2)
    clock = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.{rest:03}"
    return f"{year:04}-{month:02}-{date:02}T{clock}Z"


def seconds(year: int, month: int, date: int, clock: str) -> int:
    """Return the seconds from 1970 to a date and a clock's HH:MM:SS, in the same time zone."""
    year -= month <= 2
    era, year = divmod(year, 400)
    day = (153 * (month - 3 if month > 2 else month + 9) + 2) // 5 + date - 1
    days = era * ERA + 365 * year + year // 4 - year // 100 + day - CENTURIES
    hour, minute, second = map(int, clock.split(":"))
    return days * DAY + 3600 * hour + 60 * minute + second
