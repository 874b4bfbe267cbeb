"""Capture the text that an answer prints, up to a limit."""

import io

MAX_OUTPUT = 20_000  # characters of the text that are kept
MAX_PRINTED = 100_000  # characters that an answer may print in one test


class OutputFlood(BaseException):
    """An answer that printed too much. It is not an Exception, so that `except Exception` in an
    answer does not catch it."""


class Output(io.TextIOBase):
    """A stream that keeps `MAX_OUTPUT` characters and raises OutputFlood beyond `MAX_PRINTED`."""

    def __init__(self) -> None:
        self._text, self._printed = "", 0

    @property
    def text(self) -> str:
        """Return the text that was printed so far, up to `MAX_OUTPUT` characters."""
        return self._text

    def writable(self) -> bool:
        """Return True, since text can be written."""
        return True

    def write(self, text: str) -> int:
        """Keep the text up to `MAX_OUTPUT` characters, and return its length. Raise OutputFlood
        beyond `MAX_PRINTED` characters."""
        self._text += text[: MAX_OUTPUT - len(self._text)]
        self._printed += len(text)
        if self._printed > MAX_PRINTED:
            raise OutputFlood(
                f"an answer may print at most {MAX_PRINTED:,} characters in a test; print less"
            )
        return len(text)
