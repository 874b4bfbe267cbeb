"""Run one step of the build, and print its name and how long it took. Print its output only if it
fails."""

import subprocess
import sys
import time

WIDEST = 400  # characters; minified code may be printed as one long line


def main(name: str, *command: str) -> int:
    """Run `command` as the step `name`, and return its exit code."""
    print(f"{name} ...", end=" ", flush=True)
    began = time.monotonic()
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
    except FileNotFoundError:
        print(f"failed\n{command[0]} was not found", flush=True)
        return 1
    print(f"{time.monotonic() - began:.1f} s" if done.returncode == 0 else "failed", flush=True)
    if done.returncode:
        lines = (
            line if len(line) <= WIDEST else f"{line[:WIDEST]} ..."
            for line in done.stdout.splitlines()
        )
        print("\n".join(lines), file=sys.stderr, flush=True)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
