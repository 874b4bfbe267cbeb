"""A head node put together: cores that wait for lines, links that carry them, cards that fetch data
from memory."""

from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

from models.catalogue.machines import values
from models.check import constants, one_of
from models.head.coherence import Loads, Packets, missed, moved, pairs, shares
from models.head.cpu import Cycles, Work
from models.head.hypertransport import Board, Link, link_rate, square
from models.head.memory_wait import LineTimes
from models.sim.false_position import root

HEADS = ("head-7310", "head-7410", "head-7410-istanbul", "head-7410-unfiltered")
CARDS = {"network 1": "MCP55", "network 2": "IO55", "disks 1": "MCP55", "disks 2": "IO55"}
"""Where the cards are after the reshuffle: one of each kind on each bridge."""
FIRST_CARDS = {"network 1": "IO55", "network 2": "IO55", "disks 1": "MCP55", "disks 2": "MCP55"}
"""Where they were at first: the disks on one bridge, the network on the other, so that "any disk I/O served to the network
would travel via that hot" link, which was from socket 0 to 1 (Gregg 2009, 7410 hardware update)."""
FULL = 1 - 1e-12


class Operation(NamedTuple):
    """What an operation is to the head: `work` on `size` bytes, and bytes that cards move."""

    size: float
    work: Work
    sent: float = 0.0  # network cards fetch from memory
    received: float = 0.0  # they put there
    to_disk: float = 0.0  # disk cards (HBAs) fetch from memory
    from_disk: float = 0.0  # they put there


class Each(NamedTuple):
    """What one operation takes."""

    instructions: float
    lines: float  # that cores wait for
    loads: Loads  # bytes on each link


class State(NamedTuple):
    """A head at work. Where a link is full, cpi, wait and busy are infinite."""

    rate: float  # operations a second
    cpi: float  # cycles an instruction
    wait: float  # seconds a line takes
    busy: float  # share of all cores' time in use; a core that waits for a line counts as busy
    loads: Loads  # bytes a second on each link
    link: Link  # the busiest
    used: float  # share of it in use


class Head:
    """A head node of the catalogue."""

    def __init__(
        self,
        machine: str = "head-7410",  # one of HEADS: Barcelona, Istanbul, and that without its filter
        *,
        zero_copy: bool = True,  # data is not copied on its way
        bound: bool = True,  # drivers' threads stay on their processors
        cards: Mapping[str, str] = CARDS,  # name ("network ..." or "disks ...") -> bridge
        **overrides: Any,  # any constant of the catalogue
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
        """An NFS read of data in memory."""
        c = self.constants
        work = Work(c["op_instructions"], c["op_lines"], c["byte_instructions"], c["byte_lines"])
        return work if self.zero_copy else work.plus(self.copy_work())

    def copy_work(self) -> Work:
        """A copy of data from one place in memory to another."""
        return Work(0.0, 0.0, self.constants["copy_instructions"], self.constants["copy_lines"])

    def cached_read(self, size: float, wire: float | None = None, asked: float = 0.0) -> Operation:
        """An NFS read of `size` bytes from memory; wire: with its headers, asked: of the request
        (bytes)."""
        return Operation(
            size, self.read_work(), sent=size if wire is None else wire, received=asked
        )

    def one(self, operation: Operation) -> Each:
        """What an operation takes."""
        instructions, lines = operation.work.of(operation.size)
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
        return Each(instructions, lines, loads)

    def cpi(self, each: Each, wait: float) -> float:
        """Cycles an instruction if a line takes `wait` (s): `base` if nothing has to be waited for,
        and the wait for each line, of which `overlap` go on at a time on average."""
        c = self.constants
        waited = (
            each.lines / each.instructions * wait * c["clock"] / c["overlap"] if each.lines else 0.0
        )
        return float(c["base"] + waited)

    def state(self, each: Each, rate: float) -> State:
        """The head at so many operations a second, each of which takes `each`."""
        loads = {link: size * rate for link, size in each.loads.items()}
        link = self.board.busiest(loads)
        used = loads[link] / self.board.capacity[link]
        if used >= 1:
            return State(rate, inf, inf, inf, loads, link, used)
        wait = self.times.mean(self.shares, loads)
        cpi = self.cpi(each, wait)
        return State(
            rate, cpi, wait, rate * each.instructions * cpi / self.cycles, loads, link, used
        )

    def at(self, operation: Operation, rate: float) -> State:
        """The head at so many operations a second, whether or not its cores could do them (`busy`
        then exceeds 1)."""
        return self.state(self.one(operation), rate)

    def most(self, operation: Operation) -> State:
        """At as many operations a second as the cores can do, while so much of their time (`busy`
        of the constants) is in use: the more there are, the longer lines take, and the fewer the
        cores can do."""
        each = self.one(operation)

        def spare(rate: float) -> float:
            """How many more a second the cores could do, with lines as slow as they are at `rate`."""
            loads = {link: size * rate for link, size in each.loads.items()}
            cpi = self.cpi(each, self.times.mean(self.shares, loads))
            return self.cycles * self.constants["busy"] / (each.instructions * cpi) - rate

        full = max(size / self.board.capacity[link] for link, size in each.loads.items())
        low, below = 0.0, spare(0.0)
        high = below if below * full < 1 else FULL / full
        return self.state(each, root(spare, low, high, below, spare(high)))

    def parts(self, operation: Operation, state: State) -> Cycles:
        """Why instructions take as long as they do in `state`. Where a link is full, what waits
        there is infinite."""
        each = self.one(operation)
        rest = self.cpi(each, self.times.mean(self.shares, dict.fromkeys(self.board.capacity, 0.0)))
        working, alone = self.constants["base"], self.cpi(each, self.constants["memory"])
        return Cycles(working, alone - working, rest - alone, state.cpi - rest)
