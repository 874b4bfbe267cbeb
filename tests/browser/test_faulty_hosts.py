"""A host that does not send what is needed: one line names the file and what came, and the next
touch tries again."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from exercises.contents import get
from tests.browser.conftest import KEEP_NOTHING, PATIENCE, SAVE_DATA
from tests.browser.exercising import Solver, page_of
from tests.browser.figures import Reader
from tests.browser.hosts import HOSTS, Faults, serving
from tests.conftest import sample

EXERCISE = "missed-revolution"
FIGURE = "one-writer"
PAGE = page_of(EXERCISE)
OWN = "def run(**settings):\n    yield [{'t': 0.0, 'latency': 0.001}]\n"
RAN = "the rows are drawn"
MISSING = "the host answered {fault} for {file}"
INSTEAD = "the host sent a web page in place of {file}"
PARTLY = "{file} arrived only in part"
ELSE = "the host sent something else in place of {file}"
UNCOMPILED = "{file} cannot be compiled"
UNUSABLE = "{file} arrived but could not be used"
TOUCHES = 6
"""An interpreter that was begun before the fault may still be on its way to another."""

# What is said of a file that an interpreter needs, by what is wrong with it.
SCRIPT = {"404": MISSING, "500": MISSING, "page": INSTEAD, "short": UNUSABLE, "garbage": UNUSABLE}
ARCHIVE = {
    "404": MISSING,
    "403": MISSING,
    "page": INSTEAD,
    "short": PARTLY,
    "cut": PARTLY,
    "garbage": ELSE,
}
NEEDED = {
    "worker.js": SCRIPT,
    "pyodide/pyodide.asm.js": SCRIPT,
    "pyodide/pyodide.asm.wasm": {
        "404": MISSING,
        "page": INSTEAD,
        "short": f"{PARTLY}|{UNCOMPILED}",
        "cut": f"{PARTLY}|{UNCOMPILED}",
        "garbage": f"{ELSE}|{UNCOMPILED}",
    },
    "pyodide/python_stdlib.zip": ARCHIVE,
    "pyodide/pyodide-lock.json": {
        "404": MISSING,
        "page": INSTEAD,
        "short": PARTLY,
        "garbage": ELSE,
    },
    "wheels.json": {
        "404": MISSING,
        "page": INSTEAD,
        "short": "{file} arrived damaged",
        "garbage": ELSE,
    },
    "book.zip": ARCHIVE,
}


WHOLE = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "worker-src": "'self' blob:",
}
"""A policy under which all runs; and with less than that, what is said of a figure or of a reader's own program."""
LACKING = [
    ("script-src", "'self'", "run", "script-src must allow 'wasm-unsafe-eval'"),
    ("worker-src", "'none'", "run", "worker-src must allow 'self'"),
    ("connect-src", "'none'", "run", "connect-src must allow 'self'"),
    ("worker-src", "'self'", "run-code", "worker-src must allow blob:"),
]


QUICK = ["worker.js", "pyodide/pyodide.asm.wasm", "wheels.json"]
"""Whether to try each file, as `make prove` does."""


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
def open_at(chromium: Browser, faults: Faults) -> Iterator[Callable[..., Page]]:
    """Open a page of a host with faults, or with a content policy."""
    contexts = []
    headers: dict[str, str] = {}
    with serving(replace(HOSTS["nginx"], headers=headers), faults=faults) as address:

        def open_at(path: str, policy: dict[str, str] | None = None) -> Page:
            if policy:
                headers["Content-Security-Policy"] = "; ".join(
                    f"{name} {what}" for name, what in policy.items()
                )
            context = chromium.new_context(service_workers="block")
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
            for script in (KEEP_NOTHING, SAVE_DATA):
                context.add_init_script(script)
            page = context.new_page()
            page.goto(address + path)
            return page

        yield open_at
        faults.go.set()
        for context in contexts:
            context.close()


def told(reader: Reader, wanted: str, act: Callable[[], None]) -> str:
    """Touch the figure until it says what is wanted; what it said last."""
    said = ""
    for _ in range(TOUCHES):
        act()
        reader.settle()
        said = reader.message
        if re.search(wanted, said):
            break
    return said


@pytest.mark.alike("lacks a file")
@pytest.mark.parametrize("file", sample(list(NEEDED), QUICK))
def test_a_figure_names_the_file_that_did_not_come_and_runs_once_it_does(
    file: str,
    open_at: Callable[[str], Page],
    faults: Faults,
) -> None:
    reader = Reader(open_at(PAGE), FIGURE)
    for fault, line in NEEDED[file].items():
        faults.only(f"live/{file}", fault)
        wanted = line.format(fault=fault, file=file)
        said = told(reader, wanted, lambda: reader.press("run"))
        assert re.search(wanted, said), fault
        assert "not stored" not in said
    faults.clear()
    told(reader, "", lambda: reader.press("run"))
    reader.after(lambda: reader.press("run"))
    assert reader.message == ""


@pytest.mark.parametrize("fault", sample(["page", "cut"], ["page"]))
def test_without_a_whole_snapshot_the_interpreter_starts_plainly(
    fault: str,
    open_at: Callable[[str], Page],
    faults: Faults,
) -> None:
    faults["snapshot.bin.gz"] = fault
    reader = Reader(open_at(PAGE), FIGURE)
    reader.after(lambda: reader.press("run"))
    assert reader.message == ""


@pytest.mark.alike("lacks a file")
def test_a_program_of_the_reader_s_own_names_the_file_that_it_lacks(
    open_at: Callable[[str], Page],
    faults: Faults,
) -> None:
    reader = Reader(open_at(PAGE), FIGURE)
    reader.type_code(OWN)
    for file in ("guest.js", "usher.js", "pyodide/pyodide.asm.wasm"):
        for fault, line in {"404": MISSING, "page": INSTEAD}.items():
            faults.only(f"live/{file}", fault)
            wanted = line.format(fault=fault, file=file)
            assert re.search(wanted, told(reader, wanted, lambda: reader.press("run-code"))), (
                file,
                fault,
            )
    faults.clear()
    assert RAN in told(reader, RAN, lambda: reader.press("run-code"))


@pytest.mark.alike("lacks a file")
@pytest.mark.parametrize("file", sample(["tester.zip", "exercises.zip"], ["tester.zip"]))
def test_an_exercise_names_the_file_that_its_tests_lack_and_is_checked_once_it_is_there(
    file: str,
    open_at: Callable[[str], Page],
    faults: Faults,
) -> None:
    faults[file] = "404"  # what is needed is fetched as soon as somebody is there
    solver = Solver(open_at(PAGE), EXERCISE)
    solver.write(get(EXERCISE).solution(1))
    for fault, line in {"404": MISSING, "page": INSTEAD, "short": PARTLY, "garbage": ELSE}.items():
        faults.only(f"live/{file}", fault)
        wanted = line.format(fault=fault, file=file)
        for _ in range(TOUCHES):
            said = solver.check()
            if wanted in said:
                break
        assert wanted in said, fault
        assert solver.root.get_attribute("data-tries") in (None, "0")
    faults.clear()
    assert solver.check() == solver.praise


def test_a_connection_that_stands_still_is_named_within_ten_seconds_and_the_run_succeeds_once_it_moves(
    open_at: Callable[[str], Page],
    faults: Faults,
) -> None:
    faults["pyodide.asm.wasm"] = "held"
    page = open_at(PAGE)
    page.clock.install()
    reader = Reader(page, FIGURE)
    reader.press("run")
    line = reader.figure.locator(".lf-message")
    said = None
    for _ in range(200):  # the page's own clock: until all else has come, so that the line stands
        page.clock.run_for(10_500)
        now = line.text_content() if line.is_visible() else None
        if now and now == said:
            break
        said = now
        page.wait_for_timeout(100)
    expect(line).to_contain_text(
        "Nothing has come for 10 seconds: waiting for pyodide/pyodide.asm.wasm"
    )
    assert re.search(r"\(\d+\.\d of \d+\.\d MB are here\)", line.inner_text())
    page.clock.resume()
    reader.after(faults.go.set)
    assert reader.message == ""


@pytest.mark.alike("lacks a directive")
@pytest.mark.parametrize(("directive", "allowed", "action", "line"), LACKING)
def test_the_directive_that_a_policy_lacks_is_named(
    directive: str,
    allowed: str,
    action: str,
    line: str,
    open_at: Callable[..., Page],
) -> None:
    reader = Reader(open_at(PAGE, WHOLE | {directive: allowed}), FIGURE)
    if action == "run-code":
        reader.type_code(OWN)
    assert line in told(reader, line, lambda: reader.press(action))


def test_under_a_strict_policy_figures_and_programs_run(open_at: Callable[..., Page]) -> None:
    reader = Reader(open_at(PAGE, WHOLE), FIGURE)
    reader.after(lambda: reader.press("run"))
    reader.type_code(OWN)
    assert RAN in told(reader, RAN, lambda: reader.press("run-code"))
