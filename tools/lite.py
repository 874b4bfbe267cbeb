"""Build JupyterLite for the site in `_build/lite`: its application, and what its kernel imports, from the
packages of `.venv`. The book's notebooks are added with its pages (`book/_ext/notebook.py`).

The kernel's interpreter, models and figures are those of the pages (`_build/live`). All that it can
import comes from the site.
"""

import json
import shutil
import subprocess
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from fetch_wheels import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

OUT = ROOT / "_build" / "lite"
KERNEL = ROOT / "_build" / "kernel.zip"
WEB = ROOT / "_build" / "web"
HERE = Path(__file__).with_name("lite")
EXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
PYODIDE_KERNEL = EXTENSIONS / "@jupyterlite" / "pyodide-kernel-extension"
FRONT = (
    PYODIDE_KERNEL,
    EXTENSIONS / "@jupyter-widgets" / "jupyterlab-manager",
    EXTENSIONS / "anywidget",
)

UNUSED = (
    "build/fa-*.eot",
    "build/fa-*.svg",
    "build/fa-*.ttf",
    "build/fa-*.woff",
    "build/third-party-licenses.json",
    "doc",
    "rspack.config*",
    "extensions/@jupyterlite/pyodide-kernel-extension/static/pypi/*.whl",
)
ROOTS = ("ipython", "ipywidgets", "anywidget", "jinja2", "comm")
LEFT_OUT = {"jedi", "jupyterlab-widgets", "prompt-toolkit", "widgetsnbextension"}
"""Packages for terminals and for other front ends, and one for completion that would be half of all."""
ENVIRONMENT = {
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
    "os_name": "posix",
    "python_version": "3.14",
    "python_full_version": "3.14.2",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "platform_machine": "wasm32",
    "extra": "",
}
WORKER = """import "./pyodide.js";
import "../{}";
"""
"""The kernel's worker, with its loader at once (`web/src/notebook/early.ts`)."""
JEDI = "self.Completer.use_jedi = "


def packages() -> list[Distribution]:
    """Return the packages of `.venv` that the kernel needs in the page's interpreter."""
    found: dict[str, Distribution] = {}
    names = list(ROOTS)
    while names:
        name = canonicalize_name(names.pop())
        if name in found or name in LEFT_OUT:
            continue
        found[name] = distribution(name)
        needs = [Requirement(line) for line in found[name].requires or []]
        names += [
            each.name for each in needs if not each.marker or each.marker.evaluate(ENVIRONMENT)
        ]
    return list(found.values())


def is_wanted(name: str) -> bool:
    """Return whether the interpreter can use a file of a package."""
    return (
        not name.startswith(("..", "/"))
        and not name.endswith((".pyc", ".so"))
        and (".dist-info/" not in name or name.endswith("/METADATA"))
    )


def pack_kernel() -> None:
    """Pack what the kernel imports, compiled, in `_build/kernel.zip`."""
    plain = KERNEL.with_suffix(".plain.zip")
    with ZipFile(plain, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        for package in packages():
            for file in package.files or []:
                if is_wanted(str(file)):
                    archive.write(str(file.locate()), str(file))
        for wheel in ("ipykernel-*", "pyodide_kernel-*"):
            with ZipFile(next((PYODIDE_KERNEL / "static" / "pypi").glob(wheel))) as packed:
                for name in filter(is_wanted, packed.namelist()):
                    text = packed.read(name).decode()
                    archive.writestr(name, text.replace(f"{JEDI}True", f"{JEDI}False"))
        for path in sorted((HERE / "piplite").glob("*.py")):
            archive.write(path, path.relative_to(HERE))
    subprocess.run(
        ["node", str(ROOT / "tools" / "kernel.mjs"), str(plain), str(KERNEL)], check=True
    )
    plain.unlink()


def build_application() -> None:
    """Build the application with its settings."""
    config = json.loads((HERE / "jupyter_lite_config.json").read_text())
    config["LiteBuildConfig"] |= {
        "output_dir": str(OUT),
        "federated_extensions": [str(path) for path in FRONT],
    }
    made = OUT.with_name("lite-settings")
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    (made / "jupyter_lite_config.json").write_text(json.dumps(config))
    shutil.copyfile(HERE / "jupyter-lite.json", made / "jupyter-lite.json")
    subprocess.run(
        [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", str(made)],
        check=True,
        cwd=made,
    )


def prune() -> None:
    """Remove what no browser fetches."""
    for pattern in UNUSED:
        for path in list(OUT.glob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def add_kernel() -> None:
    """Add the kernel, and start it at the head of a notebook's page."""
    folder = OUT / "kernel"
    folder.mkdir()
    shutil.copyfile(KERNEL, folder / KERNEL.name)
    shutil.copyfile(WEB / "kernel.js", folder / "pyodide.js")
    worker = next(OUT.glob("extensions/@jupyterlite/*/static/comlink.worker.*.js"))
    (folder / "worker.js").write_text(WORKER.format(worker.relative_to(OUT).as_posix()))
    page = OUT / "notebooks" / "index.html"
    early = f"<head><script>{(WEB / 'early.js').read_text(encoding='utf-8').strip()}</script>"
    page.write_text(page.read_text(encoding="utf-8").replace("<head>", early, 1), encoding="utf-8")


def build() -> None:
    """Write `_build/lite`."""
    shutil.rmtree(OUT, ignore_errors=True)
    build_application()
    prune()
    add_kernel()


if __name__ == "__main__":
    if sys.argv[1:] == ["kernel"]:
        pack_kernel()
    else:
        build()
