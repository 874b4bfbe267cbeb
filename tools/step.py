"""Run one step of the build, and print its name, how far it is (lines such as 3/12 of its output), and
how long it took. Print its other output only if it fails."""

import re
import subprocess
import sys
import time

WIDEST = 400  # characters; minified code may be printed as one long line


def main(name: str, *command: str) -> int:
    """Run `command` as the step `name`, and return its exit code."""
    print(f"{name} ...", end=" ", flush=True)
    began = time.monotonic()
    try:
        step = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
    except FileNotFoundError:
        print(f"failed\n{command[0]} was not found", flush=True)
        return 1
    output = []
    for line in step.stdout or ():
        if re.fullmatch(r"\d+/\d+\n", line):
            print(line.strip(), end=" ", flush=True)
        else:
            output.append(line.rstrip("\n"))
    code = step.wait()
    print(f"{time.monotonic() - began:.1f} s" if code == 0 else "failed", flush=True)
    if code:
        lines = (line if len(line) <= WIDEST else f"{line[:WIDEST]} ..." for line in output)
        print("\n".join(lines), file=sys.stderr, flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
