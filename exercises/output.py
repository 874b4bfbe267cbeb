"""What an answer prints: kept, and capped."""

import io

MAX_OUTPUT = 20_000  # characters an answer may print in one test


class OutputFlood(BaseException):
    """Too much was printed. Not an Exception, so that an answer's `except Exception` lets it by."""


class Output(io.TextIOBase):
    """Keeps the first `MAX_OUTPUT` characters, then raises OutputFlood at every print."""

    def __init__(self) -> None:
        self._text = ""

    @property
    def text(self) -> str:
        """What was printed so far."""
        return self._text

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, text: str) -> int:
        """Keeps `text`. Raises OutputFlood where it no longer fits."""
        room = MAX_OUTPUT - len(self._text)
        self._text += text[:room]
        if len(text) > room:
            raise OutputFlood(f"an answer may print at most {MAX_OUTPUT} characters")
        return len(text)
