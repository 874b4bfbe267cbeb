"""`pytest --beside PLACE`: the tests of a folder or file run in a process of their own, beside the others.

Places with commas between them share a process. If the same is named twice, two processes share its files: each takes the
next that none has taken. Such a process writes each report of its tests as a line of JSON. They are told to the reporters of
this one: those of the files that are finished whenever a file of its own is, and the rest at the end. So the totals, the list
of failures, the slowest tests and the exit status are those of all tests. A process that ends without having told all fails
the session.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

ENDS = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("beside")
    group.addoption("--beside", metavar="PLACE,...", action="append", default=[],
                    help="run the tests of these folders and files in a process of their own, beside the others")
    group.addoption("--tell", metavar="FILE", help="write each report as a line of JSON, as a process beside does")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.tell:
        config.pluginmanager.register(Teller(config))
    elif config.option.beside and not config.option.collectonly:
        config.pluginmanager.register(Listener(config))


class Teller:
    """In the process beside: writes what its tests report."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.parent = config, os.getppid()
        self.taken = Path(config.option.tell).parents[1] / "taken"  # by this process or another
        self.mine: dict[str, bool] = {}

    def tell(self, kind: str, value: Any) -> None:
        with Path(self.config.option.tell).open("a", encoding="utf-8") as file:
            file.write(json.dumps([kind, value]) + "\n")

    def pass_on(self, kind: str, report: pytest.CollectReport | pytest.TestReport) -> None:
        self.tell(kind, self.config.hook.pytest_report_to_serializable(config=self.config, report=report))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.pass_on("collected", report)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The longest files come first, so that no process is left alone with one."""
        files = Counter(item.path for item in items)
        items.sort(key=lambda item: -files[item.path])

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.tell("count", len(session.items))

    def takes(self, file: str) -> bool:
        """Whether this process was the first to come to a file."""
        if file not in self.mine:
            try:
                (self.taken / file.replace("/", ".")).touch(exist_ok=False)
            except FileExistsError:
                self.mine[file] = False
            else:
                self.mine[file] = True
        return self.mine[file]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Leaves out what another process does."""
        return None if self.takes(item.nodeid.split("::")[0]) else True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if os.getppid() != self.parent:
            pytest.exit("nobody listens any more")
        self.pass_on("ran", report)

    def pytest_sessionfinish(self) -> None:
        self.tell("over", None)


class Lane:
    """The process of some folders and files, and what it has told that is still to be passed on."""

    def __init__(self, config: pytest.Config, places: str, place: Path, counts: bool) -> None:
        self.places, self.counts, self.count, self.over = places, counts, 0, False
        self.told, self.said = place / "told", place / "said"
        self.told.touch()
        command = [sys.executable, "-m", "pytest", *places.split(",")]
        command += ["-q", "-p", "no:cacheprovider", "--tell", str(self.told)]
        for option, value in (("-m", config.option.markexpr), ("-k", config.option.keyword)):
            command += [option, value] if value else []
        with self.said.open("w") as output:
            self.process = subprocess.Popen(command, cwd=config.invocation_params.dir, stdin=subprocess.DEVNULL,
                                            stdout=output, stderr=subprocess.STDOUT)
        self.reader = self.told.open(encoding="utf-8")
        self.part = ""
        self.waiting: list[tuple[str, Any]] = []

    def listen(self) -> None:
        """Take the lines that are whole."""
        *lines, self.part = (self.part + self.reader.read()).split("\n")
        for kind, value in map(json.loads, lines):
            if kind == "count":
                self.count = value if self.counts else 0
            elif kind == "over":
                self.over = True
            else:
                self.waiting.append((kind, value))

    def finished(self, ended: bool) -> list[tuple[str, Any]]:
        """What it told of files that are done, or of all if it has ended."""
        files = [value["nodeid"].split("::")[0] for _, value in self.waiting]
        done = len(files) if ended else files.index(files[-1]) if files else 0
        ready, self.waiting = self.waiting[:done], self.waiting[done:]
        return ready

    def end(self) -> None:
        """Stop it if it still runs; it closes what it opened."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.reader.close()


class Listener:
    """In the process that was started: starts the others and passes on what they tell."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.options = config, config.option
        places = ",".join(self.options.beside).split(",")
        self.elsewhere = [(config.invocation_params.dir / place).resolve() for place in places]
        self.lanes: list[Lane] = []
        self.session: pytest.Session
        self.file = ""
        self.telling = False

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        return True if collection_path in self.elsewhere else None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, object, object]:
        self.session = session
        with tempfile.TemporaryDirectory() as place:
            try:
                (Path(place) / "taken").mkdir()
                for n, places in enumerate(self.options.beside):
                    own = Path(place) / str(n)
                    own.mkdir()
                    self.lanes.append(Lane(self.config, places, own, places not in self.options.beside[:n]))
                answer = yield
                for lane in self.lanes:
                    self.wait_for(lane)
                return answer
            finally:
                for lane in self.lanes:
                    lane.end()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Where a file of this process's own begins there is time for the files that the others finished."""
        file = nodeid.split("::")[0]
        if file != self.file and not self.telling:
            self.file = file
            for lane in self.lanes:
                self.tell(lane)

    def wait_for(self, lane: Lane) -> None:
        running = True
        while running:
            running = lane.process.poll() is None
            self.tell(lane, ended=not running)
            if self.session.shouldfail:
                raise self.session.Failed(self.session.shouldfail)
            if running:
                time.sleep(0.1)
        if lane.process.returncode not in ENDS or not lane.over:
            last = lane.said.read_text(encoding="utf-8", errors="replace")[-3000:]
            self.config.get_terminal_writer().line(f"\n{last}")
            self.session.shouldfail = f"the tests of {lane.places} ended too early, with status {lane.process.returncode}"
            raise self.session.Failed(self.session.shouldfail)

    def tell(self, lane: Lane, ended: bool = False) -> None:
        lane.listen()
        self.session.testscollected += lane.count
        lane.count, self.telling = 0, True
        hook = self.config.hook
        for kind, value in lane.finished(ended):
            report = hook.pytest_report_from_serializable(config=self.config, data=value)
            if kind == "collected":
                hook.pytest_collectreport(report=report)
                continue
            if report.when == "setup":
                hook.pytest_runtest_logstart(nodeid=report.nodeid, location=report.location)
            hook.pytest_runtest_logreport(report=report)
            if report.when == "teardown":
                hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)
        self.telling = False
