"""The outcome of a request to a small cache, in a few short lines of text."""

from figures.memory.experiments.watched import CacheStep
from models.zfs.arc.zfs_arc import MFU, MFU_GHOST, MRU, MRU_GHOST

NAMES = ("those asked for once", "those asked for again")
ASKED = {
    None: "Memory does not know it.",
    MRU: "It is in memory, asked for once so far.",
    MFU: "It is in memory, asked for again before.",
    MRU_GHOST: "A ghost on the left: it went too early.",
    MFU_GHOST: "A ghost on the right: it went too early.",
}
FOUND = {
    None: "A miss. It enters on the left.",
    MRU: "A hit. Asked for again, it goes to the right.",
    MFU: "A hit. It goes back next to the middle.",
    MRU_GHOST: "A miss. It is read again, and goes to the right.",
    MFU_GHOST: "A miss. It is read again, and goes to the right.",
}


def asked(step: CacheStep) -> str:
    """Return where the block of a request stands when it is asked for."""
    return ASKED[step.found]


def said(step: CacheStep, split: bool) -> str:
    """Return what a request did, as lines of at most about 50 letters, so that they fit on a
    phone."""
    kept = any(step.block in names for names in step.lists[:MRU_GHOST])
    lines = [FOUND[step.found] if kept else "A miss; metadata may take no more, so it passes by."]
    if step.target != step.before:
        way = "left" if step.target > step.before else "right"
        lines.append(f"Its wish, the line below, moves to the {way}.")
    for (name, metadata), state in step.given_up:
        kind = (" (metadata)" if metadata else " (data)") if split else ""
        lines.append(f"To make room, {name}{kind} goes from {NAMES[state]}.")
    return "\n".join(lines)
