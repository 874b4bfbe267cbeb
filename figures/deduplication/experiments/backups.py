"""Expected values for nightly backups of a database: the share of new records, and the dedup ratio."""

from models.units import KiB

PAGE = 8 * KiB  # bytes of a page of the database


def touched_share(share: float, pages: int) -> float:
    """Return the share (0-1) of the records of `pages` pages in which at least one page changes.
    share: the probability with which each page changes."""
    untouched = 1.0
    for _ in range(pages):
        untouched *= 1 - share
    return 1 - untouched


def expected_ratio(backups: int, share: float, record: int) -> float:
    """Return the dedup ratio to expect of full backups. share: the share (0-1) of the pages,
    anywhere in the database, that changes from one backup to the next. record: bytes of a
    record."""
    pages = max(1, record // PAGE)
    return backups / (1 + (backups - 1) * touched_share(share, pages))
