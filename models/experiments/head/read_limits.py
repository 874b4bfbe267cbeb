"""What a head node can do at most, of reads of a size from memory: its cores and links, its cards' slots, its ports."""
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from models.head.head import Head, State
from models.head.nic import GIGABIT, MTUS, TEN_GIGABIT, Counted, countable
from models.head.pcie import Slot, through
from models.protocols.nfs.wire import LARGEST_TRANSFER, on_the_wire
from models.sim.pipeline import Limit, Stage, limit

CORES, SLOTS, PORTS = "cores and links", "slots of network cards", "Ethernet ports"
GENERATION_1 = Slot()


@dataclass(frozen=True)
class Network:
    """cards of 10 GbE with `ports` each, in slots like `slot`; gigabit: ports of 1 GbE on the board."""

    cards: int = 2
    ports: int = 2
    gigabit: int = 0
    slot: Slot = GENERATION_1
    mtu: int = MTUS["jumbo"]

    def stages(self, seen: Counted) -> list[Stage]:
        """Exchanges a second that ports and slots carry, be it their way out or in that is full. A slot is named only where
        it carries less than its card's ports."""
        board, card = self.gigabit * countable(GIGABIT, self.mtu), self.ports * countable(TEN_GIGABIT, self.mtu)
        slots = [through([(self.slot, card)] * self.cards, way) + board for way in ("out", "in")]
        ports = fsum([card] * self.cards) + board
        return [Stage(PORTS, ports / max(seen.out, seen.come), "1/s", "each 10 or 1 Gbit/s"),
                Stage(SLOTS, min(slots[0] / seen.out, slots[1] / seen.come), "1/s", "PCI Express")]


class Reads(NamedTuple):
    """The limit (reads a second), what the cards count for one read, and the head at that rate."""

    limit: Limit
    seen: Counted
    state: State

    @property
    def rate(self) -> float:
        """Reads a second."""
        return self.limit.rate

    @property
    def wire(self) -> float:
        """Bytes a second that the cards count, out and in."""
        return self.rate * self.seen.both


def reads(head: Head, network: Network, size: int) -> Reads:
    """The most reads of so many bytes from memory, one request each."""
    seen = on_the_wire("READ", size, transfer=LARGEST_TRANSFER, mtu=network.mtu)
    operation = head.cached_read(size, seen.out, seen.come)
    most = head.most(operation)
    found = limit([Stage(CORES, most.rate, "1/s"), *network.stages(seen)])
    return Reads(found, seen, most if found.stage.name == CORES else head.at(operation, found.rate))
