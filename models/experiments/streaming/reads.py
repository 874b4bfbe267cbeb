"""Reading files in a row over NFS: the stages from the disks, or from memory, to the clients, each with what it can carry."""
from models.experiments.streaming.parts import PARTS, Clients, Disks, Server, at_most
from models.head.cpu_work import Work
from models.head.head import Head, Operation
from models.head.pcie import Slot
from models.sim.pipeline import Stage


def disk_work(head: Head, share: float = 1.0) -> Work:
    """The work of moving each byte `share` times between a disk and memory: as much a byte as for the network, times what
    was fitted."""
    part, work = PARTS["disk_share"] * share, head.read_work()
    return Work(0.0, 0.0, part * work.instructions_a_byte, part * work.lines_a_byte)


def slots_of(server: Server) -> str:
    """What the stage of the network cards' slots is made of."""
    return "PCI Express, and the board's own ports" if server.gigabit else "PCI Express"


def read(head: Head, clients: Clients, from_disk: bool) -> Operation:
    """An NFS read of these clients, as the head sees it."""
    each = clients.request
    out = each * clients.seen("READ").out / clients.size
    work = head.read_work().plus(disk_work(head)) if from_disk else head.read_work()
    return Operation(each, work, sent=out, from_disk=each if from_disk else 0.0)


def read_stages(server: Server, clients: Clients, disks: Disks | None = None) -> list[Stage]:
    """The path of a read from the clients to the disks, or to memory if there are none. Capacities in bytes of data."""
    out = clients.seen("READ").out / clients.size
    head, each = server.head, clients.request
    operation, answer = read(head, clients, disks is not None), read(head, clients, False)
    instructions, _ = answer.work.of(each)

    def answered(rate: float) -> bool:
        """Whether the clients' requests can come at this rate, if the head is as busy as that makes it."""
        state = head.at(operation, rate / each)
        round = clients.round("READ", instructions * state.cpi / head.constants["clock"])
        return rate * round <= clients.asking("READ") * each

    path = [
        Stage("clients' requests", at_most(answered), why="each waits for its answer"),
        Stage("clients' ports", clients.count * clients.ports * clients.link("READ"), why="1 GbE each"),
        Stage("server's ports", server.wire(clients.mtu) / out, why="10 GbE each"),
        Stage("network cards' slots", server.carried(clients.mtu, "out") / out, why=slots_of(server)),
        Stage("processors", head.most(operation).rate * each, why="cores, and links between sockets"),
    ]
    if disks is None:
        return path
    hba = Slot(payload=int(PARTS["to_memory"]))
    return [*path, Stage("disk cards' slots", server.hbas * hba.to_memory, why="PCI Express"),
            Stage("SAS cables", server.chains * PARTS["cable_rate"], why="four lanes of 3 Gbit/s each"),
            Stage("disks", disks.rate(clients.streams), why="a seek and a part of a turn for each record")]
