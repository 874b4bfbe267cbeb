"""A head node put together: cores that wait for lines, links that carry them, cards that fetch data from memory."""
from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

from models.catalogue import values
from models.check import a_number, constants, counted, switched
from models.host.coherence import LINE, Packets, fetch
from models.host.cpu_work import Work, cycles_an_instruction
from models.host.hypertransport import Board, Link, link_rate, square
from models.host.memory_wait import LineTimes, Waits

CARDS = {"network 1": "MCP55", "network 2": "IO55", "disks 1": "MCP55", "disks 2": "IO55"}
"""Where the cards are after the reshuffle: one of each kind on each bridge."""
FIRST_CARDS = {"network 1": "MCP55", "network 2": "MCP55", "disks 1": "IO55", "disks 2": "IO55"}
"""Where they were at first: the network on one bridge, the disks on the other."""


class Operation(NamedTuple):
    """What an operation is to the head: `work` on `size` bytes; bytes that network cards fetch from memory or put there,
    and those that disk cards (HBAs) do."""

    size: float
    work: Work
    sent: float = 0.0
    received: float = 0.0
    to_disk: float = 0.0
    from_disk: float = 0.0


class State(NamedTuple):
    """A head at `rate` operations a second: cycles an instruction, seconds a line takes, share of the cores' time in use,
    bytes a second on each link, and the link that is busiest."""

    rate: float
    cpi: float
    wait: float
    busy: float
    loads: dict[Link, float]
    link: Link
    used: float


class Head:
    """machine: head-7310, head-7410 (Barcelona) or head-7410-istanbul. zero_copy: data is not copied on its way. bound:
    drivers' threads stay on their processors. cards: name ("network ..." or "disks ...") -> bridge. Any constant of the
    catalogue can be overridden by name. Raises ValueError."""

    def __init__(self, machine: str = "head-7410", *, zero_copy: bool = True, bound: bool = True,
                 cards: Mapping[str, str] = CARDS, **overrides: Any):
        c = constants(values(machine), overrides)
        switched(zero_copy=zero_copy, bound=bound)
        sockets, cores = whole("sockets", c["sockets"], 4), whole("cores", c["cores"], 64)
        a_number("busy", c["busy"], 0, 1)
        self.constants, self.zero_copy = c, zero_copy
        self.board: Board = square(
            sockets, rate=link_rate(c["link_clock"], int(c["width"])), bridge_rate=link_rate(c["bridge_clock"], int(c["width"])),
            cards=cards, doubled=bool(c["doubled"]))
        self.packets = Packets(crc=int(c["crc"]), filtered=bool(c["filtered"]))
        self.times = LineTimes(self.board, self.packets, Waits(c["memory"], c["hop"], c["look"], c["burst"]))
        self.cycles = sockets * cores * c["clock"] * c["busy"]
        memory = [c[f"memory_{socket}"] for socket in range(sockets)]
        threads = [c[f"threads_{socket}"] for socket in range(sockets)]
        self.memory = [share / sum(memory) for share in memory]
        apart = c["drivers"] if sockets > 1 else 0.0
        self.shares = {(reader, home): (1 - apart) * threads[reader] / sum(threads) * self.memory[home]
                       for reader in range(sockets) for home in range(sockets)}
        for pair in ((0, 1), (1, 0)) if sockets > 1 else ():
            self.shares[pair] += apart / 2
        self.lines = c["lines"] * (1.0 if bound or sockets == 1 else 1 + c["roaming"])

    def read_work(self) -> Work:
        """An NFS read of data in memory."""
        c = self.constants
        work = Work(c["op_instructions"], c["op_lines"], c["byte_instructions"], c["byte_lines"])
        return work if self.zero_copy else work.plus(self.copy_work())

    def copy_work(self) -> Work:
        """A copy of data from one place in memory to another."""
        return Work(0.0, 0.0, self.constants["copy_instructions"], self.constants["copy_lines"])

    def cached_read(self, size: float, wire: float | None = None) -> Operation:
        """An NFS read of `size` bytes from memory; `wire`: with headers (bytes)."""
        return Operation(size, self.read_work(), sent=size if wire is None else wire)

    def one(self, operation: Operation) -> tuple[float, float, dict[Link, float]]:
        """Instructions and lines of an operation, and the bytes that it puts on each link."""
        instructions, lines = operation.work.of(operation.size)
        lines *= self.lines
        loads = dict.fromkeys(self.board.capacity, 0.0)
        for (reader, home), share in self.shares.items():
            fetch(self.board, self.packets, reader, home, lines * share, loads)
        self.move("network", operation.sent, False, loads)
        self.move("network", operation.received, True, loads)
        self.move("disks", operation.to_disk, False, loads)
        self.move("disks", operation.from_disk, True, loads)
        return instructions, lines, loads

    def move(self, kind: str, size: float, writes: bool, loads: dict[Link, float]) -> None:
        """Cards of a kind, each its part, fetch `size` bytes from memory or put them there."""
        cards = [card for card in self.board.cards if card.startswith(kind)]
        if not size:
            return
        if not cards:
            raise ValueError(f"no card is called '{kind} ...', so nothing can take {size:g} bytes")
        for card in cards:
            lines, socket, bridge = size / len(cards) / LINE, self.board.socket_of(card), self.board.cards[card]
            for home, share in enumerate(self.memory):
                fetch(self.board, self.packets, socket, home, lines * share, loads, writes)
            out, back = (self.packets.done, LINE + self.packets.request) if writes else (self.packets.data, self.packets.request)
            loads[socket, bridge] += lines * out
            loads[bridge, socket] += lines * back

    def at(self, operation: Operation, rate: float) -> State:
        """The head at so many operations a second, whether or not its cores could do them (`busy` then exceeds 1)."""
        a_number("rate", rate, 0, unit="operations a second")
        return self.state(self.one(operation), rate)

    def state(self, one: tuple[float, float, dict[Link, float]], rate: float) -> State:
        """The same, from what one operation takes."""
        instructions, lines, each = one
        loads = {link: size * rate for link, size in each.items()}
        link = self.board.busiest(loads)
        used = loads[link] / self.board.capacity[link]
        wait, cpi = inf, inf
        if used < 1:
            wait = self.times.mean(self.shares, loads)
            cpi = cycles_an_instruction(instructions, lines, wait, clock=self.constants["clock"],
                                        base=self.constants["base"], overlap=self.constants["overlap"])
        busy = rate * instructions * cpi / self.cycles if rate else 0.0
        return State(rate, cpi, wait, busy, loads, link, used)

    def most(self, operation: Operation) -> State:
        """At as many operations a second as the cores and links can do."""
        one = self.one(operation)
        low, high = 0.0, self.cycles / (one[0] * self.constants["base"])
        for _ in range(45):
            middle = (low + high) / 2
            if self.state(one, middle).busy <= 1:
                low = middle
            else:
                high = middle
        return self.state(one, low)


def whole(name: str, value: float, most: int) -> int:
    """A constant that counts something. Raises ValueError."""
    counted(1, most, **{name: int(value) if value == int(value) else value})
    return int(value)
