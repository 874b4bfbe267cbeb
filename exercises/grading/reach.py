"""List the names that a program uses but its task does not need. They are a reason to look at it,
and prove nothing."""

import ast

from exercises.checker.harmless import MODULES as HARMLESS
from exercises.checker.harmless import PARTS, REACHING

COMMON = {
    *HARMLESS,
    *PARTS,
    "copy",
    "decimal",
    "fractions",
    "functools",
    "numbers",
    "operator",
    "random",
    "re",
    "statistics",
    "string",
    "typing",
    "dataclasses",
    "enum",
    "__future__",
    "time",
    "datetime",
    "numpy",
}
"""Modules that an answer may use without a remark."""
MOST = 6  # maximum number of names in a remark


def reaches(program: str) -> list[str]:
    """Return the modules, builtins and dunder attributes that a program uses although no exercise
    needs them."""
    try:
        nodes = list(ast.walk(ast.parse(program)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found: dict[str, None] = {}
    for node in nodes:
        match node:
            case ast.Import(names=names):
                found.update(
                    dict.fromkeys(
                        name.name for name in names if name.name.partition(".")[0] not in COMMON
                    )
                )
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] not in COMMON:
                found[module] = None
            case ast.Name(id=name) if name in REACHING or name in ("__import__", "__builtins__"):
                found[name] = None
            case ast.Attribute(attr=name) if (
                name.startswith("__") and name.endswith("__") and name != "__name__"
            ):
                found[name] = None
    words = [word[:40] for word in found]
    return [*words[:MOST], f"{len(words) - MOST} more"] if len(words) > MOST else words
