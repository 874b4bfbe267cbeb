"""Pack the packages in /tester into /tester.zip, inside the page's interpreter, and compile them so
that they load fast.

Of pygments, whose colours are not used, only the modules that are imported are packed. `borrowed`
lists the modules of the standard library that a check imports.
"""

import compileall
import importlib
import importlib.util
import json
import py_compile
import sys
import zipfile
from pathlib import Path

TESTER = Path("/tester")
ALWAYS = py_compile.PycInvalidationMode.UNCHECKED_HASH

sys.path.insert(0, str(TESTER))
importlib.invalidate_caches()
before = set(sys.modules)

from exercises.checker.live import check  # noqa: E402
from exercises.contents import exercises  # noqa: E402

for exercise in (
    next(each for each in exercises() if (each.form is None) == is_program)
    for is_program in (True, False)
):
    for answer in (exercise.start(1), exercise.solution(1)):
        check(json.dumps({"exercise": exercise.id, "variant": 1, "answer": answer}))
used = set(sys.modules) - before
borrowed = sorted(
    name
    for name in used
    if name.partition(".")[0] in sys.stdlib_module_names and name in sys.modules
)


def is_wanted(path: Path) -> bool:
    """Return whether a file must be packed."""
    parts = path.relative_to(TESTER).with_suffix("").parts
    name = ".".join(part for part in parts if part != "__init__")
    return (
        path.suffix != ".pyc"
        and (parts[0] != "pygments" or name in used)
        and not parts[0].startswith("pygments-")
    )


with zipfile.ZipFile("/tester.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for path in sorted(path for path in TESTER.rglob("*") if path.is_file() and is_wanted(path)):
        archive.write(path, path.relative_to(TESTER))
        if path.suffix == ".py" and compileall.compile_file(
            path, quiet=2, force=True, stripdir=str(TESTER), invalidation_mode=ALWAYS
        ):
            made = Path(importlib.util.cache_from_source(str(path)))
            archive.write(made, made.relative_to(TESTER))
