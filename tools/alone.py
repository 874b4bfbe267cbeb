"""Keep a second make out while one builds: `alone.py FILE PROCESS` writes the process of this make to a
file, and fails, in one line, if it has that of another make that still runs."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path


def runs(process: str) -> bool:
    """Return whether a process is a make that runs."""
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it is another user's
        pass
    if not shutil.which("ps"):
        return True
    found = subprocess.run(["ps", "-p", process, "-o", "comm="], capture_output=True, text=True)
    return "make" in found.stdout


def main(file: str, process: str) -> int:
    """Return the exit code."""
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    with Path(file).open("a+") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # of two that begin at once
        held.seek(0)
        other = held.read().strip()
        if other.isdecimal() and other != process and runs(other):
            print(f"another make is building here (process {other}): wait until it is done")
            return 1
        held.truncate(0)
        held.write(process)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
