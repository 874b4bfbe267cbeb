"""The commands' class sheet: what a class file asks each student, written as files."""

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


def rows_of(told: ClassFile, students: list[Student], url: str) -> list[Row]:
    """What each student is asked. Raises WrongUse where the class file does not say."""
    if told.asked is None:
        raise WrongUse("the class file names no exercises")
    if not told.seed and not told.variants:
        raise WrongUse(
            'the class file names no seed that the variants are drawn from, like seed = "autumn"'
        )
    return links(
        students, list(told.asked), lambda student, id: told.variant(student, id) or 1, url
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
    """Writes the sheet, and with `new` a class file before it. Raises WrongUse."""
    students = read_roster(roster)
    outs = outs or [Path("class-sheet.csv"), Path("class-sheet.html")]
    for out in outs:
        if out.suffix not in (".csv", ".html"):
            raise WrongUse(f"--out {out}: a sheet is a .csv or a .html file")
    if url is not None:
        check(url, schema("class")["properties"]["url"], "--url")
    if new and not url:
        raise WrongUse(
            "--new needs --url ADDRESS, where the class finds the book: the links begin with it"
        )
    if new and not force and (there := next((out for out in outs if out.exists()), None)):
        raise WrongUse(
            f"there is a {there} already: name another, or say --force to have it written over"
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
    """Writes the files. Raises WrongUse."""
    said: list[str] = []
    if new:
        _write(class_file, _new(roster, class_file, url or "", exercises), force)
        said.append(f"{class_file} is written: look through it, and keep it to yourself")
    elif not class_file.is_file():
        raise WrongUse(f"there is no class file {class_file}; --new writes one to begin with")
    told = read_class(class_file)
    rows = rows_of(told, students, told.url if url is None else url)
    for out in outs:
        _write(out, as_csv(rows) if out.suffix == ".csv" else _html(told, rows), force)
        said.append(
            f"{out} has the links of {len(students)} students in {len(told.asked or ())} exercises"
        )
    return CommandResult("\n".join(said))


@contextmanager
def _all_or_nothing(paths: list[Path]) -> Iterator[None]:
    """Puts files back as they were where anything goes wrong."""
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


def _html(told: ClassFile, rows: list[Row]) -> str:
    return page(
        "sheet.html",
        told.zone,
        told=told,
        rows=rows,
        exercises=[contents.get(id) for id in told.asked or ()],
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
        raise WrongUse(
            f"there is a {path} already: name another, or say --force to have it written over"
        )
    fresh = path.with_name(f".{path.name}.new")
    try:
        try:
            fresh.write_bytes(content.encode("utf-8", "backslashreplace"))
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise WrongUse(f"cannot write {path}: {error.strerror}") from None
