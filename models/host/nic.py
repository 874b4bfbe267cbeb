"""A network link: bytes at a rate, with the headers that each packet carries."""
from models.check import a_number
from models.trace import Path

ETHERNET, IP_TCP = 38, 52      # preamble to gap; IP and TCP with timestamps


class Nic:
    """One direction of a link of `rate` bytes a second; `payload` is what a packet holds beside headers (bytes)."""

    __slots__ = ("rate", "payload", "latency", "free", "busy")

    def __init__(self, rate: float, mtu: int = 1500, latency: float = 0.0):
        a_number("rate", rate, above=0)
        a_number("mtu", mtu, above=IP_TCP, whole=True)
        a_number("latency", latency, 0)
        self.rate, self.payload, self.latency = rate, mtu - IP_TCP, latency
        self.free = self.busy = 0.0

    def wire(self, size: int) -> int:
        """Bytes on the wire for a message of `size` bytes."""
        packets = -(-size // self.payload)
        return size + packets * (ETHERNET + IP_TCP)

    def send(self, now: float, size: int, path: Path | None = None) -> float:
        """When a message of `size` bytes sent `now` (s) has arrived (s). `now` never falls."""
        start = self.free if self.free > now else now
        service = self.wire(size) / self.rate
        self.busy += service
        self.free = finish = start + service
        if path is not None:
            path.wait("network", "waits for the link", start)
            path.serve("network", "crosses the link", finish + self.latency)
        return finish + self.latency
