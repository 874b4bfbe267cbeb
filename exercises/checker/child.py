"""The other end of the pipe: an answer in a Python process of its own (`python -I child.py MEMORY`).

Writes the line `"ready"`, then reads JSON lines from standard input, the first {"code": text} and then calls,
and answers each with two lines: the namespace's reply, and the text printed so far. The pipe is moved out of
the answer's way first, so that a print cannot be taken for a reply. This stops accidents, not malice: the
process may do what its user may.
"""

import json
import os
import sys
from pathlib import Path

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]


def limit(memory: int) -> None:
    """Caps this process's memory (bytes) where the system can, and has no core file written."""
    if resource is None:
        return
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):  # macOS refuses RLIMIT_AS
            continue


def serve(memory: int) -> None:
    """Answers requests until the pipe closes."""
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    import exercises
    from exercises.checker.namespace import Namespace

    sys.path.pop(0)  # an answer has no use for the book's solutions
    exercises.__path__.clear()

    limit(memory)
    namespace = Namespace()
    print('"ready"', file=replies, flush=True)
    for line in requests:
        request = json.loads(line)
        reply = namespace.load(request["code"]) if "code" in request else namespace.call(line)
        print(reply, json.dumps(namespace.output.text), sep="\n", file=replies, flush=True)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
