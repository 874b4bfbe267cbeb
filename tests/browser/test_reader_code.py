"""A reader's code may do what it likes: the figure says what happened, with the reader's line, and
stays usable."""

import pytest

from tests.browser.figures import Reader, hurried
from tests.conftest import sample

PAGE = "book/synchronous-writes.html"
BROKEN = {
    "raises": ("def run(**p):\n    x = 0\n    return [{'a': 1 / x}]\n", 3, "ZeroDivisionError"),
    "allocates without end": (
        "def run(**p):\n    x = []\n    while True:\n        x.append(bytes(50_000_000) + bytes([len(x) % 256]))\n",
        4,
        "memory",
    ),
    "prints 100 MB at once": (
        "def run(**p):\n    print('x' * 100_000_000)\n    return []\n",
        2,
        "printed more than",
    ),
    "prints without end": (
        "def run(**p):\n    while True:\n        print('x' * 1000)\n",
        3,
        "printed more than",
    ),
    "returns the wrong shape": ("def run(**p):\n    return 42\n", 2, "rows"),
    "yields what is not finite": ("def run(**p):\n    yield [{'t': float('nan')}]\n", 2, "finite"),
    "is no Python": ("def run(**p:\n    return 42\n", 1, "SyntaxError"),
    "defines nothing": ("x = 1\n", None, "must define a function run"),
    "leaves": ("import sys\ndef run(**p):\n    sys.exit()\n", 3, "SystemExit"),
}


@pytest.fixture
def reader(site, same_page):
    return Reader(same_page(site + PAGE), "one-writer")


@pytest.mark.parametrize("name", sample(list(BROKEN), 2))
def test_broken_code_is_told_with_its_line_and_kept(reader, name):
    code, line, words = BROKEN[name]
    reader.type_code(code)
    reader.press("run")
    reader.settle()
    assert reader.state == "error"
    assert words in reader.message
    assert line is None or f"line {line}" in reader.message
    assert "\n" not in reader.message.strip()
    assert reader.figure.locator(".cm-content").inner_text().split("\n")[0] == code.split("\n")[0]


def test_every_key_reaches_the_editor(reader):
    reader.type_code(" ")
    reader.page.keyboard.type("x = 1/2 # half")
    assert reader.figure.locator(".cm-content").inner_text().strip() == "x = 1/2 # half"


@pytest.mark.alike("does not end")
def test_an_endless_loop_stops_at_once_and_the_figure_runs_again(reader):
    reader.type_code("def run(**p):\n    return 42\n")
    reader.press("run")
    reader.settle()  # the interpreter has started
    reader.type_code("def run(**p):\n    while True:\n        pass\n")
    reader.press("run")
    reader.page.wait_for_function(
        "f => document.querySelector(f).dataset.state === 'running'", arg=reader.selector
    )
    reader.figure.evaluate("""f => {
        let pressed = NaN;
        f.querySelector('[data-action=stop]').addEventListener(
            'click', () => { pressed = performance.now(); }, {capture: true, once: true});
        window.stopping = new Promise(go => new MutationObserver(() => {
            if (f.dataset.state === 'stopped') go(performance.now() - pressed);
        }).observe(f, {attributes: true}));
    }""")
    reader.press("stop")
    assert reader.page.evaluate("window.stopping") < 1000
    assert reader.state == "stopped"
    assert "Run starts it again" in reader.message
    reader.after(lambda: reader.press("reset"))
    assert reader.state == "live"


@pytest.mark.alike("does not end")
def test_a_loop_that_nobody_stops_is_stopped_with_the_line_it_was_at(reader):
    reader.type_code(
        "def run(**p):\n    yield [{'row': 'io', 't': 1.0, 'latency': 0.01}]\n    while True:\n        pass\n"
    )
    with hurried(reader.page):
        reader.press("run")
        reader.settle()
    assert reader.state == "error"
    assert "10 seconds" in reader.message
    assert "line 3" in reader.message or "line 4" in reader.message
    reader.after(lambda: reader.press("reset"))


def test_own_code_that_works_is_drawn_and_described(reader):
    code = reader.figure.locator(".cm-content")
    reader.type_code(
        "def run(**p):\n    order = FREEBSD_BOX.order(filesystem='raw', write_cache='off').bare()\n"
        "    machine = Machine(order, p['seed'], commands=True)\n    machine.start(Local(size=4096))\n"
        "    yield [{'row': 'turn', 'latency': machine.disk.turn},\n"
        "           {'row': 'pace', 'gap': machine.disk.turn, 'size': 4096}]\n"
        "    for second in machine.seconds(3):\n"
        "        yield [{'row': 'io', 't': w.finish, 'latency': w.latency} for w in machine.done[-100:]]\n"
        "        yield [{'row': 'second', 't': second.t, 'tps': second.rate, 'transfer': second.transfer_size,\n"
        "                'rate': second.throughput, 'app': second.throughput, 'writes': second.transfers}]\n"
        "    yield [{'row': 'share', 'part': part, 'share': 0.25}\n"
        "           for part in ('seeks', 'waits for its sector', 'writes', 'rests')]\n"
    )
    reader.after(lambda: reader.press("run"))
    assert reader.state == "live"
    assert "4 KiB" in reader.says
    assert code.inner_text().startswith("def run(**p)")
    reader.page.reload()
    assert reader.page.evaluate("Object.values(localStorage).join().includes('machine.seconds(3)')")
