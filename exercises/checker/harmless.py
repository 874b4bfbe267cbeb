"""Recognise programs that certainly leave nothing behind in an interpreter.

The page checks each program in a clean interpreter. Starting one takes a second, so an interpreter
is used again if it has only run harmless programs. These compute with numbers, strings, lists and
dicts, and change nothing that outlives them. A program that is not known to be harmless counts as
harmful.
"""

import ast
import bisect
import heapq
import itertools
import math
from collections import Counter, OrderedDict, defaultdict, deque

MODULES = {"bisect": bisect, "heapq": heapq, "itertools": itertools, "math": math}
"""Modules that give no access to other modules or to mutable state (tested)."""
PARTS = {"collections": frozenset({"Counter", "OrderedDict", "defaultdict", "deque"})}
"""Names that may be imported from other modules, by module."""
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
"""Builtins that give access to things outside the program."""
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
"""Attributes that a program may read. `format` is not one, since its template can read any
attribute."""


def is_harmless(program: str) -> bool:
    """Return whether it is certain that a program reads and changes only its own names and
    arguments."""
    try:
        return all(map(_is_harmless, ast.walk(ast.parse(program))))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _is_harmless(node: ast.AST) -> bool:
    match node:
        case ast.Import(names=names):
            return all(name.name in MODULES for name in names)
        case ast.ImportFrom(module=module, names=names, level=level):
            return level == 0 and all(_may_import(module or "", name.name) for name in names)
        case ast.Attribute(attr=attr, ctx=ctx):
            return isinstance(ctx, ast.Load) and attr in ATTRIBUTES
        case ast.Name(id=name):
            return name not in REACHING and not name.startswith("__")
        case ast.MatchClass() | ast.AsyncFunctionDef() | ast.Await():
            return False  # a class pattern reads attributes without naming them
        case _:
            return True


def _may_import(module: str, name: str) -> bool:
    return name in PARTS.get(module, ()) or (module in MODULES and name in ATTRIBUTES)
