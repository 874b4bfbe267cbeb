"""What a client and its server say to each other while a file is unpacked, and how long the server
waits for its log."""

from math import fsum
from typing import Any, NamedTuple

from figures.define.figure import mark, panel
from figures.kit.words import time
from models.protocols.nfs.server import UNSTABLE
from models.sim.loop import Process
from models.sim.path import NEGLIGIBLE, RequestPath, Span

FIRST, FILES = 4, 5  # from which file on one listens, and among how many the usual one is chosen
STORES = ("queue", "cable", "disk", "logdevice")
CLIENT, SERVER, LOG = 0, 1, 2
LINES = {CLIENT: "client", SERVER: "server", LOG: "log"}
NEAR = "near"  # the run with log devices, one file of it on a scale of its own
COLOURS = {
    "the server is at it": "var(--wtg-mute)",
    "it waits for its log": "var(--wtg-accent)",
    "the log is written": "var(--wtg-3)",
}
SERVED, WAITED, STORED = COLOURS
LEAST = 0.036  # of the picture's height is for a word
WAY = (
    1 / 3
)  # of the time between an answer and the next request, each way; the rest is the client's


class Message(NamedTuple):
    """A request that was at the server from `came` to `answered` (s)."""

    name: str
    came: float
    answered: float
    steps: list[Span]

    def stored(self) -> tuple[float, float] | None:
        """From when to when (s) the server waited for its log."""
        steps = [step for step in self.steps if step.part in STORES]
        return (steps[0].start, steps[-1].finish) if steps else None


class UnpackedFile(NamedTuple):
    """A file that was unpacked from `begun` on, when the one before it was done (s)."""

    begun: float
    messages: list[Message]

    @property
    def seconds(self) -> float:
        return self.messages[-1].answered - self.begun

    @property
    def waits(self) -> float:
        """Seconds for which the server waited for its log."""
        return fsum(
            end - start for start, end in filter(None, (each.stored() for each in self.messages))
        )


class Overheard:
    """A server, to which a client speaks as to any other. files: what was said for each, from FIRST
    on, `FILES` of them, and as many as begin within `span` (s)."""

    def __init__(self, server: Any, span: float = 0.0):
        self.server, self.span = server, span
        self.network, self.count, self.begun = server.network, 0, 0.0
        self.messages: list[Message] = []
        self.files: list[UnpackedFile] = []

    def done(self) -> None:
        """A file is unpacked."""
        if self.messages:
            self.files.append(UnpackedFile(self.begun, self.messages))
        self.messages, self.begun = [], self.server.loop.now
        self.count += 1

    @property
    def listens(self) -> bool:
        if self.count < FIRST:
            return False
        return len(self.files) < FILES or self.begun - self.files[0].begun < self.span

    def heard(self, name: str, asked: Any, *args: Any) -> Process:
        """Pass a request on, and write down what came of it."""
        if not self.listens:
            yield from asked(*args)
            return
        path = RequestPath(self.server.loop.now)
        yield from asked(*args, path=path)
        self.messages.append(Message(name, path.begun, self.server.loop.now, path.steps))

    def has(self, name: str) -> bool:
        return any(each.name == name for each in self.messages)

    def answer(self) -> Process:
        return self.heard("GETATTR" if self.has("LOOKUP") else "LOOKUP", self.server.answer)

    def write(self, size: int, stable: int, **given: Any) -> Process:
        def asked(path: RequestPath | None = None) -> Process:
            yield from self.server.write(size, stable, path=path, **given)

        return self.heard(
            "WRITE" if stable == UNSTABLE else "SETATTR" if self.has("CREATE") else "CREATE", asked
        )

    def commit(self, size: int) -> Process:
        return self.heard("COMMIT", self.server.commit, size)

    def usual(self) -> UnpackedFile | None:
        """Of the first files the one that half are quicker than."""
        files = sorted(self.files[:FILES], key=lambda file: file.seconds)
        return files[len(files) // 2] if files else None


def ladder_rows(
    run: str, files: list[UnpackedFile], until: float, turnaround: float, named: bool
) -> list[dict[str, Any]]:
    """Rows, all with `run` and in s since the first of the files began: rung (t1, x1, t2, x2; kind
    request, answer, or store from server to log and back), serve and wait (x, t1, t2), word (t, at,
    name), file (t1, t2, number), rail (x, name).

    until: what is later is left out. named: whether each message has its name beside it, else each
    file its number.
    """
    zero, rows = files[0].begun, list[dict[str, Any]]()
    for number, file in enumerate(files, start=1):
        if file.begun - zero >= until:
            break
        if not named:
            rows.append(
                {
                    "row": "word",
                    "run": run,
                    "at": (file.begun + file.messages[-1].answered) / 2 - zero,
                    "name": f"file {number}",
                }
            )
        before = file.begun
        for each in file.messages:
            way = WAY * min(turnaround, each.came - before)
            rows.append(
                rung(
                    run,
                    "request",
                    each.came - way - zero,
                    CLIENT,
                    each.came - zero,
                    SERVER,
                    each.name,
                )
            )
            rows.append(
                rung(
                    run,
                    "answer",
                    each.answered - zero,
                    SERVER,
                    each.answered + WAY * turnaround - zero,
                    CLIENT,
                    each.name,
                )
            )
            rows.append(
                {"row": "serve", "run": run, "t1": each.came - zero, "t2": each.answered - zero}
            )
            if named:
                rows.append(
                    {"row": "word", "run": run, "at": each.came - way - zero, "name": each.name}
                )
            if stored := each.stored():
                start, end = stored[0] - zero, stored[1] - zero
                rows.append(
                    {
                        "row": "wait",
                        "run": run,
                        "t1": start,
                        "t2": end,
                        "middle": (start + end) / 2,
                        "says": time(float(f"{end - start:.2g}")),
                    }
                )
                rows += [
                    rung(run, "store", start, SERVER, start, LOG, each.name),
                    rung(run, "store", end, LOG, end, SERVER, each.name),
                ]
            before = each.answered
    rows = [row for row in rows if row.get("t2", row.get("at", 0.0)) <= until + NEGLIGIBLE]
    words = [row for row in rows if row["row"] == "word"]
    return [
        *(row for row in rows if row["row"] != "word"),
        *spread(words, LEAST * until),
        *(
            {
                "row": "rail",
                "run": run,
                "x": x,
                "name": name,
                "t1": 0.0,
                "t2": until,
                "top": -0.035 * until,
            }
            for x, name in LINES.items()
        ),
    ]


def rung(run, kind, t1, x1, t2, x2, name) -> dict[str, Any]:
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
    """The words in order with a place `t` of their own (s), each at least so far below the one
    before."""
    t, spread = -least, []
    for word in words:
        t = max(word["at"], t + least)
        spread.append({**word, "t": t})
    return spread


def ladder_panel(runs: list[str], named: str, when: dict[str, Any], scale: str) -> dict[str, Any]:
    """The ladders of these runs beside each other on one scale of time; `named`: that whose
    messages have names."""

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
