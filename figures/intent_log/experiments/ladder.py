"""The messages between a client and its server while a file is unpacked, and how long the server
waits for its log."""

from collections.abc import Callable
from functools import partial
from math import fsum
from typing import Any, NamedTuple

from figures.define.figure import Row, Rows, mark, panel
from figures.kit.words import time
from models.protocols.nfs.server import UNSTABLE
from models.sim.loop import Process
from models.sim.path import NEGLIGIBLE, RequestPath, Span

FIRST, FILES = 4, 5  # first file recorded; files among which the median is chosen
STORES = ("queue", "cable", "disk", "logdevice")
CLIENT, SERVER, LOG = 0, 1, 2
LINES = {CLIENT: "client", SERVER: "server", LOG: "log"}
NEAR = "near"  # one file of the run with log devices, drawn on a scale of its own
COLOURS = {
    "the server is at it": "var(--wtg-mute)",
    "it waits for its log": "var(--wtg-accent)",
    "the log is written": "var(--wtg-3)",
}
SERVED, WAITED, STORED = COLOURS
LEAST = 0.036  # share of the picture's height that a word takes
WAY = 1 / 3
"""Share of the time between an answer and the next request that the network takes each way; the
rest is the client's."""


class Message(NamedTuple):
    """A request, at the server from `received` to `answered` (s)."""

    name: str
    received: float
    answered: float
    steps: list[Span]

    def stored(self) -> tuple[float, float] | None:
        """Return when the server's wait for its log begins and ends (s), or None if it does not
        wait."""
        steps = [step for step in self.steps if step.part in STORES]
        return (steps[0].start, steps[-1].finish) if steps else None


class UnpackedFile(NamedTuple):
    """A file whose unpacking began at `begun` (s), when the one before it was done."""

    begun: float
    messages: list[Message]

    @property
    def seconds(self) -> float:
        return self.messages[-1].answered - self.begun

    @property
    def waits(self) -> float:
        """Return how long the server waited for its log (s)."""
        return fsum(
            end - start for start, end in filter(None, (each.stored() for each in self.messages))
        )


class Overheard:
    """A server that records the messages of its client. files: unpacked files from number FIRST on.
    The first FILES of them are kept, and later ones that begin within `span` (s) of the first."""

    def __init__(self, server: Any, span: float = 0.0) -> None:
        self.server, self.span = server, span
        self.network, self.count, self.begun = server.network, 0, 0.0
        self.messages: list[Message] = []
        self.files: list[UnpackedFile] = []

    def done(self) -> None:
        """Record that the current file is unpacked, and begin the next."""
        if self.messages:
            self.files.append(UnpackedFile(self.begun, self.messages))
        self.messages, self.begun = [], self.server.loop.now
        self.count += 1

    @property
    def listens(self) -> bool:
        if self.count < FIRST:
            return False
        return len(self.files) < FILES or self.begun - self.files[0].begun < self.span

    def record(self, name: str, operation: Callable[..., Process]) -> Process:
        """Pass a request on, and record its message."""
        if not self.listens:
            yield from operation()
            return
        path = RequestPath(self.server.loop.now)
        yield from operation(path=path)
        self.messages.append(Message(name, path.begun, self.server.loop.now, path.steps))

    def has(self, name: str) -> bool:
        return any(each.name == name for each in self.messages)

    def answer(self, path: None, more: float) -> Process:
        operation = partial(self.server.answer, more=more)
        return self.record("GETATTR" if self.has("LOOKUP") else "LOOKUP", operation)

    def write(self, size: int, stable: int, **options: Any) -> Process:
        operation = partial(self.server.write, size, stable, **options)
        name = "WRITE" if stable == UNSTABLE else "SETATTR" if self.has("CREATE") else "CREATE"
        return self.record(name, operation)

    def commit(self, size: int, **options: Any) -> Process:
        return self.record("COMMIT", partial(self.server.commit, size, **options))

    def usual(self) -> UnpackedFile | None:
        """Return the file with the median time among the first FILES, or None if there are no
        files."""
        files = sorted(self.files[:FILES], key=lambda file: file.seconds)
        return files[len(files) // 2] if files else None


def ladder_rows(
    run: str, files: list[UnpackedFile], until: float, turnaround: float, named: bool
) -> Rows:
    """Return rows with `run`, with times in s from the start of the first file: rung (t1, x1, t2,
    x2; kind: request, answer, or store for server to log and back), serve and wait (x, t1, t2),
    word (t, at, name), rail (x, name).

    until: the end (s); later rows are left out. named: write names beside the messages; otherwise
    number the files.
    """
    zero, rows, words = files[0].begun, Rows(), Rows()
    for number, file in enumerate(files, start=1):
        if file.begun - zero >= until:
            break
        if not named:
            middle = (file.begun + file.messages[-1].answered) / 2 - zero
            words.append({"row": "word", "run": run, "at": middle, "name": f"file {number}"})
        before = file.begun
        for each in file.messages:
            sent = each.received - WAY * min(turnaround, each.received - before)
            rows += message_rows(run, each, sent, each.answered + WAY * turnaround, zero)
            if named:
                words.append({"row": "word", "run": run, "at": sent - zero, "name": each.name})
            before = each.answered
    rows = [row for row in rows if row["t2"] <= until + NEGLIGIBLE]
    words = [row for row in words if row["at"] <= until + NEGLIGIBLE]
    times = {"t1": 0.0, "t2": until, "top": -0.035 * until}
    return [
        *rows,
        *spread(words, LEAST * until),
        *({"row": "rail", "run": run, "x": x, "name": name, **times} for x, name in LINES.items()),
    ]


def message_rows(run: str, message: Message, sent: float, arrived: float, zero: float) -> Rows:
    """Return the rows of a message that the client sends at `sent` (s) and whose answer arrives at
    `arrived` (s), in s after `zero`."""
    received, answered, name = message.received, message.answered, message.name
    rows = [
        rung(run, "request", sent - zero, CLIENT, received - zero, SERVER, name),
        rung(run, "answer", answered - zero, SERVER, arrived - zero, CLIENT, name),
        {"row": "serve", "run": run, "t1": received - zero, "t2": answered - zero},
    ]
    if stored := message.stored():
        start, end = stored[0] - zero, stored[1] - zero
        rows += [
            {
                "row": "wait",
                "run": run,
                "t1": start,
                "t2": end,
                "middle": (start + end) / 2,
                "says": time(float(f"{end - start:.2g}")),
            },
            rung(run, "store", start, SERVER, start, LOG, name),
            rung(run, "store", end, LOG, end, SERVER, name),
        ]
    return rows


def rung(run: str, kind: str, t1: float, x1: int, t2: float, x2: int, name: str) -> Row:
    """Return the row of a line from (x1, t1) to (x2, t2), times in s."""
    return {
        "row": "rung",
        "run": run,
        "kind": kind,
        "t1": t1,
        "x1": x1,
        "t2": t2,
        "x2": x2,
        "name": name,
    }


def spread(words: list[dict[str, Any]], least: float) -> list[dict[str, Any]]:
    """Return the words in order, each with a place `t` (s) at least `least` after the one before."""
    t, spread = -least, []
    for word in words:
        t = max(word["at"], t + least)
        spread.append({**word, "t": t})
    return spread


def ladder_panel(runs: list[str], named: str, when: dict[str, Any], scale: str) -> dict[str, Any]:
    """Return a panel of the ladders of these runs, side by side on one time scale. named: the run
    whose messages have names."""

    def ladder(run: str) -> list[dict[str, Any]]:
        def bars(kind: str, x: float, what: str, wide: float) -> dict[str, Any]:
            return mark(
                "rect",
                {"row": kind, "run": run},
                x1=x - wide,
                x2=x + wide,
                y1="t1",
                y2="t2",
                fx="run",
                fill=COLOURS[what],
                stroke="none",
            )

        def rungs(kind: str, **look: Any) -> dict[str, Any]:
            width, head = (1.3, 6) if run == named else (0.6, 0)
            return mark(
                "arrow",
                {"row": "rung", "run": run, "kind": kind},
                x1="x1",
                y1="t1",
                x2="x2",
                y2="t2",
                fx="run",
                stroke="currentColor",
                strokeWidth=width,
                headLength=head,
                insetEnd=1,
                **look,
            )

        def words(where: dict[str, Any], anchor: str, **look: Any) -> dict[str, Any]:
            return mark(
                "text",
                {"run": run, **where},
                textAnchor=anchor,
                fontSize=11,
                fx="run",
                fill="currentColor",
                **look,
            )

        return [
            mark(
                "link",
                {"row": "rail", "run": run},
                x1="x",
                x2="x",
                y1="t1",
                y2="t2",
                fx="run",
                stroke="var(--wtg-line)",
                strokeWidth=2,
            ),
            bars("serve", SERVER, SERVED, 0.06),
            bars("wait", SERVER, WAITED, 0.1),
            bars("wait", LOG, STORED, 0.1),
            rungs("store", strokeOpacity=0.6),
            rungs("request"),
            rungs("answer", strokeDasharray="3,2"),
            *(
                [
                    mark(
                        "link",
                        {"row": "word", "run": run},
                        x1=-0.16,
                        y1="t",
                        x2=-0.02,
                        y2="at",
                        fx="run",
                        stroke="var(--wtg-mute)",
                    ),
                    words({"row": "wait"}, "start", x=LOG + 0.2, y="middle", text="says"),
                ]
                if run == named
                else []
            ),
            words({"row": "word"}, "end", x=-0.2, y="t", text="name"),
            *(
                words(
                    {"row": "rail", "name": LINES[x]},
                    anchor,
                    x="x",
                    y="top",
                    text="name",
                    dx=dx,
                    fontWeight="bold",
                )
                for x, anchor, dx in ((CLIENT, "end", -1), (SERVER, "middle", 0), (LOG, "start", 1))
            ),
        ]

    return panel(
        [each for run in runs for each in ladder(run)],
        {
            "x": {"axis": None, "label": None, "domain": [-2.1, 2.9]},
            "y": {"label": f"time, {scale}", "unit": "ms", "reverse": True, "grid": True},
            "fx": {"label": None, "domain": runs, **({"axis": None} if runs == [NEAR] else {})},
            "color": {"domain": list(COLOURS), "range": list(COLOURS.values()), "legend": True},
        },
        height=410,
        when=when,
        tab="As a ladder",
    )
