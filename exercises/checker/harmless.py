"""Tells programs that surely leave nothing behind in an interpreter from all others.

The page checks each program where no other has left anything. To start an interpreter for each
takes a second, so one that only ever ran programs of this kind is used again: they compute with
numbers, strings, lists and dicts, and reach nothing that outlives them. The test errs on the safe
side: a program that it does not know to be harmless is taken for harmful.
"""

import ast
import bisect
import heapq
import itertools
import math
from collections import Counter, OrderedDict, defaultdict, deque

MODULES = {"bisect": bisect, "heapq": heapq, "itertools": itertools, "math": math}
"""Modules through which no other module and nothing that can be changed is reached (a test looks)."""
PARTS = {"collections": frozenset({"Counter", "OrderedDict", "defaultdict", "deque"})}
"""What may be taken out of other modules."""
REACHING = frozenset(
    {
        "breakpoint",
        "compile",
        "delattr",
        "eval",
        "exec",
        "getattr",
        "globals",
        "help",
        "input",
        "locals",
        "open",
        "setattr",
        "vars",
    }
)
"""Builtins by which a program comes at what is not its own."""
DATA = (
    bool,
    bytes,
    complex,
    dict,
    float,
    frozenset,
    int,
    list,
    range,
    set,
    str,
    tuple,
    Counter,
    OrderedDict,
    defaultdict,
    deque,
)
ATTRIBUTES = frozenset(
    name for thing in (*DATA, *MODULES.values()) for name in dir(thing) if not name.startswith("_")
) - {"format", "format_map"}
"""What a program may ask of a thing. Not of a string to be filled in: it reads attributes by names of its own."""


def is_harmless(program: str) -> bool:
    """Whether a program reads and changes nothing but its own names and arguments; False where that
    is not certain."""
    try:
        return all(map(_is_harmless, ast.walk(ast.parse(program))))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _is_harmless(node: ast.AST) -> bool:
    match node:
        case ast.Import(names=names):
            return all(name.name in MODULES for name in names)
        case ast.ImportFrom(module=module, names=names, level=level):
            return level == 0 and all(_may_come(module or "", name.name) for name in names)
        case ast.Attribute(attr=attr, ctx=ctx):
            return isinstance(ctx, ast.Load) and attr in ATTRIBUTES
        case ast.Name(id=name):
            return name not in REACHING and not name.startswith("__")
        case ast.MatchClass() | ast.AsyncFunctionDef() | ast.Await():
            return False  # a class pattern reads attributes by names that are not written as such
        case _:
            return True


def _may_come(module: str, name: str) -> bool:
    return name in PARTS.get(module, ()) or (module in MODULES and name in ATTRIBUTES)
