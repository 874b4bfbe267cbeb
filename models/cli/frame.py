"""The process of a command: its streams, its signals, and a one-line message for an internal error.

Exit codes: 0 done; 1 the answer or a check failed; 2 wrong use, unwritable output or an internal
error; 128 plus the signal's number if a signal ended it (130 for Ctrl-C); 141 if the reader of the
output closed it early.
"""

import io
import os
import signal
import sys
from contextlib import suppress
from types import FrameType, TracebackType
from typing import NoReturn

WRONG_USE, READER_LEFT = 2, 141
LONGEST = 400
"""Most characters of an error; what was typed or read may be long."""
TRACEBACK = "WTG_TRACEBACK"
"""Environment variable that turns on the traceback of an internal error."""
_stopped: list[int] = []  # numbers of the signals received


class NoOutput(Exception):
    """An error when standard output cannot be written; the text says why."""


class ReaderLeft(Exception):
    """An error when the reader of standard output has closed it."""


class Stderr(io.FileIO):
    """A standard error that drops what cannot be written instead of failing."""

    def write(self, data: object) -> int:
        """Write data and return its length, even if it is lost."""
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError:
            return len(data)  # type: ignore[arg-type]


def begin(name: str, module: str) -> None:
    """Make this process the command `name`. module: the caller's `__name__`.

    Call it before other imports: they take time, and an interrupt during them becomes one line too.
    A process that the command starts ignores interrupts."""
    if module == "__mp_main__":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if module != "__main__":
        return
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:  # closed: keep files opened later from getting this number
            os.open(os.devnull, os.O_RDWR)
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(Stderr(2, "w", closefd=False)),
        encoding="utf-8" if sys.stderr is None else sys.stderr.encoding,
        errors="backslashreplace",
        line_buffering=True,
    )
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace", line_buffering=True)
    process = os.getpid()

    def stop(number: int, _: FrameType | None) -> None:
        if os.getpid() != process:  # a forked process
            os._exit(128 + number)
        _stopped.append(number)
        sys.unraisablehook = lambda _: None  # no messages about unfinished work
        if "threading" in sys.modules:
            setattr(sys.modules["threading"], "excepthook", lambda _: None)  # noqa: B010
        if "multiprocessing" in sys.modules:
            for child in sys.modules["multiprocessing"].active_children():
                child.terminate()
        if len(_stopped) > 2:  # the third signal ends it at once
            os._exit(128 + number)
        raise KeyboardInterrupt

    def last_net(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if os.environ.get(TRACEBACK):
            sys.__excepthook__(kind, error, trace)
        left = isinstance(error, ReaderLeft | BrokenPipeError) and not _stopped
        code = (
            READER_LEFT
            if left
            else failed(name, error, str(error) if isinstance(error, NoOutput) else "")
        )
        with suppress(Exception):
            sys.stderr.flush()
        os._exit(code)

    for each in {"SIGINT", "SIGTERM", "SIGHUP"} & set(dir(signal)):
        if signal.getsignal(ends := getattr(signal, each)) != signal.SIG_IGN:
            signal.signal(ends, stop)
    sys.excepthook = last_net


def end(code: int) -> NoReturn:
    """End this process with this exit code; later signals do not change it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if _stopped:  # Python would end by SIGINT if `exec` was interrupted
        os._exit(code)
    sys.exit(code)


def failed(name: str, error: BaseException, text: str = "") -> int:
    """Write one line on standard error that says why the command `name` ends, and return its exit
    code. text: the reason, if known."""
    code = WRONG_USE
    if _stopped or isinstance(error, KeyboardInterrupt):
        text = (str(error) if isinstance(error, KeyboardInterrupt) else "") or "interrupted"
        code = 128 + (_stopped[0] if _stopped else int(signal.SIGINT))
    elif isinstance(error, OSError):
        text = ": ".join(filter(None, (str(error.filename or ""), error.strerror or str(error))))
    warn(f"{name}: {one_line(text or fault(error))}")
    return code


def fault(error: BaseException) -> str:
    """Return the message for an internal error."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f" at line {trace.tb_lineno} of {trace.tb_frame.f_code.co_filename}" if trace else ""
    text = " ".join(str(error).split())
    return (
        "an error in the book's code; please report it to its authors with the command: "
        f"{type(error).__name__}{where}{f': {text:.100}' if text else ''} ({TRACEBACK}=1 shows the traceback)"
    )


def checked_for_signals() -> None:
    """Raise KeyboardInterrupt if a signal was received, even if its first exception was caught."""
    if _stopped:
        raise KeyboardInterrupt


def say(text: str) -> None:
    """Print to standard output and flush it. Raise ReaderLeft if the reader of a pipe has closed
    it, NoOutput for any other failure."""
    if sys.stdout is None:
        raise NoOutput("cannot write the output: standard output is closed")
    try:
        print(writable(text), flush=True)
    except OSError as error:
        with suppress(OSError, ValueError):  # the rest of the buffer would fail again at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise ReaderLeft from None
        raise NoOutput(f"cannot write the output: {error.strerror}") from None


def warn(line: str) -> None:
    """Print a line to standard error, if it is open."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(writable(line), file=sys.stderr, flush=True)


def writable(text: str) -> str:
    """Return the text with bytes of a file name that are not UTF-8 written as \\x or \\u."""
    return text.encode("utf-8", "backslashreplace").decode()


def one_line(text: str) -> str:
    """Return the text without line breaks, cut to LONGEST characters."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."
