"""Expected values for nightly backups of a database: the share of new records, and the dedup ratio."""

from models.units import KiB

PAGE = 8 * KiB  # bytes of a page of the database


def touched_share(share: float, pages: int) -> float:
    """Return the share of records of `pages` pages with at least one changed page, if each page
    changes with probability `share`."""
    untouched = 1.0
    for _ in range(pages):
        untouched *= 1 - share
    return 1 - untouched


def expected_ratio(backups: int, share: float, record: int) -> float:
    """Return the expected dedup ratio of full backups between which a `share` of the pages changes
    anywhere."""
    pages = max(1, record // PAGE)
    return backups / (1 + (backups - 1) * touched_share(share, pages))
