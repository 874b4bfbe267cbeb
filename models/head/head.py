"""A complete head node: cores that wait for cache lines, links between sockets, and cards that
fetch data from memory."""

from collections.abc import Mapping
from math import inf
from typing import NamedTuple

from models.catalogue.machines import values
from models.check import constants, one_of
from models.head.coherence import Loads, Packets, missed, moved, pairs, shares
from models.head.cpu import Cycles, Work
from models.head.hypertransport import Board, Link, link_rate, square
from models.head.memory_wait import LineTimes
from models.sim.false_position import root

HEADS = ("head-7210", "head-7310", "head-7410", "head-7410-istanbul", "head-7410-unfiltered")
CARDS = {"network 1": "MCP55", "network 2": "IO55", "disks 1": "MCP55", "disks 2": "IO55"}
"""The bridge of each card in the later arrangement: one card of each kind on each bridge."""
FIRST_CARDS = {"network 1": "IO55", "network 2": "IO55", "disks 1": "MCP55", "disks 2": "MCP55"}
"""The bridge of each card in the first arrangement: disks on one bridge, network on the other, so that "any disk I/O
served to the network would travel via that hot" link, from socket 0 to 1 (Gregg 2009, 7410 hardware update)."""
FULL = 1 - 1e-12
"""Highest utilisation of a link."""


class Operation(NamedTuple):
    """One operation as the head sees it. All sizes in bytes."""

    size: float  # data of the operation
    work: Work
    sent: float = 0.0  # fetched from memory by network cards
    received: float = 0.0  # stored in memory by network cards
    to_disk: float = 0.0  # fetched from memory by disk cards (HBAs)
    from_disk: float = 0.0  # stored in memory by disk cards


class OperationCost(NamedTuple):
    """The instructions, cache lines and link loads of one operation."""

    instructions: float
    lines: float  # cache lines that cores wait for
    loads: Loads  # bytes on each link


class HeadState(NamedTuple):
    """The state of a head at a given rate. If a link is full, cpi, wait and busy are infinite."""

    rate: float  # operations per second
    cpi: float  # cycles per instruction
    wait: float  # mean seconds until a core has a cache line
    busy: float  # share of all core time in use; a core that waits for a line is busy
    loads: Loads  # bytes per second on each link
    link: Link  # the busiest link
    used: float  # its utilisation


class Head:
    """A head node of the catalogue. `machine` is one of HEADS, and `overrides` replace its
    constants."""

    def __init__(
        self,
        machine: str = "head-7410",
        *,
        zero_copy: bool = True,  # whether data is passed on without a copy
        bound: bool = True,  # whether driver threads stay on their processors
        cards: Mapping[str, str] = CARDS,  # name ("network ..." or "disks ...") -> bridge
        **overrides: float,
    ):
        one_of("machine", machine, HEADS)
        self.constants = c = constants(values(machine), overrides)
        self.zero_copy, sockets = zero_copy, int(c["sockets"])
        width, crc = int(c["width"]), int(c["crc"])
        self.board: Board = square(
            sockets,
            rate=link_rate(c["link_clock"], width),
            cards=cards,
            doubled=bool(c["doubled"]),
            paired=c["paired"],
            bridge_rate=link_rate(c["bridge_clock"], width),
        )
        self.packets = Packets(crc=crc, filtered=bool(c["filtered"]))
        self.times = LineTimes(
            self.board,
            self.packets,
            **{name: c[name] for name in ("memory", "hop", "look", "burst")},
        )
        self.cores = sockets * int(c["cores"])
        self.cycles = self.cores * c["clock"]
        self.memory = shares(c, "memory", sockets)
        self.shares = pairs(shares(c, "threads", sockets), self.memory, c["drivers"])
        self.lines = c["lines"] * (1.0 if bound or sockets == 1 else 1 + c["roaming"])
        self.missed = missed(self.board, self.packets, self.shares)
        self.bytes: dict[tuple[str, bool], Loads] = {}

    def read_work(self) -> Work:
        """Return the work of an NFS read from memory."""
        c = self.constants
        work = Work(c["op_instructions"], c["op_lines"], c["byte_instructions"], c["byte_lines"])
        return work if self.zero_copy else work.plus(self.copy_work())

    def copy_work(self) -> Work:
        """Return the work of copying data within memory, per byte."""
        return Work(0.0, 0.0, self.constants["copy_instructions"], self.constants["copy_lines"])

    def cached_read(
        self, size: float, wire: float | None = None, request: float = 0.0
    ) -> Operation:
        """Return an NFS read of `size` bytes from memory. `wire` is the size of the answer with
        headers (default: `size`), `request` the size of the request (bytes)."""
        sent = size if wire is None else wire
        return Operation(size, self.read_work(), sent=sent, received=request)

    def cost(self, operation: Operation) -> OperationCost:
        """Return the cost of one operation."""
        instructions, lines = operation.work.for_size(operation.size)
        lines *= self.lines
        loads = {link: lines * each for link, each in self.missed.items()}
        for name, kind, writes in (
            ("sent", "network", False),
            ("received", "network", True),
            ("to_disk", "disks", False),
            ("from_disk", "disks", True),
        ):
            size = getattr(operation, name)
            if size:
                if (kind, writes) not in self.bytes:
                    self.bytes[kind, writes] = moved(
                        self.board, self.packets, self.memory, kind, writes
                    )
                for link, each in self.bytes[kind, writes].items():
                    loads[link] += size * each
        return OperationCost(instructions, lines, loads)

    def cpi(self, each: OperationCost, wait: float) -> float:
        """Return the cycles per instruction if a line takes `wait` seconds: `base` plus the waits
        for lines, of which `overlap` are in flight at a time on average."""
        c = self.constants
        if not each.lines:
            return float(c["base"])
        return float(c["base"] + each.lines / each.instructions * wait * c["clock"] / c["overlap"])

    def state(self, each: OperationCost, rate: float) -> HeadState:
        """Return the state of the head at `rate` operations per second of cost `each`."""
        loads = {link: size * rate for link, size in each.loads.items()}
        link = self.board.busiest(loads)
        used = loads[link] / self.board.capacity[link]
        if used >= 1:
            return HeadState(rate, inf, inf, inf, loads, link, used)
        wait = self.times.mean(self.shares, loads)
        cpi = self.cpi(each, wait)
        return HeadState(
            rate, cpi, wait, rate * each.instructions * cpi / self.cycles, loads, link, used
        )

    def at(self, operation: Operation, rate: float) -> HeadState:
        """Return the state of the head at `rate` operations per second. If that is more than its
        cores can do, `busy` exceeds 1."""
        return self.state(self.cost(operation), rate)

    def most(self, operation: Operation) -> HeadState:
        """Return the state of the head at the highest rate that its cores can serve in a share
        `busy` (a constant) of their time.

        Lines take longer at a higher rate, so the rate is the root of `spare`.
        """
        each = self.cost(operation)

        def spare(rate: float) -> float:
            """Return how many operations per second beyond `rate` the cores could serve if lines
            took as long as at `rate`."""
            loads = {link: size * rate for link, size in each.loads.items()}
            cpi = self.cpi(each, self.times.mean(self.shares, loads))
            return float(self.cycles * self.constants["busy"] / (each.instructions * cpi) - rate)

        full = max(size / self.board.capacity[link] for link, size in each.loads.items())
        low, below = 0.0, spare(0.0)
        high = below if below * full < 1 else FULL / full
        return self.state(each, root(spare, low, high, below, spare(high)))

    def parts(self, operation: Operation, state: HeadState) -> Cycles:
        """Return the cycles per instruction in `state` by cause. If a link is full, the cycles in
        queues are infinite."""
        each = self.cost(operation)
        rest = self.cpi(each, self.times.mean(self.shares, dict.fromkeys(self.board.capacity, 0.0)))
        working, alone = self.constants["base"], self.cpi(each, self.constants["memory"])
        return Cycles(working, alone - working, rest - alone, state.cpi - rest)
