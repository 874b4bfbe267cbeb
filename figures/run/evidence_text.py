"""The evidence as text: a headline, a table, and a line for each claim that is missed or varies
widely."""

from collections.abc import Sequence

from figures.define.claims import ARITHMETIC, EMERGES, FITTED, LABELS, RIDES, Claim, based, claim
from figures.run.evidence import WIDE, Row, text_of
from models.cli.command_line import table

MEANING = {
    EMERGES: "follows from the machine",
    RIDES: "moves in proportion to a constant taken from the same text",
    ARITHMETIC: "an input, or a product of inputs",
    FITTED: "a constant was taken from it",
}


def holds(row: Row) -> bool:
    """Return whether a claim counts: it emerges, is reproduced, and repeats no other."""
    return bool(
        row["label"] == EMERGES and row["status"] == "reproduced" and row["repeats"] is None
    )


def wide(row: Row) -> bool:
    """Return whether the seed changes a claim's number by more than a tenth, or decides whether a
    pattern is seen."""
    spread = row["high"] - row["low"]
    return bool(spread > (0 if isinstance(row["model"], bool) else WIDE * abs(row["model"])))


def headline(rows: Sequence[Row]) -> str:
    """Return a sentence with the number of claims that emerge and hold, repeats counted once."""
    kept = [row for row in rows if holds(row)]
    patterns = sum(isinstance(row["model"], bool) for row in kept)
    once = [row for row in rows if row["label"] == EMERGES and row["repeats"] is None]
    return (
        f"{len(kept) - patterns} independent numbers and {patterns} patterns emerge and hold, of {len(once)} that emerge "
        f"and of {len(rows)} claims that are scored."
    )


def shown(scored: Claim, value: float | bool, model: float | bool) -> str:
    """Return `value` (SI) as text in the claim's unit, decimal or binary, whichever fits the
    model's number."""
    if isinstance(value, bool):
        return "seen" if value else "not seen"
    factor = scored.base(scored.matched(model))
    return f"{value / factor:.4g} {based(scored.unit, factor)}".strip()


def published(scored: Claim, model: float | bool) -> str:
    """Return the published number or range as text."""
    if scored.role == "pattern":
        return "a pattern"
    side = {"atmost": "at most ", "atleast": "at least "}.get(scored.compare, "")
    return side + " to ".join(
        shown(scored, bound, model) for bound in scored.matched(model) if bound is not None
    )


def line(row: Row) -> str:
    """Return a line with a claim's verdict, its numbers and their spread."""
    scored, own = claim(row["id"]), row["model"]
    low, model, high = (shown(scored, value, own) for value in (row["low"], own, row["high"]))
    spread = "at each seed" if low == high else f"{low} to {high} over ten seeds"
    rides = f"; rides {', '.join(row['rides'])}" if row["rides"] else ""
    return (
        f"{row['status']} {scored.id}: published {published(scored, own)}, model {model}, {spread} "
        f"({row['label']}{rides})"
    )


def counts(rows: Sequence[Row]) -> str:
    """Return a table of the labels, with the number of claims that have each."""
    lines = [["", "claims", "hold", "missed", "said once", "of which hold", ""]]
    for name in LABELS:
        own = [row for row in rows if row["label"] == name]
        once = [row for row in own if row["repeats"] is None]
        numbers = [
            len(own),
            *(sum(row["status"] == status for row in own) for status in ("reproduced", "missed")),
            len(once),
            sum(row["status"] == "reproduced" for row in once),
        ]
        lines.append([name, *map(str, numbers), MEANING[name]])
    return table(lines, "<>>>>><")


def evidence_text(rows: Sequence[Row]) -> str:
    """Return the whole text, with the claims grouped by the text that makes them."""
    lines = [headline(rows), "", counts(rows)]
    for text in dict.fromkeys(text_of(row["id"]) for row in rows):
        own = [row for row in rows if text_of(row["id"]) == text]
        lines += [
            "",
            f"{text}: {sum(map(holds, own))} of {len(own)} claims emerge, hold and are no repeats",
        ]
        lines += [f"    {line(row)}" for row in own if row["status"] == "missed" or wide(row)]
    return "\n".join(lines)
