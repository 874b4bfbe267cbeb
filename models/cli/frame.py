"""The frame of a command's process: its streams, signals that end it, and one line for what nobody
foresaw.

Exit codes: 0 done; 1 the answer or a check failed; 2 wrong use, no output, or a fault of ours; 128
and the signal's number where a signal ended it (130 for Ctrl-C), 141 where whoever reads the output
left before its end.
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
"""Characters of an error; what was typed or read may be long."""
TRACEBACK = "WTG_TRACEBACK"
"""Set in the environment, it has the traceback of a fault printed."""
_stopped: list[int] = []  # the signals that came


class NoOutput(Exception):
    """Standard output cannot be written; the text says why."""


class ReaderLeft(Exception):
    """Whoever reads standard output wants no more."""


class Stderr(io.FileIO):
    """Standard error, where what cannot be written is lost and nothing else is."""

    def write(self, data: object) -> int:
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError:
            return len(data)  # type: ignore[arg-type]


def begin(name: str, module: str) -> None:
    """Make this process the command `name`; module: the caller's `__name__`. Call it before other
    imports: they take time, and an interrupt there is one line, too. A process that the command
    starts leaves interrupts to it."""
    if module == "__mp_main__":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if module != "__main__":
        return
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:  # closed: no file that is opened later may take its place
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
        if os.getpid() != process:  # a process that was forked
            os._exit(128 + number)
        _stopped.append(number)
        sys.unraisablehook = lambda _: None  # nobody wants to hear of what it leaves half done
        if "threading" in sys.modules:
            setattr(sys.modules["threading"], "excepthook", lambda _: None)  # noqa: B010
        if "multiprocessing" in sys.modules:
            for child in sys.modules["multiprocessing"].active_children():
                child.terminate()
        if len(_stopped) > 2:  # whoever asks three times wants no tidying up
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
    """End this process with this exit code; no signal changes it any more."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if _stopped:  # Python would end by SIGINT where `exec` was interrupted
        os._exit(code)
    sys.exit(code)


def failed(name: str, error: BaseException, text: str = "") -> int:
    """Say in one line on standard error why the command `name` ends, `text` where that is known;
    return its exit code."""
    code = WRONG_USE
    if _stopped or isinstance(error, KeyboardInterrupt):
        text = (str(error) if isinstance(error, KeyboardInterrupt) else "") or "interrupted"
        code = 128 + (_stopped[0] if _stopped else int(signal.SIGINT))
    elif isinstance(error, OSError):
        text = ": ".join(filter(None, (str(error.filename or ""), error.strerror or str(error))))
    warn(f"{name}: {one_line(text or fault(error))}")
    return code


def fault(error: BaseException) -> str:
    """What to say of an error that nobody foresaw."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f" at line {trace.tb_lineno} of {trace.tb_frame.f_code.co_filename}" if trace else ""
    what = " ".join(str(error).split())
    return (
        f"a fault of the book's own, please report it to its authors with the command: {type(error).__name__}{where}"
        f"{f': {what:.100}' if what else ''} ({TRACEBACK}=1 shows the traceback)"
    )


def checked_for_signals() -> None:
    """Raise KeyboardInterrupt again where one came and somebody kept it."""
    if _stopped:
        raise KeyboardInterrupt


def say(text: str) -> None:
    """Print to standard output, at once. Raises NoOutput, ReaderLeft."""
    if sys.stdout is None:
        raise NoOutput("cannot write the output: standard output is closed")
    try:
        print(writable(text), flush=True)
    except OSError as error:
        with suppress(
            OSError, ValueError
        ):  # what is left in the buffer would fail again at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise ReaderLeft from None
        raise NoOutput(f"cannot write the output: {error.strerror}") from None


def warn(line: str) -> None:
    """Print a line to standard error, if there is one."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(writable(line), file=sys.stderr, flush=True)


def writable(text: str) -> str:
    """The text, with bytes of a file's name that are no UTF-8 as \\x or \\u."""
    return text.encode("utf-8", "backslashreplace").decode()


def one_line(text: str) -> str:
    """The text without line breaks, cut where it is too long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."
