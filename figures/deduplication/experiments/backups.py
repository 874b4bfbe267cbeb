"""Nightly backups of a database: what of their records is new, and the dedup ratio that this gives.
In means."""

from models.units import KiB

PAGE = 8 * KiB  # of a database


def touched_share(share: float, pages: int) -> float:
    """The share of records of `pages` pages in which a page or more is among the changed `share`,
    each with equal chance."""
    untouched = 1.0
    for _ in range(pages):
        untouched *= 1 - share
    return 1 - untouched


def expected_ratio(backups: int, share: float, record: int) -> float:
    """The dedup ratio of so many whole backups, a `share` of the pages changed anywhere between two
    of them."""
    pages = max(1, record // PAGE)
    return backups / (1 + (backups - 1) * touched_share(share, pages))
