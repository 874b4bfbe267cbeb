"""Pack the packages in /kernel into /kernel.zip, inside the page's interpreter, and compile what the
kernel, a figure's widget and a traceback import, so that a notebook starts fast.

Of the packages in `SPARSE`, which are large, only the modules that are imported are packed.
"""

import importlib
import py_compile
import sys
import zipfile
from importlib.util import cache_from_source
from pathlib import Path

KERNEL = Path("/kernel")
SPARSE = ("pygments", "prompt_toolkit", "wcwidth")

sys.path.insert(0, str(KERNEL))
importlib.invalidate_caches()
streams = sys.stdout, sys.stderr
import pyodide_kernel  # noqa: E402

sys.stdout, sys.stderr = streams
shell = pyodide_kernel.ipython_shell
shell.send_comm = lambda *_: None  # nobody looks
shell.kernel._parent_header = {}

from figures.contents import get, ids  # noqa: E402

get(ids()[0]).widget()
shell.run_cell("1 / 0", silent=True)
assert shell._last_traceback, "a fault must be shown"
used = {
    Path(file)
    for module in list(sys.modules.values())
    if (file := getattr(module, "__file__", None)) and file.startswith(f"{KERNEL}/")
}

with zipfile.ZipFile("/kernel.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for path in sorted(path for path in KERNEL.rglob("*") if path.is_file()):
        inside = path.relative_to(KERNEL)
        if path.suffix == ".pyc" or (inside.parts[0] in SPARSE and path not in used):
            continue
        archive.write(path, inside)
        if path in used:
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile(str(path), dfile=str(inside), doraise=True, invalidation_mode=mode)
            made = Path(cache_from_source(str(path)))
            archive.write(made, made.relative_to(KERNEL))
