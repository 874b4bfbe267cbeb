"""What every device can do, whether it turns or not."""
from typing import Protocol

from models.sim.request import Request


class Device(Protocol):
    """Calls come in time order (`now` never falls). Times in seconds, offsets and sizes in bytes.

    ready: when the next command may start. busy: seconds of service so far. trace: its requests, kept while `recording`.
    """

    @property
    def ready(self) -> float: ...

    @property
    def trace(self) -> list[Request]: ...

    @property
    def capacity(self) -> int: ...

    @property
    def busy(self) -> float: ...

    def write(self, now: float, offset: int, size: int) -> float: ...

    def read(self, now: float, offset: int, size: int) -> float: ...

    def flush(self, now: float) -> float: ...

    def drain(self, now: float) -> float: ...

    def stable(self, now: float, offset: int, size: int) -> bool: ...
