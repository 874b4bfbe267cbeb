"""The command `sweep` of `python -m models`."""

import argparse
import re
from pathlib import Path
from textwrap import fill

from models.check import shown
from models.cli.command_line import CommandResult, Parser, WrongUse
from models.jobs.here import cores
from models.sweep.outputs import families

NEEDS = "pip install pebble tqdm; scipy for [sobol], pyarrow for .parquet, distributed for --dask"
MOST_JOBS = 999
ROOT, OWN_PYTHON = Path(__file__).resolve().parents[2], ".venv/bin/python"
"""The book, and the Python with all packages that `make setup` puts there."""
TEXT = """Run a machine once for each point of a product, a list or a Sobol' sample of settings.

SPEC.toml:
  machine = "server-today"        # as for `run`, as are all settings
  load = "nfs"                    # or several: ["nfs", "local"]
  # or, instead of both, a study that the lab saved, whose settings hold unless others are set;
  # its loads are of different kinds, and it has no events:
  study = "study.json"            # beside this file; side = "b" for its second machine
  seconds = "1s"                  # measured time of each run; warm = "100ms" before it
  seed = 1                        # or seeds = [1, 2, 3]: each point with each
  record = ["rate", "p99", "used.disks", "limit"]
  asked = "p99"                   # with --sensitivity; default: the first number recorded

  [settings]                      # the same for all points
  "log.devices" = 1
and one of
  [product]                       # every combination, the last setting fastest
  "pool.vdevs" = [1, 2, 4]
  "nfs.threads" = {from = 1, to = 64, steps = 7, scale = "log"}

  [[list]]                        # one for each point
  "pool.layout" = "mirror"
  "pool.vdevs" = 10

  [sobol]                         # n samples, a power of two; each value is equally likely
  n = 64
  "nfs.threads" = {from = 1, to = 64, scale = "log"}    # whole numbers if the setting is one
  "network.turnaround" = {from = "50us", to = "1ms"}
  "filesystem.sync" = ["standard", "always"]

record: $OUTPUTS.

The result is the same wherever it runs: a row for each point, in their order, with its settings in
SI units, what is recorded (latencies in s), and for a point that the machine refuses the reason
(column refused).
Points are kept by their content (all settings, times, seed, and the models themselves), so that a
sweep that was stopped or killed goes on where it was, and one that is changed runs only what is
new: in where-the-time-goes/sweep.sqlite in ~/.cache ($XDG_CACHE_HOME), on a Mac ~/Library/Caches, on
Windows %LOCALAPPDATA%. It may be removed at any time. --out is written at the end, whole or not at
all. With --resume, a file --out that is there must be of this sweep, or of a part of it; without,
the file of any sweep is replaced, and no other file.

--sensitivity runs a Sobol' sample n x (settings + 2) times, prints Sobol' indices with their
intervals, and which one command to run next on a machine that is there: the one whose answer would
narrow the interval of `asked` most. What is not known stands as a range under [sobol].
It needs: $NEEDS.
"""


def add_to(made: Parser) -> None:
    """Add the options to the command's parser."""
    made.add_argument("spec", metavar="SPEC.toml", type=Path)
    where = made.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs",
        metavar="N",
        type=processes,
        help="processes that run points (default: the number of cores)",
    )
    where.add_argument(
        "--dask", metavar="ADDRESS", help="address of a Dask cluster, like tcp://host:8786"
    )
    made.add_argument("--out", metavar="FILE", type=Path, help="write FILE.csv or FILE.parquet")
    made.add_argument(
        "--resume", action="store_true", help="go on with --out only if it is of this sweep"
    )
    made.add_argument(
        "--sensitivity", action="store_true", help="print Sobol' indices, and what to measure next"
    )
    kept = made.add_mutually_exclusive_group()
    kept.add_argument("--cache", metavar="FILE", type=Path, help="another cache than the user's")
    kept.add_argument("--no-cache", action="store_true", help="neither use nor keep points")


def description() -> str:
    """Return the long help."""
    words = fill(", ".join(families()), 96, break_on_hyphens=False, break_long_words=False)
    return TEXT.replace("$OUTPUTS", words).replace("$NEEDS", NEEDS)


def processes(text: str) -> int:
    """Return the number of processes that `text` states. Raise WrongUse unless it is 1 to
    MOST_JOBS."""
    if not re.fullmatch("[0-9]{1,9}", text, re.ASCII) or not 1 <= int(text) <= MOST_JOBS:
        raise WrongUse(f"--jobs must be a whole number, 1 to {MOST_JOBS}, got {shown(text)}")
    return int(text)


def run(args: argparse.Namespace) -> CommandResult:
    """Run the sweep of a file, and return its rows or, with --out, a summary."""
    from models.jobs.workers import Cluster, Processes, Workers
    from models.sweep.cache import Cache, usual
    from models.sweep.files import Out
    from models.sweep.point import same_models
    from models.sweep.spec import read
    from models.sweep.sweep import Sweep, result

    if args.resume and args.no_cache:
        raise WrongUse("--resume needs the cache, got --no-cache")
    spec = read(args.spec)
    if args.sensitivity and spec.sample != "sobol":
        raise WrongUse(f"--sensitivity needs [sobol] in {args.spec}, got [{spec.sample}]")
    if args.sensitivity and not spec.asked:
        raise WrongUse(f"--sensitivity needs a number in record of {args.spec}, got none")
    try:
        import pebble  # noqa: F401
        import tqdm  # noqa: F401

        check = same_models()
        workers: Workers = Processes(args.jobs or cores(), check)
        if args.dask is not None:
            workers = Cluster(args.dask, check)
        out = Out(args.out) if args.out else None
        cache = Cache(None if args.no_cache else args.cache or usual(), make=not args.cache)
        sweep = Sweep(spec, workers, cache, out, args.resume, args.sensitivity)
        sweep.run()
        return result(sweep, args.json)
    except ModuleNotFoundError as error:
        own = f"run {OWN_PYTHON}, which has it; or " if (ROOT / OWN_PYTHON).exists() else ""
        raise WrongUse(f"sweep needs the package {error.name}: {own}{NEEDS}") from None
