"""An answer in a fresh Python child: the command line's runner, with limits of time, memory and output.

For one's own machine: it holds accidents (endless loops, floods, exits), and nothing but JSON comes back. A
sandbox for strangers' code can stand behind the same `Runner`.
"""

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from exercises.checker.output import MAX_OUTPUT
from exercises.kit.answer import AnswerError, RunnerFailed, TooLong
from exercises.kit.plain import MAX_TEXT, NotPlain, decode

CHILD = Path(__file__).with_name("child.py")


@dataclass(frozen=True)
class Limits:
    """How much an answer may use in one test. Seconds and bytes."""

    load: float = 10.0  # seconds to start Python and run the answer's code
    call: float = 2.0  # seconds for one call
    total: float = 20.0  # seconds for everything
    memory: int = 512 * 2**20


class ChildProcess:
    """A process that `load` starts, and that ends with all that it started at a limit or by `close`."""

    def __init__(self, limits: Limits = Limits()) -> None:
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._end = 0.0  # of the total, on the monotonic clock
        self._read = b""  # what was read beyond the last line
        self._output = ""

    def load(self, code: str) -> str:
        """Starts the process and runs the code there. Raises RunnerFailed if no process comes up."""
        command = [sys.executable, "-I", str(CHILD), str(self._limits.memory)]
        self._end = time.monotonic() + self._limits.total
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        try:
            self._process = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                env={},
                cwd=self._folder.name,
            )
            if self._line(time.monotonic() + self._limits.load, "it was not ready in time") != b'"ready"':
                raise OSError("it did not say that it was ready")
        except (OSError, AnswerError) as error:
            self.close()
            raise RunnerFailed(f"cannot run an answer with {sys.executable}: {error}") from None
        return self._exchange(
            json.dumps({"code": code}),
            self._limits.load,
            f"running the code took more than {self._limits.load:g} s: a loop without end?",
        )

    def call(self, request: str) -> str:
        """Calls a function there. Raises AnswerError at a limit or if the process has ended."""
        function = decode(request)["function"]
        return self._exchange(
            request, self._limits.call, f"{function} gave no value in {self._limits.call:g} s: a loop without end?"
        )

    def output(self) -> str:
        """What it had printed at its last reply."""
        return self._output

    def close(self) -> None:
        """Kills the process and what it started, unless that has begun a session of its own, and removes its folder."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):  # all ended already
                os.killpg(self._process.pid, signal.SIGKILL)
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            self._process.wait()
            self._process = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _exchange(self, request: str, seconds: float, late: str) -> str:
        if self._process is None or self._process.stdin is None:
            raise AnswerError("the answer no longer runs: an earlier call in this test ended it")
        end = min(self._end, time.monotonic() + seconds)
        try:
            self._process.stdin.write(request.encode() + b"\n")
        except BrokenPipeError:
            raise self._gone() from None
        reply, output = self._line(end, late), self._line(end, late)
        try:
            self._output = str(decode(output.decode()))[:MAX_OUTPUT]
            return reply.decode()
        except (NotPlain, UnicodeDecodeError):
            raise AnswerError("the answer wrote something into our pipe that is no reply") from None

    def _line(self, end: float, late: str) -> bytes:
        """The next line that the child writes before `end`; ends the child at a limit, and says `late` if it is time."""
        assert self._process is not None and self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while b"\n" not in self._read:
                left = end - time.monotonic()
                if left <= 0 or not selector.select(left):
                    self.close()
                    raise TooLong(late)
                part = os.read(pipe, 65536)
                self._read += part
                if not part:
                    raise self._gone()
                if len(self._read) > 2 * MAX_TEXT:
                    self.close()
                    raise AnswerError(f"the answer wrote more than {2 * MAX_TEXT} bytes into our pipe")
        line, _, self._read = self._read.partition(b"\n")
        return line

    def _gone(self) -> AnswerError:
        """The error that says how the child ended."""
        assert self._process is not None
        try:
            code = self._process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            return AnswerError("the answer closed our pipe instead of returning a value")
        finally:
            self.close()
        if code < 0:
            return AnswerError(f"the answer's process was ended by the system ({signal.Signals(-code).name})")
        return AnswerError(f"the answer ended the Python process (exit code {code}) instead of returning a value")
