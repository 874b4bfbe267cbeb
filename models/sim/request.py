"""One I/O: what was asked, when it was asked, when it was done."""
from typing import NamedTuple


class Request(NamedTuple):
    """`issued` and `finish` in seconds, `offset` and `size` in bytes; `op` is read, write or flush."""

    op: str
    offset: int
    size: int
    issued: float
    finish: float

    @property
    def latency(self) -> float:
        return self.finish - self.issued
