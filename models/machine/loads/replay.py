"""Replay of a trace of requests over NFS."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from models.machine.machine import Machine
from models.protocols.nfs.server import UNSTABLE
from models.sim.answer import until
from models.sim.loop import Process
from models.zfs.pool.records import DEFAULT, block_of


@dataclass
class Replay:
    """A trace of requests over NFS, each issued at its time.

    The block size is that of `block_of`. A write is answered from memory, unless the order's `sync`
    is always; a flush makes safe all that was written since the flush before it."""

    # time since the start of the load (s), read, write or flush, offset and size (bytes)
    requests: Sequence[tuple[float, str, int, int]]
    # s, from the server's network card and back to it; None until the request is answered
    latencies: list[float | None] = field(default_factory=list)
    block: int = DEFAULT  # block size of the share (bytes)
    written: int = 0  # bytes since the last flush
    left: int = 0  # unanswered requests

    def start(self, machine: Machine) -> None:
        """Start the replay."""
        self.latencies, self.written, self.left = [None] * len(self.requests), 0, len(self.requests)
        sizes = {size for _, op, _, size in self.requests if op != "flush"}
        self.block = block_of(sizes.pop() if len(sizes) == 1 else DEFAULT, machine.log.record)
        machine.loop.spawn(self.come(machine))

    def come(self, machine: Machine) -> Process:
        """Yield the times at which requests arrive."""
        loop, begun = machine.loop, machine.loop.now
        for number, (time, op, offset, size) in enumerate(self.requests):
            yield until(loop, begun + time)
            loop.spawn(self.serve(machine, number, op, offset, size))

    def serve(self, machine: Machine, number: int, op: str, offset: int, size: int) -> Process:
        """Yield the waits of one request."""
        loop, server = machine.loop, machine.server
        issued = loop.now
        if op == "write":
            self.written += size
            yield from server.write(size, UNSTABLE, offset=offset, rewrite="disk", block=self.block)
        elif op == "flush":
            size, self.written = self.written, 0
            yield from server.commit(size)
        else:
            yield from server.read(offset, size, block=self.block)
        self.latencies[number] = loop.now - issued
        self.left -= 1
