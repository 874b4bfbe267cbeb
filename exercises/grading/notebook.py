"""Find the answers in a notebook. A cell is recognised by its metadata, by its first line, or by
what it defines."""

import ast
import builtins
import json
import logging
import re
import symtable
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Any, TypeGuard

from exercises import contents
from exercises.cli.answer_file import MAX_FILE, FileAnswer, fields, program, record_of
from exercises.cli.record import shown
from exercises.kit.cell_names import head_of, name_of
from exercises.kit.exercise import Exercise, check_variant
from models.cli.command_line import WrongUse

METADATA = "where_the_time_goes"
"""Key in a cell's metadata that says what it answers: {"exercise": id, "variant": number}. nbgrader
uses `grade_id`."""
ID = r"[a-z][a-z0-9-]{0,99}"
VARIANT = r"[1-9]\d{0,5}"
CLUE = re.compile(
    rf'passes\("(?P<id>{ID})", (?P<variant>{VARIANT}),|points; (?P<heading_id>{ID}), variant (?P<number>{VARIANT})'
)
"""The exercise and the variant that a test cell, or the heading of a question, names."""
HEAD = re.compile(rf"^# (?P<id>{ID}): your answer is what stands in this cell", re.MULTILINE)
FOR_IPYTHON = re.compile(r"\s*([!%?]|[\w.]+ *= *[!%]|.*\?\s*$)")
SURELY_IPYTHON = re.compile(r"\s*(!|%\w|[\w.]+\?{1,2}\s*$|\?{1,2}[\w.])")
"""Lines that IPython accepts and Python does not. FOR_IPYTHON is tested on a line where Python
reports an error, SURELY_IPYTHON on any line."""
PROMPT = re.compile(r"^(>>> ?|\.\.\. ?|In \[\d+\]: ?| *\.{3,}: ?)")
BEGIN = re.compile(r"(>>> ?|In \[\d+\]: ?|[ \t]*)")
"""Input that IPython strips: pasted prompts, and the indentation of the first line, removed from
all lines."""
TIMED = re.compile(r"(\s*)%time\s+(\S.*)")


Clues = dict[str, int | None]
"""The exercises that a notebook names, each with its variant (None if it names none)."""


def answers(
    text: str, path: PurePath, variant_of: Callable[[str], int | None]
) -> dict[str, tuple[str, int | None]]:
    """Return the answers in a notebook by exercise id. Each is the text of a cell, and its variant
    (None if it names none).

    A cell is recognised by its metadata. Where a platform has removed these, it is recognised by
    its first line or by what it defines, as in the notebook's own test cells. `variant_of` returns
    the variant of an exercise that is assigned to the student (None: any). Raise WrongUse if the
    text is not a notebook.
    """
    import nbformat

    reads: Callable[..., nbformat.NotebookNode] = nbformat.reads
    logging.getLogger("traitlets").setLevel(logging.CRITICAL)  # else it prints faults of notebooks
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            cells = reads(without_outputs(text), as_version=4).cells
            found = [(cell.cell_type, _named(cell), str(cell.source)) for cell in cells]
    except Exception as error:  # nbformat may raise anything for an invalid notebook
        why = " ".join(str(error).split())[:100]
        raise WrongUse(
            f"{path} is not a readable notebook: {type(error).__name__} {why}".rstrip()
        ) from None
    clues = named_in(source for _, _, source in found)
    answered: dict[str, tuple[str, int | None]] = {}
    for kind, (id, variant), source in found:
        if kind == "code" and isinstance(id, str):
            before = answered.get(id, ("", None))
            answered[id] = (f"{before[0]}\n{source}".lstrip("\n"), before[1] or variant)
    answered = {id.replace("_", "-"): cell for id, cell in answered.items()}
    codes = [source for kind, _, source in found if kind == "code"]
    for id in dict.fromkeys([*answered, *clues]):
        if id in contents.ids():
            source, variant = answered.get(id, ("", None))
            number = variant or clues.get(id) or variant_of(id)
            answered[id] = (
                answer_cell(codes, contents.get(id), number or 1, source),
                variant or clues.get(id),
            )
    return {
        id: (with_definitions(plain_python(source), codes), variant)
        for id, (source, variant) in answered.items()
        if source
    }


def without_outputs(text: str) -> str:
    """Return the text of a notebook without outputs and attachments, which may make up most of
    it."""
    notebook = json.loads(text)
    for sheet in [notebook, *notebook.get("worksheets", [])]:
        for cell in sheet.get("cells", []):
            cell.pop("attachments", None)
            if "outputs" in cell:
                cell["outputs"] = []
    return json.dumps(notebook)


def named_in(sources: Iterable[str]) -> Clues:
    """Return the exercises that headings and test cells name, each with its variant (None if they
    name none)."""
    clues: Clues = {}
    for source in sources:
        for match in CLUE.finditer(source):
            clues[match["id"] or match["heading_id"]] = int(match["variant"] or match["number"])
        if head := HEAD.search(source):
            clues.setdefault(head["id"], None)
    return clues


def answer_cell(codes: list[str], exercise: Exercise, variant: int, marked: str) -> str:
    """Return the cell that holds an answer: of the cells that begin with the answer's first line,
    the last one that defines the required names, or else the last of all cells that define them.

    A cell `marked` by its metadata is preferred if it defines the names, and is also returned if no
    other cell does. Return an empty string if there is no such cell.
    """
    heads = [code for code in codes if code.lstrip().startswith(head_of(exercise))]
    if exercise.form is None:
        names = re.findall(r"^def (\w+)", str(exercise.start(variant)), re.MULTILINE)
        defines = re.compile(rf"^def (?:{'|'.join(names)})\b", re.MULTILINE)
    else:
        defines = re.compile(rf"^{name_of(exercise)} *= *\{{", re.MULTILINE)
    if marked and (defines.search(marked) or exercise.form is not None):
        return marked
    for known in (heads, [code for code in codes if defines.search(code)]):
        if found := [code for code in known if defines.search(code)]:
            return found[-1]
    return marked or (heads[-1] if heads else "")


def plain_python(source: str) -> str:
    """Return a cell without its IPython lines, which have `!`, `%` or `?`. If another program runs
    the cell (as with `%%bash`), return an empty string."""
    lines = source.splitlines()
    if begin := next((BEGIN.match(line)[0] for line in lines if line.strip()), ""):  # type: ignore[index]
        length = len(begin)
        if begin.strip():
            lines = [PROMPT.sub("", line) for line in lines]
        else:
            lines = [line[length:] if line.startswith(begin) else line for line in lines]
    first = next((line for line in lines if line.strip()), "")
    if first.startswith("%%"):
        if first[2:].split(maxsplit=1)[:1] not in (["time"], ["timeit"], ["capture"], ["prun"]):
            return ""
        lines = lines[lines.index(first) + 1 :]
    for _ in range(len(lines)):
        try:
            ast.parse("\n".join(lines))
            break
        except SyntaxError as error:
            at = (error.lineno or 0) - 1
            if not 0 <= at < len(lines) or not FOR_IPYTHON.match(lines[at]):
                at = next((n for n, line in enumerate(lines) if SURELY_IPYTHON.match(line)), -1)
            if at < 0:
                break
            while lines[at].endswith("\\") and at + 1 < len(lines):
                lines[at] += lines.pop(at + 1)
            if timed := TIMED.match(lines[at]):
                lines[at] = "".join(timed.groups())
                continue
            lines[at] = f"{lines[at][: len(lines[at]) - len(lines[at].lstrip())]}pass"
        except (ValueError, RecursionError, MemoryError):
            break
    return source if lines == source.splitlines() else "\n".join(lines)


def with_definitions(source: str, cells: Sequence[str]) -> str:
    """Return a program below the imports, functions, classes and variables of other cells that it
    uses, directly or through one another. If a name has several definitions, the last one
    counts."""
    if not (wanted := _undefined(source)) or sum(map(len, cells)) > MAX_FILE:
        return source
    steps = [step for cell in cells for step in _steps(cell)]
    places = {name: place for place, step in enumerate(steps) for name in _defined(step)}
    chosen: set[int] = set()
    while wanted:
        place = places.get(wanted.pop(), places.get("*"))
        if place is not None and place not in chosen:
            chosen.add(place)
            wanted |= _undefined(ast.unparse(steps[place]))
    return "\n".join([*(ast.unparse(steps[place]) for place in sorted(chosen)), source])


def _steps(cell: str) -> list[ast.stmt]:
    """Return the statements of a cell; none if it is not Python."""
    lines = (line for line in cell.splitlines() if not SURELY_IPYTHON.match(line))
    try:
        return ast.parse("\n".join(lines)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _defined(step: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement defines; `*` if it imports all names of a module."""
    match step:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from (name.asname or name.name.partition(".")[0] for name in names)
        case ast.Assign(targets=targets):
            yield from (part.id for each in targets for part in ast.walk(each) if _is_set(part))
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            yield name


def _is_set(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _undefined(source: str) -> set[str]:
    """Return the global names that a program uses and does not define itself."""
    try:
        module = symtable.symtable(source, "answer", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    tables, used = [module], set(dir(builtins))
    known = set(used)
    for table in tables:
        tables += table.get_children()
        for symbol in table.get_symbols():
            if symbol.is_referenced() and (table is module or symbol.is_global()):
                used.add(symbol.get_name())
            if table is module and (symbol.is_assigned() or symbol.is_imported()):
                known.add(symbol.get_name())
    return used - known


def _named(cell: Any) -> tuple[Any, int | None]:
    """Return the exercise id and the variant that a cell's metadata name, each None if missing."""
    own = cell.metadata.get(METADATA)
    if isinstance(own, dict):
        return own.get("exercise"), check_variant(own["variant"]) if "variant" in own else None
    nbgrader = cell.metadata.get("nbgrader")
    if isinstance(nbgrader, dict) and nbgrader.get("solution") is not False:
        return nbgrader.get("grade_id"), None
    return None, None


def understood(source: str, exercise: Exercise, path: PurePath, variant: int | None) -> FileAnswer:
    """Return the text of a cell as an answer: a program, or fields written as JSON or as a Python
    dict. Raise WrongUse if it is neither."""
    answer = (
        program(source, path) if exercise.form is None else fields(_literal(source, path), path)
    )
    return answer._replace(variant=variant)


def _literal(source: str, path: PurePath) -> dict[str, Any]:
    """Return the last dict that is written out in a cell, without running the cell. Raise WrongUse
    if there is none."""
    try:
        found = json.loads(source)
    except (ValueError, RecursionError):
        try:
            values = [getattr(step, "value", None) for step in ast.parse(source).body]
            found = ast.literal_eval([value for value in values if isinstance(value, ast.Dict)][-1])
        except (SyntaxError, ValueError, IndexError, TypeError, MemoryError, RecursionError):
            found = None
    try:
        if isinstance(found, dict):
            return record_of(json.dumps(found), path)
    except (TypeError, ValueError):
        pass
    raise WrongUse(
        f"{path}: the cell must be the fields of the answer in braces, got {shown(source.strip())}"
    )
