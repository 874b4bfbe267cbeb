"""The command line: `python -m models machines | describe MACHINE | run ORDER LOAD | replay ...
TRACE.csv | cache ... TRACE`.

Exit 0 done, 2 wrong use (one line on standard error).
"""

from models.cli import frame

frame.begin("models", __name__)

import argparse
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from models.catalogue.machines import MACHINES, machine
from models.check import requested, shown
from models.cli import command_line
from models.cli.cache_trace import FORMATS, POLICIES, asked, count
from models.cli.command_line import CommandResult, Parser, WrongUse, table
from models.cli.machine_file import Named, named
from models.cli.raw_disks import SERVES, raw_machine
from models.cli.replay import DAY, each, on_disks, on_machine, remarks, replay, summaries
from models.cli.trace_csv import LONGEST, TIMES, read
from models.cli.whole_machine import LOADS, all_settings, report, run_of, span
from models.machine.machine import Machine
from models.machine.order import ORDERS, PARTS, Order
from models.units import factor, ms

MOST_SEED, MOST_BLOCKS = 2**31 - 1, 10**9
"""Beyond it, so many blocks of a cache are a slip of the hand."""
DISKS = "\n".join(f"  {name:16}{how}" for name, how in SERVES.items())
REPLAY = f"""Replay a trace of requests: each is issued at its time, whether or not those
before it are answered.

TRACE.csv names its columns in the first line: time,op,offset,size[,latency],
in any order, with commas, semicolons (and decimal commas), tabs or blanks between
them; other columns, blank lines and lines that begin with # are ignored. It
may be packed by gzip; - is standard input.
  time          seconds, never falling; the first is the machine's time zero
  op            read, write or flush; r, w or f
  offset, size  bytes, of which disks move whole sectors of 512; a flush may
                leave them out
  latency       seconds, as measured; where it is given the measured latencies
                are summed up, too, and compared. Requests where it is empty or -
                are replayed, and left out of the sums
Other units stand behind a name, such as time(ms), latency_us, offset(sectors).

With --order the requests come over NFS to a whole machine, ordered as for
`run` (--set log.devices=2 --set pool=mirror:22): to its network cards, cores, caches,
intent log and pool. Blocks are as for `run`, with mixed sizes of 128 KiB. A
write is answered from memory (--set sync=always: once it is safe), and a flush
makes safe what was written since the one before. A day of requests at most.

With --machine they go to the disks alone, with no file system, log or network
before them. The write caches of the disks are on: a write is answered from memory
while there is room there, and a flush waits for the platters. Machines:
{DISKS}
  FILE.json       one of these with other constants, in SI or with a unit:
                  {{"machine": "freebsd-box",
                   "constants": {{"speed": "15000rpm", "cache_size": 0}}}}
                  or a changed copy of what `describe NAME --json` prints. Of a
                  drive that was measured, tables may stand there, too:
                  "zones": [["0", "210MB/s"], ["1TB", "150MB/s"], ...] says from
                  where on it streams how fast, "seek_curve": [[0, "1ms"],
                  [0.33, "8ms"], [1, "17ms"]] how long it seeks over which share
                  of the whole way; cache_size, read_ahead and destage_set are
                  constants like others.
                  Another speed turns the same tracks faster; a media_rate
                  that is given holds at the speed given. Constants of parts
                  other than disks and their cables change nothing.
"""
RUN = f"""Put a machine together as it is ordered, let a load run on it, and print the result: requests a second, latencies as the server sees them, what the
devices did (as zpool iostat says it), and how busy each part was.

ORDER is {", ".join(ORDERS)}, or a file NAME.json that orders
one of them with other settings: {{"machine": "7410", "log": {{"devices": 2}}}}.
LOAD is {" or ".join(LOADS)}, or a file: {{"load": "nfs", "threads": 20, "size": "8KiB"}}.
--set gives a setting of either, in SI or with a unit. A short form is enough where only
one setting has it: --set log.devices=2 --set threads=64 --set speed=15000rpm.
All settings are applied before the whole is checked, so their sequence makes no difference.
--set pool=mirror:22 sets layout and vdevs; --set without=PART,... leaves out parts of
{", ".join(PARTS)}.

{all_settings()}
"""
CACHE = """Count the hits of a cache on a trace of requests.

TRACE (- for standard input; gzip is unpacked) holds one key a line: a block's
number or any other name, in the order in which the blocks are asked for. Blanks
around a key do not belong to it; blank lines, and lines that begin with # or *,
are ignored. Blocks are all of one size, and the cache is empty at first.
What is asked for and is not there is fetched and kept.
  fifo            gives up what came first
  lru             gives up what was asked for longest ago
  arc             Megiddo and Modha's adaptive replacement cache, as published
A line of several fields is refused, unless --format or --column says what it is:
  keys            a whole line is a key, whatever stands in it
  csv             fields with commas, semicolons, tabs or blanks between them;
                  --column says by name or number (from 1) which one is the key
  arc             start count: so many blocks of 512 bytes, each asked for by
                  itself; what follows on the line counts for nothing
Prints JSON: requests, hits.
"""


def blocks(text: str) -> int:
    """A number of blocks, in digits 0-9. Raises WrongUse for what is no such number."""
    if not re.fullmatch(r"\s*[+]?[0-9]{1,4000}\s*", text) or not 1 <= int(text) <= MOST_BLOCKS:
        raise WrongUse(
            f"size must be a whole number of blocks, 1 to {MOST_BLOCKS:,}, got {shown(text)}"
        )
    return int(text)


def seed(text: str) -> int:
    """The start of the random numbers, as figures take it. Raises WrongUse."""
    if not re.fullmatch("[0-9]{1,10}", text, re.ASCII) or int(text) > MOST_SEED:
        raise WrongUse(f"seed must be a whole number, 0 to {MOST_SEED:,}, got {shown(text)}")
    return int(text)


def trace(text: str) -> Path:
    """The path of a trace. Raises WrongUse for none."""
    if not text:
        raise WrongUse("a trace must be named, got ''")
    return Path("/dev/stdin" if text == "-" else text)


def parser() -> Parser:
    """The commands and their options."""
    top = Parser(
        prog="python -m models",
        description="The machines of the book: what they are made of, what they do.",
    )
    commands = top.add_subparsers(dest="command", required=True)

    def command(
        name: str,
        run: Callable[[argparse.Namespace], CommandResult],
        help: str,
        long: str | None = None,
    ) -> Parser:
        made: Parser = commands.add_parser(
            name, help=help, description=long, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        made.set_defaults(run=run)
        return made

    command(
        "machines",
        lambda args: CommandResult(
            json.dumps(list(MACHINES)) if args.json else "\n".join(MACHINES)
        ),
        "the machines' names",
    )
    describer = command(
        "describe", describe, "a machine's constants: value, basis, source, targets"
    )
    describer.add_argument("machine")
    replayer = command(
        "replay", replaying, "latencies and percentiles of a trace of requests", REPLAY
    )
    what = replayer.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--machine", metavar="NAME|FILE.json", help="the disks of a machine, see above"
    )
    what.add_argument("--order", metavar="ORDER", help="a whole machine, see above")
    replayer.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="the order otherwise, as for run",
    )
    replayer.add_argument(
        "--seed",
        type=seed,
        default=1,
        metavar="N",
        help="the angles at which platters begin (default 1)",
    )
    replayer.add_argument("--requests", action="store_true", help="a line for each request, too")
    replayer.add_argument(
        "--time-unit",
        choices=TIMES,
        help="what times are in, if the first line does not say (default s)",
    )
    replayer.add_argument("--latency-unit", choices=TIMES, help="the same of latencies")
    replayer.add_argument("trace", type=trace, metavar="TRACE.csv")
    runner = command("run", running, "what a whole machine does under a load", RUN)
    runner.add_argument("order", metavar="ORDER")
    runner.add_argument("load", metavar="LOAD")
    runner.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="see above"
    )
    runner.add_argument(
        "--seconds",
        default="1s",
        metavar="TIME",
        help="measured time, 1 ms to 1 h (default 1 s)",
    )
    runner.add_argument(
        "--warm",
        default="100ms",
        metavar="TIME",
        help="time that runs before the measured time, 1 h at most (default 0.1 s)",
    )
    runner.add_argument(
        "--seed", type=seed, default=1, metavar="N", help="seed of all random numbers (default 1)"
    )
    cacher = command("cache", caching, "hits of a cache on a trace of keys", CACHE)
    cacher.add_argument(
        "--policy", required=True, choices=list(POLICIES), help="what it gives up, see above"
    )
    cacher.add_argument(
        "--size",
        required=True,
        type=blocks,
        metavar="BLOCKS",
        help="how many blocks it holds, 1 or more",
    )
    cacher.add_argument(
        "--format", choices=FORMATS, help="what a line is, see above (default: one key)"
    )
    cacher.add_argument("--column", metavar="NAME|NUMBER", help="the key's column of a table")
    cacher.add_argument("trace", type=trace, metavar="TRACE")
    for one in commands.choices.values():
        one.add_argument("--json", action="store_true", help="as JSON")
    return top


def describe(args: argparse.Namespace) -> CommandResult:
    """A machine's constants: `value` in SI, `shown` in `unit`, where it comes from."""
    constants: list[dict[str, Any]] = [
        {
            "name": key,
            "value": c.value,
            "shown": c.value if isinstance(c.value, str) else c.value / factor(c.unit),
            "unit": c.unit,
            "basis": c.basis,
            "source": c.source,
            "targets": list(c.targets),
        }
        for key, c in machine(args.machine).items()
    ]
    if args.json:
        return CommandResult(json.dumps({"machine": args.machine, "constants": constants}))
    width = max(len(c["unit"]) for c in constants)
    rows = [
        [
            "constant",
            f"value {'':{width}}",
            "basis",
            "where it comes from [published numbers it rests on]",
        ]
    ]
    for c in constants:
        value = c["shown"] if isinstance(c["shown"], str) else f"{c['shown']:.6g}"
        targets = f"\n[{', '.join(c['targets'])}]" if c["targets"] else ""
        rows.append([c["name"], f"{value} {c['unit']:{width}}", c["basis"], c["source"] + targets])
    return CommandResult(table(rows, "<><<"))


def own_settings(order: Order) -> dict[str, Any]:
    """Return the settings of an order that the book's order of this name does not have."""
    usual = ORDERS[order.name or order.machine].settings
    return {
        name: value
        for name, value in order.settings.items()
        if name not in usual or usual[name] != value
    }


def replaying(args: argparse.Namespace) -> CommandResult:
    """A trace of requests on a machine, or on its disks."""
    units = args.time_unit, args.latency_unit
    if args.order is not None:
        order, _ = run_of(args.order, None, args.set)
        machine = Machine(order, args.seed)
        record = machine.server.filesystem.log.record
        trace = read(
            args.trace, machine.pool.capacity, DAY, lambda size: requested(size, record), *units
        )
        what, found = Named(order.machine, own_settings(order)), on_machine(machine, trace)
    elif args.set:
        raise WrongUse(
            "--set is for an --order; a machine's constants are in a file, see replay --help"
        )
    else:
        what = named(args.machine)
        try:
            disks = raw_machine(what.name, what.changed, args.seed)
        except ValueError as error:
            raise WrongUse(f"{args.machine}: {error}" if what.changed else str(error)) from None
        trace = read(args.trace, disks.capacity, LONGEST, int, *units)
        found = on_disks(disks, trace)
    result = replay(found, trace)
    if args.json:
        asked = {
            "machine": what.name,
            "constants": what.changed,
            "order": args.order,
            "set": args.set,
            "seed": args.seed,
        }
        return CommandResult(json.dumps({**asked, **result}, allow_nan=False))
    changed = "".join(
        f", {name} {value if isinstance(value, str) else shown(value)}"
        for name, value in what.changed.items()
    )
    text = f"{what.name}{changed}: latencies in ms\n{summaries(result)}"
    text = "\n".join([text, *remarks(result)])
    meant = "times in seconds, offsets and sizes in bytes; IOPS: requests a second"
    return CommandResult(f"{each(result)}\n\n{text}\n{meant}" if args.requests else text)


def running(args: argparse.Namespace) -> CommandResult:
    """A whole machine under a load."""
    order, load = run_of(args.order, args.load, args.set)
    seconds, warm = (
        span("seconds", args.seconds, 1 * ms, "1 ms to 1 h"),
        span("warm", args.warm, 0.0, "0 s to 1 h"),
    )
    ran = Machine(order, args.seed).run(load, seconds=seconds, warm=warm)
    if args.json:
        return CommandResult(
            json.dumps(
                {
                    "order": args.order,
                    "load": args.load,
                    "set": args.set,
                    "seed": args.seed,
                    **ran.to_json(),
                },
                allow_nan=False,
            )
        )
    return CommandResult(report(order, ran))


def caching(args: argparse.Namespace) -> CommandResult:
    """The hits of a cache."""
    return CommandResult(
        json.dumps(
            count(POLICIES[args.policy](args.size), asked(args.trace, args.format, args.column))
        )
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    return command_line.run("models", parser(), argv, ValueError)


if __name__ == "__main__":
    frame.end(main())
