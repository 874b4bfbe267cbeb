"""The highest rate of reads from memory that a machine sustains. Cores and links, card slots, or
ports limit it."""

from math import fsum
from typing import NamedTuple

from figures.kit.pipeline import Limit, Stage, limit
from models.head.catalogue_head import head_of
from models.head.head import HeadState
from models.head.nic import CountedBytes, countable
from models.machine import Machine, Nfs, Order, Reads
from models.protocols.nfs.wire import LARGEST_TRANSFER, on_the_wire
from models.units import ms
from models.zfs.pool.records import block_of, touched

CORES, SLOTS, PORTS = "cores and links", "slots of network cards", "Ethernet ports"
CLIENTS, THREADS, BLOCKS = 20, 8, 64
BEGINS, ROUNDS, LEAST = 20 * ms, 6, 10 * ms
"""How long (s) until all threads have begun; requests of each thread that are measured; the
shortest measured time (s)."""


class Most(NamedTuple):
    """The highest rate of a head. limit: the stage that limits it, and the rate (reads per second).
    seen: bytes that the cards count for one read. state: the head at that rate."""

    limit: Limit
    seen: CountedBytes
    state: HeadState

    @property
    def rate(self) -> float:
        """Return the reads per second."""
        return self.limit.rate

    @property
    def wire(self) -> float:
        """Return the bytes per second that the cards count, out and in."""
        return self.rate * self.seen.both


def most(order: Order, size: int) -> Most:
    """Return the highest rate of reads of `size` bytes from memory, one request for each read.

    Slots are named as the limit only where they carry less than their cards' ports.
    """
    head, mtu = head_of(order.head.model, order.head.spec), order.network.mtu
    seen = on_the_wire("READ", size, transfer=LARGEST_TRANSFER, mtu=mtu)
    operation = head.cached_read(size, seen.out, seen.come)
    at_most = head.most(operation)
    ports = fsum([card.ports * countable(card.rate, mtu) for card in order.network.cards])
    out, come = (
        fsum([card.most(way, mtu) for card in order.network.cards]) for way in ("out", "in")
    )
    found = limit(
        [
            Stage(CORES, at_most.rate),
            Stage(PORTS, ports / max(seen.out, seen.come), "each 10 or 1 Gbit/s"),
            Stage(SLOTS, min(out / seen.out, come / seen.come), "PCI Express"),
        ]
    )
    return Most(
        found, seen, at_most if found.stage.name == CORES else head.at(operation, found.rate)
    )


def ran(order: Order, size: int, rate: float, seed: int) -> float:
    """Return the reads per second in a short run of the machine, with enough threads to come near
    `rate`."""
    machine, block = Machine(order, seed), block_of(size)
    for number in touched(0, BLOCKS * size, block):
        machine.reads.written(number, block)
    load = Nfs(CLIENTS, THREADS, size, reads=1.0, blocks=Reads(BLOCKS * size))
    seconds = max(LEAST, ROUNDS * CLIENTS * THREADS / rate)
    return machine.run(load, seconds=seconds, warm=BEGINS + seconds).rate
