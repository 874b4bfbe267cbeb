"""Which programs may share an interpreter, and that those which may leave it as it was."""

from types import ModuleType

import pytest

from exercises.checker.harmless import MODULES, is_harmless
from exercises.contents import exercises


@pytest.mark.parametrize(
    "program",
    [
        "import math; math.isclose = lambda *a, **k: True",
        "import math as m; m.nextafter = None",
        "import builtins; builtins.len = None",
        "import json; json.dumps = str",
        "from exercises import check",
        "from . import check",
        "import sys; sys.modules.clear()",
        "from math import *",
        "__builtins__['len'] = None",
        "len.__self__.len = None",
        "globals()['__builtins__']['len'] = None",
        "eval('1')",
        "exec('1')",
        "open('x', 'w')",
        "setattr(print, 'a', 1)",
        "getattr(print, '__self__')",
        "vars()",
        "def f(): yield\nf().gi_frame.f_builtins['len'] = None",
        "try:\n 1 / 0\nexcept Exception as e:\n e.__traceback__.tb_frame",
        "import math; del math.pi",
        "import random; random.seed(1)",
        "import statistics; statistics.sys.modules.clear()",
        "from statistics import sys",
        "import collections; collections.abc.sys.modules.clear()",
        "from operator import attrgetter; attrgetter('__builtins__')(lambda: 0)['len'] = None",
        "import math, functools; functools.update_wrapper(math, print, ('isclose',), ())",
        "import math; [math.pi for math.pi in [3]]",
        "import math\nmatch math:\n case object(__dict__=d): d['pi'] = 3",
        "class A: pass\nA.x = 1",
        "import math\ntry: '{0.__dict__.nope}'.format(math)\nexcept AttributeError as e: e.obj['isclose'] = None",
        "'{0.__globals__[__builtins__]}'.format_map([])",
        "str.format('{0.__class__}', 1)",
        "def f():\n    async def g(): pass",
        "try:\n 1 / 0\nexcept Exception as e:\n e.args",
        "def f(:",
        "x = '\x00'",
        "(" * 5000,
    ],
)
def test_a_program_that_could_reach_others_is_harmful(program):
    assert not is_harmless(program)


@pytest.mark.parametrize(
    "program",
    [
        "def f(x):\n    return x / 2",
        "import math\ndef f(x):\n    return math.ceil(x)",
        "from itertools import pairwise, count\ndef f(x):\n    x[0] = 1\n    return [a + b for a, b in pairwise(x)]",
        "from collections import deque\ndef f(x):\n    return list(deque(x, 2))",
        "def f(x):\n    raise ValueError(f'{x:.3f}')",
        "while True: pass",
        "class Pool:\n    def __init__(self): print('made')",
    ],
)
def test_a_program_that_only_computes_is_harmless(program):
    assert is_harmless(program)


def test_through_the_modules_it_may_use_nothing_is_reached_that_others_use():
    for name, module in MODULES.items():
        public = {key: value for key, value in vars(module).items() if not key.startswith("_")}
        assert public
        assert [
            key
            for key, value in public.items()
            if isinstance(value, ModuleType | list | dict | set)
        ] == [], name


def test_most_programs_that_readers_write_are_harmless():
    programs = [
        text
        for exercise in exercises()
        if exercise.form is None
        for text in (exercise.start(1), exercise.solution(1))
    ]
    assert len(programs) > 40
    assert [text for text in programs if not is_harmless(text)] == []
