"""A program on an NFS client of the 7410: its calls, and the requests that reach the server."""
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.protocols.nfs.calls import Mount, program
from models.protocols.nfs.server import Client
from models.protocols.nfs.session import Session
from models.units import KiB, s

MOUNTS = {"usual": Mount(), "sync": Mount(sync=True), "forcedirectio": Mount(direct=True), "nocto": Mount(nocto=True),
          "limit": Mount(most=128 * KiB)}
"""How the client may have mounted the file system, by the option that says so."""
LONG = 60 * s
"""By then every program has ended."""


def nfs_program(kind: str, mount: str, *, writes: int, size: int, every: int, logs: int, seed: int) -> Session:
    """What was seen of a program (`PROGRAMS` of models/protocols/nfs/calls.py) from its first call to its last, on a client
    that has mounted its file system by one of `MOUNTS`.

    It writes `size` bytes `writes` times; one that calls fsync does so after `every` writes. logs: log devices of the
    server, which has nobody else to serve.
    """
    machine = Machine(SUN_7410.order(logs=logs).bare(), seed)
    client = Client(machine.loop, machine.server, turnaround=machine.constants["turnaround"], random=machine.random)
    session = Session(client, MOUNTS[mount])
    machine.loop.spawn(session.run(program(kind, writes, size, every)))
    machine.loop.run(until=LONG)
    return session
