"""The command line of the models: `python -m models machines | describe MACHINE | run ORDER LOAD |
size REQUIREMENTS.toml | sweep SPEC.toml | read FILE... | replay ... TRACE.csv | cache ... TRACE`.

Exit codes: 0 for success, 1 if nothing that is sold meets the requirements of `size`, 2 for wrong use (with
one line on standard error).
"""

from models.cli import frame

frame.begin("models", __name__)

import argparse
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from models.catalogue.machines import MACHINES, machine
from models.check import requested, shown
from models.cli import command_line
from models.cli.cache_trace import FORMATS, POLICIES, count, requested_keys
from models.cli.command_line import CommandResult, Parser, WrongUse, say, table
from models.cli.held_against import held_against, untested
from models.cli.machine_file import NamedMachine, named
from models.cli.raw_disks import SERVES, raw_machine
from models.cli.replay import (
    DAY,
    on_disks,
    on_machine,
    remarks,
    replay,
    request_table,
    summary_table,
)
from models.cli.trace_csv import LONGEST, TIMES, read
from models.cli.typed import parts_text
from models.cli.user_file import json_of
from models.cli.whole_machine import (
    HELP,
    LOADS,
    all_settings,
    report,
    resolved,
    run_of,
    run_of_all,
    simulated_time,
)
from models.lab.events import KINDS
from models.lab.limit import verdict
from models.lab.run import ran
from models.lab.study import Study, study_of, typed_events
from models.machine.machine import Machine
from models.machine.order import ORDERS, PARTS, Order
from models.machine.order.also import ABSENT
from models.measured import command as measured
from models.sizing import size
from models.sweep import command as sweep
from models.units import factor, ms

MOST_SEED, MOST_BLOCKS = 2**31 - 1, 10**9
"""Largest seed, and largest cache in blocks. A larger cache is probably a typo."""
DISKS = "\n".join(f"  {name:16}{how}" for name, how in SERVES.items())
REPLAY = f"""Replay a trace of requests. Each request is issued at its time, whether or not
earlier ones are answered.

The first line of TRACE.csv names its columns: time,op,offset,size[,latency], in any
order, separated by commas, semicolons (with decimal commas), tabs or spaces. Other
columns, blank lines and lines that begin with # are ignored. The file may be
compressed with gzip; - is standard input.
  time          seconds, never decreasing; the first request is at time zero
  op            read, write or flush; r, w or f
  offset, size  bytes; disks move whole sectors of 512 bytes; a flush may omit both
  latency       measured latency in seconds; if present, the measured latencies are
                summarised as well and compared. Requests where it is empty or - are
                replayed but left out of the summaries
Write any other unit after the name: time(ms), latency_us, offset(sectors).

With --order the requests go over NFS to a whole machine, ordered as for `run` (--set
log.devices=2 --set pool=mirror:22): to its network cards, cores, caches, intent log
and pool. Blocks are as for `run`; if sizes are mixed they are 128 KiB. A write is
answered from memory (with --set sync=always, once it is safe), and a flush makes safe
all data written since the previous flush. A trace may last at most one day.

With --machine the requests go directly to the disks, without a file system, log or
network. The disks' write caches are on: a write is answered from memory while there is
room, and a flush waits for the platters. Machines:
{DISKS}
  FILE.json       one of these with other constants, in SI units or with a unit:
                  {{"machine": "freebsd-box",
                   "constants": {{"speed": "15000rpm", "cache_size": 0}}}}
                  or an edited copy of what `describe NAME --json` prints. Tables of a
                  measured drive are allowed:
                  "zones": [["0", "210MB/s"], ["1TB", "150MB/s"], ...] gives the
                  streaming rate from each offset on; "seek_curve": [[0, "1ms"],
                  [0.33, "8ms"], [1, "17ms"]] gives the seek time for each share of
                  the full stroke. cache_size, read_ahead and destage_set are ordinary
                  constants.
                  A different speed leaves the tracks as they are, so the media rate
                  changes with it; a media_rate in the file applies at the speed in
                  the file. Constants of parts other than disks and their cables have
                  no effect.
"""
RUN = f"""Build a machine from an order, run loads on it and print the result: requests per
second, latencies as the server sees them, what the devices did (as in zpool iostat), and
how busy each part was.

ORDER is {", ".join(ORDERS)}, or a file NAME.json that names one of them with
other settings: {{"machine": "7410", "log": {{"devices": 2}}}}.
LOAD is {" or ".join(LOADS)}, or a file: {{"load": "nfs", "threads": 20, "size": "8KiB"}}.
nfs, cifs, local and iscsi read and write (--set reads=70%); create makes small files. With a
rate, requests arrive whether or not others are answered. Several loads run side by side
(run 7410 nfs iscsi --set nfs.reads=1); a name that several of them have needs that prefix.
--set changes a setting of either. A value may have a unit (8KiB or 8k, 250us, 7200rpm, 70%,
10Gbit/s); without one it is in seconds, bytes or bytes per second, and a share is a part of 1.
A short name is enough if only one setting has it: --set log.devices=2 --set speed=15000rpm.
A name that the load and the order have, such as size, is that of the load.
OpenZFS's names, fio's and those of data sheets work, too: zfs_txg_timeout, ashift, bs, rpm.
Whole numbers under their names have their units: rwmixread=70 is 70 %, zfs_delay_scale is in ns.
All settings are applied before the order and the load are checked, so their sequence makes
no difference.
--help log describes the settings of the part log, --help all those of all parts and loads below.
Without LOAD, ORDER is a study, a file of one or two machines, their loads and what breaks:
{{"a": {{"machine": "server-today", "settings": {{}}}}, "b": {{"settings": {{"log.devices": 1}}}},
 "loads": [{{"load": "local", "name": "Writers", "settings": {{"threads": 16, "think": "4ms"}}}}],
 "events": [{{"at": 20, "kind": "resilver", "in": "ab"}}], "seconds": 60, "seed": 1}}
Kinds of events: {", ".join(KINDS)}.
The result is what limits each machine from one event to the next, or with --json its samples.
--set pool=mirror:22 sets layout and vdevs; --set without=PART,... leaves out parts:
{", ".join(PARTS)}.

Not modelled: {fill(", ".join(" ".join(ABSENT).split()), 80)}.
In the results, "network in" is what comes from clients. With --json, `settings` are in SI units.

Parts and loads:
{parts_text(HELP)}
"""
CACHE = """Count the hits of a cache on a trace of requests.

TRACE (- for standard input; gzip is decompressed) holds one key per line: a block's number
or any other name, in the order of the requests. Spaces around a key are ignored, as are
blank lines and lines that begin with # or *. All blocks have the same size, and the cache
is empty at first. A block that is requested and not in the cache is fetched and kept.
  fifo            evicts the block that was added first
  lru             evicts the block that was requested longest ago
  arc             Megiddo and Modha's adaptive replacement cache, as published
A line with several fields is refused unless --format or --column says how to read it:
  keys            each whole line is a key
  csv             fields separated by commas, semicolons, tabs or spaces; --column gives
                  the name or number (from 1) of the key's column
  arc             start count: that many blocks of 512 bytes, each requested separately;
                  the rest of the line is ignored
Prints JSON: requests, hits.
"""


def blocks(text: str) -> int:
    """Return the number of blocks that `text` states. Raise WrongUse unless it is 1 to
    MOST_BLOCKS."""
    if not re.fullmatch(r"\s*[+]?[0-9]{1,4000}\s*", text) or not 1 <= int(text) <= MOST_BLOCKS:
        raise WrongUse(
            f"size must be a whole number of blocks, 1 to {MOST_BLOCKS:,}, got {shown(text)}"
        )
    return int(text)


def seed(text: str) -> int:
    """Return the random seed that `text` states. Raise WrongUse unless it is 0 to MOST_SEED."""
    if not re.fullmatch("[0-9]{1,10}", text, re.ASCII) or int(text) > MOST_SEED:
        raise WrongUse(f"seed must be a whole number, 0 to {MOST_SEED:,}, got {shown(text)}")
    return int(text)


def trace(text: str) -> Path:
    """Return the path of a trace; `-` is standard input. Raise WrongUse if it is empty."""
    if not text:
        raise WrongUse("TRACE must be the name of a file, or - for standard input, got ''")
    return Path("/dev/stdin" if text == "-" else text)


class Help(argparse.Action):
    """The option --help of `run`: an overview, or the settings of the part or load that follows."""

    def __call__(self, parser: Any, _: object, of: Any, __: object = None) -> None:
        """Print the help and exit."""
        say(all_settings(of)) if of else parser.print_help()
        parser.exit()


def parser() -> Parser:
    """Return the parser of the commands and their options."""
    top = Parser(
        prog="python -m models",
        description="The machines of the book: their constants, and how they perform.",
    )
    commands = top.add_subparsers(dest="command", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], CommandResult], help: str, long: str = ""
    ) -> Parser:
        made: Parser = commands.add_parser(
            name,
            help=help,
            description=long or None,
            add_help=name != "run",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(run=run)
        made.add_argument("--json", action="store_true", help="print JSON")
        return made

    command("machines", list_machines, "list the machines")
    describer = command("describe", describe, "print a machine's constants and their sources")
    describer.add_argument("machine", metavar="MACHINE")
    replayer = command("replay", replay_trace, "replay a trace and print its latencies", REPLAY)
    subject = replayer.add_mutually_exclusive_group(required=True)
    subject.add_argument("--machine", metavar="NAME|FILE.json", help="the disks of a machine")
    subject.add_argument("--order", metavar="ORDER", help="a whole machine")
    runner = command("run", run_load, "run a load on a whole machine", RUN)
    runner.add_argument(
        "-h",
        "--help",
        action=Help,
        nargs="?",
        metavar="PART",
        help="this help, or the settings of a part or load, or all",
    )
    runner.add_argument("order", metavar="ORDER")
    runner.add_argument("load", metavar="LOAD", nargs="*")
    for one in (replayer, runner):
        one.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="change a setting; may be repeated",
        )
        one.add_argument(
            "--seed", type=seed, default=1, metavar="N", help="random seed (default 1)"
        )
    replayer.add_argument("--requests", action="store_true", help="print each request as well")
    for name in ("time", "latency"):
        replayer.add_argument(
            f"--{name}-unit", choices=TIMES, help=f"unit of the column {name} (default s)"
        )
    replayer.add_argument("trace", type=trace, metavar="TRACE.csv")
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
        help="time simulated before the measured time, at most 1 h (default 0.1 s)",
    )
    runner.add_argument(
        "--events",
        metavar="EVENTS.json|'TIME KIND, ...'",
        help="a study's events, instead of its own: '20 resilver, 40 log device dies (b)'",
    )
    sizer = command(
        "size", size.run, "list what can be bought, and what each requirement costs", size.LONG
    )
    size.add_to(sizer)
    sweeper = command(
        "sweep",
        sweep.run,
        "run a product, a list or a sample of settings",
        sweep.description(),
    )
    sweep.add_to(sweeper)
    reader = command("read", measured.run, "read what other tools measured", measured.LONG)
    measured.add_to(reader)
    cacher = command("cache", count_hits, "count the hits of a cache on a trace of keys", CACHE)
    cacher.add_argument(
        "--policy", required=True, choices=list(POLICIES), help="replacement policy"
    )
    cacher.add_argument(
        "--size", required=True, type=blocks, metavar="BLOCKS", help="size of the cache, in blocks"
    )
    cacher.add_argument("--format", choices=FORMATS, help="format of a line (default: one key)")
    cacher.add_argument("--column", metavar="NAME|NUMBER", help="column of the key")
    cacher.add_argument("trace", type=trace, metavar="TRACE")
    return top


def list_machines(args: argparse.Namespace) -> CommandResult:
    """Return the names of the machines, one per line or as JSON. A line marks one that `run` builds."""
    lines = [f"{name}{' (can be run)' * (name in ORDERS)}" for name in MACHINES]
    return CommandResult(json.dumps([*MACHINES]) if args.json else "\n".join(lines))


def describe(args: argparse.Namespace) -> CommandResult:
    """Return a machine's constants as a table or as JSON. In JSON `value` is in SI units, and
    `shown` is the same number in `unit`."""
    known = machine(args.machine)
    shown_values = {
        key: c.value if isinstance(c.value, str) else c.value / factor(c.unit)
        for key, c in known.items()
    }
    if args.json:
        constants = [
            {
                "name": key,
                "value": c.value,
                "shown": shown_values[key],
                "unit": c.unit,
                "basis": c.basis,
                "source": c.source,
                "targets": list(c.targets),
            }
            for key, c in known.items()
        ]
        return CommandResult(json.dumps({"machine": args.machine, "constants": constants}))
    width = max(len(c.unit) for c in known.values())
    source = "where it comes from [ids of published numbers that it was calibrated with]"
    rows = [["constant", f"value {'':{width}}", "basis", source]]
    for key, c in known.items():
        value = shown_values[key]
        text = value if isinstance(value, str) else f"{value:.6g}"
        targets = f"\n[{', '.join(c.targets)}]" if c.targets else ""
        rows.append([key, f"{text} {c.unit:{width}}", c.basis, c.source + targets])
    return CommandResult(table(rows, "<><<"))


def own_settings(order: Order) -> dict[str, object]:
    """Return the settings of an order that differ from the catalogue's order of the same name."""
    usual = ORDERS[order.name or order.machine].settings
    return {
        name: value
        for name, value in order.settings.items()
        if name not in usual or usual[name] != value
    }


def replay_trace(args: argparse.Namespace) -> CommandResult:
    """Replay a trace on a machine, or on its disks alone. Return the latencies."""
    units = args.time_unit, args.latency_unit
    if args.order is not None:
        order, _ = run_of(args.order, None, args.set)
        machine = Machine(order, args.seed)
        record = machine.server.filesystem.log.record
        trace = read(
            args.trace, machine.pool.capacity, DAY, lambda size: requested(size, record), *units
        )
        subject = NamedMachine(order.machine, own_settings(order))
        latencies = on_machine(machine, trace)
    elif args.set:
        raise WrongUse(
            "--set works only with --order, got --machine; see replay --help for constants in a file"
        )
    else:
        subject = named(args.machine)
        try:
            disks = raw_machine(subject.name, subject.changed, args.seed)
        except ValueError as error:
            raise WrongUse(f"{args.machine}: {error}" if subject.changed else str(error)) from None
        trace = read(args.trace, disks.capacity, LONGEST, int, *units)
        latencies = on_disks(disks, trace)
    result = replay(latencies, trace)
    if args.json:
        options = {
            "machine": subject.name,
            "constants": subject.changed,
            "order": args.order,
            "set": args.set,
            "seed": args.seed,
        }
        return CommandResult(json.dumps({**options, **result}, allow_nan=False))
    changed = "".join(
        f", {name} {value if isinstance(value, str) else shown(value)}"
        for name, value in subject.changed.items()
    )
    text = f"{subject.name}{changed}: latencies in ms\n{summary_table(result)}"
    text = "\n".join([text, *remarks(result)])
    legend = "times in seconds, offsets and sizes in bytes; IOPS: requests per second"
    return CommandResult(f"{request_table(result)}\n\n{text}\n{legend}" if args.requests else text)


def run_load(args: argparse.Namespace) -> CommandResult:
    """Return how a whole machine performs under a load, or how those of a study do."""
    if not args.load:
        return run_study(args)
    if args.events is not None:
        raise WrongUse(f"--events must be left out without a study, got {args.events:.40}")
    order, loads = run_of_all(args.order, args.load, args.set)
    seconds = simulated_time("seconds", args.seconds, 1 * ms, "1 ms to 1 h")
    warm = simulated_time("warm", args.warm, 0.0, "0 s to 1 h")
    result = ran(order, loads, seconds, warm, args.seed)
    held, never = held_against(order, loads), untested(order, loads)
    if not args.json:
        near = [f"{kind}: {words.replace('; ', ', ')}" for kind, words in held.items()]
        last = [f"held against: {'; '.join(near)}"] * bool(held)
        last += [f"untested: {'; '.join(never)}"] * bool(never)
        return CommandResult("\n".join([report(order, result), "", *last]))
    options = {name: getattr(args, name) for name in ("order", "load", "set", "seed")}
    options["load"] = args.load[0] if len(loads) == 1 else args.load
    options["settings"] = {
        name: value for load in loads for name, value in resolved(order, load).items()
    }
    options["held_against"], options["untested"] = held, never
    return CommandResult(json.dumps({**options, **result.to_json()}, allow_nan=False))


def named_study(name: str, events: str | None) -> Study:
    """Return the study in a file, with other events if they are given, typed or as a file. Raise
    ValueError if a file or anything in it is wrong."""
    try:
        contents = json_of(name, "a study")
        if events is not None and isinstance(contents, dict):
            own = json_of(events, "events") if events.endswith(".json") else typed_events(events)
            contents = {**contents, "events": own}
        return study_of(contents)
    except ValueError as error:
        said = str(error)
        known = said.startswith((name, events or name, "--events"))
        raise ValueError(said if known else f"{name}: {said}") from None


def run_study(args: argparse.Namespace) -> CommandResult:
    """Return what limits the machines of a study, load by load, or all their samples."""
    if not args.order.endswith(".json"):
        raise WrongUse(
            f"LOAD must be one of {', '.join(LOADS)}, or ORDER a study, got {args.order:.40}"
        )
    if args.set:
        raise WrongUse(
            f"--set must be left out with a study, which has its settings, got {args.set[0]:.40}"
        )
    study = named_study(args.order, args.events)
    samples = {name: list(study.watched(name)) for name in study.machines}
    if args.json:
        return CommandResult(json.dumps(samples, allow_nan=False))
    return CommandResult(verdict(study, samples))


def count_hits(args: argparse.Namespace) -> CommandResult:
    """Return the number of requests in a trace and the number of cache hits, as JSON."""
    keys = requested_keys(args.trace, args.format, args.column)
    return CommandResult(json.dumps(count(POLICIES[args.policy](args.size), keys)))


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    return command_line.run("models", parser(), argv, ValueError)


if __name__ == "__main__":
    frame.end(main())
