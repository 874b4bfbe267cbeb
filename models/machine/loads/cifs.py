"""CIFS clients that read and write."""

from collections.abc import Callable
from dataclasses import dataclass

from models.check import asking
from models.machine.loads.arrivals import a_rate, a_turnaround
from models.machine.loads.blocks import Reads
from models.machine.loads.nfs import Nfs
from models.machine.machine import Machine, Seen
from models.protocols.nfs.server import FILE_SYNC, UNSTABLE
from models.setting import check_settings, count, setting
from models.sim.path import RequestPath
from models.units import KiB

LARGEST_SMB = 60 * KiB
"""Bytes that one SMB request of 2009 reads or writes (MaxBufferSize of 64 KiB, in whole pages of a
client's cache)."""
COPIES = 3
"""From the cache into the buffers of a reply, from there into one buffer to send, and from there to the
network (OpenSolaris 2008, smb_read.c: smb_common_read; smb_net.c: smb_net_txb_send, sosendmsg)."""


@dataclass(frozen=True)
class Cifs:
    """CIFS clients (SMB 1) that read and write, each thread one request after another.

    A request takes as much work as one of NFSv3, because its own is not published, and the server
    copies what it reads COPIES times, where NFS lends blocks in memory to the network. Writes are
    answered from memory unless `o_sync`, which Windows calls write through."""

    clients: int = count(1, "Number of clients")
    threads: int = count(1, "Threads per client")
    size: int = count(32 * KiB, "Size of a request", 1, LARGEST_SMB, "B")
    turnaround: float | None = a_turnaround()
    o_sync: bool = setting(False, "Whether each write is made safe before it is answered")
    reads: float = setting(0.0, "Share of reads among the requests", "share", least=0, most=1)
    blocks: Reads = Reads()  # noqa: RUF009
    over: bool = setting(False, "Whether writes overwrite blocks of the file")
    rate: float = a_rate()
    trace: Callable[[], RequestPath | None] | None = None  # as for `Nfs`
    seen: Seen | None = None

    def __post_init__(self) -> None:
        asking(clients=self.clients, threads=self.threads)
        check_settings(self)

    def start(self, machine: Machine) -> None:
        """Start the clients."""
        Nfs(
            self.clients,
            self.threads,
            self.size,
            self.turnaround,
            stable=FILE_SYNC if self.o_sync else UNSTABLE,
            reads=self.reads,
            blocks=self.blocks,
            over=self.over,
            rate=self.rate,
            trace=self.trace,
            seen=self.seen,
            copies=COPIES,
            named="cifs",
        ).start(machine)
