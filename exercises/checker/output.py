"""What an answer prints: kept, and capped."""

import io

MAX_OUTPUT = 20_000  # characters of it that are kept
MAX_PRINTED = 100_000  # characters an answer may print in one test


class OutputFlood(BaseException):
    """Too much was printed. Not an Exception, so that an answer's `except Exception` lets it by."""


class Output(io.TextIOBase):
    """Keeps the first `MAX_OUTPUT` characters; beyond `MAX_PRINTED` it raises OutputFlood at every
    print."""

    def __init__(self) -> None:
        self._text, self._printed = "", 0

    @property
    def text(self) -> str:
        """What was printed so far."""
        return self._text

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, text: str) -> int:
        """Keeps what there is room for. Raises OutputFlood where it is too much."""
        self._text += text[: MAX_OUTPUT - len(self._text)]
        self._printed += len(text)
        if self._printed > MAX_PRINTED:
            raise OutputFlood(
                f"an answer may print at most {MAX_PRINTED:,} characters in a test: let it print less"
            )
        return len(text)
