"""Writing files in a row over NFS: how many bytes reach the disks for each of a client, and which stage is slowest."""
from dataclasses import dataclass
from functools import lru_cache

from models.devices.drive_spec import DriveSpec
from models.devices.hdd import HardDisk
from models.experiments.streaming.parts import DRIVE, PARTS, Clients, Server, at_most
from models.experiments.streaming.reads import disk_work, slots_of
from models.head.cpu_work import Work
from models.head.head import Each, Operation
from models.head.pcie import Slot
from models.sim.pipeline import Stage
from models.zfs.pool.raidz import Raidz
from models.zfs.zil.log_blocks import BlocksAhead
from models.zfs.zil.log_spec import LogSpec

WIDTHS = {"stripe": 1, "mirror": 2, "raidz2": int(PARTS["raidz2_width"])}
RECORD = int(PARTS["record"])
WAITING = 64


@lru_cache(maxsize=64)
def copies(layout: str, width: int) -> float:
    """Bytes on disks for a byte of a whole record: one, two, or with the parity of RAID-Z (`width` disks)."""
    if layout != "raidz2":
        return float(WIDTHS[layout])
    vdev = Raidz([HardDisk(DriveSpec()) for _ in range(width)], parity=2)
    return sum(column.size for column in vdev.columns(0, RECORD)) / RECORD


@lru_cache(maxsize=64)
def logged(size: int) -> float:
    """Bytes of log blocks for a byte of data that is logged in writes of `size` bytes, many of which wait together."""
    blocks = BlocksAhead(LogSpec(sizing="ahead"))
    blocks.fill([size] * WAITING, WAITING - 1)
    return sum(block for block, _ in blocks.fill([size] * WAITING, WAITING - 1)) / (size * WAITING)


@dataclass(frozen=True)
class Target:
    """What clients write to. width: disks of a RAID-Z2 group. committed: bytes that a client writes before it asks for a
    COMMIT; group: seconds in which a transaction group fills, and in which it is written. logs: whether there are log
    devices, so that log blocks do not go to these disks."""

    layout: str = "mirror"
    jbods: int = 5
    each: int = 24
    width: int = int(PARTS["raidz2_width"])
    committed: float = PARTS["committed"]
    group: float = PARTS["group"]
    logs: bool = False
    spec: DriveSpec = DRIVE

    def __post_init__(self) -> None:
        if not self.disks:
            raise ValueError(f"disks must be {self.width} or more for a group of RAID-Z2, got {self.jbods * self.each}")

    @property
    def disks(self) -> int:
        """Disks in whole groups."""
        width = self.width if self.layout == "raidz2" else WIDTHS[self.layout]
        return self.jbods * self.each // width * width

    def at_risk(self, rate: float, clients: int) -> float:
        """The share of all data that a COMMIT finds in memory only, and that is logged for it.

        A COMMIT comes at any time: half a group is open then and a whole one on its way, one and a half times `group`.
        """
        return min(1.0, 1.5 * self.group * rate / clients / self.committed)

    def twice(self, rate: float, clients: Clients) -> float:
        """Bytes of the log for a byte that clients write, at `rate` bytes a second of all of them. Writes of more than
        zfs_immediate_write_sz leave no data in it: they go to their place at once."""
        each = min(clients.size, clients.transfer)
        return 0.0 if each > PARTS["immediate"] else logged(each) * self.at_risk(rate, clients.count)

    def on_disks(self, rate: float, clients: Clients) -> float:
        """Bytes that reach the disks for a byte that clients write."""
        extra = 0.0 if self.logs else self.twice(rate, clients)
        return copies(self.layout, self.width) * (1 + extra)

    def moved(self, rate: float, clients: Clients) -> float:
        """The same with what goes to log devices, which stand in the JBODs, and where one copy is kept."""
        extra = self.twice(rate, clients) if self.logs else 0.0
        return self.on_disks(rate, clients) + extra

    def disk_rate(self, log: float) -> float:
        """Bytes a second of one disk that writes a group in a row, while `log` of its bytes are log blocks in between: for
        each of these it loses a turn."""
        return 1 / (1 / self.spec.media_rate + log / self.spec.speed / RECORD)

    def all_disks(self, rate: float, clients: Clients) -> float:
        """What all disks can take (bytes a second) while clients write at `rate`."""
        extra = 0.0 if self.logs else self.twice(rate, clients)
        return self.disks * self.disk_rate(extra / (1 + extra))


def write(server: Server, clients: Clients, moved: float) -> Operation:
    """An NFS write of these clients, as the head sees it, with `moved` bytes to disks and log devices for a byte of data. It
    is taken to cost what a read does, a copy (zero-copy is for what is sent), and for each of these bytes what a byte that
    comes from a disk does."""
    head, each = server.head, clients.request
    read = Work(*(head.constants[name] for name in ("op_instructions", "op_lines", "byte_instructions", "byte_lines")))
    work = read.plus(head.copy_work()).plus(disk_work(head, moved))
    come = each * clients.seen("WRITE").come / clients.size
    return Operation(each, work, received=come, to_disk=each * moved)


def group_thread(server: Server, clients: Clients, target: Target, rate: float) -> float:
    """Bytes a second of the one thread that writes out a group, while clients write at `rate` bytes a second.

    It goes from one block's structures to the next, which other cores have made, and touches no data: for an instruction it
    needs as many lines as a read does apart from its bytes, and each takes as long as the present load of links and memory
    makes it. Parity is summed up by several threads, for which it waits; they read each line of data once.
    """
    head = server.head
    state = head.at(write(server, clients, target.moved(rate, clients)), rate / clients.request)
    if state.used >= 1:
        return 0.0

    def cycles(instructions: float, lines: float) -> float:
        return instructions * head.cpi(Each(instructions, lines * head.lines, {}), state.wait)

    own = PARTS["sync_instructions"]
    needed = cycles(own, own * head.constants["op_lines"] / head.constants["op_instructions"])
    if target.layout == "raidz2":
        needed += cycles(PARTS["parity_instructions"], PARTS["parity_lines"]) / PARTS["issue_threads"]
    return float(head.constants["clock"] / needed)


def write_stages(server: Server, clients: Clients, target: Target) -> list[Stage]:
    """The path of a write from the clients to the disks. Capacities in bytes of the clients' data."""
    come = clients.seen("WRITE", int(target.committed)).come / clients.size
    head, each = server.head, clients.request
    hba = server.hbas * Slot(payload=int(PARTS["completion"])).rate

    def on_disks(rate: float) -> float:
        return rate * target.on_disks(rate, clients)

    def moved(rate: float) -> float:
        return rate * target.moved(rate, clients)

    def busy(rate: float) -> float:
        return head.at(write(server, clients, target.moved(rate, clients)), rate / each).busy

    def answered(rate: float) -> bool:
        operation = write(server, clients, 0.0)
        instructions, _ = operation.work.of(each)
        own = clients.round("WRITE", instructions * head.at(operation, 0.0).cpi / head.constants["clock"])
        return rate * own <= clients.asking("WRITE") * each

    return [
        Stage("clients' requests", at_most(answered), why="each waits for its answer"),
        Stage("clients' ports", clients.count * clients.ports * clients.link("WRITE"), why="1 GbE each"),
        Stage("server's ports", server.wire(clients.mtu) / come, why="10 GbE each"),
        Stage("network cards' slots", server.carried(clients.mtu, "in") / come, why=slots_of(server)),
        Stage("processors", at_most(lambda rate: busy(rate) <= head.constants["busy"]),
              why="cores, and links between sockets"),
        Stage("the group's thread", at_most(lambda rate: rate <= group_thread(server, clients, target, rate)),
              why="one thread writes out a transaction group"),
        Stage("disk cards' slots", at_most(lambda rate: moved(rate) <= hba), why="PCI Express"),
        Stage("SAS cables", at_most(lambda rate: moved(rate) <= server.chains * PARTS["cable_rate"]),
              why="four lanes of 3 Gbit/s each"),
        Stage("disks", at_most(lambda rate: on_disks(rate) <= target.all_disks(rate, clients)),
              why="in a row, but for the log"),
    ]
