"""Copy the template of an export with its blanks filled in, and name its assignments. A blank is
like @VARIANT@."""

from pathlib import Path

TEMPLATES = Path(__file__).with_name("template")


def copy(kind: str, out: Path, **blanks: object) -> None:
    """Copy the templates of the export `kind` into `out`, with the values of `blanks` filled in."""
    for path in sorted((TEMPLATES / kind).rglob("*")):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            for name, value in blanks.items():
                text = text.replace(f"@{name.upper()}@", str(value))
            target = out / path.relative_to(TEMPLATES / kind)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")


def assignment(variant: int) -> str:
    """Return the name of the assignment for a variant."""
    return f"exercises-variant-{variant}"
