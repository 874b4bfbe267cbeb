"""Text in a cell of a CSV file that a spreadsheet takes for text, and never for a formula."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What makes a spreadsheet take a cell for a formula (OWASP, CSV Injection); the last four are the wide forms."""


def as_text(text: str) -> str:
    """Return a cell's text; one that a spreadsheet might run has an apostrophe before it."""
    return f"'{text}" if text.startswith(FORMULA) else text
