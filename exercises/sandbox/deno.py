"""Run the programs of a submission in a sandbox: a process in which Deno runs the page's
interpreter (`inside.mjs`) without permissions.

The output of the process is not trusted, and is only read as lines of JSON. Limits of time, memory
and output are enforced from outside: the process is killed at the first one that it reaches. It
cannot start processes or write files. Only its own time counts (`own_time`), so the answer loses no
time if the process or the grader is paused.
"""

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
from functools import partial
from math import ceil
from pathlib import Path
from types import TracebackType

from exercises.checker.limits import AFTER, GONE, USUAL, Limits
from exercises.checker.output import MAX_OUTPUT
from exercises.kit.answer import AnswerError, Ended, RunnerFailed
from exercises.kit.plain import MAX_TEXT, NotPlain, decode
from exercises.sandbox.own_time import TICK, OwnTime, look

INSIDE = Path(__file__).with_name("inside.mjs")
BUILT = Path(__file__).resolve().parents[2] / "_build"
INTERPRETERS = 0.4
"""Share of the memory limit that the interpreter may use. Its memory may exist twice while it
grows, and Deno needs some memory as well."""
FILES = ("pyodide", "snapshot.bin", "live/book.zip")
"""Files that the process may read until it is ready: the interpreter, its memory snapshot, the book
without exercises."""
MOST = 2 * MAX_TEXT  # maximum number of bytes in a line of output
ALONE = 3  # an orphaned process ends after this multiple of the time limit, in processor time
FLAGS = "--no-prompt --no-remote --no-npm --no-config --no-lock --cached-only --quiet --v8-flags=--liftoff-only".split()
"""Deno's options: no permissions, and only the baseline compiler, since most checks end before
optimised code would be ready."""


class NoSandbox(RunnerFailed):
    """A sandbox that cannot start. The message says in one line what it lacks."""


def check_sandbox() -> None:
    """Raise NoSandbox if Deno or a file that it needs is missing."""
    _deno()
    if missing := next((name for name in FILES if not (BUILT / name).exists()), None):
        raise NoSandbox(
            f"programs run in the book's interpreter, but {BUILT / missing} is missing: "
            "run `make book` first"
        )


def _deno() -> str:
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    found = shutil.which("deno", path=places)
    if found is None:
        raise NoSandbox(
            "programs run in a sandbox that needs Deno, which is not installed: `pip install deno`"
        )
    return found


def _with_us() -> list[str]:
    """Return the words of a command that kills another one when this process ends; an empty list if
    the system has no such command."""
    found = shutil.which("setpriv")
    return [found, "--pdeathsig", "KILL"] if found else []


class Sandbox:
    """The process of one submission. It starts with the first program, and starts again if a limit
    has killed it."""

    def __init__(self, limits: Limits = USUAL) -> None:
        self.limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._read = b""  # the bytes read after the last complete line
        self._used = 0.0  # seconds of the total limit that are used up
        self._time = OwnTime(lambda: None)  # of the process

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def runner(self) -> "SandboxRunner":
        """Return a runner for a program of the submission. Each program has its own namespace, and
        all share the process."""
        return SandboxRunner(self)

    def close(self) -> None:
        """Kill the process."""
        if self._process is None:
            return
        os.killpg(self._process.pid, signal.SIGKILL)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait()
        self._process = None

    def start(self) -> None:
        """Start the process unless it is running. Raise NoSandbox if something is missing, and
        RunnerFailed if the process does not start."""
        if self._process is not None:
            return
        check_sandbox()
        files = [str(BUILT / name) for name in FILES]
        seconds = ceil(ALONE * (self.limits.total + self.limits.start))
        limited = (
            f'ulimit -c 0; ulimit -t {seconds}; ulimit -d {self.limits.memory // 1024} && exec "$@"'
        )
        deno = [
            _deno(),
            "run",
            *FLAGS,
            f"--allow-read={','.join(files)}",
            str(INSIDE),
            *files,
            str(int(INTERPRETERS * self.limits.memory)),
        ]
        self._read = b""
        try:
            self._process = subprocess.Popen(
                [*_with_us(), "/bin/sh", "-c", limited, "sh", *deno],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                cwd="/",
                env={"DENO_DIR": os.devnull + "/none", "DENO_NO_UPDATE_CHECK": "1"},
            )  # no files persist between runs
            self._time = OwnTime(partial(look, self._process.pid))
            first = self._line(self.limits.start, "it was not ready in time")
            if first != b'"ready"':
                raise OSError(f'its first line must be "ready", got {first!r:.40}')
        except (OSError, AnswerError) as error:
            self.close()
            raise RunnerFailed(f"the sandbox did not start: {error}") from None

    def ask(self, request: str, seconds: float, late: str) -> tuple[str, str]:
        """Send a request, and return the reply and the text printed so far, both as JSON text.
        `seconds` is the limit of its own time, and `late` the message if it is exceeded. Raise
        AnswerError and kill the process if a limit is reached."""
        if self._process is None or self._process.stdin is None:
            raise AnswerError(AFTER)
        left = self.limits.total - self._used
        if left <= 0:
            self._late(late)
        begun = self._time.own
        end = begun + min(seconds, left)
        self._time.begin()
        try:
            self._send(request.encode() + b"\n", end, late)
            return self._line(end, late).decode(), self._line(end, late).decode()
        except UnicodeDecodeError:
            raise AnswerError(
                "the answer wrote a line to the checker's pipe that is not a reply"
            ) from None
        finally:
            self._time.count()
            self._used += self._time.own - begun

    def _send(self, data: bytes, end: float, late: str) -> None:
        assert self._process is not None and self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        os.set_blocking(pipe, False)
        while data:
            self._wait(pipe, selectors.EVENT_WRITE, end, late)
            try:
                data = data[os.write(pipe, data) :]
            except BrokenPipeError:
                raise self._exited() from None

    def _line(self, end: float, late: str) -> bytes:
        """Return the next line that the process writes. Raise Ended if its own time reaches `end`
        (s) first."""
        assert self._process is not None and self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._read:
            self._wait(pipe, selectors.EVENT_READ, end, late)
            part = os.read(pipe, 65536)
            self._read += part
            if not part:
                raise self._exited()
            if len(self._read) > MOST:
                self.close()
                raise Ended(f"the answer wrote more than {MOST} bytes to the checker's pipe")
        line, _, self._read = self._read.partition(b"\n")
        return line

    def _wait(self, pipe: int, event: int, end: float, late: str) -> None:
        """Wait until the pipe is ready for the event. Raise Ended once the process's own time
        reaches `end` (s), and RunnerFailed if the process gets no processor time for too long."""
        held_up = self._time.held_up
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            while not selector.select(min(TICK, max(0.01, end - self._time.own))):
                self._time.count()
                if self._time.own >= end:
                    self._late(late)
                if self._time.held_up - held_up > self.limits.held_up:
                    self.close()
                    raise RunnerFailed(
                        f"a program got no processor time for {self.limits.held_up:g} s: it was stopped, or this "
                        "machine is too busy"
                    )

    def _late(self, words: str) -> None:
        self.close()
        raise Ended(words)

    def _exited(self) -> Ended:
        self.close()
        return Ended(GONE)


class SandboxRunner:
    """A Runner (`exercises.kit.answer`) for a program in a sandbox."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._output = ""

    def load(self, code: str) -> str:
        """Run the code, and return the reply as JSON text. Raise RunnerFailed if the process does
        not start, and AnswerError if a limit is reached."""
        limits = self._sandbox.limits
        self._sandbox.start()
        return self._ask(json.dumps({"code": code}), limits.load, limits.late(None))

    def call(self, request: str) -> str:
        """Call a function of the program, and return the reply as JSON text. Raise AnswerError if a
        limit is reached or the process has ended."""
        limits = self._sandbox.limits
        return self._ask(request, limits.call, limits.late(decode(request)["function"]))

    def output(self) -> str:
        """Return the text that the program had printed by the last reply."""
        return self._output

    def close(self) -> None:
        """Do nothing, since other programs of the submission use the process."""

    def _ask(self, request: str, seconds: float, late: str) -> str:
        reply, output = self._sandbox.ask(request, seconds, late)
        try:
            self._output = str(decode(output))[:MAX_OUTPUT]
        except NotPlain:
            raise AnswerError(
                "the answer wrote a line to the checker's pipe that is not a reply"
            ) from None
        return reply
