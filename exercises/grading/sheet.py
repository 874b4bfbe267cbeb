"""Write the class sheet: links to the variants that a class file assigns to each student."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from exercises import contents
from exercises.class_sheet import Row, as_csv, links, new_class_file
from exercises.cli.record import check, schema
from exercises.grading.class_file import ClassFile, known_exercise, read_class
from exercises.grading.reports.html import page
from exercises.grading.students import read_roster
from exercises.kit.roster import Student
from models.cli.command_line import CommandResult, WrongUse


def rows_of(class_file: ClassFile, students: list[Student], url: str) -> list[Row]:
    """Return a row for each student with the links to the variants. Raise WrongUse if the class
    file names no exercises, or neither a seed nor variants."""
    if class_file.assignments is None:
        raise WrongUse("the class file names no exercises")
    if not class_file.seed and not class_file.variants:
        raise WrongUse(
            'the class file must name a seed for drawing the variants, like seed = "autumn"'
        )
    return links(
        students,
        list(class_file.assignments),
        lambda student, id: class_file.variant(student, id) or 1,
        url,
    )


def make(
    roster: Path,
    class_file: Path,
    outs: list[Path],
    url: str | None,
    new: bool,
    exercises: list[str],
    force: bool,
) -> CommandResult:
    """Write the sheet to each of `outs`; with `new`, first write a class file. Return a line about
    each file. Raise WrongUse if an option is wrong or a file cannot be written."""
    students = read_roster(roster)
    outs = outs or [Path("class-sheet.csv"), Path("class-sheet.html")]
    for out in outs:
        if out.suffix not in (".csv", ".html"):
            raise WrongUse(f"--out must be a .csv or .html file, got {out}")
    if url is not None:
        check(url, schema("class")["properties"]["url"], "--url")
    if new and not url:
        raise WrongUse("--new needs --url ADDRESS, the address of the book, to build the links")
    if new and not force and (existing := next((out for out in outs if out.exists()), None)):
        raise WrongUse(
            f"{existing} exists already: name another file, or overwrite it with --force"
        )
    for path in (class_file, *outs):
        if not path.parent.is_dir():
            raise WrongUse(f"there is no folder {path.parent} for {path.name}: make it first")
    with _all_or_nothing([class_file, *outs]):
        return _made(roster, class_file, outs, url, new, exercises, force, students)


def _made(
    roster: Path,
    class_file: Path,
    outs: list[Path],
    url: str | None,
    new: bool,
    exercises: list[str],
    force: bool,
    students: list[Student],
) -> CommandResult:
    """Write the files, and return a line about each. Raise WrongUse if one of them exists already
    and `force` is not set."""
    lines: list[str] = []
    if new:
        _write(class_file, _new(roster, class_file, url or "", exercises), force)
        lines.append(f"{class_file} is written: check it, and do not share it")
    elif not class_file.is_file():
        raise WrongUse(f"there is no class file {class_file}; --new writes one")
    class_contents = read_class(class_file)
    rows = rows_of(class_contents, students, class_contents.url if url is None else url)
    for out in outs:
        _write(out, as_csv(rows) if out.suffix == ".csv" else _html(class_contents, rows), force)
        lines.append(
            f"{out} has the links of {len(students)} students in {len(class_contents.assignments or ())} exercises"
        )
    return CommandResult("\n".join(lines))


@contextmanager
def _all_or_nothing(paths: list[Path]) -> Iterator[None]:
    """Restore the files at `paths` to what they were if the block raises."""
    before = {path: path.read_bytes() if path.is_file() else None for path in paths}
    try:
        yield
    except BaseException:
        for path, content in before.items():
            if content is not None and (not path.is_file() or path.read_bytes() != content):
                path.write_bytes(content)
            elif content is None and path.is_file():
                path.unlink()
        raise


def _html(class_file: ClassFile, rows: list[Row]) -> str:
    return page(
        "sheet.html",
        class_file.zone,
        class_file=class_file,
        rows=rows,
        exercises=[contents.get(id) for id in class_file.assignments or ()],
    )


def _new(roster: Path, class_file: Path, url: str, exercises: list[str]) -> str:
    ids = [known_exercise(id, "--exercise") for id in exercises] or contents.ids()
    where, beside = roster.resolve(), class_file.resolve().parent
    name = where.relative_to(beside) if where.is_relative_to(beside) else where
    return new_class_file(str(name), ids, secrets.token_hex(4), url)


def _write(path: Path, content: str, force: bool) -> None:
    if (
        path.exists()
        and not force
        and not (path.is_file() and path.read_bytes() == content.encode())
    ):
        raise WrongUse(f"{path} exists already: name another file, or overwrite it with --force")
    fresh = path.with_name(f".{path.name}.new")
    try:
        try:
            fresh.write_bytes(content.encode("utf-8", "backslashreplace"))
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise WrongUse(f"cannot write {path}: {error.strerror}") from None
