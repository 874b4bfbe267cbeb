"""Text for a cell of a CSV file, which a spreadsheet must not run as a formula."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""First characters by which a spreadsheet takes a cell for a formula (OWASP, CSV Injection); the last four are full-width."""


def as_text(text: str) -> str:
    """Return the text for a cell, with an apostrophe before it if a spreadsheet might run it."""
    return f"'{text}" if text.startswith(FORMULA) else text
