"""The outcome of a request to a small cache, in a few short lines of text."""

from figures.memory.experiments.watched import CacheStep
from models.zfs.arc.zfs_arc import MFU, MFU_GHOST, MRU, MRU_GHOST

NAMES = ("recently used", "frequently used")
FOUND = {
    None: "A miss: unknown. It enters recently used.",
    MRU: "A hit: asked for again, it goes to frequently used.",
    MFU: "A hit: it goes back to the head of frequently used.",
    MRU_GHOST: "A miss, but a ghost: recently used was too short.",
    MFU_GHOST: "A miss, but a ghost: frequently used was too short.",
}


def blocks(value: float) -> str:
    """Return a number of blocks as text, with one decimal if it is not whole."""
    return f"{value:.1f}".removesuffix(".0")


def said(step: CacheStep, split: bool) -> str:
    """Return what a request did, as lines of at most about 50 letters, so that they fit on a
    phone."""
    kept = any(step.block in names for names in step.lists[:MRU_GHOST])
    lines = [FOUND[step.found] if kept else "A miss; metadata may take no more, so it passes by."]
    if step.target != step.before:
        lines.append(
            f"p {'grows' if step.target > step.before else 'shrinks'} from {blocks(step.before)} "
            f"to {blocks(step.target)}."
        )
    elif step.found in (MRU_GHOST, MFU_GHOST):
        lines.append(
            f"p is as {'large' if step.found == MRU_GHOST else 'small'} as it may be, {blocks(step.target)}."
        )
    for (name, metadata), state in step.given_up:
        kind = (" (metadata)" if metadata else " (data)") if split else ""
        lines.append(f"To make room, {NAMES[state]} gives up {name}{kind}.")
    if kept and not step.given_up and not step.hit:
        lines.append("There is room.")
    if step.forgotten:
        lines.append(f"The name {step.forgotten[0][0]} is forgotten.")
    return "\n".join(lines)
