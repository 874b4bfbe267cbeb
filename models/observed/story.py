"""A chase with choices: the tools that can be asked, what each costs, shows and does not see, and the verdicts.

The listings are published; what they say is computed from them. Source: Gregg 2009, NFS Analytics example. Seconds are
taken: for how long each tool has to run, and for reading it. Options of today's commands: sar(1) of sysstat 12.7,
tshark(1) of Wireshark 4, mountstats(8) of nfs-utils, opensnoop(8) of bcc, strace(1), bpftrace(8)."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from models.lab.iostat import Iostat
from models.machine import SUN_7410, Machine, Nfs
from models.observed.calls import opens, truss
from models.observed.listings import NICSTAT, OPENS, SNOOP, STACK, TRUSS
from models.observed.network import nicstat, snoop
from models.sim.stats import mean
from models.units import GB

LINK = 1 * GB
"""Bits a second of the card. Taken: with them %Util of the listing follows from its kB/s."""


class Tool(NamedTuple):
    """A tool that can be asked."""

    title: str
    command: str  # as published; empty: not part of the published chase
    today: str
    seconds: float
    load: str  # what it costs the machines
    blind: str
    output: Callable[[], str]
    found: Callable[[], list[str]]  # what the output says, read by `parser`
    parser: Callable[..., Any] | None = None
    needs: str = ""  # a fact that must be known before
    gives: str = ""  # a fact


def rate() -> float:
    """Return how often the program opens the file (a second)."""
    return mean([n for counts in opens(OPENS).values() for n in counts])


FACTS = {
    "nfs": "It is NFS.",
    "client": "This desktop asks more than any other client.",
    "program": "Most calls are about one folder: .elinks, that of a text browser.",
    "missing": "Its calls to open a file fail: the file does not exist.",
    "rate": f"It tries {rate():.0f} times a second.",
    "code": "Its lines that draw small lights lead to that call.",
}
LACKS = {
    "nfs": "First find out what is in the packets.",
    "program": "First find out which program it is.",
}
"""Facts that tools need -> what to do first."""


def packets() -> list[str]:
    """Return what nicstat says."""
    boot, *later = [line for line in nicstat(NICSTAT) if line.card == "nge0"]
    used = mean([8 * (line.bytes_in + line.bytes_out) / LINK for line in later])
    return [
        f"{mean([line.packets_in for line in later]):.0f} packets a second come in and "
        f"{mean([line.packets_out for line in later]):.0f} go out, of about "
        f"{mean([line.size_in for line in later]):.0f} and {mean([line.size_out for line in later]):.0f} bytes.",
        f"The link is {used:.2%} full. The network is no bottleneck.",
        f"The first line ({boot.packets_out:.0f} packets a second) is the mean since the desktop was started.",
    ]


def wire() -> list[str]:
    """Return what snoop says."""
    exchanges = snoop(SNOOP)
    asked, answered = exchanges[0]
    alike = all(one == exchanges[0] for one in exchanges)
    return [
        f"{'All calls are alike' if alike else 'Calls differ'}: {', '.join(asked)} (cut off), for one file handle.",
        f"Each answer is {answered}: nothing has changed. No READ and no WRITE is among the calls.",
    ]


@cache
def disks_output() -> str:
    """Return what `zpool iostat` would print of a server of this book whose memory answers such calls."""
    machine = Machine(SUN_7410.order(cache={"held": (1.0, 0.0)}), seed=1)
    machine.start(Nfs(threads=1, size=512, reads=1.0, turnaround=1 / rate()))
    machine.loop.run(until=1.0)
    tools = Iostat(machine)
    machine.loop.run(until=2.0)
    row = tools.row(2.0)["zpool"][0]
    heads = ["alloc", "free", "read", "write", "read", "write"]
    lines = [("pool", heads), (row["name"], row["cells"][:6])]
    return "\n".join(
        [f"{name:6}" + "".join([f"{cell:>7}" for cell in cells]) for name, cells in lines]
    )


def disks() -> list[str]:
    """Return what the disks' operations say."""
    reads, writes = disks_output().splitlines()[1].split()[3:5]
    return [
        f"{reads} reads and {writes} writes a second: the disks are idle. Memory answers all calls."
    ]


def calls() -> list[str]:
    """Return what truss says."""
    found = truss(TRUSS)
    places = [place for place, call in enumerate(found) if call.name == "open64"]
    failed = [found[place].error for place in places]
    between = found[places[0] + 1 : places[1]]
    path = found[places[0]].arguments.split('"')[1]
    return [
        f"It opens {path} again and again, and each time it fails: {', '.join(sorted(set(failed)))}.",
        f"Between two tries it asks {len(between)} times what time it is, and nothing else.",
    ]


def counted() -> list[str]:
    """Return what DTrace counted."""
    (path, counts), *others = opens(OPENS).items()
    return [
        f"In each of {len(counts)} seconds it opens {path} {mean(counts):.0f} times, and {f'{len(others)} others' if others else 'nothing else'}."
    ]


def stack_output() -> str:
    """Return the functions, the innermost first."""
    return "\n".join(["(four functions, which the text names)", *STACK])


TOOLS = {
    "packets": Tool(
        "Count packets on the card",
        "nicstat 1",
        "sar -n DEV 1 5",
        5,
        "no load: it reads counters that are kept anyway",
        "Whose packets they are, and what is in them.",
        lambda: NICSTAT,
        packets,
        nicstat,
    ),
    "wire": Tool(
        "Look into the packets",
        "snoop -r",
        'tshark -i eth0 -f "port 2049" -a duration:5',
        10,
        "little load here: it copies each packet",
        "Which program asks: no packet carries its name. And nothing, if it is encrypted.",
        lambda: SNOOP,
        wire,
        snoop,
        gives="nfs",
    ),
    "disks": Tool(
        "Look at the server's disks",
        "",
        "zpool iostat tank 1",
        10,
        "no load: it reads counters that are kept anyway",
        "All that memory answers. Such calls never reach a disk.",
        disks_output,
        disks,
    ),
    "clients": Tool(
        "Ask the server: who asks?",
        "Analytics: NFS operations by client",
        'tshark -i eth0 -f "port 2049" -a duration:10 -q -z conv,ip',
        15,
        "little load: the server counts each call by its sender",
        "Which program of that client, and for what.",
        lambda: "(a picture without numbers: one client, deimos, above all others)",
        lambda: ["deimos is this desktop. It asks more than any other client."],
        needs="nfs",
        gives="client",
    ),
    "files": Tool(
        "Ask the server: for which files?",
        "Analytics: NFS operations by type and by file",
        "opensnoop -x -d 10 (on the client: opens that fail); mountstats nfsstat -4 (operations)",
        15,
        "little load: the server counts each call by its file",
        "Why a program wants that file.",
        lambda: "(a picture without numbers: .elinks, in a home directory, above all others)",
        lambda: ["elinks is a text browser. It is open on this desktop, and nobody types."],
        needs="nfs",
        gives="program",
    ),
    "calls": Tool(
        "Watch the program's system calls",
        "truss -fp `pgrep elinks`",
        "strace -f -p $(pgrep elinks)",
        10,
        "heavy: it stops the program twice at each of its calls",
        "Which part of the program makes the calls.",
        lambda: TRUSS,
        calls,
        truss,
        needs="program",
        gives="missing",
    ),
    "opens": Tool(
        "Count what the program opens",
        'dtrace -n \'syscall::open*:entry /execname == "elinks"/ { @[copyinstr(arg0)] = count(); } '
        "tick-1sec { printa(@); clear(@); }'",
        'bpftrace -e \'tracepoint:syscalls:sys_enter_openat /comm == "elinks"/ '
        "{ @[str(args.filename)] = count(); } interval:s:1 { print(@); clear(@); }'",
        10,
        "little load: one count for each open, and nothing stops",
        "Whether the open fails, and which part of the program does it.",
        lambda: OPENS,
        counted,
        opens,
        needs="program",
        gives="rate",
    ),
    "stacks": Tool(
        "Count the ways through the program",
        'dtrace -n \'syscall::open*:entry /execname == "elinks"/ { @[copyinstr(arg0), ustack()] = count(); } '
        "tick-1sec { printa(@); clear(@); }'",
        'bpftrace -e \'tracepoint:syscalls:sys_enter_openat /comm == "elinks"/ '
        "{ @[str(args.filename), ustack] = count(); } interval:s:1 { print(@); clear(@); }'",
        15,
        "some load: it walks the stack at each open",
        "Reasons: it names functions, and somebody has to read them. Programs without symbols have no names.",
        stack_output,
        lambda: [
            f"Read from below: {STACK[-1]} draws the small lights in the corner of the screen. "
            f"To draw them it calls {STACK[-2]}, that calls {STACK[-3]}, and at the end stands {STACK[0]}."
        ],
        needs="program",
        gives="code",
    ),
}
"""The tools by name. The text has no line of the server's disks, and of the stack only the names of four functions."""


class Verdict(NamedTuple):
    """What one may say that is wrong, and the tool that decides."""

    text: str
    by: str
    why: str
    right: bool = False


VERDICTS = {
    "network": Verdict("The network is full.", "packets", "Its share of the link says no."),
    "disks": Verdict("The server's disks are too slow.", "disks", "They have nothing to do."),
    "copy": Verdict(
        "Somebody copies a home directory.",
        "wire",
        "Then there would be calls that read and write.",
    ),
    "client": Verdict(
        "The NFS client checks its cache by itself, too often.",
        "calls",
        "Each call begins with a program that opens a file.",
    ),
    "forms": Verdict(
        "A program saves what is typed into forms, again and again.",
        "calls",
        "It only tries to read, and fails.",
    ),
    "lights": Verdict(
        "A program draws a small light, and each time looks for a file.",
        "stacks",
        "Each time the light is drawn, it tries to open a file that does not exist, and the server has to say so.",
        right=True,
    ),
}


def ways(proof: str) -> Iterator[tuple[str, ...]]:
    """Yield every choice of tools that can be asked and has the tool `proof`, those with fewer tools first."""
    for number in range(1, len(TOOLS) + 1):
        for names in combinations(TOOLS, number):
            known = {""} | {TOOLS[name].gives for name in names}
            if proof in names and all(TOOLS[name].needs in known for name in names):
                yield names


def shortest() -> tuple[str, ...]:
    """Return the tools that prove the right verdict in the least time."""
    proof = next(one.by for one in VERDICTS.values() if one.right)
    return min(
        ways(proof), key=lambda names: (sum([TOOLS[name].seconds for name in names]), len(names))
    )
